"""What the tables say that ship: chances at well-known scores, what experts peg, and how people rank hands.

The chances and the mean pegging are published; how well the table of the play agrees with people is the rank
correlation of net points over the hands of ``tests/cases/pegging_sample.csv``.
"""

import csv
from collections.abc import Sequence
from pathlib import Path

from crib_cli.analysis.odds import win_chance
from crib_cli.analysis.tables import load_pegging
from crib_cli.analysis.throws import list_multisets
from crib_cli.core.cards import RANKS

SAMPLE = Path(__file__).resolve().parents[1] / "cases/pegging_sample.csv"
ROLES = ("dealer", "pone")


def place(values: Sequence[float]) -> list[float]:
    """Return the place of each value from the least up; equal ones share the mean of theirs.

    >>> place([5, 1, 5])
    [2.5, 1.0, 2.5]
    """
    order = sorted(values)
    return [order.index(value) + (order.count(value) + 1) / 2 for value in values]


def correlate(left: Sequence[float], right: Sequence[float]) -> float:
    """Return Spearman's rank correlation.

    >>> correlate([1, 2, 3], [30, 20, 10])
    -1.0
    """
    first, second = place(left), place(right)
    mean = (len(first) + 1) / 2
    cross = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    return float(cross / (sum((a - mean) ** 2 for a in first) * sum((b - mean) ** 2 for b in second)) ** 0.5)


def correlate_people(role: str) -> tuple[int, float]:
    """Return how many hands people's pegging is known of, and the rank correlation of its net points with ours."""
    numbers = {hand: number for number, hand in enumerate(list_multisets(4))}
    ours: list[float] = []
    people: list[float] = []
    with SAMPLE.open() as file:
        for row in csv.DictReader(file):
            hand = tuple(sorted(map(RANKS.index, row["kept_hand"].split())))
            mine, theirs = load_pegging()[role][numbers[hand]]
            ours.append(float(mine - theirs))
            people.append(float(row[f"{role}_keeper"]) - float(row[f"{role}_opponent"]))
    return len(ours), correlate(ours, people)


def report() -> None:
    """Print the figures with what is published or wanted."""
    for dealer, pone, wanted in ((0, 0, "55.0 to 56.5"), (35, 37, "49 to 53")):
        print(f"  dealer's chance at {dealer}-{pone}: {100 * win_chance(dealer, pone):.2f} %; wanted: {wanted}")
    for role in ROLES:
        number, found = correlate_people(role)
        print(
            f"  net points of the play as {role}: rank correlation {found:.3f} with people, {number} hands; wanted: 0.8"
        )
