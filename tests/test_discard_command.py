"""``crib discard`` from outside: both roles, formats, batches, other games, usage. The installed program runs."""

import json
import subprocess

import pytest
from conftest import CLEAN, CRIB, Run
from test_count_command import on_terminal

HAND = "5H 5C 6D 7S JH QD"


def test_both_roles_side_by_side_say_whose_crib_it_is(crib: Run) -> None:
    done = crib("discard", *HAND.split())
    lines = done.stdout.splitlines()
    assert lines[0].split("   ")[0] == "dealer: the crib is yours"
    assert lines[0].endswith("pone: the crib is the dealer's")
    assert len(lines) == 2 + 15
    assert lines[2].startswith("5♥ 5♣ 6♦ 7♠  J♥ Q♦")
    assert "5♥ 5♣ J♥ Q♦  6♦ 7♠  12.67  -6.20" in lines[2]
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("role", "title", "best"),
    [
        ("--dealer", "dealer: the crib is yours", "5♥ 5♣ 6♦ 7♠  J♥ Q♦  12.22    8   17  +4.81  +2.99  20.02"),
        ("--pone", "pone: the crib is the dealer's", "5♥ 5♣ J♥ Q♦  6♦ 7♠  12.67   10   20  -6.20  -1.78   4.70"),
    ],
)
def test_one_role_has_every_figure(crib: Run, role: str, title: str, best: str) -> None:
    lines = crib("discard", HAND, role, "--top", "3").stdout.splitlines()
    assert lines[0] == title
    assert lines[1].split() == ["keep", "toss", "hand", "min", "max", "crib", "peg", "total"]
    assert lines[2] == best
    assert len(lines) == 5


def test_json_is_as_documented(crib: Run) -> None:
    done = crib("discard", HAND, "--format", "json", "--lang", "it")
    dealer, pone = map(json.loads, done.stdout.splitlines())
    assert [dealer["role"], pone["role"]] == ["dealer", "pone"]
    assert dealer["cards"] == HAND.split()
    assert (dealer["variant"], dealer["players"], dealer["suits"]) == ("six", 2, True)
    best = dealer["choices"][0]
    assert (best["keep"], best["toss"]) == (["5H", "5C", "6D", "7S"], ["JH", "QD"])
    assert best["hand"] == {"mean": 12.217391, "min": 8, "max": 17, "sd": 2.35827}
    assert best["win"] is None
    for record, sign in ((dealer, 1), (pone, -1)):
        assert len(record["choices"]) == 15
        for choice in record["choices"]:
            net = choice["pegging"]["mine"] - choice["pegging"]["theirs"]
            total = choice["hand"]["mean"] + sign * choice["crib"]["mean"] + net
            assert choice["total"] == pytest.approx(total, abs=2e-6)
    assert json.loads(crib("discard", HAND, "--pone", "--format", "json").stdout) == pone


def test_tsv_rows_agree_with_json(crib: Run) -> None:
    rows = [line.split("\t") for line in crib("discard", HAND, "--format", "tsv", "--header").stdout.splitlines()]
    head, *rest = rows
    assert head[:5] == ["cards", "role", "keep", "toss", "hand_mean"]
    assert head[-4:] == ["pegging_mine", "pegging_theirs", "total", "win"]
    records = [json.loads(line) for line in crib("discard", HAND, "--format", "json").stdout.splitlines()]
    choices = [(record["role"], choice) for record in records for choice in record["choices"]]
    assert len(rest) == len(choices) == 30
    for row, (role, choice) in zip(rest, choices, strict=True):
        fields = dict(zip(head, row, strict=True))
        assert (fields["cards"], fields["role"]) == (HAND, role)
        assert (fields["keep"].split(), fields["toss"].split()) == (choice["keep"], choice["toss"])
        assert float(fields["total"]) == choice["total"]
        assert float(fields["crib_sd"]) == choice["crib"]["sd"]


def test_cuts_and_reason(crib: Run) -> None:
    lines = crib("discard", HAND, "--pone", "--top", "1", "--cuts", "--explain").stdout.splitlines()
    assert lines[3] == "pone: the crib is the dealer's; keep 5♥ 5♣ J♥ Q♦, with each starter"
    cuts = [line.split() for line in lines[4:-1]]
    assert sum(len(cut) - 1 for cut in cuts) == 46
    assert [int(cut[0]) for cut in cuts] == sorted((int(cut[0]) for cut in cuts), reverse=True)
    assert lines[-1].startswith("pone: the crib is the dealer's. Keep 5♥ 5♣ J♥ Q♦ rather than 5♥ 5♣ 6♦ 7♠: 0.03 better")
    assert (
        "its hand counts 0.46 more and it pegs 0.50 more, though it gives 0.93 more to the dealer's crib" in lines[-1]
    )
    record = json.loads(crib("discard", HAND, "--pone", "--cuts", "--format", "json").stdout)
    assert len(record["cuts"]) == 46
    mean = sum(cut["points"] for cut in record["cuts"]) / 46
    assert mean == pytest.approx(record["choices"][0]["hand"]["mean"], abs=1e-6)


@pytest.mark.parametrize(
    ("args", "variant", "players", "choices", "kept"),
    [
        (("5H 5C 6D 7S JH",), "six", 4, 5, 4),
        (("5H 5C 6D 7S JH", "--players", "3"), "six", 3, 5, 4),
        (("5H 5C 6D 7S JH", "--variant", "five"), "five", 2, 10, 3),
        (("5H 5C 6D 7S JH QD AC",), "seven", 2, 21, 5),
        (("5H 5C 6D 7S JH QD AC", "--variant", "seven"), "seven", 2, 21, 5),
        (("5H 5C 6D 7S JH QD", "--variant", "six", "--players", "2"), "six", 2, 15, 4),
    ],
)
def test_other_games(crib: Run, args: tuple[str, ...], variant: str, players: int, choices: int, kept: int) -> None:
    record = json.loads(crib("discard", *args, "--dealer", "--format", "json").stdout)
    assert (record["variant"], record["players"], len(record["choices"])) == (variant, players, choices)
    assert {len(choice["keep"]) for choice in record["choices"]} == {kept}


def test_the_model_is_stated_where_it_is_another(crib: Run) -> None:
    assert "three players: the others toss" in crib("discard", "5H 5C 6D 7S JH", "--players", "3").stdout
    four = crib("discard", "5H 5C 6D 7S JH").stdout
    assert "dealer's side: the crib is yours and your partner's" in four
    assert "four players: the others toss" in four
    assert "flush and nobs are not counted" in crib("discard", "556789").stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("discard",), "no cards given; write 5H 5C 6D 7S JH QD, or - to read lines from a pipe"),
        (("discard", "5H 6H"), "number of cards in '5H 6H': 2; 6 are dealt here"),
        (("discard", HAND, "--variant", "five"), f"number of cards in '{HAND}': 6; 5 are dealt here"),
        (("discard", HAND, "--players", "3"), f"number of cards in '{HAND}': 6; 5 are dealt here"),
        (("discard", HAND, "--variant", "shotgun"), "the shotgun game tosses no cards"),
        (("discard", "5H 5C 6D 7S JH", "--variant", "five", "--players", "3"), "the five game is not for 3 players"),
        (("discard", HAND, "--dealer", "--pone"), "--dealer and --pone; choose one, or neither for both"),
        (("discard", HAND, "--top", "0"), "--top '0': not 1-99"),
        (("discard", HAND, "--format", "points"), "--format 'points': not known; choose text, json, tsv"),
        (("discard", "5H 5H 6D 7S JH QD"), "'5H' at character 4: 5H is there already, at character 1"),
        (("discard", "5H 5C 6D 7S JH / QD"), "'/' at character 16: no starter when cards are thrown"),
        (("discard", HAND, "--header"), "--header goes with --format tsv"),
        (("discard", "-", "--explain", "--format", "json"), "--explain does not go with --format json; leave one"),
        (("discard", HAND, "--explain", "--format", "tsv"), "--explain does not go with --format tsv; leave one"),
        (("discard", HAND, "--cuts", "--format", "tsv"), "--cuts does not go with --format tsv; leave one"),
        (("discard", HAND, "--strict"), "--strict goes with - or --file"),
    ],
)
def test_bad_usage(crib: Run, args: tuple[str, ...], said: str) -> None:
    done = crib(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("crib: " + said)
    assert done.stderr.count("\n") == 1


def test_a_hand_a_line(crib: Run) -> None:
    text = f"{HAND}\n# none\n5H XH\n\n5H 5C 6D 7S JH\n5H;5C;6D;7S;JH;QD;AC\n"
    done = crib("discard", "-", "--pone", "--format", "json", "--top", "1", stdin=text)
    first, second, third, fourth = map(json.loads, done.stdout.splitlines())
    assert first["choices"][0]["toss"] == ["6D", "7S"]
    assert second == {"error": "'XH' at character 4: no rank 'X'; for a ten write 10 or T", "line": 3}
    assert (third["players"], fourth["variant"]) == (4, "seven")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    done = crib("discard", "-", "--format", "tsv", "--top", "1", stdin=text)
    assert [row.split("\t")[0] for row in done.stdout.splitlines()].count("error") == 1
    assert {row.count("\t") for row in done.stdout.splitlines()} == {15}
    assert len(done.stdout.splitlines()) == 7
    one, two = (crib("discard", "-", "--format", "tsv", "--jobs", jobs, stdin=text) for jobs in "12")
    assert (one.stdout, one.stderr) == (two.stdout, two.stderr)


def test_the_same_cards_give_the_same_bytes(crib: Run) -> None:
    outputs = {crib("discard", HAND, "--format", "json", PYTHONHASHSEED=seed).stdout for seed in ("0", "1", "77")}
    assert len(outputs) == 1


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"yes '{HAND}' | {CRIB} discard - --format tsv | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=CLEAN, check=True, timeout=60)
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


def test_drawn_on_a_terminal() -> None:
    drawn = on_terminal("discard", HAND, "--top", "2", COLUMNS="100")
    assert "\x1b[31m" in drawn
    titles = next(line for line in drawn.splitlines() if "the crib is yours" in line)
    assert "the crib is the dealer's" in titles  # side by side
    narrow = on_terminal("discard", HAND, "--top", "2", COLUMNS="80")
    assert "min" in narrow  # one above the other there is room for every figure
    assert not any("yours" in line and "dealer's" in line for line in narrow.splitlines())
    for plain in ("--plain", "--ascii"):
        assert "\x1b[4" not in on_terminal("discard", HAND, plain)
