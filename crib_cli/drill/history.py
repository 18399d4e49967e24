"""The history of drills: an SQLite file in the user's data folder, every answer on disk before the next question.

Two tables: ``sessions`` has a row a drill, ``answers`` a row an answered question, never two for one round of a
session. The schema's number is the file's ``user_version``; older files are brought up to date step by step.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from crib_cli.core.cards import name_of, names_of
from crib_cli.drill.grading import Answer
from crib_cli.drill.questions import CountQuestion, DiscardQuestion, PegQuestion, Question
from crib_cli.drill.session import DrillSettings, Session
from crib_cli.errors import StoreError
from crib_cli.files import Lock, put_aside, reason_of

FILE = "history.db"
BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite may keep beside a file; what belongs to a damaged one must never be applied to a new one."""
PATIENCE = 20.0
"""Seconds to wait for another drill that is just writing."""

MIGRATIONS = (
    # 1: the first schema
    """
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        started TEXT NOT NULL,
        kind TEXT NOT NULL,
        mode TEXT NOT NULL,
        level INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        rounds INTEGER,
        target INTEGER,
        muggins INTEGER NOT NULL,
        strict INTEGER NOT NULL,
        adapt INTEGER NOT NULL,
        feature TEXT,
        ended TEXT
    );
    CREATE TABLE answers (
        id INTEGER PRIMARY KEY,
        session INTEGER NOT NULL REFERENCES sessions(id),
        round INTEGER NOT NULL,
        answered TEXT NOT NULL,
        kind TEXT NOT NULL,
        question TEXT NOT NULL,
        features TEXT NOT NULL,
        claim TEXT NOT NULL,
        claimed REAL NOT NULL,
        truth REAL NOT NULL,
        verdict TEXT NOT NULL,
        you REAL NOT NULL,
        other REAL NOT NULL,
        kinds_missed TEXT NOT NULL,
        features_missed TEXT NOT NULL,
        hinted INTEGER NOT NULL,
        seconds REAL NOT NULL,
        UNIQUE (session, round)
    );
    """,
    # 2: the statistics read answers by kind in order
    "CREATE INDEX answers_by_kind ON answers (kind, id);",
    # 3: points missed, which truth less claim is not where a claim in parts has too many as well
    """
    ALTER TABLE answers ADD COLUMN missed REAL NOT NULL DEFAULT 0;
    UPDATE answers SET missed = MAX(0, truth - MAX(0, claimed));
    """,
    # 4: the last answer before a drill began, by its number: clocks can be put back
    """
    ALTER TABLE sessions ADD COLUMN past INTEGER NOT NULL DEFAULT 0;
    UPDATE sessions SET past = (SELECT COALESCE(MAX(id), 0) FROM answers
        WHERE answered < sessions.started AND session <> sessions.id);
    """,
    # 5: the last round for which a hint was taken: leaving the question does not give it back
    "ALTER TABLE sessions ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0;",
)
VERSION = len(MIGRATIONS)

_SETTINGS = ("kind", "mode", "level", "seed", "rounds", "target", "muggins", "strict", "adapt", "feature")
_SAME = tuple(name for name in _SETTINGS if name != "seed")
_ANSWER_COLUMNS = (
    "session round answered kind question features claim claimed truth missed verdict you other kinds_missed "
    "features_missed hinted seconds"
).split()


@dataclass(frozen=True, slots=True)
class Row:
    """An answer as the history has it. Times are UTC, ISO 8601.

    ``missed`` are the points of the question that were not claimed; ``you`` and ``other`` are the points it moved.
    """

    session: int
    round: int
    answered: str
    kind: str
    question: dict[str, Any]
    features: tuple[str, ...]
    claim: str
    claimed: float
    truth: float
    missed: float
    verdict: str
    you: float
    other: float
    kinds_missed: tuple[str, ...]
    features_missed: tuple[str, ...]
    hinted: bool
    seconds: float

    @property
    def right(self) -> bool:
        """Whether the answer was right, without a hint."""
        return not self.features_missed and not self.hinted


class History:
    """An open history file. ``aside`` is where a damaged one was put when this was opened, if it was."""

    def __init__(self, folder: Path) -> None:
        """Open the history of a folder, or begin one; a damaged file is put aside. Raises StoreError."""
        self.path = folder / FILE
        self.aside: Path | None = None
        self._lock: Lock | None = None
        try:
            self._base = self._open()
        except sqlite3.OperationalError as error:
            raise StoreError("store.write", path=str(self.path), reason=str(error)) from error
        except sqlite3.DatabaseError:
            try:
                self._base = self._begin_anew()
            except (sqlite3.Error, OSError) as error:
                raise StoreError("store.write", path=str(self.path), reason=reason_of(error)) from error

    def _begin_anew(self) -> sqlite3.Connection:
        """Put a damaged file aside and begin a new one, unless another process has just done so."""
        lock = Lock(self.path.with_name("history.lock"))
        for _ in range(int(PATIENCE * 10)):
            if lock.take():
                break
            time.sleep(0.1)
        try:
            with suppress(sqlite3.DatabaseError):
                return self._open()
            self.aside = put_aside(self.path, BESIDE)
            return self._open()
        finally:
            lock.release()

    def _open(self) -> sqlite3.Connection:
        base = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        try:
            base.execute("PRAGMA synchronous = FULL")
            if self.path.stat().st_size:
                damage = base.execute("PRAGMA quick_check(1)").fetchone()
                if damage != ("ok",):
                    raise sqlite3.DatabaseError(damage[0])  # noqa: TRY301 - closed below like any other failure
            self._migrate(base)
        except BaseException:
            base.close()
            raise
        return base

    def _migrate(self, base: sqlite3.Connection) -> None:
        """Bring the schema up to date, or raise StoreError for a file of a later program."""
        if base.execute("PRAGMA user_version").fetchone()[0] == VERSION:
            return
        base.execute("BEGIN IMMEDIATE")
        try:
            version = base.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                newer = StoreError("store.newer", path=str(self.path), version=version, known=VERSION)
                raise newer  # noqa: TRY301 - rolled back below like any other failure
            for step in MIGRATIONS[version:]:
                for statement in filter(str.strip, step.split(";")):
                    base.execute(statement)
            base.execute(f"PRAGMA user_version = {VERSION}")
            base.execute("COMMIT")
        except BaseException:
            _roll_back(base)
            raise

    def close(self) -> None:
        """Close the file and give up the drill that was held."""
        if self._lock is not None:
            self._lock.release()
        self._base.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Do all that follows or nothing. Raises StoreError where it cannot be written."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
            yield
            self._base.execute("COMMIT")
        except sqlite3.Error as error:
            _roll_back(self._base)
            raise StoreError("store.write", path=str(self.path), reason=str(error)) from error

    def begin(self, settings: DrillSettings, started: str) -> int:
        """Write a new drill and return its number; this process holds it until ``close``."""
        values = asdict(settings)
        with self._writing():
            number = self._base.execute(
                f"INSERT INTO sessions (started, past, {', '.join(_SETTINGS)}) "
                f"VALUES (?, (SELECT COALESCE(MAX(id), 0) FROM answers){', ?' * len(_SETTINGS)})",
                (started, *(values[name] for name in _SETTINGS)),
            ).lastrowid
            assert number is not None  # noqa: S101 - an INSERT has a row
            self._hold(number)  # before anybody else can see it
        return number

    def reopen(self, settings: DrillSettings, *, any_seed: bool) -> tuple[int, DrillSettings] | None:
        """Find the last drill of these settings that was interrupted and that no other process has open.

        Returns its number and its settings, and holds it; None if there is none. ``any_seed`` is for a user who
        named no seed.
        """
        values = asdict(settings)
        names = _SAME if any_seed else _SETTINGS
        rows = self._read(
            f"SELECT id, seed FROM sessions WHERE ended IS NULL AND "
            f"{' AND '.join(f'{name} IS ?' for name in names)} ORDER BY id DESC",
            tuple(values[name] for name in names),
        )
        for number, seed in rows:
            if self._hold(number):
                # Another process may have ended it in the meantime.
                if self._read("SELECT 1 FROM sessions WHERE id = ? AND ended IS NULL", (number,)):
                    return number, replace(settings, seed=seed)
                self._release()
        return None

    def _hold(self, number: int) -> bool:
        lock = Lock(self.path.with_name(f"drill-{number}.lock"))
        if not lock.take():
            return False
        self._lock = lock
        return True

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def take_hint(self, number: int, round_number: int) -> None:
        """Write down that a hint was taken for a round, before it is given."""
        with self._writing():
            self._base.execute("UPDATE sessions SET hinted = ? WHERE id = ?", (round_number, number))

    def is_hinted(self, number: int, round_number: int) -> bool:
        """Tell whether a hint was taken for a round."""
        return bool(self._read("SELECT 1 FROM sessions WHERE id = ? AND hinted = ?", (number, round_number)))

    def end(self, number: int, how: str) -> None:
        """Mark a drill as ended: ``target``, ``rounds`` or ``quit``."""
        with self._writing():
            self._base.execute("UPDATE sessions SET ended = ? WHERE id = ?", (how, number))

    def add(self, row: Row) -> None:
        """Write an answer; when this returns it is on disk."""
        values = (
            row.session,
            row.round,
            row.answered,
            row.kind,
            json.dumps(row.question, separators=(",", ":")),
            " ".join(row.features),
            row.claim,
            row.claimed,
            row.truth,
            row.missed,
            row.verdict,
            row.you,
            row.other,
            " ".join(row.kinds_missed),
            " ".join(row.features_missed),
            row.hinted,
            row.seconds,
        )
        with self._writing():
            self._base.execute(
                f"INSERT INTO answers ({', '.join(_ANSWER_COLUMNS)}) VALUES (?{', ?' * (len(values) - 1)})", values
            )

    def answers(
        self, *, session: int | None = None, kind: str | None = None, before: int | None = None, last: int = -1
    ) -> list[Row]:
        """Return answers in order: of one drill, or of a kind, or all.

        ``before`` keeps those that were there when a drill began, by its number; ``last`` keeps so many from the end.
        Raises StoreError for what cannot be read.
        """
        wheres: list[str] = []
        values: list[int | str] = []
        past = "id <= (SELECT past FROM sessions WHERE id = ?)"
        for condition, value in (("session = ?", session), ("kind = ?", kind), (past, before)):
            if value is not None:
                wheres.append(condition)
                values.append(value)
        where = f" WHERE {' AND '.join(wheres)}" if wheres else ""
        query = f"SELECT {', '.join(_ANSWER_COLUMNS)} FROM answers{where} ORDER BY id DESC LIMIT ?"
        rows = reversed(self._read(query, (*values, last)))
        try:
            return [_row_of(fields) for fields in rows]
        except (ValueError, TypeError, AttributeError) as error:
            raise StoreError("store.read", path=str(self.path), reason=str(error)) from error

    def _read(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        try:
            return self._base.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError("store.read", path=str(self.path), reason=str(error)) from error


def _roll_back(base: sqlite3.Connection) -> None:
    """Take back what was begun; on a full disk SQLite has often done so, or cannot, and does when it is next opened."""
    with suppress(sqlite3.Error):
        if base.in_transaction:
            base.execute("ROLLBACK")


def _row_of(fields: tuple[Any, ...]) -> Row:
    values = dict(zip(_ANSWER_COLUMNS, fields, strict=True))
    for name in ("features", "kinds_missed", "features_missed"):
        values[name] = tuple(values[name].split())
    for name in ("claimed", "truth", "missed", "you", "other"):
        values[name] = plain_number(values[name])
    return Row(**values | {"question": json.loads(values["question"]), "hinted": bool(values["hinted"])})


def plain_number(value: float) -> float:
    """Return a whole number as an int.

    >>> plain_number(12.0), plain_number(6.47)
    (12, 6.47)
    """
    return int(value) if value == int(value) else value


def make_row(
    number: int,
    before: Session,
    question: Question,
    answer: Answer,
    missed: tuple[str, ...],
    *,
    points: tuple[float, float],
    answered: str,
    hinted: bool,
    seconds: float,
) -> Row:
    """Return the row of an answer; ``before`` is the session as it stood when the question was asked."""
    return Row(
        session=number,
        round=before.round + 1,
        answered=answered,
        kind=before.settings.kind,
        question=describe_question(question),
        features=tuple(sorted(question.features)),
        claim=answer.text,
        claimed=answer.claimed,
        truth=answer.truth,
        missed=answer.missed,
        verdict=answer.word,
        you=points[0],
        other=points[1],
        kinds_missed=answer.kinds,
        features_missed=missed,
        hinted=hinted,
        seconds=round(seconds, 3),
    )


def describe_question(question: Question) -> dict[str, Any]:
    """Return a question as plain values, cards by their names.

    >>> describe_question(DiscardQuestion((18, 16, 21, 27, 43, 45), "pone", frozenset()))
    {'cards': ['5H', '5C', '6D', '7S', 'JS', 'QD'], 'role': 'pone'}
    """
    match question:
        case CountQuestion(counted):
            starter = None if counted.starter is None else name_of(counted.starter)
            return {"hand": names_of(counted.hand).split(), "starter": starter, "crib": counted.crib}
        case PegQuestion(series, seat, card, count):
            played = [{"player": player + 1, "card": name_of(before)} for player, before in series]
            return {"series": played, "player": seat + 1, "card": name_of(card), "count": count, "ends": question.ends}
        case DiscardQuestion(cards, role):
            return {"cards": names_of(cards).split(), "role": role}


def rebuild(settings: DrillSettings, rows: list[Row]) -> Session:
    """Return a drill as it stood after these answers.

    >>> rebuild(DrillSettings("count", "total", 3, 7, 5, None), []).round
    0
    """
    you = round(sum(row.you for row in rows), 2)
    other = round(sum(row.other for row in rows), 2)
    streak = 0
    for row in rows:
        streak = streak + 1 if row.right else 0
    return Session(settings, len(rows), plain_number(you), plain_number(other), sum(row.right for row in rows), streak)
