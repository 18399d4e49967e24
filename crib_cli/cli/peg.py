"""``crib peg``: a transcript of the play, scored; or one a line."""

from typing import TYPE_CHECKING, NamedTuple

from crib_cli.cli.options import Batch, Common
from crib_cli.core.letters import Letters, respell
from crib_cli.core.notation import parse_plays, scan_plays
from crib_cli.core.pegging import Play, begin_play
from crib_cli.core.rules import VARIANTS
from crib_cli.core.transcript import Transcript, read_transcript
from crib_cli.errors import HandError, RulesError, UsageError
from crib_cli.output.diagnostics import ExitCode
from crib_cli.output.peg_text import play_lines
from crib_cli.output.streams import Output
from crib_cli.words.catalog import load_book

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crib_cli.analysis.peg import Advice

FORMATS = ("text", "json")
EXAMPLE = "7H 8S 9D"


class PegRequest(NamedTuple):
    """What ``crib peg`` was asked for, as plain values; ``each`` is None for the cards of the variant."""

    words: tuple[str, ...]
    players: int
    each: int | None
    variant: str
    play_out: bool
    hand: str | None
    role: str | None
    starter: str | None
    tossed: str | None
    score: tuple[int, int] | None
    form: str
    batch: Batch
    common: Common

    def begin(self) -> Play:
        """Return the play before its first card. Raises RulesError for a number of players the variant has not."""
        rules = VARIANTS[self.variant]
        if self.players not in rules.players:
            known = tuple(map(str, rules.players))
            raise RulesError("rules.players", variant=rules.name, players=self.players, known=known)
        each = rules.kept if self.each is None else self.each
        return begin_play([each] * self.players, one_series=rules.one_series and not self.play_out)


def run(request: PegRequest) -> ExitCode:
    """Score what was asked for and print it. Raises CribError for what the user can mend.

    An illegal card or go is raised after everything before it is printed.
    """
    begin = request.begin()
    output = Output()
    if request.batch.reads_lines(request.words):
        from crib_cli.cli.peg_batch import run_peg_batch  # one play does without

        if request.hand is not None:
            raise UsageError("usage.single_only", option="--hand", example=respell("7H 8S", request.common.letters))
        return run_peg_batch(request, begin, output)
    given = request.words or tuple((request.hand or "").split())
    request.batch.check_single(given, EXAMPLE, request.common.letters)
    text = " ".join(request.words)
    done = score_play(text, request.common.letters, begin, empty=request.hand is not None)
    if request.hand is not None and done.error is None:
        return _advise(request, done, output)
    _print_play(request, done, output)
    if done.error is not None:
        raise done.error
    return ExitCode.DONE


def _print_play(
    request: PegRequest, done: Transcript, output: Output, advice: "Sequence[Advice] | None" = None
) -> None:
    """Print a scored play, and the advice if there is one to give."""
    if request.form == "json":
        from crib_cli.output.records import peg_json  # only for machine formats

        output.write_text(peg_json(done, advice=advice) + "\n")
    else:
        lines = play_lines(done, load_book(request.common.lang), request.common.style(output))
        output.write_text("\n".join(lines) + "\n")


def _advise(request: PegRequest, done: Transcript, output: Output) -> ExitCode:
    """Print a scored play and which card to play now."""
    from crib_cli.cli.peg_hand import advise_play, says_go  # only with a hand
    from crib_cli.output.advice_text import advice_lines

    if says_go(request, done):
        text = " ".join([*request.words, "go"])
        done = score_play(text, request.common.letters, request.begin())
    hand, advice = advise_play(request, done)
    _print_play(request, done, output, advice)
    if request.form == "text":
        book, style = load_book(request.common.lang), request.common.style(output)
        player = 0 if done.play.turn is None else done.play.turn + 1
        lines = [book.say("advice.holds", player=player, cards=style.cards(hand)), *advice_lines(advice, book, style)]
        output.write_text("\n".join(lines) + "\n")
    return ExitCode.DONE


def score_play(text: str, letters: Letters, begin: Play, *, empty: bool = False) -> Transcript:
    """Read and score one transcript. Raises CardError or HandError for what is no card, and for nothing.

    ``empty`` allows a play that has not begun.
    """
    items = scan_plays(text, letters)
    if not items and not empty:
        raise HandError("play.empty")

    def place(item: int) -> tuple[str, int]:
        _, start, end = parse_plays(text, letters)[item]
        return text[start:end], start + 1

    return read_transcript(items, place, begin)
