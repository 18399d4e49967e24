"""A transcript of the play: cards and goes as they were said, to who did what and what it scored.

A transcript names no players: the order of turns does. A card that would go above 31 is read as a lead, with the
goes that must have been said before it put in. What a player shows later proves his goes: one who said go while
he held a card that fits has revoked, and the transcript stops there.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from crib_cli.core.cards import name_of, value_of
from crib_cli.core.pegging import ALWAYS_FITS, LIMIT, Play, Score, play_card, say_go, seat_to_play
from crib_cli.errors import IllegalActionError


class Entry(NamedTuple):
    """One line of the play: a card, or a go (``card`` is None), by a player counted from 1.

    ``running`` is the count after it; ``scores`` are its own; ``leader`` is who leads next where it ends a series
    and another follows. ``inferred`` marks a go that was not written.
    """

    player: int
    card: int | None
    running: int
    scores: tuple[Score, ...]
    inferred: bool
    leader: int | None

    @property
    def points(self) -> int:
        """All points of the card."""
        return sum(score.points for score in self.scores)


class Transcript(NamedTuple):
    """The play as far as it is legal, and the error that stopped it, if any."""

    entries: tuple[Entry, ...]
    play: Play
    totals: tuple[int, ...]
    """Points by player."""
    error: IllegalActionError | None


class _Go(NamedTuple):
    """A go, said or implied: who, at what count, and at which item of the transcript."""

    seat: int
    running: int
    item: int


Place = Callable[[int], tuple[str, int]]
"""Gives an item's text and its place in the transcript, counted from 1; asked only for an error."""


def read_transcript(items: Sequence[int | None], place: Place, begin: Play) -> Transcript:
    """Score a transcript: cards, and None for a go.

    Never raises for what is illegal: the transcript stops before it, and ``error`` says what and why.

    >>> from crib_cli.core.pegging import begin_play
    >>> cards = [48, 44, 36, 0, 1]  # K Q 10 A A
    >>> done = read_transcript(cards, lambda item: ("", item), begin_play([4, 4]))
    >>> [entry.points for entry in done.entries], done.totals, done.play.running
    ([0, 0, 0, 2, 0], (0, 2), 1)
    """
    reader = _Reader(items, place, begin)
    error = reader.read()
    revoked = reader.find_revoke()
    if revoked is not None:
        again = _Reader(items[: revoked[0]], place, begin)
        again.read()
        reader, error = again, revoked[1]
    return Transcript(tuple(reader.entries), reader.play, tuple(reader.totals), error)


class _Reader:
    """Folds items into entries; ``goes`` and ``shown`` are kept to prove goes by what is played later."""

    def __init__(self, items: Sequence[int | None], place: Place, begin: Play) -> None:
        self.items = items
        self.place = place
        self.begin = begin
        self.play = begin
        self.entries: list[Entry] = []
        self.totals = [0] * len(begin.held)
        self.goes: list[_Go] = []
        self.shown: list[tuple[int, int, int]] = []  # seat, card, item

    def read(self) -> IllegalActionError | None:
        for item, card in enumerate(self.items):
            if self.play.turn is None:
                return self.refuse_more(item)
            if card is None:
                error = self.refuse_go(item)
                if error is not None:
                    return error
                self.take_go(item, inferred=False)
            else:
                value = value_of(card)
                while self.play.running + value > LIMIT:
                    if self.play.one_series:
                        return self.refuse_above(item, card)
                    self.take_go(item, inferred=True)
                    if self.play.turn is None:
                        return self.refuse_more(item)
                self.take_card(card, item, self.play.running + value)
        return None

    def take_card(self, card: int, item: int, count: int) -> None:
        seat = seat_to_play(self.play)
        self.play, scores = play_card(self.play, card)
        self.shown.append((seat, card, item))
        for score in scores:
            self.totals[seat] += score.points
        leader = None if self.play.series else self.leader()
        self.entries.append(Entry(seat + 1, card, count, scores, False, leader))  # noqa: FBT003 - a go that is written

    def take_go(self, item: int, *, inferred: bool) -> None:
        """Take one go; the award for last goes back to the entry of the card that earns it."""
        seat, last, count = seat_to_play(self.play), self.play.last, self.play.running
        silent = inferred and self.play.is_alone
        self.goes.append(_Go(seat, count, item))
        self.play, scores = say_go(self.play)
        if not silent:
            self.entries.append(Entry(seat + 1, None, count, (), inferred, leader=None))
        if scores and last is not None:
            self.totals[last] += 1
            at = next(at for at in range(len(self.entries) - 1, -1, -1) if self.entries[at].card is not None)
            earner = self.entries[at]
            self.entries[at] = earner._replace(scores=(*earner.scores, *scores))
            self.entries[-1] = self.entries[-1]._replace(leader=self.leader())

    def leader(self) -> int | None:
        """Return who leads next if a series has just ended and another follows."""
        play = self.play
        return play.turn + 1 if play.turn is not None and not play.series else None

    def refuse_more(self, item: int) -> IllegalActionError:
        text, at = self.place(item)
        if self.begin.one_series and any(self.play.held):
            return IllegalActionError("play.ended", text=text, at=at)
        return IllegalActionError("play.too_many", text=text, at=at, dealt=sum(self.begin.held))

    def refuse_above(self, item: int, card: int) -> IllegalActionError:
        text, at = self.place(item)
        facts = {"makes": self.play.running + value_of(card), "most": LIMIT - self.play.running}
        return IllegalActionError("play.ended_above", text=text, at=at, **facts)

    def refuse_go(self, item: int) -> IllegalActionError | None:
        play = self.play
        if play.series and play.running > ALWAYS_FITS:
            return None
        player = seat_to_play(play) + 1
        text, at = self.place(item)
        if not play.series:
            return IllegalActionError("play.no_go_lead", text=text, at=at, player=player)
        return IllegalActionError("play.no_go_low", text=text, at=at, player=player, count=play.running)

    def find_revoke(self) -> tuple[int, IllegalActionError] | None:
        """Find the first go that a later card of the same player shows to be wrong: its item and the error."""
        for go in self.goes:
            for seat, card, item in self.shown:
                if seat == go.seat and item >= go.item and go.running + value_of(card) <= LIMIT:
                    return go.item, self.revoke(go, card, item)
        return None

    def revoke(self, go: _Go, held: int, later: int) -> IllegalActionError:
        text, at = self.place(go.item)
        card = self.items[go.item]
        facts: dict[str, object] = {
            "text": text,
            "at": at,
            "player": go.seat + 1,
            "card": name_of(held),
            "later": self.place(later)[1],
            "makes": go.running + value_of(held),
            "most": LIMIT - go.running,
        }
        if card is None:
            return IllegalActionError("play.could_play", **facts, count=go.running)
        return IllegalActionError("play.could_go_on", **facts, above=go.running + value_of(card))
