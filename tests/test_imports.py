"""Imports point one way, without a circle, and every file has its package.

Every import counts, wherever it stands: at the top, in a function, and those that
`rules.members` makes when it looks into a folder of members. Imports for types alone count between
packages, but not between files. What optional and other packages add is imported by none.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from mexplore.rules.members import modules_of

ROOT = Path(__file__).parent.parent
LAYERS = ("rules", "discover", "reports")
"""A layer knows itself and those before it."""

TOP_FILES = {
    "rules": {"rule", "views", "notation", "library", "dataclass", "errors", "members", "reach"},
    "discover": {"kinds", "verifying"},
    "reports": {"__main__"},
}
"""What everybody uses stands at the top of a layer; all the rest has a package
(docs/architecture.md)."""


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "mexplore" else ("mexplore", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    _name(path): path
    for path in sorted([*(p for f in LAYERS for p in (ROOT / f).rglob("*.py"))])
    + sorted((ROOT / "mexplore").glob("*.py"))
}


def imported(source: str, types: bool = False) -> set[str]:
    """The modules that a source text imports, for types alone too or not; of a folder of members
    all of them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)) if types else _at_work(ast.parse(source)):
        match node:
            case ast.Import(names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module, names, level):
                assert level == 0, "imports are absolute"
                inner = {f"{module}.{alias.name}" for alias in names}
                found |= (inner & FILES.keys()) or {str(module)}
            case ast.Call(ast.Name("members" | "modules_of"), [ast.Attribute() as folder, *_]):
                package = importlib.import_module(ast.unparse(folder))
                own = {module.__name__ for module in modules_of(package)}
                found |= {each for each in own if each.startswith(f"{package.__name__}.")}
    return found


def _at_work(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below, without those below ``if TYPE_CHECKING``."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from _at_work(child)


@cache
def graph() -> dict[str, set[str]]:
    """Module -> the modules of mexplore that it imports."""
    return {
        name: (imported(path.read_text()) & FILES.keys()) - {name} for name, path in FILES.items()
    }


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Some modules that import one another in a circle; [] if there are none."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def package_of(module: str) -> str:
    """The package that a module lies in; a file at the top of a layer counts as one."""
    return ".".join(module.split(".")[1:3]) or "api"


PACKAGES = sorted({package_of(name) for name in FILES} - {*LAYERS})


@cache
def packages() -> dict[str, set[str]]:
    """Package -> the packages that its files import, for types too. A layer itself is none."""
    found: dict[str, set[str]] = {}
    for name, path in FILES.items():
        others = {
            package_of(each) for each in imported(path.read_text(), types=True) & FILES.keys()
        }
        found.setdefault(package_of(name), set()).update(others - {package_of(name), *LAYERS})
    return {name: others for name, others in found.items() if name not in LAYERS}


MOST = {"discover": (15, 55), "reports": (8, 18)}
"""Packages of a layer, files at its top apart, and pairs of which one imports the other."""


def _layer(module: str) -> str:
    """The layer that a module belongs to; the public API stands above all of them."""
    first, *below = module.split(".")[1:] or ["api"]
    return first if below or first in LAYERS else "api"  # the files of the public API


@pytest.mark.parametrize("name", FILES)
def test_imports_point_one_way(name: str) -> None:
    layers = [_layer(other) for other in (name, *graph()[name])]
    own = LAYERS.index(layers[0]) if layers[0] in LAYERS else len(LAYERS)
    above = {layer for layer in layers[1:] if layer not in (*LAYERS, "api")[: own + 1]}
    assert not above, f"{name} imports {above}"


def test_no_circle() -> None:
    assert circle(graph()) == []


def test_no_circle_of_packages() -> None:
    assert circle(packages()) == []


@pytest.mark.parametrize("layer", MOST)
def test_packages_are_few(layer: str) -> None:
    files = {name: FILES.get(f"mexplore.{name}") for name in PACKAGES}
    folders = {name for name, path in files.items() if path and path.name == "__init__.py"}
    own = {name for name in folders if name.startswith(f"{layer}.")}
    arrows = [(name, other) for name in own for other in packages()[name] & own]
    most_packages, most_arrows = MOST[layer]
    assert len(own) <= most_packages and len(arrows) <= most_arrows, sorted(arrows)


@pytest.mark.parametrize("layer", LAYERS)
def test_nothing_else_lies_at_the_top_of_a_layer(layer: str) -> None:
    found = {path.stem for path in (ROOT / layer).glob("*.py")} - {"__init__"}
    assert found == TOP_FILES[layer], "give a new file a package"


@pytest.mark.parametrize("layer", LAYERS)
def test_every_package_says_what_it_is(layer: str) -> None:
    for folder in {path.parent for path in (ROOT / layer).rglob("*.py")}:
        home = folder / "__init__.py"
        assert home.exists(), f"{folder} has no __init__.py"
        assert ast.get_docstring(ast.parse(home.read_text())), f"{home} does not say what it is"


def test_breaches_are_noticed() -> None:
    assert imported("def f():\n    from mexplore.reports.cli.app import main\n") == {
        "mexplore.reports.cli.app"
    }
    assert imported("from mexplore.rules import errors") == {"mexplore.rules.errors"}
    typed = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import mexplore.reports.cli.app\n"
    )
    assert imported(typed) == {"typing"}
    assert imported(typed, types=True) == {"typing", "mexplore.reports.cli.app"}
    dynamic = imported(
        "def f():\n    import mexplore.rules.sets\n    return members(mexplore.rules.sets, object)"
    )
    assert {"mexplore.rules.sets", "mexplore.rules.sets.primes"} <= dynamic
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []


def test_the_graph_is_whole() -> None:
    assert "mexplore.rules.families.division.rule" in graph()["mexplore.rules.notation"]
    assert "mexplore.rules.families.union.rule" in graph()["mexplore.rules.notation"]
