"""The shipped tables. Each file is a line that says what it is, a line with its SHA-256, and the payload.

The scripts named in the files make them anew; the tests check the hashes and recompute a sample.
"""

from functools import cache
from pathlib import Path

from crib_cli.errors import StoreError

DATA = Path(__file__).with_name("data")
ROLES = ("dealer", "pone")


def read_payload(name: str) -> bytes:
    """Return the payload of a binary table. Raises StoreError when the file is missing or cut short.

    >>> len(read_payload("policy_six.bin"))
    36790
    """
    path = DATA / name
    try:
        _, _, payload = path.read_bytes().split(b"\n", 2)
    except OSError as error:
        raise StoreError("store.read", path=str(path), reason=error.strerror or str(error)) from error
    except ValueError as error:
        raise StoreError("store.damaged", path=str(path)) from error
    return payload


@cache
def load_policy(dealt: int) -> dict[str, bytes]:
    """Return, by role, the number of the rank pair thrown (see ``throws.PAIRS``) from every rank multiset.

    ``dealt`` is 5, 6 or 7 cards; multisets are in the order of ``throws.list_multisets``.

    >>> len(load_policy(6)["pone"])
    18395
    """
    payload = read_payload({5: "policy_five.bin", 6: "policy_six.bin", 7: "policy_seven.bin"}[dealt])
    half = len(payload) // 2
    return {"dealer": payload[:half], "pone": payload[half:]}


@cache
def load_crib_points() -> bytes:
    """Return the points of a crib for fifteens, pairs and runs: byte ``(pair * 91 + other) * 13 + starter``."""
    return read_payload("crib_points.bin")


@cache
def load_one_card() -> dict[str, tuple[int, ...]]:
    """Return how readily a card of each rank is tossed with three or four players.

    The keys are ``three_own``, ``three_other``, ``four_own`` and ``four_other``: to a crib of one's own side, or
    of another's. The numbers are relative to each other, ace to king.
    """
    return _read_columns("one_card.tsv")


@cache
def load_club_crib() -> dict[str, tuple[int, ...]]:
    """Return the mean points of a crib by what one tosses to it, in ten-thousandths, for games as they are dealt.

    The keys are ``six_dealer``, ``six_pone`` and the like for ``five`` and ``seven``, by the number of the rank pair
    (see ``throws.PAIRS``), and for ``three`` and ``four`` players by the rank of the card.

    >>> load_club_crib()["six_dealer"][0], len(load_club_crib()["four_pone"])  # two aces to one's own crib
    (52185, 13)
    """
    return _read_columns("club_crib.tsv")


@cache
def load_win(game: str) -> tuple[int, ...]:
    """Return the dealer's chance to win, in parts of ``odds.UNIT``, by his score and pone's before the deal.

    ``game`` is ``six`` (to 121) or ``five`` (to 61); entry ``dealer * target + pone``.

    >>> len(load_win("six")) == 121 * 121
    True
    """
    return _read_numbers(f"win_{game}.bin", 2)


@cache
def load_odds(game: str) -> tuple[int, ...]:
    """Return what the parts of a deal come to, as counts that ``odds.load_parts`` takes apart."""
    return _read_numbers(f"odds_{game}.bin", 4)


@cache
def load_pegging() -> dict[str, tuple[tuple[int, int], ...]]:
    """Return by role what experts peg with each hand of four ranks, and their opponents, in thousandths of a point.

    Hands are in the order of ``throws.list_multisets``; two players, six cards.

    >>> len(load_pegging()["pone"])
    1820
    """
    numbers = _read_numbers("pegging_six.bin", 2)
    pairs = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    half = len(pairs) // 2
    return {"dealer": pairs[:half], "pone": pairs[half:]}


def _read_numbers(name: str, size: int) -> tuple[int, ...]:
    """Return the whole numbers of a binary table, each of so many bytes with the low one first."""
    payload = read_payload(name)
    return tuple(int.from_bytes(payload[at : at + size], "little") for at in range(0, len(payload), size))


def _read_columns(name: str) -> dict[str, tuple[int, ...]]:
    """Return the columns behind the first of a table of text by their heads; ``-`` stands for no entry."""
    path = DATA / name
    try:
        lines = [line.split("\t") for line in path.read_text("ascii").splitlines() if not line.startswith("#")]
    except OSError as error:
        raise StoreError("store.read", path=str(path), reason=error.strerror or str(error)) from error
    head, *rows = lines
    columns = zip(*rows, strict=True)
    return {
        name: tuple(int(entry) for entry in column if entry != "-")
        for name, column in zip(head, columns, strict=True)
        if name != head[0]
    }
