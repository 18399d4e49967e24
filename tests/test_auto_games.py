"""Games between computers, each judged by the referee, and what the runner does around them."""

import random
from collections.abc import Sequence
from dataclasses import asdict, replace

import pytest
from referee import referee

from crib_cli.core.rules import VARIANTS, Rules
from crib_cli.game.actions import Action, CallMuggins, Claim, Decline, SayGo
from crib_cli.game.events import Event, Passed
from crib_cli.game.legality import legal_actions
from crib_cli.game.players.levels import make_player
from crib_cli.game.players.random_legal import RandomLegal
from crib_cli.game.record import event_line, replay
from crib_cli.game.runner import (
    PERSON,
    add_claims,
    advance,
    next_action,
    play_many,
    play_out,
    seat_players,
)
from crib_cli.game.settings import GameSettings, make_settings
from crib_cli.game.state import GameState, counting
from crib_cli.game.transitions import apply, begin_game
from crib_cli.game.views import View, view

GAMES = [(rules, players) for rules in VARIANTS.values() for players in rules.players]
NAMES = [f"{rules.name} {players}" for rules, players in GAMES]
TABLES = (
    ("club", "beginner", "random", "expert"),
    ("beginner", "club", "beginner", "club"),
    ("random", "random", "random", "random"),
    ("beginner", "beginner", "club", "beginner"),
    ("club", "club", "club", "club"),
)
"""Who sits at the table, by the number of the game."""


class Wild(RandomLegal):
    """Claims any points that can be and calls muggins for as many, so that everything comes about."""

    __slots__ = ()

    def choose(self, seen: View) -> Action:
        chance = random.Random(f"{self.seed} {seen.game} {seen.deal} {seen.seat} {len(seen.shown)} {seen.awaited}")
        crib = len(seen.shown) == seen.settings.players
        if seen.awaited.kind == "claim":
            totals = seen.settings.rules.totals_of(crib=crib)
            points = [total for total in range(min(totals.highest, 20) + 1) if totals.allows(total)]
            return Claim(seen.seat, chance.choice(points))
        if seen.awaited.kind == "muggins":
            return chance.choice([Decline(seen.seat), CallMuggins(seen.seat, chance.randint(1, 12))])
        return super().choose(seen)


def judge(settings: GameSettings, players: Sequence | None = None) -> list[str]:
    """Play a game and hand its record to the referee; return the reasons for which points were pegged."""
    state, events = play_out(settings, players)
    lines = list(map(event_line, events))
    assert referee(lines) == [], settings
    assert state.is_over
    assert replay(lines).state == state
    return [event.reason for event in events if hasattr(event, "reason")]


def set_up(rules: Rules, players: int, seed: int, **options) -> GameSettings:
    """Return the settings of an automatic game: mixed levels, some of them in matches, some to other targets."""
    levels = TABLES[seed % len(TABLES)][:players]
    target = (None, 61, 121, 31, 181)[seed // len(TABLES) % 5]
    match = 3 if seed % 10 == 7 else 1
    settings = make_settings(
        rules, players=players, seed=seed, levels=levels, target=target, match=match, play_out=seed % 4 == 3, **options
    )
    return add_claims(settings)


@pytest.mark.parametrize("muggins", [False, True], ids=["plain", "muggins"])
@pytest.mark.parametrize("hazard", [False, True], ids=["most", "hazard"])
@pytest.mark.parametrize(("rules", "players"), GAMES, ids=NAMES)
def test_fifty_games_are_clean(rules: Rules, players: int, hazard: bool, muggins: bool) -> None:
    play_games(range(50), rules, players, hazard=hazard, muggins=muggins)


@pytest.mark.slow
@pytest.mark.parametrize("muggins", [False, True], ids=["plain", "muggins"])
@pytest.mark.parametrize("hazard", [False, True], ids=["most", "hazard"])
@pytest.mark.parametrize(("rules", "players"), GAMES, ids=NAMES)
def test_five_hundred_games_are_clean(rules: Rules, players: int, hazard: bool, muggins: bool) -> None:
    play_games(range(1000, 1500), rules, players, hazard=hazard, muggins=muggins)


def play_games(seeds: range, rules: Rules, players: int, *, hazard: bool, muggins: bool) -> None:
    seen: set[str] = set()
    for seed in seeds:
        seen.update(judge(set_up(rules, players, seed, hazard=hazard, muggins=muggins)))
    wanted = {"heels", "fifteen", "thirty-one", "pair", "run", "last", "hand"}
    wanted |= {"crib"} if rules.crib_size else set()
    wanted |= {"first-pone"} if rules.first_pone else set()
    wanted |= {"muggins"} if muggins and not hazard else set()
    assert seen == wanted


@pytest.mark.parametrize("strict", [False, True], ids=["lenient", "strict"])
@pytest.mark.parametrize("muggins", [False, True], ids=["counted", "muggins"])
@pytest.mark.parametrize(("rules", "players"), GAMES, ids=NAMES)
def test_wild_claims_and_calls_are_judged_right(rules: Rules, players: int, muggins: bool, strict: bool) -> None:
    seen: set[str] = set()
    for seed in range(15):
        settings = make_settings(
            rules,
            players=players,
            seed=seed,
            muggins=muggins,
            strict=strict,
            claims=range(seed % 3 % players, players),
            hazard=seed % 5 == 4,
            levels=["wild"] * players,
        )
        seen.update(judge(settings, [Wild(seed)] * players))
    assert ("muggins" in seen) == muggins
    assert ("penalty" in seen) == strict


# what a computer may know


def permute_hidden(state: GameState, seat: int, chance: random.Random) -> GameState:
    """Return the game with all cards that a seat cannot see dealt anew among the places where they lie."""
    known = {laid.card for laid in state.laid if laid.card is not None}
    known |= {*state.hands[seat], *state.tossed[seat], state.starter}
    known |= {card for show in state.shows for card in show.cards}
    if state.awaited.kind == "claim":
        known |= set(counting(state)[1])
    hidden = [card for card in range(52) if card not in known]
    shuffled = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def deal(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(shuffled.get(card, card) for card in cards)

    return replace(
        state,
        hands=tuple(map(deal, state.hands)),
        kept=tuple(map(deal, state.kept)),
        tossed=tuple(map(deal, state.tossed)),
        kitty=deal(state.kitty),
        settings=replace(state.settings, seed=chance.randrange(10**6)),
    )


@pytest.mark.parametrize("hazard", [False, True], ids=["most", "hazard"])
@pytest.mark.parametrize(("rules", "players"), GAMES, ids=NAMES)
def test_no_hidden_card_changes_a_choice(rules: Rules, players: int, hazard: bool) -> None:
    chance = random.Random(f"{rules.name} {players} {hazard}")
    asked: set[str] = set()
    for seed in range(3):
        settings = set_up(rules, players, seed, hazard=hazard, muggins=True)
        computers = seat_players(settings)
        state, _ = begin_game(settings)
        for step in advance(state, computers):
            seat = state.awaited.seat
            if state.awaited.kind in ("discard", "play", "claim", "muggins") and (
                state.awaited.kind != "claim" or seat in settings.claims
            ):
                asked.add(state.awaited.kind)
                for _ in range(2):
                    other = permute_hidden(state, seat, chance)
                    assert view(other, seat) == view(state, seat)
                    assert next_action(other, computers) == step.action
            state = step.state
    wanted = {"discard", "play", "claim", "muggins"}
    wanted -= {"discard"} if not rules.tossed else set()
    wanted -= {"muggins"} if hazard else set()
    assert asked == wanted


def test_hidden_cards_do_move() -> None:
    """Guard of the test above: the game with its cards dealt anew is another game."""
    settings = make_settings(seed=3, levels=("club", "club"))
    state, _ = begin_game(settings)
    moved = 0
    for step in advance(state, seat_players(settings)):
        if state.awaited.kind == "play" and step.state.hands and any(state.hands[1 - state.awaited.seat]):
            other = permute_hidden(state, state.awaited.seat, random.Random(len(state.laid)))
            moved += other.hands != state.hands and other.tossed != state.tossed
        state = step.state
    assert moved > 20


# the runner


def test_same_seed_same_game() -> None:
    settings = make_settings(seed=11, muggins=True, levels=("beginner", "club"))
    assert play_out(add_claims(settings)) == play_out(add_claims(settings))
    assert play_out(settings) != play_out(replace(settings, seed=12))


def test_the_runner_stops_where_a_person_must_act() -> None:
    settings = add_claims(make_settings(seed=5, muggins=True, claims=[0], levels=(PERSON, "beginner")))
    assert settings.claims == (0, 1)
    players = seat_players(settings)
    assert players[0] is None
    stand_in = make_player("expert")
    state, first = begin_game(settings)
    events: list[Event] = list(first)
    asked: set[str] = set()
    while not state.is_over:
        for step in advance(state, players):
            assert step.state != state
            state = step.state
            events += step.events
        if state.is_over:
            break
        assert state.awaited.seat == 0
        asked.add(state.awaited.kind)
        assert len(legal_actions(state)) > 0
        assert legal_actions(state) != (SayGo(0),)
        state, more = apply(state, stand_in.choose(view(state, 0)))
        events += more
    assert asked == {"discard", "play", "claim", "muggins"}
    lines = list(map(event_line, events))
    assert referee(lines) == []
    assert '{"event":"pass","player":1}' in lines
    assert '{"event":"pass","player":2}' not in lines
    assert replay(lines).state == state


def test_a_game_goes_on_from_any_state() -> None:
    settings = add_claims(make_settings(seed=8, muggins=True, levels=("beginner", "club")))
    players = seat_players(settings)
    state, _ = begin_game(settings)
    steps = list(advance(state, players))
    for place in range(0, len(steps), 17):
        assert list(advance(steps[place].state, seat_players(settings))) == steps[place + 1 :]


def test_declines_of_computers_are_no_events() -> None:
    settings = add_claims(make_settings(seed=8, muggins=True, levels=("beginner", "expert")))
    state, _ = begin_game(settings)
    steps = list(advance(state, seat_players(settings)))
    declined = [step for step in steps if isinstance(step.action, Decline)]
    assert declined
    assert not any(isinstance(event, Passed) for step in steps for event in step.events)


def test_claims_are_those_of_players_who_miscount() -> None:
    levels = ("expert", "club", PERSON, "beginner")
    assert add_claims(make_settings(players=4, levels=levels)).claims == ()
    assert add_claims(make_settings(players=4, muggins=True, levels=levels)).claims == (1, 3)
    assert add_claims(make_settings(players=4, muggins=True, claims=[2], levels=levels)).claims == (1, 2, 3)


# many games


def test_summary_of_many_games() -> None:
    told: list[int] = []
    summary = play_many(make_settings(levels=("club", "random"), seed=100), 40, rotate=True, told=told.append)
    assert summary.games == 80
    assert told == [1] * 40
    assert summary.wins[0].mean > 0.9
    assert summary.wins[0].mean + summary.wins[1].mean == pytest.approx(1)
    assert sum(summary.skunks.values()) > 40
    assert set(summary.points["dealer"]) - set(summary.points["pone"]) == {"heels", "crib"}
    data = asdict(summary)
    assert data["wins"][0]["low"] <= data["wins"][0]["mean"] <= data["wins"][0]["high"]


def test_summary_counts_what_the_events_say() -> None:
    settings = make_settings(levels=("club", "beginner"), seed=20)
    summary = play_many(settings, 3)
    hands = deals = won = 0
    for seed in (20, 21, 22):
        state, events = play_out(replace(settings, seed=seed))
        won += state.scores[0] == 121
        dealer, deal = 0, {}
        for event in events:
            kind = type(event).__name__
            if kind in ("Dealt", "Ended"):
                if deal.get("shows") == 3:
                    deals += 1
                    hands += deal["hand"]
                dealer, deal = getattr(event, "dealer", 0), {"shows": 0, "hand": 0}
            elif kind == "Shown":
                deal["shows"] += 1
            elif kind == "Scored" and event.reason == "hand" and event.seat != dealer:
                deal["hand"] += event.points
    assert summary.deals == deals
    assert summary.points["pone"]["hand"] == hands / deals
    assert summary.wins[0].mean == pytest.approx(won / 3)


def test_equal_players_are_even_when_they_change_seats() -> None:
    for rules, players in GAMES:
        summary = play_many(make_settings(rules, players=players, levels=["beginner"] * players), 4, rotate=True)
        wanted = 1 / 2 if players == 4 else 1 / players  # partners win together
        assert [share.mean for share in summary.wins] == pytest.approx([wanted] * players)


def test_no_games_no_summary() -> None:
    with pytest.raises(ValueError, match="0"):
        play_many(make_settings(levels=("club", "club")), 0)


@pytest.mark.parametrize(("better", "worse", "least"), [("club", "beginner", 0.56), ("beginner", "random", 0.9)])
@pytest.mark.parametrize("hazard", [False, True], ids=["most", "hazard"])
def test_a_better_level_wins_more(better: str, worse: str, least: float, hazard: bool) -> None:
    summary = play_many(make_settings(levels=(better, worse), hazard=hazard), 60, rotate=True)
    assert summary.wins[0].mean > least


@pytest.mark.slow
@pytest.mark.parametrize("hazard", [False, True], ids=["most", "hazard"])
@pytest.mark.parametrize(("rules", "players"), GAMES, ids=NAMES)
def test_club_beats_beginner_at_every_game(rules: Rules, players: int, hazard: bool) -> None:
    levels = ("club", "beginner") * 2 if players != 3 else ("club", "beginner", "beginner")
    summary = play_many(make_settings(rules, players=players, levels=levels[:players], hazard=hazard), 600, rotate=True)
    assert summary.wins[0].low > summary.wins[1].high
