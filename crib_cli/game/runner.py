"""Drives a game: chance and the computer players act until a person must, or until all is over.

Nothing is kept between two calls: the state and who sits where are all there is, so a game read back from its record
goes on from there. A seat is a ``Player``, or None for a person.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from crib_cli.core.pegging import must_say_go
from crib_cli.game.actions import Action, Claim, Decline, SayGo
from crib_cli.game.dealer import CHANCE, next_chance
from crib_cli.game.events import Dealt, Ended, Event, Passed, Scored, Shown
from crib_cli.game.players.base import Player
from crib_cli.game.players.levels import find_level, make_player
from crib_cli.game.settings import GameSettings
from crib_cli.game.state import GameState, worth_of
from crib_cli.game.transitions import apply, begin_game
from crib_cli.game.views import view

PERSON = "person"
"""What stands among the levels for a seat where a person plays."""

Seats = Sequence[Player | None]

_SURE = 1.96
"""So many standard deviations to each side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action that was not a person's, the state after it and what happened, as it goes on record."""

    action: Action
    state: GameState
    events: tuple[Event, ...]


def seat_players(settings: GameSettings) -> tuple[Player | None, ...]:
    """Return who sits at each seat by the levels of the settings, ``PERSON`` for a person.

    Raises RulesError for a level that does not exist.

    >>> seat_players(GameSettings(levels=("person", "expert")))[0] is None
    True
    """
    seed = settings.seed or 0
    return tuple(None if level == PERSON else make_player(level, seed) for level in settings.levels)


def add_claims(settings: GameSettings) -> GameSettings:
    """Return the settings with the claims of all computers that miscount, for a game with muggins.

    >>> add_claims(GameSettings(muggins=True, levels=("person", "club"))).claims
    (1,)
    """
    if not settings.muggins:
        return settings
    faulty = {seat for seat, level in enumerate(settings.levels) if level != PERSON and find_level(level).every}
    return replace(settings, claims=tuple(sorted({*settings.claims, *faulty})))


def next_action(state: GameState, players: Seats) -> Action | None:
    """Return what is done next without a person; None when a person must act, or all is over.

    A person's go that must be said is said for him, and his hand is counted for him unless he makes claims.
    """
    kind, seat = state.awaited.kind, state.awaited.seat
    if seat is None:
        return None
    if kind in CHANCE:
        return next_chance(state)
    if kind == "claim" and seat not in state.settings.claims:
        return Claim(seat, worth_of(state))
    player = players[seat]
    if player is not None:
        return player.choose(view(state, seat))
    if kind == "play" and state.play is not None and must_say_go(state.play, state.hands[seat]):
        return SayGo(seat)
    return None


def advance(state: GameState, players: Seats) -> Iterator[Step]:
    """Yield the steps from a state until a person must act or all is over.

    The decline of a computer is no event: the record does not tell of it.
    """
    while (action := next_action(state, players)) is not None:
        state, events = apply(state, action)
        if isinstance(action, Decline):
            events = tuple(event for event in events if not isinstance(event, Passed))
        yield Step(action, state, events)


def play_out(settings: GameSettings, players: Seats | None = None) -> tuple[GameState, list[Event]]:
    """Play a game or a match to its end without a person; return its last state and all its events.

    ``players`` are those of the settings' levels unless others are given, and none of them may be a person.

    >>> state, events = play_out(GameSettings(seed=7, levels=("club", "beginner")))
    >>> state.is_over, max(state.scores)
    (True, 121)
    """
    if players is None:
        players = seat_players(settings)
    state, first = begin_game(settings)
    events = list(first)
    for step in advance(state, players):
        state = step.state
        events += step.events
    return state, events


@dataclass(frozen=True, slots=True)
class Share:
    """A mean, and where it lies with 95 % confidence by the normal distribution."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of many games; ``dataclasses.asdict`` makes plain data of it."""

    games: int
    deals: int
    """The deals that were counted to the end, which are those that ``points`` are from."""
    wins: tuple[Share, ...]
    """The part of the games that each player won, by his place in the levels. Sides that tie share a game."""
    first_dealer: Share
    """The part of the games that the side with the first deal won."""
    skunks: dict[str, int]
    """Games by the label that set their value."""
    points: dict[str, dict[str, float]]
    """By role, ``dealer`` and ``pone``, and by reason: mean points per deal. Several pones are taken together."""


def play_many(
    settings: GameSettings,
    games: int,
    *,
    rotate: bool = False,
    seat: Callable[[GameSettings], Seats] = seat_players,
    told: Callable[[int], None] | None = None,
) -> Summary:
    """Play games between the levels of the settings, seeds counting up from theirs, and sum them up.

    With ``rotate`` every shuffle is played once with each player at each seat, and the intervals are over shuffles,
    so that the luck of the cards falls out; ``games`` are then the shuffles. ``seat`` makes the players;
    ``told`` is called with 1 after each shuffle, to show how far it is.
    Raises ValueError for no games.

    >>> play_many(GameSettings(levels=("club", "club")), 2, rotate=True).wins[0].mean
    0.5
    """
    if games < 1:
        raise ValueError(games)
    players = settings.players
    won: list[list[float]] = []  # by shuffle, the part that each player won
    dealt_first: list[float] = []
    tally = _Tally(settings)
    first_seed = settings.seed or 0
    turns = range(players if rotate else 1)
    for shuffle in range(games):
        parts = [0.0] * players
        for turn in turns:
            levels = tuple(settings.levels[(place - turn) % players] for place in range(players))
            table = replace(settings, levels=levels, match=1, claims=(), seed=first_seed + shuffle)
            table = add_claims(table)
            state, events = play_out(table, seat(table))
            ended = tally.add(events)
            sides = {table.side_of(winner) for winner in ended.winners}
            for winner in ended.winners:
                parts[(winner - turn) % players] += 1 / len(sides) / len(turns)
            dealt_first.append((table.side_of(state.first_dealer) in sides) / len(sides))
        won.append(parts)
        if told is not None:
            told(1)
    return Summary(
        games=games * len(turns),
        deals=tally.deals,
        wins=tuple(_share([parts[player] for parts in won]) for player in range(players)),
        first_dealer=_share(dealt_first),
        skunks=dict(sorted(tally.skunks.items())),
        points=tally.mean_points(),
    )


class _Tally:
    """Counts points by role and reason over deals, and skunks over games."""

    def __init__(self, settings: GameSettings) -> None:
        self.shows = settings.players + bool(settings.rules.crib_size)
        self.deals = 0
        self.skunks: Counter[str] = Counter()
        self.sums: Counter[tuple[str, str]] = Counter()

    def add(self, events: Iterable[Event]) -> Ended:
        """Count a game and return how it ended. A deal that was not counted to its end is left out."""
        dealer = shows = 0
        deal: Counter[tuple[str, str]] = Counter()
        for event in events:
            if isinstance(event, Scored):
                deal["dealer" if event.seat == dealer else "pone", event.reason] += event.points
            elif isinstance(event, Shown):
                shows += 1
            elif isinstance(event, Dealt | Ended):
                if shows == self.shows:
                    self.deals += 1
                    self.sums.update(deal)
                deal.clear()
                shows = 0
                if isinstance(event, Ended):
                    if event.skunk is not None:
                        self.skunks[event.skunk] += 1
                    return event
                dealer = event.dealer
        raise ValueError(events)

    def mean_points(self) -> dict[str, dict[str, float]]:
        """Return mean points per deal, by role and reason."""
        means: dict[str, dict[str, float]] = {"dealer": {}, "pone": {}}
        for (role, reason), points in sorted(self.sums.items()):
            means[role][reason] = points / self.deals
        return means


def _share(parts: Sequence[float]) -> Share:
    """Return the mean of some parts and its 95 % interval, which stays between 0 and 1."""
    number = len(parts)
    mean = sum(parts) / number
    spread = sqrt(sum((part - mean) ** 2 for part in parts) / max(number - 1, 1) / number)
    return Share(mean, max(0.0, mean - _SURE * spread), min(1.0, mean + _SURE * spread))
