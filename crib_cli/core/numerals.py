"""Numbers as words, 0 to 99, in English, Italian and Spanish: how totals are called and how calls are read."""

from functools import cache

_EN_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_IT_SMALL = (
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
    "diciassette diciotto diciannove"
).split()
_IT_TENS = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split()
_ES_SMALL = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis "
    "veintisiete veintiocho veintinueve"
).split()
_ES_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()


def _english(number: int) -> str:
    if number < 20:
        return _EN_SMALL[number]
    tens, units = divmod(number, 10)
    return _EN_TENS[tens - 2] + (f"-{_EN_SMALL[units]}" if units else "")


def _italian(number: int) -> str:
    if number < 20:
        return _IT_SMALL[number]
    tens, units = divmod(number, 10)
    stem = _IT_TENS[tens - 2]
    if units in (1, 8):  # ventuno, ventotto: the tens lose their last vowel
        stem = stem[:-1]
    return stem + ("tré" if units == 3 else _IT_SMALL[units] if units else "")


def _spanish(number: int) -> str:
    if number < 30:
        return _ES_SMALL[number]
    tens, units = divmod(number, 10)
    return _ES_TENS[tens - 3] + (f" y {_ES_SMALL[units]}" if units else "")


_SPELLERS = {"en": _english, "it": _italian, "es": _spanish}


def spell_number(number: int, lang: str) -> str:
    """Return 0 to 99 as a word of the language.

    >>> spell_number(24, "en"), spell_number(28, "it"), spell_number(36, "es")
    ('twenty-four', 'ventotto', 'treinta y seis')
    """
    return _SPELLERS[lang](number)


@cache
def number_words() -> dict[str, int]:
    """Return every number word of the three languages without accents, hyphens joined up by a space.

    No word means two numbers: the languages can be read at once.

    >>> words = number_words()
    >>> words["twenty four"], words["ventiquattro"], words["veintidos"]
    (24, 24, 22)
    """
    words: dict[str, int] = {}
    for spell in _SPELLERS.values():
        for number in range(100):
            words[spell(number).replace("-", " ").translate(PLAIN_VOWELS)] = number
    return words


PLAIN_VOWELS = str.maketrans("áàéèíìóòúùüñ", "aaeeiioouuun")
"""Accented letters of the three languages to plain ones, one for one, so that places in a text stay."""
