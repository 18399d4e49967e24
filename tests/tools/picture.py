"""Make the README's picture of the table anew, as the program draws it, or check that it is up to date.

    python tests/tools/picture.py [--check]

A game between you and the club player is played from a seed by its computers for three deals; then your turn in
the play is drawn, when a card cannot be played, 80 columns wide, and exported by the program's own ``draw_picture``.
"""

import argparse
import sys
from pathlib import Path

from crib_cli.core.cards import name_of
from crib_cli.core.letters import ENGLISH
from crib_cli.core.rules import SIX
from crib_cli.game.players.levels import make_player
from crib_cli.game.runner import PERSON, advance
from crib_cli.game.settings import make_settings
from crib_cli.game.transitions import begin_game
from crib_cli.game.views import view
from crib_cli.output.game_text import Narrator
from crib_cli.output.plain import Style
from crib_cli.output.rich_view import draw_picture, wrap_lines
from crib_cli.output.table_view import frame_lines, playable
from crib_cli.words.catalog import load_book

PICTURE = Path(__file__).parents[1] / "pictures" / "play.svg"
WIDTH, HEIGHT = 80, 25
SEED = 11


def draw() -> str:
    """Return the picture: your turn in the play, when a card cannot be played."""
    book, style = load_book("en"), Style(signs=True, colour=True, letters=ENGLISH)
    settings = make_settings(SIX, seed=SEED, levels=[PERSON, "club"])
    narrator = Narrator(settings, 0, book, style)
    state, events = begin_game(settings)
    log = narrator.tell(events)
    for step in advance(state, [make_player("club"), make_player("club")]):
        log += narrator.tell(step.events)
        seen = view(step.state, 0)
        asked = seen.awaited.kind == "play" and seen.awaited.seat == 0
        if step.state.deal >= 4 and asked and len(seen.hand) > len(playable(seen)) > 0:
            break
    lines = frame_lines(
        seen,
        narrator,
        log,
        book,
        style,
        size=(WIDTH, HEIGHT),
        boxed=True,
        wrap=lambda lines: wrap_lines(lines, style, WIDTH).splitlines(),
        keys=book.say("game.keys_play", example=name_of(min(seen.hand))),
    )
    return draw_picture([*lines, book.say("game.ask_play")], WIDTH, "crib play")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if the picture is not up to date")
    new = draw()
    if parser.parse_args().check:
        same = PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == new
        if not same:
            print("tests/pictures/play.svg is not what the program draws; run tests/tools/picture.py")
        return int(not same)
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
