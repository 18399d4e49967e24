"""Build the tables that ``crib discard`` knows the other players by: what good players throw in each game.

Run from the root of the project, with numpy installed::

    PYTHONPATH=. python tests/tools/build_policy.py                builds all (some eight minutes)
    PYTHONPATH=. python tests/tools/build_policy.py five six       builds these (under a minute)
    PYTHONPATH=. python tests/tools/build_policy.py --check        recomputes samples of what is there (seconds)

``six``, ``five``, ``seven``
    Cribbage for two with two cards tossed, see ``policy_two_cards``: ``policy_GAME.bin``, and for its check
    ``policy_GAME_history.bin``, which the program doesn't read.
``one-card``
    Three and four players, see ``policy_one_card``: ``one_card.tsv``.
``crib-points``
    What cribs count, see ``policy_crib_points``: ``crib_points.bin``.

``policy_files`` tells how all files are laid out, ``policy_cards`` how hands and pairs are numbered. With
``--reference`` the six-card crib table is compared with published ones. Finished passes are kept in ``--work``, where
an interrupted build goes on; remove them after a change of method. The same files come out on every machine.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import policy_crib_points
import policy_one_card
import policy_two_cards

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "crib_cli/analysis/data"
HISTORY = ROOT / "tests/cases"
FILES = {name: f"policy_{name}.bin" for name in policy_two_cards.GAMES} | {
    "one-card": policy_one_card.NAME,
    "crib-points": policy_crib_points.NAME,
}
"""By what can be built: the file it goes to."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says: folders, and how large a sample is."""

    data: Path
    history: Path
    work: Path
    reference: Path | None
    sample: int
    seed: int


def build(name: str, options: Options) -> None:
    """Build one of ``FILES``."""
    if name == "one-card":
        policy_one_card.build(options.data, options.work)
    elif name == "crib-points":
        policy_crib_points.build(options.data)
    else:
        game = policy_two_cards.GAMES[name]
        policy_two_cards.build(game, options.data, options.history, options.work, options.reference)


def check(name: str, options: Options) -> None:
    """Check one of ``FILES``."""
    if name == "one-card":
        policy_one_card.check(options.data, options.sample, options.seed)
    elif name == "crib-points":
        policy_crib_points.check(options.data)
    else:
        game = policy_two_cards.GAMES[name]
        policy_two_cards.check(game, options.data, options.history, options.sample, options.seed)


def name_game(text: str) -> str:
    """Return a name of ``FILES``, or refuse it."""
    if text not in FILES:
        raise argparse.ArgumentTypeError(f"not one of {', '.join(FILES)}: {text}")
    return text


def main() -> None:
    """Read the command line, then build or check."""
    parser = argparse.ArgumentParser(description="Build or check the tables of what other players throw.")
    parser.add_argument("games", nargs="*", type=name_game, metavar="GAME", help=f"{', '.join(FILES)}; all by default")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the files the program reads")
    parser.add_argument("--history", type=Path, default=HISTORY, help="folder of the files only the check reads")
    parser.add_argument("--work", type=Path, default=ROOT / "build/policy", help="folder of finished passes, to resume")
    parser.add_argument("--reference", type=Path, help="folder of published six-card crib tables to compare with")
    parser.add_argument("--check", action="store_true", help="recompute samples instead of building")
    parser.add_argument("--sample", type=int, default=200, help="entries to recompute of each policy and of its passes")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample")
    given = vars(parser.parse_args())
    games, checks = given.pop("games"), given.pop("check")
    options = Options(**given)
    if not checks:
        for name in games or FILES:
            build(name, options)
        return
    found = games or [name for name, file in FILES.items() if (options.data / file).exists()]
    if not found:
        raise SystemExit(f"{options.data}: nothing to check")
    for name in found:
        check(name, options)


if __name__ == "__main__":
    main()
