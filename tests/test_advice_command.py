"""``crib peg --hand`` and ``crib discard --score``: which card now, which throw wins most."""

import json

import pytest
from conftest import Run

KEPT = ("7H", "8S", "--hand", "9D 6C 2H")


def test_every_card_that_fits_is_there_with_what_it_scores_now(crib: Run) -> None:
    done = crib("peg", *KEPT, "--format", "json")
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    now = {each["card"]: (each["points"], each["count"]) for each in record["advice"]}
    assert now == {"9D": (3, 24), "6C": (3, 21), "2H": (0, 17)}
    expected = [each["expected"] for each in record["advice"]]
    assert expected == sorted(expected, reverse=True)
    assert record["advice"][0]["card"] == "9D"  # 6C leaves 21, where every ten-card makes 31
    assert all("win" not in each for each in record["advice"])


def test_text_shows_the_table_and_says_why(crib: Run) -> None:
    lines = crib("peg", *KEPT).stdout.splitlines()
    assert lines[4] == "player 1 holds 9♦ 6♣ 2♥"
    assert lines[5].split() == ["card", "count", "now", "expected"]
    assert lines[6].split()[:3] == ["9♦", "24", "3"]
    assert lines[-1].startswith("Play 9♦: 3 now and ")


def test_a_card_above_31_is_left_out_and_none_is_a_go(crib: Run) -> None:
    done = crib("peg", "K Q 9", "--hand", "A 5 5", "--format", "json")
    assert [each["card"] for each in json.loads(done.stdout)["advice"]] == ["A"]
    done = crib("peg", "K Q 9", "--hand", "5 5 6")
    assert done.stdout.splitlines()[-1] == "no card fits: go"


@pytest.mark.parametrize("role", [(), ("--role", "dealer")])
def test_a_lead_behind_ones_own_go_is_no_go(crib: Run, role: tuple[str, ...]) -> None:
    lines = crib("peg", "K 5 9 go 6 J 6 Q", "--hand", "10C", *role).stdout.splitlines()
    assert "  player 2  Q  26   1  and one for the go" in lines
    assert lines[-1] == "Play 10♣, nothing else fits: 1 now, 0.00 expected of the rest."


def test_the_number_of_cards_tells_who_leads_behind_a_go_nobody_wrote(crib: Run) -> None:
    done = crib("peg", "5H 10C 6H AH 7H go", "--hand", "KD QS")
    assert "player 2 holds K♦ Q♠" in done.stdout.splitlines()
    assert "  player 1  7♥   29   1  and one for the go" in done.stdout.splitlines()
    done = crib("peg", "5H 10C 6H AH 7H go", "--hand", "KD QS 3C")
    assert done.stderr == "crib: number of cards in 'KD QS 3C': 3; player 1 still holds 1\n"
    assert done.returncode == 2


def test_the_lead_needs_no_cards_played(crib: Run) -> None:
    done = crib("peg", "--hand", "5H 4D 6C JS", "--format", "json")
    advice = json.loads(done.stdout)["advice"]
    assert {each["card"] for each in advice} == {"5H", "4D", "6C", "JS"}
    assert advice[-1]["card"] == "5H"  # any ten-card makes fifteen


def test_the_role_tells_whose_turn_it_is_behind_a_go_nobody_wrote(crib: Run) -> None:
    as_dealer = json.loads(crib("peg", "K Q 9", "--hand", "A 5 5", "--role", "dealer", "--format", "json").stdout)
    assert as_dealer["to_play"] == 2
    as_pone = json.loads(crib("peg", "K Q 9", "--hand", "A 5", "--role", "pone", "--format", "json").stdout)
    assert as_pone["to_play"] == 1
    assert as_pone["plays"][-1] == {"n": 4, "player": 2, "go": True, "count": 29}


def test_a_score_gives_the_chance_to_win_and_orders_by_it(crib: Run) -> None:
    done = crib("peg", *KEPT, "--starter", "KD", "--score", "118-120", "--format", "json")
    advice = json.loads(done.stdout)["advice"]
    assert advice[0]["win"] == advice[1]["win"] == 1  # three points are all that is needed
    assert {advice[0]["card"], advice[1]["card"]} == {"9D", "6C"}
    assert 0 < advice[2]["win"] < 1


def test_what_is_known_sharpens_the_figures(crib: Run) -> None:
    plain = crib("peg", *KEPT, "--format", "json").stdout
    known = crib("peg", *KEPT, "--starter", "9S", "--tossed", "9H 9C", "--format", "json").stdout
    assert plain != known


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("7H 8S", "--hand", "9D 6C"), "number of cards in '9D 6C': 2; player 1 still holds 3"),
        (("7H 8S", "--hand", "9D 7H 2C"), "7H is played, held, tossed or turned up twice"),
        (("7H 8S", "--hand", "9D 6C XX"), "'XX' at character 7"),
        (("7 8", "--hand", "9 6 2", "--tossed", "5"), "number of cards in '5': 1; 2 are thrown here"),
        (("7 8", "--hand", "9 6 2", "--role", "dealer"), "it is the turn of player 1, not of the dealer"),
        (("7 8", "--role", "dealer"), "--role goes with --hand"),
        (("7 8", "--hand", "9 6 2", "--score", "3-4"), "--score goes with --starter"),
        (("7 8", "--hand", "9 6 2", "--score", "121-4"), "--score '121-4': not a score"),
        (("-", "--hand", "9 6 2"), "--hand goes with one hand"),
        (("7 7 7 7 ", "--hand", "7 6"), "a fifth 7"),
    ],
)
def test_what_does_not_go_together_is_one_clear_line(crib: Run, args: tuple[str, ...], said: str) -> None:
    done = crib("peg", *args, stdin="7 8\n")
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_three_and_four_players_get_advice_too(crib: Run) -> None:
    for players, hand in (("3", "9 6 2 A"), ("4", "9 6 2 A")):
        done = crib("peg", "7 8", "--players", players, "--hand", hand, "--format", "json")
        assert len(json.loads(done.stdout)["advice"]) == 4


def test_the_same_question_gets_the_same_answer_whatever_the_hash_seed(crib: Run) -> None:
    first = crib("peg", *KEPT, "--format", "json", PYTHONHASHSEED="1").stdout
    assert first == crib("peg", *KEPT, "--format", "json", PYTHONHASHSEED="2").stdout
    args = ("discard", "AH 4D 5S 6C JD KC", "--score", "105-110", "--format", "json")
    assert crib(*args, PYTHONHASHSEED="1").stdout == crib(*args, PYTHONHASHSEED="2").stdout


def test_a_throw_with_a_score_is_ordered_by_the_chance_to_win(crib: Run) -> None:
    done = crib("discard", "AH 4D 5S 6C JD KC", "--dealer", "--score", "105-110", "--format", "json")
    choices = json.loads(done.stdout)["choices"]
    wins = [choice["win"] for choice in choices]
    assert wins == sorted(wins, reverse=True)
    assert 0 < wins[-1] < wins[0] < 1
    text = crib("discard", "AH 4D 5S 6C JD KC", "--dealer", "--score", "105-110", "--top", "2", "--explain").stdout
    assert text.splitlines()[1].split()[-1] == "win"
    assert "percentage points more often" in text


def test_near_home_the_chance_to_win_overrules_points(crib: Run) -> None:
    """Pone at 117 counts first: a hand that surely counts four wins, whatever the crib brings."""
    args = ("discard", "5H 5D 9C KS 2C 3D", "--pone", "--format", "json")
    at_nought = json.loads(crib(*args).stdout)["choices"]
    near = json.loads(crib(*args, "--score", "117-105").stdout)["choices"]
    sure = {tuple(choice["keep"]) for choice in near if choice["hand"]["min"] >= 4}
    assert tuple(near[0]["keep"]) in sure
    assert at_nought[0]["win"] is None


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("5H 5C 6D 7S JH", "--score", "1-2"), 2, "no chance to win is known for 5 cards and 4 players"),
        (("5H 5C 6D 7S JH QD AC", "--score", "1-2"), 2, "no chance to win is known for 7 cards and 2 players"),
        (("5H 5C 6D 7S JH QD", "--score", "1"), 2, "--score '1': not a score; write mine-theirs"),
        (("5H 5C 6D 7S JH QD", "--score", "121-2"), 2, "not a score"),
        (("5H 5C 6D 7S JH", "--variant", "five", "--score", "60-2"), 0, ""),
        (("5H 5C 6D 7S JH", "--variant", "five", "--score", "61-2"), 2, "each 0 to 60"),
    ],
)
def test_scores_are_for_the_games_whose_chances_are_known(
    crib: Run, args: tuple[str, ...], code: int, said: str
) -> None:
    done = crib("discard", *args)
    assert done.returncode == code
    assert said in done.stderr
