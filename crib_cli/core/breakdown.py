"""The itemised count: every combination with its cards, in the order in which it is called at the table.

Order: fifteens, runs, pairs, flush, nobs (Hoyle's customary order; the rule texts' sample calls agree).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from crib_cli.core.cards import JACK, rank_of, suit_of, value_of

KINDS = ("fifteen", "run", "pair", "flush", "nobs")


class Item(NamedTuple):
    """One scoring combination: its kind (one of ``KINDS``), its cards, its points, and the total so far."""

    kind: str
    cards: tuple[int, ...]
    points: int
    running: int


class Counted(NamedTuple):
    """A hand or crib with its starter, if there is one, and everything it scores."""

    hand: tuple[int, ...]
    starter: int | None
    crib: bool
    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        """The points of the whole hand."""
        return self.items[-1].running if self.items else 0


class CallPart(NamedTuple):
    """One thing said in a call: ``times`` runs of ``size`` cards at once, a pair royal, one fifteen.

    ``kind`` is a kind of item, or a group of items with a name of its own: ``pair-royal``,
    ``double-pair-royal``, ``double-run``, ``triple-run``, ``double-double-run`` (these include their pairs).
    """

    kind: str
    size: int
    times: int
    points: int
    running: int


def itemise(hand: Sequence[int], starter: int | None = None, *, crib: bool = False) -> tuple[Item, ...]:
    """List every combination of a hand or crib in calling order, with the running total.

    Each fifteen, each pair and each run is an item of its own. Within a kind, smaller sets and cards named
    earlier come first, the starter last. Cards given by rank alone have no flush and no nobs.

    >>> for item in itemise([18, 17, 21, 26], 15):  # 5H 5D 6D 7H / 4S
    ...     print(item.kind, item.points, item.running)
    fifteen 2 2
    fifteen 2 4
    run 4 8
    run 4 12
    pair 2 14
    """
    cards = tuple(hand) if starter is None else (*hand, starter)
    found: list[tuple[str, tuple[int, ...], int]] = [
        *(("fifteen", combo, 2) for combo in _fifteens(cards)),
        *(("run", combo, len(combo)) for combo in _runs(cards)),
        *(("pair", combo, 2) for combo in combinations(cards, 2) if rank_of(combo[0]) == rank_of(combo[1])),
    ]
    flush = _flush(tuple(hand), starter, crib=crib)
    if flush:
        found.append(("flush", flush, len(flush)))
    if starter is not None:
        found += [("nobs", (card,), 1) for card in hand if _is_nobs(card, starter)]
    items: list[Item] = []
    running = 0
    for kind, combo, points in found:
        running += points
        items.append(Item(kind, combo, points, running))
    return tuple(items)


def count_hand(hand: Sequence[int], starter: int | None = None, *, crib: bool = False) -> Counted:
    """Return a hand or crib with its itemised count; see ``itemise``.

    >>> count_hand((12, 17, 18, 23), 33).total  # 4C 5D 5H 6S / 9D
    14
    """
    return Counted(tuple(hand), starter, crib, itemise(hand, starter, crib=crib))


def _fifteens(cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for size in range(2, len(cards) + 1):
        for combo in combinations(cards, size):
            if sum(map(value_of, combo)) == 15:
                yield combo


def _runs(cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield each longest run, one for every way to pick a card of each of its ranks; its cards rise."""
    by_rank: list[list[int]] = [[] for _ in range(14)]  # rank 13 stays empty and ends a run at the king
    for card in cards:
        by_rank[rank_of(card)].append(card)
    first = 0
    for rank, held in enumerate(by_rank):
        if not held:
            if rank - first >= 3:
                yield from product(*by_rank[first:rank])
            first = rank + 1


def _flush(hand: tuple[int, ...], starter: int | None, *, crib: bool) -> tuple[int, ...]:
    """Return the cards of the flush, or none."""
    suit = suit_of(hand[0]) if hand else None
    if suit is None or any(suit_of(card) != suit for card in hand):
        return ()
    if starter is not None and suit_of(starter) == suit:
        return (*hand, starter)
    return () if crib else hand


def _is_nobs(card: int, starter: int) -> bool:
    suit = suit_of(card)
    return suit is not None and rank_of(card) == JACK and suit == suit_of(starter)


def points_by_kind(items: Sequence[Item]) -> dict[str, int]:
    """Add up the points of each kind; kinds that do not score are 0.

    >>> points_by_kind(itemise([18, 19, 16, 41], 17))
    {'fifteen': 16, 'run': 0, 'pair': 12, 'flush': 0, 'nobs': 1}
    """
    totals = dict.fromkeys(KINDS, 0)
    for item in items:
        totals[item.kind] += item.points
    return totals


_NAMED_RUNS = {(2,): "double-run", (3,): "triple-run", (2, 2): "double-double-run"}
_NAMED_PAIRS = {1: "pair", 3: "pair-royal", 6: "double-pair-royal"}


def call_parts(items: Sequence[Item], *, named_runs: bool) -> tuple[CallPart, ...]:
    """Group items into what is said aloud, keeping their order and the running total.

    With ``named_runs``, runs over paired cards are called by the name that takes in their pairs (a double run
    of three is 8); without, the runs are called together and their pairs after them, as in Italian and Spanish.

    >>> items = itemise([24, 25, 28, 32], 48)  # 7C 7D 8C 9C / KC
    >>> [(part.kind, part.times, part.running) for part in call_parts(items, named_runs=True)]
    [('fifteen', 1, 2), ('fifteen', 1, 4), ('double-run', 1, 12)]
    >>> [(part.kind, part.times, part.running) for part in call_parts(items, named_runs=False)]
    [('fifteen', 1, 2), ('fifteen', 1, 4), ('run', 2, 10), ('pair', 1, 12)]
    """
    pairs = Counter(rank_of(item.cards[0]) for item in items if item.kind == "pair")
    runs = Counter(tuple(map(rank_of, item.cards)) for item in items if item.kind == "run")
    parts: list[tuple[str, int, int, int]] = [("fifteen", 2, 1, 2) for item in items if item.kind == "fifteen"]
    for ranks, times in runs.items():
        paired = [rank for rank in ranks if pairs[rank]]
        shape = tuple(sorted(2 if pairs[rank] == 1 else 3 for rank in paired if pairs[rank] in (1, 3)))
        name = _NAMED_RUNS.get(shape) if named_runs and len(shape) == len(paired) else None
        points = times * len(ranks)
        if name is None:
            parts.append(("run", len(ranks), times, points))
        else:
            parts.append((name, len(ranks), 1, points + 2 * sum(pairs.pop(rank) for rank in paired)))
    parts += [(_NAMED_PAIRS[count], 2, 1, 2 * count) for count in pairs.values()]
    parts += [(item.kind, len(item.cards), 1, item.points) for item in items if item.kind in ("flush", "nobs")]
    said: list[CallPart] = []
    running = 0
    for kind, size, times, points in parts:
        running += points
        said.append(CallPart(kind, size, times, points, running))
    return tuple(said)
