"""Automatic sequences: an automaton reads the digits of n, most significant first."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.patterns.automatic.pattern import AutomaticForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.programs.program import Program, ProgramKind


class AutomaticProgram(ProgramKind[AutomaticForm]):
    """NEXT[base * state + digit] is the following state, OUTPUTS[state] the value."""

    of_form: ClassVar[type[ClosedForm]] = AutomaticForm

    def program(self, form: AutomaticForm) -> Program:
        claim, base = form.claim, form.claim.base
        targets = [target for row in claim.transitions for target in row]
        python = f"""
digits = []
while n:
    n, digit = divmod(n, {base})
    digits.append(digit)
state = 0
for digit in reversed(digits):
    state = NEXT[{base} * state + digit]
return OUTPUTS[state]
"""
        cpp = f"""
std::uint64_t digits[64], state = 0;
int count = 0;
for (; n; n /= {base}) digits[count++] = n % {base};
while (count) state = NEXT[{base} * state + digits[--count]];
return OUTPUTS[state];
"""
        return Program({"NEXT": targets, "OUTPUTS": claim.outputs}, python, cpp)
