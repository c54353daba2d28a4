"""Slow intervals with a linear end: the recursion goes down by a share of n at every step."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.patterns.slow_interval import SlowForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.programs.program import Program, ProgramKind
from mexplore.rules.arithmetic.forms import Floor
from mexplore.rules.errors import InputError

LARGEST = 1 << 62  # of a, b and c in C++, whose products with n have 128 bits


class SlowProgram(ProgramKind[SlowForm]):
    """With f(n) = min(max(floor((a*n + b)/c), 0), n): down from n to n - f(n) - 1 until f steps."""

    of_form: ClassVar[type[ClosedForm]] = SlowForm

    def largest(self, form: SlowForm, stop: int) -> int:
        """No value exceeds the largest f(n), and f does not fall."""
        return form.law.limit(stop - 1)

    def program(self, form: SlowForm) -> Program:
        end = form.law.end
        if not isinstance(end, Floor) or end.a == 0:
            problem = "the recursion of this law takes about sqrt(n) steps"
            raise InputError(f"{problem}: no program is written for it; `mexplore predict` answers")
        a, b, c = end.a, end.b, end.c
        if max(a, abs(b), c) >= LARGEST:
            raise InputError("the numbers of this rule are too large for a program in 64 bits")
        python = f"""
def f(n):
    return min(max(({a} * n + ({b})) // {c}, 0), n)

while f(n) and f(n) == f(n - 1):
    n -= f(n) + 1
return f(n)
"""
        cpp = f"""
auto f = [](std::uint64_t n) -> std::uint64_t {{
    __int128 end = (__int128) {a} * n + {b}ll;
    end = end < 0 ? 0 : end / {c};
    return end < n ? (std::uint64_t) end : n;
}};
while (f(n) && f(n) == f(n - 1)) n -= f(n) + 1;
return f(n);
"""
        return Program({}, python, cpp)
