"""The table on a terminal: board, cards on the table, log, own hand and keys, within its rows and columns."""

from collections.abc import Callable, Sequence

from crib_cli.core.pegging import legal_cards
from crib_cli.game.views import View
from crib_cli.output.board import PLAIN, ROUND, board_lines
from crib_cli.output.card_view import draw_cards
from crib_cli.output.game_text import Narrator, head_line
from crib_cli.output.plain import Style
from crib_cli.words.catalog import Phrasebook

CLEAR = "\x1b[H\x1b[2J"
LEAST_LOG = 3


def sort_hand(view: View) -> tuple[int, ...]:
    """Return the own hand as it is shown: ace to king, clubs to spades."""
    return tuple(sorted(view.hand))


def playable(view: View) -> tuple[int, ...]:
    """Return the cards of the hand that can be chosen now."""
    if view.awaited.kind == "play" and view.awaited.seat == view.seat and view.play is not None:
        return legal_cards(view.play, view.hand)
    return view.hand


def hand_text(view: View, style: Style) -> str:
    """Return the own hand on one line; cards that cannot be played stand in brackets.

    A card that cannot be played would make more than 31.
    """
    fits = playable(view)
    return " ".join(style.card(card) if card in fits else f"({style.card(card)})" for card in sort_hand(view))


def situation_lines(view: View, book: Phrasebook, style: Style) -> list[str]:
    """Return what has to be seen at a prompt of plain lines: the count, the own cards, what is to be counted."""
    kind = view.awaited.kind
    lines: list[str] = []
    if kind == "play":
        lines.append(_count_line(view, book, style))
    if kind in ("discard", "play"):
        lines.append(book.say("game.your_cards", cards=hand_text(view, style)))
    if kind == "claim":
        lines.append(_claim_line(view, book, style))
    return lines


def _claim_line(view: View, book: Phrasebook, style: Style) -> str:
    what = "game.this_crib" if len(view.shown) == view.settings.players else "game.this_hand"
    cards = style.cards(view.counting)
    if view.starter is not None:
        cards += " / " + style.card(view.starter)
    return book.say("game.count_this", what=book.say(what), cards=cards)


def _count_line(view: View, book: Phrasebook, style: Style) -> str:
    play = view.play
    if play is None or not play.series:
        return book.say("game.lead")
    cards = [laid.card for laid in view.laid if laid.card is not None][-len(play.series) :]
    return book.say("game.count", count=play.running, cards=style.cards(cards))


def frame_lines(
    view: View,
    narrator: Narrator,
    log: Sequence[str],
    book: Phrasebook,
    style: Style,
    *,
    size: tuple[int, int],
    boxed: bool,
    wrap: Callable[[Sequence[str]], list[str]],
    keys: str,
) -> list[str]:
    """Return the whole table for a terminal of ``size`` columns and rows, two rows left for the prompt.

    ``wrap`` breaks lines at the terminal's width. The log gets what is left, at least ``LEAST_LOG`` lines.
    """
    width, height = size
    signs = ROUND if boxed else PLAIN
    top = wrap([head_line(view.settings, book)])
    top += board_lines(narrator.tracks(), view.settings.target, width, signs, colour=style.colour)
    top += wrap([_table_line(view, narrator, book, style)])
    if view.awaited.kind == "play" or (view.play is not None and view.play.turn is not None):
        top += wrap([_count_line(view, book, style)])
    bottom = _hand_lines(view, book, style, boxed=boxed, width=width)
    bottom += wrap([keys]) if keys else []
    room = max(height - len(top) - len(bottom) - 4, LEAST_LOG)
    told = wrap(list(log[-room:]))[-room:]
    told += [""] * (room - len(told))
    return [*top, "", *told, "", *bottom]


def _table_line(view: View, narrator: Narrator, book: Phrasebook, style: Style) -> str:
    parts: list[str] = []
    if view.held:
        others = [
            book.say("game.holds", name=narrator.names[seat], number=number)
            for seat, number in enumerate(view.held)
            if seat != view.seat
        ]
        parts.append(book.say("game.cards_left", held=", ".join(others)))
    if view.dealer >= 0 and view.settings.rules.crib_size:
        parts.append(book.say("game.crib_owner", name=narrator.names[view.dealer]))
    if view.starter is not None:
        parts.append(book.say("game.starter", card=style.card(view.starter)))
    return "   ".join(parts)


def _hand_lines(view: View, book: Phrasebook, style: Style, *, boxed: bool, width: int) -> list[str]:
    """Return the cards to choose from, or those to be counted."""
    if view.awaited.kind == "claim" and view.counting and view.awaited.seat == view.seat:
        line = _claim_line(view, book, style)
        if not boxed:
            return [line]
        return [line.partition(":")[0] + ":", *draw_cards(view.counting, style, view.starter)]
    if not view.hand:
        return []
    if not boxed or 5 * len(view.hand) > width:
        return [book.say("game.your_cards", cards=hand_text(view, style))]
    return draw_cards(sort_hand(view), style, dim=set(view.hand) - set(playable(view)))
