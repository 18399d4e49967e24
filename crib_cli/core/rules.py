"""The variants as data, and the totals that each can and cannot count to.

Sources: the Italian and Spanish rule texts the program follows, the Encyclopaedia Britannica (9th and 11th
editions) and Cassell's book for the five-card and seven-card flushes. The lists of impossible totals were
found by counting every combination of ranks and suits, and a test finds them again.
"""

from typing import NamedTuple

from crib_cli.errors import RulesError


class Totals(NamedTuple):
    """What a hand of some size with its starter can count to, in points."""

    highest: int
    impossible: tuple[int, ...]
    """The totals from 0 to ``highest`` that no hand reaches, in rising order."""

    def allows(self, total: int) -> bool:
        """Tell whether some hand counts exactly ``total``.

        >>> SIX.hand_totals.allows(19), SIX.hand_totals.allows(24)
        (False, True)
        """
        return 0 <= total <= self.highest and total not in self.impossible


class Rules(NamedTuple):
    """One variant. Sizes are in cards; a flush is all the hand's cards and is worth one point a card."""

    name: str
    players: tuple[int, ...]
    """How many can play it."""
    dealt: int
    """Cards dealt to each of two players; with three or four the six-card game deals five and tosses one."""
    tossed: int
    kept: int
    crib_size: int
    """Cards in the crib; 0 where the variant has none."""
    one_series: bool
    """Whether the play is over when its first series ends (the old five-card game)."""
    target: int
    """The score that ends a game, in points, where no other is agreed."""
    first_pone: int
    """Points the pone of the first deal of a game starts with: the five-card game's three for last."""
    hand_totals: Totals
    crib_totals: Totals | None

    def size_of(self, *, crib: bool) -> int:
        """Return how many cards are counted with the starter: 4 in the six-card hand.

        Raises RulesError for the crib of a variant that has none.

        >>> FIVE.size_of(crib=False), FIVE.size_of(crib=True)
        (3, 4)
        """
        if not crib:
            return self.kept
        self.totals_of(crib=True)
        return self.crib_size

    def totals_of(self, *, crib: bool) -> Totals:
        """Return the totals that the hand, or the crib, can count to.

        Raises RulesError for the crib of a variant that has none.
        """
        if not crib:
            return self.hand_totals
        if self.crib_totals is None:
            raise RulesError("rules.no_crib", variant=self.name)
        return self.crib_totals

    def tossed_by(self, players: int) -> int:
        """Return how many cards each of so many players tosses: with three or four of them, one.

        >>> SIX.tossed_by(2), SIX.tossed_by(3), SHOTGUN.tossed_by(2)
        (2, 1, 0)
        """
        return self.tossed if players == 2 else 1

    def dealt_to(self, players: int) -> int:
        """Return how many cards each of so many players is dealt.

        >>> SIX.dealt_to(2), SIX.dealt_to(4)
        (6, 5)
        """
        return self.kept + self.tossed_by(players)

    def kitty_of(self, players: int) -> int:
        """Return how many cards the pack gives to the crib: one with three players, else none.

        >>> SIX.kitty_of(2), SIX.kitty_of(3), SIX.kitty_of(4)
        (0, 1, 0)
        """
        return self.crib_size - players * self.tossed_by(players)


class SkunkLine(NamedTuple):
    """A line on the board: a loser who has not reached it is skunked."""

    below: int
    label: str
    """``single``, ``double`` or ``triple``."""
    games: int
    """How many games the win then counts."""


_SKUNK_LINES = {
    121: (SkunkLine(31, "triple", 4), SkunkLine(61, "double", 4), SkunkLine(91, "single", 2)),
    61: (SkunkLine(31, "single", 2),),
}


def skunk_lines(target: int) -> tuple[SkunkLine, ...]:
    """Return the lines of a game to so many points, the lowest first.

    Those of 121 and 61 are the rule texts'; for other targets they lie 60 and 30 points before the end.

    >>> [(line.below, line.label, line.games) for line in skunk_lines(181)]
    [(121, 'double', 4), (151, 'single', 2)]
    """
    others = (SkunkLine(target - 60, "double", 4), SkunkLine(target - 30, "single", 2))
    return _SKUNK_LINES.get(target, others)


_FOUR_AND_STARTER = Totals(29, (19, 25, 26, 27))

SIX = Rules(
    name="six",
    players=(2, 3, 4),
    dealt=6,
    tossed=2,
    kept=4,
    crib_size=4,
    one_series=False,
    target=121,
    first_pone=0,
    hand_totals=_FOUR_AND_STARTER,
    crib_totals=_FOUR_AND_STARTER,
)
FIVE = Rules(
    name="five",
    players=(2,),
    dealt=5,
    tossed=2,
    kept=3,
    crib_size=4,
    one_series=True,
    target=61,
    first_pone=3,
    hand_totals=Totals(20, (16, 17, 18, 19)),
    crib_totals=_FOUR_AND_STARTER,
)
SEVEN = Rules(
    name="seven",
    players=(2,),
    dealt=7,
    tossed=2,
    kept=5,
    crib_size=4,
    one_series=False,
    target=121,
    first_pone=0,
    hand_totals=Totals(46, (35, 41, 42, 43, 44, 45)),
    crib_totals=_FOUR_AND_STARTER,
)
SHOTGUN = Rules(
    name="shotgun",
    players=(2,),
    dealt=6,
    tossed=0,
    kept=6,
    crib_size=0,
    one_series=False,
    target=121,
    first_pone=0,
    hand_totals=Totals(72, (53, 55, 61, 64, 65, 67, 68, 69, 71)),
    crib_totals=None,
)

VARIANTS = {rules.name: rules for rules in (SIX, FIVE, SEVEN, SHOTGUN)}


def find_rules(name: str) -> Rules:
    """Return the variant of that name, in any case.

    Raises RulesError when there is none.

    >>> find_rules("Seven").kept
    5
    """
    rules = VARIANTS.get(name.strip().lower())
    if rules is None:
        raise RulesError("rules.no_variant", text=name, known=tuple(VARIANTS))
    return rules
