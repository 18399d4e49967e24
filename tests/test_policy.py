"""The tables of what the other players throw: whole, as their script makes them, and near the published ones.

Published six-card crib tables, in ``cases/discard_own_*.csv`` (the dealer's crib by the dealer's toss) and
``cases/discard_opp_*.csv`` (by pone's), mean points by the ranks tossed:

- ``hessel``: Craig Hessel, enumeration, http://www.cribbageforum.com/YourCrib.htm and OppCrib.htm
- ``schell``: Michael Schell, several tables combined, http://www.cribbageforum.com/SchellDiscard.htm
"""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().with_name("tools")))

import build_policy
import policy_crib_points
import policy_one_card
import policy_two_cards
from policy_cards import list_hands
from policy_files import MARK, open_sealed, pack_table, read_sealed, unpack_table, write_sealed

DATA, CASES = build_policy.DATA, build_policy.HISTORY
GAMES = pytest.mark.parametrize("game", policy_two_cards.GAMES.values(), ids=list(policy_two_cards.GAMES))
PUBLISHED = ("own_hessel", "own_schell", "opp_hessel", "opp_schell")
SAMPLE = 30
SEED = 20
FILES = [
    *(DATA / name for name in build_policy.FILES.values()),
    *(CASES / f"policy_{name}_history.bin" for name in policy_two_cards.GAMES),
]


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_file_is_whole_and_names_its_script(path: Path) -> None:
    header, _ = open_sealed(path)  # stops if the hash is another
    kind, version, script, *_ = header.removeprefix(MARK).split()
    assert kind.startswith("crib-")
    assert version.isdecimal()
    assert (build_policy.ROOT / script).is_file()


@GAMES
def test_sample_of_policy_recomputed(game: policy_two_cards.Game) -> None:
    policy_two_cards.check(game, DATA, CASES, SAMPLE, SEED)


def test_check_finds_a_wrong_throw(tmp_path: Path) -> None:
    game = policy_two_cards.GAMES["five"]
    header, _, _ = game.headers
    table = unpack_table(read_sealed(DATA / "policy_five.bin", header))
    _, role, hand = policy_two_cards.draw_entries(SAMPLE, SEED, game.hands)[-1]
    throws = list_hands(game.dealt, 2).throws[hand].tolist()
    table[role, hand] = next(throw for throw in throws if throw != table[role, hand])
    write_sealed(tmp_path / "policy_five.bin", header, pack_table(table))
    with pytest.raises(SystemExit, match=f"hand {hand}"):
        policy_two_cards.check(game, tmp_path, CASES, SAMPLE, SEED)


def test_six_card_cribs_near_published_ones() -> None:
    game = policy_two_cards.GAMES["six"]
    table = unpack_table(read_sealed(DATA / "policy_six.bin", game.headers[0]))
    cribs = policy_two_cards.Cribs(game)
    totals = policy_two_cards.total_cribs(cribs, policy_two_cards.count_throws([table]))
    found = policy_two_cards.compare(policy_two_cards.mean_cribs(cribs, totals, 1), CASES)
    assert [name for name, _, _ in found] == [f"discard_{kind}" for kind in PUBLISHED]
    for name, rms, worst in found:
        assert rms <= 0.12, name
        assert worst <= 0.30, name
    # Each deal has one crib: reckoned from the dealer's side and from pone's, it comes to the same.
    dealer, pone = (
        policy_two_cards.average(cribs.hands, total[range(game.hands), throws])
        for total, throws in zip(totals, table, strict=True)
    )
    assert dealer == pone


def test_one_card_table_is_a_fixed_point() -> None:
    policy_one_card.check(DATA, SAMPLE, SEED)


def test_crib_points_are_those_of_the_count() -> None:
    policy_crib_points.check(DATA)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["five", "six", "one-card", "crib-points"])
def test_built_anew_the_same(name: str, tmp_path: Path) -> None:
    options = build_policy.Options(tmp_path, tmp_path, tmp_path / "work", None, SAMPLE, SEED)
    build_policy.build(name, options)
    built = [path for path in FILES if (tmp_path / path.name).exists()]
    assert built
    for path in built:
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()
