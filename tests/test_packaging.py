"""What is handed out: wheel and sdist, what is in them, and that they install and run wherever they are said to."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pexpect
import pytest
from conftest import CLEAN

ROOT = Path(__file__).parents[1]
HAND = ("count", "5H", "5S", "5C", "JD", "/", "5D")
SHARED = {
    "share/man/man1/crib.1": "crib_cli/man/crib.1",
    "share/bash-completion/completions/crib": "completions/crib.bash",
    "share/zsh/site-functions/_crib": "completions/_crib",
    "share/fish/vendor_completions.d/crib.fish": "completions/crib.fish",
}
COMMANDS = (
    (HAND, "total 29"),
    (("--lang", "it", *HAND), "totale 29"),
    (("peg", "7H", "8S", "9D"), "a run of three for three"),
    (("discard", "5H", "5C", "6D", "7S", "JH", "QD", "--dealer", "--top", "1"), "dealer: the crib is yours"),
    (("play", "--auto", "--seed", "7", "--target", "31"), "seed 7"),
    (("drill", "--stats"), ""),
    (("play", "--help"), "--muggins"),
    (("--help",), "discard"),
    (("--version",), "crib "),
)
OLD_RICH = "13.8.0"
"""The oldest that Typer takes."""
BUILDING = pytest.mark.slow


def call(*args: str | Path, **variables: str) -> str:
    """Run a program, show what it said if it fails, and return its output."""
    env = CLEAN | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"} | variables
    done = subprocess.run([*map(str, args)], capture_output=True, text=True, env=env, check=False, timeout=600)
    assert done.returncode == 0, f"{args}\n{done.stdout}{done.stderr}"
    return done.stdout


def make_venv(folder: Path, *packages: str | Path, python: str = sys.executable) -> Path:
    """Make an environment with some packages and return its folder of programs."""
    call(python, "-m", "venv", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    if packages:
        call(programs / "python", "-m", "pip", "install", "-q", *packages)
    return programs


def check_it_runs(programs: Path, home: Path) -> None:
    """Run a handful of commands, in a pipe and on a terminal."""
    for args, expected in COMMANDS:
        assert expected in call(programs / "crib", *args, CRIB_HOME=str(home))
    for args, keys in (((), ""), (("play", "--seed", "5"), "q\r"), (("drill", "--seed", "5"), "q\r")):
        child = pexpect.spawn(
            str(programs / "crib"), list(args), env=CLEAN | {"CRIB_HOME": str(home)}, encoding="utf-8", timeout=60,
            dimensions=(40, 100),
        )  # fmt: skip
        child.expect("╭")
        child.send(keys)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of an environment with the installers and the builder, from the package index."""
    return make_venv(tmp_path_factory.mktemp("tools") / "venv", "build", "pipx", "uv")


@pytest.fixture(scope="module")
def built(tools: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sdist, and the wheel made from it."""
    folder = tmp_path_factory.mktemp("dist")
    call(tools / "python", "-m", "build", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


def read_wheel(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def ours(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder of the tree by their names there, less what running leaves behind."""
    paths = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}


def test_what_is_shared_exists_and_goes_where_it_is_looked_for() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shared = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert {place: source for source, place in shared.items()} == SHARED
    assert all((ROOT / source).is_file() for source in shared)


@BUILDING
def test_the_wheel_holds_the_package_the_page_and_the_completions(wheel: Path) -> None:
    files = read_wheel(wheel)
    expected = {name: data for name, data in ours(ROOT / "crib_cli").items() if not name.startswith("crib_cli/man/")}
    assert {name: data for name, data in files.items() if name.startswith("crib_cli/")} == expected
    assert "crib_cli/py.typed" in files
    assert any(name.startswith("crib_cli/analysis/data/") for name in files)
    (data,) = {name.split("/")[0] for name in files if ".data/" in name}
    shared = {name.removeprefix(f"{data}/data/"): text for name, text in files.items() if name.startswith(data)}
    assert shared == {place: (ROOT / source).read_bytes() for place, source in SHARED.items()}
    rest = {name for name in files if not name.startswith("crib_cli/")} - {f"{data}/data/{place}" for place in SHARED}
    assert {name.split("/", 1)[1] for name in rest} == {"METADATA", "WHEEL", "RECORD", "entry_points.txt"}


@BUILDING
def test_the_sdist_holds_the_tree(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as packed:
        names = {member.name.split("/", 1)[1] for member in packed.getmembers() if member.isfile()}
    expected = {*ours(ROOT / "crib_cli"), *ours(ROOT / "completions"), *ours(ROOT / "tests")}
    assert names == expected | {"pyproject.toml", "README.md", "PKG-INFO", ".gitignore"}


@BUILDING
def test_the_tree_and_the_sdist_make_the_same_wheel(wheel: Path, tools: Path, tmp_path: Path) -> None:
    call(tools / "python", "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", tmp_path, ROOT)
    (direct,) = tmp_path.glob("*.whl")
    assert read_wheel(direct) == read_wheel(wheel)


@BUILDING
def test_pip(wheel: Path, tmp_path: Path) -> None:
    programs = make_venv(tmp_path / "venv", wheel)
    check_it_runs(programs, tmp_path / "home")
    assert all((tmp_path / "venv" / place).is_file() for place in SHARED)
    call(programs / "python", "-m", "pip", "check")
    call(programs / "python", "-m", "pip", "uninstall", "-q", "-y", "crib-cli")
    assert not [path for path in (tmp_path / "venv").rglob("*") if re.search(r"\bcrib", path.name)]


@BUILDING
def test_pipx(wheel: Path, tools: Path, tmp_path: Path) -> None:
    places = {name: str(tmp_path / name) for name in ("PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR")}
    call(tools / "pipx", "install", wheel, **places)
    assert "total 29" in call(tmp_path / "PIPX_BIN_DIR" / "crib", *HAND)
    assert (tmp_path / "PIPX_MAN_DIR" / "man1" / "crib.1").is_file()


@BUILDING
def test_uv(wheel: Path, tools: Path, tmp_path: Path) -> None:
    places = {name: str(tmp_path / name) for name in ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "UV_CACHE_DIR")}
    call(tools / "uv", "tool", "install", "--system-certs", wheel, UV_PYTHON_DOWNLOADS="never", **places)
    assert "total 29" in call(tmp_path / "UV_TOOL_BIN_DIR" / "crib", *HAND)


@BUILDING
@pytest.mark.parametrize("typer", ["typer==0.27.1", "typer>=0.28,<0.29"])
@pytest.mark.parametrize("rich", [f"rich=={OLD_RICH}", "rich"])
def test_the_oldest_and_the_newest_libraries(typer: str, rich: str, wheel: Path, tmp_path: Path) -> None:
    programs = make_venv(tmp_path / "venv", wheel, typer, rich)
    check_it_runs(programs, tmp_path / "home")


def find_python(version: str, tools: Path, folder: Path) -> str:
    """Return a Python of this version: one of the machine's, or one that uv can fetch; else skip."""
    homes = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    if homes:
        return str(homes[-1])
    places = {"UV_CACHE_DIR": str(folder / "cache"), "UV_PYTHON_INSTALL_DIR": str(folder / "pythons")}
    uv = [str(tools / "uv"), "--system-certs", "python"]
    for action in ("find", "install", "find"):
        done = subprocess.run(
            [*uv, action, version], capture_output=True, text=True, env=CLEAN | places, check=False, timeout=300
        )
        if action == "find" and done.returncode == 0:
            return done.stdout.strip()
    pytest.skip(f"no Python {version} on this machine, and uv cannot fetch one here")


@BUILDING
@pytest.mark.parametrize("version", ["3.12", "3.13", "3.14"])
def test_newer_pythons(version: str, wheel: Path, tools: Path, tmp_path: Path) -> None:
    programs = make_venv(tmp_path / "venv", wheel, python=find_python(version, tools, tmp_path))
    assert call(programs / "python", "--version").startswith(f"Python {version}.")
    check_it_runs(programs, tmp_path / "home")
