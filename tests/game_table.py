"""A table for tests of the game: hands laid out as a test wants them, and whole games played at random."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from crib_cli.core.cards import DECK
from crib_cli.core.notation import parse_cards
from crib_cli.core.rules import FIVE, SEVEN, SHOTGUN, SIX, Rules
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
from crib_cli.game.dealer import CHANCE, next_chance
from crib_cli.game.events import Event, Scored
from crib_cli.game.legality import legal_actions
from crib_cli.game.settings import GameSettings, make_settings
from crib_cli.game.state import GameState, worth_of
from crib_cli.game.transitions import apply, begin_game

TABLES: list[tuple[Rules, int]] = [(SIX, 2), (SIX, 3), (SIX, 4), (FIVE, 2), (SEVEN, 2), (SHOTGUN, 2)]
"""Every variant with every number of players that it is for."""


def name_of_table(value: object) -> str:
    """Name a parameter of a test."""
    return value.name if isinstance(value, Rules) else str(value)


def cards_of(text: str) -> tuple[int, ...]:
    return tuple(card for card, *_ in parse_cards(text)) if text else ()


def card_of(text: str) -> int:
    (card,) = cards_of(text)
    return card


def run(state: GameState, *actions: Action) -> tuple[GameState, list[Event]]:
    """Do actions; return the state after them and all that happened."""
    done: list[Event] = []
    for action in actions:
        state, events = apply(state, action)
        done += events
    return state, done


def seat_down(settings: GameSettings, dealer: int = 0) -> GameState:
    """Return a game where a seat has cut the lowest card and is to deal."""
    state, _ = begin_game(settings)
    cuts = [Cut(seat, 0 if seat == dealer else 4 * (seat + 1)) for seat in range(settings.players)]
    return run(state, *cuts)[0]


def lay(
    settings: GameSettings,
    *hands: str,
    starter: str = "QS",
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    crib: str = "",
) -> tuple[GameState, list[Event]]:
    """Lay out the hands that are kept, by seat, and turn the starter; return what the starter brought, too.

    The crib is made of the cards given or else of any that are left; the scores hold before the starter is turned.
    """
    state = seat_down(settings, dealer)
    if scores is not None:
        state = replace(state, scores=tuple(scores), deal=2)
    kept = [cards_of(hand) for hand in hands]
    out = {card for hand in kept for card in hand} | {card_of(starter)}
    left = iter(cards_of(crib) or [card for card in DECK if card not in out])
    tossed = settings.rules.tossed_by(settings.players)
    thrown = [tuple(next(left) for _ in range(tossed)) for _ in kept]
    kitty = tuple(next(left) for _ in range(settings.rules.kitty_of(settings.players)))
    state, _ = run(state, Deal(tuple(a + b for a, b in zip(kept, thrown, strict=True)), kitty))
    while state.awaited.kind == "discard":
        seat = state.awaited.seat
        assert seat is not None
        state, _ = run(state, Discard(seat, thrown[seat]))
    return run(state, Turn(card_of(starter)))


def put(state: GameState, text: str) -> tuple[GameState, list[Event]]:
    """Play cards and say goes, each for the seat that is asked."""
    done: list[Event] = []
    for word in text.split():
        seat = state.awaited.seat
        assert seat is not None
        state, events = run(state, SayGo(seat) if word == "go" else PlayCard(seat, card_of(word)))
        done += events
    return state, done


def play_out(state: GameState) -> GameState:
    """Play the first card that fits until the play is over."""
    while state.awaited.kind == "play":
        state, _ = run(state, legal_actions(state)[0])
    return state


def claim(state: GameState, points: int | None = None) -> tuple[GameState, list[Event]]:
    """Claim points, or the truth, for the seat that counts now."""
    seat = state.awaited.seat
    assert seat is not None
    return run(state, Claim(seat, worth_of(state) if points is None else points))


def scored(events: Sequence[Event]) -> list[tuple[int, int, str]]:
    """Return who scored how much and why."""
    return [(event.seat, event.points, event.reason) for event in events if isinstance(event, Scored)]


def any_settings(rules: Rules, players: int, chance: random.Random, **given: object) -> GameSettings:
    """Return settings that chance fills in."""
    values: dict[str, object] = {
        "hazard": chance.random() < 0.5,
        "target": chance.choice([None, 31, 61, 90]),
        "muggins": chance.random() < 0.7,
        "strict": chance.random() < 0.5,
        "claims": [seat for seat in range(players) if chance.random() < 0.7],
        "match": chance.choice([1, 1, 3, 5]),
        "play_out": chance.random() < 0.5,
        "seed": chance.randrange(10**6),
        "levels": ["club"] * players,
    }
    return make_settings(rules, players=players, **{**values, **given})


def choose(state: GameState, chance: random.Random) -> Action:
    """Choose an action as the seed has it, or at random; claims are right half the time, calls near the truth."""
    seat, kind = state.awaited.seat, state.awaited.kind
    if kind in CHANCE or seat is None:
        return next_chance(state)
    if kind == "claim":
        worth = worth_of(state)
        if seat not in state.settings.claims or chance.random() < 0.5:
            return Claim(seat, worth)
        near = [action for action in legal_actions(state) if isinstance(action, Claim)]
        return min(near, key=lambda action: abs(action.points - worth + chance.randrange(-6, 7)))
    if kind == "muggins":
        missed = state.shows[-1].worth - state.shows[-1].claimed
        if chance.random() < (0.3 if missed else 0.7):
            return Decline(seat)
        return CallMuggins(seat, max(1, missed + chance.randrange(-2, 4)))
    return chance.choice(legal_actions(state))


Step = tuple[GameState, Action | None, tuple[Event, ...]]


def play_game(settings: GameSettings, chance: random.Random) -> Iterator[Step]:
    """Play at random: yield each state with the action that led to it and what that brought."""
    state, events = begin_game(settings)
    yield state, None, events
    while not state.is_over:
        action = choose(state, chance)
        state, events = apply(state, action)
        yield state, action, events
