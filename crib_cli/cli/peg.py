"""``crib peg``: a transcript of the play, scored; or one a line."""

from typing import NamedTuple

from crib_cli.cli.options import Batch, Common
from crib_cli.core.letters import Letters
from crib_cli.core.notation import parse_plays, scan_plays
from crib_cli.core.pegging import Play, begin_play
from crib_cli.core.rules import VARIANTS
from crib_cli.core.transcript import Transcript, read_transcript
from crib_cli.errors import HandError, RulesError
from crib_cli.output.diagnostics import ExitCode
from crib_cli.output.peg_text import play_lines
from crib_cli.output.streams import Output
from crib_cli.words.catalog import load_book

FORMATS = ("text", "json")
EXAMPLE = "7H 8S 9D"


class PegRequest(NamedTuple):
    """What ``crib peg`` was asked for, as plain values; ``each`` is None for the cards of the variant."""

    words: tuple[str, ...]
    players: int
    each: int | None
    variant: str
    play_out: bool
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

        return run_peg_batch(request, begin, output)
    request.batch.check_single(request.words, EXAMPLE)
    common = request.common
    done = score_play(" ".join(request.words), common.letters, begin)
    if request.form == "json":
        from crib_cli.output.records import peg_json  # only for machine formats

        output.write_text(peg_json(done) + "\n")
    else:
        lines = play_lines(done, load_book(common.lang), common.style(output))
        output.write_text("\n".join(lines) + "\n")
    if done.error is not None:
        raise done.error
    return ExitCode.DONE


def score_play(text: str, letters: Letters, begin: Play) -> Transcript:
    """Read and score one transcript. Raises CardError or HandError for what is no card."""
    items = scan_plays(text, letters)
    if not items:
        raise HandError("play.empty")

    def place(item: int) -> tuple[str, int]:
        _, start, end = parse_plays(text, letters)[item]
        return text[start:end], start + 1

    return read_transcript(items, place, begin)
