"""Chances to win from a score: before a deal, after the play, and for a choice of cards in between.

They stand on recorded deals of self-play. The table of chances before a deal is built by backward induction over
them, so that order and correlation are kept; within a deal the parts are taken one after the other as they count:
heels, the play, pone's hand, the dealer's hand, the crib. Chances are from 0 to 1.
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from crib_cli.analysis.response import Leaf
from crib_cli.analysis.tables import load_odds, load_win
from crib_cli.core.cards import JACK, rank_of
from crib_cli.core.scoring import RANK_WEIGHTS, RankPoints, score_hand

MOST = 32
"""Points in the play, a hand or a crib are fewer: the counts of ``load_odds`` go so far."""

UNIT = 50_000
"""What a chance of 1 is in the table."""

_POINTS = RankPoints()
_TABLES = {"six": 121, "five": 61}
"""The games with tables of their own, and how many points they are for. Others take those of the six-card game."""


class Standing(NamedTuple):
    """A game as one player sees it, with the scores of now; ``variant`` chooses the tables."""

    role: str
    """``dealer`` or ``pone`` in this deal."""
    mine: int
    theirs: int
    target: int = 121
    variant: str = "six"


class Parts(NamedTuple):
    """What the parts of a deal come to, as counts of recorded deals.

    ``hands`` are by role, ``crib`` by points; ``plays`` has the dealer's and pone's points with how many plays
    came to them; ``first`` says by the dealer's and pone's needs, number ``dealer * MOST + pone``, in how many plays
    the dealer, and in how many pone, gets home first.
    """

    deals: int
    hands: dict[str, tuple[int, ...]]
    crib: tuple[int, ...]
    plays: tuple[tuple[int, int, int], ...]
    first: tuple[tuple[int, ...], tuple[int, ...]]


@cache
def load_parts(variant: str) -> Parts:
    """Return the counts of a game.

    >>> sum(load_parts("six").crib) == load_parts("six").deals
    True
    """
    numbers = load_odds(variant)
    pone, dealer, crib = (numbers[MOST * place : MOST * (place + 1)] for place in range(3))
    square = MOST * MOST
    plays, home, away = (numbers[3 * MOST + square * place : 3 * MOST + square * (place + 1)] for place in range(3))
    return Parts(
        sum(crib),
        {"pone": pone, "dealer": dealer},
        crib,
        tuple((cell // MOST, cell % MOST, deals) for cell, deals in enumerate(plays) if deals),
        (home, away),
    )


def win_chance(dealer: int, pone: int, target: int = 121, variant: str = "six") -> float:
    """Return the chance that the dealer wins, before the deal.

    With another target than the table's it goes by what both still need. Needs beyond the table are brought down
    together, so that the lead stays.

    >>> win_chance(121, 90), 0.54 < win_chance(0, 0) < 0.57
    (1.0, True)
    """
    if dealer >= target:
        return 1.0
    if pone >= target:
        return 0.0
    table = variant if variant in _TABLES else "six"
    longest = _TABLES[table]
    mine, theirs = target - dealer, target - pone
    beyond = max(mine, theirs, longest) - longest
    mine, theirs = max(mine - beyond, 1), max(theirs - beyond, 1)
    return load_win(table)[(longest - mine) * longest + longest - theirs] / UNIT


class _Rest:
    """What follows from the hands on, from the dealer's side, given what the hands and the crib come to."""

    def __init__(
        self, standing: Standing, pone: Sequence[float], dealer: Sequence[float], crib: Sequence[float]
    ) -> None:
        self.target, self.variant = standing.target, standing.variant
        self.pone = [(points, weight) for points, weight in enumerate(pone) if weight]
        self.dealer, self.crib = dealer, crib
        self._rows: dict[int, list[float]] = {}
        self._counted: dict[tuple[int, int], float] = {}

    def _next_row(self, pone: int) -> list[float]:
        """Return the dealer's chance after the deal by his score."""
        deals = [1 - win_chance(pone, dealer, self.target, self.variant) for dealer in range(self.target)]
        return deals + [1.0] * MOST

    def _crib_row(self, pone: int) -> list[float]:
        """Return the dealer's chance before the crib is counted by his score."""
        row = self._rows.get(pone)
        if row is None:
            after, crib = self._next_row(pone), self.crib
            row = [sum(map(mul, crib, after[dealer : dealer + MOST])) for dealer in range(self.target)]
            row = self._rows[pone] = row + [1.0] * MOST
        return row

    def count(self, dealer: int, pone: int) -> float:
        """Return the dealer's chance before the hands are counted."""
        found = self._counted.get((dealer, pone))
        if found is None:
            found = 0.0
            for points, weight in self.pone:
                if pone + points >= self.target:
                    break  # points rise, so that pone is home with all that are left
                row = self._crib_row(pone + points)
                found += weight * sum(map(mul, self.dealer, row[dealer : dealer + MOST]))
            self._counted[dealer, pone] = found
        return found


def after_play(standing: Standing, my_hand: int, their_hand: int) -> float:
    """Return my chance once the play is over, if the hands count so; the crib comes as it comes to experts.

    >>> after_play(Standing("pone", 115, 120), 6, 4), after_play(Standing("dealer", 115, 120), 6, 4)
    (1.0, 0.0)
    """
    mine_is_crib = standing.role == "dealer"
    dealer, pone = (standing.mine, standing.theirs) if mine_is_crib else (standing.theirs, standing.mine)
    dealer_hand, pone_hand = (my_hand, their_hand) if mine_is_crib else (their_hand, my_hand)
    if pone + pone_hand >= standing.target:
        chance = 0.0
    elif dealer + dealer_hand >= standing.target:
        chance = 1.0
    else:
        chance = _before_crib(dealer + dealer_hand, pone + pone_hand, standing.target, standing.variant)
    return chance if mine_is_crib else 1 - chance


@cache
def _before_crib(dealer: int, pone: int, target: int, variant: str) -> float:
    parts = load_parts(variant if variant in _TABLES else "six")
    chance = 0.0
    for points, deals in enumerate(parts.crib):
        if deals:
            home = dealer + points >= target
            chance += deals * (1.0 if home else 1 - win_chance(pone, dealer + points, target, variant))
    return chance / parts.deals


def play_leaf(standing: Standing, kept: Sequence[int], starter: int) -> Leaf:
    """Return what ``peg.rank_plays`` needs to play for the game: my chance by the points that both make from now.

    The scores are those now, in the middle of the play; ``kept`` are all the cards that I kept. The other's hand
    counts by its ranks alone.
    """
    my_hand = score_hand(kept, starter)
    key = RANK_WEIGHTS[rank_of(starter)]
    known: dict[tuple[int, int, tuple[int, ...]], float] = {}

    def value(mine: int, theirs: int, ranks: tuple[int, ...]) -> float:
        mine += standing.mine
        theirs += standing.theirs
        if mine >= standing.target:
            return 1.0
        if theirs >= standing.target:
            return 0.0
        found = known.get((mine, theirs, ranks))
        if found is None:
            hand = _POINTS[key + sum(RANK_WEIGHTS[rank] for rank in ranks)]
            found = after_play(standing._replace(mine=mine, theirs=theirs), my_hand, hand)
            known[mine, theirs, ranks] = found
        return found

    return Leaf(value, standing.target - standing.mine, standing.target - standing.theirs)


def throw_chance(
    standing: Standing, hands: Sequence[tuple[int, int, int]], crib: float, play: tuple[float, float]
) -> float:
    """Return my chance with a way to throw.

    ``hands`` lists starters as ``discard.list_cuts`` does: the card, what my hand then counts, how many cards it
    stands for. ``crib`` is the mean of the crib; ``play`` is how much more than experts in the mean I peg with
    these cards, and the other against them. The other's hand is what experts hold in his role.
    """
    parts = load_parts(standing.variant if standing.variant in _TABLES else "six")
    total = sum(cards for _, _, cards in hands)
    mine = [0.0] * MOST
    for _, points, cards in hands:
        mine[points] += cards / total
    heels = sum(cards for starter, _, cards in hands if rank_of(starter) == JACK) / total
    is_dealer = standing.role == "dealer"
    others = [deals / parts.deals for deals in parts.hands["pone" if is_dealer else "dealer"]]
    pone_hand, dealer_hand = (others, mine) if is_dealer else (mine, others)
    rest = _Rest(standing, pone_hand, dealer_hand, tilt(parts.crib, crib))
    dealer, pone = (standing.mine, standing.theirs) if is_dealer else (standing.theirs, standing.mine)
    more = play if is_dealer else play[::-1]
    chance = (1 - heels) * _play(rest, parts, dealer, pone, more) + heels * _play(rest, parts, dealer + 2, pone, more)
    return chance if is_dealer else 1 - chance


def _play(rest: _Rest, parts: Parts, dealer: int, pone: int, more: tuple[float, float]) -> float:
    """Return the dealer's chance before the play in which both peg so much more than experts in the mean.

    More points are reckoned as a higher score before the play, by straight lines between whole scores.
    """
    if dealer >= rest.target:
        return 1.0  # by heels
    chance = 0.0
    for dealer_now, dealer_share in _around(dealer, more[0]):
        for pone_now, pone_share in _around(pone, more[1]):
            share = dealer_share * pone_share
            if share:
                chance += share * _play_whole(rest, parts, dealer_now, pone_now)
    return chance


def _around(score: int, more: float) -> tuple[tuple[int, float], tuple[int, float]]:
    low = int(more // 1)
    part = more - low
    return (max(score + low, 0), 1 - part), (max(score + low + 1, 0), part)


def _play_whole(rest: _Rest, parts: Parts, dealer: int, pone: int) -> float:
    target = rest.target
    if dealer >= target or pone >= target:
        return 1.0 if pone < target else 0.5 if dealer >= target else 0.0
    dealer_needs, pone_needs = target - dealer, target - pone
    cell = min(dealer_needs, MOST - 1) * MOST + min(pone_needs, MOST - 1)
    total = float(parts.first[0][cell])
    for mine, theirs, deals in parts.plays:
        if mine < dealer_needs and theirs < pone_needs:
            total += deals * rest.count(dealer + mine, pone + theirs)
    return total / parts.deals


def tilt(counts: Sequence[int], mean: float) -> list[float]:
    """Return the chances of points whose mean is another than that of the counts, and whose shape is as near as can be.

    Each count is multiplied by a power of one number, with the points as the exponent. The mean must be between the
    least and the most points that are counted.

    >>> tilt([1, 1], 0.25)
    [0.75, 0.25]
    """
    low, high = 0.0, 1.0  # of the number over one plus itself
    weights: list[float] = []
    for _ in range(50):
        middle = (low + high) / 2
        powers = accumulate([1.0] + [middle] * (len(counts) - 1), mul)
        others = list(accumulate([1.0] + [1 - middle] * (len(counts) - 1), mul))[::-1]
        weights = list(map(mul, counts, map(mul, powers, others)))
        total = sum(weights)
        if sum(map(mul, weights, range(len(weights)))) < mean * total:
            low = middle
        else:
            high = middle
    total = sum(weights)
    return [weight / total for weight in weights]


@cache
def mean_total(role: str, variant: str = "six") -> float:
    """Return the points of a deal in the mean of all recorded deals, as ``discard`` totals them for a role.

    >>> 12 < mean_total("dealer") < 16, 0 < mean_total("pone") < 4
    (True, True)
    """
    parts = load_parts(variant)
    crib = sum(points * deals for points, deals in enumerate(parts.crib)) / parts.deals
    hand = sum(points * deals for points, deals in enumerate(parts.hands[role])) / parts.deals
    net = sum((dealer - pone) * deals for dealer, pone, deals in parts.plays) / parts.deals
    return hand + crib + net if role == "dealer" else hand - crib - net
