"""Counting out loud, one combination at a time: each is accepted, or refused with the reason."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from crib_cli.core.breakdown import Counted
from crib_cli.core.call_words import BY_WORDS, FILLERS, LONGEST, OF, Phrase
from crib_cli.core.cards import rank_of, value_of
from crib_cli.core.letters import ENGLISH, Letters
from crib_cli.core.notation import parse_cards
from crib_cli.core.verdicts import why_not_suits
from crib_cli.errors import ClaimError

DONE = frozenset("done end d fatto finito fine basta hecho listo fin ya".split())
"""Words that end the count of a hand."""

_WORTH = {"fifteen": 2, "pair": 2, "nobs": 1, "heels": 2}


class Accepted(NamedTuple):
    """The numbers of the items that were named, in the order of the count."""

    items: tuple[int, ...]


class Refused(NamedTuple):
    """Why a combination does not count. ``number`` is the count or length the reason speaks of, or None.

    ``reason`` is one of ``sum``, ``not-run``, ``inside-run``, ``not-alike``, ``not-held``, ``taken``, ``which``,
    ``none-left`` or one that ``verdicts`` has for suits. ``points`` are those that were claimed.
    """

    reason: str
    number: int
    points: int
    kind: str


def is_done(text: str) -> bool:
    """Tell whether the text says that the count is over.

    >>> is_done(" Done. "), is_done("run")
    (True, False)
    """
    return text.strip().rstrip(".!").lower() in DONE


def claim_item(counted: Counted, taken: frozenset[int], text: str, letters: Letters = ENGLISH) -> Accepted | Refused:
    """Judge one claimed combination: a word for its kind, then its cards, by rank alone if one likes.

    ``taken`` are the numbers of the items named before. Without cards it is the only one of its kind that is left;
    a pair royal takes its pairs at once, a double run its runs and pair. Raises ClaimError where no kind is named,
    CardError where the cards cannot be read.

    >>> from crib_cli.core.breakdown import count_hand
    >>> counted = count_hand((12, 17, 18, 23), 33)  # 4C 5D 5H 6S / 9D
    >>> claim_item(counted, frozenset(), "15 6s 9d")
    Accepted(items=(0,))
    >>> claim_item(counted, frozenset(), "15 4c 9d")
    Refused(reason='sum', number=13, points=2, kind='fifteen')
    """
    phrase, rest = _read_kind(text)
    kind = _kind_of(phrase)
    cards = [card for card, *_ in parse_cards(rest, letters)] if rest.strip() else []
    points = _WORTH.get(kind, len(cards) or phrase.size or 3)
    having = [number for number, item in enumerate(counted.items) if item.kind == kind]
    left = [number for number in having if number not in taken]
    if kind in ("flush", "nobs", "heels") or not cards:
        return _claim_kind(counted, kind, phrase, having, taken, points)
    meant = _match_cards(counted, cards)
    if meant is None:
        return Refused("not-held", 0, points, kind)
    wanted = [
        number for number in having if _covers(counted.items[number].cards, cards, whole=phrase.kind in ("run", kind))
    ]
    if wanted:
        fresh = [number for number in wanted if number in left]
        if not fresh:
            return Refused("taken", 0, points, kind)
        return Accepted((fresh[0],) if phrase.kind == kind else (*fresh, *_pairs_in(counted, fresh, phrase, taken)))
    return _why_not(counted, kind, meant, points)


def _read_kind(text: str) -> tuple[Phrase, str]:
    """Return what kind a claim names and the text behind it."""
    words = list(re.finditer(r"[^\s,;:]+", text))
    names = [_plain(word[0]) for word in words]
    first = 0
    while first < len(names) - 1 and names[first] in FILLERS and names[first] != "1":
        first += 1
    for behind in range(min(first + LONGEST, len(names)), first, -1):
        phrase = BY_WORDS.get(tuple(names[first:behind]))
        if phrase is not None:
            last = behind
            while last < len(names) and names[last] in OF:  # run of 4 5 6
                last += 1
            return phrase, text[words[last - 1].end() :]
    shown = text.strip()[:40]
    raise ClaimError("claim.no_kind", text=shown)


def _plain(word: str) -> str:
    return word.lower().replace("í", "i").replace("-", " ").strip(".!")


def _kind_of(phrase: Phrase) -> str:
    for kind in ("fifteen", "run", "pair", "flush"):
        if kind in phrase.kind:
            return kind
    return phrase.kind


def _claim_kind(
    counted: Counted, kind: str, phrase: Phrase, having: Sequence[int], taken: frozenset[int], points: int
) -> Accepted | Refused:
    """Judge a kind named without cards."""
    left = [number for number in having if number not in taken]
    if not having:
        if kind in ("flush", "nobs", "heels"):
            reason, number = why_not_suits(kind, counted, [])
            return Refused(reason, number, len(counted.hand) if kind == "flush" else points, kind)
        return Refused(f"no-{kind}", 0, points, kind)
    if not left:
        return Refused("none-left", len(having), points, kind)
    if len(left) > 1 and phrase.kind == kind:
        return Refused("which", len(left), 0, kind)
    return Accepted((*left, *_pairs_in(counted, left, phrase, taken)))


def _pairs_in(counted: Counted, runs: Sequence[int], phrase: Phrase, taken: frozenset[int]) -> list[int]:
    """Return the pairs that a double or triple run takes in: those of its ranks that were not named before."""
    if not phrase.kind.endswith("-run"):
        return []
    ranks = {rank_of(card) for number in runs for card in counted.items[number].cards}
    return [
        number
        for number, item in enumerate(counted.items)
        if item.kind == "pair" and rank_of(item.cards[0]) in ranks and number not in taken
    ]


def _match_cards(counted: Counted, cards: Sequence[int]) -> tuple[int, ...] | None:
    """Return the hand's own cards for those claimed, where a rank alone is any of that rank; None if it lacks one."""
    held = list(counted.hand if counted.starter is None else (*counted.hand, counted.starter))
    meant: list[int] = []
    for card in cards:
        found = next((own for own in held if own == card or (card < 0 and rank_of(own) == rank_of(card))), None)
        if found is None:
            return None
        held.remove(found)
        meant.append(found)
    return tuple(meant)


def _covers(item: Sequence[int], cards: Sequence[int], *, whole: bool) -> bool:
    """Tell whether an item is what the claimed cards name: the same cards, or, if not ``whole``, among them."""
    if whole and len(item) != len(cards):
        return False
    left = list(cards)
    for own in item:
        found = next((card for card in left if card == own or (card < 0 and rank_of(card) == rank_of(own))), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _why_not(counted: Counted, kind: str, cards: Sequence[int], points: int) -> Refused:
    if kind == "fifteen":
        return Refused("sum", sum(map(value_of, cards)), points, kind)
    if kind == "pair":
        return Refused("not-alike", max(Counter(map(rank_of, cards)).values()), points, kind)
    ranks = sorted(map(rank_of, cards))
    if len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks))):
        longest = max((len(item.cards) for item in counted.items if item.kind == "run"), default=0)
        return Refused("inside-run", longest, points, kind)
    return Refused("not-run", len(cards), points, kind)
