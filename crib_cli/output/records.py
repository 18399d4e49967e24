"""Machine formats: JSON, TSV and bare points. Always English, always ASCII, never coloured.

The objects are written here by hand: their fields are fixed and their values plain, which saves the start-up
cost of the json module and half the time of a batch. Only free text goes through json.
"""

from functools import cache
from typing import TYPE_CHECKING

from crib_cli.core.breakdown import Counted, points_by_kind
from crib_cli.core.cards import name_of, names_of
from crib_cli.words.announce import announce_call
from crib_cli.words.catalog import load_book

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crib_cli.analysis.peg import Advice
    from crib_cli.core.pegging import Score
    from crib_cli.core.transcript import Transcript
    from crib_cli.core.verdicts import Verdict

TSV_COLUMNS = ("total", "fifteens", "pairs", "runs", "flush", "nobs", "hand", "starter", "crib", "claim", "verdict")
_TSV_KINDS = ("fifteen", "pair", "run", "flush", "nobs")
_ENGLISH = load_book("en")


def tsv_header() -> str:
    """Return the column names of ``count_tsv``, between tabs."""
    return "\t".join(TSV_COLUMNS)


def count_tsv(counted: Counted, verdict: "Verdict | None") -> str:
    """Return one count as tab-separated columns; what is not there (starter, claim) is empty."""
    points = points_by_kind(counted.items)
    fields = [str(counted.total), *(str(points[kind]) for kind in _TSV_KINDS)]
    fields += [names_of(counted.hand), "" if counted.starter is None else name_of(counted.starter)]
    fields.append("true" if counted.crib else "false")
    fields += ["", ""] if verdict is None else [str(verdict.claimed), verdict.word]
    return "\t".join(fields)


def error_tsv() -> str:
    """Return the line of a hand that could not be read: ``error``, and every other column empty."""
    return "error" + "\t" * (len(TSV_COLUMNS) - 1)


def count_json(counted: Counted, verdict: "Verdict | None", variant: str) -> str:
    """Return one count as a JSON object on one line."""
    items = ",".join(
        f'{{"kind":"{item.kind}","cards":{_cards(item.cards)},"points":{item.points},"running":{item.running}}}'
        for item in counted.items
    )
    starter = "null" if counted.starter is None else f'"{name_of(counted.starter)}"'
    fields = [
        f'"hand":{_cards(counted.hand)}',
        f'"starter":{starter}',
        f'"crib":{_bool(counted.crib)}',
        f'"variant":"{variant}"',
        f'"total":{counted.total}',
        f'"items":[{items}]',
        f'"call":"{announce_call(counted.items, _ENGLISH)}"',
        f'"suits":{_bool(counted.hand[0] >= 0)}',
    ]
    if verdict is not None:
        fields.append(f'"claim":{verdict.claimed},"verdict":"{verdict.word}","difference":{verdict.difference}')
        if verdict.checked:
            fields.append(f'"call_check":{_call_check(verdict)}')
    return f"{{{','.join(fields)}}}"


def _call_check(verdict: "Verdict") -> str:
    parts = ",".join(
        f'{{"said":{_text(part.text)},"kind":"{part.kind}","points":{part.points},"right":{right},'
        f'"reason":{_text(reason)}}}'
        for part, right, reason, _ in verdict.checked
    )
    missed = ",".join(
        f'{{"kind":"{kind}","number":{number},"points":{points},"among":[{",".join(_cards(i.cards) for i in among)}]}}'
        for kind, number, points, among in verdict.missed
    )
    return f'{{"parts":[{parts}],"missed":[{missed}]}}'


def error_json(message: str, line: int) -> str:
    """Return the object for a line that could not be read.

    >>> error_json("no cards", 17)
    '{"error":"no cards","line":17}'
    """
    return f'{{"error":{_text(message)},"line":{line}}}'


def _cards(cards: tuple[int, ...]) -> str:
    return f"""["{'","'.join(map(name_of, cards))}"]"""


def _bool(value: bool) -> str:  # noqa: FBT001 - it is the value
    return "true" if value else "false"


def _text(text: str | None) -> str:
    from json import dumps  # only where free text is written

    return dumps(text)


def peg_json(done: "Transcript", line: int | None = None, *, advice: "Sequence[Advice] | None" = None) -> str:
    """Return a scored play as a JSON object on one line; one that was stopped has the ``error``, and its line."""
    plays: list[str] = []
    for number, (player, card, count, scores, inferred, _) in enumerate(done.entries, 1):
        if card is None:
            tail = ',"inferred":true' if inferred else ""
            plays.append(f'{{"n":{number},"player":{player},"go":true,"count":{count}{tail}}}')
        else:
            points = _scores_json(scores) if scores else '"points":0,"scores":[]'
            plays.append(f'{{"n":{number},"player":{player},"card":"{name_of(card)}","count":{count},{points}}}')
    totals = ",".join([f'"{player}":{points}' for player, points in enumerate(done.totals, 1)])
    turn = "null" if done.play.turn is None else done.play.turn + 1
    fields = f'"plays":[{",".join(plays)}],"count":{done.play.running},"to_play":{turn},"totals":{{{totals}}}'
    if done.error is not None:
        fields += f',"error":{_text(str(done.error))}' + (f',"line":{line}' if line else "")
    if advice is not None:
        fields += f',"advice":[{",".join(map(_advice, advice))}]'
    return f"{{{fields}}}"


def _advice(choice: "Advice") -> str:
    win = "" if choice.win is None else f',"win":{round(choice.win, 4)}'
    card = name_of(choice.card)
    expected = round(choice.expected, 4) + 0.0  # no minus before nothing
    return f'{{"card":"{card}","points":{choice.points},"count":{choice.running},"expected":{expected}{win}}}'


@cache
def _scores_json(scores: "tuple[Score, ...]") -> str:
    total = sum(score.points for score in scores)
    each = ",".join(f'{{"reason":"{reason}","points":{points}}}' for reason, points, _ in scores)
    return f'"points":{total},"scores":[{each}]'
