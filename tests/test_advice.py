"""Advice at the table: for every question of a game that has advice, whatever went before."""

import random

import pytest
from game_table import TABLES, any_settings, name_of_table, play_game

from crib_cli.core.pegging import legal_cards
from crib_cli.core.rules import Rules
from crib_cli.game.advice import advise_card, knows_chances
from crib_cli.game.views import view


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=name_of_table)
def test_the_cards_advised_are_those_that_fit(rules: Rules, players: int) -> None:
    """Also for a lead behind one's own go, where nobody else has a card left."""
    alone = 0
    for seed in range(6):
        chance = random.Random(f"advice {seed}")
        settings = any_settings(rules, players, chance, target=31, match=1, play_out=True)
        for state, _, _ in play_game(settings, chance):
            seat, play = state.awaited.seat, state.play
            if state.awaited.kind != "play" or seat is None or play is None:
                continue
            seen = view(state, seat)
            if len(seen.hand) > 3:
                continue  # the search is longest there, and the cards are those at hand
            assert sorted(each.card for each in advise_card(seen)) == sorted(legal_cards(play, seen.hand))
            alone += not play.series and sum(play.held) == len(seen.hand) < rules.kept
    assert alone or rules.one_series


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=name_of_table)
def test_where_the_chance_to_win_decides(rules: Rules, players: int) -> None:
    """Everywhere with tables of its own, near home for two players, never in hazard."""
    for hazard in (False, True):
        met = set()
        chance = random.Random("win")
        settings = any_settings(rules, players, chance, target=61, hazard=hazard, match=1)
        for state, _, _ in play_game(settings, chance):
            seat = state.awaited.seat
            if state.awaited.kind == "play" and seat is not None and len(state.hands[seat]) == 2:
                seen = view(state, seat)
                near = max(seen.scores) >= 30
                met |= {(near, each.win is not None) for each in advise_card(seen)}
                assert knows_chances(seen) == (players == 2 and not hazard and rules.name in {"six", "five"})
        two = players == 2 and not hazard
        assert met == {(True, two), (False, two and rules.name in {"six", "five"})}
