"""The fast total, the itemised count, the calls' groups and the fast lane, each against a brute-force scorer."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count

import brute
import pytest

from crib_cli.core.breakdown import KINDS, CallPart, Item, call_parts, itemise
from crib_cli.core.bulk import Lane
from crib_cli.core.cards import make_card, rank_of
from crib_cli.core.letters import ENGLISH, LETTER_SETS, Letters
from crib_cli.core.notation import parse_hand
from crib_cli.core.rules import FIVE, SEVEN, SHOTGUN, SIX, VARIANTS, Rules, Totals
from crib_cli.core.scoring import score_hand
from crib_cli.errors import CribError

NUMBER = {card: number for number, card in enumerate(brute.DECK)}

GAMES = [
    pytest.param(rules, crib, id=f"{rules.name}-{'crib' if crib else 'hand'}")
    for rules in VARIANTS.values()
    for crib in ((False, True) if rules.crib_size else (False,))
]


def numbers(cards: tuple[str, ...]) -> tuple[int, ...]:
    """Return the package's numbers of brute cards."""
    return tuple(NUMBER[card] for card in cards)


def check_items(items: tuple[Item, ...], hand: tuple[int, ...], starter: int | None) -> None:
    """Hold items to their contract: order, points, running total, and whose cards they are."""
    place = {card: at for at, card in enumerate(hand if starter is None else (*hand, starter))}
    running = 0
    for item in items:
        running += item.points
        assert item.running == running
        assert item.points == brute.worth_of((item.kind, frozenset(brute.DECK[card] for card in item.cards)))
        assert len(set(item.cards)) == len(item.cards)
        assert place.keys() >= set(item.cards)
    order = [KINDS.index(item.kind) for item in items]
    assert order == sorted(order)
    for kind in ("fifteen", "pair"):
        sets = [(len(item.cards), *(place[card] for card in item.cards)) for item in items if item.kind == kind]
        assert sets == sorted(sets), "smaller sets and cards named earlier come first"
        assert all(list(cards[1:]) == sorted(cards[1:]) for cards in sets), "the starter stands last"
    for item in items:
        if item.kind == "run":
            ranks = [rank_of(card) for card in item.cards]
            assert ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def check_deal(hand: tuple[str, ...], starter: str | None, *, crib: bool) -> None:
    """Hold a deal's total and items to the brute scorer's, combination by combination."""
    dealt, turned = numbers(hand), None if starter is None else NUMBER[starter]
    items = itemise(dealt, turned, crib=crib)
    combos = brute.find_combos(hand, starter, crib=crib)
    found = [(item.kind, frozenset(brute.DECK[card] for card in item.cards)) for item in items]
    assert Counter(found) == Counter(combos)
    total = sum(map(brute.worth_of, combos))
    assert score_hand(dealt, turned, crib=crib) == total, (hand, starter, crib)
    assert brute.score(hand, starter, crib=crib) == total
    assert (items[-1].running if items else 0) == total
    check_items(items, dealt, turned)


def splits(size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every multiset of ranks with one of them taken out as the starter."""
    for ranks in brute.rank_sets(size):
        for starter in sorted(set(ranks)):
            rest = list(ranks)
            rest.remove(starter)
            yield tuple(rest), starter


def test_pack_is_numbered_as_documented() -> None:
    assert [make_card(rank, suit) for rank in range(13) for suit in range(4)] == list(range(52))
    assert sum(1 for _ in brute.rank_sets(5)) == 6175


def test_every_rank_pattern_and_suit_pattern_of_five_cards() -> None:
    orders = brute.SUIT_ORDERS
    patterns = 0
    for number, (ranks, starter) in enumerate(splits(5)):
        for pattern in brute.suit_patterns(ranks, starter, orders[number % len(orders)]):
            patterns += 1
            check_deal(pattern.hand, pattern.starter, crib=bool(number % 2))
            points = brute.score(pattern.hand, pattern.starter, crib=not number % 2)
            assert score_hand(numbers(pattern.hand), NUMBER[pattern.starter], crib=not number % 2) == points
    assert patterns > 40_000


@pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])
def test_every_rank_pattern_without_a_starter(*, crib: bool) -> None:
    for ranks in brute.rank_sets(4):
        for pattern in brute.suit_patterns(ranks, 0 if ranks.count(0) < 4 else 1):
            check_deal(pattern.hand, None, crib=crib)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_ranks_alone_have_neither_flush_nor_nobs(size: int) -> None:
    for ranks in brute.rank_sets(size):
        hand, starter = tuple(make_card(rank) for rank in ranks[:-1]), make_card(ranks[-1])
        total = brute.score_ranks(tuple(sorted(brute.RANKS[rank] for rank in ranks)))
        assert score_hand(hand, starter) == total
        items = itemise(hand, starter)
        assert sum(item.points for item in items) == total
        assert {item.kind for item in items} <= {"fifteen", "run", "pair"}


@pytest.mark.parametrize(("rules", "crib"), GAMES)
def test_random_hands_of_every_variant(rules: Rules, *, crib: bool) -> None:
    rng = random.Random(f"{rules.name} {crib}")
    size = rules.size_of(crib=crib)
    for number in range(100_000 if size < 6 else 40_000):  # the slow scorer tries every set of the cards
        cards = rng.sample(range(52), size + 1)
        hand, starter = tuple(cards[:-1]), cards[-1]
        text = tuple(brute.DECK[card] for card in cards)
        total = score_hand(hand, starter, crib=crib)
        assert total == brute.score(text[:-1], text[-1], crib=crib), text
        items = itemise(hand, starter, crib=crib)
        assert total == (items[-1].running if items else 0) == sum(item.points for item in items), text
        if number % 50 == 0:
            check_deal(text[:-1], text[-1], crib=crib)


@pytest.mark.parametrize(("rules", "crib"), GAMES)
def test_order_of_the_cards_does_not_matter(rules: Rules, *, crib: bool) -> None:
    rng = random.Random(f"order {rules.name} {crib}")
    size = rules.size_of(crib=crib)
    for _ in range(2000):
        cards = rng.sample(range(52), size + 1)
        hand, starter = cards[:-1], cards[-1]
        total = score_hand(hand, starter, crib=crib)
        rng.shuffle(hand)
        assert score_hand(hand, starter, crib=crib) == total
        assert sum(item.points for item in itemise(hand, starter, crib=crib)) == total


def totals_by_exhaustion(size: int, *, crib: bool) -> Totals:
    """Count every rank pattern with every suit pattern it can have: the highest total and those never reached."""
    reached: set[int] = set()
    for ranks, starter in splits(size + 1):
        points = brute.score_ranks(tuple(brute.RANKS[rank] for rank in sorted((*ranks, starter))))
        for pattern in brute.suit_patterns(ranks, starter):
            flush = 0 if crib and pattern.flush == size else pattern.flush
            reached.add(points + flush + pattern.nobs)
    highest = max(reached)
    return Totals(highest, tuple(sorted(set(range(highest)) - reached)))


@pytest.mark.parametrize(("rules", "crib"), GAMES)
def test_totals_that_cannot_be(rules: Rules, *, crib: bool) -> None:
    assert rules.totals_of(crib=crib) == totals_by_exhaustion(rules.size_of(crib=crib), crib=crib)


def test_totals_as_published() -> None:
    assert SIX.totals_of(crib=False) == SIX.totals_of(crib=True) == Totals(29, (19, 25, 26, 27))
    assert FIVE.hand_totals == Totals(20, (16, 17, 18, 19))
    assert SEVEN.hand_totals == Totals(46, (35, 41, 42, 43, 44, 45))
    assert SHOTGUN.hand_totals == Totals(72, (53, 55, 61, 64, 65, 67, 68, 69, 71))
    assert FIVE.crib_totals == SEVEN.crib_totals == SIX.crib_totals
    assert SHOTGUN.crib_totals is None
    assert SIX.hand_totals.allows(0)
    assert not SIX.hand_totals.allows(-1)
    assert not SIX.hand_totals.allows(30)


# calls

NAMES = {(2,): "double-run", (3,): "triple-run", (2, 2): "double-double-run"}
PAIRS = {2: "pair", 3: "pair-royal", 4: "double-pair-royal"}


def parts_expected(ranks: tuple[int, ...], *, named_runs: bool) -> Counter[tuple[str, int, int, int]]:
    """Group what ranks score: fifteens, runs by name or together, and the pairs that no named run takes in."""
    held = Counter(ranks)
    names = tuple(brute.RANKS[rank] for rank in ranks)
    points = brute.score_ranks(names)
    parts: list[tuple[str, int, int, int]] = []
    for first in [rank for rank in held if rank - 1 not in held]:
        length = next(length for length in count(1) if first + length not in held)
        if length < 3:
            continue
        members = range(first, first + length)
        times = 1
        for rank in members:
            times *= held[rank]
        name = NAMES.get(tuple(sorted(held[rank] for rank in members if held[rank] > 1)))
        if named_runs and name is not None:
            pairs = sum(held[rank] * (held[rank] - 1) for rank in members)
            parts.append((name, length, 1, times * length + pairs))
            for rank in members:
                held[rank] = 1
        else:
            parts.append(("run", length, times, times * length))
    parts += [(PAIRS[number], 2, 1, number * (number - 1)) for number in held.values() if number > 1]
    fifteens = points - sum(part[3] for part in parts)
    parts += [("fifteen", 2, 1, 2)] * (fifteens // 2)
    return Counter(parts)


def rank_of_part(part: CallPart) -> int:
    """Return where a part stands in the order of the call."""
    return KINDS.index("run" if part.kind.endswith("run") else "pair" if "pair" in part.kind else part.kind)


@pytest.mark.parametrize("named_runs", [False, True], ids=["runs-apart", "named-runs"])
@pytest.mark.parametrize(("size", "step"), [(4, 1), (5, 1), (6, 1), (7, 5)])
def test_calls_group_every_rank_pattern(size: int, step: int, *, named_runs: bool) -> None:
    for number, ranks in enumerate(brute.rank_sets(size)):
        if number % step:
            continue
        items = itemise([make_card(rank) for rank in ranks[:-1]], make_card(ranks[-1]))
        parts = call_parts(items, named_runs=named_runs)
        found = Counter((part.kind, part.size, part.times, part.points) for part in parts)
        assert found == parts_expected(ranks, named_runs=named_runs), ranks
        running = 0
        for part in parts:
            running += part.points
            assert part.running == running
        assert running == (items[-1].running if items else 0)
        order = [rank_of_part(part) for part in parts]
        assert order == sorted(order)


@pytest.mark.parametrize(
    ("line", "named", "apart"),
    [
        ("5H 5C 10D 2S / 9C", "fifteen 2, fifteen 4, pair 6", None),
        ("JD JS 2C 3H / 4D", "fifteen 2, fifteen 4, run 7, pair 9, nobs 10", None),
        ("7C 7D 8H 9S / KC", "fifteen 2, fifteen 4, double-run 12", "fifteen 2, fifteen 4, run 10, pair 12"),
        ("AC 2D 2H 3S / 4C", "double-run 10", "run 8, pair 10"),
        (
            "4C 4D 4H 5S / 6C",
            "fifteen 2, fifteen 4, fifteen 6, triple-run 21",
            "fifteen 2, fifteen 4, fifteen 6, run 15, pair-royal 21",
        ),
        (
            "6C 7D 7H 8S / 8C",
            "fifteen 2, fifteen 4, fifteen 6, fifteen 8, double-double-run 24",
            "fifteen 2, fifteen 4, fifteen 6, fifteen 8, run 20, pair 22, pair 24",
        ),
        ("6C 6D 6H KS / KC", "pair-royal 6, pair 8", None),
        ("2C 2D 2H 2S / KC", "double-pair-royal 12", None),
        ("2H 4H 6H 8H / KH", "flush 5", None),
        ("2H 4H JH 8H / KH", "flush 5, nobs 6", None),
        ("9C JD KS 2H / 6S", "fifteen 2", None),
        ("2C 4D 6H 8S / KC", "", None),
    ],
)
def test_calls_of_known_hands(line: str, named: str, apart: str | None) -> None:
    parsed = parse_hand(line)
    items = itemise(parsed.hand, parsed.starter)
    for named_runs, wanted in ((True, named), (False, named if apart is None else apart)):
        said = [f"{part.kind} {part.running}" for part in call_parts(items, named_runs=named_runs)]
        assert ", ".join(said) == wanted


# the fast lane

SIGNS = ("♣♧", "♦♢", "♥♡", "♠♤")
RANK_SPELLINGS = {
    "en": ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10 T", "J", "Q", "K"),
    "it": ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "F", "D", "R"),
    "es": ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"),
}
SUIT_SPELLINGS = {"en": "CDHS", "it": "FQCP", "es": "TDCP"}


def spellings(card: int, lang: str) -> list[str]:
    """List the usual spellings of a card: each rank letter and digit in both cases, with each suit letter and sign."""
    suit = SUIT_SPELLINGS[lang][card % 4]
    ranks = RANK_SPELLINGS[lang][card // 4].split()
    return [
        rank + sign
        for name in ranks
        for rank in sorted({name, name.lower()})
        for sign in (suit, suit.lower(), *SIGNS[card % 4])
    ]


SPELLINGS = {lang: [spellings(card, lang) for card in range(52)] for lang in LETTER_SETS}


ODD_WORDS = ("5", "ZH", "1H", "?", "XD", "0H", "🂪", "king of d", "♥5", "5" * 40)


def random_line(rng: random.Random, size: int, lang: str) -> str:
    """Write a hand line: mostly usual and right, often with a twist, sometimes wrong."""
    wrong = rng.random()
    number = size + rng.choice((1, 1, 1, 0)) if wrong < 0.9 else rng.randrange(9)
    cards = rng.sample(range(52), number)
    if wrong < 0.1 and cards:  # a card twice, in any spelling
        cards[rng.randrange(number)] = rng.choice(cards)
    elif wrong < 0.15:  # cards of two ranks alone: pairs, and cards that come again
        cards = [rng.randrange(2) * 20 + rng.randrange(4) for _ in cards]
    plain = rng.random() < 0.5
    words = [SPELLINGS[lang][card][0] if plain else rng.choice(SPELLINGS[lang][card]) for card in cards]
    if rng.random() < 0.03 and words:
        words[rng.randrange(len(words))] = rng.choice(ODD_WORDS)
    if rng.random() < 0.6 and words:
        words.insert(len(words) - 1, rng.choice(["/", "/", "/", "+", "-", "//"]))
    if rng.random() < 0.2:
        words.insert(0, rng.choice(["crib", "hand", "crib", "hand", "CRIB", "Hand:", "crib:", "kitty"]))
    if rng.random() < 0.05:
        words.append(rng.choice(["=", "= 12", "=12", "= nineteen", ",", "[", "/"]))
    return rng.choice([" ", " ", " ", "  ", "\t", ", ", ""]).join(words)


def count_by_notation(line: bytes, rules: Rules, letters: Letters, *, crib: bool) -> bytes:
    """Read a line the careful way: its points, or ``error``."""
    try:
        parsed = parse_hand(line.decode(), rules, letters, crib=crib)
    except CribError:
        return b"error"
    return b"%d" % score_hand(parsed.hand, parsed.starter, crib=parsed.crib)


def is_plain(line: bytes, rules: Rules, letters: Letters, *, crib: bool) -> bool:
    """Tell whether a line is right and claims nothing but points: only such a line may be counted in the lane."""
    try:
        claim = parse_hand(line.decode(), rules, letters, crib=crib).claim
    except CribError:
        return False
    return claim is None or claim.isdigit()


def run_lane(
    lines: list[bytes], rules: Rules, letters: Letters, *, crib: bool, first: int = 1
) -> tuple[list[bytes], set[int]]:
    """Send lines through the lane, careful reading behind it: what it prints, and the numbers it did not take."""
    left: set[int] = set()

    def slow(line: bytes, number: int) -> bytes | None:
        assert line == lines[number - first]
        left.add(number - first)
        return count_by_notation(line, rules, letters, crib=crib) if line.strip() else None

    return Lane(rules, letters, crib=crib).count_lines(lines, first, slow), left


@pytest.mark.parametrize("lang", LETTER_SETS)
@pytest.mark.parametrize(("rules", "crib"), GAMES)
def test_lane_counts_as_careful_reading_does(rules: Rules, lang: str, *, crib: bool) -> None:
    rng = random.Random(f"lane {rules.name} {crib} {lang}")
    letters = LETTER_SETS[lang]
    size = rules.size_of(crib=crib)
    lines = [random_line(rng, size, lang).encode() for _ in range(4000)]
    lines[::97] = [rng.choice([b"", b"  ", b"\t"]) for _ in lines[::97]]
    printed, left = run_lane(lines, rules, letters, crib=crib, first=17)
    careful = [count_by_notation(line, rules, letters, crib=crib) for line in lines]
    wanted = [(line, points) for line, points in zip(lines, careful, strict=True) if line.strip()]
    differ = [(*want, got) for want, got in zip(wanted, printed, strict=True) if want[1] != got]
    assert differ == []
    for number in set(range(len(lines))) - left:
        assert is_plain(lines[number], rules, letters, crib=crib), lines[number]
    assert len(lines) - len(left) > len(lines) // 5, "the lane takes its share"
    assert careful.count(b"error") > len(lines) // 20, "and many are bad"


@pytest.mark.parametrize("lang", LETTER_SETS)
def test_lane_takes_every_usual_spelling(lang: str) -> None:
    deal = (NUMBER["2C"], NUMBER["4D"], NUMBER["6H"], NUMBER["8S"])
    for card in set(range(52)) - set(deal):
        lines = [
            " ".join([*(SPELLINGS[lang][other][0] for other in deal), "/", spelling]).encode()
            for spelling in SPELLINGS[lang][card]
        ]
        printed, left = run_lane(lines, SIX, LETTER_SETS[lang], crib=False)
        assert not left
        assert printed == [b"%d" % score_hand(deal, card)] * len(lines)


@pytest.mark.parametrize("places", [(0, 1), (2, 3), (0, 4), (3, 4)], ids=str)
@pytest.mark.parametrize("form", ["{} {} {} {} / {}", "{} {} {} {} {}", "crib {} {} {} {} / {}"])
def test_lane_leaves_a_card_that_comes_twice_in_any_spelling(places: tuple[int, int], form: str) -> None:
    for card in range(52):
        others = [SPELLINGS["en"][other][0] for other in range(52) if other != card][card % 30 :: 4]
        lines = []
        for one in SPELLINGS["en"][card]:
            for two in SPELLINGS["en"][card]:
                words = others[:5]
                words[places[0]], words[places[1]] = one, two
                lines.append(form.format(*words).encode())
        printed, left = run_lane(lines, SIX, ENGLISH, crib=False)
        assert left == set(range(len(lines))), lines[min(set(range(len(lines))) - left)]
        assert set(printed) == {b"error"}


@pytest.mark.parametrize("others", [(), ("K",), ("K", "Q")], ids=["five-alike", "four-alike", "three-alike"])
def test_lane_leaves_ranks_with_cards_that_come_twice(others: tuple[str, ...]) -> None:
    rng = random.Random(5)
    for rank in brute.RANKS:
        lines: list[bytes] = []
        while len(lines) < 60:
            words = [name + rng.choice("CDHS") for name in (*others, *[rank] * (5 - len(others)))]
            rng.shuffle(words)
            if len(set(words)) < 5:
                lines.append("{} {} {} {} / {}".format(*words).encode())
        printed, left = run_lane(lines, SIX, ENGLISH, crib=False)
        assert left == set(range(len(lines))), lines[min(set(range(len(lines))) - left)]
        assert set(printed) == {b"error"}


def test_lane_counts_every_hand_of_one_suit_and_every_jack() -> None:
    deals = [(["2C", "4D", "8H", "10S"], "J" + turned) for turned in "CDHS"]
    deals += [(["JC", "JD", "JH", "JS"], "6" + turned) for turned in "CDHS"]
    deals += [([rank + suit for rank in ("2", "4", "J", "8")], "6" + turned) for suit in "CDHS" for turned in "CDHS"]
    for word, crib in (("", False), ("crib ", True), ("hand ", False)):
        for mark in (" / ", " "):
            lines = [(word + " ".join(hand) + mark + starter).encode() for hand, starter in deals]
            printed, left = run_lane(lines, SIX, ENGLISH, crib=False)
            assert not left
            assert printed == [b"%d" % brute.score(tuple(hand), starter, crib=crib) for hand, starter in deals]


@pytest.mark.parametrize(
    ("claims", "refuted"), [((29, 29), False), ((29, 28), True), ((30, 29), True), ((), False), ((999,), True)]
)
def test_lane_tells_wrong_claims(claims: tuple[int, ...], *, refuted: bool) -> None:
    lane = Lane(SIX, ENGLISH, crib=False)
    lines = [b"5H 5S 5C JD / 5D = %d" % claim for claim in claims] + [b"5H 5S 5C JD / 5D"]
    printed = lane.count_lines(lines, 1, lambda line, _: pytest.fail(f"left to others: {line!r}"))
    assert printed == [b"29"] * len(lines)
    assert lane.refuted is refuted
