"""Disks that are full, folders that are none, records of the user's own: nothing is destroyed, one line says it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import CLEAN, CRIB, Run
from playing import write_script
from referee import referee
from test_saves import SCRIPT, lay_game, needs_posix, read_lines

from crib_cli.errors import StoreError
from crib_cli.game.record import event_line, parse_line
from crib_cli.game.saves import check_record, create_save, read_record, reopen_save, write_record


@pytest.fixture
def limited(tmp_path: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Return a function that runs ``crib`` where no file can be longer than so many bytes."""

    def run(size: int, *args: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        import resource
        import signal

        def limit() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        return subprocess.run(
            [CRIB, *args],
            input=stdin,
            text=True,
            capture_output=True,
            env=CLEAN | {"CRIB_HOME": str(tmp_path / "home")},
            check=False,
            timeout=60,
            preexec_fn=limit,
        )

    return run


@needs_posix
@pytest.mark.parametrize("size", [0, 100, 700, 2000])
def test_a_full_disk_is_one_line_and_the_game_goes_on_later(
    crib: Run, tmp_path: Path, limited: Callable[..., "subprocess.CompletedProcess[str]"], size: int
) -> None:
    done = limited(size, "play", *SCRIPT.options, stdin=SCRIPT.typed)
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1
    assert "cannot be written: File too large" in done.stderr
    saves = list((tmp_path / "home" / "games").glob("*.jsonl"))
    kept = saves[0].read_text() if saves else ""
    assert SCRIPT.record.startswith(kept)
    again = crib("play", "--resume", stdin="q\n")
    if kept.count("\n") == 0:
        assert again.returncode == 2
        return
    assert again.returncode == 0
    lines = read_lines(tmp_path / "home").count("\n")
    answered = sum(turn.lines < lines for turn in SCRIPT.turns)
    assert crib("play", "--resume", stdin=SCRIPT.typed_from(answered)).returncode == 0
    assert read_lines(tmp_path / "home") == SCRIPT.record


@needs_posix
def test_a_failing_record_destroys_nothing(
    crib: Run, tmp_path: Path, limited: Callable[..., "subprocess.CompletedProcess[str]"]
) -> None:
    record = tmp_path / "old.jsonl"
    old = '{"event":"game","format":1}\n'
    record.write_text(old)
    done = limited(500, "play", "--auto", "--seed", "7", "--record", str(record))
    assert done.returncode == 3
    assert done.stderr == f"crib: {record}: cannot be written: File too large\n"
    assert record.read_text() == old
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["old.jsonl"]
    assert crib("play", "--auto", "--seed", "7", "--record", str(record)).returncode == 0
    assert referee(record.read_text().splitlines()) == []


def test_a_record_takes_the_place_of_no_other_file(crib: Run, tmp_path: Path) -> None:
    """Neither of one that is no record nor of a game that is saved."""
    notes = tmp_path / "hands.txt"
    notes.write_text("5H 5S 5C JD / 5D\n")
    crib("play", "--seed", "21", stdin="#1 #2\n")
    (saved,) = (tmp_path / "home" / "games").glob("*.jsonl")
    for path in (notes, saved):
        before = path.read_bytes()
        for args in (("--auto", "--seed", "7"), ("--seed", "5")):
            done = crib("play", *args, "--record", str(path), stdin="q\n")
            assert done.returncode == 3
            assert f"{path}: is there already" in done.stderr
            assert path.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("way", [["--auto", "--target", "31"], ["--target", "31"]])
def test_a_record_on_a_full_device(crib: Run, way: list[str]) -> None:
    done = crib("play", *way, "--seed", "7", "--record", "/dev/full", stdin="q\n")
    assert done.returncode == 3
    assert done.stderr == "crib: /dev/full: cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize(
    ("way", "code", "line"),
    [
        ("> /dev/full", 3, "crib: stdout: cannot be written: No space left on device\n"),
        (">&-", 3, "crib: stdout: is closed; nothing can be read or written there\n"),
        ("<&-", 3, "crib: stdin: is closed; nothing can be read or written there\n"),
        ("2> /dev/full", 0, ""),
        ("2>&-", 0, ""),
    ],
)
def test_streams_that_are_full_or_closed(tmp_path: Path, way: str, code: int, line: str) -> None:
    home = tmp_path / "home"
    command = f"'{CRIB}' play --seed 5 {way}"
    done = subprocess.run(
        ["bash", "-c", command],
        input=b"?\n#1 #2\nxx\n",
        capture_output=True,
        env=CLEAN | {"CRIB_HOME": str(home)},
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr.decode()) == (code, line)
    assert [path.name for path in (home / "games").iterdir()] == ["game-000001.jsonl"]  # and no lock


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout")
def test_a_record_on_standard_output(crib: Run) -> None:
    done = crib("play", "--auto", "--target", "31", "--seed", "7", "--record", "/dev/stdout")
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    assert done.returncode == 0
    assert referee(lines) == []


@pytest.mark.parametrize("way", [["--auto"], [], ["--resume"]])
def test_a_record_that_cannot_be_is_told_before_the_game(crib: Run, tmp_path: Path, way: list[str]) -> None:
    if way == ["--resume"]:
        lay_game(tmp_path / "home", "".join(line + "\n" for line in SCRIPT.lines[:10]))
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "none" / "x.jsonl", tmp_path / "file" / "x.jsonl", tmp_path):
        done = crib("play", *way, "--record", str(place), stdin="q\n")
        assert (done.returncode, done.stdout) == (3, "")
        assert done.stderr.startswith(f"crib: {place}: cannot be written: ")
        assert len(done.stderr.splitlines()) == 1


def test_a_record_is_written_where_a_link_leads(tmp_path: Path) -> None:
    events = [parse_line(line, 1) for line in SCRIPT.lines]
    target = tmp_path / "there" / "game.jsonl"
    target.parent.mkdir()
    link = tmp_path / "link.jsonl"
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("no links here")
    write_record(link, events)
    assert link.is_symlink()
    assert target.read_text() == SCRIPT.record
    assert list(tmp_path.rglob("*.part")) == []


def test_somebody_elses_part_file_is_not_touched(tmp_path: Path) -> None:
    events = [parse_line(line, 1) for line in SCRIPT.lines]
    path = tmp_path / "game.jsonl"
    for name in ("game.part", f"game.jsonl.{os.getpid()}.part"):
        (tmp_path / name).write_text("mine")
    check_record(path)
    assert not path.exists()
    write_record(path, events)
    assert path.read_text() == SCRIPT.record
    assert sorted(other.read_text() for other in tmp_path.glob("*.part")) == ["mine", "mine"]


@pytest.mark.parametrize("place", ["home", "home/games"])
def test_a_data_folder_that_cannot_be(crib: Run, tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text("a file")
    for args in (["play"], ["play", "--resume"]):
        done = crib(*args, stdin="q\n")
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert done.returncode == (2 if place == "home/games" and "--resume" in args else 3)
    assert (tmp_path / place).read_text() == "a file"


def test_a_folder_where_nothing_can_be_written(crib: Run, tmp_path: Path) -> None:
    home = tmp_path / "home" / "games"
    home.mkdir(parents=True)
    home.chmod(0o555)
    try:
        if os.access(home, os.W_OK):
            pytest.skip("this user may write everywhere")
        done = crib("play", stdin="q\n")
        assert done.returncode == 3
        assert len(done.stderr.splitlines()) == 1
    finally:
        home.chmod(0o755)


def test_numbers_of_games_go_up(tmp_path: Path) -> None:
    lay_game(tmp_path, SCRIPT.record, 41)
    (tmp_path / "games" / "game-notes.jsonl").write_text("not a game")
    save = create_save(tmp_path)
    assert save.path.name == "game-000042.jsonl"
    save.close()
    with pytest.raises(StoreError):
        read_record(tmp_path / "games" / "game-notes.jsonl")
    assert reopen_save(tmp_path) is None  # the new one holds nothing, the other names are not its own
    assert (tmp_path / "games" / "game-notes.jsonl").exists()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of 16 KiB, where that is allowed."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = (
        sys.platform == "linux"
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)], capture_output=True, check=False
        ).returncode
    )
    if not mounted:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_is_really_full(crib: Run, small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(b"x" * 8192)
    script = write_script(5, muggins=True)
    done = crib("play", *script.options, stdin=script.typed, CRIB_HOME=str(small_disk / "home"))
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1
    assert "No space left on device" in done.stderr
    (small_disk / "filler").unlink()
    read = read_record(small_disk / "home" / "games" / "game-000001.jsonl")
    assert [event_line(event) for event in read.events] == script.lines[: len(read.events)]
    done = crib("play", "--resume", stdin="q\n", CRIB_HOME=str(small_disk / "home"))
    assert done.returncode == 0
