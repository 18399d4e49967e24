"""A game in progress with a person at one seat: every step is on the disk before the next question."""

import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from crib_cli.cli.play import PlayRequest
from crib_cli.cli.prompt import HELP, HINT, QUIT, Dialogue, EndOfInputError
from crib_cli.core.breakdown import count_hand
from crib_cli.core.cards import rank_of
from crib_cli.core.choosing import choose_cards
from crib_cli.core.claims import Sizes, parse_claim
from crib_cli.core.letters import write_card
from crib_cli.core.verdicts import judge_claim, sizes_of
from crib_cli.errors import ClaimError, CribError
from crib_cli.game.actions import Action, CallMuggins, Claim, Decline, Discard, PlayCard
from crib_cli.game.events import Dealt, Event
from crib_cli.game.runner import PERSON, Seats, advance, seat_players
from crib_cli.game.saves import Save, write_record
from crib_cli.game.state import GameState, counting
from crib_cli.game.transitions import apply, why_not
from crib_cli.game.views import view
from crib_cli.output.board import PLAIN, ROUND
from crib_cli.output.card_view import BOX
from crib_cli.output.diagnostics import ExitCode, complain
from crib_cli.output.game_text import Narrator, head_line, score_text, seats_line
from crib_cli.output.streams import Output
from crib_cli.output.table_view import CLEAR, frame_lines, situation_lines, sort_hand
from crib_cli.words.catalog import load_book

NO = frozenset({"", "no", "n", "pass", "0"})
QUEEN, QUEEN_LETTER = 11, "Q"
LOG = 200
"""Lines of the log that are kept for the table."""


class Table:
    """A game in progress with a person at one seat."""

    def __init__(
        self, request: PlayRequest, save: Save, state: GameState, events: Sequence[Event], output: Output
    ) -> None:
        self.request = request
        self.save = save
        self.state = state
        self.events = list(events)
        self.output = output
        settings = state.settings
        self.players: Seats = seat_players(settings)
        self.me = settings.levels.index(PERSON)
        self.book = load_book(request.common.lang)
        self.style = request.common.style(output)
        self.talk = Dialogue(output)
        self.narrator = Narrator(settings, self.me, self.book, self.style)
        self.log: list[str] = []
        self.notes: list[str] = []
        self.foot = 1
        """Rows that the keys took when they were last shown: they are kept free while others act."""
        terminal = output.is_terminal and self.talk.is_terminal
        self.drawn = (
            terminal and not (request.common.plain or request.common.words) and os.environ.get("TERM") != "dumb"
        )
        self.boxed = self.drawn and not request.common.ascii and output.can_show(BOX + "".join(ROUND))
        self.delay = request.delay if terminal else 0.0

    def open(self) -> None:
        """Say what is played and by whom."""
        settings, book = self.state.settings, self.book
        if not self.drawn:  # a drawn table has it at its head
            self.say(head_line(settings, book))
        self.say(book.say("game.seed", seed=settings.seed), seats_line(self.narrator, book))

    def reopen(self) -> None:
        """Tell this deal again as far as it went, after what was scored before it."""
        deals = [number for number, event in enumerate(self.events) if isinstance(event, Dealt)]
        begin = deals[-1] if deals else 0
        past = [*self.narrator.tell(self.events[:begin]), *self.narrator.settle()] if begin else []
        if self.drawn:  # there is room for what was said before
            self.log += past[-LOG:]
        score = score_text(self.state.scores)
        self.say(self.book.say("game.resumed", score=score), *self.retell(self.events[begin:]))

    def retell(self, events: Sequence[Event]) -> list[str]:
        """Return the lines for events up to now."""
        lines = self.narrator.tell(events)
        if self.state.awaited.kind != "muggins":
            lines += self.narrator.settle()
        return lines

    def run(self) -> ExitCode:
        """Play until the game is over or the person leaves; then write the record where it was asked for."""
        try:
            return self.play()
        finally:
            if self.request.record is not None:
                write_record(Path(self.request.record), self.events)

    def play(self) -> ExitCode:
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
        lines = self.retell(events)
        if not lines:
            return
        self.log = [*self.log, *lines][-LOG:]
        if self.drawn:
            if pause and self.delay:
                self.draw(notes=[""] * self.foot)
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

        return wrap_lines(lines, self.style, shutil.get_terminal_size().columns).splitlines()

    def draw(self, keys: str = "", notes: Sequence[str] = ()) -> None:
        """Draw the whole table, with the keys that work or other lines below it."""
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
            notes=notes,
        )
        self.output.write_text(CLEAR + "".join(line + "\n" for line in lines))

    def finish(self) -> None:
        """Show the end and where the record is."""
        book = self.book
        lines = [book.say("game.seed", seed=self.state.settings.seed), book.say("game.record", path=self.save.path)]
        command = f"  crib play --review {quote(str(self.save.path))}"
        offer = [] if self.state.settings.hazard else [book.say("review.offer"), command]
        self.log += lines + offer
        if self.drawn:
            self.draw()
            return
        self.talk.say(*lines, *offer[:1])
        for line in offer[1:]:
            self.talk.say_whole(line)

    def ask(self) -> Action | None:
        """Ask the person what to do; None to leave."""
        kind, book = self.state.awaited.kind, self.book
        tossed = self.state.settings.rules.tossed_by(self.state.settings.players)
        prompt = book.say("game.ask_" + kind, number=tossed)
        told = kind == "muggins" and not self.drawn  # the claim stands in the line above
        while True:
            if not told:
                self.show(kind)
            told = False
            text = self.talk.ask(prompt)
            self.notes = []
            word = text.lower()
            if word in QUIT and not self.is_queen(text):
                return None
            if word in HELP:
                self.note(self.help_lines(kind))
            elif word in HINT:
                self.note(self.hint())
            elif text or kind == "muggins":
                action = self.read(kind, text)
                if action is not None:
                    return action

    def is_queen(self, text: str) -> bool:
        """Tell whether a capital Q can be a card here; a small one leaves."""
        asked = self.state.awaited.kind in ("discard", "play")
        holds = any(rank_of(card) == QUEEN for card in self.state.hands[self.me]) if asked else False
        return holds and text == self.request.common.letters.rank_names[QUEEN] == QUEEN_LETTER

    def note(self, lines: list[str]) -> None:
        """Tell what was asked for; on a drawn table it stands above the prompt until the next answer."""
        if self.drawn:
            self.notes = lines
        else:
            self.talk.say(*lines)

    def show(self, kind: str) -> None:
        """Show the table, or what has to be seen at a prompt of plain lines."""
        if self.drawn:
            keys = self.keys_line(kind)
            self.foot = len(self.wrap([keys]))
            self.draw(keys, self.notes)
            return
        self.talk.say(*situation_lines(view(self.state, self.me), self.narrator, self.book, self.style))

    def keys_line(self, kind: str) -> str:
        """Say what can be typed, with cards of the person's own for an example."""
        settings = self.state.settings
        number = settings.rules.tossed_by(settings.players) if kind == "discard" else 1
        phrase = f"game.keys_{kind}{'_one' if kind == 'discard' and number == 1 else ''}"
        letters = self.request.common.letters
        cards = sorted(view(self.state, self.me).hand)[:number]
        return self.book.say(phrase, example=" ".join(write_card(card, letters) for card in cards))

    def help_lines(self, kind: str) -> list[str]:
        """Say what can be typed now."""
        book = self.book
        signs = ROUND if self.boxed else PLAIN
        lines = [self.keys_line(kind)]
        if kind == "play":
            lines.append(book.say("game.help_cannot"))
        if self.is_queen(QUEEN_LETTER):
            lines.append(book.say("game.help_queen"))
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
        reason = self.book.explain(error)
        if self.drawn:
            self.notes = [reason]
        if not self.drawn or not (sys.stderr and sys.stderr.isatty()):
            complain("crib: " + reason)
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
            return Decline(me) if text.lower() in NO else self.parse_muggins(text)
        what, cards = counting(state)
        crib = what == "crib"
        claim = parse_claim(text, _sizes_of(cards, crib=crib))
        # "Nineteen" is slang for nothing where no hand counts 19.
        slang = claim.slang and not state.settings.rules.totals_of(crib=crib).allows(claim.total)
        return Claim(me, 0 if slang else claim.total)

    def parse_muggins(self, text: str) -> CallMuggins:
        """Read a call of muggins: points, or the combinations by name, which must be in the hand.

        Raises ClaimError for what is neither, for a combination that is not there, and for points that nobody could
        have missed: with those claimed they make a total that no such hand counts.
        """
        shown = self.state.shows[-1]
        crib = shown.what == "crib"
        counted = count_hand(shown.cards, self.state.starter, crib=crib)
        totals = self.state.settings.rules.totals_of(crib=crib)
        claim = parse_claim(text, sizes_of(counted))
        points = claim.total
        if claim.parts:
            verdict = judge_claim(claim, counted, totals)
            for checked in verdict.checked:
                if checked.reason is not None:
                    reason = self.book.say("reason." + checked.reason, number=checked.number)
                    raise ClaimError("claim.not_there", text=checked.part.text, reason=reason)
            points = sum(checked.right for checked in verdict.checked)
        if claim.slang or not totals.allows(shown.claimed + points):
            raise ClaimError("claim.not_missed", claimed=shown.claimed, points=points, total=shown.claimed + points)
        return CallMuggins(self.me, points)

    def hint(self) -> list[str]:
        """Return advice on what to do now, from what the person may know."""
        from crib_cli.cli.play_hint import hint_lines  # only when asked for

        return hint_lines(view(self.state, self.me), self.book, self.style)


def _sizes_of(cards: Sequence[int], *, crib: bool) -> Sizes:
    """Return what a run and a flush are where a call of these cards does not say their sizes."""
    return Sizes(flush=len(cards) + crib)
