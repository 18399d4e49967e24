"""The drill's history: nothing is lost by kills, by two drills at once, by damage; older files are migrated."""

import json
import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import CLEAN, CRIB, Run
from drilling import Shown, lines, memory_folder, open_base, read_rows, shown_hands

from crib_cli.drill.grading import Answer
from crib_cli.drill.history import MIGRATIONS, VERSION, History, make_row
from crib_cli.drill.questions import ask_question
from crib_cli.drill.session import DrillSettings, Session
from crib_cli.errors import StoreError

NOW = "2026-11-30T08:00:00.000+00:00"
SETTINGS = DrillSettings("count", "total", 3, 7, 50, None)


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """Give a folder in memory: what a killed process has written is as safe there as on a disk."""
    with memory_folder(tmp_path) as folder:
        yield folder


def start(home: Path, *args: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [CRIB, "drill", *args], env=CLEAN | {"CRIB_HOME": str(home)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def integrity(home: Path) -> str:
    with open_base(home) as base:
        return str(base.execute("PRAGMA integrity_check").fetchone()[0])


# kill -9


def kill_often(crib: Run, folder: Path, moments: int) -> None:
    """Kill a drill that answers as fast as it can, again and again, and hold what is left against what was shown."""
    home = folder / "home"
    # A race that nobody wins: it goes on as long as it is let.
    args = ("--seed", "8", "--target", "1000", "--no-muggins", "--no-adapt", "--ascii")
    chance = random.Random(moments)
    (folder / "answers").write_text("0\n" * 9000)
    confirmed = 0
    for _ in range(moments):
        with (folder / "answers").open("rb") as given, (folder / "shown").open("wb") as shown:
            drill = subprocess.Popen(
                [CRIB, "drill", *args], env=CLEAN | {"CRIB_HOME": str(home)}, stdin=given, stdout=shown,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            time.sleep(chance.uniform(0.05, 0.5))
            drill.send_signal(signal.SIGKILL)
            assert drill.wait() == -signal.SIGKILL
        text = (folder / "shown").read_text(encoding="utf-8")
        if not (home / "history.db").exists():  # it was not even begun
            assert "Round" not in text
            continue
        rows = read_rows(home)
        assert integrity(home) == "ok"
        assert {row["session"] for row in rows} <= {1}
        assert [row["round"] for row in rows] == list(range(1, len(rows) + 1))
        judged = confirmed + text.count("\nclaim 0: ")
        assert len(rows) >= judged  # whatever was answered and judged on the screen is there
        confirmed = len(rows)
        if "Round " in text:
            begun = int(text.partition("\nRound ")[2].partition(":")[0])
            assert begun - 1 <= len(rows)
    # The questions are those of a drill that nobody killed.
    assert confirmed
    whole = crib("drill", *args, "--format", "json", stdin="0\n" * (confirmed + 1), CRIB_HOME=str(folder / "whole"))
    wanted = [answer["question"] for answer in json.loads(whole.stdout)["answers"]]
    assert [json.loads(row["question"]) for row in read_rows(home)] == wanted[:confirmed]
    done = crib("drill", *args, stdin="", CRIB_HOME=str(home))
    assert f"\nRound {confirmed + 1}: you 0, other side 0\n" in done.stdout
    last = shown_hands(done.stdout)[0]
    assert list(last.hand) == wanted[confirmed]["hand"]


def test_kills(crib: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    kill_often(crib, tmp_path_factory.mktemp("kills"), 15)


@pytest.mark.slow
def test_a_hundred_kills(crib: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    kill_often(crib, tmp_path_factory.mktemp("kills"), 100)


# Two at once


def drill_at_once(tmp_path: Path, number: int, *args: str) -> None:
    home = tmp_path / "home"
    given = lines(["6"] * number).encode()
    drills = [start(home, "--rounds", str(number), *args) for _ in range(2)]
    for drill in drills:
        assert drill.stdin is not None
        drill.stdin.write(given)
        drill.stdin.flush()
    for drill in drills:
        _, complaints = drill.communicate(timeout=300)
        assert drill.returncode == 0, complaints
        assert complaints == b""
    rows = read_rows(home)
    assert len(rows) == 2 * number
    assert Counter(row["session"] for row in rows) == {1: number, 2: number}
    for session in (1, 2):
        assert [row["round"] for row in read_rows(home, session)] == list(range(1, number + 1))
    with open_base(home) as base:
        assert base.execute("SELECT ended FROM sessions").fetchall() == [("rounds",), ("rounds",)]
    assert list(home.glob("*.lock")) == []


def test_two_drills_at_once(tmp_path: Path) -> None:
    drill_at_once(tmp_path, 60, "--seed", "5")


@pytest.mark.slow
def test_two_long_drills_at_once(tmp_path: Path) -> None:
    drill_at_once(tmp_path, 500)


def test_two_drills_do_not_take_each_other_s_session(tmp_path: Path) -> None:
    first, second = History(tmp_path), History(tmp_path)
    number = first.begin(SETTINGS, NOW)
    assert second.reopen(SETTINGS, any_seed=True) is None
    other = second.begin(SETTINGS, NOW)
    assert other != number
    third = History(tmp_path)
    assert third.reopen(SETTINGS, any_seed=False) is None
    second.close()
    found = third.reopen(SETTINGS, any_seed=False)
    assert found is not None
    assert found[0] == other
    first.end(number, "quit")
    first.close()
    third.end(other, "rounds")
    third.close()
    last = History(tmp_path)
    assert last.reopen(SETTINGS, any_seed=True) is None
    last.close()
    assert list(tmp_path.glob("*.lock")) == []


def test_a_drill_is_held_before_anybody_can_see_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    history, other = History(tmp_path), History(tmp_path)
    seen: list[object] = []
    hold = History._hold  # noqa: SLF001 - the moment between writing and holding

    def look_first(self: History, number: int) -> bool:
        seen.append(other._read("SELECT id FROM sessions", ()))  # noqa: SLF001 - what two processes do at once
        return hold(self, number)

    monkeypatch.setattr(History, "_hold", look_first)
    history.begin(SETTINGS, NOW)
    assert seen == [[]]
    history.close()
    other.close()


@pytest.mark.parametrize("change", [
    {"mode": "items"}, {"level": 4}, {"rounds": 51}, {"target": 61}, {"muggins": False}, {"strict": True},
    {"adapt": False}, {"feature": "nobs"}, {"kind": "crib"}, {"seed": 8},
])  # fmt: skip
def test_other_settings_are_another_drill(change: dict[str, object], tmp_path: Path) -> None:
    from dataclasses import replace

    history = History(tmp_path)
    history.begin(SETTINGS, NOW)
    history.close()
    history = History(tmp_path)
    assert history.reopen(replace(SETTINGS, **change), any_seed=False) is None
    assert history.reopen(SETTINGS, any_seed=False) is not None
    history.close()


# Going on


def test_questions_are_the_same_when_a_drill_is_interrupted(crib: Run, tmp_path: Path) -> None:
    """Even with the adaptive choice, and with other drills in between."""
    args = ("drill", "--seed", "4", "--rounds", "40", "--ascii")
    before = ("drill", "--seed", "77", "--rounds", "30")
    whole, parts = str(tmp_path / "whole"), str(tmp_path / "parts")
    for home in (whole, parts):
        crib(*before, stdin="2\n" * 10, CRIB_HOME=home)  # left open
    wanted = shown_hands(crib(*args, stdin="6\n" * 40, CRIB_HOME=whole).stdout)
    found: list[Shown] = []
    for number in (3, 1, 16, 20):
        shown = shown_hands(crib(*args, stdin="6\n" * number, CRIB_HOME=parts).stdout)
        found += shown[:number]
        crib(*before, stdin="0\n" * 5, CRIB_HOME=parts)  # an earlier drill goes on
        crib("drill", "--seed", "9", "--rounds", "5", "--level", "5", stdin="0\n" * 5, CRIB_HOME=parts)
    assert found == wanted


def test_adaptive_choice_does_adapt(crib: Run) -> None:
    args = ("--seed", "4", "--rounds", "40", "--ascii", "--new")
    right = [shown.worth for shown in shown_hands(crib("drill", *args, stdin="0\n" * 40).stdout)]
    assert len(right) == 40
    again = [shown.worth for shown in shown_hands(crib("drill", *args, stdin="0\n" * 40).stdout)]
    assert again != right
    plain = ("--seed", "4", "--rounds", "40", "--ascii", "--new", "--no-adapt")
    first, second = (shown_hands(crib("drill", *plain, stdin="0\n" * 40).stdout) for _ in range(2))
    assert first == second


def test_new_begins_another(crib: Run, tmp_path: Path) -> None:
    crib("drill", "--seed", "1", stdin="5\n")
    assert "goes on with round 2" in crib("drill", stdin="").stdout  # no seed named: the one that is open
    assert "Round 1:" in crib("drill", "--seed", "2", stdin="").stdout
    assert "Round 1:" in crib("drill", "--seed", "1", "--new", stdin="").stdout
    with open_base(tmp_path / "home") as base:
        assert base.execute("SELECT count(*) FROM sessions").fetchone() == (3,)


def test_every_answer_is_on_disk_before_the_next_question(tmp_path: Path) -> None:
    home = tmp_path / "home"
    drill = start(home, "--seed", "3", "--ascii")
    assert drill.stdin is not None
    assert drill.stdout is not None
    shown = b""
    for number in range(1, 6):
        while f"Round {number}:".encode() not in shown:
            shown += os.read(drill.stdout.fileno(), 4096)
        assert len(read_rows(home)) == number - 1
        drill.stdin.write(b"6\n")
        drill.stdin.flush()
    drill.communicate(b"q\n", timeout=30)


# Damage


def spoil_garbage(path: Path) -> None:
    path.write_bytes(b"this is no database, and it never was one\n" * 200)


def spoil_cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def spoil_stump(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:50])


def spoil_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:8192] = os.urandom(4096)
    path.write_bytes(bytes(data))


@pytest.fixture
def used(crib: Run, tmp_path: Path) -> Path:
    """Give a folder with a history in it."""
    crib("drill", "--seed", "3", stdin="6\n" * 20)
    assert len(read_rows(tmp_path / "home")) == 20
    return tmp_path / "home"


@pytest.mark.parametrize("spoil", [spoil_garbage, spoil_cut, spoil_stump, spoil_middle])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_damaged_history_is_kept_aside(spoil: Callable[[Path], None], lang: str, used: Path, crib: Run) -> None:
    path = used / "history.db"
    spoil(path)
    damaged = path.read_bytes()
    done = crib("drill", "--seed", "3", "--rounds", "2", "--lang", lang, stdin="6\n10\n")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    aside = [found for found in used.iterdir() if ".damaged-" in found.name]
    assert len(aside) == 1
    assert str(aside[0]) in done.stderr
    assert str(path) in done.stderr
    assert aside[0].read_bytes() == damaged
    assert len(read_rows(used)) == 2
    again = crib("drill", "--stats")
    assert again.stderr == ""


def test_a_second_damaged_history_does_not_take_the_place_of_the_first(used: Path, crib: Run) -> None:
    for text in (b"one" * 999, b"two" * 999, b"three" * 999):
        (used / "history.db").write_bytes(text)
        assert crib("drill", "--stats").returncode == 0
    kept = sorted(path.read_bytes() for path in used.iterdir() if ".damaged-" in path.name)
    assert kept == [b"one" * 999, b"three" * 999, b"two" * 999]


def test_two_that_find_the_damage_at_once_begin_one_file(used: Path) -> None:
    spoil_garbage(used / "history.db")
    drills = [start(used, "--seed", str(seed), "--rounds", "5") for seed in range(4)]
    for drill in drills:
        _, complaints = drill.communicate(b"6\n" * 5, timeout=60)
        assert drill.returncode == 0, complaints
    assert len(read_rows(used)) == 20
    assert len([path for path in used.iterdir() if ".damaged-" in path.name]) == 1


def test_empty_file_is_a_new_history(used: Path, crib: Run) -> None:
    (used / "history.db").write_bytes(b"")
    done = crib("drill", "--seed", "3", "--rounds", "1", stdin="6\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(read_rows(used)) == 1


def refuse(done: "subprocess.CompletedProcess[str]", *words: str) -> None:
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert all(word in done.stderr for word in ("crib: ", *words)), done.stderr


def test_folder_in_its_place(crib: Run, tmp_path: Path) -> None:
    path = tmp_path / "home" / "history.db"
    path.mkdir(parents=True)
    (path / "mine").write_text("kept")
    refuse(crib("drill", stdin="6\n"), str(path))
    refuse(crib("drill", "--stats"), str(path))
    assert (path / "mine").read_text() == "kept"


def test_file_in_the_place_of_the_folder(crib: Run, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("mine")
    refuse(crib("drill", stdin="6\n"), str(tmp_path / "home"), "CRIB_HOME")
    assert (tmp_path / "home").read_text() == "mine"


@pytest.mark.parametrize("existing", [False, True])
def test_folder_that_cannot_be_written(existing: bool, crib: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    if existing:
        crib("drill", "--seed", "3", stdin="6\n")
    for path in home.iterdir():
        path.chmod(0o444)
    home.chmod(0o555)
    command = [CRIB, "drill", "--seed", "3"]
    if os.geteuid() == 0:  # who may write everywhere must first give that up
        drop = shutil.which("setpriv")
        if drop is None:
            pytest.skip("no setpriv to give up the right to write everywhere")
        command = [drop, "--bounding-set=-all", "--inh-caps=-all", *command]
    env = CLEAN | {"CRIB_HOME": str(home)}
    try:
        done = subprocess.run(command, input="6\n", capture_output=True, text=True, env=env, check=False, timeout=60)
        refuse(done, str(home))
        if existing:
            look = subprocess.run(
                [*command[:-2], "--stats"], capture_output=True, text=True, env=env, check=False, timeout=60
            )
            assert (look.returncode, look.stderr) == (0, "")
            assert "answers 1," in look.stdout
    finally:
        home.chmod(stat.S_IRWXU)


def test_history_of_a_later_program(used: Path, crib: Run) -> None:
    with open_base(used) as base:
        base.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (used / "history.db").read_bytes()
    refuse(crib("drill", stdin="6\n"), str(used / "history.db"), str(VERSION + 1), "later version")
    refuse(crib("drill", "--stats"), "later version")
    assert (used / "history.db").read_bytes() == before
    assert [path.name for path in used.iterdir() if "damaged" in path.name] == []


def test_database_of_another_program(crib: Run, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    with open_base(tmp_path / "home") as base:
        base.execute("CREATE TABLE sessions (mine TEXT)")
        base.execute("INSERT INTO sessions VALUES ('kept')")
        base.commit()
    refuse(crib("drill", stdin="6\n"), "history.db")
    with open_base(tmp_path / "home") as base:
        assert base.execute("SELECT mine FROM sessions").fetchall() == [("kept",)]


@pytest.mark.parametrize("value", ["'{not json'", "x'ff00'", "CAST(x'ff' AS TEXT)"])
def test_row_that_cannot_be_read(value: str, used: Path, crib: Run) -> None:
    with open_base(used) as base:
        base.execute(f"UPDATE answers SET question = {value} WHERE id = 5")  # noqa: S608 - see above
        base.commit()
    refuse(crib("drill", "--stats"), "history.db", "cannot be read")
    with open_base(used) as base:
        assert base.execute("SELECT count(*) FROM answers").fetchone() == (20,)


def test_first_version_is_brought_up_to_date(used: Path, crib: Run) -> None:
    """A file of the first schema keeps its answers and gains what came later."""
    rows = read_rows(used)
    old = used / "old.db"
    base = sqlite3.connect(old)
    base.executescript(MIGRATIONS[0])
    base.execute("PRAGMA user_version = 1")
    names = [name for name in rows[0] if name != "missed"]
    for row in rows:
        base.execute(
            f"INSERT INTO answers ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",  # noqa: S608 - names of its own, values are bound
            [row[name] for name in names],
        )
    base.execute("INSERT INTO sessions SELECT 1, ?, 'count', 'total', 3, 3, NULL, 121, 1, 0, 1, NULL, NULL", (NOW,))
    base.commit()
    base.close()
    old.replace(used / "history.db")
    done = crib("drill", "--seed", "3", stdin="")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "goes on with round 21" in done.stdout
    assert read_rows(used) == rows
    with open_base(used) as migrated:
        assert migrated.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert migrated.execute("SELECT name FROM sqlite_master WHERE name = 'answers_by_kind'").fetchall()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "history.db")
    base.executescript(MIGRATIONS[0])
    base.execute("CREATE INDEX answers_by_kind ON answers (kind)")  # in the way of the second step
    base.execute("PRAGMA user_version = 1")
    base.commit()
    with pytest.raises(StoreError):
        History(tmp_path)
    assert base.execute("PRAGMA user_version").fetchone() == (1,)
    assert " missed REAL" not in base.execute("SELECT sql FROM sqlite_master WHERE name = 'answers'").fetchone()[0]
    base.close()


def test_one_round_is_never_written_twice(tmp_path: Path) -> None:
    history = History(tmp_path)
    number = history.begin(SETTINGS, NOW)
    answer = Answer("6", 6, 6, "exact", 6, 0, 0)
    row = make_row(
        number, Session(SETTINGS), ask_question("count", 3, 7, 1), answer, (),
        points=(6, 0), answered=NOW, hinted=False, seconds=1.5,
    )  # fmt: skip
    history.add(row)
    with pytest.raises(StoreError):
        history.add(row)
    assert history.answers() == [row]
    history.close()
