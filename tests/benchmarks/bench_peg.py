"""Speed of ``crib peg`` as ratios, each against a baseline of the same run. Nothing is asserted.

Run with the Python that has ``crib`` installed from a wheel:  python tests/benchmarks/bench_peg.py [LINES]
"""

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench_count import CRIB, MEMORY, best, in_process_split, start

# bench_count has put the tests' folder in reach.
from brute import DECK
from brute_play import play_table


def play_lines(number: int, seed: int) -> Iterator[str]:
    """Yield whole plays of two players with four cards each, every go written."""
    chance = random.Random(seed)
    for _ in range(number):
        deal = chance.sample(DECK, 8)
        played = play_table([deal[:4], deal[4:]], lambda _seat, fitting, _count: chance.choice(fitting))
        yield " ".join(event.card or "go" for series in played.series for event in series.events)


def pipe(path: Path, *command: str) -> Callable[[], object]:
    """Return a function that runs a command with a file as its standard input."""

    def run() -> None:
        with path.open("rb") as plays:
            subprocess.run(command, stdin=plays, stdout=subprocess.DEVNULL, check=True)

    return run


def bench_batch(path: Path, number: int) -> None:
    split = in_process_split(path)
    begin = best(start(CRIB, "--version"), 5)
    for form in ("json", "text"):
        one = best(pipe(path, CRIB, "peg", "-", "--format", form), 3)
        two = best(pipe(path, CRIB, "peg", "-", "--format", form, "--jobs", "2"), 3)
        aim = "  (aim 20,000)" if form == "json" else ""
        print(f"{number:,} plays, {form}, one process: {number / (one - begin):,.0f} a second{aim}")
        print(f"  {one:.2f} s, of which {begin:.2f} s to start")
        print(f"  one process / splitting the lines, {split:.3f} s: {one / split:.0f}")
        print(f"  one process / two processes: {one / two:.2f}")


def bench_memory(path: Path, number: int) -> None:
    command = [sys.executable, "-c", MEMORY, CRIB, "peg", "--file", str(path), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    print(f"{number:,} plays: resident memory {int(done.stdout) / 1000:.0f} MB")


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "plays.txt"
        path.write_text("\n".join(play_lines(number, seed=1)) + "\n")
        bench_batch(path, number)
        bench_memory(path, number)


if __name__ == "__main__":
    main()
