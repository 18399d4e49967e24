"""The fast total: what a hand or crib counts, without saying why.

Points come from the ranks alone (fifteens, pairs, runs) and from the suits alone (flush, nobs). The rank part
is kept in a table that fills as it is asked, because a pack has few rank patterns: 6,175 of five cards.
``breakdown`` finds the same points another way, item by item; the tests hold the two equal.
"""

from collections.abc import Iterable, Sequence

from crib_cli.core.cards import JACK, VALUES, rank_of, suit_of

RANK_WEIGHTS = tuple(5**rank for rank in range(13))
"""A card's weight in a rank key. No rank comes more than four times, so a sum of weights names one rank pattern."""


class RankPoints(dict[int, int]):
    """Points for fifteens, pairs and runs by rank key: the sum of ``RANK_WEIGHTS`` over all the cards.

    >>> RankPoints()[rank_key([18, 16, 17, 41, 19])]  # 5H 5C 5D JD 5S, nobs not counted here
    28
    """

    def __missing__(self, key: int) -> int:
        points = self[key] = _count_ranks(key)
        return points


def _count_ranks(key: int) -> int:
    """Count fifteens, pairs and runs of a rank key, in one pass over the ranks."""
    pairs = runs = length = 0
    ways = [1] + [0] * 15  # ways[n]: how many sets of the cards so far add up to n
    product = 1
    for value in VALUES:
        key, count = divmod(key, 5)
        pairs += count * (count - 1)
        for _ in range(count):
            for total in range(15, value - 1, -1):
                ways[total] += ways[total - value]
        if count:
            length += 1
            product *= count
        else:
            runs += length * product if length >= 3 else 0
            length, product = 0, 1
    runs += length * product if length >= 3 else 0
    return 2 * ways[15] + pairs + runs


def rank_key(cards: Iterable[int]) -> int:
    """Return the key of the cards' ranks for ``RankPoints``: the same in any order and any suits.

    >>> rank_key([0, 3]) == rank_key([1, 2]) == 2
    True
    """
    return sum(RANK_WEIGHTS[rank_of(card)] for card in cards)


_RANK_POINTS = RankPoints()


def score_hand(hand: Sequence[int], starter: int | None = None, *, crib: bool = False) -> int:
    """Return the points of a hand, or of a crib, with its starter if there is one.

    Takes distinct cards, any number of them in the hand; cards given by rank alone get no flush and no nobs.
    The caller sees to the variant's hand size (``notation.parse_hand`` does).

    >>> score_hand([18, 19, 16, 41], 17)  # 5H 5S 5C JD / 5D
    29
    >>> score_hand([5, 13, 21, 29], 50), score_hand([5, 13, 21, 29], 50, crib=True)  # 2D 4D 6D 8D / KH
    (4, 0)
    """
    cards = hand if starter is None else (*hand, starter)
    return _RANK_POINTS[rank_key(cards)] + _count_suits(hand, starter, crib=crib)


def _count_suits(hand: Sequence[int], starter: int | None, *, crib: bool) -> int:
    """Count flush and nobs. A crib scores no flush unless the starter joins it."""
    suits = {suit_of(card) for card in hand}
    if None in suits:
        return 0
    turned = None if starter is None else suit_of(starter)
    points = 0
    if len(suits) == 1:
        if turned in suits:
            points = len(hand) + 1
        elif not crib:
            points = len(hand)
    if turned is not None and JACK * 4 + turned in hand:
        points += 1
    return points
