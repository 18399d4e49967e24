"""Standard output as bytes: what it can show, and clear errors when it is closed or full."""

import os
import sys
from typing import NoReturn

from crib_cli.errors import StoreError


class Output:
    """Standard output. A broken pipe stays a BrokenPipeError; any other failure is a StoreError."""

    def __init__(self) -> None:
        stream = sys.stdout
        self._buffer = getattr(stream, "buffer", None)
        self.encoding: str = getattr(stream, "encoding", None) or "utf-8"
        self.is_terminal = stream is not None and stream.isatty()

    def can_show(self, text: str) -> bool:
        """Tell whether the output's encoding has every sign of the text."""
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def write_text(self, text: str) -> None:
        """Write text; a letter the encoding lacks loses its accent, any other sign becomes ``?``."""
        self.write(encode_text(text, self.encoding))

    def write(self, data: bytes) -> None:
        """Write bytes and hand them on at once."""
        if self._buffer is None:
            raise StoreError("store.closed", path="stdout")
        try:
            self._buffer.write(data)
            self._buffer.flush()
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as error:
            _fail(error)


def encode_text(text: str, encoding: str) -> bytes:
    r"""Encode text for an output that may lack some of its signs.

    >>> encode_text("un trío ♥\n", "ascii")
    b'un trio ?\n'
    """
    if os.linesep != "\n":
        text = text.replace("\n", os.linesep)
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        from unicodedata import normalize  # only for outputs without accents

        plain = "".join(_plain(sign, encoding, normalize("NFKD", sign)) for sign in text)
        return plain.encode(encoding, "replace")


def _plain(sign: str, encoding: str, parts: str) -> str:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return parts[0]
    return sign


def drop_output() -> None:
    """Point standard output at nothing, so that no later flush at exit fails again."""
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.close(sink)
    except OSError:
        return


def _fail(error: Exception) -> NoReturn:
    reason = getattr(error, "strerror", None) or str(error)
    raise StoreError("store.write", path="stdout", reason=reason) from error
