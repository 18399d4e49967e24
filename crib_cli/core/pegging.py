"""The play, as a pure fold over cards and goes: count, scores, whose turn, who is out, who leads next.

Works for any number of players and cards. It knows how many cards each holds, not which: whoever knows the hands
asks ``legal_cards`` and ``must_say_go``. Seats are numbered from 0 in the order of play.

Rules (Italian and Spanish texts; the ACC's scoring chart for 31): a series ends at 31, or when nobody can play on;
it gives one award, 2 for 31 or else 1 to whoever played last. The next leader is the first behind that player with
cards left. A player who has said go stays out until the series ends; the one who played last never says go.
"""

from collections.abc import Sequence
from typing import NamedTuple

from crib_cli.core.cards import VALUES, rank_of, value_of
from crib_cli.errors import IllegalActionError

LIMIT = 31
ALWAYS_FITS = LIMIT - 10
"""Up to this count every card can be played, so that nobody can say go."""


class Score(NamedTuple):
    """Points in the play: ``fifteen``, ``thirty-one``, ``pair``, ``run`` or ``last``, and how many cards make it."""

    reason: str
    points: int
    size: int


class Play(NamedTuple):
    """The play between two actions. ``turn`` is None once it is over."""

    held: tuple[int, ...]
    """How many cards each seat still holds."""
    series: tuple[int, ...]
    """The ranks of this series, in order; empty when a series begins. Suits never matter in the play."""
    running: int
    """The count so far."""
    turn: int | None
    last: int | None
    """Who played the last card of this series."""
    out: tuple[bool, ...]
    """Who has said go in this series."""
    one_series: bool
    """Whether the play ends with its first series, as in the five-card game."""

    @property
    def is_alone(self) -> bool:
        """Whether the one whose turn it is has played last: all others are out of the series."""
        return self.turn is not None and self.turn == self.last


def begin_play(held: Sequence[int], leader: int = 0, *, one_series: bool = False) -> Play:
    """Return the play before its first card; ``held`` is how many cards each seat has.

    The leader must hold a card.

    >>> begin_play([4, 4]).turn
    0
    """
    return Play(tuple(held), (), 0, leader, None, (False,) * len(held), one_series)


def score_card(series: Sequence[int], card: int) -> tuple[Score, ...]:
    """Return what a card scores on top of a series of cards: everything but the award for last.

    >>> [score.reason for score in score_card([12, 20], 16)]  # 4 6 and a 5
    ['fifteen', 'run']
    """
    ranks = [rank_of(played) for played in (*series, card)]
    return _score_last(ranks, sum(VALUES[rank] for rank in ranks))


def _score_last(ranks: Sequence[int], count: int) -> tuple[Score, ...]:
    """Return what the last of these ranks scores, which brings the series to ``count``."""
    cards = len(ranks)
    scores: tuple[Score, ...] = ()
    if count == 15:
        scores = (Score("fifteen", 2, cards),)
    elif count == LIMIT:
        scores = (Score("thirty-one", 2, cards),)
    if cards > 1 and ranks[-1] == ranks[-2]:
        alike = 2
        while alike < cards and ranks[-1 - alike] == ranks[-1]:
            alike += 1
        return (*scores, Score("pair", alike * (alike - 1), alike))
    run = _longest_run(ranks) if cards > 2 else 0
    return (*scores, Score("run", run, run)) if run else scores


def _longest_run(ranks: Sequence[int]) -> int:
    """Return the length of the longest run that the last cards make in any order, or 0. A repeat ends the search."""
    longest = seen = 0
    low = high = ranks[-1]
    for length, rank in enumerate(reversed(ranks), 1):
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        if rank < low:
            low = rank
        elif rank > high:
            high = rank
        if high - low == length - 1 and length >= 3:
            longest = length
    return longest


def play_card(play: Play, card: int) -> tuple[Play, tuple[Score, ...]]:
    """Play a card for the one whose turn it is; return the play after it and what the card scores.

    The award for last is among its scores when the card ends the series: nobody is left who could play on.
    Raises IllegalActionError when the play is over or the card would go above 31.

    >>> play, scores = play_card(begin_play([1, 0]), 16)
    >>> play.turn, scores
    (None, (Score(reason='last', points=1, size=1),))
    """
    held, series, running, _, _, out, one_series = play
    seat = seat_to_play(play)
    rank = rank_of(card)
    count = running + VALUES[rank]
    if count > LIMIT:
        raise IllegalActionError("play.above", count=count, most=LIMIT - running)
    series = (*series, rank)
    scores = _score_last(series, count)
    held = (*held[:seat], held[seat] - 1, *held[seat + 1 :])
    turn = None if count == LIMIT else _next_turn(held, out, seat)
    if turn is not None:
        return Play(held, series, count, turn, seat, out, one_series), scores
    if count < LIMIT:
        scores = (*scores, Score("last", 1, 1))
    return _end_series(held, seat, one_series=one_series), scores


def say_go(play: Play) -> tuple[Play, tuple[Score, ...]]:
    """Say go for the one whose turn it is; return the play after it and the award, if that ends the series.

    The award belongs to ``play.last``. Said by the one who played last, it only states that he cannot go on.
    Raises IllegalActionError when the play is over, at the lead, or at a count where every card fits.

    >>> play, _ = play_card(begin_play([3, 3]), 50)
    >>> play, _ = play_card(play, 46)
    >>> play, _ = play_card(play, 38)  # K Q 10: 30
    >>> play, scores = say_go(play)
    >>> play.turn, scores
    (0, ())
    >>> play, scores = say_go(play)
    >>> play.running, play.turn, scores
    (0, 1, (Score(reason='last', points=1, size=1),))
    """
    seat = seat_to_play(play)
    if play.last is None:
        raise IllegalActionError("play.go_at_lead", player=seat + 1)
    if play.running <= ALWAYS_FITS:
        raise IllegalActionError("play.go_too_low", player=seat + 1, count=play.running)
    out = tuple([said or number == seat for number, said in enumerate(play.out)])
    turn = _next_turn(play.held, out, seat)
    if turn is not None:
        return play._replace(out=out, turn=turn), ()
    return _end_series(play.held, play.last, one_series=play.one_series), (Score("last", 1, 1),)


def legal_cards(play: Play, hand: Sequence[int]) -> tuple[int, ...]:
    """Return the cards of a hand that can be played at this count, in the order given.

    >>> legal_cards(begin_play([4, 4])._replace(running=28), [16, 8, 0])  # 5 3 A
    (8, 0)
    """
    return tuple(card for card in hand if play.running + value_of(card) <= LIMIT)


def must_say_go(play: Play, hand: Sequence[int]) -> bool:
    """Tell whether the one whose turn it is, holding these cards, must say go.

    The one who played last never does: his series just ends (``say_go`` ends it).

    >>> play = begin_play([1, 1])._replace(running=28, last=0, turn=1, series=(12,))
    >>> must_say_go(play, [16]), must_say_go(play._replace(turn=0), [16])
    (True, False)
    """
    return play.turn is not None and not play.is_alone and not legal_cards(play, hand)


def seat_to_play(play: Play) -> int:
    """Return the seat whose turn it is. Raises IllegalActionError when the play is over.

    >>> seat_to_play(begin_play([4, 4], leader=1))
    1
    """
    if play.turn is None:
        raise IllegalActionError("play.over")
    return play.turn


def _next_turn(held: Sequence[int], out: Sequence[bool], seat: int) -> int | None:
    """Return the next seat behind one, itself the last, that has cards and is not out; None if there is none."""
    players = len(held)
    for step in range(1, players + 1):
        other = (seat + step) % players
        if held[other] and not out[other]:
            return other
    return None


def _end_series(held: tuple[int, ...], last: int, *, one_series: bool) -> Play:
    """Return the play at the next lead, or over when no cards are left or one series is all there is."""
    nobody = (False,) * len(held)
    turn = None if one_series else _next_turn(held, nobody, last)
    return Play(held, (), 0, turn, None, nobody, one_series)
