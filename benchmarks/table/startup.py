"""Small work, beside importing sympy; and the first study on a new machine."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator

from benchmarks.table.row import PATIENT, Row, Task, command, mexplore
from mexplore.rules.library import shipped

TIMES = 7
SMALL: tuple[tuple[float, tuple[str, ...]], ...] = (
    (1.0, ("study", "0.77")),
    (1.5, ("study", "subtract(2,5,7)")),
    (1.2, ("study", "divide(2..6)")),
    (0.35, ("--help",)),
    (0.5, ("library",)),
    (0.7, ("predict", "0.77", "10")),
    (0.7, ("predict", "0.77", "10^18")),
    (0.7, ("terms", "0.77", "--upto", "20")),
    (0.7, ("solve", "0.77:5", "0.77:9")),
    (1.0, ("explain", "0.77")),
)
OPEN = ("--upto", "100000")  # the engines are compiled by then; more is a matter of the budget
ENDLESS = {
    "couples-are-forever",
    "fibonacci-set-nim",
    "grundy",
    "officers",
    "prime-nim",
    "saliquant",
    "subtract-a-square",
    "treblecross",
}
"""Games of the library whose study goes on for its whole budget."""
FIRST = (
    (4.0, ("kayles",)),
    (6.0, ("grundy", *OPEN)),
    (6.0, ("treblecross", *OPEN)),
    (6.0, ("octal-376",)),
    (6.0, ("hexadecimal-ruler",)),
    (4.0, ("subtract-a-square", *OPEN)),
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
        yield _first_study(aim, *arguments)


def library() -> Iterator[Row]:
    """The same for every game of the library, each notation once."""
    aims = {arguments: aim for aim, arguments in FIRST}
    names: dict[str, str] = {}
    for name, game in shipped().items():
        names.setdefault(game.rule, name)
    for name in names.values():
        arguments = (name, *OPEN) if name in ENDLESS else (name,)
        yield _first_study(aims.get(arguments, 4.0), *arguments)


def _first_study(aim: float, *arguments: str) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        place = {"MEXPLORE_CODE_DIR": folder}
        ours = mexplore("study", *arguments, *PATIENT, environment=place).seconds
    task = " ".join(("first study", *arguments))
    return Row(f"{task}, nothing compiled yet", ours, "", None, aim)


TASKS = (Task("startup", small), Task("first", first), Task("library", library, slow=True))
