"""What can be done to a game. Seats are numbered from 0, cards are those of ``core.cards``.

Chance is an action too: ``dealer`` makes the cuts, the deals and the starters, or a record holds them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cut:
    """A seat cuts a card for the deal; the lowest rank deals."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Each seat's cards in the order dealt, and the card that the pack gives to the crib with three players."""

    hands: tuple[tuple[int, ...], ...]
    kitty: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """A seat lays cards away to the crib."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """The starter is turned up."""

    card: int


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A seat plays a card."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class SayGo:
    """A seat that has cards can play none of them and says so."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat counts its hand, or the crib, and claims so many points.

    For a seat that does not count its own hands it is the program's count: the true points and no others.
    """

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class CallMuggins:
    """A seat says how many points the counter has missed."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Decline:
    """A seat has nothing to say about the hand just counted."""

    seat: int


Action = Cut | Deal | Discard | Turn | PlayCard | SayGo | Claim | CallMuggins | Decline
