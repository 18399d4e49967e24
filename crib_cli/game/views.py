"""What a player may know of a game: his own cards and what lies on the table.

A player is handed a view and never a state. Two states that differ in hidden cards alone give equal views.
"""

from dataclasses import dataclass

from crib_cli.core.pegging import Play
from crib_cli.game.settings import GameSettings, without_seed
from crib_cli.game.state import Awaited, GameState, Laid, Show, counting


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand or crib that was counted. ``worth`` is None while muggins can still be called on it."""

    seat: int
    what: str
    """``hand`` or ``crib``."""
    cards: tuple[int, ...]
    worth: int | None
    claimed: int


@dataclass(frozen=True, slots=True)
class View:
    """The game as a seat sees it. The fields are those of ``GameState``; only what they hide is told here."""

    seat: int
    settings: GameSettings
    """Without the seed."""
    awaited: Awaited
    game: int
    games: tuple[int, ...]
    deal: int
    dealer: int
    scores: tuple[int, ...]
    cutters: tuple[int, ...]
    cuts: tuple[int, ...]
    hand: tuple[int, ...]
    """The cards this seat holds now."""
    kept: tuple[int, ...]
    """The cards this seat held when the play began; the cards dealt until it has tossed."""
    tossed: tuple[int, ...]
    """What this seat threw to the crib."""
    held: tuple[int, ...]
    """How many cards each seat holds."""
    starter: int | None
    play: Play | None
    """Count, series, turn, who is out: all of it is open to all."""
    laid: tuple[Laid, ...]
    shown: tuple[ShownHand, ...]
    counting: tuple[int, ...]
    """The cards being counted now: turned up on the table for all to see."""

    @property
    def side(self) -> int:
        """The side of this seat."""
        return self.settings.side_of(self.seat)

    @property
    def is_dealer(self) -> bool:
        """Whether this seat has the deal."""
        return self.dealer == self.seat

    @property
    def owns_crib(self) -> bool:
        """Whether the crib counts for this seat's side: its own, or its partner's."""
        return self.settings.side_of(self.dealer) == self.side


def view(state: GameState, seat: int) -> View:
    """Return what a seat may know of the game."""
    dealt = bool(state.hands)
    shown: tuple[ShownHand, ...] = ()
    if state.shows:
        closed = len(state.shows) - bool(state.callers)
        shown = tuple(_show(show, known=number < closed) for number, show in enumerate(state.shows))
    return View(
        seat=seat,
        settings=without_seed(state.settings),
        awaited=state.awaited,
        game=state.game,
        games=state.games,
        deal=state.deal,
        dealer=state.dealer,
        scores=state.scores,
        cutters=state.cutters,
        cuts=state.cuts,
        hand=state.hands[seat] if dealt else (),
        kept=state.kept[seat] if dealt else (),
        tossed=state.tossed[seat] if dealt else (),
        held=tuple(map(len, state.hands)),
        starter=state.starter,
        play=state.play,
        laid=state.laid,
        shown=shown,
        counting=counting(state)[1] if state.awaited.kind == "claim" else (),
    )


def _show(show: Show, *, known: bool) -> ShownHand:
    return ShownHand(show.seat, show.what, show.cards, show.worth if known else None, show.claimed)
