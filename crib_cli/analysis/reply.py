"""How a player chooses who looks one card ahead: points now, less what the reply is likely to bring.

It is the yardstick that the search has to beat, and, made soft, the search's model of the other player.
"""

from collections.abc import Sequence
from math import comb

from crib_cli.analysis.series import Hand, Series
from crib_cli.core.cards import VALUES

FULL = (4,) * 13
"""How many cards of each rank a pack has."""

STEEP = 2.2
"""How sharply a player chooses: what is worth ``1 / STEEP`` points less is chosen about e times as seldom."""

LEAST = 0.08
"""Choices less likely than this are left out."""

THREAT, GO, LOW, PIP, PAIR, LEAD, TEN = 1.12, 0.5, 0.066, 0.036, 0.8, 0.16, -0.2
"""What such players look at beyond the points, in points: see ``outlook``.

Fitted once by logistic regression to fewer than 4,500 choices of a search in self-play, then rounded. On 2,373 later
choices that the fit had not seen, the likeliest card was the one chosen 71 times in a hundred, 2 more or less; by
points less the best reply alone it was 64 times.
"""

MOST_KEPT = 150_000
"""How many choices are remembered before all are forgotten."""


Option = tuple[float, int, int, Series, Hand]
"""How likely a choice is, its rank, what it scores, the series and the hand after it."""


def mean_best(values: Sequence[float], counts: Sequence[int], cards: int) -> float:
    """Return the mean of the best value among a number of cards drawn from a pack.

    ``values`` and ``counts`` are by rank. 0 if nothing is drawn.

    >>> mean_best([0, 2] + [0] * 11, [1, 1] + [0] * 11, 1)
    1.0
    """
    left = sum(counts)
    cards = min(cards, left)
    if not cards:
        return 0.0
    mean = 0.0
    below = comb(left, cards)
    ways = below
    for value, count in sorted(zip(values, counts, strict=True), reverse=True):
        if not count:
            continue
        left -= count
        after = comb(left, cards)
        mean += value * (below - after)
        below = after
        if not below:
            break
    return mean / ways


def threat(series: Series, counts: Sequence[int], cards: int, go: float) -> float:
    """Return the mean points of the best reply to a series by one who holds ``cards`` out of ``counts``.

    A card that does not fit is worth ``go``: 0, or less if a go is reckoned as the other's point.
    """
    values = [go if edge is None else float(edge[0]) for edge in series.edges]
    return mean_best(values, counts, cards)


_THREATS: dict[int, float] = {}
_SOLOS: dict[int, int] = {}
_CHOICES: dict[int, tuple[Option, ...]] = {}


def solo(hand: Hand, series: Series) -> int:
    """Return the most that one who plays on alone makes of the rest of a series, with the point for last.

    >>> from crib_cli.analysis.series import find_hand, follow
    >>> solo(find_hand((0, 0)), follow((12, 11, 8)))  # two aces at 29: a pair and thirty-one
    4
    """
    key = hand.number << 24 | series.number
    best = _SOLOS.get(key)
    if best is None:
        best = 0
        fits = False
        for rank, rest in hand.moves:
            edge = series.edges[rank]
            if edge is None:
                break
            fits = True
            best = max(best, edge[0] + (0 if edge[1].count == 31 else solo(rest, edge[1])))
        if not fits:
            best = 1
        _SOLOS[key] = best
    return best


def options(hand: Hand, series: Series, against: int, *, alone: bool) -> tuple[Option, ...]:
    """Return what a player may choose, each with its likelihood; nothing if no card fits.

    ``against`` is how many cards the other holds; ``alone`` says that the other is out of the series.
    """
    key = (hand.number << 24 | series.number) << 4 | against << 1 | alone
    found = _CHOICES.get(key)
    if found is None:
        if len(_CHOICES) > MOST_KEPT:
            _CHOICES.clear()
        found = _CHOICES[key] = tuple(_weigh(hand, series, against, alone=alone))
    return found


def _weigh(hand: Hand, series: Series, against: int, *, alone: bool) -> list[Option]:
    valued: list[Option] = []
    for rank, rest in hand.moves:
        edge = series.edges[rank]
        if edge is None:
            break
        points, after = edge
        value = points + outlook(rank, rest, after, against, alone=alone)
        if not series.count and (rank < 4 or rank > 8):
            value += LEAD
        valued.append((value, rank, points, after, rest))
    best = max((option[0] for option in valued), default=0.0)
    weights = [_fall(STEEP * (best - option[0])) for option in valued]
    least = LEAST * sum(weights)
    total = sum(weight for weight in weights if weight >= least)
    return [(weight / total, *option[1:]) for weight, option in zip(weights, valued, strict=True) if weight >= least]


def _fall(gap: float) -> float:
    """Return about e to the minus ``gap``, by plain arithmetic that is the same on every machine."""
    return 1 / (1 + gap * (1 + gap / 2 * (1 + gap / 3 * (1 + gap / 4))))


def outlook(rank: int, rest: Hand, after: Series, against: int, *, alone: bool) -> float:
    """Return what a card is likely to bring beyond its points, to one who does not know the other's cards.

    The mean best reply counts against it, and the other's go for it. So do a high card played, a high lowest card
    left, and the fellow of a pair in hand; a count of ten counts against it.
    """
    value = PIP * VALUES[rank]
    if rest.size:
        value += LOW * rest.ranks[0]
        if rank in rest.ranks:
            value += PAIR
    if after.count == 31:
        return value
    if alone or not against:
        return value + solo(rest, after)
    if after.count == 10:
        value += TEN
    key = after.number << 3 | against
    found = _THREATS.get(key)
    if found is None:
        reply = threat(after, FULL, against, 0.0)
        found = _THREATS[key] = THREAT * reply + GO * (threat(after, FULL, against, -1.0) - reply)
    return value - found


def choose_one_ply(hand: Hand, series: Series, against: int, unseen: Sequence[int], *, alone: bool) -> int:
    """Return the rank to play: the most points now less the mean best reply; of equal ones the highest rank.

    ``unseen`` counts the cards of each rank that the player has not seen. Some card of the hand must fit.
    """
    best, chosen = -99.0, -1
    for rank, rest in hand.moves:
        edge = series.edges[rank]
        if edge is None:
            break
        points, after = edge
        value = float(points)
        if after.count < 31:
            if alone or not against:
                value += solo(rest, after)
            else:
                value -= threat(after, unseen, against, 0.0)
        if value >= best:
            best, chosen = value, rank
    return chosen
