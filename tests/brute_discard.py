"""A second way to the figures of a discard: cards as strings, dealing instead of counting. Shares no code with them.

Only the policy table is taken from the program, because it is the model that both follow: what a player throws
from six ranks. Everything else is dealt, cut and scored here, with numpy, suits and all.
"""

from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np

import crib_cli

DATA = Path(crib_cli.__file__).parent / "analysis" / "data"
PAIRS = list(combinations_with_replacement(range(13), 2))
VALUES = np.minimum(np.arange(13) + 1, 10)
WEIGHTS = 7 ** np.arange(13, dtype=np.int64)


def read_policy(dealt: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return sorted keys of all multisets, and by role the number of the pair thrown from each."""
    name = {5: "five", 6: "six", 7: "seven"}[dealt]
    payload = (DATA / f"policy_{name}.bin").read_bytes().split(b"\n", 2)[2]
    hands = [
        ranks
        for ranks in combinations_with_replacement(range(13), dealt)
        if max(ranks.count(rank) for rank in ranks) <= 4
    ]
    keys = np.array([sum(int(WEIGHTS[rank]) for rank in ranks) for ranks in hands])
    order = np.argsort(keys)
    half = len(payload) // 2
    roles = {"dealer": payload[:half], "pone": payload[half:]}
    return keys[order], {role: np.frombuffer(table, np.uint8)[order] for role, table in roles.items()}


def deal_others(mine: list[int], dealt: int, other: str, deals: int, seed: int) -> np.ndarray:
    """Deal the other player's cards and a starter from what is left; return thrown, thrown, starter for each deal."""
    chance = np.random.default_rng(seed)
    left = np.array([card for card in range(52) if card not in mine])
    order = np.argsort(chance.random((deals, len(left))), axis=1)[:, : dealt + 1]
    cards = left[order]
    hands, starters = cards[:, :dealt], cards[:, dealt]
    ranks = hands // 4
    keys, tables = read_policy(dealt)
    pairs = np.array(PAIRS)[tables[other][np.searchsorted(keys, WEIGHTS[ranks].sum(axis=1))]]
    # Of cards of one rank the first in the order of dealing is thrown: any of them alike.
    first = (ranks == pairs[:, :1]).argmax(axis=1)
    rows = np.arange(deals)
    thrown = hands[rows, first]
    ranks = ranks.copy()
    ranks[rows, first] = -1
    second = (ranks == pairs[:, 1:]).argmax(axis=1)
    return np.stack([thrown, hands[rows, second], starters], axis=1)


def score_cribs(toss: list[int], others: np.ndarray) -> np.ndarray:
    """Return the points of every crib: the toss, the others' cards, and the starter in the last column."""
    deals = len(others)
    cards = np.concatenate([np.tile(np.array(toss), (deals, 1)), others], axis=1)
    ranks, suits = cards // 4, cards % 4
    points = np.zeros(deals, dtype=np.int64)
    values = VALUES[ranks]
    for chosen in range(1, 32):
        columns = [place for place in range(5) if chosen >> place & 1]
        points += 2 * (values[:, columns].sum(axis=1) == 15)
    for low in range(5):
        for high in range(low):
            points += 2 * (ranks[:, low] == ranks[:, high])
    counts = np.stack([(ranks == rank).sum(axis=1) for rank in range(13)] + [np.zeros(deals, dtype=np.int64)], axis=1)
    for length in (5, 4, 3):
        for first in range(14 - length):
            inside = counts[:, first : first + length].prod(axis=1)
            before = counts[:, first - 1] if first else np.zeros(deals, dtype=np.int64)
            after = counts[:, first + length] if first + length < 14 else np.zeros(deals, dtype=np.int64)
            points += length * inside * (before == 0) * (after == 0)
    starter = suits[:, 4:]
    points += ((ranks[:, :4] == 10) & (suits[:, :4] == starter)).sum(axis=1) * (ranks[:, 4] != 10)
    points += 5 * (suits == starter).all(axis=1)
    return points
