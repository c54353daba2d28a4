"""What is imported for small work: no more than it needs. Not by the clock: by what is there."""

from __future__ import annotations

import json
import os
import subprocess
import sys

HEAVY = {"numba", "sympy", "pandas", "matplotlib", "discover.grounds.boards.ground"}
LAWS = {"discover.study", "discover.known", "rules.families.expression.rule"}
MACHINERY = {
    "discover.patterns.periodic",
    "discover.automata.laws",
    "discover.theorems.run_schedules.proof",
}
COMMANDS: list[tuple[list[str], set[str]]] = [
    (["--help"], {"numpy", "rich.markdown", "pydantic", *HEAVY, *LAWS, *MACHINERY}),
    (["library"], {"numpy", "pydantic", *HEAVY, *LAWS, *MACHINERY}),
    (["solve", "0.77:5", "0.77:9"], {*HEAVY, *LAWS, *MACHINERY}),
    (["terms", "0.77", "--upto", "20"], {*HEAVY, *LAWS, *MACHINERY}),
    (["predict", "0.77", "10"], {*HEAVY, *LAWS, *MACHINERY}),
    (["explain", "0.77"], {*HEAVY, *MACHINERY, "discover.study"}),
    (["study", "0.77"], HEAVY),
    (["study", "divide(2..6)"], HEAVY),
    (["study", "subtract(2,5,7)"], HEAVY),
]
"""Commands, and what none of them imports, nor any before it."""

PROGRAM = """
import json, sys
from reports.__main__ import main
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
        assert {"reports.cli.app", "typer"} <= there
        assert not absent & there, arguments
