"""``hint`` at the table: what the program would do, from the same view that a computer player gets."""

from crib_cli.core.breakdown import KINDS, count_hand
from crib_cli.game.actions import Discard, PlayCard
from crib_cli.game.advice import advise_card, advise_discard
from crib_cli.game.players.levels import make_player
from crib_cli.game.views import View
from crib_cli.output.advice_text import advice_lines
from crib_cli.output.discard_text import show_number
from crib_cli.output.plain import Style
from crib_cli.words.catalog import Phrasebook

SHOWN = 3
"""Discards that a hint shows."""


def hint_lines(view: View, book: Phrasebook, style: Style) -> list[str]:
    """Return advice for a view: throws and cards by their figures, or what kinds of combination there are to count.

    In hazard, and in the play of three and four, it is what the expert would do.
    """
    kind = view.awaited.kind
    if kind in ("claim", "muggins"):
        return [_kinds(view, book)]
    if kind == "discard" and not view.settings.hazard:
        return _discards(view, book, style)
    settings = view.settings
    if kind == "play" and settings.players == 2 and not settings.hazard:
        return advice_lines(advise_card(view), book, style)
    action = make_player("expert").choose(view)
    if isinstance(action, Discard):
        keep = [card for card in view.hand if card not in action.cards]
        return [book.say("game.hint_keep", toss=style.cards(action.cards), keep=style.cards(keep))]
    if isinstance(action, PlayCard):
        return [book.say("game.hint_card", card=style.card(action.card))]
    raise AssertionError(action)


def _discards(view: View, book: Phrasebook, style: Style) -> list[str]:
    lines: list[str] = []
    for choice in advise_discard(view)[:SHOWN]:
        facts = {"toss": style.cards(choice.toss), "keep": style.cards(choice.keep)}
        facts["total"] = show_number(choice.total)
        if choice.win is None:
            lines.append(book.say("game.hint_throw", **facts))
        else:
            lines.append(book.say("game.hint_throw_win", **facts, win=f"{100 * choice.win:.1f}"))
    return lines


def _kinds(view: View, book: Phrasebook) -> str:
    """Name the kinds of combination in the cards being counted, and how many of each."""
    if view.awaited.kind == "claim":
        cards, crib, phrase = view.counting, len(view.shown) == view.settings.players, "game.hint_kinds"
    else:
        shown = view.shown[-1]
        cards, crib, phrase = shown.cards, shown.what == "crib", "game.hint_muggins"
    items = [item.kind for item in count_hand(cards, view.starter, crib=crib).items]
    parts = [
        book.say("drill.hint_kind", kind=book.say("drill.kinds." + kind), number=items.count(kind))
        for kind in KINDS
        if kind in items
    ]
    return book.say(phrase, hint=", ".join(parts) or book.say("drill.hint_nothing"))
