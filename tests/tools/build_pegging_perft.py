"""Count every legal play of fixed deals with ``brute_play`` and write the case file, or check it.

python tests/tools/build_pegging_perft.py [--check]
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from brute_play import all_plays

FILE = Path(__file__).parents[1] / "cases" / "pegging_perft.tsv"
HEAD = """\
# Every legal play of fixed deals, counted by tests/tools/build_pegging_perft.py from the table in tests/brute_play.py,
# which shares no code with the package; --check compares. Hands are in the order of play, the first leads.
# sequences: how many different plays there are. Two plays differ if at some turn cards of different ranks are played;
# cards of one rank in one hand are one choice, and a go, being forced, is none.
# points: what each player pegs in all these plays together. goes: how often go must be said in them, by all together;
# the player who played last never says it. play: "out" to the last card, or "one series".
variant\tplay\thands\tsequences\tpoints\tgoes
"""
OUT, ONE = "out", "one series"
DEALS = (
    ("six", OUT, "5 5 J 4 / 5 J Q 6"),
    ("six", OUT, "A 2 3 4 / A 2 3 4"),
    ("six", OUT, "7 8 9 K / 6 9 10 Q"),
    ("six", OUT, "K 9 5 2 / 10 8 7 6 / Q J 4 3"),
    ("six", OUT, "A 2 3 4 / A 2 3 4 / A 2 3 4"),
    ("six", OUT, "3 3 4 4 / 5 5 6 6 / 7 7 8 8"),
    ("six", OUT, "A A 2 10 / 10 J Q K / 9 9 5 6"),
    ("six", OUT, "4 4 5 5 / 5 5 6 6 / 7 7 8 8 / 9 9 J J"),
    ("six", OUT, "A A K K / A A Q Q / 2 2 J J / 3 3 10 10"),
    ("six", OUT, "A 5 9 / 2 6 10 / 3 7 J / 4 8 Q"),
    ("six", OUT, "4 5 6 J / 5 6 7 Q / 3 7 8 K / 2 8 9 10"),
    ("five", ONE, "5 J K / 4 6 Q"),
    ("five", ONE, "A 2 3 / A 2 3"),
    ("five", ONE, "10 J Q / A 9 K"),
    ("five", OUT, "5 J K / 4 6 Q"),
    ("five", OUT, "A 2 3 / A 2 3"),
    ("five", OUT, "10 J Q / A 9 K"),
    ("seven", OUT, "3 4 5 6 7 / 4 5 6 7 8"),
    ("seven", OUT, "4 5 6 J J / 2 5 6 7 K"),
    ("seven", OUT, "A 2 2 3 10 / 7 8 9 9 J"),
    ("shotgun", OUT, "4 4 5 5 6 6 / 3 3 7 7 8 8"),
    ("shotgun", OUT, "A A A 2 J K / 5 5 9 10 10 Q"),
    ("shotgun", OUT, "2 4 6 8 10 Q / A 3 5 7 9 J"),
)


def count_deal(play: str, deal: str) -> tuple[int, list[int], int]:
    """Return how many plays a deal has, the points of each player in all of them, and the goes."""
    hands = [hand.split() for hand in deal.split(" / ")]
    if max(Counter(card for hand in hands for card in hand).values()) > 4:
        raise ValueError(deal)
    sequences = goes = 0
    points = [0] * len(hands)
    for played in all_plays(hands, one_series=play == ONE):
        sequences += 1
        points = [before + more for before, more in zip(points, played.totals, strict=True)]
        goes += sum(event.card is None for series in played.series for event in series.events)
    return sequences, points, goes


def build() -> str:
    """Return the whole case file."""
    lines = []
    for variant, play, deal in DEALS:
        sequences, points, goes = count_deal(play, deal)
        lines.append(f"{variant}\t{play}\t{deal}\t{sequences}\t{' '.join(map(str, points))}\t{goes}\n")
    return HEAD + "".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if the file is not as it would be")
    args = parser.parse_args()
    new = build()
    if args.check:
        same = FILE.exists() and FILE.read_text(encoding="utf-8") == new
        if not same:
            print(f"{FILE.name}: differs from what the deals come to; run tests/tools/build_pegging_perft.py")
        return int(not same)
    FILE.write_text(new, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
