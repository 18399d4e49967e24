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
    path = DATA / "one_card.tsv"
    try:
        lines = [line.split("\t") for line in path.read_text("ascii").splitlines() if not line.startswith("#")]
    except OSError as error:
        raise StoreError("store.read", path=str(path), reason=error.strerror or str(error)) from error
    head, *rows = lines
    return {name: tuple(int(row[column]) for row in rows) for column, name in enumerate(head) if column}
