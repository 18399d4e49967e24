"""Every example in a docstring runs, and every public function has a docstring."""

import ast
import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import crib_cli

MODULES = ["crib_cli", *(found.name for found in pkgutil.walk_packages(crib_cli.__path__, "crib_cli."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    modules = [importlib.import_module(name) for name in MODULES if name.startswith("crib_cli.core.")]
    assert sum(doctest.testmod(module).attempted for module in modules) > 30


@pytest.mark.parametrize("path", sorted((Path(crib_cli.__file__).parent / "core").glob("*.py")), ids=lambda p: p.stem)
def test_public_functions_of_core_show_an_example(path: Path) -> None:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            assert ">>>" in (ast.get_docstring(node) or ""), f"{path.stem}.{node.name} has no example"
