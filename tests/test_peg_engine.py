"""The search for a card: held to a long way round, to symmetry, and to its word that nothing hidden counts."""

import random
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import permutations

import pytest
from brute_play import find_scores, worth_of
from hypothesis import given, settings
from hypothesis import strategies as st

from crib_cli.analysis.belief import thin
from crib_cli.analysis.peg import Advice, View, believe, rank_plays, replay
from crib_cli.analysis.reply import choose_one_ply, mean_best, options, solo
from crib_cli.analysis.response import Leaf, Response
from crib_cli.analysis.series import START, find_hand, follow
from crib_cli.analysis.solver import Solver
from crib_cli.core.cards import NAMES, RANKS, make_card, rank_of
from crib_cli.core.pegging import Play, Score, begin_play, legal_cards, play_card, say_go, score_card
from crib_cli.errors import IllegalActionError

SEED = 30


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(NAMES.index, text.split()))


def ranks(text: str) -> tuple[int, ...]:
    return tuple(map(RANKS.index, text.split()))


def deal(chance: random.Random, size: int, other: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    drawn = [card >> 2 for card in chance.sample(range(52), size + other)]
    return tuple(sorted(drawn[:size])), tuple(sorted(drawn[size:]))


# The long way round: whole series of text, every rule written out again


@cache
def brute(
    hands: tuple[tuple[str, ...], tuple[str, ...]], pile: tuple[str, ...], turn: int, last: int, gone: int
) -> int:
    """Return the net points of player 0 when both see all cards and play their best; ``gone`` has a bit a player."""
    if not any(hands):
        return 0
    count = sum(map(worth_of, pile))
    sign = 1 if turn == 0 else -1
    values = []
    for card in dict.fromkeys(hands[turn]):
        if count + worth_of(card) > 31 or gone >> turn & 1:
            continue
        left = list(hands[turn])
        left.remove(card)
        after = (tuple(left), hands[1]) if turn == 0 else (hands[0], tuple(left))
        new = (*pile, card)
        value = sign * sum(points for _, points, _ in find_scores(new))
        if count + worth_of(card) == 31:
            value += lead(after, 1 - turn)
        else:
            value += brute_next(after, new, turn, gone)
        values.append(sign * value)
    if values:
        return sign * max(values)
    if last == turn:
        return sign + lead(hands, 1 - turn)
    return brute(hands, pile, 1 - turn, last, gone | 1 << turn)


def brute_next(hands: tuple[tuple[str, ...], tuple[str, ...]], pile: tuple[str, ...], turn: int, gone: int) -> int:
    other = 1 - turn
    if hands[other] and not gone >> other & 1:
        return brute(hands, pile, other, turn, gone)
    if hands[turn]:
        return brute(hands, pile, turn, turn, gone)
    return (1 if turn == 0 else -1) + lead(hands, other)


def lead(hands: tuple[tuple[str, ...], tuple[str, ...]], leader: int) -> int:
    if not any(hands):
        return 0
    if not hands[leader]:
        leader = 1 - leader
    return brute(hands, (), leader, -1, 0)


@pytest.mark.parametrize(("size", "other", "number"), [(1, 1, 60), (2, 2, 80), (3, 2, 60), (3, 3, 60), (4, 4, 12)])
def test_solver_is_minimax(size: int, other: int, number: int) -> None:
    chance = random.Random(SEED + size)
    for _ in range(number):
        mine, theirs = deal(chance, size, other)
        hands = tuple(RANKS[rank] for rank in mine), tuple(RANKS[rank] for rank in theirs)
        assert Solver().lead(find_hand(mine), find_hand(theirs)) == brute(hands, (), 0, -1, 0), hands


def test_solver_in_the_middle_of_a_series() -> None:
    chance = random.Random(SEED)
    for _ in range(80):
        mine, theirs = deal(chance, 2, 3)
        first = chance.choice(theirs)
        rest = list(theirs)
        rest.remove(first)
        hands = tuple(RANKS[rank] for rank in mine), tuple(RANKS[rank] for rank in rest)
        value = Solver().move(find_hand(mine), find_hand(tuple(rest)), follow((first,)), alone=False)
        assert value == brute(hands, (RANKS[first],), 0, 1, 0), (hands, first)


def test_solver_sees_both_sides_alike() -> None:
    chance = random.Random(SEED)
    for _ in range(30):
        mine, theirs = (find_hand(ranks) for ranks in deal(chance, 3, 3))
        value = Solver().lead(mine, theirs)
        series = START
        best = max(
            points - Solver().move(theirs, rest, after, alone=False)
            for rank, rest in mine.moves
            for points, after in [series.edges[rank] or (0, START)]
        )
        assert value == best


def test_memo_of_leads_does_not_change_answers() -> None:
    chance = random.Random(SEED)
    hands = [deal(chance, 4, 4) for _ in range(20)]
    once = [Solver().lead(find_hand(mine), find_hand(theirs)) for mine, theirs in hands]
    again = [Solver().lead(find_hand(mine), find_hand(theirs)) for mine, theirs in reversed(hands)]
    assert once == again[::-1]


# Series as nodes


def test_edges_score_as_the_play_does() -> None:
    chance = random.Random(SEED)
    for _ in range(400):
        series, played = START, []
        for card in chance.sample(range(52), 13):
            edge = series.edges[rank_of(card)]
            if edge is None:
                continue
            points, series = edge
            assert points == sum(score.points for score in score_card(played, card)), (played, card)
            played.append(card)
            assert series.count == sum(min(rank_of(done) + 1, 10) for done in played)


def test_a_rank_that_does_not_fit_has_no_edge() -> None:
    assert [rank for rank, edge in enumerate(follow(ranks("K Q 9")).edges) if edge is not None] == [0, 1]
    with pytest.raises(ValueError, match="12"):
        follow(ranks("K K K K"))


def test_hands_are_made_once() -> None:
    assert find_hand((1, 1, 5)) is find_hand((1, 1, 5))
    assert [(rank, rest.ranks) for rank, rest in find_hand((1, 1, 5)).moves] == [(1, (1, 5)), (5, (1, 1))]


# One card ahead


def test_mean_best_of_all_draws() -> None:
    values = [0.0, 3.0, -1.0] + [0.0] * 10
    counts = [1, 2, 2] + [0] * 10
    pack = [0.0, 3.0, 3.0, -1.0, -1.0]
    for number in (1, 2, 3, 5):
        draws = list(permutations(pack, number))
        assert mean_best(values, counts, number) == pytest.approx(sum(map(max, draws)) / len(draws))


def test_solo_takes_the_best_order() -> None:
    assert solo(find_hand(ranks("2 3")), follow(ranks("K Q"))) == 1  # 22 or 23, then 25, and last
    assert solo(find_hand(ranks("A A 2")), follow(ranks("K 9 8"))) == 4  # a pair of aces, then thirty-one


def test_options_are_chances_of_what_fits() -> None:
    chance = random.Random(SEED)
    for _ in range(100):
        mine, theirs = deal(chance, 4, 1)
        found = options(find_hand(mine), follow(theirs), 3, alone=False)
        assert sum(option[0] for option in found) == pytest.approx(1)
        for _, rank, points, after, rest in found:
            assert follow(theirs).edges[rank] == (points, after)
            assert (rank, rest) in find_hand(mine).moves


def test_one_ply_takes_fifteen_rather_than_nothing() -> None:
    unseen = [4] * 13
    assert choose_one_ply(find_hand(ranks("2 7 K")), follow(ranks("8")), 3, unseen, alone=False) == RANKS.index("7")


# The best response


Cases = list[tuple[float, tuple[int, ...]]]
"""Hands of the other with their weights."""


def plainly(play: Play, mine: tuple[int, ...], cases: Cases) -> float:
    """Return what I (seat 0) get in the mean, turn by turn on the play itself, with nothing remembered."""
    if play.turn is None:
        return 0.0
    if play.turn == 0:
        values = [
            plainly_after(*play_card(play, make_card(rank)), 0, without(mine, rank), cases)
            for rank in set(mine)
            if legal_cards(play, [make_card(rank)])
        ]
        return max(values) if values else plainly_after(*say_go(play), play.last, mine, cases)
    follows: dict[int | None, Cases] = {}
    for weight, hand in cases:
        choices = options(find_hand(hand), follow(play.series), len(mine), alone=play.out[0] or not mine)
        if not choices:
            follows.setdefault(None, []).append((weight, hand))
        for chance, rank, *_ in choices:
            follows.setdefault(rank, []).append((weight * chance, without(hand, rank)))
    return sum(
        plainly_after(*say_go(play), play.last, mine, left)
        if rank is None
        else plainly_after(*play_card(play, make_card(rank)), 1, mine, left)
        for rank, left in follows.items()
    )


def plainly_after(play: Play, scores: Sequence[Score], seat: int | None, mine: tuple[int, ...], cases: Cases) -> float:
    points = sum(score.points for score in scores) * sum(weight for weight, _ in cases)
    return (points if seat == 0 else -points) + plainly(play, mine, cases)


def without(hand: tuple[int, ...], rank: int) -> tuple[int, ...]:
    place = hand.index(rank)
    return hand[:place] + hand[place + 1 :]


@pytest.mark.parametrize(("size", "leader", "number"), [(2, 0, 40), (2, 1, 40), (3, 0, 15), (3, 1, 15)])
def test_response_is_the_best_plan_on_the_play_itself(size: int, leader: int, number: int) -> None:
    chance = random.Random(SEED + leader)
    for _ in range(number):
        mine, theirs = deal(chance, size, size)
        cases = [(0.6, theirs), (0.3, deal(chance, size, size)[1]), (0.1, deal(chance, size, size)[1])]
        group = [(weight, find_hand(hand), hand) for weight, hand in cases]
        found = Response().lead(find_hand(mine), group, me=leader == 0)
        assert found == pytest.approx(plainly(begin_play([size, size], leader), mine, cases)), (mine, cases)


def test_response_in_the_middle_of_a_series() -> None:
    chance = random.Random(SEED)
    for _ in range(30):
        mine, theirs = deal(chance, 3, 2)
        play, _ = play_card(begin_play([3, 3], 1), make_card(chance.randrange(13)))
        cases = [(0.5, theirs), (0.5, deal(chance, 1, 2)[1])]
        group = [(weight, find_hand(hand), hand) for weight, hand in cases]
        found = Response().mine(find_hand(mine), follow(play.series), group, alone=False)
        assert found == pytest.approx(plainly(play, mine, cases)), (mine, cases)


def value_of_lead(mine: tuple[int, ...], cases: Sequence[tuple[float, tuple[int, ...]]]) -> float:
    return Response().mine(
        find_hand(mine), START, [(weight, find_hand(hand), hand) for weight, hand in cases], alone=False
    )


def test_response_is_linear_in_weights_and_at_most_what_it_could_know() -> None:
    chance = random.Random(SEED)
    for _ in range(25):
        mine, theirs = deal(chance, 3, 3)
        _, others = deal(chance, 3, 3)
        one, two = value_of_lead(mine, [(1.0, theirs)]), value_of_lead(mine, [(1.0, others)])
        both = value_of_lead(mine, [(1.0, theirs), (1.0, others)])
        assert value_of_lead(mine, [(2.5, theirs)]) == pytest.approx(2.5 * one)
        assert value_of_lead(mine, [(0.5, theirs), (0.5, theirs)]) == pytest.approx(one)
        assert both <= one + two + 1e-9  # who sees both cards does at least as well


def test_response_does_at_least_as_well_as_minimax_promises() -> None:
    chance = random.Random(SEED)
    for _ in range(40):
        mine, theirs = deal(chance, 3, 3)
        assert value_of_lead(mine, [(1.0, theirs)]) >= Solver().lead(find_hand(mine), find_hand(theirs)) - 1e-9


@pytest.mark.parametrize("size", [2, 3])
def test_a_leaf_of_net_points_gives_net_points(size: int) -> None:
    chance = random.Random(SEED)
    leaf = Leaf(lambda mine, theirs, _kept: float(mine - theirs), 999, 999)
    for _ in range(25):
        mine, theirs = deal(chance, size, size)
        _, others = deal(chance, size, size)
        belief = [(0.7, find_hand(theirs), theirs), (0.3, find_hand(others), others)]
        values = [Response(rule).mine(find_hand(mine), START, belief, alone=False) for rule in (None, leaf)]
        assert values[0] == pytest.approx(values[1])


def test_the_game_ends_at_once_when_someone_is_home() -> None:
    seen: list[tuple[int, int]] = []

    def value(mine: int, theirs: int, _kept: tuple[int, ...]) -> float:
        seen.append((mine, theirs))
        return 1.0 if mine >= 2 else 0.0

    hand = find_hand(ranks("5 5"))
    theirs = ranks("K Q")
    Response(Leaf(value, 2, 2)).theirs(hand, START, [(1.0, find_hand(theirs), theirs)], alone=False)
    assert seen
    assert all(mine < 2 + 12 and theirs < 2 + 12 for mine, theirs in seen)
    assert {mine for mine, _ in seen} == {2}  # fifteen with a five wins at once, and nothing is played after it


def test_the_game_ends_at_once_when_he_is_home() -> None:
    seen: list[tuple[int, int]] = []

    def value(mine: int, theirs: int, _kept: tuple[int, ...]) -> float:
        seen.append((mine, theirs))
        return float(theirs < 2)

    theirs = ranks("5 5")
    Response(Leaf(value, 99, 2)).mine(find_hand(ranks("K Q")), START, [(1.0, find_hand(theirs), theirs)], alone=False)
    assert set(seen) == {(0, 2)}  # a five on the ten wins, and my second card is never played


def test_he_goes_out_if_he_can_however_unlikely_the_card_is_otherwise() -> None:
    """A king on a king leaves 21 and is mostly shunned, but is a pair; on 30 an ace is 31; a last card is a point."""
    chances = {
        choice[1]: choice[0] for choice in options(find_hand(ranks("5 K")), follow(ranks("A K")), 2, alone=False)
    }
    assert chances[RANKS.index("K")] < 0.5

    def lost(_: int, theirs: int, _kept: tuple[int, ...]) -> float:
        return float(theirs < 2)

    for series, his, mine, need in (("A K", "5 K", "4 4", 2), ("K Q J", "A", "K", 2), ("K", "4", "", 1)):
        kept = ranks(his)
        response = Response(Leaf(lambda me, he, kept, need=need: lost(me, he + 2 - need, kept), 99, need))
        after = follow(ranks(series))
        assert response.theirs(find_hand(ranks(mine)), after, [(1.0, find_hand(kept), kept)], alone=False) == 0


# Advice


def names(advice: Sequence[Advice]) -> list[str]:
    return [NAMES[one.card] for one in advice]


def test_three_cards_in_a_run_are_taken() -> None:
    view = View(cards("9D 6C 2H"), tuple(enumerate(cards("7H 8S"))), 0)
    best = rank_plays(view)[0]
    assert NAMES[best.card] in {"9D", "6C"}
    assert best.points == 3


def test_advice_lists_all_cards_that_fit_and_only_those() -> None:
    moves = tuple(zip((0, 1, 0), cards("KH QH 5C"), strict=True))
    found = rank_plays(View(cards("9D 6C 2H"), moves, 1))
    assert sorted(names(found)) == ["2H", "6C"]
    assert {one.running for one in found} == {27, 31}
    assert [one.expected for one in found] == sorted((one.expected for one in found), reverse=True)
    assert rank_plays(View(cards("9D"), tuple(zip((0, 1, 0), cards("KH QH 9C"), strict=True)), 1, each=2)) == ()


def test_cards_of_a_rank_are_worth_the_same_and_stand_in_pack_order() -> None:
    found = rank_plays(View(cards("9S 9C 9H 2D"), (), 0))
    assert [name for name in names(found) if name[0] == "9"] == ["9C", "9H", "9S"]
    assert len({one.expected for one in found if rank_of(one.card) == 8}) == 1


def test_of_equal_cards_the_higher_rank_comes_first() -> None:
    """All his cards are played and mine make nothing together, so that their order is all the same."""
    moves = tuple(zip((0, 1, 0, 0, 1, 0), cards("KH KD 10H AC 2D 3S"), strict=True))
    found = rank_plays(View(cards("8D 9C"), moves, 1))
    assert [(NAMES[one.card], one.points, one.expected) for one in found] == [("9C", 0, 1), ("8D", 0, 1)]


def test_five_is_no_good_lead() -> None:
    found = rank_plays(View(cards("5S 9C 4H 2D"), (), 0))
    assert names(found)[-1] == "5S"


@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_hidden_cards_never_change_advice(data: st.DataObject) -> None:
    """Two deals that look the same to me, and differ in all that is hidden, get the same advice."""
    pack = data.draw(st.permutations(range(52)))
    mine, theirs = pack[:4], pack[4:8]
    first = data.draw(st.sampled_from(theirs))
    view = View(tuple(mine[:3]), ((0, mine[3]), (1, first)), 0)
    advice = rank_plays(view)
    rotated = View(tuple(reversed(mine[:3])), ((0, mine[3]), (1, first)), 0)
    assert rank_plays(rotated) == advice
    assert rank_plays(view) == advice  # whatever was searched in between
    other_suit = next(card for card in range(first & ~3, (first & ~3) + 4) if card not in mine)
    assert rank_plays(view._replace(moves=((0, mine[3]), (1, other_suit)))) == advice


def test_view_says_all_there_is() -> None:
    assert set(View._fields) == {
        "hand", "moves", "seat", "players", "each", "dealt", "tossed", "starter", "one_series",
    }  # fmt: skip


def test_same_answer_whatever_the_hash_seed() -> None:
    program = (
        "from crib_cli.analysis.peg import View, rank_plays\n"
        "print(rank_plays(View((33, 20, 6), ((0, 26), (1, 31)), 0, tossed=(44, 50), starter=3)))\n"
        "print(rank_plays(View((33, 20, 6, 40), ((0, 26),), 1)))\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(said) == 1
    assert said.pop().count("Advice") == 7


def test_what_was_searched_before_does_not_matter() -> None:
    view = View(cards("9D 6C 2H KS"), ((0, NAMES.index("7H")),), 1)
    first = rank_plays(view)
    rank_plays(View(cards("AD AC 2H 3S"), (), 0))
    assert rank_plays(view) == first


def test_unknown_starter_and_throw_are_allowed_and_known_ones_count() -> None:
    view = View(cards("4D 6C 2H"), tuple(enumerate(cards("7H 8S"))), 0)
    told = view._replace(tossed=cards("9C 9D"), starter=NAMES.index("9H"))
    assert rank_plays(view) != rank_plays(told)


@pytest.mark.parametrize("role", [0, 1])
def test_last_card_is_all_that_is_left(role: int) -> None:
    moves = [(0, 48), (1, 44), (0, 49), (1, None), (0, None)]
    moves += [(1, 45), (0, 50), (1, 46), (0, None), (1, None)]
    moves += [(0, 16)] if role else []
    hand = (17,) if role else (16,)
    advice = rank_plays(View(hand, tuple(moves), role))
    assert len(advice) == 1
    if role:
        assert advice[0].points == advice[0].expected == 3  # a pair and last


# The moves


def test_goes_that_nobody_wrote() -> None:
    written = ((0, 48), (1, 44), (0, 40), (1, None), (0, None), (1, 20))
    silent = ((0, 48), (1, 44), (0, 40), (1, 20))
    view = View((0,), written, 0)
    assert replay(view) == replay(view._replace(moves=silent))


def test_a_lead_after_ones_own_go_where_nobody_else_has_a_card() -> None:
    """The other is out of cards, the ten does not fit on 26: it is the lead of a new series."""
    moves = ((0, "KC"), (1, "5C"), (0, "9C"), (1, None), (0, "6C"), (1, "JC"), (0, "6D"), (1, "QC"))
    view = View((NAMES.index("10C"),), tuple((seat, card and NAMES.index(card)) for seat, card in moves), 1)
    assert rank_plays(view) == (Advice(NAMES.index("10C"), 1, 10, 1.0, None),)
    holds_one = ((0, "KC"), (1, "JC"), (0, "6C"))
    view = View(tuple(map(NAMES.index, ("10C", "9C", "8C"))), tuple((s, NAMES.index(c)) for s, c in holds_one), 1)
    assert rank_plays(view) == ()  # the other still has cards: a go


def test_illegal_moves_are_refused() -> None:
    with pytest.raises(IllegalActionError):
        rank_plays(View((0,), ((0, None),), 1))
    with pytest.raises(IllegalActionError):
        rank_plays(View((0,), ((0, 4), (0, 8)), 1))
    with pytest.raises(IllegalActionError) as found:
        rank_plays(View((0, 1, 2, 3), ((0, 4),), 0))
    assert found.value.code == "game.not_your_turn"
    with pytest.raises(IllegalActionError):
        rank_plays(View((), ((0, 4), (1, 8)), 0, each=1))


def test_belief_of_a_known_end() -> None:
    view = View((16,), ((0, 48), (1, 44), (0, 40), (1, None), (0, None), (1, 45), (0, 8)), 1, each=3)
    belief = believe(view, replay(view))
    assert {case[1].size for case in belief} == {0}


@pytest.mark.parametrize(
    ("players", "each", "dealt", "one_series"),
    [(2, 3, 5, True), (2, 5, 7, False), (2, 6, 6, False), (3, 4, 5, False), (4, 4, 5, False)],
)
def test_every_game_has_advice(players: int, each: int, dealt: int, *, one_series: bool) -> None:
    chance = random.Random(SEED)
    drawn = chance.sample(range(52), players * each)
    view = View(tuple(drawn[:each]), (), 0, players=players, each=each, dealt=dealt, one_series=one_series)
    advice = rank_plays(view)
    assert sorted(one.card for one in advice) == sorted(drawn[:each])
    assert rank_plays(view) == advice


def test_thin_keeps_the_weight() -> None:
    belief = [(weight, find_hand((place,)), (place,)) for place, weight in enumerate([0.5, 0.01, 0.09, 0.3, 0.1])]
    for most in (1, 2, 3, 4):
        kept = thin(belief, most)
        assert len(kept) <= most
        assert sum(case[0] for case in kept) == pytest.approx(1)
    assert thin(belief, 5) == belief
