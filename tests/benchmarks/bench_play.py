"""Speed of ``crib play``: games a second, and how long it is to the first prompt. Nothing is asserted.

Run with the Python that has ``crib`` installed from a wheel:  python tests/benchmarks/bench_play.py [GAMES]
"""

import os
import subprocess
import sys
import tempfile
import time

from bench_count import CRIB, best, start

HAND = "5H 5S 5C JD / 5D"
ROUNDS = 15


def bench_start() -> None:
    """Compare the time to the first prompt, on a pipe, with one count; and on a terminal, where there is one."""
    count_run = start(CRIB, "count", HAND)
    count, play = [], []
    for _ in range(ROUNDS):  # turn about, so that a noisy moment meets both
        count.append(best(count_run, 1))
        play.append(best(left_at_once, 1))
    print(f"a game to its first prompt / one count: {min(play) / min(count):.2f}")
    print(f"  {min(play) * 1000:.0f} ms through a pipe")
    if sys.platform != "win32":
        print(f"  {min(drawn() for _ in range(ROUNDS)) * 1000:.0f} ms on a terminal, with the table drawn")


def left_at_once() -> None:
    with tempfile.TemporaryDirectory() as home:
        subprocess.run(
            [CRIB, "play", "--seed", "5"],
            input=b"q\n",
            stdout=subprocess.DEVNULL,
            env=os.environ | {"CRIB_HOME": home},
            check=True,
        )


def drawn() -> float:
    """Return the seconds from the start of a game to its first prompt on a terminal."""
    import pexpect

    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        child = pexpect.spawn("env", [f"CRIB_HOME={home}", CRIB, "play", "--seed", "5", "--delay", "0", "--lang", "en"])
        child.expect_exact(r"to the crib (2)? ")
        seconds = time.perf_counter() - began
        child.close(force=True)
    return seconds


def bench_games(number: int) -> None:
    for level, games in (("club", number), ("beginner", number), ("expert", 1)):
        seconds = best(start(CRIB, "play", "--auto", "--games", str(games), "--level", level, "--seed", "1"), 1)
        note = f"  (1000 in {1000 * seconds / games:.0f} s, at most 60)" if level == "club" else ""
        print(f"{games} games of {level} players, one process: {games / seconds:.1f} a second{note}")


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    subprocess.run([CRIB, "--version"], check=True)
    bench_start()
    bench_games(number)


if __name__ == "__main__":
    main()
