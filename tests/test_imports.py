"""The house: imports point one way, no circle, and nothing lies loose on a landing.

Every import counts, wherever it stands: at the top, in a function, and those that
`rules.members` makes when it looks into a folder of members. Imports for types alone count between
rooms, but not between files. What wings and other packages add is imported by none.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from mexplore.rules.members import modules_of

ROOT = Path(__file__).parent.parent
FLOORS = ("rules", "discover", "reports")
"""A floor knows itself and those before it."""

LANDINGS = {
    "rules": {"rule", "views", "notation", "library", "errors", "members", "reach"},
    "discover": {"kinds", "verifying"},
    "reports": {"__main__"},
}
"""What everybody uses stands on a landing; all the rest has a room (docs/architecture.md)."""


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "mexplore" else ("mexplore", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    _name(path): path
    for path in sorted([*(p for f in FLOORS for p in (ROOT / f).rglob("*.py"))])
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
    """The nodes below, without those behind ``if TYPE_CHECKING``."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from _at_work(child)


def graph() -> dict[str, set[str]]:
    """Module -> the modules of the house that it imports."""
    return {
        name: (imported(path.read_text()) & FILES.keys()) - {name} for name, path in FILES.items()
    }


GRAPH = graph()


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Some modules that import one another in a round; [] if there are none."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def room(module: str) -> str:
    """The room that a module lies in; a file on a landing is a room of its own."""
    return ".".join(module.split(".")[1:3]) or "api"


def rooms() -> dict[str, set[str]]:
    """Room -> the rooms that its files import, for types too. The package of a floor is none."""
    found: dict[str, set[str]] = {}
    for name, path in FILES.items():
        others = {room(each) for each in imported(path.read_text(), types=True) & FILES.keys()}
        found.setdefault(room(name), set()).update(others - {room(name), *FLOORS})
    return {name: others for name, others in found.items() if name not in FLOORS}


ROOMS = rooms()
MOST = {"discover": (15, 55), "reports": (8, 17)}
"""Rooms of a floor, landing apart, and pairs of rooms of which one imports the other."""


def _floor(module: str) -> str:
    """The floor that a module stands on; the front door stands above all of them."""
    return module.split(".")[1] if module.count(".") else "api"


@pytest.mark.parametrize("name", FILES)
def test_imports_point_one_way(name: str) -> None:
    floors = [_floor(other) for other in (name, *GRAPH[name])]
    own = FLOORS.index(floors[0]) if floors[0] in FLOORS else len(FLOORS)
    above = {floor for floor in floors[1:] if floor not in (*FLOORS, "api")[: own + 1]}
    assert not above, f"{name} imports {above}"


def test_no_circle() -> None:
    assert circle(GRAPH) == []


def test_no_round_between_rooms() -> None:
    assert circle(ROOMS) == []


@pytest.mark.parametrize("floor", MOST)
def test_rooms_are_few(floor: str) -> None:
    files = {name: FILES.get(f"mexplore.{name}") for name in ROOMS}
    folders = {name for name, path in files.items() if path and path.name == "__init__.py"}
    own = {name for name in folders if name.startswith(f"{floor}.")}
    arrows = [(name, other) for name in own for other in ROOMS[name] & own]
    most_rooms, most_arrows = MOST[floor]
    assert len(own) <= most_rooms and len(arrows) <= most_arrows, sorted(arrows)


@pytest.mark.parametrize("floor", FLOORS)
def test_nothing_lies_loose_on_a_landing(floor: str) -> None:
    found = {path.stem for path in (ROOT / floor).glob("*.py")} - {"__init__"}
    assert found == LANDINGS[floor], "give a new file a room"


@pytest.mark.parametrize("floor", FLOORS)
def test_every_room_says_what_it_is(floor: str) -> None:
    for folder in {path.parent for path in (ROOT / floor).rglob("*.py")}:
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
    assert "mexplore.rules.families.division.rule" in GRAPH["mexplore.rules.notation"]
    assert "mexplore.rules.families.union.rule" in GRAPH["mexplore.rules.notation"]
