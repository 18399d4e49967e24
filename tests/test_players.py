"""The computer players: what they throw, play, claim and call, from views alone."""

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import brute_play
import pytest
from brute import DECK

sys.path.append(str(Path(__file__).resolve().with_name("tools")))

import build_club_table
from policy_files import MARK, open_sealed
from policy_two_cards import GAMES

from crib_cli.analysis.discard import figure_hand, list_cuts
from crib_cli.analysis.series import follow
from crib_cli.analysis.tables import load_club_crib
from crib_cli.analysis.throws import PAIR_NUMBERS
from crib_cli.core.cards import RANKS, VALUES, rank_of
from crib_cli.core.rules import FIVE, SEVEN, SHOTGUN, SIX
from crib_cli.core.scoring import score_hand
from crib_cli.errors import IllegalActionError, RulesError
from crib_cli.game.actions import CallMuggins, Claim, Cut, Deal, Decline, Discard, PlayCard, SayGo, Turn
from crib_cli.game.players.base import Player
from crib_cli.game.players.club import CRIB_UNIT, go_on, weigh_replies
from crib_cli.game.players.keep import sum_hand
from crib_cli.game.players.levels import LEVELS, find_level, make_player
from crib_cli.game.settings import GameSettings, make_settings
from crib_cli.game.state import GameState, worth_of
from crib_cli.game.transitions import apply, begin_game
from crib_cli.game.views import view

NUMBERS = {name: card for card, name in enumerate(DECK)}


def cards(text: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in text.split())


def deal(hands: Sequence[str], *, dealer: int = 0, kitty: str = "", **options) -> GameState:
    """Return a game in which these hands were dealt."""
    state, _ = begin_game(make_settings(players=len(hands), **options))
    for seat in range(len(hands)):
        state, _ = apply(state, Cut(seat, 0 if seat == dealer else 4 * (seat + 1)))
    return apply(state, Deal(tuple(map(cards, hands)), cards(kitty)))[0]


def follow_on(state: GameState, *actions: object) -> GameState:
    for action in actions:
        state, _ = apply(state, action)
    return state


def choose(player: Player | str, state: GameState):
    """Return the choice of the seat that is asked."""
    chooser = make_player(player) if isinstance(player, str) else player
    return chooser.choose(view(state, state.awaited.seat))


def thrown(player: Player | str, state: GameState) -> set[str]:
    action = choose(player, state)
    assert isinstance(action, Discard)
    return {DECK[card] for card in action.cards}


def begin_play(hands: Sequence[str], starter: str, *played: str, dealer: int = 0, **options) -> GameState:
    """Return a shotgun game, where nothing is thrown, after some cards; ``go`` is a go."""
    state = follow_on(deal(hands, dealer=dealer, rules=SHOTGUN, **options), Turn(NUMBERS[starter]))
    for card in played:
        seat = state.awaited.seat
        state = follow_on(state, SayGo(seat) if card == "go" else PlayCard(seat, NUMBERS[card]))
    return state


# the throw


@pytest.mark.parametrize("dealt", [5, 6, 7])
def test_sum_of_hands_is_that_of_the_analysis(dealt: int) -> None:
    draw = random.Random(dealt)
    for _ in range(150):
        hand = draw.sample(range(52), dealt)
        keep = hand[: draw.choice([3, 4, 5][: dealt - 2])]
        assert Fraction(sum_hand(keep, hand), 52 - dealt) == figure_hand(keep, hand).mean


def test_sum_of_hands_with_flush_nobs_and_four_alike() -> None:
    for text, size in (
        ("JH 5H 2H 9H AC KD", 4),
        ("JC JD JH JS 5C 5D", 4),
        ("5C 5D 5H 5S JC 9D", 4),
        ("2C 4C 6C KD QD", 3),
    ):
        hand = cards(text)
        assert sum_hand(hand[:size], hand) == sum(points for _, points, _ in list_cuts(hand[:size], hand))


@pytest.mark.parametrize("dealer", [0, 1], ids=["dealer", "pone"])
@pytest.mark.parametrize("hazard", [False, True], ids=["most", "least"])
@pytest.mark.parametrize("rules", [SIX, FIVE, SEVEN], ids=["six", "five", "seven"])
def test_club_throws_the_best_of_hand_and_crib(rules, hazard: bool, dealer: int) -> None:
    role = "dealer" if dealer == 0 else "pone"
    table = load_club_crib()[f"{rules.name}_{role}"]
    draw = random.Random(f"{rules.name} {hazard} {dealer}")
    for _ in range(4):
        pack = draw.sample(range(52), 2 * rules.dealt)
        hands = [" ".join(DECK[card] for card in part) for part in (pack[: rules.dealt], pack[rules.dealt :])]
        state = deal(hands, dealer=dealer, rules=rules, hazard=hazard)
        if dealer == 0:
            state = follow_on(state, Discard(1, state.hands[1][:2]))
        worth = {}
        for toss in combinations(sorted(pack[: rules.dealt]), 2):
            keep = [card for card in pack[: rules.dealt] if card not in toss]
            hand = figure_hand(keep, pack[: rules.dealt]).mean
            crib = Fraction(table[PAIR_NUMBERS[rank_of(toss[0]), rank_of(toss[1])]], CRIB_UNIT)
            total = hand + crib if role == "dealer" else hand - crib
            worth[toss] = (-total, -hand) if hazard else (total, hand)
        best = max(worth.values())
        assert choose("club", state).cards == next(toss for toss, value in worth.items() if value == best)


# The club player goes by hand and crib alone; the expert knows that 5 5 6 7 pegs far more for the dealer.
@pytest.mark.parametrize(("level", "own_crib"), [("club", {"6D", "7S"}), ("expert", {"JC", "QD"})])
def test_good_players_throw_by_role(level: str, own_crib: set[str]) -> None:
    mine, other = "5H 5C 6D 7S JC QD", "AC 2D 8H 9S KC KD"
    own = deal([mine, other], dealer=0)
    own = follow_on(own, Discard(1, cards("KC KD")))
    assert thrown(level, own) == own_crib
    to_another = thrown(level, deal([mine, other], dealer=1))
    assert to_another == ({"JC", "QD"} if level == "club" else {"6D", "7S"})


def test_a_partner_who_deals_owns_the_crib() -> None:
    hands = ["5C 7H 9D JC KS", "AC 2C 3C 4C 6C", "AD 2D 3D 4D 6D", "AH 2H 3H 4H 6H"]
    partner = follow_on(deal(hands, dealer=2), Discard(3, cards("AH")))
    opponent = follow_on(deal(hands, dealer=1), Discard(2, cards("AD")), Discard(3, cards("AH")))
    assert (partner.awaited.seat, opponent.awaited.seat) == (0, 0)
    assert (view(partner, 0).owns_crib, view(opponent, 0).owns_crib) == (True, False)
    assert thrown("club", partner) != thrown("club", opponent)


def test_beginner_keeps_what_counts_now() -> None:
    state = deal(["4H 5C 5D 6S 9C KH", "AC 2D 8H 9S KC KD"], dealer=1)
    assert thrown("beginner", state) == {"9C", "KH"}
    least = deal(["4H 5C 5D 6S 9C KH", "AC 2D 8H 9S KC KD"], dealer=1, hazard=True)
    kept = set("4H 5C 5D 6S 9C KH".split()) - thrown("beginner", least)
    assert score_hand([NUMBERS[card] for card in kept]) == min(
        score_hand(keep) for keep in combinations(cards("4H 5C 5D 6S 9C KH"), 4)
    )


def test_a_tie_goes_to_the_first_in_the_pack() -> None:
    state = deal(["2C 4D 6H 8S 10C QD", "AC 3D 8H 9S KC KD"], dealer=1)
    assert choose("beginner", state).cards == cards("2C 4D")  # nothing counts anything
    shuffled = deal(["QD 10C 8S 6H 4D 2C", "AC 3D 8H 9S KC KD"], dealer=1)
    for level in LEVELS:
        assert choose(level, state) == choose(level, shuffled)


# the table


def test_table_of_cribs_is_whole_and_names_its_script() -> None:
    header, payload = open_sealed(build_club_table.DATA / build_club_table.NAME)
    assert header == build_club_table.HEADER
    kind, version, script, *_ = header.removeprefix(MARK).split()
    assert (kind, version) == ("crib-club", "1")
    assert (Path(__file__).parents[1] / script).is_file()
    assert {name: len(column) for name, column in load_club_crib().items()} == {
        **{f"{game}_{role}": 91 for game in ("six", "five", "seven") for role in ("dealer", "pone")},
        **{f"{players}_{role}": 13 for players in ("three", "four") for role in ("dealer", "pone")},
    }
    assert payload.endswith(b"\n")


def test_columns_of_the_table_of_cribs_recomputed() -> None:
    table = load_club_crib()
    for role, column in zip(("dealer", "pone"), build_club_table.figure_pairs(GAMES["five"]), strict=True):
        assert tuple(map(int, column)) == table[f"five_{role}"]
    for name, readiness in build_club_table.list_readiness().items():
        for rank in (0, 4, 10):
            assert int(build_club_table.figure_single(rank, readiness)) == table[name][rank]


@pytest.mark.slow
def test_table_of_cribs_built_anew_the_same() -> None:
    assert open_sealed(build_club_table.DATA / build_club_table.NAME)[1] == build_club_table.build()


# the play


def brute_best(series: Sequence[int], hand: Sequence[int]) -> int | None:
    """Return the most points that a card of the hand scores on the series; None if none fits."""
    best = None
    count = sum(VALUES[rank] for rank in series)
    for rank in hand:
        if count + VALUES[rank] <= 31:
            pile = [RANKS[played] for played in (*series, rank)]
            points = sum(points for _, points, _ in brute_play.find_scores(pile))
            best = points if best is None else max(best, points)
    return best


@pytest.mark.parametrize("size", [1, 2, 3])
def test_replies_are_those_of_all_hands(size: int) -> None:
    draw = random.Random(size)
    for _ in range(6):
        pack = draw.sample(range(52), 52)
        unseen, series = pack[:14], []
        for card in pack[14:]:
            if sum(VALUES[rank] for rank in series) + VALUES[rank_of(card)] <= 31 and len(series) < draw.randrange(
                1, 6
            ):
                series.append(rank_of(card))
        counts = Counter(map(rank_of, unseen))
        bests = [brute_best(series, [rank_of(card) for card in hand]) for hand in combinations(unseen, size)]
        found = weigh_replies(follow(tuple(series)), [counts[rank] for rank in range(13)], size)
        assert found == (sum(best for best in bests if best is not None), bests.count(None))


def test_alone_the_best_order_is_found() -> None:
    draw = random.Random(9)
    for _ in range(40):
        pack = [rank_of(card) for card in draw.sample(range(52), 7)]
        series = [rank for at, rank in enumerate(pack[:3]) if sum(VALUES[other] for other in pack[: at + 1]) <= 30]
        best = 0
        for order in permutations(pack[3:]):
            pile, points = list(series), 0
            for rank in order:
                gained = brute_best(pile, [rank])
                if gained is None:
                    break
                pile.append(rank)
                points += gained
            best = max(best, points + (sum(VALUES[rank] for rank in pile) != 31))
        assert go_on(follow(tuple(series)), pack[3:]) == best


def test_club_leads_no_five_and_leaves_no_twenty_one() -> None:
    other = "AC 2D 2H 3S 6C 7D"
    lead = begin_play(["5C 5H 9S JC QD KH", other], "8C", dealer=1)
    assert choose("club", lead).card not in cards("5C 5H")
    # At 11 a ten makes 21, and nothing else that fits is worse.
    at_eleven = begin_play(["AD 9C JC QD QC KH", "10D 2D 2H 3S 6C 7D"], "8C", "AD", "10D", dealer=1)
    assert at_eleven.play.running == 11
    assert choose("club", at_eleven).card == NUMBERS["9C"]


def test_beginner_takes_what_scores_and_the_highest_of_equals() -> None:
    other = "AC 2D 2H 3S 6C 8D"
    lead = begin_play(["4C 5H 9S JC QD KH", other], "8C", dealer=1)
    assert choose("beginner", lead).card == NUMBERS["KH"]
    for played, wanted in (("6C", "9S"), ("8D", "KH")):
        state = begin_play([other, "4C 5H 9S JC QD KH"], "8C", played, dealer=1)
        assert choose("beginner", state).card == NUMBERS[wanted]


@pytest.mark.parametrize("level", LEVELS)
def test_in_a_hazard_game_points_are_avoided(level: str) -> None:
    state = begin_play(["AC 2D 2H 3S 6C 8D", "4C 5H 9S JC QD KH"], "8C", "6C", dealer=1, hazard=True)
    assert choose(level, state).card != NUMBERS["9S"]


def test_a_reply_counts_for_a_partner_and_against_an_opponent() -> None:
    # At 20 the jack makes 30, where only an ace follows, the ace 21, where every ten-card scores. Seat 3 is next.
    hands = ["10C 9C 9D 8D 2C", "10D 7C 7D 6D 2D", "AC JC 4C 4D 2H", "QC QD 8H 8S 2S"]
    opponent = deal(hands, dealer=3)
    opponent = follow_on(opponent, *(Discard(seat, cards(hand.split()[-1])) for seat, hand in enumerate(hands)))
    opponent = follow_on(opponent, Turn(NUMBERS["3C"]), PlayCard(0, NUMBERS["10C"]), PlayCard(1, NUMBERS["10D"]))
    assert opponent.play is not None
    assert choose("club", opponent).card != NUMBERS["AC"]
    # The same with seat 3 out of the series, so that the partner is next.
    out = opponent.play._replace(out=(False, False, False, True))
    assert choose("club", replace(opponent, play=out)).card == NUMBERS["AC"]


@pytest.mark.parametrize("level", [*LEVELS, "random"])
def test_forced_cards_and_goes(level: str) -> None:
    state = begin_play(["10C JC QC KC 9C 8C", "10D JD QD KD 9D 8D"], "2C", "10D", "10C", "9D", dealer=0)
    assert choose(level, state) == SayGo(0)


# counting


def show(hand: str, starter: str, level_claims: tuple[int, ...] = (0,), **options) -> GameState:
    """Return a six-card game in which player 1 is to count this hand."""
    other = [name for name in DECK if name not in {*hand.split(), starter}]
    hands = [f"{hand} {other[0]} {other[1]}", " ".join(other[2:8])]
    state = deal(hands, dealer=1, claims=level_claims, target=999, **options)
    state = follow_on(
        state, Discard(0, cards(" ".join(other[:2]))), Discard(1, state.hands[1][:2]), Turn(NUMBERS[starter])
    )
    while state.awaited.kind == "play":
        state = follow_on(state, choose("beginner", state))
    return state


@pytest.mark.parametrize("level", ["expert", "random"])
def test_some_count_without_fault(level: str) -> None:
    assert choose(level, show("5H 5S 5C JD", "5D")) == Claim(0, 29)


@pytest.mark.parametrize(("level", "low", "high"), [("beginner", 0.17, 0.22), ("club", 0.035, 0.06)])
def test_how_often_hands_are_miscounted(level: str, low: float, high: float) -> None:
    state = show("4H 5S 6C JD", "5D")
    claims = Counter(make_player(level, seed).choose(view(state, 0)).points for seed in range(4000))
    worth = worth_of(state)
    assert worth == 17
    wrong = 4000 - claims[worth]
    assert low <= wrong / 4000 <= high
    # A pair, a fifteen or nobs is missed. A claim too high would be 19, and no hand counts 19.
    assert claims[15] > claims[16] > 0
    assert set(claims) == {15, 16, 17}


def test_claims_too_high_are_the_rarer() -> None:
    state = show("4H 5S 6C 9D", "5D")
    assert worth_of(state) == 14
    claims = Counter(make_player("beginner", seed).choose(view(state, 0)).points for seed in range(4000))
    assert set(claims) == {12, 14, 16}
    assert 0 < claims[16] < claims[12] < claims[14]


def test_no_miscount_is_impossible() -> None:
    draw = random.Random(5)
    for seed in range(300):
        hand = [DECK[card] for card in draw.sample(range(52), 5)]
        state = show(" ".join(hand[:4]), hand[4])
        for level in ("beginner", "club"):
            claim = choose(make_player(level, seed), state)
            assert apply(state, claim)


def test_a_seat_without_claims_counts_the_truth() -> None:
    state = show("4H 5S 6C 9D", "5D", ())
    assert {make_player("beginner", seed).choose(view(state, 0)) for seed in range(50)} == {Claim(0, 14)}


def test_miscounts_carry_nothing_along() -> None:
    first, second = show("4H 5S 6C 9D", "5D"), show("5H 5S 5C JD", "KD")
    for seed in range(40):
        player = make_player("beginner", seed)
        alone = make_player("beginner", seed).choose(view(second, 0))
        assert player.choose(view(first, 0)) == player.choose(view(first, 0))
        assert player.choose(view(second, 0)) == alone


@pytest.mark.parametrize(("level", "low", "high"), [("beginner", 0.45, 0.55), ("club", 0.87, 0.93), ("expert", 1, 1)])
def test_how_often_muggins_is_called(level: str, low: float, high: float) -> None:
    state = follow_on(show("4H 5S 6C 9D", "5D", muggins=True), Claim(0, 10))
    assert state.awaited.kind == "muggins"
    calls = Counter(make_player(level, seed).choose(view(state, 1)) for seed in range(2000))
    assert set(calls) <= {CallMuggins(1, 4), Decline(1)}
    assert low <= calls[CallMuggins(1, 4)] / 2000 <= high


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_is_called_on_a_right_count(level: str) -> None:
    state = follow_on(show("4H 5S 6C 9D", "5D", muggins=True), Claim(0, 14))
    assert {make_player(level, seed).choose(view(state, 1)) for seed in range(50)} == {Decline(1)}


# levels


def test_levels_by_name() -> None:
    assert list(LEVELS) == ["beginner", "club", "expert"]
    with pytest.raises(RulesError, match="no level 'master'; the levels are beginner, club, expert"):
        find_level("master")


@pytest.mark.parametrize("level", [*LEVELS, "random"])
def test_no_player_cuts_or_deals(level: str) -> None:
    state, _ = begin_game(GameSettings(seed=1))
    with pytest.raises(IllegalActionError):
        choose(level, state)


def test_random_player_does_everything_legal() -> None:
    state = deal(["2C 4D 6H 8S 10C QD", "AC 3D 8H 9S KC KD"], dealer=1)
    throws = {frozenset(choose(make_player("random", seed), state).cards) for seed in range(400)}
    assert throws == set(map(frozenset, combinations(state.hands[0], 2)))
    assert choose(make_player("random", 3), state) == choose(make_player("random", 3), state)
