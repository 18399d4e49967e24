"""Build what the program knows of the play and of winning: points to expect from it, and chances to win.

Run from the root of the project, with numpy installed::

    PYTHONPATH=. python tests/tools/build_odds.py                builds all (three quarters of an hour on one core)
    PYTHONPATH=. python tests/tools/build_odds.py --jobs 2       with two processes, where the system can fork
    PYTHONPATH=. python tests/tools/build_odds.py --check        recomputes samples of what is there (a minute)

Step by step; each file is sealed as ``policy_files`` tells.

``values_six.bin``
    What the play is worth with each kept hand, see ``odds_values``. Only this script reads it.
``deals_six.bin``, ``deals_five.bin``
    Deals of experts against each other, see ``odds_deals``. Only this script reads them.
``pegging_six.bin``
    What experts peg with each kept hand, see ``odds_pegging``.
``win_six.bin``, ``win_five.bin``
    The dealer's chance to win from every score, see ``odds_win``.
``odds_six.bin``, ``odds_five.bin``
    What the parts of a deal come to, see ``odds_win``.

What is found is kept in ``--work``, where an interrupted build goes on; remove it after a change of method or of the
program's play. The same files come out on every machine.
"""

import argparse
import random
from array import array
from dataclasses import dataclass
from pathlib import Path

import odds_deals
import odds_pegging
import odds_values
import odds_win
from odds_deals import GAMES, SCRIPT, Deal, Game, Throws
from policy_files import read_sealed, write_sealed

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "crib_cli/analysis/data"
CASES = ROOT / "tests/cases"
SEED = 1

VALUES = (
    f"crib-values 1 {SCRIPT} thousandths of a point in the play against a model, six-card cribbage for two; for the "
    "dealer, then pone, by kept hand, mine and theirs as numbers of two bytes\n"
)
PEGGING = (
    f"crib-pegging 1 {SCRIPT} thousandths of a point in the play of experts, six-card cribbage for two; for the "
    "dealer, then pone, by kept hand, mine and theirs as numbers of two bytes\n"
)


def win_header(game: Game) -> str:
    """Return the first line of a table of chances."""
    return (
        f"crib-win 1 {SCRIPT} the dealer's chance to win to {game.target} in {odds_win.UNIT} parts, before a deal of "
        f"the {game.name}-card game for two; by the dealer's score and pone's, two bytes each\n"
    )


def odds_header(game: Game) -> str:
    """Return the first line of the counts of a game."""
    return (
        f"crib-odds 1 {SCRIPT} what the parts of {game.deals} deals of the {game.name}-card game come to; numbers of "
        "four bytes, see odds_win.pack_odds\n"
    )


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the files are: those the program reads, those only the check reads, and what is being worked out."""

    data: Path
    cases: Path
    work: Path


def read_values(folders: Folders) -> dict[str, list[list[int]]]:
    """Return the values by role from their file."""
    payload = read_sealed(folders.cases / "values_six.bin", VALUES)
    numbers = [int.from_bytes(payload[place : place + 2], "little") for place in range(0, len(payload), 2)]
    half = len(numbers) // 2
    return {
        role: [[numbers[start + 2 * place], numbers[start + 2 * place + 1]] for place in range(half // 2)]
        for role, start in (("dealer", 0), ("pone", half))
    }


def read_deals(folders: Folders, game: Game) -> list[Deal]:
    """Return the recorded deals of a game."""
    return odds_deals.unpack_deals(read_sealed(folders.cases / f"deals_{game.name}.bin", game.header))


def make_tables(folders: Folders, game: Game, deals: list[Deal]) -> dict[Path, tuple[str, bytes]]:
    """Return the headers and payloads of the tables that follow from recorded deals."""
    race = odds_win.Race(game.target, [[(seat, points) for _, seat, points in odds_win.split(d.scores)] for d in deals])
    tables = {
        folders.data / f"win_{game.name}.bin": (win_header(game), odds_win.pack_win(odds_win.solve(race))),
        folders.data / f"odds_{game.name}.bin": (
            odds_header(game),
            odds_win.pack_odds([deal.scores for deal in deals]),
        ),
    }
    if game.name == "six":
        values = read_values(folders)
        lines = odds_pegging.fit_lines(values, deals)
        for role, sides in lines.items():
            for side, line in zip(("mine", "theirs"), sides, strict=True):
                print(f"play, {role}, {side}: {float(line.base) / 1000:+.3f} + {float(line.slope):.3f} of the value")
        tables[folders.data / "pegging_six.bin"] = PEGGING, odds_pegging.pack_pegging(values, lines)
    return tables


def build(game: Game, folders: Folders, jobs: int) -> None:
    """Build the files of a game."""
    values = None
    if game.name == "six":
        values = odds_values.value_all(folders.work, jobs)
        numbers = array("H", [side for role in odds_values.ROLES for pair in values[role] for side in pair])
        write_sealed(folders.cases / "values_six.bin", VALUES, odds_win.to_little(numbers))
    deals = odds_deals.record(Throws(game, values), SEED, folders.work, jobs)
    write_sealed(folders.cases / f"deals_{game.name}.bin", game.header, odds_deals.pack_deals(deals))
    for path, (header, payload) in make_tables(folders, game, deals).items():
        write_sealed(path, header, payload)
    report(game, deals)


def report(game: Game, deals: list[Deal]) -> None:
    """Print what the parts of a deal come to in the mean."""
    names = {
        (odds_deals.HEELS, odds_deals.DEALER): "heels",
        (odds_deals.PEG, odds_deals.DEALER): "dealer's play",
        (odds_deals.PEG, odds_deals.PONE): "pone's play",
        (odds_deals.HAND, odds_deals.DEALER): "dealer's hand",
        (odds_deals.HAND, odds_deals.PONE): "pone's hand",
        (odds_deals.CRIB, odds_deals.DEALER): "crib",
    }
    sums = dict.fromkeys(names, 0)
    squares = dict.fromkeys(names, 0)
    for deal in deals:
        made = dict.fromkeys(names, 0)
        for kind, seat, points in odds_win.split(deal.scores):
            made[kind, seat] += points
        for key, points in made.items():
            sums[key] += points
            squares[key] += points * points
    print(f"{game.name}-card game, {len(deals)} deals, seed {SEED}")
    for key, name in names.items():
        mean = sums[key] / len(deals)
        error = ((squares[key] / len(deals) - mean * mean) / len(deals)) ** 0.5
        print(f"  {name:<14} {mean:.3f} ± {1.96 * error:.3f}")


def check(game: Game, folders: Folders, sample: int, seed: int) -> None:
    """Recompute a sample of values and of deals, and all that follows from them; stop at what differs."""
    chance = random.Random(seed)
    values = None
    if game.name == "six":
        values = read_values(folders)
        for _ in range(sample):
            role, place = chance.choice(odds_values.ROLES), chance.randrange(len(odds_values.HANDS))
            found = list(odds_values.value_hand(role, odds_values.HANDS[place]))
            demand(f"value of hand {place} as {role}", found, values[role][place])
    deals = read_deals(folders, game)
    demand(f"number of deals, {game.name}", len(deals), game.deals)
    throws = Throws(game, values)
    for number in sorted(chance.sample(range(game.deals), sample)):
        demand(f"deal {number} of the {game.name}-card game", odds_deals.play_deal(throws, SEED, number), deals[number])
    for path, (header, payload) in make_tables(folders, game, deals).items():
        demand(path.name, payload, read_sealed(path, header))
    print(f"{game.name}: {sample} deals{' and values' if values else ''} recomputed, all tables made anew: the same")


def demand(what: str, found: object, wanted: object) -> None:
    """Stop if what was recomputed is not what is there."""
    if found != wanted:
        raise SystemExit(f"{what}: recomputed differently")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build or check what the program knows of the play and of winning.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)}; all by default")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the files the program reads")
    parser.add_argument("--cases", type=Path, default=CASES, help="folder of the files only the check reads")
    parser.add_argument("--work", type=Path, default=ROOT / "build/odds", help="folder of what is found, to resume")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--check", action="store_true", help="recompute samples instead of building")
    parser.add_argument("--sample", type=int, default=40, help="values and deals to recompute")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample")
    args = parser.parse_args()
    folders = Folders(args.data, args.cases, args.work)
    for name in args.games or GAMES:
        if name not in GAMES:
            parser.error(f"not one of {', '.join(GAMES)}: {name}")
        if args.check:
            check(GAMES[name], folders, args.sample, args.seed)
        else:
            build(GAMES[name], folders, args.jobs)


if __name__ == "__main__":
    main()
