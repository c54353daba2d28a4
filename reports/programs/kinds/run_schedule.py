"""Run schedules: the starts of runs grow by a factor, so that few of them lie below 2^64."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.patterns.run_schedule.form import ScheduleForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.programs.kinds.by_runs import LOOK_UP_CPP, LOOK_UP_PYTHON
from mexplore.reports.programs.program import WORD, Program, ProgramKind


class ScheduleProgram(ProgramKind[ScheduleForm]):
    """The run that holds n, by bisection in a table of all runs below 2^64."""

    of_form: ClassVar[type[ClosedForm]] = ScheduleForm

    def program(self, form: ScheduleForm) -> Program:
        runs = form.runs(WORD)
        tables = {"STARTS": runs.starts, "VALUES": runs.values}
        return Program(tables, LOOK_UP_PYTHON, LOOK_UP_CPP)
