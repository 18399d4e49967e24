"""Build the table that the club player throws by: what each toss is worth in the crib, on average.

Run from the root of the project, with numpy installed::

    PYTHONPATH=. python tests/tools/build_club_table.py            builds it (half a minute)
    PYTHONPATH=. python tests/tools/build_club_table.py --check    works it out anew, fails if the file differs

The file, ``club_crib.tsv``, has a row for each of the 91 pairs of ranks tossed in the games for two and for each of
the 13 ranks tossed with three or four players, and a column for each game and role: the dealer's, or for a side that
deals, and pone's, or for any other. The figures are the crib's mean points in ten-thousandths: exact fractions,
rounded once, half to even.

Two players: the mean over all hands that hold the pair, against the shipped policy as the opponent, with full card
removal (see ``policy_two_cards``). Three and four: the others toss as readily as ``one_card.tsv`` says and only the
card tossed is known not to be theirs. Fifteens, pairs, runs and nobs; no flush.
"""

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))

from policy_cards import PAIR_COUNTS, QUARTERS
from policy_files import open_sealed, unpack_table, write_sealed
from policy_two_cards import GAMES, ROLES, Cribs, Game, count_throws, total_cribs

from crib_cli.analysis.tables import load_one_card
from crib_cli.analysis.throws import PAIRS, TRIPLES, join_single_throws
from crib_cli.core.cards import JACK, RANKS
from crib_cli.core.scoring import RANK_WEIGHTS, RankPoints

DATA = Path(__file__).resolve().parents[2] / "crib_cli/analysis/data"
NAME = "club_crib.tsv"
UNIT = 10_000
HEADER = (
    "# crib-club 1 tests/tools/build_club_table.py mean points of the crib by what one tosses, in ten-thousandths: "
    "six, five and seven cards, three and four players; fifteens, pairs, runs and nobs, no flush\n"
)
NONE = "-"
"""What stands where a game has no such toss."""


def round_mean(mean: Fraction) -> str:
    return str(round(mean * UNIT))


def figure_pairs(game: Game) -> list[list[str]]:
    """Return by role, and then by pair, the crib's figure in a game for two."""
    cribs = Cribs(game)
    hands = cribs.hands
    _, payload = open_sealed(DATA / f"policy_{game.name}.bin")
    totals = total_cribs(cribs, count_throws([unpack_table(payload)]))
    deals = hands.deals.tolist()
    figures: list[list[str]] = []
    for total in totals:
        column = []
        for pair, needed in enumerate(PAIR_COUNTS):
            holding = (hands.counts >= needed).all(axis=1).nonzero()[0].tolist()
            points = total[:, pair].tolist()
            weight = sum(deals[hand] for hand in holding)
            mean = Fraction(sum(deals[hand] * points[hand] for hand in holding), weight * QUARTERS * game.crib_deals)
            column.append(round_mean(mean))
        figures.append(column)
    return figures


def figure_single(rank: int, readiness: Sequence[Sequence[int]]) -> str:
    """Return the figure of a crib with one card of mine and three others, tossed or from the pack, so readily."""
    joint = join_single_throws([int(rank == other) for other in range(13)], readiness)
    points = RankPoints()
    total = 0
    for cell, weight in enumerate(joint):
        if weight:
            crib, starter = (rank, *TRIPLES[cell // 13]), cell % 13
            nobs = crib.count(JACK) if starter != JACK else 0
            key = sum(RANK_WEIGHTS[card] for card in (*crib, starter))
            total += weight * (QUARTERS * points[key] + nobs)
    return round_mean(Fraction(total, QUARTERS * sum(joint)))


def list_readiness() -> dict[str, list[tuple[int, ...]]]:
    """Return, by column, how readily each of the three cards that join mine is tossed."""
    tables = load_one_card()
    pack = (1,) * 13
    return {
        "three_dealer": [tables["three_other"], tables["three_other"], pack],
        "three_pone": [tables["three_own"], tables["three_other"], pack],
        "four_dealer": [tables["four_own"], tables["four_other"], tables["four_other"]],
        "four_pone": [tables["four_other"], tables["four_own"], tables["four_own"]],
    }


def build() -> bytes:
    """Return the payload of the whole file."""
    pairs: dict[str, list[str]] = {}
    for game in GAMES.values():
        for role, column in zip(ROLES, figure_pairs(game), strict=True):
            pairs[f"{game.name}_{role}"] = column
    singles = {name: [figure_single(rank, ready) for rank in range(13)] for name, ready in list_readiness().items()}
    rows = [["toss", *pairs, *singles]]
    for (low, high), *entries in zip(PAIRS, *pairs.values(), strict=True):
        rows.append([f"{RANKS[low]}-{RANKS[high]}", *entries, *NONE * len(singles)])
    for name, *entries in zip(RANKS, *singles.values(), strict=True):
        rows.append([name, *NONE * len(pairs), *entries])
    return "".join("\t".join(row) + "\n" for row in rows).encode("ascii")


def main() -> int:
    """Read the command line, then build or check."""
    parser = argparse.ArgumentParser(description="Build or check the club player's table of cribs.")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if the file is not as it would be")
    args = parser.parse_args()
    payload = build()
    if not args.check:
        write_sealed(DATA / NAME, HEADER, payload)
        return 0
    same = (DATA / NAME).exists() and open_sealed(DATA / NAME) == (HEADER, payload)
    print(f"{NAME}: {'as it would be built' if same else 'differs from what the script makes'}")
    return int(not same)


if __name__ == "__main__":
    sys.exit(main())
