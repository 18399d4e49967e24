"""Batches: lines in, lines out, in order, in constant memory, on one process or several."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from crib_cli.core.spelling import is_space
from crib_cli.errors import CardError, CribError, HandError, StoreError
from crib_cli.output.diagnostics import ExitCode, complain
from crib_cli.output.streams import Output, encode_text
from crib_cli.words.catalog import Phrasebook

BLOCK = 1 << 18
"""How many bytes are read at once."""

LINE_LIMIT = 1 << 16
"""The longest line that is read, in bytes; of a longer one only the beginning is kept, and it is an error."""


class Block(NamedTuple):
    """Whole lines as they were read, ends between them only, and the number of the first, counted from 1."""

    data: bytes
    first: int

    def lines(self) -> list[bytes]:
        """Return the lines without their ends."""
        return self.data.split(b"\n")

    def length(self) -> int:
        """Return the number of lines."""
        return self.data.count(b"\n") + 1


class Outcome(NamedTuple):
    """What came of a block: the bytes to print, the bad lines by number, and whether any claim was wrong."""

    printed: bytes
    problems: list[tuple[int, CribError]]
    refuted: bool


class Line(NamedTuple):
    """What came of one line: the text to print, what was wrong with it if anything, whether a claim was wrong."""

    printed: str
    error: CribError | None = None
    refuted: bool = False


class Work(Protocol):
    """Turns a block into an outcome; with several processes it is sent to each, so it must pickle."""

    def __call__(self, block: Block, /) -> Outcome:
        """Do one block. With ``--strict`` the outcome ends with the first bad line."""
        ...


class Source(NamedTuple):
    """Where lines come from: an open file descriptor, the name to show, and its size in bytes if known."""

    descriptor: int
    name: str
    size: int | None


@contextmanager
def open_source(path: str | None) -> Iterator[Source]:
    """Open a file, or standard input for None or ``-``. Raises StoreError when it cannot be opened."""
    if path is None or path == "-":
        if sys.stdin is None:
            raise StoreError("store.closed", path="stdin")
        yield Source(0, "stdin", None)
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise StoreError("store.read", path=path, reason=_reason(error)) from error
    try:
        yield Source(descriptor, path, os.fstat(descriptor).st_size)
    finally:
        os.close(descriptor)


def read_blocks(source: Source, size: int = BLOCK) -> Iterator[Block]:
    """Yield blocks of whole lines, read ``size`` bytes at a time.

    The last line needs no line end; a byte order mark at the start is dropped.

    A line longer than ``LINE_LIMIT`` keeps only its beginning, which is still longer than the limit.
    """
    held = b""  # the beginning of a line that has not ended yet
    first = 1
    for chunk in _read_chunks(source, size):
        end = chunk.rfind(b"\n")
        if end < 0:
            held = (held + chunk)[: LINE_LIMIT + 1]
            continue
        block = Block(_without_mark(held + chunk[:end], first), first)
        held = chunk[end + 1 :][: LINE_LIMIT + 1]
        yield block
        first += block.length()
    if held:
        yield Block(_without_mark(held, first), first)


def _read_chunks(source: Source, size: int) -> Iterator[bytes]:
    while True:
        try:
            chunk = os.read(source.descriptor, size)
        except OSError as error:
            raise StoreError("store.read", path=source.name, reason=_reason(error)) from error
        if not chunk:
            return
        yield chunk


def _without_mark(data: bytes, first: int) -> bytes:
    return data.removeprefix(b"\xef\xbb\xbf") if first == 1 else data


def take_line(line: bytes) -> str | None:
    """Decode one line for reading, or return None for an empty line or a comment.

    A comment begins with ``#`` at the start of the line or behind a space. Raises HandError for a line longer
    than ``LINE_LIMIT``, and CardError for bytes that are not UTF-8.

    >>> take_line(b" 5H 5S # the last two"), take_line(b"# none")
    (' 5H 5S ', None)
    """
    bare = line.strip()
    if not bare or bare.startswith(b"#"):
        return None
    if len(line) > LINE_LIMIT:
        raise HandError("hand.line_long", limit=LINE_LIMIT)
    mark = line.find(b"#")
    while mark >= 0:
        if line[mark - 1 : mark].isspace():
            line = line[:mark]
            break
        mark = line.find(b"#", mark + 1)
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        at = len(line[: error.start].decode()) + 1
        shown = line[error.start : error.start + 1].decode("utf-8", "surrogateescape")
        raise CardError("card.not_utf8", text=shown, at=at) from None
    return None if all(map(is_space, text)) else text


def work_lines(
    block: Block,
    each: Callable[[str, int], Line],
    mark: Callable[[CribError, int], str],
    *,
    strict: bool,
    encoding: str,
) -> Outcome:
    """Do a block line by line: ``each`` takes a line's text and number, ``mark`` what it raises.

    What they return is printed as it is; with ``strict`` the first bad line is the last.
    """
    printed: list[str] = []
    problems: list[tuple[int, CribError]] = []
    refuted = False
    for number, line in enumerate(block.lines(), block.first):
        try:
            text = take_line(line)
            if text is None:
                continue
            done = each(text, number)
        except CribError as error:
            done = Line(mark(error, number), error)
        printed.append(done.printed)
        refuted |= done.refuted
        if done.error is not None:
            problems.append((number, done.error))
            if strict:
                break
    return Outcome(encode_text("".join(printed), encoding), problems, refuted)


def run_batch(
    work: Work, path: str | None, output: Output, book: Phrasebook, *, jobs: int, strict: bool, size: int = BLOCK
) -> ExitCode:
    """Send every block of a file, or of standard input for None, through ``work`` and print what comes, in order.

    ``size`` is how many bytes are done at once: few where a line takes long, so that nobody waits for many.

    Bad lines go to stderr as ``name:line: text``. Returns NO if there were any, or if a claim was wrong.
    """
    code = ExitCode.DONE
    with open_source(path) as source, _progress(source, output, book) as advance:
        if path in {None, "-"} and sys.stdin.isatty():
            complain(book.say("batch.type"))
        for outcome, lines in _outcomes(work, read_blocks(source, size), jobs):
            if outcome.printed:
                output.write(outcome.printed)
            for line, error in outcome.problems:
                complain(f"{source.name}:{line}: {book.explain(error)}")
            if outcome.problems or outcome.refuted:
                code = ExitCode.NO
            if outcome.problems and strict:
                break
            advance(lines)
    return code


def _outcomes(work: Work, blocks: Iterator[Block], jobs: int) -> Iterator[tuple[Outcome, int]]:
    """Yield outcomes in the order of the blocks, with the number of lines done; never many blocks in memory."""
    if jobs == 1:
        for block in blocks:
            yield work(block), block.length()
        return
    from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor  # only with several processes

    waiting: deque[tuple[Future[Outcome], int]] = deque()
    with _uninterrupted():
        pool = ProcessPoolExecutor(jobs, initializer=_begin_worker)
    try:
        for block in blocks:
            with _uninterrupted():  # workers and the pool's threads begin here, and stay so
                waiting.append((pool.submit(work, block), block.length()))
            while len(waiting) > 2 * jobs or (waiting and waiting[0][0].done()):
                future, lines = waiting.popleft()
                yield future.result(), lines
        while waiting:
            future, lines = waiting.popleft()
            yield future.result(), lines
    except BrokenExecutor as error:
        raise StoreError("store.worker") from error
    finally:
        with _uninterrupted():  # whoever stops early waits for no block: the workers end with this process
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: in the middle of the pool's own work it could leave locks taken for ever."""
    import signal  # only with several processes

    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker() -> None:
    """Leave Ctrl-C to the first process, which ends the others; and end with it, however it ends."""
    import signal  # only in a worker
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    Thread(target=follow, daemon=True).start()


@contextmanager
def _progress(source: Source, output: Output, book: Phrasebook) -> Iterator[Callable[[int], None]]:
    """Show progress on a terminal's stderr while the results go elsewhere; else do nothing."""
    stderr = sys.stderr
    if output.is_terminal or stderr is None or not stderr.isatty():
        yield lambda _: None
        return
    from crib_cli.output.rich_view import batch_progress  # Rich only where it is drawn

    with batch_progress(source.size, lambda: _position(source), book) as advance:
        yield advance


def _position(source: Source) -> int:
    return os.lseek(source.descriptor, 0, os.SEEK_CUR) if source.size else 0


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
