"""Questions to a person or a pipe: a line out, a line in, and how long it took."""

import re
import shutil
import sys
import time
from typing import IO

from crib_cli.errors import StoreError
from crib_cli.output.streams import Output, encode_text

HELP = frozenset({"?", "help", "aiuto", "ayuda", "h"})
HINT = frozenset({"hint", "suggerimento", "pista"})
QUIT = frozenset({"q", "quit", "exit", "esci", "salir"})
LONGEST = 1 << 12
"""Bytes of an answer that are read; what is behind them on the line is dropped."""
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def wrap_line(line: str, width: int) -> list[str]:
    """Break a line between words so that no part is wider than ``width`` columns, if words allow; colour has no width.

    >>> wrap_line("which two to the crib", 12)
    ['which two to', 'the crib']
    """
    if len(_COLOUR.sub("", line)) <= width:
        return [line]
    rows = [""]
    used = 0
    for word in re.findall(r" *[^ ]+", line):
        length = len(_COLOUR.sub("", word))
        if used and used + length > width:
            rows.append("")
            used, word = 0, word.lstrip(" ")  # noqa: PLW2901 - the space went with the line
            length = len(_COLOUR.sub("", word))
        rows[-1] += word
        used += length
    return rows


class EndOfInputError(Exception):
    """Standard input has no more lines."""


class Dialogue:
    """Lines to the user and answers back. It speaks on stdout, or on stderr where stdout carries data.

    ``thought`` is how many seconds were spent waiting for answers since it was last set to 0.
    """

    def __init__(self, output: Output, *, on_stderr: bool = False) -> None:
        self._output = output
        self._on_stderr = on_stderr
        self._input: IO[bytes] | None = getattr(sys.stdin, "buffer", None)
        self._echo = not (sys.stdin is not None and sys.stdin.isatty())
        shown = sys.stderr if on_stderr else sys.stdout
        self._wraps = shown is not None and shown.isatty()
        self.thought = 0.0

    @property
    def is_terminal(self) -> bool:
        """Whether a person types the answers."""
        return not self._echo

    def say(self, *lines: str) -> None:
        """Write lines; a terminal gets those that are too wide for it broken between words."""
        if self._wraps:
            width = shutil.get_terminal_size().columns
            lines = tuple(row for line in lines for row in wrap_line(line, width))
        self._write("".join(line + "\n" for line in lines))

    def say_whole(self, line: str) -> None:
        """Write a line that is to be copied: however narrow the terminal, it is not broken."""
        self._write(line + "\n")

    def _write(self, text: str) -> None:
        if not self._on_stderr:
            self._output.write_text(text)
        elif sys.stderr is not None:
            encoding = sys.stderr.encoding or "ascii"
            try:
                sys.stderr.write(encode_text(text, encoding).decode(encoding))
                sys.stderr.flush()
            except BrokenPipeError:
                raise
            except OSError as error:
                raise StoreError("store.write", path="stderr", reason=error.strerror or str(error)) from error

    def ask(self, prompt: str) -> str:
        """Show a prompt and return the answer without its line end.

        An answer that does not come from a terminal is shown behind the prompt, as a terminal would. Raises
        EndOfInputError when there is no more, StoreError when it cannot be read.
        """
        self._write(prompt)
        if self._input is None:
            raise StoreError("store.closed", path="stdin")
        began = time.monotonic()
        try:
            line = self._input.readline(LONGEST)
            while len(line) == LONGEST and not line.endswith(b"\n"):
                rest = self._input.readline(LONGEST)
                if not rest or rest.endswith(b"\n"):
                    break
        except (OSError, ValueError) as error:
            raise StoreError(
                "store.read", path="stdin", reason=getattr(error, "strerror", None) or str(error)
            ) from error
        finally:
            self.thought += max(0.0, time.monotonic() - began)
        if not line:
            self._write("\n")
            raise EndOfInputError
        answer = line.decode("utf-8", "surrogateescape").strip()
        if self._echo:
            self._write(answer.encode("utf-8", "replace").decode() + "\n")
        return answer
