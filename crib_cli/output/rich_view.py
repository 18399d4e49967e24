"""The only place that draws with Rich; imported only when something is drawn on a terminal."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from crib_cli.output.discard_text import Ranking, heads_of, notes_of, rows_of
from crib_cli.output.plain import Style
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


@contextmanager
def games_progress(games: int, book: Phrasebook) -> Iterator[Callable[[int], None]]:
    """Show on stderr how many of so many games are played. Yields a function that takes how many more."""
    columns = [TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=games)
        done = 0

        def advance(more: int) -> None:
            nonlocal done
            done += more
            progress.update(task, completed=done, description=book.say("auto.progress", done=done, games=games))

        yield advance


def draw_discards(rankings: Sequence[Ranking], book: Phrasebook, style: Style) -> str:
    """Draw one ranking as a table with every figure; two side by side where they fit, with fewer, or else as such."""
    console = Console(highlight=False, no_color=not style.colour)
    tables = [_discard_table(ranking, book, style, short=len(rankings) > 1) for ranking in rankings]
    with console.capture() as drawn:
        widths = [console.measure(table).maximum for table in tables]
        if len(tables) > 1 and sum(widths) + 2 <= console.width:
            both = Table.grid(padding=(0, 2, 0, 0))
            both.add_row(*tables)
            console.print(both)
        else:
            for ranking in rankings:
                console.print(_discard_table(ranking, book, style, short=False))
        for note in notes_of(rankings[0], book):
            console.print(note, style="dim")
    return drawn.get()


def wrap_lines(lines: Sequence[str], style: Style, width: int | None = None) -> str:
    """Break lines between words at the terminal's width, or at one that is given, so that no card is cut in two."""
    console = Console(highlight=False, no_color=not style.colour, width=width, force_terminal=style.colour or None)
    with console.capture() as drawn:
        for line in lines:
            console.print(Text.from_ansi(line))
    return drawn.get()


def _discard_table(ranking: Ranking, book: Phrasebook, style: Style, *, short: bool) -> Table:
    table = Table(
        title=ranking.title(book), title_justify="left", box=None, padding=(0, 1, 0, 0), header_style="underline"
    )
    table.add_column(book.say("discard.keep"), no_wrap=True)
    table.add_column(" " + book.say("discard.toss"), no_wrap=True)
    for head in heads_of(ranking, book, short=short):
        table.add_column(head, justify="right", no_wrap=True)
    for number, (choice, row) in enumerate(zip(ranking.choices, rows_of(ranking, short=short), strict=True)):
        cards = (Text.from_ansi(style.cards(choice.keep)), Text.from_ansi(" " + style.cards(choice.toss)))
        table.add_row(*cards, *row, style="bold" if number == 0 else None)
    return table


def draw_picture(lines: Sequence[str], width: int, title: str) -> str:
    """Return lines as an SVG picture of a terminal of so many columns; the same lines give the same picture."""
    console = Console(width=width, record=True, file=StringIO(), force_terminal=True, highlight=False)
    for line in lines:
        console.print(Text.from_ansi(line), soft_wrap=True)
    drawn = console.export_svg(title=title, unique_id="crib")
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)  # any monospaced font will do
