"""What is typed at a prompt means the same thing everywhere, and leaving a question gives nothing back."""

import json
import subprocess
from pathlib import Path

import pytest
from conftest import CLEAN, CRIB, Run

SAME = ("drill", "--seed", "3", "--no-adapt", "--rounds", "1")
MUGGINS = ("play", "--seed", "5", "--players", "4", "--muggins", "--level", "beginner")
TO_THE_CLAIM = "#1\n" * 5
"""One card to the crib and four to the play; then player 2 counts, and 4 after him."""


def test_a_hint_costs_the_round_though_the_question_was_left(crib: Run) -> None:
    crib(*SAME, stdin="hint\n")
    done = crib(*SAME, "--format", "json", stdin="6\n")
    (answer,) = json.loads(done.stdout)["answers"]
    assert (answer["claimed"], answer["hinted"], answer["you"], answer["other"]) == (6, True, 0, 0)
    assert "right 0" in done.stderr
    assert "missed most" not in done.stderr  # the answer was right


def test_the_next_question_is_free_of_the_hint(crib: Run) -> None:
    done = crib("drill", "--seed", "3", "--no-adapt", "--rounds", "2", "--format", "json", stdin="hint\n6\n10\n")
    assert [answer["hinted"] for answer in json.loads(done.stdout)["answers"]] == [True, False]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("29", "with the 6 claimed that is 35, which no such hand counts"),
        ("13", "with the 6 claimed that is 19"),
        ("nineteen", "with the 6 claimed"),
        ("run of three", "'run of three': "),
        ("pair royal", "'pair royal': "),
        ("blah", "'blah' at character 1"),
    ],
)
def test_a_call_of_muggins_that_cannot_be_is_refused(crib: Run, call: str, said: str) -> None:
    shown = crib(*MUGGINS, stdin=TO_THE_CLAIM + "no\n")
    assert "claims 6" in shown.stdout.splitlines()[-2]  # the hand that the call is on, worth 8
    done = crib(*MUGGINS, stdin=TO_THE_CLAIM + f"no\n{call}\n")
    assert said in done.stderr
    assert "Muggins!" not in done.stdout.rpartition("claims 6")[2]


@pytest.mark.parametrize("call", ["2", "pair", "a pair", "15-2"])
def test_points_and_combinations_that_are_there_take_what_was_missed(crib: Run, call: str) -> None:
    done = crib(*MUGGINS, stdin=TO_THE_CLAIM + f"no\n{call}\n")
    assert "Muggins! " in done.stdout.rpartition("claims 6")[2]


def test_cards_in_a_refusal_are_in_the_letters_that_are_read(crib: Run) -> None:
    done = crib("--cards", "it", "play", "--seed", "11", stdin="kf\nRF FF\n")
    assert "3F, 3Q, 4C, 7P, FF, RC" in done.stderr


def test_one_card_is_asked_for_where_one_is_thrown(crib: Run) -> None:
    done = crib("play", "--seed", "5", "--players", "3", stdin="?\n")
    assert "the card to throw, like 5D, a rank" in done.stdout  # one of the hand
    assert "#1 #2" not in done.stdout


@pytest.mark.parametrize(("letters", "cards", "drilled"), [("it", "2Q 3F", "RC 3F"), ("es", "2D 3T", "KC 3T")])
def test_help_names_cards_of_the_hand_in_the_letters_that_are_read(
    letters: str, cards: str, drilled: str, crib: Run
) -> None:
    told = crib("--cards", letters, "play", "--seed", "3", stdin=f"?\n{cards}\n")
    assert f"like {cards}, a rank" in told.stdout
    assert "6♣ 10♥" in told.stdout.rpartition("your cards")[2]  # they were thrown
    told = crib("--cards", letters, "drill", "discard", "--seed", "3", stdin="?\n")
    assert f"the crib: {drilled}, a rank" in told.stdout


def test_a_game_in_another_process_is_not_called_none(crib: Run, tmp_path: Path) -> None:
    home = {"CRIB_HOME": str(tmp_path / "home")}
    other = subprocess.Popen(
        [CRIB, "play", "--seed", "4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=CLEAN | home
    )
    assert other.stdin is not None
    assert other.stdout is not None
    while b"crib" not in other.stdout.readline():
        pass
    done = crib("play", "--resume")
    assert done.returncode == 2
    assert "is being played elsewhere" in done.stderr
    other.stdin.close()
    other.stdout.close()
    other.wait(timeout=30)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("play", "resume"), "no option resume; did you mean --resume?"),
        (("play", "5"), "'5': nothing more is expected by crib play"),
        (("discard", "5H 5C 6D 7S JH QD / 5D"), "'/' at character 19: no starter when cards are thrown"),
        (("discard", "5H 5C 6D 7S JH QD", "--role", "dealer"), "no option --role; see crib discard --help"),
        (("peg", "7", "--playout"), "no option --playout; did you mean --play-out?"),
    ],
)
def test_near_misses_are_told_what_is_near_and_no_more(crib: Run, args: tuple[str, ...], said: str) -> None:
    done = crib(*args)
    assert done.returncode == 2
    assert said in done.stderr
