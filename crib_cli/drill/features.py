"""Features: what makes a question worth asking, and what people get wrong. Each is a name with a test on the cards.

A drill chooses its questions by feature, counts by feature what was missed, and asks again what was missed most.
"""

from collections import Counter
from collections.abc import Sequence

from crib_cli.core.breakdown import Counted
from crib_cli.core.cards import JACK, rank_of, suit_of, value_of
from crib_cli.core.pegging import Score

COUNT_FEATURES = (
    "zero",
    "many-fifteens",
    "five-card-fifteen",
    "double-run",
    "triple-run",
    "double-double-run",
    "run-through-pair",
    "long-run",
    "pair-royal",
    "double-pair-royal",
    "two-pairs",
    "flush",
    "flush-trap",
    "nobs",
    "nobs-trap",
)
"""What hands are drawn for. ``flush-trap``: four or five of one suit that make no, or no full, flush.
``nobs-trap``: the jack is the starter. ``run-through-pair``: a run whose pair is in its middle."""

CRIB_FEATURES = COUNT_FEATURES
"""A crib of one suit without the starter is its ``flush-trap``."""

PEG_FEATURES = (
    "nothing",
    "fifteen",
    "thirty-one",
    "pair",
    "pair-royal",
    "run",
    "long-run",
    "mixed-run",
    "broken-run",
    "two-at-once",
    "last",
)
"""What plays are drawn for. ``mixed-run``: its cards came out of order; ``broken-run``: three ranks in a row among
the last four cards that a repeat keeps from being a run."""

DISCARD_FEATURES = ("dealer", "pone", "pair", "five", "run", "flush", "close")
"""What discards are drawn for: whose crib, what the six cards hold; ``close``: a second choice within a quarter."""

FEATURES = {"count": COUNT_FEATURES, "crib": CRIB_FEATURES, "peg": PEG_FEATURES, "discard": DISCARD_FEATURES}

MANY_FIFTEENS = 4

KIND_OF = {
    "many-fifteens": "fifteen",
    "five-card-fifteen": "fifteen",
    "double-run": "run",
    "triple-run": "run",
    "double-double-run": "run",
    "run-through-pair": "run",
    "long-run": "run",
    "pair-royal": "pair",
    "double-pair-royal": "pair",
    "two-pairs": "pair",
    "flush": "flush",
    "flush-trap": "flush",
    "nobs": "nobs",
    "nobs-trap": "nobs",
}
"""Which kind of combination a feature of a hand is about; ``zero`` is about all of them."""


def count_features(counted: Counted) -> frozenset[str]:
    """Return the features of a hand or crib with its starter.

    >>> from crib_cli.core.breakdown import count_hand
    >>> sorted(count_features(count_hand((12, 17, 18, 23), 33)))  # 4C 5D 5H 6S / 9D
    ['double-run', 'run-through-pair']
    """
    cards = counted.hand if counted.starter is None else (*counted.hand, counted.starter)
    kinds = Counter(item.kind for item in counted.items)
    runs = {tuple(map(rank_of, item.cards)) for item in counted.items if item.kind == "run"}
    alike = Counter(map(rank_of, cards))
    found = {
        "zero": not counted.items,
        "many-fifteens": kinds["fifteen"] >= MANY_FIFTEENS,
        "five-card-fifteen": sum(map(value_of, cards)) == 15,
        "double-run": kinds["run"] == 2,
        "triple-run": kinds["run"] == 3,
        "double-double-run": kinds["run"] == 4,
        "run-through-pair": any(alike[rank] > 1 for run in runs for rank in run[1:-1]),
        "long-run": any(len(run) > 3 for run in runs),
        "pair-royal": 3 in alike.values(),
        "double-pair-royal": 4 in alike.values(),
        "two-pairs": list(alike.values()).count(2) == 2 and not runs,
        "flush": bool(kinds["flush"]),
        "nobs": bool(kinds["nobs"]),
        "flush-trap": _is_flush_trap(counted, cards),
        "nobs-trap": counted.starter is not None and rank_of(counted.starter) == JACK,
    }
    return frozenset(name for name, holds in found.items() if holds)


def _is_flush_trap(counted: Counted, cards: Sequence[int]) -> bool:
    """Four of one suit that are no flush: with the starter among them, or all of a crib."""
    if any(item.kind == "flush" for item in counted.items):
        return False
    return max(Counter(map(suit_of, cards)).values()) == 4


def peg_features(series: Sequence[int], scores: Sequence[Score]) -> frozenset[str]:
    """Return the features of a series of ranks whose last card scored so.

    >>> from crib_cli.core.pegging import score_card
    >>> sorted(peg_features((3, 4, 5, 4), score_card([15, 19, 23], 16)))  # 4 5 6 and another 5
    ['broken-run', 'nothing']
    """
    found = {score.reason for score in scores} - {"run", "pair"}
    for score in scores:
        if score.reason == "run":
            in_order = list(series[-score.size :])
            found.add("long-run" if score.size > 3 else "run")
            if in_order not in (sorted(in_order), sorted(in_order, reverse=True)):
                found.add("mixed-run")
        elif score.reason == "pair":
            found.add("pair" if score.size == 2 else "pair-royal")
    if len(scores) > 1:
        found.add("two-at-once")
    if not scores:
        found.add("nothing")
    if len(series) > 3 and not any(score.reason == "run" for score in scores):
        last = sorted(set(series[-4:]))
        if len(last) == 3 and last[2] - last[0] == 2:
            found.add("broken-run")
    return frozenset(found & set(PEG_FEATURES))


def discard_features(cards: Sequence[int], role: str, gap: float) -> frozenset[str]:
    """Return the features of six cards for a role; ``gap`` is how much the best choice beats the second, in points.

    >>> sorted(discard_features([18, 16, 21, 27, 43, 45], "pone", 0.47))  # 5H 5C 6D 7S JS QD
    ['five', 'pair', 'pone', 'run']
    """
    ranks = set(map(rank_of, cards))
    found = {
        role: True,
        "pair": len(ranks) < len(cards),
        "five": 4 in ranks,
        "run": any({rank, rank + 1, rank + 2} <= ranks for rank in ranks),
        "flush": max(Counter(map(suit_of, cards)).values()) >= 4,
        "close": gap < 0.25,
    }
    return frozenset(name for name, holds in found.items() if holds)
