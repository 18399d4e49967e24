"""Golden output: what a person sees, compared as bytes. ``pytest --update-golden`` writes the files anew."""

from pathlib import Path

import pytest
from conftest import Run

GOLDEN = Path(__file__).parent / "golden"
HANDS = """\
5H 5S 5C JD / 5D
crib 4H 6H JH 10H / 5H
# a comment
4C 5D 5H 6S / 9D = 12
5H XH

5 5 J Q 5
2H 4D 6S 8C / 10D
"""
PLAYS = "7H 8S 9D\n# a comment\n7H XS\nK Q go\nK Q 9 go A 5\n"
DEALT = "5H 5C 6D 7S JH QD\n# a comment\n5H XH\n4S 5S 6S 6D 9C KH\n"
CALL = "15-2, 15-4, a double run of three is 12, and a pair is 14, and nobs is 15"

CASES: dict[str, tuple[tuple[str, ...], str]] = {
    "count-29": (("count", "5H", "5S", "5C", "JD", "/", "5D"), ""),
    "count-ascii": (("count", "--ascii", "5H 5S 5C JD / 5D"), ""),
    "count-crib": (("count", "--crib", "4H 6H JH 10H / 5H"), ""),
    "count-claim-short": (("count", "4C 5D 5H 6S / 9D = 12"), ""),
    "count-claim-over": (("count", "4C 5D 5H 6S / 9D", "--claim", "16"), ""),
    "count-claim-right": (("count", "4C 5D 5H 6S / 9D", "--claim", "14"), ""),
    "count-claim-impossible": (("count", "4C 5D 5H 6S / 9D", "--claim", "19"), ""),
    "count-call": (("count", "4C 5D 5H 6S / 9D", "--claim", CALL), ""),
    "count-nineteen": (("count", "2H 4D 6S 8C / 10D = nineteen"), ""),
    "count-ranks": (("count", "555J5"), ""),
    "count-five": (("count", "--variant", "five", "5H 5S 5C / 5D"), ""),
    "count-seven": (("count", "--variant", "seven", "4H 4S 5C 5D 6H / 6S"), ""),
    "count-shotgun": (("count", "--variant", "shotgun", "4C 5D 5H 5S 6C 6D / 4H"), ""),
    "count-italian-letters": (("count", "--cards", "it", "5C 5P 5F FQ / 5Q", "--ascii"), ""),
    "count-batch-text": (("count", "-"), HANDS),
    "count-batch-json": (("count", "-", "--format", "json"), HANDS),
    "count-batch-tsv": (("count", "-", "--format", "tsv", "--header"), HANDS),
    "count-batch-points": (("count", "-", "--format", "points"), HANDS),
    "count-bad": (("count", "5H XH"), ""),
    "peg": (("peg", "10", "J", "9", "go", "A", "go", "5"), ""),
    "peg-whole": (("peg", "7H 8S 9D 6C go AC JD 5H 4S"), ""),
    "peg-three": (("peg", "--players", "3", "K T Q 9 8 J 2 7 4 5 6 3"), ""),
    "peg-four": (("peg", "--players", "4", "7 7 7 7 go go go 3"), ""),
    "peg-five": (("peg", "--variant", "five", "K 5 Q go 6 go"), ""),
    "peg-json": (("peg", "--format", "json", "10 J 9 go A go 5"), ""),
    "peg-revoke": (("peg", "K Q 9 go 5 A"), ""),
    "peg-batch-json": (("peg", "-", "--format", "json"), PLAYS),
    "peg-batch-text": (("peg", "-"), PLAYS),
    "discard": (("discard", "5H 5C 6D 7S JH QD"), ""),
    "discard-dealer": (("discard", "AH 4D 5S 6C JD KC", "--dealer", "--top", "4", "--cuts", "--explain"), ""),
    "discard-ranks": (("discard", "5 5 6 7 J Q", "--pone", "--top", "2", "--explain"), ""),
    "discard-three": (("discard", "5H 5C 6D 7S JH", "--players", "3", "--explain"), ""),
    "discard-four": (("discard", "5H 5C 6D 7S JH"), ""),
    "discard-five": (("discard", "5H 5C 6D 7S JH", "--variant", "five", "--dealer"), ""),
    "discard-seven": (("discard", "5H 5C 6D 7S JH QD AC", "--pone", "--top", "3"), ""),
    "discard-batch-json": (("discard", "-", "--top", "1", "--format", "json"), DEALT),
    "discard-batch-tsv": (("discard", "-", "--pone", "--top", "2", "--format", "tsv", "--header"), DEALT),
    "discard-batch-text": (("discard", "-", "--top", "2"), DEALT),
    "peg-hand": (("peg", "7H 8S", "--hand", "9D 6C 2H"), ""),
    "peg-hand-score-json": (
        ("peg", "7H 8S", "--hand", "9D 6C 2H", "--starter", "KD", "--score", "117-112", "--format", "json"),
        "",
    ),
    "peg-hand-go": (("peg", "K Q 9", "--hand", "5 5 6"), ""),
    "discard-score": (("discard", "AH 4D 5S 6C JD KC", "--score", "105-110", "--explain", "--top", "3"), ""),
    "count-words": (("count", "--words", "4C 5D 5H 6S / 9D = 12"), ""),
    "discard-words": (("discard", "--words", "5H 5C 6D 7S JH QD", "--top", "2"), ""),
    "play-words": (("play", "--words", "--seed", "11"), "?\nhint\n#1 #2\n#1\nq\n"),
    "drill-total": (("drill", "--seed", "3", "--rounds", "3", "--no-adapt"), "4\n?\nhint\n8\nnineteen\n"),
    "drill-items": (
        ("drill", "--seed", "3", "--rounds", "1", "--no-adapt", "--mode", "items", "--strict-claims"),
        "?\n15 5d 8h 2s\n15 5d 8h 2s\nrun 5 8 2\nrun\nnobs\nflush\npair 5 5\n15 5 8 8\ndone\n",
    ),
    "drill-learn": (
        ("drill", "crib", "--seed", "3", "--rounds", "1", "--no-adapt", "--mode", "learn"),
        "?\n4\n0\n2\n0\n0\n",
    ),
    "drill-peg": (
        ("drill", "peg", "--seed", "3", "--rounds", "4", "--no-adapt", "--level", "4"),
        "?\n4\nhint\n4\n6\n0\n",
    ),
    "drill-discard": (("drill", "discard", "--seed", "3", "--no-adapt"), "?\nhint\n#1 #2\n10s 10s\nq\n"),
    "drill-race": (("drill", "--seed", "5", "--no-adapt", "--target", "6", "--level", "1"), "0\n0\n0\n0\n0\n"),
    "drill-input-ends": (("drill", "--seed", "5", "--no-adapt"), "4\n"),
    "drill-no-stats": (("drill", "--stats"), ""),
    "drill-wrong-mode": (("drill", "peg", "--mode", "items"), ""),
    "play-start": (("play", "--seed", "11", "--level", "beginner"), "?\nhint\nxx\njc kh\n?\nhint\n9s\n3\nq\n"),
    "play-muggins": (
        ("play", "--seed", "5", "--muggins", "--strict-claims", "--level", "beginner"),
        "#1 #2\n#1\n#1\n#1\n#1\n2\n19\n4\n4\nq\n",
    ),
    "play-input-ends": (("play", "--seed", "5", "--variant", "five", "--ascii"), "#1 #2\n"),
    "play-auto": (("play", "--auto", "--seed", "7", "--target", "31"), ""),
    "play-auto-three": (("play", "--auto", "--seed", "7", "--target", "31", "--players", "3"), ""),
    "play-auto-four": (("play", "--auto", "--seed", "7", "--target", "31", "--players", "4", "--hazard"), ""),
    "play-auto-muggins": (("play", "--auto", "--seed", "3", "--muggins", "--level", "beginner", "--target", "61"), ""),
    "play-auto-match": (("play", "--auto", "--seed", "3", "--match", "3", "--variant", "five"), ""),
    "play-auto-shotgun": (("play", "--auto", "--seed", "3", "--variant", "shotgun", "--target", "61"), ""),
    "play-games": (("play", "--auto", "--games", "20", "--seed", "1"), ""),
    "play-games-json": (("play", "--auto", "--games", "20", "--seed", "1", "--format", "json"), ""),
    "play-no-open": (("play", "--resume"), ""),
    "play-no-level": (("play", "--level", "master"), ""),
    "play-target": (("play", "--target", "-5"), ""),
    "play-together": (("play", "--resume", "--variant", "five"), ""),
    "help-play": (("play", "--help"), ""),
    "help-drill": (("drill", "--help"), ""),
    "help": (("--help",), ""),
    "help-discard": (("discard", "--help"), ""),
    "help-peg": (("peg", "--help"), ""),
    "help-count": (("count", "--help"), ""),
}


@pytest.mark.parametrize("lang", ["en", "it", "es"])
@pytest.mark.parametrize("name", CASES)
def test_output_is_golden(name: str, lang: str, crib: Run, request: pytest.FixtureRequest) -> None:
    args, stdin = CASES[name]
    done = crib("--lang", lang, *args, stdin=stdin)
    shown = f"{done.stdout}--- stderr\n{done.stderr}--- exit {done.returncode}\n"
    path = GOLDEN / f"{name}.{lang}.txt"
    if request.config.getoption("--update-golden"):
        path.write_text(shown, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == shown


def test_no_golden_file_is_left_over() -> None:
    assert {path.name for path in GOLDEN.glob("*.txt")} == {
        f"{n}.{lang}.txt" for n in CASES for lang in ("en", "it", "es")
    }


@pytest.mark.parametrize("name", [name for name in CASES if name.endswith(("json", "tsv", "points"))])
def test_machine_formats_never_change_with_the_language(name: str) -> None:
    texts = {lang: (GOLDEN / f"{name}.{lang}.txt").read_text(encoding="utf-8") for lang in ("en", "it", "es")}
    assert len({text.partition("--- stderr")[0] for text in texts.values()}) == 1
