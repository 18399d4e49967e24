"""The files of the policies: a line that says what one is, the hash of what follows, and the payload.

The first line is ASCII and names the format with its version, the script that writes the file and the rules it
stands on. The second is the SHA-256 of the payload, all that comes behind it, in hexadecimal. In a text file both
begin with ``# ``.
"""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from policy_cards import IntArray

SCRIPT = "tests/tools/build_policy.py"
MARK = "# "
"""What both lines begin with in a text file."""


def write_sealed(path: Path, header: str, payload: bytes) -> None:
    """Write a header line, the payload's hash and the payload, so that the file is whole or absent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mark = MARK if header.startswith(MARK) else ""
    seal = f"{mark}{hashlib.sha256(payload).hexdigest()}\n"
    partial = path.with_suffix(".part")
    partial.write_bytes((header + seal).encode("ascii") + payload)
    partial.replace(path)


def open_sealed(path: Path) -> tuple[str, bytes]:
    """Return the header line and the payload of a file, or stop if its hash is not the payload's."""
    first, seal, payload = path.read_bytes().split(b"\n", 2)
    if seal.decode("ascii").removeprefix(MARK) != hashlib.sha256(payload).hexdigest():
        raise SystemExit(f"{path}: damaged")
    return first.decode("ascii") + "\n", payload


def read_sealed(path: Path, header: str) -> bytes:
    """Return the payload, or stop if the header or the hash is not the one expected."""
    found, payload = open_sealed(path)
    if found != header:
        raise SystemExit(f"{path}: another format")
    return payload


def resume(path: Path, header: str, work_out: Callable[[], bytes]) -> bytes:
    """Return the payload of a finished pass, or work it out and write it."""
    if not path.exists():
        write_sealed(path, header, work_out())
    return read_sealed(path, header)


def pack_table(table: IntArray) -> bytes:
    """Return a table of throws by role and hand as bytes."""
    return table.astype(np.uint8).tobytes()


def unpack_table(payload: bytes) -> IntArray:
    """Return the table that ``pack_table`` packed: 2 x hands."""
    return np.frombuffer(payload, dtype=np.uint8).reshape(2, -1).astype(np.int64)


def pack_history(tables: Sequence[IntArray]) -> bytes:
    """Return passes as what each changes in the one after it, the last but one first; the last is left out."""
    parts = []
    for later, table in zip(tables[:0:-1], tables[-2::-1], strict=True):
        for role in range(2):
            changed = np.flatnonzero(later[role] != table[role])
            parts.append(np.array([len(changed), *changed], dtype="<u2").tobytes())
            parts.append(table[role, changed].astype(np.uint8).tobytes())
    return b"".join(parts)


def unpack_history(payload: bytes, last: IntArray) -> list[IntArray]:
    """Return the passes that ``pack_history`` packed, first pass first, with the last one given at the end."""
    tables = [last]
    start = 0
    while start < len(payload):
        table = tables[-1].copy()
        for role in range(2):
            count = int.from_bytes(payload[start : start + 2], "little")
            changed = np.frombuffer(payload, dtype="<u2", count=count, offset=start + 2)
            table[role, changed] = np.frombuffer(payload, dtype=np.uint8, count=count, offset=start + 2 + 2 * count)
            start += 2 + 3 * count
        tables.append(table)
    return tables[::-1]
