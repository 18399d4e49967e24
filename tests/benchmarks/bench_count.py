"""Speed of ``crib count`` as ratios, each against a baseline of the same run. Nothing is asserted.

Run with the Python that has ``crib`` installed from a wheel:  python tests/benchmarks/bench_count.py [LINES]
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from hands import plain_lines

CRIB = str(Path(sys.executable).with_name("crib"))
BARE = """
import typer
app = typer.Typer()
@app.command()
def one(name: str = "x"):
    print(name)
@app.command()
def two(name: str = "y"):
    print(name)
app()
"""
SPLIT = """
import sys
for line in open(sys.argv[1]):
    line.split()
"""
MEMORY = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
ROUNDS = 25


def best(run: Callable[[], object], rounds: int) -> float:
    """Return the shortest of some runs, in seconds: the one that the machine disturbed least."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return min(times)


def start(*command: str) -> Callable[[], object]:
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def in_process_split(path: Path) -> float:
    """Time the bare loop without the start of Python: the stricter baseline."""

    def loop() -> None:
        with path.open() as lines:
            for line in lines:
                line.split()

    return best(loop, 5)


def bench_start(folder: Path) -> None:
    script = folder / "bare.py"
    script.write_text(BARE)
    bare_run, count_run = start(sys.executable, str(script), "one"), start(CRIB, "count", "5H 5S 5C JD / 5D")
    bare, count = [], []
    for _ in range(ROUNDS):  # turn about, so that a noisy moment meets both
        bare.append(best(bare_run, 1))
        count.append(best(count_run, 1))
    print(f"one count / bare two-command app: {min(count) / min(bare):.2f}  (limit 1.2)")
    print(f"  {min(count) * 1000:.0f} ms and {min(bare) * 1000:.0f} ms")


def bench_batch(folder: Path, number: int) -> None:
    path = folder / "hands.txt"
    path.write_text("\n".join(plain_lines(number, seed=1)) + "\n")
    split = in_process_split(path)
    one = best(start(CRIB, "count", "--file", str(path), "--format", "points"), 3)
    two = best(start(CRIB, "count", "--file", str(path), "--format", "points", "--jobs", "2"), 3)
    print(f"{number:,} lines, points, one process / splitting the lines: {one / split:.2f}  (limit 8)")
    whole = best(start(sys.executable, "-c", SPLIT, str(path)), 3)
    print(f"  {one:.2f} s and {split:.2f} s; against a Python of its own that splits: {one / whole:.2f}")
    print(f"one process / two processes: {one / two:.2f}  (at least 1.5)")


def bench_memory(folder: Path, number: int) -> None:
    path = folder / "many.txt"
    block = "\n".join(plain_lines(100_000, seed=2)) + "\n"
    with path.open("w") as file:
        for _ in range(number // 100_000):
            file.write(block)
    command = [sys.executable, "-c", MEMORY, CRIB, "count", "--file", str(path), "--format", "points"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    print(f"{number:,} lines: resident memory {int(done.stdout) / 1000:.0f} MB  (limit 60)")


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bench_start(folder)
        bench_batch(folder, number)
        bench_memory(folder, 10 * number)


if __name__ == "__main__":
    main()
