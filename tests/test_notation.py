"""Text to cards: every spelling of the table, places in the text, starter marks, and what is never guessed."""

import random
import string
import unicodedata

import pytest
from cases import Row, load_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from crib_cli.core.cards import RANKS, SUITS, make_card, name_of, names_of
from crib_cli.core.letters import ENGLISH, ITALIAN, LETTER_SETS, SPANISH, SUIT_SIGNS, Letters
from crib_cli.core.notation import ParsedHand, parse_cards, parse_hand
from crib_cli.core.rules import FIVE, SEVEN, SHOTGUN, SIX, VARIANTS, Rules
from crib_cli.errors import CardError, ClaimError, CribError, HandError, RulesError, show_value

ALL_SETS = pytest.mark.parametrize("letters", LETTER_SETS.values(), ids=LETTER_SETS)


def write_hand(parsed: ParsedHand) -> str:
    """Write a hand canonically, the starter behind a slash."""
    shown = names_of(parsed.hand)
    return shown if parsed.starter is None else f"{shown} / {name_of(parsed.starter)}"


def read_as(how: str, text: str, letters: Letters) -> str:
    """Read a text as a list of cards or as a hand of a game, and write canonically what was read."""
    if how == "cards":
        return names_of(card for card, *_ in parse_cards(text, letters))
    game, _, crib = how.partition("-")
    return write_hand(parse_hand(text, VARIANTS[game], letters, crib=bool(crib)))


def check_error(error: CribError, text: str) -> None:
    """Hold an error to its contract: one line that shows the offending text and its true place."""
    message = str(error)
    assert message
    assert message.isprintable(), "one line, no control signs"
    if isinstance(error, CardError):
        shown, at = error.params["text"], error.params["at"]
        assert isinstance(shown, str)
        assert isinstance(at, int)
        assert shown
        assert text[at - 1 : at - 1 + len(shown)] == shown
        assert error.start == at - 1
        assert show_value(shown) in message
        assert f"character {at}:" in message
    elif "at" in error.params:
        at = error.params["at"]
        assert isinstance(at, int)
        assert unicodedata.normalize("NFKC", text[at - 1]) == error.params["text"]
        assert f"character {at}:" in message


# the table of spellings

SPELLED = [
    pytest.param(row, LETTER_SETS[name], id=f"{row['row']} {name} {row['text']!a}")
    for row in load_rows("notation.tsv")
    for name in row["letters"].split()
]


@pytest.mark.parametrize(("row", "letters"), SPELLED)
def test_spellings_of_the_table(row: Row, letters: Letters) -> None:
    how, text, wanted = row["how"], row["text"], row["wanted"]
    if not wanted.startswith("! "):
        assert read_as(how, text, letters) == wanted
        return
    _, at, words = wanted.split(" ", 2)
    with pytest.raises(CribError) as caught:
        read_as(how, text, letters)
    check_error(caught.value, text)
    message = str(caught.value)
    assert words in message
    if at != "-":
        assert f"at character {at}:" in message


def test_whole_pack_in_card_signs() -> None:
    pack = [chr(0x1F0A0 + row * 16 + place) for row in range(4) for place in range(1, 15) if place != 12]
    cards = [card for card, *_ in parse_cards(" ".join(pack))]
    assert cards == [make_card(rank, suit) for suit in (3, 2, 1, 0) for rank in range(13)]
    assert [card for card, *_ in parse_cards("".join(pack))] == cards


@pytest.mark.parametrize("code", [*range(0x1F0A0, 0x1F100)], ids=hex)
def test_every_sign_of_the_card_block_is_a_card_or_refused(code: int) -> None:
    row, place = divmod(code - 0x1F0A0, 16)
    if row < 4 and 1 <= place <= 14 and place != 12:
        ((card, start, end),) = parse_cards(chr(code))
        rank = place - 1 if place < 12 else place - 2
        assert (card, start, end) == (make_card(rank, 3 - row), 0, 1)
    else:
        with pytest.raises(CardError) as caught:
            parse_cards("5♥ " + chr(code))
        check_error(caught.value, "5♥ " + chr(code))
        assert caught.value.start == 3


@pytest.mark.parametrize("encoding", ["mac_roman", "cp1252", "latin-1", "cp437", "cp850"])
@pytest.mark.parametrize("sign", SUIT_SIGNS)
def test_signs_decoded_with_the_wrong_character_set(sign: str, encoding: str) -> None:
    raw = ("5" + sign).encode()
    text = "KH " + raw.decode(encoding, errors="replace")
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert caught.value.code == "card.mojibake"
    assert caught.value.start == 4


# places


def test_places_with_signs_that_are_not_seen() -> None:
    text = "\ufeff5♥\ufe0f \u200b10\u200d♠️, 𝟧𝖢\u3000⑩D [king  of\u00a0hearts]\U0001f0a1"
    cards = parse_cards(text)
    assert [name_of(card) for card, *_ in cards] == ["5H", "10S", "5C", "10D", "KH", "AS"]
    assert [text[start:end].rstrip("\ufe0f") for _, start, end in cards] == [
        "5♥",
        "10\u200d♠",
        "𝟧𝖢",
        "⑩D",
        "king  of\u00a0hearts",
        "\U0001f0a1",
    ]


@pytest.mark.parametrize(
    ("text", "shown", "at"),
    [
        ("5H 5S Z", "Z", 7),
        ("\ufeff5H ♥️5 ZZZ", "ZZZ", 9),
        ("🂡 5♥️\u200b x", "x", 8),
        ("⑩H ½", "½", 4),
        ("5H\t\t5S\n5C ?", "?", 11),
        ("𝟧𝖢 𝟧𝖹", "𝟧𝖹", 4),
        ("5H 5\u200bH", "5\u200bH", 4),
        ("crib 4H 6H JH 10H / Z", "Z", 21),
        ("  hand: 4H 6H JH 10H / 1H", "1H", 24),
    ],
)
def test_places_of_errors(text: str, shown: str, at: int) -> None:
    with pytest.raises(CardError) as caught:
        parse_hand(text)
    assert caught.value.params["text"] == shown
    assert caught.value.params["at"] == at
    check_error(caught.value, text)


@ALL_SETS
def test_places_of_random_cards(letters: Letters) -> None:
    rng = random.Random(f"places {letters.name}")
    for _ in range(3000):
        text = ""
        places = []
        for card in rng.sample(range(52), rng.randrange(1, 8)):
            text += rng.choice(["", " ", "\u2003", ", ", "\u200b", "\ufeff; ", "\U0001f0a1 "[1:]])
            rank, suit = letters.rank_names[card // 4], card % 4
            sign = rng.choice([letters.suit_names[suit], SUIT_SIGNS[suit], "♧♢♡♤"[suit]])
            order = rng.choice(["{0}{1}", "{0}{1}\ufe0f", "{0}\u200d{1}", "{0}", "{1}{0}"])
            if order == "{0}":
                word = chr(0x1F0A0 + 16 * (3 - suit) + (card // 4 + 1 if card // 4 < 11 else card // 4 + 2))
            elif order == "{1}{0}":
                word = SUIT_SIGNS[suit] + rng.choice(["", "\ufe0f"]) + rank
            else:
                word = order.format(rank, sign)
            places.append((card, len(text), len((text + word).rstrip("\ufe0f"))))
            text += word
        found = [(card, start, len(text[:end].rstrip("\ufe0f"))) for card, start, end in parse_cards(text, letters)]
        assert found == places, text


# writing and reading again


@ALL_SETS
@pytest.mark.parametrize("signs", [False, True], ids=["letters", "signs"])
def test_written_cards_read_the_same(letters: Letters, *, signs: bool) -> None:
    rng = random.Random(f"{letters.name} {signs}")
    suits = SUIT_SIGNS if signs else letters.suit_names
    for card in range(52):
        text = letters.rank_names[card // 4] + suits[card % 4]
        assert parse_cards(text, letters) == ((card, 0, len(text)),)
        assert parse_cards(text.lower(), letters) == ((card, 0, len(text)),)
    for _ in range(2000):
        cards = rng.sample(range(52), rng.randrange(1, 53))
        words = [letters.rank_names[card // 4] + suits[card % 4] for card in cards]
        for separator in (" ", ", ", ""):
            assert [card for card, *_ in parse_cards(separator.join(words), letters)] == cards


@ALL_SETS
def test_written_ranks_read_the_same(letters: Letters) -> None:
    rng = random.Random(letters.name)
    for _ in range(2000):
        ranks = rng.sample([rank for rank in range(13) for _ in range(4)], rng.randrange(1, 53))
        words = [letters.rank_names[rank] for rank in ranks]
        # Glued, an Italian F or Q behind a rank is its suit.
        for separator in (" ", "-", "; ") if letters is ITALIAN else (" ", "-", "; ", ""):
            cards = [card for card, *_ in parse_cards(separator.join(words), letters)]
            assert cards == [make_card(rank) for rank in ranks]


@ALL_SETS
@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_written_hands_read_the_same(rules: Rules, letters: Letters) -> None:
    rng = random.Random(f"hands {rules.name} {letters.name}")
    for _ in range(1000):
        cards = rng.sample(range(52), rules.kept + 1)
        words = [letters.rank_names[card // 4] + letters.suit_names[card % 4] for card in cards]
        hand = " ".join(words[:-1])
        for mark in (" / ", " + ", " - ", "/", " "):
            parsed = parse_hand(hand + mark + words[-1], rules, letters)
            assert parsed == ParsedHand(tuple(cards[:-1]), cards[-1], crib=False, claim=None)
        assert parse_hand(f"{hand} [{words[-1]}]", rules, letters).starter == cards[-1]
        assert parse_hand(hand, rules, letters) == ParsedHand(tuple(cards[:-1]), None, crib=False, claim=None)


def test_canonical_names() -> None:
    assert [name_of(card) for card in range(52)] == [rank + suit for rank in RANKS for suit in SUITS]
    assert [name_of(make_card(rank)) for rank in range(13)] == list(RANKS)
    assert "10H" in names_of(range(52)).split()
    assert not any("T" in name_of(card) for card in range(52))


def test_letter_sets_agree_on_the_pack() -> None:
    for letters in (ENGLISH, ITALIAN, SPANISH):
        assert len(letters.rank_names) == 13
        assert len(set(letters.suit_names)) == 4
        for name, rank in zip(letters.rank_names, range(13), strict=True):
            assert parse_cards(name, letters) == ((make_card(rank), 0, len(name)),)
    assert ITALIAN.suit_names == ("F", "Q", "C", "P")
    assert SPANISH.suit_names == ("T", "D", "C", "P")


# hand lines

FOUR = (14, 22, 42, 38)  # 4H 6H JH 10H


@pytest.mark.parametrize(
    ("line", "given", "crib"),
    [
        ("4H 6H JH 10H / 5H", False, False),
        ("4H 6H JH 10H / 5H", True, True),
        ("crib 4H 6H JH 10H / 5H", False, True),
        ("CRIB 4H 6H JH 10H / 5H", False, True),
        ("  Crib: 4H 6H JH 10H / 5H", False, True),
        ("crib\t4H 6H JH 10H 5H", False, True),
        ("crib [4H 6H JH 10H] 5H", False, True),
        ("crib[4H 6H JH 10H] 5H", False, True),
        ("hand 4H 6H JH 10H / 5H", True, False),
        ("hand: 4H 6H JH 10H / 5H", True, False),
        ("\ufeffcrib 4H 6H JH 10H / 5H", False, True),
        ("\ufeff4H 6H JH 10H / 5H", False, False),
    ],
)
def test_words_before_the_cards(line: str, *, given: bool, crib: bool) -> None:
    assert parse_hand(line, crib=given) == ParsedHand(FOUR, 18, crib=crib, claim=None)


@pytest.mark.parametrize("word", ["crib", "hand", "crib:", " hand "])
def test_word_without_cards(word: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_hand(word)
    assert caught.value.code == "hand.empty"


@pytest.mark.parametrize("line", ["kitty 4H 6H JH 10H", "cribs 4H 6H JH 10H", "crib4H 6H JH 10H", "4H 6H JH 10H crib"])
def test_other_words_are_no_cards(line: str) -> None:
    with pytest.raises(CardError):
        parse_hand(line)


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("4H 6H JH 10H / 5H = 12", "12"),
        ("4H 6H JH 10H / 5H=12", "12"),
        ("4H 6H JH 10H / 5H ＝ 12", "12"),
        ("4H 6H JH 10H / 5H = 15-2, and a pair is 4 ", "15-2, and a pair is 4"),
        ("4H 6H JH 10H / 5H = a = b", "a = b"),
        ("crib 4H 6H JH 10H 5H = nineteen", "nineteen"),
    ],
)
def test_claims_behind_the_cards(line: str, claim: str) -> None:
    parsed = parse_hand(line)
    assert parsed == ParsedHand(FOUR, 18, crib=line.startswith("crib"), claim=claim)


def test_claim_without_points_or_cards() -> None:
    with pytest.raises(ClaimError):
        parse_hand("4H 6H JH 10H / 5H = ")
    with pytest.raises(HandError):
        parse_hand("= 12")


def test_crib_of_a_game_without_one() -> None:
    for line, crib in (("crib 4H 6H JH 10H / 5H", False), ("4H 6H JH 10H 2C 3C / 5H", True)):
        with pytest.raises(RulesError) as caught:
            parse_hand(line, SHOTGUN, crib=crib)
        assert caught.value.code == "rules.no_crib"
    assert parse_hand("hand 4H 6H JH 10H 2C 3C / 5H", SHOTGUN, crib=True).crib is False


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])
def test_numbers_of_cards(rules: Rules, *, crib: bool) -> None:
    if crib and not rules.crib_size:
        return
    size = {SIX: 4, FIVE: 3, SEVEN: 5, SHOTGUN: 6}[rules] if not crib else 4
    names = [name_of(card) for card in range(3, 52, 4)]
    for number in range(1, 10):
        line = " ".join(names[:number])
        if number in (size, size + 1):
            parsed = parse_hand(line, rules, crib=crib)
            assert len(parsed.hand) == size
            assert (parsed.starter is None) == (number == size)
        else:
            with pytest.raises(HandError) as caught:
                parse_hand(line, rules, crib=crib)
            assert caught.value.params["given"] == number
            assert caught.value.params["wanted"] == size
        marked = f"{' '.join(names[:number])} / {names[number]}"
        if number == size:
            assert parse_hand(marked, rules, crib=crib).starter is not None
        else:
            with pytest.raises(HandError) as caught:
                parse_hand(marked, rules, crib=crib)
            assert caught.value.params["given"] == number


# never guessed


@ALL_SETS
def test_no_card_twice_in_any_spelling(letters: Letters) -> None:
    for card in range(52):
        rank, suit = letters.rank_names[card // 4], card % 4
        block = chr(0x1F0A0 + 16 * (3 - suit) + (card // 4 + 1 if card // 4 < 11 else card // 4 + 2))
        spelled = [
            rank + letters.suit_names[suit],
            (rank + letters.suit_names[suit]).lower(),
            rank + SUIT_SIGNS[suit],
            SUIT_SIGNS[suit] + rank,
            f"{rank} {'♧♢♡♤'[suit]}",
            block,
        ]
        others = [sign for sign in ("🂡", "🂲", "🃃", "🃔") if sign != block][:3]
        for one in spelled:
            for two in spelled:
                text = f"{one} {' '.join(others)} / {two}"
                with pytest.raises(CardError) as caught:
                    parse_hand(text, SIX, letters)
                assert caught.value.code == "card.twice"
                assert caught.value.params["card"] == name_of(card)
                assert caught.value.params["before"] == 1
                assert caught.value.start == len(text) - len(two)
                check_error(caught.value, text)


@pytest.mark.parametrize(
    ("text", "letters", "other"),
    [
        ("5C RF", ENGLISH, "it"),
        ("rey de picas", ENGLISH, "es"),
        ("5C FF", ENGLISH, "it"),
        ("5 di cuori", ENGLISH, "it"),
        ("KT 5C QP", ENGLISH, "es"),
        ("7P 8P", ENGLISH, None),  # picche and picas
        ("5C RF ZZ", ENGLISH, None),
        ("5C RF 5C", ENGLISH, None),
        ("5C RF]", ENGLISH, None),
        ("5H QP Z", ENGLISH, None),
        ("5H 5S", ITALIAN, "en"),
        ("5C RF", SPANISH, None),
        ("?", ENGLISH, None),
    ],
)
def test_another_letter_set_is_suggested_only_if_it_alone_reads_all(
    text: str, letters: Letters, other: str | None
) -> None:
    with pytest.raises(CribError) as caught:
        parse_cards(text, letters)
    assert caught.value.params.get("other_letters") == other
    assert (f"--cards {other}" in str(caught.value)) == (other is not None)
    assert ("--cards" in str(caught.value)) == (other is not None)


def test_mend_never_names_a_letter_that_is_no_ten_in_the_set() -> None:
    for letters in (ITALIAN, SPANISH):
        for text in ("5♥0♥", "0", "XC", "0C5C"):
            with pytest.raises(CardError) as caught:
                parse_cards(text, letters)
            assert "10" in str(caught.value)
            assert "or T" not in str(caught.value), "T is no rank here, and clubs in Spanish"


@pytest.mark.parametrize("text", ["5\u0301H", "5\u200b\u0301H", "5H\ufe0f\u0301", "♥\u20e3 5"])
def test_accents_on_cards_are_refused(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    check_error(caught.value, text)


# any text at all

FRAGMENTS = (
    *"A 2 3 4 5 6 7 8 9 10 T J Q K F D R a t j 0 1 X Z C H S P ♣ ♦ ♥ ♠ ♡ ♤".split(),
    *"/ + - – [ ] ( ) , ; | = \" ' crib hand".split(),
    *"king of hearts di cuori re fante de rey picas tréboles joker sota five ten ♥️ 10H 5H 5h 5♥ JD QQ FF 5C RF".split(),
    *("\U0001f0a1", "\U0001f0ac", "\U0001f0a0", "\ufe0f", "\u200b", "\ufeff", "\u0301", "⑩", "½", "\udc80", "‚ô•", "с"),
    *(" ", " ", " ", "  ", "\t", "\n", "\u00a0", "\u3000", "\x00", "\x1f"),
)
ANY_TEXT = st.one_of(
    st.text(st.characters(categories=None)),
    st.text(st.characters(categories=("Cs", "Cc", "Cf", "Nd", "No", "So", "Mn", "Zs"))),
    st.lists(st.sampled_from(FRAGMENTS), max_size=24).map("".join),
    st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.characters(categories=None)), max_size=24).map("".join),
    st.text(string.printable, max_size=30),
)
CARDISH = st.lists(st.sampled_from([*"5CRFTPQDKJA", "10", " ", " ", "5H", "7P", "RF", "KT"]), max_size=12).map("".join)
LETTERS = st.sampled_from(list(LETTER_SETS.values()))


@settings(max_examples=1000, deadline=None)
@given(ANY_TEXT, LETTERS)
def test_any_text_gives_cards_or_an_error(text: str, letters: Letters) -> None:
    try:
        cards = parse_cards(text, letters)
    except (CardError, HandError) as error:
        check_error(error, text)
        return
    assert len({card for card, *_ in cards if card >= 0}) == len([card for card, *_ in cards if card >= 0])
    assert len({card >= 0 for card, *_ in cards}) <= 1
    ends = 0
    for card, start, end in cards:
        assert -13 <= card < 52
        assert start <= end <= len(text)
        assert ends <= start or unicodedata.normalize("NFKC", text[start]) != text[start]
        assert text[start:end].strip()
        ends = end


@settings(max_examples=1000, deadline=None)
@given(ANY_TEXT, LETTERS, st.sampled_from(list(VARIANTS.values())), st.booleans())
def test_any_line_gives_a_hand_or_an_error(text: str, letters: Letters, rules: Rules, crib: bool) -> None:
    try:
        parsed = parse_hand(text, rules, letters, crib=crib)
    except CribError as error:
        check_error(error, text)
        return
    assert len(parsed.hand) == rules.size_of(crib=parsed.crib)
    assert parsed.claim is None or parsed.claim.strip() == parsed.claim != ""


@settings(max_examples=1000, deadline=None)
@given(CARDISH)
def test_suggested_letters_read_every_card(text: str) -> None:
    try:
        parse_cards(text)
    except CardError as error:
        readers = [other.name for other in (ITALIAN, SPANISH) if reads(text, other)]
        suggested = error.params.get("other_letters")
        assert suggested is None or readers == [suggested]
        if len(readers) == 1 and error.code in ("card.unknown", "card.no_rank", "card.no_suit", "card.lone_suit"):
            assert suggested == readers[0]


def reads(text: str, letters: Letters) -> bool:
    try:
        return bool(parse_cards(text, letters))
    except CribError:
        return False
