"""``crib discard``: what to throw, for one hand or one a line."""

from typing import NamedTuple

from crib_cli.analysis.discard import ROLES, rank_discards
from crib_cli.cli.options import Batch, Common
from crib_cli.core.letters import Letters, respell
from crib_cli.core.notation import parse_cards
from crib_cli.core.rules import VARIANTS, Rules
from crib_cli.errors import HandError, RulesError, UsageError
from crib_cli.output.diagnostics import ExitCode
from crib_cli.output.discard_text import Ranking, cut_lines, discard_lines, explain_line
from crib_cli.output.plain import Style
from crib_cli.output.streams import Output
from crib_cli.words.catalog import Phrasebook, load_book

FORMATS = ("text", "json", "tsv")
EXAMPLE = "5H 5C 6D 7S JH QD"
MANY_PLAYERS_DEALT = 5
"""Cards each of three or four players is dealt in the six-card game; one goes to the crib."""


class DiscardRequest(NamedTuple):
    """What ``crib discard`` was asked for, as plain values; None leaves variant and players to the cards."""

    words: tuple[str, ...]
    roles: tuple[str, ...]
    variant: str | None
    players: int | None
    top: int | None
    score: tuple[int, int] | None
    cuts: bool
    explain: bool
    form: str
    batch: Batch
    common: Common


def run(request: DiscardRequest) -> ExitCode:
    """Rank the discards asked for and print them. Raises CribError for what the user can mend."""
    batch = request.batch.reads_lines(request.words)
    _check_form(request)
    output = Output()
    if request.batch.header:
        from crib_cli.output.discard_records import tsv_header  # only for machine formats

        output.write_text(tsv_header() + "\n")
    if batch:
        from crib_cli.cli.discard_batch import run_discard_batch  # one hand does without

        return run_discard_batch(request, output)
    request.batch.check_single(request.words, EXAMPLE, request.common.letters)
    common = request.common
    rules, rankings = rank_line(" ".join(request.words), request, common.letters)
    if request.form == "text":
        book, style = load_book(common.lang), common.style(output)
        if output.is_terminal and common.may_draw:
            from crib_cli.output.rich_view import draw_discards, wrap_lines  # Rich only where it is drawn

            output.write_text(draw_discards([_top(ranking, request) for ranking in rankings], book, style))
            output.write_text(wrap_lines(extra_lines(rankings, request, book, style), style))
        else:
            lines = show_rankings(rankings, request, book, style)
            output.write_text("".join(line + "\n" for line in lines))
    else:
        output.write_text(record_rankings(rankings, request, rules))
    return ExitCode.DONE


def _check_form(request: DiscardRequest) -> None:
    """Raise UsageError for what the format does not hold: reasons are sentences, and tsv has a line a discard."""
    request.batch.check_form(request.form)
    for option, given, forms in (
        ("--explain", request.explain, ("text",)),
        ("--cuts", request.cuts, ("text", "json")),
    ):
        if given and request.form not in forms:
            raise UsageError("usage.not_with", option=option, other=f"--format {request.form}")


def rank_line(text: str, request: DiscardRequest, letters: Letters) -> tuple[Rules, list[Ranking]]:
    """Read a hand and rank its discards for each role asked for; ``--top`` cuts the list, cuts and reasons stay."""
    try:
        cards = tuple(card for card, _, _ in parse_cards(text, letters))
    except HandError as error:
        if error.code == "hand.mark":
            raise HandError("discard.no_starter", **error.params) from None
        raise
    if not cards:
        raise HandError("hand.empty", example=respell(EXAMPLE, letters))
    rules, players = choose_game(len(cards), request, text.strip())
    rankings = [
        Ranking(cards, role, players, rank_discards(cards, role, players=players, score=request.score))
        for role in request.roles or ROLES
    ]
    return rules, rankings


def choose_game(given: int, request: DiscardRequest, text: str) -> tuple[Rules, int]:
    """Return the variant and the number of players that a hand of so many cards is for.

    Without a variant six cards are of the six-card game for two, seven of the seven-card game, and five of the
    six-card game for four unless the players are said. Raises HandError for any other number, RulesError for a
    variant without a discard or without so many players.
    """
    name, players = request.variant, request.players
    if name is None:
        name = "seven" if given == VARIANTS["seven"].dealt and players in (None, 2) else "six"
        if given == MANY_PLAYERS_DEALT and players is None:
            players = 4
    rules = VARIANTS[name]
    if not rules.tossed:
        raise RulesError("discard.none", variant=rules.name)
    players = 2 if players is None else players
    if players not in rules.players:
        known = tuple(map(str, rules.players))
        raise RulesError("rules.players", variant=rules.name, players=players, known=known)
    wanted = rules.dealt if players == 2 else MANY_PLAYERS_DEALT
    if given != wanted:
        raise HandError("discard.size", text=text[:40], given=given, wanted=wanted)
    return rules, players


def _top(ranking: Ranking, request: DiscardRequest) -> Ranking:
    return ranking._replace(choices=ranking.choices[: request.top])


def show_rankings(rankings: list[Ranking], request: DiscardRequest, book: Phrasebook, style: Style) -> list[str]:
    """Return rankings as plain lines, with what else was asked for."""
    tables = discard_lines([_top(ranking, request) for ranking in rankings], book, style)
    return tables + extra_lines(rankings, request, book, style)


def extra_lines(rankings: list[Ranking], request: DiscardRequest, book: Phrasebook, style: Style) -> list[str]:
    """Return the cuts and the reasons, where asked for."""
    lines: list[str] = []
    if request.cuts:
        for ranking in rankings:
            lines += cut_lines(ranking, book, style)
    if request.explain:
        lines += [explain_line(ranking, book, style) for ranking in rankings]
    return lines


def record_rankings(rankings: list[Ranking], request: DiscardRequest, rules: Rules) -> str:
    """Return rankings in a machine format, each line with its end."""
    from crib_cli.output import discard_records  # only for machine formats

    shown = [_top(ranking, request) for ranking in rankings]
    if request.form == "tsv":
        return "".join(discard_records.discard_tsv(ranking) + "\n" for ranking in shown)
    return "".join(discard_records.discard_json(ranking, rules.name, cuts=request.cuts) + "\n" for ranking in shown)
