"""The levels of play by name, and how well each counts."""

from collections.abc import Callable
from dataclasses import dataclass

from crib_cli.errors import RulesError
from crib_cli.game.players.base import Player
from crib_cli.game.players.beginner import Beginner
from crib_cli.game.players.club import Club
from crib_cli.game.players.miscount import Miscounting
from crib_cli.game.players.random_legal import RandomLegal


@dataclass(frozen=True, slots=True)
class Level:
    """A strength. ``every``: one count in so many is wrong, 0 for none; ``sees``: see ``Miscounting``."""

    name: str
    make: Callable[[int], Player]
    """Takes the seed of the game."""
    every: int = 0
    sees: int = 100


def _make_expert(_: int) -> Player:
    from crib_cli.game.players.expert import Expert  # the others do without the analysis and its tables

    return Expert()


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", lambda _: Beginner(), every=5, sees=50),
        Level("club", lambda _: Club(), every=20, sees=90),
        Level("expert", _make_expert),
    )
}
"""The levels that one can play against, the weakest first."""

RANDOM = Level("random", RandomLegal)
"""No level of play, but one to measure the others from."""


def find_level(name: str) -> Level:
    """Return the level of that name. Raises RulesError when there is none.

    >>> find_level("club").every
    20
    """
    level = RANDOM if name == RANDOM.name else LEVELS.get(name)
    if level is None:
        raise RulesError("game.no_level", text=name, known=tuple(LEVELS))
    return level


def make_player(name: str, seed: int = 0) -> Player:
    """Return a computer player of a level; ``seed`` settles what is left to chance, which is how he miscounts.

    Raises RulesError when there is no such level.
    """
    level = find_level(name)
    player = level.make(seed)
    return Miscounting(player, seed, level.every, level.sees) if level.every else player
