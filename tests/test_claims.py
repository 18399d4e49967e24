"""Claims and calls: reading them in three languages, and holding them against the hand."""

import random
from collections import Counter

import brute
import pytest
from cases import Row, load_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from crib_cli.core.breakdown import Counted, Item, count_hand
from crib_cli.core.claims import Claim, parse_claim, units_of
from crib_cli.core.notation import parse_hand
from crib_cli.core.numerals import PLAIN_VOWELS, spell_number
from crib_cli.core.rules import SEVEN, SHOTGUN, SIX, VARIANTS, Rules
from crib_cli.core.verdicts import Verdict, judge_claim, sizes_of
from crib_cli.errors import ClaimError
from crib_cli.words.announce import announce_call
from crib_cli.words.catalog import LANGS, load_book

NUMBER = {card: number for number, card in enumerate(brute.DECK)}
GAMES = [
    pytest.param(rules, crib, id=f"{rules.name}-{'crib' if crib else 'hand'}")
    for rules in VARIANTS.values()
    for crib in ((False, True) if rules.crib_size else (False,))
]


def count_line(line: str, rules: Rules = SIX) -> Counted:
    parsed = parse_hand(line, rules)
    return count_hand(parsed.hand, parsed.starter, crib=parsed.crib)


def judge(text: str, line: str, rules: Rules = SIX) -> Verdict:
    counted = count_line(line, rules)
    return judge_claim(parse_claim(text), counted, rules.totals_of(crib=counted.crib))


def deal(rng: random.Random, rules: Rules, *, crib: bool) -> Counted:
    cards = rng.sample(range(52), rules.size_of(crib=crib) + 1)
    return count_hand(cards[:-1], cards[-1], crib=crib)


# known calls


@pytest.mark.parametrize("row", load_rows("calls.tsv"), ids=lambda row: f"{row['text']!a} {row['hand']}")
def test_calls_of_the_table(row: Row) -> None:
    verdict = judge(row["text"], row["hand"])
    assert verdict.claimed == int(row["claimed"])
    assert verdict.word == row["word"]
    assert verdict.difference == verdict.claimed - count_line(row["hand"]).total
    wrong = [f"{part.part.text}: {part.reason}" for part in verdict.checked if part.reason is not None]
    assert ("; ".join(wrong) or "-") == row["wrong"]
    missed = [f"{missed.kind} {missed.number} {missed.points}" for missed in verdict.missed]
    assert ("; ".join(missed) or "-") == row["missed"]
    assert verdict.stands == (row["word"] == "exact" and not wrong and not missed)


@pytest.mark.parametrize(
    ("text", "line", "number"),
    [
        ("15-2, 15-4, and a double run of three is 12, and a pair is 14", "7C 7D 8H 9S / KC", 1),
        ("15-2, 15-4, and a pair royal is 10", "5H 5C 10D 2S / 9C", 1),
        ("15-2, 15-4, and a run of three is 7", "4C 5D 6H 7S / KC", 4),
        ("15-2, 15-4, and a run of five is 9", "4C 5D 6H 7S / KC", 4),
        ("a flush is four", "crib 2H 4H 6H 8H / KD", 4),
        ("a flush is four", "2H 4H 6H 8H / KH", 5),
        ("15-2, 15-4, 15-6, and a pair is 8", "5H 5C 10D 2S / 9C", 2),
        ("fifteen eight", "5H 5C 10D 2S / 9C", 2),
        ("two runs of three are six", "JD JS 2C 3H / 4H", 1),
    ],
)
def test_reasons_name_what_the_hand_has(text: str, line: str, number: int) -> None:
    (wrong,) = [part for part in judge(text, line).checked if part.reason is not None]
    assert wrong.number == number


@pytest.mark.parametrize(
    ("text", "rights"),
    [
        ("15-2, 15-4, and a pair royal is 10", [2, 2, 2]),
        ("fifteen eight and a pair is ten", [4, 2]),
        ("15-2, and a run of three is 5, and a pair is 7", [2, 0, 2]),
    ],
)
def test_points_that_stand_of_each_part(text: str, rights: list[int]) -> None:
    assert [part.right for part in judge(text, "5H 5C 10D 2S / 9C").checked] == rights


def test_six_points_of_pairs_are_no_pair_royal_without_three_alike() -> None:
    verdict = judge("a pair royal is 6", "2C 2D 4H 4S 7C 7D / KC", SHOTGUN)
    (checked,) = verdict.checked
    assert checked.reason == "not-alike"
    assert checked.number == 2
    assert not verdict.stands


# what a claim says


@pytest.mark.parametrize(
    ("text", "total", "parts"),
    [
        ("15-2 15-4 r3 p2", 9, "fifteen 2, fifteen 4, run 7, pair 9"),
        ("15-2, 4, 6", 6, "fifteen 2, fifteen 4, fifteen 6"),
        ("fifteen eight and a double double run is twenty-four", 24, "fifteen 8, double-double-run 24"),
        ("fifteen two, fifteen four and a pair", 6, "fifteen 2, fifteen 4, pair 6"),
        ("and a run of three for three and a pair for two", 5, "run 3, pair 5"),
        ("a flush is five", 5, "flush 5"),
        ("12", 12, ""),
        ("15", 15, ""),
        ("quince", 15, ""),
        ("treinta y seis", 36, ""),
        ("15-2, total 12", 12, "fifteen 2"),
    ],
)
def test_parts_with_their_totals(text: str, total: int, parts: str) -> None:
    claim = parse_claim(text)
    assert claim.total == total
    assert ", ".join(f"{part.kind} {part.running}" for part in claim.parts) == parts


def test_text_of_the_parts_is_what_was_said() -> None:
    claim = parse_claim("Fifteen Two, 15-4, e una Scala da Tre fa 7, y un trío de parejas (tres iguales) son 13")
    assert [part.text for part in claim.parts] == [
        "Fifteen Two",
        "15-4",
        "Scala da Tre fa 7",
        "trío de parejas (tres iguales) son 13",
    ]


def test_totals_that_slip_are_told_from_those_that_follow() -> None:
    claim = parse_claim("15-2, 15-4, and a run of three is 8, and a pair is 10")
    assert [part.slips for part in claim.parts] == [False, False, True, False]
    assert [part.points for part in claim.parts] == [2, 2, 3, 2]
    assert not any(part.slips for part in parse_claim("15-2, 15-4, and a run of three is 7, and a pair is 9").parts)
    assert not any(part.slips for part in parse_claim("15-4 dr3 p2").parts)


@pytest.mark.parametrize("lang", LANGS)
def test_every_number_word(lang: str) -> None:
    for number in range(100):
        word = spell_number(number, lang)
        for text in (word, word.upper(), word.capitalize(), word.translate(PLAIN_VOWELS), word.replace("-", " ")):
            assert parse_claim(text) == Claim(number, (), slang=number == 19)
        assert parse_claim(str(number)) == Claim(number, (), slang=False)


def test_number_words_of_the_languages() -> None:
    words = {
        "en": {0: "zero", 11: "eleven", 19: "nineteen", 20: "twenty", 21: "twenty-one", 72: "seventy-two"},
        "it": {0: "zero", 17: "diciassette", 21: "ventuno", 23: "ventitré", 28: "ventotto", 61: "sessantuno"},
        "es": {0: "cero", 16: "dieciséis", 22: "veintidós", 26: "veintiséis", 31: "treinta y uno", 72: "setenta y dos"},
    }
    for lang, spelled in words.items():
        assert {number: spell_number(number, lang) for number in spelled} == spelled


@pytest.mark.parametrize(
    ("text", "shown", "at"),
    [
        ("abc", "abc", 1),
        ("15-2, 15-4 and a cow", "cow", 18),
        ("15-2 ♥", "♥", 6),
        ("twelve thirteen", "thirteen", 8),
        ("is", "is", 1),
        ("and", "and", 1),
        ("-", "-", 1),
        ("5H 5S", "H", 2),
        ("-5", "-5", 1),
        ("1.5", ".", 2),
        ("1000", "1000", 1),
        ("15-2 and a run of three is 99999999999999999999999999", "99999999999999999999", 28),
    ],
)
def test_what_is_no_claim(text: str, shown: str, at: int) -> None:
    with pytest.raises(ClaimError) as caught:
        parse_claim(text)
    assert caught.value.params["text"] == shown
    assert caught.value.params["at"] == at
    assert f"'{shown}' at character {at} of the claim" in str(caught.value)


@pytest.mark.parametrize("text", ["", " ", "\t\n"])
def test_empty_claim(text: str) -> None:
    with pytest.raises(ClaimError) as caught:
        parse_claim(text)
    assert caught.value.code == "claim.empty"


# verdicts on points alone


@pytest.mark.parametrize(("rules", "crib"), GAMES)
def test_verdicts_on_points(rules: Rules, *, crib: bool) -> None:
    rng = random.Random(f"points {rules.name} {crib}")
    totals = rules.totals_of(crib=crib)
    words: Counter[str] = Counter()
    for _ in range(300):
        counted = deal(rng, rules, crib=crib)
        for claimed in range(totals.highest + 4):
            verdict = judge_claim(parse_claim(str(claimed)), counted, totals)
            assert verdict.claimed == claimed
            assert verdict.difference == claimed - counted.total
            assert verdict.checked == ()
            assert verdict.missed == ()
            if claimed > totals.highest or claimed in totals.impossible:
                word = "impossible"
            else:
                word = "exact" if claimed == counted.total else "over" if claimed > counted.total else "under"
            assert verdict.word == word
            assert verdict.stands == (claimed == counted.total)
            words[word] += 1
    assert words.keys() == {"impossible", "exact", "over", "under"}


def test_nineteen_where_it_is_a_count() -> None:
    counted = count_line("6C 6D 7H 7S 8C / 2D", SEVEN)
    verdict = judge_claim(parse_claim("nineteen"), counted, SEVEN.hand_totals)
    assert counted.total != 0
    assert verdict.claimed == 19
    assert verdict.word == ("exact" if counted.total == 19 else "over" if counted.total < 19 else "under")
    nothing = count_line("2C 4D 6H 8S QC / KD", SEVEN)
    assert nothing.total == 0
    assert judge_claim(parse_claim("nineteen"), nothing, SEVEN.hand_totals).stands
    assert judge_claim(parse_claim("19"), nothing, SEVEN.hand_totals).word == "over"


# calls of the program, read back


def check_round_trip(counted: Counted, rules: Rules) -> None:
    totals = rules.totals_of(crib=counted.crib)
    for lang in LANGS:
        text = announce_call(counted.items, load_book(lang))
        claim = parse_claim(text)
        verdict = judge_claim(claim, counted, totals)
        assert verdict.stands, text
        assert verdict.claimed == counted.total, text
        assert not any(part.slips for part in claim.parts), text
        units: Counter[tuple[str, int]] = Counter()
        for part in claim.parts:
            for kind, size, number in units_of(part):
                units[kind, size] += number
        assert units == Counter(map(unit_of, counted.items)), text


def unit_of(item: Item) -> tuple[str, int]:
    return item.kind, 2 if item.kind == "fifteen" else len(item.cards)


def test_called_hands_of_every_rank_pattern_stand() -> None:
    rng = random.Random(15)
    for number, ranks in enumerate(brute.rank_sets(5)):
        suits = {rank: rng.sample(range(4), 4) for rank in ranks}
        cards = [4 * rank + suits[rank].pop() for rank in ranks]
        rng.shuffle(cards)
        check_round_trip(count_hand(cards[:-1], cards[-1], crib=number % 3 == 0), SIX)


def test_called_flushes_and_nobs_stand() -> None:
    for ranks in brute.rank_sets(4):
        if len(set(ranks)) == 4:
            for pattern in brute.suit_patterns(ranks, (ranks[-1] + 3) % 13):
                hand = [NUMBER[card] for card in pattern.hand]
                check_round_trip(count_hand(hand, NUMBER[pattern.starter], crib=pattern.nobs), SIX)


@pytest.mark.parametrize(("rules", "crib"), GAMES)
def test_called_random_hands_stand(rules: Rules, *, crib: bool) -> None:
    rng = random.Random(f"calls {rules.name} {crib}")
    for _ in range(1500):
        check_round_trip(deal(rng, rules, crib=crib), rules)


@pytest.mark.parametrize("rules", [SEVEN, SHOTGUN], ids=lambda rules: rules.name)
def test_called_large_hands_stand(rules: Rules) -> None:
    rng = random.Random(f"large {rules.name}")
    for number in range(1500):
        low = rng.randrange(10)
        size = 3 + number % 3  # cards of three to five ranks side by side: many runs and pairs
        pack = [card for card in range(52) if low <= card // 4 < low + size]
        cards = rng.sample(pack, min(len(pack), rules.kept + 1))
        check_round_trip(count_hand(cards[:-1], cards[-1]), rules)


# calls with one thing left out, or one thing too many

WORDS = {"run": "run of {size} is", "pair": "pair is", "flush": "flush is", "nobs": "one for his nob is"}


def say_items(items: list[Item]) -> str:
    """Call items one by one with their running total."""
    said = []
    running = 0
    for item in items:
        running += item.points
        words = "15" if item.kind == "fifteen" else WORDS[item.kind].format(size=len(item.cards))
        said.append(f"{words} {running}")
    return ", ".join(said)


@pytest.mark.parametrize(("rules", "crib"), GAMES)
def test_one_item_left_out_is_what_was_missed(rules: Rules, *, crib: bool) -> None:
    rng = random.Random(f"missed {rules.name} {crib}")
    totals = rules.totals_of(crib=crib)
    tried = 0
    while tried < 500:
        counted = deal(rng, rules, crib=crib)
        if len(counted.items) < 2:
            continue
        tried += 1
        items = list(counted.items)
        left_out = items.pop(rng.randrange(len(items)))
        text = say_items(items)
        verdict = judge_claim(parse_claim(text), counted, totals)
        assert verdict.difference == -left_out.points, text
        assert all(part.reason is None for part in verdict.checked), text
        (missed,) = verdict.missed
        assert (missed.kind, missed.number, missed.points) == (left_out.kind, 1, left_out.points), text
        assert left_out in missed.among
        assert missed.among == tuple(item for item in counted.items if unit_of(item) == unit_of(left_out))
        assert not verdict.stands


@pytest.mark.parametrize(("rules", "crib"), GAMES)
def test_one_item_too_many_does_not_stand(rules: Rules, *, crib: bool) -> None:
    rng = random.Random(f"more {rules.name} {crib}")
    totals = rules.totals_of(crib=crib)
    tried = 0
    while tried < 500:
        counted = deal(rng, rules, crib=crib)
        if not counted.items:
            continue
        tried += 1
        items = list(counted.items)
        at = rng.randrange(len(items))
        items.insert(at, items[at])
        text = say_items(items)
        verdict = judge_claim(parse_claim(text), counted, totals)
        assert verdict.difference == items[at].points, text
        assert verdict.word in ("over", "impossible")
        assert verdict.missed == ()
        (wrong,) = [part for part in verdict.checked if part.reason is not None]
        assert wrong.right == 0
        assert wrong.part.kind == items[at].kind
        assert not verdict.stands


# any text at all

FRAGMENTS = (
    *"fifteen fifteens 15 quindici quince two 2 4 6 8 12 four eight twenty-four ventuno treinta y uno 19".split(),
    *"nineteen a an and e y o of da de is are fa son hace for = : - , ; . ( ) ! total totale plus the".split(),
    *"run runs scala scale escalera escaleras double triple quadruple pair royal coppia pareja tris".split(),
    *"poker trío cuarteto iguales flush colore nobs nob his one r3 dr tr ddr qr p2 p6 p12 pr f4 f5 n n1".split(),
    *("²", "٥", "½", "İ", "ﬁ", "\udc80", "\x00", "\u0301", "５", "Ⅻ", " ", "  ", "\n", "999", "1000", "9" * 40),
)
ANY_TEXT = st.one_of(
    st.text(st.characters(categories=None)),
    st.text(st.characters(categories=("Nd", "No", "Nl", "Ll", "Zs", "Cs", "Cc"))),
    st.lists(st.sampled_from(FRAGMENTS), max_size=20).map(" ".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=20).map("".join),
)


@settings(max_examples=2500, deadline=None)
@given(ANY_TEXT)
def test_any_text_is_a_claim_or_an_error(text: str) -> None:
    try:
        claim = parse_claim(text)
    except ClaimError as error:
        message = str(error)
        assert message
        assert message.isprintable()
        if "at" in error.params:
            at, shown = error.params["at"], error.params["text"]
            assert isinstance(at, int)
            assert isinstance(shown, str)
            assert shown
            assert text[at - 1 : at - 1 + len(shown)] == shown
        return
    assert claim.total >= 0
    assert not (claim.slang and claim.parts)
    for part in claim.parts:
        assert part.text in text
        assert part.times >= 0
    for line in ("5H 5C 10D 2S / 9C", "crib 2H 4H 6H 8H / KD", "2 4 6 8"):
        verdict = judge_claim(claim, count_line(line), SIX.hand_totals)
        assert verdict.word in ("exact", "under", "over", "impossible")
        assert len(verdict.checked) == len(claim.parts)
        assert all(0 <= checked.right <= max(checked.part.points, 0) for checked in verdict.checked)


@pytest.mark.parametrize("text", ["²", "15-²", "❶", "½", "Ⅻ", "15-2 \udc80"])
def test_signs_that_look_like_numbers_are_refused(text: str) -> None:
    with pytest.raises(ClaimError):
        parse_claim(text)


REVIEWED = [
    # hand, claim, total, stands
    ("3C 4D 5H 8S / KD", "15-2, 15-4, run 7", 7, True),
    ("3C 4D 5H 8S / KD", "15-2, 15-4, r7", 7, True),
    ("3C 4D 5H 8S / KD", "15-2, 15-4, scala 7", 7, True),
    ("2D 4D 6D 8D / 5C", "15-2, 15-4, run 7, flush 11", 11, True),
    ("8C 8D 9H 10S / JD", "a double run is ten", 10, True),
    ("8C 8D 9H 10S / JD", "dr10", 10, True),
    ("4H 5H 6H 7H / KH", "15-2 15-4 run flush", 13, True),
    ("4C 5D 5H 6S / 9D", "14p", 14, True),
    ("4C 5D 5H 6S / 9D", "14 punti", 14, True),
    ("4C 5D 5H 6S / 9D", "15.2 15.4 15.6 dr", 14, True),
    ("4C 5D 5H 6S / 9D", "15/2 15/4 15/6 & double-run is 14", 14, True),
    ("4C 5D 5H 6S / 9D", "15x3, doppia scala fa 14", 14, True),
    ("4C 5D 5H 6S / 9D", "tres quinces, doble escalera son 14", 14, True),
    ("4C 5D 5H 6S / 9D", "15-6, two runs of three and a pair of fives is 14", 14, True),
    ("4C 5D 5H 6S / 9D", "15-6, 3 for the run, 3 for the run, two for the pair", 14, True),
    ("2H 4H 6H 8H / KD", "four-card flush", 4, True),
    ("4C 5D 5H 6S / 9D", "１４", 14, True),
    ("4C 5D 5H 6S / 9D", "total is 14", 14, True),
    ("4C 5D 5H 6S / JD", "two for his heels", 2, False),
    ("4H 5H 6H 7H / KH", "four-card flush", 4, False),
]


@pytest.mark.parametrize(("hand", "claim", "total", "stands"), REVIEWED, ids=[row[1] for row in REVIEWED])
def test_calls_as_people_say_them(hand: str, claim: str, total: int, stands: bool) -> None:
    parsed = parse_hand(hand)
    counted = count_hand(parsed.hand, parsed.starter)
    verdict = judge_claim(parse_claim(claim, sizes_of(counted)), counted, SIX.hand_totals)
    assert (verdict.claimed, verdict.stands) == (total, stands)


@pytest.mark.parametrize(
    "claim",
    ["15 2, 15 4, 15 6, and 8 is 14", "fifteen two four six and eight is fourteen", "fifteen 8 plus 16", "r99", "r0"],
)
def test_what_could_be_read_two_ways_is_refused(claim: str) -> None:
    with pytest.raises(ClaimError):
        parse_claim(claim)


@pytest.mark.parametrize(
    ("hand", "claim", "reason"),
    [
        ("JC 4D 6H 8S", "one for his nob", "no-starter"),
        ("crib 2H 4H 6H 8H", "flush", "no-starter"),
        ("4C 5D 5H 6S / JD", "due per i tacchi", "heels"),
        ("5 5 5 J 5", "nobs", "no-suits"),
    ],
)
def test_reasons_where_there_is_no_starter_or_suit(hand: str, claim: str, reason: str) -> None:
    parsed = parse_hand(hand)
    counted = count_hand(parsed.hand, parsed.starter, crib=parsed.crib)
    verdict = judge_claim(parse_claim(claim), counted, SIX.hand_totals)
    assert [part.reason for part in verdict.checked] == [reason]
