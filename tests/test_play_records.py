"""Recorded games: a playthrough of every variant made again byte for byte, ``--replay``, damaged and false records.

``pytest tests/test_play_records.py --update-golden`` writes the playthroughs anew.
"""

import re
import sys
from pathlib import Path

import pytest
from conftest import Run
from playing import Terminal, write_script
from referee import referee

from crib_cli.core.rules import VARIANTS
from crib_cli.game.record import event_line, replay
from crib_cli.game.runner import play_out
from crib_cli.game.saves import read_record

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
LEVELS = ("--level", "club,beginner")

GAMES: dict[str, tuple[str, ...]] = {
    "six": ("--seed", "1"),
    "five": ("--seed", "2", "--variant", "five"),
    "seven": ("--seed", "3", "--variant", "seven"),
    "shotgun": ("--seed", "4", "--variant", "shotgun"),
    "three-players": ("--seed", "5", "--players", "3"),
    "four-players": ("--seed", "6", "--players", "4"),
    "hazard": ("--seed", "7", "--hazard"),
    "match": ("--seed", "8", "--match", "3"),
    "muggins": ("--seed", "12", "--muggins", "--strict-claims"),
    "play-out": ("--seed", "10", "--variant", "five", "--play-out", "--target", "121"),
}
"""Each game by its file's name, with the options that make it; the players are ``LEVELS``."""

UNFINISHED = "".join(line + "\n" for line in write_script(5, muggins=True, target=31).lines[:-40])


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_made_again_byte_for_byte(
    name: str, crib: Run, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path, made = PLAYTHROUGHS / f"{name}.jsonl", tmp_path / "made.jsonl"
    done = crib("play", "--auto", *GAMES[name], *LEVELS, "--record", str(made))
    assert (done.returncode, done.stderr) == (0, "")
    if request.config.getoption("--update-golden"):
        path.write_bytes(made.read_bytes())
    assert path.read_bytes() == made.read_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_clean_and_replays_to_the_same_state(name: str) -> None:
    lines = (PLAYTHROUGHS / f"{name}.jsonl").read_text().splitlines()
    assert referee(lines) == []
    read = read_record(PLAYTHROUGHS / f"{name}.jsonl")
    assert read.damaged is None
    assert not read.missing
    assert read.state.is_over
    assert [event_line(event) for event in read.events] == lines
    state, events = play_out(read.state.settings)
    assert state == read.state
    assert [event_line(event) for event in events] == lines


def test_every_variant_has_its_playthrough() -> None:
    assert {path.stem for path in PLAYTHROUGHS.glob("*.jsonl")} == set(GAMES)
    played = [read_record(PLAYTHROUGHS / f"{name}.jsonl").state.settings for name in GAMES]
    tables = {(settings.rules.name, settings.players) for settings in played}
    assert tables == {(rules.name, players) for rules in VARIANTS.values() for players in rules.players}
    assert any(settings.hazard for settings in played)
    assert any(settings.match > 1 for settings in played)
    assert any(settings.muggins for settings in played)
    assert any(settings.play_out for settings in played)


def test_the_playthroughs_hold_every_reason_and_event() -> None:
    whole = "".join(path.read_text() for path in PLAYTHROUGHS.glob("*.jsonl"))
    reasons = "heels fifteen thirty-one pair run last hand crib muggins first-pone penalty".split()
    events = "game cut deal discard starter play go show muggins score end match".split()
    assert [reason for reason in reasons if f'"reason":"{reason}"' not in whole] == []
    assert [event for event in events if f'{{"event":"{event}"' not in whole] == []


# --replay


@pytest.mark.parametrize(("name", "lang"), [("match", "en"), ("muggins", "it"), ("three-players", "es")])
def test_a_replay_tells_what_the_game_told(crib: Run, name: str, lang: str) -> None:
    told = crib("--lang", lang, "play", "--auto", *GAMES[name], *LEVELS).stdout.splitlines()
    done = crib("--lang", lang, "play", "--replay", str(PLAYTHROUGHS / f"{name}.jsonl"))
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout.splitlines()
    assert shown == told[:-1]  # the game says its seed once more at its end


def test_a_replay_says_who_the_person_was_and_where_it_ends(crib: Run, tmp_path: Path) -> None:
    record = tmp_path / "open.jsonl"
    record.write_text(UNFINISHED)
    done = crib("play", "--replay", str(record))
    assert (done.returncode, done.stderr) == (0, "")
    assert "the person at the table was player 1\n" in done.stdout
    assert done.stdout.endswith("the record ends here\n")


def test_a_half_written_last_line_is_told_and_left_out(crib: Run, tmp_path: Path) -> None:
    record = tmp_path / "cut.jsonl"
    record.write_text(UNFINISHED[:-9])
    for lang in ("en", "it", "es"):
        done = crib("--lang", lang, "play", "--replay", str(record))
        assert done.returncode == 0
        assert len(done.stderr.splitlines()) == 1
    assert done.stderr == "crib: la última línea del registro está a medio escribir y se deja fuera\n"
    assert record.read_text() == UNFINISHED[:-9]


def test_scores_that_were_cut_off_are_told(crib: Run, tmp_path: Path) -> None:
    lines = (PLAYTHROUGHS / "six.jsonl").read_text().splitlines(keepends=True)
    assert '"reason":' in lines[-2]
    record = tmp_path / "cut.jsonl"
    record.write_text("".join(lines[:-2]))  # the last score and the end follow from what is there
    whole = crib("play", "--replay", str(PLAYTHROUGHS / "six.jsonl")).stdout
    assert crib("play", "--replay", str(record)).stdout == whole


FALSE = [
    (r'"points":2,"reason":"fifteen"', '"points":3,"reason":"fifteen"'),
    (r'("event":"play","player":)1', r"\g<1>2"),
    (r'("event":"starter","card":")..?.', r"\g<1>XX"),
    (r'"event":"go"', '"event":"stop"'),
    (r'("worth":)\d+', r"\g<1>29"),
    (r'("what":"hand","cards":\[)"[^"]*"', r'\g<1>"AS"'),
    (r'("count":)\d+', r"\g<1>30"),
    (r'"deal":2', '"deal":3'),
]


@pytest.mark.parametrize(("pattern", "other"), FALSE, ids=[pattern for pattern, _ in FALSE])
def test_a_record_that_breaks_the_rules_is_refused_with_its_line(
    crib: Run, tmp_path: Path, pattern: str, other: str
) -> None:
    lines = (PLAYTHROUGHS / "six.jsonl").read_text().splitlines()
    number = next(
        n for n, line in enumerate(lines) if re.search(pattern, line) and re.sub(pattern, other, line) != line
    )
    lines[number] = re.sub(pattern, other, lines[number], count=1)
    record = tmp_path / "false.jsonl"
    record.write_text("\n".join(lines) + "\n")
    done = crib("play", "--replay", str(record))
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"crib: {record}: no record of a game that can be read: line {number + 1} ")


@pytest.mark.parametrize("text", ["", "\n\n", "5H 5S 5C JD\n", '{"event":"end"}\n', '{"event":"game","format":99}\n'])
def test_what_is_no_record_is_refused(crib: Run, tmp_path: Path, text: str) -> None:
    record = tmp_path / "no.jsonl"
    record.write_text(text)
    done = crib("play", "--replay", str(record))
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("place", ["none.jsonl", "."])
def test_a_record_that_is_not_there(crib: Run, tmp_path: Path, place: str) -> None:
    done = crib("play", "--replay", str(tmp_path / place))
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) == 1
    assert "cannot be read: " in done.stderr


def test_binary_is_no_record(crib: Run, tmp_path: Path) -> None:
    record = tmp_path / "no.jsonl"
    record.write_bytes(bytes(range(256)) * 40)
    done = crib("play", "--replay", str(record))
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) == 1


def test_windows_line_ends_are_read(crib: Run, tmp_path: Path) -> None:
    record = tmp_path / "dos.jsonl"
    record.write_bytes((PLAYTHROUGHS / "five.jsonl").read_bytes().replace(b"\n", b"\r\n"))
    assert replay(record.read_text().splitlines()).state.is_over
    done = crib("play", "--replay", str(record))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_a_replay_goes_step_by_step_on_a_terminal(tmp_path: Path, crib: Run) -> None:
    record = PLAYTHROUGHS / "five.jsonl"
    whole = crib("play", "--replay", str(record)).stdout.splitlines()
    table = Terminal("--replay", str(record), "--no-color", size=(200, 50), CRIB_HOME=str(tmp_path))
    table.wait("Enter shows the next step, q ends\r\n")
    for line in whole[3:13]:
        if line:
            table.wait(line)
            table.feed(b"")
            if not line.startswith(("deal", "player 1: ", "player 2: ")) or "crib" in line:
                table.type("")
    shown = table.text.splitlines()
    assert [line for line in shown[4:14] if line] == [line for line in whole[3:13] if line]
    table.type("")
    table.type("q")
    assert table.wait_end() == 0
    assert "the game," not in table.text


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
@pytest.mark.parametrize("way", ["interrupt", "end"])
def test_a_stepwise_replay_can_be_left(tmp_path: Path, way: str) -> None:
    table = Terminal("--replay", str(PLAYTHROUGHS / "five.jsonl"), CRIB_HOME=str(tmp_path))
    table.wait("cut for deal: ")
    if way == "interrupt":
        table.child.sendintr()
        assert table.wait_end() == 130
    else:
        table.child.sendeof()
        assert table.wait_end() == 0
    assert b"Traceback" not in table.raw
