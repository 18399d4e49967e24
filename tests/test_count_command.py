"""``crib count`` from outside: exit codes, formats, batches, bad input, terminals. The installed program runs."""

import contextlib
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import CLEAN, CRIB, Run
from hands import mixed_lines, plain_lines

HAND = "5H 5S 5C JD / 5D"
DISPUTE = "4C 5D 5H 6S / 9D"


# one hand


def test_twenty_nine_lists_fifteen_combinations(crib: Run) -> None:
    done = crib("count", "5H", "5S", "5C", "JD", "/", "5D")
    lines = done.stdout.splitlines()
    assert lines[0] == "5♥ 5♠ 5♣ J♦ / 5♦"
    assert len([line for line in lines if line.startswith("  ")]) == 15
    assert lines[-1] == "total 29"
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("lang", "call"),
    [
        ("en", "fifteen two, fifteen four, and a pair is six"),
        ("it", "quindici-due, quindici-quattro, e una coppia fa sei"),
        ("es", "quince dos, quince cuatro, y una pareja son seis"),
    ],
)
def test_the_same_call_in_three_languages(crib: Run, lang: str, call: str) -> None:
    for args in (("--lang", lang, "count", "5H 5C 10D 2S / 9C"), ("count", "5H 5C 10D 2S / 9C", "--lang", lang)):
        assert crib(*args).stdout.splitlines()[-2] == call
    assert call in crib("count", "5H 5C 10D 2S / 9C", CRIB_LANG=lang).stdout
    assert call in crib("count", "5H 5C 10D 2S / 9C", LANGUAGE=lang).stdout


@pytest.mark.parametrize(
    ("claim", "code", "said"),
    [
        ("14", 0, "claim 14: right"),
        ("12", 1, "claim 12: 2 short; it counts 14"),
        ("16", 1, "claim 16: 2 too many; it counts 14"),
        ("19", 1, "claim 19: impossible; it counts 14"),
        ("30", 1, "claim 30: impossible; it counts 14"),
        ("15-2, 15-4, 15-6, and a double run of three is 14", 0, "claim 14: right"),
        ("15-2, 15-4, 15-6, 15-8, r3 r3", 1, "claim 14: the total is right, the call is not"),
    ],
)
def test_claims(crib: Run, claim: str, code: int, said: str) -> None:
    for args in ((DISPUTE, "--claim", claim), (f"{DISPUTE} = {claim}",)):
        done = crib("count", *args)
        assert (done.returncode, done.stdout.splitlines()[-1]) == (code, said)
    if "impossible" in said:
        assert "is impossible" in done.stdout.splitlines()[0]


def test_impossible_totals_are_those_of_the_variant(crib: Run) -> None:
    assert "never counts 16, 17, 18 or 19" in crib("count", "--variant", "five", "5H 5S JC / 2D = 17").stdout
    assert "impossible" not in crib("count", "--variant", "seven", "5H 5S JC 2C 9H / 2D = 19").stdout
    assert "a crib and a starter never count 19" in crib("count", "--crib", HAND + " = 19").stdout


def test_json_of_one_hand(crib: Run) -> None:
    record = json.loads(crib("count", HAND, "--format", "json", "--lang", "it").stdout)
    assert record["hand"] == ["5H", "5S", "5C", "JD"]
    assert (record["starter"], record["crib"], record["variant"], record["total"]) == ("5D", False, "six", 29)
    assert record["items"][0] == {"kind": "fifteen", "cards": ["5H", "JD"], "points": 2, "running": 2}
    assert record["items"][-1] == {"kind": "nobs", "cards": ["JD"], "points": 1, "running": 29}
    assert record["call"].startswith("fifteen two, fifteen four")
    assert record["suits"] is True
    assert "claim" not in record


def test_json_of_a_claim_and_of_a_call(crib: Run) -> None:
    record = json.loads(crib("count", DISPUTE + " = 12", "--format", "json").stdout)
    assert (record["claim"], record["verdict"], record["difference"]) == (12, "under", -2)
    record = json.loads(crib("count", DISPUTE + " = 15-2 dr3 f4", "--format", "json").stdout)
    said = [(part["said"], part["right"], part["reason"]) for part in record["call_check"]["parts"]]
    assert said == [("15-2", 2, None), ("dr3", 8, None), ("f4", 0, "no-flush")]
    assert [(missed["kind"], missed["number"]) for missed in record["call_check"]["missed"]] == [("fifteen", 2)]


def test_ranks_alone_say_what_is_left_out(crib: Run) -> None:
    assert "flush and nobs are not counted" in crib("count", "5 5 5 J / 5").stdout
    record = json.loads(crib("count", "5 5 5 J / 5", "--format", "json").stdout)
    assert (record["suits"], record["total"], record["starter"]) == (False, 28, "5")


def test_starter_option(crib: Run) -> None:
    assert crib("count", "5H 5S 5C JD", "--starter", "5D", "--format", "points").stdout == "29\n"
    assert crib("count", "--format", "points", "--", "5H 5S 5C JD", "-5D").stdout == "29\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("count",), "no cards given; write 5H 5S 5C JD / 5D, or - to read lines from a pipe"),
        (("count", "5H XH"), "'XH' at character 4: no rank 'X'; for a ten write 10 or T"),
        (("count", "5H", "5H", "6D", "7C"), "'5H' at character 4: 5H is there already, at character 1; "),
        (("count", "5H 6H"), "number of cards in '5H 6H': 2; a hand of the six game is 4, or 4 and a starter"),
        (("count", "--variant", "shotgun", "--crib", HAND), "the shotgun game has no crib; count it as a hand"),
        (("count", "--variant", "sevn", HAND), "--variant 'sevn': not known; did you mean seven?"),
        (("count", "--format", "xml", HAND), "--format 'xml': not known; choose text, json, tsv, points"),
        (("count", "--claim", "abc", HAND), "'abc' at character 1 of the claim: not points and not a call; "),
        (("count", "--claim", "3", HAND + " = 4"), "two claims, --claim and = 4; give one"),
        (("count", HAND + " ="), "nothing after '='; write the points, like = 12, or the call"),
        (("count", "5H 5S 5C JD", "-5D"), "no option -5D; for a starter write / 5D or --starter 5D"),
        (("count", "--clam", "3", HAND), "no option --clam; did you mean --claim?"),
        (("count", "--jobs"), "--jobs needs a value; see crib count --help"),
        (("count", "--jobs", "0", "-"), "--jobs '0': not 1-64"),
        (("count", "--jobs", "2", HAND), "--jobs goes with - or --file"),
        (("count", "--strict", HAND), "--strict goes with - or --file"),
        (("count", "--crib=yes", HAND), "--crib takes no value; write it alone"),
        (("count", "-", "--claim", "3"), "--claim goes with one hand"),
        (("count", "-", "--file", "x"), "- and --file x: read from one of them"),
        (("count", "5H", "--file", "x"), "'5H' beside --file: "),
        (("count", HAND, "--header"), "--header goes with --format tsv; add --format tsv, or leave --header out"),
        (("count", "-", "--header", "--format", "points"), "--header goes with --format tsv"),
        (("--cards", "it", "count"), "no cards given; write 5C 5P 5F FQ / 5Q, or - to read"),
        (("--cards", "it", "count", "5C / 5P 5F FQ"), "'/' at character 4: the starter is one card at the end; write"),
        (("--cards", "es", "count", "/"), "no cards; write them like 5C 5P 5T JD / 5D"),
        (("--lang", "en", "cuont", HAND), "no command 'cuont'; did you mean count?"),
        (("frobnicate",), "no command 'frobnicate'; the commands are count"),
        (("--frob",), "no option --frob; see crib --help"),
        (("--cards", "fr", "count", HAND), "--cards 'fr': not known; choose en, it, es"),
        (("count", "--lang", "fr", HAND), "--lang 'fr': not known; choose en, it, es"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(crib: Run, args: tuple[str, ...], said: str) -> None:
    done = crib(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("crib: " + said)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("word", ["yes", "y", "TRUE", "1"])
def test_boolean_words_for_yes(crib: Run, word: str) -> None:
    assert "5H 5S" in crib("count", HAND, CRIB_ASCII=word).stdout


@pytest.mark.parametrize("word", ["no", "n", "false", "0"])
def test_boolean_words_for_no(crib: Run, word: str) -> None:
    assert "5♥ 5♠" in crib("count", HAND, CRIB_ASCII=word).stdout


def test_other_boolean_words_are_refused(crib: Run) -> None:
    done = crib("count", HAND, CRIB_ASCII="maybe")
    assert (done.returncode, done.stderr) == (2, "crib: CRIB_ASCII 'maybe': not 1/0, yes/no\n")


def test_errors_speak_the_language(crib: Run) -> None:
    assert "non c'è un valore 'X'" in crib("count", "XH", "--lang", "it").stderr
    assert "¿querías decir count?" in crib("cuont", "--lang=es").stderr
    assert "elige entre" in crib("count", "--format", "x", HAND, CRIB_LANG="es").stderr


def test_version_and_help(crib: Run) -> None:
    import crib_cli

    assert crib("--version").stdout == f"crib {crib_cli.__version__}\n"
    for args in (("-h",), ("--help",), (), ("count", "-h"), ("count", "--help")):
        done = crib(*args)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count("Usage: crib") == 1
        assert max(map(len, done.stdout.splitlines())) <= 80


# many hands


def test_lines_in_order_with_bad_lines_marked(crib: Run) -> None:
    text = "﻿5H 5S 5C JD / 5D\r\n\n  # note\ncrib 2S 4S 6S 8S QC\n5H XH\n4C 5D 5H 6S / 9D = 12 # short\n5H 5S 5C JD 5D"
    done = crib("count", "-", "--format", "points", stdin=text)
    assert done.stdout == "29\n0\nerror\n14\n29\n"
    assert done.stderr == "stdin:5: 'XH' at character 4: no rank 'X'; for a ten write 10 or T\n"
    assert done.returncode == 1
    done = crib("count", "-", "--format", "tsv", stdin=text)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["29", "0", "error", "14", "29"]
    assert {line.count("\t") for line in done.stdout.splitlines()} == {10}
    done = crib("count", "-", "--format", "json", stdin=text)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert records[2] == {"error": "'XH' at character 4: no rank 'X'; for a ten write 10 or T", "line": 5}
    assert [record.get("total") for record in records] == [29, 0, None, 14, 29]


def test_strict_stops_at_the_first_bad_line(crib: Run) -> None:
    text = f"{HAND}\nXX\n{HAND}\nYY\n"
    for form, lines in (("points", 2), ("tsv", 2), ("json", 2)):
        for jobs in ("1", "2"):
            done = crib("count", "-", "--strict", "--format", form, "--jobs", jobs, stdin=text)
            assert (done.returncode, len(done.stdout.splitlines())) == (1, lines)
            assert done.stderr.count("\n") == 1


def test_header_only_when_asked_for(crib: Run) -> None:
    columns = "total\tfifteens\tpairs\truns\tflush\tnobs\thand\tstarter\tcrib\tclaim\tverdict"
    row = "29\t16\t12\t0\t0\t1\t5H 5S 5C JD\t5D\tfalse\t\t"
    assert crib("count", "-", "--format", "tsv", "--header", stdin=HAND).stdout == f"{columns}\n{row}\n"
    assert crib("count", "-", "--format", "tsv", stdin=HAND).stdout == f"{row}\n"


def test_file_option(crib: Run, tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{HAND}\nXX\n")
    done = crib("count", "--file", str(path), "--format", "points")
    assert (done.returncode, done.stdout) == (1, "29\nerror\n")
    assert done.stderr.startswith(f"{path}:2: ")
    for bad in (tmp_path / "none.txt", tmp_path):
        done = crib("count", "--file", str(bad))
        assert done.returncode == 3
        assert done.stderr.startswith(f"crib: {bad}: cannot be read: ")
        assert done.stderr.count("\n") == 1


def test_empty_input_gives_nothing(crib: Run) -> None:
    for form in ("text", "json", "tsv", "points"):
        done = crib("count", "-", "--format", form, stdin="")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_wrong_claims_in_a_batch_are_the_answer_no(crib: Run) -> None:
    assert crib("count", "-", "--format", "points", stdin=DISPUTE + " = 14\n").returncode == 0
    assert crib("count", "-", "--format", "points", stdin=DISPUTE + " = 15\n").returncode == 1


def test_formats_agree_number_by_number(crib: Run) -> None:
    text = "\n".join(mixed_lines(10_000, seed=11)) + "\n"
    outputs = {form: crib("count", "-", "--format", form, stdin=text) for form in ("points", "tsv", "json")}
    points = outputs["points"].stdout.splitlines()
    rows = [line.split("\t") for line in outputs["tsv"].stdout.splitlines()]
    records = [json.loads(line) for line in outputs["json"].stdout.splitlines()]
    assert len(points) == len(rows) == len(records) > 8000
    kinds = {"fifteen": 1, "pair": 2, "run": 3, "flush": 4, "nobs": 5}
    for total, row, record in zip(points, rows, records, strict=True):
        assert row[0] == total
        if total == "error":
            assert set(record) == {"error", "line"}
            continue
        assert str(record["total"]) == total
        for kind, column in kinds.items():
            assert sum(item["points"] for item in record["items"] if item["kind"] == kind) == int(row[column])
        assert row[6:9] == [" ".join(record["hand"]), record["starter"] or "", str(record["crib"]).lower()]
        assert row[9:] == [str(record.get("claim", "")), record.get("verdict", "")]
    assert {done.returncode for done in outputs.values()} == {1}
    assert len({done.stderr for done in outputs.values()}) == 1
    bad = [line.partition(": ")[0] for line in outputs["points"].stderr.splitlines()]
    assert bad == [f"stdin:{record['line']}" for record in records if "error" in record]


@pytest.mark.parametrize("form", ["text", "points", "json", "tsv"])
def test_processes_keep_the_order(crib: Run, form: str) -> None:
    text = "\n".join(mixed_lines(20_000, seed=12)) + "\n"
    one, two = (crib("count", "-", "--format", form, "--jobs", jobs, stdin=text) for jobs in ("1", "3"))
    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, two.returncode)


@pytest.mark.skipif(
    shutil.which("parallel") is None and not os.environ.get("CI"), reason="GNU parallel is not on this machine"
)
def test_gnu_parallel_gives_the_same_bytes(tmp_path: Path, crib: Run) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(plain_lines(50_000, seed=13)) + "\n")
    command = f"parallel --pipe --keep-order --block 200k -j 2 '{CRIB} count - --format points' < {path}"
    split = subprocess.run(["bash", "-c", command], capture_output=True, env=CLEAN, check=True, timeout=120)
    assert split.stdout.decode() == crib("count", "--file", str(path), "--format", "points").stdout
    assert split.stdout.count(b"\n") == 50_000


# bad bytes, closed pipes, full disks


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"5H 5S \x00 JD", "U+0000"),
        (b"5H 5S \xff\xfe JD", "'\\xff' at character 7: a byte that is not UTF-8"),
        ("5H 5S 5С JD".encode(), "U+0421 CYRILLIC CAPITAL LETTER ES"),
        (b"5H 5S 5C JD " + b"x" * 1_000_000, "the line is longer than 65536 bytes"),
        (b"5H 5S 5C", "number of cards in '5H 5S 5C': 3"),
        (b"5H 5S 5C 5", "'5' at character 10: no suit, where other cards have one"),
        (b"5 5 5 5 5", "'5' at character 9: a fifth 5"),
        (b"1H 5S 5C 6D", "'1H' at character 1: no rank '1'"),
    ],
)
def test_a_bad_line_leaves_the_rest_unharmed(crib: Run, line: bytes, said: str) -> None:
    hand = HAND.encode()
    done = crib("count", "-", "--format", "points", stdin=hand + b"\n" + line + b"\n" + hand + b"\n")
    assert (done.returncode, done.stdout) == (1, "29\nerror\n29\n")
    assert done.stderr.startswith("stdin:2: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_random_bytes(crib: Run) -> None:
    import random

    data = random.Random(3).randbytes(2_000_000)
    hands = [line for line in data.split(b"\n") if line.strip() and not line.strip().startswith(b"#")]
    done = crib("count", "-", "--format", "points", stdin=data)
    assert done.returncode == 1
    assert done.stdout == "error\n" * len(hands)
    assert len(done.stderr.splitlines()) == len(hands)
    assert "Traceback" not in done.stderr


def test_a_closed_pipe_ends_quietly() -> None:
    for form in ("points", "text", "json"):
        command = f"yes '{HAND}' | {CRIB} count - --format {form} | head -1; echo ${{PIPESTATUS[1]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, env=CLEAN, check=True, timeout=60)
        assert done.stderr == b""
        assert done.stdout.splitlines()[-1] == b"0"
    command = f"yes '{HAND}' | {CRIB} count - --format points --jobs 2 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=CLEAN, check=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"29\n", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize(
    "args", ["count 5H 5S 5C JD", "count - --format points", "--help", "--version", "count --help"]
)
def test_a_full_disk_is_said(args: str) -> None:
    command = f"printf '5H 5S 5C JD\\n' | {CRIB} {args} > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=CLEAN, check=False, timeout=60)
    assert done.returncode == 3
    assert done.stderr == b"crib: stdout: cannot be written: No space left on device\n"


def test_closed_streams_are_said() -> None:
    for command, said in (
        (f"{CRIB} count 5H 5S 5C JD >&-", b"crib: stdout: is closed"),
        (f"{CRIB} count - <&-", b"crib: stdin: is closed"),
    ):
        done = subprocess.run(["bash", "-c", command], capture_output=True, env=CLEAN, check=False, timeout=60)
        assert (done.returncode, done.stderr[: len(said)]) == (3, said)
    done = subprocess.run(
        ["bash", "-c", f"{CRIB} count XX 2>&-"], capture_output=True, env=CLEAN, check=False, timeout=60
    )
    assert done.returncode == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_with_130(jobs: str) -> None:
    running = subprocess.Popen(
        [CRIB, "count", "-", "--format", "points", "--jobs", jobs],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=CLEAN,
        start_new_session=True,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(f"{HAND}\n".encode() * 1000)
    running.stdin.flush()
    if jobs == "1":
        assert running.stdout.readline() == b"29\n"
    time.sleep(1)
    os.killpg(running.pid, signal.SIGINT)
    _, stderr = running.communicate(timeout=60)
    assert running.returncode == 130
    assert stderr == b"crib: interrupted\n"


MEMORY_PROBE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems tell memory in other units, or not at all")
def test_memory_stays_small(tmp_path: Path) -> None:
    """A small process starts the program: a child begins with the memory of what started it."""
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(plain_lines(300_000, seed=14)) + "\n" + "x" * 30_000_000 + "\n")
    probe = [sys.executable, "-c", MEMORY_PROBE, CRIB, "count", "--format", "points", "--file", str(path)]
    done = subprocess.run(probe, capture_output=True, text=True, env=CLEAN, check=True, timeout=60)
    code, kilobytes = map(int, done.stdout.split())
    assert code == 1
    assert kilobytes < 60_000


# what the terminal can show


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_outputs_without_suit_signs_get_letters(crib: Run, encoding: str) -> None:
    done = crib("count", "3H 3S 3C JD", "--lang", "es", encoding=encoding, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.stdout.startswith("3H 3S 3C JD\n")
    assert done.returncode == 0
    if encoding == "ascii":
        assert "un trio de parejas son seis" in done.stdout


def test_a_locale_without_letters_reads_signs_all_the_same(crib: Run) -> None:
    done = crib("count", "5♥ 5♠ 5♣ J♦ / 5♦", "--format", "points", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.stdout == "29\n"


def on_terminal(*args: str, **variables: str) -> str:
    """Run ``crib`` with a terminal as its standard output and return what it shows."""
    leader, follower = pty.openpty()
    running = subprocess.Popen(
        [CRIB, *args], stdin=subprocess.DEVNULL, stdout=follower, stderr=subprocess.DEVNULL, env=CLEAN | variables
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            chunk = os.read(leader, 4096)
        except OSError:
            break
        if not chunk:
            break
        shown += chunk
    running.wait(timeout=60)
    os.close(leader)
    return shown.decode()


def test_colour_only_where_it_belongs(crib: Run) -> None:
    assert "\x1b[31m5♥\x1b[0m" in on_terminal("count", HAND)
    assert "\x1b" not in crib("count", HAND).stdout
    assert "\x1b" not in on_terminal("count", HAND, "--no-color")
    assert "\x1b" not in on_terminal("count", HAND, NO_COLOR="1")
    assert "\x1b" not in on_terminal("count", HAND, TERM="dumb")
    assert "\x1b" not in on_terminal("count", HAND, "--format", "json")
    assert "\x1b[31m" in on_terminal("count", HAND, NO_COLOR="")


def test_help_is_boxed_only_on_a_terminal(crib: Run) -> None:
    assert "╭" in on_terminal("count", "--help")
    assert "[crib|hand] CARDS [/ STARTER] [= CLAIM]" in on_terminal("count", "--help", COLUMNS="120")
    assert "╭" not in on_terminal("count", "--help", "--ascii")
    assert "╭" not in on_terminal("count", "--help", "--plain")
    assert "╭" not in crib("count", "--help").stdout


def test_a_long_batch_shows_progress_on_the_terminal(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    out = (tmp_path / "points").open("wb")
    running = subprocess.Popen(
        [CRIB, "count", "-", "--format", "points", "--lang", "it"],
        stdin=subprocess.PIPE,
        stdout=out,
        stderr=follower,
        env=CLEAN,
    )
    os.close(follower)
    assert running.stdin is not None
    for _ in range(8):
        running.stdin.write(f"{HAND}\n".encode() * 1000)
        running.stdin.flush()
        time.sleep(0.25)
    running.stdin.close()
    assert running.wait(timeout=60) == 0
    shown = os.read(leader, 65536).decode()
    os.close(leader)
    out.close()
    assert "righe" in shown
    assert (tmp_path / "points").read_bytes() == b"29\n" * 8000


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437"])
@pytest.mark.parametrize("lang", ["en", "it", "es"])
def test_help_in_any_encoding(crib: Run, encoding: str, lang: str) -> None:
    for args in (("--help",), ("count", "--help"), ()):
        done = crib("--lang", lang, *args, encoding=encoding, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(("Usage: crib", "Uso: crib"))


def test_help_on_a_terminal_of_another_encoding() -> None:
    assert "Usage" in on_terminal("count", "--help", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "\x1b[1;3" not in on_terminal("--no-color", "--help")
    assert "╭" not in on_terminal("--help", CRIB_PLAIN="1")


def test_starter_option_beside_a_claim(crib: Run) -> None:
    assert crib("count", "--starter", "5D", "5H 5S 5C JD = 29").stdout.splitlines()[-1] == "claim 29: right"


def test_a_file_named_dash_is_standard_input(crib: Run) -> None:
    assert crib("count", "--file", "-", "--format", "points", stdin=HAND).stdout == "29\n"


def test_cards_without_a_command_get_a_hint(crib: Run) -> None:
    done = crib("5H", "5S", "5C", "JD")
    assert (done.returncode, done.stdout) == (2, "")
    assert "put the command before the cards, like crib count 5H" in done.stderr


@pytest.mark.parametrize("sign", ["5-", "+5", "[5]", "[5", '"5",', "5H-", "5H/", "[", "go "])
def test_a_long_line_of_signs_is_read_at_once(crib: Run, sign: str) -> None:
    """Each of these once took time that grew with the square of its length."""
    begin = time.monotonic()
    done = crib("count", "-", "--format", "points", stdin=sign * (60_000 // len(sign)) + "\n")
    assert done.stdout == "error\n"
    assert time.monotonic() - begin < 20


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_workers_end_with_the_program(number: int) -> None:
    running = subprocess.Popen(
        [CRIB, "count", "-", "--format", "points", "--jobs", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=CLEAN,
    )
    assert running.stdin is not None
    running.stdin.write(f"{HAND}\n".encode() * 100_000)
    running.stdin.flush()
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    waited = time.monotonic()
    while len(workers := children.read_text().split()) < 2 and time.monotonic() - waited < 30:
        running.stdin.write(f"{HAND}\n".encode() * 20_000)
        running.stdin.flush()
        time.sleep(0.1)
    assert workers
    running.send_signal(number)
    running.wait(timeout=30)
    waited = time.monotonic()
    while any(is_running(worker) for worker in workers) and time.monotonic() - waited < 30:
        time.sleep(0.1)
    assert not any(is_running(worker) for worker in workers)
    with contextlib.suppress(BrokenPipeError):
        running.stdin.close()


def is_running(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("command", ["count", "peg", "discard"])
def test_lines_are_asked_for_at_a_terminal(command: str) -> None:
    leader, follower = pty.openpty()
    running = subprocess.Popen(
        [CRIB, command, "-"], stdin=follower, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=CLEAN
    )
    os.close(follower)
    assert running.stderr is not None
    assert running.stderr.readline() == b"type one a line, Ctrl-D ends\n"
    os.write(leader, b"\x04")
    assert running.wait(timeout=30) == 0
    running.stderr.close()
    os.close(leader)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "right; said 14, but it is 12 so far"),
        ("it", "giusto; detto 14, ma fin qui sono 12"),
        ("es", "correcto; dijo 14, pero hasta aquí van 12"),
    ],
)
def test_a_sum_wrong_on_the_way_is_said(lang: str, said: str, crib: Run) -> None:
    done = crib("count", "4C 5D 5H 6S / 9D", "--claim", "15-2, 15-4, dr3 14", "--lang", lang)
    assert done.returncode == 1
    assert f"  dr3 14  {said}" in done.stdout.splitlines()
