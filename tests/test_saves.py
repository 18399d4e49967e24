"""Games on disk: what a crash, a full disk, a second player and a damaged file leave, and that nothing is lost."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import CLEAN, CRIB, Run
from playing import Script, write_script
from test_play_pipe import read_to_prompt

from crib_cli.errors import StoreError
from crib_cli.game.actions import Action
from crib_cli.game.record import Replay, action_of, parse_line
from crib_cli.game.runner import advance, seat_players
from crib_cli.game.saves import reopen_save
from crib_cli.game.transitions import apply
from crib_cli.words.catalog import load_book

SCRIPT = write_script(5, muggins=True, strict=True, target=31)
THREE = write_script(9, players=3, muggins=True, target=31)
MATCH = write_script(3, variant="five", match=3, target=31, counts=True)
EN = load_book("en")
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="limits and signals of POSIX")


def lay_game(home: Path, text: str | bytes, number: int = 1) -> Path:
    """Lay a record into a data folder as a game's save."""
    path = home / "games" / f"game-{number:06}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def actions_of(script: Script) -> list[Action]:
    """Return what the person did, in order."""
    found = []
    for turn in script.turns:
        action = action_of(parse_line(script.lines[turn.lines], 1))
        assert action is not None
        found.append(action)
    return found


def go_on(home: Path, script: Script) -> str:
    """Reopen the game of a data folder, play it to its end as its script has it, and return its record."""
    found = reopen_save(home)
    assert found is not None
    save, read = found
    state = read.state
    done = sum(turn.lines < len(read.events) + len(read.missing) for turn in script.turns)
    actions, players = actions_of(script)[done:], seat_players(script.settings)
    while True:
        for step in advance(state, players):
            state = step.state
            save.append(step.events)
        save.sync()
        if state.is_over:
            break
        assert state == script.turns[len(script.turns) - len(actions)].state
        state, events = apply(state, actions.pop(0))
        save.append(events)
    assert not actions
    save.close()
    return save.path.read_text()


def check_state(script: Script, read: Replay, lines: int) -> None:
    """Hold a game read back to the prompt that its lines lead to; that a computer has no muggins to call is no line."""
    for turn in script.turns:
        if turn.lines == lines:
            steps = list(advance(read.state, seat_players(script.settings)))
            assert (steps[-1].state if steps else read.state) == turn.state
            assert not any(step.events for step in steps)
            assert not read.missing


@pytest.mark.parametrize("script", [SCRIPT, THREE, MATCH], ids=["muggins", "three", "match"])
def test_a_record_cut_off_between_any_two_lines_goes_on(tmp_path: Path, script: Script) -> None:
    """Also between the lines of one action: a card without its score, a game without its end."""
    for length in range(1, len(script.lines)):
        whole = length % 9 == len(script.lines) % 9
        lay_game(tmp_path, "".join(line + "\n" for line in script.lines[:length]))
        found = reopen_save(tmp_path)
        assert found is not None, script.lines[length - 1]
        save, read = found
        check_state(script, read, length)
        save.close()
        if read.state.is_over:
            assert read_lines(tmp_path) == script.record
        elif whole:
            assert go_on(tmp_path, script) == script.record


def read_lines(home: Path) -> str:
    (path,) = (home / "games").glob("game-*.jsonl")
    return path.read_text()


def test_a_half_written_last_line_costs_that_line_alone(tmp_path: Path) -> None:
    chance = random.Random(1)
    whole = SCRIPT.record.encode()
    first = whole.index(b"\n") + 1
    for length in [*sorted(chance.sample(range(first, len(whole)), 60)), len(whole) - 2, len(whole) - 1]:
        path = lay_game(tmp_path, whole[:length])
        found = reopen_save(tmp_path)
        assert found is not None, whole[:length][-80:]
        save, read = found
        save.close()
        kept = path.read_bytes()
        assert whole.startswith(kept)
        assert kept.endswith(b"\n")
        assert kept.count(b"\n") >= whole[:length].count(b"\n")
        if not read.state.is_over:
            assert length % 3 or go_on(tmp_path, SCRIPT) == SCRIPT.record


def test_a_game_that_never_began_is_no_game(tmp_path: Path) -> None:
    """Ended before its first line was whole; the one before it is gone on with."""
    first = (SCRIPT.lines[0] + "\n").encode()
    for data in (b"", first[:1], first[:20], first[:-1]):
        lay_game(tmp_path, "".join(line + "\n" for line in SCRIPT.lines[:10]), 1)
        empty = lay_game(tmp_path, data, 2)
        found = reopen_save(tmp_path)
        assert found is not None
        assert found[0].path.name == "game-000001.jsonl"
        found[0].close()
        assert not empty.exists()
    (tmp_path / "games" / "game-000001.jsonl").unlink()
    lay_game(tmp_path, b"")
    assert reopen_save(tmp_path) is None


def test_something_else_without_a_line_end_is_kept(tmp_path: Path) -> None:
    path = lay_game(tmp_path, b"my shopping list")
    with pytest.raises(StoreError) as caught:
        reopen_save(tmp_path)
    assert not path.exists()
    assert Path(str(caught.value.params["aside"])).read_bytes() == b"my shopping list"


def test_finished_games_are_left_alone(tmp_path: Path) -> None:
    lay_game(tmp_path, SCRIPT.record, 1)
    lay_game(tmp_path, MATCH.record, 2)
    assert reopen_save(tmp_path) is None
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["game-000001.jsonl", "game-000002.jsonl"]


def damage(script: Script, line: int, text: str) -> str:
    return "".join((text if number == line else old) + "\n" for number, old in enumerate(script.lines, 1))


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        (9, "\x00\x01", "line 9 of the record"),
        (9, '{"event":"play"', "line 9 of the record"),
        (1, "{}", "line 1 of the record"),
        (12, '{"event":"score","player":1,"points":9,"reason":"run","score":{"1":9,"2":0}}', "line 12 of the record"),
    ],
)
def test_a_damaged_save_is_told_and_kept_aside(crib: Run, tmp_path: Path, line: int, text: str, words: str) -> None:
    home = tmp_path / "home"
    open_lines = "".join(line + "\n" for line in damage(SCRIPT, line, text).splitlines()[:20])
    older = lay_game(home, "".join(line + "\n" for line in SCRIPT.lines[:7]), 1)
    path = lay_game(home, open_lines, 2)
    before = older.read_bytes()
    done = crib("play", "--resume", stdin="q\n")
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"crib: {path}: the saved game is damaged and is kept as ")
    assert words in done.stderr
    assert done.stderr.count(path.name) == 1
    (aside,) = home.glob("games/*damaged*")
    assert str(aside) in done.stderr
    assert aside.read_text() == open_lines
    assert not path.exists()
    assert older.read_bytes() == before
    again = crib("play", "--resume", stdin="q\n")  # the older game is the one to go on with now
    assert (again.returncode, again.stderr) == (0, "")
    assert crib("play", stdin="q\n").returncode == 0
    assert crib("play", stdin="q\n").returncode == 0
    assert aside.read_text() == open_lines


def test_a_lost_line_is_told(crib: Run, tmp_path: Path) -> None:
    turn = SCRIPT.turns[3]
    lines = "".join(line + "\n" for line in SCRIPT.lines[: turn.lines])
    for lang, words in (("en", "half written"), ("it", "a metà"), ("es", "a medias")):
        lay_game(tmp_path / "home", lines + '{"event":"pl')
        done = crib("--lang", lang, "play", "--resume", stdin="q\n")
        assert done.returncode == 0
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert read_lines(tmp_path / "home") == lines


def test_two_games_at_once_have_a_file_each(crib: Run, tmp_path: Path) -> None:
    children = [begin(SCRIPT, tmp_path, 0), begin(THREE, tmp_path, 0)]
    files = sorted((tmp_path / "home" / "games").glob("*.jsonl"))
    assert len(files) == 2
    none = crib("play", "--resume", stdin="q\n")
    assert (none.returncode, none.stdout) == (2, "")
    assert "is being played elsewhere" in none.stderr
    for child, script in zip(children, (SCRIPT, THREE), strict=True):
        child.communicate(script.typed.encode(), timeout=30)
        assert child.returncode == 0
    assert sorted(path.read_text() for path in files) == sorted([SCRIPT.record, THREE.record])


def test_resume_takes_the_last_game_that_nobody_plays(crib: Run, tmp_path: Path) -> None:
    left = begin(SCRIPT, tmp_path, 3)
    left.kill()
    left.communicate()
    played = begin(THREE, tmp_path, 2)
    done = crib("play", "--resume", stdin=SCRIPT.typed_from(3))
    assert (done.returncode, done.stderr) == (0, "")
    played.kill()
    played.communicate()
    done = crib("play", "--resume", stdin=THREE.typed_from(2))
    assert (done.returncode, done.stderr) == (0, "")
    games = [path.read_text() for path in sorted((tmp_path / "home" / "games").glob("*.jsonl"))]
    assert games == [SCRIPT.record, THREE.record]


def begin(script: Script, path: Path, turns: int, *args: str) -> "subprocess.Popen[bytes]":
    """Start a game, answer some prompts, and return it when it waits at the next."""
    child = subprocess.Popen(
        [CRIB, "play", *(args or script.options)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=CLEAN | {"CRIB_HOME": str(path / "home")},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("".join(turn.answer + "\n" for turn in script.turns[:turns]).encode())
    child.stdin.flush()
    read_to_prompt(child.stdout.fileno(), [turn.prompt(EN) for turn in script.turns[: turns + 1]])
    return child


CRASHES = 20


@needs_posix
@pytest.mark.parametrize("number", range(CRASHES))
def test_killed_at_any_moment_the_game_goes_on(tmp_path: Path, number: int) -> None:
    crash(tmp_path, number)


@needs_posix
@pytest.mark.slow
@pytest.mark.parametrize("number", range(CRASHES, 200))
def test_killed_at_two_hundred_moments_the_game_goes_on(tmp_path: Path, number: int) -> None:
    crash(tmp_path, number)


def crash(path: Path, number: int) -> None:
    """Kill a game some moment after an answer, as often as the dice say; resume; its record must come out whole."""
    chance = random.Random(f"crash {number}")
    script = chance.choice([SCRIPT, THREE, MATCH])
    done, args = 0, list(script.options)
    for _ in range(chance.choice([1, 1, 2])):
        left = len(script.turns) - done
        before = chance.randrange(left)
        child = begin_from(script, path, done, before, args)
        assert child.stdin is not None
        after = chance.randrange(1, left - before + 1)
        child.stdin.write("".join(t.answer + "\n" for t in script.turns[done + before :][:after]).encode())
        child.stdin.flush()
        time.sleep(chance.choice([0, 0.001, 0.003, 0.01]) * chance.random())
        child.kill()
        child.communicate(timeout=20)
        (save,) = (path / "home" / "games").glob("game-*.jsonl")
        kept = save.read_text()
        assert script.record.startswith(kept)
        lines = kept.count("\n")
        asked = done + before
        assert lines >= script.turns[asked].lines  # what led to the prompt was on the disk
        done = sum(turn.lines < lines for turn in script.turns)
        args = ["--resume"]
        if done == len(script.turns):
            break
    told = subprocess.run(
        [CRIB, "play", "--resume"],
        input=script.typed_from(done).encode(),
        capture_output=True,
        env=CLEAN | {"CRIB_HOME": str(path / "home")},
        check=False,
        timeout=60,
    )
    (save,) = (path / "home" / "games").glob("game-*.jsonl")
    assert save.read_text() == script.record
    if told.returncode:  # killed after its very end
        assert kept == script.record
        return
    if done < len(script.turns):
        turn = script.turns[done]
        scores = "-".join(map(str, turn.state.scores))
        shown = told.stdout.decode().partition(turn.prompt(EN))[0]
        assert f"the game goes on: {scores}\n" in shown
        assert all(card_as_shown(card) in shown for card in turn.seen)


def card_as_shown(card: str) -> str:
    return card.translate(str.maketrans("CDHS", "♣♦♥♠"))


def begin_from(script: Script, path: Path, done: int, turns: int, args: list[str]) -> "subprocess.Popen[bytes]":
    rest = Script(script.settings, args, script.turns[done:], script.lines)
    return begin(rest, path, turns)
