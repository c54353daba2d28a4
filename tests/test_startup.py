"""What is imported for small work: no more than it needs. Not by the clock: by what is there."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from own_clock import NEVER

OURS = {"mexplore", "rules", "discover", "reports"}
HEAVY = {"llvmlite", "sympy", "pandas", "matplotlib", "mexplore.discover.boards.kind"}
LAWS = {
    "mexplore.discover.heaps.study",
    "mexplore.discover.heaps.known",
    "mexplore.rules.families.expression.rule",
}
MACHINERY = {
    "mexplore.discover.heaps.patterns.periodic",
    "mexplore.discover.automata.laws",
    "mexplore.discover.heaps.theorems.run_schedules.proof",
}
COMMANDS: list[tuple[list[str], set[str]]] = [
    (["--help"], {"numpy", "sqlite3", "rich.markdown", "pydantic", *HEAVY, *LAWS, *MACHINERY}),
    (["library"], {"numpy", "sqlite3", "pydantic", *HEAVY, *LAWS, *MACHINERY}),
    (["solve", "0.77:5", "0.77:9"], {*HEAVY, *LAWS, *MACHINERY}),
    (["terms", "0.77", "--upto", "20"], {*HEAVY, *LAWS, *MACHINERY}),
    (["predict", "0.77", "10"], {*HEAVY, *LAWS, *MACHINERY}),
    (["explain", "0.77"], {*HEAVY, *MACHINERY, "mexplore.discover.heaps.study"}),
    (["study", "0.77"], HEAVY),
    (["study", "divide(2..6)"], HEAVY),
    (["study", "subtract(2,5,7)"], HEAVY),
]
"""Commands, and what none of them imports, nor any before it."""

MOST: list[tuple[list[str], int]] = [
    (["--help"], 56),
    (["predict", "0.77", "10"], 121),
    (["predict", "0.77", "10^18"], 211),
    (["study", "0.77", "--max-terms", "1000", "--no-store"], 259),
]
"""Commands, and how many modules of mexplore a process loads for each alone. These numbers only
fall: where far fewer are loaded, lower them."""
NEVER_NEEDED = {"rich", "numpy.ma", "importlib.metadata", "email", *HEAVY}
"""Modules that none of them loads: each takes two to ten hundredths of a second."""
SLACK = 0.9

PROGRAM = """
import json, sys
from mexplore.reports.__main__ import main
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["mexplore", *arguments]
    try:
        main()
    except SystemExit as end:
        assert not end.code, (arguments, end.code)
    print("there:", json.dumps(sorted(sys.modules)))
"""


def test_small_work_imports_nothing_heavy() -> None:
    given = json.dumps([arguments for arguments, _ in COMMANDS])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, given],
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    said = [line for line in done.stdout.splitlines() if line.startswith("there:")]
    assert len(said) == len(COMMANDS)
    for (arguments, absent), line in zip(COMMANDS, said, strict=True):
        there = set(json.loads(line.removeprefix("there:")))
        assert {"mexplore.reports.cli.app", "typer"} <= there
        assert not absent & there, arguments


@pytest.mark.parametrize(("arguments", "most"), MOST, ids=str)
def test_a_command_loads_no_more_modules_than_before(arguments: list[str], most: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps([arguments])],
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
        timeout=NEVER,
    )
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("there:"))
    there = json.loads(line.removeprefix("there:"))
    own = [name for name in there if name.partition(".")[0] in OURS]
    assert not NEVER_NEEDED & set(there)
    assert len(own) <= most, "more modules are loaded than were"
    assert len(own) >= SLACK * most, f"lower the number in MOST to {len(own)}"
