"""What can be done now, and why anything else cannot."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from crib_cli.core.cards import DECK, NAMES, names_of, value_of
from crib_cli.core.pegging import LIMIT, legal_cards
from crib_cli.core.rules import Totals
from crib_cli.errors import CribError, IllegalActionError
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
from crib_cli.game.state import GameState, counting, worth_of

KINDS: dict[type[Action], str] = {
    Cut: "cut",
    Deal: "deal",
    Discard: "discard",
    Turn: "turn",
    PlayCard: "play",
    SayGo: "play",
    Claim: "claim",
    CallMuggins: "muggins",
    Decline: "muggins",
}
"""What each action answers: the ``kind`` of ``Awaited``."""


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Return all that can be done now, by the one seat that is asked. None once all is over.

    In order: cuts and starters by card number; discards as ``itertools.combinations`` has them, in the order of the
    hand, each once though its cards can be given in any order; cards in the order of the hand, or else the go; claims
    by rising points; the decline, then calls of muggins by rising points. A deal is too many things to list: where
    one is awaited, nothing is.
    """
    kind, seat = state.awaited.kind, state.awaited.seat
    if seat is None or kind == "deal":
        return ()
    if kind == "play" and state.play is not None:
        cards = legal_cards(state.play, state.hands[seat])
        return tuple(PlayCard(seat, card) for card in cards) if cards else (SayGo(seat),)
    if kind == "discard":
        tossed = state.settings.rules.tossed_by(state.settings.players)
        return tuple(Discard(seat, cards) for cards in combinations(state.hands[seat], tossed))
    if kind == "cut":
        return tuple(Cut(seat, card) for card in DECK if card not in state.cuts)
    if kind == "turn":
        out = _cards_out(state)
        return tuple(Turn(card) for card in DECK if card not in out)
    if kind == "claim":
        return tuple(Claim(seat, points) for points in _claims(state, seat))
    calls = range(1, _totals_called(state).highest + 1)
    return (Decline(seat), *(CallMuggins(seat, points) for points in calls))


def why_not(state: GameState, action: Action) -> CribError | None:
    """Return the error that ``apply`` would raise for an action, or None if it is legal."""
    kind, seat = state.awaited.kind, state.awaited.seat
    if seat is None:
        return IllegalActionError("game.over")
    given = KINDS[type(action)]
    if given != kind:
        return IllegalActionError("game.not_now", given=given, wanted=kind)
    asked = getattr(action, "seat", seat)
    if asked != seat:
        return IllegalActionError("game.not_your_turn", player=asked + 1, turn=seat + 1)
    return _CHECKS[type(action)](state, action)


def _check_cut(state: GameState, action: Cut) -> CribError | None:
    unknown = _check_cards([action.card])
    if unknown is None and action.card in state.cuts:
        return IllegalActionError("game.cut_twice", card=NAMES[action.card])
    return unknown


def _check_deal(state: GameState, action: Deal) -> CribError | None:
    settings = state.settings
    if len(action.hands) != settings.players:
        return IllegalActionError("game.deal_hands", given=len(action.hands), wanted=settings.players)
    wanted = settings.rules.dealt_to(settings.players)
    for seat, hand in enumerate(action.hands):
        if len(hand) != wanted:
            return IllegalActionError("game.deal_size", player=seat + 1, given=len(hand), wanted=wanted)
    kitty = settings.rules.kitty_of(settings.players)
    if len(action.kitty) != kitty:
        return IllegalActionError("game.kitty_size", given=len(action.kitty), wanted=kitty)
    return _check_cards([*(card for hand in action.hands for card in hand), *action.kitty])


def _check_turn(state: GameState, action: Turn) -> CribError | None:
    unknown = _check_cards([action.card])
    if unknown is None and action.card in _cards_out(state):
        return IllegalActionError("game.card_twice", card=NAMES[action.card])
    return unknown


def _check_cards(cards: Sequence[int]) -> CribError | None:
    """Check that these are cards of the pack, each of them once."""
    seen: set[int] = set()
    for card in cards:
        if not 0 <= card < 52:
            return IllegalActionError("game.no_card", given=card)
        if card in seen:
            return IllegalActionError("game.card_twice", card=NAMES[card])
        seen.add(card)
    return None


def _check_discard(state: GameState, action: Discard) -> CribError | None:
    wanted = state.settings.rules.tossed_by(state.settings.players)
    if len(action.cards) != wanted:
        return IllegalActionError("game.discard_size", given=len(action.cards), wanted=wanted)
    held = state.hands[action.seat]
    for at, card in enumerate(action.cards):
        if card not in held:
            return _not_held(action.seat, card, held)
        if card in action.cards[:at]:
            return IllegalActionError("game.discard_twice", card=NAMES[card])
    return None


def _check_card(state: GameState, action: PlayCard) -> CribError | None:
    held = state.hands[action.seat]
    if action.card not in held:
        return _not_held(action.seat, action.card, held)
    running = state.play.running if state.play is not None else 0
    count = running + value_of(action.card)
    if count > LIMIT:
        return IllegalActionError("play.above", count=count, most=LIMIT - running)
    return None


def _check_go(state: GameState, action: SayGo) -> CribError | None:
    cards = legal_cards(state.play, state.hands[action.seat]) if state.play is not None else ()
    if cards and state.play is not None:
        names = tuple(NAMES[card] for card in cards)
        return IllegalActionError("game.must_play", count=state.play.running, cards=names)
    return None


def _not_held(seat: int, card: int, held: Sequence[int]) -> CribError:
    if not 0 <= card < 52:
        return IllegalActionError("game.no_card", given=card)
    return IllegalActionError("game.not_held", player=seat + 1, card=NAMES[card], held=names_of(held))


def _check_claim(state: GameState, action: Claim) -> CribError | None:
    worth = worth_of(state)
    if action.points == worth:
        return None
    if action.seat not in state.settings.claims:
        return IllegalActionError("game.counted", player=action.seat + 1, given=action.points, worth=worth)
    totals = _totals_claimed(state)
    if totals.allows(action.points):
        return None
    if 0 <= action.points <= totals.highest:
        return IllegalActionError("game.claim_impossible", given=action.points, impossible=totals.impossible)
    return IllegalActionError("game.claim_range", given=action.points, highest=totals.highest)


def _check_call(state: GameState, action: CallMuggins) -> CribError | None:
    highest = _totals_called(state).highest
    if not 1 <= action.points <= highest:
        return IllegalActionError("game.muggins_range", given=action.points, highest=highest)
    return None


def _check_nothing(_state: GameState, _action: Action) -> CribError | None:
    return None


_CHECKS: dict[type[Action], Callable[[GameState, Any], CribError | None]] = {
    Cut: _check_cut,
    Deal: _check_deal,
    Discard: _check_discard,
    Turn: _check_turn,
    PlayCard: _check_card,
    SayGo: _check_go,
    Claim: _check_claim,
    CallMuggins: _check_call,
    Decline: _check_nothing,
}


def _cards_out(state: GameState) -> set[int]:
    """Return the cards that are no longer in the pack when the starter is turned."""
    return {card for hands in (state.hands, state.tossed) for hand in hands for card in hand} | set(state.kitty)


def _claims(state: GameState, seat: int) -> Sequence[int]:
    """Return the points that can be claimed for what is being counted. The truth always can."""
    worth = worth_of(state)
    if seat not in state.settings.claims:
        return (worth,)
    totals = _totals_claimed(state)
    return [points for points in range(totals.highest + 1) if totals.allows(points) or points == worth]


def _totals_claimed(state: GameState) -> Totals:
    return state.settings.rules.totals_of(crib=counting(state)[0] == "crib")


def _totals_called(state: GameState) -> Totals:
    return state.settings.rules.totals_of(crib=state.shows[-1].what == "crib")
