"""The completions in the shells they are for: Tab pressed in a real terminal, what is then on the screen."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pexpect
import pyte
import pytest
import tree_sitter_powershell
from conftest import CLEAN, CRIB
from tree_sitter import Language, Parser

from crib_cli.core.letters import ENGLISH, ITALIAN, Letters
from crib_cli.drill.features import FEATURES

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "completions"
FILES = ("crib.bash", "_crib", "crib.fish", "crib.ps1")
BASH_COMPLETION = Path("/usr/share/bash-completion/bash_completion")
PROMPT = ">> "
PATIENCE = 20
WIDTH, HEIGHT = 160, 70
OFFERED = re.compile(r"(?:^|\s{2})(?:…[\w=]*=)?([-\w./,]+)(?=\s|$)")
"""Words that stand in columns; fish shows the beginning that they share as an ellipsis."""

COMMANDS = {"count", "peg", "discard", "drill", "play"}


def long_options(*command: str) -> set[str]:
    """Return the long options of a command, or before one, as help lists them."""
    done = subprocess.run([CRIB, *command, "--help"], env=CLEAN, capture_output=True, text=True, check=True)
    return set(re.findall(r"--[a-z-]+", "\n".join(re.findall(r"^  (-\S.*?)(?:  |$)", done.stdout, re.MULTILINE))))


COMMON = long_options() - {"--version"}


def cards(letters: Letters = ENGLISH) -> set[str]:
    return {rank + suit for rank in letters.rank_names for suit in letters.suit_names}


LISTED: dict[str, tuple[str, set[str]]] = {
    "commands": ("crib ", COMMANDS),
    "commands behind an option": ("crib --lang it ", COMMANDS),
    "commands that begin so": ("crib p", {"peg", "play"}),
    "options before a command": ("crib --", COMMON | {"--version"}),
    "options not given before a command": ("crib --plain --lang=es --", COMMON ^ {"--plain", "--lang", "--version"}),
    "options where nothing else can stand": ("crib drill peg --m", {"--mode"}),
    "values": ("crib count 5H --format ", {"text", "json", "tsv", "points"}),
    "values behind a sign": ("crib count --variant=s", {"six", "seven", "shotgun"}),
    "values of another command": ("crib discard --variant ", {"six", "five", "seven"}),
    "languages": ("crib --lang ", {"en", "it", "es"}),
    "languages behind the command": ("crib play --lang ", {"en", "it", "es"}),
    "numbers of players": ("crib play --players ", {"2", "3", "4"}),
    "roles": ("crib peg 7H 8S --hand 9D --role ", {"dealer", "pone"}),
    "kinds of drill": ("crib drill ", {"count", "crib", "peg", "discard"}),
    "levels of a drill": ("crib drill --level ", set("12345")),
    "levels of players": ("crib play --level ", {"beginner", "club", "expert"}),
    "features": ("crib drill --feature ", {*FEATURES["count"], "list"}),
    "features of a kind": ("crib drill discard --feature ", {*FEATURES["discard"], "list"}),
    "cards": ("crib count ", cards()),
    "cards of a rank": ("crib count 5H 5S 5", {"5C", "5D"}),
    "cards of a rank in small letters": ("crib count 5H 5S j", {"JC", "JD", "JH", "JS"}),
    "cards not on the line": (
        "crib discard --dealer 5h TS '6D 7S' 10♣ JHQD ",
        cards() - {"5H", "10S", "6D", "7S", "10C", "JH", "QD"},
    ),
    "cards beside those of options": (
        "crib peg 7H --starter 8S --hand=9D6C ",
        cards() - {"7H", "8S", "9D", "6C"} | {"go"},
    ),
    "no option is a card": ("crib --ascii count A", {"AC", "AD", "AH", "AS"}),
    "no value of another option is a card": ("crib count --claim 5H 5", {"5C", "5D", "5H", "5S"}),
    "the starter": ("crib peg 7H 8S --starter 8", {"8C", "8D", "8H"}),
    "cards in Italian letters": ("crib --cards it count 5C ", cards(ITALIAN) - {"5C"}),
    "cards behind the end of options": ("crib count -- 7C 7", {"7D", "7H", "7S"}),
    "files": ("crib count --file ha", {"hands.txt", "hands.old"}),
    "files behind a sign": ("crib play --record=ga", {"game.jsonl", "games/"}),
}  # fmt: skip
"""What was typed, and all that Tab then lists."""

FILLED: dict[str, tuple[str, str]] = {
    "a command": ("crib cou", "crib count "),
    "an option": ("crib count --var", "crib count --variant"),
    "an option of every command": ("crib --asc", "crib --ascii "),
    "a value": ("crib count --variant sh", "crib count --variant shotgun "),
    "a value behind a sign": ("crib count --variant=sh", "crib count --variant=shotgun "),
    "a card": ("crib count 5H 5S 5C JD / qd", "crib count 5H 5S 5C JD / QD "),
    "go": ("crib peg 10H JS g", "crib peg 10H JS go "),
    "another level": ("crib play --level club,ex", "crib play --level club,expert "),
    "a file": ("crib count -f oth", "crib count -f other.txt "),
    "a file with a blank": ("crib count --file a", r"crib count --file a\ hand.txt "),
    "a feature": ("crib drill peg --feature thi", "crib drill peg --feature thirty-one "),
}
"""What was typed, and what Tab makes of it."""

NOTHING = {
    "go has no place": "crib count g",
    "any number": "crib drill --seed ",
    "a card on the line": "crib count QD qd",
    "no such command": "crib throw ",
    "a second kind of drill": "crib drill count pe",
}


class Shell:
    """A shell in a terminal with a screen that can be read."""

    def __init__(self, command: str, args: list[str], env: dict[str, str], folder: Path) -> None:
        self.child: pexpect.spawn[str] = pexpect.spawn(
            command, args, env=env, cwd=str(folder), encoding="utf-8", dimensions=(HEIGHT, WIDTH), timeout=PATIENCE
        )
        self.child.delaybeforesend = None
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)
        self.wait(lambda: self.line() == PROMPT.strip())

    def read(self, seconds: float) -> None:
        """Show what the shell writes next, if it writes anything in this time."""
        try:
            self.stream.feed(self.child.read_nonblocking(65536, seconds))
        except pexpect.TIMEOUT:
            return

    def wait(self, reached: Callable[[], bool], *, settle: float = 0.05) -> None:
        """Read until something is so and stays so; give up after a while, for the test to say what is wrong."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            if reached():
                if not settle:
                    return
                self.read(settle)
                if reached():
                    return
            else:
                self.read(0.5)

    def line(self) -> str:
        """Return the line being edited, without blanks at its end."""
        found = [row.rstrip() for row in self.screen.display if row.startswith(PROMPT)] or [""]
        return found[-1]

    def offered(self) -> set[str]:
        """Return the words listed around the line."""
        rows = [row.rstrip() for row in self.screen.display if not row.startswith(PROMPT)]
        return {word for row in rows for word in OFFERED.findall(row)} - {"--"}

    def type(self, text: str, back: int = 0) -> None:
        """Begin a line anew on an empty screen, go back in it so many characters, and press Tab there."""
        self.child.send("\x03")
        self.wait(lambda: self.line() == PROMPT.strip(), settle=0)
        self.child.send("clear\r")
        self.wait(lambda: [row.rstrip() for row in self.screen.display if row.strip()] == [PROMPT.strip()], settle=0)
        self.child.send(text)
        self.wait(lambda: self.line() == (PROMPT + text).rstrip(), settle=0)
        self.child.send("\x02" * back + "\t")


def need(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"{program} is not installed; Debian has it as the package {program}")
    return path


def start_bash(folder: Path, env: dict[str, str]) -> Shell:
    """Start bash alone, the file read as a person's .bashrc would read it."""
    start = folder.parent / "bashrc"
    start.write_text(f"{BASH_SETTINGS}. {FOLDER / 'crib.bash'}\n")
    return Shell(need("bash"), ["--noprofile", "--rcfile", str(start), "-i"], env, folder)


def start_bash_completion(folder: Path, env: dict[str, str]) -> Shell:
    """Start bash with bash-completion, which finds the file by the command's name when Tab is pressed."""
    if not BASH_COMPLETION.exists():
        pytest.skip("bash-completion is not installed; Debian has it as the package bash-completion")
    share = folder.parent / "bash" / "completions"
    share.mkdir(parents=True)
    shutil.copy(FOLDER / "crib.bash", share / "crib")
    start = folder.parent / "bashrc"
    start.write_text(f"{BASH_SETTINGS}. {BASH_COMPLETION}\n")
    env = env | {"BASH_COMPLETION_USER_DIR": str(share.parent)}
    return Shell(need("bash"), ["--noprofile", "--rcfile", str(start), "-i"], env, folder)


def start_zsh(folder: Path, env: dict[str, str]) -> Shell:
    """Start zsh with its completion system, the file in a folder where it looks for functions."""
    home = folder.parent / "zsh"
    functions = home / "site-functions"
    functions.mkdir(parents=True)
    shutil.copy(FOLDER / "_crib", functions)
    (home / ".zshrc").write_text(
        f"PROMPT='{PROMPT}'\nunsetopt prompt_sp beep list_ambiguous\nLISTMAX=0\nfpath=({functions} $fpath)\n"
        f"autoload -Uz compinit\ncompinit -u -d {home}/dump\n"
    )
    return Shell(need("zsh"), ["-d", "-i"], env | {"ZDOTDIR": str(home)}, folder)


def start_fish(folder: Path, env: dict[str, str]) -> Shell:
    """Start fish, the file in a data folder where it looks for completions of packages."""
    share = folder.parent / "share"
    place = share / "fish" / "vendor_completions.d"
    place.mkdir(parents=True)
    shutil.copy(FOLDER / "crib.fish", place)
    (folder.parent / ".local/share/fish/generated_completions").mkdir(parents=True)  # else fish makes them, in Python
    settings = "function fish_prompt; echo -n '>> '; end; set -g fish_greeting; set -g fish_autosuggestion_enabled 0"
    env = env | {"XDG_DATA_DIRS": f"{share}:/usr/local/share:/usr/share"}
    return Shell(need("fish"), ["-i", "-C", settings], env, folder)


BASH_SETTINGS = f"""\
PS1='{PROMPT}'
HISTFILE=
bind 'set show-all-if-ambiguous on'
bind 'set completion-query-items 0'
bind 'set page-completions off'
bind 'set bell-style none'
bind 'set enable-bracketed-paste off'
"""
SHELLS = {"bash": start_bash, "bash-completion": start_bash_completion, "zsh": start_zsh, "fish": start_fish}


@pytest.fixture(scope="module", params=SHELLS)
def shell(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """Return a shell in a folder with some files; running ``crib`` or Python there leaves a trace and fails."""
    home = tmp_path_factory.mktemp(str(request.param))
    folder, programs = home / "here", home / "bin"
    (folder / "games").mkdir(parents=True)
    for name in ("hands.txt", "hands.old", "a hand.txt", "other.txt", "game.jsonl"):
        (folder / name).touch()
    programs.mkdir()
    for name in ("crib", "python", "python3"):
        (programs / name).write_text(f"#!/bin/sh\necho {name} >> {home}/ran\n")
        (programs / name).chmod(0o755)
    env = CLEAN | {"HOME": str(home), "PATH": f"{programs}:{CLEAN['PATH']}", "INPUTRC": "/dev/null"}
    env = {name: value for name, value in env.items() if not name.startswith("XDG_")}
    started = SHELLS[str(request.param)](folder, env)
    yield started
    started.child.close(force=True)
    assert not (home / "ran").exists(), "pressing Tab started a program"


@pytest.mark.parametrize("case", LISTED)
def test_tab_lists(case: str, shell: Shell) -> None:
    typed, expected = LISTED[case]
    shell.type(typed)
    if len(expected) > 1:
        drawn_twice = {"crib"} - expected  # fish may leave the line it began with on the screen
        shell.wait(lambda: shell.offered() - drawn_twice == expected)
        assert shell.offered() - drawn_twice == expected
    else:
        (word,) = expected
        shell.wait(lambda: shell.line().rstrip("=").endswith(word))
        assert shell.line().rstrip("=").endswith(word)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_tab_lists_every_option_of_a_command(command: str, shell: Shell) -> None:
    expected = long_options(command)
    assert expected > COMMON
    shell.type(f"crib {command} --")
    shell.wait(lambda: shell.offered() - {"-f", "-j", "-h"} == expected)
    assert shell.offered() - {"-f", "-j", "-h"} == expected


def test_tab_lists_no_option_that_was_given(shell: Shell) -> None:
    expected = long_options("discard") - {"--pone", "--variant", "--top", "--file", "--cuts", "--lang"}
    shell.type("crib discard --pone --variant six --top=2 -f x --cuts --lang es --")
    shell.wait(lambda: shell.offered() - {"-f", "-j", "-h"} == expected)
    assert shell.offered() - {"-j", "-h"} == expected


def test_tab_lists_within_a_line(shell: Shell) -> None:
    shell.type("crib count 5H 5 5D --plain", back=len(" 5D --plain"))
    expected = {"5C", "5S"} | ({"5D"} if "fish" in str(shell.child.command) else set())  # it shows nothing behind
    shell.wait(lambda: shell.offered() == expected)
    assert shell.offered() == expected
    shell.type("crib peg --p 7H --strict", back=len(" 7H --strict"))
    expected = {"--players", "--plain", "--play-out"}
    shell.wait(lambda: shell.offered() == expected)
    assert shell.offered() == expected


@pytest.mark.parametrize("case", FILLED)
def test_tab_fills_in(case: str, shell: Shell) -> None:
    typed, expected = FILLED[case]
    shell.type(typed)
    shell.wait(lambda: shell.line().rstrip("=") == (PROMPT + expected).rstrip())
    assert shell.line().rstrip("=") == (PROMPT + expected).rstrip()  # zsh adds the sign that a value can follow


@pytest.mark.parametrize("case", NOTHING)
def test_tab_offers_nothing(case: str, shell: Shell) -> None:
    typed = NOTHING[case]
    shell.type(typed)
    shell.child.send("#")  # it comes after whatever Tab has done
    shell.wait(lambda: shell.line().endswith("#"))
    assert shell.line() in {f"{PROMPT}{typed}#", f"{PROMPT}{typed} #"}
    assert not shell.offered() - {"N"}  # zsh says what may stand there


@pytest.mark.parametrize("name", FILES)
def test_each_file_says_what_made_it(name: str) -> None:
    head = (FOLDER / name).read_text(encoding="utf-8").splitlines()[:4]
    assert any("tests/tools/build_completions.py" in line for line in head)


def test_the_files_are_up_to_date() -> None:
    tool = ROOT / "tests" / "tools" / "build_completions.py"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))}
    done = subprocess.run([sys.executable, tool, "--check"], env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def powershell_is_sound(text: str) -> bool:
    """Tell whether a grammar of PowerShell, not PowerShell itself, reads a text without errors."""
    return not Parser(Language(tree_sitter_powershell.language())).parse(text.encode()).root_node.has_error


def test_the_powershell_file_is_sound_by_a_grammar() -> None:
    text = (FOLDER / "crib.ps1").read_text(encoding="utf-8")
    assert powershell_is_sound(text)
    assert not powershell_is_sound(text.replace("    if ($offerOptions) {", "    if ($offerOptions) {{"))
    assert not powershell_is_sound(text.replace("    $answer\n}", "    $answer\n"))


POWERSHELL = """
Set-Location $args[1]
. $args[0]
while ($null -ne ($line = [Console]::In.ReadLine())) {
    $found = [System.Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null)
    [Console]::Out.WriteLine((@($found.CompletionMatches | ForEach-Object { $_.CompletionText }) -join ' '))
}
"""


def test_powershell_lists_the_same(tmp_path: Path) -> None:
    if shutil.which("pwsh") is None:
        pytest.skip("pwsh is not installed; neither Debian nor the Python package index has it")
    cases = {typed: words for name, (typed, words) in LISTED.items() if not name.startswith("files")}
    script = tmp_path / "ask.ps1"
    script.write_text(POWERSHELL)
    done = subprocess.run(
        ["pwsh", "-NoProfile", "-File", script, FOLDER / "crib.ps1", tmp_path],
        input="".join(f"{typed}\n" for typed in cases), capture_output=True, text=True, env=CLEAN, check=True,
    )  # fmt: skip
    listed = [{word.rpartition("=")[2] for word in line.split()} for line in done.stdout.splitlines()]
    assert dict(zip(cases, listed, strict=True)) == cases
