"""docs/architecture.md tells the truth: its packages are there, its examples work as they stand."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from own_clock import NEVER

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FILES: dict[str, str] = dict(
    re.findall(r"<!-- file: (\S+) -->\n```python\n(.*?)```", TEXT, re.DOTALL)
)
SHOWN: list[tuple[str, str]] = re.findall(r"```sh\n(.*?)```\n```text\n(.*?)```", TEXT, re.DOTALL)

PROGRAM = """
import importlib, json, sys
from doctest import testmod
from pathlib import Path
from typer.testing import CliRunner

files, commands = json.load(sys.stdin)
for file in files:
    # A package may have several folders: the example's stands beside the one that is installed.
    folder = Path(file).parent
    package = importlib.import_module(".".join(("mexplore", *folder.parts)))
    package.__path__.append(str(Path.cwd() / folder))
for file in files:
    module = importlib.import_module(".".join(("mexplore", *Path(file).with_suffix("").parts)))
    failed, tried = testmod(module)
    assert not failed, file
from mexplore.reports.commands import app
for command in commands:
    result = CliRunner().invoke(app, command)
    print(json.dumps([result.exit_code, result.output]))
"""


def test_the_examples_work_as_they_stand(tmp_path: Path) -> None:
    lines = [line for commands, _ in SHOWN for line in commands.splitlines()]
    assert len(FILES) >= 6 and len(lines) >= 8
    for file, source in FILES.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([list(FILES), [shlex.split(line)[1:] for line in lines]]),
        capture_output=True, text=True, cwd=tmp_path, timeout=NEVER, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    printed = iter(map(json.loads, done.stdout.splitlines()))
    for commands, text in SHOWN:
        output = ""
        for line in commands.splitlines():
            code, said = next(printed)
            assert code == 0, f"{line}\n{said}"
            output += said
        for expected in text.splitlines():
            assert expected in output, f"{commands}\n{output}"


@pytest.mark.parametrize("file", FILES)
def test_ruff_has_no_complaint_about_the_examples(file: str) -> None:
    pytest.importorskip("ruff")
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--stdin-filename", str(ROOT / file), "-"],
        input=FILES[file], capture_output=True, text=True, cwd=ROOT, timeout=NEVER, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", FILES)
def test_the_examples_are_short_and_typed(file: str) -> None:
    tree = ast.parse(FILES[file])
    assert ast.get_docstring(tree)
    assert len(FILES[file].splitlines()) < 100
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert node.returns is not None, node.name


def test_every_package_is_named_and_every_name_is_a_package() -> None:
    packages = {
        f"{layer}/{path.parent.name}"
        for layer in ("rules", "discover", "reports")
        for path in (ROOT / layer).glob("*/__init__.py")
    }
    named = set(re.findall(r"^\| `((?:rules|discover|reports)/\w+)` \|", TEXT, re.MULTILINE))
    assert named == packages


def test_the_places_of_the_nouns_exist() -> None:
    begin, end = TEXT.index("## The nouns"), TEXT.index("## The packages")
    for noun, place in re.findall(r"^\| `(\w+)` \|.*\| `(.+)` \|$", TEXT[begin:end], re.MULTILINE):
        path = ROOT / place
        sources = [path] if path.is_file() else list(path.glob("*.py"))
        assert any(
            re.search(rf"^(class )?{noun}\b", source.read_text(), re.MULTILINE)
            for source in sources
        ), noun


def test_headings_do_not_jump() -> None:
    levels = [len(mark) for mark in re.findall(r"^(#+) ", TEXT, re.MULTILINE)]
    assert levels[0] == 1 and all(after - before <= 1 for before, after in pairwise(levels))
