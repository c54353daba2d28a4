"""Geometric laws: n is divided until it is below the start, where the runs are known."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.patterns.geometric import GeometricForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.programs.kinds.by_runs import LOOK_UP_CPP, LOOK_UP_PYTHON
from mexplore.reports.programs.program import Program, ProgramKind


class GeometricProgram(ProgramKind[GeometricForm]):
    """G(n) = G(floor(n/c)), or of the ceiling, for n >= n0; runs below."""

    of_form: ClassVar[type[ClosedForm]] = GeometricForm

    def program(self, form: GeometricForm) -> Program:
        c, n0 = form.law.ratio, form.law.start
        tables = {"STARTS": form.head.starts, "VALUES": form.head.values}
        go_on = f"n >= {n0} and n > 1" if form.law.ceil else f"n >= {n0}"
        python = f"n = -(-n // {c})" if form.law.ceil else f"n //= {c}"
        cpp = f"n = n / {c} + (n % {c} != 0)" if form.law.ceil else f"n /= {c}"
        return Program(
            tables,
            f"while {go_on}:\n    {python}\n{LOOK_UP_PYTHON}",
            f"while ({go_on.replace('and', '&&')}) {cpp};\n{LOOK_UP_CPP}",
        )
