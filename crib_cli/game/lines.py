"""Events as lines of JSON and back. One event a line; seats and sides are numbered from 1, cards have their names.

A reader takes what it knows from a line and leaves other keys alone; a key that is missing or holds something else
makes the line damaged.
"""

import json
from collections.abc import Callable, Sequence
from types import UnionType
from typing import Any

from crib_cli.core.cards import NAMES
from crib_cli.core.rules import VARIANTS
from crib_cli.errors import RulesError, StoreError
from crib_cli.game.events import (
    CalledMuggins,
    CutForDeal,
    Dealt,
    Discarded,
    Ended,
    Event,
    MatchEnded,
    Passed,
    Played,
    SaidGo,
    Scored,
    Shown,
    Started,
    Turned,
)
from crib_cli.game.settings import GameSettings

FORMAT = 1
"""The number of the record's format, on its first line."""

Fields = dict[str, Any]

_NUMBERS = {name: card for card, name in enumerate(NAMES)}


class _DamagedError(Exception):
    """A line that holds no event."""


def event_line(event: Event) -> str:
    """Return an event as one line of JSON, without a line end; the keys are in the order of the contract.

    >>> event_line(Played(0, 26, 7))
    '{"event":"play","player":1,"card":"7H","count":7}'
    """
    return json.dumps(_WRITERS[type(event)](event), separators=(",", ":"), ensure_ascii=False)


def parse_line(line: str, number: int = 1) -> Event:
    """Read one line of a record; ``number`` is its place there, for the error.

    Raises StoreError for anything that ``event_line`` would not write, other keys aside.

    >>> parse_line('{"event":"go","player":2,"count":28}')
    SaidGo(seat=1, count=28)
    """
    try:
        fields = _load(line)
        return _READERS[_text(fields, "event")](fields)
    except StoreError as error:
        raise StoreError(error.code, **{**error.params, "line": number}) from None
    except RulesError as error:
        raise StoreError("store.record_illegal", line=number, reason=error) from None
    except (_DamagedError, LookupError, ValueError, RecursionError):
        raise StoreError("store.record_line", line=number, text=line.strip()) from None


# writing


def _names(cards: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def _by_number(values: Sequence[Any]) -> Fields:
    return {str(number): value for number, value in enumerate(values, 1)}


def _numbers(seats: Sequence[int]) -> list[int]:
    return [seat + 1 for seat in seats]


def _write_started(event: Started) -> Fields:
    settings = event.settings
    return {
        "event": "game",
        "format": FORMAT,
        "variant": settings.rules.name,
        "hazard": settings.hazard,
        "players": settings.players,
        "teams": [_numbers(team) for team in settings.teams],
        "target": settings.target,
        "muggins": settings.muggins,
        "seed": settings.seed,
        "levels": list(settings.levels),
        "strict": settings.strict,
        "claims": _numbers(settings.claims),
        "match": settings.match,
        "play_out": settings.play_out,
    }


def _write_cut(event: CutForDeal) -> Fields:
    return {"event": "cut", "player": event.seat + 1, "card": NAMES[event.card]}


def _write_dealt(event: Dealt) -> Fields:
    fields = {
        "event": "deal",
        "deal": event.deal,
        "dealer": event.dealer + 1,
        "hands": _by_number([_names(hand) for hand in event.hands]),
        "crib": _names(event.kitty),
    }
    return fields if event.game == 1 else {**fields, "game": event.game}


def _write_discarded(event: Discarded) -> Fields:
    return {"event": "discard", "player": event.seat + 1, "cards": _names(event.cards)}


def _write_turned(event: Turned) -> Fields:
    return {"event": "starter", "card": NAMES[event.card]}


def _write_played(event: Played) -> Fields:
    return {"event": "play", "player": event.seat + 1, "card": NAMES[event.card], "count": event.count}


def _write_go(event: SaidGo) -> Fields:
    return {"event": "go", "player": event.seat + 1, "count": event.count}


def _write_shown(event: Shown) -> Fields:
    return {
        "event": "show",
        "player": event.seat + 1,
        "what": event.what,
        "cards": _names(event.cards),
        "starter": NAMES[event.starter],
        "worth": event.worth,
        "claimed": event.claimed,
    }


def _write_muggins(event: CalledMuggins) -> Fields:
    fields = {"event": "muggins", "player": event.seat + 1, "against": event.against + 1, "points": event.points}
    return fields if event.named == event.points else {**fields, "named": event.named}


def _write_passed(event: Passed) -> Fields:
    return {"event": "pass", "player": event.seat + 1}


def _write_scored(event: Scored) -> Fields:
    return {
        "event": "score",
        "player": event.seat + 1,
        "points": event.points,
        "reason": event.reason,
        "score": _by_number(event.scores),
    }


def _write_ended(event: Ended) -> Fields:
    fields = {
        "event": "end",
        "winners": _numbers(event.winners),
        "score": _by_number(event.scores),
        "skunk": event.skunk,
        "games": event.games,
    }
    return fields if len(event.scores) == 2 else {**fields, "skunks": _by_number(event.labels)}


def _write_match(event: MatchEnded) -> Fields:
    return {"event": "match", "games": _by_number(event.games), "winners": _numbers(event.winners)}


_WRITERS: dict[type[Event], Callable[[Any], Fields]] = {
    Started: _write_started,
    CutForDeal: _write_cut,
    Dealt: _write_dealt,
    Discarded: _write_discarded,
    Turned: _write_turned,
    Played: _write_played,
    SaidGo: _write_go,
    Shown: _write_shown,
    CalledMuggins: _write_muggins,
    Passed: _write_passed,
    Scored: _write_scored,
    Ended: _write_ended,
    MatchEnded: _write_match,
}


# reading


def _load(line: str) -> Fields:
    fields = json.loads(line)
    if not isinstance(fields, dict):
        raise _DamagedError
    return fields


def _get(fields: Fields, key: str, kind: type) -> Any:
    value = fields[key]
    # True is an int to Python, but no number of points.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise _DamagedError
    return value


def _number(fields: Fields, key: str) -> int:
    number: int = _get(fields, key, int)
    return number


def _text(fields: Fields, key: str) -> str:
    text: str = _get(fields, key, str)
    return text


def _flag(fields: Fields, key: str, *, default: bool) -> bool:
    flag: bool = _get(fields, key, bool) if key in fields else default
    return flag


def _seat(fields: Fields, key: str = "player") -> int:
    return _number(fields, key) - 1


def _card(fields: Fields, key: str = "card") -> int:
    return _NUMBERS[_text(fields, key)]


def _all_of(values: list[Any], kind: type | UnionType) -> list[Any]:
    if not all(isinstance(value, kind) and not isinstance(value, bool) for value in values):
        raise _DamagedError
    return values


def _cards(fields: Fields, key: str = "cards") -> tuple[int, ...]:
    return tuple(_NUMBERS[name] for name in _all_of(_get(fields, key, list), str))


def _seats(fields: Fields, key: str) -> tuple[int, ...]:
    return tuple(number - 1 for number in _all_of(_get(fields, key, list), int))


def _in_order(fields: Fields, key: str, kind: type | UnionType) -> list[Any]:
    """Return the values of an object whose keys are 1, 2 and so on."""
    values: Fields = _get(fields, key, dict)
    return _all_of([values[str(number)] for number in range(1, len(values) + 1)], kind)


def _read_started(fields: Fields) -> Event:
    if fields["format"] != FORMAT:
        raise StoreError("store.record_format", line=1, given=fields["format"], known=FORMAT)
    settings = GameSettings(
        rules=VARIANTS[_text(fields, "variant")],
        players=_number(fields, "players"),
        hazard=_flag(fields, "hazard", default=False),
        target=_number(fields, "target"),
        muggins=_flag(fields, "muggins", default=False),
        strict=_flag(fields, "strict", default=False),
        claims=_seats(fields, "claims") if "claims" in fields else (),
        match=_number(fields, "match") if "match" in fields else 1,
        play_out=_flag(fields, "play_out", default=False),
        seed=None if fields["seed"] is None else _number(fields, "seed"),
        levels=tuple(_all_of(_get(fields, "levels", list), str)),
    )
    if fields["teams"] != [_numbers(team) for team in settings.teams]:
        raise _DamagedError
    return Started(settings)


def _read_cut(fields: Fields) -> Event:
    return CutForDeal(_seat(fields), _card(fields))


def _read_dealt(fields: Fields) -> Event:
    game = _number(fields, "game") if "game" in fields else 1
    hands = tuple(tuple(_NUMBERS[name] for name in _all_of(hand, str)) for hand in _in_order(fields, "hands", list))
    return Dealt(game, _number(fields, "deal"), _seat(fields, "dealer"), hands, _cards(fields, "crib"))


def _read_discarded(fields: Fields) -> Event:
    return Discarded(_seat(fields), _cards(fields))


def _read_turned(fields: Fields) -> Event:
    return Turned(_card(fields))


def _read_played(fields: Fields) -> Event:
    return Played(_seat(fields), _card(fields), _number(fields, "count"))


def _read_go(fields: Fields) -> Event:
    return SaidGo(_seat(fields), _number(fields, "count"))


def _read_shown(fields: Fields) -> Event:
    return Shown(
        seat=_seat(fields),
        what=_text(fields, "what"),
        cards=_cards(fields),
        starter=_card(fields, "starter"),
        worth=_number(fields, "worth"),
        claimed=_number(fields, "claimed"),
    )


def _read_muggins(fields: Fields) -> Event:
    points = _number(fields, "points")
    named = _number(fields, "named") if "named" in fields else points
    return CalledMuggins(_seat(fields), _seat(fields, "against"), points, named)


def _read_passed(fields: Fields) -> Event:
    return Passed(_seat(fields))


def _read_scored(fields: Fields) -> Event:
    scores = tuple(_in_order(fields, "score", int))
    return Scored(_seat(fields), _number(fields, "points"), _text(fields, "reason"), scores)


def _read_ended(fields: Fields) -> Event:
    winners = _seats(fields, "winners")
    scores = tuple(_in_order(fields, "score", int))
    skunk = None if fields["skunk"] is None else _text(fields, "skunk")
    if "skunks" in fields:
        labels = tuple(_in_order(fields, "skunks", str | None))
    else:
        won = {seat % 2 for seat in winners}
        labels = tuple(None if side in won else skunk for side in range(len(scores)))
    return Ended(winners, scores, skunk, labels, _number(fields, "games"))


def _read_match(fields: Fields) -> Event:
    return MatchEnded(tuple(_in_order(fields, "games", int)), _seats(fields, "winners"))


_READERS: dict[str, Callable[[Fields], Event]] = {
    "game": _read_started,
    "cut": _read_cut,
    "deal": _read_dealt,
    "discard": _read_discarded,
    "starter": _read_turned,
    "play": _read_played,
    "go": _read_go,
    "show": _read_shown,
    "muggins": _read_muggins,
    "pass": _read_passed,
    "score": _read_scored,
    "end": _read_ended,
    "match": _read_match,
}
