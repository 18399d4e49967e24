"""Counting combination by combination: what is accepted, what is refused and why, in three languages."""

import brute
import pytest
from drilling import Shown
from hypothesis import given
from hypothesis import strategies as st

from crib_cli.core.breakdown import Counted, count_hand
from crib_cli.core.cards import name_of
from crib_cli.core.letters import LETTER_SETS
from crib_cli.core.notation import parse_hand
from crib_cli.drill.items import DONE, Accepted, Refused, claim_item, is_done
from crib_cli.errors import CardError, ClaimError, CribError


def count(text: str) -> Counted:
    parsed = parse_hand(text)
    return count_hand(parsed.hand, parsed.starter, crib=parsed.crib)


def name(counted: Counted, found: Accepted | Refused) -> list[str]:
    """Write accepted items as kind and cards."""
    assert isinstance(found, Accepted), found
    return [
        f"{item.kind} {' '.join(sorted(map(name_of, item.cards)))}"
        for item in map(counted.items.__getitem__, found.items)
    ]


DOUBLE = "4C 5D 5H 6S / 9D"
ROYAL = "5C 5D 5H JS / 6S"
FOUR = "5C 5D 5H JS / 5S"
FLUSH = "2C 3C 4C 8C / KC"
PAIRS = "AC AD 2D 2H / 3H"
TRIPLE = "7C 7D 7H 8S / 9S"
ZERO = "2H 4D 6S 8C / 10D"
CRIB = "crib 2S 4S 6S 8S / QC"
TURNED = "JC 2C 3D 4C / JH"

ACCEPTED = [
    (DOUBLE, "15 6s 9d", ["fifteen 6S 9D"]),
    (DOUBLE, "fifteen 9 6", ["fifteen 6S 9D"]),
    (DOUBLE, "a fifteen: 4, 5, 6", ["fifteen 4C 5D 6S"]),
    (DOUBLE, "15 4 5h 6", ["fifteen 4C 5H 6S"]),
    (DOUBLE, "run 4 5 6", ["run 4C 5D 6S"]),
    (DOUBLE, "run of 6 5h 4", ["run 4C 5H 6S"]),
    (DOUBLE, "run 456", ["run 4C 5D 6S"]),
    (DOUBLE, "run four five six", ["run 4C 5D 6S"]),
    (DOUBLE, "run of three 4 5h 6", ["run 4C 5H 6S"]),
    (DOUBLE, "pair", ["pair 5D 5H"]),
    (DOUBLE, "a pair of fives", ["pair 5D 5H"]),
    (DOUBLE, "pair of 5", ["pair 5D 5H"]),
    (DOUBLE, "pair 5s", ["pair 5D 5H"]),
    (DOUBLE, "Pair 5♥ 5♦.", ["pair 5D 5H"]),
    (DOUBLE, "double run", ["run 4C 5D 6S", "run 4C 5H 6S", "pair 5D 5H"]),
    (DOUBLE, "double run of three", ["run 4C 5D 6S", "run 4C 5H 6S", "pair 5D 5H"]),
    (DOUBLE, "double run 4 5 5 6", ["run 4C 5D 6S", "run 4C 5H 6S", "pair 5D 5H"]),
    (ROYAL, "pair royal", ["pair 5C 5D", "pair 5C 5H", "pair 5D 5H"]),
    (ROYAL, "three of a kind 5 5 5", ["pair 5C 5D", "pair 5C 5H", "pair 5D 5H"]),
    (ROYAL, "pair royal of fives", ["pair 5C 5D", "pair 5C 5H", "pair 5D 5H"]),
    (ROYAL, "pair 5 5 5", ["pair 5C 5D", "pair 5C 5H", "pair 5D 5H"]),
    (ROYAL, "pair 5c 5h", ["pair 5C 5H"]),
    (ROYAL, "nobs", ["nobs JS"]),
    (ROYAL, "one for his nob", ["nobs JS"]),
    (ROYAL, "nobs js", ["nobs JS"]),
    (FOUR, "pair royal", ["pair 5C 5D", "pair 5C 5H", "pair 5D 5H"]),
    (TRIPLE, "triple run", ["run 7C 8S 9S", "run 7D 8S 9S", "run 7H 8S 9S", "pair 7C 7D", "pair 7C 7H", "pair 7D 7H"]),
    (FLUSH, "flush", ["flush 2C 3C 4C 8C KC"]),
    (FLUSH, "flush of 5", ["flush 2C 3C 4C 8C KC"]),
    (FLUSH, "run of three", ["run 2C 3C 4C"]),
    (FLUSH, "run", ["run 2C 3C 4C"]),
    (DOUBLE, "quindici 6 9", ["fifteen 6S 9D"]),
    (DOUBLE, "coppia di cinque", ["pair 5D 5H"]),
    (DOUBLE, "scala 4 5 6", ["run 4C 5D 6S"]),
    (FLUSH, "scala di tre", ["run 2C 3C 4C"]),
    (FLUSH, "colore", ["flush 2C 3C 4C 8C KC"]),
    (ROYAL, "uno per il fante", ["nobs JS"]),
    (ROYAL, "tris", ["pair 5C 5D", "pair 5C 5H", "pair 5D 5H"]),
    (DOUBLE, "doppia scala", ["run 4C 5D 6S", "run 4C 5H 6S", "pair 5D 5H"]),
    (DOUBLE, "quince 6 9", ["fifteen 6S 9D"]),
    (DOUBLE, "una pareja de cinco", ["pair 5D 5H"]),
    (FLUSH, "escalera de tres", ["run 2C 3C 4C"]),
    (FLUSH, "color", ["flush 2C 3C 4C 8C KC"]),
    (ROYAL, "uno por su jota", ["nobs JS"]),
    (ROYAL, "trío", ["pair 5C 5D", "pair 5C 5H", "pair 5D 5H"]),
    (DOUBLE, "escalera doble", ["run 4C 5D 6S", "run 4C 5H 6S", "pair 5D 5H"]),
]


@pytest.mark.parametrize(("hand", "text", "wanted"), ACCEPTED)
def test_accepted(hand: str, text: str, wanted: list[str]) -> None:
    counted = count(hand)
    assert name(counted, claim_item(counted, frozenset(), text)) == wanted


def test_double_pair_royal_and_double_double_run() -> None:
    counted = count(FOUR)
    for text in ("double pair royal", "four of a kind", "pair 5 5 5 5", "poker", "cuarteto"):
        assert len(name(counted, claim_item(counted, frozenset(), text))) == 6
    counted = count(PAIRS)
    found = name(counted, claim_item(counted, frozenset(), "double double run"))
    assert [item.split()[0] for item in found] == ["run"] * 4 + ["pair"] * 2


# Text, reason, its number, the points claimed that are not there.
REFUSED = [
    (DOUBLE, "15 4c 9d", "sum", 13, 2),
    (DOUBLE, "15 5 5", "sum", 10, 2),
    (ZERO, "15", "no-fifteen", 0, 2),
    (DOUBLE, "15 7 8", "not-held", 0, 2),
    (DOUBLE, "15 5h 5s 5d", "not-held", 0, 2),
    (DOUBLE, "run 5 6 7", "not-held", 0, 3),
    (DOUBLE, "double run 5 6 6 7", "not-held", 0, 8),
    (DOUBLE, "pair 5 5 5", "not-held", 0, 6),
    (DOUBLE, "run 4 6 9", "not-run", 3, 3),
    (DOUBLE, "run 4 5", "not-run", 2, 2),
    (DOUBLE, "run 4 5 5 6", "not-run", 4, 4),
    (ZERO, "run", "no-run", 0, 3),
    (ZERO, "run of three", "no-run", 0, 3),
    (ZERO, "triple run", "no-run", 0, 15),
    ("2C 3D 4H 5S / KC", "run 2 3 4", "inside-run", 4, 3),
    ("2C 3D 4H 5S / KC", "run of three", "inside-run", 4, 3),
    (DOUBLE, "run of four", "shorter-run", 3, 1),
    (FLUSH, "double run", "fewer-runs", 1, 5),
    (DOUBLE, "triple run", "fewer-runs", 2, 7),
    (PAIRS, "double run", "fewer-runs", 4, 0),
    (DOUBLE, "pair 4 5", "not-pair", 2, 2),
    (DOUBLE, "pair of sixes", "rank", 1, 2),
    (DOUBLE, "pair royal of fives", "rank", 2, 4),
    (ZERO, "pair", "no-pair", 0, 2),
    (DOUBLE, "pair royal", "not-alike", 2, 4),
    (ROYAL, "double pair royal", "not-alike", 3, 6),
    (ZERO, "pair royal", "not-alike", 1, 6),
    (DOUBLE, "flush", "no-flush", 0, 4),
    (CRIB, "flush", "crib-flush", 4, 4),
    (FLUSH, "flush of four", "flush-size", 5, 0),
    ("2C 3C 4C 8C / KD", "flush of 5", "flush-size", 4, 1),
    (DOUBLE, "nobs", "no-jack", 0, 1),
    ("2C 3C 4C JC / KD", "nobs", "jack-suit", 0, 1),
    ("JH JD 2C 3C / KD", "nobs jh", "jack-suit", 0, 1),
    (TURNED, "nobs", "starter-jack", 0, 1),
    (TURNED, "heels", "heels", 0, 2),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "text", "reason", "number", "points"), REFUSED)
def test_refused(hand: str, text: str, reason: str, number: int, points: int) -> None:
    found = claim_item(count(hand), frozenset(), text)
    assert isinstance(found, Refused), found
    assert (found.reason, found.number, found.points) == (reason, number, points)


def test_what_was_counted_is_refused() -> None:
    for hand, text in [(DOUBLE, "15 6 9"), (DOUBLE, "pair 5 5"), (DOUBLE, "double run"), (ROYAL, "pair royal")]:
        counted = count(hand)
        first = claim_item(counted, frozenset(), text)
        assert isinstance(first, Accepted)
        again = claim_item(counted, frozenset(first.items), text)
        assert isinstance(again, Refused)
        assert again.reason == "taken"
        assert again.points == sum(counted.items[item].points for item in first.items)
    for hand, text in [(DOUBLE, "pair"), (ROYAL, "nobs"), (FLUSH, "flush")]:
        counted = count(hand)
        first = claim_item(counted, frozenset(), text)
        assert isinstance(first, Accepted)
        again = claim_item(counted, frozenset(first.items), text)
        assert isinstance(again, Refused)
        assert (again.reason, again.number) == ("none-left", 1)


def test_equal_ranks_are_taken_one_after_the_other() -> None:
    counted = count(DOUBLE)
    taken: frozenset[int] = frozenset()
    for _ in range(2):
        found = claim_item(counted, taken, "15 4 5 6")
        assert isinstance(found, Accepted)
        taken |= set(found.items)
    third = claim_item(counted, taken, "15 4 5 6")
    assert isinstance(third, Refused)
    assert third.reason == "taken"


def test_a_name_for_several_takes_what_is_left_of_them() -> None:
    counted = count(DOUBLE)
    run = claim_item(counted, frozenset(), "run 4 5 6")
    assert isinstance(run, Accepted)
    rest = name(counted, claim_item(counted, frozenset(run.items), "double run"))
    assert rest == ["run 4C 5H 6S", "pair 5D 5H"]


@pytest.mark.parametrize("text", ["5h jd", "hello", "", "12", "the", "one", "five", "go"])
def test_no_kind_is_named(text: str) -> None:
    with pytest.raises(ClaimError, match="no combination"):
        claim_item(count(DOUBLE), frozenset(), text)


def test_places_are_those_of_what_was_typed() -> None:
    with pytest.raises(CardError) as caught:
        claim_item(count(DOUBLE), frozenset(), "a fifteen  5h xq")
    assert caught.value.params["at"] == 15


def test_letters_of_other_languages() -> None:
    counted = count(DOUBLE)
    italian = LETTER_SETS["it"]
    assert name(counted, claim_item(counted, frozenset(), "15 6p 9q", italian)) == ["fifteen 6S 9D"]
    with pytest.raises(CardError):
        claim_item(counted, frozenset(), "15 6s 9h", italian)


def test_done_in_three_languages() -> None:
    for word in ("done", "fatto", "hecho", "fine", "fin", "DONE!", " done. "):
        assert is_done(word)
    for word in ("", "run", "15", "pair", "flush", "nobs", "q"):
        assert not is_done(word)
    assert "q" not in DONE


CARDS = st.lists(st.sampled_from(brute.DECK), min_size=5, max_size=5, unique=True)


@given(CARDS, st.booleans())
def test_all_that_there_is_can_be_claimed_once(cards: list[str], crib: bool) -> None:
    shown = Shown(tuple(cards[:4]), cards[4], crib)
    counted = count(f"{'crib ' if crib else ''}{' '.join(cards[:4])} / {cards[4]}")
    taken: set[int] = set()
    for combo in shown.combos:
        found = claim_item(counted, frozenset(taken), combo)
        assert isinstance(found, Accepted), combo
        assert not taken & set(found.items)
        taken |= set(found.items)
    assert taken == set(range(len(counted.items)))


WORDS = "15 fifteen run pair royal double triple flush nobs of three five 5 5h 4c 6s x q is and , 9d".split()


@given(CARDS, st.lists(st.sampled_from(WORDS), max_size=7))
def test_any_words_are_judged_or_refused(cards: list[str], words: list[str]) -> None:
    counted = count(f"{' '.join(cards[:4])} / {cards[4]}")
    try:
        found = claim_item(counted, frozenset(), " ".join(words))
    except CribError as error:
        assert str(error)  # noqa: PT017 - either is right, but nothing else
        return
    if isinstance(found, Accepted):
        assert found.items
        assert len(set(found.items)) == len(found.items)
    else:
        assert found.points >= 0


@given(CARDS, st.text(max_size=30))
def test_any_text_is_judged_or_refused(cards: list[str], text: str) -> None:
    counted = count(f"{' '.join(cards[:4])} / {cards[4]}")
    for claim in (text, "15 " + text, "pair " + text, "run of " + text):
        try:
            claim_item(counted, frozenset(), claim)
        except CribError as error:
            assert str(error)  # noqa: PT017 - either is right, but nothing else


def test_combinations_are_said_as_at_the_table() -> None:
    """Without cards each is the next of its kind, and fifteens may be said with the total so far."""
    counted = count(DOUBLE)
    taken: frozenset[int] = frozenset()
    for text in ("fifteen two", "fifteen four", "15 6", "a run of three", "run", "and a pair"):
        found = claim_item(counted, taken, text)
        assert isinstance(found, Accepted), text
        taken |= set(found.items)
    assert taken == set(range(len(counted.items)))
    assert isinstance(claim_item(counted, taken, "fifteen eight"), Refused)
