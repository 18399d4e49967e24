"""A scorer that shares no code with the package and goes the long way round.

Cards are text (``5H``, ``10D``), and every subset of the cards is looked at: does it add up to fifteen, is it
a pair, is it a run that no further card of the hand makes longer? The tests hold the package to it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import NamedTuple

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The pack in the package's order of card numbers: ``DECK[0]`` is the ace of clubs, ``DECK[51]`` the king of spades."""

KINDS = ("fifteen", "run", "pair", "flush", "nobs")
PLACE = {rank: place for place, rank in enumerate(RANKS)}
JACK = PLACE["J"]
WORTH = {rank: min(place + 1, 10) for place, rank in enumerate(RANKS)}

Combo = tuple[str, frozenset[str]]
"""A scoring combination: its kind and its cards."""


def rank_of(card: str) -> str:
    """``10`` of ``10D``."""
    return card[:-1]


def suit_of(card: str) -> str:
    """``D`` of ``10D``."""
    return card[-1]


def find_combos(hand: tuple[str, ...], starter: str | None = None, *, crib: bool = False) -> list[Combo]:
    """List every scoring combination of a hand or crib, in no order that matters."""
    cards = hand if starter is None else (*hand, starter)
    found: list[Combo] = []
    ranks = tuple(map(rank_of, cards))
    for size in range(2, len(cards) + 1):
        for combo in combinations(cards, size):
            found += [(kind, frozenset(combo)) for kind in _rank_kinds(tuple(map(rank_of, combo)), ranks)]
    if len({suit_of(card) for card in cards}) == 1 and starter is not None:
        found.append(("flush", frozenset(cards)))
    elif len({suit_of(card) for card in hand}) == 1 and not crib:
        found.append(("flush", frozenset(hand)))
    if starter is not None and "J" + suit_of(starter) in hand:
        found.append(("nobs", frozenset({"J" + suit_of(starter)})))
    return found


def _rank_kinds(ranks: tuple[str, ...], all_ranks: tuple[str, ...]) -> Iterator[str]:
    """Say what a subset of the ranks is: a fifteen, a pair, a longest run, or several of these."""
    if sum(WORTH[rank] for rank in ranks) == 15:
        yield "fifteen"
    if len(ranks) == 2 and ranks[0] == ranks[1]:
        yield "pair"
    if len(ranks) >= 3:
        places = sorted(PLACE[rank] for rank in ranks)
        first, last = places[0], places[-1]
        if places == list(range(first, last + 1)):
            around = {PLACE[rank] for rank in all_ranks}
            if first - 1 not in around and last + 1 not in around:
                yield "run"


def worth_of(combo: Combo) -> int:
    """Return the points of one combination."""
    kind, cards = combo
    return {"fifteen": 2, "pair": 2, "nobs": 1}.get(kind, len(cards))


def score_by_kind(hand: tuple[str, ...], starter: str | None = None, *, crib: bool = False) -> dict[str, int]:
    """Add up the points of each kind of combination."""
    points = dict.fromkeys(KINDS, 0)
    for combo in find_combos(hand, starter, crib=crib):
        points[combo[0]] += worth_of(combo)
    return points


def score(hand: tuple[str, ...], starter: str | None = None, *, crib: bool = False) -> int:
    """Return the points of a hand or crib; the same as the sum of ``find_combos``, with the ranks looked up."""
    cards = hand if starter is None else (*hand, starter)
    points = score_ranks(tuple(sorted([rank_of(card) for card in cards])))
    hand_suits = {suit_of(card) for card in hand}
    if len(hand_suits) == 1:
        if starter is not None and suit_of(starter) in hand_suits:
            points += len(hand) + 1
        elif not crib:
            points += len(hand)
    if starter is not None and "J" + suit_of(starter) in hand:
        points += 1
    return points


@cache
def score_ranks(ranks: tuple[str, ...]) -> int:
    """Return the points of fifteens, pairs and runs."""
    points = 0
    for size in range(2, len(ranks) + 1):
        for combo in combinations(ranks, size):
            points += sum(size if kind == "run" else 2 for kind in _rank_kinds(combo, ranks))
    return points


def rank_sets(size: int) -> Iterator[tuple[int, ...]]:
    """Yield every multiset of ranks (0 to 12, rising) that the pack holds: 6,175 of five cards."""
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks.count(rank) <= 4 for rank in set(ranks)):
            yield ranks


class Pattern(NamedTuple):
    """One way in which suits can matter, for given ranks of hand and starter.

    ``flush`` is the number of cards in the hand's flush (0, the hand, or the hand and the starter), ``ways`` how
    many deals of those ranks are like that; ``hand`` and ``starter`` are one of them.
    """

    flush: int
    nobs: bool
    ways: int
    hand: tuple[str, ...]
    starter: str


def suit_patterns(hand: tuple[int, ...], starter: int, suits: tuple[str, ...] = SUITS) -> list[Pattern]:
    """List the suit patterns of a hand of these ranks with a starter; none if the pack has no such deal.

    ``suits`` renames the suits of the examples.
    """
    # Ranks in an order that puts like hands together: what can come of the suits then depends on few numbers.
    ranks = sorted(set(hand), key=lambda rank: (hand.count(rank), rank == JACK, rank == starter))
    counts = tuple(hand.count(rank) for rank in ranks)
    jack = ranks.index(JACK) if JACK in ranks else None
    again = ranks.index(starter) if starter in ranks else None
    patterns: list[Pattern] = []
    for flush, nobs, ways, groups, turned in _deal_suits(counts, jack, again):
        cards = [RANKS[rank] + suits[suit] for rank, group in zip(ranks, groups, strict=True) for suit in group]
        patterns.append(Pattern(flush, nobs, ways, tuple(cards), RANKS[starter] + suits[turned]))
    return patterns


_Dealt = tuple[int, bool, int, tuple[tuple[int, ...], ...], int]


@cache
def _deal_suits(counts: tuple[int, ...], jack: int | None, again: int | None) -> tuple[_Dealt, ...]:
    """Deal all suits to so many cards of each rank; ``jack`` and ``again`` say which are jacks or like the starter."""
    size = sum(counts)
    found: dict[tuple[int, bool], tuple[int, tuple[tuple[int, ...], ...], int]] = {}
    for groups in product(*(combinations(range(4), count) for count in counts)):
        dealt = {suit for group in groups for suit in group}
        for turned in range(4):
            if again is not None and turned in groups[again]:
                continue
            flush = 0 if len(dealt) > 1 else size + 1 if turned in dealt else size
            nobs = jack is not None and turned in groups[jack]
            ways, example, starter = found.get((flush, nobs), (0, groups, turned))
            found[flush, nobs] = (ways + 1, example, starter)
    return tuple((*key, *rest) for key, rest in found.items())


SUIT_ORDERS = tuple(permutations(SUITS))
"""Every way to rename the suits."""
