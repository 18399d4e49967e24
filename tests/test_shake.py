"""The program shaken hard: nonsense, closed and full streams, odd terminals, signals, clocks, ten at once.

Whatever happens it says what it promises and no more, ends with one of its codes, and loses nothing.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import CLEAN, CRIB
from drilling import memory_folder, read_rows, shown_hands
from playing import write_script
from referee import referee
from shaking import (
    CODES,
    COMMANDS,
    PLAIN,
    Pty,
    check,
    check_screen,
    finish,
    random_answers,
    random_bytes,
    random_options,
    read_until,
    shake,
    start,
    turned_clock,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell, signals and terminals as POSIX has them")

GAME = write_script(7, target=31)
ENDED = frozenset({-signal.SIGTERM, -signal.SIGHUP})
LANGS = ("en", "it", "es")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with memory_folder(tmp_path) as folder:
        yield folder / "home"


# Nonsense


def shake_with_bytes(command: str, home: Path, seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(f"{command} {seed}")
        words = [random_bytes(chance, 12) for _ in range(chance.randrange(5))]
        if chance.random() < 0.3:
            words = [os.fsencode(word) for word in PLAIN[command][1:]]
        given = random_bytes(chance, 400, but=b"")
        shake([command, *words], home=home, given=given, most=given.count(b"\n") + 3, cwd=home.parent)


@pytest.mark.parametrize("command", COMMANDS)
def test_random_bytes(command: str, home: Path) -> None:
    shake_with_bytes(command, home, range(5))


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_many_random_bytes(command: str, home: Path) -> None:
    shake_with_bytes(command, home, range(5, 300))


def shake_with_options(command: str, folder: Path, seeds: range) -> None:
    hands = folder / "hands.txt"
    hands.write_text("5H 5S 5C JD / 5D\nxx\n")
    files = [str(hands), str(folder / "none"), str(folder), "", "/dev/null", "/dev/full", "-"]
    files.append(str(folder / "new.jsonl"))
    variables: list[dict[str, str | None]] = [{}, {"LC_ALL": "C"}, {"TERM": None}, {"COLUMNS": "0"}, {"COLUMNS": "x"}]
    variables += [{"CRIB_LANG": "it"}, {"CRIB_LANG": "xx"}, {"CRIB_ASCII": "maybe"}, {"CRIB_WORDS": "1"}]
    for seed in seeds:
        chance = random.Random(f"options {command} {seed}")
        words = random_options(command, chance, files)
        given = random_answers(chance)
        told = None if "json" in words else given.count(b"\n") + 3
        shake(words, home=folder / "home", given=given, variables=chance.choice(variables), most=told, cwd=folder)
        assert hands.read_text().startswith(("5H 5S 5C JD / 5D\nxx\n", '{"event":"game"')), words  # --record writes it


@pytest.mark.parametrize("command", COMMANDS)
def test_random_options(command: str, tmp_path: Path) -> None:
    shake_with_options(command, tmp_path, range(8))


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_many_random_options(command: str, tmp_path: Path) -> None:
    shake_with_options(command, tmp_path, range(8, 400))


# Streams


@pytest.mark.parametrize("way", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full", "</dev/null"])
def test_streams_that_are_closed_or_full(way: str, home: Path, tmp_path: Path) -> None:
    batch = tmp_path / "hands.txt"
    batch.write_text("5H 5S 5C JD / 5D\n" * 3)
    for command, words in PLAIN.items():
        done = shake(words, home=home, given=b"xx\n4\n", way=way, most=3)
        if ">&-" in way.split() or ">/dev/full" in way.split():
            assert done.code == 3
        elif command in ("count", "peg", "discard"):
            assert (done.code, done.err) == (0, b"")
    # A file that is opened where standard input would be is no standard input.
    done = shake(["count", "--file", str(batch), "--format", "points"], home=home, way=way, most=1)
    assert done.code == (3 if ">&-" in way.split() or ">/dev/full" in way.split() else 0)
    assert done.code == 3 or done.out == b"29\n" * 3
    # The dialogue of a drill that ends in JSON is on stderr.
    full = "2>/dev/full" in way
    done = shake(["drill", "--seed", "1", "--format", "json"], home=home, given=b"4\nq\n", way=way)
    assert done.code == 3 if full else done.code in (0, 3)


@pytest.mark.parametrize("command", [*COMMANDS, "batch", "help"])
def test_closed_pipe(command: str, home: Path) -> None:
    """Whoever takes the first line only has it, and hears no more."""
    given = {"batch": b"5H 5S 5C JD / 5D\n" * 20_000, "drill": b"4\n" * 2000, "play": GAME.typed.encode()}
    words = PLAIN.get(command, ["count", "-", "--jobs", "2"] if command == "batch" else ["--help"])
    words = ["play", *GAME.options] if command == "play" else words
    pipe = '"$@" | head -1; exit ${PIPESTATUS[0]}'
    done = subprocess.run(
        ["bash", "-c", pipe, "bash", CRIB, *words], input=given.get(command, b""), capture_output=True, check=False,
        env=CLEAN | {"CRIB_HOME": str(home)}, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("variables", "encoding"),
    [
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "ascii"),
        ({"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}, "cp1252"),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, "ascii"),
    ],
    ids=["C", "cp1252", "ascii"],
)
def test_no_locale(variables: dict[str, str | None], encoding: str, home: Path) -> None:
    for number, words in enumerate([*PLAIN.values(), ["--help"], ["count", "7♥ 8♠ xx"]]):
        for lang in LANGS if number > 2 else LANGS[number:][:1]:
            done = shake(
                ["--lang", lang, *words], home=home, given=b"?\nhint\n\xe2\x99\xa5\n", variables=variables, most=4
            )
            done.out.decode(encoding)
            done.err.decode(encoding)


# Terminals


@pytest.mark.parametrize("term", ["dumb", None, "xterm-256color", "nonsense"])
def test_terminal_is_left_as_it_was(term: str | None, home: Path) -> None:
    for command, words in PLAIN.items():
        pty = Pty(words, home, TERM=term)
        if command in ("drill", "play"):
            pty.child.expect_exact("? " if command == "drill" else "(2)? ")
            pty.child.sendline("hint")
            pty.child.expect_exact("? " if command == "drill" else "(2)? ")
            pty.child.sendintr() if term != "dumb" else pty.child.sendeof()
        data, code = pty.wait_end()
        assert code == (130 if command in ("drill", "play") and term != "dumb" else 0), (data, code)
        check_screen(data)
        assert term != "dumb" or b"\x1b" not in data, data
        lines = data.split()
        assert lines[-1] in lines[:-1] or command in ("drill", "play"), lines


def test_progress_gives_the_cursor_back(home: Path) -> None:
    pty = Pty(["play", "--auto", "--games", "9000", "--seed", "1"], home, way=">/dev/null")
    pty.child.expect_exact("9000")
    pty.child.sendintr()
    data, code = pty.wait_end()
    assert code == 130, data
    check_screen(data)


# The home


HOMES = ["file", "file/below", "/proc", "/proc/none", "/dev/null", "~nobody-of-that-name/x", "x" * 300, "", "a\nb"]


@pytest.mark.parametrize("place", HOMES, ids=lambda place: repr(place[:12]))
def test_home_that_cannot_be_used(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    users = {"HOME": str(tmp_path / "user"), "XDG_DATA_HOME": None}
    good = place in ("", "a\nb")
    for words in (PLAIN["drill"], ["drill", "--stats"], PLAIN["play"], ["play", "--resume"]):
        done = shake(words, home=place, variables=users, given=b"q\n", most=1, cwd=tmp_path)
        assert done.code in ((0, 2) if good else (2, 3) if words[-1] == "--resume" else (3,)), done
    assert (tmp_path / "file").read_text() == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {"file"} | ({"user"} if not place else set()) | (
        {place} if place == "a\nb" else set()
    )


def test_no_home_at_all(tmp_path: Path) -> None:
    """HOME may be missing, relative or a file; a user whom the system does not know may have none."""
    (tmp_path / "file").write_text("mine")
    for way in (None, "", "file", str(tmp_path / "file"), "/proc"):
        variables = {"HOME": way, "XDG_DATA_HOME": None if way is not None else str(tmp_path / "data")}
        shake(["drill", "--stats"], home=None, variables=variables, most=1, cwd=tmp_path)
    assert (tmp_path / "file").read_text() == "mine"
    assert {path.name for path in tmp_path.iterdir()} <= {"file", "data"}


def test_unknown_user(tmp_path: Path) -> None:
    def drop() -> None:
        os.setreuid(54_321, -1)

    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    variables = {"HOME": None, "XDG_DATA_HOME": None}
    done = shake(["drill", "--stats"], home=None, variables=variables, most=1, before=drop, cwd=tmp_path)
    assert not list(tmp_path.iterdir())
    assert done.code == 3
    assert b"CRIB_HOME" in done.err


# Full disks


@pytest.fixture(params=["limit", "tmpfs"])
def full(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """Return a folder on a disk that is soon full, and what has a process begin there; then how it is given room."""
    import resource

    if request.param == "limit":

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (40_960, resource.RLIM_INFINITY))

        yield tmp_path / "home", limit, lambda: None, 40_960
        return
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=96k", "none", str(place)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no right to mount a disk")
    try:
        grow = ["mount", "-o", "remount,size=4m", str(place)]
        yield place / "home", None, lambda: subprocess.run(grow, check=True), 96 * 1024
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_disk_full_in_the_middle_of_a_drill(full: Any) -> None:
    home, before, mend, _ = full
    args = ["drill", "--seed", "5", "--rounds", "400", "--no-adapt", "--ascii"]
    done = shake(args, home=home, given=b"3\n" * 400, before=before, most=1)
    assert done.code == 3
    shown = shown_hands(done.out.decode())
    mend()
    rows = read_rows(home)
    judged = done.out.count(b"\nclaim 3: ")
    assert 10 < judged <= len(rows) <= judged + 1
    again = shake(args, home=home, given=b"3\nq\n", most=0)
    assert f"Round {len(rows) + 1}: ".encode() in again.out
    now = read_rows(home)
    assert [row["round"] for row in now] == list(range(1, len(rows) + 2))
    for row, hand in zip(now, shown, strict=False):
        assert json.loads(row["question"])["hand"] == list(hand.hand)


def test_disk_full_in_the_middle_of_a_game(full: Any) -> None:
    home, before, mend, size = full
    home.mkdir(parents=True)
    script = write_script(3, target=121)
    if before is None:  # nearly full already
        (home / "filler").write_bytes(bytes(size - 8192))
    else:
        import resource

        def before() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (4000, resource.RLIM_INFINITY))

    done = shake(["play", *script.options], home=home, given=script.typed.encode(), before=before, most=1)
    assert done.code == 3, done
    (save,) = (home / "games").glob("*.jsonl")
    kept = save.read_text()
    assert script.record.startswith(kept)
    assert kept.count("\n") > 20
    mend()
    asked = shake(["play", "--resume"], home=home, given=b"q\n", most=1)
    assert asked.code == 0
    lines = save.read_text().count("\n")
    answered = sum(turn.lines < lines for turn in script.turns)
    shake(["play", "--resume"], home=home, given=script.typed_from(answered).encode(), most=0)
    assert save.read_text() == script.record


# Signals


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE"])
def test_signals_at_prompts(name: str, home: Path) -> None:
    """State is kept and the same question comes again; a SIGPIPE that is no pipe's is nothing."""
    number = getattr(signal, name)
    drill = ["drill", "--seed", "8", "--rounds", "9", "--ascii"]
    process = start(drill, home)
    shown = read_until(process, b"points? ")
    assert process.stdin is not None
    process.stdin.write(b"3\n")
    process.stdin.flush()
    shown += read_until(process, b"points? ")
    process.send_signal(number)
    done = finish(process, b"q\n")
    expected = {"SIGINT": 130, "SIGPIPE": 0}.get(name, -number)
    assert done.code == expected
    check(done, most=1, allowed=CODES | ENDED)
    assert len(read_rows(home)) == 1
    if name != "SIGPIPE":
        again = shake(drill, home=home, given=b"", most=1)
        assert shown_hands(again.out.decode())[0] == shown_hands(shown.decode())[1]

    process = start(["play", *GAME.options], home)
    read_until(process, b"(2)? ")
    assert process.stdin is not None
    process.stdin.write(GAME.turns[0].answer.encode() + b"\n")
    process.stdin.flush()
    read_until(process, b"card? ")
    process.send_signal(number)
    done = finish(process, b"q\n")
    assert done.code == expected
    check(done, most=1, allowed=CODES | ENDED)
    done = shake(["play", "--resume"], home=home, given=GAME.typed_from(1).encode(), most=0)
    (save,) = (home / "games").glob("*.jsonl")
    assert save.read_text() == GAME.record


@pytest.mark.parametrize(
    ("name", "jobs", "group", "delays"),
    [
        ("SIGINT", "1", True, (0.3,)),
        ("SIGINT", "2", True, (0.15, 0.25)),
        ("SIGINT", "2", False, (0.4,)),
        ("SIGTERM", "2", False, (0.3,)),
        ("SIGHUP", "2", True, (0.3,)),
        pytest.param("SIGINT", "2", True, [n / 100 for n in range(5, 60)], marks=pytest.mark.slow),
        pytest.param("SIGINT", "2", False, [n / 100 for n in range(5, 60)], marks=pytest.mark.slow),
        pytest.param("SIGTERM", "2", False, [n / 50 for n in range(5, 30)], marks=pytest.mark.slow),
    ],
)
def test_signals_in_the_middle_of_a_batch(
    name: str, jobs: str, group: bool, delays: list[float], home: Path, tmp_path: Path
) -> None:
    """It ends at once, with every process it began, whether the signal goes to it alone or to all."""
    (tmp_path / "hands.txt").write_text("5H 5S 5C JD / 5D\n" * 120_000)
    for delay in delays:
        with (tmp_path / "hands.txt").open("rb") as given:
            process = start(["count", "-", "--jobs", jobs], home, given=given)
            time.sleep(delay)
            began = time.monotonic()
            (os.killpg if group else os.kill)(process.pid, getattr(signal, name))
            done = finish(process)
        assert time.monotonic() - began < 5
        wanted = {130, -signal.SIGINT} if name == "SIGINT" else {-getattr(signal, name)}
        assert done.code in wanted, done
        if "in run\n" in done.err.decode() or done.code == 130 or name != "SIGINT":
            check(done, most=1, allowed=frozenset(wanted))


def test_a_worker_that_is_killed(home: Path, tmp_path: Path) -> None:
    listed = Path("/proc/self/task") / str(os.getpid()) / "children"
    if not listed.exists():
        pytest.skip("no /proc that lists a process's children")
    (tmp_path / "hands.txt").write_text("5H 5S 5C JD / 5D\n" * 60_000)
    with (tmp_path / "hands.txt").open("rb") as given:
        process = start(["count", "-", "--jobs", "2"], home, given=given)
        children: list[str] = []
        while not children and process.poll() is None:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
        done = finish(process)
    assert done.code == 3
    check(done, most=1)
    assert b"--jobs 1" in done.err


def test_too_few_open_files_for_workers(home: Path) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))

    done = shake(["count", "-", "--jobs", "2"], home=home, given=b"5H 5S 5C JD / 5D\n", before=limit, most=1)
    assert (done.code, done.out) == (3, b"")
    assert b"Too many open files" in done.err


@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_at_any_moment_of_the_start(command: str, home: Path) -> None:
    """From the program's own first step on: before it Python itself is still starting."""
    for step in range(3):
        process = start([*PLAIN[command], *(["--help"] if step == 2 else [])], home)
        time.sleep(0.06 + 0.04 * step)
        process.send_signal(signal.SIGINT)
        done = finish(process)
        text = done.err.decode()
        if "in run\n" not in text and "in main\n" not in text and done.code == -signal.SIGINT:
            continue
        check(done, most=2 if command == "drill" else 1)


# Clocks


def test_clock_that_goes_backwards(home: Path, tmp_path: Path) -> None:
    args = ["drill", "--seed", "8", "--rounds", "12", "--ascii"]
    before = ["drill", "--seed", "2", "--rounds", "20"]
    steady = tmp_path / "steady"
    shake(before, home=steady, given=b"0\n" * 20)
    whole = shown_hands(shake(args, home=steady, given=b"4\n" * 12).out.decode())
    with turned_clock(tmp_path) as variables:
        shake(before, home=home, given=b"0\n" * 20, variables=variables, most=1)
        shown = []
        for number in (5, 1, 6):
            done = shake(args, home=home, given=b"4\n" * number, variables=variables, most=1)
            shown += shown_hands(done.out.decode())[:number]
        assert shown == whole  # the choice that adapts goes by the order of answers, not by their times
        rows = read_rows(home)
        assert [row["round"] for row in rows[20:]] == list(range(1, 13))
        times = [row["answered"] for row in rows]
        assert times != sorted(times)  # the clocks do go backwards
        assert all(row["seconds"] >= 0 for row in rows)
        stats = json.loads(shake(["drill", "--stats", "--format", "json"], home=home, variables=variables, most=0).out)
        assert stats["answers"] == 32
        assert sum(week["answers"] for week in stats["weeks"]) == 32
        shake(["play", *GAME.options], home=home, given=GAME.typed.encode(), variables=variables, most=0)
        (save,) = (home / "games").glob("*.jsonl")
        assert save.read_text() == GAME.record


# Ten at once


def test_ten_at_once_lose_nothing(home: Path) -> None:
    games = [write_script(seed, target=31) for seed in (1, 2, 3)]
    runs = [(["drill", "--seed", str(seed), "--rounds", "8"], b"4\n" * 8) for seed in (1, 2, 3, 3)]
    runs += [(["play", *game.options], game.typed.encode()) for game in games]
    runs += [(["drill", "--stats"], b""), (["drill", "--stats", "--format", "json"], b"")]
    runs += [(["drill", "peg", "--rounds", "8"], b"2\n" * 8)]
    files = []
    processes = []
    for words, given in runs:  # answers from a file: nobody waits for a pipe to be filled
        files.append(tempfile.TemporaryFile())  # noqa: SIM115 - closed below
        files[-1].write(given)
        files[-1].seek(0)
        processes.append(start(words, home, given=files[-1]))
    for process, file in zip(processes, files, strict=True):
        done = finish(process)
        assert done.code == 0, done
        check(done, most=0)
        file.close()
    rows = read_rows(home)
    assert len(rows) == 5 * 8
    sessions = {row["session"] for row in rows}
    assert len(sessions) == 5
    for session in sessions:
        assert [row["round"] for row in rows if row["session"] == session] == list(range(1, 9))
    records = sorted(path.read_text() for path in (home / "games").glob("*.jsonl"))
    assert records == sorted(game.record for game in games)
    assert all(referee(record.splitlines()) == [] for record in records)
    assert not list(home.rglob("*.lock"))
