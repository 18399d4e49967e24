"""The referee passes games written out by hand, and finds whatever one changes in them."""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import referee as referee_module
from referee import referee

Event = dict[str, Any]

SIX = """
game six 2 30
cut 1 5H
cut 2 5D
cut 1 KC
cut 2 QC
deal 1 2 : 5H 5S 4C 6D 9C KD / 7H 8S JC QD 2C 3D
discard 1 9C KD
discard 2 2C 3D
starter JD
score 2 heels 2 = 0 2
play 1 4C 4
play 2 QD 14
play 1 5H 19
play 2 JC 29
go 1 29
score 2 last 1 = 0 3
play 1 5S 5
play 2 8S 13
play 1 6D 19
play 2 7H 26
score 2 run 4 = 0 7
score 2 last 1 = 0 8
show 1 hand 5H 5S 4C 6D / JD 16
score 1 hand 16 = 16 8
show 2 hand 7H 8S JC QD / JD 4
score 2 hand 4 = 16 12
show 2 crib 9C KD 2C 3D / JD 4
score 2 crib 4 = 16 16
deal 2 1 : 10C 10S 6H 7D 3C 2D / 5D 5C 10H JH QH AC
discard 2 QH AC
discard 1 3C 2D
starter 9H
play 2 5D 5
play 1 10C 15
score 1 fifteen 2 = 18 16
play 2 5C 20
play 1 10S 30
go 2 30
score 1 last 1 = 19 16
play 2 JH 10
play 1 6H 16
play 2 10H 26
go 1 26
score 2 last 1 = 19 17
play 1 7D 7
score 1 last 1 = 20 17
show 2 hand 5D 5C 10H JH / 9H 14
score 2 hand 14 = 20 30
end 2 = 20 30 null 1
"""

FIVE = """
game five 2 20
cut 1 AC
cut 2 10C
deal 1 1 : 5C 5D 6H KC QC / 7C 8D 9H 2C 3C
score 2 first-pone 3 = 0 3
discard 2 2C 3C
discard 1 KC QC
starter JH
score 1 heels 2 = 2 3
play 2 7C 7
play 1 6H 13
play 2 8D 21
score 2 run 3 = 2 6
play 1 5C 26
score 1 run 4 = 6 6
go 2 26
play 1 5D 31
score 1 thirty-one 2 = 8 6
score 1 pair 2 = 10 6
show 2 hand 7C 8D 9H / JH 5
score 2 hand 5 = 10 11
show 1 hand 5C 5D 6H / JH 6
score 1 hand 6 = 16 11
show 1 crib KC QC 2C 3C / JH 9
score 1 crib 9 = 20 11
end 1 = 20 11 null 1
"""

SEVEN = """
game seven 2 40
cut 1 2H
cut 2 3H
deal 1 1 : AC AD 2C 2D 3C 8S 9S / 4C 4D 5C 5D 6C KH QH
discard 2 KH QH
discard 1 8S 9S
starter 6D
play 2 4C 4
play 1 AC 5
play 2 4D 9
play 1 AD 10
play 2 5C 15
score 2 fifteen 2 = 0 2
play 1 2C 17
play 2 5D 22
play 1 2D 24
play 2 6C 30
go 1 30
score 2 last 1 = 0 3
play 1 3C 3
score 1 last 1 = 1 3
show 2 hand 4C 4D 5C 5D 6C / 6D 46
score 2 hand 46 = 1 40
end 2 = 1 40 "single" 2
"""

SHOTGUN = """
game shotgun 2 31
cut 1 7H
cut 2 6S
deal 1 2 : 5C 5D 5H JS QS KS / 2C 4C 6C 8C 10C QC
starter 5S
play 1 JS 10
play 2 10C 20
play 1 KS 30
go 2 30
score 1 last 1 = 1 0
play 2 8C 8
play 1 5C 13
play 2 QC 23
play 1 5D 28
play 2 2C 30
go 1 30
score 2 last 1 = 1 1
play 1 QS 10
play 2 4C 14
play 1 5H 19
play 2 6C 25
score 2 run 3 = 1 4
score 2 last 1 = 1 5
show 1 hand 5C 5D 5H JS QS KS / 5S 48
score 1 hand 48 = 31 5
end 1 = 31 5 null 1
"""

THREE = """
game six 3 25
cut 1 KC
cut 2 AC
cut 3 AD
cut 2 9C
cut 3 4C
deal 1 3 : KC 9C 5C 2C AH / 10D 8D 7D 6D AS / QH JH 4H 3H AC + AD
discard 1 AH
discard 2 AS
discard 3 AC
starter 3S
play 1 KC 10
play 2 10D 20
play 3 QH 30
go 1 30
go 2 30
score 3 last 1 = 0 0 1
play 1 9C 9
play 2 8D 17
play 3 JH 27
play 1 2C 29
go 2 29
go 3 29
score 1 last 1 = 1 0 1
play 2 7D 7
play 3 4H 11
play 1 5C 16
play 2 6D 22
score 2 run 4 = 1 4 1
play 3 3H 25
score 3 run 5 = 1 4 6
score 3 last 1 = 1 4 7
show 1 hand KC 9C 5C 2C / 3S 8
score 1 hand 8 = 9 4 7
show 2 hand 10D 8D 7D 6D / 3S 9
score 2 hand 9 = 9 13 7
show 3 hand QH JH 4H 3H / 3S 6
score 3 hand 6 = 9 13 13
show 3 crib AD AH AS AC / 3S 12
score 3 crib 12 = 9 13 25
end 3 = 9 13 25 null 1 / null null null
"""

FOUR = """
game six 4 12
cut 1 KC
cut 2 QC
cut 3 JC
cut 4 10C
deal 1 4 : 5C 6C 7C 8C KD / 5D 6D 7D 8D KH / 5H 6H 7H 8H KS / 5S 6S 7S 8S KC
discard 1 KD
discard 2 KH
discard 3 KS
discard 4 KC
starter 9C
play 1 5C 5
play 2 5D 10
score 2 pair 2 = 0 2
play 3 5H 15
score 3 fifteen 2 = 2 2
score 3 pair 6 = 8 2
play 4 5S 20
score 4 pair 12 = 8 12
end 2 4 = 8 12 null 1
"""


def change(record: str, *changes: tuple[str, str]) -> str:
    """Replace pieces that must each be there once."""
    for old, new in changes:
        assert record.count(old) == 1, old
        record = record.replace(old, new)
    return record


HAZARD = change(THREE, ("game six 3 25", "game six 3 25 hazard"), ("end 3 ", "end 1 "))

_CLAIM = "show 1 hand 5H 5S 4C 6D / JD 16\nscore 1 hand 16 = 16 8\n"
_DEALERS = "show 2 hand 7H 8S JC QD / JD 4\n"
_REST = SIX[SIX.index(_CLAIM) + len(_CLAIM) :]


def shift(record: str, first: int, second: int, target: int) -> str:
    """Add to all scores of both sides, capped."""

    def add(match: re.Match[str]) -> str:
        return f"= {min(int(match[1]) + first, target)} {min(int(match[2]) + second, target)}"

    return re.sub(r"= (\d+) (\d+)", add, record)


def claim(head: str, shown: str, first: int, second: int) -> str:
    """Make of ``SIX`` a game in which player 1's first hand goes otherwise."""
    start = SIX[: SIX.index(_CLAIM)].replace("game six 2 30", f"game six 2 30 {head}")
    return start + shown + shift(_REST, first, second, 30)


SHORT = "show 1 hand 5H 5S 4C 6D / JD 16 12\nscore 1 hand 12 = 12 8\n"
OVER = "show 1 hand 5H 5S 4C 6D / JD 16 18\nscore 1 hand 16 = 16 8\n"
EXACT = "show 1 hand 5H 5S 4C 6D / JD 16 16\nscore 1 hand 16 = 16 8\n"
COUNTED = claim("claims=1", SHORT, -4, 0)
MUGGINS = claim("muggins claims=1", SHORT + "muggins 2 against 1 4\nscore 2 muggins 4 = 12 12\n", -4, 4)
PARTLY = claim("muggins claims=1", SHORT + "muggins 2 against 1 2\nscore 2 muggins 2 = 12 10\n", -4, 2)
DECLINED = claim("muggins claims=1", SHORT + "pass 2\n", -4, 0)
UNCALLED = claim("muggins claims=1", SHORT, -4, 0)
MORE_NAMED = claim("muggins claims=1", SHORT + "muggins 2 against 1 4 6\nscore 2 muggins 4 = 12 12\n", -4, 4)
FALSE = claim("muggins claims=1 strict", EXACT + "muggins 2 against 1 0 2\nscore 1 penalty 2 = 18 8\n", 2, 0)
REFUSED = claim("muggins claims=1", EXACT + "muggins 2 against 1 0 2\n", 0, 0)
CORRECTED = claim("claims=1", OVER, 0, 0)
PENALTY = claim("claims=1 strict", OVER + "score 2 penalty 2 = 16 10\n", 0, 2)
OWN_FAULT = change(
    claim("hazard claims=1", SHORT.replace("score 1 hand 12 = 12", "score 1 hand 16 = 16"), 0, 0), ("end 2 ", "end 1 ")
)


def read(record: str) -> list[Event]:
    """Make events of the short hand of this file."""
    return [_read_line(line.split()) for line in record.strip().splitlines()]


def _read_line(words: list[str]) -> Event:
    kind, *rest = words
    return {"event": kind} | _READERS[kind](rest)


def _read_game(words: list[str]) -> Event:
    variant, players, target, *options = words
    seats = list(range(1, int(players) + 1))
    more = dict(option.split("=") for option in options if "=" in option)
    return {
        "format": 1,
        "variant": variant,
        "hazard": "hazard" in options,
        "players": len(seats),
        "teams": [[1, 3], [2, 4]] if len(seats) == 4 else [[seat] for seat in seats],
        "target": int(target),
        "muggins": "muggins" in options,
        "seed": 7,
        "levels": ["club"] * len(seats),
        "strict": "strict" in options,
        "claims": [int(seat) for seat in more.get("claims", "").split(",") if seat],
        "match": int(more.get("match", 1)),
        "play_out": "play-out" in options,
    }


def _read_deal(words: list[str]) -> Event:
    colon = words.index(":")
    number, dealer, *game = words[:colon]
    hands, _, kitty = " ".join(words[colon + 1 :]).partition(" + ")
    dealt = {str(seat): hand.split() for seat, hand in enumerate(hands.split(" / "), 1)}
    more = {"game": int(game[0].removeprefix("game="))} if game else {}
    return {"deal": int(number), "dealer": int(dealer), "hands": dealt, "crib": kitty.split(), **more}


def _read_show(words: list[str]) -> Event:
    seat, what, *cards = words[: words.index("/")]
    starter, worth, *claimed = words[words.index("/") + 1 :]
    return {
        "player": int(seat),
        "what": what,
        "cards": cards,
        "starter": starter,
        "worth": int(worth),
        "claimed": int(claimed[0] if claimed else worth),
    }


def _by_side(words: list[str]) -> dict[str, int]:
    return {str(seat): int(word) for seat, word in enumerate(words, 1)}


def _read_end(words: list[str]) -> Event:
    winners, _, rest = " ".join(words).partition(" = ")
    ended, _, labels = rest.partition(" / ")
    *scores, skunk, games = ended.split()
    event = {
        "winners": [int(word) for word in winners.split()],
        "score": _by_side(scores),
        "skunk": json.loads(skunk),
        "games": int(games),
    }
    if labels:
        event["skunks"] = {str(side): json.loads(label) for side, label in enumerate(labels.split(), 1)}
    return event


_READERS: dict[str, Callable[[list[str]], Event]] = {
    "game": _read_game,
    "cut": lambda words: {"player": int(words[0]), "card": words[1]},
    "deal": _read_deal,
    "discard": lambda words: {"player": int(words[0]), "cards": words[1:]},
    "starter": lambda words: {"card": words[0]},
    "play": lambda words: {"player": int(words[0]), "card": words[1], "count": int(words[2])},
    "go": lambda words: {"player": int(words[0]), "count": int(words[1])},
    "show": _read_show,
    "muggins": lambda words: {
        "player": int(words[0]),
        "against": int(words[2]),
        "points": int(words[3]),
        **dict(zip(["named"], map(int, words[4:]), strict=False)),
    },
    "pass": lambda words: {"player": int(words[0])},
    "score": lambda words: {
        "player": int(words[0]),
        "points": int(words[2]),
        "reason": words[1],
        "score": _by_side(words[4:]),
    },
    "end": _read_end,
    "match": lambda words: {
        "games": _by_side(words[words.index("=") + 1 :]),
        "winners": [int(word) for word in words[: words.index("=")]],
    },
}


def change_seats(event: Event) -> Event:
    """Return the event as it is when the two players change seats."""
    other = {"1": "2", "2": "1"}
    turned: Event = {}
    for key, value in event.items():
        if key in ("player", "dealer"):
            turned[key] = 3 - value
        elif key == "winners":
            turned[key] = [3 - seat for seat in value]
        elif key in ("score", "hands"):
            turned[key] = {seat: value[other[seat]] for seat in value}
        else:
            turned[key] = value
    return turned


def play_match() -> list[Event]:
    """Return a match of three games: the five-card game above, again with the seats changed, and again."""
    game = read(FIVE)
    body = game[3:]
    second, third = [change_seats(event) for event in body], deepcopy(body)
    second[0]["game"] = 2
    third[0]["game"] = 3
    closing = read("match 1 = 2 1")
    return [game[0] | {"match": 3}, *game[1:3], *body, *second, *third, *closing]


GOOD = {
    name: read(record)
    for name, record in {
        "six": SIX,
        "five": FIVE,
        "seven": SEVEN,
        "shotgun": SHOTGUN,
        "three": THREE,
        "four": FOUR,
        "hazard": HAZARD,
        "counted": COUNTED,
        "muggins": MUGGINS,
        "partly": PARTLY,
        "declined": DECLINED,
        "uncalled": UNCALLED,
        "more named": MORE_NAMED,
        "false": FALSE,
        "refused": REFUSED,
        "corrected": CORRECTED,
        "penalty": PENALTY,
        "own fault": OWN_FAULT,
        "skunked in a match": change(SEVEN, ("game seven 2 40", "game seven 2 40 match=3")) + "match 2 = 0 2",
    }.items()
} | {"match": play_match()}


def complain(events: list[Event], **options: bool) -> list[str]:
    return [f"{line}: {text}" for line, text in referee([json.dumps(event) for event in events], **options)]


def test_shares_no_code_with_the_package() -> None:
    for path in (Path(referee_module.__file__), *map(Path(__file__).with_name, ("brute.py", "brute_play.py"))):
        assert "crib_cli" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GOOD)
def test_good_record_is_clean(name: str) -> None:
    assert complain(GOOD[name]) == []


@pytest.mark.parametrize("name", GOOD)
def test_unfinished_record_is_clean_only_if_it_may_be(name: str) -> None:
    events = GOOD[name]
    for length in range(1, len(events)):
        assert complain(events[:length], whole=False) == [], length
        assert complain(events[:length]), length


def test_empty_record() -> None:
    assert complain([])
    assert complain([], whole=False) == []


def numbers_in(value: Any) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to each number, word, yes or no in an event."""
    if isinstance(value, (dict, list)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            for way in numbers_in(part):
                yield (key, *way)
    else:
        yield ()


def alter(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value in referee_module.DECK:  # the same rank in the next suit, or another rank
        return value[:-1] + "CDHSC"["CDHS".index(value[-1]) + 1]
    return f"{value}?"


def alter_at(event: Event, way: tuple[str | int, ...], make: Callable[[Any], Any]) -> Event:
    changed = deepcopy(event)
    inside: Any = changed
    for key in way[:-1]:
        inside = inside[key]
    inside[way[-1]] = make(inside[way[-1]])
    return changed


FREE = {("game", "seed"), ("game", "levels"), ("game", "strict"), ("game", "play_out"), ("cut", "card")}
"""What nobody can always hold against a record: see ``BROKEN`` for those that break one."""


def is_free(name: str, event: Event, key: str | int) -> bool:
    """Tell whether a record would be as good with another value there."""
    kind = event["event"]
    if (kind, key) == ("game", "muggins"):
        return name not in ("muggins", "partly", "declined", "refused", "false", "more named")
    if (kind, key) == ("show", "claimed"):
        return name in ("refused", "own fault")
    if (kind, key) == ("muggins", "named"):
        return name in ("refused", "more named")
    return (kind, key) in FREE or (name, kind) == ("four", "starter")


@pytest.mark.parametrize("name", GOOD)
def test_every_value_changed_is_found(name: str) -> None:
    events = GOOD[name]
    escaped = [
        (place + 1, event, way)
        for place, event in enumerate(events)
        for way in numbers_in(event)
        if not is_free(name, event, way[0])
        and not complain([*events[:place], alter_at(event, way, alter), *events[place + 1 :]])
    ]
    assert escaped == []


def is_optional(event: Event) -> bool:
    """Tell whether a record says the same without the event: nobody need answer a count."""
    return event["event"] == "pass" or (event["event"] == "muggins" and event["points"] == 0)


@pytest.mark.parametrize("name", GOOD)
def test_every_line_left_out_said_twice_or_swapped_is_found(name: str) -> None:
    events = GOOD[name]
    escaped = []
    for place, event in enumerate(events):
        before, rest = events[:place], events[place + 1 :]
        if not is_optional(event) and not complain([*before, *rest]):
            escaped.append(("out", place + 1))
        if not complain([*before, event, event, *rest]):
            escaped.append(("twice", place + 1))
        if (
            rest
            and {event["event"], rest[0]["event"]} != {"discard"}
            and not complain([*before, rest[0], event, *rest[1:]])
        ):
            escaped.append(("swapped", place + 1))
    assert escaped == []


@pytest.mark.parametrize("name", GOOD)
def test_every_key_left_out_or_out_of_order_is_found(name: str) -> None:
    events = GOOD[name]
    for place, event in enumerate(events):
        needed = referee_module.KEYS[event["event"]]
        for key in needed:
            mutant = {other: value for other, value in event.items() if other != key}
            assert complain([*events[:place], mutant, *events[place + 1 :]]), (place + 1, key)
        mutant = dict(reversed(event.items()))
        assert complain([*events[:place], mutant, *events[place + 1 :]]), place + 1


def test_the_order_of_discards_is_free() -> None:
    events = read(change(SIX, ("discard 1 9C KD\ndiscard 2 2C 3D", "discard 2 3D 2C\ndiscard 1 KD 9C")))
    assert complain(events) == []


BROKEN = {
    "highest card deals": (SIX, ("cut 1 KC\ncut 2 QC", "cut 1 QC\ncut 2 KC"), "player 1 must deal"),
    "the same card cut twice": (SIX, ("cut 2 5D", "cut 2 5H"), "a card cut twice"),
    "a tie not cut again": (SIX, ("cut 1 KC\ncut 2 QC\n", ""), "deal where cut"),
    "cut again by one not tied": (THREE, ("cut 2 9C", "cut 1 9C"), "player 2 must cut"),
    "cut again without a tie": (SIX, ("cut 2 5D", "cut 2 6D"), "cut where deal"),
    "the deal does not rotate": (SIX, ("deal 2 1", "deal 2 2"), "player 1 must deal"),
    "a card in two hands": (SIX, ("7H 8S JC QD 2C 3D", "7H 8S JC QD 2C 5H"), "a card dealt twice"),
    "a card too many": (SIX, ("7H 8S JC QD 2C 3D", "7H 8S JC QD 2C 3D AC"), "each is dealt 6"),
    "no card from the pack with three": (THREE, (" + AD", ""), "the wrong number of cards from the pack"),
    "a card from the pack with two": (
        SIX,
        ("QD 2C 3D\n", "QD 2C 3D + AC\n"),
        "the wrong number of cards from the pack",
    ),
    "a discard not held": (SIX, ("discard 1 9C KD", "discard 1 9C KC"), "KC is not held"),
    "a discard of one card": (SIX, ("discard 1 9C KD", "discard 1 9C"), "each tosses 2"),
    "a card discarded twice": (SIX, ("discard 1 9C KD", "discard 1 9C 9C"), "9C is not held"),
    "a starter that was dealt": (SIX, ("starter JD", "starter JC"), "the starter was dealt"),
    "no heels": (SIX, ("score 2 heels 2 = 0 2\n", ""), "play where score"),
    "heels to pone": (SIX, ("score 2 heels 2", "score 1 heels 2"), "player 2 must score for heels"),
    "heels without a jack": (SIX, ("starter 9H", "starter 9H\nscore 1 heels 2 = 18 16"), "score where play"),
    "dealer leads": (SIX, ("play 1 4C 4\nplay 2 QD 14", "play 2 QD 10\nplay 1 4C 14"), "player 1 must play"),
    "a card played twice": (SIX, ("play 1 5S 5", "play 1 5H 5"), "5H is not held"),
    "a card that was tossed": (SIX, ("play 1 6D 19", "play 1 9C 22"), "9C is not held"),
    "a card above 31": (SIX, ("go 1 29", "play 1 5S 34"), "play where go"),
    "a go where a card fits": (SIX, ("play 2 JC 29", "go 2 19"), "go where play"),
    "a go by the one who played last": (SIX, ("go 1 29", "go 1 29\ngo 2 29"), "go where score"),
    "a go by an empty hand": (SIX, ("go 1 26", "go 1 26\ngo 2 26"), "go where score"),
    "a go left out": (SIX, ("go 1 29\n", ""), "score where go"),
    "a go said twice": (THREE, ("go 2 30", "go 1 30"), "player 2 must say go"),
    "who said go leads": (
        SIX,
        ("score 1 last 1 = 19 16\nplay 2 JH 10", "score 1 last 1 = 19 16\nplay 1 7D 7"),
        "player 2 must play",
    ),
    "last paid twice": (
        SIX,
        ("score 2 last 1 = 0 3", "score 2 last 1 = 0 3\nscore 2 last 1 = 0 4"),
        "score where play",
    ),
    "last after thirty-one": (
        FIVE,
        ("score 1 pair 2 = 10 6", "score 1 pair 2 = 10 6\nscore 1 last 1 = 11 6"),
        "score where show",
    ),
    "last not paid": (SIX, ("score 1 last 1 = 20 17\n", ""), "show where score"),
    "a fifteen overlooked": (SIX, ("score 1 fifteen 2 = 18 16\n", ""), "play where score"),
    "a run too short": (SIX, ("score 2 run 4 = 0 7", "score 2 run 3 = 0 6"), "run must score 4"),
    "a run that is none": (SIX, ("play 1 6D 19\n", "play 1 6D 19\nscore 1 run 3 = 3 3\n"), "score where play"),
    "a pair royal as a pair": (FOUR, ("score 3 pair 6", "score 3 pair 2"), "pair must score 6"),
    "a score of another's": (SIX, ("score 2 run 4", "score 1 run 4"), "player 2 must score for run"),
    "the play goes on in the five-card game": (
        FIVE,
        ("show 2 hand 7C", "play 2 9H 9\nshow 2 hand 7C"),
        "play where show",
    ),
    "no three for first pone": (FIVE, ("score 2 first-pone 3 = 0 3\n", ""), "discard where score"),
    "three for the dealer": (FIVE, ("score 2 first-pone", "score 1 first-pone"), "player 2 must score for first-pone"),
    "three for first pone in the six-card game": (
        SIX,
        ("2C 3D\ndiscard 1", "2C 3D\nscore 1 first-pone 3 = 3 0\ndiscard 1"),
        "score where discard",
    ),
    "a hand worth less": (SIX, ("JD 16\nscore 1 hand 16", "JD 14\nscore 1 hand 14"), "the hand is worth 16"),
    "a flush of four in the crib": (
        FIVE,
        ("/ JH 9\nscore 1 crib 9", "/ JH 13\nscore 1 crib 13"),
        "the crib is worth 9",
    ),
    "another's hand": (SIX, ("show 1 hand 5H 5S 4C 6D", "show 1 hand 5H 5S 4C 9C"), "the hand is 5H 5S 4C 6D"),
    "a crib without the card from the pack": (THREE, ("crib AD AH AS AC", "crib AH AS AC"), "the crib is AD AH AS AC"),
    "dealer shows first": (
        SIX,
        (
            f"{_CLAIM}{_DEALERS}score 2 hand 4 = 16 12",
            f"{_DEALERS}score 2 hand 4 = 0 12\n{_CLAIM.replace('= 16 8', '= 16 12')}".rstrip(),
        ),
        "player 1 must show the hand",
    ),
    "crib before the dealer's hand": (
        SIX,
        ("show 2 hand 7H 8S JC QD / JD 4", "show 2 crib 9C KD 2C 3D / JD 4"),
        "player 2 must show the hand",
    ),
    "no crib": (SIX, ("show 2 crib 9C KD 2C 3D / JD 4\nscore 2 crib 4 = 16 16\n", ""), "deal where show"),
    "a score above the target": (
        SIX,
        ("score 2 hand 14 = 20 30", "score 2 hand 14 = 20 31"),
        "the score must be {'1': 20, '2': 30}",
    ),
    "the game goes on": (FOUR, ("end 2 4 =", "show 1 hand 5C 6C 7C 8C / 9C 12\nend 2 4 ="), "show where end"),
    "the game ends early": (SIX, ("score 2 hand 14 = 20 30\n", ""), "end where score"),
    "the other wins": (SIX, ("end 2 =", "end 1 ="), "winners must be [2]"),
    "one partner wins": (FOUR, ("end 2 4 =", "end 4 ="), "winners must be [2, 4]"),
    "who has most wins at hazard": (HAZARD, ("end 1 =", "end 3 ="), "winners must be [1]"),
    "a skunk overlooked": (SEVEN, ('"single" 2', "null 1"), "skunk must be single"),
    "a skunk worth one": (SEVEN, ('"single" 2', '"single" 1'), "games must be 2"),
    "a skunk that is none": (SIX, ("null 1", '"single" 2'), "skunk must be None"),
    "a claim above the worth pegged": (CORRECTED, ("score 1 hand 16", "score 1 hand 18"), "hand must score 16"),
    "what was not claimed pegged": (COUNTED, ("score 1 hand 12", "score 1 hand 16"), "hand must score 12"),
    "a claim by one who makes none": (COUNTED, ("claims=1", "claims=2"), "player 1 makes no claims"),
    "an impossible claim": (COUNTED, ("JD 16 12", "JD 16 19"), "an impossible claim"),
    "a claim above all hands": (COUNTED, ("JD 16 12", "JD 16 30"), "an impossible claim"),
    "muggins for too much": (MUGGINS, ("muggins 2 against 1 4", "muggins 2 against 1 6"), "takes 4"),
    "muggins where none is played": (
        COUNTED,
        ("score 1 hand 12 = 12 8", "score 1 hand 12 = 12 8\nmuggins 2 against 1 4"),
        "a call by a player who has none",
    ),
    "muggins against a player who makes no claims": (
        MUGGINS,
        ("claims=1", "claims=2"),
        "a call by a player who has none",
    ),
    "muggins at hazard": (
        OWN_FAULT,
        ("score 1 hand 16 = 16 8", "score 1 hand 16 = 16 8\nmuggins 2 against 1 0 2"),
        "a call by a player who has none",
    ),
    "muggins on oneself": (MUGGINS, ("muggins 2 against 1", "muggins 1 against 1"), "a call by a player who has none"),
    "muggins called twice": (
        REFUSED,
        ("muggins 2 against 1 0 2", "muggins 2 against 1 0 2\nmuggins 2 against 1 0 2"),
        "a call by a player who has none",
    ),
    "muggins after the next count": (
        PARTLY,
        (
            "muggins 2 against 1 2\nscore 2 muggins 2 = 12 10\nshow 2 hand 7H 8S JC QD / JD 4\n",
            "show 2 hand 7H 8S JC QD / JD 4\nmuggins 2 against 1 2\nscore 2 muggins 2 = 12 10\n",
        ),
        "muggins where score",
    ),
    "muggins not pegged": (MUGGINS, ("score 2 muggins 4 = 12 12\n", ""), "show where score"),
    "muggins after a claim put right": (
        CORRECTED,
        ("score 1 hand 16 = 16 8", "score 1 hand 16 = 16 8\nmuggins 2 against 1 0 2"),
        "a call by a player who has none",
    ),
    "a false call not paid": (FALSE, ("score 1 penalty 2 = 18 8\n", ""), "show where score"),
    "no penalty where claims are strict": (PENALTY, ("score 2 penalty 2 = 16 10\n", ""), "show where score"),
    "a penalty where claims are not strict": (
        CORRECTED,
        ("score 1 hand 16 = 16 8", "score 1 hand 16 = 16 8\nscore 2 penalty 2 = 16 10"),
        "score where show",
    ),
    "penalty to the counter": (PENALTY, ("score 2 penalty", "score 1 penalty"), "player 2 must score for penalty"),
    "an unknown variant": (SIX, ("game six", "game ten"), "no such game"),
    "five-card for three": (SIX, ("game six 2", "game five 3"), "no such game"),
}
"""A record, what is changed in it, and what the referee's first complaint says."""


@pytest.mark.parametrize("name", BROKEN)
def test_broken_record_is_found(name: str) -> None:
    record, changed, wanted = BROKEN[name]
    assert complain(read(record)) == []
    found = complain(read(change(record, changed)))
    assert any(wanted in text for text in found), found


@pytest.mark.parametrize(
    ("target", "second", "wanted"),
    [
        *[(121, points, (None, 1)) for points in (91, 120)],
        *[(121, points, ("single", 2)) for points in (61, 90)],
        *[(121, points, ("double", 4)) for points in (31, 60)],
        *[(121, points, ("triple", 4)) for points in (0, 30)],
        *[(61, points, (None, 1)) for points in (31, 60)],
        *[(61, points, ("single", 2)) for points in (0, 30)],
        *[(181, points, (None, 1)) for points in (151, 180)],
        *[(181, points, ("single", 2)) for points in (121, 150)],
        *[(181, points, ("double", 4)) for points in (0, 120)],
        (30, 0, (None, 1)),
    ],
)
def test_skunk_lines(target: int, second: int, wanted: tuple[str | None, int]) -> None:
    assert referee_module.value_game(target, second) == wanted


def test_the_match_goes_on_until_it_is_won() -> None:
    events = GOOD["match"]
    second = next(place for place, event in enumerate(events) if event.get("game") == 2)
    third = next(place for place, event in enumerate(events) if event.get("game") == 3)
    assert "match where deal" in complain([*events[:second], *read("match 1 = 1 0")])[0]
    assert "player 2 must deal" in complain([*events[:second], *events[third:]])[0]
    assert complain([events[0] | {"match": 5}, *events[1:]])


@pytest.mark.parametrize("line", ["", "{", "[]", "3", '{"event":"chat"}', '{"event":["cut"]}', '{"player":1}'])
def test_a_line_that_is_no_event_is_found(line: str) -> None:
    lines = [json.dumps(event) for event in GOOD["six"]]
    assert (5, "no event") in referee([*lines[:4], line, *lines[4:]])


def test_complaints_name_the_line() -> None:
    lines = [json.dumps(event) for event in read(change(SIX, ("play 2 QD 14", "play 2 QD 13"), ("go 1 29", "go 1 30")))]
    assert referee(lines) == [(12, "the count is 14"), (15, "the count is 29")]
