"""The solvers by name."""

from __future__ import annotations

from mexplore.discover.families.solvers.cvc5_solver import Cvc5
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.solvers.z3_solver import Z3
from mexplore.rules.errors import InputError

SOLVERS: dict[str, type[Solver]] = {"z3": Z3, "cvc5": Cvc5}
"""z3 decides, cvc5 referees."""


def solver_named(name: str) -> Solver:
    """The solver of this name, ``z3`` or ``cvc5``."""
    if name not in SOLVERS:
        raise InputError(f"{name[:30]!r} is no solver: they are {', '.join(SOLVERS)}")
    return SOLVERS[name]()
