"""A table of players that shares no code with the package and goes the long way round.

Cards are text, ``5H`` or a rank alone. The players are asked in turn round the table, the runs and pairs of a card
are looked for in every group of last cards, and a series is over when the question has gone full circle without a
card. The tests hold the package to it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PLACE = {rank: place for place, rank in enumerate(RANKS, 1)}
WORTH = {rank: min(place, 10) for rank, place in PLACE.items()}

Points = tuple[str, int, int]
"""What a card scores: the reason, the points, how many cards make it."""

Choose = Callable[[int, tuple[str, ...], int], str]
"""Takes the seat (from 0), the cards of its hand that fit, and the count; returns the card to play."""

Lies = Callable[[int, tuple[str, ...], int], bool]
"""Takes the same, where go is thinkable; says whether the player goes all the same."""


class Event(NamedTuple):
    """A card played, or a go (``card`` is None), by a player counted from 1, and the count after it."""

    player: int
    card: str | None
    count: int
    scores: tuple[Points, ...] = ()
    lie: bool = False


class Series(NamedTuple):
    """Everything up to 31 or the last go. ``leader`` is who leads next, None when nothing follows."""

    events: tuple[Event, ...]
    stuck: Event | None
    """The go that the last player could say when he has cards left and none fits; nobody asks him for it."""
    leader: int | None


class Played(NamedTuple):
    """A whole play; ``totals`` are the points by player, ``left`` the cards that were not played."""

    series: tuple[Series, ...]
    totals: tuple[int, ...]
    left: tuple[tuple[str, ...], ...]


def rank_of(card: str) -> str:
    """``10`` of ``10D``, and of ``10``."""
    return card.rstrip("CDHS")


def worth_of(card: str) -> int:
    """Return what a card counts."""
    return WORTH[rank_of(card)]


def find_scores(pile: Sequence[str]) -> tuple[Points, ...]:
    """Return what the last card of a pile scores, without the point for last."""
    ranks = [rank_of(card) for card in pile]
    count = sum(WORTH[rank] for rank in ranks)
    found: list[Points] = []
    if count in (15, 31):
        found.append(("fifteen" if count == 15 else "thirty-one", 2, len(pile)))
    ends = [ranks[-size:] for size in range(len(ranks), 1, -1)]  # the longest first
    found += [("pair", len(end) * (len(end) - 1), len(end)) for end in ends if len(set(end)) == 1][:1]
    found += [("run", len(end), len(end)) for end in ends if len(end) >= 3 and is_run(end)][:1]
    return tuple(found)


def is_run(ranks: Sequence[str]) -> bool:
    """Tell whether ranks are consecutive in some order."""
    places = sorted(PLACE[rank] for rank in ranks)
    return places == list(range(places[0], places[0] + len(places)))


def never(_seat: int, _fitting: tuple[str, ...], _count: int) -> bool:
    return False


def play_table(
    hands: Sequence[Sequence[str]],
    choose: Choose,
    *,
    leader: int = 0,
    one_series: bool = False,
    lies: Lies = never,
) -> Played:
    """Play hands out, or one series of them. The leader must hold a card."""
    players = len(hands)
    held = [list(hand) for hand in hands]
    totals = [0] * players
    done: list[Series] = []
    while any(held) and not (one_series and done):
        events, stuck = _play_series(held, choose, leader, lies)
        at = max(place for place, event in enumerate(events) if event.card is not None)
        last = events[at]
        if last.count < 31:
            events[at] = last._replace(scores=(*last.scores, ("last", 1, 1)))
        for event in events:
            totals[event.player - 1] += sum(points for _, points, _ in event.scores)
        follows = [seat % players for seat in range(last.player, last.player + players) if held[seat % players]]
        over = one_series or not follows
        leader = follows[0] if follows else 0
        done.append(Series(tuple(events), stuck, None if over else leader + 1))
    return Played(tuple(done), tuple(totals), tuple(map(tuple, held)))


def _play_series(held: list[list[str]], choose: Choose, leader: int, lies: Lies) -> tuple[list[Event], Event | None]:
    """Ask round the table from the leader on; takes the cards from the hands."""
    pile: list[str] = []
    events: list[Event] = []
    stuck = last = None
    gone: set[int] = set()
    count = unanswered = 0
    seat = leader
    while count < 31 and unanswered < len(held):
        fitting = tuple([card for card in held[seat] if count + worth_of(card) <= 31])
        lie = bool(fitting) and count > 21 and seat not in gone and lies(seat, fitting, count)
        unanswered += 1
        if seat in gone or not held[seat]:
            pass
        elif fitting and not lie:
            card = choose(seat, fitting, count)
            held[seat].remove(card)
            pile.append(card)
            count += worth_of(card)
            events.append(Event(seat + 1, card, count, find_scores(pile)))
            last, unanswered = seat, 0
        elif seat == last:
            stuck = Event(seat + 1, None, count, lie=lie)
        else:
            gone.add(seat)
            events.append(Event(seat + 1, None, count, lie=lie))
        seat = (seat + 1) % len(held)
    return events, stuck


def all_plays(hands: Sequence[Sequence[str]], *, one_series: bool = False) -> Iterator[Played]:
    """Yield every legal play of the hands, where cards of one rank in one hand are one choice."""
    path: list[list[str]] = []  # the choices still open at each turn; the first of each is the one taken
    turn = 0

    def choose(_seat: int, fitting: tuple[str, ...], _count: int) -> str:
        nonlocal turn
        if turn == len(path):
            ordered = sorted(fitting, key=lambda card: PLACE[rank_of(card)])
            path.append([next(same) for _, same in groupby(ordered, key=rank_of)])
        turn += 1
        return path[turn - 1][0]

    while True:
        turn = 0
        yield play_table(hands, choose, one_series=one_series)
        while path and len(path[-1]) == 1:
            path.pop()
        if not path:
            return
        del path[-1][0]
