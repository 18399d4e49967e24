"""Every count, crib and parse case of the case files: hands that other programs got wrong."""

import pytest
from cases import Row, load_rows, read_fields, read_points

from crib_cli.core.breakdown import KINDS, count_hand, itemise, points_by_kind
from crib_cli.core.cards import name_of
from crib_cli.core.notation import ParsedHand, parse_cards, parse_hand
from crib_cli.core.rules import SEVEN, SIX, Rules
from crib_cli.core.scoring import score_hand
from crib_cli.errors import CardError, CribError, HandError

FAULTS = load_rows("public_faults.tsv")
ELSEWHERE = load_rows("wrong_elsewhere.tsv")


def read_row(row: Row) -> tuple[ParsedHand, Rules]:
    """Read the hand of a count row: ``hand=`` or ``crib=``, and ``starter=``. Five cards are the seven-card game's."""
    fields = read_fields(row["input"])
    cards = fields.get("hand") or fields["crib"]
    rules = SEVEN if len(cards.split()) == 5 else SIX
    return parse_hand(f"{cards} / {fields['starter']}", rules, crib="crib" in fields), rules


@pytest.mark.parametrize("row", load_rows("public_faults.tsv", "count"), ids=lambda row: row["id"])
def test_count_rows(row: Row) -> None:
    total, points = read_points(row["right_value"])
    parsed, _ = read_row(row)
    items = itemise(parsed.hand, parsed.starter, crib=parsed.crib)
    assert points_by_kind(items) == points
    assert sum(item.points for item in items) == total
    assert count_hand(parsed.hand, parsed.starter, crib=parsed.crib).total == total
    assert score_hand(parsed.hand, parsed.starter, crib=parsed.crib) == total


@pytest.mark.parametrize("row", load_rows("wrong_elsewhere.tsv", "count", "crib"), ids=lambda row: row["cards"])
def test_rows_wrong_elsewhere(row: Row) -> None:
    parsed = parse_hand(row["cards"], crib=row["kind"] == "crib")
    total = int(row["right"])
    assert score_hand(parsed.hand, parsed.starter, crib=parsed.crib) == total
    assert count_hand(parsed.hand, parsed.starter, crib=parsed.crib).total == total


def test_case_files_are_whole() -> None:
    kinds = [row["kind"] for row in FAULTS]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "count": 24, "parse": 14, "peg": 13, "go": 15, "endgame": 16, "discard": 4, "drill": 5, "ui": 6,
    }  # fmt: skip
    assert [row["kind"] for row in ELSEWHERE].count("peg") == 4
    assert len(ELSEWHERE) == 11


def test_b007_flush_of_the_hand_alone_is_nothing_in_the_crib() -> None:
    parsed = parse_hand("crib 2H 4H 6H 8H / KD")
    assert parsed.crib
    assert score_hand(parsed.hand, parsed.starter, crib=True) == 0
    assert itemise(parsed.hand, parsed.starter, crib=True) == ()


def test_b032_five_cards_and_a_starter_are_no_hand() -> None:
    with pytest.raises(HandError) as caught:
        parse_hand("6S 5D 4C 4H 8S / 4D")
    assert caught.value.params["given"] == 5
    assert caught.value.params["wanted"] == 4


def test_itemised_rows_list_only_what_scores() -> None:
    for row in load_rows("public_faults.tsv", "count"):
        parsed, _ = read_row(row)
        items = itemise(parsed.hand, parsed.starter, crib=parsed.crib)
        assert all(item.points > 0 and item.kind in KINDS for item in items), row["id"]


# What each parse row comes to: texts with their cards, or with the error's class, the text it must show, and words
# that its message must hold.
Refusal = tuple[type[CribError], str, str]
PARSE: dict[str, list[tuple[str, str | Refusal]]] = {
    "B103": [("10h", "10H"), ("Th", "10H"), ("10h Th", (CardError, "Th", "10H is there already"))],
    "B104": [("6сTc9h", (CardError, "с", "U+0441"))],
    "B106": [("tH jd", "10H JD")],
    "B107": [("5h", "5H"), ("5♥", "5H"), ("5h 5♥", (CardError, "5♥", "5H is there already"))],
    "B109": [("5,5,Z,J", (CardError, "Z", "character 5"))],
    "B110": [("5 5 5 5 / 5", (CardError, "5", "a fifth 5")), ("5 5 5 5 + 5", (CardError, "5", "character 11"))],
    "B112": [
        ("JcJc", (CardError, "Jc", "JC is there already")),
        ("JC 2D 3H 4S / JC", (CardError, "JC", "character 15")),
    ],
    "B113": [("QD QD 5H 6S + 7C", (CardError, "QD", "QD is there already"))],
    "B115": [("5H 5H 5H", (CardError, "5H", "5H is there already"))],
    "B116": [("QSKS JHQHKHAH QC", "QS KS JH QH KH AH QC")],
    "B118": [("5‚ô•", (CardError, "‚ô•", "wrong character set"))],
    # That three are one too many for a discard is for the prompt that asks for two.
    "B119": [("5H; 6D", "5H 6D"), ("5H, 6D", "5H 6D"), ("5H 6D", "5H 6D"), ("5H; 6D; 7C", "5H 6D 7C")],
    "B121": [
        ("\U0001f0aa", "10S"),
        ("\U0001f0ac", (CardError, "\U0001f0ac", "knight")),
        ("\U0001f0a0", (CardError, "\U0001f0a0", "back")),
        ("\U0001f0cf", (CardError, "\U0001f0cf", "joker")),
    ],
}
ELSEWHERE_TESTED = {"B122"}  # yes and no as the value of an option: the command-line tests cover boolean words
AS_CARDS = {"B103", "B106", "B107", "B115", "B116", "B118", "B119", "B121"}  # lists of cards that are no hand


def test_every_parse_row_has_its_texts() -> None:
    rows = {row["id"] for row in load_rows("public_faults.tsv", "parse")}
    assert rows == set(PARSE) | ELSEWHERE_TESTED


@pytest.mark.parametrize(
    ("row", "text", "wanted"), [(row, text, wanted) for row, texts in PARSE.items() for text, wanted in texts]
)
def test_parse_rows(row: str, text: str, wanted: str | Refusal) -> None:
    if isinstance(wanted, str):
        assert " ".join(name_of(card) for card, *_ in parse_cards(text)) == wanted
        return
    kind, shown, words = wanted
    read = parse_cards if row in AS_CARDS else parse_hand
    with pytest.raises(kind) as caught:
        read(text)
    message = str(caught.value)
    assert f"'{shown}'" in message
    assert words in message
