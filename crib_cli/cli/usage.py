"""Typer's complaints about usage, said again in the user's language with the nearest right word."""

import os
import re
from difflib import get_close_matches
from typing import Any

import typer

from crib_cli.cli.options import first_word
from crib_cli.errors import UsageError

NEAR = 0.7
"""How much alike two options are, 0 to 1, for one to be what was meant."""


def explain_usage(error: Exception, args: list[str], app: typer.Typer) -> UsageError:
    """Return a UsageError for an error of Typer's parser.

    Typer gives these errors no public class, so they are told apart by what they carry: an option's name and
    what it could have been, or the parameter that was wrong.
    """
    facts: Any = error
    commands = [str(info.name) for info in app.registered_commands]
    word = first_word(args)
    command = f"crib {word}" if word in commands else "crib"
    option = getattr(facts, "option_name", None)
    if option is not None and hasattr(facts, "possibilities"):
        return _no_option(option, facts.possibilities, args, command)
    if option is not None:
        code = "usage.takes_no_value" if _is_flag(option, app) else "usage.no_value"
        return UsageError(code, option=option, command=command)
    name = getattr(getattr(facts, "param", None), "envvar", None)
    if isinstance(name, str) and name in os.environ:
        return UsageError("usage.bad_value", option=name, text=os.environ[name], wanted="1/0, yes/no")
    if command == "crib" and word is not None:
        if word[:1].upper() in "A23456789TJQK♥♦♣♠" and len(word) < 4:
            return UsageError("usage.cards_first", text=word, commands=commands)
        near = get_close_matches(word, commands, 1)
        if near:
            return UsageError("usage.no_command_near", text=word, near=near[0])
        return UsageError("usage.no_command", text=word, known=commands)
    message = facts.format_message()
    extra = re.search(r"unexpected extra argument\S* \((.*)\)", message)
    if extra is not None:
        option = "--" + extra[1].partition(" ")[0]
        if option in _options_of(command, app):
            return UsageError("usage.no_option_near", text=extra[1], near=option)
        return UsageError("usage.extra", text=extra[1], command=command)
    return UsageError("usage.other", message=message, command=command)


def _no_option(option: str, possibilities: Any, args: list[str], command: str) -> UsageError:
    given = next((word for word in args if word.startswith(option)), option)
    body = given.lstrip("-")
    if command == "crib count" and not given.startswith("--") and body[:1].upper() in "A23456789TJQK":
        return UsageError("usage.option_card", text=given, card=body)
    text = option if given.startswith("--") else given
    near = get_close_matches(option, possibilities or (), 1, cutoff=NEAR)
    if near:
        return UsageError("usage.no_option_near", text=text, near=near[0])
    return UsageError("usage.no_option", text=text, command=command)


def _options_of(command: str, app: typer.Typer) -> set[str]:
    """Return the names of a command's options."""
    tree: Any = typer.main.get_command(app)
    params = tree.commands[command.partition(" ")[2]].params if " " in command else tree.params
    return {name for param in params for name in param.opts}


def _is_flag(option: str, app: typer.Typer) -> bool:
    tree: Any = typer.main.get_command(app)
    parameters = [*tree.params, *(param for command in tree.commands.values() for param in command.params)]
    return any(option in param.opts and getattr(param, "is_flag", False) for param in parameters)
