"""A player who takes any legal toss and card, all alike: the floor that the others are measured from.

His chance comes from a seed and the place in the game, so that he keeps nothing and always does the same there.
"""

from collections.abc import Sequence

from crib_cli.game.dealer import stream
from crib_cli.game.players.base import Computer
from crib_cli.game.views import View


class RandomLegal(Computer):
    """Plays by the rules, and by nothing else; counts without fault."""

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def toss(self, view: View) -> tuple[int, ...]:
        """Throw any cards."""
        tossed = view.settings.rules.tossed_by(view.settings.players)
        chance = stream(self.seed, "random", view.game, view.deal, view.seat, "toss")
        left = sorted(view.hand)
        toss = [left.pop(int(chance.random() * len(left))) for _ in range(tossed)]
        return tuple(sorted(toss))

    def lay(self, view: View, cards: Sequence[int]) -> int:
        """Play any card that fits."""
        chance = stream(self.seed, "random", view.game, view.deal, view.seat, len(view.laid))
        return sorted(cards)[int(chance.random() * len(cards))]
