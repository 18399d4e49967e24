"""``hint`` at the table: what the program would do, from the same view that a computer player gets."""

from crib_cli.core.breakdown import KINDS, count_hand
from crib_cli.game.actions import Discard, PlayCard
from crib_cli.game.players.levels import make_player
from crib_cli.game.views import View
from crib_cli.output.plain import Style
from crib_cli.words.catalog import Phrasebook

SHOWN = 3
"""Discards that a hint shows."""


def hint_lines(view: View, book: Phrasebook, style: Style) -> list[str]:
    """Return advice for a view: discards by their figures, a card to play, or what kinds of combination there are."""
    kind = view.awaited.kind
    if kind in ("claim", "muggins"):
        return [_kinds(view, book)]
    if kind == "discard" and not view.settings.hazard:
        return _discards(view, book, style)
    action = make_player("expert").choose(view)
    if isinstance(action, Discard):
        keep = [card for card in view.hand if card not in action.cards]
        return [book.say("game.hint_keep", toss=style.cards(action.cards), keep=style.cards(keep))]
    if isinstance(action, PlayCard):
        return [book.say("game.hint_card", card=style.card(action.card))]
    raise AssertionError(action)


def _discards(view: View, book: Phrasebook, style: Style) -> list[str]:
    from crib_cli.analysis.discard import rank_discards  # the other hints do without the tables
    from crib_cli.output.discard_text import show_number

    role = "dealer" if view.owns_crib else "pone"
    choices = rank_discards(sorted(view.hand), role, players=view.settings.players)
    return [
        book.say(
            "game.hint_throw",
            toss=style.cards(choice.toss),
            keep=style.cards(choice.keep),
            total=show_number(choice.total),
        )
        for choice in choices[:SHOWN]
    ]


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
