"""What the other may hold: exact before the play, cut down by goes, led by the cards he chose."""

import random
from collections import Counter
from itertools import combinations
from math import comb

import pytest

from crib_cli.analysis.belief import CARELESS, STRAY, Shown, update, weigh_kept
from crib_cli.analysis.reply import options
from crib_cli.analysis.series import START, find_hand, follow
from crib_cli.analysis.tables import load_policy
from crib_cli.analysis.throws import PAIRS, list_multisets, weigh_multisets
from crib_cli.core.cards import RANKS, VALUES

SEED = 31


def ranks(text: str) -> tuple[int, ...]:
    return tuple(map(RANKS.index, text.split()))


def count(text: str) -> list[int]:
    held = ranks(text)
    return [held.count(rank) for rank in range(13)]


@pytest.mark.parametrize(
    ("role", "known"), [("pone", "A 2 3 4 5 6 7"), ("dealer", "5 5 5 5"), ("pone", "5 J Q K 9 9 8")]
)
def test_prior_adds_up_to_one_and_holds_none_of_my_cards(role: str, known: str) -> None:
    mine = count(known)
    weights = weigh_kept(mine, 6, 4, role)
    assert sum(weights.values()) == pytest.approx(1)
    assert all(weight > 0 for weight in weights.values())
    for hand in weights:
        assert all(hand.count(rank) <= 4 - mine[rank] for rank in range(13))


def test_prior_is_what_dealing_every_hand_gives() -> None:
    """Count the long way: each multiset of six, by products of choices, less what the policy throws."""
    mine = count("A 5 5 9 J J K")
    left = [4 - held for held in mine]
    kept: Counter[tuple[int, ...]] = Counter()
    deals = 0
    for hand, pair in zip(list_multisets(6), load_policy(6)["dealer"], strict=True):
        ways = 1
        for rank in set(hand):
            ways *= comb(left[rank], hand.count(rank))
        rest = list(hand)
        for rank in PAIRS[pair]:
            rest.remove(rank)
        kept[tuple(rest)] += ways
        deals += ways
    assert deals == comb(45, 6)
    weights = weigh_kept(mine, 6, 4, "dealer")
    for hand, weight in weights.items():
        ways = 1
        for rank in set(hand):
            ways *= comb(left[rank], hand.count(rank))
        exact = (1 - STRAY) * kept[hand] / deals + STRAY * ways / comb(45, 4)
        assert weight == pytest.approx(exact, rel=1e-12)


def test_prior_agrees_with_dealt_hands() -> None:
    chance = random.Random(SEED)
    known = [0, 16, 17, 34, 41, 42, 51]
    pack = [card for card in range(52) if card not in known]
    numbers = {hand: number for number, hand in enumerate(list_multisets(6))}
    policy = load_policy(6)["pone"]
    fives = 0
    deals = 20_000
    for _ in range(deals):
        hand = sorted(card >> 2 for card in chance.sample(pack, 6))
        for rank in PAIRS[policy[numbers[tuple(hand)]]]:
            hand.remove(rank)
        fives += 4 in hand
    mine = [sum(card >> 2 == rank for card in known) for rank in range(13)]
    weights = weigh_kept(mine, 6, 4, "pone")
    share = sum(weight for hand, weight in weights.items() if 4 in hand)
    loose = sum(
        weight for hand, weight in zip(list_multisets(4), weigh_multisets(mine, 4), strict=True) if 4 in hand
    ) / comb(45, 4)
    careful = (share - STRAY * loose) / (1 - STRAY)
    assert careful == pytest.approx(fives / deals, abs=4 * (0.25 / deals) ** 0.5)


def test_where_nothing_is_thrown_any_cards_are_as_likely() -> None:
    weights = weigh_kept(count("A A A A"), 6, 6, "pone")
    assert sum(weights.values()) == pytest.approx(1)
    assert weights[ranks("2 3 4 5 6 7")] == pytest.approx(4**6 / comb(48, 6))


def test_role_matters() -> None:
    mine = count("A 3 9 9 J K 7")
    assert weigh_kept(mine, 6, 4, "pone") != weigh_kept(mine, 6, 4, "dealer")


def play(belief_of: str, *acts: tuple[str | None, str]) -> dict[tuple[int, ...], float]:
    """Return the kept hands after acts, each a rank or None and the series before it."""
    shown = [
        Shown(None if rank is None else RANKS.index(rank), follow(ranks(pile)), 3, alone=False) for rank, pile in acts
    ]
    found = update(weigh_kept(count(belief_of), 6, 4, "dealer"), shown)
    assert sum(case[0] for case in found) == pytest.approx(1)
    return {kept: weight for weight, _, kept in found}


def test_what_he_played_he_holds() -> None:
    found = play("A 2 3 4 5 6", ("J", "5"), ("J", "9"))
    assert found
    assert all(hand.count(10) >= 2 for hand in found)


def test_go_rules_out_what_would_have_fitted() -> None:
    found = play("A 2 3 4 9 9", ("K", "J"), (None, "J K 8"))  # go at 28
    for hand in found:
        rest = list(hand)
        rest.remove(12)
        assert all(VALUES[rank] > 3 for rank in rest)


def test_go_says_nothing_of_cards_played_before_it_but_of_those_after_it() -> None:
    found = play("4 4 9 9 10 10", ("A", "J"), (None, "J A K 9"), ("K", ""))  # go at 30, the ace was gone by then
    assert found
    assert all(0 in hand for hand in found)
    assert not play_raw("4 4 9 9 10 10", (None, "J K 9"), ("A", ""))  # go at 29 and then an ace: no such hand


def play_raw(belief_of: str, *acts: tuple[str | None, str]) -> list[object]:
    shown = [
        Shown(None if rank is None else RANKS.index(rank), follow(ranks(pile)), 3, alone=False) for rank, pile in acts
    ]
    return list(update(weigh_kept(count(belief_of), 6, 4, "dealer"), shown))


def test_what_is_left_is_the_hand_less_what_was_played() -> None:
    for _, hand, kept in update(weigh_kept(count("A 2"), 6, 4, "pone"), [Shown(7, START, 4, alone=False)]):
        rest = list(kept)
        rest.remove(7)
        assert hand is find_hand(tuple(rest))


def test_a_choice_makes_likelier_the_hands_that_would_make_it() -> None:
    """He passes by a sure fifteen: he hardly holds the card for it."""
    before = weigh_kept(count("A 2 3 8 9 K"), 6, 4, "dealer")
    after = play("A 2 3 8 9 K", ("4", "8"))
    held = sum(weight for hand, weight in before.items() if 3 in hand and 6 in hand)
    holding_four = sum(weight for hand, weight in before.items() if 3 in hand)
    assert sum(weight for hand, weight in after.items() if 6 in hand) < 0.6 * held / holding_four


def test_update_is_bayes_with_the_model() -> None:
    prior = weigh_kept(count("A 2 3 8 9 K"), 6, 4, "dealer")
    series = follow(ranks("8"))
    after = play("A 2 3 8 9 K", ("7", "8"))
    one, two = ranks("5 6 7 10"), ranks("4 4 7 J")
    chances = []
    for hand in (one, two):
        chosen = {option[1]: option[0] for option in options(find_hand(hand), series, 3, alone=False)}
        chances.append((1 - CARELESS) * chosen[6] + CARELESS / len(set(hand)))
    ratio = prior[one] * chances[0] / (prior[two] * chances[1])
    assert after[one] / after[two] == pytest.approx(ratio)


def test_order_is_that_of_the_hands() -> None:
    found = update(weigh_kept(count("A 2 3"), 6, 4, "pone"), [])
    assert [case[2] for case in found] == sorted(case[2] for case in found)


@pytest.mark.parametrize(("dealt", "kept"), [(5, 3), (6, 4), (7, 5)])
def test_every_hand_can_be_kept(dealt: int, kept: int) -> None:
    weights = weigh_kept([0] * 13, dealt, kept, "pone")
    assert len(weights) == len(list_multisets(kept))
    small = {tuple(sorted(hand)) for six in list(list_multisets(dealt))[:200] for hand in combinations(six, kept)}
    assert small <= set(weights)
