"""The census: every hand of four cards with every starter, 12,994,800 deals, against the published counts."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import brute
import pytest
from cases import load_rows

from crib_cli.core.scoring import score_hand

DEALS = 12_994_800
NUMBER = {card: number for number, card in enumerate(brute.DECK)}
RULES = pytest.mark.parametrize(("crib", "column"), [(False, "hand_count"), (True, "crib_count")], ids=["hand", "crib"])


def published(column: str) -> Counter[int]:
    """Return the published number of deals by points."""
    return Counter({int(row["score"]): int(row[column]) for row in load_rows("score_distribution.tsv")})


def count_by_patterns(*, crib: bool) -> Counter[int]:
    """Score one deal of every rank and suit pattern, and count it as often as the pack deals that pattern."""
    census: Counter[int] = Counter()
    for ranks in brute.rank_sets(4):
        for starter in range(13):
            for pattern in brute.suit_patterns(ranks, starter):
                hand = [NUMBER[card] for card in pattern.hand]
                census[score_hand(hand, NUMBER[pattern.starter], crib=crib)] += pattern.ways
    return census


@RULES
def test_census_by_patterns(*, crib: bool, column: str) -> None:
    census = count_by_patterns(crib=crib)
    assert sum(census.values()) == DEALS
    assert census == published(column)


@pytest.mark.parametrize(("crib", "points"), [(False, 61_974_180), (True, 61_528_020)], ids=["hand", "crib"])
def test_mean_of_all_deals(*, crib: bool, points: int) -> None:
    census = count_by_patterns(crib=crib)
    mean = Fraction(sum(score * deals for score, deals in census.items()), census.total())
    assert mean == Fraction(points, DEALS)


def test_published_counts_are_whole() -> None:
    for column in ("hand_count", "crib_count"):
        counts = published(column)
        assert counts.total() == DEALS
        assert sorted(score for score in range(30) if not counts[score]) == [19, 25, 26, 27]


@pytest.mark.slow
@RULES
def test_census_card_by_card(*, crib: bool, column: str) -> None:
    deals = [0] * 30
    for hand in combinations(range(52), 4):
        for starter in range(52):
            if starter not in hand:
                deals[score_hand(hand, starter, crib=crib)] += 1
    assert +Counter(dict(enumerate(deals))) == +published(column)
