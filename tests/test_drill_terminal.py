"""The drill in a real terminal: every kind and mode, help, hints, interruptions, three languages, drawn cards."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest
from cases import load_rows
from conftest import CLEAN, CRIB
from drilling import read_rows

Spawn = Callable[..., "pexpect.spawn[str]"]
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
SAME = ("--seed", "3", "--no-adapt")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Spawn]:
    """Return a function that starts ``crib drill`` in a terminal of 80 columns."""
    begun: list[pexpect.spawn[str]] = []

    def spawn(*args: str, **variables: str) -> "pexpect.spawn[str]":
        env = CLEAN | {"CRIB_HOME": str(tmp_path / "home")} | variables
        child = pexpect.spawn(
            CRIB, ["drill", *args], env=env, encoding="utf-8", timeout=20, dimensions=(40, 80), echo=True
        )
        child.delaybeforesend = None
        begun.append(child)
        return child

    yield spawn
    for child in begun:
        child.close(force=True)


def play(child: "pexpect.spawn[str]", *steps: tuple[str, str]) -> str:
    """Wait for each prompt and type its answer; return everything shown, without colours."""
    shown = ""
    for prompt, answer in steps:
        child.expect(prompt)
        shown += str(child.before) + str(child.after)
        child.sendline(answer)
    child.expect(pexpect.EOF)
    shown += str(child.before)
    child.close()
    return COLOUR.sub("", shown).replace("\r\n", "\n")


def test_totals_with_help_hint_and_an_impossible_claim(terminal: Spawn, tmp_path: Path) -> None:
    child = terminal(*SAME, "--rounds", "3")
    ask = r"points\? "
    shown = play(child, (ask, "?"), (ask, "4"), (ask, "hint"), (ask, "10"), (ask, "25"))
    assert child.exitstatus == 0
    assert "Type the points (12), the whole call" in shown
    assert "Muggins! pair 5♦ 5♣: two to the other side." in shown
    assert "hint: fifteens 4, pairs 1 (this round pegs nothing)" in shown
    assert "A hint was taken: nobody pegs." in shown
    assert "a claim of 25 is impossible" in shown
    assert [row["verdict"] for row in read_rows(tmp_path / "home")] == ["under", "exact", "impossible"]
    assert [row["hinted"] for row in read_rows(tmp_path / "home")] == [0, 1, 0]


def test_nineteen_for_a_hand_worth_nothing_and_for_another(terminal: Spawn, tmp_path: Path) -> None:
    for feature, answer in [("zero", "nineteen"), ("zero", "19"), ("pair-royal", "nineteen"), ("pair-royal", "19")]:
        play(terminal(*SAME, "--feature", feature, "--rounds", "1", "--new"), (r"points\? ", answer))
    rows = read_rows(tmp_path / "home")
    assert [(row["verdict"], row["claimed"]) for row in rows[:2]] == [("exact", 0), ("exact", 0)]
    assert [(row["verdict"], row["claimed"]) for row in rows[2:]] == [("under", 0), ("impossible", 19)]


def test_items(terminal: Spawn) -> None:
    ask = r"combination\? "
    shown = play(
        terminal(*SAME, "--mode", "items", "--rounds", "1"),
        (ask, "?"), (ask, "15 5d 8h 2s"), (ask, "15 5 8 2"), (ask, "15 5 8 2"), (ask, "run of three"),
        (ask, "pair of fives"), (ask, "five"), (ask, "done"),
    )  # fmt: skip
    assert "done ends the hand" in shown
    assert "fifteen 5♦ 8♥ 2♠: 2\n" in shown
    assert "fifteen 8♥ 5♣ 2♠: 4\n" in shown
    assert "no: that was counted before\n" in shown
    assert "no: there is no run\n" in shown
    assert "pair 5♦ 5♣: 6\n" in shown
    assert "crib: 'five': no combination" in shown
    assert "counted: 6 of 6" in shown


def test_learn_in_the_crib(terminal: Spawn) -> None:
    kinds = ["fifteens", "runs", "pairs", "flush", "his nob"]
    child = terminal("crib", *SAME, "--mode", "learn", "--rounds", "1")
    shown = play(child, *((rf"\n{kind}, points\? ", "0") for kind in kinds))
    assert "Count the crib" in shown
    assert "crib, with its starter" in shown
    assert all(
        rule in shown for rule in ("Fifteens: any cards", "Runs: three", "Pairs: two", "Flush: all", "His nob: the")
    )


def test_peg(terminal: Spawn, tmp_path: Path) -> None:
    ask = r"what does it score\? "
    shown = play(terminal("peg", *SAME), (ask, "?"), (ask, "hint"), (ask, "two"), (ask, "nothing"), (ask, "q"))
    assert "played: " in shown
    assert re.search(r"player [12] plays \S+: \d+\n", shown)
    assert [row["claimed"] for row in read_rows(tmp_path / "home")] == [2, 0]


def test_discard(terminal: Spawn, tmp_path: Path) -> None:
    ask = r"which two to the crib\? "
    shown = play(
        terminal("discard", *SAME), (ask, "?"), (ask, "#1 #9"), (ask, "#1"), (ask, "#1 #2"), (ask, "hint"), (ask, "q")
    )
    assert "no such place; your cards are #1 to #6" in shown
    assert "name 2" in shown
    assert "hint: the best throw has the " in shown
    assert len(read_rows(tmp_path / "home")) == 1
    assert all(len(line) <= 80 for line in shown.splitlines())  # the reason is broken between words
    assert not re.search(r"\S[♣♦♥♠]?\n[♣♦♥♠]", shown)


def test_drawn_cards(terminal: Spawn) -> None:
    for options, boxes, signs in [((), True, True), (("--plain",), False, True), (("--ascii",), False, False)]:
        shown = play(terminal(*SAME, *options, "--new"), (r"points\? ", "q"))
        assert ("╭───╮" in shown) is boxes
        assert ("5♦" in shown) is signs
        assert ("5D 8H 5C 2S / AS" in shown) is not signs
    dumb = play(terminal(*SAME, "--new", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"), (r"points\? ", "q"))
    assert dumb.isascii()


def test_no_colour_where_it_is_not_wanted(terminal: Spawn) -> None:
    for variables, coloured in [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]:
        child = terminal(*SAME, "--new", **variables)
        child.expect(r"points\? ")
        assert bool(COLOUR.search(str(child.before))) is coloured
        child.sendline("q")
        child.expect(pexpect.EOF)


def test_ctrl_c_and_ctrl_d_lose_no_answer_and_ask_none_twice(terminal: Spawn, tmp_path: Path) -> None:
    ask = r"points\? "
    child = terminal(*SAME)
    child.expect(ask)
    child.sendline("6")
    child.expect(r"Round 2: [^\r]*\r\n")
    child.expect(ask)
    second = COLOUR.sub("", str(child.before))
    child.send("1")  # a half-typed answer is none
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "interrupted at round 2; the same command goes on there" in str(child.before)
    child = terminal(*SAME)
    child.expect("goes on with round 2")
    child.expect(r"Round 2: you 6, other side 0\r\n")
    child.expect(ask)
    assert COLOUR.sub("", str(child.before)) == second
    child.sendline("10")
    child.expect(r"Round 3: ")
    child.expect(ask)
    child.sendeof()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "the answers ended at round 3" in str(child.before)
    child = terminal(*SAME)
    child.expect(r"Round 3: you 16, other side 0\r\n")
    child.expect(ask)
    child.sendline("q")
    child.expect(pexpect.EOF)
    rows = read_rows(tmp_path / "home")
    assert [(row["session"], row["round"], row["claim"]) for row in rows] == [(1, 1, "6"), (1, 2, "10")]
    assert len({row["question"] for row in rows}) == 2
    shown = play(terminal(*SAME), (ask, "q"))  # what was ended by q is not gone on with
    assert "Round 1: you 0, other side 0" in shown


def test_ctrl_c_in_the_middle_of_a_count_in_parts(terminal: Spawn, tmp_path: Path) -> None:
    for mode, ask, answer in [("items", r"combination\? ", "15 5 8 2"), ("learn", r"fifteens, points\? ", "4")]:
        for _ in range(2):
            child = terminal(*SAME, "--mode", mode)
            child.expect("Round 1: you 0, other side 0")
            child.expect(ask)
            child.sendline(answer)
            child.expect(r"\? ")
            child.sendintr()
            child.expect(pexpect.EOF)
            child.close()
            assert child.exitstatus == 130
    assert read_rows(tmp_path / "home") == []


WORDS = {
    "en": ("points", "help", "hint", "quit", "done", "combination", "hint: "),
    "it": ("punti", "aiuto", "suggerimento", "esci", "fatto", "combinazione", "suggerimento: "),
    "es": ("puntos", "ayuda", "pista", "salir", "hecho", "combinación", "pista: "),
}


@pytest.mark.parametrize("lang", WORDS)
def test_words_of_the_language(lang: str, terminal: Spawn, tmp_path: Path) -> None:
    points, helping, hint, leave, done, combination, hinted = WORDS[lang]
    ask = rf"{points}\? "
    shown = play(terminal(*SAME, "--lang", lang), (ask, helping), (ask, hint), (ask, leave))
    assert hinted in shown
    assert shown.count("╭───╮") == 2 * 5
    ask = rf"{combination}\? "
    play(terminal(*SAME, "--lang", lang, "--mode", "items", "--rounds", "1"), (ask, done))
    (row,) = read_rows(tmp_path / "home")
    assert (row["you"], row["other"]) == (0, 6)


CALLS = {
    "en": "fifteen two, fifteen four, and a pair is six",
    "it": "quindici-due, quindici-quattro, e una coppia fa sei",
    "es": "quince dos, quince cuatro, y una pareja son seis",
}


@pytest.mark.parametrize("lang", CALLS)
def test_a_whole_call_is_an_answer(lang: str, terminal: Spawn, tmp_path: Path) -> None:
    shown = play(terminal(*SAME, "--lang", lang, "--rounds", "1"), (r"\? ", CALLS[lang]))
    (row,) = read_rows(tmp_path / "home")
    assert (row["verdict"], row["claimed"], row["features_missed"]) == ("exact", 6, "")
    assert CALLS[lang] in shown


def test_letters_of_the_cards_are_those_asked_for(terminal: Spawn) -> None:
    ask = r"combination\? "
    shown = play(
        terminal(*SAME, "--mode", "items", "--cards", "it", "--ascii", "--rounds", "1"),
        (ask, "15 5q 8c 2p"), (ask, "15 5d 8h 2s"), (ask, "done"),
    )  # fmt: skip
    assert "5Q 8C 5F 2P / AP" in shown
    assert "fifteen 5Q 8C 2P: 2" in shown
    assert "crib: '8h' at character 7: no suit 'h'; write F Q C P" in shown


def test_b134_nothing_of_the_answer_before_the_claim(terminal: Spawn) -> None:
    assert [row["input"] for row in load_rows("public_faults.tsv", "drill") if row["id"] == "B134"] == ["question open"]
    child = terminal(*SAME)
    child.expect(r"points\? ")
    before = COLOUR.sub("", str(child.before))
    assert "fifteen" not in before
    assert "total" not in before
    child.sendline("q")
    child.expect(pexpect.EOF)
