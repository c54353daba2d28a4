"""Small work, beside importing sympy; and the first study on a new machine."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator

from benchmarks.table.row import PATIENT, Row, Task, command, mexplore

TIMES = 7
SMALL: tuple[tuple[float, tuple[str, ...]], ...] = (
    (2.2, ("study", "0.77")),
    (2.2, ("study", "subtract(2,5,7)")),
    (2.2, ("study", "divide(2..6)")),
    (0.5, ("--help",)),
    (0.5, ("library",)),
    (1.0, ("predict", "0.77", "10")),
    (1.0, ("terms", "0.77", "--upto", "20")),
    (1.0, ("solve", "0.77:5", "0.77:9")),
    (1.0, ("explain", "0.77")),
)
OPEN = ("--upto", "100000")  # the engines are compiled by then; more is a matter of the budget
FIRST = (
    (4.0, ("kayles",)),
    (6.0, ("grundy", *OPEN)),
    (6.0, ("treblecross", *OPEN)),
    (6.0, ("0.376",)),
    (6.0, ("0.2048",)),
    (4.0, ("subtract(squares)", *OPEN)),
)


def small() -> Iterator[Row]:
    sympy = [sys.executable, "-c", "import sympy"]
    command(sympy)
    theirs = command(sympy, TIMES).seconds
    for aim, arguments in SMALL:
        mexplore(*arguments)  # byte code is written
        ours = mexplore(*arguments, times=TIMES).seconds
        yield Row(" ".join(arguments), ours, "import sympy", theirs, aim)


def first() -> Iterator[Row]:
    """With an empty folder for machine code, compiling included."""
    for aim, arguments in FIRST:
        with tempfile.TemporaryDirectory() as folder:
            place = {"NUMBA_CACHE_DIR": folder}
            ours = mexplore("study", *arguments, *PATIENT, environment=place).seconds
        task = " ".join(("first study", *arguments))
        yield Row(f"{task}, nothing compiled yet", ours, "", None, aim)


TASKS = (Task("startup", small), Task("first", first))
