"""How games are valued and matches won: skunks, hazard games, who deals first in the next game."""

import itertools
from dataclasses import replace

import pytest
from game_table import TABLES, any_settings, lay, name_of_table, play_game, seat_down
from test_game_contracts import chance_of

from crib_cli.core.rules import Rules, skunk_lines
from crib_cli.game.events import CutForDeal, Dealt, Ended, MatchEnded
from crib_cli.game.match import games_needed, judge_game, judge_match
from crib_cli.game.settings import GameSettings, make_settings
from crib_cli.game.state import Awaited

# skunks


@pytest.mark.parametrize(
    ("target", "score", "skunk", "games"),
    [
        (121, 120, None, 1),
        (121, 91, None, 1),
        (121, 90, "single", 2),
        (121, 61, "single", 2),
        (121, 60, "double", 4),
        (121, 31, "double", 4),
        (121, 30, "triple", 4),
        (121, 0, "triple", 4),
        (61, 60, None, 1),
        (61, 31, None, 1),
        (61, 30, "single", 2),
        (61, 0, "single", 2),
        (181, 151, None, 1),
        (181, 150, "single", 2),
        (181, 121, "single", 2),
        (181, 120, "double", 4),
        (181, 0, "double", 4),
        (100, 70, None, 1),
        (100, 69, "single", 2),
        (100, 39, "double", 4),
        (31, 1, None, 1),
        (31, 0, "single", 2),
        (30, 0, None, 1),
    ],
)
def test_skunk_lines(target: int, score: int, skunk: str | None, games: int) -> None:
    for reached in (0, 1):
        scores = [score, score]
        scores[reached] = target
        verdict = judge_game(GameSettings(target=target), scores, reached)
        assert (verdict.winners, verdict.skunk, verdict.games) == ((reached,), skunk, games)
        assert verdict.labels == tuple(None if side == reached else skunk for side in (0, 1))
        hazard = judge_game(GameSettings(target=target, hazard=True), scores, reached)
        assert (hazard.winners, hazard.skunk, hazard.games) == ((1 - reached,), None, 1)
    assert [line.below for line in skunk_lines(target)] == sorted(line.below for line in skunk_lines(target))


def test_three_players_are_labelled_each_and_the_runner_up_sets_the_value() -> None:
    settings = GameSettings(players=3)
    verdict = judge_game(settings, [95, 121, 20], reached=1)
    assert (verdict.labels, verdict.skunk, verdict.games) == ((None, None, "triple"), None, 1)
    verdict = judge_game(settings, [80, 121, 20], reached=1)
    assert (verdict.labels, verdict.skunk, verdict.games) == (("single", None, "triple"), "single", 2)


@pytest.mark.parametrize(
    ("scores", "winners"),
    [([80, 121, 90], (0,)), ([90, 121, 80], (2,)), ([80, 121, 80], (0, 2)), ([0, 121, 0], (0, 2))],
)
def test_the_lowest_score_wins_a_hazard_game(scores: list[int], winners: tuple[int, ...]) -> None:
    assert judge_game(GameSettings(players=3, hazard=True), scores, reached=1).winners == winners


def test_who_reaches_the_target_loses_a_hazard_game() -> None:
    settings = make_settings(hazard=True)
    state, events = lay(settings, "4C 5D 6H 7S", "8C 9D 2H 3S", starter="JC", scores=[120, 20])
    assert state.scores == (121, 20)
    assert events[-1] == Ended((1,), (121, 20), None, (None, None), 1)


# matches


@pytest.mark.parametrize(("match", "needed"), [(1, 1), (3, 2), (5, 3)])
def test_games_needed(match: int, needed: int) -> None:
    assert games_needed(match) == needed
    settings = GameSettings(match=match)
    assert judge_match(settings, [needed - 1, needed - 1]) == ()
    assert judge_match(settings, [needed - 1, needed]) == (1,)
    assert judge_match(settings, [needed + 3, 0]) == (0,)


def test_a_skunk_ends_a_best_of_three_and_a_double_one_of_five() -> None:
    hands = ("4C 5D 6H 7S", "8C 9D 2H 3S")
    for match, loser, over in ((3, 91, False), (3, 90, True), (5, 90, False), (5, 60, True)):
        state, events = lay(make_settings(match=match), *hands, starter="JC", scores=[120, loser])
        assert state.is_over == over == isinstance(events[-1], MatchEnded)


def test_after_a_game_of_a_match_the_table_is_clear() -> None:
    settings = make_settings(match=3, seed=1)
    state, events = lay(settings, "4C 5D 6H 7S", "8C 9D 2H 3S", starter="JC", scores=[120, 100], dealer=0)
    assert isinstance(events[-1], Ended)
    assert state == replace(seat_down(settings, 0), dealer=1, first_dealer=1, awaited=Awaited("deal", 1), game=2,
                            games=(1, 0), cutters=(), cuts=(), cut_round=0)  # fmt: skip


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=name_of_table)
def test_the_first_deal_goes_round_from_game_to_game(rules: Rules, players: int) -> None:
    most = 0
    for number in range(6):
        chance = chance_of("match", rules.name, players, number)
        settings = any_settings(rules, players, chance, match=5, target=60)
        events = [event for _, _, events in play_game(settings, chance) for event in events]
        deals = [event for event in events if isinstance(event, Dealt)]
        first = [deal for deal in deals if deal.deal == 1]
        assert [deal.game for deal in first] == list(range(1, len(first) + 1))
        assert [deal.dealer for deal in first] == [(first[0].dealer + game) % players for game in range(len(first))]
        for before, after in itertools.pairwise(deals):
            if after.deal > 1:
                assert (after.deal, after.dealer) == (before.deal + 1, (before.dealer + 1) % players)
        cuts = [number for number, event in enumerate(events) if isinstance(event, CutForDeal)]
        assert max(cuts) < events.index(deals[0])
        assert sum(isinstance(event, Ended) for event in events) == len(first)
        assert isinstance(events[-1], MatchEnded)
        most = max(most, len(first))
    assert most > 1


def test_a_single_game_has_no_match_event() -> None:
    for _, _, events in play_game(make_settings(seed=5), chance_of(5)):
        assert not any(isinstance(event, MatchEnded) for event in events)
