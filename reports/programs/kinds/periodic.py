"""Periodic and arithmetic periodic laws: a table of the preperiod and one period."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.patterns.periodic import PeriodicForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.programs.program import Program, ProgramKind


class PeriodicProgram(ProgramKind[PeriodicForm]):
    """VALUES[n] for n < n0 + p, then one period further with each saltus."""

    of_form: ClassVar[type[ClosedForm]] = PeriodicForm

    def largest(self, form: PeriodicForm, stop: int) -> int:
        """The last period has the largest values of an arithmetic period."""
        if not form.law.saltus:
            return int(form.values.max())
        return max(form.at(stop - 1 - back) for back in range(form.law.period))

    def program(self, form: PeriodicForm) -> Program:
        n0, p, s = form.law.preperiod, form.law.period, form.law.saltus
        tables = {"VALUES": form.values[: n0 + p].tolist()}
        place = f"{n0} + (n - {n0}) % {p}" if n0 else f"n % {p}"
        cycles = f"(n - {n0}) / {p}" if n0 else f"n / {p}"
        more = f" + {cycles} * {s}" if s else ""
        early = f"if n < {n0}:\n    return VALUES[n]\n" if n0 else ""
        python = f"{early}return VALUES[{place}]{more.replace('/', '//')}"
        cpp = f"if (n < {n0}u) return VALUES[n];\n" if n0 else ""
        return Program(tables, python, f"{cpp}return VALUES[{place}]{more};")
