"""What the other player of two may hold, from what is public and my own cards: hands of ranks with weights.

Before the play it is exact under the policy table: every set of cards that he can have been dealt from those I have
not seen, as often as it comes, less what the policy of his role throws. Players who throw otherwise keep a small
part, spread over all hands alike. In the play a go rules out every card that would have fitted, and a card played
makes those hands likelier from which he would choose it (``reply.options``).
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from crib_cli.analysis.reply import options
from crib_cli.analysis.response import Group
from crib_cli.analysis.series import Series, find_hand
from crib_cli.analysis.tables import load_policy
from crib_cli.analysis.throws import PAIRS, list_multisets, weigh_multisets
from crib_cli.core.cards import VALUES
from crib_cli.core.pegging import LIMIT

STRAY = 0.05
"""The part of hands that are kept against the policy."""

CARELESS = 0.1
"""The part of plays that follow no model: any card that fits."""


class Shown(NamedTuple):
    """One act of the other player in the play: a card of ``rank``, or a go (None), on a series.

    ``against`` is how many cards I held then; ``alone`` says whether I was out of the series.
    """

    rank: int | None
    series: Series
    against: int
    alone: bool


@cache
def _kept_hands(dealt: int, role: str) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the hands that can be kept, rising, and for each multiset dealt the number of what is kept of it."""
    hands = list_multisets(dealt - 2)
    numbers = {hand: number for number, hand in enumerate(hands)}
    kept: list[int] = []
    for ranks, pair in zip(list_multisets(dealt), load_policy(dealt)[role], strict=True):
        low, high = PAIRS[pair]
        place = ranks.index(low)
        other = ranks.index(high, place + 1)
        kept.append(numbers[ranks[:place] + ranks[place + 1 : other] + ranks[other + 1 :]])
    return hands, tuple(kept)


def weigh_kept(mine: Sequence[int], dealt: int, kept: int, role: str) -> Mapping[tuple[int, ...], float]:
    """Return the weight of each hand that the other of ``role`` can hold at the first lead, adding up to 1.

    ``mine`` counts by rank all the cards that I know he has not: my own, what I threw, the starter. Where nothing is
    thrown (``kept`` is ``dealt``) any cards are as likely.

    >>> weights = weigh_kept([1] * 7 + [0] * 6, 6, 4, "dealer")
    >>> round(sum(weights.values()), 9), max(weights, key=weights.get)
    (1.0, (4, 9, 10, 11))
    """
    return _weigh_kept(tuple(mine), dealt, kept, role)


@lru_cache(maxsize=8)  # both players of a deal ask at every turn
def _weigh_kept(mine: tuple[int, ...], dealt: int, kept: int, role: str) -> dict[tuple[int, ...], float]:
    hands = list_multisets(kept)
    left = [4 - held for held in mine]
    # Spread alike: as often as these cards come when any are dealt.
    loose = weigh_multisets(mine, kept)
    total = comb(sum(left), kept)
    if kept == dealt:
        return {hand: weight / total for hand, weight in zip(hands, loose, strict=True) if weight}
    sums = [0] * len(hands)
    for number, weight in zip(_kept_hands(dealt, role)[1], weigh_multisets(mine, dealt), strict=True):
        sums[number] += weight
    careful, stray = (1 - STRAY) / comb(sum(left), dealt), STRAY / total
    return {
        hand: careful * weight + stray * any_weight
        for hand, weight, any_weight in zip(hands, sums, loose, strict=True)
        if any_weight
    }


def update(weights: Mapping[tuple[int, ...], float], shown: Sequence[Shown]) -> Group:
    """Return what he may still hold after what he has shown, with weights that add up to 1, in order of the hands.

    Empty if no hand agrees with it all.
    """
    played = [act.rank for act in shown if act.rank is not None]
    left: Group = []
    for ranks, weight in weights.items():
        rest = _take(ranks, played)
        if rest is None or not _allows_goes(rest, shown):
            continue
        likely = weight * _likelihood(ranks, shown)
        if likely > 0:
            left.append((likely, find_hand(rest), ranks))
    total = sum(entry[0] for entry in left)
    return [(weight / total, hand, kept) for weight, hand, kept in left]


def _take(ranks: tuple[int, ...], played: Sequence[int]) -> tuple[int, ...] | None:
    """Return the hand without what was played, or None if it had not all of it."""
    rest = list(ranks)
    for rank in played:
        if rank not in rest:
            return None
        rest.remove(rank)
    return tuple(rest)


def _allows_goes(rest: tuple[int, ...], shown: Sequence[Shown]) -> bool:
    """Tell whether, at each go, no card then in hand fitted: those played later and those never played."""
    later = list(rest)
    for act in reversed(shown):
        if act.rank is not None:
            later.append(act.rank)
        elif any(act.series.count + VALUES[rank] <= LIMIT for rank in later):
            return False
    return True


def _likelihood(ranks: tuple[int, ...], shown: Sequence[Shown]) -> float:
    """Return how likely one who holds these ranks is to choose the cards shown, in their order."""
    hand = find_hand(ranks)
    likely = 1.0
    for act in shown:
        if act.rank is None:
            continue
        fits = sum(act.series.edges[rank] is not None for rank, _ in hand.moves)
        chance = 0.0
        for choice in options(hand, act.series, act.against, alone=act.alone):
            if choice[1] == act.rank:
                chance = choice[0]
        likely *= (1 - CARELESS) * chance + CARELESS / fits
        hand = next(rest for rank, rest in hand.moves if rank == act.rank)
    return likely


def thin(belief: Group, most: int) -> Group:
    """Return at most so many hands that stand for all: every ``1 / most`` of the weight, in order, one is taken.

    Nothing is left to chance: the same belief gives the same hands. All of them if they are no more than ``most``.

    >>> hands = [(0.25, find_hand((rank,)), (rank,)) for rank in range(4)]
    >>> [(weight, hand.ranks) for weight, hand, _ in thin(hands, 2)]
    [(0.5, (0,)), (0.5, (2,))]
    """
    if len(belief) <= most:
        return belief
    step = sum(entry[0] for entry in belief) / most
    taken: Group = []
    reach = 0.0
    marks = 0  # how many marks, at a half, one and a half ... steps, are passed
    for weight, hand, kept in belief:
        reach += weight
        hits = min(int(reach / step + 0.5), most) - marks
        if hits > 0:
            marks += hits
            taken.append((hits * step, hand, kept))
    return taken
