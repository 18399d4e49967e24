"""The race of a drill: whose points an answer earns, and when it is over. Pure state."""

from dataclasses import dataclass, replace

from crib_cli.drill.grading import Answer

TARGET = 121


@dataclass(frozen=True, slots=True)
class DrillSettings:
    """What a drill was asked for. It ends after ``rounds`` questions, or when one side has ``target`` points.

    At least one of the two is set. ``mode`` is ``total``, ``items`` or ``learn``; ``muggins``: what is missed goes to
    the other side; ``strict``: so does what is claimed too many; ``adapt``: what was missed before comes more often;
    ``feature``: every question is drawn for this one.
    """

    kind: str
    mode: str
    level: int
    seed: int
    rounds: int | None
    target: int | None
    muggins: bool = True
    strict: bool = False
    adapt: bool = True
    feature: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A drill after some rounds: the points of both sides, how many answers were right, the right ones in a row."""

    settings: DrillSettings
    round: int = 0
    you: float = 0
    other: float = 0
    right: int = 0
    streak: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the rounds are done or a side is home."""
        return self.ended is not None

    @property
    def ended(self) -> str | None:
        """``target`` or ``rounds`` where the drill is over by itself."""
        target, rounds = self.settings.target, self.settings.rounds
        if target is not None and max(self.you, self.other) >= target:
            return "target"
        return "rounds" if rounds is not None and self.round >= rounds else None


def share_points(session: Session, answer: Answer, *, hinted: bool = False) -> tuple[float, float]:
    """Return what an answer moves: your points, then the other side's, neither past the target.

    You peg what you claimed as far as it is there. Under muggins the other side takes what you missed, with strict
    claims what you claimed too many. Yours are pegged first: if they bring you home nothing more moves. A hint
    costs the round: nobody pegs.

    >>> settings = DrillSettings("count", "total", 3, 7, None, 121)
    >>> share_points(Session(settings, you=100), Answer("12", 12, 14, "under", 12, 2, 0))
    (12, 2)
    """
    if hinted:
        return 0, 0
    settings = session.settings
    yours: float = answer.taken
    theirs: float = answer.missed if settings.muggins else 0
    if settings.strict:
        theirs += answer.excess
    if settings.target is not None:
        yours = min(yours, settings.target - session.you)
        if session.you + yours >= settings.target:
            return yours, 0
        theirs = min(theirs, settings.target - session.other)
    return yours, theirs


def add_answer(session: Session, answer: Answer, *, hinted: bool = False) -> Session:
    """Return the session one round on.

    >>> settings = DrillSettings("count", "total", 3, 7, 2, None)
    >>> after = add_answer(Session(settings), Answer("12", 12, 14, "under", 12, 2, 0))
    >>> after.round, after.you, after.other, after.is_over
    (1, 12, 2, False)
    """
    yours, theirs = share_points(session, answer, hinted=hinted)
    right = answer.right and not hinted
    return replace(
        session,
        round=session.round + 1,
        you=round(session.you + yours, 2),
        other=round(session.other + theirs, 2),
        right=session.right + right,
        streak=session.streak + 1 if right else 0,
    )
