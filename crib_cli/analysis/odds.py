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
from crib_cli.core.rules import VARIANTS
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
    play_rows: tuple[tuple[int, ...], ...]
    """The counts of ``plays`` by the dealer's points: by pone's, as far as there are any."""


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
        tuple(plays[MOST * dealer : MOST * (dealer + 1)] for dealer in range(1 + _last_row(plays))),
    )


def _last_row(plays: Sequence[int]) -> int:
    return max(cell // MOST for cell, deals in enumerate(plays) if deals)


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


@cache
def _next_row(pone: int, target: int, variant: str) -> list[float]:
    """Return the dealer's chance once the deal is over, by his score; he is home from the target on."""
    return [1 - win_chance(pone, dealer, target, variant) for dealer in range(target)] + [1.0] * MOST


class _Rest:
    """The dealer's chance before the hands are counted, given what the hands and the crib come to.

    ``rows`` has a row for each score of the dealer from ``low`` on, and in it one for each of pone's.
    """

    def __init__(
        self,
        standing: Standing,
        lows: tuple[int, int],
        highs: tuple[int, int],
        parts: tuple[Sequence[float], Sequence[float], Sequence[float]],
    ) -> None:
        """Reckon from the dealer's and pone's least and highest scores before the play.

        ``parts`` are the chances of the points of pone's hand, of the dealer's hand and of the crib.
        """
        self.target = target = standing.target
        self.low_dealer, self.low_pone = lows
        pone_hand, dealer_hand, crib = parts
        dealers = range(self.low_dealer, min(target, highs[0] + MOST))
        counted = range(self.low_dealer, min(target, highs[0] + 2 * MOST))
        columns: list[list[float]] = []  # by pone's score once his hand is counted: by the dealer's score before his
        for pone in range(self.low_pone, min(target, highs[1] + 2 * MOST)):
            after = _next_row(pone, target, standing.variant)
            row = [sum(map(mul, crib, after[dealer : dealer + MOST])) for dealer in counted]
            row += [1.0] * MOST
            columns.append([sum(map(mul, dealer_hand, row[at : at + MOST])) for at in range(len(dealers))])
        nobody = [0.0] * MOST  # pone is home
        pones = range(min(target, highs[1] + MOST) - self.low_pone)
        self.rows: list[list[float]] = []
        for by_pone in zip(*columns, strict=True):
            chances = [*by_pone, *nobody]
            self.rows.append([sum(map(mul, pone_hand, chances[at : at + MOST])) for at in pones] + nobody)


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
    if not VARIANTS[variant].crib_size:
        return 1 - win_chance(pone, dealer, target, variant)
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
    dealer, pone = (standing.mine, standing.theirs) if is_dealer else (standing.theirs, standing.mine)
    rest = _Rest(standing, (dealer, pone), (dealer + 2, pone), (pone_hand, dealer_hand, tilt(parts.crib, crib)))
    plays = tilt_play(parts, play if is_dealer else play[::-1])
    chance = (1 - heels) * _play(rest, parts, plays, dealer, pone) + heels * _play(rest, parts, plays, dealer + 2, pone)
    return chance if is_dealer else 1 - chance


def _play(rest: _Rest, parts: Parts, plays: Sequence[Sequence[float]], dealer: int, pone: int) -> float:
    """Return the dealer's chance before a play that comes to points with the chances of ``plays``.

    Where both would get home the recorded plays say how often the dealer is first.
    """
    target = rest.target
    if dealer >= target:
        return 1.0  # by heels
    need, other = min(target - dealer, MOST - 1), min(target - pone, MOST - 1)
    row, at = dealer - rest.low_dealer, pone - rest.low_pone
    chance = 0.0
    for shares, chances in zip(plays[:need], rest.rows[row:], strict=False):  # no rows where the dealer is home
        chance += sum(map(mul, shares, chances[at : at + MOST]))
    alone = recorded = both = 0.0
    met = 0
    for shares, deals in zip(plays[need:], parts.play_rows[need:], strict=True):
        alone += sum(shares[:other])
        recorded += sum(deals[:other])
        both += sum(shares[other:])
        met += sum(deals[other:])
    first = (parts.first[0][need * MOST + other] - recorded) / met if met else 0.0
    return chance + alone + both * first


_STEPS = 40
"""Steps of ``tilt_play`` at the most; eight are usual."""


def tilt_play(parts: Parts, more: tuple[float, float]) -> list[list[float]]:
    """Return the chances of the play by the dealer's and pone's points, with means that are so much higher.

    Each count is multiplied by a power of one number for the dealer's points and of another for pone's, as in
    ``tilt``: nobody loses points that he had before the play. The two numbers are found by Newton's method.

    >>> parts = load_parts("six")
    >>> more = tilt_play(parts, (0.5, -0.25))
    >>> round(sum(map(sum, more)), 9), round(sum(points * sum(row) for points, row in enumerate(more)), 2)
    (1.0, 3.95)
    """
    dealer_mean = sum(points * sum(row) for points, row in enumerate(parts.play_rows)) / parts.deals
    pone_mean = sum(sum(map(mul, row, range(MOST))) for row in parts.play_rows) / parts.deals
    wanted = max(dealer_mean + more[0], 0.1), max(pone_mean + more[1], 0.1)
    factors = [1.0, 1.0]
    shares: list[list[float]] = []
    for _ in range(_STEPS):
        powers = list(accumulate([1.0] + [factors[1]] * (MOST - 1), mul))
        first = list(map(mul, powers, range(MOST)))
        second = list(map(mul, first, range(MOST)))
        total = x = y = xx = xy = yy = 0.0
        scale = 1.0
        shares = []
        for points, row in enumerate(parts.play_rows):
            mass = scale * sum(map(mul, row, powers))
            by_pone = scale * sum(map(mul, row, first))
            total += mass
            x += points * mass
            xx += points * points * mass
            y += by_pone
            xy += points * by_pone
            yy += scale * sum(map(mul, row, second))
            shares.append([scale * deals * power for deals, power in zip(row, powers, strict=True)])
            scale *= factors[0]
        x, y = x / total, y / total
        off = wanted[0] - x, wanted[1] - y
        if abs(off[0]) + abs(off[1]) < 1e-9:
            break
        a, b, c = xx / total - x * x, xy / total - x * y, yy / total - y * y
        size = a * c - b * b
        steps = (c * off[0] - b * off[1]) / size, (a * off[1] - b * off[0]) / size
        for place, step in enumerate(steps):
            small = max(-0.5, min(0.5, step))
            factors[place] *= (1 + small / 2) / (1 - small / 2)  # about e to the step
    total = sum(map(sum, shares))
    return [[share / total for share in row] for row in shares]


def tilt(counts: Sequence[int], mean: float) -> list[float]:
    """Return the chances of points whose mean is another than that of the counts, and whose shape is as near as can be.

    Each count is multiplied by a power of one number, with the points as the exponent. The mean must be between the
    least and the most points that are counted.

    >>> [round(chance, 9) for chance in tilt([1, 1], 0.25)]
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
