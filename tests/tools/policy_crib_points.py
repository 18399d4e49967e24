"""The points of a crib by the two rank pairs in it and the starter's rank, ready to look up.

File: ``crib_points.bin``, a byte at (first pair x 91 + second pair) x 13 + starter, pairs by number. It holds
fifteens, pairs and runs, no nobs and no flush, or ``NO_CRIB`` where a rank would come five times.
"""

from pathlib import Path

import numpy as np
from policy_cards import PAIR_COUNTS, PAIRS, count_points
from policy_files import SCRIPT, read_sealed, write_sealed

from crib_cli.core.cards import make_card
from crib_cli.core.scoring import score_hand

NAME = "crib_points.bin"
NO_CRIB = 255
HEADER = (
    f"crib-points 1 {SCRIPT} crib by two rank pairs and starter: fifteens, pairs and runs, no nobs, no flush; "
    f"91 x 91 x 13 bytes, {NO_CRIB} where a rank comes five times\n"
)


def build(data: Path) -> None:
    """Write the table."""
    cards = PAIR_COUNTS[:, None, None] + PAIR_COUNTS[:, None] + np.eye(13, dtype=np.int64)
    points = np.where(cards.max(axis=-1) <= 4, count_points(cards), NO_CRIB)
    write_sealed(data / NAME, HEADER, points.astype(np.uint8).tobytes())
    real = points[points < NO_CRIB]
    print(f"{NAME}: {real.size} cribs of {points.size}, the best {real.max()}")


def check(data: Path) -> None:
    """Recompute all of the table, crib by crib, from cards without suits."""
    wanted = bytearray()
    for first in PAIRS:
        for second in PAIRS:
            crib = (*first, *second)
            cards = [make_card(rank) for rank in crib]
            full = [crib.count(starter) == 4 for starter in range(13)]
            wanted += bytes(
                NO_CRIB if full[starter] else score_hand(cards, make_card(starter), crib=True) for starter in range(13)
            )
    if read_sealed(data / NAME, HEADER) != wanted:
        raise SystemExit(f"{NAME}: other points than the counting of the package")
    print(f"{NAME}: all {len(wanted)} entries agree")
