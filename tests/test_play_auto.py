"""``crib play --auto``: games told, and many summed up: the figures are those of the records."""

import json
import re
import sys
from collections import Counter
from itertools import pairwise
from math import isclose, sqrt
from pathlib import Path
from typing import Any

import pytest
from conftest import CLEAN, CRIB, Run
from referee import referee

GAMES = 8
OPTIONS = ("--level", "club,beginner", "--target", "61", "--seed", "40")
MUGGINS = ("--level", "beginner,club,beginner", "--players", "3", "--muggins", "--target", "61", "--seed", "7")


def records_of(crib: Run, path: Path, options: tuple[str, ...], games: int) -> list[list[dict[str, Any]]]:
    """Record so many games of their own, seeds counting up from that of the options."""
    *rest, seed = options
    records = []
    for number in range(games):
        record = path / f"{number}.jsonl"
        crib("play", "--auto", *rest, str(int(seed) + number), "--record", str(record))
        lines = record.read_text().splitlines()
        assert referee(lines) == []
        records.append(list(map(json.loads, lines)))
    return records


def share(parts: list[float]) -> tuple[float, float, float]:
    mean = sum(parts) / len(parts)
    spread = 1.96 * sqrt(sum((part - mean) ** 2 for part in parts) / (len(parts) - 1) / len(parts))
    return mean, max(0.0, mean - spread), min(1.0, mean + spread)


def sums_of(records: list[list[dict[str, Any]]]) -> tuple[int, Counter[tuple[str, str]]]:
    """Return the deals that were counted to their end, and the points in them by role and reason."""
    deals, sums = 0, Counter[tuple[str, str]]()
    for record in records:
        starts = [n for n, event in enumerate(record) if event["event"] in ("deal", "end")]
        for begin, end in pairwise(starts):
            deal = record[begin:end]
            if sum(event["event"] == "show" for event in deal) < len(deal[0]["hands"]) + 1:
                continue
            deals += 1
            for event in deal:
                if event["event"] == "score":
                    role = "dealer" if event["player"] == deal[0]["dealer"] else "pone"
                    sums[role, event["reason"]] += event["points"]
    return deals, sums


@pytest.mark.parametrize("options", [OPTIONS, MUGGINS], ids=["two", "three"])
def test_the_summary_is_that_of_the_records(crib: Run, tmp_path: Path, options: tuple[str, ...]) -> None:
    records = records_of(crib, tmp_path, options, GAMES)
    done = crib("play", "--auto", *options, "--games", str(GAMES), "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    summary = json.loads(done.stdout)
    deals, sums = sums_of(records)
    assert (summary["games"], summary["deals"]) == (GAMES, deals)
    players = records[0][0]["players"]
    for player in range(players):
        parts = [(player + 1 in record[-1]["winners"]) / len(record[-1]["winners"]) for record in records]
        told = summary["wins"][player]
        assert all(map(isclose, (told["mean"], told["low"], told["high"]), share(parts)))
    firsts = [next(event["dealer"] for event in record if event["event"] == "deal") for record in records]
    parts = [float(first in record[-1]["winners"]) for first, record in zip(firsts, records, strict=True)]
    told = summary["first_dealer"]
    assert all(map(isclose, (told["mean"], told["low"], told["high"]), share(parts)))
    assert summary["skunks"] == dict(
        sorted(Counter(record[-1]["skunk"] for record in records if record[-1]["skunk"]).items())
    )
    means = {(role, reason): mean for role, points in summary["points"].items() for reason, mean in points.items()}
    assert means.keys() == sums.keys()
    assert all(isclose(means[key], sums[key] / deals) for key in sums)
    check_text(crib, options, summary)


def check_text(crib: Run, options: tuple[str, ...], summary: dict[str, Any]) -> None:
    """Hold the summary as text to the same as JSON."""
    text = crib("play", "--auto", *options, "--games", str(GAMES)).stdout
    assert f"games {summary['games']}, deals {summary['deals']}\n" in text
    for player, told in enumerate(summary["wins"], 1):
        figures = [f"{100 * min(max(told[name], 0), 1):.1f}" for name in ("mean", "low", "high")]
        assert f"player {player} wins {figures[0]} % (95 %: {figures[1]} to {figures[2]})\n" in text
    rows = dict(re.findall(r"^(dealer|pone) +(.*)$", text, re.MULTILINE))
    for role, points in summary["points"].items():
        play = sum(points.get(reason, 0) for reason in ("fifteen", "thirty-one", "pair", "run", "last"))
        columns = [play, *(points.get(reason, 0) for reason in ("hand", "crib", "heels"))]
        columns += [sum(points.values()) - sum(columns), sum(points.values())]
        assert rows[role].split() == [f"{abs(round(column, 9)):.2f}" for column in columns]


def test_json_is_one_line_and_the_same_in_every_language(crib: Run) -> None:
    args = ("play", "--auto", "--games", "3", "--format", "json", *OPTIONS)
    told = {crib("--lang", lang, *args).stdout for lang in ("en", "it", "es")}
    assert len(told) == 1
    assert told.pop().count("\n") == 1


def test_the_telling_has_every_event_of_the_record(crib: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    told = crib("play", "--auto", "--ascii", "--muggins", *OPTIONS, "--record", str(record)).stdout
    events = list(map(json.loads, record.read_text().splitlines()))
    kinds = Counter(event["event"] for event in events)
    assert len(re.findall(r"^cut for deal: ", told, re.MULTILINE)) == kinds["cut"]
    assert len(re.findall(r"^deal \d+, dealer: ", told, re.MULTILINE)) == kinds["deal"]
    assert len(re.findall(r" to the crib$", told, re.MULTILINE)) == kinds["discard"]
    assert len(re.findall(r"^player \d [0-9AJQK]+[CDHS]  \d+", told, re.MULTILINE)) == kinds["play"]
    assert len(re.findall(r"^player \d: go$", told, re.MULTILINE)) == kinds["go"]
    assert len(re.findall(r"^player \d, (?:hand|crib) ", told, re.MULTILINE)) == kinds["show"]
    assert len(re.findall(r"^Muggins! ", told, re.MULTILINE)) == kinds["muggins"]
    scores = [f"{event['score']['1']}-{event['score']['2']}" for event in events if event["event"] == "score"]
    places = [place for place in dict.fromkeys(re.findall(r"\b\d+-\d+\b", told)) if place != "0-0"]
    assert [score for score in dict.fromkeys(scores) if score in places] == places  # in the order of the record
    ends = [a for a, b in zip(events, [*events[1:], {}], strict=True) if a["event"] == "score" != b.get("event")]
    for event in ends:  # several points of one card are told together
        assert f"{event['score']['1']}-{event['score']['2']}" in places


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_progress_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    import pexpect

    args = " ".join(("play", "--auto", "--games", "12", *OPTIONS))
    for way, shown in (("> out.txt", True), ("> out.txt 2> err.txt", False)):
        child = pexpect.spawn(
            "bash", ["-c", f"'{CRIB}' {args} {way}"], cwd=tmp_path, env=CLEAN | {"CRIB_HOME": "home"}, timeout=60
        )
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
        assert (b"12" in child.before) == shown
        assert "games 12, " in (tmp_path / "out.txt").read_text()
    assert (tmp_path / "err.txt").read_text() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_many_games_can_be_interrupted(tmp_path: Path) -> None:
    import pexpect

    child = pexpect.spawn(
        CRIB, ["play", "--auto", "--games", "100000"], env=CLEAN | {"CRIB_HOME": str(tmp_path)}, timeout=60
    )
    child.expect("100000")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert b"Traceback" not in child.before
