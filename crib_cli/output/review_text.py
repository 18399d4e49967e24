"""A review in words: what each side's choices cost, the costliest of them, and how lucky the cards were."""

from collections.abc import Callable, Sequence

from crib_cli.game.review import Judged, Review
from crib_cli.output.advice_text import show_signed
from crib_cli.output.plain import Style
from crib_cli.words.catalog import Phrasebook

SHOWN = 8
"""Choices that a list shows."""

SMALL = 0.005
"""What is lost by less than this is no loss."""


def review_lines(review: Review, names: Sequence[str], book: Phrasebook, style: Style) -> list[str]:
    """Return the totals by seat, the luck where it is known, and the costliest choices in points and in chances."""
    lines: list[str] = []
    for seat in sorted({judged.seat for judged in review.judged}):
        mine = [judged for judged in review.judged if judged.seat == seat]
        lines += _seat_lines(names[seat], mine, book)
        luck = review.luck.get(seat)
        if luck is not None:
            facts = {"deal": show_signed(luck.deal), "cut": show_signed(luck.cut)}
            lines.append(book.say("review.luck", name=names[seat], total=show_signed(luck.deal + luck.cut), **facts))
    if not review.judged:
        return [book.say("review.none")]
    lines += _costliest(review.judged, names, book, style, key=lambda judged: judged.lost, win=False)
    if any(judged.lost_win is not None for judged in review.judged):
        lines += _costliest(review.judged, names, book, style, key=lambda judged: judged.lost_win or 0.0, win=True)
    return lines


def _seat_lines(name: str, mine: Sequence[Judged], book: Phrasebook) -> list[str]:
    lost = {what: sum(judged.lost for judged in mine if judged.what == what) for what in ("discard", "play")}
    best = sum(judged.lost < SMALL for judged in mine)
    line = book.say(
        "review.skill",
        name=name,
        lost=f"{lost['discard'] + lost['play']:.2f}",
        discards=f"{lost['discard']:.2f}",
        plays=f"{lost['play']:.2f}",
        best=best,
        number=len(mine),
    )
    chances = [judged.lost_win for judged in mine if judged.lost_win is not None]
    if not chances:
        return [line]
    return [line, book.say("review.chance", name=name, percent=f"{100 * sum(chances):.1f}", number=len(chances))]


def _costliest(
    judged: Sequence[Judged],
    names: Sequence[str],
    book: Phrasebook,
    style: Style,
    *,
    key: Callable[[Judged], float],
    win: bool,
) -> list[str]:
    """Return the choices that cost most, the costliest first; those that cost nothing are left out."""
    least = SMALL / 100 if win else SMALL
    worst = sorted((each for each in judged if key(each) >= least), key=lambda each: -key(each))[:SHOWN]
    lines = ["", book.say("review.costliest_win" if win else "review.costliest")]
    if not worst:
        return [*lines, "  " + book.say("review.nothing")]
    several = max(each.game for each in judged) > 1
    for each in worst:
        cost = f"{100 * (each.lost_win or 0.0):.1f} %" if win else f"{each.lost:.2f}"
        best = each.best_to_win if win else each.best
        facts = {"deal": each.deal, "game": each.game, "name": names[each.seat]}
        place = book.say("review.deal_of" if several else "review.deal", **facts)
        cards = {"chosen": style.cards(each.chosen), "best": style.cards(best)}
        lines.append(f"  {cost:>6}  {place}: {book.say('review.' + each.what, **cards)}")
    return lines
