"""The beginner: keeps the cards that count most as they are, and plays the card that scores most now.

He thinks neither of the starter nor of the crib nor of what comes after his card. In a hazard game he wants the
least instead of the most. Of equal tosses he takes the first in the order of ``tosses``, of equal cards the highest
rank, and of one rank the first in the pack.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from crib_cli.analysis.series import follow
from crib_cli.core.pegging import Play
from crib_cli.core.scoring import score_hand
from crib_cli.game.players.base import Computer
from crib_cli.game.views import View


class Beginner(Computer):
    """Takes what there is to take."""

    __slots__ = ()

    def toss(self, view: View) -> tuple[int, ...]:
        """Throw what leaves the best four cards, or three, or five, without a starter."""
        sign = -1 if view.settings.hazard else 1
        best: tuple[int, ...] = ()
        most: int | None = None
        for toss, keep in tosses(view):
            points = sign * score_hand(keep)
            if most is None or points > most:
                best, most = toss, points
        return best

    def lay(self, view: View, cards: Sequence[int]) -> int:
        """Play what scores most at once."""
        sign = -1 if view.settings.hazard else 1
        points = {card: sign * points_now(view.play, card) for card in cards}
        return max(cards, key=lambda card: (points[card], card >> 2, -card))


def tosses(view: View) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every toss with the cards it leaves: in the order of the pack, aces first, clubs before spades."""
    hand = sorted(view.hand)
    for toss in combinations(hand, view.settings.rules.tossed_by(view.settings.players)):
        yield toss, tuple(card for card in hand if card not in toss)


def points_now(play: Play | None, card: int) -> int:
    """Return what a card that fits scores at once, the point for last aside."""
    edge = follow(play.series if play is not None else ()).edges[card >> 2]
    return edge[0] if edge is not None else 0
