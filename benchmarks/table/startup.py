"""Small work, beside importing sympy; and the first study on a new machine."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator

from benchmarks.table.row import Row, Task, command, mexplore

TIMES = 3
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
FIRST = ("kayles", "grundy", "treblecross", "0.376", "subtract(squares)")


def small() -> Iterator[Row]:
    sympy = [sys.executable, "-c", "import sympy"]
    command(sympy)
    theirs = command(sympy, TIMES).seconds
    for aim, arguments in SMALL:
        mexplore(*arguments)  # byte code is written
        ours = mexplore(*arguments, times=TIMES).seconds
        yield Row(" ".join(arguments), ours, "import sympy", theirs, aim)


def first() -> Iterator[Row]:
    """With an empty folder for machine code; a budget as short as the aim is no help to it, as a
    loop that is being compiled is not stopped."""
    for game in FIRST:
        with tempfile.TemporaryDirectory() as folder:
            place = {"NUMBA_CACHE_DIR": folder}
            ours = mexplore("study", game, "--upto", "20000", environment=place).seconds
        yield Row(f"first study {game} --upto 20000, nothing compiled yet", ours, "", None, 10)


TASKS = (Task("startup", small), Task("first", first))
