"""Counts as players call them: items and parts of a call to sentences."""

from collections.abc import Sequence

from crib_cli.core.breakdown import CallPart, Item, call_parts
from crib_cli.core.cards import rank_of, suit_of
from crib_cli.core.numerals import spell_number
from crib_cli.core.pegging import Score
from crib_cli.words.catalog import Phrasebook

_SPOKEN = {
    "en": ("ace 2 3 4 5 6 7 8 9 10 jack queen king", "clubs diamonds hearts spades", "of"),
    "it": ("asso 2 3 4 5 6 7 8 9 10 fante donna re", "fiori quadri cuori picche", "di"),
    "es": ("as 2 3 4 5 6 7 8 9 10 jota reina rey", "tréboles diamantes corazones picas", "de"),
}


def spell_card(card: int, lang: str) -> str:
    """Return a card in words, for ears.

    >>> spell_card(18, "en"), spell_card(42, "it"), spell_card(-13, "es")
    ('5 of hearts', 'fante di cuori', 'rey')
    """
    ranks, suits, of = _SPOKEN[lang]
    rank, suit = ranks.split()[rank_of(card)], suit_of(card)
    return rank if suit is None else f"{rank} {of} {suits.split()[suit]}"


def announce_item(item: Item, book: Phrasebook) -> str:
    """Return the running call of one combination.

    >>> from crib_cli.words.catalog import load_book
    >>> announce_item(Item("fifteen", (18, 41), 2, 4), load_book("it"))
    'quindici-quattro'
    """
    return _say_part(CallPart(item.kind, len(item.cards), 1, item.points, item.running), book)


def announce_call(items: Sequence[Item], book: Phrasebook) -> str:
    """Return the whole call of a count in one sentence; "nineteen" for a hand worth nothing.

    >>> from crib_cli.core.breakdown import itemise
    >>> from crib_cli.words.catalog import load_book
    >>> announce_call(itemise((24, 25, 28, 32), 48), load_book("en"))  # 7C 7D 8C 9C / KC
    'fifteen two, fifteen four, and a double run of three is twelve'
    >>> announce_call((), load_book("es"))
    'diecinueve'
    """
    said: list[str] = []
    for part in call_parts(items, named_runs=book.named_runs):
        phrase = _say_part(part, book)
        said.append(book.say("call.and", part=phrase) if said and part.kind != "fifteen" else phrase)
    return ", ".join(said) or book.say("call.nothing")


_ALIKE = {2: "peg.pair", 3: "peg.pair-royal", 4: "peg.double-pair-royal"}


def announce_scores(scores: Sequence[Score], book: Phrasebook, *, after_go: bool) -> str:
    """Return what is said when a card scores in the play, all of it; nothing for a card that scores nothing.

    ``after_go`` tells whether go was said in the series, which the point for last is then called after.

    >>> from crib_cli.words.catalog import load_book
    >>> announce_scores([Score("fifteen", 2, 3), Score("run", 3, 3)], load_book("en"), after_go=False)
    'fifteen for two, a run of three for three'
    """
    said: list[str] = []
    for reason, points, size in scores:
        phrase = "peg." + reason
        if reason == "pair":
            phrase = _ALIKE[size]
        elif reason == "last" and after_go:
            phrase = "peg.go_point"
        number, cards = spell_number(points, book.lang), spell_number(size, book.lang)
        said.append(book.say(phrase, points=number, size=cards))
    return ", ".join(said)


def _say_part(part: CallPart, book: Phrasebook) -> str:
    phrase = "call." + part.kind
    if part.kind == "run" and part.times > 1:
        phrase = "call.runs"
    elif part.kind in ("triple-run", "double-double-run") and part.size > 3:
        phrase += "-long"
    return book.say(
        phrase,
        running=spell_number(part.running, book.lang),
        size=spell_number(part.size, book.lang),
        times=spell_number(part.times, book.lang),
    )
