"""Chances to win and points in the play: the tables whole and as their script makes them, and the sums on them.

``cases/pegging_sample.csv`` has what people peg with 32 kept hands, by role: the keeper's points and the opponent's,
from the pegging quiz of Cribbage Pro, https://www.cribbagepro.net/pegging_quiz/pegging_quiz.html.
"""

import random
import sys
from fractions import Fraction
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().with_name("tools")))

import build_odds
import odds_deals
import odds_pegging
import odds_values
import odds_win
import strength_tables
from odds_files import collect
from policy_files import open_sealed

from crib_cli.analysis import odds
from crib_cli.analysis.discard import list_cuts, rank_discards
from crib_cli.analysis.odds import Standing, after_play, play_leaf, throw_chance, tilt, win_chance
from crib_cli.analysis.peg import View, rank_plays
from crib_cli.analysis.tables import load_pegging
from crib_cli.analysis.throws import list_multisets
from crib_cli.core.cards import NAMES

FOLDERS = build_odds.Folders(build_odds.DATA, build_odds.CASES, Path())
SIX = odds_deals.GAMES["six"]
FILES = [
    *(build_odds.CASES / f"deals_{name}.bin" for name in odds_deals.GAMES),
    build_odds.CASES / "values_six.bin",
    build_odds.DATA / "pegging_six.bin",
    *(build_odds.DATA / f"{kind}_{name}.bin" for kind in ("win", "odds") for name in odds_deals.GAMES),
]
HANDS = {hand: number for number, hand in enumerate(list_multisets(4))}


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(NAMES.index, text.split()))


@pytest.fixture(scope="module")
def deals() -> list[odds_deals.Deal]:
    return build_odds.read_deals(FOLDERS, SIX)


# The files


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_file_is_whole_and_names_its_script(path: Path) -> None:
    header, _ = open_sealed(path)  # stops if the hash is another
    kind, version, script, *_ = header.split()
    assert kind.startswith("crib-")
    assert version.isdecimal()
    assert (build_odds.ROOT / script).is_file()


def test_tables_follow_from_the_recorded_deals() -> None:
    build_odds.check(odds_deals.GAMES["five"], FOLDERS, sample=5, seed=3)


@pytest.mark.slow
def test_sample_recomputed() -> None:
    for game in odds_deals.GAMES.values():
        build_odds.check(game, FOLDERS, sample=60, seed=4)


def test_a_sample_of_deals_is_played_the_same_again(deals: list[odds_deals.Deal]) -> None:
    throws = odds_deals.Throws(SIX, build_odds.read_values(FOLDERS))
    for number in (0, 7777, SIX.deals - 1):
        assert odds_deals.play_deal(throws, build_odds.SEED, number) == deals[number]


def test_a_sample_of_values_is_found_again() -> None:
    values = build_odds.read_values(FOLDERS)
    for role, place in (("dealer", 0), ("dealer", 1000), ("pone", 500), ("pone", 1819)):
        assert list(odds_values.value_hand(role, odds_values.HANDS[place])) == values[role][place]


def test_work_goes_on_where_it_stopped(tmp_path: Path) -> None:
    asked: list[int] = []

    def work_out(number: int) -> list[int]:
        asked.append(number)
        return [number, number * number]

    path = tmp_path / "work.jsonl"
    collect(path, 3, work_out, "test")
    path.write_text(path.read_text() + "[3,")  # cut short
    assert collect(path, 5, work_out, "test") == [[number, number * number] for number in range(5)]
    assert asked == [0, 1, 2, 3, 4]


# Points in the play


def mean_pegging(role: str, deals: list[odds_deals.Deal]) -> tuple[float, float]:
    """Return what a role's table says of the hands of recorded deals, on the mean."""
    seat = odds_pegging.SEATS[role]
    table = load_pegging()[role]
    kept = [table[deal[seat]] for deal in deals]
    return tuple(sum(pair[side] for pair in kept) / len(kept) / 1000 for side in (0, 1))


def test_means_of_the_play_are_those_of_experts(deals: list[odds_deals.Deal]) -> None:
    """Experts: the dealer pegs 3.5 to 3.7, pone 1.8 to 2.1; within 0.2."""
    for dealer, pone in (mean_pegging("dealer", deals), mean_pegging("pone", deals)[::-1]):
        assert 3.3 <= dealer <= 3.9
        assert 1.6 <= pone <= 2.3


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_hands_are_in_the_order_in_which_people_peg(role: str) -> None:
    hands, correlation = strength_tables.correlate_people(role)
    assert hands == 32
    assert correlation >= 0.8


def test_line_of_least_squares() -> None:
    line = odds_pegging.fit_line([(0, 1), (1, 3), (2, 5)])
    assert line == (1, 2)
    line = odds_pegging.fit_line([(0, 0), (0, 2), (4, 3)])
    assert line == (1, Fraction(1, 2))


# The chances before a deal


def walk(deal: odds_deals.Deal, scores: list[int]) -> tuple[int | None, list[int]]:
    """Return who gets home first in a deal from scores by seat, and the scores then."""
    now = list(scores)
    for _, seat, points in map(odds_deals.unpack_score, deal.scores):
        now[seat] += points
        if now[seat] >= 121:
            return seat, now
    return None, now


@pytest.mark.parametrize(
    ("dealer", "pone"), [(120, 120), (120, 110), (110, 120), (111, 97), (96, 104), (100, 60), (60, 100), (80, 80)]
)
def test_chance_is_the_mean_over_all_deals(deals: list[odds_deals.Deal], dealer: int, pone: int) -> None:
    total = Fraction(0)
    for deal in deals:
        home, now = walk(deal, [pone, dealer])
        if home is None:
            total += 1 - Fraction(round(odds.UNIT * win_chance(now[0], now[1])), odds.UNIT)
        else:
            total += home
    assert abs(total / len(deals) - Fraction(win_chance(dealer, pone))) <= Fraction(1, odds.UNIT)


def test_chances_agree_with_games_drawn_from_the_deals(deals: list[odds_deals.Deal]) -> None:
    chance = random.Random(5)
    games = 4000
    for dealer, pone in ((0, 0), (35, 37), (90, 100)):
        won = 0
        for _ in range(games):
            scores, first = [pone, dealer], 1  # by seat: pone, dealer
            home = None
            while home is None:
                home, scores = walk(chance.choice(deals), scores)
                if home is None:
                    scores, first = scores[::-1], 1 - first
            won += home == first
        expected = win_chance(dealer, pone)
        assert abs(won / games - expected) <= 4 * (expected * (1 - expected) / games) ** 0.5


def test_published_chances() -> None:
    assert 0.55 <= win_chance(0, 0) <= 0.565
    assert win_chance(35, 37) == pytest.approx(0.51, abs=0.02)


def test_chance_grows_with_my_score_and_falls_with_theirs() -> None:
    for score in range(0, 120, 5):
        for other in range(0, 121, 5):
            assert win_chance(score + 1, other) >= win_chance(score, other) - 0.004
            assert win_chance(other, score + 1) <= win_chance(other, score) + 0.004


def test_other_targets_go_by_what_is_needed() -> None:
    assert win_chance(121, 3) == 1
    assert win_chance(3, 121) == 0
    assert win_chance(0, 0, 61) == win_chance(60, 60)
    assert win_chance(60, 60, 181) == win_chance(0, 0)
    assert 0.5 < win_chance(0, 0, 181) < 0.6
    assert win_chance(0, 3, 61, "five") < win_chance(0, 0, 61, "five")
    assert 0 < win_chance(0, 0, 121, "seven") < 1


def test_race_counts_as_a_walk_does() -> None:
    chance = random.Random(6)
    made = [[(chance.randrange(2), chance.randrange(1, 7)) for _ in range(chance.randrange(1, 9))] for _ in range(200)]
    race = odds_win.Race(15, made)
    for needs in ((1, 1), (3, 5), (15, 4), (8, 15)):
        firsts = [0, 0]
        for deal in made:
            now = [0, 0]
            for seat, points in deal:
                now[seat] += points
                if now[seat] >= needs[seat]:
                    firsts[seat] += 1
                    break
        assert [race.wins(0, needs[0], needs[1]), race.wins(1, needs[1], needs[0])] == firsts


# Within a deal


def test_hands_count_in_order() -> None:
    assert after_play(Standing("pone", 115, 120), 6, 4) == 1
    assert after_play(Standing("dealer", 120, 115), 4, 6) == 0
    assert after_play(Standing("dealer", 119, 110), 2, 6) == 1
    even = after_play(Standing("dealer", 60, 60), 8, 8)
    assert after_play(Standing("pone", 60, 60), 8, 8) == pytest.approx(1 - even)


@pytest.mark.parametrize(("mean", "counts"), [(4.5, (1, 0, 5, 0, 9, 0, 4, 1)), (2.1, (3, 1, 2, 9)), (6.9, [1] * 8)])
def test_tilt_has_the_mean_asked_for(mean: float, counts: list[int]) -> None:
    chances = tilt(counts, mean)
    assert sum(chances) == pytest.approx(1)
    assert sum(points * chance for points, chance in enumerate(chances)) == pytest.approx(mean, abs=1e-6)
    assert all(bool(chance) == bool(count) for chance, count in zip(chances, counts, strict=True))


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_chance_of_an_ordinary_throw_is_near_that_of_the_score(role: str) -> None:
    """With what experts hold on the mean, a throw is worth about what the score is."""
    parts = odds.load_parts("six")
    hands = [(0, points, number) for points, number in enumerate(parts.hands[role]) if number]
    crib = sum(points * number for points, number in enumerate(parts.crib)) / parts.deals
    for mine, theirs in ((0, 0), (60, 70), (100, 95), (115, 118), (112, 112), (117, 117), (120, 120), (119, 113)):
        found = throw_chance(Standing(role, mine, theirs), hands, crib, (0.0, 0.0))
        whole = win_chance(mine, theirs) if role == "dealer" else 1 - win_chance(theirs, mine)
        assert found == pytest.approx(whole, abs=0.035)


def test_throw_is_worth_more_with_more_points() -> None:
    dealt = cards("5H 5C 6D 7S JH QD")
    for role, sign in (("dealer", 1), ("pone", -1)):
        standing = Standing(role, 90, 90)
        cuts = list_cuts(dealt[:4], dealt)
        low, high = (throw_chance(standing, cuts, crib, (0.0, 0.0)) for crib in (4.0, 6.0))
        assert sign * (high - low) > 0
        better = [(starter, points + 1, number) for starter, points, number in cuts]
        assert throw_chance(standing, better, 4.0, (0.0, 0.0)) > low
        assert throw_chance(standing, cuts, 4.0, (0.5, 0.0)) > low > throw_chance(standing, cuts, 4.0, (0.0, 0.5))


@pytest.mark.parametrize("more", [(0.0, 0.0), (1.25, -0.5), (-1.5, 1.75), (2.0, 2.0)])
def test_a_tilted_play_has_the_means_asked_for(more: tuple[float, float]) -> None:
    parts = odds.load_parts("six")
    shares = odds.tilt_play(parts, more)
    recorded = [[number / parts.deals for number in row] for row in parts.play_rows]

    def means(rows: list[list[float]]) -> tuple[float, float]:
        dealer = sum(points * sum(row) for points, row in enumerate(rows))
        return dealer, sum(points * share for row in rows for points, share in enumerate(row))

    assert sum(map(sum, shares)) == pytest.approx(1)
    for found, usual, by in zip(means(shares), means(recorded), more, strict=True):
        assert found == pytest.approx(usual + by, abs=1e-6)
    if more == (0.0, 0.0):
        assert shares == [pytest.approx(row) for row in recorded]
    assert all(
        bool(s) == bool(r) for mine, row in zip(shares, recorded, strict=True) for s, r in zip(mine, row, strict=True)
    )


def test_more_in_the_play_is_no_score_before_it() -> None:
    """At 120 each the first point wins: nobody is home, or short of home, before a card is played."""
    cuts = list_cuts(cards("6H 7D 7S 4D"), cards("8S 10C 6H 7D 7S 4D"))
    for role in ("dealer", "pone"):
        for more in ((1.0, -0.5), (-0.75, 0.5)):
            assert 0.25 < throw_chance(Standing(role, 120, 120), cuts, 4.7, more) < 0.75


def test_a_hand_that_counts_out_for_sure_does_so_though_it_pegs_little() -> None:
    """Pone at 107 keeps 14 points at the least and counts first: only sixteen pegged by the dealer beat him."""
    dealt = cards("5H 5C 5D JS 10H QD")
    cuts = list_cuts(cards("5H 5C 5D QD"), dealt)
    assert min(points for _, points, _ in cuts) == 14
    at_home, a_point_more = (throw_chance(Standing("pone", mine, 105), cuts, 4.7, (-1.2, 0.4)) for mine in (107, 108))
    assert at_home > 0.99
    assert a_point_more == pytest.approx(at_home, abs=0.002)


@pytest.mark.parametrize("score", [(120, 120), (117, 117), (110, 110)])
def test_the_best_throws_of_both_sides_hardly_win_more_than_every_game(score: tuple[int, int]) -> None:
    chance = random.Random(f"both {score}")
    total = 0.0
    for _ in range(6):
        dealt = chance.sample(range(52), 6)
        total += sum(rank_discards(dealt, role, score=score)[0].win for role in ("dealer", "pone"))
    assert 0.9 < total / 6 < 1.15


def test_there_is_no_crib_behind_the_hands_of_shotgun() -> None:
    six, shotgun = (after_play(Standing("dealer", 116, 100, variant=name), 2, 0) for name in ("six", "shotgun"))
    assert six > shotgun
    assert shotgun == pytest.approx(1 - win_chance(100, 118))


def test_heels_win_the_game_and_count_with_their_chance() -> None:
    standing = Standing("dealer", 119, 119)
    jack, king = NAMES.index("JD"), NAMES.index("KD")
    never, always, even = (
        throw_chance(standing, cuts, 4.7, (0.0, 0.0))
        for cuts in ([(king, 4, 2)], [(jack, 4, 2)], [(king, 4, 1), (jack, 4, 1)])
    )
    assert always == 1 > never
    assert even == pytest.approx((always + never) / 2)


def test_who_is_out_with_his_hand_keeps_it() -> None:
    """Pone needs what the hand has for sure and counts first: the throw that keeps it wins as good as always."""
    dealt = cards("5H 5C 5D JS 2H KD")
    sure = throw_chance(Standing("pone", 110, 100), list_cuts(cards("5H 5C 5D JS"), dealt), 6.0, (0.0, 0.0))
    spoilt = throw_chance(Standing("pone", 110, 100), list_cuts(cards("5H 5C 2H KD"), dealt), 4.0, (0.0, 0.0))
    assert sure > 0.97 > spoilt


def test_play_for_the_game_takes_the_points_that_win() -> None:
    """At 119 a fifteen is the game, though it costs points in the rest of the play."""
    kept = cards("7D 8C KH KS")
    starter = NAMES.index("2C")
    view = View(kept, ((0, NAMES.index("8H")),), 1, starter=starter)
    best = rank_plays(view, play_leaf(Standing("dealer", 119, 100), kept, starter))[0]
    assert NAMES[best.card] in {"7D", "8C"}
    assert best.win == 1


def test_leaf_of_a_score_far_from_home_orders_much_as_points_do() -> None:
    kept = cards("9D 6C 2H 5C")
    view = View(kept, ((0, NAMES.index("7H")),), 1, starter=NAMES.index("KD"))
    found = rank_plays(view, play_leaf(Standing("dealer", 10, 10), kept, NAMES.index("KD")))
    assert all(one.win is not None and 0.4 < one.win < 0.7 for one in found)
    assert found[0].card == rank_plays(view)[0].card
