"""Claims: reading what a player says a hand is worth, points alone or a whole call in any of three languages.

A call is read as people say it ("fifteen two, fifteen four, and a run of three is seven") or write it
("15-2 15-4 r3 p2"); the words are in ``call_words``. ``verdicts`` holds it against the hand.
"""

import re
from typing import NamedTuple

from crib_cli.core.call_words import (
    BY_WORDS,
    CARDS,
    FIFTEEN,
    FILLERS,
    FOR,
    IS,
    JOINS,
    LONGEST,
    NINETEEN,
    NOTHING,
    OF,
    PAIRS_IN,
    PLURALS,
    PLUS,
    POINTS,
    RUNS_IN,
    SHORT,
    SHORT_PAIRS,
    TOTAL,
    UNSAID,
    Phrase,
)
from crib_cli.core.numerals import PLAIN_VOWELS, number_words
from crib_cli.errors import ClaimError

LARGEST = 999
"""The largest number read as points; anything above is a slip of the keyboard."""

LONGEST_RUN = 7
"""Cards in the longest run or flush of any variant: six in hand and the starter."""


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


class Sizes(NamedTuple):
    """How many cards a run and a flush have where a call does not say: those of the hand it is about."""

    run: int = 3
    flush: int = 4


class _Token(NamedTuple):
    text: str
    start: int
    end: int


def units_of(part: ClaimedPart) -> tuple[tuple[str, int, int], ...]:
    """Split a claimed part into what a hand is made of: (kind, size in cards, how many).

    >>> units_of(parse_claim("double run of three").parts[0])
    (('run', 3, 2), ('pair', 2, 1))
    """
    runs = RUNS_IN.get(part.kind, 0) * part.times
    pairs = PAIRS_IN.get(part.kind, 0) * part.times
    if not runs and not pairs:
        return ((part.kind, part.size, part.times),)
    units = (("run", part.size, runs), ("pair", 2, pairs))
    return tuple(unit for unit in units if unit[2])


def parse_claim(text: str, sizes: Sizes = Sizes()) -> Claim:  # noqa: B008 - a constant tuple
    """Read a claim: points as a number or a word, "nineteen", or a call.

    A run or flush whose size is not said has the size that the total behind it settles, else that of ``sizes``.
    Raises ClaimError for anything else, with the offending text and its place in the claim.

    >>> parse_claim("12").total, parse_claim("ventiquattro").total
    (12, 24)
    >>> claim = parse_claim("15-2, 15-4, and a run of three is 7")
    >>> claim.total, [(part.kind, part.running) for part in claim.parts]
    (7, [('fifteen', 2), ('fifteen', 4), ('run', 7)])
    """
    return _Reader(text, sizes).read()


class _Reader:
    """Reads one claim from left to right; ``here`` is the next token."""

    def __init__(self, text: str, sizes: Sizes) -> None:
        self.text = text
        self.sizes = sizes
        found = (_Token(m[0], m.start(), m.end()) for m in re.finditer(r"[0-9]+|[a-z]+|[^\sa-z0-9]", _plain(text)))
        tokens = [token for token in found if token.text not in UNSAID]
        # double-run, quindici-due: a hyphen between words is a space.
        self.tokens = [
            token
            for token, before, behind in zip(tokens, [None, *tokens], [*tokens[1:], None], strict=False)
            if token.text != "-" or not (before and behind and before.text.isalpha() and behind.text.isalpha())
        ]
        self.numbers = number_words()
        self.here = 0
        self.parts: list[ClaimedPart] = []
        self.running = 0

    def read(self) -> Claim:
        if not self.tokens:
            raise ClaimError("claim.empty")
        self.refuse_negative()
        words = [token.text for token in self.tokens]
        while words[1:] and words[-1] in FILLERS:  # 12 points
            words.pop()
        if len(words) == 1 and words[0] in NOTHING:
            return Claim(0, (), slang=False)
        bare = self.number(0)
        if bare is not None and bare[1] == len(words):
            return Claim(bare[0], (), slang=words[0] in NINETEEN)
        total = None
        while self.here < len(self.tokens):
            if total is not None and self.word() not in POINTS:
                self.refuse(self.here)
            if self.word() in FILLERS | PLUS and not self.phrase():
                self.here += 1
            elif total is None:
                total = self.part()
            else:
                self.here += 1
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
            if before is None or (before.end != token.start and BY_WORDS.get((before.text,)) != FIFTEEN):
                raise ClaimError("claim.unknown", text=self.text[token.start : behind.end], at=token.start + 1)

    def word(self) -> str:
        """Return the next token, or no text at the end."""
        return self.tokens[self.here].text if self.here < len(self.tokens) else ""

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
        for length in range(len(texts), 0, -1):
            words = " ".join(texts[:length])
            if words in self.numbers:
                return self.numbers[words], at + length
        return None

    def phrase(self) -> tuple[Phrase, int] | None:
        """Match the longest phrase here: what it names and the token behind it."""
        for behind in range(min(self.here + LONGEST, len(self.tokens)), self.here, -1):
            found = BY_WORDS.get(tuple(token.text for token in self.tokens[self.here : behind]))
            if found is not None:
                return found, behind
        return None

    def part(self) -> int | None:
        """Read one part of the call here; a closing total is returned instead."""
        first = self.here
        matched = self.phrase()
        if matched is not None:
            phrase, self.here = matched
            self.add(phrase, 1, first)
            return None
        while self.word() in TOTAL or self.word() in IS:
            self.here += 1
        alone = self.here == first
        number = self.number(self.here)
        if number is None:
            self.refuse(min(first, len(self.tokens) - 1))
            return None
        value, self.here = number
        if alone and (self.four_card_flush(value, first) or self.counted(value, first)):
            return None
        return self.bare_number(value, first)

    def four_card_flush(self, size: int, first: int) -> bool:
        """Read "four-card flush": a size before the word."""
        behind = self.here
        while behind < len(self.tokens) and self.tokens[behind].text in CARDS | {"-"}:
            behind += 1
        here, self.here = self.here, behind
        matched = self.phrase() if behind > here else None
        if matched is None or matched[0].kind not in ("flush", "run"):
            self.here = here
            return False
        self.here = matched[1]
        self.keep(matched[0]._replace(size=size), 1, self.said(matched[0]._replace(size=size)), first)
        return True

    def counted(self, value: int, first: int) -> bool:
        """Read "two runs", or "two for the pair", whose number is points and says nothing new."""
        here = self.here
        count = value
        if self.word() in FOR:
            count = 1
            self.here += 1
            while self.word() in FILLERS:
                self.here += 1
        elif self.continues(value):
            plain = self.phrase()
            if plain is None or self.tokens[plain[1] - 1].text not in PLURALS:
                return False
        matched = self.phrase()
        if matched is None or not 1 <= count <= 12:
            self.here = here
            return False
        phrase, self.here = matched
        self.add(phrase, count, first)
        return True

    def continues(self, value: int) -> bool:
        """Tell whether a number alone is one more fifteen: "fifteen two, four, six"."""
        return bool(self.parts) and self.parts[-1].kind == "fifteen" and value == self.running + 2

    def bare_number(self, value: int, first: int) -> int | None:
        """Take a number alone: one more fifteen or, at the end, the total. What it is for must be clear."""
        before = self.tokens[first - 1].text if first else ""
        if before in PLUS or (self.word() in IS and self.number(self.here + 1) is not None):
            self.refuse(first)
        if self.continues(value) and self.tokens[first].text not in IS | TOTAL:
            self.keep(FIFTEEN, 1, value, first)
            return None
        return value

    def add(self, phrase: Phrase, count: int, first: int) -> None:
        """Read the size and the total said behind a phrase, and keep the part."""
        kind, size, times = phrase.kind, phrase.size, count
        last = self.tokens[self.here - 1]
        glued = last.text in SHORT and self.here < len(self.tokens) and last.end == self.tokens[self.here].start
        number = self.number(self.here)
        if kind == "pair" and glued and number is not None and number[0] in SHORT_PAIRS:
            kind, times = SHORT_PAIRS[number[0]]
            self.here = number[1]
        elif kind == "nobs" and glued and self.word() == "1":
            self.here += 1
        elif kind == "fifteen" and self.word() == "x" and self.number(self.here + 1) is not None:
            number = self.number(self.here + 1)
            times, self.here = number if number is not None else (1, self.here)
        elif "pair" in kind and self.word() in OF:  # a pair of fives
            self.here = min(self.here + 2, len(self.tokens))
        elif size == 0:
            size = self.size_said(phrase._replace(times=times), glued=glued)
        said = self.said(phrase._replace(kind=kind, size=size, times=times))
        if size == 0:
            size = self.size_settled(phrase._replace(times=times), said)
        self.keep(Phrase(kind, size, times), times, said, first)

    def default(self, kind: str) -> int:
        return self.sizes.flush if kind == "flush" else self.sizes.run

    def size_said(self, phrase: Phrase, *, glued: bool) -> int:
        """Read "of three", "r3", or a bare 3 that is no total; 0 if no size is said."""
        of = self.word() in OF
        number = self.number(self.here + of)
        if number is None:
            return 0
        size, behind = number
        total = self.running + self.points(phrase._replace(size=self.default(phrase.kind)))
        if not of and size == total and size != self.default(phrase.kind):
            return 0  # "15-2, 15-4, run 7": the total, not a run of seven
        if not 3 <= size <= LONGEST_RUN:
            if of or (glued and size != total):
                self.refuse(self.here + of)
            return 0
        self.here = behind
        if self.word() in CARDS:
            self.here += 1
        return size

    def size_settled(self, phrase: Phrase, said: int | None) -> int:
        """Return the size that the total said makes right, the hand's own before others; else the hand's own."""
        own = self.default(phrase.kind)
        sizes: list[int] = [own, *range(3, LONGEST_RUN + 1)]
        due = None if said is None else said - self.running
        return next((size for size in sizes if self.points(phrase._replace(size=size)) == due), own)

    def said(self, phrase: Phrase) -> int | None:
        """Read the total said behind a part, if one is; its own points said once more ("for two") are passed over."""
        joins = JOINS if phrase.kind == "fifteen" else IS
        at = self.here
        while at < len(self.tokens) and self.tokens[at].text in joins:
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
        if BY_WORDS.get((self.tokens[at].text,)) != FIFTEEN:
            return False
        behind = at + 1
        while behind < len(self.tokens) and self.tokens[behind].text in JOINS:
            behind += 1
        return self.number(behind) is not None

    def points(self, phrase: Phrase) -> int:
        runs = RUNS_IN.get(phrase.kind, 0) * phrase.size
        pairs = PAIRS_IN.get(phrase.kind, 0) * 2
        single: int = {"fifteen": 2, "heels": 2, "nobs": 1, "flush": phrase.size}.get(phrase.kind, 0)
        return (runs + pairs + single) * phrase.times

    def keep(self, phrase: Phrase, times: int, said: int | None, first: int) -> None:
        gap = 0 if said is None else said - self.running
        if phrase.kind == "fifteen" and times == 1 and gap > 2 and gap % 2 == 0:
            times = gap // 2  # "fifteen six" for three fifteens at once
        points = self.points(phrase._replace(times=times))
        slips = said is not None and gap != points
        running = self.running + points if said is None else said
        text = self.text[self.tokens[first].start : self.tokens[self.here - 1].end]
        self.parts.append(ClaimedPart(phrase.kind, phrase.size, times, points, running, slips, text))
        self.running = running


_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")
_FULL_WIDTH = {0xFF01 + place: 0x21 + place for place in range(94)}
"""The wide letters and digits of East Asian keyboards, which stand for the plain ones."""


def _plain(text: str) -> str:
    """Return the text in small letters without accents, sign for sign, so that places stay."""
    wide = text if text.isascii() else text.translate(_FULL_WIDTH)
    small = "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in wide)
    return small.translate(PLAIN_VOWELS).translate(_DASHES)
