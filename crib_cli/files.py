"""Where the user's data lives, and locks on files in it. Everything else that touches the disk asks here."""

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import strftime
from typing import IO

from crib_cli.errors import StoreError

APP = "crib"


def data_folder() -> Path:
    """Return the folder for what the program keeps, made if need be: CRIB_HOME, else the user's data folder.

    Raises StoreError when it cannot be made.
    """
    home = os.environ.get("CRIB_HOME")
    try:
        if home:
            folder = Path(home).expanduser()
        else:
            from platformdirs import user_data_path  # only for commands that keep something

            folder = user_data_path(APP, appauthor=False)
    except RuntimeError as error:  # a user the system has no home for, or none of that name
        raise StoreError("store.folder", path=home or "~", reason=str(error).rstrip(".")) from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("store.folder", path=str(folder), reason=reason_of(error)) from error
    return folder


def reason_of(error: Exception) -> str:
    """Return what an operating system's error says, without its number and path.

    >>> reason_of(OSError(28, "No space left on device"))
    'No space left on device'
    """
    return getattr(error, "strerror", None) or str(error)


def put_aside(path: Path, beside: Sequence[str] = ()) -> Path:
    """Rename a damaged file so that nothing overwrites it, and return its new path. Raises OSError.

    ``beside`` are endings of files that belong to it, like ``-journal``; those that are there go with it.
    """
    name = f"{path.stem}.damaged-{strftime('%Y%m%d-%H%M%S')}"
    aside = path.with_name(name + path.suffix)
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{name}-{number}{path.suffix}")
    for ending in beside:
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    path.rename(aside)
    return aside


class Lock:
    """A lock that ends with the process that holds it, however it ends. The file stays; its content means nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None

    def take(self) -> bool:
        """Take the lock without waiting; False when another process has it. Raises StoreError."""
        try:
            file = self.path.open("ab")
        except OSError as error:
            raise StoreError("store.write", path=str(self.path), reason=reason_of(error)) from error
        try:
            _lock(file)
            # Who held it before may have removed the file in between: then this lock is on nothing.
            current = os.path.samestat(os.fstat(file.fileno()), self.path.stat())
        except OSError:
            current = False
        if not current:
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Give the lock up and remove its file."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
            self._file.close()
            self._file = None


def _lock(file: IO[bytes]) -> None:
    """Lock an open file for this process, or raise OSError. The two systems each have a call of their own."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
