"""The letters and words that cards are read and written in: English, Italian, Spanish.

The three sets clash (C is clubs in English and hearts in Italian), so a text is read in one set and never
guessed card by card. Signs work in every set. The tables hold both cases of each letter.
"""

from typing import NamedTuple

from crib_cli.core.cards import make_card, rank_of, suit_of


class Letters(NamedTuple):
    """One letter set. Ranks are 0 to 12, suits 0 to 3 as in ``cards``."""

    name: str
    rank_names: tuple[str, ...]
    """How ranks are written, ace to king."""
    suit_names: tuple[str, ...]
    """How suits are written, clubs, diamonds, hearts, spades."""
    ranks: dict[str, int]
    """Single letters and digits that are read as a rank; the ten's two digits are read apart."""
    suits: dict[str, int]
    words: dict[str, tuple[str, int]]
    """Whole words, casefolded: ``("rank", 12)``, ``("suit", 2)``, or ``("of", 0)`` between the two."""


def _both_cases(table: dict[str, int]) -> dict[str, int]:
    return table | {sign.lower(): number for sign, number in table.items()}


def _words(ranks: str, suits: str, of: str) -> dict[str, tuple[str, int]]:
    """Read word lists: ranks ace to king and suits clubs to spades, spellings of one thing joined by ``/``."""
    words = {of: ("of", 0)}
    for kind, names in (("rank", ranks), ("suit", suits)):
        for number, spellings in enumerate(names.split()):
            words.update(dict.fromkeys(spellings.split("/"), (kind, number)))
    return words


_DIGITS = {str(digit): digit - 1 for digit in range(2, 10)}
_COURT = {"J": 10, "Q": 11, "K": 12}
_NUMBERS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")

ENGLISH = Letters(
    "en",
    (*_NUMBERS, "J", "Q", "K"),
    ("C", "D", "H", "S"),
    _both_cases({"A": 0, "T": 9} | _DIGITS | _COURT),
    _both_cases({"C": 0, "D": 1, "H": 2, "S": 3}),
    _words(
        "ace/aces two/deuce three four five six seven eight nine ten jack/knave queen king",
        "club/clubs diamond/diamonds heart/hearts spade/spades",
        "of",
    ),
)
ITALIAN = Letters(
    "it",
    (*_NUMBERS, "F", "D", "R"),
    ("F", "Q", "C", "P"),
    _both_cases({"A": 0, "F": 10, "D": 11, "R": 12} | _DIGITS | _COURT),
    _both_cases({"F": 0, "Q": 1, "C": 2, "P": 3}),
    _words(
        "asso due tre quattro cinque sei sette otto nove dieci fante/jack donna/regina re",
        "fiori quadri cuori picche",
        "di",
    ),
)
SPANISH = Letters(
    "es",
    (*_NUMBERS, "J", "Q", "K"),
    ("T", "D", "C", "P"),
    _both_cases({"A": 0} | _DIGITS | _COURT),
    _both_cases({"T": 0, "D": 1, "C": 2, "P": 3}),
    _words(
        "as dos tres cuatro cinco seis siete ocho nueve diez jota reina rey",
        "trébol/tréboles/trebol/treboles diamante/diamantes corazón/corazones/corazon pica/picas",
        "de",
    ),
)

LETTER_SETS = {letters.name: letters for letters in (ENGLISH, ITALIAN, SPANISH)}

SIGN_SUITS = {"♣": 0, "♦": 1, "♥": 2, "♠": 3, "♧": 0, "♢": 1, "♡": 2, "♤": 3}
SUIT_SIGNS = ("♣", "♦", "♥", "♠")

OTHER_PACK_WORDS = frozenset(
    {"sota", "caballo", "oros", "oro", "copas", "copa", "espadas", "espada", "bastos", "basto"}
)
JOKER_WORDS = frozenset({"joker", "jokers", "jolly", "comodín", "comodin"})

LOOK_OF_RANK = {
    "11": "J",
    "12": "Q",
    "13": "K",
    "14": "A",
    "0": "10",
    "X": "10",
    "T": "10",
}
"""What to write instead of a rank that people type by mistake."""


def write_card(card: int, letters: Letters) -> str:
    """Return a card in these letters.

    >>> write_card(18, ITALIAN), write_card(-13, ITALIAN)
    ('5C', 'R')
    """
    suit = suit_of(card)
    return letters.rank_names[rank_of(card)] + ("" if suit is None else letters.suit_names[suit])


def respell(text: str, letters: Letters) -> str:
    """Return words that are cards in English letters, with others between them, in these letters.

    >>> respell("crib 5H 10C / JD = 12", ITALIAN)
    'crib 5C 10F / FQ = 12'
    """
    known = card_words(ENGLISH)
    return " ".join(write_card(known[word], letters) if word in known else word for word in text.split(" "))


def card_words(letters: Letters) -> dict[str, int]:
    """Return every way to write a card as one rank and one suit: letters of either case or signs, T and 10.

    >>> words = card_words(ENGLISH)
    >>> words["th"], words["10♥"], len(words)
    (38, 38, 304)
    """
    words: dict[str, int] = {}
    for rank in range(13):
        ranks = [sign for sign, number in letters.ranks.items() if number == rank] + ["10"] * (rank == 9)
        for suits in (letters.suits, SIGN_SUITS):
            words |= {written + sign: make_card(rank, suit) for written in ranks for sign, suit in suits.items()}
    return words


def rank_words(letters: Letters) -> dict[str, int]:
    """Return every way to write a rank alone, as a card without a suit.

    >>> rank_words(SPANISH)["10"], "T" in rank_words(SPANISH)
    (-10, False)
    """
    return {sign: make_card(rank) for sign, rank in letters.ranks.items()} | {"10": make_card(9)}
