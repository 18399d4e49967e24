"""What holds at every state of any game: random games of every variant, number of players and option."""

import dataclasses
import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest
from game_table import TABLES, any_settings, name_of_table, play_game
from referee import referee

from crib_cli.core.cards import DECK
from crib_cli.core.rules import FIVE, SIX, Rules
from crib_cli.errors import CribError
from crib_cli.game.actions import (
    Action,
    CallMuggins,
    Claim,
    Cut,
    Deal,
    Decline,
    Discard,
    PlayCard,
    SayGo,
    Turn,
)
from crib_cli.game.events import Dealt, Ended, MatchEnded, Passed, SaidGo, Scored, Shown
from crib_cli.game.legality import KINDS, legal_actions, why_not
from crib_cli.game.record import event_line, replay
from crib_cli.game.settings import make_settings
from crib_cli.game.state import GameState, counting
from crib_cli.game.transitions import apply
from crib_cli.game.views import view

GAMES = [(rules, players, hazard) for rules, players in TABLES for hazard in (False, True)]

each_game = pytest.mark.parametrize(("rules", "players", "hazard"), GAMES, ids=name_of_table)


def chance_of(*key: object) -> random.Random:
    return random.Random("/".join(map(str, key)))


def every_card(state: GameState) -> list[int]:
    """Return every card that is somewhere on the table; each is in one place."""
    played = [laid.card for laid in state.laid if laid.card is not None]
    starter = [] if state.starter is None else [state.starter]
    hands = [card for held in (state.hands, state.tossed) for cards in held for card in cards]
    return [*played, *starter, *hands, *state.kitty]


@each_game
def test_cards_are_conserved_and_scores_never_fall(rules: Rules, players: int, hazard: bool) -> None:
    chance = chance_of("conserve", rules.name, players, hazard)
    for _ in range(3):
        settings = any_settings(rules, players, chance, hazard=hazard)
        before = None
        for state, _, _ in play_game(settings, chance):
            cards = every_card(state)
            assert len(cards) == len(set(cards))
            if state.hands:
                dealt = rules.dealt_to(players) * players + rules.kitty_of(players)
                assert len(cards) == dealt + (state.starter is not None)
                assert [Counter(hand) for hand in state.kept] == [
                    Counter(held)
                    + Counter(laid.card for laid in state.laid if laid.seat == seat and laid.card is not None)
                    for seat, held in enumerate(state.hands)
                ]
                assert (
                    len(state.crib) == players * rules.tossed_by(players) + rules.kitty_of(players)
                    or state.starter is None
                )
            if state.play is not None:
                assert state.play.held == tuple(map(len, state.hands))
                assert state.play.turn is None or state.awaited.kind in ("play", "over")
            assert all(0 <= score <= settings.target for score in state.scores)
            if before is not None and before.game == state.game:
                assert all(new >= old for new, old in zip(state.scores, before.scores, strict=True))
            assert state.is_over == any(won >= (settings.match + 1) // 2 for won in state.games)
            assert (settings.target in state.scores) == state.is_over
            before = state


@each_game
def test_a_state_that_is_not_over_has_an_action(rules: Rules, players: int, hazard: bool) -> None:
    chance = chance_of("actions", rules.name, players, hazard)
    settings = any_settings(rules, players, chance, hazard=hazard)
    for state, _, _ in play_game(settings, chance):
        actions = legal_actions(state)
        assert len(set(actions)) == len(actions)
        assert bool(actions) == (not state.is_over and state.awaited.kind != "deal")
        assert all(why_not(state, action) is None for action in actions)
        assert {KINDS[type(action)] for action in actions} <= {state.awaited.kind}
        assert {getattr(action, "seat", state.awaited.seat) for action in actions} <= {state.awaited.seat}
        if actions:
            apply(state, chance.choice(actions))


def anything(state: GameState, chance: random.Random) -> Action:
    """Return an action with no regard to what is legal, though not always far from it."""
    seat = chance.randrange(state.settings.players)
    cards = [*DECK, -1, 52, *(card for hand in state.hands for card in hand * 8)]
    some = tuple(chance.choice(cards) for _ in range(chance.randrange(4)))
    hands = tuple(tuple(chance.sample(DECK, chance.choice([5, 6, 7]))) for _ in range(chance.randrange(1, 5)))
    actions: list[Action] = [
        Cut(seat, chance.choice(cards)),
        Deal(hands, some),
        Discard(seat, some),
        Turn(chance.choice(cards)),
        PlayCard(seat, chance.choice(cards)),
        PlayCard(seat, chance.choice(cards)),
        SayGo(seat),
        Claim(seat, chance.randrange(-2, 80)),
        CallMuggins(seat, chance.randrange(-2, 80)),
        Decline(seat),
    ]
    return chance.choice(actions)


@each_game
def test_apply_raises_exactly_why_not(rules: Rules, players: int, hazard: bool) -> None:
    chance = chance_of("why", rules.name, players, hazard)
    settings = any_settings(rules, players, chance, hazard=hazard, match=1)
    refused = Counter[str]()
    for state, _, _ in play_game(settings, chance):
        legal = None if state.awaited.kind == "deal" else set(legal_actions(state))
        for action in [anything(state, chance) for _ in range(12)]:
            error = why_not(state, action)
            assert legal is None or (action in legal) == (error is None) or isinstance(action, Discard)
            if error is None:
                apply(state, action)
                continue
            with pytest.raises(CribError) as caught:
                apply(state, action)
            assert (type(caught.value), caught.value.code, caught.value.params) == (
                type(error),
                error.code,
                error.params,
            )
            assert str(error)
            refused[error.code] += 1
    assert {"game.not_now", "game.not_your_turn", "game.not_held", "game.over"} <= set(refused)


@each_game
def test_a_record_plays_to_the_same_state(rules: Rules, players: int, hazard: bool) -> None:
    chance = chance_of("record", rules.name, players, hazard)
    for _ in range(2):
        settings = any_settings(rules, players, chance, hazard=hazard)
        lines: list[str] = []
        silent: list[str] = []
        steps = list(play_game(settings, chance))
        stops = set(chance.sample(range(len(steps)), 8)) | {len(steps) - 1}
        for number, (state, _, events) in enumerate(steps):
            lines += map(event_line, events)
            silent += [event_line(event) for event in events if not isinstance(event, Passed)]
            if number in stops:
                again = replay(lines)
                assert again.state == state
                assert (again.missing, again.damaged) == ((), None)
                assert list(map(event_line, again.events)) == lines
        assert replay(silent).state == steps[-1][0]


@each_game
def test_an_independent_referee_finds_nothing(rules: Rules, players: int, hazard: bool) -> None:
    chance = chance_of("referee", rules.name, players, hazard)
    for _ in range(4):
        settings = any_settings(rules, players, chance, hazard=hazard)
        lines = [event_line(event) for _, _, events in play_game(settings, chance) for event in events]
        assert referee(lines) == []


def known_to(state: GameState, seat: int) -> set[int]:
    """Return the cards that a seat knows: its own, and what has been on the table."""
    own = [*state.kept[seat], *state.tossed[seat]] if state.kept else []
    played = [laid.card for laid in state.laid if laid.card is not None]
    shown = [card for show in state.shows for card in show.cards]
    counted = counting(state)[1] if state.awaited.kind == "claim" else ()
    starter = [] if state.starter is None else [state.starter]
    return {*own, *played, *shown, *counted, *state.cuts} | set(starter)


def permute(state: GameState, seat: int, chance: random.Random) -> GameState:
    """Return the state with all the cards that a seat does not know changed for others, and another seed."""
    hidden = [card for card in DECK if card not in known_to(state, seat)]
    other = dict(zip(DECK, DECK, strict=True)) | dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def change(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other[card] for card in cards)

    return replace(
        state,
        settings=replace(state.settings, seed=chance.randrange(10**9)),
        hands=tuple(map(change, state.hands)),
        kept=tuple(map(change, state.kept)),
        tossed=tuple(map(change, state.tossed)),
        kitty=change(state.kitty),
    )


@each_game
def test_a_view_hides_what_the_seat_does_not_know(rules: Rules, players: int, hazard: bool) -> None:
    chance = chance_of("view", rules.name, players, hazard)
    settings = any_settings(rules, players, chance, hazard=hazard, match=1)
    differ = 0
    for state, _, _ in play_game(settings, chance):
        for seat in range(players):
            changed = permute(state, seat, chance)
            assert view(changed, seat) == view(state, seat)
            differ += bool(state.hands) and view(changed, (seat + 1) % players) != view(state, (seat + 1) % players)
    assert differ


def test_a_view_hides_the_truth_of_an_open_claim() -> None:
    chance = chance_of("open claim")
    seen = Counter[str]()
    for _ in range(8):
        settings = any_settings(SIX, 3, chance, hazard=False, muggins=True, claims=[0, 1, 2])
        for state, _, _ in play_game(settings, chance):
            if state.awaited.kind == "muggins":
                show = state.shows[-1]
                other = replace(state, shows=(*state.shows[:-1], replace(show, worth=show.worth + 1)))
                assert view(other, 1) == view(state, 1)
                assert view(state, 1).shown[-1].worth is None
                seen["open"] += 1
            elif state.shows and state.awaited.kind == "claim":
                assert view(state, 1).shown[-1].worth == state.shows[-1].worth
                seen["closed"] += 1
    assert seen["open"] > 20 < seen["closed"]


def test_every_field_of_the_state_is_seen_or_hidden_on_purpose() -> None:
    """A field added to the state must be thought of here."""
    seen = {field.name for field in dataclasses.fields(view(next(play_game(make_settings(), chance_of(1)))[0], 0))}
    fields = {field.name for field in dataclasses.fields(GameState)}
    assert fields - seen == {"first_dealer", "cut_round", "hands", "kitty", "shows", "callers"}
    assert seen - fields == {"seat", "hand", "held", "shown", "counting"}


@each_game
def test_events_tell_the_scores(rules: Rules, players: int, hazard: bool) -> None:
    """Points told by the events add up to the scores, and games end where a score reaches the target."""
    chance = chance_of("events", rules.name, players, hazard)
    settings = any_settings(rules, players, chance, hazard=hazard)
    pegged = [0] * settings.sides
    ends = 0
    for state, _, events in play_game(settings, chance):
        for number, event in enumerate(events):
            if isinstance(event, Scored):
                assert event.points > 0
                pegged[settings.side_of(event.seat)] += event.points
                assert event.scores == tuple(min(points, settings.target) for points in pegged)
                if settings.target in event.scores:
                    assert isinstance(events[number + 1], Ended)
            elif isinstance(event, Ended):
                ends += 1
                assert event.scores == tuple(min(points, settings.target) for points in pegged)
                assert all(isinstance(after, MatchEnded) for after in events[number + 1 :])
                pegged = [0] * settings.sides
            elif isinstance(event, Dealt):
                assert event.game == ends + 1
        assert state.game == ends + 1 or state.is_over


@pytest.mark.parametrize(("rules", "players"), TABLES, ids=name_of_table)
def test_order_of_a_deal(rules: Rules, players: int) -> None:
    """The hands are counted clockwise from the dealer's left, the dealer's last, then the crib."""
    chance = chance_of("order", rules.name, players)
    settings = make_settings(rules, players=players, seed=3, target=999)
    events = [event for _, _, events in itertools.islice(play_game(settings, chance), 300) for event in events]
    starts = [number for number, event in enumerate(events) if isinstance(event, Dealt)]
    deals = [events[start:end] for start, end in itertools.pairwise(starts)]
    assert len(deals) > 5
    for number, deal in enumerate(deals):
        dealt = deal[0]
        assert isinstance(dealt, Dealt)
        assert (dealt.deal, dealt.dealer) == (number + 1, (deals[0][0].dealer + number) % players)
        shows = [(event.seat, event.what) for event in deal if isinstance(event, Shown)]
        order = [(dealt.dealer + step) % players for step in range(1, players + 1)]
        crib = [(dealt.dealer, "crib")] if rules.crib_size else []
        assert shows == [(seat, "hand") for seat in order] + crib


def test_the_five_card_play_stops_after_one_series_or_goes_on() -> None:
    for play_out, whole in ((False, False), (True, True)):
        chance = chance_of("series")
        settings = make_settings(FIVE, seed=4, play_out=play_out)
        left = {
            sum(map(len, state.hands)) for state, _, _ in play_game(settings, chance) if state.awaited.kind == "claim"
        }
        assert (left == {0}) == whole
        assert whole or max(left) > 0


def test_goes_are_said_by_those_who_hold_cards_that_do_not_fit() -> None:
    chance = chance_of("goes")
    goes = 0
    for rules, players in TABLES:
        before = None
        for state, action, events in play_game(any_settings(rules, players, chance), chance):
            if isinstance(action, SayGo):
                goes += 1
                assert before is not None
                assert before.play is not None
                assert before.hands[action.seat]
                assert before.play.last != action.seat
                assert legal_actions(before) == (action,)
            assert sum(isinstance(event, SaidGo) for event in events) == isinstance(action, SayGo)
            before = state
    assert goes > 50
