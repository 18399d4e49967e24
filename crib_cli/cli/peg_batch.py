"""``crib peg -`` and ``--file``: a transcript a line, on one process or several."""

from typing import NamedTuple

from crib_cli.cli.peg import PegRequest, score_play
from crib_cli.cli.stream import Block, Line, Outcome, run_batch, work_lines
from crib_cli.core.letters import LETTER_SETS
from crib_cli.core.pegging import Play
from crib_cli.errors import CribError
from crib_cli.output.diagnostics import ExitCode
from crib_cli.output.peg_text import play_lines
from crib_cli.output.plain import Style
from crib_cli.output.records import error_json, peg_json
from crib_cli.output.streams import Output
from crib_cli.words.catalog import load_book


def run_peg_batch(request: PegRequest, begin: Play, output: Output) -> ExitCode:
    """Score every line of the file or of standard input and print the plays in order."""
    common = request.common
    work = PegWork(
        begin,
        common.letters.name,
        request.form,
        request.batch.strict,
        common.lang,
        common.style(output),
        output.encoding,
    )
    batch = request.batch
    return run_batch(work, batch.file, output, load_book(common.lang), jobs=batch.jobs, strict=batch.strict)


class PegWork(NamedTuple):
    """The work on a block: plain values only, so that it can be sent to other processes."""

    begin: Play
    letters: str
    form: str
    strict: bool
    lang: str
    style: Style
    encoding: str

    def __call__(self, block: Block, /) -> Outcome:
        """Score a block in the format asked for; an illegal play prints what stands before it."""
        letters, book = LETTER_SETS[self.letters], load_book(self.lang)

        def score(text: str, number: int) -> Line:
            done = score_play(text, letters, self.begin)
            if self.form == "json":
                return Line(peg_json(done, number) + "\n", done.error)
            return Line("\n".join(play_lines(done, book, self.style)) + "\n\n", done.error)

        return work_lines(block, score, self._mark_error, strict=self.strict, encoding=self.encoding)

    def _mark_error(self, error: CribError, number: int) -> str:
        return error_json(str(error), number) + "\n" if self.form == "json" else ""
