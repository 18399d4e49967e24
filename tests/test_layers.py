"""A package imports only itself and those above it in the table of the house."""

import ast
from pathlib import Path

import pytest

import crib_cli

HOUSE = Path(crib_cli.__file__).parent
ORDER = ("core", "analysis", "game", "drill", "words", "output", "cli")
BANNED_IN_CORE = {"random", "os", "time", "json", "sys", "pathlib", "sqlite3", "subprocess", "typer", "rich"}
MODULES = sorted(HOUSE.rglob("*.py"))


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides where it goes"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


def room_of(path: Path) -> str:
    inside = path.relative_to(HOUSE).parts
    return inside[0] if len(inside) > 1 else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_imports_point_up_the_table(path: Path) -> None:
    room = room_of(path)
    if not room:
        return  # errors imports nothing of ours; the entry point may import anything
    for name in imports_of(path):
        if name.startswith("crib_cli."):
            other = name.split(".")[1]
            if other in ORDER:
                assert ORDER.index(other) <= ORDER.index(room), f"{room} imports {name}"


def test_errors_and_version_import_nothing_of_ours() -> None:
    for name in ("errors.py", "__init__.py"):
        assert not {found for found in imports_of(HOUSE / name) if found.startswith("crib_cli")}


@pytest.mark.parametrize("path", sorted((HOUSE / "core").glob("*.py")), ids=lambda path: path.stem)
def test_core_is_pure(path: Path) -> None:
    assert not {name.split(".")[0] for name in imports_of(path)} & BANNED_IN_CORE


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_rich_and_typer_have_one_room(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports_of(path)}
    assert "rich" not in roots or path.name == "rich_view.py"
    assert "typer" not in roots or path.name in {"__main__.py", "app.py", "options.py", "parser_words.py", "usage.py"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_modules_are_not_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500
