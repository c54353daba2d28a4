"""Laws that rise by a step of its own in each residue class."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.patterns.split import SplitForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.programs.program import Program, ProgramKind


class SplitProgram(ProgramKind[SplitForm]):
    """n = m + k*p with n0 <= m < n0 + p: G(n) = G(m) + k * slope of m mod p."""

    of_form: ClassVar[type[ClosedForm]] = SplitForm

    def largest(self, form: SplitForm, stop: int) -> int:
        return max(form.at(stop - 1 - back) for back in range(form.law.period))

    def program(self, form: SplitForm) -> Program:
        n0, p = form.law.preperiod, form.law.period
        tables = {"VALUES": form.first[: n0 + p], "SLOPES": form.law.slopes}
        python = f"""
if n < {n0}:
    return VALUES[n]
k, m = (n - {n0}) // {p}, {n0} + (n - {n0}) % {p}
return VALUES[m] + k * SLOPES[m % {p}]
"""
        cpp = f"""
if (n < {n0}ull) return VALUES[n];
std::uint64_t k = (n - {n0}) / {p}, m = {n0} + (n - {n0}) % {p};
return VALUES[m] + k * SLOPES[m % {p}];
"""
        return Program(tables, python, cpp)
