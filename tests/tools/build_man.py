"""Make the manual page crib(1) from the command tree, or check that it is up to date.

    python tests/tools/build_man.py [--check]

Commands, options, values and examples are the program's own; what stands around them is said here.
"""

import argparse
import re
import sys
from pathlib import Path

from command_tree import Command, Option, read_tree

from crib_cli import __version__

PAGE = Path(__file__).parents[2] / "crib_cli" / "man" / "crib.1"
NAMES = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti", "`": "\\(ga"}
"""What roff would read as something else, by its names there."""
ALSO = re.compile(r"\(also ([A-Z_]+)")

CARDS = """\
A rank and a suit: ranks A, 2 to 9, T or 10, J, Q, K; suits C, D, H, S or their signs. Any case will do, the sign may \
stand before or after, and cards may be glued together (5H5S5CJD/5D), named (5 of hearts), or listed with commas. \
Ranks alone will do where suits do not matter; a hand counted so scores no flush and no nobs.

A hand is [crib|hand] CARDS [/ STARTER] [= CLAIM]. Without / one card more than the hand holds is the starter. What \
cannot be a card is refused with its place, never guessed.

--cards it reads and writes A 2 ... 10 F D R and F Q C P, --cards es A 2 ... 10 J Q K and T D C P. The machine formats \
(json, tsv, points) are always in English and in its letters."""
STREAMS = """\
Output is plain text where it does not go to a terminal. Answers go to standard output, what is wrong to standard \
error, a line each. With - or --file a command reads one line after another and answers each in order; empty lines and \
what stands behind # are passed over."""
STATUS = {
    "0": "Done.",
    "1": "The answer is no: a claim is wrong, or some lines of a batch were bad.",
    "2": "Bad usage, bad cards, or an illegal play.",
    "3": "A file or stream cannot be read or written.",
    "130": "Interrupted.",
}
FILES = {
    "~/.local/share/crib/": """\
What the program keeps on Linux ($XDG_DATA_HOME/crib where that is set); ~/Library/Application Support/crib on macOS, \
and the folder of local application data on Windows.""",
    "history.db": "There: the answers of every drill (SQLite).",
    "games/": "There: a file a game, its record, one JSON object a line.",
}
HOME = "Folder for the history and the games, instead of the one under FILES."


def escape(text: str) -> str:
    """Return text as roff shows it: backslashes, hyphens, quotes and signs as they are.

    >>> escape("--cards 'it'")
    '\\\\-\\\\-cards \\\\(aqit\\\\(aq'
    """
    text = "".join(NAMES.get(sign, sign if sign.isascii() else f"\\[u{ord(sign):04X}]") for sign in text)
    return "\\&" + text if text.startswith(".") else text


def paragraph(text: str) -> list[str]:
    return [".PP", escape(text)]


def item(head: str, text: str) -> list[str]:
    return [".TP", head, escape(text)]


def head_of(option: Option) -> str:
    """Return an option as the head of its paragraph: names in bold, fixed values in bold, the rest in italics."""
    names = ", ".join(f"\\fB{escape(name)}\\fR" for name in option.names)
    if not option.takes_value:
        return names
    if option.kind == "words" and "|" in option.metavar:
        return names + " " + "|".join(f"\\fB{escape(value)}\\fR" for value in option.values)
    return f"{names} \\fI{escape(option.metavar)}\\fR"


def said(option: Option) -> str:
    default = f" (Default: {option.default}.)" if option.default else ""
    return re.sub(r"\s{2}\[default: (.*)\]$", r" (Default: \1.)", option.help) + default


def panels(options: list[Option]) -> list[str]:
    """Return options under the heads of their panels, those without one first; panels in the order of the help."""
    lines = []
    for panel in dict.fromkeys(["", *(option.panel for option in options)]):
        chosen = [option for option in options if option.panel == panel]
        if panel and chosen:
            lines += [".PP", f"\\fI{escape(panel)}\\fR:"]
        for option in chosen:
            lines += item(head_of(option), said(option))
    return lines


def usage(command: Command) -> str:
    argument = f" \\fI{escape(command.argument_metavar)}\\fR" if command.argument_metavar else ""
    return f"\\fBcrib {command.name}\\fR [\\fIoptions\\fR]{argument}"


def section(command: Command, shared: set[tuple[str, ...]]) -> list[str]:
    """Return the part about one command; the options of every command stand at their own place."""
    lines = [f".SS crib {command.name}", usage(command)]
    for text in (command.summary, *command.paragraphs):
        lines += paragraph(text)
    if command.argument_metavar:
        lines += item(f"\\fI{escape(command.argument_metavar)}\\fR", command.argument_help)
    return lines + panels([option for option in command.options if option.names not in shared])


def examples(commands: list[Command]) -> list[str]:
    lines: list[str] = []
    for command in commands:
        for example in command.examples:
            lines += [".PP"] * bool(lines) + [".RS 4", ".EX", escape(example), ".EE", ".RE"]
    return lines


def environment(before: Command) -> list[str]:
    """Return the variables that stand for options, as the help of these says, and the one that stands for none."""
    lines = []
    for option in before.options:
        found = ALSO.search(option.help)
        if found:
            value = option.metavar if option.takes_value else "anything" if found[1] == "NO_COLOR" else "1"
            lines += item(f"\\fB{found[1]}\\fR", f"Set to {value}: as {option.names[0]}.")
    return lines + item("\\fBCRIB_HOME\\fR", HOME)


def build() -> str:
    before, *commands = read_tree()
    shared = {option.names for option in before.options}
    common = [option for option in before.options if "--version" not in option.names]
    version = [option for option in before.options if "--version" in option.names]
    lines = [
        '.\\" Made by tests/tools/build_man.py from the command tree; do not edit.',
        f'.TH CRIB 1 "" "crib {__version__}" "User Commands"',
        ".nh",
        ".SH NAME",
        "crib \\- count cribbage hands, settle the play, choose the discard, practise, and play",
        ".SH SYNOPSIS",
    ]
    for command in commands:
        lines += [usage(command), ".br"]
    lines.append("\\fBcrib \\-\\-help\\fR | \\fB\\-\\-version\\fR")
    lines += [".SH DESCRIPTION", escape(before.summary), *paragraph(STREAMS), ".SH COMMANDS"]
    for command in commands:
        lines += section(command, shared)
    lines += [".SS Options of every command", "They stand before or after the command."]
    lines += [line for option in common for line in item(head_of(option), said(option))]
    lines.append(".SS Without a command")
    lines += [line for option in version for line in item(head_of(option), said(option))]
    lines.append(".SH CARDS")
    lines += [
        line
        for number, text in enumerate(CARDS.split("\n\n"))
        for line in (paragraph(text) if number else [escape(text)])
    ]
    lines += [".SH EXIT STATUS", *(line for head, text in STATUS.items() for line in item(f"\\fB{head}\\fR", text))]
    lines += [".SH ENVIRONMENT", *environment(before)]
    lines += [".SH FILES", *(line for head, text in FILES.items() for line in item(f"\\fI{escape(head)}\\fR", text))]
    lines += [".SH EXAMPLES", *examples(commands)]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if the page is not up to date")
    check = parser.parse_args().check
    new = build().encode()
    if PAGE.exists() and PAGE.read_bytes() == new:
        return 0
    if check:
        print("crib_cli/man/crib.1 is not what the command tree gives; run tests/tools/build_man.py")
        return 1
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_bytes(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
