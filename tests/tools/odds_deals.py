"""Deals that two experts play to the end: every score in the order in which it is made.

Each deal has a number, and its cards come from the seed and that number alone, so that any deal can be played
again. Both throw what is worth most: the mean of the hand over all starters, suits known; the mean crib against the
policy table, all six cards removed, by ranks (``policy_two_cards``); and the net points of the play (``odds_values``).
In the play both choose by ``peg.rank_plays`` with ``SAMPLE`` hands. The score of a game plays no part.

A score is one byte: its kind, whose it is, and its points, see ``pack_score``. Scores of nothing are left out.
"""

import random
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import policy_two_cards
from odds_files import collect
from odds_values import UNIT
from policy_cards import QUARTERS
from policy_files import read_sealed, unpack_table

from crib_cli.analysis.peg import View, rank_plays
from crib_cli.analysis.tables import DATA
from crib_cli.analysis.throws import PAIR_NUMBERS, list_multisets
from crib_cli.core.cards import DECK, JACK, rank_of
from crib_cli.core.pegging import begin_play, legal_cards, play_card, say_go
from crib_cli.core.scoring import score_hand

SCRIPT = "tests/tools/build_odds.py"
SAMPLE = 40
HEELS, PEG, HAND, CRIB = range(4)
PONE, DEALER = range(2)
ROLES = ("pone", "dealer")


class Game(NamedTuple):
    """A game for two: cards dealt and kept, the target, and how many deals its tables stand on."""

    name: str
    dealt: int
    kept: int
    one_series: bool
    target: int
    deals: int

    @property
    def header(self) -> str:
        """Return the first line of the file of its deals."""
        return (
            f"crib-deals 1 {SCRIPT} {self.deals} deals of the {self.name}-card game in self-play; each: kept by pone "
            "and by the dealer as numbers of two bytes, how many scores, the scores of a byte\n"
        )


GAMES = {
    game.name: game
    for game in (
        Game("six", 6, 4, one_series=False, target=121, deals=20000),
        Game("five", 5, 3, one_series=True, target=61, deals=10000),
    )
}

Choose = Callable[[View], int]
"""Takes what a player sees in the play; returns the card to play, one that fits."""


class Deal(NamedTuple):
    """What was kept, as numbers of ``throws.list_multisets``, and the scores in order."""

    pone: int
    dealer: int
    scores: bytes


def pack_score(kind: int, seat: int, points: int) -> int:
    """Return a score as a byte: kind, seat and points."""
    return kind << 6 | seat << 5 | points


def unpack_score(byte: int) -> tuple[int, int, int]:
    """Return kind, seat and points."""
    return byte >> 6, byte >> 5 & 1, byte & 31


class Throws:
    """What two experts throw. ``values`` are those of ``odds_values.value_all``, or None to leave out the play."""

    def __init__(self, game: Game, values: dict[str, list[list[int]]] | None) -> None:
        self.game = game
        tosses = policy_two_cards.GAMES[game.name]
        cribs = policy_two_cards.Cribs(tosses)
        table = unpack_table(read_sealed(DATA / f"policy_{game.name}.bin", tosses.headers[0]))
        totals = policy_two_cards.total_cribs(cribs, policy_two_cards.count_throws([table]))
        # By role, hand dealt and pair: the mean crib in points.
        self.cribs = {
            role: totals[place] / (QUARTERS * tosses.crib_deals) for place, role in enumerate(policy_two_cards.ROLES)
        }
        self.numbers = {hand: number for number, hand in enumerate(list_multisets(game.dealt))}
        self.kept = {hand: number for number, hand in enumerate(list_multisets(game.kept))}
        self.nets = {
            role: [0.0] * len(self.kept)
            if values is None
            else [(mine - theirs) / UNIT for mine, theirs in values[role]]
            for role in ROLES
        }

    def choose(self, cards: Sequence[int], role: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return what is kept of six cards and what is thrown; of equal throws the first in the order of the pack."""
        cards = sorted(cards)
        cribs = self.cribs[role][self.numbers[tuple(map(rank_of, cards))]]
        sign = 1 if role == "dealer" else -1
        best = None
        for toss in combinations(cards, 2):
            keep = tuple(card for card in cards if card not in toss)
            ranks = tuple(map(rank_of, keep))
            hand = sum(score_hand(keep, starter) for starter in DECK if starter not in cards) / (52 - len(cards))
            crib = cribs[PAIR_NUMBERS[rank_of(toss[0]), rank_of(toss[1])]]
            value = round(float(hand + sign * crib + self.nets[role][self.kept[ranks]]), 9)
            if best is None or value > best[0]:
                best = value, keep, toss
        return best[1:]


def choose_expert(view: View) -> int:
    """Return the card that the program's expert plays, by a smaller sample."""
    return rank_plays(view, samples=SAMPLE)[0].card


def play_out(
    game: Game, kept: Sequence[Sequence[int]], thrown: Sequence[Sequence[int]], starter: int, choose: Sequence[Choose]
) -> list[tuple[int, int]]:
    """Play two hands, pone's first, and return the scores in order: seat and points."""
    play = begin_play([game.kept] * 2, one_series=game.one_series)
    hands = [list(hand) for hand in kept]
    moves: list[tuple[int, int | None]] = []
    scores = []
    while play.turn is not None:
        seat, last = play.turn, play.last
        fits = legal_cards(play, hands[seat])
        if fits:
            if len(set(map(rank_of, fits))) == 1:
                card = fits[0]
            else:
                view = View(
                    tuple(hands[seat]),
                    tuple(moves),
                    seat,
                    each=game.kept,
                    dealt=game.dealt,
                    tossed=tuple(thrown[seat]),
                    starter=starter,
                    one_series=game.one_series,
                )
                card = choose[seat](view)
            hands[seat].remove(card)
            play, points = play_card(play, card)
            last = seat
        else:
            card = None
            play, points = say_go(play)
        moves.append((seat, card))
        if points:
            scores.append((last, sum(score.points for score in points)))
    return scores


def play_deal(throws: Throws, seed: int, number: int) -> Deal:
    """Play one deal."""
    game = throws.game
    cards = random.Random(f"{game.name}/{seed}/{number}").sample(range(52), 2 * game.dealt + 1)
    *cards, starter = cards
    dealt = cards[game.dealt :], cards[: game.dealt]
    kept, thrown = zip(*(throws.choose(dealt[seat], ROLES[seat]) for seat in (PONE, DEALER)), strict=True)
    scores = [(HEELS, DEALER, 2)] if rank_of(starter) == JACK else []
    scores += [(PEG, *score) for score in play_out(game, kept, thrown, starter, [choose_expert] * 2)]
    scores += [
        (HAND, PONE, score_hand(kept[PONE], starter)),
        (HAND, DEALER, score_hand(kept[DEALER], starter)),
        (CRIB, DEALER, score_hand(thrown[PONE] + thrown[DEALER], starter, crib=True)),
    ]
    numbers = [throws.kept[tuple(map(rank_of, hand))] for hand in kept]
    return Deal(*numbers, bytes(pack_score(*score) for score in scores if score[2]))


def record(throws: Throws, seed: int, work: Path, jobs: int) -> list[Deal]:
    """Return the deals of a game; those in the work folder are not played again."""
    game = throws.game

    def play(number: int) -> list:
        deal = play_deal(throws, seed, number)
        return [deal.pone, deal.dealer, deal.scores.hex()]

    found = collect(work / f"deals_{game.name}.jsonl", game.deals, play, f"deals, {game.name}", jobs)
    return [Deal(pone, dealer, bytes.fromhex(scores)) for pone, dealer, scores in found]


def pack_deals(deals: Sequence[Deal]) -> bytes:
    """Return deals as bytes."""
    return b"".join(
        deal.pone.to_bytes(2, "little") + deal.dealer.to_bytes(2, "little") + bytes([len(deal.scores)]) + deal.scores
        for deal in deals
    )


def unpack_deals(payload: bytes) -> list[Deal]:
    """Return the deals that ``pack_deals`` packed."""
    deals = []
    start = 0
    while start < len(payload):
        end = start + 5 + payload[start + 4]
        pone, dealer = (int.from_bytes(payload[place : place + 2], "little") for place in (start, start + 2))
        deals.append(Deal(pone, dealer, payload[start + 5 : end]))
        start = end
    return deals
