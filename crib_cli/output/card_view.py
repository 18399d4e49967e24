"""Cards drawn as boxes with their faces, for terminals that can show them."""

from collections.abc import Collection, Sequence

from crib_cli.output.plain import Style

BOX = "╭─╮│╰╯┄┊"
"""The signs that a drawn card needs."""

CARD_WIDTH = 5
"""Columns that a drawn card takes."""


def draw_cards(
    cards: Sequence[int], style: Style, starter: int | None = None, *, dim: Collection[int] = ()
) -> list[str]:
    r"""Return three lines with the cards side by side, the starter apart from them.

    Cards in ``dim`` cannot be chosen: their boxes are dotted, and dim where there is colour.

    >>> from crib_cli.core.letters import ENGLISH
    >>> style = Style(signs=True, colour=False, letters=ENGLISH)
    >>> print("\n".join(draw_cards([18, 39], style, dim=[39])))
    ╭───╮╭┄┄┄╮
    │5♥ │┊10♠┊
    ╰───╯╰┄┄┄╯
    """
    rows = ["", "", ""]
    for card in (*cards, *([] if starter is None else [starter])):
        edge, side = ("┄┄┄", "┊") if card in dim else ("───", "│")
        dimmed = card in dim and style.colour
        shown = style._replace(colour=style.colour and not dimmed).cards([card], 3)
        drawn = [f"╭{edge}╮", f"{side}{shown}{side}", f"╰{edge}╯"]
        if dimmed:
            drawn = [f"\x1b[2m{row}\x1b[0m" for row in drawn]
        gap = (" ", "/", " ") if card == starter else ("", "", "")
        rows = [row + (f" {sign} " if sign else "") + piece for row, sign, piece in zip(rows, gap, drawn, strict=True)]
    return rows
