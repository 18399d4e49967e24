"""What the history says: how often right, by kind, by feature, by week; how fast; how many in a row."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from crib_cli.drill.history import Row


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
    """Everything ``--stats`` shows. Weeks are ISO weeks, ``2026-W48``; features come worst first."""

    total: Share | None
    kinds: tuple[Share, ...]
    features: tuple[Share, ...]
    weeks: tuple[Share, ...]
    streak: int
    """Right answers in a row, up to the last one."""
    best_streak: int
    fastest: float | None
    """The quickest right answer, in seconds."""


def _share(name: str, rows: list[Row]) -> Share:
    missed = sum(max(0.0, row.truth - max(row.claimed, 0)) for row in rows)
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
    features = [
        Share(
            name,
            len(found),
            sum(name not in row.features_missed and not row.hinted for row in found),
            _share(name, found).missed,
            _share(name, found).seconds,
        )
        for name, found in _group(rows, lambda row: row.features).items()
    ]
    features.sort(key=lambda share: (share.accuracy, -share.answers, share.name))
    weeks = _group(rows, lambda row: [week_of(row.answered)])
    return Stats(
        total=_share("all", rows) if rows else None,
        kinds=tuple(_share(name, found) for name, found in sorted(_group(rows, lambda row: [row.kind]).items())),
        features=tuple(features),
        weeks=tuple(_share(name, weeks[name]) for name in sorted(weeks)),
        streak=streak,
        best_streak=best,
        fastest=min((row.seconds for row in rows if row.right), default=None),
    )


def advise(rows: list[Row], least: int = 2) -> Share | None:
    """Return the feature most often missed among those met at least so often; None where nothing was missed.

    >>> advise([]) is None
    True
    """
    for share in sum_up(rows).features:
        if share.answers >= least and share.right < share.answers:
            return share
    return None
