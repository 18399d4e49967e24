"""The words that Typer itself puts into help, in the user's language: Usage, Options, default and the like.

Typer asks gettext for them, which is told here where this program's own catalogue lies; ``Usage`` it writes itself,
so that commands get a class that writes another word. English needs none of it.
"""

import gettext
import os
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).parents[1] / "words" / "locale"
DOMAIN = "crib"


def translate_parser(lang: str) -> None:
    """Let Typer speak a language. It must not have been imported before: it looks up some words once."""
    os.environ["LANGUAGE"] = lang  # what gettext goes by, whatever the locale is
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    gettext.textdomain(DOMAIN)


def usage_classes(word: str) -> tuple[Any, Any]:
    """Return the classes of a group and a command whose help begins with ``word`` instead of Usage."""
    from typer.core import TyperCommand, TyperGroup

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=word + " ")

    group = type("Group", (TyperGroup,), {"format_usage": format_usage})
    command = type("Command", (TyperCommand,), {"format_usage": format_usage})
    return group, command
