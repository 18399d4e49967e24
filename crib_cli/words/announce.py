"""Counts as players call them: items and parts of a call to sentences."""

from collections.abc import Sequence

from crib_cli.core.breakdown import CallPart, Item, call_parts
from crib_cli.core.numerals import spell_number
from crib_cli.words.catalog import Phrasebook


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
