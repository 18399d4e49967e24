"""A game in words: each event a line, with the traditional calls, as one seat may hear it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from crib_cli.core.breakdown import Counted, Item, count_hand
from crib_cli.core.cards import rank_of
from crib_cli.core.pegging import Score
from crib_cli.game.events import (
    CalledMuggins,
    CutForDeal,
    Dealt,
    Discarded,
    Ended,
    Event,
    MatchEnded,
    Passed,
    Played,
    SaidGo,
    Scored,
    Shown,
    Started,
    Turned,
)
from crib_cli.game.runner import PERSON
from crib_cli.game.settings import GameSettings
from crib_cli.output.board import Track
from crib_cli.output.plain import Style
from crib_cli.words.announce import announce_call, announce_scores
from crib_cli.words.catalog import Phrasebook

_SIZES = {("pair", 2): 2, ("pair", 6): 3, ("pair", 12): 4}
"""Cards in what a pair scored."""


def name_seats(settings: GameSettings, me: int | None, book: Phrasebook) -> list[str]:
    """Return what each seat is called: you, the computer, your partner; players by number where nobody is you."""
    names = [book.say("game.player", player=seat + 1) for seat in range(settings.players)]
    if me is not None:
        names[me] = book.say("game.you")
        if settings.players == 2:
            names[1 - me] = book.say("game.computer")
        if settings.players == 4:
            names[(me + 2) % 4] = book.say("game.partner")
    return names


def head_line(settings: GameSettings, book: Phrasebook) -> str:
    """Say what is played: the variant, the target, the rules agreed on, the seed."""
    extras = ""
    if settings.one_series:
        extras += book.say("game.extra_series")
    for rule in ("hazard", "muggins", "strict"):
        if getattr(settings, rule):
            extras += book.say("game.extra_" + rule)
    if settings.match > 1:
        extras += book.say("game.extra_match", match=settings.match)
    variant = book.say("game.variant." + settings.rules.name)
    return book.say("game.head", variant=variant, target=settings.target, extras=extras)


def seats_line(narrator: "Narrator", book: Phrasebook) -> str:
    """Say who sits at the table."""
    players = [
        name if level == PERSON else book.say("game.level", name=name, level=book.say("game.level." + level))
        for name, level in zip(narrator.names, narrator.settings.levels, strict=True)
    ]
    return book.say("game.levels", players=", ".join(players))


def score_text(scores: Sequence[int]) -> str:
    """Return scores by side, as they are called.

    >>> score_text((12, 9))
    '12-9'
    """
    return "-".join(map(str, scores))


@dataclass
class Narrator:
    """Tells a game from its events. ``me`` is the seat that listens; None hears everything.

    It keeps what a line needs and its own event does not say: who has said go, the hand that was just counted and is
    not settled yet, and where each side's pegs were before.
    """

    settings: GameSettings
    me: int | None
    book: Phrasebook
    style: Style
    names: list[str] = field(init=False)
    scores: tuple[int, ...] = field(init=False)
    before: tuple[int, ...] = field(init=False)
    after_go: bool = False
    open: Shown | None = None
    """A claim that muggins may still be called on: its truth is not told."""
    shown: Shown | None = None
    """What was counted last."""
    games: tuple[int, ...] = field(init=False)
    """Games of the match won so far, by side."""
    cuts: dict[int, int] = field(default_factory=dict)
    """The rank that each seat has cut in this round of cutting for the deal."""
    cutters: int = field(init=False)
    """How many cut in this round."""

    def __post_init__(self) -> None:
        self.names = name_seats(self.settings, self.me, self.book)
        self.scores = self.before = self.games = (0,) * self.settings.sides
        self.cutters = self.settings.players

    def tracks(self) -> list[Track]:
        """Return the pegs of each side; partners are named by the first of them, or by you."""
        tracks = []
        for side, seats in enumerate(self.settings.teams):
            seat = self.me if self.me in seats else seats[0]
            tracks.append(Track(self.names[seat or 0], self.scores[side], self.before[side]))
        return tracks

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Return the lines for what came of one action."""
        lines: list[str] = []
        here = 0
        while here < len(events):
            event = events[here]
            here += 1
            scored: list[Scored] = []
            while here < len(events) and isinstance(following := events[here], Scored):
                scored.append(following)
                here += 1
            lines += self._tell(event, scored)
        return lines

    def settle(self) -> list[str]:
        """Return the truth of a claim that nobody can call muggins on any more; nothing if none is open."""
        shown, self.open = self.open, None
        return [] if shown is None else self._truth(shown)

    def _peg(self, scored: Sequence[Scored]) -> None:
        for event in scored:
            side = self.settings.side_of(event.seat)
            self.before = (*self.before[:side], self.scores[side], *self.before[side + 1 :])
            self.scores = event.scores

    def _tell(self, event: Event, scored: list[Scored]) -> list[str]:
        if isinstance(event, Dealt) and event.deal == 1:  # a new game
            self.scores = self.before = (0,) * self.settings.sides
        self._peg(scored)
        book, style = self.book, self.style
        score = score_text(self.scores)
        # A claim is settled when something else than a call of muggins on it follows.
        lines = [] if isinstance(event, CalledMuggins | Passed | Started) else self.settle()
        match event:
            case CutForDeal(seat, card):
                lines.append(book.say("game.cut", name=self.names[seat], card=style.card(card)))
                lines += self._settle_cut(seat, rank_of(card))
            case Dealt():
                lines += self._tell_deal(event)
                lines += [book.say("game.first_pone", name=self.names[each.seat], score=score) for each in scored]
            case Discarded(seat, cards):
                hidden = self.me is not None and seat != self.me
                phrase = "game.toss_hidden" if hidden else "game.toss"
                lines.append(book.say(phrase, name=self.names[seat], cards=style.cards(cards), number=len(cards)))
            case Turned(card):
                self.after_go = False
                lines.append(book.say("game.starter", card=style.card(card)))
                lines += [book.say("game.heels", name=self.names[each.seat], score=score) for each in scored]
            case Played() | SaidGo():
                lines += self._tell_play(event, scored)
            case Shown():
                lines += self._tell_show(event, scored)
            case CalledMuggins():
                lines += self._tell_muggins(event, scored)
            case Ended():
                lines += self._tell_end(event)
            case MatchEnded(games, winners):
                names = self.join_names(winners)
                lines.append(book.say("game.match", names=names, games=score_text(games)))
            case _:
                pass
        return lines

    def _settle_cut(self, seat: int, rank: int) -> list[str]:
        """Say it where a round of cuts ends in a tie."""
        self.cuts[seat] = rank
        if len(self.cuts) < self.cutters:
            return []
        ranks = [*self.cuts.values()]
        self.cuts = {}
        self.cutters = ranks.count(min(ranks))
        return [self.book.say("game.cut_again")] if self.cutters > 1 else []

    def _tell_deal(self, event: Dealt) -> list[str]:
        phrase = "game.deal" if self.settings.match == 1 else "game.deal_of"
        name = self.names[event.dealer]
        lines = ["", self.book.say(phrase, deal=event.deal, game=event.game, name=name)]
        if self.me is None:
            lines += [f"{self.names[seat]}: {self.style.cards(sorted(hand))}" for seat, hand in enumerate(event.hands)]
        if event.kitty:
            lines.append(self.book.say("game.kitty"))
        return lines

    def _tell_play(self, event: Played | SaidGo, scored: Sequence[Scored]) -> list[str]:
        book, name = self.book, self.names[event.seat]
        score = score_text(self.scores)
        if isinstance(event, SaidGo):
            self.after_go = True
            lines = [book.say("game.go", name=name)]
            for each in scored:  # the point belongs to whoever played last
                said = announce_scores([Score("last", 1, 1)], book, after_go=True)
                lines.append(book.say("game.last_after", name=self.names[each.seat], said=said, score=score))
        else:
            scores = [
                Score(each.reason, each.points, _SIZES.get((each.reason, each.points), each.points)) for each in scored
            ]
            said = announce_scores(scores, book, after_go=self.after_go)
            phrase = "game.play_scores" if said else "game.play"
            card = self.style.card(event.card)
            lines = [book.say(phrase, name=name, card=card, count=event.count, said=said, score=score)]
        if any(each.reason in ("last", "thirty-one") for each in scored):
            self.after_go = False
        return lines

    def _counted(self, shown: Shown) -> Counted:
        return count_hand(sorted(shown.cards), shown.starter, crib=shown.what == "crib")

    def whose(self, seat: int, what: str) -> str:
        """Say whose hand or crib is counted."""
        return self.book.say("game.crib_of" if what == "crib" else "game.hand", name=self.names[seat])

    def _what(self, shown: Shown) -> tuple[str, str]:
        cards = f"{self.style.cards(sorted(shown.cards))} / {self.style.card(shown.starter)}"
        return self.whose(shown.seat, shown.what), cards

    def _tell_show(self, shown: Shown, scored: Sequence[Scored]) -> list[str]:
        book, settings = self.book, self.settings
        what, cards = self._what(shown)
        self.shown = shown
        score = score_text(self.scores)
        if shown.seat not in settings.claims:
            counted = self._counted(shown)
            if not counted.items:
                return [book.say("game.show_nothing", what=what, cards=cards)]
            call = announce_call(counted.items, book)
            return [book.say("game.show", what=what, cards=cards, call=call, points=shown.worth, score=score)]
        lines = [book.say("game.claimed", what=what, cards=cards, claimed=shown.claimed, score=score)]
        ended = max(self.scores) >= settings.target
        mine = shown.seat == self.me
        if settings.is_called(shown.seat) and shown.claimed <= shown.worth and not ended:
            self.open = shown
            if mine:  # his own claim stands: he may know at once
                lines += self.settle()
            return lines
        lines += self._truth(shown)
        claimed, worth = shown.claimed, shown.worth
        penalties = [each for each in scored if each.reason == "penalty"]
        if claimed > worth and penalties:
            name = self.names[penalties[0].seat]
            lines.append(book.say("game.overclaim_strict", claimed=claimed, worth=worth, name=name, score=score))
        elif claimed > worth:
            lines.append(book.say("game.overclaim", claimed=claimed, worth=worth))
        elif claimed < worth and settings.hazard:
            lines.append(book.say("game.hazard_claim", claimed=claimed, worth=worth))
        elif claimed < worth and not settings.muggins:
            lines.append(book.say("game.underclaim", claimed=claimed, worth=worth))
        return lines

    def _truth(self, shown: Shown) -> list[str]:
        counted = self._counted(shown)
        if not counted.items:
            return [self.book.say("game.truth_nothing")]
        call = announce_call(counted.items, self.book)
        return [self.book.say("game.truth", worth=shown.worth, call=call)]

    def _tell_muggins(self, event: CalledMuggins, scored: Sequence[Scored]) -> list[str]:
        book, name = self.book, self.names[event.seat]
        score = score_text(self.scores)
        if not event.points:
            lines = [book.say("game.muggins_false", name=name, named=event.named)]
            for each in scored:
                seat = self.names[each.seat]
                lines.append(book.say("game.penalty", points=each.points, name=seat, score=score))
            return lines
        shown = self.shown
        items: Sequence[Item] = ()
        if shown is not None:
            from crib_cli.drill.grading import name_missed  # few games come to this

            items = name_missed(self._counted(shown).items, min(event.points, shown.worth - shown.claimed))
        named = ", ".join(name_item(item, book, self.style) for item in items)
        lines = [book.say("game.muggins", items=named, points=event.points, name=name, score=score)]
        return lines + self.settle()

    def _tell_end(self, event: Ended) -> list[str]:
        book = self.book
        lines = [book.say("game.end", names=self.join_names(event.winners), score=score_text(event.scores))]
        if event.skunk is not None:
            lines.append(book.say("game.skunk." + event.skunk, games=event.games))
        if self.settings.match > 1:
            won = {self.settings.side_of(seat) for seat in event.winners}
            self.games = tuple(games + event.games * (side in won) for side, games in enumerate(self.games))
            lines.append(book.say("game.match_stands", games=score_text(self.games)))
        return lines

    def join_names(self, seats: Sequence[int]) -> str:
        """Return the names of some seats in one phrase."""
        *first, last = [self.names[seat] for seat in seats]
        return self.book.say("game.and", first=", ".join(first), last=last) if first else last


def name_item(item: Item, book: Phrasebook, style: Style) -> str:
    """Return a combination by its kind and cards."""
    return f"{book.say('kind.' + item.kind, size=len(item.cards))} {style.cards(item.cards)}"
