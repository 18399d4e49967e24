"""How games begin, turn and end: every endgame row of the case files, cuts, deals, heels, skunks, matches."""

import re

import pytest
from cases import load_rows
from game_table import (
    TABLES,
    card_of,
    cards_of,
    claim,
    lay,
    name_of_table,
    play_game,
    play_out,
    put,
    run,
    scored,
    seat_down,
)
from test_game_contracts import chance_of

from crib_cli.core.cards import NAMES
from crib_cli.core.rules import FIVE, SHOTGUN, SIX, VARIANTS, Rules
from crib_cli.errors import CribError, IllegalActionError, RulesError, StoreError
from crib_cli.game.actions import Action, CallMuggins, Cut, Deal, Decline, Discard, Turn
from crib_cli.game.dealer import deal_cards, next_chance, shuffle, stream
from crib_cli.game.events import CutForDeal, Dealt, Ended, MatchEnded, Scored, Shown, Turned
from crib_cli.game.legality import legal_actions, why_not
from crib_cli.game.match import judge_game, judge_match
from crib_cli.game.record import parse_line
from crib_cli.game.settings import GameSettings, make_settings, read_target
from crib_cli.game.state import Awaited, GameState
from crib_cli.game.transitions import apply, begin_game

TWO = make_settings()


def cut(players: int, text: str) -> GameState:
    """Cut cards in the order in which the seats are asked."""
    state, _ = begin_game(GameSettings(players=players))
    for card in cards_of(text):
        seat = state.awaited.seat
        assert seat is not None
        state, events = apply(state, Cut(seat, card))
        assert events == (CutForDeal(seat, card),)
    return state


# every endgame row of the case files


def test_b079_heels_win_at_120() -> None:
    state, events = lay(TWO, "4C 5D 6H 7S", "8C 9D 2H 3S", starter="JC", scores=[120, 119])
    assert scored(events) == [(0, 2, "heels")]
    assert state.scores == (121, 119)
    assert events[-1] == Ended((0,), (121, 119), None, (None, None), 1)
    assert state.is_over


def test_b080_the_second_card_wins_and_nothing_follows() -> None:
    """The pone at 118 takes the last of the first series; then the dealer leads an eight."""
    state, _ = lay(TWO, "QD 8D JD 6D", "KH 10H 7H 7C", scores=[60, 118])
    state, _ = put(state, "KH QD 10H go")
    assert state.scores == (60, 119)
    state, events = put(state, "8D 7H")
    assert scored(events) == [(1, 2, "fifteen")]
    assert isinstance(events[-1], Ended)
    assert (state.is_over, state.shows) == (True, ())


def test_b082_exactly_the_target_is_enough() -> None:
    state, _ = lay(TWO, "4C 5D 6H 7S", "8C 9D 2H 3S", starter="JC", scores=[119, 119])
    assert (state.scores, state.is_over) == ((121, 119), True)
    state, _ = lay(TWO, "4C 5D 6H 7S", "8C 9D 2H 3S", starter="JC", scores=[118, 119])
    assert (state.scores, state.is_over) == ((120, 119), False)


def test_b083_a_double_skunk() -> None:
    verdict = judge_game(TWO, [121, 55], reached=0)
    assert (verdict.skunk, verdict.games) == ("double", 4)


def test_b085_the_line_of_a_game_to_61() -> None:
    settings = GameSettings(target=61)
    assert judge_game(settings, [61, 30], reached=0).games == 2
    assert judge_game(settings, [61, 31], reached=0).games == 1


def test_b086_exactly_enough_wins_the_match() -> None:
    assert judge_match(GameSettings(match=3), [2, 0]) == (0,)
    settings = GameSettings(match=3)
    state, events = lay(settings, "4C 5D 6H 7S", "8C 9D 2H 3S", starter="JC", scores=[120, 90])
    assert events[-1] == MatchEnded((2, 0), (0,))
    assert state.is_over


def test_b088_two_of_three_cut_again() -> None:
    state = cut(3, "4S 4D 9C")
    assert state.cutters == (0, 1)
    state = cut(3, "4S 4D 9C 9D 8D")
    assert state.awaited == Awaited("deal", 1)
    assert state.settings.players == 3


def test_b089_a_tie_of_all_is_cut_again() -> None:
    state = cut(2, "7H 7C")
    assert state.awaited == Awaited("cut", 0)
    assert cut(2, "7H 7C KH QH").awaited == Awaited("deal", 1)
    assert cut(2, "7H 7C 7D 7S KH KC 2H 3C").awaited == Awaited("deal", 0)


def test_b091_a_ten_is_below_a_jack() -> None:
    assert cut(2, "10C JH").awaited == Awaited("deal", 0)
    assert cut(2, "KC JH").awaited == Awaited("deal", 1)
    assert cut(2, "AC 2H").awaited == Awaited("deal", 0)


def test_b092_only_the_lowest_tied_cut_again() -> None:
    state = cut(3, "5C 5D KH")
    assert (state.cutters, state.awaited) == ((0, 1), Awaited("cut", 0))
    assert why_not(state, Cut(2, 0)).code == "game.not_your_turn"
    assert cut(3, "5C KD 5H").cutters == (0, 2)
    assert cut(3, "5C KD KH").awaited == Awaited("deal", 0)
    assert cut(3, "5C 5D KH KC KD AC 2C").awaited == Awaited("deal", 0)


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=name_of_table)
def test_b094_first_card_to_the_dealers_left_last_to_the_dealer(rules: Rules, players: int) -> None:
    settings = GameSettings(rules, players=players)
    for deal in (1, 2, 3):
        for dealer in range(players):
            pack = shuffle(stream(9, "deal", 1, deal))
            hands: list[list[int]] = [[] for _ in range(players)]
            seat = dealer
            for _ in range(rules.dealt_to(players) * players):
                seat = (seat + 1) % players
                hands[seat].append(pack.pop(0))
            assert seat == dealer
            dealt = deal_cards(settings, 9, 1, deal, dealer)
            assert list(map(list, dealt.hands)) == hands
            assert list(dealt.kitty) == pack[: players == 3]


def test_b095_a_target_is_a_whole_number() -> None:
    assert read_target("61") == read_target(" 61 ") == 61
    for text in ("0", "-5", "abc", "", "61.0", "1e2", "1000", "99999999999999999999", "²", "٦١"):
        with pytest.raises(RulesError, match=re.escape(f"'{text}' as the target; give a whole number from 1 to 999")):
            read_target(text)
    for target in (0, -5, 1000):
        with pytest.raises(RulesError, match="as the target"):
            make_settings(target=target)
    assert make_settings(target=61).target == 61


def test_b097_the_answer_comes_before_the_crib() -> None:
    """Claim 6 for a hand worth 5: it is put right at once, the crib still to count."""
    settings = make_settings(claims=[0])
    state = play_out(lay(settings, "7C 8D 9H KS", "KC QD 2H 2S", starter="AS")[0])
    state, _ = claim(state)
    state, events = claim(state, 6)
    assert events == [
        Shown(0, "hand", cards_of("7C 8D 9H KS"), card_of("AS"), 5, 6),
        Scored(0, 5, "hand", state.scores),
    ]
    assert state.awaited == Awaited("claim", 0)
    assert len(state.shows) == 2


def test_b098_each_count_has_a_window_of_its_own() -> None:
    settings = make_settings(muggins=True, claims=[0, 1])
    state = play_out(lay(settings, "7C 8D 9H KS", "KC QD 2H 2S", starter="AS")[0])
    asked = []
    for _ in range(3):
        state, _ = claim(state)
        asked.append(state.awaited)
        seat = state.awaited.seat
        assert seat is not None
        state, _ = run(state, Decline(seat))
    assert asked == [Awaited("muggins", 0), Awaited("muggins", 1), Awaited("muggins", 1)]
    assert state.awaited.kind == "deal"


def test_b100_both_partners_win() -> None:
    hands = ("6D KD QD 2D", "9H QH 10H 10C", "6S KS 3S 10S", "6C 9C 8C 7C")
    _, events = lay(GameSettings(players=4), *hands, starter="JS", dealer=2, scores=[119, 100])
    assert events[-1] == Ended((0, 2), (121, 100), None, (None, None), 1)
    _, events = lay(GameSettings(players=4, match=3), *hands, starter="JS", dealer=3, scores=[60, 119])
    assert events[-2:] == [Ended((1, 3), (60, 121), "double", ("double", None), 4), MatchEnded((0, 4), (1, 3))]


def test_b101_two_against_one_is_refused() -> None:
    """Three players play each for himself; a record of anything else is no record of this game."""
    assert GameSettings(players=3).teams == ((0,), (1,), (2,))
    line = (
        '{"event":"game","format":1,"variant":"six","hazard":false,"players":3,"teams":TEAMS,'
        '"target":121,"muggins":false,"seed":1,"levels":[]}'
    )
    parse_line(line.replace("TEAMS", "[[1],[2],[3]]"))
    with pytest.raises(StoreError, match="no line of a game"):
        parse_line(line.replace("TEAMS", "[[1,2],[3]]"))


def test_every_endgame_row_has_its_test() -> None:
    named = {name[5:9].upper() for name in globals() if re.match(r"test_b\d{3}_", name)}
    assert named == {row["id"] for row in load_rows("public_faults.tsv", "endgame")}
    assert len(named) == 16


# cutting, dealing, tossing


def test_a_card_is_cut_once_a_round() -> None:
    state = cut(2, "7H")
    with pytest.raises(IllegalActionError, match="7H has been cut already; cut another card"):
        run(state, Cut(1, card_of("7H")))
    assert Cut(1, card_of("7H")) not in legal_actions(state)
    assert len(legal_actions(state)) == 51


def test_cuts_of_a_seed_end_with_a_dealer() -> None:
    ties = 0
    for seed in range(60):
        state, _ = begin_game(GameSettings(players=3, seed=seed))
        while state.awaited.kind == "cut":
            state, _ = apply(state, next_chance(state))
        ties += state.cut_round > 1
    assert ties


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Deal((cards_of("AC 2C 3C 4C 5C 6C"),)), "game.deal_hands"),
        (Deal((cards_of("AC 2C 3C 4C 5C 6C"), cards_of("AD 2D 3D 4D 5D"))), "game.deal_size"),
        (Deal((cards_of("AC 2C 3C 4C 5C 6C"), cards_of("AD 2D 3D 4D 5D 6D")), (51,)), "game.kitty_size"),
        (Deal((cards_of("AC 2C 3C 4C 5C 6C"), (*cards_of("AD 2D 3D 4D 5D"), 0))), "game.card_twice"),
        (Deal((cards_of("AC 2C 3C 4C 5C 6C"), (*cards_of("AD 2D 3D 4D 5D"), 52))), "game.no_card"),
        (Turn(3), "game.not_now"),
    ],
)
def test_bad_deals_are_refused(action: Action, code: str) -> None:
    state = seat_down(TWO)
    error = why_not(state, action)
    assert error is not None
    assert error.code == code
    with pytest.raises(IllegalActionError):
        apply(state, action)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Discard(1, cards_of("AD")), "game.discard_size"),
        (Discard(1, cards_of("AD 2D 3D")), "game.discard_size"),
        (Discard(1, cards_of("AD AC")), "game.not_held"),
        (Discard(1, cards_of("AD") * 2), "game.discard_twice"),
        (Discard(1, (1, 99)), "game.no_card"),
        (Discard(0, cards_of("AC 2C")), "game.not_your_turn"),
        (Deal(()), "game.not_now"),
    ],
)
def test_bad_discards_are_refused(action: Action, code: str) -> None:
    state, _ = run(seat_down(TWO), Deal((cards_of("AC 2C 3C 4C 5C 6C"), cards_of("AD 2D 3D 4D 5D 6D"))))
    error = why_not(state, action)
    assert error is not None
    assert error.code == code
    run(state, Discard(1, cards_of("6D AD")))


def test_the_starter_comes_from_what_is_left_of_the_pack() -> None:
    state, _ = run(
        seat_down(make_settings(players=3), dealer=2),
        Deal((cards_of("AC 2C 3C 4C 5C"), cards_of("AD 2D 3D 4D 5D"), cards_of("AH 2H 3H 4H 5H")), cards_of("KS")),
    )
    assert state.awaited == Awaited("discard", 0)
    state, _ = run(state, *(Discard(seat, (state.hands[seat][0],)) for seat in range(3)))
    assert state.awaited == Awaited("turn", 0)
    assert state.crib == cards_of("AC AD AH KS")
    turns = {NAMES[action.card] for action in legal_actions(state) if isinstance(action, Turn)}
    assert len(turns) == 36
    for name in ("AC", "2D", "KS"):
        with pytest.raises(IllegalActionError, match=f"{name} is out already"):
            run(state, Turn(card_of(name)))


# heels and the five-card game's three


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=name_of_table)
def test_heels_are_two_for_the_dealer_in_every_game(rules: Rules, players: int) -> None:
    settings = make_settings(rules, players=players)
    suits = "CDHS"
    hands = [" ".join(f"{rank}{suits[seat]}" for rank in "A23456"[: rules.kept]) for seat in range(players)]
    _, events = lay(settings, *hands, starter="JS", dealer=1)
    assert scored(events) == [(1, 2, "heels")]
    assert lay(settings, *hands, starter="QS", dealer=1)[1] == [Turned(card_of("QS"))]


def test_the_first_pone_of_five_cards_has_three() -> None:
    settings = make_settings(FIVE)
    state = seat_down(settings, dealer=0)
    state, events = run(state, Deal((cards_of("AC 2C 3C 4C 5C"), cards_of("AD 2D 3D 4D 5D"))))
    assert scored(events) == [(1, 3, "first-pone")]
    assert state.scores == (0, 3)


def test_three_for_last_once_a_game() -> None:
    settings = make_settings(FIVE, match=5, seed=2, target=40)
    events = [event for _, _, events in play_game(settings, chance_of("first-pone")) for event in events]
    deals = [event for event in events if isinstance(event, Dealt)]
    games = max(deal.game for deal in deals)
    assert games > 1
    assert len(deals) > games
    threes = [event for event in events if isinstance(event, Scored) and event.reason == "first-pone"]
    assert [event.seat for event in threes] == [1 - deal.dealer for deal in deals if deal.deal == 1]
    for variant in ("six", "seven", "shotgun"):
        assert VARIANTS[variant].first_pone == 0


def test_shotgun_has_no_discard_and_no_crib() -> None:
    state = seat_down(make_settings(SHOTGUN), dealer=0)
    state, _ = run(state, Deal((cards_of("AC 2C 3C 4C 5C 6C"), cards_of("AD 2D 3D 4D 5D 6D"))))
    assert state.awaited == Awaited("turn", 1)
    state, _ = run(state, Turn(card_of("KS")))
    state = play_out(state)
    state, events = claim(state)
    # Four fifteens of small cards and three with the king; a run and a flush of six.
    assert scored(events)[0][1:] == (26, "hand")
    state, _ = claim(state)
    assert state.awaited == Awaited("deal", 1)


# settings


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"players": 5}, "rules.players"),
        ({"players": 1}, "rules.players"),
        ({"rules": FIVE, "players": 3}, "rules.players"),
        ({"match": 2}, "game.match"),
        ({"claims": [2]}, "game.no_seat"),
        ({"claims": [-1]}, "game.no_seat"),
    ],
)
def test_settings_that_cannot_be_played_are_refused(given: dict[str, object], code: str) -> None:
    with pytest.raises(RulesError) as caught:
        make_settings(**given)
    assert caught.value.code == code
    assert isinstance(caught.value, CribError)


def test_targets_of_the_variants() -> None:
    assert {rules.name: make_settings(rules).target for rules in VARIANTS.values()} == {
        "six": 121, "five": 61, "seven": 121, "shotgun": 121,
    }  # fmt: skip


def test_sizes_by_players() -> None:
    assert [(SIX.dealt_to(players), SIX.tossed_by(players), SIX.kitty_of(players)) for players in (2, 3, 4)] == [
        (6, 2, 0), (5, 1, 1), (5, 1, 0),
    ]  # fmt: skip
    for rules in VARIANTS.values():
        assert (rules.dealt_to(2), rules.tossed_by(2), rules.kitty_of(2)) == (rules.dealt, rules.tossed, 0)


def test_seats_and_sides() -> None:
    four = GameSettings(players=4)
    assert [four.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert four.opponents_of(3) == (0, 2)
    assert GameSettings(players=3).opponents_of(2) == (0, 1)
    assert GameSettings().opponents_of(1) == (0,)


def test_calls_and_claims_are_refused_outside_the_show() -> None:
    state = seat_down(TWO)
    for action in (CallMuggins(0, 1), Decline(0)):
        with pytest.raises(IllegalActionError, match="not the time for 'muggins'; what comes now is 'deal'"):
            run(state, action)
