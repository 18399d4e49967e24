"""``crib play --replay``: a recorded game step by step."""

from pathlib import Path

from crib_cli.cli.play import PlayRequest
from crib_cli.cli.prompt import QUIT, Dialogue, EndOfInputError
from crib_cli.game.events import Event, MatchEnded, Scored, Started
from crib_cli.game.runner import PERSON
from crib_cli.game.saves import read_record
from crib_cli.output.diagnostics import ExitCode, complain
from crib_cli.output.game_text import Narrator, head_line, seats_line
from crib_cli.output.streams import Output
from crib_cli.words.catalog import load_book


def run_replay(request: PlayRequest) -> ExitCode:
    """Show a record: all at once in a pipe, one step at each Enter on a terminal. Raises StoreError."""
    read = read_record(Path(request.replay or ""))
    settings = read.state.settings
    book = load_book(request.common.lang)
    output = Output()
    style = request.common.style(output)
    talk = Dialogue(output)
    me = settings.levels.index(PERSON) if PERSON in settings.levels else None
    narrator = Narrator(settings, None, book, style)
    if read.damaged is not None:
        complain("crib: " + book.say("game.record_cut"))
    talk.say(head_line(settings, book), book.say("game.seed", seed=settings.seed), seats_line(narrator, book))
    if me is not None:
        talk.say(book.say("game.you_are", name=narrator.names[me]))
    stepwise = output.is_terminal and talk.is_terminal
    if stepwise:
        talk.say(book.say("game.step"))
    for events in group_events((*read.events, *read.missing)):
        lines = narrator.tell(events)
        if not stepwise:
            talk.say(*lines)
        elif lines:
            talk.say(*lines[:-1])
            try:  # Enter ends the last line of the step
                if talk.ask(lines[-1]).lower() in QUIT:
                    return ExitCode.DONE
            except EndOfInputError:
                return ExitCode.DONE
    talk.say(*narrator.settle())
    if not read.state.is_over:
        talk.say(book.say("game.unfinished"))
    return ExitCode.DONE


def group_events(events: tuple[Event, ...]) -> list[list[Event]]:
    """Return events in steps, each with the scores and the end that follow from it.

    >>> group_events(())
    []
    """
    groups: list[list[Event]] = []
    for event in events:
        if groups and isinstance(event, Scored | MatchEnded):
            groups[-1].append(event)
        elif not isinstance(event, Started):
            groups.append([event])
    return groups
