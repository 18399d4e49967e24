"""What happened in a game: facts, one a line of the record, in the order they came about.

Seats and sides are numbered from 0. ``scores`` are by side, after the points, and stop at the target.
"""

from dataclasses import dataclass

from crib_cli.game.settings import GameSettings


@dataclass(frozen=True, slots=True)
class Started:
    """The players sit down to a game or a match."""

    settings: GameSettings


@dataclass(frozen=True, slots=True)
class CutForDeal:
    """A seat cut a card for the deal."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins. ``deal`` counts from 1 in each game, ``game`` from 1 in the match."""

    game: int
    deal: int
    dealer: int
    hands: tuple[tuple[int, ...], ...]
    kitty: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat laid cards away to the crib."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turned:
    """The starter is on the table."""

    card: int


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played a card, which brought the series to ``count``."""

    seat: int
    card: int
    count: int


@dataclass(frozen=True, slots=True)
class SaidGo:
    """A seat could not play at this count."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat counted its hand or the crib: what it is worth, and what was claimed for it, in points."""

    seat: int
    what: str
    """``hand`` or ``crib``."""
    cards: tuple[int, ...]
    starter: int
    worth: int
    claimed: int


@dataclass(frozen=True, slots=True)
class CalledMuggins:
    """A seat named points that the counter had missed, and took some of them; none when the call was false."""

    seat: int
    against: int
    points: int
    named: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat that was asked for muggins had nothing to say."""

    seat: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A seat's side pegs points, all of them told, for one reason.

    ``heels``, ``fifteen``, ``thirty-one``, ``pair``, ``run``, ``last``, ``hand``, ``crib``, ``muggins``,
    ``first-pone`` or ``penalty``.
    """

    seat: int
    points: int
    reason: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """A game is over. ``skunk`` is the label that sets its value, None or one of ``rules.skunk_lines``."""

    winners: tuple[int, ...]
    """All seats of the sides that won, in rising order."""
    scores: tuple[int, ...]
    skunk: str | None
    labels: tuple[str | None, ...]
    """Each side's own label; winners have none."""
    games: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match is over: games won by side, skunks counted as what they are worth, and the seats that won it."""

    games: tuple[int, ...]
    winners: tuple[int, ...]


Event = (
    Started
    | CutForDeal
    | Dealt
    | Discarded
    | Turned
    | Played
    | SaidGo
    | Shown
    | CalledMuggins
    | Passed
    | Scored
    | Ended
    | MatchEnded
)
