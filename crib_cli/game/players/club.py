"""The club player: throws by tables and looks one card ahead in the play.

He throws for the mean of the hand over all starters, suits known, plus or less the mean of a crib by what one throws
to it: a table by game and role, not by the hand he holds. In the play a card is worth what it scores now, less the
mean of the best reply that the next player has among the cards not seen, plus the point for last where he has
nothing that fits. So he does not lead a five or leave 5 or 21, where every ten-card scores. A reply by the partner
counts for him. In a hazard game he wants the least instead of the most.

Of equal tosses he takes the better hand, then the first in the order of ``tosses``; of equal cards the highest rank,
to keep the low ones for a go, and of one rank the first in the pack. All figures are whole numbers, so that equal
means equal.
"""

from collections.abc import Sequence
from math import comb

from crib_cli.analysis.series import Series, follow
from crib_cli.analysis.tables import load_club_crib
from crib_cli.analysis.throws import PAIR_NUMBERS
from crib_cli.core.pegging import LIMIT, Play
from crib_cli.game.players.base import Computer
from crib_cli.game.players.beginner import tosses
from crib_cli.game.players.keep import sum_hand
from crib_cli.game.views import View

CRIB_UNIT = 10_000
"""The table of cribs is in parts of a point, this many to one."""


class Club(Computer):
    """Knows the tables and looks before he lays."""

    __slots__ = ()

    def toss(self, view: View) -> tuple[int, ...]:
        """Throw what leaves most in hand and own crib, or least in another's."""
        settings = view.settings
        sign = -1 if settings.hazard else 1
        crib = _find_cribs(view)
        starters = (52 - len(view.hand)) * (1 if view.owns_crib else -1)
        best: tuple[int, ...] = ()
        most: tuple[int, int] | None = None
        for toss, keep in tosses(view):
            hand = sum_hand(keep, view.hand)
            ranks = [card >> 2 for card in toss]
            number = PAIR_NUMBERS[ranks[0], ranks[1]] if len(ranks) > 1 else ranks[0]
            worth = sign * (hand * CRIB_UNIT + crib[number] * starters), sign * hand
            if most is None or worth > most:
                best, most = toss, worth
        return best

    def lay(self, view: View, cards: Sequence[int]) -> int:
        """Play what gains most, counting the reply."""
        if view.play is None:
            return cards[0]
        sign = -1 if view.settings.hazard else 1
        ahead = _Ahead(view, view.play)
        worth = {rank: sign * ahead.judge(rank) for rank in {card >> 2 for card in cards}}
        return max(cards, key=lambda card: (worth[card >> 2], card >> 2, -card))


def _find_cribs(view: View) -> tuple[int, ...]:
    """Return the means of a crib by what is thrown, for the game and the role of a view."""
    players = view.settings.players
    game = {3: "three", 4: "four"}.get(players, view.settings.rules.name)
    return load_club_crib()[f"{game}_{'dealer' if view.owns_crib else 'pone'}"]


class _Ahead:
    """The table as a player sees it who is to lay a card: who is next, and from which cards."""

    __slots__ = ("cards", "hand", "reply", "series", "unseen", "ways")

    def __init__(self, view: View, play: Play) -> None:
        self.hand = [card >> 2 for card in view.hand]
        self.series = follow(play.series)
        self.unseen = count_unseen(view)
        self.cards = 0
        self.reply = 0
        for step in range(1, len(play.held)):
            seat = (view.seat + step) % len(play.held)
            if play.held[seat] and not play.out[seat]:
                self.cards = play.held[seat]
                self.reply = 1 if view.settings.side_of(seat) == view.side else -1
                break
        self.ways = comb(sum(self.unseen), self.cards)

    def judge(self, rank: int) -> int:
        """Return what a card of a rank gains, in points times the hands that the next player can have."""
        edge = self.series.edges[rank]
        if edge is None:
            raise ValueError(rank)
        points, after = edge
        if after.count == LIMIT:
            return points * self.ways
        if not self.cards:
            left = self.hand.copy()
            left.remove(rank)
            return points + go_on(after, left)
        replies, stuck = weigh_replies(after, self.unseen, self.cards)
        # Where the next is a partner, the point for last stays on the side whoever plays on.
        return points * self.ways + self.reply * replies + (stuck if self.reply < 0 else 0)


def count_unseen(view: View) -> list[int]:
    """Return how many cards of each rank a player has not seen."""
    unseen = [4] * 13
    for card in view.kept:
        unseen[card >> 2] -= 1
    for card in view.tossed:
        unseen[card >> 2] -= 1
    if view.starter is not None:
        unseen[view.starter >> 2] -= 1
    for laid in view.laid:
        if laid.card is not None and laid.seat != view.seat:
            unseen[laid.card >> 2] -= 1
    return unseen


def weigh_replies(series: Series, unseen: Sequence[int], cards: int) -> tuple[int, int]:
    """Return the sum of the best replies to a series over all hands of some unseen cards, and the hands with none.

    >>> weigh_replies(follow((4,)), [4] * 4 + [3] + [4] * 8, 1)  # a five: 16 ten-cards make 15, 3 fives a pair
    (38, 0)
    """
    by_points: dict[int, int] = {}
    left = 0
    for edge, number in zip(series.edges, unseen, strict=True):
        left += number
        if edge is not None and number:
            by_points[edge[0]] = by_points.get(edge[0], 0) + number
    total = 0
    ways = comb(left, cards)
    for points in sorted(by_points, reverse=True):
        left -= by_points[points]
        fewer = comb(left, cards)
        total += points * (ways - fewer)
        ways = fewer
    return total, ways


def go_on(series: Series, hand: Sequence[int]) -> int:
    """Return the most that a player can score who goes on alone, the point for last with it.

    >>> go_on(follow((12, 11)), [4, 5, 5])  # K Q, then a six and a five: 31
    2
    """
    if series.count == LIMIT:
        return 0
    best = None
    for place, rank in enumerate(hand):
        edge = series.edges[rank]
        if edge is not None:
            points = edge[0] + go_on(edge[1], [*hand[:place], *hand[place + 1 :]])
            best = points if best is None else max(best, points)
    return 1 if best is None else best
