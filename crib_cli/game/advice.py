"""What the analysis says about a view: every way to throw, every card to play, with points and the chance to win.

The chance to win is for two players and not for hazard; elsewhere it is None and points decide. In the six-card and the
five-card game it decides everywhere. In the games of seven cards and shotgun, which have no tables of their own, it
decides the cards played near home: what they score counts as it is, and what comes later goes by the tables of six.
"""

from crib_cli.analysis.discard import Choice, rank_discards
from crib_cli.analysis.peg import Advice, rank_plays
from crib_cli.analysis.peg import View as PlayView
from crib_cli.game.views import View

NEAR = 31
"""Points from home, of either player, from where a card is chosen by the chance to win in games without tables."""

_WITH_CHANCES = ("six", "five")


def knows_chances(view: View) -> bool:
    """Tell whether the chance to win is known at every score of this game."""
    settings = view.settings
    return settings.players == 2 and settings.rules.name in _WITH_CHANCES and not settings.hazard


def _score(view: View) -> tuple[int, int]:
    return view.scores[view.side], view.scores[1 - view.side]


def advise_discard(view: View, *, by_chance: bool = True) -> tuple[Choice, ...]:
    """Return every way to throw, best first; with the chance to win where it is known and wanted.

    The view is that of the seat that is to discard, in a game that has discards.
    """
    settings = view.settings
    score = _score(view) if by_chance and knows_chances(view) else None
    role = "dealer" if view.owns_crib else "pone"
    return rank_discards(
        sorted(view.hand), role, players=settings.players, score=score, target=settings.target if score else None
    )


def advise_card(view: View, *, by_chance: bool = True) -> tuple[Advice, ...]:
    """Return every card that fits, best first: by the chance to win where it is known and wanted, by points elsewhere.

    The view is that of the seat that is to play.
    """
    settings, rules = view.settings, view.settings.rules
    players = settings.players
    leaf = None
    mine, theirs = _score(view) if players == 2 else (0, 0)
    near_home = max(mine, theirs) >= settings.target - NEAR
    known = knows_chances(view) or (near_home and players == 2 and not settings.hazard)
    if by_chance and known and view.starter is not None:
        from crib_cli.analysis.odds import Standing, play_leaf  # only where it is known

        role = "dealer" if view.is_dealer else "pone"
        leaf = play_leaf(Standing(role, mine, theirs, settings.target, rules.name), view.kept, view.starter)
    table = PlayView(
        view.hand,
        tuple(((laid.seat - view.dealer - 1) % players, laid.card) for laid in view.laid),
        (view.seat - view.dealer - 1) % players,
        players=players,
        each=rules.kept,
        dealt=rules.dealt_to(players),
        tossed=view.tossed,
        starter=view.starter,
        one_series=settings.one_series,
    )
    return rank_plays(table, leaf)
