"""``crib play`` in a real terminal: whole games by keys, every frame held to the record."""

import re
import sys
from pathlib import Path

import pytest
from conftest import CLEAN, CRIB
from playing import Script, Terminal, write_script

from crib_cli.core.cards import name_of, value_of
from crib_cli.words.catalog import load_book

if sys.platform == "win32":
    pytest.skip("needs pseudo-terminals", allow_module_level=True)

EN = load_book("en")
MUGGINS = write_script(5, muggins=True, target=31)


Card = tuple[int, str, int]
"""The number of a turn, a card held there that is above 31, and what it would make."""


def too_high(script: Script) -> Card | None:
    """Return the first card above 31; None where there is none."""
    for number, turn in enumerate(script.turns):
        play = turn.state.play
        for card in turn.state.hands[0]:
            if turn.kind == "play" and play is not None and play.running + value_of(card) > 31:
                return number, name_of(card), play.running + value_of(card)
    return None


PLAIN = next(script for seed in range(7, 99) if too_high(script := write_script(seed, target=31)))


def home_of(path: Path) -> dict[str, str]:
    return {"CRIB_HOME": str(path / "home")}


def record_of(path: Path) -> str:
    (record,) = (path / "home" / "games").glob("*.jsonl")
    return record.read_text()


def start(script: Script, path: Path, *args: str, size: tuple[int, int] = (80, 24), **variables: str) -> Terminal:
    return Terminal(*script.options, "--delay", "0", *args, size=size, **home_of(path), **variables)


@pytest.mark.parametrize("lang", ["en", "it", "es"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (200, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_whole_game_by_keys(tmp_path: Path, lang: str, size: tuple[int, int]) -> None:
    book = load_book(lang)
    table = start(MUGGINS, tmp_path, "--lang", lang, size=size)
    table.play(MUGGINS, book)
    assert table.wait_end() == 0
    assert not table.screen.history.top
    assert record_of(tmp_path) == MUGGINS.record
    assert book.say("game.seed", seed=5) in table.text
    assert "game-000001.jsonl" in table.text.replace("\n", "")


TABLES = [
    write_script(3, players=3, target=61, muggins=True, strict=True),
    write_script(3, players=4, target=31, hazard=True),
    write_script(3, variant="five", match=3, target=31, counts=True),
    write_script(3, variant="seven", target=181, counts=True),
    write_script(3, variant="shotgun", target=61, muggins=True),
    write_script(4, variant="five", play_out=True),
]


@pytest.mark.parametrize("script", TABLES, ids=lambda script: " ".join(script.options[4:]))
@pytest.mark.parametrize("size", [(80, 24), (40, 14)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_game_fits_its_screen(tmp_path: Path, script: Script, size: tuple[int, int]) -> None:
    """On a very small screen the board may go, but never the cards or the prompt."""
    table = start(script, tmp_path, size=size)
    for turn in script.turns[:25]:
        table.wait(turn.prompt(EN))
        table.check(turn, EN, board=size[1] > 20)
        table.type(turn.answer)


def test_refusals_hints_and_help_leave_the_cards_on_the_screen(tmp_path: Path) -> None:
    script = PLAIN
    for size in ((80, 24), (60, 20)):
        table = start(script, tmp_path, size=size)
        for turn in script.turns[:4]:
            for other in ("?", "hint", "xx", "", "4h 4h 4h", "#9", "hint", "?"):
                table.wait(turn.prompt(EN))
                table.check(turn, EN)
                table.type(other)
            table.wait(turn.prompt(EN))
            table.check(turn, EN)
            assert "Every move is saved" in table.text
            table.type(turn.answer)
        table.child.close(force=True)


def test_refusals_also_go_to_stderr_where_that_is_a_file(tmp_path: Path) -> None:
    import pexpect

    command = f"'{CRIB}' play {' '.join(PLAIN.options)} --delay 0 2> '{tmp_path}/errors'"
    child = pexpect.spawn("bash", ["-c", command], env=CLEAN | home_of(tmp_path), timeout=60, dimensions=(24, 80))
    shown = b""
    for answer in ("xx", "q"):
        child.expect_exact(PLAIN.turns[0].prompt(EN).encode())
        shown = child.before
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    reason = "'xx' at character 1: no rank 'x'; for a ten write 10 or T"
    assert child.exitstatus == 0
    assert reason in shown.decode()
    assert (tmp_path / "errors").read_text() == f"crib: {reason}\n"


def test_a_card_above_31_is_dotted_and_refused(tmp_path: Path) -> None:
    found = too_high(PLAIN)
    assert found is not None
    number, card, makes = found
    table = start(PLAIN, tmp_path)
    table.play(PLAIN, EN, last=number)
    turn = PLAIN.turns[number]
    table.wait(turn.prompt(EN))
    shown = card.translate(str.maketrans("CDHS", "♣♦♥♠"))
    assert re.search(rf"┊{shown} ?┊", table.text)
    table.type(card)
    table.wait(turn.prompt(EN))
    assert f"would make {makes}, above 31" in table.text
    table.check(turn, EN)
    table.type(turn.answer)
    table.play(PLAIN, EN, first=number + 1)
    assert table.wait_end() == 0
    assert record_of(tmp_path) == PLAIN.record


def test_a_go_is_said_for_you_and_shown(tmp_path: Path) -> None:
    script = next(s for s in map(write_script, range(1, 50)) if '{"event":"go","player":1' in s.record)
    told = next(number for number, line in enumerate(script.lines) if line.startswith('{"event":"go","player":1'))
    turn = next(number for number, turn in enumerate(script.turns) if turn.lines > told)
    table = start(script, tmp_path)
    table.play(script, EN, last=turn)
    table.wait(script.turns[turn].prompt(EN))
    assert "you: go" in table.text


def shows(script: Script, player: int, *, over: bool) -> bool:
    pattern = rf'"show","player":{player},.*"worth":(\d+),"claimed":(\d+)'
    pairs = [(int(worth), int(claimed)) for worth, claimed in re.findall(pattern, script.record)]
    return any(claimed > worth if over else claimed < worth for worth, claimed in pairs)


def test_muggins_both_ways_overclaim_and_strict(tmp_path: Path) -> None:
    """A game where you call muggins, are called, claim too much, and lose a penalty for it."""
    scripts = (write_script(seed, muggins=True, strict=True, target=121) for seed in range(1, 80))
    wanted = ('"muggins","player":1,"against":2', '"muggins","player":2,"against":1', '"reason":"penalty"')
    script = next(
        script for script in scripts if all(text in script.record for text in wanted) and shows(script, 1, over=True)
    )
    table = start(script, tmp_path, size=(200, 50))
    seen = ""
    for turn in script.turns:
        table.wait(turn.prompt(EN))
        table.check(turn, EN)
        seen += table.text
        table.type(turn.answer)
    assert table.wait_end() == 0
    seen += table.text
    assert record_of(tmp_path) == script.record
    for words in (r"Muggins! .*: \d+ for you", r"Muggins! .*: \d+ for computer", "strict claims, the excess goes to"):
        assert re.search(words, seen), words


def test_overclaim_without_strict_costs_nothing(tmp_path: Path) -> None:
    script = next(s for s in (write_script(n, counts=True, target=61) for n in range(1, 50)) if shows(s, 1, over=True))
    table = start(script, tmp_path, size=(200, 50))
    table.play(script, EN)
    table.wait_end()
    assert b"put right at no cost" in table.raw
    assert record_of(tmp_path) == script.record


def test_impossible_claims_are_refused(tmp_path: Path) -> None:
    script = write_script(5, counts=True, target=31)
    number = next(number for number, turn in enumerate(script.turns) if turn.kind == "claim")
    table = start(script, tmp_path)
    table.play(script, EN, last=number)
    for answer, words in (("19", "nobody can count 19"), ("30", "nobody can count 30"), ("-2", "not points")):
        table.wait(script.turns[number].prompt(EN))
        table.type(answer)
        table.wait(script.turns[number].prompt(EN))
        assert words in table.text
        table.check(script.turns[number], EN)
        table.type("")
    table.wait(script.turns[number].prompt(EN))


@pytest.mark.parametrize("size", [(80, 24), (60, 20)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_leaving_and_going_on_at_each_kind_of_prompt(tmp_path: Path, size: tuple[int, int]) -> None:
    script = MUGGINS
    stops = sorted({next(n for n, turn in enumerate(script.turns) if turn.kind == kind) for kind in KINDS})
    table, done = start(script, tmp_path, size=size), 0
    for stop in [*stops, None]:
        table.play(script, EN, first=done, last=stop)
        if stop is None:
            break
        table.wait(script.turns[stop].prompt(EN))
        table.type("q")
        assert table.wait_end() == 0
        assert "saved; crib play --resume goes on from here" in table.text
        table, done = Terminal("--resume", "--delay", "0", size=size, **home_of(tmp_path)), stop
    assert table.wait_end() == 0
    assert record_of(tmp_path) == script.record


KINDS = ("discard", "play", "claim", "muggins")


def test_the_script_has_every_kind_of_prompt() -> None:
    assert {turn.kind for turn in MUGGINS.turns} == set(KINDS)


@pytest.mark.parametrize("way", ["--plain", "dumb"])
def test_plain_has_no_cursor_movement(tmp_path: Path, way: str) -> None:
    plain = ("--plain", "--no-color") if way == "--plain" else ()
    table = start(PLAIN, tmp_path, *plain, TERM="dumb" if way == "dumb" else "xterm-256color")
    for turn in PLAIN.turns:
        table.wait(turn.prompt(EN))
        table.type(turn.answer)
    assert table.wait_end() == 0
    assert b"\x1b" not in table.raw
    assert "╭" not in table.raw.decode()
    assert record_of(tmp_path) == PLAIN.record


def test_the_command_for_a_review_is_one_line_however_narrow(tmp_path: Path) -> None:
    table = start(PLAIN, tmp_path, "--plain", size=(40, 24))
    for turn in PLAIN.turns:
        table.wait(turn.prompt(EN))
        table.type(turn.answer)
    assert table.wait_end() == 0
    *_, command = table.raw.decode().split("\r\n")[:-1]
    assert command == f"  crib play --review {tmp_path / 'home/games/game-000001.jsonl'}"


def test_plain_in_colour_has_colours_only(tmp_path: Path) -> None:
    table = start(PLAIN, tmp_path, "--plain")
    for turn in PLAIN.turns[:6]:
        table.wait(turn.prompt(EN))
        table.type(turn.answer)
    assert b"\x1b[31m" in table.raw
    assert b"\x1b" not in re.sub(rb"\x1b\[[0-9;]*m", b"", table.raw)


def test_ascii_is_ascii(tmp_path: Path) -> None:
    table = start(PLAIN, tmp_path, "--ascii")
    found = too_high(PLAIN)
    assert found is not None
    number, card, _ = found
    for turn in PLAIN.turns[:number]:
        table.wait(turn.prompt(EN))
        assert all(name in table.text for name in turn.seen)
        table.type(turn.answer)
    table.wait(PLAIN.turns[number].prompt(EN))
    assert f"({card})" in table.text
    assert table.raw.isascii()


@pytest.mark.parametrize("way", ["--no-color", "NO_COLOR"])
def test_no_colour(tmp_path: Path, way: str) -> None:
    table = start(PLAIN, tmp_path, way) if way[0] == "-" else start(PLAIN, tmp_path, NO_COLOR="1")
    for turn in PLAIN.turns[:6]:
        table.wait(turn.prompt(EN))
        table.check(turn, EN)
        table.type(turn.answer)
    codes = set(re.findall(rb"\x1b\[[0-9;]*[A-Za-z]", table.raw))
    assert codes == {b"\x1b[H", b"\x1b[2J"}


def test_a_latin_terminal_gets_letters_and_no_boxes(tmp_path: Path) -> None:
    table = start(PLAIN, tmp_path, PYTHONIOENCODING="latin-1")
    table.wait(PLAIN.turns[0].prompt(EN))
    assert all(name in table.text for name in PLAIN.turns[0].seen)
    assert table.raw.isascii()


def test_ctrl_c_and_ctrl_d_leave_the_game_saved(tmp_path: Path) -> None:
    script = PLAIN
    table = start(script, tmp_path)
    table.play(script, EN, last=2)
    table.wait(script.turns[2].prompt(EN))
    table.child.sendintr()
    assert table.wait_end() == 130
    assert "interrupted; the game is saved, crib play --resume goes on from here" in table.text.replace("\n", " ")
    table = Terminal("--resume", "--delay", "0", **home_of(tmp_path))
    table.wait(script.turns[2].prompt(EN))
    table.check(script.turns[2], EN)
    table.child.sendeof()
    assert table.wait_end() == 0
    assert "the input ended; the game is saved" in table.text
    table = Terminal("--resume", "--delay", "0", **home_of(tmp_path))
    table.play(script, EN, first=2)
    assert table.wait_end() == 0
    assert record_of(tmp_path) == script.record


def test_ctrl_c_while_the_computer_acts(tmp_path: Path) -> None:
    script = PLAIN
    table = Terminal(*script.options, "--delay", "5", **home_of(tmp_path))
    table.wait("cut for deal: you")
    table.child.sendintr()
    assert table.wait_end() == 130
    table = Terminal("--resume", "--delay", "0", **home_of(tmp_path))
    table.play(script, EN)
    assert table.wait_end() == 0
    assert record_of(tmp_path) == script.record


def test_another_size_is_taken_at_the_next_prompt(tmp_path: Path) -> None:
    table = start(PLAIN, tmp_path, size=(80, 24))
    for columns, rows in ((60, 20), (200, 50), (80, 24)):
        turn = PLAIN.turns[0]
        table.wait(turn.prompt(EN))
        table.columns, table.rows = columns, rows
        table.child.setwinsize(rows, columns)
        table.screen.resize(rows, columns)
        table.type("")
        table.wait(turn.prompt(EN))
        table.check(turn, EN)
        table.type("")


def test_moves_come_one_by_one_with_a_delay(tmp_path: Path) -> None:
    table = Terminal(*PLAIN.options, "--delay", "0.05", **home_of(tmp_path))
    table.wait(PLAIN.turns[0].prompt(EN))
    table.check(PLAIN.turns[0], EN)
    assert table.raw.count(b"\x1b[2J") > 3  # each cut, the deal, the computer's discard, then the prompt
    at_once = start(PLAIN, tmp_path)
    at_once.wait(PLAIN.turns[0].prompt(EN))
    assert at_once.raw.count(b"\x1b[2J") == 1
