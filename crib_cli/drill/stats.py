"""What the history says: how often right, by kind, combination, feature and week; how fast; how many in a row."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from crib_cli.core.breakdown import KINDS, itemise
from crib_cli.core.cards import DECK, name_of
from crib_cli.drill.history import Row

CARDS = {name_of(card): card for card in DECK}


@dataclass(frozen=True, slots=True)
class Share:
    """Some answers taken together. ``missed`` are points left to the other side, ``seconds`` the mean an answer."""

    name: str
    answers: int
    right: int
    missed: float
    seconds: float

    @property
    def accuracy(self) -> float:
        """The share of right answers, 0 to 1."""
        return self.right / self.answers


@dataclass(frozen=True, slots=True)
class Stats:
    """Everything ``--stats`` shows. Weeks are ISO weeks, ``2026-W48``; features come by kind of drill, worst first.

    ``combinations`` are about those answers to hands and cribs that had, or claimed, such a combination, and of which
    is known whether it was right: not where a bare total was wrong.
    """

    total: Share | None
    kinds: tuple[Share, ...]
    combinations: tuple[Share, ...]
    features: Mapping[str, tuple[Share, ...]]
    weeks: tuple[Share, ...]
    streak: int
    """Right answers in a row, up to the last one."""
    best_streak: int
    fastest: float | None
    """The quickest right answer, in seconds."""


def _share(name: str, rows: list[Row]) -> Share:
    missed = sum(row.missed for row in rows)
    seconds = sum(row.seconds for row in rows) / len(rows)
    return Share(name, len(rows), sum(row.right for row in rows), round(missed, 2), round(seconds, 2))


def _group(rows: Iterable[Row], names: Callable[[Row], Iterable[str]]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        for name in names(row):
            groups.setdefault(name, []).append(row)
    return groups


def week_of(answered: str) -> str:
    """Return the ISO week of a time.

    >>> week_of("2026-11-30T08:00:00+00:00")
    '2026-W49'
    """
    year, week, _ = datetime.fromisoformat(answered).isocalendar()
    return f"{year}-W{week:02}"


def sum_up(rows: list[Row]) -> Stats:
    """Return the statistics of answers in the order they were given.

    >>> sum_up([]).total is None
    True
    """
    streak = best = 0
    for row in rows:
        streak = streak + 1 if row.right else 0
        best = max(best, streak)
    by_kind = _group(rows, lambda row: [row.kind])
    weeks = _group(rows, lambda row: [week_of(row.answered)])
    return Stats(
        total=_share("all", rows) if rows else None,
        kinds=tuple(_share(kind, by_kind[kind]) for kind in sorted(by_kind)),
        combinations=_share_combinations(rows),
        features={kind: _share_features(by_kind[kind]) for kind in sorted(by_kind)},
        weeks=tuple(_share(name, weeks[name]) for name in sorted(weeks)),
        streak=streak,
        best_streak=best,
        fastest=min((row.seconds for row in rows if row.right), default=None),
    )


def _share_features(rows: list[Row]) -> tuple[Share, ...]:
    shares = [
        _share_wrong(name, found, [name in row.features_missed or row.hinted for row in found])
        for name, found in _group(rows, lambda row: row.features).items()
    ]
    return tuple(sorted(shares, key=lambda share: (share.accuracy, -share.answers, share.name)))


def _share_combinations(rows: list[Row]) -> tuple[Share, ...]:
    known = [row for row in rows if row.kind in ("count", "crib") and (row.kinds_missed or row.right)]
    groups = _group(known, _combinations_of)
    return tuple(
        _share_wrong(kind, groups[kind], [kind in row.kinds_missed for row in groups[kind]])
        for kind in KINDS
        if kind in groups
    )


def _share_wrong(name: str, rows: list[Row], wrong: list[bool]) -> Share:
    """Take answers together of which some were wrong in just this; only what these missed is missed."""
    missed = sum(row.missed for row, is_wrong in zip(rows, wrong, strict=True) if is_wrong)
    return replace(_share(name, rows), right=wrong.count(False), missed=round(missed, 2))


def _combinations_of(row: Row) -> list[str]:
    """Return the kinds of combination that a hand has, and those that were claimed wrongly."""
    question = row.question
    hand, starter = [CARDS[name] for name in question["hand"]], question["starter"]
    items = itemise(hand, None if starter is None else CARDS[starter], crib=question["crib"])
    return [kind for kind in KINDS if kind in row.kinds_missed or any(item.kind == kind for item in items)]


def advise(rows: list[Row], least: int = 2) -> Share | None:
    """Return the feature most often missed among those met at least so often; None where nothing was missed.

    The answers are of one kind of drill.

    >>> advise([]) is None
    True
    """
    for share in _share_features([row for row in rows if not row.hinted]):
        if share.answers >= least and share.right < share.answers:
            return share
    return None
