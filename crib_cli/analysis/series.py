"""The play at the level of ranks, made for speed: hands and series as nodes that know what follows them.

Suits never matter in the play, so a hand is a multiset of ranks and a series a count with the last cards that can
still make a pair or a run. Both are made once and found again: to play a card is to follow a link. What a card
scores comes from ``core.pegging``.
"""

from collections.abc import Sequence
from functools import cache

from crib_cli.core.cards import VALUES, make_card
from crib_cli.core.pegging import LIMIT, score_card

Edge = tuple[int, "Series"]
"""What a card scores and the series with it."""


class Hand:
    """A multiset of ranks held by a player, rising. ``moves`` are its different ranks with the hand that each leaves.

    Made by ``find_hand`` only, so that equal hands are one object; ``number`` tells them apart.
    """

    __slots__ = ("_moves", "number", "ranks", "size")

    def __init__(self, ranks: tuple[int, ...], number: int) -> None:
        self.ranks = ranks
        self.size = len(ranks)
        self.number = number
        self._moves: tuple[tuple[int, Hand], ...] | None = None

    @property
    def moves(self) -> "tuple[tuple[int, Hand], ...]":
        """Each rank held, rising, with the hand without one card of it."""
        moves = self._moves
        if moves is None:
            ranks = self.ranks
            moves = self._moves = tuple(
                (rank, find_hand(ranks[:place] + ranks[place + 1 :]))
                for place, rank in enumerate(ranks)
                if place == 0 or ranks[place - 1] != rank
            )
        return moves


_HANDS: dict[tuple[int, ...], Hand] = {}


def find_hand(ranks: tuple[int, ...]) -> Hand:
    """Return the hand of ranks that are in rising order.

    >>> [rank for rank, _ in find_hand((3, 3, 9)).moves]
    [3, 9]
    """
    hand = _HANDS.get(ranks)
    if hand is None:
        hand = _HANDS[ranks] = Hand(ranks, len(_HANDS))
    return hand


class Series:
    """A series as far as what follows can depend on it. Made by ``START`` and the links from it only."""

    __slots__ = ("_edges", "count", "number", "sample")

    def __init__(self, count: int, sample: tuple[int, ...], number: int) -> None:
        self.count = count
        self.sample = sample
        """One series of ranks that comes to this."""
        self.number = number
        self._edges: list[Edge | None] | None = None

    @property
    def edges(self) -> list[Edge | None]:
        """By rank: what a card of it scores, without the point for last, and the series then; None above 31."""
        edges = self._edges
        if edges is None:
            cards = [make_card(rank) for rank in self.sample]
            edges = self._edges = [
                (
                    sum(score.points for score in score_card(cards, make_card(rank))),
                    _find_series(self.count + value, (*self.sample, rank)),
                )
                if self.count + value <= LIMIT
                else None
                for rank, value in enumerate(VALUES)
            ]
        return edges


_SERIES: dict[tuple[int, tuple[int, ...]], Series] = {}


def _find_series(count: int, ranks: tuple[int, ...]) -> Series:
    key = count, live_tail(ranks, LIMIT - count) if ranks and count < LIMIT else ()
    series = _SERIES.get(key)
    if series is None:
        series = _SERIES[key] = Series(count, ranks, len(_SERIES))
    return series


def live_tail(ranks: Sequence[int], left: int) -> tuple[int, ...]:
    """Return the last cards of a series that can still be in a pair or a run with what follows.

    They are the equal ones at the end if there are any, or else those that are all different and can be in one run:
    what is missing between them adds up to no more than is ``left`` up to 31.

    >>> live_tail((4, 5, 6, 6), 7), live_tail((3, 9, 5, 6), 5), live_tail((2, 7, 5, 6), 9)
    ((6, 6), (5, 6), (2, 7, 5, 6))
    """
    if len(ranks) > 1 and ranks[-1] == ranks[-2]:
        start = len(ranks) - 2
        while start and ranks[start - 1] == ranks[-1]:
            start -= 1
        return tuple(ranks[start:])
    low = high = ranks[-1]
    start = len(ranks) - 1
    for place in range(start - 1, -1, -1):
        rank = ranks[place]
        low, high = min(low, rank), max(high, rank)
        tail = ranks[place:]
        if rank in ranks[place + 1 :]:
            break
        if sum(VALUES[other] for other in range(low, high + 1) if other not in tail) <= left:
            start = place
    return tuple(ranks[start:])


START = _find_series(0, ())
"""The series before its first card."""


@cache
def follow(ranks: tuple[int, ...]) -> Series:
    """Return the series of these ranks in the order played; they must fit within 31.

    >>> follow((6, 7)).count
    15
    """
    series = START
    for rank in ranks:
        edge = series.edges[rank]
        if edge is None:
            raise ValueError(ranks)
        series = edge[1]
    return series
