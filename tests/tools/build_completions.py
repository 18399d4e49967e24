"""Make the completions for bash, zsh, fish and PowerShell from the command tree, or check that they are up to date.

    python tests/tools/build_completions.py [--check]

The files hold all that they need: pressing Tab starts no Python. Each shell's part that decides what to offer stands
in ``completion_parts/``; here its tables are written from the tree and put where the part says ``@NAME@``.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from command_tree import Command, Option, all_letters, card_names, feature_names, read_tree

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "completions"
PARTS = Path(__file__).parent / "completion_parts"
MADE = "Made by tests/tools/build_completions.py from the command tree; do not edit."
SIGNS = "♣♦♥♠"

Quote = Callable[[str], str]


def quote(text: str) -> str:
    """Return the text as a word in single quotes, for bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def quote_fish(text: str) -> str:
    """Return the text as a word in single quotes, for fish."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def quote_powershell(text: str) -> str:
    """Return the text as a word in single quotes, for PowerShell."""
    return "'" + text.replace("'", "''") + "'"


def rows(command: Command) -> Iterable[tuple[str, str, str]]:
    """Return the options of a command as the shells' tables hold them: names, kind with values, help."""
    for option in command.options:
        yield ",".join(option.names), " ".join((option.kind, *option.values)), option.help


def argument(command: Command) -> str:
    """Return what a command takes besides options as the shells' tables hold it."""
    return " ".join((command.argument, *command.values)) if command.argument else "none"


def bash(tree: tuple[Command, ...]) -> dict[str, str]:
    """Return the tables of the bash part."""
    options = []
    for command in tree:
        lines = [f"                {quote(f'{names} {kind}')}" for names, kind, _ in rows(command)]
        head = f"        {quote(command.name)})\n            argument={quote(argument(command))}\n            table=(\n"
        options.append(head + "\n".join(lines) + "\n            )\n            ;;")
    features = [f"        {quote(kind)}) set -- {' '.join(names)} ;;" for kind, names in feature_names().items()]
    cards, signs, tens = [], [], []
    for name, letters in all_letters().items():
        cards.append(f"        {quote(name)}) set -- {' '.join(card_names(letters))} ;;")
        pairs = zip(SIGNS, letters.suit_names, strict=True)
        signs.append(f"        {quote(name)}) {'; '.join(f'text=${{text//{sign}/{suit}}}' for sign, suit in pairs)} ;;")
        if "T" in letters.ranks:
            tens.append(quote(name))
    return {
        "OPTIONS": "\n".join(options),
        "COMMANDS": " ".join(command.name for command in tree[1:]),
        "FEATURES": "\n".join(features),
        "CARDS": "\n".join(cards),
        "SIGNS": "\n".join(signs),
        "TENS": "|".join(tens),
    }


def zsh(tree: tuple[Command, ...]) -> dict[str, str]:
    """Return the tables of the zsh part."""
    before, *commands = tree
    shared = {option.names for option in before.options}
    names = [f"        {quote(f'{command.name}:{command.summary}')}" for command in commands]
    cases = []
    for command in commands:
        own = [_zsh_spec(option) for option in command.options if option.names not in shared]
        if command.argument == "cards":
            own.append(quote("*:card or go:_crib_plays" if command.values else "*:card:_crib_cards"))
        elif command.argument:
            own.append(quote(f"1:{_zsh_said(command.argument_help)}:({' '.join(command.values)})"))
        lines = "".join(f"                        {spec} \\\n" for spec in own)
        cases.append(
            f"                {command.name})\n                    _arguments -S : \\\n{lines}"
            '                        "${common[@]}" && ret=0\n                    ;;'
        )
    features = [f"        {kind}) names=({' '.join(values)}) ;;" for kind, values in feature_names().items()]
    letters = [
        f"        {name}) names=({' '.join(card_names(one))}); suits=({' '.join(one.suit_names)})"
        f"{'; ten=T' if 'T' in one.ranks else ''} ;;"
        for name, one in all_letters().items()
    ]
    again = [f"        {_zsh_spec(option)}" for option in before.options if "--version" not in option.names]
    other = sorted({name for option in _with_other_value(commands) for name in option.names})
    return {
        "COMMON": "\n".join(again),
        "VERSION": _zsh_spec(next(option for option in before.options if "--version" in option.names)),
        "NAMES": "\n".join(names),
        "CASES": "\n".join(cases),
        "FEATURES": "\n".join(features),
        "KINDS": "|".join(feature_names()),
        "LEVELS": " ".join(_levels(tree)),
        "LETTERS": "\n".join(letters),
        "OTHER": "|".join(other),
        "GO": " ".join(value for command in commands if command.argument == "cards" for value in command.values),
    }


def _with_other_value(commands: Iterable[Command]) -> Iterable[Option]:
    """Return the options, of commands that take cards, whose value is no card."""
    return (
        option
        for command in commands
        if command.argument == "cards"
        for option in command.options
        if option.kind not in ("flag", "cards")
    )


def _levels(tree: tuple[Command, ...]) -> tuple[str, ...]:
    return next((option.values for command in tree for option in command.options if option.kind == "levels"), ())


def _zsh_said(text: str) -> str:
    for sign in "\\[]:":
        text = text.replace(sign, "\\" + sign)
    return text


def _zsh_spec(option: Option) -> str:
    """Return the word of ``_arguments`` for an option; a list in braces where it has several names."""
    said = f"[{_zsh_said(option.help)}]"
    excluded = " ".join(("-", "*") if {"--help", "--version"} & set(option.names) else option.names)
    if option.takes_value:
        actions = {
            "words": f"({' '.join(option.values)})",
            "levels": "_crib_levels",
            "features": "_crib_features",
            "cards": "_crib_cards",
            "file": "_files",
        }
        said += f":{_zsh_said(option.metavar if option.kind == 'any' else option.names[0].lstrip('-'))}"
        said += f":{actions.get(option.kind, ' ')}"
    names = [name + ("=" if name.startswith("--") else "+") * option.takes_value for name in option.names]
    if len(names) == 1:
        return quote(f"({excluded}){names[0]}{said}")
    return quote(f"({excluded})") + "{" + ",".join(names) + "}" + quote(said)


def fish(tree: tuple[Command, ...]) -> dict[str, str]:
    """Return the tables of the fish part."""
    options = []
    for command in tree:
        lines = "".join(
            f"            echo {quote_fish(names)}\\t{quote_fish(kind)}\\t{quote_fish(said)}\n"
            for names, kind, said in rows(command)
        )
        options.append(f"        case {quote_fish(command.name)}\n{lines}".rstrip())
    arguments = [f"        case {quote_fish(one.name)}\n            echo {quote_fish(argument(one))}" for one in tree]
    commands = [f"    echo {quote_fish(one.name)}\\t{quote_fish(one.summary)}" for one in tree[1:]]
    features = [
        f"        case {quote_fish(kind)}\n            printf '%s\\n' {' '.join(names)}"
        for kind, names in feature_names().items()
    ]
    letters = []
    for name, one in all_letters().items():
        known = [f"set names {' '.join(card_names(one))}", f"set suits {' '.join(one.suit_names)}"]
        known += ["set ten T"] * ("T" in one.ranks)
        letters.append(f"        case {quote_fish(name)}" + "".join(f"\n            {line}" for line in known))
    return {
        "OPTIONS": "\n".join(options),
        "ARGUMENTS": "\n".join(arguments),
        "COMMANDS": "\n".join(commands),
        "FEATURES": "\n".join(features),
        "LETTERS": "\n".join(letters),
    }


def powershell(tree: tuple[Command, ...]) -> dict[str, str]:
    """Return the tables of the PowerShell part."""
    options = []
    for command in tree:
        lines = [f"            {quote_powershell('|'.join(row))}" for row in rows(command)]
        options.append(f"        {quote_powershell(command.name)} = @(\n" + "\n".join(lines) + "\n        )")
    arguments = [f"        {quote_powershell(one.name)} = {quote_powershell(argument(one))}" for one in tree]
    commands = [f"        {quote_powershell(f'{one.name}|{one.summary}')}" for one in tree[1:]]
    features = [
        f"        {quote_powershell(kind)} = {quote_powershell(' '.join(names))}"
        for kind, names in feature_names().items()
    ]
    cards, suits, tens = [], [], []
    for name, letters in all_letters().items():
        cards.append(f"        {quote_powershell(name)} = {quote_powershell(' '.join(card_names(letters)))}")
        suits.append(f"        {quote_powershell(name)} = {quote_powershell(''.join(letters.suit_names))}")
        if "T" in letters.ranks:
            tens.append(quote_powershell(name))
    return {
        "OPTIONS": "\n".join(options),
        "ARGUMENTS": "\n".join(arguments),
        "COMMANDS": "\n".join(commands),
        "FEATURES": "\n".join(features),
        "CARDS": "\n".join(cards),
        "SUITS": "\n".join(suits),
        "TENS": ", ".join(tens),
    }


SHELLS: dict[str, Callable[[tuple[Command, ...]], dict[str, str]]] = {
    "crib.bash": bash,
    "_crib": zsh,
    "crib.fish": fish,
    "crib.ps1": powershell,
}


def build() -> dict[str, str]:
    """Return the text of each file by its name."""
    tree = read_tree()
    files = {}
    for name, tables in SHELLS.items():
        text = (PARTS / name).read_text(encoding="utf-8")
        for mark, table in ({"MADE": MADE} | tables(tree)).items():
            text = text.replace(f"@{mark}@", table)
        files[name] = text
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a file is not up to date")
    check = parser.parse_args().check
    late = 0
    for name, text in build().items():
        path = FOLDER / name
        if path.exists() and path.read_bytes() == text.encode():
            continue
        if check:
            print(f"completions/{name} is not what the command tree gives; run tests/tools/build_completions.py")
            late = 1
        else:
            FOLDER.mkdir(exist_ok=True)
            path.write_bytes(text.encode())
    return late


if __name__ == "__main__":
    sys.exit(main())
