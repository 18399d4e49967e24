"""The play: the rows of the case files, random plays against a second implementation, every play of some deals."""

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from brute import DECK
from brute_play import Event, Played, Series, play_table
from cases import Row, load_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from crib_cli.core.cards import rank_of
from crib_cli.core.letters import ENGLISH
from crib_cli.core.notation import parse_cards
from crib_cli.core.pegging import (
    Play,
    Score,
    begin_play,
    legal_cards,
    must_say_go,
    play_card,
    say_go,
    score_card,
    seat_to_play,
)
from crib_cli.core.rules import VARIANTS
from crib_cli.core.transcript import read_transcript
from crib_cli.errors import IllegalActionError
from crib_cli.output.peg_text import play_lines
from crib_cli.output.plain import Style
from crib_cli.words.catalog import load_book

LAST = Score("last", 1, 1)
A, B, C = 0, 1, 2
TOOL = Path(__file__).parent / "tools" / "build_pegging_perft.py"


def cards_of(text: str) -> list[int]:
    return [card for card, *_ in parse_cards(text)]


def card_of(text: str) -> int:
    return cards_of(text)[0]


def put(play: Play, text: str) -> tuple[Play, list[tuple[Score, ...]]]:
    """Play cards and say goes; return the play and what each of them scores."""
    scored = []
    for word in text.split():
        play, scores = say_go(play) if word == "go" else play_card(play, card_of(word))
        scored.append(scores)
    return play, scored


def at_count(held: Sequence[int], text: str, count: int, turn: int, leader: int = 0) -> Play:
    """Play cards and say goes, and make sure of the count and the turn that they lead to."""
    play, _ = put(begin_play(held, leader), text)
    assert (play.running, play.turn) == (count, turn)
    return play


# every peg row of the case files

Step = tuple[str, int, int, set[str]]
"""A card, the count after it, its points, and why: ``15``, ``31``, ``pair2``, ``run3``."""

_STEP = re.compile(r"(\w+)=(\d+):(\d+)(?: \(([^)]*)\))?")
PLAY_ROWS = [row for row in load_rows("public_faults.tsv", "peg") if row["input"].startswith("plays=")]
ELSEWHERE = load_rows("wrong_elsewhere.tsv", "peg")


def read_steps(row: Row) -> list[Step]:
    steps = [(card, int(count), int(points), set(why.split("+")) - {""}) for card, count, points, why in
             _STEP.findall(row["right_value"])]  # fmt: skip
    assert [card for card, *_ in steps] == row["input"].removeprefix("plays=").split()
    return steps


def reasons_of(scores: Sequence[Score]) -> set[str]:
    short = {"fifteen": "15", "thirty-one": "31"}
    return {short.get(score.reason) or f"{score.reason}{score.size}" for score in scores}


@pytest.mark.parametrize("row", PLAY_ROWS, ids=lambda row: row["id"])
def test_peg_rows(row: Row) -> None:
    steps = read_steps(row)
    cards = cards_of(" ".join(card for card, *_ in steps))
    held = [len(cards)] * 2
    play = begin_play(held)
    entries = read_transcript(cards, lambda item: ("", item), begin_play(held)).entries
    for number, (card, (_, count, points, why), entry) in enumerate(zip(cards, steps, entries, strict=True)):
        assert sum(score.points for score in score_card(cards[:number], card)) == points
        assert reasons_of(score_card(cards[:number], card)) == why
        play, scores = play_card(play, card)
        assert scores == score_card(cards[:number], card)
        assert play.running == (count if count < 31 else 0)
        assert (entry.card, entry.running, entry.scores) == (card, count, scores)


def test_b055_a_lead_of_five_is_legal_and_sixteen_cards_answer_it() -> None:
    five = card_of("5H")
    play = begin_play([4, 4])
    assert five in legal_cards(play, cards_of("5H 2C 9D KS"))
    play, scores = play_card(play, five)
    assert scores == ()
    for_two = [card for card in range(52) if [score.reason for score in play_card(play, card)[1]] == ["fifteen"]]
    assert [DECK[card] for card in for_two] == [rank + suit for rank in ("10", "J", "Q", "K") for suit in "CDHS"]


@pytest.mark.parametrize("row", ELSEWHERE, ids=lambda row: row["cards"])
def test_peg_rows_wrong_elsewhere(row: Row) -> None:
    """A ``1`` in these rows is an ace."""
    *before, last = cards_of(re.sub(r"\b1\b", "A", row["cards"]))
    # A row that does not match is None here, and must fail.
    points = int(re.fullmatch(r"last card (\d+)", row["right"])[1])
    assert sum(score.points for score in score_card(before, last)) == points
    play = begin_play([9, 9])
    for card in before:
        play, _ = play_card(play, card)
    assert sum(score.points for score in play_card(play, last)[1]) == points


# every go row of the case files; seats A, B, C in the order of play


def test_b056_a_card_over_31_is_never_legal() -> None:
    play = at_count([4, 4], "10 8 Q", 28, B)
    assert legal_cards(play, cards_of("5")) == ()
    assert must_say_go(play, cards_of("5"))
    with pytest.raises(IllegalActionError) as caught:
        play_card(play, card_of("5"))
    assert (caught.value.code, caught.value.params) == ("play.above", {"count": 33, "most": 3})
    after, scores = say_go(play)
    assert (after.running, after.turn, scores) == (28, A, ())


def test_b058_pair_across_the_opponents_go() -> None:
    play = at_count([2, 4], "K 8 7", 25, A, leader=B)  # A holds one card more, B two aces
    assert must_say_go(play, cards_of("Q"))
    play, scored = put(play, "go")
    assert (play.turn, play.is_alone) == (B, True)
    assert not must_say_go(play, cards_of("AC AD"))
    play, scored = put(play, "A A")
    assert scored == [(), (Score("pair", 2, 2), LAST)]
    assert (play.running, play.turn) == (0, A)


def test_b059_nobody_asks_an_empty_hand() -> None:
    play = at_count([4, 1], "K Q 9", 29, A)  # B has played his only card
    assert not must_say_go(play, cards_of("5 J"))
    assert legal_cards(play, cards_of("5 J")) == ()
    play, scores = say_go(play)
    assert (scores, play.running, play.turn) == ((LAST,), 0, A)
    play = begin_play([3, 1])
    play, scored = put(play, "K Q 9 go 5")
    assert scored == [(), (), (), (LAST,), (LAST,)]
    assert play.turn is None
    done = read_transcript(cards_of("K Q 9 5"), lambda item: ("", item), begin_play([3, 1]))
    assert [(entry.player, entry.running, entry.points) for entry in done.entries] == [
        (1, 10, 0), (2, 20, 0), (1, 29, 1), (1, 5, 1),
    ]  # fmt: skip


def test_b061_the_point_comes_without_another_prompt() -> None:
    play = at_count([4, 4], "K 6 Q", 26, B)  # A holds only tens
    play, scores = say_go(play)
    assert (scores, play.is_alone) == ((), True)
    assert legal_cards(play, cards_of("10")) == ()
    assert not must_say_go(play, cards_of("10"))
    play, scores = say_go(play)
    assert (scores, play.running, play.turn) == ((LAST,), 0, B)


def test_b062_the_go_belongs_to_whose_turn_it_is() -> None:
    play = at_count([3, 3], "K Q J", 30, B)
    assert must_say_go(play, cards_of("2"))
    play, _ = say_go(play)
    assert play.out == (False, True)
    done = read_transcript([*cards_of("K Q J"), None, *cards_of("2")], lambda item: ("", item), begin_play([3, 3]))
    assert [(entry.player, entry.points) for entry in done.entries] == [(1, 0), (2, 0), (1, 4), (2, 0), (2, 0)]


def test_b064_the_series_ends_when_all_others_have_said_go() -> None:
    play = at_count([3, 3, 2], "K Q 2 go go", 22, C)
    assert (play.held[C], play.is_alone) == (1, True)
    play, scores = play_card(play, card_of("7"))
    assert scores == (LAST,)
    assert (play.held, play.running, play.turn) == ((2, 2, 0), 0, A)


def test_b065_the_last_player_pegs_without_saying_go() -> None:
    play, scored = put(at_count([3, 3, 3], "9 8 6 7", 30, B), "go go")
    assert scored == [(), ()]
    assert (play.turn, play.is_alone) == (A, True)
    assert not must_say_go(play, cards_of("2"))
    play, scores = say_go(play)
    assert (scores, play.turn) == ((LAST,), B)
    items = [*cards_of("9 8 6 7"), None, None, *cards_of("K")]
    done = read_transcript(items, lambda item: ("", item), begin_play([3, 3, 3]))
    assert [entry.player for entry in done.entries] == [1, 2, 3, 1, 2, 3, 2]
    assert done.entries[3].scores == (Score("run", 4, 4), LAST)


def test_b067_no_cards_no_turn() -> None:
    play, _ = put(begin_play([3, 1, 3]), "2 2 2")
    assert play.turn == A
    play, _ = play_card(play, card_of("3"))
    assert play.turn == C


def test_b068_the_count_begins_anew_after_31() -> None:
    play, scored = put(begin_play([4, 4]), "K Q J A")
    assert (scored[-1], play.running, play.turn) == ((Score("thirty-one", 2, 4),), 0, A)
    done = read_transcript(cards_of("K Q J A A"), lambda item: ("", item), begin_play([4, 4]))
    assert [entry.running for entry in done.entries] == [10, 20, 30, 31, 1]


def test_b070_the_next_leader_is_looked_for_past_empty_hands() -> None:
    play = at_count([3, 1, 3], "K 5 7 6", 28, C)
    play, scored = put(play, "go go")
    assert scored == [(), (LAST,)]
    assert play.turn == C


def test_b071_the_point_is_announced_for_the_last_player() -> None:
    book, style = load_book("en"), Style(signs=False, colour=False, letters=ENGLISH)
    items = [*cards_of("10 9 Q"), None, *cards_of("5")]  # player 2 says go, player 1 has played last
    done = read_transcript(items, lambda item: ("", item), begin_play([4, 4]))
    lines = play_lines(done, book, style)
    assert lines[2:5] == ["  player 1  Q   29   1  and one for the go", "  player 2  go", "player 2 leads"]
    assert done.totals == (1, 0)


def test_b073_the_play_is_over_at_once_when_the_last_card_makes_31() -> None:
    play, scored = put(begin_play([2, 2]), "K Q J A")
    assert scored[-1] == (Score("thirty-one", 2, 4),)
    assert (play.turn, play.held) == (None, (0, 0))
    assert not must_say_go(play, [])
    with pytest.raises(IllegalActionError) as caught:
        say_go(play)
    assert caught.value.code == "play.over"


def test_b074_no_go_is_said_at_31() -> None:
    play, _ = put(begin_play([4, 4]), "K Q J A")
    assert play.turn == A
    with pytest.raises(IllegalActionError) as caught:
        say_go(play)
    assert caught.value.code == "play.go_at_lead"
    play, _ = put(begin_play([2, 3]), "K Q J A")  # A has no cards left
    assert (play.turn, play.held) == (B, (0, 1))


@pytest.mark.parametrize("hand", ["K", "A", "5 5 5 5"])
def test_b076_at_31_nobody_is_asked_for_a_go(hand: str) -> None:
    play, _ = put(begin_play([6, 6]), "K Q J A")
    assert not must_say_go(play, cards_of(hand))
    assert legal_cards(play, cards_of(hand)) == tuple(cards_of(hand))


def test_b077_neither_can_play_and_the_play_goes_on() -> None:
    play, scored = put(at_count([4, 4], "10 9 8", 27, B), "go go")
    assert scored == [(), (LAST,)]
    assert (play.running, play.series, play.turn, play.out) == (0, (), B, (False, False))
    play, _ = put(play, "K Q 9")
    assert (play.running, play.turn) == (29, A)


def test_every_peg_and_go_row_has_its_test() -> None:
    named = {name[5:9].upper() for name in globals() if re.match(r"test_b\d{3}_", name)}
    named |= {row["id"] for row in PLAY_ROWS}
    rows = {row["id"] for row in load_rows("public_faults.tsv", "peg", "go")}
    assert len(rows) == 28
    assert named == rows
    assert len(PLAY_ROWS) == 12
    assert len(ELSEWHERE) == 4


# the worked examples of the rules


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("3 5 4 2 3 4", [0, 0, 3, 4, 4, 3]),
        ("4 5 6 4", [0, 0, 5, 3]),
        ("4 5 6 5 4", [0, 0, 5, 0, 3]),
        ("7 8 6 4 5", [0, 2, 3, 0, 5]),
        ("A 2 3 4 5 6 7", [0, 0, 3, 4, 7, 6, 7]),
        ("7 6 5 4 3 2 A", [0, 0, 3, 4, 5, 6, 7]),
        ("7 7 7 7", [0, 2, 6, 12]),
        ("A A A A 2 2 2 2", [0, 2, 6, 12, 0, 2, 6, 12]),
        ("5 5 5", [0, 2, 8]),
        ("8 7 8", [0, 2, 0]),
        ("Q K A", [0, 0, 0]),
        ("J K 10 A", [0, 0, 0, 2]),
        ("A 3 2 3 A", [0, 0, 3, 0, 3]),
        ("10 5 6", [0, 2, 0]),
        ("AH 2H 4H 7H 9H", [0, 0, 0, 0, 0]),
    ],
)
def test_what_cards_score(cards: str, points: list[int]) -> None:
    _, scored = put(begin_play([9, 9]), cards)
    assert [sum(score.points for score in scores) for scores in scored] == points


def test_worked_example_of_three_players() -> None:
    hands = [cards_of(text) for text in ("K 9 5 2", "10 8 7 6", "Q J 4 3")]
    events, totals = play_core(hands, lambda legal: legal[0], one_series=False)
    assert totals == [1, 4, 7]
    assert [event.count for event in events] == [10, 20, 30, 30, 30, 9, 17, 27, 29, 29, 29, 7, 11, 16, 22, 25]
    assert events[-1].scores == (("run", 5, 5), ("last", 1, 1))


# random plays, event by event against the table that shares no code


def play_core(
    hands: Sequence[Sequence[int]], choose: Callable[[tuple[int, ...]], int], *, one_series: bool
) -> tuple[list[Event], list[int]]:
    """Play known hands out through the package; return the events as the table tells them, and the totals."""
    held = [list(hand) for hand in hands]
    play = begin_play([len(hand) for hand in hands], one_series=one_series)
    events: list[Event] = []
    totals = [0] * len(hands)
    while play.turn is not None:
        seat, last, before = play.turn, play.last, play
        legal = legal_cards(play, held[seat])
        if legal:
            assert not must_say_go(play, held[seat])
            card = choose(legal)
            held[seat].remove(card)
            play, scores = play_card(play, card)
            count = before.running + min(rank_of(card) + 1, 10)
            events.append(Event(seat + 1, name(card), count, tuple(tuple(score) for score in scores)))
            totals[seat] += sum(score.points for score in scores)
        else:
            asked = must_say_go(play, held[seat])
            assert asked == (seat != last)
            play, scores = say_go(play)
            if asked:
                events.append(Event(seat + 1, None, before.running))
            if scores:
                assert last is not None
                assert scores == (LAST,)
                totals[last] += 1
                at = max(at for at, event in enumerate(events) if event.card is not None)
                assert events[at].player == last + 1
                events[at] = events[at]._replace(scores=(*events[at].scores, tuple(LAST)))
        assert play.running < 31
        assert play.held == tuple(map(len, held))
        assert bool(play.series) == (play.last is not None) == (play.running > 0)
        if play.turn is not None:
            assert held[play.turn]
    return events, totals


def name(card: int) -> str:
    return DECK[card] if card >= 0 else DECK[(-1 - card) * 4][:-1]


def in_order(played: Played) -> list[Event]:
    return [event for series in played.series for event in series.events]


def award_of(series: Series) -> list[tuple[str, int]]:
    """List the end awards of a series: what it gives for 31 and for last."""
    return [
        (reason, points)
        for event in series.events
        for reason, points, _ in event.scores
        if reason in {"thirty-one", "last"}
    ]


def check_random_play(chance: random.Random, players: int, each: int, *, one_series: bool) -> None:
    deal = chance.sample(range(52), players * each)
    hands = [deal[seat * each : (seat + 1) * each] for seat in range(players)]
    draws = [chance.random() for _ in deal]
    first, second = iter(draws), iter(draws)
    played = play_table(
        [[DECK[card] for card in hand] for hand in hands],
        lambda _seat, fitting, _count: fitting[int(next(first) * len(fitting))],
        one_series=one_series,
    )
    expected = in_order(played)
    events, totals = play_core(hands, lambda legal: legal[int(next(second) * len(legal))], one_series=one_series)
    assert events == expected, hands
    assert tuple(totals) == played.totals
    # What must hold of any play, whoever plays it.
    assert all(event.count <= 31 for event in events)
    for series in played.series:
        assert award_of(series) in ([("thirty-one", 2)], [("last", 1)])
    cards = [event.card for event in events if event.card is not None]
    left = [card for hand in played.left for card in hand]
    assert sorted([*cards, *left]) == sorted(DECK[card] for card in deal)
    assert not left or one_series
    if one_series:
        assert len(played.series) == 1
    elif players == 2:
        assert totals[1] >= 1, "the dealer pegs at least one"
        if each == 4:
            assert 1 <= len(played.series) <= 3


TABLES = [(players, each) for players in (2, 3, 4) for each in (3, 4, 5, 6)]


@pytest.mark.parametrize(("players", "each"), TABLES)
def test_random_plays(players: int, each: int) -> None:
    chance = random.Random(f"{players} {each}")
    for number in range(1670):  # 20,040 with all tables
        check_random_play(chance, players, each, one_series=number % 2 == 1)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "each"), TABLES)
def test_many_random_plays(players: int, each: int) -> None:
    chance = random.Random(f"many {players} {each}")
    for number in range(16_700):  # 200,400 with all tables
        check_random_play(chance, players, each, one_series=number % 4 == 3)


@pytest.mark.parametrize("series", [1, 2, 3])
def test_two_hands_of_four_can_take_one_two_or_three_series(series: int) -> None:
    hands = {1: ("A A 2 2", "A A 2 2"), 2: ("A 2 3 4", "9 9 J J"), 3: ("K K 9 9", "Q Q J J")}[series]
    played = play_table([hand.split() for hand in hands], lambda _seat, fitting, _count: fitting[0])
    assert len(played.series) == series
    events, totals = play_core([cards_of(hand) for hand in hands], lambda legal: legal[0], one_series=False)
    assert (events, tuple(totals)) == (in_order(played), played.totals)


def test_uneven_hands_and_any_leader() -> None:
    """The fold knows only how many cards each holds; the table takes any hands too."""
    chance = random.Random(5)
    for _ in range(500):
        sizes = [chance.randrange(5) for _ in range(chance.randrange(2, 5))]
        if not sizes[0]:
            sizes[0] = 1
        deal = iter(chance.sample(range(52), sum(sizes)))
        hands = [[next(deal) for _ in range(size)] for size in sizes]
        played = play_table(
            [[DECK[card] for card in hand] for hand in hands], lambda _seat, fitting, _count: fitting[0]
        )
        events, totals = play_core(hands, lambda legal: legal[0], one_series=False)
        assert events == in_order(played)
        assert tuple(totals) == played.totals


# what is illegal


ILLEGAL = [
    pytest.param([4, 4], "K Q J", "2", "play.above", {"count": 32, "most": 1}, id="over 31"),
    pytest.param([4, 4], "K Q 2", "K", "play.above", {"count": 32, "most": 9}, id="ten at 22"),
    pytest.param([4, 4], "", "go", "play.go_at_lead", {"player": 1}, id="go at the first lead"),
    pytest.param([4, 4], "K Q J A", "go", "play.go_at_lead", {"player": 1}, id="go behind 31"),
    pytest.param([4, 4], "K Q J go go", "go", "play.go_at_lead", {"player": 2}, id="go behind go"),
    pytest.param([4, 4], "K Q", "go", "play.go_too_low", {"player": 1, "count": 20}, id="go at 20"),
    pytest.param([4, 4], "K Q A", "go", "play.go_too_low", {"player": 2, "count": 21}, id="go at 21"),
    pytest.param([4, 4, 4], "K", "go", "play.go_too_low", {"player": 2, "count": 10}, id="go at 10"),
    pytest.param([1, 1], "K Q", "go", "play.over", {}, id="go when it is over"),
    pytest.param([1, 1], "K Q", "A", "play.over", {}, id="a card when it is over"),
    pytest.param([2, 2], "K Q J A", "A", "play.over", {}, id="a card after the last 31"),
]


@pytest.mark.parametrize(("held", "before", "action", "code", "params"), ILLEGAL)
def test_what_is_illegal_raises_and_changes_nothing(
    held: list[int], before: str, action: str, code: str, params: dict[str, int]
) -> None:
    play, _ = put(begin_play(held), before)
    same, _ = put(begin_play(held), before)
    with pytest.raises(IllegalActionError) as caught:
        put(play, action)
    assert (caught.value.code, caught.value.params) == (code, params)
    assert str(caught.value).isprintable()
    assert play == same
    if play.turn is not None:
        assert play_card(play, card_of("A")) == play_card(same, card_of("A"))


def test_go_at_22_is_the_lowest_there_is() -> None:
    play = at_count([4, 4], "K Q 2", 22, B)
    after, scores = say_go(play)
    assert (after.turn, scores) == (A, ())


def test_nobody_has_a_turn_when_the_play_is_over() -> None:
    play, _ = put(begin_play([1, 1]), "K Q")
    with pytest.raises(IllegalActionError) as caught:
        seat_to_play(play)
    assert caught.value.code == "play.over"
    assert not must_say_go(play, cards_of("K"))
    assert not play.is_alone


def test_one_series_leaves_the_rest_unplayed() -> None:
    play, scored = put(begin_play([3, 3], one_series=True), "K Q J go go")
    assert scored[-1] == (LAST,)
    assert (play.turn, play.held) == (None, (1, 2))
    play, scored = put(begin_play([3, 3], one_series=True), "K Q J A")
    assert scored[-1] == (Score("thirty-one", 2, 4),)
    assert (play.turn, play.held) == (None, (1, 1))


ACTIONS = st.lists(st.one_of(st.none(), st.integers(-13, 51)), max_size=60)
CODES = {"play.over", "play.above", "play.go_at_lead", "play.go_too_low"}


def attempt(play: Play, action: int | None) -> tuple[Play, tuple[Score, ...]] | IllegalActionError:
    try:
        return say_go(play) if action is None else play_card(play, action)
    except IllegalActionError as error:
        return error


@settings(max_examples=1500, deadline=None)
@given(
    held=st.lists(st.integers(0, 6), min_size=2, max_size=4).filter(lambda held: held[0] > 0),
    actions=ACTIONS,
    one_series=st.booleans(),
)
def test_any_actions_are_done_or_refused(held: list[int], actions: list[int | None], *, one_series: bool) -> None:
    play = begin_play(held, one_series=one_series)
    awards = leads = 0
    for action in actions:
        done = attempt(play, action)
        if isinstance(done, IllegalActionError):
            assert done.code in CODES
            assert (done.code == "play.over") == (play.turn is None)
            fits = action is None or bool(legal_cards(play, [action]))
            assert (done.code == "play.above") == (play.turn is not None and not fits)
            continue
        after, scores = done
        assert play.turn is not None
        assert action is not None or (play.series and play.running > 21)
        leads += not play.series
        ends = [score.points for score in scores if score.reason in {"thirty-one", "last"}]
        awards += len(ends)
        assert bool(ends) == (not after.series)
        assert sum(play.held) - sum(after.held) == (action is not None)
        assert 0 <= after.running < 31
        assert min(after.held) >= 0
        assert (after.turn is None) == (not after.series and (one_series or not any(after.held)))
        if after.turn is not None:
            assert after.held[after.turn]
            assert not after.out[after.turn]
        play = after
    assert leads - awards in (0, 1)


# every play of some deals

PERFT = load_rows("pegging_perft.tsv")

Sums = tuple[int, tuple[int, ...], int]
"""How many plays, the points of each player in all of them, the goes in all of them."""


def count_plays(play: Play, hands: tuple[tuple[int, ...], ...]) -> Sums:
    """Count every play from here on, where cards of one rank are one choice."""
    if play.turn is None:
        return 1, (0,) * len(hands), 0
    seat = play.turn
    legal = legal_cards(play, hands[seat])
    if not legal:
        after, scores = say_go(play)
        number, points, goes = count_plays(after, hands)
        if scores:
            points = add_points(points, play.last, number)
        return number, points, goes + number * must_say_go(play, hands[seat])
    total, sums, all_goes = 0, [0] * len(hands), 0
    for card in {rank_of(card): card for card in legal}.values():
        rest = list(hands[seat])
        rest.remove(card)
        after, scores = play_card(play, card)
        number, points, goes = count_plays(after, (*hands[:seat], tuple(rest), *hands[seat + 1 :]))
        points = add_points(points, seat, number * sum(score.points for score in scores))
        total, all_goes = total + number, all_goes + goes
        sums = [before + more for before, more in zip(sums, points, strict=True)]
    return total, tuple(sums), all_goes


def add_points(points: tuple[int, ...], seat: int | None, more: int) -> tuple[int, ...]:
    return tuple(before + more if number == seat else before for number, before in enumerate(points))


@pytest.mark.parametrize("row", PERFT, ids=lambda row: f"{row['variant']}, {row['play']}: {row['hands']}")
def test_every_play_of_a_deal(row: Row) -> None:
    hands = tuple(tuple(cards_of(hand)) for hand in row["hands"].split(" / "))
    play = begin_play([len(hand) for hand in hands], one_series=row["play"] == "one series")
    found = count_plays(play, hands)
    assert found == (int(row["sequences"]), tuple(map(int, row["points"].split())), int(row["goes"]))


def test_the_deals_are_those_of_the_variants() -> None:
    seen = Counter((row["variant"], len(row["hands"].split(" / ")), row["play"]) for row in PERFT)
    assert set(seen) == {
        ("six", 2, "out"),
        ("six", 3, "out"),
        ("six", 4, "out"),
        ("five", 2, "out"),
        ("five", 2, "one series"),
        ("seven", 2, "out"),
        ("shotgun", 2, "out"),
    }
    assert min(seen.values()) >= 3
    for row in PERFT:
        rules, hands = VARIANTS[row["variant"]], row["hands"].split(" / ")
        assert len(hands) in rules.players
        sizes = {len(hand.split()) for hand in hands}
        assert sizes == {rules.kept} or (len(hands), sizes) == (4, {3})
        assert max(Counter(row["hands"].replace("/", "").split()).values()) <= 4


@pytest.mark.slow
def test_the_file_of_plays_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
