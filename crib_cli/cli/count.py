"""``crib count``: one hand with its call and the verdict on a claim; ``count_batch`` does many."""

from typing import TYPE_CHECKING, NamedTuple

from crib_cli.cli.options import Batch, Common
from crib_cli.core.breakdown import Counted, count_hand
from crib_cli.core.letters import Letters, respell
from crib_cli.core.notation import parse_hand
from crib_cli.core.rules import VARIANTS, Rules
from crib_cli.errors import UsageError
from crib_cli.output.diagnostics import ExitCode
from crib_cli.output.plain import Style, count_lines
from crib_cli.output.streams import Output
from crib_cli.words.catalog import Phrasebook, load_book

if TYPE_CHECKING:
    from crib_cli.core.verdicts import Verdict

FORMATS = ("text", "json", "tsv", "points")
EXAMPLE = "5H 5S 5C JD / 5D"


class CountRequest(NamedTuple):
    """What ``crib count`` was asked for, as plain values."""

    words: tuple[str, ...]
    starter: str | None
    crib: bool
    variant: str
    claim: str | None
    form: str
    batch: Batch
    common: Common


def run(request: CountRequest) -> ExitCode:
    """Count what was asked for and print it. Raises CribError for what the user can mend."""
    batch = request.batch.reads_lines(request.words)
    _check_usage(request, batch=batch)
    output = Output()
    if request.batch.header:
        from crib_cli.output.records import tsv_header  # only for machine formats

        output.write_text(tsv_header() + "\n")
    if batch:
        from crib_cli.cli.count_batch import run_count_batch  # one hand does without

        return run_count_batch(request, output)
    rules, common = VARIANTS[request.variant], request.common
    line = " ".join(request.words)
    if request.starter is not None:
        cards, equals, inline = line.partition("=")
        line = f"{cards} / {request.starter} {equals}{inline}"
    counted, verdict = count_line(line, rules, common.letters, crib=request.crib, claim=request.claim)
    if request.form == "text":
        text = show_count(counted, verdict, rules, load_book(common.lang), common.style(output))
    else:
        text = record_count(request.form, counted, verdict, rules)
    output.write_text(text + "\n")
    return ExitCode.DONE if verdict is None or verdict.stands else ExitCode.NO


def _check_usage(request: CountRequest, *, batch: bool) -> None:
    request.batch.check_form(request.form)
    if not batch:
        request.batch.check_single(request.words, EXAMPLE, request.common.letters)
        return
    for option, value, example in (("--claim", request.claim, "= 12"), ("--starter", request.starter, "/ 5D")):
        if value is not None:
            raise UsageError("usage.single_only", option=option, example=respell(example, request.common.letters))


def count_line(
    line: str, rules: Rules, letters: Letters, *, crib: bool, claim: str | None = None
) -> "tuple[Counted, Verdict | None]":
    """Count a hand line and judge the claim in it, or the one given beside it."""
    hand, starter, crib, claimed = parse_hand(line, rules, letters, crib=crib)
    if claim is not None and claimed is not None:
        raise UsageError("claim.two", option="--claim", line=claimed)
    counted = count_hand(hand, starter, crib=crib)
    claimed = claim if claimed is None else claimed
    if claimed is None:
        return counted, None
    from crib_cli.core.claims import parse_claim  # most counts have no claim
    from crib_cli.core.verdicts import judge_claim, sizes_of

    return counted, judge_claim(parse_claim(claimed, sizes_of(counted)), counted, rules.totals_of(crib=crib))


def show_count(counted: Counted, verdict: "Verdict | None", rules: Rules, book: Phrasebook, style: Style) -> str:
    """Return one count as text without the last line end: an impossible claim first, the count, the verdict."""
    lines = count_lines(counted, book, style)
    if verdict is not None:
        from crib_cli.output.verdict_text import impossible_line, verdict_lines  # as above

        if verdict.word == "impossible":
            lines.insert(0, impossible_line(verdict, counted, rules, book))
        lines += verdict_lines(verdict, counted, book, style)
    return "\n".join(lines)


def record_count(form: str, counted: Counted, verdict: "Verdict | None", rules: Rules) -> str:
    """Return one count in a machine format, without the line end."""
    if form == "points":
        return str(counted.total)
    from crib_cli.output import records  # only for machine formats

    if form == "tsv":
        return records.count_tsv(counted, verdict)
    return records.count_json(counted, verdict, rules.name)
