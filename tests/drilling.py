"""What the tests of the drill share: questions as shown, the history as written, answers worked out by ``brute``."""

import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import brute

CARD = r"(?:10|[A2-9JQK])[CDHS]"
_HAND = re.compile(rf"^(crib )?((?:{CARD} ){{4}})/ ({CARD})$", re.MULTILINE)


class Shown(NamedTuple):
    """A hand or crib as a question shows it."""

    hand: tuple[str, ...]
    starter: str
    crib: bool

    @property
    def worth(self) -> int:
        return brute.score(self.hand, self.starter, crib=self.crib)

    @property
    def by_kind(self) -> dict[str, int]:
        return brute.score_by_kind(self.hand, self.starter, crib=self.crib)

    @property
    def combos(self) -> list[str]:
        """What is typed to claim each combination."""
        names = {"fifteen": "15", "pair": "pair", "run": "run", "flush": "flush", "nobs": "nobs"}
        found = sorted(
            brute.find_combos(self.hand, self.starter, crib=self.crib), key=lambda combo: (combo[0], *sorted(combo[1]))
        )
        return [f"{names[kind]} {' '.join(sorted(cards))}" for kind, cards in found]

    def worth_of(self, combo: str) -> int:
        return {"15": 2, "pair": 2, "nobs": 1}.get(combo.partition(" ")[0], combo.count(" "))


def shown_hands(text: str) -> list[Shown]:
    """Read the hands of the questions in what ``crib drill --ascii`` printed: each behind the line of its round."""
    found = []
    for block in re.split(r"^Round \d+: .*\n", text, flags=re.MULTILINE)[1:]:
        match = _HAND.match(block)
        assert match, block
        found.append(Shown(tuple(match[2].split()), match[3], bool(match[1])))
    return found


@contextmanager
def memory_folder(other: Path) -> Iterator[Path]:
    """Give a new folder in memory where the system has one, else ``other``: on a disk each answer takes its time."""
    memory = Path("/dev/shm")  # noqa: S108 - the folder in it has a name of its own
    if not os.access(memory, os.W_OK):
        yield other
        return
    with tempfile.TemporaryDirectory(dir=memory) as name:
        yield Path(name)


def lines(answers: Iterable[object]) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def open_base(home: Path) -> "closing[sqlite3.Connection]":
    return closing(sqlite3.connect(home / "history.db"))


def read_rows(home: Path, session: int | None = None) -> list[dict[str, Any]]:
    """Read the answers of a history, of one drill or all, past the package."""
    with open_base(home) as base:
        base.row_factory = sqlite3.Row
        rows = [dict(row) for row in base.execute("SELECT * FROM answers ORDER BY id")]
    return [row for row in rows if session in (None, row["session"])]


def check_summary(summary: dict[str, Any], home: Path) -> None:
    """Hold a JSON summary against the history, row by row."""
    rows = read_rows(home, summary["session"])
    assert len(rows) == len(summary["answers"]) == summary["rounds_played"]
    for row, answer in zip(rows, summary["answers"], strict=True):
        stored = {name: row[name] for name in answer}
        for name in ("features", "kinds_missed", "features_missed"):
            stored[name] = stored[name].split()
        stored["question"] = json.loads(stored["question"])
        stored["hinted"] = bool(stored["hinted"])
        assert stored == answer
    for side in ("you", "other"):
        assert summary["score"][side] == round(sum(row[side] for row in rows), 2)
    assert summary["right"] == sum(not row["features_missed"] and not row["hinted"] for row in rows)


def race(moves: Sequence[tuple[int, int]], target: int) -> tuple[int, int, int]:
    """Play a race by hand: your points first, nobody past the target. Returns both scores and the rounds."""
    you = other = 0
    for number, (mine, theirs) in enumerate(moves, 1):
        you = min(target, you + mine)
        if you == target:
            return you, other, number
        other = min(target, other + theirs)
        if other == target:
            return you, other, number
    return you, other, len(moves)
