"""What two experts peg with each kept hand: the table of the play that the discard reckons with.

The values of ``odds_values`` tell the hands apart, but they are those of one who knows how his opponent chooses. In
self-play between experts I peg a little less and the opponent more. How much is a straight line for each role and
each side, fitted by least squares to the recorded deals, in whole numbers; the table is what the lines make of the
values, in thousandths of a point.
"""

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from odds_deals import DEALER, PEG, PONE, Deal, unpack_score
from odds_values import ROLES, UNIT
from odds_win import to_little

SEATS = {"dealer": DEALER, "pone": PONE}


class Line(NamedTuple):
    """Points as a straight line of a value: ``base`` in thousandths of a point, and ``slope``."""

    base: Fraction
    slope: Fraction

    def at(self, value: int) -> int:
        """Return the rounded points in thousandths."""
        return round(self.base + self.slope * value)


def fit_line(pairs: Sequence[tuple[int, int]]) -> Line:
    """Return the line of least squares through values and outcomes, exactly."""
    number = len(pairs)
    first = sum(value for value, _ in pairs)
    second = sum(value * value for value, _ in pairs)
    points = sum(outcome for _, outcome in pairs)
    product = sum(value * outcome for value, outcome in pairs)
    slope = Fraction(number * product - first * points, number * second - first * first)
    return Line((points - slope * first) / number, slope)


def pegged(deal: Deal) -> tuple[int, int]:
    """Return what pone and the dealer peg in a deal."""
    sums = [0, 0]
    for kind, seat, points in map(unpack_score, deal.scores):
        if kind == PEG:
            sums[seat] += points
    return sums[PONE], sums[DEALER]


def fit_lines(values: dict[str, list[list[int]]], deals: Sequence[Deal]) -> dict[str, tuple[Line, Line]]:
    """Return by role the lines of what the holder pegs and of what the other pegs."""
    lines = {}
    points = [pegged(deal) for deal in deals]
    for role in ROLES:
        seat = SEATS[role]
        kept = [values[role][deal[seat]] for deal in deals]
        lines[role] = tuple(
            fit_line([(value[side], UNIT * made[who]) for value, made in zip(kept, points, strict=True)])
            for side, who in ((0, seat), (1, 1 - seat))
        )
    return lines


def pack_pegging(values: dict[str, list[list[int]]], lines: dict[str, tuple[Line, Line]]) -> bytes:
    """Return the table: for dealer, then pone, by hand, what he pegs and what the other does, two bytes each."""
    numbers = array("H")
    for role in ROLES:
        mine, theirs = lines[role]
        for value in values[role]:
            numbers.append(mine.at(value[0]))
            numbers.append(theirs.at(value[1]))
    return to_little(numbers)
