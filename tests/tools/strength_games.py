"""Whole games between computer players: each shuffle is played twice, with the seats swapped.

The cards of a deal come from the seed and the numbers of game and deal, so both see the same cards from either seat
for as long as the two games have as many deals.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from crib_cli.core.rules import FIVE, SEVEN, SHOTGUN, SIX, Rules
from crib_cli.game.advice import advise_card, advise_discard
from crib_cli.game.players.base import Player
from crib_cli.game.players.expert import Expert
from crib_cli.game.players.levels import make_player
from crib_cli.game.runner import play_out
from crib_cli.game.settings import make_settings
from crib_cli.game.views import View

POINTS = "points"
"""The expert who knows no chances to win."""

MORE = "above 50 %, with the whole interval"


class Pair(NamedTuple):
    """Whom the expert plays, at which game, what part he is wanted to win, and how many pairs of games tell."""

    other: str
    rules: Rules
    wanted: str
    deals: int


PAIRS = {
    "club": Pair("club", SIX, "at least 55 %", 2000),
    "beginner": Pair("beginner", SIX, "at least 62 %", 500),
    "random": Pair("random", SIX, "at least 99 %", 200),
    "points": Pair(POINTS, SIX, MORE, 500),
    "five": Pair("club", FIVE, MORE, 1000),
    "seven": Pair("club", SEVEN, MORE, 300),
    "shotgun": Pair("club", SHOTGUN, MORE, 300),
}


class PointsExpert(Expert):
    """Throws and plays for points at every score."""

    __slots__ = ()

    def toss(self, view: View) -> tuple[int, ...]:
        """Throw what is worth most points."""
        return tuple(sorted(advise_discard(view, by_chance=False)[0].toss))

    def lay(self, view: View, cards: Sequence[int]) -> int:  # noqa: ARG002 - as it is asked
        """Play the card of which most points are expected."""
        return advise_card(view, by_chance=False)[0].card


def seat_player(level: str, seed: int) -> Player:
    """Return a player of a level, or the expert for points."""
    return PointsExpert() if level == POINTS else make_player(level, seed)


def play_pair(pair: Pair, seed: int) -> list[float]:
    """Return what part of a game the expert wins from the first seat and from the second."""
    known = "expert" if pair.other == POINTS else pair.other
    return play_twice(("expert", pair.other), ("expert", known), seed, lambda name: seat_player(name, seed), pair.rules)


def play_twice(
    names: tuple[str, str], levels: tuple[str, str], seed: int, seat: Callable[[str], Player], rules: Rules = SIX
) -> list[float]:
    """Return what part of a game the first of two wins from the first seat and from the second.

    ``levels`` are what the settings call them, and ``seat`` makes a player of a name.
    """
    won = []
    for turn in (0, 1):
        order = slice(None, None, -1 if turn else 1)
        settings = make_settings(rules, seed=seed, levels=levels[order])
        state, _ = play_out(settings, [seat(name) for name in names[order]])
        scores = state.scores
        won.append(float(scores[turn] > scores[1 - turn]))
    return won
