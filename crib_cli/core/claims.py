"""Claims: reading what a player says a hand is worth, points alone or a whole call in any of three languages.

A call is read as people say it ("fifteen two, fifteen four, and a run of three is seven") or write it
("15-2 15-4 r3 p2"). ``verdicts`` holds it against the hand.
"""

import re
from typing import NamedTuple

from crib_cli.core.numerals import PLAIN_VOWELS, number_words
from crib_cli.errors import ClaimError

LARGEST = 999
"""The largest number read as points; anything above is a slip of the keyboard."""


class ClaimedPart(NamedTuple):
    """One thing called: a ``breakdown`` call kind, its size in cards, how many at once, its points.

    ``running`` is the total said after it, or, where none was said, the sum so far; ``slips`` tells that the
    total said does not follow from the one before. ``text`` is what was said.
    """

    kind: str
    size: int
    times: int
    points: int
    running: int
    slips: bool
    text: str


class Claim(NamedTuple):
    """What is claimed in all, in points, and the parts of the call; no parts when only points were given.

    ``slang`` tells that "nineteen" was said as a word, which stands for nothing.
    """

    total: int
    parts: tuple[ClaimedPart, ...]
    slang: bool


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class _Phrase(NamedTuple):
    kind: str
    size: int
    times: int


_FIFTEEN = _Phrase("fifteen", 2, 1)
_PHRASES = {
    "fifteen/fifteens/15/quindici/quince": _FIFTEEN,
    "run/runs/sequence/straight/scala/scale/escalera/escaleras/r": _Phrase("run", 0, 1),
    "double run/double runs/dr": _Phrase("double-run", 0, 1),
    "triple run/triple runs/tr": _Phrase("triple-run", 0, 1),
    "double double run/quadruple run/ddr/qr": _Phrase("double-double-run", 0, 1),
    "pair/pairs/coppia/coppie/pareja/parejas/p": _Phrase("pair", 2, 1),
    "pair royal/pairs royal/prial/three of a kind/3 of a kind/pr/tris/trio/trio de parejas/tres iguales"
    "/trio de parejas tres iguales": _Phrase("pair-royal", 2, 1),
    "double pair royal/four of a kind/4 of a kind/dpr/poker/cuarteto/cuarteto de parejas/cuatro iguales"
    "/cuarteto de parejas cuatro iguales": _Phrase("double-pair-royal", 2, 1),
    "flush/colore/color/f": _Phrase("flush", 0, 1),
    "nobs/nob/his nobs/his nob/one for his nob/one for his nobs/1 for his nob/1 for his nobs/one for nobs"
    "/right jack/n": _Phrase("nobs", 1, 1),
}
_BY_WORDS = {tuple(words.split()): phrase for names, phrase in _PHRASES.items() for words in names.split("/")}
_LONGEST = max(map(len, _BY_WORDS))
_SHORT_PAIRS = {2: ("pair", 1), 4: ("pair", 2), 6: ("pair-royal", 1), 12: ("double-pair-royal", 1)}
_SHORT = frozenset({"r", "dr", "tr", "ddr", "qr", "p", "f", "n"})
_PAIRS_IN = {
    "pair": 1,
    "pair-royal": 3,
    "double-pair-royal": 6,
    "double-run": 1,
    "triple-run": 3,
    "double-double-run": 2,
}
_RUNS_IN = {"run": 1, "double-run": 2, "triple-run": 3, "double-double-run": 4}

_UNSAID = frozenset("()[]!¡\"'«»“”")
_FILLERS = frozenset(
    "and e ed y a an un una uno one the another otra otro plus then with , ; . - + s "
    "point points pts punto punti puntos".split()
)
_OF = frozenset({"of", "da", "de", "di"})
_IS = frozenset(
    {"is", "are", "makes", "make", "equals", "for", "fa", "fanno", "son", "es", "hace", "hacen", "=", ":", "-"}
)
_TOTAL = frozenset({"total", "totals", "totale", "altogether"})
_NOTHING = frozenset({"nothing", "niente", "nada", "nought"})
_NINETEEN = frozenset({"nineteen", "diciannove", "diecinueve"})


def units_of(part: ClaimedPart) -> tuple[tuple[str, int, int], ...]:
    """Split a claimed part into what a hand is made of: (kind, size in cards, how many).

    >>> units_of(parse_claim("double run of three").parts[0])
    (('run', 3, 2), ('pair', 2, 1))
    """
    runs = _RUNS_IN.get(part.kind, 0) * part.times
    pairs = _PAIRS_IN.get(part.kind, 0) * part.times
    if not runs and not pairs:
        return ((part.kind, part.size, part.times),)
    units = (("run", part.size, runs), ("pair", 2, pairs))
    return tuple(unit for unit in units if unit[2])


def parse_claim(text: str) -> Claim:
    """Read a claim: points as a number or a word, "nineteen", or a call.

    Raises ClaimError for anything else, with the offending text and its place in the claim.

    >>> parse_claim("12").total, parse_claim("ventiquattro").total
    (12, 24)
    >>> claim = parse_claim("15-2, 15-4, and a run of three is 7")
    >>> claim.total, [(part.kind, part.running) for part in claim.parts]
    (7, [('fifteen', 2), ('fifteen', 4), ('run', 7)])
    """
    return _Reader(text).read()


class _Reader:
    """Reads one claim from left to right; ``here`` is the next token."""

    def __init__(self, text: str) -> None:
        self.text = text
        plain = "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
        plain = plain.translate(PLAIN_VOWELS)
        found = (_Token(m[0], m.start(), m.end()) for m in re.finditer(r"[0-9]+|[a-z]+|[^\sa-z0-9]", plain))
        self.tokens = [token for token in found if token.text not in _UNSAID]
        self.numbers = number_words()
        self.here = 0
        self.parts: list[ClaimedPart] = []
        self.running = 0

    def read(self) -> Claim:
        if not self.tokens:
            raise ClaimError("claim.empty")
        self.refuse_negative()
        words = [token.text for token in self.tokens]
        while words[1:] and words[-1] in _FILLERS:  # 12 points
            words.pop()
        if len(words) == 1 and words[0] in _NOTHING:
            return Claim(0, (), slang=False)
        bare = self.number(0)
        if bare is not None and bare[1] == len(words):
            return Claim(bare[0], (), slang=words[0] in _NINETEEN)
        total = None
        while self.here < len(self.tokens):
            if total is not None:
                self.refuse(self.here)
            if self.word() in _FILLERS and not self.phrase():
                self.here += 1
            else:
                total = self.part()
        if not self.parts and total is None:
            self.refuse(0)
        return Claim(self.running if total is None else total, tuple(self.parts), slang=False)

    def refuse_negative(self) -> None:
        """Refuse a minus before a number; in 15-2 the sign stands behind one too."""
        for at, token in enumerate(self.tokens[:-1]):
            behind = self.tokens[at + 1]
            if token.text != "-" or token.end != behind.start or not behind.text.isdigit():
                continue
            before = self.tokens[at - 1] if at else None
            if before is None or (before.end != token.start and _BY_WORDS.get((before.text,)) != _FIFTEEN):
                raise ClaimError("claim.unknown", text=self.text[token.start : behind.end], at=token.start + 1)

    def word(self, ahead: int = 0) -> str:
        """Return the token so far ahead, or no text beyond the end."""
        at = self.here + ahead
        return self.tokens[at].text if at < len(self.tokens) else ""

    def refuse(self, at: int) -> None:
        token = self.tokens[at]
        raise ClaimError("claim.unknown", text=self.text[token.start : token.end], at=token.start + 1)

    def number(self, at: int) -> tuple[int, int] | None:
        """Read a number at a token, in digits or words of up to three tokens: its value and what comes next."""
        if at >= len(self.tokens):
            return None
        token = self.tokens[at]
        if token.text.isascii() and token.text.isdigit():
            if len(token.text) > 9 or int(token.text) > LARGEST:
                shown = self.text[token.start : token.end][:20]
                raise ClaimError("claim.big", text=shown, at=token.start + 1)
            return int(token.text), at + 1
        texts = [after.text for after in self.tokens[at : at + 3]]
        for length in (3, 2, 1):
            words = [text for text in texts[:length] if text != "-"]
            if len(texts) >= length and texts[length - 1] != "-" and " ".join(words) in self.numbers:
                return self.numbers[" ".join(words)], at + length
        return None

    def phrase(self) -> tuple[_Phrase, int] | None:
        """Match the longest phrase here: what it names and the token behind it."""
        for behind in range(min(self.here + _LONGEST, len(self.tokens)), self.here, -1):
            found = _BY_WORDS.get(tuple(token.text for token in self.tokens[self.here : behind]))
            if found is not None:
                return found, behind
        return None

    def part(self) -> int | None:
        """Read one part of the call here; a closing total is returned instead."""
        first = self.here
        count = 1
        matched = self.phrase()
        if matched is None:
            while self.word() in _TOTAL or self.word() in _IS:
                self.here += 1
            alone = self.here == first
            number = self.number(self.here)
            if number is None:
                self.refuse(min(first, len(self.tokens) - 1))
                raise AssertionError
            value, self.here = number
            matched = self.phrase() if alone else None
            if matched is None:
                return self.bare_number(value, first)
            count = value
        phrase, self.here = matched
        self.add(phrase, count, first)
        return None

    def bare_number(self, value: int, first: int) -> int | None:
        """Take a number alone: one more fifteen ("fifteen two, four, six") or, at the end, the total."""
        after_fifteen = bool(self.parts) and self.parts[-1].kind == "fifteen"
        if after_fifteen and value == self.running + 2 and self.tokens[first].text not in _IS | _TOTAL:
            self.keep(_FIFTEEN, 1, value, first)
            return None
        return value

    def add(self, phrase: _Phrase, count: int, first: int) -> None:
        """Read the size and the total said behind a phrase, and keep the part."""
        kind, size, times = phrase.kind, phrase.size, count
        glued = self.tokens[self.here - 1].text in _SHORT and self.here < len(self.tokens)
        glued = glued and self.tokens[self.here - 1].end == self.tokens[self.here].start
        if kind == "pair" and glued:
            number = self.number(self.here)
            if number is not None and number[0] in _SHORT_PAIRS:
                kind, times = _SHORT_PAIRS[number[0]]
                self.here = number[1]
        elif kind == "nobs" and glued and self.word() == "1":
            self.here += 1
        elif size == 0:
            size = self.size_said(kind)
        said = self.said(phrase._replace(kind=kind, size=size, times=times))
        if kind == "flush" and size == 0:
            size = said - self.running if said is not None and 3 <= said - self.running <= 7 else 4
        self.keep(_Phrase(kind, size, times), times, said, first)

    def size_said(self, kind: str) -> int:
        """Read "of three", or a bare 3 behind a run or flush; a run of unsaid size has three cards."""
        number = self.number(self.here + (self.word() in _OF))
        if number is not None and 3 <= number[0] <= 7:
            self.here = number[1]
            if self.word() in ("card", "cards", "carte", "cartas"):
                self.here += 1
            return number[0]
        return 0 if kind == "flush" else 3

    def said(self, phrase: _Phrase) -> int | None:
        """Read the total said behind a part, if one is; its own points said once more ("for two") are passed over."""
        at = self.here
        while at < len(self.tokens) and self.tokens[at].text in _IS:
            at += 1
        number = self.number(at)
        if number is None or (at == self.here and self.is_fifteen(at)):
            return None
        value, after = number
        points = self.points(phrase)
        self.here = after
        if phrase.kind != "fifteen" and value == points and value != self.running + points:
            return self.said(phrase)
        return value

    def is_fifteen(self, at: int) -> bool:
        """Tell whether the 15 at a token opens the next part ("15-4"), and is no total of the part before it."""
        if _BY_WORDS.get((self.tokens[at].text,)) != _FIFTEEN:
            return False
        behind = at + 1
        while behind < len(self.tokens) and self.tokens[behind].text in _IS:
            behind += 1
        return self.number(behind) is not None

    def points(self, phrase: _Phrase) -> int:
        runs = _RUNS_IN.get(phrase.kind, 0) * phrase.size
        pairs = _PAIRS_IN.get(phrase.kind, 0) * 2
        single = {"fifteen": 2, "nobs": 1, "flush": phrase.size}.get(phrase.kind, 0)
        return (runs + pairs + single) * phrase.times

    def keep(self, phrase: _Phrase, times: int, said: int | None, first: int) -> None:
        gap = 0 if said is None else said - self.running
        if phrase.kind == "fifteen" and times == 1 and gap > 2 and gap % 2 == 0:
            times = gap // 2  # "fifteen six" for three fifteens at once
        points = self.points(phrase._replace(times=times))
        slips = said is not None and gap != points
        running = self.running + points if said is None else said
        text = self.text[self.tokens[first].start : self.tokens[self.here - 1].end]
        self.parts.append(ClaimedPart(phrase.kind, phrase.size, times, points, running, slips, text))
        self.running = running
