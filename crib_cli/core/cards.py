"""Cards as small integers.

A card is ``rank * 4 + suit``, 0 to 51: ranks 0 (ace) to 12 (king), suits 0 to 3 in the order
clubs, diamonds, hearts, spades. A card known by its rank alone is the negative number ``-1 - rank``,
so that one sequence type serves full hands and hands without suits.
"""

from collections.abc import Iterable

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
DECK = tuple(range(52))
JACK = 10

VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""What a rank counts towards fifteen and thirty-one."""

NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""Canonical names by card number: ``NAMES[0] == "AC"``, ``NAMES[51] == "KS"``."""


def make_card(rank: int, suit: int | None = None) -> int:
    """Return the card of a rank (0 to 12) and a suit (0 to 3), or of a rank alone.

    >>> make_card(4, 2), make_card(4)
    (18, -5)
    """
    return -1 - rank if suit is None else rank * 4 + suit


def rank_of(card: int) -> int:
    """Return the rank, 0 (ace) to 12 (king).

    >>> rank_of(make_card(4, 2)), rank_of(make_card(4))
    (4, 4)
    """
    return card >> 2 if card >= 0 else -1 - card


def suit_of(card: int) -> int | None:
    """Return the suit, 0 to 3 (clubs, diamonds, hearts, spades), or None for a rank alone.

    >>> suit_of(make_card(4, 2)), suit_of(make_card(4))
    (2, None)
    """
    return card & 3 if card >= 0 else None


def value_of(card: int) -> int:
    """Return what the card counts: ace 1, ten and court cards 10.

    >>> value_of(make_card(12, 0))
    10
    """
    return VALUES[rank_of(card)]


def name_of(card: int) -> str:
    """Return the canonical name, ``5H`` or, for a rank alone, ``5``.

    >>> name_of(make_card(9, 3)), name_of(make_card(9))
    ('10S', '10')
    """
    return NAMES[card] if card >= 0 else RANKS[-1 - card]


def names_of(cards: Iterable[int]) -> str:
    """Return the canonical names with spaces between, in the order given.

    >>> names_of([18, 43])
    '5H JS'
    """
    return " ".join(map(name_of, cards))
