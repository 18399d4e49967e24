"""The play as lines: who played what, the count, what it scored and why, who leads, the totals."""

from crib_cli.core.transcript import Entry, Transcript
from crib_cli.output.plain import Style
from crib_cli.words.announce import announce_scores
from crib_cli.words.catalog import Phrasebook


def play_lines(done: Transcript, book: Phrasebook, style: Style) -> list[str]:
    """Return a transcript as a table, then where the play stands, then the totals."""
    names = [book.say("peg.player", player=player) for player in range(1, len(done.totals) + 1)]
    width = max((style.width([entry.card]) for entry in done.entries if entry.card is not None), default=0)
    goes = _go_series(done)
    lines: list[str] = []
    for entry, after_go in zip(done.entries, goes, strict=True):
        name = names[entry.player - 1]
        if entry.card is None:
            lines.append(f"  {name}  {book.say('peg.go_inferred' if entry.inferred else 'peg.go')}")
        else:
            said = announce_scores(entry.scores, book, after_go=after_go)
            points = f"{entry.points or '':>2}"
            line = f"  {name}  {style.cards([entry.card], width)}  {entry.running:>2}  {points}  {said}"
            lines.append(line.rstrip())
        if entry.leader is not None and entry is not done.entries[-1]:
            lines.append(book.say("peg.leads", player=entry.leader))
    lines.append(_where(done, book))
    shown = [book.say("peg.points", name=name, points=points) for name, points in zip(names, done.totals, strict=True)]
    lines.append(f"{book.say('peg.totals')}: {', '.join(shown)}")
    if len(names) == 4:
        lines.append(f"{book.say('peg.sides')}: {_sides(done.totals, book)}")
    return lines


def _go_series(done: Transcript) -> list[bool]:
    """Tell for each entry whether go is said in its series, before or after it."""
    series: list[list[Entry]] = [[]]
    for entry in done.entries:
        series[-1].append(entry)
        if entry.leader is not None:
            series.append([])
    return [any(other.card is None for other in group) for group in series for _ in group]


def _where(done: Transcript, book: Phrasebook) -> str:
    play = done.play
    if play.turn is None:
        return book.say("peg.over")
    if not play.series:
        return book.say("peg.to_lead", player=play.turn + 1)
    return book.say("peg.to_play", count=play.running, player=play.turn + 1)


def _sides(totals: tuple[int, ...], book: Phrasebook) -> str:
    """Add up partners, who sit opposite each other."""
    sides = (
        book.say("peg.side", first=seat + 1, second=seat + 3, points=totals[seat] + totals[seat + 2]) for seat in (0, 1)
    )
    return ", ".join(sides)
