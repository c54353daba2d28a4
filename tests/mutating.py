"""Mutations of product code: one token of a file is changed, and the tests near it should fail.

A *mutation* makes one of these changes in the text of a file:

* a comparison becomes the one beside it: < and <=, > and >=, == and !=;
* a number in an expression becomes larger or smaller by one;
* ``and`` becomes ``or``, ``or`` becomes ``and``; a ``not`` is dropped;
* ``+`` becomes ``-``, ``-`` becomes ``+``;
* ``max`` becomes ``min``, ``min`` becomes ``max``, or one of their arguments is dropped.

Left alone are module constants in capitals (they are budgets: another value changes how much is
tried, not what is true), indices and slices, and the functions that only write text for people or
for Coq (`TEXT`), which have tests of their own.

The file on disk does not change. Each mutation has a process of its own, in which the import
system takes the changed text; in it pytest runs the tests until the first one fails. A mutation
that no test notices *survives*. ``python tests/mutating.py FILE...`` prints the survivors of files.
"""

from __future__ import annotations

import ast
import os
import re
import signal
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "mutations.toml"
A_FILE = 3  # mutations of one file that are tried
SECONDS = 240  # of processor time, after which a mutation counts as noticed: it hangs
TEXT = {"checked", "coq", "words", "statement", "account", "example"}

_BESIDE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}


@dataclass(frozen=True)
class Mutation:
    """The characters ``start`` to ``stop`` of a text are replaced by ``new``."""

    start: int
    stop: int
    new: str
    line: str
    """The changed line as it stands, by which people and the table find the place."""
    column: int

    @property
    def key(self) -> tuple[str, str]:
        """The line before and after."""
        before = self.line[: self.column]
        after = self.line[self.column + self.stop - self.start :]
        return self.line.strip(), f"{before}{self.new}{after}".strip()

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.stop :]


class _Finder(ast.NodeVisitor):
    """Collects the mutations of a module."""

    def __init__(self, text: str) -> None:
        self.text, self.found = text, list[Mutation]()
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def place(self, line: int, offset: int) -> int:
        """The index of a place that `ast` gives in bytes of a line."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:offset].decode())

    def span(self, node: ast.expr) -> tuple[int, int]:
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self.place(node.lineno, node.col_offset), self.place(end_line, end)

    def add(self, start: int, stop: int, new: str) -> None:
        line = self.text.count("\n", 0, start)
        if self.text.count("\n", 0, stop) == line:
            column = start - self.starts[line]
            self.found.append(Mutation(start, stop, new, self.lines[line].rstrip("\n"), column))

    def between(self, left: ast.expr, right: ast.expr, sign: str, new: str) -> None:
        """Replace the sign that stands between two expressions."""
        start, stop = self.span(left)[1], self.span(right)[0]
        at = self.text.find(sign, start, stop)
        if at >= 0:
            self.add(at, at + len(sign), new)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in TEXT:
            for statement in node.body:
                self.visit(statement)

    def visit_Assign(self, node: ast.Assign) -> None:
        budgets = [
            t for t in node.targets if isinstance(t, ast.Name) and t.id.lstrip("_").isupper()
        ]
        if not budgets:
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Text for people."""

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) is int:
            start, stop = self.span(node)
            if self.text[start:stop].isdigit():
                for value in (node.value + 1, node.value - 1):
                    self.add(start, stop, str(value))

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for i, op in enumerate(node.ops):
            sign = _SIGNS.get(type(op))
            if sign is not None:
                self.between(sides[i], sides[i + 1], sign, _BESIDE[sign])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.between(left, right, old, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start = self.span(node)[0]
            self.add(start, start + len("not "), "")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add | ast.Sub):
            old, new = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
            self.between(node.left, node.right, old, new)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in ("max", "min"):
            start, stop = self.span(node.func)
            self.add(start, stop, "min" if node.func.id == "max" else "max")
            for i, arg in enumerate(node.args if len(node.args) > 1 else ()):
                if i:
                    self.add(self.span(node.args[i - 1])[1], self.span(arg)[1], "")
                else:
                    self.add(self.span(arg)[0], self.span(node.args[1])[0], "")
        self.generic_visit(node)


def mutations(text: str) -> list[Mutation]:
    """All mutations of the text of a module.

    >>> for mutation in mutations("a = max(b + 1, not c)"):
    ...     print(mutation.key[1])
    a = min(b + 1, not c)
    a = max(not c)
    a = max(b + 1)
    a = max(b - 1, not c)
    a = max(b + 2, not c)
    a = max(b + 0, not c)
    a = max(b + 1, c)
    """
    finder = _Finder(text)
    finder.visit(ast.parse(text))
    return finder.found


def chosen(file: str, count: int = A_FILE) -> list[Mutation]:
    """Some mutations of a file, the same ones every time: those of the least hashes. A change
    elsewhere in the file does not choose others."""
    found = mutations((ROOT / file).read_text(encoding="utf-8"))
    found.sort(key=lambda m: sha256(repr(m.key).encode()).hexdigest())
    return sorted(found[:count], key=lambda m: m.start)


def files() -> list[str]:
    """The files that are mutated: those of the folders in the table."""
    folders = _table()["folders"]
    found = (path for each in folders for path in ROOT.glob(each) if path.name != "__init__.py")
    return sorted(str(path.relative_to(ROOT)) for path in found)


def nearest_tests(file: str) -> list[str]:
    """The doctests of a file, and the test files that import it below the folder of the tests that
    mirrors its folder, or the one above."""
    extra: list[str] = _table()["tests"].get(file, [])
    if extra:
        return [file, *extra]
    imported = re.compile(rf"from {_module(file)} import")
    folder = Path("tests") / Path(file).parent
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    while True:
        paths = sorted((ROOT / folder).rglob("test_*.py"))
        near = [path for path in paths if imported.search(path.read_text(encoding="utf-8"))]
        if near or folder == Path("tests"):
            return [file, *(str(path.relative_to(ROOT)) for path in near)]
        folder = folder.parent


def explained(file: str) -> dict[tuple[str, str], str]:
    """The mutations of a file that change nothing that a test could see, and why."""
    rows = _table()["survivor"]
    return {(r["line"], r["becomes"]): r["why"] for r in rows if r["file"] == file}


def survivors(file: str, count: int = A_FILE) -> list[Mutation]:
    """The chosen mutations of a file that its nearest tests do not notice."""
    tests = nearest_tests(file)
    text = (ROOT / file).read_text(encoding="utf-8")
    tried = chosen(file, count)
    found = [mutation for mutation in tried if passes(file, mutation.applied(text), tests)]
    # Tests that pass with a survivor do not fail for another reason; otherwise that is looked at.
    if tried and not found and not passes(file, text, tests):
        raise AssertionError(f"the tests near {file} fail without a mutation: {tests}")
    return found


def passes(file: str, text: str, tests: Sequence[str]) -> bool:
    """Whether the tests pass in a process in which a file has this text."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return status == 0
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # its signal ends the process
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os._exit(_run(file, text, tests))
    except BaseException:
        os._exit(70)
    raise AssertionError("not reached")


def _run(file: str, text: str, tests: Sequence[str]) -> int:
    import pytest

    changed = _Changed(file, text)
    sys.meta_path.insert(0, changed)
    options = ["-x", "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={ROOT}"]
    paths = (
        ROOT / "mexplore" / test if not test.startswith("tests/") else ROOT / test for test in tests
    )
    return int(pytest.main([*options, *map(str, paths)], plugins=[changed]))


class _Changed:
    """Finds one module: a file with another text."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text

    def pytest_sessionstart(self) -> None:
        """Stand before pytest's own hook, which would read a file with doctests from the disk."""
        sys.meta_path.remove(self)
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != _module(self.file):
            return None
        place, text = str(ROOT / "mexplore" / self.file), self.text

        class Loader(SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:
                return compile(text, place, "exec")

        return spec_from_file_location(name, place, loader=Loader(name, place))


def _module(file: str) -> str:
    return "mexplore." + file.removesuffix(".py").replace("/", ".")


def _table() -> Any:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    """Print the survivors of the files, by default of all."""
    import numpy as np  # noqa: F401  # what every process needs is imported once
    import pytest  # noqa: F401

    os.chdir(ROOT)
    tried = alive = 0
    for file in arguments or files():
        known = explained(file)
        for mutation in survivors(file):
            alive += 1
            old, new = mutation.key
            why = known.get(mutation.key, "not explained")
            _say(f"{file}: {why}\n  {old}\n  {new}")
        tried += len(chosen(file))
        _say(f"# {file}: {tried} tried so far, {alive} survived")
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
