"""What the play is worth with each kept hand, against a modelled opponent: exact for a sample of his hands.

For each rank multiset of four and each role: the best response to ``reply.options`` over ``SAMPLE`` hands of the
opponent that stand for all (see ``belief.thin``), given the four cards alone. There is no chance in it. Mine and
theirs are told apart by a second search in which my points count a little more: what it gains is that little times
my points, because the best choice stays the best.

The figures are those of one who knows how his opponent chooses. ``odds_pegging`` brings them down to what two
experts peg against each other.
"""

from pathlib import Path

from odds_files import collect

from crib_cli.analysis.belief import thin, update, weigh_kept
from crib_cli.analysis.response import Response
from crib_cli.analysis.series import START, find_hand
from crib_cli.analysis.throws import list_multisets

ROLES = ("dealer", "pone")
OTHER = {"dealer": "pone", "pone": "dealer"}
HANDS = list_multisets(4)
SAMPLE = 120
MORE = 2.0**-20
"""What a point of mine counts more in the second search."""
UNIT = 1000
"""Values are in thousandths of a point."""


def value_hand(role: str, ranks: tuple[int, ...], sample: int = SAMPLE) -> tuple[int, int]:
    """Return what I peg with a hand and what the other pegs, in thousandths of a point."""
    counts = [ranks.count(rank) for rank in range(13)]
    belief = thin(update(weigh_kept(counts, 6, 4, OTHER[role]), ()), sample)
    total = sum(case[0] for case in belief)
    hand = find_hand(ranks)
    found = []
    for worth in (1.0, 1.0 + MORE):
        response = Response(worth=worth)
        turn = response.mine if role == "pone" else response.theirs
        found.append(turn(hand, START, belief, alone=False) / total)
    net, more = found
    mine = (more - net) / MORE
    return round(UNIT * mine), round(UNIT * (mine - net))


def value_all(work: Path, jobs: int) -> dict[str, list[list[int]]]:
    """Return by role the values of ``HANDS`` in order; those found in the work folder are not worked out again."""
    return {
        role: collect(
            work / f"values_{role}.jsonl",
            len(HANDS),
            lambda place, role=role: list(value_hand(role, HANDS[place])),
            f"values, {role}",
            jobs,
        )
        for role in ROLES
    }
