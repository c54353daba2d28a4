"""Threshold laws: the value is the number of thresholds that are at most n."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.patterns.threshold import ThresholdForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.programs.program import WORD, Program, ProgramKind

PYTHON = "return bisect_right(STARTS, n) - 1"
CPP = "return std::upper_bound(std::begin(STARTS), std::end(STARTS), n) - STARTS - 1;"


class ThresholdProgram(ProgramKind[ThresholdForm]):
    """The place of n among the starts of runs; a quotient where the thresholds are equally far."""

    of_form: ClassVar[type[ClosedForm]] = ThresholdForm

    def program(self, form: ThresholdForm) -> Program:
        steps = form.eventual_steps()
        if steps is None:
            return Program({"STARTS": form.runs(WORD).starts}, PYTHON, CPP)
        least, step = form.law.least, steps.period
        early = f"if (n < {least}) return 0;\n" if least else ""
        python = f"return max(n - {least}, 0) // {step}"
        return Program({}, python, f"{early}return (n - {least}) / {step};")
