"""Ruler laws: an arithmetic period in which some classes go by the largest power of 2 in m."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.heaps.patterns.ruler import RulerForm
from mexplore.discover.study.pattern import ClosedForm
from mexplore.reports.programs.program import Program, ProgramKind


class RulerProgram(ProgramKind[RulerForm]):
    """A line of tables a ruler class; FIRST[n] and steps of the saltus elsewhere.

    Arithmetic is modulo 2^64 in C++: what is negative on the way is not so at the end.
    """

    of_form: ClassVar[type[ClosedForm]] = RulerForm

    def largest(self, form: RulerForm, stop: int) -> int:
        """A bound: m is at most n/p, and so is the power of 2 in it."""
        law = form.law
        steps = stop // law.period + 1
        more = max(c.constant + max(-c.factor, 0) * steps for c in law.classes)
        at_powers = max(c.at_powers or 0 for c in law.classes)
        return steps * law.saltus + max(*form.first, more, at_powers)

    def program(self, form: RulerForm) -> Program:
        law = form.law
        n0, p, s = law.preperiod, law.period, law.saltus
        python, cpp = [], []
        for each in law.classes:
            o, r = each.origin, each.origin % p
            line = f"{s} * m + ({each.constant}) - ({each.factor}) * ({{low}})"
            python.append(f"if n % {p} == {r} and n > {o}:\n    m = (n - {o}) // {p}")
            cpp.append(f"if (n % {p} == {r} && n > {o}) {{")
            cpp.append(f"    std::uint64_t m = (n - {o}) / {p}, low = m & (~m + 1);")
            if each.at_powers is not None:
                python.append(
                    f"    if m & (m - 1) == 0:\n        return {s} * m + ({each.at_powers})"
                )
                cpp.append(f"    if (m == low) return {s} * m + {_word(each.at_powers)};")
            python.append(f"    return {line.format(low='m & -m')}")
            cpp.append(
                f"    return {s} * m + {_word(each.constant)} - {_word(each.factor)} * low;\n}}"
            )
        python.append(
            f"if n < {n0 + p} or n % {p} in {sorted(c.origin % p for c in law.classes)}:\n"
            f"    return FIRST[n]\nreturn FIRST[{n0} + (n - {n0}) % {p}] + (n - {n0}) // {p} * {s}"
        )
        early = " || ".join([f"n < {n0 + p}", *(f"n % {p} == {c.origin % p}" for c in law.classes)])
        cpp.append(f"if ({early}) return FIRST[n];")
        cpp.append(f"return FIRST[{n0} + (n - {n0}) % {p}] + (n - {n0}) / {p} * {s};")
        return Program({"FIRST": form.first}, "\n".join(python), "\n".join(cpp))


def _word(number: int) -> str:
    """The number modulo 2^64, as C++ writes it."""
    return f"{number % (1 << 64)}ull"
