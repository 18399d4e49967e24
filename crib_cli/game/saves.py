"""Games on disk: a file a game in the user's data folder, its record, on disk before anybody is asked again.

A game that is being played is locked, so that two at once never share a file. A finished one stays as its record.
"""

import contextlib
import os
from collections.abc import Iterable, Iterator
from errno import EISDIR
from pathlib import Path
from typing import IO

from crib_cli.errors import StoreError, UsageError
from crib_cli.files import Lock, put_aside, reason_of
from crib_cli.game.events import Event
from crib_cli.game.record import Replay, event_line, replay

FOLDER = "games"
MOST_GAMES = 10**6
LONGEST = 1 << 26
"""Bytes of the largest record that is read."""

_BEGINNING = b'{"event":"game",'


class Save:
    """An open record. ``append`` adds events, ``sync`` puts all of them on the disk for good."""

    def __init__(self, path: Path, file: IO[bytes], lock: Lock) -> None:
        self.path = path
        self._file = file
        self._lock = lock

    def append(self, events: Iterable[Event]) -> None:
        """Write events, a line each. Raises StoreError; what was written before stays."""
        data = "".join(event_line(event) + "\n" for event in events).encode()
        if data:
            with _storing(self.path):
                self._file.write(data)

    def sync(self) -> None:
        """Return when everything written is on the disk. Raises StoreError."""
        with _storing(self.path):
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file and let another process have the game."""
        with contextlib.suppress(OSError):
            self._file.close()
        self._lock.release()


@contextlib.contextmanager
def _storing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError("store.write", path=str(path), reason=reason_of(error)) from error


def create_save(home: Path) -> Save:
    """Begin a record of its own in a data folder. Raises StoreError."""
    folder = home / FOLDER
    with _storing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    taken = [int(path.stem[5:]) for path in _games(folder)]
    for number in range(max(taken, default=0) + 1, MOST_GAMES):
        path = folder / f"game-{number:06}.jsonl"
        lock = Lock(path.with_suffix(".lock"))
        if not lock.take():
            continue
        try:
            with _storing(path):
                return Save(path, path.open("xb"), lock)
        except StoreError as error:
            lock.release()
            if not isinstance(error.__cause__, FileExistsError):
                raise
    raise StoreError("store.write", path=str(folder), reason=f"{MOST_GAMES} games")


def _games(folder: Path) -> list[Path]:
    """Return the games of a folder by their numbers; those put aside are none of them."""
    return sorted(path for path in folder.glob("game-*.jsonl") if path.stem[5:].isdigit())


def reopen_save(home: Path) -> tuple[Save, Replay] | None:
    """Open the last game that is not finished and not being played, with what its record says; None without one.

    Lines that the rules say must follow are put in, a half-written last line is left out (``damaged`` has it). A
    record that is damaged anywhere else is put aside: StoreError says where it is. Raises UsageError where the only
    open games are being played.
    """
    busy: Path | None = None
    for path in reversed(_games(home / FOLDER)):
        lock = Lock(path.with_suffix(".lock"))
        if _is_finished(path):
            continue
        if not lock.take():
            busy = path
            continue
        try:
            if not _is_finished(path) and not _is_empty(path):  # another process was just playing its end
                return _reopen(path, lock)
        except BaseException:
            lock.release()
            raise
        lock.release()
    if busy is not None:
        raise UsageError("usage.open_elsewhere", path=str(busy))
    return None


def _is_empty(path: Path) -> bool:
    """Tell whether a game ended before its first line was written, and remove it: there is no game in it."""
    with _storing(path):
        with path.open("rb") as file:
            data = file.read(1 << 12)
        if b"\n" in data or data[: len(_BEGINNING)] != _BEGINNING[: len(data)]:
            return False
        path.unlink()
    return True


def _reopen(path: Path, lock: Lock) -> tuple[Save, Replay]:
    try:
        read = read_record(path)
    except StoreError as error:
        if error.code == "store.read":
            raise
        with _storing(path):
            aside = put_aside(path)
        raise StoreError(
            "store.save_damaged", path=str(path), aside=str(aside), reason=error.params["reason"]
        ) from error
    with _storing(path):
        if read.damaged is not None or read.missing or not path.read_bytes().endswith(b"\n"):
            _rewrite(path, (*read.events, *read.missing))
        return Save(path, path.open("ab"), lock), read


def _rewrite(path: Path, events: Iterable[Event]) -> None:
    """Put a whole new record in the place of one, at once; the old one stays as it is if that fails."""
    path = path.resolve()  # where a link leads, and not in the link's place
    part = _part(path)
    try:
        with part.open("xb") as file:
            file.write("".join(event_line(event) + "\n" for event in events).encode())
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _part(path: Path) -> Path:
    """Return where a file is written before it takes its name: beside it, no other process's, nobody's own file."""
    number = os.getpid()
    while (part := path.with_name(f"{path.name}.{number}.part")).exists():
        number += 1
    return part


def read_record(path: Path) -> Replay:
    """Read a record and play it again.

    Raises StoreError where it cannot be read, or is no record; see ``record.replay``.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST)
    except OSError as error:
        raise StoreError("store.read", path=str(path), reason=reason_of(error)) from error
    try:
        return replay(data.decode("utf-8", "replace").splitlines())
    except StoreError as error:
        raise StoreError("store.record", path=str(path), reason=error) from error


def write_record(path: Path, events: Iterable[Event]) -> None:
    """Write a whole record to a file of the user's choice, at once: the old one stays whole until then.

    Raises StoreError.
    """
    with _storing(path):
        if _is_stream(path):
            with path.open("wb") as file:
                file.write("".join(event_line(event) + "\n" for event in events).encode())
        else:
            _rewrite(path, events)


def check_record(path: Path) -> None:
    """See that a record can be written to a file, before a game is played for it.

    Raises StoreError; also for a file that is there and is no record, or is one of the saved games.
    """
    with _storing(path):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not _is_stream(path):
            if path.exists() and (_is_saved(path) or not _begins_record(path)):
                raise StoreError("store.no_record", path=str(path))
            part = _part(path.resolve())
            part.open("xb").close()
            part.unlink()


def _is_saved(path: Path) -> bool:
    return path.resolve().parent.name == FOLDER and path.match("game-*.jsonl")


def _begins_record(path: Path) -> bool:
    """Tell whether a file begins as a record does; an empty one is nobody's loss."""
    with path.open("rb") as file:
        data = file.read(len(_BEGINNING))
    return data == _BEGINNING or not data


def _is_stream(path: Path) -> bool:
    """Tell whether a path is a pipe or a device, like /dev/stdout, which is written to and not replaced."""
    return path.exists() and not path.is_file()


def _is_finished(path: Path) -> bool:
    """Tell by the last line whether a record is of a finished game, or match."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StoreError("store.read", path=str(path), reason=reason_of(error)) from error
    if not data.endswith(b"\n"):  # half a line ends nothing
        return False
    first, last = data[:4096].partition(b"\n")[0], data.rstrip(b"\n").rpartition(b"\n")[2]
    if last.startswith(b'{"event":"match"'):
        return True
    return last.startswith(b'{"event":"end"') and b'"match":1,' in first
