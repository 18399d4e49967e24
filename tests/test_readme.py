"""The README's Python examples run, and its commands are those that the program has."""

import doctest
import re
from pathlib import Path

from crib_cli.cli.app import COMMANDS

README = Path(__file__).parents[1] / "README.md"


def test_python_examples_run() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False, parser=_Fenced())
    assert attempted > 15
    assert not failed


class _Fenced(doctest.DocTestParser):
    """Only what stands in pycon blocks is Python."""

    def parse(self, string: str, name: str = "<string>") -> list[str | doctest.Example]:
        blocks = re.findall(r"^```pycon\n(.*?)^```", string, flags=re.DOTALL | re.MULTILINE)
        return super().parse("\n".join(blocks), name)


def test_every_command_is_shown() -> None:
    text = README.read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"$ crib {command}" in text or f"| crib {command}" in text, command
