"""``crib play``: a person at the table, on a terminal or through a pipe; everything said is on disk first."""

import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from crib_cli.cli.options import Common
from crib_cli.cli.prompt import HELP, HINT, QUIT, Dialogue, EndOfInputError
from crib_cli.core.choosing import choose_cards
from crib_cli.core.claims import parse_claim
from crib_cli.core.rules import VARIANTS
from crib_cli.errors import CribError, UsageError
from crib_cli.files import data_folder
from crib_cli.game.actions import Action, CallMuggins, Claim, Decline, Discard, PlayCard
from crib_cli.game.dealer import draw_seed
from crib_cli.game.events import Event
from crib_cli.game.players.levels import find_level
from crib_cli.game.runner import PERSON, Seats, add_claims, advance, seat_players
from crib_cli.game.saves import Save, create_save, reopen_save, write_record
from crib_cli.game.settings import GameSettings, make_settings, read_target
from crib_cli.game.state import GameState
from crib_cli.game.transitions import apply, begin_game, why_not
from crib_cli.game.views import view
from crib_cli.output.board import PLAIN, ROUND
from crib_cli.output.card_view import BOX
from crib_cli.output.diagnostics import ExitCode, complain
from crib_cli.output.game_text import Narrator, head_line, score_text
from crib_cli.output.streams import Output
from crib_cli.output.table_view import CLEAR, frame_lines, situation_lines, sort_hand
from crib_cli.words.catalog import Phrasebook, load_book

FORMATS = ("text", "json")
DELAY = 0.6
"""Seconds between what the computers do, on a terminal."""

NO = frozenset({"", "no", "n", "pass", "0"})
NINETEEN = 19
LOG = 200
"""Lines of the log that are kept for the table."""


class PlayRequest(NamedTuple):
    """What ``crib play`` was asked for, as plain values; None where it was not said."""

    variant: str | None
    players: int | None
    hazard: bool
    target: str | None
    match: int | None
    play_out: bool
    muggins: bool
    counts: bool
    strict: bool
    level: str | None
    seed: int | None
    delay: float
    record: str | None
    resume: bool
    replay: str | None
    auto: bool
    games: int | None
    form: str
    common: Common


def run(request: PlayRequest) -> ExitCode:
    """Play what was asked for. Raises CribError for what the user can mend."""
    _check(request)
    if request.replay is not None:
        from crib_cli.cli.play_replay import run_replay  # only for this way to play

        return run_replay(request)
    if request.auto:
        from crib_cli.cli.play_auto import run_auto  # only for this way to play

        return run_auto(request)
    output = Output()
    home = data_folder()
    if request.resume:
        return _resume(request, home, output)
    settings = choose_settings(request, person=True)
    state, events = begin_game(settings)
    save = create_save(home)
    save.append(events)
    table = Table(request, save, state, events, output)
    table.open()
    return table.run()


_SETTINGS = {
    "--variant": "variant",
    "--players": "players",
    "--hazard": "hazard",
    "--target": "target",
    "--match": "match",
    "--play-out": "play_out",
    "--muggins": "muggins",
    "--count": "counts",
    "--strict-claims": "strict",
    "--level": "level",
    "--seed": "seed",
}


def _check(request: PlayRequest) -> None:
    ways = [way for way in ("resume", "replay", "auto") if getattr(request, way)]
    if len(ways) > 1:
        raise UsageError("usage.not_with", option="--" + ways[0], other="--" + ways[1])
    if request.games is not None and not request.auto:
        raise UsageError("usage.needs", option="--games", other="--auto")
    if request.form != "text" and request.games is None:
        raise UsageError("usage.needs", option="--format", other="--auto --games")
    if request.auto and request.counts:
        raise UsageError("usage.not_with", option="--count", other="--auto")
    if request.resume or request.replay:
        for option, name in _SETTINGS.items():
            if getattr(request, name) not in (None, False):
                raise UsageError("usage.not_with", option=option, other="--" + ways[0])


def choose_settings(request: PlayRequest, *, person: bool) -> GameSettings:
    """Return the settings of a game; a person sits at the first seat, computers at the others, by their levels."""
    rules = VARIANTS[request.variant or "six"]
    players = request.players or 2
    named = [name.strip().lower() for name in (request.level or "club").split(",")]
    for name in named:
        find_level(name)
    seats = players - person
    levels = [named[seat % len(named)] for seat in range(seats)]
    return add_claims(
        make_settings(
            rules,
            players=players,
            hazard=request.hazard,
            target=None if request.target is None else read_target(request.target),
            muggins=request.muggins,
            strict=request.strict,
            claims=(0,) if person and (request.counts or request.muggins) else (),
            match=request.match or 1,
            play_out=request.play_out,
            seed=draw_seed() if request.seed is None else request.seed,
            levels=[PERSON, *levels] if person else levels,
        )
    )


def _resume(request: PlayRequest, home: Path, output: Output) -> ExitCode:
    found = reopen_save(home)
    if found is None:
        raise UsageError("usage.nothing_open")
    save, read = found
    table = Table(request, save, read.state, (*read.events, *read.missing), output)
    book = table.book
    if read.damaged is not None:
        complain("crib: " + book.say("game.lost_line"))
    table.open()
    table.say(book.say("game.resumed", score=score_text(read.state.scores)))
    return table.run()


class Table:
    """A game in progress with a person at one seat."""

    def __init__(
        self, request: PlayRequest, save: Save, state: GameState, events: Sequence[Event], output: Output
    ) -> None:
        self.request = request
        self.save = save
        self.state = state
        self.events = list(events)
        settings = state.settings
        self.players: Seats = seat_players(settings)
        self.me = settings.levels.index(PERSON)
        self.book = load_book(request.common.lang)
        self.style = request.common.style(output)
        self.talk = Dialogue(output)
        self.narrator = Narrator(settings, self.me, self.book, self.style)
        self.log: list[str] = []
        terminal = output.is_terminal and self.talk.is_terminal
        self.drawn = terminal and not request.common.plain
        self.boxed = self.drawn and not request.common.ascii and output.can_show(BOX + "".join(ROUND))
        self.delay = request.delay if terminal else 0.0
        past = self.narrator.tell(self.events)
        if len(self.events) > 1:
            self.log = past[-LOG:]

    def open(self) -> None:
        """Say what is played and by whom."""
        settings, book = self.state.settings, self.book
        self.say(head_line(settings, book), book.say("game.seed", seed=settings.seed), seats_line(self.narrator, book))

    def run(self) -> ExitCode:
        """Play until the game is over or the person leaves."""
        book, code = self.book, ExitCode.DONE
        try:
            while True:
                self.let_others_act()
                if self.state.is_over:
                    self.finish()
                    break
                action = self.ask()
                if action is None:
                    self.talk.say(book.say("game.saved"))
                    break
                state, events = apply(self.state, action)
                self.take(state, events)
        except EndOfInputError:
            complain("crib: " + book.say("game.input_ended"))
        except KeyboardInterrupt:
            self.talk.say("")
            complain("crib: " + book.say("game.interrupted"))
            code = ExitCode.INTERRUPTED
        finally:
            self.save.close()
        if self.request.record is not None:
            write_record(Path(self.request.record), self.events)
        return code

    def let_others_act(self) -> None:
        """Do everything up to the person's next turn, and put it on the disk."""
        for step in advance(self.state, self.players):
            self.take(step.state, step.events, pause=True)
        self.save.sync()

    def take(self, state: GameState, events: Sequence[Event], *, pause: bool = False) -> None:
        """Go on to a state: write down what happened, then tell it."""
        self.save.append(events)
        self.state = state
        self.events += events
        lines = self.narrator.tell(events)
        if state.awaited.kind != "muggins":
            lines += self.narrator.settle()
        if not lines:
            return
        self.log = [*self.log, *lines][-LOG:]
        if self.drawn:
            if pause and self.delay:
                self.draw("")
        else:
            self.talk.say(*lines)
        if pause and self.delay:
            self.save.sync()
            time.sleep(self.delay)

    def say(self, *lines: str) -> None:
        """Tell something that is no event; on a drawn table it stands in the log."""
        self.log += lines
        if not self.drawn:
            self.talk.say(*lines)

    def wrap(self, lines: Sequence[str]) -> list[str]:
        """Break lines between words at the terminal's width; lines for a pipe stay as they are."""
        if not self.drawn:
            return list(lines)
        from crib_cli.output.rich_view import wrap_lines  # Rich only where it is drawn

        return wrap_lines(lines, self.style).splitlines()

    def draw(self, keys: str) -> None:
        """Draw the whole table."""
        size = shutil.get_terminal_size()
        lines = frame_lines(
            view(self.state, self.me),
            self.narrator,
            self.log,
            self.book,
            self.style,
            size=(size.columns, size.lines),
            boxed=self.boxed,
            wrap=self.wrap,
            keys=keys,
        )
        self.talk.say(CLEAR + lines[0], *lines[1:])

    def finish(self) -> None:
        """Show the end and where the record is."""
        book = self.book
        lines = [book.say("game.seed", seed=self.state.settings.seed), book.say("game.record", path=self.save.path)]
        self.log += lines
        if self.drawn:
            self.draw("")
        else:
            self.talk.say(*lines)

    def ask(self) -> Action | None:
        """Ask the person what to do; None to leave."""
        kind, book = self.state.awaited.kind, self.book
        self.show(kind)
        tossed = self.state.settings.rules.tossed_by(self.state.settings.players)
        prompt = book.say("game.ask_" + kind, number=tossed)
        while True:
            text = self.talk.ask(prompt)
            word = text.lower()
            if word in QUIT:
                return None
            if word in HELP:
                self.talk.say(*self.wrap(self.help_lines(kind)))
            elif word in HINT:
                self.talk.say(*self.wrap(self.hint()))
            elif text or kind == "muggins":
                action = self.read(kind, text)
                if action is not None:
                    return action

    def show(self, kind: str) -> None:
        """Show the table, or what has to be seen at a prompt of plain lines."""
        if self.drawn:
            self.draw(self.book.say("game.keys_" + kind))
            return
        self.talk.say(*situation_lines(view(self.state, self.me), self.book, self.style))

    def help_lines(self, kind: str) -> list[str]:
        """Say what can be typed now."""
        book = self.book
        signs = ROUND if self.boxed else PLAIN
        lines = [book.say("game.keys_" + kind)]
        if kind == "play":
            lines.append(book.say("game.help_cannot"))
        if self.drawn:
            lines.append(book.say("game.help_board", **signs._asdict()))
        return [*lines, book.say("game.help_save")]

    def read(self, kind: str, text: str) -> Action | None:
        """Read an answer; None, with the reason on stderr, for what cannot be done."""
        try:
            action = self.parse(kind, text)
            error = why_not(self.state, action)
        except CribError as unreadable:
            error = unreadable
        if error is None:
            return action
        complain("crib: " + self.book.explain(error))
        return None

    def parse(self, kind: str, text: str) -> Action:
        """Turn an answer into an action. Raises CribError for what cannot be read."""
        state, me = self.state, self.me
        letters = self.request.common.letters
        hand = sort_hand(view(state, me))
        if kind == "discard":
            tossed = state.settings.rules.tossed_by(state.settings.players)
            return Discard(me, choose_cards(text, hand, tossed, letters))
        if kind == "play":
            return PlayCard(me, choose_cards(text, hand, 1, letters)[0])
        if kind == "muggins":
            return Decline(me) if text.lower() in NO else CallMuggins(me, parse_claim(text).total)
        claim = parse_claim(text)
        return Claim(me, 0 if claim.slang else claim.total)

    def hint(self) -> list[str]:
        """Return advice on what to do now, from what the person may know."""
        from crib_cli.cli.play_hint import hint_lines  # only when asked for

        return hint_lines(view(self.state, self.me), self.book, self.style)


def seats_line(narrator: Narrator, book: Phrasebook) -> str:
    """Say who sits at the table."""
    players = [
        name if level == PERSON else book.say("game.level", name=name, level=book.say("game.level." + level))
        for name, level in zip(narrator.names, narrator.settings.levels, strict=True)
    ]
    return book.say("game.levels", players=", ".join(players))
