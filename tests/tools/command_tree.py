"""The command tree as plain values, for the tools that write it down: completions and the manual page.

Everything comes from the program itself: names, options and help from the tree that Typer builds, the values of
an option from its metavar, the names that no metavar lists from where the program keeps them.
"""

import inspect
import re
from dataclasses import dataclass
from typing import Any

import typer

from crib_cli.cli.app import build_app
from crib_cli.core.cards import make_card
from crib_cli.core.letters import LETTER_SETS, Letters
from crib_cli.drill.features import FEATURES
from crib_cli.game.players.levels import LEVELS
from crib_cli.words.catalog import load_book

RANGE = re.compile(r"(\d+)\.\.(\d+)")
SUITS = 4
RANKS = 13
TEN = 9


@dataclass(frozen=True, slots=True)
class Option:
    """One option: all its names, and what its value is.

    ``kind`` is ``flag``, ``words`` (one of ``values``), ``levels`` (some of ``values`` with commas between),
    ``features``, ``cards``, ``file``, or ``any`` where nothing can be offered.
    """

    names: tuple[str, ...]
    kind: str
    values: tuple[str, ...]
    metavar: str
    help: str
    panel: str
    default: str
    """What the program takes when it is not given, empty if that goes without saying."""

    @property
    def takes_value(self) -> bool:
        return self.kind != "flag"


@dataclass(frozen=True, slots=True)
class Command:
    """A command, or the program itself before one is named (``name`` is empty)."""

    name: str
    summary: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]
    argument: str
    """What stands there besides options: ``cards``, ``words`` or nothing."""
    argument_metavar: str
    argument_help: str
    values: tuple[str, ...]
    options: tuple[Option, ...]


def read_tree() -> tuple[Command, ...]:
    """Return the program before a command is named, then its commands in the order of its help."""
    # Typer's types are its own affair; what is read here are the attributes it documents.
    root: Any = typer.main.get_command(build_app(load_book("en"), rich_help=False, only=None))
    return (_command("", root), *(_command(name, command) for name, command in root.commands.items()))


def _command(name: str, command: Any) -> Command:
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    shown = [param for param in command.params if param.param_type_name == "option" and not param.hidden]
    options = tuple(map(_option, shown))
    summary, *paragraphs = inspect.cleandoc(command.help).split("\n\n")
    _, *examples = (command.epilog or "").split("\n\n") if name else ("",)
    argument = values = metavar = said = None
    if arguments:
        (one,) = arguments
        metavar, said = one.metavar, one.help
        values = tuple(metavar.strip("[]").split("|")) if "|" in metavar else ()
        argument = "words" if values else "cards" if "CARDS" in metavar else ""
        if name == "peg":
            values = ("go",)
    return Command(
        name,
        summary,
        tuple(paragraphs),
        tuple(examples),
        argument or "",
        metavar or "",
        said or "",
        values or (),
        options,
    )


def _option(param: Any) -> Option:
    names = tuple(sorted(param.opts, key=lambda name: not name.startswith("--")))
    metavar = param.metavar or ""
    kind, values = ("flag", ()) if param.is_flag else read_metavar(metavar)
    default = "" if param.is_flag or param.default is None else str(param.default)
    return Option(names, kind, values, metavar, param.help, param.rich_help_panel or "", default)


def read_metavar(metavar: str) -> tuple[str, tuple[str, ...]]:
    """Return the kind of an option's value and the values it can have, as far as they are fixed.

    >>> read_metavar("text|json"), read_metavar("1..3"), read_metavar("FILE")
    (('words', ('text', 'json')), ('words', ('1', '2', '3')), ('file', ()))
    """
    between = RANGE.fullmatch(metavar)
    if between:
        return "words", tuple(map(str, range(int(between[1]), int(between[2]) + 1)))
    if "|" in metavar:
        return "words", tuple(metavar.split("|"))
    if metavar.startswith("LEVEL"):
        return "levels", tuple(LEVELS)
    kinds = {"FILE": "file", "CARD": "cards", "CARDS": "cards", "NAME": "features"}
    return kinds.get(metavar, "any"), ()


def feature_names() -> dict[str, tuple[str, ...]]:
    """Return the values of ``--feature`` for each kind of drill, ``list`` last."""
    return {kind: (*names, "list") for kind, names in FEATURES.items()}


def card_names(letters: Letters) -> tuple[str, ...]:
    """Return the 52 cards as they are written in these letters, in the order of the pack."""
    pairs = {make_card(rank, suit): (rank, suit) for rank in range(RANKS) for suit in range(SUITS)}
    return tuple(letters.rank_names[rank] + letters.suit_names[suit] for _, (rank, suit) in sorted(pairs.items()))


def all_letters() -> dict[str, Letters]:
    """Return the sets of letters by the values of ``--cards``, the one that is taken by itself first."""
    return dict(LETTER_SETS)
