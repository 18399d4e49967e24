"""Typer's complaints about usage, said again in the user's language with the nearest right word."""

from difflib import get_close_matches
from typing import Any

import typer

from crib_cli.errors import UsageError


def explain_usage(error: Exception, args: list[str], app: typer.Typer) -> UsageError:
    """Return a UsageError for an error of Typer's parser.

    Typer gives these errors no public class, so they are told apart by what they carry: an option's name and
    what it could have been, or the parameter that was wrong.
    """
    facts: Any = error
    context = getattr(facts, "ctx", None)
    command = context.command_path if context is not None else "crib"
    option = getattr(facts, "option_name", None)
    if option is not None and hasattr(facts, "possibilities"):
        return _no_option(option, facts.possibilities, command)
    if option is not None:
        parameters = context.command.params if context is not None else []
        flag = any(option in parameter.opts and parameter.is_flag for parameter in parameters)
        return UsageError("usage.takes_no_value" if flag else "usage.no_value", option=option, command=command)
    commands = [str(info.name) for info in app.registered_commands]
    if command == "crib" and "command" in facts.format_message().lower():
        word = next((arg for arg in args if not arg.startswith("-") and arg not in commands), "")
        near = get_close_matches(word, commands, 1)
        if near:
            return UsageError("usage.no_command_near", text=word, near=near[0])
        return UsageError("usage.no_command", text=word, known=commands)
    return UsageError("usage.other", message=facts.format_message(), command=command)


def _no_option(option: str, possibilities: Any, command: str) -> UsageError:
    body = option.lstrip("-")
    if option.startswith("-") and not option.startswith("--") and body[:1] in "A23456789TJQK0":
        return UsageError("usage.option_card", text=option, card=body)
    if possibilities:
        return UsageError("usage.no_option_near", text=option, near=min(possibilities))
    return UsageError("usage.no_option", text=option, command=command)
