"""``crib play --review``: what choices cost, judged from what their players could know."""

from pathlib import Path

import pytest
from conftest import Run

from crib_cli.core.rules import SEVEN, SHOTGUN, SIX
from crib_cli.errors import RulesError
from crib_cli.game.events import Dealt, Discarded, Played
from crib_cli.game.players.club import Club
from crib_cli.game.players.expert import Expert
from crib_cli.game.players.random_legal import RandomLegal
from crib_cli.game.record import event_line
from crib_cli.game.review import review_game
from crib_cli.game.runner import play_out
from crib_cli.game.settings import GameSettings, make_settings


def settings_of(**options: object) -> GameSettings:
    return make_settings(SIX, target=31, seed=5, levels=["expert", "random"], **options)


def test_the_expert_loses_nothing_to_himself_and_random_play_much() -> None:
    _, events = play_out(settings_of(), [Expert(), RandomLegal(5)])
    review = review_game(events)
    lost = {seat: [each for each in review.judged if each.seat == seat] for seat in (0, 1)}
    # The expert goes by the chance to win, which is what he never loses; points he may give up for it.
    assert all(each.lost_win == pytest.approx(0, abs=1e-9) for each in lost[0] if each.lost_win is not None)
    assert sum(each.lost for each in lost[1]) > 5 > sum(each.lost for each in lost[0])
    assert all(each.lost >= 0 for each in review.judged)
    assert all(each.lost_win is None or each.lost_win >= -1e-9 for each in review.judged)


def test_every_throw_and_every_real_choice_of_a_card_is_judged() -> None:
    _, events = play_out(settings_of(), [Club(), Club()])
    review = review_game(events)
    throws = [event for event in events if isinstance(event, Discarded)]
    judged = [each for each in review.judged if each.what == "discard"]
    assert [(each.seat, sorted(each.chosen)) for each in judged] == [
        (event.seat, sorted(event.cards)) for event in throws
    ]
    played = {event.card for event in events if isinstance(event, Played)}
    assert {each.chosen[0] for each in review.judged if each.what == "play"} <= played
    assert set(review.luck) == {0, 1}
    only = review_game(events, [1])
    assert only.judged == tuple(each for each in review.judged if each.seat == 1)


def test_a_game_with_muggins_and_passes_can_be_looked_over() -> None:
    settings = make_settings(SIX, target=61, seed=3, muggins=True, claims=[0, 1], levels=["beginner", "beginner"])
    _, events = play_out(settings)
    assert review_game(events).judged


def test_hazard_is_not_looked_over_and_other_games_as_far_as_they_can_be() -> None:
    _, events = play_out(settings_of(hazard=True), [Club(), Club()])
    with pytest.raises(RulesError, match="hazard"):
        review_game(events)
    _, events = play_out(make_settings(SIX, players=4, target=31, seed=2, levels=["club"] * 4))
    assert {each.what for each in review_game(events).judged} == {"discard"}
    _, events = play_out(make_settings(SEVEN, target=31, seed=2, levels=["club"] * 2))
    review = review_game(events)
    assert {each.what for each in review.judged} == {"discard", "play"}
    assert not review.luck
    # Without tables of its own the chance is known for cards near home, and to 31 all of the game is near.
    assert {(each.what, each.lost_win is None) for each in review.judged} == {("discard", True), ("play", False)}
    _, events = play_out(make_settings(SEVEN, target=61, seed=2, levels=["club"] * 2))
    known = [each.deal for each in review_game(events).judged if each.what == "play" and each.lost_win is not None]
    assert min(known) > 1
    assert max(known) == max(event.deal for event in events if isinstance(event, Dealt))


def test_in_the_shotgun_game_the_play_is_all_there_is_and_is_judged() -> None:
    _, events = play_out(make_settings(SHOTGUN, target=31, seed=2, levels=["expert", "random"]))
    review = review_game(events)
    lost = {seat: [each.lost for each in review.judged if each.seat == seat] for seat in (0, 1)}
    assert {each.what for each in review.judged} == {"play"}
    mine = [each.lost if each.lost_win is None else each.lost_win for each in review.judged if each.seat == 0]
    assert not any(mine)  # the expert plays what the review finds best, by the chance to win near home
    assert sum(lost[0]) < 1 < sum(lost[1])


@pytest.mark.parametrize("lang", ["en", "it", "es"])
def test_the_command_lists_the_costliest_first(crib: Run, tmp_path: Path, lang: str) -> None:
    _, events = play_out(settings_of(), [Club(), RandomLegal(5)])
    record = tmp_path / "game.jsonl"
    record.write_text("".join(event_line(event) + "\n" for event in events), encoding="utf-8")
    done = crib("--lang", lang, "play", "--review", str(record))
    assert (done.returncode, done.stderr) == (0, "")
    block = done.stdout.split("\n\n")[1].splitlines()[1:]
    costs = [float(line.split()[0]) for line in block]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) > 3
    shown = done.stdout.split("\n\n")[2].splitlines()[1:]
    assert all("%" in line for line in shown)


def test_what_is_no_record_is_one_clear_line(crib: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n", encoding="utf-8")
    for path in (broken, tmp_path / "none.jsonl"):
        done = crib("play", "--review", str(path))
        assert done.returncode == 3
        assert len(done.stderr.splitlines()) == 1
        assert str(path) in done.stderr
