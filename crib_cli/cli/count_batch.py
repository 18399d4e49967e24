"""``crib count -`` and ``--file``: a hand a line, on one process or several."""

from typing import NamedTuple

from crib_cli.cli.count import CountRequest, count_line, record_count, show_count
from crib_cli.cli.stream import BLOCK, Block, Line, Outcome, run_batch, take_line, work_lines
from crib_cli.core.bulk import Lane
from crib_cli.core.letters import LETTER_SETS
from crib_cli.core.notation import parse_hand
from crib_cli.core.rules import VARIANTS
from crib_cli.core.scoring import score_hand
from crib_cli.errors import CribError
from crib_cli.output.diagnostics import ExitCode
from crib_cli.output.plain import Style
from crib_cli.output.streams import Output
from crib_cli.words.catalog import load_book


def run_count_batch(request: CountRequest, output: Output) -> ExitCode:
    """Count every line of the file or of standard input and print the counts in order."""
    common = request.common
    VARIANTS[request.variant].size_of(crib=request.crib)  # no crib in the variant: said once, not for each line
    work = CountWork(
        request.variant,
        common.letters.name,
        request.crib,
        request.form,
        request.batch.strict,
        common.lang,
        common.style(output),
        output.encoding,
    )
    batch = request.batch
    size = TEXT_BLOCK if request.form == "text" else BLOCK
    book = load_book(common.lang)
    return run_batch(work, batch.file, output, book, jobs=batch.jobs, strict=batch.strict, size=size)


TEXT_BLOCK = 1 << 13
"""Bytes that are read at once where each line gives many: somebody is reading them."""


class CountWork(NamedTuple):
    """The work on a block: plain values only, so that it can be sent to other processes."""

    variant: str
    letters: str
    crib: bool
    form: str
    strict: bool
    lang: str
    style: Style
    encoding: str

    def __call__(self, block: Block, /) -> Outcome:
        """Count a block in the format asked for."""
        return self._count_points(block) if self.form == "points" else self._count_lines(block)

    def _count_lines(self, block: Block) -> Outcome:
        rules, letters, book = VARIANTS[self.variant], LETTER_SETS[self.letters], load_book(self.lang)

        def count(text: str, _: int) -> Line:
            counted, verdict = count_line(text, rules, letters, crib=self.crib)
            if self.form == "text":
                printed = show_count(counted, verdict, rules, book, self.style) + "\n\n"
            else:
                printed = record_count(self.form, counted, verdict, rules) + "\n"
            return Line(printed, refuted=verdict is not None and not verdict.stands)

        return work_lines(block, count, self._mark_error, strict=self.strict, encoding=self.encoding)

    def _mark_error(self, error: CribError, number: int) -> str:
        """Return what stands in the output for a line that could not be read; in text nothing does."""
        if self.form == "text":
            return ""
        from crib_cli.output import records  # only for machine formats

        return (records.error_tsv() if self.form == "tsv" else records.error_json(str(error), number)) + "\n"

    def _count_points(self, block: Block) -> Outcome:
        problems: list[tuple[int, CribError]] = []
        refuted = False
        rules, letters = VARIANTS[self.variant], LETTER_SETS[self.letters]

        def count_slowly(line: bytes, number: int) -> bytes | None:
            nonlocal refuted
            if self.strict and problems:
                return None
            try:
                text = take_line(line)
                if text is None:
                    return None
                hand, starter, crib, claim = parse_hand(text, rules, letters, crib=self.crib)
                if claim is None:
                    return b"%d" % score_hand(hand, starter, crib=crib)
                counted, verdict = count_line(text, rules, letters, crib=self.crib)
            except CribError as error:
                problems.append((number, error))
                return b"error"
            refuted |= verdict is not None and not verdict.stands
            return b"%d" % counted.total

        lane = _lane_for(self.variant, self.letters, crib=self.crib)
        lane.refuted = False
        printed = lane.count_lines(block.lines(), block.first, count_slowly)
        if self.strict and problems:
            printed = printed[: printed.index(b"error") + 1]
        printed.append(b"")  # for the last line end
        return Outcome(b"\n".join(printed), problems, refuted or lane.refuted)


_LANES: dict[tuple[str, str, bool], Lane] = {}


def _lane_for(variant: str, letters: str, *, crib: bool) -> Lane:
    """Return the lane of these settings; its tables fill as lines come, so each process keeps one."""
    key = (variant, letters, crib)
    if key not in _LANES:
        _LANES[key] = Lane(VARIANTS[variant], LETTER_SETS[letters], crib=crib)
    return _LANES[key]
