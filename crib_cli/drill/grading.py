"""How an answer is judged: points or a call, one kind at a time, the points of a card, a discard.

All points are whole but those of a discard, which are expected points rounded to hundredths.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crib_cli.core.breakdown import KINDS, Counted, Item, points_by_kind
from crib_cli.core.claims import Claim, parse_claim
from crib_cli.core.rules import SIX
from crib_cli.core.verdicts import Verdict, judge_claim, sizes_of
from crib_cli.drill.features import KIND_OF
from crib_cli.drill.questions import CountQuestion, DiscardQuestion, PegQuestion, Question

if TYPE_CHECKING:
    from fractions import Fraction

NINETEEN = 19


@dataclass(frozen=True, slots=True)
class Answer:
    """A judged answer.

    ``claimed`` and ``truth`` are points; ``word`` is ``exact``, ``under``, ``over`` or ``impossible``. ``taken`` are
    the points that the answer earns, ``missed`` those it left, ``excess`` those it claimed too many. ``kinds`` are the
    kinds of combination that were got wrong, empty where only a total was given.
    """

    text: str
    claimed: float
    truth: float
    word: str
    taken: float
    missed: float
    excess: float
    kinds: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.word == "exact" and not self.kinds


def grade_total(question: CountQuestion, text: str) -> tuple[Answer, Verdict]:
    """Judge a claim of points, or a whole call. Raises ClaimError for text that is neither.

    The word nineteen claims nothing, as players use it; so does 19 for a hand that is worth nothing, and it is
    impossible for any other.

    >>> from crib_cli.core.breakdown import count_hand
    >>> question = CountQuestion(count_hand((12, 17, 18, 23), 33), frozenset())  # 4C 5D 5H 6S / 9D: 14
    >>> answer, _ = grade_total(question, "12")
    >>> answer.word, answer.taken, answer.missed
    ('under', 12, 2)
    """
    counted = question.counted
    claim = parse_claim(text, sizes_of(counted))
    if claim.slang or (claim.total == NINETEEN and not claim.parts and not counted.total):
        claim = Claim(0, (), slang=False)
    verdict = judge_claim(claim, counted, SIX.totals_of(crib=counted.crib))
    kinds = {missed.kind for missed in verdict.missed}
    kinds |= {_kind_of(checked.part.kind) for checked in verdict.checked if checked.reason not in (None, "no-suits")}
    answer = _weigh(text, verdict.claimed, counted.total, tuple(kind for kind in KINDS if kind in kinds))
    return replace(answer, word=verdict.word), verdict


def _kind_of(part: str) -> str:
    """Return the kind of item that a part of a call speaks of."""
    for kind in ("fifteen", "run", "pair", "flush"):
        if kind in part:
            return kind
    return "nobs"


def _weigh(text: str, claimed: int, truth: int, kinds: tuple[str, ...]) -> Answer:
    word = "exact" if claimed == truth else "under" if claimed < truth else "over"
    taken = max(0, min(claimed, truth))
    return Answer(text, claimed, truth, word, taken, truth - taken, max(0, claimed - truth), kinds)


def grade_kinds(counted: Counted, claims: Sequence[int]) -> Answer:
    """Judge points claimed kind by kind, in the order of ``breakdown.KINDS``; each kind stands by itself.

    >>> from crib_cli.core.breakdown import count_hand
    >>> answer = grade_kinds(count_hand((12, 17, 18, 23), 33), [4, 6, 2, 4, 0])
    >>> answer.taken, answer.missed, answer.excess, answer.kinds
    (12, 2, 4, ('fifteen', 'flush'))
    """
    truths = list(points_by_kind(counted.items).values())
    taken = sum(min(claim, truth) for claim, truth in zip(claims, truths, strict=True))
    claimed = sum(claims)
    excess = sum(max(0, claim - truth) for claim, truth in zip(claims, truths, strict=True))
    wrong = tuple(kind for kind, claim, truth in zip(KINDS, claims, truths, strict=True) if claim != truth)
    return grade_parts(" ".join(map(str, claims)), counted, claimed, taken, excess, wrong)


def grade_parts(text: str, counted: Counted, claimed: int, taken: int, excess: int, kinds: tuple[str, ...]) -> Answer:
    """Judge a count given in parts, of which ``taken`` points stand and ``excess`` were refused.

    Its word is ``under`` where something was missed, else ``over`` where something was refused, else ``exact``.
    """
    missed = counted.total - taken
    word = "under" if missed else "over" if excess else "exact"
    return Answer(text, claimed, counted.total, word, taken, missed, excess, kinds)


def grade_peg(question: PegQuestion, text: str) -> Answer:
    """Judge what a card is said to score. Raises ClaimError for text that is no number of points.

    >>> from crib_cli.core.pegging import score_card
    >>> question = PegQuestion(((0, 27),), 1, 31, 15, score_card([27], 31), frozenset())  # 7S and 8S
    >>> grade_peg(question, "two").word
    'exact'
    """
    claim = parse_claim(text)
    return _weigh(text, claim.total, question.points, ())


def grade_discard(question: DiscardQuestion, text: str, toss: Sequence[int]) -> Answer:
    """Judge a throw by the expected points it loses against the best one, as discards are ranked, in hundredths.

    A throw that loses less than half a hundredth is as good as the best. Points below zero (a hand worth less than
    what it gives the dealer) are taken as none.

    >>> question = DiscardQuestion((18, 16, 21, 27, 43, 45), "pone", frozenset())  # 5H 5C 6D 7S JS QD
    >>> grade_discard(question, "6D 7S", (21, 27)).word
    'exact'
    """
    from crib_cli.analysis.discard import rank_discards  # the other kinds do without the tables

    choices = rank_discards(question.cards, question.role)
    mine = next(choice for choice in choices if sorted(choice.toss) == sorted(toss))
    best, lost = _to_hundredths(choices[0].total), _to_hundredths(choices[0].total - mine.total)
    worth = round(best - lost, 2)
    return Answer(text, worth, best, "under" if lost else "exact", max(0.0, worth), lost, 0.0)


def _to_hundredths(value: "Fraction") -> float:
    """Round as the tables of discards do: exactly, halves away from zero."""
    units = int((abs(value) * 200 + 1) // 2)
    return (-units if value < 0 else units) / 100


def name_missed(items: Sequence[Item], points: int) -> tuple[Item, ...]:
    """Return combinations worth so many points together, for what a bare total left out: as few as can be, late ones.

    Who counts too few has most likely missed what is called last. Where no choice fits, they are worth a little
    more; where all of them are worth less, they are all of them.

    >>> from crib_cli.core.breakdown import itemise
    >>> [(item.kind, item.points) for item in name_missed(itemise((18, 19, 16, 41), 17), 3)]
    [('pair', 2), ('nobs', 1)]
    """
    choices: dict[int, tuple[Item, ...]] = {0: ()}  # by what they are worth together, the fewest
    for item in reversed(items):
        for worth, chosen in list(choices.items()):
            more = (item, *chosen)
            if len(more) < len(choices.get(worth + item.points, (*items, item))):
                choices[worth + item.points] = more
    return choices[min((worth for worth in choices if worth >= points), default=max(choices))]


def missed_features(question: Question, answer: Answer) -> tuple[str, ...]:
    """Return which of a question's features an answer got wrong, by name in order.

    All of them where only a total was wrong; where the kinds are known, those that are about these kinds. A wrong
    answer to a question without features misses ``plain``.

    >>> from crib_cli.core.breakdown import count_hand
    >>> question = CountQuestion(count_hand((12, 17, 18, 23), 33), frozenset({"double-run"}))
    >>> missed_features(question, grade_total(question, "12")[0])
    ('double-run',)
    """
    if answer.right:
        return ()
    names = [name for name in sorted(question.features) if not answer.kinds or KIND_OF.get(name) in answer.kinds]
    return tuple(names) or ("plain",)
