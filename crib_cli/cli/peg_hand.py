"""``crib peg --hand``: which card now, of those that one player holds."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crib_cli.analysis.peg import Advice, View, rank_plays
from crib_cli.core.cards import RANKS, name_of, rank_of, suit_of
from crib_cli.core.letters import Letters
from crib_cli.core.notation import parse_cards
from crib_cli.core.pegging import ALWAYS_FITS, legal_cards, say_go, seat_to_play
from crib_cli.core.rules import VARIANTS
from crib_cli.core.transcript import Transcript
from crib_cli.errors import HandError, IllegalActionError, UsageError

if TYPE_CHECKING:
    from crib_cli.analysis.response import Leaf
    from crib_cli.cli.peg import PegRequest


def advise_play(request: "PegRequest", done: Transcript) -> tuple[tuple[int, ...], tuple[Advice, ...]]:
    """Return the cards held by the player whose turn it is, and each that fits with what is expected, best first.

    Raises IllegalActionError when the play is over, HandError for a hand that does not go with the transcript,
    UsageError for options that do not go together.
    """
    letters = request.common.letters
    seat = seat_to_play(done.play)
    check_role(request, seat)
    hand = _read(request.hand, letters)
    tossed = _read(request.tossed, letters)
    starter = _read(request.starter, letters)
    if len(starter) > 1:
        raise HandError("choose.number", text=request.starter, given=len(starter), wanted=1)
    held = done.play.held[seat]
    if len(hand) != held:
        text = (request.hand or "").strip()[:40]
        raise HandError("play.hand_size", text=text, given=len(hand), wanted=held, player=seat + 1)
    moves = tuple((entry.player - 1, entry.card) for entry in done.entries)
    played = [card for _, card in moves if card is not None]
    _check_known([*played, *hand, *tossed, *starter])
    rules = VARIANTS[request.variant]
    begin = request.begin()
    each = begin.held[seat]
    dealt = rules.dealt_to(request.players) if each == rules.kept else each
    if tossed and len(tossed) != dealt - each:
        raise HandError("play.tossed_size", text=request.tossed, given=len(tossed), wanted=dealt - each)
    view = View(
        hand,
        moves,
        seat,
        players=request.players,
        each=each,
        dealt=dealt,
        tossed=tossed,
        starter=starter[0] if starter else None,
        one_series=begin.one_series,
    )
    mine = [card for mover, card in moves if mover == seat and card is not None]
    return hand, rank_plays(view, _leaf(request, view, mine))


def check_role(request: "PegRequest", seat: int) -> None:
    """Raise IllegalActionError where it is not the turn of the role asked for: the dealer plays last, pone first."""
    if request.role is None:
        return
    is_dealer = seat == request.players - 1
    if is_dealer != (request.role == "dealer"):
        raise IllegalActionError("play.not_role", player=seat + 1, role=request.role)


def says_go(request: "PegRequest", done: Transcript) -> bool:
    """Tell whether the player to play must have said go.

    The role asked for, or without one the number of cards held, shows that it is another's turn; or he played last,
    none of his cards fits, and nobody else has any.
    """
    play = done.play
    if play.turn is None or not play.series or play.running <= ALWAYS_FITS:
        return False
    hand = _read(request.hand, request.common.letters)
    alone = play.last == play.turn and sum(play.held) == play.held[play.turn] == len(hand)
    if alone and not legal_cards(play, hand):
        return True
    if request.role is None:
        after, _ = say_go(play)
        return after.turn is not None and play.held[play.turn] != len(hand) == after.held[after.turn]
    return (play.turn == request.players - 1) != (request.role == "dealer")


def _read(text: str | None, letters: Letters) -> tuple[int, ...]:
    return tuple(card for card, *_ in parse_cards(text, letters)) if text else ()


def _check_known(cards: Sequence[int]) -> None:
    """Raise HandError for a card that is in two places, or a rank that is there five times."""
    for card, times in Counter(card for card in cards if suit_of(card) is not None).items():
        if times > 1:
            raise HandError("play.hand_twice", card=name_of(card))
    for rank, times in Counter(map(rank_of, cards)).items():
        if times > 4:
            raise HandError("play.hand_fifth", rank=RANKS[rank])


def _leaf(request: "PegRequest", view: View, mine: Sequence[int]) -> "Leaf | None":
    """Return what the end of the play is worth with a score given, as a chance to win."""
    if request.score is None:
        return None
    if view.players != 2:
        raise UsageError("usage.not_with", option="--score", other=f"--players {view.players}")
    if view.starter is None:
        raise UsageError("usage.needs", option="--score", other="--starter")
    from crib_cli.analysis.odds import Standing, play_leaf  # only with a score

    rules = VARIANTS[request.variant]
    role = "dealer" if view.seat else "pone"
    standing = Standing(role, *request.score, target=rules.target, variant=rules.name)
    return play_leaf(standing, [*mine, *view.hand], view.starter)
