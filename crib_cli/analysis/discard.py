"""Every way to throw, with exact figures: the hand over all starters, the crib under a model, the play, the total.

The hand knows its suits. The crib is exact given the model of the others: see ``throws`` and ``crib``. Means are
fractions and nothing is sampled, so the same cards always give the same answer. What the play brings with the
cards kept is a table of experts playing each other (six cards, two players); the chance to win from a score is
``odds``.

The models, by game. Two players: the other throws as the policy table says for his role, given that he holds none
of my cards. Three or four players: each of the others tosses a card as readily as good players do, to a crib of
their side's or of another's; with three, the card from the pack is any card.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from crib_cli.analysis.crib import Crib, Figures
from crib_cli.analysis.tables import load_crib_points, load_one_card, load_pegging
from crib_cli.analysis.throws import (
    CELLS,
    PAIR_NUMBERS,
    PAIRS,
    TRIPLES,
    join_single_throws,
    join_throws,
    join_uniform,
    list_multisets,
    weigh_multisets,
)
from crib_cli.core.cards import DECK, make_card, rank_of, suit_of
from crib_cli.core.scoring import RANK_WEIGHTS, RankPoints, score_hand
from crib_cli.errors import RulesError

ROLES = ("dealer", "pone")
_OTHER = {"dealer": "pone", "pone": "dealer"}
_CRIB_RANKS = RankPoints()


class Pegging(NamedTuple):
    """Mean points in the play between experts, with the cards kept: mine, and the other's against them."""

    mine: Fraction
    theirs: Fraction

    @property
    def net(self) -> Fraction:
        """Mine less theirs."""
        return self.mine - self.theirs


class Choice(NamedTuple):
    """One way to throw.

    ``total`` is what it is worth to the one who throws, in points: the hand, with the crib added if it is his own
    side's and taken off if it is another's, and the net of the play. ``pegging`` is None where no table has it, and
    then not in the total. ``win`` is the chance to win the game, 0 to 1, where a score was given.
    """

    keep: tuple[int, ...]
    toss: tuple[int, ...]
    hand: Figures
    crib: Figures
    pegging: Pegging | None
    total: Fraction
    win: float | None


def rank_discards(
    cards: Sequence[int],
    role: str,
    *,
    players: int = 2,
    model: str = "policy",
    play: bool = True,
    score: tuple[int, int] | None = None,
    target: int | None = None,
) -> tuple[Choice, ...]:
    """Return every way to throw, best first.

    Two players hold five, six or seven cards and toss two; three or four hold five and toss one. ``role`` is
    ``dealer`` where the crib is one's own (with four players also the partner's), else ``pone``. ``model`` is
    ``policy``, or ``uniform`` for two players who throw any two cards alike, a yardstick for tests.

    ``score``, mine and the other's before this deal, asks for the chance to win the game to ``target`` (121, or 61
    with five cards); it is for two players with six or five cards.

    Order: the largest chance to win, where a score is given; the largest total; of equal ones the larger mean of the
    hand; then the toss whose cards come first in the pack, ace to king, clubs to spades. The uniform model leaves the
    play out, as does ``play=False``. Raises RulesError for a score where there is no table of chances.

    >>> best = rank_discards([18, 16, 21, 27, 43, 45], "pone")[0]  # 5H 5C 6D 7S JS QD
    >>> best.toss, best.win
    ((21, 27), None)
    """
    figure = _single_crib(cards, role, players) if players > 2 else _pair_crib(cards, role, model)
    sign = 1 if role == "dealer" else -1
    chance = None if score is None else _win_chance(cards, role, players, score, target)
    pegs = play and players == 2 and len(cards) == PEGGED_DEALT and model == "policy"
    choices: list[Choice] = []
    for toss in combinations(sorted(cards, key=_pack_order), 1 if players > 2 else 2):
        left = list(cards)
        for card in toss:
            left.remove(card)
        hand, crib = figure_hand(left, cards), figure(toss)
        thrown = list(cards)
        for card in left:
            thrown.remove(card)
        pegging = figure_pegging(left, role) if pegs else None
        total = hand.mean + sign * crib.mean + (pegging.net if pegging else 0)
        win = None if chance is None else chance(left, crib, pegging)
        choices.append(Choice(tuple(left), tuple(thrown), hand, crib, pegging, total, win))
    # Stable: equal ones stay in toss order. Chances that differ by less than a billionth are equal.
    choices.sort(key=lambda choice: (-round(choice.win or 0, 9), -choice.total, -choice.hand.mean))
    return tuple(choices)


PEGGED_DEALT = 6
"""Cards dealt in the game whose play has a table."""


@cache
def _kept_numbers() -> dict[tuple[int, ...], int]:
    return {ranks: number for number, ranks in enumerate(list_multisets(4))}


def figure_pegging(keep: Sequence[int], role: str) -> Pegging:
    """Return what experts peg in the mean with four cards of the six-card game, and their opponents.

    >>> figure_pegging([18, 16, 21, 27], "pone").net < figure_pegging([18, 16, 21, 27], "dealer").net
    True
    """
    mine, theirs = load_pegging()[role][_kept_numbers()[tuple(sorted(map(rank_of, keep)))]]
    return Pegging(Fraction(mine, 1000), Fraction(theirs, 1000))


def _win_chance(
    cards: Sequence[int], role: str, players: int, score: tuple[int, int], target: int | None
) -> Callable[[Sequence[int], Figures, Pegging | None], float]:
    """Return what turns a way to throw into the chance to win the game from a score."""
    from crib_cli.analysis.odds import Standing, load_parts, throw_chance  # only with a score

    variant = {6: "six", 5: "five"}.get(len(cards))
    if players != 2 or variant is None:
        raise RulesError("discard.no_score", cards=len(cards), players=players)
    standing = Standing(role, *score, target=target or {"six": 121, "five": 61}[variant], variant=variant)
    parts = load_parts(variant)
    means = [sum(play[side] * play[2] for play in parts.plays) / parts.deals for side in (0, 1)]
    usual_mine, usual_theirs = means if role == "dealer" else means[::-1]

    def chance(keep: Sequence[int], crib: Figures, pegging: Pegging | None) -> float:
        more = (0.0, 0.0)
        if pegging is not None:
            more = float(pegging.mine) - usual_mine, float(pegging.theirs) - usual_theirs
        return throw_chance(standing, list_cuts(keep, cards), float(crib.mean), more)

    return chance


def list_cuts(keep: Sequence[int], dealt: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return every starter with what the hand then counts and how many cards it stands for, in pack order.

    A starter is a card, or a rank alone where the cards have no suits. Raises nothing.

    >>> list_cuts([18, 16, 45, 43], [18, 16, 21, 27, 43, 45])[0]  # 5H 5C QD JS and the ace of clubs
    (0, 10, 1)
    """
    if suit_of(dealt[0]) is None:
        ranks = [rank_of(card) for card in dealt]
        starters = [(make_card(rank), 4 - ranks.count(rank)) for rank in range(13) if ranks.count(rank) < 4]
    else:
        starters = [(card, 1) for card in DECK if card not in dealt]
    return [(starter, score_hand(keep, starter), number) for starter, number in starters]


def figure_hand(keep: Sequence[int], dealt: Sequence[int]) -> Figures:
    """Return the exact figures of the cards kept over every starter that was not dealt to me.

    >>> figure_hand([4, 9, 13, 17], [0, 4, 9, 13, 17, 21]).mean  # 2C 3D 4D 5D of six cards
    Fraction(197, 23)
    """
    cuts = list_cuts(keep, dealt)
    number = sum(cards for _, _, cards in cuts)
    first = sum(points * cards for _, points, cards in cuts)
    second = sum(points * points * cards for _, points, cards in cuts)
    mean = Fraction(first, number)
    counts = [points for _, points, _ in cuts]
    return Figures(mean, min(counts), max(counts), sqrt(Fraction(second, number) - mean * mean))


def _pack_order(card: int) -> tuple[int, int]:
    return rank_of(card), suit_of(card) or 0


def _count_ranks(cards: Sequence[int]) -> list[int]:
    counts = [0] * 13
    for card in cards:
        counts[rank_of(card)] += 1
    return counts


def _pair_crib(cards: Sequence[int], role: str, model: str) -> Callable[[Sequence[int]], Figures]:
    """Return what figures a toss of two cards, to a crib that one other player fills with two."""
    mine = _count_ranks(cards)
    if model == "uniform":
        joint = join_uniform(mine)
    else:
        joint = join_throws(mine, len(cards), weigh_multisets(mine, len(cards)), _OTHER[role])
    crib = Crib(cards, PAIRS, joint)
    table = load_crib_points()

    def figure(toss: Sequence[int]) -> Figures:
        low, high = sorted(map(rank_of, toss))
        start = PAIR_NUMBERS[low, high] * CELLS
        return crib.figure(toss, table[start : start + CELLS])

    return figure


def _single_crib(cards: Sequence[int], role: str, players: int) -> Callable[[Sequence[int]], Figures]:
    """Return what figures a toss of one card, to a crib that two or three others and the pack fill."""
    tables = load_one_card()
    if players == 3:
        own, other = tables["three_own"], tables["three_other"]
        # To my crib both others toss to another's; to another's crib its owner tosses to his own.
        throwers = [other, other] if role == "dealer" else [own, other]
        readiness = [*throwers, (1,) * 13]
    else:
        own, other = tables["four_own"], tables["four_other"]
        # My partner and I own a crib together, or the two opponents do.
        readiness = [own, other, other] if role == "dealer" else [other, own, own]
    crib = Crib(cards, TRIPLES, join_single_throws(_count_ranks(cards), readiness))

    def figure(toss: Sequence[int]) -> Figures:
        return crib.figure(toss, list(_triple_points(rank_of(toss[0]))))

    return figure


def _triple_points(rank: int) -> Iterator[int]:
    """Yield the points of a crib of one rank, each triple and each starter; 0 where a rank comes five times."""
    for triple in TRIPLES:
        key = RANK_WEIGHTS[rank] + sum(RANK_WEIGHTS[other] for other in triple)
        for starter in range(13):
            five = triple.count(starter) == 3 and starter == rank
            yield 0 if five else _CRIB_RANKS[key + RANK_WEIGHTS[starter]]
