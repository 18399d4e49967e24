"""The dealer's chance to win from every score before a deal, by backward induction over recorded deals.

A deal from a score ends the game for whoever gets home first in the order of its scores, or else leads to another
score with the roles changed. How many deals do which is counted exactly; from the end of the game backward each
chance is then the mean over the deals, rounded to whole units of ``UNIT``.

The tables: ``win_GAME.bin`` holds the chances, ``odds_GAME.bin`` what a choice within a deal is weighed by.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from odds_deals import CRIB, DEALER, HAND, PEG, unpack_score

UNIT = 50_000
"""What a chance of 1 is in the table."""
MOST = 32
"""Points in the play, a hand or a crib are fewer."""


class Race:
    """How deals end from every distance to the target.

    ``first[seat][dealer_needs][pone_needs]`` counts the deals in which that seat gets home first; ``through`` counts
    the deals by what both make of the whole.
    """

    def __init__(self, longest: int, deals: Iterable[Sequence[tuple[int, int]]]) -> None:
        """Count deals, each as seats with points in order; needs go up to ``longest``."""
        self.longest = longest
        self.deals = 0
        self.through: Counter[tuple[int, int]] = Counter()
        # Who reaches a need while the other has so many points gets home first whenever the other needs more.
        self.first = [[[0] * (longest + 1) for _ in range(longest + 1)] for _ in range(2)]
        for deal in deals:
            self.deals += 1
            self._count(deal)
        for counts in self.first:
            for row in counts:
                for place in range(1, longest + 1):
                    row[place] += row[place - 1]

    def _count(self, deal: Sequence[tuple[int, int]]) -> None:
        made = [0, 0]
        for seat, points in deal:
            other = made[1 - seat]
            for need in range(made[seat] + 1, min(made[seat] + points, self.longest) + 1):
                if other < self.longest:
                    self.first[seat][need][other + 1] += 1
            made[seat] += points
        self.through[made[DEALER], made[1 - DEALER]] += 1

    def wins(self, seat: int, needs: int, other_needs: int) -> int:
        """Return in how many deals a seat gets home first."""
        return self.first[seat][needs][other_needs]


def solve(race: Race) -> list[list[int]]:
    """Return the dealer's chance in ``UNIT`` by how many points dealer and pone need; row and column 0 are unused."""
    longest = race.longest
    chances = [[0] * (longest + 1) for _ in range(longest + 1)]
    through = sorted(race.through.items())
    for both in range(2, 2 * longest + 1):
        for dealer in range(max(1, both - longest), min(longest, both - 1) + 1):
            pone = both - dealer
            chances[dealer][pone] = solve_cell(race, through, chances, dealer, pone)
    return chances


def solve_cell(
    race: Race,
    through: Sequence[tuple[tuple[int, int], int]],
    chances: Sequence[Sequence[int]],
    dealer: int,
    pone: int,
) -> int:
    """Return one chance from those of scores nearer home."""
    total = UNIT * race.wins(DEALER, dealer, pone)
    for (mine, theirs), deals in through:
        if mine < dealer and theirs < pone:
            # The next deal is pone's.
            total += deals * (UNIT - chances[pone - theirs][dealer - mine])
    return (2 * total + race.deals) // (2 * race.deals)


def pack_win(chances: Sequence[Sequence[int]]) -> bytes:
    """Return the table as bytes: by the dealer's score, then pone's, each from 0, two bytes with the low one first."""
    longest = len(chances) - 1
    numbers = array("H", [chances[longest - d][longest - p] for d in range(longest) for p in range(longest)])
    return to_little(numbers)


def to_little(numbers: array) -> bytes:
    """Return the bytes of an array, the low ones first."""
    import sys

    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def split(scores: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield kind, seat and points."""
    return map(unpack_score, scores)


def pack_odds(deals: Sequence[bytes]) -> bytes:
    """Return what the parts of a deal come to, counted over deals, as four-byte numbers with the low byte first.

    In order, each from 0 to ``MOST`` - 1: pone's hand; the dealer's hand; the crib; the play by dealer's and pone's
    points; and by dealer's and pone's needs the plays in which the dealer gets home first, and those in which pone
    does.
    """
    hands = [[0] * MOST for _ in range(2)]
    cribs = [0] * MOST
    plays = []
    for scores in deals:
        sums = {(HAND, 0): 0, (HAND, 1): 0, (CRIB, 1): 0}
        play = []
        for kind, seat, points in split(scores):
            if kind == PEG:
                play.append((seat, points))
            elif (kind, seat) in sums:
                sums[kind, seat] += points
        plays.append(play)
        hands[0][sums[HAND, 0]] += 1
        hands[1][sums[HAND, 1]] += 1
        cribs[sums[CRIB, 1]] += 1
    race = Race(MOST - 1, plays)
    numbers = array("I", [*hands[0], *hands[1], *cribs])
    numbers.extend(race.through[d, p] for d in range(MOST) for p in range(MOST))
    for seat in (DEALER, 1 - DEALER):
        for d in range(MOST):
            for p in range(MOST):
                numbers.append(race.first[seat][d][p] if seat == DEALER else race.first[seat][p][d])
    return to_little(numbers)
