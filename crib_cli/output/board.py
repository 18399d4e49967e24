"""The board: 121 holes or 61, both pegs of each side, skunk lines, the numbers beside it; narrow, numbers alone."""

from collections.abc import Sequence
from typing import NamedTuple

from crib_cli.core.rules import skunk_lines

GROUP = 10
STREET = 60
"""Holes in a row of the drawn board; the game hole stands behind the last."""

WIDE = 80
"""Columns from which the board is drawn."""


class Track(NamedTuple):
    """One side's pegs: its name, the front peg and the one behind it, which tells what it scored last."""

    name: str
    front: int
    back: int


class Signs(NamedTuple):
    """What holes and pegs are drawn with."""

    hole: str
    front: str
    back: str
    skunk: str
    game: str


ROUND = Signs("·", "●", "○", "¦", "◎")
PLAIN = Signs(".", "O", "o", "!", "@")

MOST_NAME = 8
"""Letters of a name that a board of 80 columns has room for."""


COLOURS = ("1;36", "1;33", "1;35")
"""What the pegs of each side are drawn in, where there is colour."""


def board_lines(tracks: Sequence[Track], target: int, width: int, signs: Signs, *, colour: bool = False) -> list[str]:
    r"""Return the board for so many columns; a skunk line stands behind the last hole that is skunked.

    >>> print(*board_lines([Track("you", 5, 2), Track("computer", 0, 0)], 61, 80, PLAIN), sep="\n")
         you   5 .o..O..... .......... ..........!.......... .......... ..........@
    computer   0 .......... .......... ..........!.......... .......... ..........@
    >>> board_lines([Track("you", 5, 2)], 61, 60, PLAIN)
    ['you  5 / 61 (+3)']
    """
    names = max(len(track.name) for track in tracks)
    if width < WIDE or names > MOST_NAME:
        return [_number_line(track, names, target) for track in tracks]
    lines: list[str] = []
    skunks = {line.below - 1 for line in skunk_lines(target)}
    for start in range(0, target - 1, STREET):
        end = min(start + STREET, target - 1)
        for side, track in enumerate(tracks):
            head = f"{track.name:>{names}} {track.front:>3}" if start == 0 else " " * (names + 4)
            row = _street(track, start, end, skunks, signs)
            if end == target - 1:
                row += signs.front if track.front == target else signs.game
            if colour:
                for peg in (signs.front, signs.back):
                    row = row.replace(peg, f"\x1b[{COLOURS[side]}m{peg}\x1b[0m")
            lines.append(f"{head} {row}")
    return lines


def _number_line(track: Track, names: int, target: int) -> str:
    gained = f" (+{track.front - track.back})" if track.front > track.back else ""
    return f"{track.name:>{names}} {track.front:>2} / {target}{gained}"


def _street(track: Track, start: int, end: int, skunks: set[int], signs: Signs) -> str:
    row = ""
    for number in range(start + 1, end + 1):
        row += _hole(track, number, signs)
        if number in skunks:
            row += signs.skunk
        elif number % GROUP == 0 and number < end:
            row += " "
    return row


def _hole(track: Track, number: int, signs: Signs) -> str:
    if number == track.front:
        return signs.front
    return signs.back if number == track.back else signs.hole
