"""The expert: the best that the program can do, and he never miscounts.

With two players he throws by the exact figures of the hand, the crib and the play, and plays the card of which most
is expected against all hands that the other can hold; both by the chance to win where it is known. With three and
four players and in hazard he does as the club player does.
"""

from collections.abc import Sequence

from crib_cli.game.advice import advise_card, advise_discard
from crib_cli.game.players.club import Club
from crib_cli.game.views import View


class Expert(Club):
    """Counts everything that is there."""

    __slots__ = ()

    def toss(self, view: View) -> tuple[int, ...]:
        """Throw what is worth most."""
        if view.settings.hazard or view.settings.players > 2:
            return super().toss(view)
        return tuple(sorted(advise_discard(view)[0].toss))

    def lay(self, view: View, cards: Sequence[int]) -> int:
        """Play the card of which most is expected."""
        settings = view.settings
        if settings.hazard or settings.players > 2:
            return super().lay(view, cards)
        return advise_card(view)[0].card
