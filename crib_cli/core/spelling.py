"""How cards are spelled: text to pieces (cards, ranks, suits), and what to say of text that spells none.

``notation`` joins the pieces to cards, hands and transcripts.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crib_cli.core.cards import make_card
from crib_cli.core.letters import (
    ENGLISH,
    JOKER_WORDS,
    LOOK_OF_RANK,
    OTHER_PACK_WORDS,
    SIGN_SUITS,
    SPANISH,
    SUIT_SIGNS,
    Letters,
)
from crib_cli.errors import CardError

GO_WORDS = frozenset({"go", "pass"})

SHOWN = 40
"""How many characters of offending text an error shows."""

# Variation selectors, zero-width signs, the byte order mark, and the marks of writing direction.
INVISIBLE = frozenset("\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e")
INVISIBLE |= frozenset("\u2066\u2067\u2068\u2069")
DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212")
CONTROLS = frozenset("\x1c\x1d\x1e\x1f")  # separators of data, which Python counts among the spaces
OPENING = frozenset("[(")
CLOSING = frozenset("])")
FELLOW = {"]": "[", ")": "("}
STARTER_MARKS = frozenset("/+")
_SEPARATORS = frozenset(",;|&\"'`“”„‘’«»")
BREAKS = DASHES | OPENING | CLOSING | STARTER_MARKS | _SEPARATORS
_MOJIBAKE = ("‚ô", "â™", "â\x99", "ÔÖ", "ΓÖ", "ðŸ", "ð\x9f", "üÇ", "ï¿½")
_CARD_BLOCK = 0x1F0A0


class Piece(NamedTuple):
    """A card, or a part of one (a rank, a suit, the word between), before parts are joined over spaces."""

    kind: str  # "card", "rank", "suit", "of" or "go"
    value: int
    start: int
    end: int


class Text(NamedTuple):
    """Text as read (``signs``) and as given; ``places[i]`` is where ``signs[i]`` stands in the given text."""

    given: str
    signs: str
    places: Sequence[int]

    def quote(self, start: int, end: int) -> dict[str, object]:
        """Return an error's ``text`` and ``at`` for a span of ``signs``."""
        first = self.places[start]
        last = self.places[end - 1] + 1
        return {"text": self.given[first : min(last, first + SHOWN)], "at": first + 1}


def is_space(sign: str) -> bool:
    r"""Tell whether a sign stands between cards as a space; the control signs that Python counts in do not.

    >>> is_space("\u00a0"), is_space("\x1c")
    (True, False)
    """
    return sign.isspace() and sign not in CONTROLS


def find_chunks(signs: str) -> Iterator[tuple[int, int]]:
    """Yield spans of what stands between spaces; each separator, mark and bracket is a chunk of its own.

    >>> list(find_chunks("5H,5S /"))
    [(0, 2), (2, 3), (3, 5), (6, 7)]
    """
    start = None
    for here, sign in enumerate(signs):
        space = is_space(sign)
        if space or sign in BREAKS:
            if start is not None:
                yield start, here
                start = None
            if not space:
                yield here, here + 1
        elif start is None:
            start = here
    if start is not None:
        yield start, len(signs)


def normalise(text: str) -> Text:
    """Return text as it is read: NFKC, without invisible signs. Raises CardError for mojibake.

    >>> normalise("５\u200b♥\ufe0f").signs
    '5♥'
    """
    if text.isascii():
        return Text(text, text, range(len(text)))
    for trace in _MOJIBAKE:
        at = text.find(trace)
        if at >= 0:
            shown = text[at : at + len(trace) + 1].strip()
            raise CardError("card.mojibake", text=shown, at=at + 1)
    from unicodedata import combining, normalize  # only for text beyond ASCII

    seen = [place for place, sign in enumerate(text) if sign not in INVISIBLE]
    signs: list[str] = []
    places: list[int] = []
    start = 0
    while start < len(seen):
        end = start + 1
        while end < len(seen) and combining(text[seen[end]]):
            end += 1
        plain = normalize("NFKC", "".join(text[place] for place in seen[start:end]))
        signs.append(plain)
        places += [seen[start]] * len(plain)
        start = end
    return Text(text, "".join(signs), places)


def read_chunk(read: Text, start: int, end: int, letters: Letters, *, after_of: bool, plays: bool) -> Iterator[Piece]:
    """Read text without spaces: one word, or cards, ranks and suits glued together, from the left.

    Behind "of" a letter is a suit, even where the set has a rank of the same letter (Italian F and Q). With
    ``plays`` the words of the play, go and pass, are read too. Raises CardError.

    >>> read = normalise("5hjd")
    >>> [piece.value for piece in read_chunk(read, 0, 4, ENGLISH, after_of=False, plays=False)]
    [18, 41]
    """
    signs = read.signs
    word = signs[start:end].casefold() if end - start < SHOWN else ""
    if plays and word in GO_WORDS:
        yield Piece("go", 0, read.places[start], read.places[end - 1] + 1)
        return
    if word in letters.words:
        kind, value = letters.words[word]
        yield Piece(kind, value, read.places[start], read.places[end - 1] + 1)
        return
    if word in JOKER_WORDS:
        raise CardError("card.joker", **read.quote(start, end))
    if word in OTHER_PACK_WORDS or (letters is SPANISH and word == "s"):
        raise CardError("card.other_pack", **read.quote(start, end), suits=suits_of(letters))
    if after_of and word.upper() in letters.suits:
        yield Piece("suit", letters.suits[word.upper()], read.places[start], read.places[start] + 1)
        return
    here = start
    while here < end:
        kind, value, length = _read_piece(read, start, here, end, letters)
        yield Piece(kind, value, read.places[here], read.places[here + length - 1] + 1)
        here += length


def _read_piece(read: Text, start: int, here: int, end: int, letters: Letters) -> tuple[str, int, int]:
    """Read one card, rank or lone suit at ``here`` in the chunk ``start`` to ``end``: kind, value, length."""
    signs = read.signs
    sign = signs[here]
    rank, length = _rank_at(signs, here, end, letters)
    if rank is not None:
        suit = _suit_at(signs, here + length, end, letters)
        if suit is not None:
            return "card", make_card(rank, suit), length + 1
        return "rank", rank, length
    suit = SIGN_SUITS.get(sign, letters.suits.get(sign))
    if suit is not None:
        if end - start == 1:
            return "suit", suit, 1
        rank, length = _rank_at(signs, here + 1, end, letters)
        if rank is not None:
            return "card", make_card(rank, suit), length + 1
        if here + 1 == end:
            raise CardError("card.lone_suit", **read.quote(here, end))
    if sign == "0" and end - start == 2:
        suit = _suit_at(signs, here + 1, end, letters)
        if suit is not None:
            return "card", make_card(9, suit), 2
    if 0 <= ord(sign) - _CARD_BLOCK < 0x60:
        card = _block_card(read, here)
        if card is not None:
            return "card", card, 1
    raise _refusal(read, start, here, end, letters)


def _rank_at(signs: str, here: int, end: int, letters: Letters) -> tuple[int | None, int]:
    if here >= end:
        return None, 0
    if signs.startswith("10", here) and here + 2 <= end:
        return 9, 2
    return letters.ranks.get(signs[here]), 1


def _suit_at(signs: str, here: int, end: int, letters: Letters) -> int | None:
    if here >= end:
        return None
    return SIGN_SUITS.get(signs[here], letters.suits.get(signs[here]))


def _block_card(read: Text, here: int) -> int | None:
    """Read a sign of the Unicode playing-card block: rows spades, hearts, diamonds, clubs; knights at 12.

    Returns None for places of the block that hold nothing.
    """
    row, place = divmod(ord(read.signs[here]) - _CARD_BLOCK, 16)
    if row > 3 and (row, place) <= (5, 5):
        raise CardError("card.trump", **read.quote(here, here + 1))
    if (row, place) == (0, 0):
        raise CardError("card.back", **read.quote(here, here + 1))
    if row < 4 and place == 12:
        raise CardError("card.knight", **read.quote(here, here + 1))
    if 1 <= row < 4 and place == 15:
        raise CardError("card.joker", **read.quote(here, here + 1))
    if row < 4 and 1 <= place <= 14:
        return make_card(place - 1 if place < 12 else place - 2, 3 - row)
    return None


def _refusal(read: Text, start: int, here: int, end: int, letters: Letters) -> CardError:
    """Return the error for a sign that begins no card, with the mend for what people type by mistake."""
    signs = read.signs
    sign = signs[here]
    suits = suits_of(letters)
    if "\udc80" <= sign <= "\udcff":
        return CardError("card.not_utf8", **read.quote(here, here + 1))
    if (sign in SIGN_SUITS or sign in letters.suits) and here + 1 < end:
        if (
            signs[here + 1].upper() in "01XT" and signs[here + 1] not in letters.suits
        ):  # a suit first and then what is no rank
            return _refusal(read, here + 1, here + 1, end, letters)
        return CardError("card.lone_suit", **read.quote(here, here + 1))
    if not sign.isascii() or not sign.isprintable():
        return CardError("card.foreign", **read.quote(here, here + 1), name=_sign_name(sign), suits=suits)
    if letters is SPANISH and sign in "rR":
        return CardError("card.two_readings", **read.quote(here, min(here + 2, end)))
    wrong_rank = _rank_refusal(read, start, here, end, letters)
    if wrong_rank is not None:
        return wrong_rank
    if here > start:
        before = signs[here - 1]
        if before in letters.ranks or before == "0":
            rank_start = here - 2 if before == "0" else here - 1
            return CardError("card.no_suit", **read.quote(rank_start, here + 1), suit=sign, suits=suits)
    return CardError("card.unknown", **read.quote(here, min(end, here + 12)), suits=suits)


def _rank_refusal(read: Text, start: int, here: int, end: int, letters: Letters) -> CardError | None:
    """Return the error for what people write by mistake for a rank: 1, 11, 0, X, T; None for anything else."""
    signs, sign = read.signs, read.signs[here]
    number = here
    while number < end and signs[number].isdigit():
        number += 1
    if sign == "0" and letters is ENGLISH:
        return CardError("card.zero_glued", **read.quote(start, end))
    if number > here:
        rank = signs[here:number]
        if letters is SPANISH and rank in ("11", "12"):
            return CardError("card.other_pack", **read.quote(here, min(end, number + 1)), suits=suits_of(letters))
        code = "card.no_rank" if rank in LOOK_OF_RANK else "card.one"
        hint = LOOK_OF_RANK.get(rank)
        return CardError(code, **read.quote(here, min(end, number + 1)), rank=rank, hint=hint)
    hint = LOOK_OF_RANK.get(sign.upper())
    if hint is not None and sign.upper() not in letters.suits:
        code = "card.ten" if "T" in letters.ranks else "card.no_rank"
        return CardError(code, **read.quote(here, min(end, here + 2)), rank=sign, hint=hint)
    return None


def _sign_name(sign: str) -> str:
    from unicodedata import name  # only for text beyond ASCII

    return f"U+{ord(sign):04X} {name(sign, '')}".strip()


def suits_of(letters: Letters) -> str:
    """Return how suits are written, for an error: the set's letters and the signs.

    >>> suits_of(ENGLISH)
    'C D H S ♣ ♦ ♥ ♠'
    """
    return " ".join((*letters.suit_names, *SUIT_SIGNS))
