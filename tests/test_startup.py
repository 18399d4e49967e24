"""``crib count`` starts fast because it loads little: heavy modules stay out until they are needed."""

import subprocess
import sys

import pytest
from conftest import CLEAN

BANNED = ("rich", "json", "random", "importlib.metadata", "sqlite3", "pydantic", "numpy", "unicodedata", "platformdirs")
BANNED += tuple(f"crib_cli.{room}" for room in ("analysis", "game", "drill", "core.claims", "core.bulk", "cli.stream"))
PROBE = """
import sys
from crib_cli.__main__ import main
code = main(sys.argv[1:])
print(*sorted(sys.modules), sep="\\n", file=sys.stderr)
sys.exit(code)
"""


def modules_after(*args: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *args], capture_output=True, text=True, env=CLEAN, check=True, timeout=60
    )
    assert done.stdout.strip()
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "args",
    [
        ("count", "5H", "5S", "5C", "JD", "/", "5D"),
        ("--lang", "it", "count", "5H 5S 5C JD / 5D", "--ascii"),
        ("count", "5 5 5 J 5", "--format", "points"),
        ("count", "5H 5S 5C JD / 5D", "--format", "tsv", "--header"),
        ("count", "5H 5S 5C JD / 5D", "--format", "json"),
    ],
)
def test_count_loads_nothing_heavy(args: tuple[str, ...]) -> None:
    loaded = modules_after(*args)
    heavy = {name for name in loaded for banned in BANNED if name == banned or name.startswith(banned + ".")}
    assert not heavy


def test_only_the_spoken_language_is_loaded() -> None:
    loaded = modules_after("count", "--lang", "es", "5H 5S 5C JD / 5D")
    assert "crib_cli.words.es" in loaded
    assert "crib_cli.words.it" not in loaded
