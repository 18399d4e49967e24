"""Phrases by stable id, one book a language, and which language to speak.

The three books have the same ids and each id the same parameters; a test holds them to it.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

from crib_cli.errors import TEMPLATES, CribError, UsageError, render

LANGS = ("en", "it", "es")


class Phrases(dict[str, str]):
    """The phrases of a language by id. Those of the drill and the game are read when the first of them is said."""

    def __init__(self, lang: str, phrases: Mapping[str, str]) -> None:
        super().__init__(phrases)
        self._lang = lang

    def __missing__(self, phrase: str) -> str:
        self.read_all()
        if phrase not in self:
            raise KeyError(phrase)
        return self[phrase]

    def read_all(self) -> "Phrases":
        """Read what is not read yet, and return all phrases."""
        self.update(import_module(f"crib_cli.words.{self._lang}_games").PHRASES)
        return self


class Phrasebook(NamedTuple):
    """One language. ``named_runs``: whether runs over paired cards have a name that takes in their pairs."""

    lang: str
    phrases: Phrases
    named_runs: bool

    @property
    def errors(self) -> dict[str, str]:
        """The texts of errors by code; read only where something is wrong."""
        if self.lang == "en":
            return TEMPLATES
        errors: dict[str, str] = import_module(f"crib_cli.words.{self.lang}_errors").ERRORS
        return errors

    def say(self, phrase: str, **params: object) -> str:
        """Return a phrase with its parameters filled in. Raises KeyError for an id that is not in the book.

        >>> load_book("en").say("count.total", total=12)
        'total 12'
        """
        return self.phrases[phrase].format(**params)

    def explain(self, error: CribError) -> str:
        """Return an error's text in this language, on one line."""
        return render(self.errors, error)

    def list_or(self, items: "tuple[object, ...] | list[object]") -> str:
        """Join with commas and the language's "or".

        >>> load_book("it").list_or((19, 25, 26))
        '19, 25 o 26'
        """
        words = list(map(str, items))
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.phrases['or']} {words[-1]}"


def load_book(lang: str) -> Phrasebook:
    """Return the phrasebook of a language of ``LANGS``; only that one is read from disk."""
    book = import_module(f"crib_cli.words.{lang}")
    return Phrasebook(lang, Phrases(lang, book.PHRASES), named_runs=book.NAMED_RUNS)


def choose_lang(option: str | None, environ: Mapping[str, str]) -> str:
    """Return the language to speak: the option, else CRIB_LANG, else the locale's, else English.

    The locale is read as gettext does: LANGUAGE lists languages by preference unless the locale is C or POSIX;
    then the first of LC_ALL, LC_MESSAGES and LANG that is set. Raises UsageError for an option or a CRIB_LANG
    that is none of ``LANGS``.

    >>> choose_lang(None, {"LANG": "es_AR.UTF-8"}), choose_lang("it", {"CRIB_LANG": "es"})
    ('es', 'it')
    """
    for name, value in (("--lang", option), ("CRIB_LANG", environ.get("CRIB_LANG"))):
        if value:
            lang = _language_of(value)
            if lang not in LANGS:
                raise UsageError("usage.choice", option=name, text=value, known=LANGS)
            return lang
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    wanted = [locale]
    if environ.get("LANGUAGE") and locale not in ("C", "POSIX"):
        wanted = environ["LANGUAGE"].split(":")
    for name in wanted:
        lang = _language_of(name)
        if lang in LANGS:
            return lang
    return "en"


def _language_of(locale: str) -> str:
    """Return ``it`` for ``it``, ``it_IT.UTF-8``, ``it-CH``, ``it@euro``."""
    for mark in "_.@-":
        locale = locale.partition(mark)[0]
    return locale.strip().lower()
