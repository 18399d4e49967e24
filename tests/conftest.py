"""What all tests share: the installed program, run in an environment of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CRIB = str(Path(sys.executable).with_name("crib"))

CLEAN = {
    name: value
    for name, value in os.environ.items()
    if not name.startswith(("CRIB_", "LC_", "PYTHON"))
    and name not in {"LANG", "LANGUAGE", "NO_COLOR", "COLUMNS", "LINES"}
} | {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
"""The tests' own environment less everything that changes what the program says."""

Run = Callable[..., subprocess.CompletedProcess[str]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing")


@pytest.fixture
def crib(tmp_path: Path) -> Run:
    """Return a function that runs ``crib`` with arguments, standard input and variables, and waits for it.

    What it keeps goes to a folder of the test's own.
    """
    home = {"CRIB_HOME": str(tmp_path / "home")}

    def run(
        *args: str, stdin: str | bytes = "", encoding: str = "utf-8", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [CRIB, *args], input=data, capture_output=True, env=CLEAN | home | variables, check=False, timeout=120
        )
        return subprocess.CompletedProcess(
            args, done.returncode, done.stdout.decode(encoding), done.stderr.decode(errors="backslashreplace")
        )

    return run
