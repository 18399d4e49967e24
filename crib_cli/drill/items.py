"""Counting out loud, one combination at a time: each is accepted, or refused with the reason."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from crib_cli.core.breakdown import Counted
from crib_cli.core.call_words import BY_WORDS, FILLERS, LONGEST, OF, PAIRS_IN, RUNS_IN, Phrase
from crib_cli.core.cards import JACK, rank_of, value_of
from crib_cli.core.letters import ENGLISH, Letters
from crib_cli.core.notation import parse_cards, parse_plays
from crib_cli.core.numerals import number_words
from crib_cli.core.verdicts import why_not_suits
from crib_cli.errors import CardError, ClaimError

DONE = frozenset("done end d fatto finito fine basta hecho listo fin ya".split())
"""Words that end the count of a hand."""

_WORTH = {"fifteen": 2, "pair": 2, "nobs": 1, "heels": 2}


class Accepted(NamedTuple):
    """The numbers of the items that were named, in the order of the count."""

    items: tuple[int, ...]


class Refused(NamedTuple):
    """Why a combination does not count. ``number`` is the count or length the reason speaks of, or None.

    ``reason`` is one of ``sum``, ``not-held``, ``taken``, ``none-left``, ``not-run``, ``inside-run``,
    ``shorter-run``, ``fewer-runs``, ``no-run``, ``not-pair``, ``not-alike``, ``rank``, ``no-pair``, ``no-fifteen``,
    ``flush-size`` or one that ``verdicts`` has for suits. ``points`` are those that were claimed and are not there.
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

    ``taken`` are the numbers of the items named before. Without cards it is the only one of its kind that is left; a
    number behind a run or flush is its length (``run of three``), a rank behind a pair is that of both its cards. A
    pair royal takes its pairs at once, a double run its runs and pair. Raises ClaimError where no kind is named,
    CardError where the cards cannot be read.

    >>> from crib_cli.core.breakdown import count_hand
    >>> counted = count_hand((12, 17, 18, 23), 33)  # 4C 5D 5H 6S / 9D
    >>> claim_item(counted, frozenset(), "15 6s 9d")
    Accepted(items=(0,))
    >>> claim_item(counted, frozenset(), "15 4c 9d")
    Refused(reason='sum', number=13, points=2, kind='fifteen')
    """
    phrase, number, rest = _read_kind(text)
    cards = _read_cards(rest, letters) if rest.strip() else []
    kind = _kind_of(phrase)
    if kind in ("flush", "nobs", "heels"):
        return _claim_suits(counted, kind, number, cards, taken)
    if kind == "pair":
        if len(cards) == 1 and not number:
            number, cards = rank_of(cards[0]) + 1, []
        elif phrase.kind == "pair" and len(cards) > 2 and len(set(map(rank_of, cards))) == 1:
            phrase = phrase._replace(kind={3: "pair-royal", 4: "double-pair-royal"}.get(len(cards), "pair"))
    meant = _match_cards(counted, cards)
    if meant is None:
        return Refused("not-held", 0, _worth(phrase, len(cards)), kind)
    having = [item for item in range(len(counted.items)) if counted.items[item].kind == kind]
    named = [item for item in having if _is_named(counted.items[item].cards, phrase, cards, number)]
    if phrase.kind != kind:
        return _claim_group(counted, phrase, named, taken, number)
    if not named:
        return _why_not(counted, kind, meant, number)
    left = [item for item in named if item not in taken]
    if not left:
        worth = counted.items[named[0]].points
        return Refused("taken", 0, worth, kind) if cards else Refused("none-left", len(named), worth, kind)
    # Said as at the table, without cards, it is the next one: how many are left is not told.
    return Accepted((left[0],))


def _read_kind(text: str) -> tuple[Phrase, int, str]:
    """Return what kind a claim names, the number behind it where it says one (a length, a rank), and the rest."""
    words = list(re.finditer(r"[^\s,;:]+", text))
    names = [_plain(word[0]) for word in words]
    for first in range(len(names)):
        for behind in range(min(first + LONGEST, len(names)), first, -1):
            phrase = BY_WORDS.get(tuple(names[first:behind]))
            if phrase is not None:
                if phrase.kind == "fifteen" and len(names) == behind + 1 and _is_number(names[behind]):
                    return phrase, 0, ""  # fifteen two, fifteen four: the total so far
                number, last = _read_number(names, behind, digits=_kind_of(phrase) not in ("fifteen", "nobs"))
                end = words[last - 1].end()
                return phrase, number, " " * end + text[end:]  # places in the text stay
        if names[first] not in FILLERS:
            break
    raise ClaimError("claim.no_kind", text=text.strip()[:40])


def _is_number(word: str) -> bool:
    return word in number_words() or (word.isascii() and word.isdigit())


def _read_number(names: Sequence[str], here: int, *, digits: bool) -> tuple[int, int]:
    """Read the number behind a kind and return it with the word behind it; 0 where it is no number but a card.

    It is one where it stands last ("run of three", "pair of 5"), in words also before so many cards ("run of three
    4 5 6").
    """
    while here < len(names) and names[here] in OF:
        here += 1
    rest = names[here:]
    if not rest or not digits:
        return 0, here
    spelled = number_words().get(rest[0], 0)
    number = spelled or (int(rest[0]) if rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 3 else 0)
    alone = len(rest) == 1 or len(rest) - 1 == spelled
    return (number, here + 1) if alone and 2 <= number <= 10 else (0, here)


def _plain(word: str) -> str:
    return word.lower().replace("í", "i").replace("-", " ").strip(".!")


def _read_cards(text: str, letters: Letters) -> list[int]:
    """Read cards, suits on some of them or none, also as people say several of a rank: fives, sixes."""
    text = text.replace(":", " ").rstrip(" .!")
    try:
        read = parse_plays(text, letters)
    except CardError:
        single = re.sub(r"(?<=x)es\b|(?<=[a-z]{2})s\b", "", text)
        if single == text:
            raise
        read = parse_plays(single, letters)
    cards = [card for card, *_ in read if card is not None]
    return cards if len(cards) == len(read) else [card for card, *_ in parse_cards(text, letters)]  # a go is no card


def _kind_of(phrase: Phrase) -> str:
    for kind in ("fifteen", "run", "pair", "flush"):
        if kind in phrase.kind:
            return kind
    return phrase.kind


def _worth(phrase: Phrase, size: int) -> int:
    """Return the points that a phrase claims; ``size`` is the length of its runs, or the number of its cards."""
    runs, pairs = RUNS_IN.get(phrase.kind, 0), PAIRS_IN.get(phrase.kind, 0)
    if phrase.kind == "run":
        return max(size, 3)
    if runs:
        size -= {"double-run": 1, "double-double-run": 2, "triple-run": 2}[phrase.kind] if size > 3 else 0
    return runs * max(size, 3) + 2 * pairs or _WORTH[phrase.kind]


def _is_named(item: Sequence[int], phrase: Phrase, cards: Sequence[int], number: int) -> bool:
    """Tell whether an item may be what was named: by its cards, its length, its rank, or nothing but its kind."""
    if cards:
        return _covers(item, cards, whole=phrase.kind in ("fifteen", "run", "pair"))
    if not number:
        return True
    return rank_of(item[0]) + 1 == number if "run" not in phrase.kind else len(item) == number


def _claim_group(
    counted: Counted, phrase: Phrase, named: Sequence[int], taken: frozenset[int], number: int
) -> Accepted | Refused:
    """Judge what has a name for several items: pair royal, double run and their like. All of it must be there."""
    kind = _kind_of(phrase)
    items = counted.items
    if kind == "pair":
        ranks = Counter(rank_of(items[item].cards[0]) for item in named)
        alike = next((rank for rank in ranks if ranks[rank] >= PAIRS_IN[phrase.kind]), None)
        if alike is None:
            held = Counter(map(rank_of, _all_cards(counted)))
            excess = _worth(phrase, 0) - 2 * max(ranks.values(), default=0)
            return (
                Refused("rank", held[number - 1], excess, kind)
                if number
                else Refused("not-alike", max(held.values()), excess, kind)
            )
        own = [card for card in _all_cards(counted) if rank_of(card) == alike][: 3 + (phrase.kind[0] == "d")]
        whole = [item for item in named if set(items[item].cards) <= set(own)]
    else:
        ranks = Counter(rank_of(card) for item in named for card in set(items[item].cards))
        pairs = [item for item in range(len(items)) if items[item].kind == "pair"]
        whole = [*named, *(item for item in pairs if rank_of(items[item].cards[0]) in ranks)]
        if (len(named), len(whole) - len(named)) != (RUNS_IN[phrase.kind], PAIRS_IN[phrase.kind]):
            worth = sum(items[item].points for item in whole)
            length = number or (len(items[named[0]].cards) if named else 3)
            claimed = RUNS_IN[phrase.kind] * length + 2 * PAIRS_IN[phrase.kind]
            return Refused("fewer-runs" if named else "no-run", len(named), max(0, claimed - worth), kind)
    left = [item for item in whole if item not in taken]
    return Accepted(tuple(left)) if left else Refused("taken", 0, sum(items[item].points for item in whole), kind)


def _claim_suits(
    counted: Counted, kind: str, number: int, cards: Sequence[int], taken: frozenset[int]
) -> Accepted | Refused:
    """Judge a flush, nobs or heels, of which there can be one."""
    having = [item for item in range(len(counted.items)) if counted.items[item].kind == kind]
    size = number or len(cards) or len(counted.hand)
    points = size if kind == "flush" else _WORTH[kind]
    if not having:
        reason, length = why_not_suits(kind, counted, [])
        return Refused(reason, length, points, kind)
    found = counted.items[having[0]]
    if kind == "flush" and (number or cards) and size != len(found.cards):
        return Refused("flush-size", len(found.cards), max(0, size - len(found.cards)), kind)
    if kind == "nobs" and cards and rank_of(cards[0]) == JACK and not _covers(found.cards, cards, whole=True):
        return Refused("jack-suit", 0, points, kind)
    return Accepted((having[0],)) if having[0] not in taken else Refused("none-left", 1, points, kind)


def _all_cards(counted: Counted) -> tuple[int, ...]:
    return counted.hand if counted.starter is None else (*counted.hand, counted.starter)


def _match_cards(counted: Counted, cards: Sequence[int]) -> tuple[int, ...] | None:
    """Return the hand's own cards for those claimed, where a rank alone is any of that rank; None if it lacks one."""
    held = list(_all_cards(counted))
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


def _why_not(counted: Counted, kind: str, cards: Sequence[int], number: int) -> Refused:
    """Say why nothing of a kind is there, or not with these cards, this length or rank."""
    lengths = [len(item.cards) for item in counted.items if item.kind == kind]
    if not cards:
        if kind == "pair" and number:
            return Refused("rank", sum(rank_of(card) == number - 1 for card in _all_cards(counted)), 2, kind)
        if kind == "run" and lengths:
            reason = "inside-run" if max(lengths) > number else "shorter-run"
            return Refused(reason, max(lengths), max(0, number - max(lengths)) or number, kind)
        return Refused(f"no-{kind}", 0, _WORTH.get(kind, number or 3), kind)
    if kind == "fifteen":
        return Refused("sum", sum(map(value_of, cards)), 2, kind)
    if kind == "pair":
        return Refused("not-pair", len(cards), 2, kind)
    ranks = sorted(map(rank_of, cards))
    if len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks))):
        return Refused("inside-run", max(lengths), len(cards), kind)
    return Refused("not-run", len(cards), len(cards), kind)
