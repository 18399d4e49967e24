"""What the other player throws and which starter follows, jointly, given all of my cards.

One pass over every rank multiset that the other can hold. Each weighs the number of ways to deal it from the
cards I do not hold, all of mine removed; the policy table says what a good player throws from it; the starter
falls on a rank as often as cards of it are left. Counts are of deals, exact integers. Within a rank pair every
choice of suits from the unseen cards is equally likely, because the policy looks at ranks only.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, pairwise, permutations
from operator import floordiv, mul
from typing import NamedTuple

from crib_cli.analysis.tables import load_policy

PAIRS = tuple(combinations_with_replacement(range(13), 2))
"""The 91 rank pairs, AA A2 ... KK."""

PAIR_NUMBERS = {pair: number for number, pair in enumerate(PAIRS)}

CELLS = len(PAIRS) * 13


class _Multisets(NamedTuple):
    """All rank multisets of one size, and what their weights are multiplied from.

    ``slots`` has a column for each card: four times its rank, plus how many of that rank stand before it.
    ``divisors`` are the orders in which equal ranks could have come.
    """

    ranks: tuple[tuple[int, ...], ...]
    slots: tuple[tuple[int, ...], ...]
    divisors: tuple[int, ...]


@cache
def list_multisets(dealt: int) -> tuple[tuple[int, ...], ...]:
    """Return every multiset of ranks of a size, at most four of each, in rising order.

    >>> len(list_multisets(6)), list_multisets(6)[0]
    (18395, (0, 0, 0, 0, 1, 1))
    """
    return tuple(
        ranks
        for ranks in combinations_with_replacement(range(13), dealt)
        if not any(low == high for low, high in zip(ranks, ranks[4:], strict=False))
    )


@cache
def _multisets(dealt: int) -> _Multisets:
    ranks = list_multisets(dealt)
    columns = list(zip(*ranks, strict=True))
    slots = [[4 * rank for rank in columns[0]]]
    divisors = [1] * len(ranks)
    for before, column in pairwise(columns):
        last = slots[-1]
        slots.append(
            [slot + 1 if rank == same else 4 * rank for slot, same, rank in zip(last, before, column, strict=True)]
        )
        divisors = [divisor * (slot % 4 + 1) for divisor, slot in zip(divisors, slots[-1], strict=True)]
    return _Multisets(ranks, tuple(map(tuple, slots)), tuple(divisors))


def weigh_multisets(mine: Sequence[int], dealt: int) -> list[int]:
    """Return in how many ways each multiset can be dealt from the cards that are not mine.

    ``mine`` is how many cards of each of the 13 ranks I hold.

    >>> sum(weigh_multisets([6 // 6] * 6 + [0] * 7, 6))  # choose 6 of 46
    9366819
    """
    table = _multisets(dealt)
    left = [max(4 - held - place, 0) for held in mine for place in range(4)]
    product = map(left.__getitem__, table.slots[0])
    for column in table.slots[1:]:
        product = map(mul, product, map(left.__getitem__, column))
    return list(map(floordiv, product, table.divisors))


def join_throws(mine: Sequence[int], dealt: int, weights: Sequence[int], role: str) -> list[int]:
    """Return the deals by thrown pair and starter: number ``pair * 13 + starter``.

    ``role`` is the other player's; ``weights`` are those of ``weigh_multisets``.

    >>> mine = [1] * 6 + [0] * 7
    >>> joint = join_throws(mine, 6, weigh_multisets(mine, 6), "pone")
    >>> sum(joint) == 9366819 * 40
    True
    """
    totals = [0] * len(PAIRS)
    held = [0] * CELLS
    for ranks, weight, pair in zip(list_multisets(dealt), weights, load_policy(dealt)[role], strict=True):
        totals[pair] += weight
        base = pair * 13
        for rank in ranks:
            held[base + rank] += weight
    return [(4 - mine[cell % 13]) * totals[cell // 13] - gone for cell, gone in enumerate(held)]


def join_uniform(mine: Sequence[int]) -> list[int]:
    """Return the deals by pair and starter, as ``join_throws`` does, if the other threw any two cards alike.

    A yardstick for tests and for published figures; no good player throws so.

    >>> sum(join_uniform([1] * 6 + [0] * 7)) == 1035 * 44
    True
    """
    left = [4 - held for held in mine]
    joint: list[int] = []
    for low, high in PAIRS:
        ways = left[low] * (left[low] - 1) // 2 if low == high else left[low] * left[high]
        joint += [ways * (left[rank] - (rank == low) - (rank == high)) for rank in range(13)]
    return joint


TRIPLES = tuple(combinations_with_replacement(range(13), 3))
"""The 455 rank multisets of three cards: what joins one card of mine in the crib of three or four players."""


def join_single_throws(mine: Sequence[int], readiness: Sequence[Sequence[int]]) -> list[int]:
    """Return how much each triple with its starter weighs: number ``triple * 13 + starter``.

    ``readiness`` holds, for each of the three cards that join mine, how readily a card of each rank is tossed.
    Three unseen cards weigh the product of their readiness, and the starter is any card left.

    >>> sum(join_single_throws([1] * 5 + [0] * 8, [[1] * 13] * 3)) == 47 * 46 * 45 * 44
    True
    """
    left = [4 - held for held in mine]
    joint: list[int] = []
    for triple in TRIPLES:
        weight = 0
        for order in set(permutations(triple)):
            ways = 1
            for place, rank in enumerate(order):
                ways *= readiness[place][rank] * (left[rank] - order[:place].count(rank))
            weight += max(ways, 0)
        joint += [weight * max(left[rank] - triple.count(rank), 0) for rank in range(13)]
    return joint
