"""How large the code is, and how much of it a first study enters.

    python -m benchmarks.house              the table, as Markdown
    python -m benchmarks.house --json       the same numbers, and names, for a program
    python -m benchmarks.house --packages   lines of each package, too
    python -m benchmarks.house --root DIR   of another checkout

Lines are those of the packages and of the API, without tests: of docstrings, of import
statements, blank or comments, and code, which is all the rest. A file is *entered* by
``study 0.77`` where a function in it is called, its own import apart. A *circle* is a set of
modules that import one another, wherever an import stands and also where it is made by a name. Here
things are counted; for seconds see `benchmarks.table`.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "discover", "reports")
DOOR = "mexplore.py"  # before it was a folder
COMMANDS = Path("reports/commands")
STUDY = ["study", "0.77", "--max-terms", "1000", "--no-store"]
LINES = ("code", "docstrings", "imports", "blank")

TRACED = """
import json, os, sys
root, arguments = os.path.realpath(sys.argv[1]), json.loads(sys.argv[2])
sys.path.insert(0, root)
entered = set()
def enter(frame, event, argument):
    if event == "call" and frame.f_code.co_name != "<module>":
        entered.add(frame.f_code.co_filename)
from mexplore.reports.__main__ import main
sys.argv = ["mexplore", *arguments]
sys.setprofile(enter)
try:
    main()
except SystemExit:
    pass
sys.setprofile(None)
folders = ("rules", "discover", "reports", "mexplore")
ours = tuple(os.path.join(root, folder, "") for folder in folders)
files = sorted(f for f in map(os.path.realpath, entered) if f.startswith(ours))
with open(os.environ["HOUSE_OUT"], "w") as file:
    json.dump({"entered": files, "modules": sorted(sys.modules)}, file)
"""


@dataclass
class Count:
    """Files, and lines by what they are."""

    files: int = 0
    code: int = 0
    docstrings: int = 0
    imports: int = 0
    blank: int = 0

    @property
    def lines(self) -> int:
        """All of them."""
        return self.code + self.docstrings + self.imports + self.blank

    def __add__(self, other: Count) -> Count:
        pairs = zip(asdict(self).values(), asdict(other).values(), strict=True)
        return Count(*(a + b for a, b in pairs))


@dataclass
class House:
    """The figures of one checkout."""

    packages: dict[str, Count]
    modules: list[str]
    own_modules: int
    entered: list[str]
    circles: list[list[str]]
    commands: dict[str, int]
    tests: Count = field(default_factory=Count)

    @property
    def whole(self) -> Count:
        """All packages together."""
        return sum(self.packages.values(), Count())

    def figures(self) -> dict[str, Any]:
        """The rows of the table."""
        whole, lines = self.whole, list(self.commands.values())
        return {
            "lines of Python": whole.lines,
            **{f"- {name}": getattr(whole, name) for name in LINES},
            "files": whole.files,
            "lines a file, mean": round(whole.lines / max(whole.files, 1)),
            "modules loaded by `study 0.77`": len(self.modules),
            "- of mexplore": self.own_modules,
            "files entered by `study 0.77`": len(self.entered),
            "circles of modules, imports by name followed": len(self.circles),
            "- modules in the largest": max(map(len, self.circles), default=0),
            "commands": len(lines),
            "lines a command's file, mean": round(sum(lines) / max(len(lines), 1)),
            "lines of tests": self.tests.lines,
            "files of tests": self.tests.files,
        }


def counted(path: Path) -> Count:
    """The lines of one file.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "a.py"
    >>> _ = file.write_text('\"\"\"A file.\"\"\"\\n\\nimport os\\n\\n# A comment.\\nx = os.sep\\n')
    >>> counted(file)
    Count(files=1, code=1, docstrings=1, imports=1, blank=3)
    """
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    docs, imports = set(_docstrings(tree)), set(_imports(tree))
    found = Count(files=1)
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if number in docs:
            found.docstrings += 1
        elif number in imports:
            found.imports += 1
        elif not bare or bare.startswith("#"):
            found.blank += 1
        else:
            found.code += 1
    return found


def _docstrings(tree: ast.AST) -> Iterator[int]:
    """Lines of docstrings: those of modules, classes and functions."""
    places = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(tree):
        if isinstance(node, places) and ast.get_docstring(node, clean=False) is not None:
            yield from _lines(node.body[0])


def _imports(tree: ast.AST) -> Iterator[int]:
    """Lines of imports, those for types with their condition."""
    for node in ast.walk(tree):
        typed = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if typed or isinstance(node, ast.Import | ast.ImportFrom):
            yield from _lines(node)


def _lines(node: Any) -> range:
    return range(node.lineno, node.end_lineno + 1)


def files_of(root: Path) -> list[Path]:
    """The files of the product."""
    found = [path for package in PACKAGES for path in (root / package).rglob("*.py")]
    wrapped = root / "mexplore"
    return sorted([*found, *wrapped.rglob("*.py"), *root.glob(DOOR)])


def module_names(root: Path) -> dict[str, Path]:
    """Each module's file."""
    found = {}
    for path in files_of(root):
        parts = path.relative_to(root).with_suffix("").parts
        if (root / "mexplore" / parts[0]).exists():  # a link: the folder's name within mexplore
            parts = ("mexplore", *parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(tree: ast.AST, known: Mapping[str, Path]) -> set[str]:
    """The modules that a module imports, at the top or in functions, but for types alone."""
    found: set[str] = set()
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            found |= {alias.name for alias in child.names}
        if isinstance(child, ast.ImportFrom) and child.module:
            inner = {f"{child.module}.{alias.name}" for alias in child.names}
            found |= (inner & known.keys()) or {child.module}
        found |= imported(child, known)
    return found & known.keys()


def by_name(known: Mapping[str, Path]) -> set[tuple[str, str]]:
    """Pairs of a module and one that it imports by a name that it computes, as `rules.members` does
    for those who ask it: the asker is who names the folder in the call."""
    found = set[tuple[str, str]]()
    for name, path in known.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and node.args):
                continue
            called = ast.unparse(node.func).rpartition(".")[2]
            first = node.args[0]
            if called == "import_module" and isinstance(first, ast.Constant):
                found.add((name, str(first.value)))
            elif called in {"members", "modules_of", "likely_members", "names_of"}:
                folder = ast.unparse(first)
                found |= {(name, member) for member in _members(folder, known)}
    found |= _through_names(known)
    return {(name, other) for name, other in found if other in known and name != other}


def _through_names(known: Mapping[str, Path]) -> set[tuple[str, str]]:
    """A module with a call of ``import_module`` on a name imports the folders that strings in it
    name: `discover.study.kind` the kinds, `discover.heaps.known` patterns and theorems."""
    found = set[tuple[str, str]]()
    for name, path in known.items():
        text = path.read_text(encoding="utf-8")
        if "import_module(" not in text or name == "mexplore.rules.members":
            continue
        strings = {
            node.value
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        for folder in strings & known.keys():
            found |= {(name, member) for member in _members(folder, known)}
    return found


def _members(folder: str, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that a folder of members stands for: its files, and of its folders the module
    that ``HOME`` in its ``__init__.py`` names."""
    if folder not in known:
        return
    text = known[folder].read_text(encoding="utf-8")
    homes = [line.partition("=")[2].strip(" \"'") for line in text.splitlines() if "HOME =" in line]
    depth = folder.count(".") + 1
    for name, path in known.items():
        if not name.startswith(f"{folder}.") or name.split(".")[depth].startswith("_"):
            continue
        is_file = name.count(".") == depth and path.name != "__init__.py"
        is_home = bool(homes) and name.count(".") == depth + 1 and name.endswith(f".{homes[0]}")
        if is_file or is_home:
            yield name


def circles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """The strongly connected parts of more than one module, the largest first (Tarjan, 1972).

    >>> circles({"a": {"b"}, "b": {"a", "c"}, "c": set()})
    [['a', 'b']]
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            part = [stack.pop()]
            while part[-1] != node:
                part.append(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    for node in edges:
        if node not in index:
            visit(node)
    return sorted(found, key=len, reverse=True)


def traced(root: Path, arguments: list[str]) -> dict[str, list[Any]]:
    """What a command enters and loads: in a process of its own, with compiled kernels at hand."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        environment = {**os.environ, "HOUSE_OUT": str(out), "PYTHONPATH": str(root)}
        for _ in range(2):  # the first time kernels may have to be compiled
            asked = [sys.executable, "-c", TRACED, str(root), json.dumps(arguments)]
            subprocess.run(asked, env=environment, check=True, capture_output=True, cwd=folder)
        found: dict[str, list[Any]] = json.loads(out.read_text())
    return found


def house(root: Path) -> House:
    """All figures of a checkout."""
    sys.setrecursionlimit(100_000)
    known = module_names(root)
    packages: dict[str, Count] = {}
    for path in files_of(root):
        parts = path.relative_to(root).parts
        package = "/".join(parts[:2]) if len(parts) > 2 else f"{parts[0]}"
        packages[package] = packages.get(package, Count()) + counted(path)
    edges = {
        name: imported(ast.parse(path.read_text(encoding="utf-8")), known) - {name}
        for name, path in known.items()
    }
    for name, other in by_name(known):
        edges[name].add(other)
    seen = traced(root, STUDY)
    commands = sorted((root / COMMANDS).glob("[!_]*.py"))
    return House(
        packages,
        seen["modules"],
        sum(name in known for name in seen["modules"]),
        seen["entered"],
        circles(edges),
        {path.stem: counted(path).lines for path in commands},
        sum((counted(path) for path in sorted((root / "tests").rglob("*.py"))), Count()),
    )


def main() -> None:
    """The command line."""
    asker = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    asker.add_argument("--root", type=Path, default=HERE, metavar="DIR")
    asker.add_argument("--json", action="store_true")
    asker.add_argument("--packages", action="store_true")
    options = asker.parse_args()
    found = house(options.root.resolve())
    if options.json:
        packages = {
            name: {**asdict(c), "lines": c.lines} for name, c in sorted(found.packages.items())
        }
        more = {"packages": packages, "modules of each circle": found.circles}
        more |= {"lines of each command": found.commands, "entered": found.entered}
        print(json.dumps(found.figures() | more, indent=1))
        return
    print("| | |\n|---|---:|")
    for name, figure in found.figures().items():
        print(f"| {name} | {figure:,} |")
    if options.packages:
        print(f"\n| package | files | lines | {' | '.join(LINES)} |\n|---|{'---:|' * 6}")
        for package, count in sorted(found.packages.items()):
            each = " | ".join(f"{getattr(count, name):,}" for name in LINES)
            print(f"| {package} | {count.files} | {count.lines:,} | {each} |")


if __name__ == "__main__":
    main()
