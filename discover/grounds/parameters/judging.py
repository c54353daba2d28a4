"""The prover that the detector of laws with parameters asks: the theorem `digits`, and a solver."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from discover.fitting.judge import Coverage, Verdict
from discover.patterns.parameters.law import DigitLaw
from discover.solvers.solver import Solver
from discover.theorems.parameters.coverage import outside_script
from discover.theorems.parameters.proving import prove_law
from rules.parameters.constraint import Cell


@dataclass(frozen=True)
class SolverJudge:
    """A `discover.fitting.judge.Judge` by one solver. The elements are those that the law names:
    that they are the elements of the family is seen when the claim about it is proved."""

    solver: Solver

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        """Whether the law is true for all parameters in its cell."""
        elements = tuple(move.element for move in law.moves)
        outcome = prove_law(law, elements, [self.solver], time.monotonic() + seconds)
        found = dict(outcome.counterexample) or None
        return Verdict(outcome.proved, found, outcome.conditions, outcome.failed)

    def cover(
        self, names: Sequence[str], domain: Cell, cells: Sequence[Cell], seconds: float
    ) -> Coverage:
        """Whether every point of the domain is in one of the cells."""
        script = outside_script(names, domain, cells)
        answer = self.solver.answer(script, time.monotonic() + seconds)
        if answer.verdict == "unsat":
            return Coverage(True)
        point = {name: answer.solution.get(f"k{i}", 0) for i, name in enumerate(names)}
        return Coverage(False, point if answer.solution else None)
