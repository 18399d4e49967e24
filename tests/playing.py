"""A person's game written down beforehand: every prompt, what is answered there, and the record that must come of it.

The engine plays it without a terminal; the tests then play it again through pipes and terminals, by typing.
"""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyte
from conftest import CLEAN, CRIB
from game_table import choose

from crib_cli.core.cards import name_of
from crib_cli.core.rules import VARIANTS
from crib_cli.game.actions import Action, CallMuggins, Claim, Decline, Discard, PlayCard
from crib_cli.game.events import Event
from crib_cli.game.record import event_line
from crib_cli.game.runner import PERSON, add_claims, advance, seat_players
from crib_cli.game.settings import GameSettings, make_settings
from crib_cli.game.state import GameState
from crib_cli.game.transitions import apply, begin_game
from crib_cli.words.catalog import Phrasebook, load_book

SIGNS = str.maketrans("CDHS", "♣♦♥♠")


@dataclass(frozen=True)
class Turn:
    """A prompt: the state there, how many lines are on record by then, and what is typed."""

    state: GameState
    lines: int
    answer: str

    @property
    def kind(self) -> str:
        return self.state.awaited.kind

    def prompt(self, book: Phrasebook) -> str:
        settings = self.state.settings
        return book.say("game.ask_" + self.kind, number=settings.rules.tossed_by(settings.players))

    @property
    def seen(self) -> list[str]:
        """The cards that must be on the screen: the own hand, or those being counted."""
        if self.kind == "muggins":
            return list(map(name_of, self.state.shows[-1].cards))
        if self.kind == "claim":
            crib = len(self.state.shows) == self.state.settings.players
            return list(map(name_of, self.state.crib if crib else self.state.kept[0]))
        return list(map(name_of, self.state.hands[0]))


@dataclass
class Script:
    """A whole game of a person at the first seat."""

    settings: GameSettings
    options: list[str]
    turns: list[Turn] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    @property
    def record(self) -> str:
        return "".join(line + "\n" for line in self.lines)

    @property
    def typed(self) -> str:
        return self.typed_from(0)

    def typed_from(self, turn: int) -> str:
        return "".join(turn.answer + "\n" for turn in self.turns[turn:])


def answer_of(action: Action | None) -> str:
    """Return what a person types for an action."""
    match action:
        case Discard(_, cards):
            return " ".join(map(name_of, cards))
        case PlayCard(_, card):
            return name_of(card)
        case Claim(_, points) | CallMuggins(_, points):
            return str(points)
        case Decline():
            return "no"
    raise AssertionError(action)


def write_script(seed: int = 1, *, level: str = "beginner", counts: bool = False, **given: Any) -> Script:
    """Write down a game where the person acts at random, by the settings of ``make_settings``."""
    rules = VARIANTS[given.pop("variant", "six")]
    players = given.get("players", 2)
    claims = (0,) if counts or given.get("muggins") else ()
    levels = [PERSON, *[level] * (players - 1)]
    settings = add_claims(make_settings(rules, claims=claims, levels=levels, seed=seed, **given))
    options = ["--seed", str(seed), "--level", level, "--variant", rules.name]
    names = {"strict": "--strict-claims", "play_out": "--play-out"}
    for name, value in given.items():
        options += [names.get(name, "--" + name), *([] if value is True else [str(value)])]
    options += ["--count"] if counts else []
    script = Script(settings, options)
    chance = random.Random(f"person {seed}")
    seats = seat_players(settings)
    state, events = begin_game(settings)
    _write(script, events)
    while True:
        for step in advance(state, seats):
            state = step.state
            _write(script, step.events)
        if state.is_over:
            return script
        action = choose(state, chance)
        script.turns.append(Turn(state, len(script.lines), answer_of(action)))
        state, events = apply(state, action)
        _write(script, events)


def _write(script: Script, events: Iterable[Event]) -> None:
    script.lines += map(event_line, events)


class Terminal:
    """``crib play`` in a terminal, and what stands on its screen. Needs a system with pseudo-terminals."""

    def __init__(self, *args: str, size: tuple[int, int] = (80, 24), **variables: str) -> None:
        import pexpect  # not on every system

        self.columns, self.rows = size
        self.child = pexpect.spawn(
            CRIB, ["play", *args], env=CLEAN | variables, timeout=60, dimensions=(self.rows, self.columns)
        )
        self.child.delaybeforesend = None
        self.screen = pyte.HistoryScreen(self.columns, self.rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""

    def wait(self, text: str) -> None:
        """Read up to a prompt and feed it to the screen."""
        self.child.expect_exact(text.encode())
        self.feed(self.child.before + self.child.after)

    def wait_end(self) -> int:
        """Read to the end and return the exit code; minus the signal where one ended it."""
        import pexpect

        self.child.expect(pexpect.EOF)
        self.feed(self.child.before)
        self.child.close()
        return self.child.exitstatus if self.child.signalstatus is None else -self.child.signalstatus

    def feed(self, data: bytes) -> None:
        self.raw += data
        self.stream.feed(data)

    def type(self, answer: str) -> None:
        self.child.sendline(answer)

    def play(self, script: Script, book: Phrasebook, first: int = 0, last: int | None = None) -> None:
        """Answer prompts as a script has it, and hold the screen at each of them to the game."""
        for turn in script.turns[first:last]:
            self.wait(turn.prompt(book))
            self.check(turn, book)
            self.type(turn.answer)

    def check(self, turn: Turn, book: Phrasebook, *, board: bool = True) -> None:
        """See that nothing has scrolled off, the cards are shown, the prompt is, and the board tells the scores."""
        text = self.text
        assert not self.screen.history.top, text
        assert turn.prompt(book).strip() in text.splitlines()[self.screen.cursor.y], text
        frame = self.frame
        assert len(frame) < self.rows, text
        assert all(len(line) <= self.columns for line in frame), text
        for card in turn.seen:
            assert card.translate(SIGNS) in text, (card, text)
        if board:
            assert self.scores(turn) == list(turn.state.scores), text

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def frame(self) -> list[str]:
        """The lines written since the screen was last cleared, without colours."""
        drawn = self.raw.rpartition(b"\x1b[2J")[2].decode()
        return re.sub(r"\x1b\[[0-9;]*m", "", drawn).split("\r\n")

    def scores(self, turn: Turn) -> list[int]:
        """Read the scores off the board, by its numbers; its pegs, where it is drawn, must stand there too."""
        lines = self.frame[1:] if self.frame[0].count(" ") else self.frame
        sides, target = turn.state.settings.sides, turn.state.settings.target
        if self.columns < 80:
            found = [re.fullmatch(rf" *\S.*? +(\d+) / {target}( \(\+\d+\))?", line) for line in lines]
            return [int(match[1]) for match in found if match]
        streets = [re.fullmatch(r"(?: *\S.*? +(\d+)| +) ([·●○¦◎ ]+)", line) for line in lines]
        rows = [match for match in streets if match]
        pegs = [holes_of("".join(match[2] for match in rows[side::sides])) for side in range(sides)]
        numbers = [int(match[1]) for match in rows[:sides]]
        assert [front for front, _ in pegs] == numbers, self.text
        assert {length for _, length in pegs} == {target}
        return numbers


def holes_of(row: str) -> tuple[int, int]:
    """Return where the front peg stands on a track, 0 for nowhere, and how many holes it has."""
    holes = re.sub("[ ¦]", "", row)
    return holes.find("●") + 1, len(holes)


def books(langs: Sequence[str] = ("en", "it", "es")) -> list[Phrasebook]:
    return [load_book(lang) for lang in langs]
