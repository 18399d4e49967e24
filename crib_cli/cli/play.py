"""``crib play``: a person at the table, on a terminal or through a pipe; everything said is on disk first."""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from crib_cli.cli.options import Common, read_choice
from crib_cli.core.rules import VARIANTS
from crib_cli.errors import UsageError
from crib_cli.files import data_folder
from crib_cli.game.dealer import draw_seed
from crib_cli.game.players.levels import LEVELS, RANDOM
from crib_cli.game.runner import PERSON, add_claims
from crib_cli.game.saves import check_record, create_save, reopen_save
from crib_cli.game.settings import GameSettings, make_settings, read_target
from crib_cli.game.transitions import begin_game
from crib_cli.output.diagnostics import ExitCode, complain
from crib_cli.output.streams import Output

FORMATS = ("text", "json")
DELAY = 0.6
"""Seconds between what the computers do, on a terminal."""


class PlayRequest(NamedTuple):
    """What ``crib play`` was asked for, as plain values; None where it was not said."""

    variant: str | None
    players: int | None
    hazard: bool
    target: str | None
    match: int | None
    play_out: bool
    muggins: bool
    counts: bool
    strict: bool
    level: str | None
    seed: int | None
    delay: float
    record: str | None
    resume: bool
    replay: str | None
    review: str | None
    auto: bool
    games: int | None
    form: str
    common: Common


def run(request: PlayRequest) -> ExitCode:
    """Play what was asked for. Raises CribError for what the user can mend."""
    _check(request)
    if request.replay is not None:
        from crib_cli.cli.play_replay import run_replay  # only for this way to play

        return run_replay(request)
    if request.review is not None:
        from crib_cli.cli.play_review import run_review  # only for this way to play

        return run_review(request)
    if request.auto:
        from crib_cli.cli.play_auto import run_auto  # only for this way to play

        return run_auto(request)
    return _sit_down(request)


def _sit_down(request: PlayRequest) -> ExitCode:
    """Begin a game with a person, or go on with one."""
    from crib_cli.cli.play_table import Table  # only where a person plays

    output = Output()
    settings = None if request.resume else choose_settings(request, person=True)
    if request.record is not None:
        check_record(Path(request.record))
    home = data_folder()
    if settings is not None:
        state, events = begin_game(settings)
        with closing(create_save(home)) as save:
            save.append(events)
            table = Table(request, save, state, events, output)
            table.open()
            return table.run()
    found = reopen_save(home)
    if found is None:
        raise UsageError("usage.nothing_open")
    save, read = found
    with closing(save):
        table = Table(request, save, read.state, (*read.events, *read.missing), output)
        if read.damaged is not None:
            complain("crib: " + table.book.say("game.lost_line"))
        table.open()
        table.reopen()
        return table.run()


_SETTINGS = {
    "--variant": "variant",
    "--players": "players",
    "--hazard": "hazard",
    "--target": "target",
    "--match": "match",
    "--play-out": "play_out",
    "--muggins": "muggins",
    "--count": "counts",
    "--strict-claims": "strict",
    "--level": "level",
    "--seed": "seed",
}
_NAMES = _SETTINGS | {"--auto": "auto", "--games": "games", "--record": "record"}
_NAMES |= {"--replay": "replay", "--review": "review"}
_APART = (
    ("--count", "--auto"),
    ("--record", "--replay"),
    ("--record", "--review"),
    ("--record", "--games"),
    ("--match", "--games"),
    ("--strict-claims", "--hazard"),
)
"""Options that contradict each other, or of which one would change nothing."""


def _check(request: PlayRequest) -> None:
    ways = [way for way in ("resume", "replay", "review", "auto") if _is_given(request, way)]
    if len(ways) > 1:
        raise UsageError("usage.not_with", option="--" + ways[0], other="--" + ways[1])
    if request.record == "-":
        raise UsageError("usage.bad_value", option="--record", text="-", wanted="FILE")
    if request.games is not None and not request.auto:
        raise UsageError("usage.needs", option="--games", other="--auto")
    if request.form != "text" and request.games is None:
        raise UsageError("usage.needs", option="--format", other="--auto --games")
    for option, other in _APART:
        if _is_given(request, _NAMES[option]) and _is_given(request, _NAMES[other]):
            raise UsageError("usage.not_with", option=option, other=other)
    if ways and not request.auto:
        for option, name in _SETTINGS.items():
            if _is_given(request, name):
                raise UsageError("usage.not_with", option=option, other="--" + ways[0])
    if request.play_out and not VARIANTS[request.variant or "six"].one_series:
        raise UsageError("usage.needs", option="--play-out", other="--variant five")
    if request.strict and not request.muggins and not request.counts:
        raise UsageError("usage.needs_one", option="--strict-claims", others=["--muggins", "--count"])


def _is_given(request: PlayRequest, name: str) -> bool:
    value = getattr(request, name)
    return value is not None and value is not False


def choose_settings(request: PlayRequest, *, person: bool) -> GameSettings:
    """Return the settings of a game; a person sits at the first seat, computers at the others, by their levels.

    Raises UsageError for more levels than computers, RulesError for what cannot be played.
    """
    rules = VARIANTS[request.variant or "six"]
    players = request.players or 2
    named = [name.strip().lower() for name in ("club" if request.level is None else request.level).split(",")]
    for name in named:
        if name != RANDOM.name:
            read_choice("--level", name, tuple(LEVELS))
    seats = players - person
    if len(named) > seats:
        raise UsageError("usage.levels", given=len(named), most=seats)
    levels = [named[seat % len(named)] for seat in range(seats)]
    return add_claims(
        make_settings(
            rules,
            players=players,
            hazard=request.hazard,
            target=None if request.target is None else read_target(request.target),
            muggins=request.muggins,
            strict=request.strict,
            claims=(0,) if person and (request.counts or request.muggins) else (),
            match=request.match or 1,
            play_out=request.play_out,
            seed=draw_seed() if request.seed is None else request.seed,
            levels=[PERSON, *levels] if person else levels,
        )
    )
