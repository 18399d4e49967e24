"""Throws for the chance to win against throws for points, both with cheap play, so that thousands of games fit.

Both throw from the same figures: the exact mean of the hand, suits known; the mean crib against the policy table, all
six cards removed, by ranks; the table of the play. One throws what is worth most points, the other what
``odds.throw_chance`` finds best, which ``Chances`` works out for all ways to throw at once. In the play both look one
card ahead, as the club player does, so that nothing but the throws tells them apart.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from odds_deals import Throws
from policy_cards import FloatArray
from strength_games import play_twice

from crib_cli.analysis.discard import figure_pegging, list_cuts
from crib_cli.analysis.odds import MOST, load_parts, tilt, tilt_play, win_chance
from crib_cli.analysis.throws import PAIR_NUMBERS
from crib_cli.core.cards import JACK, rank_of
from crib_cli.game.players.club import Club
from crib_cli.game.players.keep import sum_hand
from crib_cli.game.views import View

TARGET = 121
ROWS = MOST + 2
"""Scores of one player before the hands are counted, from the one before heels and the play on."""
CRIB_UNIT = 100
"""A mean crib is taken to the hundredth of a point."""


class Way(NamedTuple):
    """One way to throw: the mean hand, the mean crib by ranks, and what both peg with the cards kept."""

    keep: tuple[int, ...]
    toss: tuple[int, int]
    hand: float
    crib: float
    mine: float
    theirs: float

    def total(self, sign: int) -> float:
        """Return what it is worth in points; ``sign`` is 1 for the dealer and -1 for pone."""
        return round(self.hand + sign * self.crib + self.mine - self.theirs, 9)


def list_ways(throws: Throws, cards: Sequence[int], role: str) -> list[Way]:
    """Return every way to throw two of six cards, in the order of the pack."""
    cards = sorted(cards)
    cribs = throws.cribs[role][throws.numbers[tuple(map(rank_of, cards))]]
    ways = []
    for toss in combinations(cards, 2):
        keep = tuple(card for card in cards if card not in toss)
        pegging = figure_pegging(keep, role)
        crib = float(cribs[PAIR_NUMBERS[rank_of(toss[0]), rank_of(toss[1])]])
        hand = sum_hand(keep, cards) / (52 - len(cards))
        ways.append(Way(keep, toss, hand, crib, float(pegging.mine), float(pegging.theirs)))
    return ways


class Chances:
    """``odds.throw_chance`` for the six-card game to 121, for all ways to throw at once."""

    def __init__(self) -> None:
        parts = load_parts("six")
        size = TARGET + 3 * MOST + ROWS
        self.next = np.ones((size, size))  # by the dealer's and pone's scores after the deal: the dealer's chance
        self.next[:, TARGET:] = 0
        for dealer in range(TARGET):
            for pone in range(TARGET):
                self.next[dealer, pone] = 1 - win_chance(pone, dealer)
        self.recorded = np.zeros((MOST, MOST))
        for dealer, pone, deals in parts.plays:
            self.recorded[dealer, pone] = deals
        self.first = np.array(parts.first[0]).reshape(MOST, MOST)
        self.hands = {role: np.array(parts.hands[role]) / parts.deals for role in ("dealer", "pone")}
        mean = sum(by_dealer * deals for by_dealer, _, deals in parts.plays) / parts.deals
        self.usual = mean, sum(by_pone * deals for _, by_pone, deals in parts.plays) / parts.deals
        self.plays = cache(lambda *more: np.array(tilt_play(parts, more)))
        self.crib = cache(lambda hundredths: np.array(tilt(parts.crib, hundredths / CRIB_UNIT)))

    def rate(self, ways: Sequence[Way], cards: Sequence[int], role: str, scores: tuple[int, int]) -> list[float]:
        """Return the chance to win with each way, from the dealer's and pone's scores."""
        number, is_dealer = len(ways), role == "dealer"
        mine = np.zeros((number, MOST))
        heels = np.zeros(number)
        starters = 52 - len(cards)
        for place, way in enumerate(ways):
            for starter, points, _ in list_cuts(way.keep, cards):
                mine[place, points] += 1 / starters
                heels[place] += (rank_of(starter) == JACK) / starters
        others = np.repeat(self.hands["pone" if is_dealer else "dealer"][None], number, axis=0)
        pone_hands, dealer_hands = (others, mine) if is_dealer else (mine, others)
        cribs = np.array([self.crib(round(way.crib * CRIB_UNIT)) for way in ways])
        rows = self._before_hands(scores, pone_hands, dealer_hands, cribs)
        chances = []
        for place, way in enumerate(ways):
            pegged = (way.mine, way.theirs) if is_dealer else (way.theirs, way.mine)
            plays = self.plays(pegged[0] - self.usual[0], pegged[1] - self.usual[1])
            straight, jack = (self._play(rows[place], plays, scores, more) for more in (0, 2))
            chance = (1 - heels[place]) * straight + heels[place] * jack
            chances.append(float(chance if is_dealer else 1 - chance))
        return chances

    def _before_hands(
        self, lows: tuple[int, int], pone_hands: FloatArray, dealer_hands: FloatArray, cribs: FloatArray
    ) -> FloatArray:
        """Return the dealer's chance before the hands are counted, by way and by both scores from the lowest on."""
        low_dealer, low_pone = lows
        high = low_dealer + ROWS + 2 * MOST
        wide = low_pone + ROWS + MOST
        after = self.next[low_dealer:high, low_pone:wide]
        after = self._bound(_slide(cribs, ROWS + MOST) @ after, lows)
        after = self._bound(_slide(dealer_hands, ROWS) @ after, lows)
        return self._bound(after @ _slide(pone_hands, ROWS).transpose(0, 2, 1), lows)

    @staticmethod
    def _bound(chances: FloatArray, lows: tuple[int, int]) -> FloatArray:
        """Put 1 where the dealer is home already, and then 0 where pone is."""
        chances[:, max(TARGET - lows[0], 0) :] = 1
        chances[:, :, max(TARGET - lows[1], 0) :] = 0
        return chances

    def _play(self, rows: FloatArray, plays: FloatArray, scores: tuple[int, int], heels: int) -> float:
        """Return the dealer's chance before the play, by the chances of what it comes to, and after heels."""
        if scores[0] + heels >= TARGET:
            return 1.0
        need, other = min(TARGET - scores[0] - heels, MOST - 1), min(TARGET - scores[1], MOST - 1)
        home = np.arange(len(plays)) >= need, np.arange(MOST) >= other
        met, alone = (
            self.recorded[: len(plays)][np.ix_(*home)].sum(),
            self.recorded[: len(plays)][home[0], :other].sum(),
        )
        first = (self.first[need, other] - alone) / met if met else 0.0
        inside = (plays * rows[heels : heels + len(plays), :MOST])[np.ix_(~home[0], ~home[1])].sum()
        return float(inside + plays[home[0], :other].sum() + first * plays[np.ix_(*home)].sum())


def _slide(chances: FloatArray, rows: int) -> FloatArray:
    """Return for each way the matrix that takes the mean over points to come: ``rows`` by ``rows + MOST``."""
    padded = np.concatenate([chances, np.zeros((len(chances), 1))], axis=1)
    ahead = np.arange(rows + MOST)[None] - np.arange(rows)[:, None]
    return padded[:, np.where((ahead >= 0) & (ahead < MOST), ahead, MOST)]


class PointsThrower(Club):
    """Throws what is worth most points."""

    __slots__ = ("throws",)

    def __init__(self, throws: Throws) -> None:
        self.throws = throws

    def toss(self, view: View) -> tuple[int, ...]:
        """Throw what is worth most; of equal throws the first in the order of the pack."""
        role, sign = ("dealer", 1) if view.owns_crib else ("pone", -1)
        return max(list_ways(self.throws, view.hand, role), key=lambda way: way.total(sign)).toss


class ChanceThrower(PointsThrower):
    """Throws what wins most often; of equal throws what is worth most points."""

    __slots__ = ("chances",)

    def __init__(self, throws: Throws, chances: Chances) -> None:
        super().__init__(throws)
        self.chances = chances

    def toss(self, view: View) -> tuple[int, ...]:
        """Throw by the chance to win."""
        role, sign = ("dealer", 1) if view.owns_crib else ("pone", -1)
        cards = sorted(view.hand)
        ways = list_ways(self.throws, cards, role)
        mine, theirs = view.scores[view.side], view.scores[1 - view.side]
        scores = (mine, theirs) if view.owns_crib else (theirs, mine)
        rated = self.chances.rate(ways, cards, role, scores)
        place = max(range(len(ways)), key=lambda place: (round(rated[place], 9), ways[place].total(sign)))
        return ways[place].toss


def play_throws(throws: Throws, seed: int) -> list[float]:
    """Return what part of a game the one wins who throws by chances, from the first seat and from the second."""
    players = {"chance": ChanceThrower(throws, _chances()), "points": PointsThrower(throws)}
    return play_twice(("chance", "points"), ("club", "club"), seed, players.__getitem__)


@cache
def _chances() -> Chances:
    return Chances()
