"""Deal hands and let both players throw by ``crib discard``'s advice: what hands and cribs are then worth.

    python tests/tools/self_play_discards.py [--deals 200000] [--seed 1] [--jobs 2] [--work FILE]

Both throw for points, hand and crib only. Prints the mean of the dealer's hand, the pone's hand and the crib with
its standard error, beside what such play is known to give. Chunks of deals that are done are kept in FILE, where
an interrupted run with the same seed goes on. The same seed gives the same figures on every machine.
"""

import argparse
import json
import random
import sys
import time
from array import array
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from crib_cli.analysis import discard, throws
from crib_cli.core.scoring import score_hand

CHUNK = 1000
KNOWN = {"dealer's hand": 7.99, "pone's hand": 8.15, "crib": 4.80}

_joints: "dict[tuple[tuple[int, ...], str], array[int]]" = {}


def _join_once(mine: Sequence[int], dealt: int, weights: Sequence[int], role: str) -> Sequence[int]:
    """Keep the pass over the other's hands for each rank multiset: many deals share one."""
    key = (tuple(mine), role)
    if key not in _joints:
        _joints[key] = array("q", throws.join_throws(mine, dealt, weights or throws.weigh_multisets(mine, dealt), role))
    return _joints[key]


def play_chunk(seed: int, number: int) -> list[list[int]]:
    """Play one chunk of deals: sums and sums of squares of dealer's hand, pone's hand and crib."""
    # The advice itself, only with the pass kept; weights are worked out where the pass is not kept yet.
    vars(discard).update(join_throws=_join_once, weigh_multisets=lambda *_: ())
    chance = random.Random(f"{seed}/{number}")
    sums = [[0, 0] for _ in KNOWN]
    for _ in range(CHUNK):
        cards = chance.sample(range(52), 13)
        starter = cards[12]
        dealer = discard.rank_discards(cards[:6], "dealer", play=False)[0]
        pone = discard.rank_discards(cards[6:12], "pone", play=False)[0]
        points = (
            score_hand(dealer.keep, starter),
            score_hand(pone.keep, starter),
            score_hand(dealer.toss + pone.toss, starter, crib=True),
        )
        for place, value in enumerate(points):
            sums[place][0] += value
            sums[place][1] += value * value
    return sums


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", type=Path)
    args = parser.parse_args()
    done: dict[int, list[list[int]]] = {}
    if args.work is not None and args.work.exists():
        for line in args.work.read_text().splitlines():
            seed, number, sums = json.loads(line)
            if seed == args.seed:
                done[number] = sums
    wanted = [number for number in range(args.deals // CHUNK) if number not in done]
    begin = time.monotonic()
    with ProcessPoolExecutor(args.jobs) as pool:
        for place, (number, sums) in enumerate(
            zip(wanted, pool.map(play_chunk, [args.seed] * len(wanted), wanted), strict=True), 1
        ):
            done[number] = sums
            if args.work is not None:
                with args.work.open("a") as file:
                    file.write(json.dumps([args.seed, number, sums]) + "\n")
            print(f"\r{place}/{len(wanted)} chunks, {time.monotonic() - begin:.0f} s", end="", file=sys.stderr)
    print(file=sys.stderr)
    deals = CHUNK * len(done)
    print(f"{deals:,} deals, seed {args.seed}")
    for place, (name, known) in enumerate(KNOWN.items()):
        first = sum(sums[place][0] for sums in done.values())
        second = sum(sums[place][1] for sums in done.values())
        mean = first / deals
        error = ((second / deals - mean * mean) / deals) ** 0.5
        print(f"  {name:<14} {mean:.3f} ± {error:.3f}   known {known:.2f}, within 0.03: {abs(mean - known) <= 0.03}")


if __name__ == "__main__":
    main()
