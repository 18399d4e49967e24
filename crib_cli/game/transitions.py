"""The doors of the game: how one begins, what can be done, why something cannot, and what comes of an action.

Everything that pegs goes through ``_Turnover.peg``, which stops the game at the event that reaches the target.
Sources: the Italian and Spanish rule texts; ACC rule 10.4 and Foster for ``strict``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from crib_cli.core.cards import JACK, rank_of, value_of
from crib_cli.core.pegging import Play, begin_play, legal_cards, play_card, say_go
from crib_cli.game.actions import (
    Action,
    CallMuggins,
    Claim,
    Cut,
    Deal,
    Decline,
    Discard,
    PlayCard,
    SayGo,
    Turn,
)
from crib_cli.game.events import (
    CalledMuggins,
    CutForDeal,
    Dealt,
    Discarded,
    Ended,
    Event,
    MatchEnded,
    Passed,
    Played,
    SaidGo,
    Scored,
    Shown,
    Started,
    Turned,
)
from crib_cli.game.legality import legal_actions, why_not
from crib_cli.game.match import judge_game, judge_match, seats_of
from crib_cli.game.settings import GameSettings
from crib_cli.game.state import NOBODY, Awaited, GameState, Laid, Show, counting, worth_of

__all__ = ["apply", "begin_game", "legal_actions", "why_not"]

Outcome = tuple[GameState, tuple[Event, ...]]


def begin_game(settings: GameSettings) -> Outcome:
    """Return a game, or a match, before the cut for its first deal, and the event that opens its record.

    >>> state, events = begin_game(GameSettings())
    >>> state.awaited
    Awaited(kind='cut', seat=0)
    """
    nothing = (0,) * settings.sides
    state = GameState(
        settings=settings,
        awaited=Awaited("cut", 0),
        game=1,
        games=nothing,
        deal=1,
        first_dealer=NOBODY,
        dealer=NOBODY,
        scores=nothing,
        cutters=tuple(range(settings.players)),
        cut_round=1,
    )
    return state, (Started(settings),)


def apply(state: GameState, action: Action) -> Outcome:
    """Do an action: return the state after it and what happened, in order.

    Raises exactly what ``why_not`` returns.

    >>> state, _ = begin_game(GameSettings())
    >>> for action in (Cut(0, 20), Cut(1, 4)):
    ...     state, events = apply(state, action)
    >>> events, state.awaited
    ((CutForDeal(seat=1, card=4),), Awaited(kind='deal', seat=1))
    """
    error = why_not(state, action)
    if error is not None:
        raise error
    return _STEPS[type(action)](state, action)


class _Turnover:
    """The scores and events of one action while it is carried out. ``reached`` is the side at the target."""

    __slots__ = ("events", "reached", "scores", "settings")

    def __init__(self, state: GameState, *events: Event) -> None:
        self.settings = state.settings
        self.scores = state.scores
        self.events: list[Event] = list(events)
        self.reached: int | None = None

    def peg(self, seat: int, points: int, reason: str) -> None:
        """Peg points for a seat's side, up to the target. Nothing is pegged once a side is there."""
        if self.reached is not None or not points:
            return
        settings = self.settings
        side = settings.side_of(seat)
        score = min(self.scores[side] + points, settings.target)
        self.scores = (*self.scores[:side], score, *self.scores[side + 1 :])
        self.events.append(Scored(seat, points, reason, self.scores))
        if score == settings.target:
            self.reached = side


def _cut(state: GameState, action: Cut) -> Outcome:
    """Take a cut. The lowest rank deals, ace low; those tied at it cut again, and they alone."""
    events = (CutForDeal(action.seat, action.card),)
    cuts = (*state.cuts, action.card)
    cutters = state.cutters
    if len(cuts) < len(cutters):
        return replace(state, cuts=cuts, awaited=Awaited("cut", cutters[len(cuts)])), events
    lowest = min(map(rank_of, cuts))
    tied = tuple(seat for seat, card in zip(cutters, cuts, strict=True) if rank_of(card) == lowest)
    if len(tied) > 1:
        awaited = Awaited("cut", tied[0])
        return replace(state, cutters=tied, cuts=(), cut_round=state.cut_round + 1, awaited=awaited), events
    (dealer,) = tied
    return replace(state, cuts=cuts, dealer=dealer, first_dealer=dealer, awaited=Awaited("deal", dealer)), events


def _deal(state: GameState, action: Deal) -> Outcome:
    """Deal the cards; the five-card game's pone gets his three in the first deal."""
    settings = state.settings
    turnover = _Turnover(state, Dealt(state.game, state.deal, state.dealer, action.hands, action.kitty))
    pone = (state.dealer + 1) % settings.players
    if state.deal == 1:
        turnover.peg(pone, settings.rules.first_pone, "first-pone")
    kind = "discard" if settings.rules.tossed_by(settings.players) else "turn"
    dealt = replace(
        state,
        awaited=Awaited(kind, pone),
        scores=turnover.scores,
        cutters=(),
        cuts=(),
        hands=action.hands,
        kept=action.hands,
        tossed=((),) * settings.players,
        kitty=action.kitty,
    )
    return _close(dealt, turnover)


def _discard(state: GameState, action: Discard) -> Outcome:
    """Lay cards away; the seats are asked clockwise from the dealer's left."""
    seat = action.seat
    hand = tuple(card for card in state.hands[seat] if card not in action.cards)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    tossed = (*state.tossed[:seat], action.cards, *state.tossed[seat + 1 :])
    left = (seat + 1) % state.settings.players
    awaited = Awaited("turn", left) if seat == state.dealer else Awaited("discard", left)
    return replace(state, awaited=awaited, hands=hands, kept=hands, tossed=tossed), (Discarded(seat, action.cards),)


def _turn(state: GameState, action: Turn) -> Outcome:
    """Turn the starter; a jack is worth two to the dealer, and may win."""
    turnover = _Turnover(state, Turned(action.card))
    if rank_of(action.card) == JACK:
        turnover.peg(state.dealer, 2, "heels")
    settings = state.settings
    leader = (state.dealer + 1) % settings.players
    turned = replace(
        state,
        awaited=Awaited("play", leader),
        scores=turnover.scores,
        starter=action.card,
        play=begin_play([len(hand) for hand in state.hands], leader, one_series=settings.one_series),
    )
    return _close(turned, turnover)


def _play(state: GameState, action: PlayCard) -> Outcome:
    play = _play_of(state)
    seat, card = action.seat, action.card
    hand = state.hands[seat]
    at = hand.index(card)
    hands = (*state.hands[:seat], hand[:at] + hand[at + 1 :], *state.hands[seat + 1 :])
    after, scores = play_card(play, card)
    count = play.running + value_of(card)
    turnover = _Turnover(state, Played(seat, card, count))
    for score in scores:
        turnover.peg(seat, score.points, score.reason)
    return _after_play(state, hands, after, Laid(seat, card, count), turnover)


def _go(state: GameState, action: SayGo) -> Outcome:
    play = _play_of(state)
    after, scores = say_go(play)
    turnover = _Turnover(state, SaidGo(action.seat, play.running))
    for score in scores:
        turnover.peg(_last_of(play), score.points, score.reason)
    return _after_play(state, state.hands, after, Laid(action.seat, None, play.running), turnover)


def _after_play(
    state: GameState, hands: tuple[tuple[int, ...], ...], play: Play, laid: Laid, turnover: _Turnover
) -> Outcome:
    """Close the series when its last player cannot go on, which he does not say, and see what comes next."""
    if play.turn is not None and play.turn == play.last and not legal_cards(play, hands[play.turn]):
        turnover.peg(_last_of(play), 1, "last")
        play, _ = say_go(play)
    awaited = Awaited("play", play.turn)
    if play.turn is None:
        awaited = Awaited("claim", (state.dealer + 1) % state.settings.players)
    played = replace(state, awaited=awaited, scores=turnover.scores, hands=hands, play=play, laid=(*state.laid, laid))
    return _close(played, turnover)


def _play_of(state: GameState) -> Play:
    """Return the play, which there is whenever a card or a go is awaited."""
    if state.play is None:
        raise AssertionError(state.awaited)
    return state.play


def _last_of(play: Play) -> int:
    """Return who played the last card, which somebody has whenever a series can end."""
    if play.last is None:
        raise AssertionError(play)
    return play.last


def _claim(state: GameState, action: Claim) -> Outcome:
    """Count a hand or the crib: peg the claim or, where it is too high, the truth, and open it to muggins.

    Too high a claim is put right at once, so that there is nothing to call on it. In a hazard game the points
    missed are charged to the counter.
    """
    settings = state.settings
    seat, claimed = action.seat, action.points
    what, cards = counting(state)
    worth = worth_of(state)
    turnover = _Turnover(state, Shown(seat, what, cards, _starter_of(state), worth, claimed))
    turnover.peg(seat, worth if settings.hazard else min(claimed, worth), what)
    if claimed > worth and settings.strict and not settings.hazard:
        turnover.peg((seat + 1) % settings.players, claimed - worth, "penalty")
    called = settings.is_called(seat) and claimed <= worth
    callers = settings.opponents_of(seat) if called else ()
    shows = (*state.shows, Show(seat, what, cards, worth, claimed))
    counted = replace(state, scores=turnover.scores, shows=shows, callers=callers)
    return _next_show(counted, turnover)


def _starter_of(state: GameState) -> int:
    """Return the starter, which lies on the table whenever something is counted."""
    if state.starter is None:
        raise AssertionError(state.awaited)
    return state.starter


def _call(state: GameState, action: CallMuggins) -> Outcome:
    """Take the points missed, as far as they are named and the counter could have pegged them.

    The first right call closes the hand. A false one costs nothing or, in a strict game, the points named; it is the
    side's one call, and the next side is asked.
    """
    settings = state.settings
    show = state.shows[-1]
    room = settings.target - state.scores[settings.side_of(show.seat)]
    points = min(action.points, show.worth - show.claimed, room)
    turnover = _Turnover(state, CalledMuggins(action.seat, show.seat, points, action.points))
    turnover.peg(action.seat, points, "muggins")
    if not points and settings.strict:
        turnover.peg(show.seat, action.points, "penalty")
    side = settings.side_of(action.seat)
    callers = () if points else tuple(seat for seat in state.callers if settings.side_of(seat) != side)
    return _next_show(replace(state, scores=turnover.scores, callers=callers), turnover)


def _decline(state: GameState, action: Decline) -> Outcome:
    turnover = _Turnover(state, Passed(action.seat))
    return _next_show(replace(state, callers=state.callers[1:]), turnover)


def _next_show(state: GameState, turnover: _Turnover) -> Outcome:
    """Ask the next seat for muggins, or for its count: clockwise from the dealer's left, the crib last."""
    settings = state.settings
    done = len(state.shows)
    if turnover.reached is not None:
        return _close(state, turnover)
    if state.callers:
        awaited = Awaited("muggins", state.callers[0])
    elif done < settings.players:
        awaited = Awaited("claim", (state.dealer + 1 + done) % settings.players)
    elif done == settings.players and settings.rules.crib_size:
        awaited = Awaited("claim", state.dealer)
    else:
        return _clear(state, (state.dealer + 1) % settings.players, deal=state.deal + 1), tuple(turnover.events)
    return replace(state, awaited=awaited), tuple(turnover.events)


def _close(state: GameState, turnover: _Turnover) -> Outcome:
    """Return the state and the events; end the game if a side has reached the target, and perhaps the match."""
    events = turnover.events
    if turnover.reached is None:
        return state, tuple(events)
    settings = state.settings
    verdict = judge_game(settings, state.scores, turnover.reached)
    winners = seats_of(settings, verdict.winners)
    events.append(Ended(winners, state.scores, verdict.skunk, verdict.labels, verdict.games))
    games = tuple(won + verdict.games * (side in verdict.winners) for side, won in enumerate(state.games))
    state = replace(state, games=games, callers=(), awaited=Awaited("over", None))
    if settings.match == 1:
        return state, tuple(events)
    best = judge_match(settings, games)
    if best:
        events.append(MatchEnded(games, seats_of(settings, best)))
        return state, tuple(events)
    first = (state.first_dealer + 1) % settings.players
    again = replace(state, game=state.game + 1, first_dealer=first, scores=(0,) * settings.sides)
    return _clear(again, first, deal=1), tuple(events)


def _clear(state: GameState, dealer: int, *, deal: int) -> GameState:
    """Return the state with the cards off the table, before the next deal."""
    return GameState(
        settings=state.settings,
        awaited=Awaited("deal", dealer),
        game=state.game,
        games=state.games,
        deal=deal,
        first_dealer=state.first_dealer,
        dealer=dealer,
        scores=state.scores,
    )


_STEPS: dict[type[Action], Callable[[GameState, Any], Outcome]] = {
    Cut: _cut,
    Deal: _deal,
    Discard: _discard,
    Turn: _turn,
    PlayCard: _play,
    SayGo: _go,
    Claim: _claim,
    CallMuggins: _call,
    Decline: _decline,
}
