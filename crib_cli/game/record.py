"""The record of a game, read back: the very state, from the lines alone, with every score derived again.

Seats that are asked for muggins and have nothing to say need not be on record: a next event that is no call of
theirs means that they declined.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from crib_cli.errors import CribError, IllegalActionError, StoreError
from crib_cli.game.actions import (
    Action,
    CallMuggins,
    Claim,
    Cut,
    Deal,
    Decline,
    Discard,
    PlayCard,
    SayGo,
    Turn,
)
from crib_cli.game.events import (
    CalledMuggins,
    CutForDeal,
    Dealt,
    Discarded,
    Event,
    Passed,
    Played,
    SaidGo,
    Shown,
    Started,
    Turned,
)
from crib_cli.game.lines import event_line, parse_line
from crib_cli.game.state import GameState
from crib_cli.game.transitions import apply, begin_game

__all__ = ["Replay", "action_of", "apply_recorded", "event_line", "parse_line", "replay"]


@dataclass(frozen=True, slots=True)
class Replay:
    """A game read back from its record."""

    state: GameState
    events: tuple[Event, ...]
    """What the lines hold, in order."""
    missing: tuple[Event, ...]
    """What follows from the last line and is not on record: the record was cut off between two lines."""
    damaged: str | None
    """The last line, where it was half written or cannot be read; it is left out."""


def action_of(event: Event) -> Action | None:
    """Return the action that an event came of; None for what follows from another event.

    >>> action_of(SaidGo(1, 28))
    SayGo(seat=1)
    """
    match event:
        case CutForDeal(seat, card):
            return Cut(seat, card)
        case Dealt(hands=hands, kitty=kitty):
            return Deal(hands, kitty)
        case Discarded(seat, cards):
            return Discard(seat, cards)
        case Turned(card):
            return Turn(card)
        case Played(seat, card):
            return PlayCard(seat, card)
        case SaidGo(seat):
            return SayGo(seat)
        case Shown(seat=seat, claimed=claimed):
            return Claim(seat, claimed)
        case CalledMuggins(seat=seat, named=named):
            return CallMuggins(seat, named)
        case Passed(seat):
            return Decline(seat)
    return None


def replay(lines: Iterable[str]) -> Replay:
    """Play a record again and hold every line against the rules; empty lines are passed over.

    A last line that cannot be read is left out and told of. Raises StoreError with the line's number, counted from 1,
    for any other line that cannot be read, that the rules do not allow, or whose points do not follow; for a record
    without its first line; and for one of another format.

    >>> from crib_cli.game.settings import GameSettings
    >>> state, events = begin_game(GameSettings())
    >>> replay(map(event_line, events)).state == state
    True
    """
    written = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not written:
        raise StoreError("store.record_start", line=1, text="")
    number, line = written[0]
    first = parse_line(line, number)
    if not isinstance(first, Started):
        raise StoreError("store.record_start", line=number, text=line.strip())
    state, _ = begin_game(first.settings)
    events: list[Event] = [first]
    due: deque[Event] = deque()  # what follows from the last action and has not come yet
    damaged = None
    for number, line in written[1:]:
        try:
            event = parse_line(line, number)
        except StoreError:
            if number != written[-1][0]:
                raise
            damaged = line
            break
        if not due:
            state, follows = _act(state, event, number)
            due.extend(follows)
        wanted = due.popleft()
        if event != wanted:
            raise StoreError("store.record_differs", line=number, given=line.strip(), wanted=event_line(wanted))
        events.append(event)
    return Replay(state, tuple(events), tuple(due), damaged)


def apply_recorded(state: GameState, action: Action) -> tuple[GameState, tuple[Event, ...]]:
    """Do an action of a record, and before it the declines that it implies; return the state and what happened.

    Raises IllegalActionError for what the rules do not allow.

    >>> from crib_cli.game.settings import GameSettings
    >>> state, _ = begin_game(GameSettings())
    >>> apply_recorded(state, Cut(0, 4))[0].cuts
    (4,)
    """
    caller = action.seat if isinstance(action, CallMuggins | Decline) else None
    while state.callers and (caller is None or caller in state.callers[1:]):
        state, _ = apply(state, Decline(state.callers[0]))
    return apply(state, action)


def _act(state: GameState, event: Event, number: int) -> tuple[GameState, tuple[Event, ...]]:
    """Do the action that an event came of."""
    action = action_of(event)
    try:
        if action is None:
            raise IllegalActionError("game.not_now", given=_kind_of(event), wanted=state.awaited.kind)
        return apply_recorded(state, action)
    except CribError as error:
        raise StoreError("store.record_illegal", line=number, reason=error) from None


def _kind_of(event: Event) -> str:
    return event_line(event).split('"', 4)[3]
