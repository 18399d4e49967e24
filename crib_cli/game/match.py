"""How a game is judged once a side has reached the target, and when a match is won.

Sources: the Italian and Spanish rule texts for the skunk lines, their value of 2 and 4 games, and the best of three
or five with skunks as extra games. Where they are silent: with three sides the value is set by the runner-up, the
first deal goes to the next seat in each game, and a hazard game has no skunks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from crib_cli.core.rules import SkunkLine, skunk_lines
from crib_cli.game.settings import GameSettings


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game's result: the sides that won, each side's skunk label, the one that sets the value, and the value."""

    winners: tuple[int, ...]
    labels: tuple[str | None, ...]
    skunk: str | None
    games: int


def judge_game(settings: GameSettings, scores: Sequence[int], reached: int) -> Verdict:
    """Judge a game that the side ``reached`` has brought to its end, from the scores by side.

    >>> judge_game(GameSettings(), [121, 60], reached=0)
    Verdict(winners=(0,), labels=(None, 'double'), skunk='double', games=4)
    >>> judge_game(GameSettings(players=3, hazard=True), [80, 121, 80], reached=1).winners
    (0, 2)
    """
    if settings.hazard:
        least = min(scores)  # never the score of the side at the target
        winners = tuple(side for side, score in enumerate(scores) if score == least)
        return Verdict(winners, (None,) * len(scores), None, 1)
    lines = [None if side == reached else find_skunk(settings.target, score) for side, score in enumerate(scores)]
    runner_up = max(score for side, score in enumerate(scores) if side != reached)
    line = find_skunk(settings.target, runner_up)
    labels = tuple(None if found is None else found.label for found in lines)
    return Verdict((reached,), labels, None if line is None else line.label, 1 if line is None else line.games)


def find_skunk(target: int, score: int) -> SkunkLine | None:
    """Return the lowest line that a loser's score has not reached, or None.

    >>> find_skunk(121, 90).label, find_skunk(121, 91)
    ('single', None)
    """
    return next((line for line in skunk_lines(target) if score < line.below), None)


def games_needed(match: int) -> int:
    """Return how many games, skunks counted as what they are worth, win the best of so many.

    >>> games_needed(3), games_needed(5)
    (2, 3)
    """
    return match // 2 + 1


def judge_match(settings: GameSettings, games: Sequence[int]) -> tuple[int, ...]:
    """Return the sides that have won the match; none while it goes on.

    >>> judge_match(GameSettings(match=3), [2, 1]), judge_match(GameSettings(match=5), [2, 1])
    ((0,), ())
    """
    return tuple(side for side, won in enumerate(games) if won >= games_needed(settings.match))


def seats_of(settings: GameSettings, sides: Sequence[int]) -> tuple[int, ...]:
    """Return all the seats of some sides, in rising order.

    >>> seats_of(GameSettings(players=4), [1])
    (1, 3)
    """
    return tuple(seat for seat in range(settings.players) if settings.side_of(seat) in sides)
