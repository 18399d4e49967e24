"""The only chance in a game: every cut and every deal from the seed and their numbers, with nothing carried along.

So any deal can be made again without those before it. The shuffle is our own, over ``Random.random``, the one
sequence that Python promises to keep: a seed means the same cards with every version.
"""

from random import Random, SystemRandom

from crib_cli.core.cards import DECK
from crib_cli.errors import IllegalActionError
from crib_cli.game.actions import Cut, Deal, Turn
from crib_cli.game.settings import GameSettings
from crib_cli.game.state import GameState

HIGHEST_SEED = 999_999_999
"""The highest seed that is drawn: short enough to type."""

CHANCE = ("cut", "deal", "turn")
"""The kinds of ``Awaited`` that chance answers."""


def draw_seed() -> int:
    """Return a seed that nobody can foresee, for a game that was given none."""
    return SystemRandom().randrange(HIGHEST_SEED + 1)


def stream(*key: object) -> Random:
    """Return the chance that belongs to a key: the same key, the same numbers.

    >>> stream(7, "deal", 1, 1).random() == stream(7, "deal", 1, 1).random() != stream(7, "deal", 1, 2).random()
    True
    """
    return Random("/".join(map(str, key)))  # noqa: S311 - a shuffle that can be made again is what is wanted


def shuffle(chance: Random) -> list[int]:
    """Return the pack in an order that chance settles.

    >>> sorted(shuffle(stream(7))) == list(range(52))
    True
    """
    pack = list(DECK)
    for last in range(51, 0, -1):
        other = int(chance.random() * (last + 1))
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def next_chance(state: GameState) -> Cut | Deal | Turn:
    """Return the cut, the deal or the starter that the game waits for, as its seed has it.

    Raises IllegalActionError when it waits for something else, or was given no seed.

    >>> from crib_cli.game.transitions import begin_game
    >>> next_chance(begin_game(GameSettings(seed=7))[0])
    Cut(seat=0, card=37)
    """
    kind, seat = state.awaited.kind, state.awaited.seat
    seed = state.settings.seed
    if seat is None:
        raise IllegalActionError("game.over")
    if kind not in CHANCE:
        raise IllegalActionError("game.not_now", given="deal", wanted=kind)
    if seed is None:
        raise IllegalActionError("game.no_seed")
    if kind == "cut":
        # Each seat has its own place in the spread pack: nobody cuts what another has cut in this round.
        return Cut(seat, shuffle(stream(seed, "cut", state.cut_round))[seat])
    if kind == "deal":
        return deal_cards(state.settings, seed, state.game, state.deal, state.dealer)
    return Turn(cut_starter(state.settings, seed, state.game, state.deal))


def deal_cards(settings: GameSettings, seed: int, game: int, deal: int, dealer: int) -> Deal:
    """Deal one card at a time, the first to the dealer's left and the last to the dealer.

    With three players the card for the crib comes right after the last of the hands.

    >>> dealt = deal_cards(GameSettings(), seed=7, game=1, deal=1, dealer=0)
    >>> pack = shuffle(stream(7, "deal", 1, 1))
    >>> dealt.hands[1][0] == pack[0], dealt.hands[0][-1] == pack[11]
    (True, True)
    """
    players = settings.players
    pack = shuffle(stream(seed, "deal", game, deal))
    dealt = settings.rules.dealt_to(players) * players
    hands = tuple(tuple(pack[(seat - dealer - 1) % players : dealt : players]) for seat in range(players))
    return Deal(hands, tuple(pack[dealt : dealt + settings.rules.kitty_of(players)]))


def cut_starter(settings: GameSettings, seed: int, game: int, deal: int) -> int:
    """Return the starter: a card cut from what the same shuffle left of the pack.

    >>> cut_starter(GameSettings(), seed=7, game=1, deal=1) in shuffle(stream(7, "deal", 1, 1))[12:]
    True
    """
    chance = stream(seed, "deal", game, deal)
    pack = shuffle(chance)
    dealt = settings.rules.dealt_to(settings.players) * settings.players + settings.rules.kitty_of(settings.players)
    return pack[dealt + int(chance.random() * (52 - dealt))]
