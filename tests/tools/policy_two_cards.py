"""Which two ranks a good player throws, as dealer and as pone, in cribbage for two with six, five or seven cards.

Five cards are dealt and three kept, six and four, or seven and five; a starter is added to the hand, and the crib has
the four cards thrown and the starter. Pegging, flushes, heels and the score of the game are left out.

Method: fictitious play. In pass 1 both roles throw for the mean of the hand alone. In pass k each role plays the
best response to the other role's passes 1 to k - 1, of which pass j counts j times, so that the first, poor ones
fade. What ships is the pure best response to the average over all ``PASSES`` passes, which is pass ``PASSES`` + 1
of the same rule. A dealer takes the largest hand + crib, a pone the largest hand - crib.

Card removal is full. Against my hand an opponent's weighs the product over ranks of C(4 - mine[r], theirs[r]), and
the starter then falls on rank r with weight 4 - mine[r] - theirs[r].

Every comparison is between integers, and floating point holds only integers below 2**53, so that the result is
the same on every machine. Of equal throws the lowest pair in rank order is taken.

Files:

``policy_GAME.bin``
    One byte for each hand as dealer, then one for each as pone: the number of the pair thrown.
``policy_GAME_history.bin``
    Passes 2 to ``PASSES`` behind it, from the last to the first, each as what it changes in the one before it in the
    file (the first of them: in ``policy_GAME.bin``). For dealer, then pone: the number of changes, then the hands,
    both as little-endian 16-bit integers, then a byte with the pair for each. Pass 1 needs no file.

What makes a sample of it proof: an entry is a function of the other role's earlier passes alone, never of its own
role's table, so an entry can't vouch for itself. ``check`` draws entries of the policy and of the passes and works
each out by going through all hands of the opponent, where the building uses inclusion and exclusion. The policy
stands without the history as well, as near an equilibrium: no throw in it loses more than ``REGRET_LIMIT`` against
the policy itself as the opponent, which is checked on the same sample.
"""

import csv
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from math import comb
from operator import itemgetter
from pathlib import Path

import numpy as np
from policy_cards import (
    CHOOSE,
    PAIR_COUNTS,
    PAIRS,
    QUARTERS,
    FloatArray,
    Hands,
    IntArray,
    choose_throws,
    list_crib_points,
    list_hands,
    total_points,
    unkey_ranks,
)
from policy_files import (
    SCRIPT,
    pack_history,
    pack_table,
    read_sealed,
    resume,
    unpack_history,
    unpack_table,
    write_sealed,
)

from crib_cli.core.cards import RANKS
from crib_cli.core.scoring import RANK_WEIGHTS

PASSES = 16
ROLES = ("dealer", "pone")
SIGNS = (1, -1)
"""By role: what a point in the crib is worth."""
TABLES = ("own", "opp")
"""By role: the name of the table of its cribs among the published ones."""
REGRET_LIMIT = 0.02
"""Points: more than any throw of a policy may lose against the policy as the opponent (see ``check``)."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game for two in which each tosses two of ``dealt`` cards; ``hands`` is how many rank multisets there are."""

    name: str
    dealt: int
    hands: int

    @property
    def starters(self) -> int:
        """Starters for a hand when only its own cards are known."""
        return 52 - self.dealt

    @property
    def crib_deals(self) -> int:
        """Ways to deal the opponent's hand and the starter, mine known: what a crib total is out of."""
        return comb(self.starters, self.dealt) * (self.starters - self.dealt)

    @property
    def unit(self) -> int:
        """What one point is in the scores of ``score_throws`` at weight 1."""
        return QUARTERS * self.starters * self.crib_deals

    @property
    def headers(self) -> tuple[str, str, str]:
        """The first lines of the policy, of its history and of a pass in the work folder."""
        rules = f"{self.name}-card cribbage for two: fifteens, pairs, runs and nobs, no flush, no pegging"
        return (
            f"crib-policy 1 {SCRIPT} {rules}; {self.hands} bytes dealer, {self.hands} bytes pone\n",
            f"crib-policy-history 1 {SCRIPT} the passes behind policy_{self.name}.bin, last first, as changes\n",
            f"crib-policy-pass 1 {SCRIPT} one pass, laid out as policy_{self.name}.bin\n",
        )


GAMES = {game.name: game for game in (Game("six", 6, 18395), Game("five", 5, 6175), Game("seven", 7, 49205))}


# The crib, by inclusion and exclusion


class Cribs:
    """What each throw of each hand is worth in the crib, against any opponent, with full card removal.

    The opponent's hands that hold none of my cards are counted by inclusion and exclusion: the sum over the subsets
    of my cards of the hands that hold at least that subset, with the sign of its size. A subset matters by its ranks
    only, and of six cards there are 26,950 of them, so that all my hands share one table of these sums.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hands = list_hands(game.dealt, 2)
        self.points = list_crib_points()
        self.subsets, self.sizes = self._number_subsets()
        self.signs = np.array([(-1) ** subset.bit_count() for subset in range(2**game.dealt)])

    def _number_subsets(self) -> tuple[IntArray, IntArray]:
        """Return the number of each hand's subsets, and by number how many sets of cards have those ranks."""
        dealt = range(self.game.dealt)
        chosen = np.array([[subset >> place & 1 for place in dealt] for subset in range(2**self.game.dealt)])
        cards = np.array(RANK_WEIGHTS)[self.hands.ranks]
        keys, numbers = np.unique(cards @ chosen.T, return_inverse=True)
        return numbers.reshape(-1, len(chosen)), CHOOSE[4, unkey_ranks(keys)].prod(axis=1).astype(np.int64)

    def _sum_disjoint(self, values: IntArray) -> IntArray:
        """Return for each of my hands the sum of a value over the opponent's deals that share no card with it.

        ``values`` is by opponent's hand. A set of ranks is in a hand as often as it comes among the hand's subsets,
        over all deals of those ranks; divided by the sets of cards with these ranks, that is the share of one set.
        """
        weights = np.repeat((self.hands.deals * values).astype(np.float64), self.subsets.shape[1])
        totals = np.bincount(self.subsets.ravel(), weights=weights, minlength=len(self.sizes))
        shares: IntArray = totals.astype(np.int64) // self.sizes
        disjoint: IntArray = shares[self.subsets] @ self.signs
        return disjoint

    def total(self, opponent: IntArray) -> IntArray:
        """Return the crib total of each pair thrown from each hand (hands x 91), in quarter points.

        ``opponent`` counts, for each of their hands, how often they throw each pair. The total is over the
        opponent's deals, their throws and the starters. Of the starter's weight 4 - mine - theirs, the first part
        is a factor outside the sum over the opponent's hands and ``theirs`` is inside it.
        """
        counts = self.hands.counts
        thrown = np.stack([self._sum_disjoint(column) for column in opponent.T], axis=1)
        total = np.zeros_like(opponent)
        held = np.zeros_like(opponent)
        for rank, points in enumerate(self.points):
            total += (4 - counts[:, rank, None]) * _multiply(thrown, points)
            held += counts[:, rank, None] * _multiply(opponent, points)
        return total - np.stack([self._sum_disjoint(column) for column in held.T], axis=1)


def _multiply(left: IntArray, right: FloatArray) -> IntArray:
    """Return the matrix product of integers, by way of floating point, exact below 2**53."""
    product: FloatArray = left.astype(np.float64) @ right
    return product.astype(np.int64)


# The passes


def score_throws(game: Game, kept: IntArray, crib: IntArray, weight: int, role: int) -> IntArray:
    """Return what throws are worth, in points times ``weight`` units of the game, from their hand and crib totals.

    The crib totals are with ``weight`` throws of the opponent in each hand.
    """
    return kept * (game.crib_deals * weight) + SIGNS[role] * game.starters * crib


def count_throws(tables: Sequence[IntArray]) -> IntArray:
    """Return how often each role throws each pair from each hand over the passes, pass k counting k times."""
    opponents = np.zeros((2, tables[0].shape[1], len(PAIRS)), dtype=np.int64)
    hands = np.arange(tables[0].shape[1])
    for weight, table in enumerate(tables, 1):
        for role in range(2):
            opponents[role, hands, table[role]] += weight
    return opponents


def weigh(passes: int) -> int:
    """Return what the passes count together: 1 + 2 + ... + ``passes``.

    >>> weigh(3)
    6
    """
    return passes * (passes + 1) // 2


def choose_first(hands: Hands) -> IntArray:
    """Return pass 1: the best by the hand alone, the same for both roles."""
    return choose_throws(hands.kept, hands.throws)[None].repeat(2, axis=0)


def total_cribs(cribs: Cribs, opponents: IntArray) -> IntArray:
    """Return by role the crib totals against the other role's throws: 2 x hands x 91."""
    return np.stack([cribs.total(opponents[1 - role]) for role in range(2)])


def score_all(cribs: Cribs, totals: IntArray, weight: int) -> IntArray:
    """Return by role what the throws of each hand are worth; ``totals`` is from ``total_cribs``."""
    hands = cribs.hands
    tossed = [np.take_along_axis(total, hands.throws, axis=1) for total in totals]
    return np.stack([score_throws(cribs.game, hands.kept, tossed[role], weight, role) for role in range(2)])


def mean_cribs(cribs: Cribs, totals: IntArray, weight: int) -> FloatArray:
    """Return by role and pair the mean crib in points, over the deals of all hands that hold the pair: 2 x 91."""
    hands = cribs.hands
    holds = (hands.counts[:, None] >= PAIR_COUNTS).all(axis=2)
    deals = (holds * hands.deals[:, None]).astype(np.float64)
    means: FloatArray = (totals * deals).sum(axis=1) / deals.sum(axis=0) / (QUARTERS * cribs.game.crib_deals * weight)
    return means


# Building


def build(game: Game, data: Path, history: Path, work: Path, reference: Path | None) -> None:
    """Play the passes, from where the work folder has them, and write both files."""
    cribs = Cribs(game)
    tables = [choose_first(cribs.hands)]
    policy_header, history_header, pass_header = game.headers

    def play() -> bytes:
        scores = score_all(cribs, total_cribs(cribs, count_throws(tables)), weigh(len(tables)))
        return pack_table(choose_throws(scores, cribs.hands.throws))

    while len(tables) <= PASSES:
        started = time.perf_counter()
        path = work / f"{game.name}_pass_{len(tables) + 1:02}.bin"
        tables.append(unpack_table(resume(path, pass_header, play)))
        report_pass(path.stem, tables, time.perf_counter() - started)
    write_sealed(data / f"policy_{game.name}.bin", policy_header, pack_table(tables[-1]))
    write_sealed(history / f"policy_{game.name}_history.bin", history_header, pack_history(tables[1:]))
    report(cribs, tables, reference)


def report_pass(name: str, tables: Sequence[IntArray], seconds: float) -> None:
    """Print how many throws the last pass changed."""
    flips = (tables[-1] != tables[-2]).sum(axis=1).tolist()
    print(f"{name}: {seconds:.1f} s, changed {flips[0]} dealer {flips[1]} pone", file=sys.stderr)


def report(cribs: Cribs, tables: Sequence[IntArray], reference: Path | None) -> None:
    """Print means, what the policy loses against itself, its crib table, and how that compares with published ones."""
    hands = cribs.hands
    totals = total_cribs(cribs, count_throws(tables[-1:]))
    scores = score_all(cribs, totals, 1)
    places = (hands.throws == tables[-1][:, :, None]).argmax(axis=2, keepdims=True)
    regrets = (scores.max(axis=2) - np.take_along_axis(scores, places, axis=2)[:, :, 0]) / cribs.game.unit
    kept = [np.take_along_axis(hands.kept, place, axis=1)[:, 0] for place in places]
    crib = np.take_along_axis(totals, tables[-1][:, :, None], axis=2)[:, :, 0]
    for role, name in enumerate(ROLES):
        gain = (regrets[role] * hands.deals).sum() / hands.deals.sum()
        print(
            f"{cribs.game.name}-card {name}: hand {average(hands, kept[role]) / cribs.game.starters / QUARTERS:.4f}, "
            f"crib {average(hands, crib[role]) / cribs.game.crib_deals / QUARTERS:.4f}; a best reply to the policy "
            f"gains {gain:.6f} a deal, {regrets[role].max():.4f} in one hand"
        )
    means = mean_cribs(cribs, totals, 1)
    averaged = mean_cribs(cribs, total_cribs(cribs, count_throws(tables[:-1])), weigh(PASSES))
    print(f"policy against average of the passes: crib table differs by {abs(means - averaged).max():.4f} at most")
    print("toss   own   opp")
    for (low, high), own, opp in zip(PAIRS, *means.tolist(), strict=True):
        print(f"{RANKS[low]:>2}-{RANKS[high]:<2} {own:5.2f} {opp:5.2f}")
    if reference is not None and cribs.game.dealt == 6:
        compare(means, reference)


def average(hands: Hands, values: IntArray) -> float:
    """Return the mean of a value by hand over all deals; the sum goes beyond 64 bits."""
    total: int = sum(deals * value for deals, value in zip(hands.deals.tolist(), values.tolist(), strict=True))
    return total / int(hands.deals.sum())


def compare(means: FloatArray, reference: Path) -> list[tuple[str, float, float]]:
    """Print and return how a six-card crib table differs from the published ones: rms and the largest difference.

    They are the files ``discard_own_NAME.csv`` and ``discard_opp_NAME.csv`` of a folder.
    """
    found = []
    for role, table in enumerate(TABLES):
        for path in sorted(reference.glob(f"discard_{table}_*.csv")):
            with path.open(encoding="utf-8", newline="") as file:
                values = {(row["rank1"], row["rank2"]): float(row["value"]) for row in csv.DictReader(file)}
            off = means[role] - np.array([values[RANKS[low], RANKS[high]] for low, high in PAIRS])
            worst = int(abs(off).argmax())
            low, high = PAIRS[worst]
            found.append((path.stem, float(np.sqrt((off**2).mean())), float(abs(off).max())))
            print(
                f"{path.stem}: rms {found[-1][1]:.3f}, bias {off.mean():+.3f}, "
                f"worst {off[worst]:+.3f} at {RANKS[low]}-{RANKS[high]}"
            )
    return found


# Checking


def check(game: Game, data: Path, history: Path, sample: int, seed: int) -> None:
    """Recompute a random sample of the policy and as many entries of its passes; stop at a difference."""
    policy_header, history_header, _ = game.headers
    last = unpack_table(read_sealed(data / f"policy_{game.name}.bin", policy_header))
    tables = unpack_history(read_sealed(history / f"policy_{game.name}_history.bin", history_header), last)
    if len(tables) != PASSES:
        raise SystemExit(f"policy_{game.name}_history.bin: {len(tables)} passes with the policy, not {PASSES}")
    hands = list_hands(game.dealt, 2)
    tables.insert(0, choose_first(hands))
    points = list_crib_points()
    entries = draw_entries(sample, seed, len(hands.deals))
    for done, group in groupby(entries, key=itemgetter(0)):
        opponents = count_throws(tables[:done]).astype(np.float64)
        for _, role, hand in group:
            scores = score_hand(game, hands, points, opponents[1 - role], weigh(done), role, hand)
            best = int(choose_throws(scores, hands.throws[[hand]])[0])
            demand(f"{game.name}, pass {done + 1}", role, hand, agrees=tables[done][role, hand] == best)
    itself = count_throws([last]).astype(np.float64)
    for _, role, hand in entries[-sample:]:
        scores = score_hand(game, hands, points, itself[1 - role], 1, role, hand)
        regret = (scores.max() - scores[hands.throws[[hand]] == last[role, hand]].max()) / game.unit
        demand(f"{game.name}, loses {regret:.3f}", role, hand, agrees=regret <= REGRET_LIMIT)
    print(f"policy_{game.name}.bin: {sample} entries and {sample} of the passes behind it agree")


def draw_entries(sample: int, seed: int, hands: int) -> list[tuple[int, int, int]]:
    """Return entries to check, in order: how many passes come before the entry's, its role, its hand.

    The first half are of the passes, the last half of the policy.
    """
    draw = random.Random(seed)
    passes = [draw.randrange(1, PASSES) for _ in range(sample)] + [PASSES] * sample
    return sorted((done, draw.randrange(2), draw.randrange(hands)) for done in passes)


def score_hand(
    game: Game, hands: Hands, points: FloatArray, opponent: FloatArray, weight: int, role: int, hand: int
) -> IntArray:
    """Return what ``score_throws`` does, for one hand, by going through all of the opponent's hands."""
    mine = hands.counts[hand]
    deals = CHOOSE[4 - mine, hands.counts].prod(axis=1)
    starters = deals[:, None] * (4 - mine - hands.counts)
    joint = opponent.T @ starters  # the pair thrown by the starter's rank: 91 x 13
    crib = np.einsum("pr,rtp->t", joint, points).astype(np.int64)
    kept = np.array([count_kept(hands.ranks[hand].tolist())])
    return score_throws(game, kept, crib[hands.throws[[hand]]], weight, role)


def count_kept(ranks: Sequence[int]) -> list[int]:
    """Return a hand's row of ``Hands.kept``, card by card."""
    tosses = combinations(range(len(ranks)), 2)
    return [total_points([rank for place, rank in enumerate(ranks) if place not in toss], ranks) for toss in tosses]


def demand(what: str, role: int, hand: int, *, agrees: bool) -> None:
    """Stop with what is wrong with an entry, unless it agrees."""
    if not agrees:
        raise SystemExit(f"{ROLES[role]}, hand {hand}: {what}: disagrees")
