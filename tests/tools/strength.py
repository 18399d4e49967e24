"""Measure how strong the play is, on duplicate deals: every figure with its sample, its seed and a 95 % interval.

    PYTHONPATH=. python tests/tools/strength.py [FIGURE ...] [--deals N] [--seed 9] [--jobs 2] [--work FOLDER]

``one-ply``
    Net points a deal that the expert pegs more than a player who looks one card ahead (points now less the mean best
    reply), against such a player with the same hands and cards, as dealer and as pone.
``open``
    Net points a deal of the expert against one who plays as if both saw all cards: each deal is played twice, with
    the seats swapped.
``win``
    The same deals from scores near home, for points and for the game: how much oftener the expert wins who plays the
    cards by chances to win, against the expert who plays them for points. Also twice, with the seats swapped.
``ends``
    The table of chances against games that are played to the end with fresh deals from three scores: 120-120,
    120-110 and 110-120, dealer first. Both play for points, as in the deals that the table stands on.
``games-club``, ``games-beginner``, ``games-random``, ``games-points``
    The part of whole games that the expert wins against these players; ``points`` is an expert who knows no chances
    to win. Each shuffle is played twice, with the seats swapped: a deal here is a pair of games.
``games-five``, ``games-seven``, ``games-shotgun``
    The same in the other games, against the club player.
``throws``
    The part of whole games that is won by throws for the chance to win, against throws for points, both with cheap
    play: see ``strength_throws``. Also pairs of games.
``tables``
    What the shipped tables say: chances at well-known scores, what experts peg and count in the deals that the tables
    stand on, and whether hands rank in the play as they do with people.
``calibration``
    Whether chances come true, by tenths, in games of deals that the table does not stand on (``--deals`` are games).
``time``
    Seconds that the expert takes for a card, at the lead, in the middle and in the worst case.

Throws are those of ``odds_deals.Throws``. ``--deals`` is the sample, that of ``FIGURES`` if not given. What is found
is kept in the work folder, where an interrupted run with the same seed goes on; remove it after a change of the play.
All samples together take two cores some four hours, of which the games with the expert take most.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import build_odds
import strength_calibration
import strength_tables
from odds_deals import DEALER, GAMES, PONE, ROLES, Game, Throws, play_out
from odds_files import collect
from strength_games import MORE, PAIRS, Pair, play_pair
from strength_throws import play_throws

from crib_cli.analysis.odds import Standing, play_leaf, win_chance
from crib_cli.analysis.peg import View, rank_plays, replay
from crib_cli.analysis.reply import choose_one_ply
from crib_cli.analysis.series import find_hand, follow
from crib_cli.core.cards import JACK, rank_of
from crib_cli.core.scoring import score_hand

ROOT = Path(__file__).resolve().parents[2]
SIX = GAMES["six"]


def choose_expert(view: View) -> int:
    """Return the card of the program's expert."""
    return rank_plays(view)[0].card


def choose_open(view: View) -> int:
    """Return the card of one who plays as if both saw all cards."""
    return rank_plays(view, method="open")[0].card


def choose_ahead(view: View) -> int:
    """Return the card of one who looks one card ahead."""
    position = replay(view)
    play = position.play
    other = 1 - view.seat
    unseen = [4] * 13
    for card in (*view.hand, *view.tossed, *position.played[0], *position.played[1], view.starter):
        unseen[rank_of(card)] -= 1
    alone = play.out[other] or not play.held[other]
    hand = find_hand(tuple(sorted(map(rank_of, view.hand))))
    rank = choose_one_ply(hand, follow(play.series), play.held[other], unseen, alone=alone)
    return min(card for card in view.hand if rank_of(card) == rank)


class Table:
    """Deals with their throws, by number."""

    def __init__(self, game: Game, seed: int) -> None:
        folders = build_odds.Folders(build_odds.DATA, build_odds.CASES, Path())
        self.folders = folders
        self.throws = Throws(game, build_odds.read_values(folders))
        self.game, self.seed = game, seed

    def deal(self, number: object) -> tuple[tuple, tuple, int]:
        """Return what pone and the dealer keep, what they throw, and the starter."""
        *cards, starter = random.Random(f"strength/{self.seed}/{number}").sample(range(52), 13)
        dealt = cards[6:], cards[:6]
        kept, thrown = zip(*(self.throws.choose(dealt[seat], ROLES[seat]) for seat in (PONE, DEALER)), strict=True)
        return kept, thrown, starter

    def peg(self, number: object, pone: Callable[[View], int], dealer: Callable[[View], int]) -> list[int]:
        """Return what pone and the dealer peg."""
        points = [0, 0]
        for seat, made in play_out(self.game, *self.deal(number), (pone, dealer)):
            points[seat] += made
        return points


def one_ply(table: Table, number: int) -> list[int]:
    """Return what pone and the dealer peg in three plays: nobody, the dealer, pone is the expert."""
    players = [(choose_ahead, choose_ahead), (choose_ahead, choose_expert), (choose_expert, choose_ahead)]
    return [points for pair in players for points in table.peg(number, *pair)]


def open_cards(table: Table, number: int) -> list[int]:
    """Return what pone and the dealer peg in two plays, the expert once pone and once dealer."""
    players = [(choose_expert, choose_open), (choose_open, choose_expert)]
    return [points for pair in players for points in table.peg(number, *pair)]


def for_game(table: Table, number: int) -> list[float]:
    """Return the chances of one who plays for the game against one who plays for points, as pone and as dealer.

    The score before the deal is drawn so that one of them is near home. Where the deal does not end the game, the
    chance is that of the score it leads to.
    """
    chance = random.Random(f"scores/{table.seed}/{number}")
    scores = [chance.randrange(96, 121), chance.randrange(96, 121)]
    kept, thrown, starter = table.deal(number)
    return [finish(table.game, scores, kept, thrown, starter, seat) for seat in (PONE, DEALER)]


def finish(game: Game, scores: Sequence[int], kept: tuple, thrown: tuple, starter: int, seat: int) -> float:
    """Play a deal out from a score; return the chance of the seat that plays for the game."""
    begin = list(scores)
    begin[DEALER] += 2 * (rank_of(starter) == JACK)
    if begin[DEALER] >= game.target:
        return float(seat == DEALER)

    def choose(view: View) -> int:
        now = list(begin)
        for other, points in scored(view):
            now[other] += points
        standing = Standing(ROLES[seat], now[seat], now[1 - seat], game.target)
        return rank_plays(view, play_leaf(standing, kept[seat], starter))[0].card

    players = [choose_expert, choose_expert]
    players[seat] = choose
    steps = play_out(game, kept, thrown, starter, players)
    steps += [(PONE, score_hand(kept[PONE], starter)), (DEALER, score_hand(kept[DEALER], starter))]
    steps += [(DEALER, score_hand(thrown[PONE] + thrown[DEALER], starter, crib=True))]
    now = list(begin)
    for who, points in steps:
        now[who] += points
        if now[who] >= game.target:
            return float(who == seat)
    return 1 - win_chance(now[PONE], now[DEALER]) if seat == DEALER else win_chance(now[PONE], now[DEALER])


STARTS = ((120, 120), (120, 110), (110, 120))
"""Scores of dealer and pone."""


def to_the_end(table: Table, number: int) -> list[int]:
    """Return for each of ``STARTS`` whether the first dealer wins a game that is played out."""
    return [play_game(table, f"{number}/{place}", start) for place, start in enumerate(STARTS)]


def play_game(table: Table, name: str, start: tuple[int, int]) -> int:
    """Play a game out, both for points; return 1 if the first dealer wins."""
    now = [start[1], start[0]]  # by seat: pone, dealer
    first = DEALER
    for deal in range(100):
        kept, thrown, starter = table.deal(f"{name}/{deal}")
        steps = [(DEALER, 2 * (rank_of(starter) == JACK))]
        steps += play_out(table.game, kept, thrown, starter, [choose_expert] * 2)
        steps += [(PONE, score_hand(kept[PONE], starter)), (DEALER, score_hand(kept[DEALER], starter))]
        steps += [(DEALER, score_hand(thrown[PONE] + thrown[DEALER], starter, crib=True))]
        for who, points in steps:
            now[who] += points
            if now[who] >= table.game.target:
                return int(who == first)
        now.reverse()
        first = 1 - first
    raise ValueError(name)


def report_ends(found: list[list[int]]) -> None:
    """Print the share of games won, the table's chance, and how many standard errors lie between."""
    recorded = SIX.deals
    for place, (dealer, pone) in enumerate(STARTS):
        share = sum(won[place] for won in found) / len(found)
        chance = win_chance(dealer, pone)
        error = (chance * (1 - chance) * (1 / len(found) + 1 / recorded)) ** 0.5
        off = abs(share - chance) / error if error else 0.0
        print(f"  {dealer}-{pone}: played {share:.4f}, table {chance:.4f}, {off:.1f} standard errors apart")


def scored(view: View) -> list[tuple[int, int]]:
    """Return the scores of the moves that a player has seen."""
    from crib_cli.core.pegging import begin_play, play_card, say_go

    play = begin_play([view.each] * 2)
    scores = []
    for seat, card in view.moves:
        last = seat if card is not None else play.last
        play, points = say_go(play) if card is None else play_card(play, card)
        scores.append((last, sum(score.points for score in points)))
    return scores


def interval(values: Sequence[float]) -> str:
    """Return the mean with half a 95 % interval."""
    number = len(values)
    mean = sum(values) / number
    variance = sum((value - mean) ** 2 for value in values) / (number - 1)
    half = 1.96 * (variance / number) ** 0.5
    return f"{mean:+.4f} ± {half:.4f}  ({mean - half:+.4f} to {mean + half:+.4f})"


def report_one_ply(found: list[list[int]]) -> None:
    gains = [(f[3] - f[2]) - (f[1] - f[0]) for f in found], [(f[4] - f[5]) - (f[0] - f[1]) for f in found]
    print(f"  as dealer: net points a deal {interval(gains[0])}")
    print(f"  as pone:   net points a deal {interval(gains[1])}")
    print(f"  one-ply against itself: dealer {interval([f[1] for f in found])}, pone {interval([f[0] for f in found])}")


def report_open(found: list[list[int]]) -> None:
    print(f"  net points a deal {interval([(f[0] - f[1] + f[3] - f[2]) / 2 for f in found])}")


def report_win(found: list[list[float]]) -> None:
    print(f"  wins more by {interval([(first + second) / 2 - 0.5 for first, second in found])}")


def report_games(wanted: str, found: list[list[float]]) -> None:
    shares = [(first + second) / 2 for first, second in found]
    print(f"  wins {interval(shares)} of {2 * len(found)} games; wanted: {wanted}")


def report_time(table: Table, deals: int) -> None:
    """Play some deals and print how long the expert takes for a card, by how many he holds."""
    taken: dict[int, list[float]] = {}

    def choose(view: View) -> int:
        begin = time.perf_counter()
        card = choose_expert(view)
        taken.setdefault(len(view.hand), []).append(time.perf_counter() - begin)
        return card

    begin = time.perf_counter()
    for number in range(deals):
        table.peg(number, choose, choose)
    whole = time.perf_counter() - begin
    for held, seconds in sorted(taken.items(), reverse=True):
        seconds.sort()
        print(f"  with {held} cards: median {seconds[len(seconds) // 2]:.3f} s, longest {seconds[-1]:.3f} s")
    print(f"  nine deals of both: {9 * whole / deals:.1f} s")


def games(pair: Pair, table: Table, number: int) -> list[float]:
    """Return what the expert wins of two games."""
    return play_pair(pair, 1_000_000 * table.seed + number)


def throw_games(table: Table, number: int) -> list[float]:
    """Return what the one wins of two games who throws by chances."""
    return play_throws(table.throws, 1_000_000 * table.seed + number)


class Figure(NamedTuple):
    """How to work out one deal of a figure, how to report all, and how many there are if none is asked for."""

    play: Callable[[Table, int], list]
    report: Callable[[list], None]
    deals: int


FIGURES = {
    "one-ply": Figure(one_ply, report_one_ply, 5000),
    "open": Figure(open_cards, report_open, 1500),
    "win": Figure(for_game, report_win, 2000),
    "ends": Figure(to_the_end, report_ends, 2000),
    **{
        f"games-{name}": Figure(partial(games, pair), partial(report_games, pair.wanted), pair.deals)
        for name, pair in PAIRS.items()
    },
    "throws": Figure(throw_games, partial(report_games, MORE), 10_000),
}
CALIBRATED = 20_000
"""Games of ``calibration``."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how strong the play is.")
    parser.add_argument(
        "figures",
        nargs="*",
        metavar="FIGURE",
        help="one-ply, open, win, ends, games-..., throws, tables, calibration, time; all by default",
    )
    parser.add_argument("--deals", type=int, help="sample; the figure's own by default")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--work", type=Path, default=ROOT / "build/strength")
    args = parser.parse_args()
    table = Table(SIX, args.seed)
    for name in args.figures or [*FIGURES, "tables", "calibration", "time"]:
        if name == "time":
            print("time, 40 deals")
            report_time(table, 40)
            continue
        if name == "tables":
            print("tables, as shipped; means with 95 % intervals")
            strength_tables.report()
            build_odds.report(SIX, build_odds.read_deals(table.folders, SIX))
            continue
        if name == "calibration":
            number = args.deals or CALIBRATED
            print(f"calibration: {number} games, seed {args.seed}")
            deals = build_odds.read_deals(table.folders, SIX)
            strength_calibration.report(strength_calibration.calibrate(deals, SIX.target, number, args.seed))
            continue
        if name not in FIGURES:
            parser.error(f"no figure {name}")
        figure = FIGURES[name]
        path = args.work / f"{name}_{args.seed}.jsonl"
        found = collect(path, args.deals or figure.deals, partial(figure.play, table), name, args.jobs)
        print(f"{name}: {len(found)} deals, seed {args.seed}, 95 % intervals")
        figure.report(found)


if __name__ == "__main__":
    main()
