"""The play between two who see each other's cards: the best for both, exactly.

Values are net points, those of the one to move less those of the other. A memo holds every position that was met;
those at the lead are kept from one call to the next, for many hands come down to the same few cards.
"""

from crib_cli.analysis.series import START, Hand, Series

MOST_LEADS = 400_000
"""How many leads are remembered before all are forgotten."""

_LEADS: dict[int, int] = {}


class Solver:
    """Solves positions and counts them: ``nodes`` is how many were worked out."""

    def __init__(self) -> None:
        self.nodes = 0
        self._memo: dict[int, int] = {}
        if len(_LEADS) > MOST_LEADS:
            _LEADS.clear()

    def lead(self, leader: Hand, other: Hand) -> int:
        """Return the net points of a lead, for the leader. The other leads for him if he has no cards.

        >>> from crib_cli.analysis.series import find_hand
        >>> Solver().lead(find_hand((4,)), find_hand((9,)))  # 5 and then a ten: fifteen and last
        -3
        """
        if not leader.size:
            return -self.lead(other, leader) if other.size else 0
        key = leader.number << 16 | other.number
        value = _LEADS.get(key)
        if value is None:
            value = _LEADS[key] = self._best(leader, other, START, alone=False)
        return value

    def move(self, mover: Hand, other: Hand, series: Series, *, alone: bool) -> int:
        """Return the net points for the one whose turn it is in the middle of a series.

        ``alone`` says that he played last, because the other has said go or has no cards.
        """
        key = ((mover.number << 16 | other.number) << 24 | series.number) << 1 | alone
        value = self._memo.get(key)
        if value is None:
            value = self._memo[key] = self._best(mover, other, series, alone=alone)
        return value

    def after(self, rest: Hand, other: Hand, series: Series, *, alone: bool) -> int:
        """Return what follows a card for the one who played it, who holds ``rest`` and was ``alone`` or not."""
        if series.count == 31:
            return -self.lead(other, rest)
        if alone or not other.size:
            if not rest.size:
                return 1 - self.lead(other, rest)
            return self.move(rest, other, series, alone=True)
        return -self.move(other, rest, series, alone=False)

    def _best(self, mover: Hand, other: Hand, series: Series, *, alone: bool) -> int:
        self.nodes += 1
        best = None
        edges = series.edges
        for rank, rest in mover.moves:
            edge = edges[rank]
            if edge is None:
                break  # ranks rise, so no later one fits either
            value = edge[0] + self.after(rest, other, edge[1], alone=alone)
            if best is None or value > best:
                best = value
        if best is not None:
            return best
        if alone:
            return 1 - self.lead(other, mover)
        # A go, or no cards left: the other, who played last, goes on alone.
        return -self.move(other, mover, series, alone=True)
