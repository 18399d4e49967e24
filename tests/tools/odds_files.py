"""Work that goes on where it stopped: lines of JSON that are kept as they are found, and how far it has come."""

import json
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

_work_out: Callable[[int], list] | None = None


def collect(path: Path, wanted: int, work_out: Callable[[int], list], name: str, jobs: int = 1) -> list[list]:
    """Return ``work_out(0)`` to ``work_out(wanted - 1)``; what the file holds already is not worked out again.

    A line that was cut short when the work stopped is worked out again. ``jobs`` is how many processes work, where
    the system can fork.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text() if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole)
    found = [json.loads(line) for line in whole.splitlines()[:wanted]]
    numbers = range(len(found), wanted)
    with path.open("a") as file:
        for item in progress(_spread(work_out, numbers, jobs), len(numbers), name):
            found.append(item)
            file.write(json.dumps(item, separators=(",", ":")) + "\n")
            file.flush()
    return found


def _spread(work_out: Callable[[int], list], numbers: range, jobs: int) -> Iterator[list]:
    if jobs < 2 or not numbers:
        yield from map(work_out, numbers)
        return
    global _work_out  # noqa: PLW0603 - it reaches the forked processes so, whatever it holds
    _work_out = work_out
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(_work_one, numbers, chunksize=8)


def _work_one(number: int) -> list:
    return _work_out(number)


def progress(items: Iterable, wanted: int, name: str) -> Iterator:
    """Yield the items and say on standard error, every few seconds, how far it is."""
    begin = said = time.monotonic()
    for done, item in enumerate(items, 1):
        yield item
        now = time.monotonic()
        if now - said > 5 or done == wanted:
            said = now
            left = (now - begin) / done * (wanted - done)
            print(f"{name}: {done}/{wanted}, {now - begin:.0f} s, {left:.0f} s to go", file=sys.stderr, flush=True)
