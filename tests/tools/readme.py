"""Write the README's examples anew from the program's real output, or check that they are as it gives them.

    python tests/tools/readme.py [--check]

In every ``console`` block, what follows a ``$`` line up to the next one is the output of that line. ``text``
blocks and the commands that set things up are left alone.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
KEPT = ("HOME", "PATH", "SYSTEMROOT", "TMPDIR")


def show(command: str) -> str:
    """Run one line in a shell at the top of the tree and return what a person would see."""
    variables = {name: os.environ[name] for name in KEPT if name in os.environ}
    variables["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{variables.get('PATH', '')}"
    with tempfile.TemporaryDirectory() as home:  # the user's own history and games stay out of it
        variables |= {"LC_ALL": "C.UTF-8", "CRIB_HOME": home}
        done = subprocess.run(
            ["bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env=variables,
            check=False,
            timeout=120,
        )
    return done.stdout.decode()


def fill(block: re.Match[str]) -> str:
    """Return a console block with the output of its commands."""
    lines = [line for line in block[1].splitlines() if line.startswith("$ ")]
    return "```console\n" + "".join(f"{line}\n{show(line[2:])}" for line in lines) + "```\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if the README is not up to date")
    args = parser.parse_args()
    old = README.read_text(encoding="utf-8")
    new = re.sub(r"^```console\n(.*?)^```\n", fill, old, flags=re.DOTALL | re.MULTILINE)
    if args.check:
        if new != old:
            print("README.md: examples differ from what the program prints; run tests/tools/readme.py")
        return int(new != old)
    README.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
