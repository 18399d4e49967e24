"""``crib discard -`` and ``--file``: a hand a line, on one process or several."""

from typing import NamedTuple

from crib_cli.cli.discard import DiscardRequest, rank_line, record_rankings, show_rankings
from crib_cli.cli.stream import Block, Line, Outcome, run_batch, work_lines
from crib_cli.core.letters import LETTER_SETS
from crib_cli.errors import CribError
from crib_cli.output import discard_records
from crib_cli.output.diagnostics import ExitCode
from crib_cli.output.plain import Style
from crib_cli.output.records import error_json
from crib_cli.output.streams import Output
from crib_cli.words.catalog import load_book

BLOCK = 512
"""Bytes read at once: some thirty hands, which take about a second."""


def run_discard_batch(request: DiscardRequest, output: Output) -> ExitCode:
    """Rank the discards of every line of the file or of standard input and print them in order."""
    common = request.common
    work = DiscardWork(request, common.letters.name, common.lang, common.style(output), output.encoding)
    book, batch = load_book(common.lang), request.batch
    return run_batch(work, batch.file, output, book, jobs=batch.jobs, strict=batch.strict, size=BLOCK)


class DiscardWork(NamedTuple):
    """The work on a block: plain values only, so that it can be sent to other processes."""

    request: DiscardRequest
    letters: str
    lang: str
    style: Style
    encoding: str

    def __call__(self, block: Block, /) -> Outcome:
        """Rank a block in the format asked for."""
        request, letters, book = self.request, LETTER_SETS[self.letters], load_book(self.lang)

        def rank(text: str, _: int) -> Line:
            rules, rankings = rank_line(text, request, letters)
            if request.form == "text":
                return Line("\n".join(show_rankings(rankings, request, book, self.style)) + "\n\n")
            return Line(record_rankings(rankings, request, rules))

        return work_lines(block, rank, self._mark_error, strict=request.batch.strict, encoding=self.encoding)

    def _mark_error(self, error: CribError, number: int) -> str:
        if self.request.form == "text":
            return ""
        return (discard_records.error_tsv() if self.request.form == "tsv" else error_json(str(error), number)) + "\n"
