"""The best response to a modelled player over a belief about his cards.

He plays as ``reply.options`` says, and what wins him the game where the score is known, from cards that are known
only as a weighted list of hands; we choose the same card against all the hands that we cannot tell apart, so that
nothing hidden helps us.

Values are net points, mine less his, times the weight of the hands; with a ``leaf`` they are whatever it makes of
the points that both have when the play ends.
"""

from collections.abc import Callable
from typing import NamedTuple

from crib_cli.analysis.reply import Option, options
from crib_cli.analysis.series import START, Hand, Series
from crib_cli.core.pegging import LIMIT

Case = tuple[float, Hand, tuple[int, ...]]
"""What the other may hold: its weight, the cards left, and all the ranks that he kept."""

Group = list[Case]
"""Cases with as many cards left in each."""


class Leaf(NamedTuple):
    """What the points of the play are worth near the end of a game.

    ``value`` takes my points and his, from now to the end of the play, and all the ranks that he kept. ``mine`` and
    ``theirs`` are how many points end the game at once: nothing is played after them.
    """

    value: Callable[[int, int, tuple[int, ...]], float]
    mine: int
    theirs: int


_HIS = 8
"""The standing holds my points in its low bits and his above them."""


MOST_POINTS = 14
"""What a card can score at the most: the fourth of a rank, and thirty-one."""


def _go_out(hand: Hand, series: Series, need: int, *, ends: bool) -> tuple[Option, ...]:
    """Return the choice of a player who has a card that wins the game; nothing if he has none.

    ``ends`` says that the other plays no more in this series, so that the last card scores a point.
    """
    for rank, rest in hand.moves:
        edge = series.edges[rank]
        if edge is None:
            break
        points, after = edge
        if points + (ends and not rest.size and after.count < LIMIT) >= need:
            return ((1.0, rank, points, after, rest),)
    return ()


class Response:
    """Searches positions; ``nodes`` is how many cards were tried.

    ``worth`` is what a point of mine counts, where one of his counts 1. ``floor`` ends the search when I have fewer
    cards: what follows is worth nothing then. ``one_series`` ends the play with the series.
    """

    def __init__(
        self, leaf: Leaf | None = None, floor: int = 0, *, one_series: bool = False, worth: float = 1.0
    ) -> None:
        self.nodes = 0
        self._one_series = one_series
        self._worth = worth
        self._leaf = leaf
        self._floor = floor
        self._memo: dict[object, float] = {}

    def after_mine(
        self, points: int, rest: Hand, after: Series, group: Group, standing: int = 0, *, alone: bool
    ) -> float:
        """Return the value of a card of mine that scores ``points`` and leaves me ``rest``.

        ``alone`` says that the other is out of the series or has no cards left.
        """
        self.nodes += 1
        ends = alone or not group[0][1].size
        last = ends and not rest.size and after.count < 31
        standing, gained, over = self._mine_scores(points + last, group, standing)
        if over:
            return gained
        if last or after.count == 31:
            return gained + self.lead(rest, group, standing, me=False)
        if ends:
            return gained + self.mine(rest, after, group, standing, alone=True)
        return gained + self.theirs(rest, after, group, standing, alone=False)

    def lead(self, mine: Hand, group: Group, standing: int = 0, *, me: bool) -> float:
        """Return the value between two series, the next lead mine if ``me`` and I have cards, or he has none."""
        theirs = group[0][1].size
        if self._one_series or (not mine.size and not theirs):
            return self._end(group, standing)
        if (me and mine.size) or not theirs:
            return self.mine(mine, START, group, standing, alone=False)
        return self.theirs(mine, START, group, standing, alone=False)

    def mine(self, mine: Hand, series: Series, group: Group, standing: int = 0, *, alone: bool) -> float:
        """Return the value with the turn mine; ``alone`` if I played last and the other is out."""
        if mine.size < self._floor:
            return self._end(group, standing)
        if len(group) > 1:
            return self._mine(mine, series, group, standing, alone=alone)
        weight, hand, kept = group[0]
        key = self._key(mine, series, group[0], standing, alone << 1 | 1)
        value = self._memo.get(key)
        if value is None:
            value = self._memo[key] = self._mine(mine, series, [(1.0, hand, kept)], standing, alone=alone)
        return weight * value

    def theirs(self, mine: Hand, series: Series, group: Group, standing: int = 0, *, alone: bool) -> float:
        """Return the value with the turn his; ``alone`` if he played last and I am out."""
        if len(group) > 1:
            return self._theirs(mine, series, group, standing, alone=alone)
        weight, hand, kept = group[0]
        key = self._key(mine, series, group[0], standing, alone << 1)
        value = self._memo.get(key)
        if value is None:
            value = self._memo[key] = self._theirs(mine, series, [(1.0, hand, kept)], standing, alone=alone)
        return weight * value

    def _key(self, mine: Hand, series: Series, sole: Case, standing: int, state: int) -> object:
        number = ((mine.number << 16 | sole[1].number) << 24 | series.number) << 2 | state
        return number if self._leaf is None else (number, standing, sole[2])

    def _end(self, group: Group, standing: int) -> float:
        if self._leaf is None:
            return 0.0
        value = self._leaf.value
        mine, theirs = standing & ((1 << _HIS) - 1), standing >> _HIS
        return sum(weight * value(mine, theirs, kept) for weight, _, kept in group)

    def _mine_scores(self, points: int, group: Group, standing: int) -> tuple[int, float, bool]:
        """Return the standing, the value gained so far, and whether the game is over."""
        if not points:
            return standing, 0.0, False
        if self._leaf is None:
            total = 0.0
            for entry in group:
                total += entry[0]
            return 0, self._worth * points * total, False
        standing += points
        if standing & ((1 << _HIS) - 1) >= self._leaf.mine:
            return standing, self._end(group, standing), True
        return standing, 0.0, False

    def _his_scores(self, points: int, group: Group, standing: int) -> tuple[int, float, bool]:
        if not points:
            return standing, 0.0, False
        if self._leaf is None:
            total = 0.0
            for entry in group:
                total += entry[0]
            return 0, -points * total, False
        standing += points << _HIS
        if standing >> _HIS >= self._leaf.theirs:
            return standing, self._end(group, standing), True
        return standing, 0.0, False

    def _mine(self, mine: Hand, series: Series, group: Group, standing: int, *, alone: bool) -> float:
        best: float | None = None
        edges = series.edges
        for rank, rest in mine.moves:
            edge = edges[rank]
            if edge is None:
                break
            value = self.after_mine(edge[0], rest, edge[1], group, standing, alone=alone)
            if best is None or value > best:
                best = value
        if best is not None:
            return best
        if not alone:
            return self.theirs(mine, series, group, standing, alone=True)
        standing, gained, over = self._mine_scores(1, group, standing)
        return gained if over else gained + self.lead(mine, group, standing, me=False)

    def _theirs(self, mine: Hand, series: Series, group: Group, standing: int, *, alone: bool) -> float:
        played: dict[int, tuple[int, Series, Group]] = {}
        stuck: Group = []
        against = mine.size
        need = 0 if self._leaf is None else self._leaf.theirs - (standing >> _HIS)
        for weight, hand, kept in group:
            choices = options(hand, series, against, alone=alone)
            if 0 < need <= MOST_POINTS:
                choices = _go_out(hand, series, need, ends=alone or not against) or choices
            if not choices:
                stuck.append((weight, hand, kept))
            for chance, rank, points, after, rest in choices:
                known = played.get(rank)
                if known is None:
                    played[rank] = points, after, [(weight * chance, rest, kept)]
                else:
                    known[2].append((weight * chance, rest, kept))
        value = 0.0
        if stuck and alone:
            after_go, gained, over = self._his_scores(1, stuck, standing)
            value += gained if over else gained + self.lead(mine, stuck, after_go, me=True)
        elif stuck:
            value += self.mine(mine, series, stuck, standing, alone=True)
        for points, after, left in played.values():
            value += self._after_his(points, mine, after, left, standing, alone=alone)
        return value

    def _after_his(self, points: int, mine: Hand, after: Series, left: Group, standing: int, *, alone: bool) -> float:
        self.nodes += 1
        ends = alone or not mine.size
        last = ends and not left[0][1].size and after.count < 31
        standing, gained, over = self._his_scores(points + last, left, standing)
        if over:
            return gained
        if last or after.count == 31:
            return gained + self.lead(mine, left, standing, me=True)
        if ends:
            return gained + self.theirs(mine, after, left, standing, alone=True)
        return gained + self.mine(mine, after, left, standing, alone=False)
