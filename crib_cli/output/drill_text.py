"""The drill in words: the question, what came of the answer, the score, the summary, the statistics."""

from collections.abc import Sequence

from crib_cli.core.breakdown import KINDS, Counted, Item, points_by_kind
from crib_cli.core.letters import Letters, write_card
from crib_cli.core.numerals import spell_number
from crib_cli.core.pegging import Score
from crib_cli.drill.features import FEATURES
from crib_cli.drill.grading import Answer
from crib_cli.drill.history import Row, plain_number
from crib_cli.drill.items import Refused
from crib_cli.drill.questions import CountQuestion, DiscardQuestion, PegQuestion, Question
from crib_cli.drill.session import DrillSettings, Session
from crib_cli.drill.stats import Share, Stats, advise
from crib_cli.output.card_view import draw_cards
from crib_cli.output.plain import Style
from crib_cli.words.announce import announce_scores
from crib_cli.words.catalog import Phrasebook

BAR = 10
SPARKS = "▁▂▃▄▅▆▇█"
ASCII_SPARKS = "_.-=+*%#"


def show_points(value: float) -> str:
    """Return points: whole as they are, others with two decimals.

    >>> show_points(12), show_points(6.5)
    ('12', '6.50')
    """
    return str(int(value)) if value == int(value) else f"{value:.2f}"


def intro_lines(settings: DrillSettings, book: Phrasebook) -> list[str]:
    """Say what is drilled, until when, and by which rules."""
    goal = (
        book.say("drill.goal_target", target=settings.target)
        if settings.rounds is None
        else book.say("drill.goal_rounds", rounds=settings.rounds)
        if settings.target is None
        else book.say("drill.goal_both", rounds=settings.rounds, target=settings.target)
    )
    what = book.say(f"drill.kind.{settings.kind}")
    lines = [book.say("drill.intro", what=what, goal=goal, level=settings.level, seed=settings.seed)]
    if settings.muggins:
        lines.append(book.say("drill.rule_muggins"))
    if settings.strict:
        lines.append(book.say("drill.rule_strict"))
    lines.append(book.say("drill.keys"))
    return lines


def feature_lines(kind: str, book: Phrasebook) -> list[str]:
    """List what ``--feature`` takes for a kind of drill, each with what it means."""
    width = max(map(len, FEATURES[kind]))
    return [f"{name:<{width}}  {book.say('feature.' + name)}" for name in FEATURES[kind]]


def head_line(session: Session, book: Phrasebook) -> str:
    """Return the line above a question: the round and the score."""
    return book.say("drill.round", round=session.round + 1, score=score_line(session, book))


def score_line(session: Session, book: Phrasebook) -> str:
    """Return the score of both sides."""
    return book.say("drill.score", you=show_points(session.you), other=show_points(session.other))


def question_lines(question: Question, book: Phrasebook, style: Style, *, boxed: bool) -> list[str]:
    """Return what is asked, the cards drawn where ``boxed``; never the answer."""
    match question:
        case CountQuestion(counted):
            if boxed:
                lines = draw_cards(counted.hand, style, counted.starter)
                return [book.say("drill.crib"), *lines] if counted.crib else lines
            cards = style.cards(counted.hand)
            if counted.starter is not None:
                cards += " / " + style.card(counted.starter)
            return [book.say("count.crib" if counted.crib else "count.hand", cards=cards)]
        case PegQuestion(series, seat, card, count):
            played = style.cards([before for _, before in series])
            before = book.say("drill.played", cards=played, count=count - _value(card))
            lines = [before, book.say("drill.plays", player=seat + 1, card=style.card(card), count=count)]
            return [*lines, book.say("drill.ends")] if question.ends and count < 31 else lines
        case DiscardQuestion(cards, role):
            shown = draw_cards(cards, style) if boxed else [style.cards(cards)]
            return [book.say(f"discard.{role}"), *shown]


def _value(card: int) -> int:
    from crib_cli.core.cards import value_of

    return value_of(card)


def help_lines(question: Question, mode: str, book: Phrasebook, letters: Letters) -> list[str]:
    """Say what can be typed now, with cards of the question for an example."""
    kind = "peg" if isinstance(question, PegQuestion) else "discard" if isinstance(question, DiscardQuestion) else mode
    cards = question.cards[:2] if isinstance(question, DiscardQuestion) else ()
    example = " ".join(write_card(card, letters) for card in cards)
    return [book.say(f"drill.help_{kind}", example=example), book.say("drill.help_all")]


def hint_lines(question: Question, book: Phrasebook, style: Style) -> list[str]:
    """Return a help that does not give the answer itself away, but most of it."""
    match question:
        case CountQuestion(counted):
            kinds = [item.kind for item in counted.items]
            parts = [
                book.say("drill.hint_kind", kind=book.say(f"drill.kinds.{kind}"), number=kinds.count(kind))
                for kind in KINDS
                if kind in kinds
            ]
            return [book.say("drill.hint", hint=", ".join(parts) or book.say("drill.hint_nothing"))]
        case PegQuestion():
            reasons = [book.say(f"drill.score_{score.reason}") for score in question.scores]
            return [book.say("drill.hint", hint=", ".join(reasons) or book.say("drill.hint_nothing"))]
        case DiscardQuestion(cards, role):
            from crib_cli.analysis.discard import rank_discards  # as in grading

            card = style.card(rank_discards(cards, role)[0].toss[0])
            return [book.say("drill.hint", hint=book.say("drill.hint_toss", card=card))]


def refusal_line(refused: Refused, book: Phrasebook, *, strict: bool) -> str:
    """Say why a combination does not count, and, with strict claims, what it costs."""
    said = book.say("refuse." + refused.reason, number=refused.number) if refused.reason in _REFUSALS else ""
    said = said or book.say("reason." + refused.reason, number=refused.number)
    if strict and refused.points:
        return book.say("drill.refused_strict", reason=said, points=refused.points)
    return book.say("drill.refused", reason=said)


_REFUSALS = {"sum", "not-run", "not-pair", "rank", "not-held", "taken", "none-left"}


def item_line(items: Sequence[Item], total: int, book: Phrasebook, style: Style) -> str:
    """Say that combinations were accepted, with the total so far."""
    named = ", ".join(_name_item(item, book, style) for item in items)
    return book.say("drill.accepted", items=named, total=total)


def _name_item(item: Item, book: Phrasebook, style: Style) -> str:
    kind = book.say("kind." + item.kind, size=len(item.cards))
    return f"{kind} {style.cards(item.cards)}"


def kind_lines(kind: str, claimed: int, counted: Counted, book: Phrasebook, style: Style) -> list[str]:
    """Say what one kind counts, behind a claim of it in learn mode."""
    items = [item for item in counted.items if item.kind == kind]
    worth = points_by_kind(counted.items)[kind]
    shown = [f"  {_name_item(item, book, style)}" for item in items]
    phrase = "drill.learn_right" if claimed == worth else "drill.learn_wrong"
    return [book.say(phrase, points=worth), *shown]


def shout_line(missed: Sequence[Item], worth: float, points: float, book: Phrasebook, style: Style) -> str:
    """Call muggins as a player would: what was missed, ``worth`` so much, and the points that go to the other side.

    Where what was missed does not come to whole combinations, none is named.
    """
    whole = sum(item.points for item in missed) == worth
    named = ", ".join(_name_item(item, book, style) for item in missed) if whole else ""
    number = spell_number(int(points), book.lang) if points == int(points) else show_points(points)
    return book.say("drill.muggins", items=named, points=number) if named else book.say("drill.lost", points=number)


def peg_answer_lines(scores: Sequence[Score], answer: Answer, book: Phrasebook) -> list[str]:
    """Say what a card scores and whether the answer was right."""
    said = announce_scores(scores, book, after_go=False) or book.say("drill.peg_nothing")
    return [f"{said}: {show_points(answer.truth)}", verdict_line(answer, book)]


def verdict_line(answer: Answer, book: Phrasebook) -> str:
    """Return the verdict on a claim of points."""
    gap = show_points(abs(answer.truth - answer.claimed))
    word = "over" if answer.word == "impossible" else answer.word
    claimed, total = show_points(answer.claimed), show_points(answer.truth)
    return book.say("claim." + word, claimed=claimed, gap=gap, total=total)


def parts_line(answer: Answer, book: Phrasebook) -> str:
    """Say what of a count in parts stands."""
    word = "parts_right" if answer.right else "parts_wrong"
    claimed, total = show_points(answer.taken), show_points(answer.truth)
    return book.say(f"drill.{word}", taken=claimed, total=total)


def discard_place(place: int, ways: int, answer: Answer, book: Phrasebook) -> str:
    """Say how a throw stands among all of them, and what it loses in expected points."""
    if answer.word == "exact":
        return book.say("drill.discard_best", worth=show_points(answer.truth))
    lost = f"{answer.missed:.2f}"
    return book.say("drill.discard_lost", lost=lost, place=place, ways=ways, best=show_points(answer.truth))


def summary_lines(session: Session, rows: Sequence[Row], book: Phrasebook, *, timed: bool) -> list[str]:
    """Say how the drill went, what was missed most, and the command that practises it.

    ``timed`` adds the mean seconds of an answer, which say nothing where a script has given them.
    """
    if not rows:
        return [book.say("drill.no_answers")]
    lines: list[str] = []
    if session.ended == "target":
        lines.append(book.say("drill.won" if session.you >= session.other else "drill.lost_race"))
    lines.append(
        book.say(
            "drill.summary_timed" if timed else "drill.summary",
            rounds=len(rows),
            right=session.right,
            percent=round(100 * session.right / len(rows)),
            seconds=f"{sum(row.seconds for row in rows) / len(rows):.1f}",
            score=score_line(session, book),
        )
    )
    kind = session.settings.kind
    worst = advise(list(rows), 1)
    if worst is not None and worst.name in FEATURES[kind]:
        name = book.say("feature." + worst.name)
        lines.append(
            book.say("drill.missed_most", feature=name, missed=worst.answers - worst.right, seen=worst.answers)
        )
        lines.append(book.say("drill.practise", command=f"crib drill {kind} --feature {worst.name}"))
    elif session.right == len(rows) and session.settings.level < 5:
        lines.append(book.say("drill.harder", command=f"crib drill {kind} --level {session.settings.level + 1}"))
    return lines


def stats_lines(stats: Stats, book: Phrasebook, *, signs: bool) -> list[str]:
    """Return the history as tables with small plots."""
    if stats.total is None:
        return [book.say("stats.none")]
    full, empty, sparks = ("█", "░", SPARKS) if signs else ("#", ".", ASCII_SPARKS)
    total = stats.total
    lines = [
        book.say(
            "stats.all",
            answers=total.answers,
            percent=round(100 * total.accuracy),
            seconds=f"{total.seconds:.1f}",
            missed=show_points(total.missed),
        ),
        book.say("stats.streaks", streak=stats.streak, best=stats.best_streak),
    ]
    if stats.fastest is not None:
        lines.append(book.say("stats.fastest", seconds=f"{stats.fastest:.1f}"))
    drills = {share.name: book.say(f"drill.kind.{share.name}") for share in stats.kinds}
    lines += _table(book.say("stats.by_kind"), stats.kinds, drills, book, (full, empty))
    if stats.combinations:
        names = {share.name: book.say(f"drill.kinds.{share.name}") for share in stats.combinations}
        lines += _table(book.say("stats.by_combination"), stats.combinations, names, book, (full, empty))
    for kind, shares in stats.features.items():
        names = {share.name: book.say("feature." + share.name) for share in shares}
        lines += _table(f"{drills[kind]}: {book.say('stats.by_feature')}", shares, names, book, (full, empty))
    lines += _table(book.say("stats.by_week"), stats.weeks, {}, book, (full, empty))
    if len(stats.weeks) > 1:
        lines.append(book.say("stats.plot", plot=_spark([week.accuracy for week in stats.weeks], sparks)))
        slowest = max(week.seconds for week in stats.weeks) or 1
        plot = _spark([week.seconds / slowest for week in stats.weeks], sparks)
        lines.append(book.say("stats.speed_plot", plot=plot))
    return lines


def _spark(values: Sequence[float], sparks: str) -> str:
    return "".join(sparks[min(int(value * len(sparks)), len(sparks) - 1)] for value in values)


def _table(
    title: str, shares: Sequence[Share], names: dict[str, str], book: Phrasebook, signs: tuple[str, str]
) -> list[str]:
    heads = ["", *(book.say("stats." + head) for head in ("answers", "right", "missed", "seconds"))]
    rows = [
        [
            names.get(share.name, share.name),
            str(share.answers),
            f"{round(100 * share.accuracy)} %",
            show_points(plain_number(share.missed)),
            f"{share.seconds:.1f}",
        ]
        for share in shares
    ]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = ["", title]
    for row, share in zip([heads, *rows], [None, *shares], strict=True):
        cells = [
            f"  {row[0]:<{widths[0]}}",
            *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        if share is not None:
            filled = round(BAR * share.accuracy)
            cells.append(signs[0] * filled + signs[1] * (BAR - filled))
        lines.append("  ".join(cells).rstrip())
    return lines
