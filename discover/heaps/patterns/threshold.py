"""Leave any number from a to h(n): the value counts how often h can be applied."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from mexplore.discover.study.declared import Declared, Part, Parts, whole
from mexplore.discover.study.pattern import ClosedForm, EventualSteps, Pattern, Undecided
from mexplore.rules.arithmetic.ends import (
    column,
    from_json,
    from_words,
    in_latex,
    in_words,
    to_json,
)
from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.runs import Runs
from mexplore.rules.errors import TooLarge
from mexplore.rules.moves.pieces import first_at

if TYPE_CHECKING:
    import sympy

    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values

MOST_STEPS = 1_000_000
FOLLOWED_DIGITS = (3, 5, 40, 300)
_END = Part(from_json, to_json, pattern=".*", read=from_words, show=in_words, typeset=in_latex)


@dataclass(frozen=True)
class Threshold(Declared, Pattern):
    """With h(n) = min(end(n), n - 1): G(n) = 0 if h(n) < least, else G(n) = 1 + G(h(n)).

    G never falls: it is the number of thresholds t1 < t2 < ... that are at most n, t1 being the
    least n with h(n) >= least, and t(k+1) the least n with h(n) >= t(k). It is the law of 'leave
    any number from a to h(n)' if h never falls and a = ``least``; a theorem proposes it.
    """

    name = "threshold"
    parts = Parts(end=_END, least=replace(whole(), optional=True))
    says = "with h(n) = min($end, n - 1): G(n) = 0 if h(n) < $least, else G(n) = 1 + G(h(n))"
    typeset = (
        r"G(n) = \begin{cases} 0 & h(n) < $least \\ 1 + G(h(n)) & h(n) \ge $least \end{cases}, "
        r"\qquad h(n) = \min($end, n - 1)"
    )

    end: Form
    least: int = 0

    def highest(self, n: int) -> int:
        """h(n), the most tokens that may be left; below ``least`` if there is no move."""
        return min(self.end(n), n - 1)

    def next_start(self, start: int) -> int | None:
        """The least n with h(n) >= start; None if there is none."""
        first = first_at(self.end, start)
        return None if first is None else max(first, start + 1)

    def first_failure(self, evidence: Evidence) -> int | None:
        if not evidence.dense:
            return self._failure_among_runs(evidence.runs)
        import numpy as np

        values = evidence.values.astype(np.int64)
        n = np.arange(len(values))
        h = np.minimum(column(self.end, n), n - 1)
        law = np.where(h < self.least, 0, 1 + values[np.maximum(h, 0)])
        wrong = (law != values).nonzero()[0]
        return int(wrong[0]) if len(wrong) else None

    def _failure_among_runs(self, runs: Runs) -> int | None:
        law = ThresholdForm(self).runs(runs.stop)
        for mine, theirs in zip(law, runs, strict=False):
            if mine != theirs:
                return mine.start if mine.value != theirs.value else min(mine.stop, theirs.stop)
        return None

    def size(self) -> int:
        return 4

    def closed_form(self, evidence: Evidence) -> ThresholdForm:
        del evidence
        return ThresholdForm(self)


@dataclass(frozen=True)
class ThresholdForm(ClosedForm):
    """The thresholds, as far as needed.

    >>> ThresholdForm(Threshold(Floor(1, 0, 2))).at(2**1000)
    1001
    """

    law: Threshold

    def at(self, n: int) -> int:
        if step := self._step():
            return max(n - self.law.least, 0) // step
        value = 0
        while (n := self.law.highest(n)) >= self.law.least:
            value += 1
            if value > MOST_STEPS:
                raise TooLarge(
                    f"the recursion G(n) = 1 + G(h(n)) takes more than {MOST_STEPS} steps from "
                    "this heap; ask for a smaller one"
                )
        return value

    def _step(self) -> int:
        """j if h(n) = n - j, so that G(n) = floor(max(n - least, 0)/j); otherwise 0."""
        end = self.law.end
        if isinstance(end, Floor) and end.a == end.c == 1:
            return max(-end.b, 1)
        return 0

    def runs(self, stop: int) -> Runs:
        """The maximal runs on 0 <= n < stop."""
        starts: list[int] = [0] if stop > 0 else []
        following = self.law.next_start(self.law.least)
        while following is not None and following < stop:
            if len(starts) > MOST_STEPS:
                raise TooLarge(f"the values below {stop} form more than {MOST_STEPS} runs")
            starts.append(following)
            following = self.law.next_start(following)
        return Runs(tuple(starts), tuple(range(len(starts))), max(stop, 0))

    def prefix(self, stop: int) -> Values:
        return self.runs(stop).dense(stop)

    def counts(self, stop: int) -> dict[int, int]:
        return {run.value: run.stop - run.start for run in self.runs(stop)}

    def count_of(self, value: int, stop: int) -> int:
        if step := self._step():
            if value < 0:
                return 0
            following = self.law.least + (value + 1) * step
            first = following - step if value else 0
            return max(0, min(following, stop) - first)
        return self.counts(stop).get(value, 0)

    def eventual_steps(self) -> EventualSteps | None:
        return EventualSteps(0, self._step(), 1) if self._step() else None

    def first_difference(self, other: Self) -> int | None:
        """The first n at which the thresholds differ. The laws are equal if their h are; otherwise
        the runs are compared."""
        if self.law == other.law:
            return None
        for digits in FOLLOWED_DIGITS:
            difference = self.runs(10**digits).first_difference(other.runs(10**digits))
            if difference is not None:
                return difference
        raise Undecided(f"the thresholds agree below 10^{FOLLOWED_DIGITS[-1]}")

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        """For h(n) = floor(n/c), the number of digits of n in base c (none for n = 0); for h(n) =
        n - j, floor(n/j), or floor(max(n - least, 0)/j)."""
        import sympy

        from mexplore.rules.arithmetic.formula_values import named_function

        end = self.law.end
        if step := self._step():
            above = sympy.Max(n - self.law.least, 0) if self.law.least else n
            return sympy.floor(above / sympy.Integer(step))
        if not isinstance(end, Floor) or (end.a, end.b) != (1, 0) or self.law.least:
            return None
        if end.c == 2:
            return named_function("bit_length")(n)
        digits = named_function("floorlog")(n, end.c) + 1
        return sympy.Piecewise((0, sympy.Eq(n, 0)), (digits, True))
