"""The verdict on a claim as lines: what stands, what does not and why, what was missed, by how much."""

from crib_cli.core.breakdown import Counted
from crib_cli.core.rules import Rules
from crib_cli.core.verdicts import CheckedPart, Missed, Verdict
from crib_cli.output.plain import Style
from crib_cli.words.catalog import Phrasebook


def impossible_line(verdict: Verdict, counted: Counted, rules: Rules, book: Phrasebook) -> str:
    """Say why no hand of the variant counts to the claim; it stands before the count."""
    totals = rules.totals_of(crib=counted.crib)
    size = len(counted.hand)
    if verdict.claimed > totals.highest:
        return book.say("claim.impossible_high", claimed=verdict.claimed, size=size, highest=totals.highest)
    phrase = "claim.impossible_gap_crib" if counted.crib else "claim.impossible_gap"
    return book.say(phrase, claimed=verdict.claimed, size=size, totals=book.list_or(totals.impossible))


def verdict_lines(verdict: Verdict, counted: Counted, book: Phrasebook, style: Style) -> list[str]:
    """Return the call part by part, what it missed, and the verdict on the total."""
    lines: list[str] = []
    if verdict.checked:
        lines.append(book.say("claim.parts"))
        width = max(len(checked.part.text) for checked in verdict.checked)
        running = 0
        for checked in verdict.checked:
            lines.append(f"  {checked.part.text:<{width}}  {_say_part(checked, running, book)}")
            running = checked.part.running
        for missed in verdict.missed:
            lines += _missed_lines(missed, book, style)
    word = "exact_but" if verdict.word == "exact" and not verdict.stands else verdict.word
    gap = abs(verdict.difference)
    lines.append(book.say("claim." + word, claimed=verdict.claimed, gap=gap, total=counted.total))
    return lines


def _say_part(checked: CheckedPart, running: int, book: Phrasebook) -> str:
    part = checked.part
    if checked.reason is None:
        said = book.say("claim.right")
    else:
        reason = book.say("reason." + checked.reason, number=checked.number)
        phrase = "claim.partly" if checked.right else "claim.wrong"
        said = book.say(phrase, reason=reason, right=checked.right, points=part.points)
        said = reason if checked.reason == "no-suits" else said
    if part.slips:
        said += "; " + book.say("claim.slips", said=part.running, due=running + part.points)
    return said


def _missed_lines(missed: Missed, book: Phrasebook, style: Style) -> list[str]:
    phrase = "claim.missed" if missed.number == len(missed.among) else "claim.missed_some"
    width = max(style.width(item.cards) for item in missed.among)
    head = book.say(phrase, points=missed.points, number=missed.number, among=len(missed.among))
    return [head, *(f"  {style.cards(item.cards, width)}  {_kind_of(missed, book)}" for item in missed.among)]


def _kind_of(missed: Missed, book: Phrasebook) -> str:
    return book.say("kind." + missed.kind, size=len(missed.among[0].cards))
