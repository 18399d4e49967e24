"""A finished game looked over: what each choice cost against the best one, and how lucky the cards were.

A choice is judged from what its player could know then. Its cost is in expected points, and in the chance to win
where that is known. The luck of the deal is what the best throw of the cards dealt is worth over the mean of the
role; the luck of the cut is what the starter made of the hand over its mean, and heels.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crib_cli.core.cards import JACK, rank_of
from crib_cli.core.scoring import score_hand
from crib_cli.errors import RulesError
from crib_cli.game.actions import Action, Discard, PlayCard, Turn
from crib_cli.game.advice import advise_card, advise_discard, knows_chances
from crib_cli.game.events import Event, Started
from crib_cli.game.record import action_of, apply_recorded
from crib_cli.game.state import GameState
from crib_cli.game.transitions import begin_game
from crib_cli.game.views import view

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Judged:
    """One choice: the cards chosen and the best ones, what was lost in points, and in the chance to win if known."""

    game: int
    deal: int
    seat: int
    what: str
    """``discard`` or ``play``."""
    chosen: tuple[int, ...]
    best: tuple[int, ...]
    """Best in points."""
    lost: float
    best_to_win: tuple[int, ...]
    lost_win: float | None


@dataclass(frozen=True, slots=True)
class Luck:
    """How lucky a seat was, in points over the mean, all deals together."""

    deal: float
    cut: float


@dataclass(frozen=True, slots=True)
class Review:
    """All judged choices in the order of the game, and the luck by seat where it is known (two players, six cards)."""

    judged: tuple[Judged, ...]
    luck: dict[int, Luck]


def review_game(
    events: Iterable[Event], seats: Iterable[int] | None = None, told: Callable[[], None] | None = None
) -> Review:
    """Look over a record; ``seats`` are those whose choices are judged, all if not given.

    ``told`` is called after each choice, to show how far it is. With three and four players only throws
    are judged. Raises RulesError for a hazard game, where points are not what one wants.
    """
    reviewer: _Reviewer | None = None
    for event in events:
        if isinstance(event, Started):
            if event.settings.hazard:
                raise RulesError("game.no_review")
            state, _ = begin_game(event.settings)
            wanted = range(event.settings.players) if seats is None else seats
            reviewer = _Reviewer(state, frozenset(wanted), told)
        elif reviewer is not None:
            action = action_of(event)
            if action is not None:
                reviewer.take(action)
    if reviewer is None:
        return Review((), {})
    return Review(tuple(reviewer.judged), {seat: Luck(*luck) for seat, luck in sorted(reviewer.luck.items())})


class _Reviewer:
    """Plays a record again and judges the choices on the way."""

    def __init__(self, state: GameState, seats: frozenset[int], told: Callable[[], None] | None) -> None:
        self.state = state
        self.seats = seats
        self.told = told
        self.judged: list[Judged] = []
        self.luck: dict[int, tuple[float, float]] = {}
        self.means: dict[int, Fraction] = {}

    def take(self, action: Action) -> None:
        """Judge an action if it is a choice of a seat that is looked over, and do it."""
        seat = getattr(action, "seat", None)
        if seat in self.seats:
            if isinstance(action, Discard):
                self.judge_discard(action)
            elif isinstance(action, PlayCard):
                self.judge_card(action)
        if isinstance(action, Turn):
            self.take_cut(action.card)
        self.state, _ = apply_recorded(self.state, action)

    def judge_discard(self, action: Discard) -> None:
        seen = view(self.state, action.seat)
        choices = advise_discard(seen)
        mine = next(choice for choice in choices if sorted(choice.toss) == sorted(action.cards))
        best = max(choices, key=lambda choice: choice.total)
        to_win = choices[0]
        lost_win = None if mine.win is None or to_win.win is None else to_win.win - mine.win
        self.add(action.seat, "discard", mine.toss, best.toss, float(best.total - mine.total), to_win.toss, lost_win)
        if knows_chances(seen) and best.pegging is not None:
            from crib_cli.analysis.odds import mean_total  # only where it is known

            deal, cut = self.luck.get(action.seat, (0.0, 0.0))
            role = "dealer" if seen.is_dealer else "pone"
            self.luck[action.seat] = deal + float(best.total) - mean_total(role), cut
            self.means[action.seat] = mine.hand.mean

    def judge_card(self, action: PlayCard) -> None:
        settings = self.state.settings
        if settings.players > 2:
            return
        advice = advise_card(view(self.state, action.seat))
        if len(advice) < 2:
            return
        mine = next(each for each in advice if rank_of(each.card) == rank_of(action.card))
        best = max(advice, key=lambda each: each.expected)
        to_win = advice[0]
        lost_win = None if mine.win is None or to_win.win is None else to_win.win - mine.win
        lost = best.expected - mine.expected
        self.add(action.seat, "play", (action.card,), (best.card,), lost, (to_win.card,), lost_win)

    def add(
        self,
        seat: int,
        what: str,
        chosen: tuple[int, ...],
        best: tuple[int, ...],
        lost: float,
        best_to_win: tuple[int, ...],
        lost_win: float | None,
    ) -> None:
        state = self.state
        self.judged.append(Judged(state.game, state.deal, seat, what, chosen, best, lost, best_to_win, lost_win))
        if self.told is not None:
            self.told()

    def take_cut(self, starter: int) -> None:
        """Add what the starter made of each judged hand."""
        for seat, mean in self.means.items():
            deal, cut = self.luck[seat]
            heels = 2 if rank_of(starter) == JACK and seat == self.state.dealer else 0
            self.luck[seat] = deal, cut + score_hand(self.state.kept[seat], starter) - float(mean) + heels
        self.means = {}
