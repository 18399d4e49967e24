"""The one loader of the case files in ``cases/``.

A case file holds one case a line, its columns apart by tabs; the first line that is no ``#`` comment names them.
The comments say where the facts come from. Signs that would not survive an editor are written ``\\uXXXX``,
``\\UXXXXXXXX``, ``\\t`` and ``\\n``.
"""

import re
from pathlib import Path

CASES = Path(__file__).parent / "cases"

_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|t|n)")
_POINTS = re.compile(r"(\d+) \(([^)]*)\)")
_KINDS = {"fifteens": "fifteen", "runs": "run", "pairs": "pair", "flush": "flush", "nobs": "nobs"}

Row = dict[str, str]


def load_rows(name: str, *kinds: str) -> list[Row]:
    """Return the rows of a case file by column name, those of some kinds or all of them."""
    lines = (CASES / name).read_text(encoding="utf-8").split("\n")
    lines = [line for line in lines if line and not line.startswith("#")]
    columns = lines[0].split("\t")
    rows = [dict(zip(columns, map(unescape, line.split("\t")), strict=True)) for line in lines[1:]]
    return [row for row in rows if not kinds or row["kind"] in kinds]


def unescape(text: str) -> str:
    """Put the signs themselves for their escapes.

    >>> unescape("5\\\\u2665")
    '5♥'
    """

    def sign(match: re.Match[str]) -> str:
        code = match[1]
        return {"t": "\t", "n": "\n"}.get(code) or chr(int(code[1:], 16))

    return _ESCAPE.sub(sign, text)


def read_points(text: str) -> tuple[int, dict[str, int]]:
    """Read ``14 (fifteens 4, pairs 2, runs 8)``: the total, and the points of each kind of combination.

    >>> read_points("0 (nothing scores)")
    (0, {'fifteen': 0, 'run': 0, 'pair': 0, 'flush': 0, 'nobs': 0})
    """
    match = _POINTS.match(text)
    assert match, text
    points = dict.fromkeys(("fifteen", "run", "pair", "flush", "nobs"), 0)
    for part in match[2].split(", "):
        if part != "nothing scores":
            name, number = part.split()
            points[_KINDS[name]] = int(number)
    return int(match[1]), points


def read_fields(text: str) -> dict[str, str]:
    """Read ``hand=JD 4S 6C 8H starter=JH`` into its fields."""
    return {name: cards.strip() for name, cards in re.findall(r"(\w+)=([^=]*?)(?= \w+=|$)", text)}
