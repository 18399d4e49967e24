"""Where a game stands. Nothing but ``transitions`` makes one state from another."""

from dataclasses import dataclass

from crib_cli.core.pegging import Play
from crib_cli.core.scoring import score_hand
from crib_cli.errors import IllegalActionError
from crib_cli.game.settings import GameSettings

NOBODY = -1
"""The dealer before the cut."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a game waits for, and from whom. ``seat`` is None once all is over.

    ``cut`` for the deal; ``deal``, from the dealer; ``discard``; ``turn``, the starter, which the seat left of the
    dealer cuts; ``play``, a card or a go; ``claim``, the points of the hand or crib being counted; ``muggins``, a
    call or a decline; ``over``.
    """

    kind: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the play, or a go (``card`` is None), and the count after it."""

    seat: int
    card: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Show:
    """A hand or crib that has been counted."""

    seat: int
    what: str
    """``hand`` or ``crib``."""
    cards: tuple[int, ...]
    worth: int
    claimed: int


@dataclass(frozen=True, slots=True)
class GameState:
    """A game, or a match, between two actions. Tuples go by seat, ``scores`` and ``games`` by side."""

    settings: GameSettings
    awaited: Awaited
    game: int
    """The number of this game in the match, from 1."""
    games: tuple[int, ...]
    """Games won so far."""
    deal: int
    """The number of this deal in the game, from 1."""
    first_dealer: int
    """Who had the first deal of this game."""
    dealer: int
    """Who has this deal: ``NOBODY`` until it is cut for."""
    scores: tuple[int, ...]
    cutters: tuple[int, ...] = ()
    """Who cuts in this round of cutting for the deal: everybody, then those tied at the lowest rank."""
    cuts: tuple[int, ...] = ()
    """The cards cut in this round, in the order of ``cutters``."""
    cut_round: int = 0
    """The number of this round, from 1."""
    hands: tuple[tuple[int, ...], ...] = ()
    """The cards held now."""
    kept: tuple[tuple[int, ...], ...] = ()
    """The cards held when the play began; the cards dealt until a seat has tossed."""
    tossed: tuple[tuple[int, ...], ...] = ()
    kitty: tuple[int, ...] = ()
    """The card that the pack gave to the crib."""
    starter: int | None = None
    play: Play | None = None
    laid: tuple[Laid, ...] = ()
    """All cards and goes of this deal, in order."""
    shows: tuple[Show, ...] = ()
    """The hands and the crib counted so far, in order."""
    callers: tuple[int, ...] = ()
    """Who is still to be asked for muggins on the last of ``shows``, in order."""

    @property
    def is_over(self) -> bool:
        """Whether the game, and with it the match, is over."""
        return self.awaited.kind == "over"

    @property
    def crib(self) -> tuple[int, ...]:
        """The crib as far as it is laid away: what was tossed, clockwise from the dealer's left, then the kitty."""
        players = self.settings.players
        order = [(self.dealer + step) % players for step in range(1, players + 1)]
        return (*(card for seat in order for card in self.tossed[seat]), *self.kitty)


def awaits(state: GameState) -> Awaited:
    """Return what the game waits for, and from whom."""
    return state.awaited


def counting(state: GameState) -> tuple[str, tuple[int, ...]]:
    """Return what is to be counted now, ``hand`` or ``crib``, and its cards.

    Raises IllegalActionError when no claim is awaited.
    """
    kind, seat = state.awaited.kind, state.awaited.seat
    if kind != "claim" or seat is None:
        raise IllegalActionError("game.not_now", given="claim", wanted=kind)
    if len(state.shows) < state.settings.players:
        return "hand", state.kept[seat]
    return "crib", state.crib


def worth_of(state: GameState) -> int:
    """Return the true points of what is to be counted now.

    Raises IllegalActionError when no claim is awaited.
    """
    what, cards = counting(state)
    return score_hand(cards, state.starter, crib=what == "crib")
