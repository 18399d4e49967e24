"""The play inside the game: every go row of the case files, and games that end in the middle of it.

Seats A, B, C in the order of play, as the rows name them. The fold itself is tested in ``test_pegging``.
"""

import re

import pytest
from cases import load_rows
from game_table import card_of, cards_of, lay, put, run, scored

from crib_cli.core.rules import FIVE, SEVEN
from crib_cli.errors import IllegalActionError
from crib_cli.game.actions import PlayCard, SayGo
from crib_cli.game.events import Ended, Event, Played, SaidGo
from crib_cli.game.legality import legal_actions, why_not
from crib_cli.game.settings import GameSettings, make_settings
from crib_cli.game.state import Awaited, GameState

TWO, THREE = make_settings(), make_settings(players=3)

# Two players: A leads from seat 1, B deals from seat 0.
B, A = 0, 1


def two(a: str, b: str, plays: str = "") -> tuple[GameState, list[Event]]:
    state, _ = lay(TWO, b, a)
    return put(state, plays)


def three(first: str, second: str, third: str, plays: str) -> tuple[GameState, list[Event]]:
    """Lay out three hands in the order of play: seats 0, 1 and 2, who deals."""
    state, _ = lay(THREE, first, second, third, dealer=2)
    return put(state, plays)


def goes_of(events: list[Event]) -> list[int]:
    return [event.seat for event in events if isinstance(event, SaidGo)]


def test_b056_a_card_over_31_is_never_legal() -> None:
    state, _ = two("10H QD 5C 5D", "8H 5S 6D 6C", "10H 8H QD")
    assert legal_actions(state) == (SayGo(B),)
    for card in cards_of("5S 6D 6C"):
        error = why_not(state, PlayCard(B, card))
        assert error is not None
        assert (error.code, error.params["most"]) == ("play.above", 3)
    with pytest.raises(IllegalActionError, match="would make 33, above 31"):
        run(state, PlayCard(B, card_of("5S")))
    state, events = run(state, SayGo(B))
    assert events == [SaidGo(B, 28), *events[1:]]


def test_b058_pair_across_the_opponents_go() -> None:
    """Here B says go, and A holds the aces."""
    state, events = two("KH 7D AC AD", "8H QD JD 10D", "KH 8H 7D go AC AD")
    assert goes_of(events) == [B]
    assert scored(events) == [(A, 2, "pair"), (A, 1, "last")]
    assert state.awaited == Awaited("play", B)


def test_b059_nobody_asks_an_empty_hand() -> None:
    """Here A has no cards, and B makes 29 and holds a five."""
    state, _ = two("JH 10H AC 9C", "KD QD 10D 5D", "JH KD 10H go AC QD 9C")
    assert (state.play.running, state.hands[A]) == (19, ())
    state, events = put(state, "10D")
    assert scored(events) == [(B, 1, "last")]
    assert (state.awaited, state.play.running) == (Awaited("play", B), 0)
    state, events = put(state, "5D")
    assert events[0] == Played(B, card_of("5D"), 5)
    assert scored(events) == [(B, 1, "last")]
    assert state.awaited == Awaited("claim", A)


def test_b061_the_point_comes_without_another_prompt() -> None:
    state, _ = two("KH QH 10H 10D", "6H JD KD 9D", "KH 6H QH")
    state, events = put(state, "go")
    assert scored(events) == [(A, 1, "last")]
    assert (state.awaited, state.play.running) == (Awaited("play", B), 0)


def test_b062_the_go_belongs_to_whose_turn_it_is() -> None:
    state, _ = two("KH JH 5H 6H", "QD 2D 2C 9D", "KH QD JH")
    assert legal_actions(state) == (SayGo(B),)
    with pytest.raises(IllegalActionError) as caught:
        run(state, SayGo(A))
    assert (caught.value.code, caught.value.params) == ("game.not_your_turn", {"player": 2, "turn": 1})
    state, events = put(state, "go")
    assert scored(events) == [(A, 1, "last")]


def test_b064_the_series_ends_when_all_others_have_said_go() -> None:
    state, events = three("KH QH JH 10H", "QD JD 10D KD", "2C 3C 2D 2H", "KH QD 2C go go 3C 2D 2H")
    assert goes_of(events) == [0, 1]
    assert scored(events) == [(2, 2, "pair"), (2, 1, "last")]
    assert (state.awaited, state.hands[2]) == (Awaited("play", 0), ())


def test_b065_the_last_player_pegs_without_saying_go() -> None:
    state, events = three("9H 7H 2H KH", "8D QD JD 10D", "6C KC QC JC", "9H 8D 6C 7H go go")
    assert goes_of(events) == [1, 2]
    assert scored(events) == [(0, 4, "run"), (0, 1, "last")]
    assert state.awaited == Awaited("play", 1)


def test_b067_no_cards_no_turn() -> None:
    state, _ = three("KH QH JH 10H", "QD JD 10D KD", "2C 3C 2D 2H", "KH QD 2C go go 3C 2D 2H QH JD")
    assert state.hands[2] == ()
    assert state.awaited == Awaited("play", 0)
    assert why_not(state, SayGo(2)).code == "game.not_your_turn"


def test_b068_the_count_begins_anew_after_31() -> None:
    state, events = two("KH 10H AC 2C", "QD AD 2D 3D", "KH QD 10H AD")
    assert scored(events) == [(B, 2, "thirty-one")]
    state, events = put(state, "AC")
    assert events == [Played(A, card_of("AC"), 1)]


def test_b070_the_next_leader_is_looked_for_past_empty_hands() -> None:
    state, _ = three("KH QH 6H 8H", "7C 2C AC AD", "9S 5S JS QD", "KH 7C 9S go 2C go AC AD")
    assert (state.hands[1], state.awaited) == ((), Awaited("play", 2))
    state, events = put(state, "5S QH JS 6H")
    assert scored(events) == [(0, 2, "fifteen"), (0, 2, "thirty-one")]
    assert state.awaited == Awaited("play", 2)


def test_b071_the_point_is_scored_by_the_last_player() -> None:
    _, events = two("10H QH KH JH", "9D 5D 6D 7D", "10H 9D QH go")
    assert events[-2] == SaidGo(B, 29)
    assert scored(events) == [(A, 1, "last")]


def test_b073_the_play_is_over_at_once_when_the_last_card_makes_31() -> None:
    state, events = two("KH 10H 5H 8H", "QD JD 6D 2D", "KH QD 10H go JD 5H 6D 8H 2D")
    assert isinstance(events[-2], Played)
    assert scored(events)[-1] == (B, 2, "thirty-one")
    assert goes_of(events) == [B]
    assert state.awaited == Awaited("claim", A)


def test_b074_no_go_is_said_at_31() -> None:
    state, _ = two("KH JH AC 2C", "QD AD 2D 3D", "KH QD JH AD")
    assert state.awaited == Awaited("play", A)
    error = why_not(state, SayGo(A))
    assert error is not None
    assert (error.code, error.params) == ("game.must_play", {"count": 0, "cards": ("AC", "2C")})


def test_b076_at_31_nobody_is_asked_for_a_go() -> None:
    state, _ = two("KH JH 10C 9C", "QD AD 2D 3D", "KH QD JH AD")
    assert legal_actions(state) == (PlayCard(A, card_of("10C")), PlayCard(A, card_of("9C")))


def test_b077_neither_can_play_and_the_play_goes_on() -> None:
    state, _ = two("10H 8H 7H 7D", "9D 6D QD KD", "10H 9D 8H")
    state, events = put(state, "go")
    assert scored(events) == [(A, 1, "last")]
    assert (state.awaited, state.play.running) == (Awaited("play", B), 0)
    state, _ = put(state, "KD 7H QD")
    assert state.play.running == 27


def test_every_go_row_has_its_test() -> None:
    named = {name[5:9].upper() for name in globals() if re.match(r"test_b\d{3}_", name)}
    assert named == {row["id"] for row in load_rows("public_faults.tsv", "go")}
    assert len(named) == 15


# refusals


def test_go_is_refused_while_a_card_fits() -> None:
    state, _ = two("KH JH 5C 2C", "QD AD 9D 3D", "KH QD")
    with pytest.raises(IllegalActionError, match="no go at 20; play a card that fits: JH, 5C, 2C"):
        run(state, SayGo(A))


def test_a_card_that_is_not_held_is_refused() -> None:
    state, _ = two("KH JH 5C 2C", "QD AD 9D 3D", "KH")
    with pytest.raises(IllegalActionError, match="player 1 does not hold KH; choose from QD AD 9D 3D"):
        run(state, PlayCard(B, card_of("KH")))


# a game that ends in the play


def test_the_first_of_two_scores_can_win() -> None:
    """4 6 5: fifteen reaches the target, and the run is not counted any more."""
    state, _ = lay(TWO, "6D KD QD JD", "4H 5H 2H 2C", scores=[60, 119])
    state, events = put(state, "4H 6D 5H")
    assert scored(events) == [(A, 2, "fifteen")]
    assert state.scores == (60, 121)
    assert state.is_over


def test_pair_royal_reaches_beyond_the_target() -> None:
    state, _ = lay(TWO, "6D KD QD JD", "6H 6C 2H 2C", scores=[60, 118])
    state, events = put(state, "6H 6D 6C")
    assert scored(events) == [(B, 2, "pair"), (A, 6, "pair")]
    assert state.scores == (62, 121)
    ended = events[-1]
    assert isinstance(ended, Ended)
    assert (ended.scores, ended.skunk, ended.games) == ((62, 121), "single", 2)


def test_the_award_for_last_can_win() -> None:
    state, _ = lay(TWO, "6D KD QD JD", "KH QH 10H 10C", scores=[60, 120])
    state, events = put(state, "KH 6D QH go")
    assert scored(events) == [(A, 1, "last")]
    assert isinstance(events[-1], Ended)
    assert state.awaited == Awaited("over", None)
    assert legal_actions(state) == ()
    with pytest.raises(IllegalActionError, match="the game is over"):
        run(state, SayGo(B))


def test_the_five_card_play_is_one_series() -> None:
    settings = make_settings(FIVE)
    state, _ = put(lay(settings, "6D KD QD", "KH QH 10H")[0], "KH 6D QH go")
    assert state.awaited == Awaited("claim", A)
    assert [len(hand) for hand in state.hands] == [2, 1]
    state, _ = put(lay(make_settings(FIVE, play_out=True), "6D KD QD", "KH QH 10H")[0], "KH 6D QH go")
    assert state.awaited == Awaited("play", B)


def test_seven_cards_leave_five_to_play() -> None:
    state, _ = lay(make_settings(SEVEN), "6D KD QD JD AD", "KH QH 10H 10C 2H")
    assert state.play is not None
    assert state.play.held == (5, 5)


def test_partners_share_what_either_pegs() -> None:
    state, _ = lay(GameSettings(players=4), "6D KD QD JD", "9H QH 10H 10C", "6S KS JS 10S", "6C 9C 8C 7C")
    state, events = put(state, "9H 6S 6C 6D")
    assert scored(events) == [(2, 2, "fifteen"), (3, 2, "pair"), (0, 6, "pair")]
    assert state.scores == (8, 2)
