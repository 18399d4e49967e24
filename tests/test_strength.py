"""The script that measures strength: its shortcuts are held to the program, and every figure comes out."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().with_name("tools")))

import build_odds
import strength_tables
import strength_throws
from odds_deals import GAMES, Throws

from crib_cli.analysis.discard import list_cuts, rank_discards
from crib_cli.analysis.odds import Standing, throw_chance

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def throws() -> Throws:
    folders = build_odds.Folders(build_odds.DATA, build_odds.CASES, Path())
    return Throws(GAMES["six"], build_odds.read_values(folders))


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_cheap_throws_have_the_figures_of_the_program(throws: Throws, role: str) -> None:
    chance = random.Random(f"figures/{role}")
    for _ in range(2):
        cards = sorted(chance.sample(range(52), 6))
        by_toss = {choice.toss: choice for choice in rank_discards(cards, role)}
        for way in strength_throws.list_ways(throws, cards, role):
            choice = by_toss[way.toss]
            assert way.keep == choice.keep
            assert way.hand == pytest.approx(float(choice.hand.mean))
            assert way.mine - way.theirs == pytest.approx(float(choice.pegging.net))
            assert way.crib == pytest.approx(float(choice.crib.mean), abs=0.12)  # it knows no suits


@pytest.mark.parametrize("role", ["dealer", pytest.param("pone", marks=pytest.mark.slow)])
def test_chances_of_all_throws_at_once_are_those_of_each(throws: Throws, role: str) -> None:
    chance = random.Random(f"chances/{role}")
    chances = strength_throws.Chances()
    usual = chances.usual if role == "dealer" else chances.usual[::-1]
    for scores in [(0, 0), (120, 120), (119, 30), (30, 119), *((chance.randrange(121), chance.randrange(121)),) * 4]:
        cards = sorted(chance.sample(range(52), 6))
        ways = strength_throws.list_ways(throws, cards, role)
        rated = chances.rate(ways, cards, role, scores)
        mine, theirs = scores if role == "dealer" else scores[::-1]
        for way, found in list(zip(ways, rated, strict=True))[::4]:
            more = way.mine - usual[0], way.theirs - usual[1]
            wanted = throw_chance(Standing(role, mine, theirs), list_cuts(way.keep, cards), round(way.crib, 2), more)
            assert found == pytest.approx(wanted, abs=1e-12)


def test_rank_correlation() -> None:
    assert strength_tables.place([5, 1, 5]) == [2.5, 1, 2.5]
    assert strength_tables.correlate([1, 2, 3, 4], [10, 30, 20, 40]) == pytest.approx(0.8)


@pytest.mark.slow
def test_every_figure_is_printed_and_a_second_run_goes_on(tmp_path: Path) -> None:
    figures = ["one-ply", "open", "win", "ends", "games-random", "throws", "tables", "calibration"]
    command = [sys.executable, str(ROOT / "tests/tools/strength.py"), *figures, "--deals", "2", "--work", str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    runs = [subprocess.run(command, env=env, capture_output=True, text=True, check=True) for _ in range(2)]
    for figure in figures:
        assert re.search(rf"^{figure}[:,].*(seed 9|as shipped)", runs[0].stdout, re.MULTILINE)
    assert runs[1].stdout == runs[0].stdout
    assert len(list(tmp_path.iterdir())) == len(figures) - 2
    assert "one-ply: 2/2" in runs[0].stderr
    assert not runs[1].stderr  # all was there
