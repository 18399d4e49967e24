"""What the shaking of the program shares: a run under any condition, and what must hold after every one of them."""

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from conftest import CLEAN, CRIB

sys.path.insert(0, str(Path(__file__).parent / "tools"))

COMMANDS = ("count", "peg", "discard", "drill", "play")
CODES = frozenset({0, 1, 2, 3, 130})
PROMISED = re.compile(r"(crib|stdin:\d+|[^\0]*:\d+): \S")
"""How every line on stderr begins: the program, or the place of a bad line."""
FAULTS = ("Traceback", "Exception ignored", "Error in ", "Fatal Python", "Warning:")
PLAIN = {
    "count": ["count", "5H", "5S", "5C", "JD", "/", "5D"],
    "peg": ["peg", "7H", "8S", "9D"],
    "discard": ["discard", "5H", "5C", "6D", "7S", "JH", "QD"],
    "drill": ["drill", "--seed", "3"],
    "play": ["play", "--seed", "11"],
}
"""A use of each command that does something; the last two wait for answers."""


@dataclass(frozen=True)
class Shaken:
    """A run that is over. The code is minus the signal where one ended it."""

    args: tuple[bytes, ...]
    code: int
    out: bytes
    err: bytes

    @property
    def told(self) -> list[str]:
        return self.err.decode(errors="backslashreplace").splitlines()


def shake(
    args: Sequence[str | bytes],
    *,
    home: Path | str | None,
    given: bytes = b"",
    way: str = "",
    variables: Mapping[str, str | None] | None = None,
    most: int | None = None,
    allowed: frozenset[int] = CODES,
    before: Callable[[], None] | None = None,
    cwd: Path | None = None,
) -> Shaken:
    """Run the program and hold it to what it promises.

    ``way`` is a shell's redirections, ``variables`` change the environment (None takes one out), ``most`` is how many
    lines it may say on stderr, ``before`` is called in its process first.
    """
    env: dict[str, str] = dict(CLEAN)
    for name, value in ({"CRIB_HOME": None if home is None else str(home)} | dict(variables or {})).items():
        env.pop(name, None)
        if value is not None:
            env[name] = value
    words = tuple(os.fsencode(word) for word in args)
    command: list[str | bytes] = [CRIB, *words]
    if way:
        command = ["bash", "-c", f'exec "$@" {way}', "bash", *command]
    done = subprocess.run(
        command, input=given, capture_output=True, env=env, check=False, timeout=120, preexec_fn=before, cwd=cwd
    )
    shaken = Shaken(words, done.returncode, done.stdout, done.stderr)
    check(shaken, most=most, allowed=allowed)
    return shaken


def check(shaken: Shaken, *, most: int | None = None, allowed: frozenset[int] = CODES) -> None:
    """See that a run ended as promised: its code, and stderr without a traceback and with nothing but its own lines."""
    assert shaken.code in allowed, shaken
    text = shaken.err.decode(errors="backslashreplace")
    assert not any(fault in text for fault in FAULTS), text
    assert most is None or len(shaken.told) <= most, shaken
    if most is not None:
        assert all(PROMISED.match(line) for line in shaken.told), shaken


def random_bytes(chance: random.Random, most: int, *, but: bytes = b"\0") -> bytes:
    """Return bytes of four sorts: any, letters of cards, UTF-8 of anywhere, signs that shells and formats know."""
    length = chance.randrange(most)
    match chance.randrange(4):
        case 0:
            data = chance.randbytes(length)
        case 1:
            data = bytes(chance.choices(b"A23456789TJQKCDHS10/=- \n#ago15,", k=length))
        case 2:
            data = "".join(chr(chance.choice([chance.randrange(1, 0xD800), chance.randrange(0x1F000, 0x1F100)]))
                           for _ in range(length)).encode()  # fmt: skip
        case _:
            data = bytes(chance.choices(b"-=/\\'\"%{}[]()<>|&;$*?!~^\t\n\r\x1b\x00\x7f", k=length))
    return data.translate(None, but)


CARDS = ["5H", "5S", "5C", "JD", "/", "5D", "AH", "10s", "xx", "7♥", "5h5s5cjd/5d", "go", "= 12", "-", "", "🂪", "JH KH"]
NONSENSE = ["", "0", "1", "2", "3", "5", "-1", "1.5", "x", "1e9", "٣", "nan", "inf", " 4 ", "6,6", "105-110", "--"]
NONSENSE.append("\x1b[2J")
SLOW = {"--games": ["0", "1", "3", "x", "-5"], "--delay": ["0", "0.01", "x", "-1", "nan"]}
SLOW["--jobs"] = ["0", "1", "2", "x"]
"""Values of options whose large ones take their time."""


@cache
def tree() -> dict[str, Any]:
    from command_tree import read_tree

    return {command.name: command for command in read_tree()}


def random_options(name: str, chance: random.Random, files: Sequence[str]) -> list[str]:
    """Return a command line of a command's own options and values, right ones and nonsense mixed."""
    command = tree()[name]
    chosen = chance.sample(command.options, chance.randrange(min(6, len(command.options)) + 1))
    words = [name]
    for option in chosen:
        if "--help" in option.names and chance.random() < 0.8:  # else half of all runs would be help
            continue
        values = list(option.values) + NONSENSE
        if option.kind == "file":
            values = list(files)
        elif option.names[0] in SLOW:
            values = SLOW[option.names[0]]
        elif option.kind == "cards":
            values = [*CARDS, "9D 6C 2H", "5D"]
        elif option.values and chance.random() < 0.8:
            values = list(option.values)
        words.append(chance.choice(option.names))
        if option.takes_value:
            words.append(chance.choice(values))
    if name in ("count", "peg", "discard"):
        cards = chance.choices(CARDS, k=chance.randrange(7))
        words += chance.choice([PLAIN[name][1:], PLAIN["count"][1:], cards, ["-"]])
    elif name == "drill" and chance.random() < 0.7:
        words.append(chance.choice(["count", "crib", "peg", "discard", "nonsense"]))
    return [*words[:1], *chance.choice([words[1:], words[:0:-1]])] if chance.random() < 0.1 else words


def random_answers(chance: random.Random) -> bytes:
    """Return lines that may well be answers at a prompt."""
    words = ["0", "2", "4", "?", "hint", "", "#1", "#1 #2", "5", "K", "done", "run", "15", "no", "nineteen", "99", "♥"]
    return "".join(chance.choice(words) + "\n" for _ in range(chance.randrange(12))).encode()


def start(args: Sequence[str], home: Path, *, given: Any = subprocess.PIPE, **more: Any) -> "subprocess.Popen[bytes]":
    """Start the program at the head of a process group of its own, with Ctrl-C as at a terminal."""
    return subprocess.Popen(
        [CRIB, *args], env=CLEAN | {"CRIB_HOME": str(home)} | more, stdin=given, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - no threads here
    )  # fmt: skip


def read_until(process: "subprocess.Popen[bytes]", mark: bytes) -> bytes:
    """Read what a process prints up to a mark that must come."""
    assert process.stdout is not None
    data = b""
    while not data.endswith(mark):
        more = process.stdout.read1(1)
        assert more, data
        data += more
    return data


def finish(process: "subprocess.Popen[bytes]", given: bytes | None = None) -> Shaken:
    """Wait for a process, and see that nothing of its group is left behind it."""
    out, err = process.communicate(given, timeout=60)
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return Shaken(tuple(map(os.fsencode, process.args[1:])), process.returncode, out, err)
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    raise AssertionError(process.args)


class Pty:
    """The program in a terminal of its own, which must be as it was when it has ended."""

    def __init__(self, args: list[str], home: Path, way: str = "", **variables: str | None) -> None:
        import pexpect

        env = CLEAN | {"CRIB_HOME": str(home)} | variables
        env = {name: value for name, value in env.items() if value is not None}
        # The shell stays as the leader, so that the terminal's settings can be read once the program has ended.
        script = f'stty -g; "$@" {way}; echo "code=$?"; stty -g'
        self.child = pexpect.spawn("bash", ["-c", f"trap : INT; {script}", "bash", CRIB, *args], env=env, timeout=60)
        self.child.delaybeforesend = None

    def wait_end(self) -> tuple[bytes, int]:
        import pexpect

        self.child.expect(pexpect.EOF)
        data: bytes = self.child.before
        self.child.close()
        return data, int(data.rpartition(b"code=")[2].split()[0])


def check_screen(data: bytes) -> None:
    """See that the cursor is shown again, no other screen is left on, no colour, and that nothing was traced."""
    assert b"Traceback" not in data, data
    assert data.rfind(b"\x1b[?25h") >= data.rfind(b"\x1b[?25l"), data
    assert data.count(b"\x1b[?1049h") == data.count(b"\x1b[?1049l")
    assert b"\x1b[" not in data or data.rfind(b"\x1b[0m") >= max(data.rfind(b"\x1b[3"), data.rfind(b"\x1b[9")), data


BACKWARDS = '''
"""Clocks that go back a little at every look, and now and then by a day."""
import datetime, time
LOOKS = [0]
def back():
    LOOKS[0] += 1
    return LOOKS[0] * 0.5 + LOOKS[0] // 7 * 86_400
real, steady = time.time, time.monotonic
time.time = lambda: real() - back()
time.monotonic = lambda: steady() - back()
class Backwards(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)
datetime.datetime = Backwards
'''


@contextlib.contextmanager
def turned_clock(folder: Path) -> Iterator[dict[str, str | None]]:
    """Give the variables of an environment where every clock goes backwards."""
    (folder / "sitecustomize.py").write_text(BACKWARDS)
    yield {"PYTHONPATH": str(folder)}
