"""Nothing English is left in what the program says in Italian and Spanish: games, drills, errors, help."""

import re
from functools import cache
from pathlib import Path

import pytest
from conftest import Run
from playing import Script, write_script
from shaking import COMMANDS

from crib_cli.core.numerals import spell_number
from crib_cli.drill.features import FEATURES
from crib_cli.errors import TEMPLATES, CribError, render
from crib_cli.words.catalog import load_book

OTHERS = ("it", "es")
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
SAID_AS_IT_IS = re.compile(
    r"""
    (?<!\w)--?[a-z][a-z-]*(?:[ =][^\s,;:)]*[\d|][^\s,;:)]*)?  # an option, and a value of it that is no word
    | (?:\bcrib\b|>)[ ](?:count|peg|discard|drill|play)\b[^;:,.()\n]*  # a command to type
    | (?<!\w)(?:/[\w.@+-]+)+             # a path
    | \b[\w-]+\.(?:jsonl|txt|db|py)\b    # a file
    | \b[A-Z_]{2,}\b                     # a variable, a metavar
    """,
    re.VERBOSE,
)
"""What is typed and not said: options, commands, files, and the metavars of help, which are the same everywhere."""
LONG_FEATURES = {name for names in FEATURES.values() for name in names if "-" in name}
FEATURE_NAMES = re.compile("|".join(sorted(LONG_FEATURES, key=len, reverse=True)))
TERMS = frozenset("crib go muggins skunk pone nobs heels nob cribbage starter lowball loser hazard shotgun".split())
"""Terms of the game that the rule texts keep in every language."""
VALUES = frozenset(
    "six five seven shotgun dealer pone text json tsv points en it es beginner club expert count crib peg discard "
    "drill play total items learn list hint run pair flush nobs done yes no".split()
)
"""Words that are typed: values of options, names of commands, what a prompt takes in every language."""


def words_of(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)}


def said(text: str) -> str:
    """Return a text without what is typed and without what it quotes."""
    text = re.sub(r"(?<!\w)'[^'\n]*'(?!\w)|\"[^\"\n]*\"", " ", text)
    return SAID_AS_IT_IS.sub(" ", FEATURE_NAMES.sub(" ", text))


@cache
def english_only(lang: str) -> frozenset[str]:
    """Return the words of the English books that the other language's do not have."""
    english, other = load_book("en"), load_book(lang)

    def all_words(texts: list[str]) -> set[str]:
        return {word for text in texts for word in words_of(re.sub(r"{.*?}", " ", text))}

    numbers = [spell_number(number, lang) for number in range(100)]
    mine = all_words([*numbers, *other.phrases.read_all().values(), *other.errors.values()])
    theirs = all_words([said(text) for text in (*english.phrases.read_all().values(), *TEMPLATES.values())])
    return frozenset(word for word in theirs - mine - TERMS - VALUES if len(word) > 1)


def left_over(text: str, lang: str, allowed: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
    """Return the English words of a text, each with its line."""
    english = english_only(lang)
    return [(word, line) for line in text.splitlines() for word in sorted(words_of(said(line)) & english - allowed)]


def test_the_words_looked_for_are_many_and_are_found() -> None:
    for lang in OTHERS:
        assert len(english_only(lang)) > 400
        assert left_over("la carta counts 12 and crib play --resume", lang) == [
            ("and", "la carta counts 12 and crib play --resume"),
            ("counts", "la carta counts 12 and crib play --resume"),
        ]


@pytest.mark.parametrize("lang", OTHERS)
def test_texts_of_errors(lang: str) -> None:
    """Every text with every parameter filled in by a number: nothing but its own words is left."""
    book = load_book(lang)
    for code, text in TEMPLATES.items():
        names = re.findall(r"{(\w+)}", text)
        shown = render(book.errors, CribError(code, **dict.fromkeys(names, 3)))
        assert not left_over(shown, lang), code


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(crib: Run, lang: str, command: str) -> None:
    done = crib("--lang", lang, *([command] if command else []), "--help", COLUMNS="200")
    assert done.returncode == 0
    assert not left_over(done.stdout, lang)


@pytest.mark.parametrize("lang", OTHERS)
def test_metavars_are_words_of_the_language(crib: Run, lang: str) -> None:
    """They stand for what is typed; a file is called so in Italian too."""
    known = {text for name, text in load_book(lang).phrases.items() if name.startswith("meta.")} | {"N"}
    found: set[str] = set()
    for command in COMMANDS:
        shown = crib("--lang", lang, command, "--help", COLUMNS="200").stdout
        found |= set(re.findall(r"^ *(?:-\w, )?--[a-z-]+ ([A-ZÍ][A-ZÍ-]*)(?=[ ,\[\n])", shown, re.MULTILINE))
    assert found <= known


USES = [
    "count 5H 5S 5C JD / 5D",
    "count --crib 4H 6H JH 10H / 5H",
    "count 555J5",
    "count 2C 4D 6H 8S / 10D",
    "count 4C 5D 5H 6S / 9D --claim 12",
    "count 4C 5D 5H 6S / 9D --claim 19",
    "count 6C 7D 8H 9S / 2C --claim 27",
    "count 6C 7D 8H 9S / 2C --claim 30",
    "count 7C 7D 8H 9S / KC --claim 15-2,15-4,r3,p2,f4,n1",
    "count 4H 6H JH 10H / 5S --crib --claim 15-2,15-9,f4,n,dr,pr,r5,ddr,tr",
    "count 5 5 6 7 8 --claim f,n,dr,pr",
    "count --variant shotgun 4C 5D 5H 6S 7S 8S / 9D",
    "peg 7H 8S 9D",
    "peg 10 J 9 go A go 5",
    "peg K Q 9 go 5 A",
    "peg 5 5 5 5 A 2 3 4",
    "peg --players 4 K K K A 5 6 7 8 9 10 J 2",
    "peg 7H 8S --hand 9D,6C,2H",
    "peg K Q 10 --hand K,Q,J",
    "peg 7H 8S --hand 9D,6C,2H --role pone --starter 5D --tossed KH,QD --score 100-110",
    "discard 5H 5C 6D 7S JH QD --explain --cuts",
    "discard 5H 5C 6D 7S JH QD --explain --score 105-110",
    "discard 5H 5C 6D 7S JH --players 3 --explain",
    "discard 5H 5C 6D 7S JH --explain",
    "discard 5H 5C 6D 7S JH --variant five --explain",
    "discard 5 5 6 7 J Q --top 2",
    "drill count --feature list",
    "drill crib --feature list",
    "drill peg --feature list",
    "drill discard --feature list",
    "drill --stats",
    "play --auto --games 3 --seed 1 --players 3",
    "play --auto --seed 1 --muggins --level beginner --target 61",
    "play --auto --seed 1 --variant five --match 3 --level expert,beginner",
    "play --auto --seed 1 --hazard --players 4 --target 31",
]
WRONG = [
    "count", "count XD", "count 1H 2H 3H 4H", "count 5H 5H 5H 5H", "count 5H 5S", "count 5 5 5 5 5",
    "count 5H 5S / 5C / 5D", "count 0", "count R R R R R", "count C C", "count 5♥ 6 7 8", "count ♥",
    "count 🂠", "count 🃏", "count 🂬 2H 3H 4H", "count (5H 5S", "count sota", "count 5Н", "count â™¥",
    "count 5H 5S 5C JD 5D = x", "count 5H 5S 5C JD 5D = 99999", "count 5H 5S 5C JD 5D = ",
    "count --variant eight 5H", "count --variant shotgun --crib 5H 5S 5C JD 6D 7D 8D",
    "count --format xml 5H", "count --form xml", "count --jobs 0 -", "count --jobs 2 5H 5S 5C JD",
    "count --file x.txt", "count --file x.txt -", "count 5H - ", "count --claim", "count --crib=3 5H",
    "count -5D 5H", "count --starter 5H 5H 6H 7H 8H", "peg", "peg go", "peg 7 go", "peg 7 / 8", "peg A 2 / 3",
    "peg 7 8 9 10 J Q K A 2 3", "peg --role pone 7", "peg 7 --hand 8,9,10,J,Q,K",
    "peg 7 --hand 7H --role pone", "peg --score 1 --hand 7 8", "peg --variant five K Q 9 5", "discard 5H",
    "discard", "discard --dealer --pone 5H", "discard --variant shotgun 5H 6H 7H 8H 9H 10H",
    "discard --players 3 5H 6H 7H 8H 9H --score 1-1", "discard --top 0 5H", "drill nobs",
    "drill peg --mode items", "drill --level 9", "drill --rounds x", "drill --feature nob", "drill --seed -1",
    "drill extra words", "play --resume", "play --resume --auto", "play --level x",
    "play --level club,club,club", "play --target x", "play --target 0", "play --variant five --players 3",
    "play --match 4", "play --games 3", "play --strict-claims", "play --delay x", "play --replay x.txt",
    "play --format json", "play --review x.txt", "nothing", "5H 5S", "cuont", "--nothing",
    "--cards xx count 5H",
]  # fmt: skip
SYSTEM = frozenset("file or directory no such is a not".split())
"""What the operating system says of files; it speaks the language that it was set up for."""


@pytest.mark.parametrize("lang", [pytest.param("it", marks=pytest.mark.slow), "es"])
def test_answers_and_errors(crib: Run, lang: str) -> None:
    for use in USES:
        words = use.replace(",", " ").split(" ") if "--claim" in use and "," in use else use.split(" ")
        if "--claim" in words:
            at = words.index("--claim")
            words = [*words[: at + 1], " ".join(words[at + 1 :])]
        done = crib("--lang", lang, *words)
        assert done.returncode in (0, 1, 2), done
        text = done.stdout
        if "--feature" in words:  # the names that are typed, each with what it means
            text = re.sub(r"^[a-z-]+  +", "", text, flags=re.MULTILINE)
        assert not left_over(text + done.stderr, lang), use
    for use in WRONG:
        done = crib("--lang", lang, *use.split(" "))
        assert done.returncode in (1, 2, 3), done
        assert done.stderr, use
        assert not left_over(done.stderr, lang, SYSTEM), use


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize(
    "kind", ["count", "count items", "count learn", "crib", "crib items", "crib learn", "peg", "discard"]
)
def test_drills(crib: Run, lang: str, kind: str) -> None:
    name, _, mode = kind.partition(" ")
    answers = {
        "": "?\nhint\nxx\n3\n29\n19\n0\n",
        "items": "?\nhint\nxx\n15 5h jd\n15\nrun\npair\npair 5 6\nrun 2 9 4\nflush\nnobs\n15 5 5 5\ndone\ndone\n",
        "learn": "?\nhint\nxx\n" + "2\n0\n" * 12,
    }[mode]
    if name == "discard":
        answers = "?\nhint\nxx\n#9 #1\n#1\n" + "#1 #2\n#5 #6\n" * 3
    for extra in (["--rounds", "4"], ["--target", "12", "--strict-claims", "--timed", "--level", "5"]):
        command = ["--lang", lang, "drill", name, *(["--mode", mode] if mode else []), "--seed", "3", *extra]
        for given in (answers, answers, "q\n"):
            done = crib(*command, stdin=given)
            assert done.returncode == 0
            assert not left_over(done.stdout + done.stderr, lang)
    stats = crib("--lang", lang, "drill", "--stats")
    assert not left_over(stats.stdout + stats.stderr, lang)


GAMES = [
    write_script(2, muggins=True, level="club", target=61),
    write_script(3, players=3, target=31, muggins=True, strict=True),
    write_script(4, players=4, hazard=True, target=31),
    write_script(1, variant="five", match=3, counts=True, target=31),
    write_script(6, variant="seven", target=61, counts=True),
    write_script(7, variant="shotgun", target=61, level="expert"),
]


@pytest.mark.parametrize("lang", ["it", pytest.param("es", marks=pytest.mark.slow)])
@pytest.mark.parametrize("script", GAMES, ids=lambda script: " ".join(script.options[4:]))
def test_games(crib: Run, tmp_path: Path, lang: str, script: Script) -> None:
    """Whole games with help, hints and refusals at their prompts, gone on with, shown again and looked over."""
    typed = ""
    seen: dict[str, int] = {}
    for turn in script.turns:
        seen[turn.kind] = seen.get(turn.kind, 0) + 1
        if seen[turn.kind] < 3 and turn.kind != "muggins":
            typed += "?\nhint\nxx\n#99\n5h 5h\n99\n"
        elif seen[turn.kind] == 3:
            typed += "KH KD KS\n?\n" if turn.kind != "muggins" else "?\nhint\n"
        typed += turn.answer + "\n"
    half = typed[: len(typed) // 2].rpartition("\n")[0] + "\n"
    first = crib("--lang", lang, "play", *script.options, stdin=half)
    second = crib("--lang", lang, "play", "--resume", stdin=typed[len(half) :])
    record = next((tmp_path / "home" / "games").glob("*.jsonl"))
    text = first.stdout + first.stderr + second.stdout + second.stderr
    assert not left_over(text, lang)
    for way in ("--replay", "--review"):
        done = crib("--lang", lang, "play", way, str(record))
        assert done.returncode in (0, 2)
        assert not left_over(done.stdout + done.stderr, lang)
