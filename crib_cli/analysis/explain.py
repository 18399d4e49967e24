"""Why one throw beats another: the parts of the difference, and the starters that make it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from crib_cli.analysis.discard import Choice, list_cuts
from crib_cli.core.cards import rank_of

MOST_RANKS = 6
"""With more ranks than this the gain comes from no starter in particular, and none is named."""


class Reason(NamedTuple):
    """The better choice less the other, in points: all, hand, crib as the thrower sees it, play.

    ``ranks`` are all those of the starters with which its hand gains most on the other's, rising; none if it gains
    with no starter, or alike with more than ``MOST_RANKS``.
    """

    total: Fraction
    hand: Fraction
    crib: Fraction
    play: Fraction
    ranks: tuple[int, ...]


def compare_choices(best: Choice, other: Choice, dealt: Sequence[int]) -> Reason:
    """Return why ``best`` is worth more than ``other`` (or as much), both thrown from the cards dealt.

    >>> from crib_cli.analysis.discard import rank_discards
    >>> dealt = [18, 16, 21, 27, 43, 45]  # 5H 5C 6D 7S JS QD
    >>> best, other = rank_discards(dealt, "pone")[:2]
    >>> reason = compare_choices(best, other, dealt)
    >>> reason.total == reason.hand + reason.crib + reason.play
    True
    """
    hand = best.hand.mean - other.hand.mean
    total = best.total - other.total
    play = best.pegging.net - other.pegging.net if best.pegging and other.pegging else Fraction()
    gains: dict[int, list[int]] = {}
    for (starter, mine, number), (_, theirs, _) in zip(
        list_cuts(best.keep, dealt), list_cuts(other.keep, dealt), strict=True
    ):
        gains.setdefault(rank_of(starter), []).extend([mine - theirs] * number)
    means = {rank: Fraction(sum(points), len(points)) for rank, points in gains.items()}
    most = max(means.values())
    ranks = [rank for rank in sorted(means) if means[rank] == most] if most > 0 else []
    return Reason(total, hand, total - hand - play, play, tuple(ranks) if len(ranks) <= MOST_RANKS else ())
