"""``crib play --auto``: computers against each other, one game told, or many summed up."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from crib_cli.cli.play import PlayRequest, choose_settings
from crib_cli.game.runner import Share, Summary, advance, play_many, seat_players
from crib_cli.game.saves import check_record, write_record
from crib_cli.game.settings import GameSettings
from crib_cli.game.transitions import begin_game
from crib_cli.output.diagnostics import ExitCode
from crib_cli.output.game_text import Narrator, head_line, seats_line
from crib_cli.output.streams import Output
from crib_cli.words.catalog import Phrasebook, load_book

if TYPE_CHECKING:
    from crib_cli.game.events import Event

_PLAY = ("fifteen", "thirty-one", "pair", "run", "last")
_NAMED = ("hand", "crib", "heels")


def run_auto(request: PlayRequest) -> ExitCode:
    """Let computers play. Raises CribError."""
    settings = choose_settings(request, person=False)
    output = Output()
    book = load_book(request.common.lang)
    if request.games is None:
        return _tell_game(request, settings, output, book)
    with _progress(request.games, book) as advanced:
        summary = play_many(settings, request.games, rotate=False, told=advanced)
    if request.form == "json":
        from json import dumps  # only for the machine format

        output.write_text(dumps(_fields(settings, summary), separators=(",", ":")) + "\n")
    else:
        narrator = Narrator(settings, None, book, request.common.style(output))
        lines = [head_line(settings, book), seats_line(narrator, book), *summary_lines(summary, narrator, book)]
        output.write_text("".join(line + "\n" for line in lines))
    return ExitCode.DONE


def _tell_game(request: PlayRequest, settings: GameSettings, output: Output, book: Phrasebook) -> ExitCode:
    """Play one game or match and tell it as it goes; the record is written whole at its end."""
    if request.record is not None:
        check_record(Path(request.record))
    narrator = Narrator(settings, None, book, request.common.style(output))
    state, first = begin_game(settings)
    events: list[Event] = list(first)
    seed = book.say("game.seed", seed=settings.seed)
    gone: BrokenPipeError | None = None

    def tell(lines: list[str]) -> None:
        nonlocal gone
        try:
            if lines and gone is None:
                output.write_text("".join(line + "\n" for line in lines))
        except BrokenPipeError as error:
            if request.record is None:  # nobody wants the rest
                raise
            gone = error

    tell([head_line(settings, book), seed, seats_line(narrator, book)])
    for step in advance(state, seat_players(settings)):
        state = step.state
        events += step.events
        lines = narrator.tell(step.events)
        if state.awaited.kind != "muggins":
            lines += narrator.settle()
        tell(lines)
    if request.record is not None:
        write_record(Path(request.record), events)
    tell([seed])
    if gone is not None:
        raise gone
    return ExitCode.DONE


@contextmanager
def _progress(games: int, book: Phrasebook) -> Iterator[Callable[[int], None] | None]:
    """Show on stderr how many games are played, where that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from crib_cli.output.rich_view import games_progress  # Rich only where it is drawn

    with games_progress(games, book) as advance_bar:
        yield advance_bar


def summary_lines(summary: Summary, narrator: Narrator, book: Phrasebook) -> list[str]:
    """Return the summary of many games: wins with their 95 % intervals, skunks, points a deal by role."""
    lines = [book.say("auto.games", games=summary.games, deals=summary.deals)]
    lines += [
        book.say("auto.wins", name=narrator.join_names(seats), **_percents(summary.wins[seats[0]]))
        for seats in narrator.settings.teams
    ]
    lines.append(book.say("auto.first", **_percents(summary.first_dealer)))
    skunks = ", ".join(f"{label} {number}" for label, number in summary.skunks.items()) or book.say("auto.none")
    lines.append(book.say("auto.skunks", skunks=skunks))
    columns = [book.say("auto." + name) for name in ("play", "hand", "crib", "heels", "other", "all")]
    heads = [book.say("auto.points"), *columns]
    rows = [[book.say("auto." + role), *_row(points)] for role, points in summary.points.items()]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in [heads, *rows]:
        figures = [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([f"{row[0]:<{widths[0]}}", *figures]))
    return lines


def _row(points: dict[str, float]) -> list[str]:
    play = sum(points.get(reason, 0.0) for reason in _PLAY)
    named = [points.get(reason, 0.0) for reason in _NAMED]
    other = sum(value for reason, value in points.items() if reason not in _PLAY + _NAMED)
    return [f"{value:.2f}" for value in (play, *named, other, sum(points.values()))]


def _percents(share: Share) -> dict[str, str]:
    """Return a part and its interval in percent; few games make an interval that reaches beyond what can be."""
    low, high = max(share.low, 0.0), min(share.high, 1.0)
    return {"percent": f"{100 * share.mean:.1f}", "low": f"{100 * low:.1f}", "high": f"{100 * high:.1f}"}


def _fields(settings: GameSettings, summary: Summary) -> dict[str, object]:
    table = {
        "variant": settings.rules.name,
        "players": settings.players,
        "target": settings.target,
        "hazard": settings.hazard,
        "muggins": settings.muggins,
        "seed": settings.seed,
        "levels": list(settings.levels),
    }
    return table | asdict(summary)
