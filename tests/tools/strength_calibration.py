"""Whether chances to win come true: games of deals that the table does not stand on, by tenths of the chance.

The recorded deals are cut in two. A table is built from one half as the shipped one is from all; games are drawn
deal by deal from the other half, which the table has not seen. At each deal of each game the dealer's chance is noted
and afterwards whether he won.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import odds_win
from odds_deals import DEALER, Deal

TENTHS = 10


class Tenth(NamedTuple):
    """Scores whose chance lies in one tenth: how many, the mean chance, and the part that was won."""

    number: int
    chance: float
    won: float


def play_game(
    deals: Sequence[Sequence[tuple[int, int]]], target: int, chance: random.Random
) -> list[tuple[int, int, bool]]:
    """Return each deal's scores, dealer's and pone's, and whether that dealer won the game."""
    scores = [0, 0]
    dealer = 0
    met: list[tuple[int, int, int]] = []
    while True:
        met.append((scores[dealer], scores[1 - dealer], dealer))
        for seat, points in chance.choice(deals):
            side = dealer if seat == DEALER else 1 - dealer
            scores[side] += points
            if scores[side] >= target:
                return [(mine, theirs, who == side) for mine, theirs, who in met]
        dealer = 1 - dealer


def calibrate(deals: Sequence[Deal], target: int, games: int, seed: int) -> list[Tenth]:
    """Return the tenths, from the least chance up; a tenth that is never met is left out."""
    races = [[(seat, points) for _, seat, points in odds_win.split(deal.scores)] for deal in deals]
    table = odds_win.solve(odds_win.Race(target, races[::2]))
    others = races[1::2]
    chance = random.Random(f"calibration/{seed}")
    sums = [[0, 0.0, 0] for _ in range(TENTHS)]
    for _ in range(games):
        for dealer, pone, won in play_game(others, target, chance):
            expected = table[target - dealer][target - pone] / odds_win.UNIT
            tenth = sums[min(int(expected * TENTHS), TENTHS - 1)]
            tenth[0] += 1
            tenth[1] += expected
            tenth[2] += won
    return [Tenth(number, expected / number, won / number) for number, expected, won in sums if number]


def report(tenths: Sequence[Tenth]) -> None:
    """Print the tenths, and by how much the worst one is off."""
    for tenth in tenths:
        off = 100 * (tenth.won - tenth.chance)
        print(
            f"  chance {100 * tenth.chance:5.1f} %  won {100 * tenth.won:5.1f} %  off {off:+.2f}  deals {tenth.number}"
        )
    worst = max(abs(tenth.won - tenth.chance) for tenth in tenths)
    print(f"  worst tenth off by {100 * worst:.2f} points; wanted: 1.5")
