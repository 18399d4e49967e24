"""The command tree: signatures and help. Commands return what is to be done; ``__main__`` does it."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from crib_cli import __version__
from crib_cli.cli.options import (
    Batch,
    Common,
    batch_parameters,
    common_parameters,
    read_choice,
    read_score,
    read_seconds,
    read_whole,
    set_parameters,
    with_options,
)
from crib_cli.core.rules import VARIANTS
from crib_cli.errors import UsageError
from crib_cli.output.diagnostics import ExitCode
from crib_cli.output.streams import Output
from crib_cli.words.catalog import Phrasebook, Phrases

MOST_EACH = 13
MOST_CHOICES = 99
MOST_ROUNDS = 10_000
MOST_SEED = 10**9 - 1
MOST_TARGET = 1_000
MOST_GAMES = 1_000_000
MOST_DELAY = 60

Action = Callable[[], ExitCode]


def _plain(book: Phrasebook) -> Callable[[str], str]:
    """Return a parser that leaves words as they are; Typer shows its name as their type."""

    def as_given(word: str) -> str:
        return word

    as_given.__name__ = book.say("parser.text")
    return as_given


class App(typer.Typer):
    """The command tree while it is put together; ``command_class`` is what its commands are made of."""

    command_class: Any = None


def build_app(book: Phrasebook, *, rich_help: bool, only: str | None = None, translate: bool = False) -> App:
    """Return the command tree with help in the book's language, drawn with Rich or in plain lines.

    ``translate`` puts the parser's own words into that language too, which takes a little longer. ``only`` names the
    one command that will run: the others are then listed but not built, which saves a
    millisecond of start-up each.
    """
    if rich_help:
        # Rich reads square brackets in help as markup; a backslash before one keeps it as it is.
        helps = {name: text.replace("[", "\\[") for name, text in book.phrases.items() if name.startswith("help.")}
        book = book._replace(phrases=Phrases(book.lang, book.phrases | helps))
    group = command = None
    if translate and book.lang != "en":
        from crib_cli.cli.parser_words import usage_classes  # only where help is read

        group, command = usage_classes(book.say("parser.usage"))
    app = App(
        cls=group,
        options_metavar=book.say("parser.options"),
        subcommand_metavar=book.say("parser.subcommand"),
        add_completion=False,
        context_settings={"help_option_names": []},  # one of our own: in the user's language, in any encoding
        epilog=book.say("help.epilog"),
        help=book.say("help.app"),
        pretty_exceptions_enable=False,
        rich_markup_mode="rich" if rich_help else None,
    )
    app.command_class = command
    shared = common_parameters(book)

    def begin(
        ctx: typer.Context,
        version: Annotated[bool, typer.Option("--version", is_eager=True, help=book.say("help.version"))] = False,
        **before: Any,
    ) -> None:
        if version:
            typer.echo(f"crib {__version__}")
            raise typer.Exit
        ctx.obj = before
        if ctx.invoked_subcommand is None:
            text = ctx.get_help()
            if text:
                Output().write_text(text + "\n")
            raise typer.Exit

    own = [p for p in inspect.signature(begin).parameters.values() if p.kind is not p.VAR_KEYWORD]
    app.callback(invoke_without_command=True)(set_parameters(begin, [*own, *shared]))
    for name, add in COMMANDS.items():
        if only in (None, name) or only not in COMMANDS:
            add(app, book, shared)
        else:
            app.command(name, help=book.say("help." + name))(_not_built)
    return app


def _add_count(app: App, book: Phrasebook, shared: list[Any]) -> None:
    hand, claims = (book.say("help.panel." + name) for name in ("hand", "claim"))

    def count(
        cards: Annotated[
            list[str] | None,
            typer.Argument(
                metavar=f"[{book.say('meta.cards')}]...",
                parser=_plain(book),
                help=book.say("help.count.cards"),
                show_default=False,
            ),
        ] = None,
        starter: Annotated[
            str | None,
            typer.Option(metavar=book.say("meta.card"), help=book.say("help.count.starter"), rich_help_panel=hand),
        ] = None,
        crib: Annotated[bool, typer.Option("--crib", help=book.say("help.count.crib"), rich_help_panel=hand)] = False,
        variant: Annotated[
            str,
            typer.Option(metavar="|".join(VARIANTS), help=book.say("help.count.variant"), rich_help_panel=hand),
        ] = "six",
        claim: Annotated[
            str | None,
            typer.Option(metavar=book.say("meta.claim"), help=book.say("help.count.claim"), rich_help_panel=claims),
        ] = None,
        form: Annotated[
            str,
            typer.Option("--format", metavar="text|json|tsv|points", help=book.say("help.count.format")),
        ] = "text",
        *,
        common: Common,
        batch: Batch,
    ) -> Action:
        from crib_cli.cli.count import FORMATS, CountRequest, run  # only for this command

        request = CountRequest(
            tuple(cards or ()),
            starter,
            crib,
            read_choice("--variant", variant, tuple(VARIANTS)),
            claim,
            read_choice("--format", form, FORMATS),
            batch,
            common,
        )
        return partial(run, request)

    _register(app, "count", with_options(count, shared, batch_parameters(book, header=True)), book)


def _add_peg(app: App, book: Phrasebook, shared: list[Any]) -> None:
    play, advice = (book.say("help.panel." + name) for name in ("play", "advice"))

    def peg(
        cards: Annotated[
            list[str] | None,
            typer.Argument(
                metavar=f"[{book.say('meta.cards')}]...",
                parser=_plain(book),
                help=book.say("help.peg.cards"),
                show_default=False,
            ),
        ] = None,
        players: Annotated[
            str, typer.Option("--players", metavar="2|3|4", help=book.say("help.peg.players"), rich_help_panel=play)
        ] = "2",
        each: Annotated[
            str | None,
            typer.Option("--cards-each", metavar="N", help=book.say("help.peg.each"), rich_help_panel=play),
        ] = None,
        variant: Annotated[
            str, typer.Option(metavar="|".join(VARIANTS), help=book.say("help.peg.variant"), rich_help_panel=play)
        ] = "six",
        play_out: Annotated[
            bool, typer.Option("--play-out", help=book.say("help.peg.play_out"), rich_help_panel=play)
        ] = False,
        hand: Annotated[
            str | None,
            typer.Option(
                "--hand", metavar=book.say("meta.cards"), help=book.say("help.peg.hand"), rich_help_panel=advice
            ),
        ] = None,
        role: Annotated[
            str | None,
            typer.Option("--role", metavar="dealer|pone", help=book.say("help.peg.role"), rich_help_panel=advice),
        ] = None,
        starter: Annotated[
            str | None,
            typer.Option(
                "--starter", metavar=book.say("meta.card"), help=book.say("help.peg.starter"), rich_help_panel=advice
            ),
        ] = None,
        tossed: Annotated[
            str | None,
            typer.Option(
                "--tossed", metavar=book.say("meta.cards"), help=book.say("help.peg.tossed"), rich_help_panel=advice
            ),
        ] = None,
        score: Annotated[
            str | None,
            typer.Option(
                "--score", metavar=book.say("meta.score"), help=book.say("help.peg.score"), rich_help_panel=advice
            ),
        ] = None,
        form: Annotated[str, typer.Option("--format", metavar="text|json", help=book.say("help.peg.format"))] = "text",
        *,
        common: Common,
        batch: Batch,
    ) -> Action:
        from crib_cli.cli.peg import FORMATS, PegRequest, run  # only for this command

        request = PegRequest(
            tuple(cards or ()),
            int(read_choice("--players", players, ("2", "3", "4"))),
            None if each is None else read_whole("--cards-each", each, 1, MOST_EACH, f"1-{MOST_EACH}"),
            read_choice("--variant", variant, tuple(VARIANTS)),
            play_out,
            hand,
            None if role is None else read_choice("--role", role, ("dealer", "pone")),
            starter,
            tossed,
            None
            if score is None
            else read_score(score, VARIANTS[read_choice("--variant", variant, tuple(VARIANTS))].target),
            read_choice("--format", form, FORMATS),
            batch,
            common,
        )
        for option, value in (("--role", role), ("--starter", starter), ("--tossed", tossed), ("--score", score)):
            if value is not None and hand is None:
                raise UsageError("usage.needs", option=option, other="--hand")
        return partial(run, request)

    _register(app, "peg", with_options(peg, shared, batch_parameters(book, header=False)), book)


def _add_discard(app: App, book: Phrasebook, shared: list[Any]) -> None:
    hand, answer = (book.say("help.panel." + name) for name in ("hand", "answer"))

    def discard(
        cards: Annotated[
            list[str] | None,
            typer.Argument(
                metavar=f"[{book.say('meta.cards')}]...",
                parser=_plain(book),
                help=book.say("help.discard.cards"),
                show_default=False,
            ),
        ] = None,
        dealer: Annotated[
            bool, typer.Option("--dealer", help=book.say("help.discard.dealer"), rich_help_panel=hand)
        ] = False,
        pone: Annotated[bool, typer.Option("--pone", help=book.say("help.discard.pone"), rich_help_panel=hand)] = False,
        variant: Annotated[
            str | None,
            typer.Option(metavar="six|five|seven", help=book.say("help.discard.variant"), rich_help_panel=hand),
        ] = None,
        players: Annotated[
            str | None,
            typer.Option("--players", metavar="2|3|4", help=book.say("help.discard.players"), rich_help_panel=hand),
        ] = None,
        top: Annotated[
            str | None, typer.Option("--top", metavar="N", help=book.say("help.discard.top"), rich_help_panel=answer)
        ] = None,
        score: Annotated[
            str | None,
            typer.Option(
                "--score", metavar=book.say("meta.score"), help=book.say("help.discard.score"), rich_help_panel=hand
            ),
        ] = None,
        cuts: Annotated[
            bool, typer.Option("--cuts", help=book.say("help.discard.cuts"), rich_help_panel=answer)
        ] = False,
        explain: Annotated[
            bool, typer.Option("--explain", help=book.say("help.discard.explain"), rich_help_panel=answer)
        ] = False,
        form: Annotated[
            str, typer.Option("--format", metavar="text|json|tsv", help=book.say("help.discard.format"))
        ] = "text",
        *,
        common: Common,
        batch: Batch,
    ) -> Action:
        from crib_cli.cli.discard import FORMATS, DiscardRequest, run  # only for this command

        if dealer and pone:
            raise UsageError("discard.roles")
        request = DiscardRequest(
            tuple(cards or ()),
            ("dealer",) if dealer else ("pone",) if pone else (),
            None if variant is None else read_choice("--variant", variant, tuple(VARIANTS)),
            None if players is None else int(read_choice("--players", players, ("2", "3", "4"))),
            None if top is None else read_whole("--top", top, 1, MOST_CHOICES, f"1-{MOST_CHOICES}"),
            None if score is None else read_score(score, VARIANTS["five" if variant == "five" else "six"].target),
            cuts,
            explain,
            read_choice("--format", form, FORMATS),
            batch,
            common,
        )
        return partial(run, request)

    _register(app, "discard", with_options(discard, shared, batch_parameters(book, header=True)), book)


def _add_drill(app: App, book: Phrasebook, shared: list[Any]) -> None:
    asked, race, answer = (book.say("help.panel." + name) for name in ("questions", "race", "answer"))

    def drill(
        kind: Annotated[
            str,
            typer.Argument(metavar="[count|crib|peg|discard]", parser=_plain(book), help=book.say("help.drill.kind")),
        ] = "count",
        rounds: Annotated[
            str | None,
            typer.Option("--rounds", metavar="N", help=book.say("help.drill.rounds"), rich_help_panel=race),
        ] = None,
        seed: Annotated[
            str | None, typer.Option("--seed", metavar="N", help=book.say("help.drill.seed"), rich_help_panel=asked)
        ] = None,
        mode: Annotated[
            str,
            typer.Option(
                "--mode", metavar="total|items|learn", help=book.say("help.drill.mode"), rich_help_panel=asked
            ),
        ] = "total",
        level: Annotated[
            str, typer.Option("--level", metavar="1..5", help=book.say("help.drill.level"), rich_help_panel=asked)
        ] = "3",
        feature: Annotated[
            str | None,
            typer.Option(
                "--feature", metavar=book.say("meta.name"), help=book.say("help.drill.feature"), rich_help_panel=asked
            ),
        ] = None,
        no_adapt: Annotated[
            bool, typer.Option("--no-adapt", help=book.say("help.drill.no_adapt"), rich_help_panel=asked)
        ] = False,
        target: Annotated[
            str | None,
            typer.Option("--target", metavar="N", help=book.say("help.drill.target"), rich_help_panel=race),
        ] = None,
        no_muggins: Annotated[
            bool, typer.Option("--no-muggins", help=book.say("help.drill.no_muggins"), rich_help_panel=race)
        ] = False,
        strict: Annotated[
            bool, typer.Option("--strict-claims", help=book.say("help.drill.strict"), rich_help_panel=race)
        ] = False,
        timed: Annotated[
            bool, typer.Option("--timed", help=book.say("help.drill.timed"), rich_help_panel=race)
        ] = False,
        new: Annotated[bool, typer.Option("--new", help=book.say("help.drill.new"), rich_help_panel=asked)] = False,
        stats: Annotated[
            bool, typer.Option("--stats", help=book.say("help.drill.stats"), rich_help_panel=answer)
        ] = False,
        form: Annotated[
            str,
            typer.Option("--format", metavar="text|json", help=book.say("help.drill.format"), rich_help_panel=answer),
        ] = "text",
        *,
        common: Common,
    ) -> Action:
        from crib_cli.cli.drill import FORMATS, MODES, DrillRequest, run  # only for this command
        from crib_cli.drill.questions import KINDS

        if kind == "stats":
            raise UsageError("usage.no_option_near", text=kind, near="--stats")
        request = DrillRequest(
            read_choice("drill", kind, KINDS),
            None if rounds is None else read_whole("--rounds", rounds, 1, MOST_ROUNDS, f"1-{MOST_ROUNDS}"),
            None if seed is None else read_whole("--seed", seed, 0, MOST_SEED, f"0-{MOST_SEED}"),
            read_choice("--mode", mode, MODES),
            read_whole("--level", level, 1, 5, "1-5"),
            None if target is None else read_whole("--target", target, 1, MOST_TARGET, f"1-{MOST_TARGET}"),
            timed,
            not no_muggins,
            strict,
            not no_adapt,
            feature,
            new,
            stats,
            read_choice("--format", form, FORMATS),
            common,
        )
        return partial(run, request)

    _register(app, "drill", with_options(drill, shared, []), book)


def _add_play(app: App, book: Phrasebook, shared: list[Any]) -> None:
    game, table, records = (book.say("help.panel." + name) for name in ("game", "table", "records"))

    def option(name: str, *names: str, metavar: str | None = None, panel: str) -> Any:
        return typer.Option(*names, metavar=metavar, help=book.say("help.play." + name), rich_help_panel=panel)

    def play(
        variant: Annotated[str | None, option("variant", "--variant", metavar="|".join(VARIANTS), panel=game)] = None,
        players: Annotated[str | None, option("players", "--players", metavar="2|3|4", panel=game)] = None,
        hazard: Annotated[bool, option("hazard", "--hazard", panel=game)] = False,
        lowball: Annotated[bool, typer.Option("--loser", "--lowball", hidden=True)] = False,
        target: Annotated[str | None, option("target", "--target", metavar="N", panel=game)] = None,
        match: Annotated[str | None, option("match", "--match", metavar="3|5", panel=game)] = None,
        play_out: Annotated[bool, option("play_out", "--play-out", panel=game)] = False,
        muggins: Annotated[bool, option("muggins", "--muggins", panel=game)] = False,
        count: Annotated[bool, option("count", "--count", panel=game)] = False,
        strict: Annotated[bool, option("strict", "--strict-claims", panel=game)] = False,
        level: Annotated[
            str | None, option("level", "--level", metavar=book.say("meta.level") + "[,...]", panel=table)
        ] = None,
        seed: Annotated[str | None, option("seed", "--seed", metavar="N", panel=table)] = None,
        delay: Annotated[str | None, option("delay", "--delay", metavar=book.say("meta.seconds"), panel=table)] = None,
        auto: Annotated[bool, option("auto", "--auto", panel=table)] = False,
        games: Annotated[str | None, option("games", "--games", metavar="N", panel=table)] = None,
        form: Annotated[str, option("format", "--format", metavar="text|json", panel=table)] = "text",
        resume: Annotated[bool, option("resume", "--resume", panel=records)] = False,
        record: Annotated[
            str | None, option("record", "--record", metavar=book.say("meta.file"), panel=records)
        ] = None,
        replay: Annotated[
            str | None, option("replay", "--replay", metavar=book.say("meta.file"), panel=records)
        ] = None,
        review: Annotated[
            str | None, option("review", "--review", metavar=book.say("meta.file"), panel=records)
        ] = None,
        *,
        common: Common,
    ) -> Action:
        from crib_cli.cli.play import DELAY, FORMATS, PlayRequest, run  # only for this command

        request = PlayRequest(
            None if variant is None else read_choice("--variant", variant, tuple(VARIANTS)),
            None if players is None else int(read_choice("--players", players, ("2", "3", "4"))),
            hazard or lowball,
            target,
            None if match is None else int(read_choice("--match", match, ("1", "3", "5"))),
            play_out,
            muggins,
            count,
            strict,
            level,
            None if seed is None else read_whole("--seed", seed, 0, MOST_SEED, f"0-{MOST_SEED}"),
            DELAY if delay is None else read_seconds("--delay", delay, MOST_DELAY),
            record,
            resume,
            replay,
            review,
            auto,
            None if games is None else read_whole("--games", games, 1, MOST_GAMES, f"1-{MOST_GAMES}"),
            read_choice("--format", form, FORMATS),
            common,
        )
        return partial(run, request)

    _register(app, "play", with_options(play, shared, []), book)


COMMANDS = {"count": _add_count, "peg": _add_peg, "discard": _add_discard, "drill": _add_drill, "play": _add_play}


def _not_built() -> None:
    """Stand for a command that is listed while another one runs."""


def _register(app: App, name: str, command: Callable[..., Any], book: Phrasebook) -> None:
    """Add a command with its help and three examples."""
    examples = [book.say(f"help.{name}.example{number}") for number in (1, 2, 3)]
    app.command(
        name,
        cls=app.command_class,
        options_metavar=book.say("parser.options"),
        help=f"{book.say('help.' + name)}\n\n{book.say(f'help.{name}.long')}",
        short_help=book.say("help." + name),
        epilog="\n\n".join([book.say("help.examples") + ":", *examples]),
    )(command)
