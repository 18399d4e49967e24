"""Cards drawn as boxes with their faces, for terminals that can show them."""

from collections.abc import Sequence

from crib_cli.output.plain import Style

BOX = "╭─╮│╰╯"
"""The signs that a drawn card needs."""


def draw_cards(cards: Sequence[int], style: Style, starter: int | None = None) -> list[str]:
    r"""Return three lines with the cards side by side, the starter apart from them.

    >>> from crib_cli.core.letters import ENGLISH
    >>> print("\n".join(draw_cards([18, 39], Style(signs=True, colour=False, letters=ENGLISH))))
    ╭───╮╭───╮
    │5♥ ││10♠│
    ╰───╯╰───╯
    """
    groups = [list(cards)] + ([] if starter is None else [[starter]])
    top = " / ".join("╭───╮" * len(group) for group in groups).replace("/", " ")
    middle = " / ".join("".join(f"│{style.cards([card], 3)}│" for card in group) for group in groups)
    bottom = " / ".join("╰───╯" * len(group) for group in groups).replace("/", " ")
    return [top, middle, bottom]
