"""Text to cards, each card with its place in the text. Every command and prompt reads cards here.

The text is read as NFKC without variation selectors and zero-width signs; spans point into the text as given.
Nothing is guessed: what is not a card beyond doubt is a CardError that names the text, its place and the mend.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crib_cli.core.cards import RANKS, make_card, name_of, rank_of
from crib_cli.core.letters import (
    ENGLISH,
    JOKER_WORDS,
    LETTER_SETS,
    LOOK_OF_RANK,
    OTHER_PACK_WORDS,
    SIGN_SUITS,
    SPANISH,
    SUIT_SIGNS,
    Letters,
)
from crib_cli.core.rules import SIX, Rules
from crib_cli.errors import CardError, ClaimError, CribError, HandError

SHOWN = 40
"""How many characters of offending text an error shows."""

# Variation selectors, zero-width signs, the byte order mark, and the marks of writing direction.
_INVISIBLE = frozenset("\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e")
_INVISIBLE |= frozenset("\u2066\u2067\u2068\u2069")
_DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212")
_CONTROLS = frozenset("\x1c\x1d\x1e\x1f")  # separators of data, which Python counts among the spaces
_OPENING = frozenset("[(")
_CLOSING = frozenset("])")
_FELLOW = {"]": "[", ")": "("}
_STARTER_MARKS = frozenset("/+")
_SEPARATORS = frozenset(",;|&\"'`“”„‘’«»")
_BREAKS = _DASHES | _OPENING | _CLOSING | _STARTER_MARKS | _SEPARATORS
_MOJIBAKE = ("‚ô", "â™", "â\x99", "ÔÖ", "ΓÖ", "ðŸ", "ð\x9f", "üÇ", "ï¿½")
_CARD_BLOCK = 0x1F0A0


class CardAt(NamedTuple):
    """A card (see ``cards``) and its span in the text, counted from 0."""

    card: int
    start: int
    end: int


class Mark(NamedTuple):
    """A sign between cards that may mark the starter: how many cards stand before it, and its place."""

    sign: str
    before: int
    at: int


class ParsedHand(NamedTuple):
    """A hand line: the hand, the starter if there is one, whether it is a crib, and the claim's text if any."""

    hand: tuple[int, ...]
    starter: int | None
    crib: bool
    claim: str | None


class _Piece(NamedTuple):
    """A card, or a part of one (a rank, a suit, the word between), before parts are joined over spaces."""

    kind: str  # "card", "rank", "suit" or "of"
    value: int
    start: int
    end: int


class _Text(NamedTuple):
    """Text as read (``signs``) and as given; ``places[i]`` is where ``signs[i]`` stands in the given text."""

    given: str
    signs: str
    places: Sequence[int]

    def quote(self, start: int, end: int) -> dict[str, object]:
        """Return an error's ``text`` and ``at`` for a span of ``signs``."""
        first = self.places[start]
        last = self.places[end - 1] + 1
        return {"text": self.given[first : min(last, first + SHOWN)], "at": first + 1}


def parse_cards(text: str, letters: Letters = ENGLISH) -> tuple[CardAt, ...]:
    """Read a list of cards in any of the usual spellings; separators and brackets are free.

    Raises CardError for what is no card, a duplicate, or a fifth card of a rank; HandError for a starter mark
    or an unbalanced bracket. No text at all gives no cards.

    >>> [name_of(card) for card, *_ in parse_cards("th, ♥5 [king of d] 🂪")]
    ['10H', '5H', 'KD', '10S']
    """
    cards, marks = _read(text, letters)
    for mark in marks:
        if mark.sign in _STARTER_MARKS:
            raise HandError("hand.mark", text=mark.sign, at=mark.at + 1)
    return cards


def parse_hand(text: str, rules: Rules = SIX, letters: Letters = ENGLISH, *, crib: bool = False) -> ParsedHand:
    """Read a hand line, ``[crib|hand] CARDS [/ STARTER] [= CLAIM]``, for the hand size of the variant.

    The starter is the one card behind ``/`` or ``+``, behind the only dash, or in brackets of its own; without
    such a mark it is the last card where there is one more than the hand holds. ``crib`` says what a line is
    that does not say so itself. Raises CardError, HandError, RulesError (a crib where there is none) or
    ClaimError (nothing behind ``=``).

    >>> parse_hand("crib 4H 6H JH 10H / 5H = 12")
    ParsedHand(hand=(14, 22, 42, 38), starter=18, crib=True, claim='12')
    """
    body, equals, claim = text.partition("=")
    if not equals and "＝" in text:
        body, equals, claim = text.partition("＝")
    claim = claim.strip()
    if equals and not claim:
        raise ClaimError("claim.empty")
    start, crib = _read_what(body, crib=crib)
    size = rules.size_of(crib=crib)
    # Blanks in place of the word keep every place in the text as it was.
    cards, marks = _read(" " * start + body[start:], letters)
    if not cards:
        raise HandError("hand.empty")
    marked = _find_starter(cards, marks)
    hand = [card for card, *_ in cards]
    starter = hand.pop() if marked or len(hand) == size + 1 else None
    if len(hand) != size:
        code = ("crib_" if crib else "") + ("marked_size" if marked else "size")
        shown = body.strip()[:SHOWN]
        raise HandError("hand." + code, text=shown, given=len(hand), variant=rules.name, wanted=size)
    return ParsedHand(tuple(hand), starter, crib, claim if equals else None)


def _read_what(body: str, *, crib: bool) -> tuple[int, bool]:
    """Find the word ``hand`` or ``crib`` before the cards: where the cards begin, and whether it is a crib."""
    lead = _skip_invisible(body, 0, spaces=True)
    word = body[lead : lead + 4].lower()
    if word in ("crib", "hand"):
        end = _skip_invisible(body, lead + 4, spaces=False)
        after = body[end : end + 1]
        if not after or after == ":" or is_space(after) or after in _OPENING:
            return end + (after == ":"), word == "crib"
    return 0, crib


def _skip_invisible(text: str, here: int, *, spaces: bool) -> int:
    while here < len(text) and (text[here] in _INVISIBLE or (spaces and is_space(text[here]))):
        here += 1
    return here


def _find_starter(cards: tuple[CardAt, ...], marks: list[Mark]) -> bool:
    """Tell whether the last card is marked as the starter. Raises HandError for a mark anywhere else."""
    last = len(cards) - 1
    bracketed = any(
        mark.sign == "bracket" and mark.before == last and last > 0 and _closes_after_one(marks, number)
        for number, mark in enumerate(marks)
    )
    strong = [mark for mark in marks if mark.sign in _STARTER_MARKS]
    for mark in strong:
        if mark.before != last or last == 0 or len(strong) > 1:
            raise HandError("hand.mark", text=mark.sign, at=mark.at + 1)
    dashes = [mark for mark in marks if mark.sign == "-"]
    dashed = len(dashes) == 1 and dashes[0].before == last and last > 0
    return bracketed or bool(strong) or dashed


def _closes_after_one(marks: list[Mark], opening: int) -> bool:
    """Tell whether the bracket opened at a mark closes again after one card, that being the last."""
    depth = 0
    for mark in marks[opening:]:
        if mark.sign == "bracket":
            depth += 1
        elif mark.sign == "close":
            depth -= 1
            if depth == 0:
                return mark.before == marks[opening].before + 1
    return False


def _read(text: str, letters: Letters) -> tuple[tuple[CardAt, ...], list[Mark]]:
    """Read cards and marks. An error on a card says if another letter set reads every card of the text."""
    try:
        return _read_in(text, letters)
    except CardError as error:
        if letters is not ENGLISH or error.code not in _LETTER_ERRORS or len(text) > 200:
            raise
        others = [other for other in LETTER_SETS.values() if other is not ENGLISH and _reads(text, other)]
        if len(others) == 1:
            error.params["other_letters"] = others[0].name
        raise


_LETTER_ERRORS = frozenset(
    {"card.unknown", "card.no_rank", "card.ten", "card.no_suit", "card.lone_suit", "card.some_suits"}
)


def _reads(text: str, letters: Letters) -> bool:
    try:
        cards, _ = _read_in(text, letters)
    except CribError:
        return False
    return bool(cards)


def _read_in(text: str, letters: Letters) -> tuple[tuple[CardAt, ...], list[Mark]]:
    read = _normalise(text)
    pieces: list[_Piece] = []
    marks: list[Mark] = []
    cards = 0  # cards so far, where a rank and its suit apart count as one
    open_at: list[int] = []  # where the brackets that are still open stand
    loose = False  # whether only spaces lie between the last piece and here
    start = 0
    for start, end in _chunks(read.signs):
        sign = read.signs[start]
        if sign in _BREAKS:
            cards, loose = _count_cards(pieces), False
            if sign in _DASHES or sign in _STARTER_MARKS:
                marks.append(Mark("-" if sign in _DASHES else sign, cards, read.places[start]))
            elif sign in _OPENING:
                open_at.append(start)
                marks.append(Mark("bracket", cards, read.places[start]))
            elif sign in _CLOSING:
                if not open_at or read.signs[open_at[-1]] != _FELLOW[sign]:
                    raise HandError("hand.bracket", text=sign, at=read.places[start] + 1)
                open_at.pop()
                marks.append(Mark("close", cards, read.places[start]))
            continue
        after_of = loose and pieces[-1].kind == "of"
        for piece in _read_chunk(read, start, end, letters, after_of=after_of):
            joined = _join(pieces, piece) if loose else None
            if joined is None:
                pieces.append(piece)
            else:
                pieces[-len(joined) :] = [_combine(joined, piece)]
        loose = True
    if open_at:
        raise HandError("hand.bracket", text=read.signs[open_at[-1]], at=read.places[open_at[-1]] + 1)
    return _finish(read, pieces, letters), marks


def _count_cards(pieces: list[_Piece]) -> int:
    return sum(piece.kind in ("card", "rank") for piece in pieces)


def _join(pieces: list[_Piece], piece: _Piece) -> list[_Piece] | None:
    """Return the pieces before that make one card with this one: rank [of] suit, or suit rank."""
    before = [earlier.kind for earlier in pieces[-2:]]
    if piece.kind == "suit" and before[-1:] == ["rank"]:
        return pieces[-1:]
    if piece.kind == "suit" and before == ["rank", "of"]:
        return pieces[-2:]
    if piece.kind == "rank" and before[-1:] == ["suit"]:
        return pieces[-1:]
    return None


def _combine(parts: list[_Piece], last: _Piece) -> _Piece:
    rank, suit = (last, parts[0]) if last.kind == "rank" else (parts[0], last)
    return _Piece("card", make_card(rank.value, suit.value), parts[0].start, last.end)


def is_space(sign: str) -> bool:
    r"""Tell whether a sign stands between cards as a space; the control signs that Python counts in do not.

    >>> is_space("\u00a0"), is_space("\x1c")
    (True, False)
    """
    return sign.isspace() and sign not in _CONTROLS


def _chunks(signs: str) -> Iterator[tuple[int, int]]:
    """Yield spans of what stands between spaces; each separator, mark and bracket is a chunk of its own."""
    start = None
    for here, sign in enumerate(signs):
        space = is_space(sign)
        if space or sign in _BREAKS:
            if start is not None:
                yield start, here
                start = None
            if not space:
                yield here, here + 1
        elif start is None:
            start = here
    if start is not None:
        yield start, len(signs)


def _normalise(text: str) -> _Text:
    if text.isascii():
        return _Text(text, text, range(len(text)))
    for trace in _MOJIBAKE:
        at = text.find(trace)
        if at >= 0:
            shown = text[at : at + len(trace) + 1].strip()
            raise CardError("card.mojibake", text=shown, at=at + 1)
    from unicodedata import combining, normalize  # only for text beyond ASCII

    seen = [place for place, sign in enumerate(text) if sign not in _INVISIBLE]
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
    return _Text(text, "".join(signs), places)


def _read_chunk(read: _Text, start: int, end: int, letters: Letters, *, after_of: bool) -> Iterator[_Piece]:
    """Read text without spaces: one word, or cards, ranks and suits glued together, from the left.

    Behind "of" a letter is a suit, even where the set has a rank of the same letter (Italian F and Q).
    """
    signs = read.signs
    word = signs[start:end].casefold() if end - start < SHOWN else ""
    if word in letters.words:
        kind, value = letters.words[word]
        yield _Piece(kind, value, read.places[start], read.places[end - 1] + 1)
        return
    if word in JOKER_WORDS:
        raise CardError("card.joker", **read.quote(start, end))
    if word in OTHER_PACK_WORDS or (letters is SPANISH and word == "s"):
        raise CardError("card.other_pack", **read.quote(start, end), suits=_suits_of(letters))
    if after_of and word.upper() in letters.suits:
        yield _Piece("suit", letters.suits[word.upper()], read.places[start], read.places[start] + 1)
        return
    here = start
    while here < end:
        kind, value, length = _read_piece(read, start, here, end, letters)
        yield _Piece(kind, value, read.places[here], read.places[here + length - 1] + 1)
        here += length


def _read_piece(read: _Text, start: int, here: int, end: int, letters: Letters) -> tuple[str, int, int]:
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


def _block_card(read: _Text, here: int) -> int | None:
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


def _refusal(read: _Text, start: int, here: int, end: int, letters: Letters) -> CardError:
    """Return the error for a sign that begins no card, with the mend for what people type by mistake."""
    signs = read.signs
    sign = signs[here]
    suits = _suits_of(letters)
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
    return CardError("card.unknown", **read.quote(here, min(end, here + 3)), suits=suits)


def _rank_refusal(read: _Text, start: int, here: int, end: int, letters: Letters) -> CardError | None:
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
            return CardError("card.other_pack", **read.quote(here, min(end, number + 1)), suits=_suits_of(letters))
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


def _suits_of(letters: Letters) -> str:
    """Return how suits are written, for an error: the set's letters and the signs."""
    return " ".join((*letters.suit_names, *SUIT_SIGNS))


def _finish(read: _Text, pieces: list[_Piece], letters: Letters) -> tuple[CardAt, ...]:
    """Turn pieces into cards: suits for all or none, no card twice, no fifth of a rank."""
    with_suits = any(piece.kind == "card" for piece in pieces)
    cards: list[CardAt] = []
    seen: dict[int, int] = {}
    count = [0] * 13
    for kind, value, start, end in pieces:
        quoted: dict[str, object] = {"text": read.given[start:end], "at": start + 1}
        if kind == "of":
            raise CardError("card.unknown", **quoted, suits=_suits_of(letters))
        if kind == "suit":
            raise CardError("card.lone_suit", **quoted)
        if kind == "rank" and with_suits:
            raise CardError("card.some_suits", **quoted)
        card = value if kind == "card" else make_card(value)
        if kind == "card" and card in seen:
            raise CardError("card.twice", **quoted, card=name_of(card), before=seen[card] + 1)
        seen[card] = start
        rank = rank_of(card)
        count[rank] += 1
        if count[rank] > 4:
            raise CardError("card.fifth", **quoted, rank=RANKS[rank])
        cards.append(CardAt(card, start, end))
    return tuple(cards)
