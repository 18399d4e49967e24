"""Text to cards, each card with its place in the text. Every command and prompt reads cards here.

The text is read as NFKC without variation selectors and zero-width signs; spans point into the text as given.
Nothing is guessed: what is not a card beyond doubt is a CardError that names the text, its place and the mend.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple

from crib_cli.core.cards import DECK, RANKS, make_card, name_of, rank_of
from crib_cli.core.letters import ENGLISH, LETTER_SETS, Letters, card_words, rank_words, respell
from crib_cli.core.rules import SIX, Rules
from crib_cli.core.spelling import (
    BREAKS,
    CLOSING,
    CONTROLS,
    DASHES,
    FELLOW,
    INVISIBLE,
    OPENING,
    SHOWN,
    STARTER_MARKS,
    Piece,
    Text,
    find_chunks,
    is_space,
    normalise,
    read_chunk,
    suits_of,
)
from crib_cli.errors import CardError, ClaimError, CribError, HandError

MOST_MARKS = 200
"""More dashes, slashes and brackets than any list of cards has."""


class CardAt(NamedTuple):
    """A card (see ``cards``) and its span in the text, counted from 0."""

    card: int
    start: int
    end: int


class PlayAt(NamedTuple):
    """A card of a transcript, or None for a go, and its span in the text, counted from 0."""

    card: int | None
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


def parse_cards(text: str, letters: Letters = ENGLISH) -> tuple[CardAt, ...]:
    """Read a list of cards in any of the usual spellings; separators and brackets are free.

    Raises CardError for what is no card, a duplicate, or a fifth card of a rank; HandError for a starter mark
    or an unbalanced bracket. No text at all gives no cards.

    >>> [name_of(card) for card, *_ in parse_cards("th, ♥5 [king of d] 🂪")]
    ['10H', '5H', 'KD', '10S']
    """
    cards, marks = _read(text, letters)
    for mark in marks:
        if mark.sign in STARTER_MARKS:
            raise _bad_mark(mark.sign, mark.at, letters)
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
        raise HandError("hand.empty", example=respell("5H 5S 5C JD / 5D", letters))
    marked = _find_starter(cards, marks, letters)
    hand = [card for card, *_ in cards]
    starter = hand.pop() if marked or len(hand) == size + 1 else None
    if len(hand) != size:
        code = ("crib_" if crib else "") + ("marked_size" if marked else "size")
        shown = body.strip()[:SHOWN]
        raise HandError("hand." + code, text=shown, given=len(hand), variant=rules.name, wanted=size)
    return ParsedHand(tuple(hand), starter, crib, claim if equals else None)


def parse_plays(text: str, letters: Letters = ENGLISH) -> tuple[PlayAt, ...]:
    """Read a transcript of the play: cards, with suits or by rank alone or mixed, and the words go and pass.

    Raises CardError for what is neither, for a card played twice and for a fifth of a rank; HandError for a
    starter mark or an unbalanced bracket.

    >>> [play.card for play in parse_plays("7H 8 go")]
    [26, -8, None]
    """
    read, pieces, marks = _read_pieces(text, letters, plays=True)
    for mark in marks:
        if mark.sign in STARTER_MARKS:
            raise HandError("play.no_starter", text=mark.sign, at=mark.at + 1)
    cards = iter(_finish(read, [piece for piece in pieces if piece.kind != "go"], letters, mixed=True))
    return tuple(
        PlayAt(None, piece.start, piece.end) if piece.kind == "go" else PlayAt(*next(cards)) for piece in pieces
    )


@cache
def _play_words(letters: str) -> dict[str, int | None]:
    """Return the words of a transcript that need no second look: single cards, ranks, go and pass."""
    table = LETTER_SETS[letters]
    words: dict[str, int | None] = dict(card_words(table) | rank_words(table))
    return words | dict.fromkeys(("go", "Go", "GO", "pass", "Pass", "PASS"))


def scan_plays(text: str, letters: Letters = ENGLISH) -> tuple[int | None, ...]:
    """Read a transcript as ``parse_plays`` does, without the places: at once where it is plainly written.

    >>> scan_plays("7H 8 go")
    (26, -8, None)
    """
    if not CONTROLS.isdisjoint(text):  # str.split would take them for spaces
        return tuple(play.card for play in parse_plays(text, letters))
    words = _play_words(letters.name)
    try:
        items = tuple([words[word] for word in text.split()])
    except KeyError:
        return tuple(play.card for play in parse_plays(text, letters))
    cards = [card for card in items if card is not None]
    if len(set(cards)) < len(cards) or (cards and min(cards) < 0):
        # Ranks alone may come again: four times in all, counting those with a suit; and no suited card twice.
        suited = [card for card in cards if card >= 0]
        if len(set(suited)) < len(suited) or max(Counter(map(rank_of, cards)).values()) > 4:
            return tuple(play.card for play in parse_plays(text, letters))
    return items


def _read_what(body: str, *, crib: bool) -> tuple[int, bool]:
    """Find the word ``hand`` or ``crib`` before the cards: where the cards begin, and whether it is a crib."""
    lead = _skip_invisible(body, 0, spaces=True)
    word = body[lead : lead + 4].lower()
    if word in ("crib", "hand"):
        end = _skip_invisible(body, lead + 4, spaces=False)
        after = body[end : end + 1]
        if not after or after == ":" or is_space(after) or after in OPENING:
            return end + (after == ":"), word == "crib"
    return 0, crib


def _skip_invisible(text: str, here: int, *, spaces: bool) -> int:
    while here < len(text) and (text[here] in INVISIBLE or (spaces and is_space(text[here]))):
        here += 1
    return here


def _bad_mark(sign: str, at: int, letters: Letters) -> HandError:
    return HandError("hand.mark", text=sign, at=at + 1, example=respell("/ 5D", letters))


def _find_starter(cards: tuple[CardAt, ...], marks: list[Mark], letters: Letters) -> bool:
    """Tell whether the last card is marked as the starter. Raises HandError for a mark anywhere else."""
    last = len(cards) - 1
    bracketed = any(
        mark.sign == "bracket" and mark.before == last and last > 0 and _closes_after_one(marks, number)
        for number, mark in enumerate(marks)
    )
    strong = [mark for mark in marks if mark.sign in STARTER_MARKS]
    for mark in strong:
        if mark.before != last or last == 0 or len(strong) > 1:
            raise _bad_mark(mark.sign, mark.at, letters)
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
        if error.code not in _LETTER_ERRORS or len(text) > 200:
            raise
        others = [other for other in LETTER_SETS.values() if other is not letters and _reads(text, other)]
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
    read, pieces, marks = _read_pieces(text, letters, plays=False)
    return _finish(read, pieces, letters), marks


def _read_pieces(text: str, letters: Letters, *, plays: bool) -> tuple[Text, list[Piece], list[Mark]]:
    """Read pieces, joined to cards over spaces, and the marks between them."""
    read = normalise(text)
    pieces: list[Piece] = []
    marks: list[Mark] = []
    cards = 0  # cards so far, where a rank and its suit apart count as one
    open_at: list[int] = []  # where the brackets that are still open stand
    loose = False  # whether only spaces lie between the last piece and here
    start = 0
    for start, end in find_chunks(read.signs):
        sign = read.signs[start]
        if sign in BREAKS:
            loose = False
            if len(marks) > MOST_MARKS:
                raise _bad_mark(sign, read.places[start], letters)
            if sign in DASHES or sign in STARTER_MARKS:
                marks.append(Mark("-" if sign in DASHES else sign, cards, read.places[start]))
            elif sign in OPENING:
                open_at.append(start)
                marks.append(Mark("bracket", cards, read.places[start]))
            elif sign in CLOSING:
                if not open_at or read.signs[open_at[-1]] != FELLOW[sign]:
                    raise HandError("hand.bracket", text=sign, at=read.places[start] + 1)
                open_at.pop()
                marks.append(Mark("close", cards, read.places[start]))
            continue
        after_of = loose and pieces[-1].kind == "of"
        for piece in read_chunk(read, start, end, letters, after_of=after_of, plays=plays):
            joined = _join(pieces, piece) if loose else None
            if joined is None:
                pieces.append(piece)
            else:
                pieces[-len(joined) :] = [_combine(joined, piece)]
            cards += piece.kind in ("card", "rank")
        if cards > len(DECK):
            break  # no pack has so many: what is read so far tells which card is too many
        loose = True
    if open_at and cards <= len(DECK):
        raise HandError("hand.bracket", text=read.signs[open_at[-1]], at=read.places[open_at[-1]] + 1)
    return read, pieces, marks


def _join(pieces: list[Piece], piece: Piece) -> list[Piece] | None:
    """Return the pieces before that make one card with this one: rank [of] suit, or suit rank."""
    before = [earlier.kind for earlier in pieces[-2:]]
    if piece.kind == "suit" and before[-1:] == ["rank"]:
        return pieces[-1:]
    if piece.kind == "suit" and before == ["rank", "of"]:
        return pieces[-2:]
    if piece.kind == "rank" and before[-1:] == ["suit"]:
        return pieces[-1:]
    return None


def _combine(parts: list[Piece], last: Piece) -> Piece:
    rank, suit = (last, parts[0]) if last.kind == "rank" else (parts[0], last)
    return Piece("card", make_card(rank.value, suit.value), parts[0].start, last.end)


def _finish(read: Text, pieces: list[Piece], letters: Letters, *, mixed: bool = False) -> tuple[CardAt, ...]:
    """Turn pieces into cards: suits for all or none (unless ``mixed``), no card twice, no fifth of a rank."""
    with_suits = any(piece.kind == "card" for piece in pieces)
    cards: list[CardAt] = []
    seen: dict[int, int] = {}
    count = [0] * 13
    for kind, value, start, end in pieces:
        quoted: dict[str, object] = {"text": read.given[start:end], "at": start + 1}
        if kind == "of":
            raise CardError("card.unknown", **quoted, suits=suits_of(letters))
        if kind == "suit":
            raise CardError("card.lone_suit", **quoted)
        if kind == "rank" and with_suits and not mixed:
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
