"""Which card to play: every card that fits, with what the rest of the play is then expected to bring.

For two players the figure is the value of the best response to a modelled opponent, over all hands that he may hold
given what is public and my own cards: see ``belief`` and ``response``. For three or four it looks one card ahead:
points now, less the mean best reply of the next player. Nothing is left to chance and no clock is read, so that the
same view always gets the same answer.
"""

from typing import NamedTuple

from crib_cli.analysis.belief import Shown, thin, update, weigh_kept
from crib_cli.analysis.reply import threat
from crib_cli.analysis.response import Group, Leaf, Response
from crib_cli.analysis.series import find_hand, follow
from crib_cli.analysis.solver import Solver
from crib_cli.core.cards import rank_of, suit_of, value_of
from crib_cli.core.pegging import LIMIT, Play, begin_play, legal_cards, play_card, say_go, seat_to_play
from crib_cli.errors import IllegalActionError

SAMPLES = {1: 400, 2: 400, 3: 200, 4: 100, 5: 50, 6: 30}
"""How many hands of the other stand for all, by how many cards I hold."""

FLOORS = {5: 2, 6: 3}
"""With so many cards the search ends when I hold fewer than this."""

MOST_EACH = 6
"""With more cards than this for each of two players, the advice looks one card ahead only."""

WITH_POLICY = (5, 6, 7)
"""How many cards are dealt where it is known which two of them good players throw."""


class View(NamedTuple):
    """What one player knows in the play: his own cards, and what all have seen.

    Seats are numbered in the order of play, so that of two players 0 is pone and 1 the dealer. ``moves`` are the
    cards and goes (None) so far with their seats; a go that only follows from what came next may be left out.
    """

    hand: tuple[int, ...]
    """The cards I have left."""
    moves: tuple[tuple[int, int | None], ...]
    seat: int
    players: int = 2
    each: int = 4
    """How many cards each player has at the first lead."""
    dealt: int = 6
    """How many were dealt to each, of which the others were tossed."""
    tossed: tuple[int, ...] = ()
    """What I threw, if it is known."""
    starter: int | None = None
    one_series: bool = False
    """Whether the play ends with its first series, as in the five-card game."""


class Advice(NamedTuple):
    """One card: the points it scores now, the count it brings, and what is expected of the play from now on.

    ``expected`` is net points, mine less theirs, with those of this card. ``win`` is what the leaf makes of it, and
    None without one or where no hand agrees with what the other has shown.
    """

    card: int
    points: int
    running: int
    expected: float
    win: float | None


class Position(NamedTuple):
    """The play as ``moves`` left it, and what each seat has shown on the way."""

    play: Play
    shown: tuple[tuple[Shown, ...], ...]
    """By seat, each act against the other of two players; empty for more."""
    played: tuple[tuple[int, ...], ...]
    """By seat, the cards played."""


def rank_plays(
    view: View, leaf: Leaf | None = None, samples: int | None = None, method: str = "response"
) -> tuple[Advice, ...]:
    """Return every card that fits, best first; nothing if none fits.

    It is for two players that a ``leaf`` is asked, which puts the end of the game in the place of points; then the
    order is by it. ``samples`` is how many hands stand for all at this turn, ``SAMPLES`` if not given. ``method`` is
    ``response``, or ``open`` for the play in which both see all cards, a yardstick that knows no leaf.

    Order: the largest win, if there is one, then the largest expected net points, both to nine places; of equal
    cards the most points now, then the highest rank, then clubs to spades. Raises IllegalActionError when the moves
    are not legal, when the play is over, or when the turn is another's.

    >>> [(advice.card, advice.points) for advice in rank_plays(View((33, 20, 6), ((0, 26), (1, 31)), 0))[:1]]
    [(33, 3)]
    """
    position = replay(view)
    turn = seat_to_play(position.play)
    if turn != view.seat:
        raise IllegalActionError("game.not_your_turn", player=view.seat + 1, turn=turn + 1)
    cards = legal_cards(position.play, view.hand)
    if not cards:
        return ()
    now: dict[int, tuple[int, int]] = {}
    for card in cards:
        _, scores = play_card(position.play, card)
        now[card] = sum(score.points for score in scores), position.play.running + value_of(card)
    expected, wins = _search(view, position, leaf, samples, method)
    advice = [
        Advice(card, *now[card], expected[rank_of(card)], None if wins is None else wins[rank_of(card)])
        for card in cards
    ]
    return tuple(sorted(advice, key=_order))


def _order(advice: Advice) -> tuple[float, ...]:
    return (
        -round(advice.win or 0.0, 9),
        -round(advice.expected, 9),
        -advice.points,
        -rank_of(advice.card),
        suit_of(advice.card) or 0,
    )


def replay(view: View) -> Position:
    """Return the play after a view's moves, with the goes put in that nobody wrote.

    A go is put in when the next move is by another seat, and at the end when the one to play played last and the
    next turn is mine, or when I played last, nothing of mine fits and nobody else has cards. Raises IllegalActionError
    for what the rules do not allow.

    >>> position = replay(View((0,), ((0, 51), (1, 47), (0, 43), (1, 20)), 0))  # K Q J, and a 6 can only be a lead
    >>> position.play.running, [act.series.count for act in position.shown[1] if act.rank is None]
    (6, [30])
    """
    play = begin_play([view.each] * view.players, one_series=view.one_series)
    shown: list[list[Shown]] = [[] for _ in range(view.players)]
    played: list[list[int]] = [[] for _ in range(view.players)]

    def act(card: int | None) -> None:
        nonlocal play
        seat = play.turn
        if seat is not None and view.players == 2:
            other = 1 - seat
            alone = play.out[other] or not play.held[other]
            rank = None if card is None else rank_of(card)
            shown[seat].append(Shown(rank, follow(play.series), play.held[other], alone))
        if card is None:
            play, _ = say_go(play)
        else:
            play, _ = play_card(play, card)
            if seat is not None:
                played[seat].append(card)

    for seat, card in view.moves:
        while play.turn is not None and (
            play.turn != seat or (card is not None and play.running + value_of(card) > LIMIT)
        ):
            act(None)
        act(card)
    while play.turn is not None and play.turn != view.seat and play.is_alone:
        act(None)
    mine = play.turn == play.last == view.seat and sum(play.held) == len(view.hand)
    if mine and not legal_cards(play, view.hand):
        act(None)  # I played last and nobody else has a card: I lead
    return Position(play, tuple(map(tuple, shown)), tuple(map(tuple, played)))


def believe(view: View, position: Position) -> Group:
    """Return what the other of two players may hold, with weights that add up to 1.

    Empty if nothing agrees with what he has shown and with my cards.
    """
    mine = [0] * 13
    known = (*view.hand, *view.tossed, *position.played[view.seat])
    for card in known if view.starter is None else (*known, view.starter):
        mine[rank_of(card)] += 1
    tossing = view.dealt in WITH_POLICY and view.each == view.dealt - 2
    role = "pone" if view.seat else "dealer"
    weights = weigh_kept(mine, view.dealt if tossing else view.each, view.each, role)
    return update(weights, position.shown[1 - view.seat])


def _search(
    view: View, position: Position, leaf: Leaf | None, samples: int | None, method: str
) -> tuple[dict[int, float], dict[int, float] | None]:
    """Return by rank what the play is expected to bring, and what the leaf makes of it."""
    belief = believe(view, position) if view.players == 2 and view.each <= MOST_EACH else []
    if not belief:
        return _look_ahead(view, position), None
    size = len(view.hand)
    belief = thin(belief, samples or SAMPLES.get(size, SAMPLES[MOST_EACH]))
    if method == "open":
        return _values_seen(view, position, belief), None
    floor = FLOORS.get(size, 0)
    expected = _values(view, position, belief, Response(floor=floor, one_series=view.one_series))
    if leaf is None:
        return expected, None
    return expected, _values(view, position, belief, Response(leaf, floor, one_series=view.one_series))


def _values(view: View, position: Position, belief: Group, response: Response) -> dict[int, float]:
    play = position.play
    other = 1 - view.seat
    alone = play.out[other] or not play.held[other]
    edges = follow(play.series).edges
    values: dict[int, float] = {}
    total = sum(entry[0] for entry in belief)
    for rank, rest in find_hand(tuple(sorted(map(rank_of, view.hand)))).moves:
        edge = edges[rank]
        if edge is not None:
            points, after = edge
            values[rank] = response.after_mine(points, rest, after, belief, alone=alone) / total
    return values


def _values_seen(view: View, position: Position, belief: Group) -> dict[int, float]:
    """Return by rank the mean over the other's hands of the play in which both see all cards."""
    play = position.play
    other = 1 - view.seat
    alone = play.out[other] or not play.held[other]
    edges = follow(play.series).edges
    solver = Solver()
    values: dict[int, float] = {}
    total = sum(case[0] for case in belief)
    for rank, rest in find_hand(tuple(sorted(map(rank_of, view.hand)))).moves:
        edge = edges[rank]
        if edge is not None:
            points, after = edge
            values[rank] = (
                points
                + sum(weight * solver.after(rest, hand, after, alone=alone) for weight, hand, _ in belief) / total
            )
    return values


def _look_ahead(view: View, position: Position) -> dict[int, float]:
    """Return by rank the points now less the mean best reply, for any number of players."""
    unseen = [4] * 13
    seen = [*view.hand, *view.tossed, *(card for cards in position.played for card in cards)]
    for card in seen if view.starter is None else [*seen, view.starter]:
        unseen[rank_of(card)] -= 1
    unseen = [max(left, 0) for left in unseen]
    values: dict[int, float] = {}
    for card in legal_cards(position.play, view.hand):
        after, scores = play_card(position.play, card)
        value = float(sum(score.points for score in scores))
        if after.series and after.turn is not None and after.turn != view.seat:
            value -= threat(follow(after.series), unseen, after.held[after.turn], 0.0)
        values[rank_of(card)] = value
    return values
