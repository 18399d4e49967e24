"""Transcripts of the play: who did what, inferred goes, revokes, and the reading of any text."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from brute import DECK
from brute_play import Event, Played, never, play_table, worth_of
from hypothesis import given, settings
from hypothesis import strategies as st

from crib_cli.cli.peg import score_play
from crib_cli.core.cards import RANKS, name_of
from crib_cli.core.letters import ENGLISH, LETTER_SETS, Letters
from crib_cli.core.notation import parse_plays, scan_plays
from crib_cli.core.pegging import Play, Score, begin_play
from crib_cli.core.transcript import Entry, Transcript
from crib_cli.errors import CardError, CribError, HandError, IllegalActionError

TWO, THREE, FOUR = (begin_play([4] * players) for players in (2, 3, 4))
FIVE = begin_play([3, 3], one_series=True)


def read(text: str, begin: Play = TWO) -> Transcript:
    return score_play(text, ENGLISH, begin)


def points_of(done: Transcript) -> list[int]:
    """List the points of the cards; a go has none."""
    assert all(entry.points == 0 for entry in done.entries if entry.card is None)
    return [entry.points for entry in done.entries if entry.card is not None]


def said_by(done: Transcript) -> list[str]:
    """List who does what: ``1 K``, ``2 go``, ``2 (go)`` for one that is inferred."""
    words = {True: "(go)", False: "go"}
    return [
        f"{entry.player} {words[entry.inferred] if entry.card is None else name_of(entry.card)}"
        for entry in done.entries
    ]


# worked examples


@pytest.mark.parametrize(
    ("text", "points", "totals", "count"),
    [
        ("3 5 4 2 3 4", [0, 0, 3, 4, 4, 3], (7, 7), 21),
        ("4 5 6 4", [0, 0, 5, 3], (5, 3), 19),
        ("4 5 6 5 4", [0, 0, 5, 0, 3], (8, 0), 24),
        ("7 8 6 4 5", [0, 2, 3, 0, 5], (8, 2), 30),
        ("7H 8S 9D", [0, 2, 3], (3, 2), 24),
        ("K Q 10 A A", [0, 0, 0, 2, 0], (0, 2), 1),
        ("10 9 5 4 3", [0, 0, 0, 0, 5], (5, 0), 0),
        ("9 10 6 3 3", [0, 0, 0, 0, 4], (4, 0), 0),
    ],
)
def test_examples(text: str, points: list[int], totals: tuple[int, ...], count: int) -> None:
    done = read(text)
    assert done.error is None
    assert (points_of(done), done.totals, done.play.running) == (points, totals, count)
    assert all(entry.card is not None for entry in done.entries)


def test_the_example_with_goes() -> None:
    done = read("10 J 9 go A go 5")
    assert said_by(done) == ["1 10", "2 J", "1 9", "2 go", "1 A", "1 go", "2 5"]
    assert [entry.running for entry in done.entries] == [10, 20, 29, 29, 30, 30, 5]
    assert [entry.scores for entry in done.entries] == [
        (), (), (Score("run", 3, 3),), (), (Score("last", 1, 1),), (), (),
    ]  # fmt: skip
    assert [entry.leader for entry in done.entries] == [None, None, None, None, None, 2, None]
    assert (done.totals, done.play.running, done.play.turn, done.error) == ((4, 0), 5, 0, None)


def test_the_worked_example_of_three_players() -> None:
    done = read("K 10 Q 9 8 J 2 7 4 5 6 3", THREE)
    assert said_by(done) == [
        "1 K", "2 10", "3 Q", "1 (go)", "2 (go)", "1 9", "2 8", "3 J", "1 2", "2 (go)", "3 (go)",
        "2 7", "3 4", "1 5", "2 6", "3 3",
    ]  # fmt: skip
    assert done.totals == (1, 4, 7)
    assert [entry.running for entry in done.entries] == [10, 20, 30, 30, 30, 9, 17, 27, 29, 29, 29, 7, 11, 16, 22, 25]
    assert [entry.leader for entry in done.entries if entry.leader] == [1, 2]
    assert (done.play.turn, done.error) == (None, None)


def test_partners_pair_each_other() -> None:
    done = read("7 7 7 7", FOUR)
    assert (done.totals, done.play.running, done.play.turn) == ((0, 2, 6, 12), 28, 0)


def test_goes_that_are_not_written_are_told_from_those_that_are() -> None:
    assert said_by(read("K Q J go 5")) == ["1 K", "2 Q", "1 J", "2 go", "2 5"]
    assert said_by(read("K Q J 5")) == ["1 K", "2 Q", "1 J", "2 (go)", "2 5"]
    assert said_by(read("K Q J go go 5")) == ["1 K", "2 Q", "1 J", "2 go", "1 go", "2 5"]
    for text in ("K Q J go 5", "K Q J 5", "K Q J go go 5"):
        done = read(text)
        assert (points_of(done), done.totals, done.error) == ([0, 0, 4, 0], (4, 0), None)
        assert [entry.leader for entry in done.entries if entry.leader] == [2]


def test_the_last_point_waits_until_the_series_is_over() -> None:
    assert read("K Q J").totals == (3, 0)
    assert read("K Q J go").totals == (3, 0)  # player 1 may hold an ace
    assert read("K Q J go A").totals == (5, 0)
    assert read("K Q J go go").totals == (4, 0)
    assert read("K Q J", begin_play([2, 1])).totals == (4, 0)  # all cards are out
    assert read("K Q J", begin_play([3, 1])).totals == (3, 0)
    assert read("K Q J go", begin_play([2, 2])).totals == (4, 0)  # player 1 has none left


# plays of a table, written down and read again


def table(chance: random.Random, *, lies: float = 0.0) -> tuple[Played, Play]:
    """Play a random deal; with ``lies`` a player who could play says go so often."""
    players, each = chance.choice(((2, 4), (2, 4), (3, 4), (4, 4), (2, 3), (2, 5), (2, 6), (3, 3), (4, 3)))
    one_series = (players, each) == (2, 3) and chance.random() < 0.7 and not lies
    deal = chance.sample(DECK, players * each)
    if chance.random() < 0.3:
        deal = [card[:-1] for card in deal]
    played = play_table(
        [deal[seat * each : (seat + 1) * each] for seat in range(players)],
        lambda _seat, fitting, _count: chance.choice(fitting),
        one_series=one_series,
        lies=(lambda _seat, _fitting, _count: chance.random() < lies) if lies else never,
    )
    return played, begin_play([each] * players, one_series=one_series)


class Line(NamedTuple):
    """What the transcript of a play must come to, item by item: an event and the leader behind it, if written."""

    event: Event
    leader: int | None
    written: bool = True


def lines_of(played: Played, *, dropped: random.Random | None = None, own: bool = False) -> list[Line]:
    """List the events of a play with who leads behind them.

    ``dropped`` leaves goes unwritten that the lead behind them betrays; ``own`` writes the last player's own go.
    """
    lines: list[Line] = []
    for number, (events, stuck, leader) in enumerate(played.series):
        told = [*events, stuck] if own and stuck is not None else list(events)
        trailing = 0
        while told[-1 - trailing].card is None:
            trailing += 1
        unwritten = 0
        if dropped is not None and number + 1 < len(played.series):
            unwritten = dropped.randint(0, trailing)
        for place, event in enumerate(told, 1):
            behind = leader if place == len(told) else None
            lines.append(Line(event, behind, place <= len(told) - unwritten))
    return lines


def write(lines: Sequence[Line], chance: random.Random) -> tuple[str, list[int]]:
    """Write the lines as text; return it with the place of each written item, counted from 1."""
    text, places = "", []
    for event, _, written in lines:
        if written:
            text += chance.choice((" ", " ", ", ", "  ")) if text else ""
            places.append(len(text) + 1)
            text += event.card or chance.choice(("go", "Go", "GO", "pass"))
    return text, places


def told(entry: Entry) -> tuple[int, str | None, int, list[tuple[str, int, int]], int | None]:
    card = None if entry.card is None else name_of(entry.card)
    return entry.player, card, entry.running, [tuple(score) for score in entry.scores], entry.leader


def expected(line: Line) -> tuple[int, str | None, int, list[tuple[str, int, int]], int | None]:
    player, card, count, scores, _ = line.event
    return player, card, count, list(scores), line.leader


def check_reading(lines: Sequence[Line], played: Played, begin: Play, chance: random.Random) -> None:
    text, _ = write(lines, chance)
    done = read(text, begin)
    assert done.error is None, text
    assert [told(entry) for entry in done.entries] == [expected(line) for line in lines], text
    assert [entry.inferred for entry in done.entries] == [not line.written for line in lines], text
    assert done.totals == played.totals
    assert (done.play.turn, done.play.running) == (None, 0)
    assert done.play.held == tuple(map(len, played.left))


def check_random_transcript(chance: random.Random) -> None:
    played, begin = table(chance)
    if begin.one_series and played.series[-1].stuck is not None:
        # Nothing follows that could tell that the last player is stuck: he must say so.
        check_reading(lines_of(played, own=True), played, begin, chance)
        short = lines_of(played)
        done = read(write(short, chance)[0], begin)
        assert (done.error, sum(done.totals)) == (None, sum(played.totals) - 1)
        last = max(event.player for event in played.series[-1].events if any("last" in score for score in event.scores))
        assert done.play.turn == last - 1
        return
    check_reading(lines_of(played), played, begin, chance)
    check_reading(lines_of(played, own=True), played, begin, chance)
    check_reading(lines_of(played, dropped=chance), played, begin, chance)


def test_random_transcripts() -> None:
    chance = random.Random(21)
    for _ in range(4000):
        check_random_transcript(chance)


@pytest.mark.slow
def test_many_random_transcripts() -> None:
    chance = random.Random(22)
    for _ in range(100_000):
        check_random_transcript(chance)


def test_the_last_players_own_go_may_be_dropped_with_the_others() -> None:
    """Such a go is said by nobody: the transcript shows nothing in its place."""
    chance = random.Random(23)
    seen = 0
    for _ in range(1000):
        played, begin = table(chance)
        if begin.one_series:
            continue
        lines = lines_of(played)
        stuck = [series.stuck for series in played.series[:-1] if series.stuck]
        seen += len(stuck)
        entries = read(write(lines, chance)[0], begin).entries
        assert len(entries) == len(lines)
    assert seen > 500


def test_every_beginning_of_a_transcript_is_one() -> None:
    """Reading stops anywhere; what was read before does not change but for a point for last that comes late."""
    chance = random.Random(24)
    for _ in range(300):
        played, begin = table(chance)
        lines = lines_of(played)
        text, places = write(lines, chance)
        whole = read(text, begin)
        for number, place in enumerate(places[1:], 1):
            part = read(text[: place - 1], begin)
            assert part.error is None
            known = [entry._replace(leader=None) for entry in whole.entries[:number]]
            so_far = [entry._replace(leader=None) for entry in part.entries]
            if known != so_far:
                at = next(at for at in range(number) if known[at] != so_far[at])
                assert known[at].scores == (*so_far[at].scores, Score("last", 1, 1))
                so_far[at] = known[at]
            assert known == so_far
            assert sum(part.totals) == sum(entry.points for entry in part.entries)


# revokes


def check_lie_written(chance: random.Random) -> bool:
    """Read a play where somebody says go who could play: it stops at the first such go. Tell if there was one."""
    played, begin = table(chance, lies=0.3)
    lines = lines_of(played, own=True)
    at = next((at for at, line in enumerate(lines) if line.event.lie), None)
    if at is None:
        return False
    text, places = write(lines, chance)
    done = read(text, begin)
    # Everything before stands; a point for last in the same series has not been earned yet.
    begins = max((number for number in range(1, at + 1) if lines[number - 1].leader), default=0)
    wanted = [expected(line) for line in lines[:begins]]
    for line in lines[begins:at]:
        player, card, count, scores, leader = expected(line)
        wanted.append((player, card, count, [score for score in scores if score[0] != "last"], leader))
    assert [told(entry) for entry in done.entries] == wanted, text
    totals = Counter[int]()
    for player, _, _, scores, _ in wanted:
        totals[player] += sum(points for _, points, _ in scores)
    assert done.totals == tuple(totals[player] for player in range(1, len(begin.held) + 1))
    # The proof is the first card that the same player shows and that would have fitted.
    player, count = lines[at].event.player, lines[at].event.count
    shown = next(
        number
        for number in range(at + 1, len(lines))
        if lines[number].event.player == player
        and lines[number].event.card is not None
        and count + worth_of(lines[number].event.card or "") <= 31
    )
    card = lines[shown].event.card
    assert card is not None
    check_error(
        done.error,
        "play.could_play",
        text,
        places[at],
        {
            "player": player,
            "count": count,
            "card": card,
            "makes": count + worth_of(card),
            "most": 31 - count,
            "later": places[shown],
        },
    )
    return True


def check_error(error: IllegalActionError | None, code: str, text: str, at: int, params: dict[str, object]) -> None:
    assert error is not None, text
    assert error.code == code, text
    assert error.params["at"] == at, text
    shown = error.params["text"]
    assert isinstance(shown, str)
    assert text[at - 1 :].startswith(shown)
    assert re.fullmatch(r"[^\s,]*", shown)
    assert {name: error.params[name] for name in params} == params, text
    assert f"'{shown}' at character {at}: " in str(error)


def test_a_go_by_one_who_could_play_stops_at_the_go() -> None:
    chance = random.Random(31)
    assert sum(check_lie_written(chance) for _ in range(3000)) > 1000


@pytest.mark.slow
def test_many_goes_by_one_who_could_play() -> None:
    chance = random.Random(32)
    assert sum(check_lie_written(chance) for _ in range(60_000)) > 20_000


def test_an_unwritten_go_by_one_who_could_play_stops_at_the_lead() -> None:
    """The last player does not go on though he could; nothing is written between his card and the next lead."""
    chance = random.Random(33)
    seen = 0
    while seen < 500:
        deal = chance.sample(DECK, 8)
        played = play_table(
            [deal[:4], deal[4:]],
            lambda _seat, fitting, _count: chance.choice(fitting),
            lies=lambda _seat, _fitting, _count: chance.random() < 0.5,
        )
        lines = lines_of(played)
        lies = [series.stuck for series in played.series if series.stuck is not None and series.stuck.lie]
        if not lies or any(line.event.lie for line in lines):
            continue
        lie = lies[0]
        series = next(number for number, (_, stuck, _) in enumerate(played.series) if stuck is lie)
        told_before = sum(len(events) for events, *_ in played.series[: series + 1])
        lead = lines[told_before].event.card
        assert lead is not None
        if lie.count + worth_of(lead) <= 31:  # he leads again himself: he just plays on
            assert lines[told_before].event.player == lie.player
            continue
        # The goes behind the last card go unwritten as well.
        cards = told_before - 1
        while lines[cards].event.card is None:
            cards -= 1
        lines = [line._replace(written=not cards < at < told_before) for at, line in enumerate(lines)]
        text, places = write(lines, chance)
        item = sum(line.written for line in lines[:told_before])
        done = read(text, TWO)
        assert [told(entry)[:3] for entry in done.entries] == [expected(line)[:3] for line in lines[: cards + 1]], text
        check_error(
            done.error,
            "play.could_go_on",
            text,
            places[item],
            {"player": lie.player, "above": lie.count + worth_of(lead), "most": 31 - lie.count},
        )
        seen += 1


REVOKES = [
    pytest.param("K Q 9 go 5 A", "play.could_go_on", 10, (1, "A", 30, 2), id="the last player held an ace"),
    pytest.param("K Q J 5 A", "play.could_go_on", 7, (1, "A", 31, 1), id="nothing written"),
    pytest.param("K Q 9 5 2 2", "play.could_go_on", 7, (2, "2", 31, 2), id="both had a two, and 2 was asked first"),
    pytest.param("K Q 9 go A go 5 K A", "play.could_play", 7, (2, "A", 30, 2), id="go, proved two cards on"),
    pytest.param("K Q 9 go go 5 A", "play.could_play", 10, (1, "A", 30, 2), id="the last player's own go"),
    pytest.param("KH QS 9D pass 5C 6C 2D", "play.could_play", 10, (2, "2D", 31, 2), id="pass, suits"),
    pytest.param("K Q 9 6 8 2", "play.could_go_on", 7, (2, "2", 31, 2), id="who leads next had a two"),
]


@pytest.mark.parametrize(("text", "code", "at", "proof"), REVOKES)
def test_revokes(text: str, code: str, at: int, proof: tuple[int, str, int, int]) -> None:
    done = read(text)
    player, card, makes, most = proof
    later = text.rindex(card) + 1
    check_error(
        done.error, code, text, at, {"player": player, "card": card, "makes": makes, "most": most, "later": later}
    )
    before = text[: at - 1].replace("pass", "go").split()
    assert [said[2:] for said in said_by(done)] == before
    assert done.totals == read(text[: at - 1]).totals


def test_the_first_of_two_revokes_counts() -> None:
    text = "K Q 9 go go 5 J 8 go A 2 go 3"  # player 2 had an ace at 29, player 1 a three at 23
    done = read(text, begin_play([6, 6]))
    check_error(done.error, "play.could_play", text, 7, {"player": 2, "card": "A", "later": 22})
    text = text.replace("A", "3")
    done = read(text, begin_play([6, 6]))
    check_error(done.error, "play.could_play", text, 7, {"player": 2, "card": "2", "later": 24})
    text = text.replace("2", "4")
    done = read(text, begin_play([6, 6]))
    check_error(done.error, "play.could_play", text, 19, {"player": 1, "card": "3", "later": 29})


def test_a_revoke_comes_before_what_is_illegal_later() -> None:
    done = read("K Q 9 go 5 A go")
    assert done.error is not None
    assert (done.error.code, done.error.params["at"]) == ("play.could_go_on", 10)


# what is illegal


STOPS = [
    pytest.param(TWO, "go K", "play.no_go_lead", 1, {"player": 1}, "", id="go at the first lead"),
    pytest.param(TWO, "K Q J A go", "play.no_go_lead", 9, {"player": 1}, "K Q J A", id="go at 31"),
    pytest.param(TWO, "K Q J go go go", "play.no_go_lead", 13, {"player": 2}, "K Q J go go", id="go too often"),
    pytest.param(THREE, "K Q J go go go go", "play.no_go_lead", 16, {"player": 1}, "K Q J go go go", id="three"),
    pytest.param(TWO, "K go", "play.no_go_low", 3, {"player": 2, "count": 10}, "K", id="go at 10"),
    pytest.param(TWO, "K Q A, pass", "play.no_go_low", 8, {"player": 2, "count": 21}, "K Q A", id="go at 21"),
    pytest.param(TWO, "K Q J 5 go", "play.no_go_low", 9, {"player": 1, "count": 5}, "K Q J go 5", id="go at 5"),
    pytest.param(begin_play([1, 1]), "K 5 3", "play.too_many", 5, {"dealt": 2}, "K 5", id="one card too many"),
    pytest.param(begin_play([1, 1]), "K 5 go", "play.too_many", 5, {"dealt": 2}, "K 5", id="go behind the last card"),
    pytest.param(TWO, "A A A A 2 2 2 2 3", "play.too_many", 17, {"dealt": 8}, "A A A A 2 2 2 2", id="nine of eight"),
    pytest.param(begin_play([2, 2]), "K Q J A 5", "play.too_many", 9, {"dealt": 4}, "K Q J A", id="behind 31"),
    pytest.param(THREE, "A A A A 2 2 2 2 3 3 3 3 4", "play.too_many", 25, {"dealt": 12}, "A A A A 2 2 2 2 3 3 3 3",
                 id="thirteen of twelve"),
    pytest.param(FIVE, "K Q J A 5", "play.ended", 9, {}, "K Q J A", id="one series, behind 31"),
    pytest.param(FIVE, "K Q J go go 5", "play.ended", 13, {}, "K Q J go go", id="one series, behind the goes"),
    pytest.param(FIVE, "K Q J A go", "play.ended", 9, {}, "K Q J A", id="one series, go behind 31"),
    pytest.param(FIVE, "K Q 9 A 5", "play.ended_above", 9, {"makes": 35, "most": 1}, "K Q 9 A", id="one series, above"),
    pytest.param(FIVE, "K Q 9 go 3", "play.ended_above", 10, {"makes": 32, "most": 2}, "K Q 9 go", id="above, alone"),
    pytest.param(FIVE, "A 2 3 A 2 3 4", "play.too_many", 13, {"dealt": 6}, "A 2 3 A 2 3", id="one series, all played"),
]  # fmt: skip


@pytest.mark.parametrize(("begin", "text", "code", "at", "params", "before"), STOPS)
def test_what_is_illegal_stops_at_its_place(
    begin: Play, text: str, code: str, at: int, params: dict[str, object], before: str
) -> None:
    done = read(text, begin)
    check_error(done.error, code, text, at, params)
    assert [said[2:].strip("()") for said in said_by(done)] == before.split()
    if before:
        assert done == read(text[: at - 1], begin)._replace(error=done.error)
    else:
        assert (done.entries, done.totals, done.play) == ((), (0, 0), begin)


def test_five_cards_in_one_series_and_played_out() -> None:
    done = read("K Q 9 go go", FIVE)
    assert (done.totals, done.play.turn, done.play.held, done.error) == ((1, 0), None, (1, 2), None)
    done = read("K Q 9 go", FIVE)
    assert (done.totals, done.play.turn, done.error) == ((0, 0), 0, None)
    done = read("K Q 9 go 2", FIVE)
    assert (done.totals, done.play.turn, done.error) == ((2, 0), None, None)
    done = read("K Q 9 5 4 3", begin_play([3, 3]))
    assert said_by(done) == ["1 K", "2 Q", "1 9", "2 (go)", "2 5", "1 4", "2 3"]
    assert (done.totals, done.play.turn, done.error) == ((1, 4), None, None)


# reading the text


def random_spelling(chance: random.Random, letters: Letters) -> str:
    """Write a play in one of the ways of writing, or something near one."""
    suits = [*letters.suit_names, *map(str.lower, letters.suit_names), "♥", "♠", "♢", ""]
    ranks = [*letters.rank_names, *RANKS, "T", "t", "a", "k", "10", *"fdr"]
    odd = [*("go", "GO", "Go", "pass", "gO", "goo", "go5", "H5", "♥5", "0H", "1", "X", "5H6S", "ace", "F", "Q", "C")]
    odd += ["5 of hearts", "re di cuori", "D", "of", "di", "[", "]", "-", "/", ",", "#", "♥", "\u200b", "\ufe0f"]
    spaces = [" "] * 12 + ["  ", "\t", ", ", "\n", "\r", "\v", "\u00a0", "\u2003", "\x85", "\u3000", ""]
    clean = chance.random() < 0.6
    words = []
    for _ in range(chance.randrange(13)):
        if not clean and chance.random() < 0.15:
            words.append(chance.choice(odd))
        elif chance.random() < 0.15:
            words.append(chance.choice(("go", "pass", "Go")))
        else:
            words.append(chance.choice(ranks) + chance.choice(suits if chance.random() < 0.6 else [""]))
    if clean:
        return " ".join(words)
    return "".join(chance.choice(spaces) + word for word in words) + chance.choice(spaces)


def try_reading(text: str, letters: Letters, *, scan: bool) -> object:
    try:
        if scan:
            return list(scan_plays(text, letters))
        return [play.card for play in parse_plays(text, letters)]
    except CribError as error:
        return type(error), error.code, str(error)


@pytest.mark.parametrize("letters", LETTER_SETS.values(), ids=LETTER_SETS)
def test_both_readers_read_the_same(letters: Letters) -> None:
    chance = random.Random(f"spelling {letters.name}")
    read_well = 0
    for _ in range(7000):  # 21,000 in the three letter sets
        text = random_spelling(chance, letters)
        plays = try_reading(text, letters, scan=False)
        assert try_reading(text, letters, scan=True) == plays, ascii(text)
        read_well += isinstance(plays, list)
    assert 1000 < read_well < 6000


@pytest.mark.parametrize("letters", LETTER_SETS.values(), ids=LETTER_SETS)
def test_two_words_read_the_same_whatever_they_are(letters: Letters) -> None:
    """A rank and a letter behind it may be one card or two."""
    signs = sorted({*letters.ranks, *letters.suits, "10", "T", "t", "♥", "go"})
    for first in signs:
        for second in signs:
            for text in (f"{first} {second}", first + second, f"5{first} {second}"):
                plays = try_reading(text, letters, scan=False)
                assert try_reading(text, letters, scan=True) == plays, text


@pytest.mark.parametrize("sign", ["\x1c", "\x1d", "\x1e", "\x1f"])
def test_control_signs_are_no_spaces_in_either_reader(sign: str) -> None:
    text = f"7H{sign}8S"
    with pytest.raises(CardError):
        parse_plays(text)
    with pytest.raises(CardError):
        scan_plays(text)


def test_places_point_at_what_was_written() -> None:
    chance = random.Random(41)
    for _ in range(500):
        played, _ = table(chance)
        lines = lines_of(played)
        text, places = write(lines, chance)
        plays = parse_plays(text)
        assert [play.start + 1 for play in plays] == places
        for play, line in zip(plays, lines, strict=True):
            shown = text[play.start : play.end]
            assert shown == line.event.card or (play.card is None and shown.lower() in {"go", "pass"})


@pytest.mark.parametrize("read_plays", [scan_plays, parse_plays], ids=["scan", "parse"])
@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("7H 8S 7H", "card.twice", 7),
        ("7H go 7h", "card.twice", 7),
        ("7H 10H ♥7", "card.twice", 8),
        ("7 7 7 7 7", "card.fifth", 9),
        ("7H 7S 7 7 7D", "card.fifth", 11),
        ("7H 7S 7C 7D go 7", "card.fifth", 16),
        ("7H Z 9", "card.unknown", 4),
        ("7H H", "card.lone_suit", 4),
        ("7H 1H", "card.one", 4),
        ("7H 8S / 9D", "play.no_starter", 7),
        ("[7H 8S", "hand.bracket", 1),
    ],
)
def test_what_is_no_play(read_plays: object, text: str, code: str, at: int) -> None:
    assert callable(read_plays)
    with pytest.raises(CribError) as caught:
        read_plays(text)
    assert (caught.value.code, caught.value.params["at"]) == (code, at)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7H 8 9D", "7H 8 9D"),
        ("7H 7", "7H 7"),
        ("7 7H 7S 7", "7 7H 7S 7"),
        ("th, j, 10 PASS qd", "10H J 10 go QD"),
        ("7H8S9D", "7H 8S 9D"),
        ("7-8-9", "7 8 9"),
        ("['7H', 'go']", "7H go"),
        ("7 of hearts go king d", "7H go KD"),
    ],
)
def test_suits_for_all_or_some_or_none(text: str, cards: str) -> None:
    for plays in (scan_plays(text), [play.card for play in parse_plays(text)]):
        assert " ".join("go" if card is None else name_of(card) for card in plays) == cards


@pytest.mark.parametrize("text", ["", " ", ",", "\u200b", "[]", "-"])
def test_nothing_is_no_play(text: str) -> None:
    with pytest.raises(HandError) as caught:
        read(text)
    assert caught.value.code == "play.empty"


BEGINS = st.sampled_from([TWO, THREE, FOUR, FIVE, begin_play([1, 1]), begin_play([13] * 4), begin_play([6, 6])])
SIGNS = st.sampled_from(
    [*(rank + suit for rank in RANKS for suit in ("", "", "H", "♠")), *["go"] * 12, "pass", "go go go"]
)
PLAYISH = st.lists(SIGNS, max_size=30).map(" ".join)


def attempt(text: str, letters: Letters, begin: Play) -> Transcript | CribError:
    try:
        return score_play(text, letters, begin)
    except CribError as error:
        return error


def check_any_text(text: str, letters: Letters, begin: Play) -> None:
    done = attempt(text, letters, begin)
    if isinstance(done, CribError):
        assert str(done).isprintable()
        assert not isinstance(done, IllegalActionError), "what is illegal stops a transcript and is not raised"
        return
    assert sum(done.totals) == sum(entry.points for entry in done.entries)
    assert sum(begin.held) - sum(done.play.held) == sum(entry.card is not None for entry in done.entries)
    assert all(entry.running <= 31 for entry in done.entries)
    for player, points in enumerate(done.totals, 1):
        assert points == sum(entry.points for entry in done.entries if entry.player == player)
    items = scan_plays(text, letters)
    shown = [entry.card for entry in done.entries if not entry.inferred]
    assert shown == list(items[: len(shown)])
    assert (done.error is None) == (len(shown) == len(items))
    if done.error is not None:
        assert str(done.error).isprintable()
        plays = parse_plays(text, letters)
        assert done.error.params["at"] == plays[len(shown)].start + 1


@settings(max_examples=1500, deadline=None)
@given(st.text(max_size=60), st.sampled_from(list(LETTER_SETS.values())), BEGINS)
def test_any_text_is_a_transcript_or_an_error(text: str, letters: Letters, begin: Play) -> None:
    check_any_text(text, letters, begin)


@settings(max_examples=3000, deadline=None)
@given(PLAYISH, BEGINS)
def test_any_cards_and_goes_are_a_transcript_or_an_error(text: str, begin: Play) -> None:
    check_any_text(text, ENGLISH, begin)
