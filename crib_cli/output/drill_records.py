"""The drill as JSON: the summary of a session, and the statistics."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from crib_cli.drill.history import Row
from crib_cli.drill.session import Session
from crib_cli.drill.stats import Share, Stats


def summary_json(number: int, session: Session, rows: Sequence[Row], ended: str) -> str:
    """Return a drill as one line: its settings, the score, and every answer as the history has it.

    ``ended`` is ``target``, ``rounds``, ``quit``, or ``input`` where the answers ran out and the drill stays open.
    """
    done = {
        "session": number,
        **asdict(session.settings),
        "score": {"you": session.you, "other": session.other},
        "rounds_played": session.round,
        "right": session.right,
        "ended": ended,
        "answers": [answer_fields(row) for row in rows],
    }
    return json.dumps(done, separators=(",", ":"))


def answer_fields(row: Row) -> dict[str, Any]:
    """Return an answer's fields."""
    return {
        "round": row.round,
        "answered": row.answered,
        "question": row.question,
        "features": row.features,
        "claim": row.claim,
        "claimed": row.claimed,
        "truth": row.truth,
        "missed": row.missed,
        "verdict": row.verdict,
        "you": row.you,
        "other": row.other,
        "kinds_missed": row.kinds_missed,
        "features_missed": row.features_missed,
        "hinted": row.hinted,
        "seconds": row.seconds,
    }


def stats_json(stats: Stats) -> str:
    """Return the statistics as one line."""
    return json.dumps(
        {
            "answers": stats.total.answers if stats.total else 0,
            "total": None if stats.total is None else _share(stats.total),
            "kinds": [_share(share) for share in stats.kinds],
            "combinations": [_share(share) for share in stats.combinations],
            "features": [
                {"kind": kind, **_share(share)} for kind, shares in stats.features.items() for share in shares
            ],
            "weeks": [_share(share) for share in stats.weeks],
            "streak": stats.streak,
            "best_streak": stats.best_streak,
            "fastest": stats.fastest,
        },
        separators=(",", ":"),
    )


def _share(share: Share) -> dict[str, Any]:
    return asdict(share) | {"accuracy": round(share.accuracy, 4)}
