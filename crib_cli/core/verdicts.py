"""A claim held against the hand: is the total right, which parts of the call are, what was missed.

This is the disputed count at the table. Parts are compared by what they are made of (a double run of three is
two runs of three and a pair), so that a call in any language and grouping meets the same hand.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from crib_cli.core.breakdown import Counted, Item
from crib_cli.core.cards import JACK, rank_of, suit_of
from crib_cli.core.claims import Claim, ClaimedPart, Sizes, units_of
from crib_cli.core.rules import Totals


class CheckedPart(NamedTuple):
    """A part of the call: how many of its points stand, and, where some do not, why.

    ``reason`` is one of ``fewer-fifteens``, ``no-fifteen``, ``inside-run``, ``shorter-run``, ``fewer-runs``,
    ``no-run``, ``pair-in-run``, ``fewer-pairs``, ``no-pair``, ``not-alike``, ``crib-flush``, ``flush-size``,
    ``no-flush``, ``starter-jack``, ``jack-suit``, ``no-jack``, ``no-starter``, ``heels``, ``no-suits``; ``number`` is
    the count or length it speaks of.
    """

    part: ClaimedPart
    right: int
    reason: str | None
    number: int


class Missed(NamedTuple):
    """Combinations not called: ``number`` of those in ``among``, which all have one kind and size."""

    kind: str
    number: int
    points: int
    among: tuple[Item, ...]


class Verdict(NamedTuple):
    """``word`` is ``exact``, ``under``, ``over`` or ``impossible``; ``difference`` is the claim less the truth."""

    claimed: int
    word: str
    difference: int
    checked: tuple[CheckedPart, ...]
    missed: tuple[Missed, ...]

    @property
    def stands(self) -> bool:
        """Whether the claim is right in its total and, if it is a call, in every part."""
        return self.word == "exact" and not self.missed and all(part.reason is None for part in self.checked)


def sizes_of(counted: Counted) -> Sizes:
    """Return the sizes that a call of this hand means where it does not say them.

    >>> from crib_cli.core.breakdown import count_hand
    >>> sizes_of(count_hand((12, 17, 22, 27), 50))  # 4C 5D 6H 7S / KH
    Sizes(run=4, flush=4)
    """
    runs = [len(item.cards) for item in counted.items if item.kind == "run"]
    flushes = [len(item.cards) for item in counted.items if item.kind == "flush"]
    return Sizes(max(runs, default=3), max(flushes, default=len(counted.hand)))


def judge_claim(claim: Claim, counted: Counted, totals: Totals) -> Verdict:
    """Compare a claim with a counted hand; ``totals`` are those its variant can reach.

    "Nineteen" said as a word for a hand worth nothing is right; as a number it is impossible wherever no hand
    reaches it.

    >>> from crib_cli.core.breakdown import count_hand
    >>> from crib_cli.core.claims import parse_claim
    >>> from crib_cli.core.rules import SIX
    >>> counted = count_hand((12, 17, 18, 23), 33)  # 4C 5D 5H 6S / 9D
    >>> judge_claim(parse_claim("12"), counted, SIX.hand_totals)[:3]
    (12, 'under', -2)
    """
    claimed = 0 if claim.slang and not counted.total else claim.total
    difference = claimed - counted.total
    if not totals.allows(claimed):
        word = "impossible"
    else:
        word = "exact" if not difference else "over" if difference > 0 else "under"
    if not claim.parts:
        return Verdict(claimed, word, difference, (), ())
    left = Counter(map(_unit_of, counted.items))
    checked: list[CheckedPart] = []
    in_runs = 0  # pairs called as part of a double or triple run
    for part in claim.parts:
        checked.append(_check_part(part, left, counted, in_runs))
        if "-run" in part.kind:
            in_runs += sum(number for kind, _, number in units_of(part) if kind == "pair")
    return Verdict(claimed, word, difference, tuple(checked), _find_missed(left, counted.items))


def _check_part(part: ClaimedPart, left: Counter[tuple[str, int]], counted: Counted, in_runs: int) -> CheckedPart:
    """Take the part's units out of what is left of the hand; say why where there are too few."""
    right = 0
    reason, number = None, 0
    for kind, size, wanted in units_of(part):
        found = min(wanted, left[kind, size])
        left[kind, size] -= found
        worth = {"fifteen": 2, "pair": 2, "nobs": 1, "heels": 2}.get(kind, size)
        right += found * worth
        if found < wanted and reason is None:
            reason, number = _why_not(kind, size, counted, in_runs)
    if part.kind in ("pair-royal", "double-pair-royal") and reason is None:
        alike = max(Counter(map(rank_of, _all_cards(counted))).values())
        if alike < (3 if part.kind == "pair-royal" else 4):
            reason, number = "not-alike", alike
    return CheckedPart(part, right, reason, number)


def _all_cards(counted: Counted) -> tuple[int, ...]:
    return counted.hand if counted.starter is None else (*counted.hand, counted.starter)


def _why_not(kind: str, size: int, counted: Counted, in_runs: int) -> tuple[str, int]:
    """Say why the hand has not, or not as often, what was called: a reason of ``CheckedPart`` and its number."""
    having = [item for item in counted.items if item.kind == kind]
    if kind == "fifteen":
        return ("fewer-fifteens", len(having)) if having else ("no-fifteen", 0)
    if kind == "run":
        lengths = [len(item.cards) for item in having]
        if size in lengths:
            return "fewer-runs", lengths.count(size)
        if not lengths:
            return "no-run", 0
        return ("inside-run", max(lengths)) if max(lengths) > size else ("shorter-run", max(lengths))
    if kind == "pair":
        if not having:
            return "no-pair", 0
        return ("pair-in-run" if in_runs else "fewer-pairs"), len(having)
    return why_not_suits(kind, counted, having)


def why_not_suits(kind: str, counted: Counted, having: list[Item]) -> tuple[str, int]:
    """Say why there is no such flush, nobs or heels: a reason of ``CheckedPart`` and its number.

    ``having`` are the hand's items of that kind.

    >>> from crib_cli.core.breakdown import count_hand
    >>> why_not_suits("nobs", count_hand((40, 4, 8, 12), 42), [])  # JC 2C 3C 4C / JH
    ('starter-jack', 0)
    """
    if kind == "heels":
        return "heels", 0
    if suit_of(counted.hand[0]) is None:
        return "no-suits", 0
    if counted.starter is None and (kind == "nobs" or (counted.crib and not having)):
        return "no-starter", 0
    if kind == "flush":
        if having:
            return "flush-size", having[0].points
        suits = {suit_of(card) for card in counted.hand}
        return ("crib-flush", len(counted.hand)) if counted.crib and len(suits) == 1 else ("no-flush", 0)
    if counted.starter is not None and rank_of(counted.starter) == JACK:
        return "starter-jack", 0
    return ("jack-suit", 0) if any(rank_of(card) == JACK for card in counted.hand) else ("no-jack", 0)


def _unit_of(item: Item) -> tuple[str, int]:
    """Return an item's kind and size as ``claims.units_of`` has them: a call does not say how large a fifteen is."""
    return item.kind, 2 if item.kind == "fifteen" else len(item.cards)


def _find_missed(left: Counter[tuple[str, int]], items: Sequence[Item]) -> tuple[Missed, ...]:
    missed: list[Missed] = []
    for unit in dict.fromkeys(map(_unit_of, items)):
        if left[unit]:
            among = tuple(item for item in items if _unit_of(item) == unit)
            missed.append(Missed(unit[0], left[unit], left[unit] * among[0].points, among))
    return tuple(missed)
