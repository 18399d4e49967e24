"""The manual page: complete, made from the command tree, and clean to the programs that show it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CLEAN, CRIB

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "crib_cli" / "man" / "crib.1"
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "CARDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"]
VARIABLES = ("CRIB_LANG", "CRIB_ASCII", "CRIB_PLAIN", "CRIB_HOME", "NO_COLOR")
COMMANDS = ("count", "peg", "discard", "drill", "play")


def need(program: str, package: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed; Debian has it in the package {package}")


@pytest.fixture(scope="module")
def shown() -> str:
    """Return the page as ``groff`` sets it for a terminal of 80 columns, without bold and underlining."""
    need("groff", "groff")
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-P-cbou", "-rLL=78n", PAGE], capture_output=True, env=CLEAN, check=True
    )
    return done.stdout.decode()


def parts(text: str) -> dict[str, str]:
    pieces = re.split(r"^([A-Z][A-Z ]+)$", text, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def test_no_warnings_of_groff() -> None:
    need("groff", "groff")
    done = subprocess.run(
        ["groff", "-man", "-ww", "-z", "-Tutf8", PAGE], capture_output=True, text=True, env=CLEAN, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_man_shows_it_and_knows_what_it_is_about() -> None:
    need("man", "man-db")
    done = subprocess.run(["man", "-l", PAGE], capture_output=True, env=CLEAN | {"MANWIDTH": "80"}, check=False)
    assert done.returncode == 0, done.stderr
    assert "crib count 5H 5S 5C JD / 5D" in re.sub(r".\x08", "", done.stdout.decode())
    if shutil.which("lexgrog"):
        done = subprocess.run(["lexgrog", PAGE], capture_output=True, env=CLEAN, check=False)
        assert b'"crib - count cribbage hands' in done.stdout


def test_the_sections_are_there_in_order(shown: str) -> None:
    assert list(parts(shown)) == SECTIONS


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_option_is_explained(command: str, shown: str) -> None:
    done = subprocess.run(
        [CRIB, *([command] if command else []), "--help"], capture_output=True, text=True, env=CLEAN, check=True
    )
    options = set(re.findall(r"-[-\w]+", "\n".join(re.findall(r"^  (-\S.*?)(?:  |$)", done.stdout, re.MULTILINE))))
    assert "--help" in options
    pieces = re.split(r"^   (\S.*)$", parts(shown)["COMMANDS"], flags=re.MULTILINE)
    places = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    own = places[f"crib {command}" if command else "Without a command"] + places["Options of every command"]
    heads = set(re.findall(r"-[-\w]+", "\n".join(re.findall(r"^ {7}(-\S.*?)(?:  |$)", own, re.MULTILINE))))
    assert options <= heads


def test_variables_exit_codes_and_examples(shown: str) -> None:
    found = parts(shown)
    assert all(re.search(rf"^ +{name}\b", found["ENVIRONMENT"], re.MULTILINE) for name in VARIABLES)
    assert re.findall(r"^ +(\d+)\s", found["EXIT STATUS"], re.MULTILINE) == ["0", "1", "2", "3", "130"]
    for command in COMMANDS:
        assert re.search(rf"^ +crib {command}\b", found["EXAMPLES"], re.MULTILINE)
    assert "history.db" in found["FILES"]


def test_lines_fit_a_terminal(shown: str) -> None:
    assert max(map(len, shown.splitlines())) <= 80


def test_the_page_is_up_to_date() -> None:
    tool = ROOT / "tests" / "tools" / "build_man.py"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))}
    done = subprocess.run([sys.executable, tool, "--check"], env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
