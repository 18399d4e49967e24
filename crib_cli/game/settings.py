"""What is played: the variant, how many play, to what score, and which of the optional rules hold."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from crib_cli.core.rules import SIX, Rules
from crib_cli.errors import RulesError

HIGHEST_TARGET = 999
"""The highest score that a game can be played to, in points."""

MATCHES = (1, 3, 5)
"""A single game, or the best of so many."""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What is agreed before the first cut. ``make_settings`` fills in what a variant brings with it.

    Raises RulesError for what cannot be played.
    """

    rules: Rules = SIX
    players: int = 2
    hazard: bool = False
    """Whether the first to the target loses."""
    target: int = 121
    muggins: bool = False
    """Whether points missed at the show go to the opponent who names them. Nobody profits in a hazard game."""
    strict: bool = False
    """Whether too high a claim, or a false call of muggins, gives its points away; never in a hazard game."""
    claims: tuple[int, ...] = ()
    """The seats that count their own hands, in rising order. The program counts the others'."""
    match: int = 1
    """1 for a single game, 3 or 5 for the best of so many."""
    play_out: bool = False
    """Whether every card is played also where a variant stops after the first series."""
    seed: int | None = None
    """What every shuffle comes from; None where the cards come from elsewhere. No view shows it."""
    levels: tuple[str, ...] = ()
    """Who sits at each seat, for the record; the game does not read it."""

    def __post_init__(self) -> None:
        if self.players not in self.rules.players:
            raise RulesError("rules.players", variant=self.rules.name, players=self.players, known=self.rules.players)
        if not 1 <= self.target <= HIGHEST_TARGET:
            raise RulesError("game.target", text=self.target, most=HIGHEST_TARGET)
        if self.match not in MATCHES:
            raise RulesError("game.match", given=self.match, known=MATCHES)
        for seat in self.claims:
            if not 0 <= seat < self.players:
                raise RulesError("game.no_seat", given=seat + 1, players=self.players)

    @property
    def sides(self) -> int:
        """How many sides play against each other: partners share one."""
        return 3 if self.players == 3 else 2

    @property
    def one_series(self) -> bool:
        """Whether the play is over when its first series ends."""
        return self.rules.one_series and not self.play_out

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side.

        >>> GameSettings(players=4).teams
        ((0, 2), (1, 3))
        """
        return tuple(tuple(range(side, self.players, self.sides)) for side in range(self.sides))

    def side_of(self, seat: int) -> int:
        """Return the side that a seat plays for."""
        return seat % self.sides

    def opponents_of(self, seat: int) -> tuple[int, ...]:
        """Return the seats of the other sides, clockwise from a seat.

        >>> GameSettings(players=3).opponents_of(1), GameSettings(players=4).opponents_of(1)
        ((2, 0), (2, 0))
        """
        others = ((seat + step) % self.players for step in range(1, self.players))
        return tuple(other for other in others if self.side_of(other) != self.side_of(seat))

    def is_called(self, seat: int) -> bool:
        """Tell whether a hand that this seat counts is open to muggins."""
        return self.muggins and not self.hazard and seat in self.claims


def make_settings(
    rules: Rules = SIX,
    *,
    players: int = 2,
    hazard: bool = False,
    target: int | None = None,
    muggins: bool = False,
    strict: bool = False,
    claims: Iterable[int] = (),
    match: int = 1,
    play_out: bool = False,
    seed: int | None = None,
    levels: Iterable[str] = (),
) -> GameSettings:
    """Return the settings of a game, to the variant's own target where none is given.

    Raises RulesError for what cannot be played.

    >>> from crib_cli.core.rules import FIVE
    >>> make_settings(FIVE).target, make_settings(FIVE, target=121).target
    (61, 121)
    """
    return GameSettings(
        rules=rules,
        players=players,
        hazard=hazard,
        target=rules.target if target is None else target,
        muggins=muggins,
        strict=strict,
        claims=tuple(sorted(set(claims))),
        match=match,
        play_out=play_out,
        seed=seed,
        levels=tuple(levels),
    )


def read_target(text: str) -> int:
    """Read a target as people type it.

    Raises RulesError for anything but a whole number from 1 to 999.

    >>> read_target("61")
    61
    """
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit()) or not 1 <= int(plain[:9]) <= HIGHEST_TARGET:
        raise RulesError("game.target", text=text, most=HIGHEST_TARGET)
    return int(plain)


@lru_cache(maxsize=32)
def without_seed(settings: GameSettings) -> GameSettings:
    """Return the settings as a player may see them: who knows the seed knows every card.

    >>> without_seed(GameSettings(seed=7)).seed is None
    True
    """
    return replace(settings, seed=None)
