"""Plain text lines: what a person reads in a terminal or a pipe. No Rich, no box drawing; colour on red suits only."""

from collections.abc import Iterable
from typing import NamedTuple

from crib_cli.core.breakdown import Counted
from crib_cli.core.cards import rank_of, suit_of
from crib_cli.core.letters import SUIT_SIGNS, Letters
from crib_cli.words.announce import announce_call, announce_item, spell_card
from crib_cli.words.catalog import Phrasebook

_RED = (False, True, True, False)


class Style(NamedTuple):
    """How cards are shown: with signs or letters, red suits in colour or not, in which letters.

    ``spoken`` is a language whose words stand for the cards instead: 5 of hearts.
    """

    signs: bool
    colour: bool
    letters: Letters
    spoken: str | None = None

    def card(self, card: int) -> str:
        """Return a card as this style shows it.

        >>> from crib_cli.core.letters import ENGLISH
        >>> Style(signs=True, colour=False, letters=ENGLISH).card(38)
        '10♥'
        """
        if self.spoken is not None:
            return spell_card(card, self.spoken)
        rank, suit = self.letters.rank_names[rank_of(card)], suit_of(card)
        if suit is None:
            return rank
        text = rank + (SUIT_SIGNS if self.signs else self.letters.suit_names)[suit]
        return f"\x1b[31m{text}\x1b[0m" if self.colour and _RED[suit] else text

    def cards(self, cards: Iterable[int], width: int = 0) -> str:
        """Return cards with spaces between, words with commas, padded to a width in columns; colour takes no width."""
        cards = tuple(cards)
        bare = self._replace(colour=False)
        length = len(self.between.join(map(bare.card, cards)))
        return self.between.join(map(self.card, cards)) + " " * (width - length)

    @property
    def between(self) -> str:
        """What stands between two cards."""
        return " " if self.spoken is None else ", "

    def width(self, cards: Iterable[int]) -> int:
        """Return how many columns ``cards`` takes."""
        return len(self._replace(colour=False).cards(cards))


def count_lines(counted: Counted, book: Phrasebook, style: Style) -> list[str]:
    """Return one count as lines: the cards, each combination, the whole call, the total."""
    shown = style.cards(counted.hand)
    if counted.starter is not None:
        shown += " / " + style.card(counted.starter)
    lines = [book.say("count.crib" if counted.crib else "count.hand", cards=shown)]
    width = max((style.width(item.cards) for item in counted.items), default=0)
    lines += [f"  {style.cards(item.cards, width)}  {announce_item(item, book)}" for item in counted.items]
    if counted.items:
        lines.append(announce_call(counted.items, book))
    if counted.hand[0] < 0:
        lines.append(book.say("count.no_suits"))
    lines.append(book.say("count.total" if counted.items else "count.total_nothing", total=counted.total))
    return lines
