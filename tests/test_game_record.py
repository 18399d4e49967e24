"""The record: lines byte for byte, games read back from every place, and what is refused."""

import json
import random
from dataclasses import replace

import pytest
from game_table import TABLES, any_settings, claim, lay, name_of_table, play_game, play_out, run
from test_game_contracts import chance_of

from crib_cli.core.rules import FIVE, SEVEN, SIX, Rules
from crib_cli.errors import StoreError, render
from crib_cli.game.actions import CallMuggins, Decline, Discard
from crib_cli.game.dealer import cut_starter, deal_cards, draw_seed, next_chance, shuffle, stream
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
from crib_cli.game.record import event_line, parse_line, replay
from crib_cli.game.settings import GameSettings, make_settings
from crib_cli.game.state import Awaited
from crib_cli.game.transitions import begin_game
from crib_cli.words.catalog import load_book

LINES: list[tuple[Event, str]] = [
    (
        Started(make_settings(muggins=True, claims=[0], seed=7, levels=["you", "expert"])),
        (
            '{"event":"game","format":1,"variant":"six","hazard":false,"players":2,"teams":[[1],[2]],"target":121,'
            '"muggins":true,"seed":7,"levels":["you","expert"],"strict":false,"claims":[1],"match":1,"play_out":false}'
        ),
    ),
    (
        Started(make_settings(FIVE, hazard=True, strict=True, match=3, play_out=True)),
        (
            '{"event":"game","format":1,"variant":"five","hazard":true,"players":2,"teams":[[1],[2]],"target":61,'
            '"muggins":false,"seed":null,"levels":[],"strict":true,"claims":[],"match":3,"play_out":true}'
        ),
    ),
    (CutForDeal(0, 18), '{"event":"cut","player":1,"card":"5H"}'),
    (
        Dealt(1, 1, 1, ((0, 1), (2, 3)), ()),
        '{"event":"deal","deal":1,"dealer":2,"hands":{"1":["AC","AD"],"2":["AH","AS"]},"crib":[]}',
    ),
    (
        Dealt(2, 1, 0, ((0,), (1,), (2,)), (39,)),
        '{"event":"deal","deal":1,"dealer":1,"hands":{"1":["AC"],"2":["AD"],"3":["AH"]},"crib":["10S"],"game":2}',
    ),
    (Discarded(0, (32, 49)), '{"event":"discard","player":1,"cards":["9C","KD"]}'),
    (Turned(41), '{"event":"starter","card":"JD"}'),
    (Played(0, 26, 7), '{"event":"play","player":1,"card":"7H","count":7}'),
    (SaidGo(1, 28), '{"event":"go","player":2,"count":28}'),
    (
        Shown(0, "hand", (16, 17), 41, 8, 6),
        '{"event":"show","player":1,"what":"hand","cards":["5C","5D"],"starter":"JD","worth":8,"claimed":6}',
    ),
    (CalledMuggins(1, 0, 2, 2), '{"event":"muggins","player":2,"against":1,"points":2}'),
    (CalledMuggins(1, 0, 0, 3), '{"event":"muggins","player":2,"against":1,"points":0,"named":3}'),
    (Passed(1), '{"event":"pass","player":2}'),
    (
        Scored(0, 2, "fifteen", (12, 9)),
        '{"event":"score","player":1,"points":2,"reason":"fifteen","score":{"1":12,"2":9}}',
    ),
    (
        Ended((0,), (121, 88), "single", (None, "single"), 2),
        '{"event":"end","winners":[1],"score":{"1":121,"2":88},"skunk":"single","games":2}',
    ),
    (
        Ended((1, 3), (121, 120), None, (None, None), 1),
        '{"event":"end","winners":[2,4],"score":{"1":121,"2":120},"skunk":null,"games":1}',
    ),
    (
        Ended((2,), (95, 60, 121), None, (None, "double", None), 1),
        (
            '{"event":"end","winners":[3],"score":{"1":95,"2":60,"3":121},"skunk":null,"games":1,'
            '"skunks":{"1":null,"2":"double","3":null}}'
        ),
    ),
    (MatchEnded((2, 1), (0,)), '{"event":"match","games":{"1":2,"2":1},"winners":[1]}'),
]


@pytest.mark.parametrize(("event", "line"), LINES, ids=lambda value: type(value).__name__)
def test_lines(event: Event, line: str) -> None:
    assert event_line(event) == line
    assert parse_line(line) == event
    assert parse_line(json.dumps({**json.loads(line), "note": ["anything"]}) + "\n") == event


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=name_of_table)
def test_every_event_comes_back_from_its_line(rules: Rules, players: int) -> None:
    chance = chance_of("lines", rules.name, players)
    for _ in range(3):
        for _, _, events in play_game(any_settings(rules, players, chance), chance):
            for event in events:
                assert parse_line(event_line(event)) == event


def lines_of(settings: GameSettings, seed: object = 1) -> list[str]:
    return [event_line(event) for _, _, events in play_game(settings, chance_of(seed)) for event in events]


SHORT = make_settings(target=61, seed=11, muggins=True, strict=True, claims=[0, 1])
THREE = make_settings(players=3, target=45, seed=12, muggins=True, claims=[0, 2], match=3)


@pytest.mark.parametrize("settings", [SHORT, THREE], ids=["two", "three"])
def test_a_record_cut_off_anywhere_plays_on(settings: GameSettings) -> None:
    """After any line the state is that after its action, and what is missing can be written."""
    lines: list[str] = []
    for state, _, events in play_game(settings, chance_of("cut off")):
        for number, event in enumerate(events):
            lines.append(event_line(event))
            again = replay(lines)
            assert again.state == state
            assert again.missing == events[number + 1 :]
            assert again.damaged is None
    assert replay(line + "\n" for line in lines).state == state


def test_a_half_written_last_line_is_left_out() -> None:
    lines = lines_of(SHORT)
    for number in (5, 20, len(lines) - 1):
        whole = replay(lines[:number])
        for part in (lines[number][:-1], lines[number][:9], "{", "\x00" * 8, "[]", '"x"', '{"event":"wish"}'):
            again = replay([*lines[:number], part])
            assert again == replace(whole, damaged=part)


def test_a_damaged_line_elsewhere_is_an_error() -> None:
    lines = lines_of(SHORT)
    broken = [*lines[:9], lines[9][:-1], *lines[10:]]
    with pytest.raises(StoreError, match=r"line 10 of the record: '.*' is no line of a game"):
        replay(broken)
    with pytest.raises(StoreError, match="line 1 of the record"):
        replay([lines[0][:-1]])


def test_empty_lines_are_passed_over_and_counted() -> None:
    lines = lines_of(SHORT)
    spaced = [line for text in lines for line in (text, "")]
    assert replay(spaced) == replay(lines)
    with pytest.raises(StoreError, match="line 3 of"):
        replay([spaced[0], "", "{}", *spaced[3:]])


@pytest.mark.parametrize("lines", [[], [""], ['{"event":"go","player":2,"count":28}']])
def test_a_record_begins_with_its_game(lines: list[str]) -> None:
    with pytest.raises(StoreError, match="a record begins with its game"):
        replay(lines)


def test_a_record_holds_one_game_line() -> None:
    lines = lines_of(SHORT)
    with pytest.raises(StoreError, match="line 2 of the record: not the time for 'game'; what comes now is 'cut'"):
        replay([lines[0], lines[0]])


def test_another_format_is_refused() -> None:
    lines = lines_of(SHORT)
    with pytest.raises(StoreError, match="line 1 of the record: format 2; this program reads format 1"):
        replay([lines[0].replace('"format":1', '"format":2'), *lines[1:]])


def test_settings_that_cannot_be_played_are_refused() -> None:
    line = lines_of(SHORT)[0]
    with pytest.raises(StoreError, match="line 1 of the record: the six game is not for 5 players"):
        replay([line.replace('"players":2', '"players":5')])
    with pytest.raises(StoreError, match="line 1 of the record: '0' as the target"):
        replay([line.replace('"target":61', '"target":0')])


def place_of(lines: list[str], kind: str) -> int:
    return next(number for number, line in enumerate(lines) if json.loads(line)["event"] == kind)


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("score", "points", 9),
        ("score", "player", 9),
        ("score", "reason", "heels"),
        ("score", "score", {"1": 60, "2": 60}),
        ("show", "worth", 28),
        ("show", "starter", "AC"),
        ("show", "cards", ["AC"]),
        ("show", "what", "crib"),
        ("play", "count", 30),
        ("deal", "deal", 7),
        ("deal", "dealer", 3),
        ("deal", "game", 2),
        ("end", "games", 4),
        ("end", "winners", [1, 2]),
        ("end", "skunk", "triple"),
    ],
)
def test_what_does_not_follow_is_refused(kind: str, key: str, value: object) -> None:
    lines = lines_of(SHORT)
    at = place_of(lines, kind)
    wrong = json.dumps({**json.loads(lines[at]), key: value})
    with pytest.raises(StoreError) as caught:
        replay([*lines[:at], wrong, *lines[at + 1 :]])
    assert caught.value.code == "store.record_differs"
    assert caught.value.params["line"] == at + 1
    assert caught.value.params["wanted"] == lines[at]


@pytest.mark.parametrize(
    ("kind", "key", "value", "reason"),
    [
        ("play", "card", "KS", "does not hold KS"),
        ("play", "player", 9, "player 9 is not asked"),
        ("discard", "cards", ["AC"], "number of cards tossed: 1; toss 2"),
        ("deal", "crib", ["AC"], "number of cards from the pack to the crib: 1; deal 0"),
        ("show", "claimed", 19, "nobody can count 19 here"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(kind: str, key: str, value: object, reason: str) -> None:
    lines = lines_of(SHORT)
    at = place_of(lines, kind)
    wrong = json.dumps({**json.loads(lines[at]), key: value})
    with pytest.raises(StoreError, match=rf"^line {at + 1} of the record: .*{reason}"):
        replay([*lines[:at], wrong, *lines[at + 1 :]])


def test_left_out_and_put_in_lines_are_refused() -> None:
    lines = lines_of(SHORT)
    for kind in ("score", "play", "discard", "starter", "show", "deal"):
        at = place_of(lines, kind)
        with pytest.raises(StoreError):
            replay([*lines[:at], *lines[at + 1 :]])
        with pytest.raises(StoreError):
            replay([*lines[: at + 1], lines[at], *lines[at + 1 :]])
    with pytest.raises(StoreError, match=rf"line {len(lines) + 1} of the record: the game is over|not the time"):
        replay([*lines, lines[-1]])


@pytest.mark.parametrize("lang", ["en", "it", "es"])
def test_the_reason_is_told_in_the_same_language(lang: str) -> None:
    lines = lines_of(SHORT)
    with pytest.raises(StoreError) as caught:
        replay([lines[0], lines[0]])
    text = render(load_book(lang).errors, caught.value)
    reason = caught.value.params["reason"]
    assert text.endswith(render(load_book(lang).errors, reason))
    assert (text == str(caught.value)) == (lang == "en")


def test_damaged_lines_give_store_errors_and_nothing_else() -> None:
    chance = random.Random(5)
    lines = sorted(set(lines_of(SHORT) + lines_of(THREE)), key=len)
    values = [None, True, -1, 2.5, "x", [], {}, [None], {"1": None}, 10**30, float("nan"), [[1]], {"2": 1}]
    refused = 0
    for _ in range(4000):
        line = chance.choice(lines)
        fields = json.loads(line)
        if chance.random() < 0.5:
            fields[chance.choice(list(fields))] = chance.choice(values)
            line = json.dumps(fields)
        else:
            at = chance.randrange(len(line))
            line = line[:at] + chance.choice(["", "9", '"', "[", "{", "\\", "é", "\x00"]) + line[at + 1 :]
        try:
            event_line(parse_line(line))
        except StoreError:
            refused += 1
    assert refused > 2000


@pytest.mark.parametrize(
    "line",
    [
        '{"event":"go","player":true,"count":28}',
        '{"event":"discard","player":1,"cards":[true]}',
        '{"event":"end","winners":[true],"score":{"1":121,"2":88},"skunk":null,"games":1}',
        '{"event":"match","games":{"1":2,"2":true},"winners":[1]}',
    ],
)
def test_true_is_no_number(line: str) -> None:
    with pytest.raises(StoreError, match="no line of a game"):
        parse_line(line)
    assert parse_line(line.replace("[true]", '["AC"]' if "cards" in line else "[1]").replace("true", "1"))


def test_a_tower_of_brackets_is_a_damaged_line() -> None:
    with pytest.raises(StoreError, match="no line of a game"):
        parse_line('{"event":' + "[" * 100_000)


# declines that are not on record


def test_declines_are_inferred_from_the_next_event() -> None:
    settings = make_settings(players=3, muggins=True, claims=[0, 1, 2], seed=3)
    state, _ = begin_game(settings)
    lines = [event_line(Started(settings))]
    for state, _, events in play_game(replace(settings, claims=()), random.Random(1)):
        if events[0].__class__ is not Started:
            lines += map(event_line, events)
        if state.awaited == Awaited("claim", (state.dealer + 1) % 3) and not state.shows:
            break
    state = replay(lines).state
    counter = state.awaited.seat
    assert counter is not None
    state, counted = claim(state, 0)
    lines += map(event_line, counted)
    first, second = (counter + 1) % 3, (counter + 2) % 3
    assert state.callers == (first, second)
    assert replay(lines).state == state  # a window that is open at the end stays open
    # The second seat calls, which the first must have declined to do.
    after, called = run(state, Decline(first), CallMuggins(second, 1))
    assert replay([*lines, *map(event_line, called[1:])]).state == after
    # The next hand is counted: both have declined.
    after, _ = run(state, Decline(first), Decline(second))
    after, more = claim(after)
    again = replay([*lines, *map(event_line, more)])
    assert again.state == after
    assert not any(isinstance(event, Passed) for event in again.events)
    # Only the second's pass is on record.
    after, _ = run(state, Decline(first), Decline(second))
    assert replay([*lines, event_line(Passed(second))]).state == after
    # The first can't call after the second has.
    with pytest.raises(StoreError, match=r"player|not the time"):
        replay([*lines, event_line(Passed(second)), event_line(Passed(first))])
    # Nor can the counter himself.
    with pytest.raises(StoreError, match=f"player {counter + 1} is not asked"):
        replay([*lines, event_line(Passed(counter))])


def test_a_refused_call_is_not_asked_again() -> None:
    settings = make_settings(muggins=True, claims=[0, 1])
    state = play_out(lay(settings, "7C 8D 9H KS", "KC QD 2H 2S", starter="AS")[0])
    state, _ = claim(state)
    state, events = run(state, CallMuggins(0, 2))
    assert list(map(event_line, events)) == ['{"event":"muggins","player":1,"against":2,"points":0,"named":2}']
    assert state.awaited == Awaited("claim", 0)


# the dealer


def test_a_seed_deals_the_same_cards_for_ever() -> None:
    """Fixed here: records and seeds that people keep must go on meaning the same cards."""
    assert shuffle(stream(7, "deal", 1, 1))[:8] == [7, 28, 23, 19, 25, 47, 51, 46]
    assert cut_starter(GameSettings(), 7, 1, 1) == 38


def test_deals_need_nothing_but_their_numbers() -> None:
    settings = make_settings(SEVEN, seed=77, match=3)
    dealt = 0
    for _, _, events in play_game(settings, random.Random(1)):
        for event in events:
            if isinstance(event, Dealt):
                again = deal_cards(settings, 77, event.game, event.deal, event.dealer)
                assert (again.hands, again.kitty) == (event.hands, event.kitty)
                starter = cut_starter(settings, 77, event.game, event.deal)
                assert starter not in {card for hand in event.hands for card in hand}
                dealt += 1
    assert dealt > 10


def test_other_numbers_other_cards() -> None:
    keys = [(seed, "deal", game, deal) for seed in (1, 11) for game in (1, 2) for deal in (1, 11)]
    assert len({tuple(shuffle(stream(*key))) for key in keys}) == len(keys)


def test_shuffles_are_fair() -> None:
    """Every card comes to every place about as often: chi-square over 52 x 52, well within its spread."""
    rounds = 2600
    seen = [[0] * 52 for _ in range(52)]
    for number in range(rounds):
        for place, card in enumerate(shuffle(stream("fair", number))):
            seen[place][card] += 1
    expected = rounds / 52
    chi = sum((count - expected) ** 2 / expected for row in seen for count in row)
    assert abs(chi - 51 * 51) < 5 * (2 * 51 * 51) ** 0.5


def test_starters_are_cut_from_the_whole_rest() -> None:
    settings = GameSettings()
    places = set()
    for deal in range(1, 400):
        pack = shuffle(stream(1, "deal", 1, deal))
        places.add(pack.index(cut_starter(settings, 1, 1, deal)))
    assert places == set(range(12, 52))


def test_chance_is_asked_for_only_where_it_is_awaited() -> None:
    state, _ = lay(make_settings(seed=1), "7C 8D 9H KS", "KC QD 2H 2S", starter="AS")
    with pytest.raises(ValueError, match="not the time for 'deal'; what comes now is 'play'"):
        next_chance(state)
    with pytest.raises(ValueError, match="no seed to shuffle from"):
        next_chance(begin_game(GameSettings())[0])


def test_seeds_are_drawn_anew() -> None:
    seeds = {draw_seed() for _ in range(20)}
    assert len(seeds) > 15
    assert all(0 <= seed <= 999_999_999 for seed in seeds)


def test_random_is_the_dealers_alone() -> None:
    """No other module of the game's engine has chance in it."""
    import ast
    from pathlib import Path

    import crib_cli.game

    for path in Path(crib_cli.game.__file__).parent.glob("*.py"):
        names = {
            name.name.split(".")[0] if isinstance(node, ast.Import) else (node.module or "").split(".")[0]
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in node.names
        }
        assert ("random" in names) == (path.name == "dealer.py"), path


def test_a_discard_can_be_given_in_any_order() -> None:
    settings = make_settings(SIX, seed=4)
    state, _ = begin_game(settings)
    while state.awaited.kind != "discard":
        state, _ = run(state, next_chance(state))
    seat = state.awaited.seat
    assert seat is not None
    first, second = state.hands[seat][1], state.hands[seat][4]
    one, _ = run(state, Discard(seat, (first, second)))
    other, _ = run(state, Discard(seat, (second, first)))
    assert one.hands == other.hands
    assert set(one.tossed[seat]) == set(other.tossed[seat])
