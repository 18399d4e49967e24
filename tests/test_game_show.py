"""The show: who counts, claims, muggins both ways, strict games, hazard games.

Seat 0 deals and seat 1 is the pone, whose hand is 7 8 9 K with an ace: a fifteen and a run of three, five points.
"""

from dataclasses import replace

import pytest
from game_table import claim, lay, name_of_table, play_out, run, scored

from crib_cli.core.rules import FIVE, SEVEN, SHOTGUN, SIX, Rules
from crib_cli.errors import IllegalActionError
from crib_cli.game.actions import CallMuggins, Claim, Decline
from crib_cli.game.events import CalledMuggins, Ended, Passed, Scored, Shown
from crib_cli.game.legality import legal_actions, why_not
from crib_cli.game.settings import GameSettings, make_settings
from crib_cli.game.state import Awaited, GameState, worth_of
from crib_cli.game.views import view

FIVE_POINTS = "7C 8D 9H KS"
"""With the ace of spades as starter."""


def at_show(settings: GameSettings, *hands: str, scores: tuple[int, ...] = (0, 0)) -> GameState:
    """Lay out the hands by seat, play them out and set the scores; the pone counts next."""
    state = play_out(lay(settings, *hands, starter="AS", scores=(0,) * settings.sides)[0])
    return replace(state, scores=scores)


def pone(settings: GameSettings, scores: tuple[int, ...] = (0, 0)) -> GameState:
    """Return a two-player game where the pone is to count five points."""
    return at_show(settings, "KC QD 2H 2S", FIVE_POINTS, scores=scores)


COUNTED = make_settings(claims=[1])
STRICT = make_settings(claims=[1], strict=True)
MUGGINS = make_settings(claims=[1], muggins=True)
STRICT_MUGGINS = make_settings(claims=[1], muggins=True, strict=True)
HAZARD = make_settings(claims=[1], muggins=True, strict=True, hazard=True)
THREE = make_settings(players=3, claims=[0, 1, 2], muggins=True)
FOUR = make_settings(players=4, claims=[0, 1, 2, 3], muggins=True)


def test_worked_hands() -> None:
    assert worth_of(pone(COUNTED)) == 5


# who counts


def test_the_program_counts_for_those_who_do_not() -> None:
    state = pone(make_settings(muggins=True))
    assert legal_actions(state) == (Claim(1, 5),)
    with pytest.raises(IllegalActionError, match="the program counts 5 for player 2, not 4; claim 5"):
        claim(state, 4)
    state, events = claim(state)
    assert state.awaited == Awaited("claim", 0)  # nobody is asked for muggins
    assert events[0] == Shown(1, "hand", state.kept[1], 3, 5, 5)


@pytest.mark.parametrize("points", [19, 25, 26, 27, 30, -1, 99])
def test_impossible_claims_are_refused(points: int) -> None:
    error = why_not(pone(COUNTED), Claim(1, points))
    assert error is not None
    assert error.code == ("game.claim_impossible" if 0 <= points <= 29 else "game.claim_range")
    assert "19, 25, 26, 27" in str(error) or "claim 0 to 29" in str(error)


@pytest.mark.parametrize(
    ("rules", "highest"),
    [(SIX, (29, 29, 29)), (FIVE, (20, 20, 29)), (SEVEN, (46, 46, 29)), (SHOTGUN, (72, 72))],
    ids=name_of_table,
)
def test_claims_that_can_be_made(rules: Rules, highest: tuple[int, ...]) -> None:
    """From nothing to the highest hand, then the highest crib, without what cannot be counted."""
    settings = make_settings(rules, claims=[0, 1], target=999)
    names = [f"{rank}D" for rank in ("2", "4", "6", "8", "10", "Q")][: rules.kept]
    others = [f"{rank}C" for rank in ("3", "5", "7", "9", "J", "K")][: rules.kept]
    state = play_out(lay(settings, " ".join(names), " ".join(others))[0])
    for most in highest:
        never = rules.hand_totals.impossible if len(state.shows) < 2 else (19, 25, 26, 27)
        wanted = [points for points in range(most + 1) if points not in never]
        assert [action.points for action in legal_actions(state) if isinstance(action, Claim)] == wanted
        state, _ = claim(state)
    assert state.awaited.kind == "deal"


def test_the_order_of_the_show_with_three() -> None:
    settings = make_settings(players=3)
    state = at_show(settings, FIVE_POINTS, "KC QD 2H 2S", "3C 5D 7H JS", scores=(0, 0, 0))
    asked = []
    while state.awaited.kind == "claim":
        asked.append(state.awaited.seat)
        state, _ = claim(state)
    assert asked == [1, 2, 0, 0]
    assert state.awaited == Awaited("deal", 1)


def test_what_is_counted_lies_open() -> None:
    state = pone(COUNTED)
    assert view(state, 0).counting == state.kept[1]
    state, _ = claim(state)
    state, _ = claim(state)
    assert (state.awaited, len(state.shows)) == (Awaited("claim", 0), 2)
    assert view(state, 1).counting == state.crib
    assert [shown.worth for shown in view(state, 1).shown] == [show.worth for show in state.shows]


# claims without muggins


def test_too_low_a_claim_pegs_the_claim() -> None:
    state, events = claim(pone(COUNTED), 3)
    assert scored(events) == [(1, 3, "hand")]
    assert state.scores == (0, 3)
    assert state.awaited == Awaited("claim", 0)


def test_a_claim_of_nothing_pegs_nothing() -> None:
    state, events = claim(pone(COUNTED), 0)
    assert [type(event) for event in events] == [Shown]
    assert state.scores == (0, 0)


def test_too_high_a_claim_is_put_right() -> None:
    for settings in (COUNTED, MUGGINS):
        state, events = claim(pone(settings), 8)
        assert scored(events) == [(1, 5, "hand")]
        assert state.scores == (0, 5)
        assert state.awaited == Awaited("claim", 0)  # the truth is out: there is nothing to call


def test_a_strict_game_gives_the_excess_away() -> None:
    state, events = claim(pone(STRICT), 8)
    assert scored(events) == [(1, 5, "hand"), (0, 3, "penalty")]
    assert state.scores == (3, 5)


def test_the_excess_goes_to_the_next_clockwise() -> None:
    three = make_settings(players=3, claims=[1], strict=True)
    _, events = claim(at_show(three, "KC QD 2H 2S", FIVE_POINTS, "3C 5D 7H JS", scores=(0, 0, 0)), 7)
    assert scored(events) == [(1, 5, "hand"), (2, 2, "penalty")]
    four = make_settings(players=4, claims=[1], strict=True)
    state, events = claim(at_show(four, "KC QD 2H 2S", FIVE_POINTS, "3C 5D 7H JS", "3D 5C 7S JH"), 7)
    assert scored(events) == [(1, 5, "hand"), (2, 2, "penalty")]
    assert state.scores == (2, 5)


def test_the_truth_comes_before_the_penalty() -> None:
    state, events = claim(pone(STRICT, (119, 116)), 8)
    assert scored(events) == [(1, 5, "hand")]
    assert (state.scores, state.is_over) == ((119, 121), True)
    state, events = claim(pone(STRICT, (119, 20)), 8)
    assert isinstance(events[-1], Ended)
    assert events[-1].winners == (0,)


# muggins


def test_muggins_takes_what_was_missed() -> None:
    state, events = claim(pone(MUGGINS), 3)
    assert state.awaited == Awaited("muggins", 0)
    state, events = run(state, CallMuggins(0, 2))
    assert events == [CalledMuggins(0, 1, 2, 2), Scored(0, 2, "muggins", (2, 3))]
    assert state.awaited == Awaited("claim", 0)


@pytest.mark.parametrize(("named", "taken"), [(1, 1), (2, 2), (3, 2), (29, 2)])
def test_no_more_than_named_and_no_more_than_missed(named: int, taken: int) -> None:
    for settings in (MUGGINS, STRICT_MUGGINS):
        state, _ = claim(pone(settings), 3)
        state, events = run(state, CallMuggins(0, named))
        assert events[0] == CalledMuggins(0, 1, taken, named)
        assert scored(events) == [(0, taken, "muggins")]
        assert state.scores == (taken, 3)


@pytest.mark.parametrize(("score", "claimed", "taken"), [(115, 0, 5), (117, 0, 4), (118, 2, 1), (119, 0, 2)])
def test_no_more_than_the_holes_the_counter_had_left(score: int, claimed: int, taken: int) -> None:
    state, _ = claim(pone(MUGGINS, (10, score)), claimed)
    state, events = run(state, CallMuggins(0, 5 - claimed))
    assert scored(events) == [(0, taken, "muggins")]
    assert state.scores == (10 + taken, score + claimed)


def test_muggins_can_win() -> None:
    state, _ = claim(pone(MUGGINS, (120, 50)), 3)
    state, events = run(state, CallMuggins(0, 2))
    assert scored(events) == [(0, 2, "muggins")]
    assert events[-1] == Ended((0,), (121, 53), "double", (None, "double"), 4)


def test_a_claim_that_wins_is_not_open_to_muggins() -> None:
    state, events = claim(pone(MUGGINS, (0, 118)), 3)
    assert isinstance(events[-1], Ended)
    assert state.is_over
    assert state.callers == ()
    state, _ = claim(pone(MUGGINS, (0, 118)), 2)
    assert state.awaited == Awaited("muggins", 0)


def test_declining_leaves_the_points() -> None:
    state, _ = claim(pone(MUGGINS), 3)
    state, events = run(state, Decline(0))
    assert events == [Passed(0)]
    assert state.scores == (0, 3)
    assert state.awaited == Awaited("claim", 0)


def test_calls_in_order() -> None:
    state, _ = claim(pone(MUGGINS), 3)
    assert legal_actions(state) == (Decline(0), *(CallMuggins(0, points) for points in range(1, 30)))
    for points in (0, -1, 30):
        with pytest.raises(IllegalActionError, match=f"muggins for {points}; name 1 to 29 points"):
            run(state, CallMuggins(0, points))
    with pytest.raises(IllegalActionError, match="player 2 is not asked"):
        run(state, CallMuggins(1, 2))


def test_a_false_call_costs_nothing() -> None:
    state, _ = claim(pone(MUGGINS))
    assert state.awaited == Awaited("muggins", 0)
    state, events = run(state, CallMuggins(0, 2))
    assert events == [CalledMuggins(0, 1, 0, 2)]
    assert state.scores == (0, 5)
    assert state.awaited == Awaited("claim", 0)


def test_a_false_call_in_a_strict_game_gives_what_it_named() -> None:
    state, _ = claim(pone(STRICT_MUGGINS))
    state, events = run(state, CallMuggins(0, 2))
    assert events == [CalledMuggins(0, 1, 0, 2), Scored(1, 2, "penalty", (0, 7))]


def test_heels_are_not_open_to_muggins() -> None:
    state, events = lay(MUGGINS, "KC QD 2H 2S", FIVE_POINTS, starter="JS")
    assert scored(events) == [(0, 2, "heels")]
    assert state.awaited == Awaited("play", 1)


def test_the_crib_is_open_to_muggins() -> None:
    settings = make_settings(claims=[0], muggins=True)
    state = pone(settings)
    state, _ = claim(state)
    state, _ = claim(state)
    state, _ = run(state, Decline(1))
    assert (len(state.shows), state.awaited) == (2, Awaited("claim", 0))
    state, _ = claim(state, 0)
    assert state.awaited == Awaited("muggins", 1)
    worth = state.shows[-1].worth
    state, events = run(state, CallMuggins(1, worth or 1))
    assert events[0] == CalledMuggins(1, 0, worth, worth or 1)
    assert worth
    assert state.awaited == Awaited("deal", 1)


# muggins with three and four


def three() -> GameState:
    return at_show(THREE, "KC QD 2H 2S", FIVE_POINTS, "3C 5D 7H JS", scores=(0, 0, 0))


def four() -> GameState:
    return at_show(FOUR, "KC QD 2H 2S", FIVE_POINTS, "3C 5D 7H JS", "3D 5C 7S JH")


def test_three_are_asked_clockwise_from_the_counter() -> None:
    state, _ = claim(three(), 3)
    assert state.awaited == Awaited("muggins", 2)
    state, _ = run(state, Decline(2))
    assert state.awaited == Awaited("muggins", 0)
    state, events = run(state, CallMuggins(0, 1))
    assert scored(events) == [(0, 1, "muggins")]
    assert state.awaited == Awaited("claim", 2)


def test_the_first_right_call_takes_the_points() -> None:
    state, _ = claim(three(), 3)
    state, events = run(state, CallMuggins(2, 1))  # one of two: the other point is lost
    assert scored(events) == [(2, 1, "muggins")]
    assert state.awaited == Awaited("claim", 2)


def test_a_false_call_leaves_the_window_to_the_next() -> None:
    state, _ = claim(three())
    state, events = run(state, CallMuggins(2, 1))
    assert scored(events) == []
    assert state.awaited == Awaited("muggins", 0)
    state, _ = run(state, CallMuggins(0, 4))
    assert state.awaited == Awaited("claim", 2)


def test_partners_are_both_asked_and_call_once() -> None:
    state, _ = claim(four(), 3)
    assert state.awaited == Awaited("muggins", 2)
    declined, _ = run(state, Decline(2))
    assert declined.awaited == Awaited("muggins", 0)
    declined, _ = run(declined, Decline(0))
    assert declined.awaited == Awaited("claim", 2)
    right, _ = claim(four())
    right, _ = run(right, CallMuggins(2, 1))  # false: the side's one call
    assert right.awaited == Awaited("claim", 2)


# hazard


def test_missed_points_are_charged_in_a_hazard_game() -> None:
    state, events = claim(pone(HAZARD), 3)
    assert events[0] == Shown(1, "hand", state.kept[1], 3, 5, 3)
    assert scored(events) == [(1, 5, "hand")]
    assert state.awaited == Awaited("claim", 0)


def test_nothing_moves_for_too_high_a_claim_in_a_hazard_game() -> None:
    state, events = claim(pone(HAZARD), 8)
    assert scored(events) == [(1, 5, "hand")]
    assert state.scores == (0, 5)


def test_missed_points_can_lose_a_hazard_game() -> None:
    _, events = claim(pone(HAZARD, (0, 116)), 0)
    assert isinstance(events[-1], Ended)
    assert events[-1].winners == (0,)


# one count is one event


def test_a_hand_beyond_the_target_is_told_whole_and_pegged_to_it() -> None:
    state, events = claim(pone(COUNTED, (100, 120)))
    assert events[1:] == [Scored(1, 5, "hand", (100, 121)), Ended((1,), (100, 121), None, (None, None), 1)]
    assert state.shows[-1].seat == 1
    assert len(state.shows) == 1  # the dealer does not count any more
