"""A player who now and then counts a hand wrong, and does not always see what another has missed.

Everything else he leaves to the player inside. The chance of each count comes from the seed, the game, the deal, the
seat and what is counted, so that nothing is carried along and a game taken up again goes on the same.
"""

from dataclasses import dataclass
from random import Random

from crib_cli.core.breakdown import count_hand
from crib_cli.game.actions import Action, CallMuggins, Claim, Decline
from crib_cli.game.dealer import stream
from crib_cli.game.players.base import Player, count_missed, count_worth, is_crib_next
from crib_cli.game.views import View

OVER_EVERY = 4
"""One wrong count in so many is too high; the others are too low."""

TOO_MANY = 2
"""Points that a count which is too high claims beyond the truth: a fifteen or a pair that is not there."""

OFTEN_MISSED = ("fifteen", "pair", "nobs")
"""What is missed where the hand has any of it; only then a run or a flush."""


@dataclass(frozen=True, slots=True)
class Miscounting:
    """Wraps a player. ``every``: one count in so many is wrong; ``sees``: of 100 faults of others, those he calls."""

    player: Player
    seed: int
    every: int
    sees: int

    def choose(self, view: View) -> Action:
        """Count and call as he does, and do everything else as the player inside."""
        kind = view.awaited.kind
        if kind == "claim" and view.seat in view.settings.claims:
            return Claim(view.seat, self._claim(view))
        if kind == "muggins":
            missed = count_missed(view)
            chance = self._stream(view, f"call {len(view.shown)}")
            sees = missed and int(chance.random() * 100) < self.sees
            return CallMuggins(view.seat, missed) if sees else Decline(view.seat)
        return self.player.choose(view)

    def _claim(self, view: View) -> int:
        """Return the points claimed: the truth, or a miscount that some hand can count to."""
        crib = is_crib_next(view)
        chance = self._stream(view, "crib" if crib else "hand")
        worth = count_worth(view)
        if int(chance.random() * self.every):
            return worth
        totals = view.settings.rules.totals_of(crib=crib)
        return next(filter(totals.allows, _miscounts(view, worth, chance)), worth)

    def _stream(self, view: View, what: str) -> Random:
        return stream(self.seed, "miscount", view.game, view.deal, view.seat, what)


def _miscounts(view: View, worth: int, chance: Random) -> tuple[int, ...]:
    """Return the points without one combination and with one that is not there, in the order they come to mind."""
    items = count_hand(view.counting, view.starter, crib=is_crib_next(view)).items
    over = worth + TOO_MANY
    if not items:
        return (over,)
    likely = [item for item in items if item.kind in OFTEN_MISSED] or items
    under = worth - likely[int(chance.random() * len(likely))].points
    return (under, over) if int(chance.random() * OVER_EVERY) else (over, under)
