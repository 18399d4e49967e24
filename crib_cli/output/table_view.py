"""The table on a terminal: board, cards on the table, log, own hand and keys, within its rows and columns."""

import re
from collections.abc import Callable, Sequence

from crib_cli.core.pegging import legal_cards
from crib_cli.game.views import View
from crib_cli.output.board import PLAIN, ROUND, board_lines
from crib_cli.output.card_view import CARD_WIDTH, draw_cards
from crib_cli.output.game_text import Narrator, head_line, score_text
from crib_cli.output.plain import Style
from crib_cli.words.catalog import Phrasebook

CLEAR = "\x1b[H\x1b[2J"
LEAST_LOG = 3
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


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
    return style.between.join(style.card(card) if card in fits else f"({style.card(card)})" for card in sort_hand(view))


def situation_lines(view: View, narrator: Narrator, book: Phrasebook, style: Style) -> list[str]:
    """Return what has to be seen at a prompt of plain lines: the count, the own cards, what is to be counted."""
    kind = view.awaited.kind
    lines: list[str] = []
    if kind == "play":
        lines.append(_count_line(view, book, style))
    if kind in ("discard", "play"):
        lines.append(book.say("game.your_cards", cards=hand_text(view, style)))
    if kind in ("claim", "muggins"):
        lines.append(" ".join(_shown_parts(view, narrator, book, style)))
    return lines


def _shown(view: View) -> tuple[int, ...]:
    """Return the cards on the table that this seat counts, or that it may call muggins on."""
    if view.awaited.seat != view.seat:
        return ()
    if view.awaited.kind == "muggins":
        return tuple(sorted(view.shown[-1].cards))
    return tuple(sorted(view.counting))


def _shown_parts(view: View, narrator: Narrator, book: Phrasebook, style: Style) -> tuple[str, str]:
    """Return whose cards those are, and the cards with the starter."""
    cards = style.cards(_shown(view))
    if view.starter is not None:
        cards += " / " + style.card(view.starter)
    if view.awaited.kind == "muggins":
        shown = view.shown[-1]
        whose = book.say("game.claims", what=narrator.whose(shown.seat, shown.what), claimed=shown.claimed)
    else:
        what = "game.this_crib" if len(view.shown) == view.settings.players else "game.this_hand"
        whose = book.say("game.count_this", what=book.say(what))
    return whose, cards


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
    notes: Sequence[str] = (),
) -> list[str]:
    """Return the whole table for a terminal of ``size`` columns and rows, two rows left for the prompt.

    ``wrap`` breaks lines at the terminal's width. ``notes``, what the person asked for, take the place of ``keys``.
    The log gets what is left, at least ``LEAST_LOG`` lines; where that is too much, cards are no longer drawn, then
    the board is not, then the table loses lines from its top. The cards to choose from are always there.
    """
    width, height = size
    signs = ROUND if boxed else PLAIN
    notes = wrap(notes or ([keys] if keys else []))
    for drawn_cards, drawn_board in ((boxed, True), (False, True), (boxed, False), (False, False)):
        top = wrap([head_line(view.settings, book)])
        columns = width if drawn_board else 0
        top += board_lines(narrator.tracks(), view.settings.target, columns, signs, colour=style.colour)
        top += wrap(_table_lines(view, narrator, book, style, width))
        if view.awaited.kind == "play" or (view.play is not None and view.play.turn is not None):
            top += wrap([_count_line(view, book, style)])
        hand = _hand_lines(view, narrator, book, style, boxed=drawn_cards, width=width, wrap=wrap)
        room = height - len(top) - len(hand) - len(notes) - 4
        if room >= LEAST_LOG:
            break
    if room < 0:
        hand += notes[: max(height - 2 - len(hand), 1)]
        return [*top, *hand][-max(height - 2, 1) :]
    told = wrap(list(log[len(log) - min(room, len(log)) :]))
    told = told[len(told) - min(room, len(told)) :]
    told = [""] * (room - len(told)) + told  # what was said last stands by the hand
    return [*top, "", *told, "", *hand, *notes]


def _table_lines(view: View, narrator: Narrator, book: Phrasebook, style: Style, width: int) -> list[str]:
    """Return what lies on the table, broken between its parts where it is too wide for one line."""
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
    if view.settings.match > 1:
        parts.append(book.say("game.match_stands", games=score_text(view.games)))
    lines: list[str] = []
    for part in parts:
        joined = f"{lines[-1]}   {part}" if lines else part
        if lines and len(_COLOUR.sub("", joined)) <= width:
            lines[-1] = joined
        else:
            lines.append(part)
    return lines or [""]


def _hand_lines(
    view: View,
    narrator: Narrator,
    book: Phrasebook,
    style: Style,
    *,
    boxed: bool,
    width: int,
    wrap: Callable[[Sequence[str]], list[str]],
) -> list[str]:
    """Return the cards to choose from, or those that are counted."""
    shown = _shown(view)
    if shown:
        whose, cards = _shown_parts(view, narrator, book, style)
        if not boxed or CARD_WIDTH * (len(shown) + 1) + 3 > width:
            return wrap([f"{whose} {cards}"])
        return [*wrap([whose]), *draw_cards(shown, style, view.starter)]
    if not view.hand:
        return []
    if not boxed or CARD_WIDTH * len(view.hand) > width:
        return wrap([book.say("game.your_cards", cards=hand_text(view, style))])
    return draw_cards(sort_hand(view), style, dim=set(view.hand) - set(playable(view)))
