"""Speed of ``crib discard``: the cold start against ``crib count``, and hands a second in a batch. Nothing is asserted.

Run with the Python that has ``crib`` installed from a wheel:  python tests/benchmarks/bench_discard.py [HANDS]
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from bench_count import CRIB, best, start

HAND = "5H 5C 6D 7S JH QD"
ROUNDS = 15


def bench_start() -> None:
    count_run = start(CRIB, "count", "5H 5S 5C JD / 5D")
    for roles in ((), ("--dealer",)):
        discard_run = start(CRIB, "discard", HAND, *roles)
        count, discard = [], []
        for _ in range(ROUNDS):  # turn about, so that a noisy moment meets both
            count.append(best(count_run, 1))
            discard.append(best(discard_run, 1))
        name = "one role" if roles else "both roles"
        print(f"one discard, {name} / one count: {min(discard) / min(count):.2f}  (limit 4)")
        print(f"  {min(discard) * 1000:.0f} ms  (limit 600)")


def bench_batch(folder: Path, number: int) -> None:
    from hands import DECK

    chance = random.Random(4)
    path = folder / "hands.txt"
    path.write_text("".join(" ".join(chance.sample(DECK, 6)) + "\n" for _ in range(number)))
    cold = best(start(CRIB, "discard", HAND), 3)
    for roles in ((), ("--pone",)):
        seconds = best(start(CRIB, "discard", "--file", str(path), "--format", "tsv", *roles), 1) - cold
        name = "one role" if roles else "both roles"
        print(f"{number} hands, {name}, one process: {number / seconds:.0f} a second  (at least 10)")


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    subprocess.run([CRIB, "--version"], check=True)
    bench_start()
    with tempfile.TemporaryDirectory() as name:
        bench_batch(Path(name), number)


if __name__ == "__main__":
    main()
