"""The fast lane: points of many hand lines in their usual spelling, about ten times as fast as reading each.

A line whose cards stand apart, with or without ``/``, ``crib`` or ``= N``, is counted by table look-ups on its
bytes. Every other line is left to ``notation``: a line is taken here only where both give the same points, which
the tests check line by line.
"""

from collections.abc import Callable, Sequence

from crib_cli.core.cards import JACK, rank_of
from crib_cli.core.letters import Letters, card_words
from crib_cli.core.rules import Rules
from crib_cli.core.scoring import RANK_WEIGHTS, RankPoints

_SUIT_BITS = 12  # four counters of three bits: how many cards of each suit
_JACK_BITS = 4  # one bit for each jack
_SHIFT = _SUIT_BITS + _JACK_BITS
_SUITS = (1 << _SUIT_BITS) - 1
_PAIRED = 128
"""Set on the points of rank patterns with a pair: only those can hide a card given twice."""


class _Points(RankPoints):
    """Points by rank key, with ``_PAIRED`` added where a rank comes twice.

    Five cards of one rank, which no pack has, carry over into the next rank: their digits do not add up to five.
    """

    def __missing__(self, key: int) -> int:
        points = super().__missing__(key)
        rest, cards, paired = key, 0, 0
        while rest:
            rest, count = divmod(rest, 5)
            cards += count
            paired = _PAIRED if count > 1 else paired
        if cards != 5:
            paired = _PAIRED
        self[key] = points + paired
        return points + paired


class Lane:
    """Counts lines for one variant and one letter set; ``crib`` is what a line is that does not say so itself."""

    def __init__(self, rules: Rules, letters: Letters, *, crib: bool) -> None:
        self.rules = rules
        self.crib = crib
        self.refuted = False
        """Whether any line counted so far had a wrong claim."""
        self.points = _Points()
        # Each card is one number: its rank's weight, its suit's counter, its bit if it is a jack. Sums of
        # these numbers tell the rank pattern, a flush and the jacks held.
        self.cards: dict[bytes, int] = {}
        # As a starter: the rank's weight, the jack it makes nobs of, the counter of a flush of four it joins.
        self.starters: dict[bytes, tuple[int, int, int]] = {}
        for written, card in card_words(letters).items():
            rank, suit = rank_of(card), card & 3
            number = RANK_WEIGHTS[rank] << _SHIFT | 1 << 3 * suit
            if rank == JACK:
                number |= 1 << _SUIT_BITS + suit
            token = written.encode()
            self.cards[token] = number
            self.starters[token] = (RANK_WEIGHTS[rank], 1 << _SUIT_BITS + suit, 4 << 3 * suit)

    def count_lines(
        self, lines: Sequence[bytes], first: int, slow: Callable[[bytes, int], bytes | None]
    ) -> list[bytes]:
        """Return the points of each line, in order, as the bytes to print.

        ``slow`` is called with a line and its number (the first line's is ``first``) for every line that is
        not in the usual spelling, and returns what to print for it, or None for nothing.

        >>> from crib_cli.core.letters import ENGLISH
        >>> from crib_cli.core.rules import SIX
        >>> Lane(SIX, ENGLISH, crib=False).count_lines([b"5H 5S 5C JD / 5D", b"?"], 1, lambda line, number: b"error")
        [b'29', b'error']
        """
        if self.rules.size_of(crib=self.crib) != 4:
            return self._count_any(lines, first, slow)
        # Local names, and one look-up for all that a starter brings: this loop is what a batch waits for.
        cards, starters, points = self.cards, self.starters, self.points
        shift, suits, paired, slash = _SHIFT, _SUITS, _PAIRED, b"/"
        fours = frozenset(4 << 3 * suit for suit in range(4))
        flush = 0 if self.crib else 4
        shown = [b"%d" % (number % paired) for number in range(2 * paired)]
        out: list[bytes] = []
        keep = out.append
        passed = 0
        for line in lines:
            try:
                tokens = line.split()
                number = len(tokens)
                if number == 6:
                    a, b, c, d, mark, e = tokens
                    if mark != slash:
                        raise ValueError  # noqa: TRY301 - the way out of the lane is the same for all
                else:
                    a, b, c, d, e = tokens
                hand = cards[a] + cards[b] + cards[c] + cards[d]
                weight, nobs, joined = starters[e]
                total = points[(hand >> shift) + weight]
                if total >= paired and len({cards[a], cards[b], cards[c], cards[d], cards[e]}) < 5:
                    raise ValueError  # noqa: TRY301 - as above
                if hand & nobs:
                    total += 1
                if hand & suits in fours:
                    total += 5 if hand & suits == joined else flush
                keep(shown[total])
            except (ValueError, KeyError):
                printed = self._count_line(line)
                if printed is None:
                    printed = slow(line, first + len(out) + passed)
                if printed is None:
                    passed += 1
                else:
                    keep(printed)
        return out

    def _count_any(self, lines: Sequence[bytes], first: int, slow: Callable[[bytes, int], bytes | None]) -> list[bytes]:
        out: list[bytes] = []
        for number, line in enumerate(lines, first):
            printed = self._count_line(line)
            if printed is None:
                printed = slow(line, number)
            if printed is not None:
                out.append(printed)
        return out

    def _count_line(self, line: bytes) -> bytes | None:
        """Count a line of any variant, with or without ``crib``, ``/``, the starter and ``= N``.

        A claim that is not right sets ``refuted``. None leaves the line to others.
        """
        tokens = line.split()
        claim = None
        if len(tokens) > 2 and tokens[-2] == b"=" and tokens[-1].isdigit() and len(tokens[-1]) < 4:
            claim = int(tokens[-1])
            del tokens[-2:]
        if not tokens:
            return None
        crib = self.crib
        if tokens[0] in (b"crib", b"hand"):
            crib = tokens[0] == b"crib"
            if crib and not self.rules.crib_size:
                return None
            del tokens[0]
        size = self.rules.crib_size if crib else self.rules.kept
        if len(tokens) == size + 2 and tokens[size] == b"/":
            del tokens[size]
        if not size <= len(tokens) <= size + 1:
            return None
        try:
            numbers = [self.cards[token] for token in tokens]
        except KeyError:
            return None
        if len(set(numbers)) < len(numbers):
            return None
        hand = sum(numbers[:size])
        total = self.points[sum(numbers) >> _SHIFT] % _PAIRED
        flush = 0 if crib else size
        if len(tokens) > size:
            _, nobs, joined = self.starters[tokens[size]]
            total += 1 if hand & nobs else 0
            flush = size + 1 if hand & _SUITS == joined // 4 * size else flush
        if hand & _SUITS in (size, size << 3, size << 6, size << 9):
            total += flush
        self.refuted |= claim is not None and claim != total
        return b"%d" % total
