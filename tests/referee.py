"""A referee of recorded games that shares no code with the package and takes no line's word for anything.

It reads the JSON Lines of ``crib play`` (cards are text, players are counted from 1) and keeps a table of its own:
who deals, who holds what, whose turn it is, what each card and each hand is worth, how the pegs stand. Every line is
held to that table; what differs is a complaint with its line number. Hands and cards are scored by ``brute`` and
``brute_play``, which go the long way round.

A wrong figure is a complaint, and the referee goes on with the right one. A line that has no place there, a card
nobody can hold or an end of the record before the end of the game is the last complaint, because nothing that
follows means anything.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

import brute
import brute_play

DECK = frozenset(brute.DECK)

SIZES = {
    ("six", 2): (6, 2),
    ("six", 3): (5, 1),
    ("six", 4): (5, 1),
    ("five", 2): (5, 2),
    ("seven", 2): (7, 2),
    ("shotgun", 2): (6, 0),
}
"""Cards dealt to each and tossed by each, by variant and number of players."""

HIGHEST = {3: 20, 4: 29, 5: 46, 6: 72}
NEVER = {
    3: {16, 17, 18, 19},
    4: {19, 25, 26, 27},
    5: {35, 41, 42, 43, 44, 45},
    6: {53, 55, 61, 64, 65, 67, 68, 69, 71},
}
"""What no hand of so many cards and a starter counts to."""

KEYS: dict[str, dict[str, type]] = {
    "game": {
        "format": int,
        "variant": str,
        "hazard": bool,
        "players": int,
        "teams": list,
        "target": int,
        "muggins": bool,
        "seed": object,
        "levels": list,
    },
    "cut": {"player": int, "card": str},
    "deal": {"deal": int, "dealer": int, "hands": dict, "crib": list},
    "discard": {"player": int, "cards": list},
    "starter": {"card": str},
    "play": {"player": int, "card": str, "count": int},
    "go": {"player": int, "count": int},
    "show": {"player": int, "what": str, "cards": list, "starter": str, "worth": int, "claimed": int},
    "muggins": {"player": int, "against": int, "points": int},
    "pass": {"player": int},
    "score": {"player": int, "points": int, "reason": str, "score": dict},
    "end": {"winners": list, "score": dict, "skunk": object, "games": int},
    "match": {"games": dict, "winners": list},
}
"""What each event says, in the order of its keys."""

MORE: dict[str, dict[str, type]] = {
    "game": {"strict": bool, "claims": list, "match": int, "play_out": bool},
    "deal": {"game": int},
    "muggins": {"named": int},
    "end": {"skunks": dict},
}
"""What some say besides, behind the others."""


class Complaint(NamedTuple):
    """What is wrong with a line, counted from 1."""

    line: int
    text: str


class _Ended(Exception):  # noqa: N818 - no error: the game is over
    """Somebody has reached the target."""


class _Lost(Exception):  # noqa: N818 - the complaint is made already
    """What follows means nothing any more."""


def referee(lines: Iterable[str], *, whole: bool = True) -> list[Complaint]:
    """Return every complaint about a record, none if it is clean.

    ``whole`` is whether the game, or the match, must have come to its end.
    """
    return _Referee(lines, whole=whole).judge()


class _Referee:
    """The table at which one record is played again."""

    def __init__(self, lines: Iterable[str], *, whole: bool) -> None:
        self.complaints: list[Complaint] = []
        self.whole = whole
        self.lines = 0
        self.events = list(self._read(lines))
        self.at = 0

    # Lines

    def _read(self, lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield each line up to the first that is no event with all its keys, which is a complaint."""
        for number, line in enumerate(lines, 1):
            self.lines = number
            try:
                event = json.loads(line)
            except ValueError:
                event = None
            kind = event.get("event") if isinstance(event, dict) else None
            if not isinstance(event, dict) or not isinstance(kind, str) or kind not in KEYS:
                self.complaints.append(Complaint(number, "no event"))
                return
            more = {key: what for key, what in MORE.get(kind, {}).items() if key in event}
            wanted = KEYS[kind] | more
            if list(event) != ["event", *wanted]:
                self.complaints.append(Complaint(number, f"keys {list(event)}, wanted {['event', *wanted]}"))
                return
            for key, what in wanted.items():
                if not isinstance(event[key], what) or (what is int and isinstance(event[key], bool)):
                    self.complaints.append(Complaint(number, f"{key} is {event[key]!r}"))
                    return
            yield number, event

    @property
    def _line(self) -> int:
        """The line last taken."""
        return self.events[self.at - 1][0] if self.at else 1

    def _complain(self, text: str) -> None:
        self.complaints.append(Complaint(self._line, text))

    def _demand(self, holds: object, text: str) -> None:
        """Complain unless something holds; the game goes on."""
        if not holds:
            self._complain(text)

    def _need(self, holds: object, text: str) -> None:
        """Complain and give up unless something holds."""
        if not holds:
            self._give_up(text)

    def _give_up(self, text: str) -> NoReturn:
        self._complain(text)
        raise _Lost

    def _peek(self) -> str | None:
        """Return the kind of the next event, or None."""
        return self.events[self.at][1]["event"] if self.at < len(self.events) else None

    def _take(self, *kinds: str) -> dict[str, Any]:
        """Return the next event, which must be of one of these kinds."""
        kind = self._peek()
        if kind is None:
            if self.whole and len(self.events) == self.lines:
                self._complain(f"the record ends where {' or '.join(kinds)} must follow")
            raise _Lost
        self.at += 1
        self._need(kind in kinds, f"{kind} where {' or '.join(kinds)} must follow")
        return self.events[self.at - 1][1]

    # The whole record

    def judge(self) -> list[Complaint]:
        """Go through the record."""
        try:
            self._judge_game_line()
            self._judge_match()
            self.at += 1
            if self.at <= len(self.events):
                self._complain("follows the end")
        except _Lost:
            pass
        return sorted(dict.fromkeys(self.complaints), key=lambda complaint: complaint.line)

    def _judge_game_line(self) -> None:
        event = self._take("game")
        self._need(event["format"] == 1, "a format unknown")
        self.variant: str = event["variant"]
        self.players: int = event["players"]
        self._need((self.variant, self.players) in SIZES, "no such game")
        self.dealt, self.tossed = SIZES[self.variant, self.players]
        self.hazard, self.muggins, self.target = event["hazard"], event["muggins"], event["target"]
        self._need(self.target > 0, "no such target")
        sides = [[1, 3], [2, 4]] if self.players == 4 else [[seat] for seat in range(1, self.players + 1)]
        self._need(event["teams"] == sides, f"teams must be {sides}")
        self.sides = {seat: side for side in sides for seat in side}
        self._demand(len(event["levels"]) == self.players, "a level for each player")
        self.claims, self.strict = event.get("claims", []), event.get("strict", False)
        self._need(
            all(type(seat) is int and 0 < seat <= self.players for seat in self.claims)
            and self.claims == sorted(set(self.claims)),
            "claims by players who are not there",
        )
        self.match, self.play_out = event.get("match", 1), event.get("play_out", False)
        self._need(self.match in (1, 3, 5), "no such match")
        self.one_series = self.variant == "five" and not self.play_out

    def _judge_match(self) -> None:
        """Judge games until somebody has won the match."""
        won = {side[0]: 0 for side in self.sides.values()}
        needed = (self.match + 1) // 2
        first_dealer = self._judge_cuts()
        number = 1
        while max(won.values()) < needed:
            self._judge_game(number, self._behind(first_dealer, number - 1))
            winners, games = self._judge_end()
            for side in winners:
                won[side] += games
            number += 1
        if self.match > 1:
            event = self._take("match")
            self._demand(event["games"] == _by_side(won), f"games must be {_by_side(won)}")
            best = sorted(seat for seat, side in self.sides.items() if won[side[0]] >= needed)
            self._demand(event["winners"] == best, f"winners must be {best}")

    def _judge_cuts(self) -> int:
        """Judge the cuts for deal and return who deals."""
        cutting = list(range(1, self.players + 1))
        while len(cutting) > 1:
            cut: dict[int, str] = {}
            for seat in cutting:
                event = self._take("cut")
                self._need(event["player"] == seat, f"player {seat} must cut")
                self._need(event["card"] in DECK, "no card")
                self._demand(event["card"] not in cut.values(), "a card cut twice")
                cut[seat] = event["card"]
            lowest = min(brute.PLACE[brute.rank_of(card)] for card in cut.values())
            cutting = [seat for seat, card in cut.items() if brute.PLACE[brute.rank_of(card)] == lowest]
        return cutting[0]

    def _behind(self, seat: int, steps: int = 1) -> int:
        """Return the player some steps clockwise."""
        return (seat - 1 + steps) % self.players + 1

    def _round_from(self, seat: int) -> list[int]:
        return [self._behind(seat, steps) for steps in range(self.players)]

    # One game

    def _judge_game(self, number: int, dealer: int) -> None:
        self.score = {side[0]: 0 for side in self.sides.values()}
        deal = 1
        try:
            while True:
                self._judge_deal(number, deal, dealer)
                dealer = self._behind(dealer)
                deal += 1
        except _Ended:
            pass

    def _judge_deal(self, game: int, deal: int, dealer: int) -> None:
        self.dealer = dealer
        event = self._take("deal")
        self._demand(event["deal"] == deal, f"this is deal {deal}")
        self._demand(event.get("game") != 1, "the first game has no number")
        self._demand(event["dealer"] == dealer, f"player {dealer} must deal")
        self._demand(event.get("game", 1) == game, f"this is game {game}")
        seats = [str(seat) for seat in range(1, self.players + 1)]
        self._need(list(event["hands"]) == seats, f"hands of {list(event['hands'])}")
        self.hands = {int(seat): list(hand) for seat, hand in event["hands"].items()}
        self.crib = list(event["crib"])
        cards = [*self.crib, *(card for hand in self.hands.values() for card in hand)]
        self._need(all(isinstance(card, str) and card in DECK for card in cards), "no card")
        self._need(len(set(cards)) == len(cards), "a card dealt twice")
        self._need(all(len(hand) == self.dealt for hand in self.hands.values()), f"each is dealt {self.dealt}")
        self._need(len(self.crib) == (self.players == 3), "the wrong number of cards from the pack in the crib")
        if self.variant == "five" and deal == 1:
            self._peg(self._behind(dealer), [("first-pone", 3)])
        self._judge_discards()
        event = self._take("starter")
        self.starter = event["card"]
        self._need(self.starter in DECK, "no card")
        self._need(self.starter not in cards, "the starter was dealt")
        if brute.rank_of(self.starter) == "J":
            self._peg(self.dealer, [("heels", 2)])
        self._judge_play()
        self._judge_shows()

    def _judge_discards(self) -> None:
        waiting = set(self.hands) if self.tossed else set()
        while waiting:
            event = self._take("discard")
            seat, cards = event["player"], event["cards"]
            self._need(seat in waiting, "a discard by a player who has none to make")
            self._need(len(cards) == self.tossed, f"each tosses {self.tossed}")
            for card in cards:
                self._need(card in self.hands[seat], f"{card} is not held")
                self.hands[seat].remove(card)
            self.crib += cards
            waiting.remove(seat)

    # Points

    def _peg(self, seat: int, scores: Iterable[tuple[str, int]]) -> None:
        """Judge the score lines that must follow now, all by one player. Raises _Ended when they end the game."""
        side = self.sides[seat][0]
        for reason, points in scores:
            event = self._take("score")
            found = (event["player"], event["reason"], event["points"])
            self._need(found[:2] == (seat, reason), f"player {seat} must score for {reason}")
            self._demand(found[2] == points, f"{reason} must score {points}")
            self.score[side] = min(self.score[side] + points, self.target)
            self._demand(event["score"] == _by_side(self.score), f"the score must be {_by_side(self.score)}")
            if self.score[side] == self.target:
                raise _Ended

    # The play

    def _judge_play(self) -> None:
        held = {seat: list(hand) for seat, hand in self.hands.items()}
        leader = self._behind(self.dealer)
        while any(held.values()):
            last = self._judge_series(held, leader)
            following = [seat for seat in self._round_from(self._behind(last)) if held[seat]]
            if self.one_series or not following:
                return
            leader = following[0]

    def _judge_series(self, held: dict[int, list[str]], leader: int) -> int:
        """Judge one series and return who played its last card.

        The question goes round the table; who has nothing that fits says go and is not asked again. The one who
        played last is asked, too, but says nothing.
        """
        pile: list[str] = []
        count = last = 0
        gone: set[int] = set()
        seat = leader
        while True:
            fits = [card for card in held[seat] if count + brute_play.worth_of(card) <= 31]
            if fits and seat not in gone:
                count += self._judge_card(seat, held[seat], pile, count)
                last = seat
                scores = [(reason, points) for reason, points, _ in brute_play.find_scores(pile)]
                if count == 31 or self._nobody_fits(held, gone, count, last):
                    self._peg(seat, scores if count == 31 else [*scores, ("last", 1)])
                    return last
                self._peg(seat, scores)
            elif held[seat] and seat not in gone and seat != last:
                event = self._take("go")
                self._need(event["player"] == seat, f"player {seat} must say go")
                self._demand(event["count"] == count, f"the count is {count}")
                gone.add(seat)
                if self._nobody_fits(held, gone, count, last):
                    self._peg(last, [("last", 1)])
                    return last
            seat = self._behind(seat)

    @staticmethod
    def _nobody_fits(held: dict[int, list[str]], gone: set[int], count: int, last: int) -> bool:
        """Tell whether a series is over below 31: nobody can play, and all who must say go have said it."""
        for seat, hand in held.items():
            if any(count + brute_play.worth_of(card) <= 31 for card in hand):
                return False
            if hand and seat not in gone and seat != last:
                return False
        return True

    def _judge_card(self, seat: int, hand: list[str], pile: list[str], count: int) -> int:
        """Judge a card that must be played now, move it to the pile and return its worth."""
        event = self._take("play")
        card = event["card"]
        self._need(event["player"] == seat, f"player {seat} must play")
        self._need(card in hand, f"{card} is not held")
        worth = brute_play.worth_of(card)
        self._need(count + worth <= 31, f"{card} makes {count + worth}")
        self._demand(event["count"] == count + worth, f"the count is {count + worth}")
        hand.remove(card)
        pile.append(card)
        return worth

    # The show

    def _judge_shows(self) -> None:
        for seat in self._round_from(self._behind(self.dealer)):
            self._judge_show(seat, "hand", self.hands[seat])
        if self.crib:
            self._judge_show(self.dealer, "crib", self.crib)

    def _judge_show(self, seat: int, what: str, cards: Sequence[str]) -> None:
        event = self._take("show")
        self._need((event["player"], event["what"]) == (seat, what), f"player {seat} must show the {what}")
        self._demand(Counter(event["cards"]) == Counter(cards), f"the {what} is {' '.join(cards)}")
        self._demand(event["starter"] == self.starter, f"the starter is {self.starter}")
        worth = brute.score(tuple(cards), self.starter, crib=what == "crib")
        self._demand(event["worth"] == worth, f"the {what} is worth {worth}")
        claimed = event["claimed"]
        if seat not in self.claims:
            self._demand(claimed == worth, f"player {seat} makes no claims")
            claimed = worth
        possible = 0 <= claimed <= HIGHEST[len(cards)] and claimed not in NEVER[len(cards)]
        self._need(possible, "an impossible claim")
        pegged = worth if self.hazard else min(claimed, worth)
        self._peg(seat, [(what, pegged)] if pegged else [])
        if self.strict and not self.hazard and claimed > worth:
            self._peg(self._behind(seat), [("penalty", claimed - worth)])  # always of another side
        self._judge_windows(seat, worth - claimed)

    def _judge_windows(self, counter: int, missed: int) -> None:
        """Judge the calls of muggins after a show: opponents clockwise, one call a side, until one is right.

        Too high a claim is put right by the count itself and leaves nothing to call.
        """
        open_to = [seat for seat in self._round_from(self._behind(counter)) if counter not in self.sides[seat]]
        if not self.muggins or self.hazard or counter not in self.claims or missed < 0:
            open_to = []
        while self._peek() in ("muggins", "pass"):
            event = self._take("muggins", "pass")
            self._need(event["player"] in open_to, "a call by a player who has none")
            open_to = open_to[open_to.index(event["player"]) + 1 :]
            if event["event"] == "muggins":
                self._demand(event["against"] == counter, f"player {counter} has counted")
                right = self._judge_call(event, counter, missed)
                open_to = [] if right else [seat for seat in open_to if seat not in self.sides[event["player"]]]

    def _judge_call(self, event: dict[str, Any], counter: int, missed: int) -> bool:
        """Judge one call and tell whether it takes points."""
        holes = self.target - self.score[self.sides[counter][0]]
        most = min(missed, holes)
        points: int = event["points"]
        named: int = event.get("named", points)
        self._demand(named > 0, "names no points")
        self._demand(event.get("named") != points, "says twice what it names")
        self._demand(points == min(named, most), f"takes {min(named, most)}")
        points = min(named, most)
        if points > 0:
            self._peg(event["player"], [("muggins", points)])
        elif self.strict:
            self._peg(counter, [("penalty", named)])
        return points > 0

    # The end

    def _judge_end(self) -> tuple[list[int], int]:
        """Judge the end of a game; return the winning sides and what they win."""
        event = self._take("end")
        reached = max(self.score.values())
        if self.hazard:
            lowest = min(self.score.values())
            winners = [side for side, points in self.score.items() if points == lowest]
        else:
            winners = [side for side, points in self.score.items() if points == reached]
        second = max([points for side, points in self.score.items() if side not in winners], default=0)
        skunk, games = (None, 1) if self.hazard else value_game(self.target, second)
        seats = sorted(seat for seat, side in self.sides.items() if side[0] in winners)
        self._demand(event["winners"] == seats, f"winners must be {seats}")
        self._demand(event["score"] == _by_side(self.score), f"the score must be {_by_side(self.score)}")
        self._demand(event["skunk"] == skunk, f"skunk must be {skunk}")
        self._demand(event["games"] == games, f"games must be {games}")
        labels = None
        if self.players == 3:
            labels = {
                str(side): None if self.hazard or side in winners else value_game(self.target, points)[0]
                for side, points in self.score.items()
            }
        self._demand(event.get("skunks") == labels, f"skunks must be {labels}")
        return winners, games


def value_game(target: int, second: int) -> tuple[str | None, int]:
    """Return the label and the games of a win by what the best loser has."""
    if target == 61:
        lines = [(31, "single", 2)]
    elif target == 121:
        lines = [(31, "triple", 4), (61, "double", 4), (91, "single", 2)]
    else:
        lines = [(target - 60, "double", 4), (target - 30, "single", 2)]
    for below, label, games in lines:
        if second < below:
            return label, games
    return None, 1


def _by_side(figures: dict[int, int]) -> dict[str, int]:
    """Return figures by side as the record writes them."""
    return {str(side): figure for side, figure in figures.items()}
