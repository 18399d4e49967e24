"""Discards as plain lines: one table with every figure for one role, or both roles side by side; cuts, reasons."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from crib_cli.analysis.discard import Choice, list_cuts
from crib_cli.analysis.explain import compare_choices
from crib_cli.output.plain import Style
from crib_cli.words.catalog import Phrasebook

GAP = "  "
"""Between two tables side by side."""


class Ranking(NamedTuple):
    """The choices of one role, best first, for the cards dealt."""

    cards: tuple[int, ...]
    role: str
    players: int
    choices: tuple[Choice, ...]

    def title(self, book: Phrasebook) -> str:
        """Say whose crib it is."""
        return book.say(f"discard.{self.role}{'4' if self.players == 4 else ''}")


def round_half_up(value: Fraction, digits: int = 2) -> Fraction:
    """Round to some decimals, halves away from zero: exact, not by way of a float.

    >>> round_half_up(Fraction(-1, 8))
    Fraction(-13, 100)
    """
    scale = 10**digits
    units = (abs(value) * scale * 2 + 1) // 2
    return Fraction(-units if value < 0 else units, scale)


def show_number(value: Fraction, digits: int = 2) -> str:
    """Return a number with some decimals.

    >>> show_number(Fraction(-1, 8)), show_number(Fraction(491, 46))
    ('-0.13', '10.67')
    """
    rounded = round_half_up(value, digits)
    whole, rest = divmod(abs(rounded), 1)
    return f"{'-' if rounded < 0 else ''}{whole}.{int(rest * 10**digits):0{digits}}"


def crib_points(choice: Choice, role: str) -> str:
    """Return the crib's mean with the sign it has for the one who throws."""
    return ("+" if role == "dealer" else "-") + show_number(choice.crib.mean)


def rows_of(ranking: Ranking, *, short: bool) -> list[tuple[str, ...]]:
    """Return the columns behind the cards of each choice; ``short`` leaves out range and empty pegging."""
    rows: list[tuple[str, ...]] = []
    for choice in ranking.choices:
        hand, crib, total = (
            show_number(choice.hand.mean),
            crib_points(choice, ranking.role),
            show_number(choice.total),
        )
        pegging = "-" if choice.pegging is None else _signed(choice.pegging.net)
        full: tuple[str, ...] = (hand, str(choice.hand.least), str(choice.hand.most), crib, pegging, total)
        if short:
            full = (hand, crib, total) if choice.pegging is None else (hand, crib, pegging, total)
        rows.append(full if choice.win is None else (*full, f"{100 * choice.win:.1f} %"))
    return rows


def _signed(value: Fraction) -> str:
    shown = show_number(value)
    return shown if value < 0 else "+" + shown


def heads_of(ranking: Ranking, book: Phrasebook, *, short: bool) -> list[str]:
    """Return the titles of the columns of ``rows_of``."""
    names = ["hand", "least", "most", "crib", "pegging", "total", "win"]
    best = ranking.choices[0]
    if short:
        names = [name for name in names if name not in ("least", "most") and (best.pegging or name != "pegging")]
    if best.win is None:
        names.remove("win")
    return [book.say("discard." + name) for name in names]


def discard_lines(rankings: Sequence[Ranking], book: Phrasebook, style: Style) -> list[str]:
    """Return one table, or two side by side, with what has to be said of the model beneath.

    For ears, where cards are words, the second stands below the first.
    """
    apart = style.spoken is not None
    blocks = [_table(ranking, book, style, short=len(rankings) > 1 and not apart) for ranking in rankings]
    lines = blocks[0]
    if apart:
        lines = [line for block in blocks for line in block]
    elif len(blocks) > 1:
        width = max(width for _, width in blocks[0])
        lines = [
            (f"{left}{' ' * (width - used)}{GAP}{right}".rstrip(), 0)
            for (left, used), (right, _) in zip_longest(*blocks, fillvalue=("", 0))
        ]
    return [line for line, _ in lines] + notes_of(rankings[0], book)


def notes_of(ranking: Ranking, book: Phrasebook) -> list[str]:
    """Say what the figures rest on where it is not the game for two with suits."""
    notes = [book.say("discard.three" if ranking.players == 3 else "discard.four")] if ranking.players > 2 else []
    return notes + ([book.say("discard.no_suits")] if ranking.cards[0] < 0 else [])


def _table(ranking: Ranking, book: Phrasebook, style: Style, *, short: bool) -> list[tuple[str, int]]:
    """Return lines with their width in columns, which colour does not add to."""
    heads = heads_of(ranking, book, short=short)
    rows = rows_of(ranking, short=short)
    keep, toss = book.say("discard.keep"), book.say("discard.toss")
    keep_width = max(len(keep), *(style.width(choice.keep) for choice in ranking.choices))
    toss_width = max(len(toss), *(style.width(choice.toss) for choice in ranking.choices))
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    used = keep_width + toss_width + sum(widths) + 2 * (len(widths) + 1)
    title = ranking.title(book)
    lines = [(title, len(title))]
    shown = [f"{head:>{width}}" for head, width in zip(heads, widths, strict=True)]
    lines.append(("  ".join([f"{keep:<{keep_width}}", f"{toss:<{toss_width}}", *shown]), used))
    for choice, row in zip(ranking.choices, rows, strict=True):
        shown = [f"{field:>{width}}" for field, width in zip(row, widths, strict=True)]
        kept, tossed = style.cards(choice.keep, keep_width), style.cards(choice.toss, toss_width)
        lines.append(("  ".join([kept, tossed, *shown]), used))
    return lines


def cut_lines(ranking: Ranking, book: Phrasebook, style: Style) -> list[str]:
    """Return what the best choice counts with each starter, the best starters first."""
    best = ranking.choices[0]
    by_points: dict[int, list[int]] = {}
    for starter, points, _ in list_cuts(best.keep, ranking.cards):
        by_points.setdefault(points, []).append(starter)
    lines = [f"{ranking.title(book)}; {book.say('discard.cuts', keep=style.cards(best.keep))}"]
    lines += [f"  {points:>2}  {style.cards(by_points[points])}" for points in sorted(by_points, reverse=True)]
    return lines


def explain_line(ranking: Ranking, book: Phrasebook, style: Style) -> str:
    """Say in one sentence why the best choice beats the second."""
    best, *others = ranking.choices
    keep = style.cards(best.keep)
    if not others:
        return book.say("discard.only")
    other = style.cards(others[0].keep)
    reason = compare_choices(best, others[0], ranking.cards)
    if reason.total == 0 and best.win is None:
        return f"{ranking.title(book)}. {book.say('discard.explain_equal', keep=keep, other=other)}"
    # The parts are said as they add up: each rounded by itself they often would not.
    digits = 2 if round_half_up(reason.total) else 5
    gap, hand = round_half_up(reason.total, digits), round_half_up(reason.hand, digits)
    play = round_half_up(reason.play, digits)
    whose = "own" if ranking.role == "dealer" else "other"
    parts = [(hand, "hand"), (gap - hand - play, whose)]
    if best.pegging is not None:
        parts.append((play, "play"))
    parts = [part for part in parts if part[0]] or parts
    for_it = [_say_part(value, name, digits, book) for value, name in parts if value >= 0]
    against = [_say_part(value, name, digits, book) for value, name in parts if value < 0]
    if for_it and against:
        joined = book.say("discard.though", first=_join(for_it, book), second=_join(against, book))
    else:
        joined = _join(for_it or against, book)
    ranks = book.list_or([style.letters.rank_names[rank] for rank in reason.ranks])
    facts = {"keep": keep, "other": other, "parts": joined, "ranks": ranks}
    if best.win is not None and others[0].win is not None:
        better = show_number(Fraction(best.win - others[0].win) * 100)
        points = _say_more(gap, digits, book)
        return f"{ranking.title(book)}. {book.say('discard.explain_win', **facts, gap=better, points=points)}"
    phrase = "discard.explain_ranks" if ranks else "discard.explain"
    said = book.say(phrase, **facts, gap=show_number(gap, digits))
    return f"{ranking.title(book)}. {said}"


def _join(parts: Sequence[str], book: Phrasebook) -> str:
    joined = parts[0]
    for part in parts[1:]:
        joined = book.say("discard.and", first=joined, second=part)
    return joined


def _say_more(gap: Fraction, digits: int, book: Phrasebook) -> str:
    """Say how many points a choice has on another, or is short of it."""
    direction = "more" if gap > 0 else "less" if gap < 0 else "same"
    return book.say(f"discard.points_{direction}", points=show_number(abs(gap), digits))


def _say_part(value: Fraction, name: str, digits: int, book: Phrasebook) -> str:
    direction = "more" if value > 0 else "less" if value < 0 else "same"
    return book.say(f"discard.part_{name}_{direction}", points=show_number(abs(value), digits))
