"""Division games through runs, not terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from mexplore.rules.engine.runs import RunStream, Start
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.rule import Kernel, mex

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values


def division_starts(divisors: tuple[int, ...], *, ceil: bool = False) -> Iterator[Start]:
    """The starts of the maximal runs of G, with their values, without end.

    Under floor, floor(n/d) passes from one run to the next exactly at n = d*b, b a start >= 1 of
    a run, so every start is a product of a divisor and an earlier start. One pointer a divisor
    walks along the starts found so far: a mex a candidate, and no term in between.

    Under ceil, where 1 is terminal, ceil(n/d) - 1 = floor((n - 1)/d); hence
    G_ceil(n) = G_floor(n - 1) for n >= 1, and G_ceil(0) = 0.

    >>> from itertools import islice
    >>> list(islice(division_starts((2, 3)), 4))
    [(0, 0), (1, 1), (2, 2), (3, 0)]
    """
    yield 0, 0
    shift = 1 if ceil else 0
    starts, values = [1], [1]  # the runs from 1 on; before them floor(n/d) = 0, of value 0
    yield 1 + shift, 1
    ahead = [0] * len(divisors)  # the run of starts that floor(n/d) enters next
    option = [0] * len(divisors)  # the value of floor(n/d) now
    while True:
        boundary = min(d * starts[j] for d, j in zip(divisors, ahead, strict=True))
        for i, d in enumerate(divisors):
            if d * starts[ahead[i]] == boundary:
                option[i] = values[ahead[i]]
                ahead[i] += 1
        value = mex(option)
        if value != values[-1]:
            starts.append(boundary)
            values.append(value)
            yield boundary + shift, value


class DivisionKernel(Kernel):
    """Fills whole runs at once; they are those of the rule itself from 0 on."""

    continues_others: ClassVar[bool] = False

    def __init__(self, rule: Rule) -> None:
        starts = run_starts(rule)
        assert starts is not None
        self._runs = RunStream(starts)

    def fill(self, values: Values, start: int, stop: int) -> int:
        for run in self._runs.extend(stop):
            if run.stop > start:
                values[max(run.start, start) : run.stop] = run.value
        return stop

    def steps(self, start: int, stop: int) -> float:
        return float(stop - start)
