"""Advice on a card to play as lines: what each scores now, what is expected, the chance to win, and why."""

from collections.abc import Sequence

from crib_cli.analysis.peg import Advice
from crib_cli.core.cards import rank_of
from crib_cli.output.plain import Style
from crib_cli.words.catalog import Phrasebook


def show_signed(value: float) -> str:
    """Return points with a sign, two decimals, and no sign for nothing.

    >>> show_signed(1.4), show_signed(-0.004)
    ('+1.40', '0.00')
    """
    shown = f"{value:+.2f}"
    return "0.00" if float(shown) == 0 else shown


def advice_lines(advice: Sequence[Advice], book: Phrasebook, style: Style) -> list[str]:
    """Return a table of the cards that fit, best first, and a sentence on the best; a go where none fits."""
    if not advice:
        return [book.say("advice.go")]
    with_win = advice[0].win is not None
    heads = [book.say("advice." + name) for name in ("count", "now", "expected")]
    rows = [[str(choice.running), str(choice.points), show_signed(choice.expected)] for choice in advice]
    if with_win:
        heads.append(book.say("advice.win"))
        rows = [[*row, f"{100 * (choice.win or 0):.1f} %"] for row, choice in zip(rows, advice, strict=True)]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    card = book.say("advice.card")
    first = max(len(card), *(style.width([choice.card]) for choice in advice))
    lines = [
        "  ".join([f"  {card:<{first}}", *(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))])
    ]
    for choice, row in zip(advice, rows, strict=True):
        cells = [f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)]
        lines.append("  ".join(["  " + style.cards([choice.card], first), *cells]))
    return [*lines, reason_line(advice, book, style)]


def reason_line(advice: Sequence[Advice], book: Phrasebook, style: Style) -> str:
    """Say why the best card beats the second: points now, what follows, and the chance to win if it is known."""
    best, *others = advice
    card = style.card(best.card)
    after = show_signed(best.expected - best.points)
    if not others:
        return book.say("advice.only", card=card, now=best.points, after=after)
    # A card of the same rank is worth the same and explains nothing.
    second = next((other for other in others if rank_of(other.card) != rank_of(best.card)), others[0])
    facts = {"card": card, "now": best.points, "after": after, "other": style.card(second.card)}
    facts |= {"other_now": second.points, "other_after": show_signed(second.expected - second.points)}
    if best.win is not None and second.win is not None:
        return book.say("advice.why_win", **facts, gap=f"{100 * (best.win - second.win):.1f}")
    gap = best.expected - second.expected
    if round(gap, 2) == 0:
        return book.say("advice.why_equal", card=card, now=best.points, after=after, other=facts["other"])
    return book.say("advice.why", **facts, gap=f"{gap:.2f}")
