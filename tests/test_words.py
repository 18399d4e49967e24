"""The three phrasebooks say the same things, and the language is chosen as users expect."""

import re
import string
from pathlib import Path

import pytest

import crib_cli
from crib_cli.core.numerals import number_words, spell_number
from crib_cli.errors import TEMPLATES, CardError, CribError, UsageError, render
from crib_cli.words.catalog import LANGS, choose_lang, load_book

BOOKS = {lang: load_book(lang) for lang in LANGS}
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in Path(crib_cli.__file__).parent.rglob("*.py")
    if "words" not in path.parts and path.name != "errors.py"
)


def parameters_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def tables_of(lang: str) -> dict[str, dict[str, str]]:
    book = BOOKS[lang]
    return {"phrases": book.phrases.read_all(), "errors": book.errors}


@pytest.mark.parametrize("lang", ["it", "es"])
@pytest.mark.parametrize("table", ["phrases", "errors"])
def test_books_have_the_same_ids_and_parameters(lang: str, table: str) -> None:
    english, other = tables_of("en")[table], tables_of(lang)[table]
    assert list(other) == list(english)
    for name, text in english.items():
        assert parameters_of(other[name]) == parameters_of(text), name


@pytest.mark.parametrize("lang", ["it", "es"])
def test_little_is_left_in_english(lang: str) -> None:
    """Only cards, commands and the terms that the rule texts keep may read alike."""
    alike = {name for name, text in tables_of("en")["phrases"].items() if BOOKS[lang].phrases[name] == text}
    # A phrase of nothing but parameters and signs has no language.
    alike = {name for name in alike if re.search("[a-z]", re.sub(r"{.*?}", "", tables_of("en")["phrases"][name]))}
    allowed = {"count.hand", "count.crib", "count.total", "kind.nobs", "peg.points"}
    allowed |= {"discard.crib", "discard.total", "discard.least", "discard.most"}
    allowed |= {"game.go", "game.crib_of", "game.crib_owner", "game.extra_muggins", "game.computer"}
    allowed |= {"auto.crib", "auto.skunks", "drill.refused"}
    assert {name for name in alike if "example" not in name} <= allowed
    assert not [name for name, text in TEMPLATES.items() if BOOKS[lang].errors[name] == text]


def test_every_error_code_is_used_and_known() -> None:
    kinds = "card|hand|claim|rules|play|discard|drill|choose|game|usage|store"
    used = set(re.findall(rf'"((?:{kinds})\.[a-z_0-9]+)"', SOURCES))
    built = {"hand.size", "hand.crib_size", "hand.marked_size", "hand.crib_marked_size", "card.other_letters"}
    assert used | built >= set(TEMPLATES)


def test_every_error_names_the_mend() -> None:
    """The mend stands behind a semicolon or is a question; files speak for themselves."""
    plain = {"card.other_letters", "usage.bad_value", "usage.cards_and_batch", "usage.two_inputs", "usage.batch_only"}
    for name, text in TEMPLATES.items():
        assert ";" in text or "?" in text or name in plain or name.startswith("store."), name


@pytest.mark.parametrize("lang", LANGS)
def test_numbers_are_read_as_they_are_spelled(lang: str) -> None:
    plain = str.maketrans("áéíóúñ", "aeioun")
    for number in range(100):
        word = spell_number(number, lang).replace("-", " ").translate(plain)
        assert number_words()[word] == number


@pytest.mark.parametrize(
    ("number", "en", "it", "es"),
    [
        (0, "zero", "zero", "cero"),
        (21, "twenty-one", "ventuno", "veintiuno"),
        (23, "twenty-three", "ventitré", "veintitrés"),
        (28, "twenty-eight", "ventotto", "veintiocho"),
        (29, "twenty-nine", "ventinove", "veintinueve"),
        (46, "forty-six", "quarantasei", "cuarenta y seis"),
        (72, "seventy-two", "settantadue", "setenta y dos"),
    ],
)
def test_numbers_as_words(number: int, en: str, it: str, es: str) -> None:
    assert [spell_number(number, lang) for lang in LANGS] == [en, it, es]


@pytest.mark.parametrize(
    ("option", "environ", "lang"),
    [
        (None, {}, "en"),
        (None, {"LANG": "it_IT.UTF-8"}, "it"),
        (None, {"LANG": "it_IT.UTF-8", "LC_MESSAGES": "es_ES"}, "es"),
        (None, {"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "en"),
        (None, {"LANG": "de_DE", "LANGUAGE": "fr:es:it"}, "es"),
        (None, {"LANG": "de_DE", "LANGUAGE": "fr:de"}, "en"),
        (None, {"LANGUAGE": "it", "LC_ALL": "C"}, "en"),
        (None, {"LANGUAGE": "it", "LC_ALL": "C.UTF-8"}, "it"),
        (None, {"LANGUAGE": "it"}, "it"),
        (None, {"LANG": "it_IT", "CRIB_LANG": "es"}, "es"),
        (None, {"LANG": "it_IT", "CRIB_LANG": ""}, "it"),
        ("en", {"LANG": "it_IT", "CRIB_LANG": "es"}, "en"),
        ("IT", {}, "it"),
        ("es-MX", {}, "es"),
    ],
)
def test_language_is_chosen(option: str | None, environ: dict[str, str], lang: str) -> None:
    assert choose_lang(option, environ) == lang


@pytest.mark.parametrize(("option", "environ"), [("fr", {}), (None, {"CRIB_LANG": "klingon"})])
def test_unknown_language_is_refused(option: str | None, environ: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="not known; choose en, it, es"):
        choose_lang(option, environ)


def test_errors_stay_on_one_line() -> None:
    error = CardError("card.unknown", text="5\n\x00\u2028\udc80" + "x" * 500, at=3, suits="C D H S")
    for book in BOOKS.values():
        text = render(book.errors, error)
        assert len(text.splitlines()) == 1
        assert len(text) < 400
        assert "\\n\\x00\\u2028\\x80" in text


def test_errors_survive_another_process() -> None:
    import pickle

    error = CardError("card.fifth", text="5", at=9, rank="5")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert isinstance(again, CardError)
    assert str(again) == str(error)
    assert isinstance(again, CribError)
