"""The expert: the best that the program can do. He never miscounts.

He throws and plays as the club player does.
"""

from crib_cli.game.players.club import Club


class Expert(Club):
    """Counts everything that is there."""

    __slots__ = ()
