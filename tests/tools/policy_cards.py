"""Hands as rank multisets, and what they count: what all the policies are built on.

A hand is a multiset of the 13 ranks, 0 (ace) to 12 (king), with at most four of each. Hands and pairs are in the
lexicographic order of their sorted ranks; pairs are numbered 0 (AA), 1 (A2) to 90 (KK). Points are fifteens, pairs,
runs and nobs; flushes and heels are left out. Suits are uniform given the ranks, and those of different ranks are
independent, so a jack has the suit of a starter of another rank with chance exactly 1/4, and of a jack never: totals
in quarter points are whole numbers, nobs included.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from crib_cli.core.cards import JACK
from crib_cli.core.scoring import RANK_WEIGHTS, RankPoints

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

QUARTERS = 4
"""Totals are in quarter points, because a jack in hand or crib makes nobs with chance 1/4."""
PAIRS = tuple(combinations_with_replacement(range(13), 2))
TOSSES = {1: tuple((rank,) for rank in range(13)), 2: PAIRS}
"""By how many cards are tossed: the ranks that can go, in the order of their numbers."""
_POINTS = RankPoints()
CHOOSE: FloatArray = np.array([[comb(n, k) for k in range(5)] for n in range(5)], dtype=np.float64)


def count_ranks(ranks: IntArray) -> IntArray:
    """Return how many cards of each of the 13 ranks, from ranks along the last axis."""
    return np.stack([(ranks == rank).sum(axis=-1) for rank in range(13)], axis=-1)


def key_ranks(counts: IntArray) -> IntArray:
    """Return the rank keys of ``RankPoints`` from rank counts along the last axis."""
    keys: IntArray = counts @ np.array(RANK_WEIGHTS)
    return keys


def unkey_ranks(keys: IntArray) -> IntArray:
    """Return the rank counts of rank keys, along a new last axis."""
    counts: IntArray = keys[..., None] // np.array(RANK_WEIGHTS) % 5
    return counts


PAIR_COUNTS = count_ranks(np.array(PAIRS))


def count_points(counts: IntArray) -> IntArray:
    """Return points for fifteens, pairs and runs of rank counts along the last axis; 0 if a rank comes five times."""
    keys = np.where(counts.max(axis=-1) <= 4, key_ranks(counts), 0)
    patterns, places = np.unique(keys, return_inverse=True)
    points: IntArray = np.array([_POINTS[key] for key in patterns.tolist()], dtype=np.int64)[places]
    return points.reshape(keys.shape)


def count_with_starters(cards: IntArray) -> IntArray:
    """Return the mean quarter points of cards, as rank counts along the last axis, by the starter's rank instead."""
    points = QUARTERS * count_points(cards[..., None, :] + np.eye(13, dtype=np.int64))
    nobs: IntArray = cards[..., JACK, None] * (np.arange(13) != JACK)
    return points + nobs


def list_crib_points() -> FloatArray:
    """Return quarter points of a crib by starter's rank and by the two pairs in it: 13 x 91 x 91."""
    cribs = PAIR_COUNTS[:, None] + PAIR_COUNTS[None, :]
    return np.moveaxis(count_with_starters(cribs), -1, 0).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Hands:
    """All rank multisets of a number of cards, in lexicographic order; ``throws`` and ``kept`` have a column a way.

    ``ranks`` holds the ranks, ``counts`` the cards of each of 13 ranks, ``deals`` how many sets of cards have these
    ranks, ``throws`` the number of what is thrown in each way to throw, and ``kept`` what the cards kept then count:
    the sum over the unseen starters, in quarter points.
    """

    ranks: IntArray
    counts: IntArray
    deals: IntArray
    throws: IntArray
    kept: IntArray


def _fits_pack(ranks: Sequence[int]) -> bool:
    """Tell whether no rank comes more than four times; the ranks are sorted."""
    return all(low != high for low, high in zip(ranks, ranks[4:], strict=False))


def list_hands(dealt: int, tossed: int) -> Hands:
    """Return the rank multisets of ``dealt`` cards, of which 1 or 2 are tossed, with all that depends on them alone."""
    hands = [hand for hand in combinations_with_replacement(range(13), dealt) if _fits_pack(hand)]
    ranks = np.array(hands)
    counts = count_ranks(ranks)
    deals = CHOOSE[4, counts].prod(axis=1).astype(np.int64)
    numbers = {toss: number for number, toss in enumerate(TOSSES[tossed])}
    throws = np.array([[numbers[toss] for toss in combinations(hand, tossed)] for hand in hands])
    keys = key_ranks(counts)[:, None] - key_ranks(count_ranks(np.array(TOSSES[tossed])))[throws]
    patterns, places = np.unique(keys, return_inverse=True)
    points = count_with_starters(unkey_ranks(patterns))[places.reshape(keys.shape)]
    kept: IntArray = (points @ (4 - counts)[:, :, None])[:, :, 0]
    return Hands(ranks, counts, deals, throws, kept)


def choose_throws(scores: IntArray, throws: IntArray) -> IntArray:
    """Return the number of the best throw of each hand; of equal ones the lowest."""
    best = scores == scores.max(axis=-1, keepdims=True)
    chosen: IntArray = np.where(best, throws, len(PAIRS)).min(axis=-1)
    return chosen


def total_points(cards: Sequence[int], gone: Sequence[int]) -> int:
    """Return the quarter points of cards with each starter in turn, those gone left out; all are ranks.

    The long way, without arrays: it is what the checks count by.
    """
    total = 0
    for starter in range(13):
        left = 4 - gone.count(starter)
        if left:
            points = QUARTERS * _POINTS[sum(RANK_WEIGHTS[rank] for rank in (*cards, starter))]
            total += left * (points + (cards.count(JACK) if starter != JACK else 0))
    return total
