"""Values that were computed run by run, without a law: a table of all runs below 2^64."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.values import ComputedForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.programs.program import WORD, Program, ProgramKind

LOOK_UP_PYTHON = "return VALUES[bisect_right(STARTS, n) - 1]"
LOOK_UP_CPP = (
    "return VALUES[std::upper_bound(std::begin(STARTS), std::end(STARTS), n) - STARTS - 1];"
)


class ProgramByRuns(ProgramKind[ComputedForm]):
    """The run that holds n, by bisection."""

    of_form: ClassVar[type[ClosedForm]] = ComputedForm

    def program(self, form: ComputedForm) -> Program:
        runs = form.evidence.runs.prefix(WORD)
        tables = {"STARTS": runs.starts, "VALUES": runs.values}
        return Program(tables, LOOK_UP_PYTHON, LOOK_UP_CPP)
