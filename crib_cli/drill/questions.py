"""What to ask: questions by seed, level and round, drawn for the features that are worth practising.

Each round has a random stream of its own, named by the seed, the kind, the level and the round, so that any
question can be made again without those before it. First a feature is chosen by weight, then cards that have it.

Levels. 1: small hands, up to 8 points in few combinations. 2: hands as they come. 3: every other hand drawn for a
feature that people miss. 4: every hand. 5: the hardest, two such features at once or 12 points and more. In the play
level 1 has at most two cards before the one asked for, level 5 three and more. For discards it is how near the second
choice is to the best: more than 1.5 points at level 1, more than 0.5 at level 2, anything at 3, less than 0.5 at
level 4, less than 0.2 at level 5, or as near to that as four deals come. A feature that is asked for by name comes
even where it is too much for the level.

The adaptive rule. Every feature has a base weight, what is drawn as it comes has the rest, together 1. To the base
weight four times the feature's excess is added: by how much its share of wrong answers is above that of all answers
(both of the last 200 of the kind; each share counts two answers more, right and wrong as all are). One who always
misses the same thing soon meets it in two hands of three; one who misses everything alike is asked as at first.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

from crib_cli.core.breakdown import Counted, count_hand
from crib_cli.core.cards import DECK, VALUES, rank_of
from crib_cli.core.pegging import Score, begin_play, legal_cards, play_card, say_go, seat_to_play
from crib_cli.core.scoring import score_hand
from crib_cli.drill.features import FEATURES, count_features, discard_features, peg_features

KINDS = ("count", "crib", "peg", "discard")
LEVELS = (1, 2, 3, 4, 5)
PLAIN = "plain"
"""Stands for no feature: cards as they come."""

BEYOND_LEVEL_1 = {
    "count": ("triple-run", "double-double-run", "double-pair-royal"),
    "crib": ("triple-run", "double-double-run", "double-pair-royal"),
    "peg": ("thirty-one", "long-run", "broken-run"),
    "discard": (),
}
"""Features that no question of level 1 can have, so that none is drawn for them there."""

ADAPT = 4.0
WINDOW = 200
SMOOTHING = 2
TRIES = 600
SMALL_POINTS, SMALL_ITEMS = 8, 4
BIG_POINTS = 12
LAST_LEFT_OUT = 0.8
"""How often a card that ends its series is left out where it is not what is wanted: every deal has two or three."""


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """A hand or crib with its starter; ``counted`` holds the answer."""

    counted: Counted
    features: frozenset[str]


@dataclass(frozen=True, slots=True)
class PegQuestion:
    """A card in the play: the series before it, the card, who plays it, what it scores, the goes said before it."""

    series: tuple[tuple[int, int], ...]
    """Who played which card of the series, in order."""
    seat: int
    card: int
    count: int
    """The count with the card."""
    scores: tuple[Score, ...]
    features: frozenset[str]

    @property
    def points(self) -> int:
        """What the card scores in all."""
        return sum(score.points for score in self.scores)

    @property
    def ends(self) -> bool:
        """Whether nobody can play behind it, which earns the point for last."""
        return any(score.reason == "last" for score in self.scores)


@dataclass(frozen=True, slots=True)
class DiscardQuestion:
    """Six cards and whose the crib is: ``role`` is ``dealer`` where it is one's own."""

    cards: tuple[int, ...]
    role: str
    features: frozenset[str]


Question = CountQuestion | PegQuestion | DiscardQuestion


@dataclass(frozen=True, slots=True)
class Tally:
    """What history says of one kind of question: answers in all, and by feature how many, and how many wrong."""

    answers: int = 0
    wrong: int = 0
    seen: Mapping[str, int] | None = None
    missed: Mapping[str, int] | None = None


def tally_answers(answers: Iterable[tuple[Iterable[str], Iterable[str]]]) -> Tally:
    """Add up answers, each given as its features and those of them that were missed.

    >>> tally_answers([({"nobs", "flush"}, {"nobs"}), ({"nobs"}, ())]).missed
    {'nobs': 1}
    """
    seen: dict[str, int] = {}
    missed: dict[str, int] = {}
    number = wrong = 0
    for features, lost in answers:
        wrongly = tuple(lost)
        number += 1
        wrong += bool(wrongly)
        for name in features:
            seen[name] = seen.get(name, 0) + 1
        for name in wrongly:
            missed[name] = missed.get(name, 0) + 1
    return Tally(number, wrong, seen, missed)


def weigh_features(kind: str, level: int, tally: Tally | None = None) -> dict[str, float]:
    """Return the weight of each feature a question is drawn for, and of ``plain``; see the adaptive rule above.

    >>> weights = weigh_features("count", 3)
    >>> round(weights["plain"], 3), round(weights["nobs"], 3)
    (0.5, 0.033)
    """
    names = FEATURES[kind]
    share = {1: 0.0, 2: 0.0, 3: 0.5}.get(level, 1.0)
    weights = dict.fromkeys(names, share / len(names)) | {PLAIN: 1 - share}
    if tally is None or not tally.answers:
        return weights
    overall = tally.wrong / tally.answers
    seen, missed = tally.seen or {}, tally.missed or {}
    for name in names:
        rate = (missed.get(name, 0) + SMOOTHING * overall) / (seen.get(name, 0) + SMOOTHING)
        if level > 1 or name not in BEYOND_LEVEL_1[kind]:
            weights[name] += ADAPT * max(0.0, rate - overall)
    return weights


def ask_question(
    kind: str, level: int, seed: int, number: int, tally: Tally | None = None, *, feature: str | None = None
) -> Question:
    """Return the question of a round, counted from 1; with a tally the choice leans to what was missed.

    ``feature`` is what every question is drawn for, where one is to be practised.

    >>> ask_question("count", 3, 7, 1) == ask_question("count", 3, 7, 1)
    True
    >>> "nobs" in ask_question("count", 1, 7, 1, feature="nobs").features
    True
    """
    chance = Random(f"{seed}/{kind}/{level}/{number}")  # noqa: S311 - a drill, no secret
    weights = weigh_features(kind, level, tally)
    wanted = chance.choices(list(weights), list(weights.values()))[0]
    wanted = feature or wanted
    if kind == "peg":
        return _ask_peg(chance, level, wanted)
    if kind == "discard":
        return _ask_discard(chance, level, wanted)
    return _ask_count(chance, level, wanted, crib=kind == "crib")


def _ask_count(chance: Random, level: int, wanted: str, *, crib: bool) -> CountQuestion:
    fallback: CountQuestion | None = None
    for _ in range(TRIES):
        cards = _deal_plain(chance, crib=crib) if wanted == PLAIN else _deal_for(chance, wanted)
        counted = count_hand(cards[:4], cards[4], crib=crib)
        features = count_features(counted)
        if wanted not in (PLAIN, *features):
            continue
        question = CountQuestion(counted, features)
        if _fits_level(question, level):
            return question
        fallback = fallback or question
    return fallback or _ask_count(chance, level, PLAIN, crib=crib)


def _fits_level(question: CountQuestion, level: int) -> bool:
    counted = question.counted
    if level == 1:
        return counted.total <= SMALL_POINTS and len(counted.items) <= SMALL_ITEMS
    return level < 5 or len(question.features) > 1 or counted.total >= BIG_POINTS


def _deal_plain(chance: Random, *, crib: bool) -> list[int]:
    """Deal a crib of any cards; for a hand six, of which the four that count most are kept."""
    if crib:
        return chance.sample(DECK, 5)
    *dealt, starter = chance.sample(DECK, 7)
    kept = max(combinations(dealt, 4), key=score_hand)
    return [*kept, starter]


def _deal_for(chance: Random, feature: str) -> list[int]:
    """Deal five cards that likely have a feature: the ranks that make it, the rest as they come, in any order."""
    if feature in ("flush", "flush-trap"):
        suit = chance.randrange(4)
        cards = [rank * 4 + suit for rank in chance.sample(range(13), 4)]
    else:
        cards = []
        for rank in _ranks_for(chance, feature):
            left = [card for card in range(rank * 4, rank * 4 + 4) if card not in cards]
            cards.append(chance.choice(left))
    rest = [card for card in DECK if card not in cards]
    cards += chance.sample(rest, 5 - len(cards))
    chance.shuffle(cards)
    return cards


def _ranks_for(chance: Random, feature: str) -> Sequence[int]:
    rank, low, low4 = chance.randrange(13), chance.randrange(11), chance.randrange(10)
    run = [low, low + 1, low + 2]
    doubled = chance.sample(run, 2)
    return {
        "five-card-fifteen": chance.choice(five_card_fifteens()),
        "many-fifteens": [4, chance.choice([9, 10, 11, 12])],
        "double-run": [*run, doubled[0]],
        "triple-run": [*run, doubled[0], doubled[0]],
        "double-double-run": [*run, *doubled],
        "run-through-pair": [*run, low + 1],
        "long-run": [low4, low4 + 1, low4 + 2, low4 + 3],
        "pair-royal": [rank] * 3,
        "double-pair-royal": [rank] * 4,
        "two-pairs": [rank, rank, (rank + 1 + low) % 13, (rank + 1 + low) % 13],
        "nobs": [10],
        "nobs-trap": [10],
    }.get(feature, ())


@cache
def five_card_fifteens() -> tuple[tuple[int, ...], ...]:
    """Return every five ranks that add up to fifteen.

    >>> len(five_card_fifteens()), five_card_fifteens()[0]
    (31, (0, 0, 0, 1, 9))
    """
    return tuple(
        ranks
        for ranks in combinations_with_replacement(range(13), 5)
        if sum(VALUES[rank] for rank in ranks) == 15 and ranks[0] != ranks[4]
    )


def _ask_peg(chance: Random, level: int, wanted: str) -> PegQuestion:
    fallback: PegQuestion | None = None
    for _ in range(TRIES):
        found = [
            question for question in _play_out(chance) if wanted in (PLAIN, *question.features) and question.series
        ]
        fitting = [question for question in found if _peg_fits_level(question, level)]
        if fitting and wanted != "last" and chance.random() < LAST_LEFT_OUT:
            fitting = [question for question in fitting if not question.ends]
        if fitting:
            return chance.choice(fitting)
        if found and fallback is None:
            fallback = chance.choice(found)
    return fallback or _ask_peg(chance, level, PLAIN)


def _peg_fits_level(question: PegQuestion, level: int) -> bool:
    if level == 1:
        return len(question.series) < 3
    return level < 5 or len(question.series) > 2


def _play_out(chance: Random) -> list[PegQuestion]:
    """Play a deal of four cards each at random and return a question for every card."""
    dealt = chance.sample(DECK, 8)
    hands = [dealt[:4], dealt[4:]]
    play = begin_play([4, 4])
    series: tuple[tuple[int, int], ...] = ()
    questions: list[PegQuestion] = []
    while play.turn is not None:
        if not play.series:
            series = ()
        seat = seat_to_play(play)
        fitting = legal_cards(play, hands[seat])
        if not fitting:
            play, scores = say_go(play)
            continue
        card = chance.choice(fitting)
        hands[seat].remove(card)
        count = play.running + VALUES[rank_of(card)]
        play, scores = play_card(play, card)
        if play.turn is not None and not scores_end(scores) and play.series and _nobody_can(play.running, hands):
            # The rest of the series is goes: whoever played last has the point with this card.
            scores = (*scores, Score("last", 1, 1))
            while play.series and play.turn is not None:
                play, _ = say_go(play)
        ranks = [rank_of(played) for _, played in series] + [rank_of(card)]
        questions.append(PegQuestion(series, seat, card, count, scores, peg_features(ranks, scores)))
        series = (*series, (seat, card))
    return questions


def scores_end(scores: Iterable[Score]) -> bool:
    """Tell whether a card's scores have the one that ends a series."""
    return any(score.reason in ("last", "thirty-one") for score in scores)


def _nobody_can(running: int, hands: Sequence[Sequence[int]]) -> bool:
    return all(running + VALUES[rank_of(card)] > 31 for hand in hands for card in hand)


CLOSE_BY_LEVEL = {1: (1.5, 99.0), 2: (0.5, 99.0), 3: (0.0, 99.0), 4: (0.0, 0.5), 5: (0.0, 0.2)}
"""By level how much the best discard beats the second, at least and at most, in points."""
DISCARD_TRIES = 4
"""Deals to choose from: each takes some 20 ms to analyse, and the first question should be there at once."""


def _ask_discard(chance: Random, level: int, wanted: str) -> DiscardQuestion:
    from crib_cli.analysis.discard import rank_discards  # the other kinds do without the tables

    least, most = CLOSE_BY_LEVEL[level]
    found: list[tuple[float, DiscardQuestion]] = []
    for _ in range(DISCARD_TRIES):
        role = wanted if wanted in ("dealer", "pone") else chance.choice(("dealer", "pone"))
        cards = _deal_six(chance, wanted)
        best, second, *_ = rank_discards(cards, role)
        gap = float(best.total - second.total)
        question = DiscardQuestion(tuple(cards), role, discard_features(cards, role, gap))
        off = max(least - gap, gap - most, 0.0)
        if wanted not in (PLAIN, *question.features):
            off += 100  # what is drawn for matters more than how near the second choice is
        found.append((off, question))
        if not off:
            break
    return min(found, key=lambda choice: choice[0])[1]


def _deal_six(chance: Random, wanted: str) -> list[int]:
    """Deal six cards; where a feature can be told from the cards alone, until they have it."""
    for _ in range(TRIES):
        cards = chance.sample(DECK, 6)
        if wanted not in ("pair", "five", "run", "flush") or wanted in discard_features(cards, "pone", 9.0):
            break
    return cards
