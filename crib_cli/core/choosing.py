"""Cards chosen from a hand at a prompt: by name, by rank where that is clear, or by place as shown (``#2``)."""

import re
from collections import Counter
from collections.abc import Sequence

from crib_cli.core.cards import rank_of
from crib_cli.core.letters import ENGLISH, Letters, write_card
from crib_cli.core.notation import parse_plays
from crib_cli.errors import HandError

_PLACES = re.compile(r"(?:\s*#\s*\d{1,3}\s*,?)+")


def choose_cards(text: str, held: Sequence[int], wanted: int, letters: Letters = ENGLISH) -> tuple[int, ...]:
    """Return so many cards of a hand that a text names, in the order named.

    A bare rank stands for the one card of that rank, or for all of them where it is written as often. ``#1`` is the
    first card as shown; a number without the sign is always a rank. Raises CardError for what is no card, HandError
    for a card that is not held, a rank that could be several, and too few or too many cards.

    >>> from crib_cli.core.cards import name_of
    >>> [name_of(card) for card in choose_cards("jd 6", [18, 21, 41], 2)]
    ['JD', '6D']
    >>> [name_of(card) for card in choose_cards("#1 #3", [18, 21, 41], 2)]
    ['5H', 'JD']
    """
    if _PLACES.fullmatch(text):
        chosen = [_at_place(place, held) for place in re.findall(r"\d+", text)]
    else:
        chosen = _named(text, held, letters)
    if len(chosen) != wanted or len(set(chosen)) != wanted:
        raise HandError("choose.number", text=text.strip()[:40], given=len(set(chosen)), wanted=wanted)
    return tuple(chosen)


def _at_place(place: str, held: Sequence[int]) -> int:
    if not 1 <= int(place) <= len(held):
        raise HandError("choose.place", text="#" + place, held=len(held))
    return held[int(place) - 1]


def _named(text: str, held: Sequence[int], letters: Letters) -> list[int]:
    read = parse_plays(text, letters)
    asked = Counter(card for card, _, _ in read)
    left = list(held)
    chosen: list[int] = []
    for card, start, end in read:
        named = text[start:end]
        if card is None:
            raise HandError("choose.go", text=named, at=start + 1)
        having = [own for own in left if own == card or (card < 0 and rank_of(own) == rank_of(card))]
        if not having:
            cards = tuple(write_card(own, letters) for own in held)
            raise HandError("choose.not_held", text=named, at=start + 1, cards=cards)
        if len(having) > 1 and asked[card] != sum(rank_of(own) == rank_of(card) for own in held):
            cards = tuple(write_card(own, letters) for own in having)
            raise HandError(
                "choose.which", text=named, at=start + 1, rank=letters.rank_names[rank_of(card)], cards=cards
            )
        left.remove(having[0])
        chosen.append(having[0])
    return chosen
