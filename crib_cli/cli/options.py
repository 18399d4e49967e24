"""Options that every command shares, before or after its name, and the reading of option values."""

import inspect
import os
from collections.abc import Callable
from difflib import get_close_matches
from typing import Annotated, Any, NamedTuple

import typer

from crib_cli.core.letters import LETTER_SETS, Letters, respell
from crib_cli.errors import UsageError
from crib_cli.output.plain import Style
from crib_cli.output.streams import Output
from crib_cli.words.catalog import Phrasebook, choose_lang

MOST_JOBS = 64


class Common(NamedTuple):
    """The shared options, resolved: language, letters, and what the output may use."""

    lang: str
    letters: Letters
    ascii: bool
    no_color: bool
    plain: bool
    words: bool = False

    @property
    def may_draw(self) -> bool:
        """Whether boxes, boards and cards may be drawn: not in plain lines, in ASCII, or for ears."""
        return not (self.plain or self.ascii or self.words)

    def style(self, output: Output) -> Style:
        """Return how cards are shown on this output: signs if it has them, colour only on a terminal."""
        colour = output.is_terminal and not self.no_color and os.environ.get("TERM") != "dumb"
        signs = not self.ascii and output.can_show("♣♦♥♠")
        return Style(signs=signs, colour=colour, letters=self.letters, spoken=self.lang if self.words else None)


def common_parameters(book: Phrasebook) -> list[inspect.Parameter]:
    """Return the shared options as parameters of a Typer command, with help in the book's language."""
    panel = book.say("help.panel.common")

    def show_help(ctx: typer.Context, value: bool) -> None:  # noqa: FBT001 - Typer calls it so
        if value:
            text = ctx.get_help()  # with Rich it is drawn at once, and this is empty
            if text:
                Output().write_text(text + "\n")
            raise typer.Exit

    annotations: dict[str, Any] = {
        "lang": Annotated[
            str | None,
            typer.Option("--lang", metavar="en|it|es", help=book.say("help.lang"), rich_help_panel=panel),
        ],
        "cards_in": Annotated[
            str | None,
            typer.Option("--cards", metavar="en|it|es", help=book.say("help.cards"), rich_help_panel=panel),
        ],
        "use_ascii": Annotated[
            bool,
            typer.Option(
                "--ascii", envvar="CRIB_ASCII", show_envvar=False, help=book.say("help.ascii"), rich_help_panel=panel
            ),
        ],
        "no_color": Annotated[bool, typer.Option("--no-color", help=book.say("help.no_color"), rich_help_panel=panel)],
        "plain": Annotated[
            bool,
            typer.Option(
                "--plain", envvar="CRIB_PLAIN", show_envvar=False, help=book.say("help.plain"), rich_help_panel=panel
            ),
        ],
        "use_words": Annotated[
            bool,
            typer.Option(
                "--words", envvar="CRIB_WORDS", show_envvar=False, help=book.say("help.words"), rich_help_panel=panel
            ),
        ],
        "show_help": Annotated[
            bool,
            typer.Option(
                "--help", "-h", is_eager=True, callback=show_help, help=book.say("help.help"), rich_help_panel=panel
            ),
        ],
    }
    return [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None if name in ("lang", "cards_in") else False,
            annotation=annotation,
        )
        for name, annotation in annotations.items()
    ]


def take_common(before: dict[str, Any], given: dict[str, Any]) -> Common:
    """Take the shared options out of a command's arguments; one given before the command holds unless given again."""
    given.pop("show_help", None)
    names = ("lang", "cards_in", "use_ascii", "no_color", "plain", "use_words")
    values = {name: given.pop(name) or before.get(name) for name in names}
    letters = read_choice("--cards", values["cards_in"] or "en", tuple(LETTER_SETS))
    return Common(
        choose_lang(values["lang"], os.environ),
        LETTER_SETS[letters],
        ascii=bool(values["use_ascii"]),
        no_color=bool(values["no_color"] or os.environ.get("NO_COLOR")),
        plain=bool(values["plain"]),
        words=bool(values["use_words"]),
    )


class Batch(NamedTuple):
    """The options for many lines: where they come from, and how they are done."""

    file: str | None
    header: bool
    strict: bool
    jobs: int

    def reads_lines(self, words: tuple[str, ...]) -> bool:
        """Tell whether lines are read from standard input (``-``) or a file, and not cards from the command line.

        Raises UsageError where cards stand beside ``-`` or a file, or both are given.

        >>> one = Batch(None, header=False, strict=False, jobs=1)
        >>> one.reads_lines(("-",)), one.reads_lines(("5H", "-", "5D"))
        (True, False)
        """
        if self.file is not None and words:
            if words == ("-",):
                raise UsageError("usage.two_inputs", file=self.file)
            raise UsageError("usage.cards_and_batch", text=" ".join(words), option="--file")
        if words[:1] == ("-",) and words[1:]:
            raise UsageError("usage.cards_and_batch", text=" ".join(words[1:]), option="-")
        return self.file is not None or words == ("-",)

    def check_form(self, form: str) -> None:
        """Raise UsageError where column names are asked for and the format has none."""
        if self.header and form != "tsv":
            raise UsageError("usage.needs", option="--header", other="--format tsv")

    def check_single(self, words: tuple[str, ...], example: str, letters: Letters) -> None:
        """Raise UsageError where one line is asked for without cards, or with what only many lines need."""
        if not words:
            raise UsageError("usage.no_cards", example=respell(example, letters))
        for option, given in (("--strict", self.strict), ("--jobs", self.jobs != 1)):
            if given:
                raise UsageError("usage.batch_only", option=option)


def batch_parameters(book: Phrasebook, *, header: bool) -> list[inspect.Parameter]:
    """Return the options for many lines as parameters of a Typer command; ``header`` only where there is tsv."""
    panel = book.say("help.panel.batch")

    def option(*names: str, metavar: str | None = None) -> Any:
        text = book.say("help.count." + names[0].lstrip("-"))
        return typer.Option(*names, metavar=metavar, help=text, rich_help_panel=panel)

    parameters: dict[str, tuple[Any, Any]] = {
        "file": (Annotated[str | None, option("--file", "-f", metavar=book.say("meta.file"))], None),
        "header": (Annotated[bool, option("--header")], False),
        "strict": (Annotated[bool, option("--strict")], False),
        "jobs": (Annotated[str, option("--jobs", "-j", metavar="N")], "1"),
    }
    return [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in parameters.items()
        if header or name != "header"
    ]


def take_batch(given: dict[str, Any]) -> Batch:
    """Take the options for many lines out of a command's arguments."""
    jobs = read_whole("--jobs", given.pop("jobs"), 1, MOST_JOBS, f"1-{MOST_JOBS}")
    return Batch(given.pop("file"), given.pop("header", False), given.pop("strict"), jobs)


def with_options(
    command: Callable[..., Any], common: list[inspect.Parameter], batch: list[inspect.Parameter]
) -> Callable[..., Any]:
    """Give a command the shared options; it gets them as its ``common`` argument, and ``batch`` if it reads lines."""

    def run(ctx: typer.Context, **given: Any) -> Any:
        given["common"] = take_common(ctx.obj or {}, given)
        if batch:
            given["batch"] = take_batch(given)
        return command(**given)

    own = [p for name, p in inspect.signature(command).parameters.items() if name not in ("common", "batch")]
    context = inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    parameters = [context, *own, *batch, *common]
    return set_parameters(run, parameters)


def set_parameters(command: Callable[..., Any], parameters: list[inspect.Parameter]) -> Callable[..., Any]:
    """Give a function of keywords the parameters that Typer is to read from it."""
    # Every function takes a signature at run time, though its type does not say so.
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def read_choice(option: str, text: str, known: tuple[str, ...]) -> str:
    """Return one of the known values, in any case. Raises UsageError, with the nearest one if there is one near.

    >>> read_choice("--format", "JSON", ("text", "json"))
    'json'
    """
    value = text.strip().lower()
    if value in known:
        return value
    near = get_close_matches(value, known, 1)
    if near:
        raise UsageError("usage.choice_near", option=option, text=text, near=near[0], known=known)
    raise UsageError("usage.choice", option=option, text=text, known=known)


def read_whole(option: str, text: str, least: int, most: int, wanted: str) -> int:
    """Return a whole number between two bounds. Raises UsageError, saying what is wanted.

    >>> read_whole("--jobs", "2", 1, 64, "a number from 1 to 64")
    2
    """
    digits = text.strip()
    if digits.isascii() and digits.isdigit() and len(digits) < 10 and least <= int(digits) <= most:
        return int(digits)
    raise UsageError("usage.bad_value", option=option, text=text, wanted=wanted)


def read_seconds(option: str, text: str, most: int) -> float:
    """Return a number of seconds, 0 to ``most``. Raises UsageError, saying what is wanted.

    >>> read_seconds("--delay", "0.5", 60)
    0.5
    """
    digits = text.strip()
    plain = digits.isascii() and digits.replace(".", "", 1).isdigit() and len(digits) < 10
    if plain and float(digits) <= most:
        return float(digits)
    raise UsageError("usage.bad_value", option=option, text=text, wanted=f"0-{most}")


def read_score(text: str, target: int) -> tuple[int, int]:
    """Return a score, mine and theirs, both short of the target. Raises UsageError.

    >>> read_score("105-110", 121)
    (105, 110)
    """
    mine, _, theirs = text.strip().partition("-")
    for digits in (mine, theirs):
        if not (digits.isascii() and digits.isdigit() and len(digits) < 5 and int(digits) < target):
            raise UsageError("usage.score", text=text, most=target - 1)
    return int(mine), int(theirs)


_WITH_VALUE = ("--lang", "--cards")
"""Shared options that take the word behind them."""


def first_word(args: list[str]) -> str | None:
    """Return the command: the first word that is no option and no option's value; None if there is none.

    >>> first_word(["--lang", "it", "--ascii", "count", "5H"])
    'count'
    """
    before = ""
    for word in args:
        if not word.startswith("-") and before not in _WITH_VALUE:
            return word
        before = word
    return None
