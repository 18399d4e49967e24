"""How readily a good player throws a card of each rank, with three and with four players.

Five cards are dealt to each, one thrown and four kept. With three the crib is a card from each and one from the pack
(the kitty); with four, partners, it is a card from each. A crib is a player's own when it is the dealer's and he is the
dealer or the dealer's partner. Flushes, heels, pegging and the score of the game are left out.

Model, the same for whoever works out a crib by this table: three different cards that are not among my five join
mine, one from each source (``CRIBS``), and three such cards come together as often as the product of their weights
says. For a player a card of rank r weighs u(r), by whether the crib is his side's own; the kitty is any card, and the
starter any card that is left. The sources know nothing of each other: two players who toss the same rank, or a rank
that is then cut, are a little rarer than at a table, and cribs come out 0.1 to 0.15 points low.

Method: fictitious play. In pass 1 all ranks weigh the same. In each pass every hand throws the rank of the highest
hand mean + crib mean, or - crib mean when the crib is another's; u(r) is then the share of the cards of rank r held
that are thrown, over all deals, averaged over the passes so far, of which pass j counts j times. What ships is the
average over all ``PASSES``, times 5 and ``SCALE``: a card that goes as often as any of five has ``SCALE``.

File: ``one_card.tsv``, a row for each rank, a column for each number of players and owner of the crib. Shares are
counts of deals, so averages and rounding are exact. Only the means compared are floating point, good to 1e-12; a pass
stops if two of them come within ``EDGE``, so that the table is the same on every machine.

What ``check`` shows: the best throws of all hands against the table itself have shares within ``DRIFT`` of it, which
makes it a fixed point of the model as near as that; the crib and hand means that this rests on are worked out for a
sample of hands by going through all draws one by one.
"""

import random
import sys
import time
from collections.abc import Sequence
from math import comb
from pathlib import Path

import numpy as np
from policy_cards import (
    QUARTERS,
    FloatArray,
    Hands,
    IntArray,
    count_ranks,
    count_with_starters,
    list_hands,
    total_points,
)
from policy_files import MARK, SCRIPT, read_sealed, resume, write_sealed

from crib_cli.core.cards import RANKS

NAME = "one_card.tsv"
KITTY = "kitty"
CRIBS = {
    "three_own": ("three_other", "three_other", KITTY),
    "three_other": ("three_own", "three_other", KITTY),
    "four_own": ("four_own", "four_other", "four_other"),
    "four_other": ("four_own", "four_own", "four_other"),
}
"""By number of players and owner of the crib: whose weights the three cards that join mine have."""
SIGNS = (1, -1, 1, -1)
"""By the same: what a point in the crib is worth."""

PASSES = 200
SCALE = 10_000
EDGE = 1e-9
"""Quarter points: two throws whose means are as near as this would be too near to tell apart."""
DRIFT = 100
"""Of ``SCALE``: see ``check``. With hands whose two best throws are all but equal, no table meets itself exactly."""
ACCURACY = 1e-9
"""Quarter points: how far two ways to work out a mean may differ."""

STARTERS = 52 - 5
"""Starters for a hand when only its own five cards are known."""
CRIB_STARTERS = STARTERS - 3
"""Starters when the three cards that join mine are drawn as well."""
HELD = 4 * comb(51, 4)
"""Cards of one rank held, over all deals of five cards."""

HEADER = (
    f"{MARK}crib-one-card 1 {SCRIPT} how readily one of five cards is thrown, by rank, with three and four players: "
    f"{SCALE} is as often as any card; fifteens, pairs, runs and nobs, no flush, no pegging\n"
)
PASS_HEADER = f"crib-one-card-pass 1 {SCRIPT} deals by rank thrown, four rows of {NAME}'s columns\n"


class Model:
    """What throwing each rank from each hand is worth, by the weights of the other players' cards."""

    def __init__(self) -> None:
        self.hands = list_hands(5, 1)
        self.unseen = (4 - self.hands.counts).astype(np.float64)
        drawn = count_ranks(np.indices((13, 13, 13)).reshape(3, -1).T)
        cribs = drawn[:, None] + np.eye(13, dtype=np.int64)
        self.points = count_with_starters(cribs).astype(np.float64)
        """Quarter points by the three ranks drawn (2,197), the rank thrown and the starter's rank."""
        self.taken: FloatArray = (self.points * drawn[:, None]).sum(axis=2)

    def mean_cribs(self, weights: Sequence[FloatArray]) -> FloatArray:
        """Return the mean crib by hand and rank thrown (6,175 x 13), in quarter points; the hand need not hold it."""
        drawn = np.zeros((1, 13))
        chance = np.ones((len(self.unseen), 1))
        for weight in weights:
            ways = np.maximum(self.unseen[:, None] - drawn, 0) * weight
            chance = (chance[:, :, None] * ways).reshape(len(self.unseen), -1)
            drawn = (drawn[:, None] + np.eye(13)).reshape(-1, 13)
        chance /= chance.sum(axis=1, keepdims=True)
        by_starter = (chance @ self.points.reshape(len(drawn), -1)).reshape(-1, 13, 13)
        means: FloatArray = ((by_starter * self.unseen[:, None]).sum(axis=2) - chance @ self.taken) / CRIB_STARTERS
        return means

    def score_throws(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the cribs and the scores of the five throws by column of the table, hand and throw: 4 x 6,175 x 5."""
        by_name = dict(zip(CRIBS, weights, strict=True)) | {KITTY: np.ones(13)}
        means = [self.mean_cribs([by_name[name] for name in names]) for names in CRIBS.values()]
        cribs = np.stack([np.take_along_axis(mean, self.hands.throws, axis=1) for mean in means])
        return cribs, self.hands.kept / STARTERS + np.array(SIGNS)[:, None, None] * cribs


def choose_throws(hands: Hands, scores: FloatArray) -> IntArray:
    """Return the place of the best throw by column and hand; stop if another rank's is too near to be sure."""
    best: IntArray = scores.argmax(axis=2)
    ranks = np.take_along_axis(np.broadcast_to(hands.throws, scores.shape), best[:, :, None], axis=2)
    near = (scores > scores.max(axis=2, keepdims=True) - EDGE) & (hands.throws != ranks)
    if near.any():
        raise SystemExit(f"throws too near to tell apart: {np.argwhere(near).tolist()}")
    return best


def count_thrown(hands: Hands, places: IntArray) -> IntArray:
    """Return by column the deals in which each rank is thrown: 4 x 13."""
    ranks = np.take_along_axis(np.broadcast_to(hands.throws, (*places.shape, 5)), places[:, :, None], axis=2)
    return np.stack([((ranks[:, :, 0] == rank) * hands.deals).sum(axis=1) for rank in range(13)], axis=1)


def scale_shares(counts: IntArray, passes: int) -> IntArray:
    """Return shares times 5 and ``SCALE``, rounded, from thrown cards that add up to ``passes`` times all deals."""
    shares: IntArray = (2 * 5 * SCALE * counts + passes * HELD) // (2 * passes * HELD)
    return shares


# Building


def build(data: Path, work: Path) -> None:
    """Play the passes, from where the work folder has them, and write the table."""
    model = Model()
    total = np.zeros((len(CRIBS), 13), dtype=np.int64)
    weights = np.ones(total.shape)

    def play() -> bytes:
        _, scores = model.score_throws(weights)
        return count_thrown(model.hands, choose_throws(model.hands, scores)).astype("<i8").tobytes()

    for number in range(1, PASSES + 1):
        started = time.perf_counter()
        path = work / f"one_card_pass_{number:03}.bin"
        thrown = np.frombuffer(resume(path, PASS_HEADER, play), dtype="<i8").reshape(total.shape)
        total += number * thrown
        earlier, weights = weights, 5 * total / (HELD * number * (number + 1) // 2)
        moved = abs(weights - earlier).max() * SCALE
        print(f"{path.stem}: {time.perf_counter() - started:.1f} s, moved by {moved:.1f} of {SCALE}", file=sys.stderr)
    table = scale_shares(total, PASSES * (PASSES + 1) // 2)
    rows = [("rank", *CRIBS), *zip(RANKS, *table.tolist(), strict=True)]
    write_sealed(data / NAME, HEADER, "".join("\t".join(map(str, row)) + "\n" for row in rows).encode("ascii"))
    report(model, table)


def report(model: Model, table: IntArray) -> None:
    """Print by column the mean hand and crib of the best throws against the table, and how near a fixed point it is."""
    cribs, scores = model.score_throws(table.astype(np.float64))
    places = choose_throws(model.hands, scores)
    deals = model.hands.deals / model.hands.deals.sum() / QUARTERS
    drift = measure_drift(model, scores, table)
    for column, name in enumerate(CRIBS):
        place = places[column][:, None]
        hand = np.take_along_axis(model.hands.kept, place, axis=1)[:, 0] / STARTERS
        crib = np.take_along_axis(cribs[column], place, axis=1)[:, 0]
        print(
            f"{name}: hand {hand @ deals:.4f}, crib {crib @ deals:.4f}; the best throws against the table differ from "
            f"it by {drift[column]} of {SCALE} at most"
        )


def measure_drift(model: Model, scores: FloatArray, table: IntArray) -> list[int]:
    """Return by column how far the shares of the best throws, from their scores, are from the table at most."""
    shares = scale_shares(count_thrown(model.hands, choose_throws(model.hands, scores)), 1)
    drift: list[int] = abs(shares - table).max(axis=1).tolist()
    return drift


# Checking


def read_table(data: Path) -> IntArray:
    """Return the table: 4 x 13."""
    lines = read_sealed(data / NAME, HEADER).decode("ascii").splitlines()
    rows = [line.split("\t") for line in lines]
    if rows[0] != ["rank", *CRIBS] or [row[0] for row in rows[1:]] != list(RANKS):
        raise SystemExit(f"{NAME}: other rows or columns")
    return np.array([[int(number) for number in row[1:]] for row in rows[1:]]).T


def check(data: Path, sample: int, seed: int) -> None:
    """Check that the table is a fixed point of the model, and a sample of the means that this rests on."""
    table = read_table(data)
    model = Model()
    cribs, scores = model.score_throws(table.astype(np.float64))
    drift = max(measure_drift(model, scores, table))
    if drift > DRIFT:
        raise SystemExit(f"{NAME}: the best throws against it differ by {drift} of {SCALE}")
    draw = random.Random(seed)
    for _ in range(sample):
        column, hand = draw.randrange(len(CRIBS)), draw.randrange(len(model.hands.deals))
        ranks = model.hands.ranks[hand].tolist()
        mine = count_means(ranks, list(CRIBS)[column], dict(zip(CRIBS, table.tolist(), strict=True)))
        for place, (kept, crib) in enumerate(mine):
            off = abs(crib - cribs[column, hand, place])
            if off > ACCURACY or kept != model.hands.kept[hand, place]:
                raise SystemExit(f"{NAME}: {ranks} without {RANKS[ranks[place]]}: disagrees")
    print(f"{NAME}: a fixed point to {drift} of {SCALE}; the means of {sample} hands agree")


def count_means(ranks: Sequence[int], column: str, weights: dict[str, list[int]]) -> list[tuple[int, float]]:
    """Return for each card of a hand what the others count with all starters, and the mean crib if it is thrown.

    Both are in quarter points. Every way to draw three ranks is followed, and every starter behind it.
    """
    drawers = [[1] * 13 if name == KITTY else weights[name] for name in CRIBS[column]]
    chances: dict[tuple[int, ...], float] = {}

    def draw(drawn: tuple[int, ...], chance: float) -> None:
        if len(drawn) == len(drawers):
            cards = tuple(sorted(drawn))
            chances[cards] = chances.get(cards, 0) + chance
            return
        weight = drawers[len(drawn)]
        left = [4 - ranks.count(rank) - drawn.count(rank) for rank in range(13)]
        for rank in range(13):
            if left[rank]:
                draw((*drawn, rank), chance * weight[rank] * left[rank])

    draw((), 1.0)
    total = sum(chances.values())
    means = []
    for place, toss in enumerate(ranks):
        kept = [*ranks[:place], *ranks[place + 1 :]]
        cribs = [chance * total_points((toss, *drawn), (*ranks, *drawn)) for drawn, chance in chances.items()]
        means.append((total_points(kept, ranks), sum(cribs) / total / CRIB_STARTERS))
    return means
