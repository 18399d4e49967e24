"""Discards in machine formats: one JSON object a role, or a tab-separated row a choice. Always English letters."""

from fractions import Fraction
from json import dumps

from crib_cli.analysis.crib import Figures
from crib_cli.analysis.discard import Choice, list_cuts
from crib_cli.core.cards import name_of, names_of
from crib_cli.output.discard_text import Ranking

TSV_COLUMNS = (
    "cards role keep toss hand_mean hand_min hand_max hand_sd crib_mean crib_min crib_max crib_sd "
    "pegging_mine pegging_theirs total win"
).split()
DIGITS = 6
"""Decimals of every mean and spread."""


def discard_json(ranking: Ranking, variant: str, *, cuts: bool) -> str:
    """Return the choices of one role as a JSON object on one line, best first.

    Means are of points; the crib's are positive whoever's it is, and ``total`` takes it off where it is another's.
    ``pegging`` is null where no table has it, ``win`` where no score was given.
    """
    record = {
        "cards": [name_of(card) for card in ranking.cards],
        "role": ranking.role,
        "variant": variant,
        "players": ranking.players,
        "suits": ranking.cards[0] >= 0,
        "choices": [_choice(choice) for choice in ranking.choices],
    }
    if cuts:
        starters = list_cuts(ranking.choices[0].keep, ranking.cards)
        record["cuts"] = [{"starter": name_of(starter), "points": points} for starter, points, _ in starters]
    return dumps(record, separators=(",", ":"))


def _choice(choice: Choice) -> dict[str, object]:
    return {
        "keep": [name_of(card) for card in choice.keep],
        "toss": [name_of(card) for card in choice.toss],
        "hand": _figures(choice.hand),
        "crib": _figures(choice.crib),
        "pegging": dict(zip(("mine", "theirs"), _pegging(choice), strict=True)),
        "total": _number(choice.total),
        "win": None if choice.win is None else round(choice.win, DIGITS),
    }


def _pegging(choice: Choice) -> tuple[float | None, float | None]:
    pegging = choice.pegging
    return (None, None) if pegging is None else (_number(pegging.mine), _number(pegging.theirs))


def _figures(figures: Figures) -> dict[str, object]:
    return {
        "mean": _number(figures.mean),
        "min": figures.least,
        "max": figures.most,
        "sd": round(figures.spread, DIGITS),
    }


def _number(value: Fraction) -> float:
    return round(float(value), DIGITS)


def discard_tsv(ranking: Ranking) -> str:
    """Return a row for each choice of one role, best first, without the last line end."""
    rows: list[str] = []
    for choice in ranking.choices:
        fields: list[object] = [names_of(ranking.cards), ranking.role, names_of(choice.keep), names_of(choice.toss)]
        for figures in (choice.hand, choice.crib):
            fields += _figures(figures).values()
        fields += ["" if value is None else value for value in _pegging(choice)]
        fields += [_number(choice.total), "" if choice.win is None else round(choice.win, DIGITS)]
        rows.append("\t".join(map(str, fields)))
    return "\n".join(rows)


def tsv_header() -> str:
    """Return the column names of ``discard_tsv``, between tabs."""
    return "\t".join(TSV_COLUMNS)


def error_tsv() -> str:
    """Return the row of a hand that could not be read: ``error``, and every other column empty."""
    return "error" + "\t" * (len(TSV_COLUMNS) - 1)
