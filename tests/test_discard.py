"""Discards: exact figures against brute force, dealing, and published values; order, models, reasons."""

import random
import re
from fractions import Fraction
from itertools import combinations, pairwise

import brute_discard
import numpy as np
import pytest

from crib_cli.analysis.discard import Choice, figure_hand, list_cuts, rank_discards
from crib_cli.analysis.explain import MOST_RANKS, compare_choices
from crib_cli.analysis.throws import join_uniform, list_multisets, weigh_multisets
from crib_cli.core.cards import make_card, name_of, names_of, rank_of
from crib_cli.core.letters import ENGLISH
from crib_cli.core.notation import parse_cards
from crib_cli.core.scoring import score_hand
from crib_cli.output.discard_text import Ranking, explain_line
from crib_cli.output.plain import Style
from crib_cli.words.catalog import load_book

DISPUTED = "5H 5C 6D 7S JH QD"


def cards_of(text: str) -> list[int]:
    return [card for card, _, _ in parse_cards(text)]


def choice_of(choices: tuple[Choice, ...], toss: str) -> Choice:
    return next(choice for choice in choices if set(choice.toss) == set(cards_of(toss)))


# the rows of the case files


def test_b124_published_average() -> None:
    dealt = cards_of("4C 5D 6H TS TC JH")
    for role, total in (("dealer", 15.2286), ("pone", 4.6844)):
        choice = choice_of(rank_discards(dealt, role, model="uniform"), "TS TC")
        assert choice.hand.mean == Fraction(458, 46)
        assert choice.crib.mean == Fraction(240091, 45540)
        assert float(choice.total) == pytest.approx(total, abs=5e-5)
    choice = choice_of(rank_discards(dealt, "dealer", model="uniform"), "4C 6H")
    assert (choice.hand.mean, choice.crib.mean) == (Fraction(491, 46), Fraction(222373, 45540))


def test_b125_pairs_and_starters() -> None:
    mine = [0] * 13
    for card in cards_of(DISPUTED):
        mine[rank_of(card)] += 1
    assert sum(join_uniform(mine)) == 1035 * 44 == 45540


@pytest.mark.parametrize("players", [3, 4])
def test_b127_five_choices_of_one_card(players: int) -> None:
    choices = rank_discards(cards_of("5H 5C 6D 7S JH"), "dealer", players=players)
    assert len(choices) == 5
    assert all(len(choice.toss) == 1 and len(choice.keep) == 4 for choice in choices)


def test_b128_the_roles_differ() -> None:
    dealer = rank_discards(cards_of(DISPUTED), "dealer", model="uniform")[0]
    pone = rank_discards(cards_of(DISPUTED), "pone", model="uniform")[0]
    assert (names_of(dealer.keep), names_of(pone.keep)) == ("5H 5C JH QD", "5H 5C 6D 7S")
    assert float(dealer.total) == pytest.approx(17.9890, abs=5e-5)
    assert float(pone.total) == pytest.approx(7.4747, abs=5e-5)


@pytest.mark.parametrize(
    ("dealt", "toss", "mean"),
    [
        ("AH 2C JS QD 7H 9S", "7H 9S", 2.85),  # eleven starters of the jack's suit
        ("AH 2C 7H 9S JS QD", "JS QD", 2.39),
        ("2H 3C 4D 5S AH 6C", "AH 6C", 8.57),
        ("3H 4C 5D 6S AH 2C", "AH 2C", 9.85),
    ],
)
def test_the_four_worked_hands(dealt: str, toss: str, mean: float) -> None:
    choice = choice_of(rank_discards(cards_of(dealt), "pone"), toss)
    assert round(float(choice.hand.mean), 2) == mean


# the hand


def test_hands_equal_brute_force_as_fractions() -> None:
    from brute import score

    chance = random.Random(21)
    for _ in range(200):
        dealt = chance.sample(range(52), 6)
        keep = chance.sample(dealt, 4)
        left = [card for card in range(52) if card not in dealt]
        points = [score(tuple(map(name_of, keep)), name_of(starter)) for starter in left]
        figures = figure_hand(keep, dealt)
        assert figures.mean == Fraction(sum(points), 46)
        assert (figures.least, figures.most) == (min(points), max(points))
        assert figures.spread == pytest.approx(float(np.std(points)))


def test_cuts_are_every_unseen_card() -> None:
    dealt = cards_of(DISPUTED)
    cuts = list_cuts(dealt[:4], dealt)
    assert [starter for starter, _, _ in cuts] == [card for card in range(52) if card not in dealt]
    assert all(points == score_hand(dealt[:4], starter) for starter, points, _ in cuts)


# the crib


def test_brute_cribs_are_scored_right() -> None:
    from brute import score

    others = brute_discard.deal_others(cards_of(DISPUTED), 6, "pone", 300, seed=1)
    toss = cards_of("JH QD")
    points = brute_discard.score_cribs(toss, others)
    for row, total in zip(others.tolist(), points.tolist(), strict=True):
        assert score(tuple(map(name_of, (*toss, *row[:2]))), name_of(row[2]), crib=True) == total


def check_by_dealing(dealt: list[int], role: str, deals: int, seed: int, *, tosses: int | None = None) -> None:
    """Compare the mean and the spread of cribs with dealt ones: within four standard errors."""
    other = "pone" if role == "dealer" else "dealer"
    others = brute_discard.deal_others(dealt, len(dealt), other, deals, seed)
    for choice in rank_discards(dealt, role)[:tosses]:
        points = brute_discard.score_cribs(list(choice.toss), others)
        error = points.std() / deals**0.5
        assert abs(points.mean() - float(choice.crib.mean)) <= 4 * error, (names_of(dealt), role, names_of(choice.toss))
        assert points.std() == pytest.approx(choice.crib.spread, rel=0.05)
        assert choice.crib.least <= points.min() <= points.max() <= choice.crib.most


FLUSH_AND_JACKS = ["2H 4H 6H 8H JH KH", "JH JD 5C 5D 5H 4S", "JC JS AC AD 2C 2S", "JH 10H 9H 3D 3S KD"]


@pytest.mark.parametrize("role", ["dealer", "pone"])
@pytest.mark.parametrize("text", [DISPUTED, *FLUSH_AND_JACKS])
def test_cribs_agree_with_dealing(text: str, role: str) -> None:
    check_by_dealing(cards_of(text), role, 60_000, seed=31)


@pytest.mark.parametrize("dealt", [5, 7])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_cribs_of_the_other_games_agree_with_dealing(dealt: int, role: str) -> None:
    check_by_dealing(random.Random(dealt).sample(range(52), dealt), role, 60_000, seed=32)


@pytest.mark.slow
def test_two_hundred_hands_agree_with_dealing() -> None:
    """Every throw of 200 hands, and two throws of every tenth over 200,000 deals."""
    chance = random.Random(33)
    for number in range(200):
        dealt = chance.sample(range(52), 6)
        role = chance.choice(("dealer", "pone"))
        check_by_dealing(dealt, role, 30_000, seed=number)
        if number % 10 == 0:
            check_by_dealing(dealt, role, 200_000, seed=number, tosses=2)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_single_cribs_agree_with_dealing(players: int, role: str) -> None:
    """Draw unseen cards alike and weigh each draw by how readily its cards are tossed."""
    from crib_cli.analysis.tables import load_one_card

    dealt = cards_of("5H JH 6D 7S QD")
    tables = load_one_card()
    own, other = ("three_own", "three_other") if players == 3 else ("four_own", "four_other")
    names = {
        (3, "dealer"): (other, other, None),
        (3, "pone"): (own, other, None),
        (4, "dealer"): (own, other, other),
        (4, "pone"): (other, own, own),
    }[players, role]
    ready = [tables[name] if name else (1,) * 13 for name in names]
    toss = cards_of("JH")
    left = [card for card in range(52) if card not in dealt]
    chance = random.Random(5)
    deals = 120_000
    others = np.array([chance.sample(left, 4) for _ in range(deals)])
    points = brute_discard.score_cribs(toss, others)
    weights = np.prod([np.array(ready[place])[others[:, place] // 4] for place in range(3)], axis=0).astype(float)
    mean = (weights * points).sum() / weights.sum()
    error = np.sqrt((weights**2 * (points - mean) ** 2).sum()) / weights.sum()
    exact = float(choice_of(rank_discards(dealt, role, players=players), "JH").crib.mean)
    assert abs(mean - exact) <= 4 * error


def test_ranks_alone_leave_out_flush_and_nobs() -> None:
    ranks = [make_card(rank) for rank in (4, 4, 5, 6, 10, 11)]
    best = rank_discards(ranks, "pone")[0]
    suited = choice_of(rank_discards(cards_of(DISPUTED), "pone"), "JH QD")
    assert sorted(map(rank_of, best.keep)) == [4, 4, 5, 6]
    assert best.hand.mean == suited.hand.mean  # this hand can have neither
    assert best.crib.mean < suited.crib.mean


# the pass, the order, the reasons


def test_weights_count_every_deal() -> None:
    from math import comb

    chance = random.Random(6)
    for dealt in (5, 6, 7):
        for _ in range(5):
            mine = [0] * 13
            for card in chance.sample(range(52), dealt):
                mine[card // 4] += 1
            weights = weigh_multisets(mine, dealt)
            assert sum(weights) == comb(52 - dealt, dealt)
            for number in chance.sample(range(len(weights)), 50):
                counts = [list_multisets(dealt)[number].count(rank) for rank in range(13)]
                ways = [comb(4 - held, count) for held, count in zip(mine, counts, strict=True)]
                assert weights[number] == int(np.prod(ways))


def test_every_throw_is_there_once_and_in_order() -> None:
    for text, number in ((DISPUTED, 15), ("5H 5C 6D 7S JH QD AC", 21), ("5H 5C 6D 7S JH", 10)):
        for role, sign in (("dealer", 1), ("pone", -1)):
            dealt = cards_of(text)
            choices = rank_discards(dealt, role)
            assert {frozenset(choice.toss) for choice in choices} == set(map(frozenset, combinations(dealt, 2)))
            assert len(choices) == number
            assert [c.total for c in choices] == sorted((c.total for c in choices), reverse=True)
            for choice in choices:
                assert (choice.pegging is not None) == (number == 15)
                net = choice.pegging.net if choice.pegging else 0
                assert choice.total == choice.hand.mean + sign * choice.crib.mean + net
                assert sorted(choice.keep + choice.toss) == sorted(dealt)


def test_equal_totals_keep_the_documented_order() -> None:
    """Of throws that are worth the same the one whose cards come first in the pack stands first."""
    for seed in range(300):
        dealt = random.Random(seed).sample(range(52), 6)
        choices = rank_discards(dealt, "dealer", model="uniform")
        for first, second in pairwise(choices):
            if first.total == second.total and first.hand.mean == second.hand.mean:
                assert sorted(first.toss) < sorted(second.toss)
                return
    pytest.fail("no two throws were worth the same")


def test_the_order_of_the_cards_does_not_matter() -> None:
    dealt = cards_of(DISPUTED)
    totals = {frozenset(choice.toss): choice.total for choice in rank_discards(dealt, "pone")}
    again = rank_discards(dealt[::-1], "pone")
    assert {frozenset(choice.toss): choice.total for choice in again} == totals
    assert frozenset(again[0].toss) == frozenset(rank_discards(dealt, "pone")[0].toss)


def test_reasons_are_true() -> None:
    chance = random.Random(8)
    for _ in range(60):
        dealt = chance.sample(range(52), 6)
        best, second = rank_discards(dealt, "pone")[:2]
        reason = compare_choices(best, second, dealt)
        assert reason.hand == best.hand.mean - second.hand.mean
        assert reason.crib == second.crib.mean - best.crib.mean
        assert best.pegging is not None
        assert second.pegging is not None
        assert reason.play == best.pegging.net - second.pegging.net
        assert reason.total == reason.hand + reason.crib + reason.play >= 0
        gains = {
            rank: [
                score_hand(best.keep, card) - score_hand(second.keep, card)
                for card in range(rank * 4, rank * 4 + 4)
                if card not in dealt
            ]
            for rank in range(13)
        }
        means = {rank: np.mean(points) for rank, points in gains.items() if points}
        most = max(means.values())
        alike = [rank for rank in range(13) if rank in means and means[rank] == pytest.approx(most)]
        assert list(reason.ranks) == (alike if most > 0 and len(alike) <= MOST_RANKS else [])


PARTS = re.compile(r": ([0-9.]+) better, as (.*?)(?:;|\.$)")
SIGNED = {
    r"hand counts ([0-9.]+) more": 1,
    r"hand counts ([0-9.]+) less": -1,
    r"pegs ([0-9.]+) more": 1,
    r"pegs ([0-9.]+) less": -1,
    r"puts ([0-9.]+) more into your crib": 1,
    r"puts ([0-9.]+) less into your crib": -1,
    r"gives ([0-9.]+) less to the dealer's crib": 1,
    r"gives ([0-9.]+) more to the dealer's crib": -1,
}


def test_the_parts_of_a_reason_add_up_as_they_are_said() -> None:
    chance = random.Random(9)
    book, style = load_book("en"), Style(signs=False, colour=False, letters=ENGLISH)
    for role in ("dealer", "pone") * 40:
        dealt = tuple(chance.sample(range(52), 6))
        ranking = Ranking(dealt, role, 2, rank_discards(dealt, role))
        line = explain_line(ranking, book, style)
        said = PARTS.search(line)
        if said is None:
            assert line.endswith("they are worth the same.")
            assert ranking.choices[0].total == ranking.choices[1].total
            continue
        found = [(sign, re.search(pattern, said[2])) for pattern, sign in SIGNED.items()]
        total = sum(sign * Fraction(match[1]) for sign, match in found if match is not None)
        assert total == Fraction(said[1]) > 0
