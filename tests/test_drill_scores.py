"""Scores of a drill through a pipe, predicted from the questions as shown by a scorer that shares no code with it."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import brute_play
import pytest
from cases import load_rows
from conftest import CLEAN, CRIB, Run
from drilling import Shown, check_summary, lines, memory_folder, race, read_rows, shown_hands

ROUNDS = 50
SAME = ("--seed", "3", "--no-adapt", "--ascii")


KNOWN: dict[str, list[Shown]] = {}


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """Give a folder in memory: these tests are about points."""
    with memory_folder(tmp_path) as folder:
        yield folder


@pytest.fixture
def questions(crib: Run, tmp_path: Path) -> Callable[..., list[Shown]]:
    """Return a function that has a drill's questions shown, in a folder of its own."""

    def ask(kind: str, rounds: int = ROUNDS) -> list[Shown]:
        if kind not in KNOWN:
            look = str(tmp_path / "look")
            done = crib("drill", kind, *SAME, "--rounds", str(ROUNDS), stdin="0\n" * ROUNDS, CRIB_HOME=look)
            assert done.returncode == 0, done.stderr
            KNOWN[kind] = shown_hands(done.stdout)
            assert len(KNOWN[kind]) == ROUNDS
        return KNOWN[kind][:rounds]

    return ask


def drill(crib: Run, tmp_path: Path, kind: str, answers: str, *options: str) -> dict[str, Any]:
    """Run a drill with the JSON summary; it must agree with the history."""
    done = crib("drill", kind, *SAME, "--format", "json", *options, stdin=answers)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    summary: dict[str, Any] = json.loads(done.stdout)
    check_summary(summary, tmp_path / "home")
    return summary


OFFSETS = {"right": 0, "short": -2, "over": 2}


@pytest.mark.parametrize("kind", ["count", "crib"])
@pytest.mark.parametrize("name", OFFSETS)
def test_totals(name: str, kind: str, crib: Run, tmp_path: Path, questions: Callable[..., list[Shown]]) -> None:
    worths = [shown.worth for shown in questions(kind)]
    claims = [max(0, worth + OFFSETS[name]) for worth in worths]
    summary = drill(crib, tmp_path, kind, lines(claims), "--rounds", "50")
    taken = sum(map(min, claims, worths))
    assert summary["score"] == {"you": taken, "other": sum(worths) - taken}
    assert summary["right"] == sum(claim == worth for claim, worth in zip(claims, worths, strict=True))
    assert summary["ended"] == "rounds"
    assert [answer["truth"] for answer in summary["answers"]] == worths
    assert [answer["claimed"] for answer in summary["answers"]] == claims
    assert [answer["missed"] for answer in summary["answers"]] == [
        max(0, t - c) for c, t in zip(claims, worths, strict=True)
    ]
    impossible = [answer["claimed"] for answer in summary["answers"] if answer["verdict"] == "impossible"]
    assert impossible == [claim for claim in claims if claim in (19, 25, 26, 27) or claim > 29]


@pytest.mark.parametrize("name", OFFSETS)
def test_kind_by_kind(name: str, crib: Run, tmp_path: Path, questions: Callable[..., list[Shown]]) -> None:
    hands = questions("count")
    claims = [[max(0, worth + OFFSETS[name]) for worth in shown.by_kind.values()] for shown in hands]
    answers = lines(claim for hand in claims for claim in hand)
    summary = drill(crib, tmp_path, "count", answers, "--rounds", "50", "--mode", "learn")
    taken = sum(
        min(c, w)
        for hand, shown in zip(claims, hands, strict=True)
        for c, w in zip(hand, shown.by_kind.values(), strict=True)
    )
    assert summary["score"] == {"you": taken, "other": sum(shown.worth for shown in hands) - taken}
    wrong = [
        [kind for kind, claim in zip(shown.by_kind, hand, strict=True) if claim != shown.by_kind[kind]]
        for hand, shown in zip(claims, hands, strict=True)
    ]
    assert [answer["kinds_missed"] for answer in summary["answers"]] == wrong
    assert summary["right"] == wrong.count([])


def item_answers(name: str, shown: Shown) -> tuple[list[str], int]:
    """Return what is typed for a hand, and the points that it leaves out."""
    combos, left_out = shown.combos, 0
    if name == "short" and combos:
        two = next((combo for combo in combos if shown.worth_of(combo) == 2), combos[-1])
        combos.remove(two)
        left_out = shown.worth_of(two)
    if name == "over":
        first = shown.hand[0]
        other = next(card for card in (*shown.hand, shown.starter) if card[:-1] != first[:-1])
        combos.insert(0, f"pair {first} {other}")
    return [*combos, "done"], left_out


@pytest.mark.parametrize("name", OFFSETS)
@pytest.mark.parametrize("strict", [False, True])
def test_combination_by_combination(
    name: str, strict: bool, crib: Run, tmp_path: Path, questions: Callable[..., list[Shown]]
) -> None:
    hands = questions("crib")
    typed = [item_answers(name, shown) for shown in hands]
    answers = lines(answer for hand, _ in typed for answer in hand)
    options = ("--strict-claims",) if strict else ()
    summary = drill(crib, tmp_path, "crib", answers, "--rounds", "50", "--mode", "items", *options)
    missed = sum(left_out for _, left_out in typed)
    excess = 2 * ROUNDS if strict and name == "over" else 0
    assert summary["score"] == {"you": sum(shown.worth for shown in hands) - missed, "other": missed + excess}
    nothing_to_miss = sum(shown.worth == 0 for shown in hands)
    assert summary["right"] == {"right": ROUNDS, "short": nothing_to_miss, "over": 0}[name]


@pytest.mark.parametrize("name", OFFSETS)
@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize("mode", ["total", "learn"])
def test_strict_claims_and_no_muggins(
    mode: str, muggins: bool, name: str, crib: Run, tmp_path: Path, questions: Callable[..., list[Shown]]
) -> None:
    hands = questions("count", rounds=20)
    parts = [[shown.worth] if mode == "total" else list(shown.by_kind.values()) for shown in hands]
    pairs = [(max(0, worth + OFFSETS[name]), worth) for hand in parts for worth in hand]
    options = ["--rounds", "20", "--mode", mode, "--strict-claims", *([] if muggins else ["--no-muggins"])]
    summary = drill(crib, tmp_path, "count", lines(claim for claim, _ in pairs), *options)
    missed = sum(max(0, worth - claim) for claim, worth in pairs)
    excess = sum(max(0, claim - worth) for claim, worth in pairs)
    assert summary["score"] == {"you": sum(map(min, *zip(*pairs, strict=True))), "other": missed * muggins + excess}


@pytest.mark.parametrize("name", OFFSETS)
@pytest.mark.parametrize("target", [1, 31, 61])
def test_race_ends_at_the_target(
    target: int, name: str, crib: Run, tmp_path: Path, questions: Callable[..., list[Shown]]
) -> None:
    worths = [shown.worth for shown in questions("count")]
    claims = [0 if name == "short" else worth + OFFSETS[name] for worth in worths]
    summary = drill(crib, tmp_path, "count", lines(claims), "--target", str(target), "--strict-claims")
    moves = [(min(c, w), abs(w - c)) for c, w in zip(claims, worths, strict=True)]
    you, other, rounds = race(moves, target)
    assert max(you, other) == target
    assert summary["score"] == {"you": you, "other": other}
    assert summary["rounds_played"] == rounds
    assert summary["ended"] == "target"


def test_race_is_to_121_by_itself(crib: Run, tmp_path: Path, questions: Callable[..., list[Shown]]) -> None:
    worths = [shown.worth for shown in questions("count")]
    summary = drill(crib, tmp_path, "count", lines(worths))
    assert race([(worth, 0) for worth in worths], 121) == (121, 0, summary["rounds_played"])
    assert summary["score"] == {"you": 121, "other": 0}
    done = crib("drill", *SAME, stdin=lines(worths))
    assert "You are home first: the race is yours." in done.stdout


def test_what_is_said_to_move_is_what_moves(crib: Run) -> None:
    over = crib("drill", *SAME, "--level", "1", "--target", "3", "--strict-claims", stdin="29\n29\n29\n29\n")
    home = over.stdout.rpartition("Round ")[2]
    assert "too many" in home
    assert "to the other side" not in home  # your points brought you home before the excess could go over
    far = crib("drill", *SAME, "--target", "100", "--strict-claims", stdin="999\n")
    assert "Strict claims: 100 too many go to the other side." in far.stdout
    assert "other side 100\n" in far.stdout
    hinted = crib("drill", *SAME, "--rounds", "1", stdin="hint\n29\n")
    assert "A hint was taken: nobody pegs." in hinted.stdout
    assert "costs nothing" not in hinted.stdout


def test_muggins_names_combinations_worth_what_it_takes(crib: Run, tmp_path: Path) -> None:
    options = ("--feature", "pair-royal", "--rounds", "30")
    crib("drill", *SAME, *options, stdin="0\n" * 30)
    for row in read_rows(tmp_path / "home"):
        assert row["other"] == row["truth"]
    done = crib("drill", *SAME, *options, "--new", stdin="15-2, 15-4, pair 6\n" * 30)
    assert done.returncode == 0, done.stderr
    worth = {"fifteen": 2, "pair": 2, "his": 1, "flush": 4, "run": 3}
    words = "zero one two three four five six seven eight nine ten".split()
    for line in done.stdout.splitlines():
        if line.startswith("Muggins! ") and ":" in line and "flush" not in line and "run" not in line:
            said, _, points = line.removeprefix("Muggins! ").partition(": ")
            number = points.removesuffix(" to the other side.")
            named = sum(worth[item.split()[0]] for item in said.split(", "))
            assert number not in words or words.index(number) in (named, named - 1), line


def test_call_that_adds_up_wrongly_is_judged(crib: Run) -> None:
    # 5D 8H 5C 2S / AS: every part is there, the total said is not.
    done = crib("drill", *SAME, "--rounds", "1", stdin="15-2, 15-3\n")
    assert done.returncode == 0, done.stderr
    assert "claim 3: 3 short; it counts 6" in done.stdout
    assert "three to the other side" in done.stdout


@pytest.mark.parametrize("name", OFFSETS)
def test_cards_of_the_play(name: str, crib: Run, tmp_path: Path) -> None:
    look = crib(
        "drill", "peg", *SAME, "--rounds", "50", "--format", "json", stdin="0\n" * 50, CRIB_HOME=str(tmp_path / "look")
    )
    questions = [answer["question"] for answer in json.loads(look.stdout)["answers"]]
    worths = []
    for question in questions:
        pile = [play["card"] for play in question["series"]] + [question["card"]]
        points = sum(points for _, points, _ in brute_play.find_scores(pile))
        worths.append(points + question["ends"])
        assert question["count"] == sum(map(brute_play.worth_of, pile)) <= 31
        assert not (question["ends"] and question["count"] == 31)
    claims = [max(0, worth + OFFSETS[name]) for worth in worths]
    summary = drill(crib, tmp_path, "peg", lines(claims), "--rounds", "50")
    taken = sum(map(min, claims, worths))
    assert summary["score"] == {"you": taken, "other": sum(worths) - taken}


def test_discards_are_graded_by_the_points_of_crib_discard(crib: Run, tmp_path: Path) -> None:
    summary = drill(crib, tmp_path, "discard", "#1 #2\n" * 6, "--rounds", "6")
    dealt = [answer["question"] for answer in summary["answers"]]
    for question, answer in zip(dealt, summary["answers"], strict=True):
        done = crib("discard", *question["cards"], f"--{question['role']}", "--format", "json")
        choices = json.loads(done.stdout)["choices"]
        thrown = next(choice for choice in choices if sorted(choice["toss"]) == sorted(question["cards"][:2]))
        lost = choices[0]["total"] - thrown["total"]
        assert answer["missed"] == pytest.approx(lost, abs=0.0051)
        assert answer["truth"] == pytest.approx(choices[0]["total"], abs=0.0051)
        assert answer["verdict"] == ("exact" if lost < 0.005 else "under")
        assert answer["you"] == max(0, answer["claimed"])
        assert answer["other"] == answer["missed"]
    best = []
    for question in dealt:
        done = crib("discard", *question["cards"], f"--{question['role']}", "--format", "json", "--top", "1")
        best.append(" ".join(json.loads(done.stdout)["choices"][0]["toss"]))
    right = drill(crib, tmp_path, "discard", lines(best), "--rounds", "6", "--new")
    assert right["right"] == 6
    assert right["score"]["other"] == 0


def test_figures_of_a_discard_agree(crib: Run) -> None:
    done = crib("drill", "discard", "--seed", "4", "--rounds", "3", "--no-adapt", stdin="#1 #2\n#2 #3\n#3 #4\n")
    lost = [line.split()[0] for line in done.stdout.splitlines() if " lost: number" in line]
    better = [
        line.partition(": ")[2].split(" better")[0].split()[-1]
        for line in done.stdout.splitlines()
        if " better, as" in line
    ]
    assert lost
    assert lost == better


# The rows of faults that public programs have in their trainers.
DRILL_ROWS = {row["id"]: row for row in load_rows("public_faults.tsv", "drill")}


def test_every_drill_row_is_tested() -> None:
    assert set(DRILL_ROWS) == {"B130", "B131", "B133", "B134", "B136"}


def test_b130_nothing_worth_nothing_is_listed(crib: Run) -> None:
    done = crib("drill", *SAME, "--rounds", "20", stdin="0\n" * 20)
    for block in done.stdout.split("Round ")[1:]:
        listed = [line for line in block.splitlines() if line.startswith("  ")]
        assert len(listed) == len(shown_hands("Round " + block)[0].combos)
        assert not any(line.rstrip().endswith((" zero", " 0")) for line in listed)
    learnt = crib("drill", *SAME, "--rounds", "1", "--mode", "learn", stdin="4\n0\n2\n0\n0\n")
    assert "right: 0" in learnt.stdout
    assert not any(line.startswith("  flush") for line in learnt.stdout.splitlines())


def test_b131_the_call_is_the_table_s(crib: Run) -> None:
    assert DRILL_ROWS["B131"]["input"] == "6C 7D 7H 8S + 8D"
    # A double double run can be of three only, and the call leaves that out.
    done = crib("count", "6C 7D 7H 8S / 8D")
    assert done.stdout.splitlines()[-2] == (
        "fifteen two, fifteen four, fifteen six, fifteen eight, and a double double run is twenty-four"
    )
    drilled = crib("drill", *SAME, "--feature", "double-double-run", "--rounds", "3", stdin="0\n" * 3)
    assert drilled.stdout.count("a double double run is ") == 3


@pytest.mark.parametrize(
    ("lang", "answer"),
    [("en", "19"), ("en", "nineteen"), ("en", "0"), ("it", "diciannove"), ("es", "diecinueve"), ("es", "nineteen")],
)
def test_b133_b136_nineteen_for_nothing(lang: str, answer: str, crib: Run, tmp_path: Path) -> None:
    done = crib("drill", *SAME, "--feature", "zero", "--rounds", "1", "--lang", lang, stdin=answer + "\n")
    (row,) = read_rows(tmp_path / "home")
    assert shown_hands(done.stdout.replace("Mano", "Round"))[0].worth == 0
    assert (row["claimed"], row["truth"], row["verdict"], row["you"], row["other"]) == (0, 0, "exact", 0, 0)
    total = next(line for line in done.stdout.splitlines() if line.startswith("total"))
    assert total.split()[1].strip(",;:") == "0"  # the number is shown as such, the slang beside it
    assert {"en": "nineteen", "it": "diciannove", "es": "diecinueve"}[lang] in total


def test_the_word_nineteen_claims_nothing_and_19_cannot_be(crib: Run, tmp_path: Path) -> None:
    done = crib("drill", *SAME, "--rounds", "1", stdin="nineteen\n")
    (row,) = read_rows(tmp_path / "home")
    worth = shown_hands(done.stdout)[0].worth
    assert (row["verdict"], row["claimed"], row["you"], row["other"]) == ("under", 0, 0, worth)
    assert "a claim of 19 is impossible" in done.stdout


@pytest.mark.parametrize("answer", ["19", "25", "26", "27", "30"])
def test_b136_otherwise_it_cannot_be(answer: str, crib: Run, tmp_path: Path) -> None:
    done = crib("drill", *SAME, "--rounds", "1", stdin=answer + "\n")
    (row,) = read_rows(tmp_path / "home")
    assert row["verdict"] == "impossible"
    assert row["you"] == row["truth"] == shown_hands(done.stdout)[0].worth
    lines_shown = done.stdout.splitlines()
    said = next(at for at, line in enumerate(lines_shown) if line.startswith(f"a claim of {answer} is impossible"))
    counted = next(at for at, line in enumerate(lines_shown) if line.startswith("total "))
    assert said < counted  # before anything else


def test_b134_the_answer_is_hidden_until_the_claim_is_in(crib: Run) -> None:
    for kind, mode in [("count", "total"), ("count", "items"), ("count", "learn"), ("crib", "total"), ("peg", "total")]:
        done = crib("drill", kind, *SAME, "--new", "--mode", mode, stdin="?\n")
        shown = shown_hands(done.stdout)[0] if kind != "peg" else None
        question = done.stdout.partition("Round 1")[2].partition("No answers")[0]
        assert "total" not in question
        assert "fifteen two" not in question
        assert "Muggins!" not in question
        if shown is not None:
            assert question.count(" ".join(shown.hand)) == 2  # asked, and again behind the help


def test_one_thing_is_practised_by_its_name(crib: Run) -> None:
    for kind, name, said in [("count", "nobs", "his nob"), ("peg", "broken-run", "runs broken by a repeat")]:
        done = crib("drill", kind, "--feature", "list")
        assert (done.returncode, done.stderr) == (0, "")
        assert [name, said] in [line.split(maxsplit=1) for line in done.stdout.splitlines()]
        assert crib("drill", kind, "--feature", "?").stdout == done.stdout
    near = crib("drill", "--feature", "double-runs")
    assert near.returncode == 2
    assert "did you mean double-run?" in near.stderr
    other = crib("drill", "peg", "--feature", "nobs")
    assert other.returncode == 2
    assert "mixed-run" in other.stderr
    done = crib("drill", *SAME, "--feature", "NOBS", "--rounds", "5", stdin="0\n" * 5)
    assert done.stdout.count("one for his nob is ") >= 5


def test_dialogue_is_on_stderr_beside_json(crib: Run) -> None:
    text = crib("drill", *SAME, "--rounds", "2", stdin="?\nx\n4\n10\n")
    done = crib("drill", *SAME, "--rounds", "2", "--new", "--format", "json", "--lang", "en", stdin="?\nx\n4\n10\n")
    assert text.stderr.count("\n") == 1
    for line in text.stdout.splitlines():
        assert line in done.stderr
    summary = json.loads(done.stdout)
    assert (summary["seed"], summary["rounds"], summary["adapt"], summary["target"]) == (3, 2, False, None)
    assert [answer["claim"] for answer in summary["answers"]] == ["4", "10"]


def test_end_of_input_and_quitting_say_so(crib: Run) -> None:
    for stdin, ended in [("4\n", "input"), ("q\n", "quit"), ("4\nexit\n", "quit"), ("", "input")]:
        done = crib("drill", *SAME, "--new", "--format", "json", stdin=stdin)
        assert done.returncode == 0
        assert json.loads(done.stdout)["ended"] == ended
        assert ("the answers ended at round" in done.stderr) == (ended == "input")


@pytest.mark.parametrize("answer", [b"\xff\n", b"4\x00\n", b"x" * 100_000 + b"\n", b"\r\n", b"-2\n", b"1e3\n"])
def test_answers_that_are_none_are_refused_and_asked_again(answer: bytes, crib: Run, tmp_path: Path) -> None:
    done = crib("drill", *SAME, "--rounds", "1", stdin=answer + b"6\r\n")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    (row,) = read_rows(tmp_path / "home")
    assert row["claim"] == "6"


def test_a_closed_pipe_ends_quietly_and_keeps_the_answers(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"yes 6 | {CRIB} drill --seed 3 --rounds 2000 | head -n 40"],
        env=CLEAN | {"CRIB_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stderr == ""
    rows = read_rows(tmp_path / "home")
    assert [row["round"] for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= done.stdout.count("\nclaim 6: ")
