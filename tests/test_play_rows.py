"""The game as its user sees it, by the rows of the case file: prompts, cards as typed, the board, go, the end."""

import re
from pathlib import Path

import pytest
from cases import load_rows
from conftest import Run
from game_table import claim, lay, play_out, put, run
from playing import holes_of, write_script
from test_play_pipe import MUGGINS, SHORT, saved

from crib_cli.core.cards import name_of
from crib_cli.core.letters import ENGLISH
from crib_cli.game.actions import CallMuggins
from crib_cli.game.events import Ended, Event
from crib_cli.game.runner import PERSON
from crib_cli.game.settings import GameSettings
from crib_cli.output.board import PLAIN, ROUND, Track, board_lines
from crib_cli.output.game_text import Narrator
from crib_cli.output.plain import Style
from crib_cli.words.catalog import load_book

EN = load_book("en")
STYLE = Style(signs=False, colour=False, letters=ENGLISH)
ROWS = {row["id"]: row for row in load_rows("public_faults.tsv")}


def tell(settings: GameSettings, events: list[Event], me: int | None = None) -> list[str]:
    """Tell events to a seat, or to one who hears everything."""
    narrator = Narrator(settings, me, EN, STYLE)
    return [*narrator.tell(events), *narrator.settle()]


def test_b137_every_prompt_stands_below_the_cards(crib: Run) -> None:
    typed = "".join("?\n" + turn.answer + "\n" for turn in MUGGINS.turns)
    lines = crib("play", "--ascii", *MUGGINS.options, stdin=typed).stdout.splitlines()
    book = EN
    turns = [turn for turn in MUGGINS.turns for _ in range(2)]  # the question, and once more after the help
    prompts = {turn.prompt(book) for turn in turns}
    asked = [here for here, line in enumerate(lines) if any(line.startswith(prompt) for prompt in prompts)]
    assert len(asked) == len(turns)
    for here, turn in zip(asked, turns, strict=True):
        assert all(card in lines[here - 1] for card in turn.seen), lines[here - 1]


def test_b139_hole_61_is_the_first_of_the_second_street() -> None:
    rows = [board_lines([Track("you", front, front - 1)], 121, 80, ROUND) for front in (60, 61)]
    (on_60, _), (on_61, second) = rows
    assert on_60.endswith("●¦")
    assert "●" not in on_61
    assert second.strip().startswith("●")
    assert on_61.endswith("○¦")


def test_b140_pegs_stand_where_the_numbers_say() -> None:
    for target in (31, 61, 90, 121, 181, 999):
        for front in range(target + 1):
            lines = board_lines([Track("you", front, max(front - 3, 0))], target, 80, ROUND)
            head, rows = lines[0].split()[1], "".join(line[8:] for line in lines)
            assert (int(head), target) == holes_of(rows)[:1] + holes_of(rows)[1:]
            assert max(map(len, lines)) <= 80


def test_b142_a_short_game_shows_its_end() -> None:
    (row,) = board_lines([Track("you", 12, 9)], 61, 80, ROUND)
    assert row.endswith("◎")
    assert holes_of(row[8:]) == (12, 61)
    assert board_lines([Track("you", 12, 9)], 61, 79, ROUND) == ["you 12 / 61 (+3)"]


def test_b143_help_comes_once(crib: Run) -> None:
    done = crib("play", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Usage") == 1


def test_b145_input_that_runs_out_leaves_the_game_saved(crib: Run, tmp_path: Path) -> None:
    for length in range(0, len(MUGGINS.turns), 4):
        typed = "".join(turn.answer + "\n" for turn in MUGGINS.turns[:length])
        done = crib("play", *MUGGINS.options, stdin=typed)
        assert done.returncode == 0
        assert done.stderr == "crib: the input ended; the game is saved, crib play --resume goes on from here\n"
        done = crib("play", "--resume", stdin=MUGGINS.typed_from(length))
        assert (done.returncode, done.stderr) == (0, "")
        assert saved(tmp_path)[-1].read_text() == MUGGINS.record


def test_b095_target_is_read_from_text(crib: Run) -> None:
    for text, code in (("61", 0), ("0", 2), ("-5", 2), ("abc", 2), ("1000", 2), ("6.5", 2)):
        done = crib("play", "--target", text, stdin="q\n")
        assert done.returncode == code, text
        assert len(done.stderr.splitlines()) == (code == 2), text


def test_b100_both_partners_win(crib: Run) -> None:
    script = next(
        s for s in (write_script(n, players=4, target=31) for n in range(1, 99)) if '"winners":[1,3]' in s.record
    )
    assert "you and partner: the game, " in crib("play", *script.options, stdin=script.typed).stdout


def test_every_ui_row_has_its_test() -> None:
    here = set(globals())
    for row in load_rows("public_faults.tsv", "ui"):
        assert any(name.startswith(f"test_{row['id'].lower()}_") for name in here), row


# Cards as people type them at a prompt.


def typed_at_discard(crib: Run, answer: str) -> tuple[str, str]:
    """Answer the first prompt of a game, then leave; return what was told behind the answer, and the diagnostics."""
    done = crib("play", "--ascii", *SHORT.options, stdin=answer + "\nq\n")
    assert done.returncode == 0
    return done.stdout.partition("to the crib (2)? ")[2], done.stderr


HELD = sorted(name_of(card) for card in SHORT.turns[0].state.hands[0])
ONE, TWO = "2S", "5D"


def test_the_hand_of_these_tests() -> None:
    assert " ".join(HELD) == "2S 5D 6S 7D JS KS"


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        ("B106", "2s 5d"),
        ("B106", "2S 5D"),
        ("B107", "2♠ 5♦"),
        ("B107", "♠2 ♦5"),
        ("B116", "2S5D"),
        ("B119", "2S; 5D"),
        ("B119", "2S, 5D"),
        ("B119", "2S 5D"),
        ("B119", "2S | 5D"),
        ("B121", "\U0001f0a2\U0001f0c5"),
        ("B103", "two of spades, 5 of diamonds"),
    ],
)
def test_parse_rows_at_a_prompt(crib: Run, row: str, answer: str) -> None:
    assert ROWS[row]["kind"] == "parse"
    told, errors = typed_at_discard(crib, answer)
    assert errors == ""
    assert "you: 2S 5D to the crib\n" in told


@pytest.mark.parametrize(
    ("row", "answer", "words"),
    [
        ("B104", "2\u0405 5D", "U+0405"),
        ("B107", "2s 2♠", "2S"),
        ("B109", "Z 5D", "Z"),
        ("B112", "2S2S", "2S"),
        ("B115", "2S 2S", "2S"),
        ("B118", "5‚ô¶ 2S", "character set"),
        ("B119", "2S 5D 6S", "cards named: 3; name 2"),
        ("B119", "2S", "cards named: 1; name 2"),
        ("B121", "\U0001f0ac 2S", "knight"),
        ("B121", "\U0001f0a0 2S", "back"),
        ("B121", "\U0001f0cf 2S", "joker"),
        ("B113", "2S 5H", "you do not hold it"),
    ],
)
def test_parse_rows_refused_at_a_prompt(crib: Run, tmp_path: Path, row: str, answer: str, words: str) -> None:
    assert ROWS[row]["kind"] == "parse"
    told, errors = typed_at_discard(crib, answer)
    assert len(errors.splitlines()) == 1
    assert words in errors
    assert "you: " not in told
    assert told.count("to the crib (2)? ") == 1  # asked again
    assert '"discard","player":1' not in saved(tmp_path)[0].read_text()


# What is said of a go, and who pegs.

TWO_SEATS = GameSettings(levels=("club", "club"))


def test_b071_the_go_is_announced_for_him_who_pegs_it() -> None:
    assert ROWS["B071"]["right_value"] == "announce: 1 for B"
    state, _ = lay(TWO_SEATS, "KC KD 9C 8D", "KH 9S 8C 5C", starter="2D")
    state, events = put(state, "KH KC 9S go")
    assert tell(TWO_SEATS, events) == [
        "player 2 KH  10",
        "player 1 KC  20, a pair for two: 2-0",
        "player 2 9S  29",
        "player 1: go",
        "player 2, and one for the go: 2-1",
    ]
    assert tell(TWO_SEATS, events, 1)[-2:] == ["computer: go", "you, and one for the go: 2-1"]


def test_b073_thirty_one_is_told_once_and_nobody_says_go() -> None:
    assert "nobody passes" in ROWS["B073"]["right_value"]
    state, _ = lay(TWO_SEATS, "KC KD 9C 8D", "KH AS 8C 5C", starter="2D")
    state, events = put(state, "KH KC AS KD")
    told = tell(TWO_SEATS, events)
    assert told[-1] == "player 1 KD  31, thirty-one for two: 4-0"
    assert not [line for line in told if "go" in line]


# The end of a game.


@pytest.mark.parametrize(
    ("row", "scores", "target", "line"),
    [
        ("B083", (121, 55), 121, "double skunk: counts 4 games"),
        ("B085", (61, 30), 61, "skunk: counts 2 games"),
        ("B085", (61, 31), 61, None),
        ("B082", (121, 91), 121, None),
    ],
)
def test_the_end_and_its_skunk(row: str, scores: tuple[int, int], target: int, line: str | None) -> None:
    """Played by hand: the winner is one hole short and pegs it."""
    settings = GameSettings(target=target, levels=("club", "club"))
    state, _ = lay(settings, "KC KD 9C 8D", "KH AS 8C 5C", starter="2D", scores=(target - 2, scores[1]))
    _, events = put(state, "KH KC")  # a pair for two
    told = tell(settings, events)
    assert isinstance(events[-1], Ended)
    assert f"player 1: the game, {target}-{scores[1]}" in told, ROWS[row]
    assert told[-1] == (line or f"player 1: the game, {target}-{scores[1]}")


def test_b097_the_answer_to_a_claim_comes_before_the_crib() -> None:
    assert "before the crib" in ROWS["B097"]["right_value"]
    settings = GameSettings(claims=(0,), levels=(PERSON, "club"))
    state, _ = lay(settings, "KC KD 9C 8D", "KH AS 8C 5C", starter="2D")
    state = play_out(state)
    state, _ = claim(state)  # the pone's, by the program
    state, events = claim(state, 6)
    assert state.awaited.kind == "claim"
    told = tell(settings, events, 0)
    assert told[1] == "it counts 2: a pair is two"
    assert told[2] == "6 claimed, it counts 2: put right at no cost"


def test_b098_each_count_has_a_decision_of_its_own(crib: Run) -> None:
    assert "fresh decision" in ROWS["B098"]["right_value"]
    script = write_script(5, muggins=True)
    told = crib("play", *script.options, stdin=script.typed).stdout
    asked = sum(turn.kind == "muggins" for turn in script.turns)
    assert told.count("muggins (points, or no)? ") == asked
    assert asked >= 2


def test_the_truth_is_hidden_until_claim_and_call_are_in(crib: Run) -> None:
    """The line of the true count comes after the answer, never before."""
    told = crib("play", *MUGGINS.options, stdin=MUGGINS.typed).stdout
    for part in re.split(r"muggins \(points, or no\)\? |^points\? ", told, flags=re.MULTILINE)[:-1]:
        open_claim = part.splitlines()[-1]
        assert open_claim.startswith(("count your", "computer, "))
        assert "it counts" not in open_claim


def test_muggins_names_what_was_missed() -> None:
    settings = GameSettings(muggins=True, claims=(0, 1), levels=(PERSON, "club"))
    state, _ = lay(settings, "KC KD 9C 8D", "5H TS JC QC", starter="2D")
    state = play_out(state)
    state, events = claim(state, 3)
    narrator = Narrator(settings, 0, EN, STYLE)
    (said,) = narrator.tell(events)
    assert said.startswith("computer, hand 5H 10S JC QC / 2D: claims 3; ")
    state, events = run(state, CallMuggins(0, 6))
    called, truth = narrator.tell(events)
    assert re.fullmatch(r"Muggins! .+ .*: 6 for you: \d+-\d+", called)
    assert truth.startswith("it counts 9: ")
    assert narrator.settle() == []


# The board, in signs that any terminal has.


def test_the_board_in_plain_signs_is_ascii() -> None:
    tracks = [Track("you", 121, 119), Track("computer", 61, 60)]
    lines = board_lines(tracks, 121, 80, PLAIN)
    assert all(line.isascii() and len(line) <= 80 for line in lines)
    assert lines[2].endswith("O")
    assert lines[3].endswith("@")


def test_colours_change_no_hole() -> None:
    tracks = [Track("you", 12, 9), Track("computer", 61, 60)]
    colourful = board_lines(tracks, 121, 80, ROUND, colour=True)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in colourful] == board_lines(tracks, 121, 80, ROUND)
    assert any("\x1b" in line for line in colourful)


def test_long_names_get_numbers() -> None:
    assert board_lines([Track("a long name", 3, 0)], 61, 200, ROUND) == ["a long name  3 / 61 (+3)"]
