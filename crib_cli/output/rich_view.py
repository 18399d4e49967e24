"""The only place that draws with Rich; imported only when something is drawn on a terminal."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from crib_cli.words.catalog import Phrasebook

PATIENCE = 1.0
"""Seconds before progress is shown: short batches stay quiet."""


@contextmanager
def batch_progress(size: int | None, position: Callable[[], int], book: Phrasebook) -> Iterator[Callable[[int], None]]:
    """Show lines done, and the part of the file if its size in bytes is known, on stderr.

    Yields a function that takes the number of lines done since it was last called.
    """
    columns = [TextColumn("{task.description}"), TimeElapsedColumn()]
    progress = Progress(*([BarColumn(), *columns] if size else columns), console=Console(stderr=True), transient=True)
    task = progress.add_task("", total=size)
    done = 0
    began = time.monotonic()
    shown = False

    def advance(lines: int) -> None:
        nonlocal done, shown
        done += lines
        if not shown and time.monotonic() - began > PATIENCE:
            progress.start()
            shown = True
        if shown:
            progress.update(task, completed=position(), description=book.say("batch.lines", lines=f"{done:,}"))

    try:
        yield advance
    finally:
        if shown:
            progress.stop()
