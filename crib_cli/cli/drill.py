"""``crib drill``: questions at a prompt or from a pipe, a race, and the history behind it."""

from datetime import UTC, datetime
from typing import NamedTuple

from crib_cli.cli.options import Common, read_choice
from crib_cli.cli.prompt import HELP, HINT, QUIT, Dialogue, EndOfInputError
from crib_cli.core.breakdown import KINDS, Item, points_by_kind
from crib_cli.core.call_words import NINETEEN
from crib_cli.core.choosing import choose_cards
from crib_cli.core.claims import parse_claim
from crib_cli.core.rules import SIX
from crib_cli.core.verdicts import Verdict
from crib_cli.drill.features import FEATURES
from crib_cli.drill.grading import (
    Answer,
    grade_discard,
    grade_kinds,
    grade_parts,
    grade_peg,
    grade_total,
    missed_features,
    name_missed,
)
from crib_cli.drill.history import History, Row, make_row, rebuild
from crib_cli.drill.items import Accepted, claim_item, is_done
from crib_cli.drill.questions import (
    WINDOW,
    CountQuestion,
    DiscardQuestion,
    PegQuestion,
    Question,
    Tally,
    ask_question,
    tally_answers,
)
from crib_cli.drill.session import TARGET, DrillSettings, Session, add_answer, share_points
from crib_cli.errors import ClaimError, CribError, StoreError, UsageError
from crib_cli.files import data_folder
from crib_cli.output import drill_text
from crib_cli.output.card_view import BOX
from crib_cli.output.diagnostics import ExitCode, complain
from crib_cli.output.plain import count_lines
from crib_cli.output.streams import Output
from crib_cli.output.verdict_text import impossible_line, verdict_lines
from crib_cli.words.catalog import load_book

FORMATS = ("text", "json")
MODES = ("total", "items", "learn")
LIST = ("list", "?")
"""Values of ``--feature`` that ask for the names it takes."""


class DrillRequest(NamedTuple):
    """What ``crib drill`` was asked for, as plain values; None where it was not said."""

    kind: str
    rounds: int | None
    seed: int | None
    mode: str
    level: int
    target: int | None
    timed: bool
    muggins: bool
    strict: bool
    adapt: bool
    feature: str | None
    new: bool
    stats: bool
    form: str
    common: Common


class _LeaveError(Exception):
    """The user asked to stop."""


def run(request: DrillRequest) -> ExitCode:
    """Drill, or show the history. Raises CribError for what the user can mend."""
    output = Output()
    if request.feature in LIST and not request.stats:
        lines = drill_text.feature_lines(request.kind, load_book(request.common.lang))
        output.write_text("".join(line + "\n" for line in lines))
        return ExitCode.DONE
    request = _check(request)
    history = History(data_folder())
    try:
        book = load_book(request.common.lang)
        if history.aside is not None:
            error = StoreError("store.aside", path=str(history.path), aside=str(history.aside))
            complain("crib: " + book.explain(error))
        if request.stats:
            return _show_stats(request, history, output)
        return _Drill(request, history, output).run()
    finally:
        history.close()


def _check(request: DrillRequest) -> DrillRequest:
    if request.stats:
        for option, given in _asked(request).items():
            if given:
                raise UsageError("usage.not_with", option=option, other="--stats")
    if request.mode != "total" and request.kind in ("peg", "discard"):
        raise UsageError("drill.mode", mode=request.mode, kind=request.kind)
    if request.feature is None:
        return request
    return request._replace(feature=read_choice("--feature", request.feature, FEATURES[request.kind]))


def _asked(request: DrillRequest) -> dict[str, bool]:
    """Return which options about questions and the race were given otherwise than they are by default."""
    return {
        "--rounds": request.rounds is not None,
        "--seed": request.seed is not None,
        "--mode": request.mode != "total",
        "--feature": request.feature is not None,
        "--no-adapt": not request.adapt,
        "--target": request.target is not None,
        "--no-muggins": not request.muggins,
        "--strict-claims": request.strict,
        "--timed": request.timed,
        "--new": request.new,
    }


def _show_stats(request: DrillRequest, history: History, output: Output) -> ExitCode:
    from crib_cli.drill.stats import sum_up  # a drill does without

    stats = sum_up(history.answers())
    if request.form == "json":
        from crib_cli.output.drill_records import stats_json  # only for the machine format

        output.write_text(stats_json(stats) + "\n")
        return ExitCode.DONE
    signs = not request.common.ascii and output.can_show(drill_text.SPARKS + "░")
    lines = drill_text.stats_lines(stats, load_book(request.common.lang), signs=signs)
    output.write_text("".join(line + "\n" for line in lines))
    return ExitCode.DONE


def choose_settings(request: DrillRequest, seed: int) -> DrillSettings:
    """Return the settings of a drill: rounds where they are given, a race to the target otherwise or if it is given."""
    target = request.target
    if target is None and request.rounds is None:
        target = TARGET
    return DrillSettings(
        request.kind,
        request.mode,
        request.level,
        seed,
        request.rounds,
        target,
        request.muggins,
        request.strict,
        request.adapt,
        request.feature,
    )


class _Drill:
    """One drill in progress."""

    def __init__(self, request: DrillRequest, history: History, output: Output) -> None:
        self.request = request
        self.history = history
        self.book = load_book(request.common.lang)
        self.style = request.common.style(output)
        self.output = output
        self.talk = Dialogue(output, on_stderr=request.form == "json")
        self.boxed = output.is_terminal and request.common.may_draw and output.can_show(BOX)
        self.hinted = False
        self.asking = 0, 0
        self.rows: list[Row] = []
        self.past: list[tuple[tuple[str, ...], tuple[str, ...]]] = []

    def run(self) -> ExitCode:
        number, session = self.open()
        self.talk.say(*drill_text.intro_lines(session.settings, self.book))
        if session.round:
            self.talk.say(self.book.say("drill.goes_on", round=session.round + 1))
        ended, code = "input", ExitCode.DONE
        try:
            while not session.is_over:
                session = self.play_round(number, session)
            ended = session.ended or ended
        except _LeaveError:
            ended = "quit"
        except EndOfInputError:
            complain("crib: " + self.book.say("drill.input_ended", round=session.round + 1))
        except KeyboardInterrupt:
            self.talk.say("")
            complain("crib: " + self.book.say("drill.interrupted", round=session.round + 1))
            code = ExitCode.INTERRUPTED
        if ended != "input":
            self.history.end(number, ended)
        self.close(number, session, ended)
        return code

    def open(self) -> tuple[int, Session]:
        """Go on with a drill that was interrupted, or begin one."""
        from secrets import randbelow  # a third of a millisecond, not for every command

        request = self.request
        seed = randbelow(10**6) if request.seed is None else request.seed
        settings = choose_settings(request, seed)
        found = None if request.new else self.history.reopen(settings, any_seed=request.seed is None)
        if found is None:
            number = self.history.begin(settings, _now())
        else:
            number, settings = found
        self.rows = self.history.answers(session=number)
        if settings.adapt:
            self.past = [
                (row.features, row.features_missed)
                for row in self.history.answers(kind=settings.kind, before=number, last=WINDOW)
            ]
        return number, rebuild(settings, self.rows)

    def tally(self, settings: DrillSettings) -> Tally | None:
        """Add up what was got wrong, before this drill and in it."""
        if not settings.adapt:
            return None
        now = [(row.features, row.features_missed) for row in self.rows]
        return tally_answers([*self.past, *now][-WINDOW:])

    def close(self, number: int, session: Session, ended: str) -> None:
        timed = self.request.timed or self.talk.is_terminal
        self.talk.say("", *drill_text.summary_lines(session, self.rows, self.book, timed=timed))
        if self.request.form == "json":
            from crib_cli.output.drill_records import summary_json  # only for the machine format

            self.output.write_text(summary_json(number, session, self.rows, ended) + "\n")

    def play_round(self, number: int, session: Session) -> Session:
        """Ask one question, judge the answer, write it down, and show what came of it."""
        settings = session.settings
        question = ask_question(
            settings.kind,
            settings.level,
            settings.seed,
            session.round + 1,
            self.tally(settings),
            feature=settings.feature,
        )
        self.asking = number, session.round + 1
        self.hinted = self.history.is_hinted(*self.asking)
        self.talk.thought = 0.0
        self.talk.say("", drill_text.head_line(session, self.book))
        self.show(question)
        match question:
            case CountQuestion() if settings.mode == "items":
                answer, lines, missed = self.ask_items(question, strict=settings.strict)
            case CountQuestion() if settings.mode == "learn":
                answer, lines, missed = self.ask_kinds(question)
            case CountQuestion():
                answer, lines, missed = self.ask_total(question)
            case PegQuestion():
                answer, lines, missed = self.ask_peg(question)
            case DiscardQuestion():
                answer, lines, missed = self.ask_discard(question)
        points = share_points(session, answer, hinted=self.hinted)
        after = add_answer(session, answer, hinted=self.hinted)
        row = make_row(
            number,
            session,
            question,
            answer,
            missed_features(question, answer),
            points=points,
            answered=_now(),
            hinted=self.hinted,
            seconds=self.talk.thought,
        )
        self.history.add(row)
        self.rows.append(row)
        self.talk.say(*lines, *self.outcome(answer, points, missed, settings))
        return after

    def outcome(
        self, answer: Answer, points: tuple[float, float], missed: tuple[Item, ...], settings: DrillSettings
    ) -> list[str]:
        """Say what the answer moved: muggins, the excess under strict claims, a hint's price, the time."""
        book = self.book
        lines: list[str] = []
        shouted = min(answer.missed, points[1]) if settings.muggins else 0
        excess = round(points[1] - shouted, 2)  # less than was claimed too many where the other side is home with it
        if self.hinted:
            lines.append(book.say("drill.hint_cost"))
        if shouted:
            lines.append(drill_text.shout_line(missed, answer.missed, shouted, book, self.style))
        if excess:
            lines.append(book.say("drill.excess_strict", points=drill_text.show_points(excess)))
        elif answer.excess and not settings.strict and not self.hinted:
            lines.append(book.say("drill.excess"))
        if self.request.timed:
            lines.append(book.say("drill.seconds", seconds=f"{self.talk.thought:.1f}"))
        return lines

    def show(self, question: Question) -> None:
        self.talk.say(*drill_text.question_lines(question, self.book, self.style, boxed=self.boxed))

    def ask(self, question: Question, mode: str, prompt: str) -> str:
        """Return the next answer to a prompt; help, hints and leaving are seen to here."""
        while True:
            text = self.talk.ask(prompt)
            word = text.lower()
            if word in QUIT:
                raise _LeaveError
            if word in HELP:
                self.talk.say(*drill_text.help_lines(question, mode, self.book, self.request.common.letters))
                self.show(question)
            elif word in HINT:
                self.history.take_hint(*self.asking)
                self.hinted = True
                self.talk.say(*drill_text.hint_lines(question, self.book, self.style))
            elif text:
                return text

    def refuse(self, error: CribError) -> None:
        complain("crib: " + self.book.explain(error))

    def ask_total(self, question: CountQuestion) -> tuple[Answer, list[str], tuple[Item, ...]]:
        book, counted = self.book, question.counted
        while True:
            text = self.ask(question, "total", book.say("drill.ask_total"))
            try:
                answer, verdict = grade_total(question, text)
            except ClaimError as error:
                self.refuse(error)
                continue
            break
        lines = count_lines(counted, book, self.style)
        slang = text.strip().lower() in NINETEEN and counted.total > 0
        if verdict.word == "impossible" or slang:
            said = verdict._replace(claimed=19) if slang else verdict
            lines.insert(0, impossible_line(said, counted, SIX, book))
        lines += verdict_lines(verdict, counted, book, self.style)
        return answer, lines, _missed_items(verdict, question, answer)

    def ask_items(self, question: CountQuestion, *, strict: bool) -> tuple[Answer, list[str], tuple[Item, ...]]:
        book, counted = self.book, question.counted
        taken: frozenset[int] = frozenset()
        said: list[str] = []
        kinds: set[str] = set()
        total = excess = 0
        while True:
            text = self.ask(question, "items", book.say("drill.ask_item"))
            if is_done(text):
                break
            try:
                found = claim_item(counted, taken, text, self.request.common.letters)
            except CribError as error:
                self.refuse(error)
                continue
            said.append(text)
            if isinstance(found, Accepted):
                taken |= set(found.items)
                items = [counted.items[number] for number in found.items]
                total += sum(item.points for item in items)
                self.talk.say(drill_text.item_line(items, total, book, self.style))
            else:
                if found.points:
                    excess += found.points
                    kinds.add(found.kind)
                self.talk.say(drill_text.refusal_line(found, book, strict=strict))
        missed = tuple(item for number, item in enumerate(counted.items) if number not in taken)
        kinds |= {item.kind for item in missed}
        wrong = tuple(kind for kind in KINDS if kind in kinds)
        answer = grade_parts("; ".join(said), counted, total, total, excess, wrong)
        lines = [*count_lines(counted, book, self.style), drill_text.parts_line(answer, book)]
        return answer, lines, missed

    def ask_kinds(self, question: CountQuestion) -> tuple[Answer, list[str], tuple[Item, ...]]:
        book, counted = self.book, question.counted
        claims: list[int] = []
        missed: list[Item] = []
        for kind, worth in points_by_kind(counted.items).items():
            self.talk.say(book.say("drill.learn." + kind))
            while True:
                text = self.ask(question, "learn", book.say("drill.ask_kind", kind=book.say("drill.kinds." + kind)))
                try:
                    claim = parse_claim(text).total
                except ClaimError as error:
                    self.refuse(error)
                    continue
                break
            claims.append(claim)
            items = [item for item in counted.items if item.kind == kind]
            missed += name_missed(items, worth - claim) if claim < worth else ()
            self.talk.say(*drill_text.kind_lines(kind, claim, counted, book, self.style))
        answer = grade_kinds(counted, claims)
        lines = [*count_lines(counted, book, self.style), drill_text.parts_line(answer, book)]
        return answer, lines, tuple(missed)

    def ask_peg(self, question: PegQuestion) -> tuple[Answer, list[str], tuple[Item, ...]]:
        while True:
            text = self.ask(question, "peg", self.book.say("drill.ask_peg"))
            try:
                answer = grade_peg(question, text)
            except ClaimError as error:
                self.refuse(error)
                continue
            return answer, drill_text.peg_answer_lines(question.scores, answer, self.book), ()

    def ask_discard(self, question: DiscardQuestion) -> tuple[Answer, list[str], tuple[Item, ...]]:
        while True:
            text = self.ask(question, "discard", self.book.say("drill.ask_discard"))
            try:
                toss = choose_cards(text, question.cards, 2, self.request.common.letters)
            except CribError as error:
                self.refuse(error)
                continue
            answer = grade_discard(question, text, toss)
            return answer, self.discard_lines(question, answer, toss), ()

    def discard_lines(self, question: DiscardQuestion, answer: Answer, toss: tuple[int, ...]) -> list[str]:
        """Show the best throw beside the one chosen, and why it is better."""
        from crib_cli.analysis.discard import rank_discards  # as in grading
        from crib_cli.output.discard_text import Ranking, explain_line

        choices = rank_discards(question.cards, question.role)
        mine = next(choice for choice in choices if sorted(choice.toss) == sorted(toss))
        place = choices.index(mine) + 1
        said = drill_text.discard_place(place, len(choices), answer, self.book)
        if answer.word == "exact":
            return [said]
        ranking = Ranking(question.cards, question.role, 2, (choices[0], mine))
        return [said, explain_line(ranking, self.book, self.style)]


def _missed_items(verdict: Verdict, question: CountQuestion, answer: Answer) -> tuple[Item, ...]:
    """Name what makes up the points that a claim left out, for a call out of what it did not say."""
    if not answer.missed:
        return ()
    unsaid = tuple(item for missed in verdict.missed for item in missed.among[-missed.number :])
    return name_missed(unsaid or question.counted.items, int(answer.missed))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
