"""``crib play`` through a pipe: whole games as scripts, the same record in every language, options, how it ends."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CLEAN, CRIB, Run
from playing import SIGNS, Script, books, write_script
from referee import referee

from crib_cli.core.cards import name_of
from crib_cli.words.catalog import load_book

MATCH = next(n for n in range(1, 99) if write_script(n, variant="five", match=3).record.count('"end"') > 1)
SCRIPTS = [
    write_script(1, target=61),
    write_script(2, muggins=True, level="club"),
    write_script(3, players=3, target=61, muggins=True, strict=True),
    write_script(4, players=4, hazard=True, target=61),
    write_script(MATCH, variant="five", match=3, counts=True),
    write_script(6, variant="seven", target=61, counts=True),
    write_script(7, variant="shotgun", target=90, muggins=True),
    write_script(8, variant="five", play_out=True, hazard=True),
]
SHORT = write_script(7, target=31)
MUGGINS = write_script(5, muggins=True, target=31)


def saved(path: Path) -> list[Path]:
    return sorted((path / "home" / "games").glob("*.jsonl"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: " ".join(script.options[2:]))
def test_a_scripted_game_gives_its_record(crib: Run, tmp_path: Path, script: Script) -> None:
    record = tmp_path / "out.jsonl"
    done = crib("play", *script.options, "--record", str(record), stdin=script.typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert record.read_text() == script.record
    assert [path.read_text() for path in saved(tmp_path)] == [script.record]
    assert referee(script.lines) == []
    assert not list(tmp_path.rglob("*.part"))
    assert not list(tmp_path.rglob("*.lock"))


def test_three_languages_give_one_record(crib: Run, tmp_path: Path) -> None:
    told = set()
    for number, lang in enumerate(("en", "it", "es")):
        done = crib("--lang", lang, "play", *MUGGINS.options, stdin=MUGGINS.typed)
        assert (done.returncode, done.stderr) == (0, "")
        assert saved(tmp_path)[number].read_text() == MUGGINS.record
        told.add(done.stdout)
    assert len(told) == 3


def test_letters_of_another_language_name_the_same_cards(crib: Run, tmp_path: Path) -> None:
    italian = str.maketrans("CDHS", "FQCP")
    typed = "".join(turn.answer.translate(italian) + "\n" for turn in SHORT.turns)
    done = crib("play", "--cards", "it", *SHORT.options, stdin=typed)
    assert done.stderr == ""
    assert saved(tmp_path)[0].read_text() == SHORT.record


def test_places_and_ranks_name_cards_too(crib: Run, tmp_path: Path) -> None:
    typed = ""
    for turn in SHORT.turns:
        hand = [name_of(card) for card in sorted(turn.state.hands[0])]
        words = turn.answer.split()
        ranks = [word[:-1] for word in words]
        if all([card[:-1] for card in hand].count(rank) == 1 for rank in ranks):
            typed += " ".join(ranks) + "\n"
        else:
            typed += " ".join(f"#{hand.index(word) + 1}" for word in words) + "\n"
    done = crib("play", *SHORT.options, stdin=typed)
    assert done.stderr == ""
    assert saved(tmp_path)[0].read_text() == SHORT.record


def test_a_capital_q_is_the_queen_and_a_small_one_leaves(crib: Run, tmp_path: Path) -> None:
    first = next(
        number
        for number, turn in enumerate(SHORT.turns)
        if [name_of(card)[0] for card in turn.state.hands[0]].count("Q") == 1 and turn.answer.startswith("Q")
    )
    typed = "".join(turn.answer + "\n" for turn in SHORT.turns[:first])
    left = crib("play", *SHORT.options, stdin=typed + "?\nq\n").stdout
    assert "the queen alone is a capital Q" in left
    assert left.endswith("saved; crib play --resume goes on from here\n")
    played = crib("play", "--resume", stdin="Q\n" + SHORT.typed_from(first + 1))
    assert played.stderr == ""
    assert saved(tmp_path)[0].read_text() == SHORT.record
    for kind, answer in (("claim", "Q"), ("muggins", "Q")):
        first = next(number for number, turn in enumerate(MUGGINS.turns) if turn.kind == kind)
        typed = "".join(turn.answer + "\n" for turn in MUGGINS.turns[:first])
        assert crib("play", *MUGGINS.options, stdin=typed + answer + "\n").stdout.endswith("goes on from here\n")


def test_windows_line_ends_and_spaces_are_nothing(crib: Run, tmp_path: Path) -> None:
    done = crib("play", *SHORT.options, stdin=SHORT.typed.replace("\n", "  \r\n").replace(" ", "   "))
    assert done.stderr == ""
    assert saved(tmp_path)[0].read_text() == SHORT.record


def test_what_was_refused_is_not_on_record(crib: Run, tmp_path: Path) -> None:
    wrong = "?\nhint\n\n5h 5h\nx\n#77\n4h 4s 4d\n" + "k" * 9000 + "\n"
    typed = "".join(
        wrong + turn.answer + "\n" if turn.kind != "muggins" else turn.answer + "\n" for turn in SHORT.turns
    )
    done = crib("play", *SHORT.options, stdin=typed)
    assert done.returncode == 0
    assert saved(tmp_path)[0].read_text() == SHORT.record
    assert all(line.startswith("crib: ") for line in done.stderr.splitlines())
    assert "Traceback" not in done.stderr


def test_nineteen_is_nothing_where_nothing_counts_it(crib: Run, tmp_path: Path) -> None:
    script = write_script(2, counts=True, target=31)
    first = next(number for number, turn in enumerate(script.turns) if turn.kind == "claim")
    typed = "".join(turn.answer + "\n" for turn in script.turns[:first])
    crib("play", *script.options, stdin=typed + "nineteen\n")
    assert '"claimed":0}' in saved(tmp_path)[0].read_text()
    script = write_script(2, counts=True, target=31, variant="shotgun")
    first = next(number for number, turn in enumerate(script.turns) if turn.kind == "claim")
    typed = "".join(turn.answer + "\n" for turn in script.turns[:first])
    crib("play", *script.options, stdin=typed + "nineteen\n")
    assert '"claimed":19}' in saved(tmp_path)[1].read_text()


def test_a_call_is_a_claim(crib: Run, tmp_path: Path) -> None:
    script = write_script(2, counts=True, target=31, variant="seven")
    first = next(number for number, turn in enumerate(script.turns) if turn.kind == "claim")
    typed = "".join(turn.answer + "\n" for turn in script.turns[:first])
    crib("play", *script.options, stdin=typed + "flush and a pair is two more\n15-2, 15-4, and a flush\n")
    assert '"claimed":9}' in saved(tmp_path)[0].read_text()  # five cards are a flush there


def test_a_tie_at_the_cut_is_told(crib: Run) -> None:
    script = next(s for s in (write_script(n, target=31) for n in range(1, 99)) if s.record.count('"cut"') > 2)
    told = crib("play", *script.options, stdin="q\n").stdout.splitlines()
    cut = [line for line in told if "cut" in line]
    assert cut[2] == "a tie: cut again"
    assert [line.startswith("cut for deal") for line in cut] == [True, True, False, True, True]


def test_no_card_is_told_that_may_not_be_known(crib: Run) -> None:
    """Until the show only the own cards, the starter and what was played."""
    script = SHORT
    shown = next(number for number, turn in enumerate(script.turns) if turn.state.deal == 2)
    typed = "".join(turn.answer + "\n" for turn in script.turns[:3])
    told = crib("play", "--ascii", *script.options, stdin=typed).stdout
    state = script.turns[3].state
    open_cards = {*state.kept[0], *state.tossed[0], state.starter, *(laid.card for laid in state.laid)}
    cuts = {json.loads(line)["card"] for line in script.lines if '"cut"' in line}
    hidden = {name_of(card) for card in (*state.hands[1], *state.tossed[1]) if card not in open_cards} - cuts
    assert hidden
    assert shown
    assert not [card for card in hidden if card in told.split()]


def test_a_match_tells_how_it_stands(crib: Run) -> None:
    script = SCRIPTS[4]
    told = crib("play", *script.options, stdin=script.typed).stdout
    ends = script.record.count('"event":"end"')
    assert ends >= 2
    assert told.count("games so far: ") == ends
    assert told.count(": the match, games ") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--resume", "--auto"], "--resume does not go with --auto"),
        (["--resume", "--seed", "0"], "--seed does not go with --resume"),
        (["--resume", "--hazard"], "--hazard does not go with --resume"),
        (["--replay", "x", "--resume"], "--resume does not go with --replay"),
        (["--replay", "x", "--record", "y"], "--record does not go with --replay"),
        (["--replay", "x", "--level", "club"], "--level does not go with --replay"),
        (["--games", "5"], "--games goes with --auto"),
        (["--games", "5", "--auto", "--record", "x"], "--record does not go with --games"),
        (["--games", "5", "--auto", "--match", "3"], "--match does not go with --games"),
        (["--games", "0", "--auto"], "--games '0'"),
        (["--auto", "--format", "json"], "--format goes with --auto --games"),
        (["--auto", "--count"], "--count does not go with --auto"),
        (["--strict-claims"], "--strict-claims goes with one of --muggins, --count"),
        (["--strict-claims", "--muggins", "--hazard"], "--strict-claims does not go with --hazard"),
        (["--level", "club,expert"], "--level names 2"),
        (["--level", "club,exprt", "--auto"], "--level 'exprt': not known; did you mean expert?"),
        (["--level", "club,expert,club", "--auto"], "--level names 3"),
        (["--level", ""], "level"),
        (["--variant", "five", "--players", "3"], "five game is not for 3 players"),
        (["--variant", "eight"], "--variant 'eight'"),
        (["--match", "4"], "--match '4'"),
        (["--delay", "-1"], "--delay '-1'"),
        (["--seed", "x"], "--seed 'x'"),
        (["--players", "5"], "--players '5'"),
        (["extra"], "extra"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_options_that_make_no_sense(crib: Run, tmp_path: Path, options: list[str], words: str) -> None:
    done = crib("play", *options, stdin="q\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr
    assert not saved(tmp_path)


def test_hazard_has_its_other_names(crib: Run) -> None:
    for name in ("--hazard", "--loser", "--lowball"):
        assert "hazard: the first there loses" in crib("play", name, stdin="q\n").stdout


def test_the_seed_repeats_a_game_and_is_drawn_without_one(crib: Run, tmp_path: Path) -> None:
    for seed in ((), (), ("--seed", "3"), ("--seed", "3")):
        crib("play", *seed, stdin="#1 #2\nq\n")
    one, two, three, four = (path.read_text() for path in saved(tmp_path))
    assert one != two
    assert three == four
    drawn = json.loads(one.splitlines()[0])["seed"]
    crib("play", "--seed", str(drawn), stdin="#1 #2\nq\n")
    assert saved(tmp_path)[4].read_text() == one


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    home = {"CRIB_HOME": str(tmp_path / "home")}
    record = tmp_path / "auto.jsonl"
    for args in ([*SHORT.options], ["--auto", "--seed", "7"], ["--auto", "--seed", "7", "--record", str(record)]):
        line = f"'{CRIB}' play {' '.join(args)} | head -1"
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line}"],
            input=SHORT.typed.encode(),
            capture_output=True,
            env=CLEAN | home,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.count(b"\n") == 1
    assert referee(record.read_text().splitlines()) == []  # who asked for the record gets it


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT])
def test_a_signal_leaves_a_game_to_go_on_with(crib: Run, tmp_path: Path, number: signal.Signals) -> None:
    book = load_book("en")
    child = subprocess.Popen(
        [CRIB, "play", *SHORT.options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=CLEAN | {"CRIB_HOME": str(tmp_path / "home")},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("".join(turn.answer + "\n" for turn in SHORT.turns[:2]).encode())
    child.stdin.flush()
    read_to_prompt(child.stdout.fileno(), [turn.prompt(book) for turn in SHORT.turns[:3]])
    child.send_signal(number)
    _, errors = child.communicate(timeout=20)
    if number == signal.SIGINT:
        assert child.returncode == 130
        assert errors == b"crib: interrupted; the game is saved, crib play --resume goes on from here\n"
    else:
        assert (child.returncode, errors) == (-number, b"")
    done = crib("play", "--resume", stdin=SHORT.typed_from(2))
    assert (done.returncode, done.stderr) == (0, "")
    assert saved(tmp_path)[0].read_text() == SHORT.record


def read_to_prompt(stream: int, prompts: list[str]) -> str:
    """Read what is printed until all of these prompts have been shown in turn."""
    text = b""
    while True:
        data = os.read(stream, 1 << 16)
        assert data, text
        text += data
        here = 0
        for prompt in prompts:
            here = text.find(prompt.encode(), here) + len(prompt)
            if here < len(prompt):
                break
        else:
            return text.decode()


def test_resuming_tells_the_deal_again(crib: Run) -> None:
    first = next(number for number, turn in enumerate(SHORT.turns) if turn.state.deal == 2 and turn.kind == "play") + 1
    typed = "".join(turn.answer + "\n" for turn in SHORT.turns[:first])
    told = crib("play", *SHORT.options, stdin=typed).stdout
    again = crib("play", "--resume", stdin="q\n").stdout
    deal = told.partition("\ndeal 2, ")[2].splitlines()
    shown = [line for line in deal if not line.startswith(("your cards", "count", "card?", "to the crib", "a new"))]
    assert [line for line in shown if line] == [
        line
        for line in again.partition("\ndeal 2, ")[2].splitlines()
        if line and not line.startswith(("your cards", "count", "card?", "a new", "saved"))
    ]
    scores = SHORT.turns[first].state.scores
    assert f"the game goes on: {scores[0]}-{scores[1]}" in again


def test_hints_are_given_at_every_prompt_of_every_game(crib: Run) -> None:
    for script in SCRIPTS:
        first = {turn.kind: number for number, turn in reversed([*enumerate(script.turns)])}
        asked = sorted({*first.values(), *(number + 1 for number in first.values())} - {len(script.turns)})
        turns = [script.turns[number] for number in asked]
        answers = [
            ("hint\n" if number in asked else "") + turn.answer
            for number, turn in enumerate(script.turns[: asked[-1] + 1])
        ]
        typed = "".join(answer + "\n" for answer in answers)
        done = crib("play", *script.options, stdin=typed)
        assert done.returncode == 0
        assert "Traceback" not in done.stderr
        book, rest = load_book("en"), done.stdout
        for turn in turns:
            rest = rest.partition(turn.prompt(book) + "hint\n")[2]
            said = rest.partition(turn.prompt(book))[0]
            advice = said.splitlines()[: 1 if turn.kind in ("claim", "muggins") else -1]
            assert advice, said
            if turn.kind in ("discard", "play"):  # it names cards that are held
                assert any(name.translate(SIGNS) in line for name in turn.seen for line in advice), said


def test_help_names_what_works_in_three_languages(crib: Run) -> None:
    for book in books():
        typed = "".join("?\n" + turn.answer + "\n" for turn in MUGGINS.turns)
        told = crib("--lang", book.lang, "play", *MUGGINS.options, stdin=typed).stdout
        for kind in ("discard", "play", "claim", "muggins"):
            for part in book.say("game.keys_" + kind, example="|").split("|"):
                assert part in told
        assert book.say("game.help_save") in told
