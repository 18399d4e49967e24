"""What the cards kept count over all starters, as whole numbers, made to be asked a thousand times a second.

``analysis.discard`` has the same figures as fractions with their spread; the tests hold the two equal.
"""

from collections.abc import Sequence
from functools import cache

from crib_cli.core.cards import JACK
from crib_cli.core.scoring import RANK_WEIGHTS, RankPoints

CARD_WEIGHTS = tuple(RANK_WEIGHTS[card >> 2] for card in range(52))
"""A card's weight in a rank key."""

_POINTS = RankPoints()
_JACK_CLUBS = JACK * 4


@cache
def list_points(key: int) -> tuple[int, ...]:
    """Return the points for fifteens, pairs and runs of the ranks in a key, by the rank of the starter.

    0 for a rank that the key holds four times: there is no such starter.
    """
    return tuple(0 if key // weight % 5 == 4 else _POINTS[key + weight] for weight in RANK_WEIGHTS)


def sum_hand(keep: Sequence[int], dealt: Sequence[int]) -> int:
    """Return the sum of what the cards kept count with each starter that was not dealt to me.

    Divided by 52 less the cards dealt it is the mean of the hand in points.

    >>> sum_hand([4, 9, 13, 17], [0, 4, 9, 13, 17, 21])  # 2C 3D 4D 5D of six cards: 197/23 on average
    394
    """
    key = 0
    for card in keep:
        key += CARD_WEIGHTS[card]
    points = list_points(key)
    total = 4 * sum(points)
    for card in dealt:
        total -= points[card >> 2]
    suit = keep[0] & 3
    for card in keep:
        if card & 3 != suit:
            break
    else:
        total += len(keep) * (52 - len(dealt)) + _count_unseen(suit, dealt)
    for card in keep:
        if card >= _JACK_CLUBS and card < _JACK_CLUBS + 4:
            total += _count_unseen(card & 3, dealt)
    return total


def _count_unseen(suit: int, dealt: Sequence[int]) -> int:
    """Return how many cards of a suit were not dealt to me."""
    return 13 - sum(card & 3 == suit for card in dealt)
