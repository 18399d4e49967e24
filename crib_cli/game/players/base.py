"""What a player is, and the frame of a computer player: one method a question.

A player is handed a view and returns an action. He keeps nothing from one question to the next, so the same view
always gets the same answer, and a game that is taken up again goes on as it would have.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

from crib_cli.core.pegging import legal_cards
from crib_cli.core.scoring import score_hand
from crib_cli.errors import IllegalActionError
from crib_cli.game.actions import Action, CallMuggins, Claim, Decline, Discard, PlayCard, SayGo
from crib_cli.game.views import View


class Player(Protocol):
    """Anybody who can play from a view."""

    def choose(self, view: View) -> Action:
        """Return what to do, which must be legal, when the game waits for the view's own seat.

        Raises IllegalActionError when it waits for nothing that a player does.
        """
        ...


class Computer(ABC):
    """A player who says what to toss and which card to lay, and counts without fault."""

    __slots__ = ()

    def choose(self, view: View) -> Action:
        """Answer the question that the game asks."""
        kind, seat = view.awaited.kind, view.seat
        if kind == "play" and view.play is not None:
            cards = legal_cards(view.play, view.hand)
            if not cards:
                return SayGo(seat)
            return PlayCard(seat, cards[0] if len(cards) == 1 else self.lay(view, cards))
        if kind == "discard":
            return Discard(seat, self.toss(view))
        if kind == "claim":
            return Claim(seat, count_worth(view))
        if kind == "muggins":
            missed = count_missed(view)
            return CallMuggins(seat, missed) if missed else Decline(seat)
        raise IllegalActionError("game.not_now", given="play", wanted=kind)

    @abstractmethod
    def toss(self, view: View) -> tuple[int, ...]:
        """Return the cards to throw to the crib, in the pack's order."""

    @abstractmethod
    def lay(self, view: View, cards: Sequence[int]) -> int:
        """Return the card to play, one of two or more that fit."""


def is_crib_next(view: View) -> bool:
    """Tell whether what is counted now is the crib: all hands are counted before it."""
    return len(view.shown) == view.settings.players


def count_worth(view: View) -> int:
    """Return the true points of what the player has to count."""
    return score_hand(view.counting, view.starter, crib=is_crib_next(view))


def count_missed(view: View) -> int:
    """Return the points missed in the hand or crib counted last, 0 if the claim was right or too high."""
    shown = view.shown[-1]
    worth = score_hand(shown.cards, view.starter, crib=shown.what == "crib")
    return max(worth - shown.claimed, 0)
