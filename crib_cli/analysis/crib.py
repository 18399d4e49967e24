"""What a toss brings to the crib, exactly, given the joint weights of the others' cards and the starter.

A cell is a rank multiset of the others' cards with the rank of the starter. Within a cell the suits of those cards
are equally likely among the unseen ones, so nobs and flush have chances that are counted, not sampled: a jack meets
a starter of its suit, or five cards share one. Cards without suits get no nobs and no flush.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import prod, sqrt
from operator import mul
from typing import NamedTuple

from crib_cli.core.cards import JACK, rank_of, suit_of

_SCALE = 12**4
"""Chances are whole numbers out of this: it is a multiple of every product of four numbers of suits, 1 to 4."""


class Figures(NamedTuple):
    """Points of a hand or a crib: mean (exact), least, most, standard deviation."""

    mean: Fraction
    least: int
    most: int
    spread: float


class Crib:
    """The crib as one who holds ``mine`` sees it; ``figure`` says what a toss makes of it.

    ``parts`` are the rank multisets that can join the toss and ``joint`` the weights of their cells, number
    ``part * 13 + starter``.
    """

    def __init__(self, mine: Sequence[int], parts: Sequence[tuple[int, ...]], joint: Sequence[int]) -> None:
        self.parts = parts
        self.joint = joint
        self.total = sum(joint)
        held: list[set[int | None]] = [set() for _ in range(13)]
        for card in mine:
            held[rank_of(card)].add(suit_of(card))
        self.suits = [{suit for suit in range(4) if suit not in taken} for taken in held]
        jack_suits = self.suits[JACK]
        # By the starter's rank: the chance that a jack among the others' cards has the starter's suit.
        self.other_nobs = [
            _SCALE * len(jack_suits & suits) // (len(jack_suits) * len(suits))
            if rank != JACK and suits and jack_suits
            else 0
            for rank, suits in enumerate(self.suits)
        ]
        self.live = [cell for cell, weight in enumerate(joint) if weight]
        self.by_starter = [[cell for cell in self.live if cell % 13 == rank] for rank in range(13)]
        jacks = [part.count(JACK) for part in parts]
        # Cells with jacks among the others' cards that can be nobs: the cell, its weight times jacks times chance.
        self.jack_cells = [
            (cell, joint[cell] * jacks[cell // 13] * self.other_nobs[cell % 13])
            for cell in self.live
            if jacks[cell // 13] and self.other_nobs[cell % 13]
        ]

    def figure(self, toss: Sequence[int], points: Sequence[int]) -> Figures:
        """Return the figures of the crib with a toss; ``points`` are those of each cell for its ranks alone.

        Sums go over all cells. Nobs add n, 0 or 1, to points p: n to the mean, (2p + 1) n to the square's.
        """
        suited = suit_of(toss[0]) is not None
        weighed = list(map(mul, self.joint, points))
        first = _SCALE * sum(weighed)
        second = _SCALE * sum(map(mul, weighed, points))
        least = min(map(points.__getitem__, self.live))
        most = max(map(points.__getitem__, self.live))
        for starter in range(13) if suited else ():
            chance = self._own_nobs(toss, starter)
            cells = self.by_starter[starter]
            if chance and cells:
                sure = sum(map(self.joint.__getitem__, cells))
                first += chance * sure
                second += chance * (2 * sum(map(weighed.__getitem__, cells)) + sure)
                most = max(most, 1 + max(map(points.__getitem__, cells)))
        for cell, weight in self.jack_cells if suited else ():
            first += weight
            second += weight * (2 * points[cell] + 1)
            if points[cell] >= most:
                most = points[cell] + 1
        for cell, (chance, jack) in (self._flushes(toss) if suited else {}).items():
            ranks = points[cell] + jack  # with a jack among five of a suit, nobs is certain
            first += self.joint[cell] * 5 * chance
            second += self.joint[cell] * (25 + 10 * ranks) * chance
            most = max(most, ranks + 5)
        mean = Fraction(first, self.total * _SCALE)
        square = Fraction(second, self.total * _SCALE)
        return Figures(mean, least, most, sqrt(square - mean * mean))

    def _own_nobs(self, toss: Sequence[int], starter: int) -> int:
        """Return the chance that a jack of the toss has the suit of a starter of some rank."""
        suits = self.suits[starter]
        if starter == JACK or not suits:
            return 0
        return _SCALE * sum(rank_of(card) == JACK and suit_of(card) in suits for card in toss) // len(suits)

    def _flushes(self, toss: Sequence[int]) -> dict[int, tuple[int, int]]:
        """Return, by cell, the chance of a flush, and 1 if the crib then has nobs."""
        suit = suit_of(toss[0])
        if any(suit_of(card) != suit for card in toss):
            return {}
        open_ranks = {rank for rank, suits in enumerate(self.suits) if suit in suits}
        own_jack = any(rank_of(card) == JACK for card in toss)
        flushes: dict[int, tuple[int, int]] = {}
        for cell in self.live:
            part, starter = self.parts[cell // 13], cell % 13
            ranks = {*part, starter}
            if len(ranks) == len(part) + 1 and ranks <= open_ranks:
                chance = _SCALE // prod(len(self.suits[rank]) for rank in ranks)
                flushes[cell] = (chance, int(starter != JACK and (own_jack or JACK in ranks)))
        return flushes
