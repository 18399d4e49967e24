"""Speed of ``crib drill``: how soon the first question is there, and how long a verdict takes. Nothing is asserted.

Run with the Python that has ``crib`` installed from a wheel:  python tests/benchmarks/bench_drill.py [ROUNDS]
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_count import CRIB, best, start

PROMPT = b"? "
STARTS = 11


def read_prompt(drill: "subprocess.Popen[bytes]") -> None:
    """Read until the drill waits for an answer."""
    assert drill.stdout is not None
    shown = b""
    while not shown.endswith(PROMPT):
        data = os.read(drill.stdout.fileno(), 65536)
        assert data, shown
        shown += data


def open_drill(home: Path, kind: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [CRIB, "drill", kind, "--new", "--seed", "3", "--target", "1000", "--no-muggins"],
        env=os.environ | {"CRIB_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def time_starts(home: Path, kind: str) -> float:
    times = []
    for _ in range(STARTS):
        begin = time.perf_counter()
        drill = open_drill(home, kind)
        read_prompt(drill)
        times.append(time.perf_counter() - begin)
        drill.communicate(b"q\n")
    return min(times)


def time_verdicts(home: Path, kind: str, rounds: int) -> list[float]:
    """Return the seconds from each answer to the next question, with verdict and write between them."""
    answer = b"#1 #2\n" if kind == "discard" else b"0\n"
    drill = open_drill(home, kind)
    assert drill.stdin is not None
    read_prompt(drill)
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        drill.stdin.write(answer)
        drill.stdin.flush()
        read_prompt(drill)
        times.append(time.perf_counter() - begin)
    drill.communicate(b"q\n")
    return sorted(times)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    count = best(start(CRIB, "count", "5H 5S 5C JD / 5D"), STARTS)
    with tempfile.TemporaryDirectory() as name:
        for kind in ("count", "crib", "peg", "discard"):
            home = Path(name) / kind
            first = time_starts(home, kind)
            print(f"{kind}: first question / one count: {first / count:.2f}")
            print(f"  {first * 1000:.0f} ms  (aim 300)")
            times = time_verdicts(home, kind, rounds)
            aim = 500 if kind == "discard" else 50
            middle, slow = times[len(times) // 2], times[-1 - len(times) // 20]
            print(f"  from an answer to the next question, verdict between: {middle * 1000:.0f} ms  (aim {aim})")
            print(f"  19 of 20 within {slow * 1000:.0f} ms")


if __name__ == "__main__":
    main()
