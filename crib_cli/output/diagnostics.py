"""Exit codes, and the one place that writes to stderr: one line a diagnostic, whatever the terminal can show."""

import sys
from enum import IntEnum


class ExitCode(IntEnum):
    """What the program ends with. Scripts rely on these numbers."""

    DONE = 0
    NO = 1
    """A claim is wrong, or some lines of a batch were bad."""
    USAGE = 2
    """Bad usage, bad cards, an illegal play."""
    STORE = 3
    """A data file or stream cannot be read or written."""
    INTERRUPTED = 130


def complain(text: str) -> None:
    """Write one diagnostic line to stderr; a closed or full stderr loses it quietly."""
    stream = sys.stderr
    if stream is None:
        return
    line = " ".join(text.splitlines()) + "\n"
    encoding = stream.encoding or "ascii"
    try:
        stream.write(line.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except (OSError, ValueError):
        return
