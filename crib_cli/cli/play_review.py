"""``crib play --review``: what the choices of a recorded game cost."""

from pathlib import Path

from crib_cli.cli.play import PlayRequest
from crib_cli.game.review import review_game
from crib_cli.game.runner import PERSON
from crib_cli.game.saves import read_record
from crib_cli.output.diagnostics import ExitCode, complain
from crib_cli.output.game_text import head_line, name_seats
from crib_cli.output.review_text import review_lines
from crib_cli.output.streams import Output
from crib_cli.words.catalog import load_book


def run_review(request: PlayRequest) -> ExitCode:
    """Look a record over and print what it finds. Raises StoreError, and RulesError for a hazard game."""
    read = read_record(Path(request.review or ""))
    settings = read.state.settings
    book = load_book(request.common.lang)
    output = Output()
    if read.damaged is not None:
        complain("crib: " + book.say("game.lost_line"))
    review = review_game(read.events)
    me = settings.levels.index(PERSON) if PERSON in settings.levels else None
    lines = review_lines(review, name_seats(settings, me, book), book, request.common.style(output))
    output.write_text("".join(line + "\n" for line in [head_line(settings, book), *lines]))
    return ExitCode.DONE
