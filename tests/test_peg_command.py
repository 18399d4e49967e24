"""``crib peg`` from outside: text, JSON, options, exit codes, batches, bad input. The installed program runs."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from brute import DECK
from brute_play import Played, play_table
from conftest import CLEAN, CRIB, Run

PLAYS = """\
7H 8S 9D
# a comment

K Q J 5 K   # a go that is not written
7H ZZ
K go 5
10 J 9 go A go 5
K Q 9 go 5 A
"""
"""Six plays, of which three are bad: one is no play at all, two stop on the way."""

ONE = """\
  player 1  7♥   7
  player 2  8♠  15   2  fifteen for two
  player 1  9♦  24   3  a run of three for three
count 24, player 2 to play
totals: player 1 3, player 2 2
"""


def card(number: int, player: int, shown: str, count: int, **scores: int) -> dict[str, Any]:
    """Write the record of a card; ``thirty_one`` is the reason ``thirty-one``."""
    listed = [{"reason": reason.replace("_", "-"), "points": points} for reason, points in scores.items()]
    points = sum(scores.values())
    return {"n": number, "player": player, "card": shown, "count": count, "points": points, "scores": listed}


def go(number: int, player: int, count: int, **more: bool) -> dict[str, Any]:
    return {"n": number, "player": player, "go": True, "count": count} | more


# text


def test_the_first_example(crib: Run) -> None:
    for args in (("7H", "8S", "9D"), ("7H 8S 9D",), ("7h,8s,9d",), ("--players", "2", "7♥", "♠8", "9 of diamonds")):
        done = crib("peg", *args)
        assert (done.returncode, done.stdout, done.stderr) == (0, ONE, "")


def test_goes_and_who_leads(crib: Run) -> None:
    done = crib("peg", "10 J 9 go A go 5")
    assert done.stdout == (
        "  player 1  10  10\n"
        "  player 2  J   20\n"
        "  player 1  9   29   3  a run of three for three\n"
        "  player 2  go\n"
        "  player 1  A   30   1  and one for the go\n"
        "  player 1  go\n"
        "player 2 leads\n"
        "  player 2  5    5\n"
        "count 5, player 1 to play\n"
        "totals: player 1 4, player 2 0\n"
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_go_that_is_not_written_is_said(crib: Run) -> None:
    lines = crib("peg", "K Q J 5").stdout.splitlines()
    assert lines[2:5] == [
        "  player 1  J  30   4  a run of three for three, and one for the go",
        "  player 2  go (not written: the next card would go above 31)",
        "player 2 leads",
    ]


def test_all_scores_of_a_card_and_the_end(crib: Run) -> None:
    lines = crib("peg", "9 10 6 3 3", "--cards-each", "3").stdout.splitlines()
    assert lines[4] == "  player 1  3   31   4  thirty-one for two, a pair for two"
    assert lines[5:] == ["player 2 to lead", "totals: player 1 4, player 2 0"]
    lines = crib("peg", "--cards-each", "2", "4", "6", "5", "6").stdout.splitlines()
    assert lines[2:] == [
        "  player 1  5  15   5  fifteen for two, a run of three for three",
        "  player 2  6  21   1  and one for last",
        "the play is over",
        "totals: player 1 5, player 2 1",
    ]


def test_three_and_four_players(crib: Run) -> None:
    done = crib("peg", "--players", "3", "K 10 Q 9 8 J 2 7 4 5 6 3")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[-2:] == ["the play is over", "totals: player 1 1, player 2 4, player 3 7"]
    assert [line for line in lines if "leads" in line] == ["player 1 leads", "player 2 leads"]
    lines = crib("peg", "7 7 7 7", "--players=4").stdout.splitlines()
    assert [line.split("  ")[-1] for line in lines[1:4]] == [
        "a pair for two", "a pair royal for six", "a double pair royal for twelve",
    ]  # fmt: skip
    assert lines[-2:] == [
        "totals: player 1 0, player 2 2, player 3 6, player 4 12",
        "sides: 1 and 3: 6, 2 and 4: 14",
    ]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["fifteen for two", "a run of three for three", "go", "thirty-one for two", "player 1 leads",
                "a pair for two", "and one for last", "the play is over", "totals: player 1 4, player 2 6"]),
        ("it", ["quindici per due", "una scala da tre per tre", "Go", "trentuno per due", "apre il giocatore 1",
                "una coppia per due", "e uno per l'ultima", "il gioco è finito",
                "totali: giocatore 1 4, giocatore 2 6"]),
        ("es", ["quince por dos", "una escalera de tres por tres", "Go", "treinta y uno por dos", "sale el jugador 1",
                "una pareja por dos", "y uno por la última", "el juego ha terminado",
                "totales: jugador 1 4, jugador 2 6"]),
    ],
)  # fmt: skip
def test_three_languages(crib: Run, lang: str, said: list[str]) -> None:
    play = "7 8 9 5 go 2 4 4 K"
    for args, variables in (
        (("--lang", lang, "peg", play), {}),
        (("peg", play, "--lang", lang), {}),
        (("peg", play), {"CRIB_LANG": lang}),
    ):
        done = crib(*args, **variables)
        assert (done.returncode, done.stderr) == (0, "")
        lines = done.stdout.splitlines()
        for words in said:
            assert any(line.endswith(words) for line in lines), words
    machine = crib("peg", play, "--lang", lang, "--format", "json").stdout
    assert machine == crib("peg", play, "--format", "json").stdout


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "'go' at character 3: player 2 says no go at 10, where every card fits"),
        ("it", "'go' al carattere 3: il giocatore 2 non dice Go a 10"),
        ("es", "'go' en el carácter 3: el jugador 2 no dice Go con 10"),
    ],
)
def test_errors_speak_the_language_and_json_does_not(crib: Run, lang: str, said: str) -> None:
    done = crib("peg", "K go", "--lang", lang, "--format", "json")
    assert done.returncode == 2
    assert done.stderr.startswith("crib: " + said)
    assert json.loads(done.stdout)["error"].startswith("'go' at character 3: player 2 says no go at 10")


def test_letters_and_signs(crib: Run) -> None:
    assert crib("peg", "7H 10S", "--ascii").stdout.splitlines()[:2] == ["  player 1  7H    7", "  player 2  10S  17"]
    done = crib("peg", "--cards", "it", "5C FQ RP")
    assert [line.split()[2] for line in done.stdout.splitlines()[:3]] == ["5♥", "F♦", "R♠"]
    done = crib("peg", "--cards", "it", "5C FQ RP", "--ascii")
    assert [line.split()[2] for line in done.stdout.splitlines()[:3]] == ["5C", "FQ", "RP"]
    record = json.loads(crib("peg", "--cards", "it", "5C FQ RP", "--format", "json").stdout)
    assert [play["card"] for play in record["plays"]] == ["5H", "JD", "KS"]
    done = crib("peg", "7♥ 8♠", encoding="ascii", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stdout.splitlines()[1]) == (0, "  player 2  8S  15   2  fifteen for two")


# JSON


def test_json_is_the_bytes_of_the_contract(crib: Run) -> None:
    assert crib("peg", "7H 8S 9D", "--format", "json").stdout == (
        '{"plays":[{"n":1,"player":1,"card":"7H","count":7,"points":0,"scores":[]},'
        '{"n":2,"player":2,"card":"8S","count":15,"points":2,"scores":[{"reason":"fifteen","points":2}]},'
        '{"n":3,"player":1,"card":"9D","count":24,"points":3,"scores":[{"reason":"run","points":3}]}],'
        '"count":24,"to_play":2,"totals":{"1":3,"2":2}}\n'
    )


def test_json_lists_last_with_the_card_that_earns_it(crib: Run) -> None:
    done = crib("peg", "10 J 9 go A go 5", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {
        "plays": [
            card(1, 1, "10", 10),
            card(2, 2, "J", 20),
            card(3, 1, "9", 29, run=3),
            go(4, 2, 29),
            card(5, 1, "A", 30, last=1),
            go(6, 1, 30),
            card(7, 2, "5", 5),
        ],
        "count": 5,
        "to_play": 1,
        "totals": {"1": 4, "2": 0},
    }


def test_json_of_every_reason(crib: Run) -> None:
    """Thirty-one gives nothing for last; ranks come back as ranks, in one spelling, suits as they were given."""
    record = json.loads(crib("peg", "t j 9 5h 7 7d GO", "--format", "json").stdout)
    assert record["plays"] == [
        card(1, 1, "10", 10),
        card(2, 2, "J", 20),
        card(3, 1, "9", 29, run=3, last=1),
        go(4, 2, 29, inferred=True),
        card(5, 2, "5H", 5),
        card(6, 1, "7", 12),
        card(7, 2, "7D", 19, pair=2),
    ]
    assert record["error"].startswith("'GO' at character 15: player 1 says no go at 19")
    assert (record["count"], record["to_play"], record["totals"]) == (19, 1, {"1": 4, "2": 2})
    record = json.loads(crib("peg", "9 10 6 3 3", "--cards-each", "3", "--format", "json").stdout)
    assert record["plays"][-1] == card(5, 1, "3", 31, thirty_one=2, pair=2)
    assert (record["count"], record["to_play"]) == (0, 2)
    record = json.loads(crib("peg", "8 7", "--cards-each", "1", "--format", "json").stdout)
    assert record["plays"][-1] == card(2, 2, "7", 15, fifteen=2, last=1)
    assert (record["count"], record["to_play"], record["totals"]) == (0, None, {"1": 0, "2": 3})


def test_json_agrees_with_the_table(crib: Run) -> None:
    """Whole plays of two, three and four players, with every field worked out by the second implementation."""
    chance = random.Random(51)
    for players in (2, 3, 4):
        plays = [deal_and_play(chance, players, 4) for _ in range(200)]
        text = "\n".join(map(write, plays)) + "\n"
        done = crib("peg", "-", "--format", "json", "--players", str(players), stdin=text)
        assert (done.returncode, done.stderr) == (0, "")
        records = [json.loads(line) for line in done.stdout.splitlines()]
        assert records == [record_of(played) for played in plays]


def deal_and_play(chance: random.Random, players: int, each: int) -> Played:
    deal = chance.sample(DECK, players * each)
    hands = [deal[seat * each : (seat + 1) * each] for seat in range(players)]
    return play_table(hands, lambda _seat, fitting, _count: chance.choice(fitting))


def write(played: Played) -> str:
    return " ".join(event.card or "go" for series in played.series for event in series.events)


def record_of(played: Played) -> dict[str, Any]:
    plays: list[dict[str, Any]] = []
    for series in played.series:
        for event in series.events:
            number = len(plays) + 1
            if event.card is None:
                plays.append(go(number, event.player, event.count))
            else:
                scores = {reason.replace("-", "_"): points for reason, points, _ in event.scores}
                plays.append(card(number, event.player, event.card, event.count, **scores))
    totals = {str(player): points for player, points in enumerate(played.totals, 1)}
    return {"plays": plays, "count": 0, "to_play": None, "totals": totals}


# what is illegal: everything before it is printed


@pytest.mark.parametrize(
    ("args", "cards", "said"),
    [
        (("K go",), 1, "'go' at character 3: player 2 says no go at 10, where every card fits; any card can be played"),
        (("go",), 0, "'go' at character 1: player 1 leads and says no go; any card can be played"),
        (("K Q 9 go 5 A",), 4, ("'5' at character 10: would make 34, above 31, and player 1 holds A (character 12), "
                               "which makes 30; a card up to 2 must be played")),
        (("K", "Q", "9", "go", "A", "go", "5", "K", "2"), 3,
         ("'go' at character 7: player 2 says go at 29 but holds 2 (character 19), which makes 31; "
         "a card up to 2 must be played")),
        (("--cards-each", "1", "K 5 3"), 2, "'3' at character 5: all 2 cards are played; --cards-each says"),
        (("A A A A 2 2 2 2 3",), 8, "'3' at character 17: all 8 cards are played; --cards-each says"),
        (("--variant", "five", "K Q J A 5"), 4, "'5' at character 9: this play ends with its first series; --play-out"),
        (("--variant", "five", "K Q 9 A 5"), 4, "'5' at character 9: would make 35, above 31, and this play ends with"),
    ],
)  # fmt: skip
def test_what_is_illegal_stops_with_exit_2(crib: Run, args: tuple[str, ...], cards: int, said: str) -> None:
    done = crib("peg", *args)
    assert done.returncode == 2
    assert done.stderr.startswith("crib: " + said)
    assert done.stderr.count("\n") == 1
    lines = done.stdout.splitlines()
    assert len([line for line in lines if line.startswith("  ")]) == cards
    assert lines[-1].startswith("totals: player 1 ")
    done = crib("peg", *args, "--format", "json")
    assert (done.returncode, done.stderr.startswith("crib: " + said)) == (2, True)
    record = json.loads(done.stdout)
    assert set(record) == {"plays", "count", "to_play", "totals", "error"}
    assert len(record["plays"]) == cards
    assert f"crib: {record['error']}\n" == done.stderr


def test_nothing_after_it_is_scored(crib: Run) -> None:
    """A fifteen and a pair behind a go that is none."""
    record = json.loads(crib("peg", "K go 5 5", "--format", "json").stdout)
    assert record["plays"] == [card(1, 1, "K", 10)]
    assert (record["count"], record["to_play"], record["totals"]) == (10, 2, {"1": 0, "2": 0})


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "no cards given; write 7H 8S 9D, or -"),
        (("7H ZZ",), "'ZZ' at character 4: not a card"),
        (("7H", "8S", "7h"), "'7h' at character 7: 7H is there already, at character 1; "),
        (("7 7 7 7 7",), "'7' at character 9: a fifth 7; the pack has four of a rank"),
        (("7H 8S / 9D",), "'/' at character 7: no starter in the play; leave out the sign"),
        (("7H [8S",), "'[' at character 4: a bracket without its fellow"),
        ((",",), "no cards; write the play in order, like 7H 8S 9D go"),
        (("--players", "5", "7"), "--players '5': not known; choose 2, 3, 4"),
        (("--players", "1", "7"), "--players '1': not known; choose 2, 3, 4"),
        (("--players", "3", "--variant", "five", "7"), "the five game is not for 3 players; it is for 2"),
        (("--players", "4", "--variant", "seven", "7"), "the seven game is not for 4 players; it is for 2"),
        (("--players", "3", "--variant", "shotgun", "7"), "the shotgun game is not for 3 players; it is for 2"),
        (("--variant", "fve", "7"), "--variant 'fve': not known; did you mean five?"),
        (("--cards-each", "0", "7"), "--cards-each '0': not 1-13"),
        (("--cards-each", "14", "7"), "--cards-each '14': not 1-13"),
        (("--cards-each", "four", "7"), "--cards-each 'four': not 1-13"),
        (("--format", "points", "7"), "--format 'points': not known; choose text, json"),
        (("--format", "tsv", "7"), "--format 'tsv': not known; choose text, json"),
        (("--jobs", "2", "7"), "--jobs goes with - or --file"),
        (("--strict", "7"), "--strict goes with - or --file"),
        (("--player", "3", "7"), "no option --player; did you mean --players?"),
        (("--playout", "7"), "no option --playout; did you mean --play-out?"),
        (("-", "--file", "x"), "- and --file x: "),
        (("7H", "--file", "x"), "'7H' beside --file: "),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(crib: Run, args: tuple[str, ...], said: str) -> None:
    done = crib("peg", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("crib: " + said)
    assert done.stderr.count("\n") == 1


def test_no_starter_is_advised_where_there_is_none(crib: Run) -> None:
    done = crib("peg", "5H", "-5D")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no option -5D" in done.stderr
    assert "starter" not in done.stderr


# options


@pytest.mark.parametrize(
    ("args", "each"),
    [
        ((), 4),
        (("--variant", "six"), 4),
        (("--variant", "five", "--play-out"), 3),
        (("--variant", "seven"), 5),
        (("--variant", "shotgun"), 6),
        (("--players", "3"), 4),
        (("--players", "4"), 4),
        (("--cards-each", "3", "--players", "3"), 3),
        (("--variant", "seven", "--cards-each", "2"), 2),
        (("--cards-each", "13", "--players", "4"), 13),
    ],
)
def test_cards_each(crib: Run, args: tuple[str, ...], each: int) -> None:
    """The play is over with the last card that was dealt and not a card sooner."""
    players = int(args[args.index("--players") + 1]) if "--players" in args else 2
    hands = [DECK[seat * each : (seat + 1) * each] for seat in range(players)]
    played = play_table(hands, lambda _seat, fitting, _count: fitting[0])
    done = crib("peg", *args, write(played), "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == record_of(played)
    short = write(played).rpartition(" ")[0]
    assert json.loads(crib("peg", *args, short, "--format", "json").stdout)["to_play"] is not None
    if players * each < len(DECK):
        done = crib("peg", *args, f"{write(played)} KS")
        assert done.returncode == 2
        assert f"all {players * each} cards are played" in done.stderr


def test_five_cards_are_one_series_unless_played_out(crib: Run) -> None:
    done = crib("peg", "--variant", "five", "K Q J go go")
    assert (done.returncode, done.stdout.splitlines()[-2:]) == (
        0, ["the play is over", "totals: player 1 4, player 2 0"],
    )  # fmt: skip
    assert crib("peg", "--variant", "five", "K Q J go go 5").returncode == 2
    done = crib("peg", "--variant", "five", "--play-out", "K Q J go go 5")
    assert (done.returncode, done.stdout.splitlines()[-2:]) == (
        0, ["count 5, player 1 to play", "totals: player 1 4, player 2 0"],
    )  # fmt: skip


def test_help_speaks_of_the_five_card_play(crib: Run) -> None:
    for args in (("peg", "-h"), ("peg", "--help")):
        done = crib(*args)
        assert (done.returncode, done.stderr) == (0, "")
        assert max(map(len, done.stdout.splitlines())) <= 80
        said = " ".join(done.stdout.split())
        assert "in five the play is one series" in said
        for option in ("--players 2|3|4", "--cards-each N", "--play-out", "--format text|json", "--strict", "--jobs"):
            assert option in said


# many plays


def test_a_batch_is_one_object_a_line(crib: Run) -> None:
    done = crib("peg", "-", "--format", "json", stdin=PLAYS)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    records = [json.loads(line) for line in lines]
    assert len(records) == 6
    assert [record.get("line") for record in records] == [None, None, 5, 6, None, 8]
    # What is good is what one play alone gives; what is bad has its error and its line besides.
    assert lines[0] + "\n" == crib("peg", "7H 8S 9D", "--format", "json").stdout
    assert lines[1] + "\n" == crib("peg", "K Q J 5 K", "--format", "json").stdout
    assert lines[4] + "\n" == crib("peg", "10 J 9 go A go 5", "--format", "json").stdout
    assert set(records[2]) == {"error", "line"}
    assert records[2]["error"].startswith("'ZZ' at character 4: not a card; ")
    for record, play in ((records[3], "K go 5"), (records[5], "K Q 9 go 5 A")):
        alone = json.loads(crib("peg", play, "--format", "json").stdout)
        assert record == alone | {"line": record["line"]}
        assert "error" in alone
    assert done.stderr == "".join(
        f"stdin:{record['line']}: {record['error']}\n" for record in records if "error" in record
    )


def test_a_batch_as_text(crib: Run) -> None:
    done = crib("peg", "-", stdin=PLAYS)
    assert done.returncode == 1
    shown = done.stdout.split("\n\n")
    assert shown.pop() == ""
    assert shown[0] + "\n" == ONE
    assert len(shown) == 5  # nothing can be shown of a line that is no play
    assert shown[2].splitlines() == [
        "  player 1  K  10",
        "count 10, player 2 to play",
        "totals: player 1 0, player 2 0",
    ]
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == ["stdin:5", "stdin:6", "stdin:8"]


def test_good_batches_end_with_0(crib: Run) -> None:
    for form in ("text", "json"):
        done = crib("peg", "-", "--format", form, stdin="7H 8S 9D\n")
        assert (done.returncode, done.stderr) == (0, "")
        done = crib("peg", "-", "--format", form, stdin="")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        done = crib("peg", "-", "--format", form, stdin="# nothing\n\n")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("bad", "kept"), [("7H ZZ", 0), ("K go 5", 1)])
def test_strict_stops_at_the_first_bad_line(crib: Run, jobs: str, bad: str, kept: int) -> None:
    text = f"7H 8S\n{bad}\n7H 8S\nK go\n"
    done = crib("peg", "-", "--strict", "--format", "json", "--jobs", jobs, stdin=text)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, len(records), records[1]["line"]) == (1, 2, 2)
    assert len(records[1].get("plays", [])) == kept
    assert done.stderr.startswith("stdin:2: ")
    assert done.stderr.count("\n") == 1


def many_lines(number: int, seed: int) -> str:
    """Write plays, some of which are bad, and lines between them that give nothing."""
    chance = random.Random(seed)
    lines = []
    for _ in range(number):
        words = write(deal_and_play(chance, 2, 4)).split()
        kind = chance.randrange(8)
        if kind == 0:
            words.insert(chance.randrange(len(words)), "go")
        elif kind == 1:
            words = words[: chance.randrange(1, len(words))]
        elif kind == 2:
            words[chance.randrange(len(words))] = "X"
        elif kind == 3:
            words = [word if word == "go" else word[:-1] for word in words]
        elif kind == 4:
            words = chance.choice(([], ["#", *words]))
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("form", ["text", "json"])
def test_processes_give_the_same_bytes(crib: Run, form: str) -> None:
    text = many_lines(12_000, seed=61)
    one, two = (crib("peg", "-", "--format", form, "--jobs", jobs, stdin=text) for jobs in ("1", "2"))
    assert (one.stdout, one.stderr, one.returncode) == (two.stdout, two.stderr, two.returncode)
    assert one.returncode == 1
    assert len(text) > 1 << 18, "more than one block, or nothing is shared"


def test_a_file_line_by_line(crib: Run, tmp_path: Path) -> None:
    text = many_lines(600, seed=62)
    path = tmp_path / "plays.txt"
    path.write_text(text)
    done = crib("peg", "--file", str(path), "--format", "json")
    piped = crib("peg", "-", "--format", "json", stdin=text)
    assert (done.stdout, done.returncode) == (piped.stdout, 1)
    assert done.stderr == piped.stderr.replace("stdin:", f"{path}:")
    plays = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert done.stdout.count("\n") == len(plays)
    for line, play in list(zip(done.stdout.splitlines(), plays, strict=True))[:40]:
        alone = crib("peg", play, "--format", "json")
        record = json.loads(line)
        assert (alone.returncode == 2) == ("error" in record)
        if "plays" in record:
            record.pop("line", None)
            assert json.loads(alone.stdout) == record
    for bad in (tmp_path / "none.txt", tmp_path):
        done = crib("peg", "--file", str(bad))
        assert done.returncode == 3
        assert done.stderr.startswith(f"crib: {bad}: cannot be read: ")


def test_options_hold_for_every_line(crib: Run) -> None:
    text = "K 10 Q 9 8 J 2 7 4 5 6 3\nA A A\n"
    records = [json.loads(line) for line in
               crib("peg", "-", "--players", "3", "--format", "json", stdin=text).stdout.splitlines()]  # fmt: skip
    assert records[0]["totals"] == {"1": 1, "2": 4, "3": 7}
    assert records[1]["totals"] == {"1": 0, "2": 2, "3": 6}
    done = crib("peg", "-", "--variant", "five", "--format", "json", stdin="K Q J A 5\n")
    assert (done.returncode, json.loads(done.stdout)["totals"]) == (1, {"1": 3, "2": 2})
    done = crib("peg", "-", "--variant", "five", "--play-out", "--format", "json", stdin="K Q J A 5\n")
    assert (done.returncode, json.loads(done.stdout)["count"]) == (0, 5)
    assert crib("peg", "-", "--cards", "it", "--ascii", stdin="RC DP\n").stdout.startswith("  player 1  RC  10\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"7H \xff 8S", "'\\xff' at character 4: a byte that is not UTF-8"),
        (b"7H \x00", "U+0000"),
        (b"7H\x1c8S", "U+001C"),
        ("7H 8С".encode(), "U+0421 CYRILLIC CAPITAL LETTER ES"),
        (b"7H " + b"go " * 30_000, "the line is longer than 65536 bytes"),
        (b",", "no cards"),
        (b"7H 8S = 5", "'=' at character 7"),
        (b"7H 7H", "7H is there already"),
        (b"7 7 7 7 7", "a fifth 7"),
    ],
)
def test_a_bad_line_leaves_the_rest_unharmed(crib: Run, line: bytes, said: str) -> None:
    done = crib("peg", "-", "--format", "json", stdin=b"7H 8S\n" + line + b"\n7H 8S\n")
    assert done.returncode == 1
    first, second, third = done.stdout.splitlines()
    assert first == third
    assert set(json.loads(second)) == {"error", "line"}
    assert done.stderr.startswith("stdin:2: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_random_bytes(crib: Run) -> None:
    data = random.Random(63).randbytes(500_000)
    plays = [line for line in data.split(b"\n") if line.strip() and not line.strip().startswith(b"#")]
    done = crib("peg", "-", "--format", "json", stdin=data)
    assert done.returncode == 1
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(records) == len(plays)
    bad = [f"stdin:{record['line']}" for record in records if "error" in record]
    assert [line.partition(": ")[0] for line in done.stderr.splitlines()] == bad
    assert len(bad) > 1500


def test_a_closed_pipe_ends_quietly() -> None:
    for form in ("text", "json", "json --jobs 2"):
        command = f"yes '7H 8S 9D' | {CRIB} peg - --format {form} | head -1; echo ${{PIPESTATUS[1]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, env=CLEAN, check=True, timeout=60)
        assert done.stderr == b""
        first, code = done.stdout.splitlines()
        assert code == b"0"
        assert first == b"  player 1  7\xe2\x99\xa5   7" or json.loads(first)["totals"] == {"1": 3, "2": 2}


def test_windows_line_ends_and_a_byte_order_mark(crib: Run) -> None:
    done = crib("peg", "-", "--format", "json", stdin="\ufeff7H 8S 9D\r\n7H 8S 9D\r\n")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first == second
    assert len(json.loads(first)["plays"]) == 3
