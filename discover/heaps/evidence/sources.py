"""Sources of evidence: terms computed one by one, runs of equal values, or given terms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mexplore.discover.study.evidence import Evidence
from mexplore.rules.engine.grundy import Computation, Progress, Watcher, no_progress
from mexplore.rules.engine.runs import RunStream, refuse_long_runs
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.engine.working import processor_seconds, working_seconds
from mexplore.rules.errors import InputError
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    from mexplore.rules.engine.store import Store
    from mexplore.rules.rule import Values

DENSE_BESIDE_RUNS = 4096  # values that are expanded if the evidence consists of runs
FIRST_TERMS = 512
AT_ONCE = 16  # terms that are computed before it is asked whether there are enough
NO_TIME = 0.005  # seconds of the processor for some terms, after which four times as many come next
FIRST_RUNS_STOP = 10**6


class Source(ABC):
    """The evidence of one sequence, which can be extended."""

    @property
    @abstractmethod
    def evidence(self) -> Evidence:
        """The terms known now."""

    @property
    def store(self) -> Store | None:
        """The store on disk that keeps values which took long to compute, if there is one."""
        return None

    @abstractmethod
    def extend(self, stop: int, deadline: float | None = None) -> Evidence:
        """The evidence of the terms at n < stop, or of fewer if the deadline (of `working_seconds`)
        passes or there are no more terms. After an interruption ``evidence`` holds what is
        known."""

    def begin(self, enough: Callable[[], bool]) -> None:
        """Compute the first few terms, which the end of a budget does not cut off, until there is
        ``enough``. A source whose first terms may take any time has none."""
        del enough

    @property
    def pace(self) -> float:
        """The current rate in terms a second; 0 if it is not known."""
        return 0.0

    @abstractmethod
    def first(self) -> int:
        """The number of terms to begin with."""

    @abstractmethod
    def further(self, stop: int) -> int:
        """The number of terms to go on with if ``stop`` terms are not enough."""


class TermSource(Source):
    """The values of a rule, computed term by term; their number is doubled each time."""

    def __init__(self, computation: Computation) -> None:
        self._computation = computation

    @property
    def evidence(self) -> Evidence:
        return Evidence(self._computation.values)

    @property
    def pace(self) -> float:
        return self._computation.pace

    @property
    def store(self) -> Store | None:
        return self._computation.store

    def extend(self, stop: int, deadline: float | None = None) -> Evidence:
        return Evidence(self._computation.extend(stop, deadline))

    def begin(self, enough: Callable[[], bool]) -> None:
        at_once = AT_ONCE
        while (known := len(self._computation.values)) < FIRST_TERMS and not enough():
            began = processor_seconds()
            self._computation.extend(min(FIRST_TERMS, known + at_once))
            at_once = 4 * at_once if processor_seconds() - began < NO_TIME else AT_ONCE

    def first(self) -> int:
        return FIRST_TERMS

    def further(self, stop: int) -> int:
        return 2 * stop


class RunSource(Source):
    """The runs of a rule that has an engine of runs; the number of digits is doubled each time."""

    def __init__(self, rule: Rule, watcher: Watcher = no_progress) -> None:
        starts = run_starts(rule)
        if starts is None:
            raise ValueError(f"{rule} has no engine of runs")
        self._stream = RunStream(starts)
        self._watcher = watcher
        self._evidence = self._as_evidence(1, None)

    def _as_evidence(self, stop: int, deadline: float | None) -> Evidence:
        def enough(count: int, reached: int) -> bool:
            refuse_long_runs(count, reached, stop)
            if count % 4096 == 0:
                self._watcher(Progress("runs", reached.bit_length(), stop.bit_length()))
            return deadline is not None and working_seconds() > deadline

        runs = self._stream.extend(stop, enough)
        return Evidence(runs.dense(DENSE_BESIDE_RUNS), runs)

    @property
    def evidence(self) -> Evidence:
        return self._evidence

    def extend(self, stop: int, deadline: float | None = None) -> Evidence:
        self._evidence = self._as_evidence(stop, deadline)
        return self._evidence

    def first(self) -> int:
        return FIRST_RUNS_STOP

    def further(self, stop: int) -> int:
        return stop * stop


class GivenSource(Source):
    """A sequence without a rule: all terms are known from the start."""

    def __init__(self, values: Values) -> None:
        self._evidence = Evidence(values)

    @property
    def evidence(self) -> Evidence:
        return self._evidence

    def extend(self, stop: int, deadline: float | None = None) -> Evidence:
        del deadline
        return self._evidence.prefix(stop)

    def first(self) -> int:
        return self._evidence.stop

    def further(self, stop: int) -> int:
        return max(stop, self._evidence.stop)


def given_terms(terms: Sequence[int]) -> GivenSource:
    """A source of given terms, from n = 0 on; InputError if one of them is no nim-value.

    >>> given_terms([0, 1, 300]).extend(3).values.tolist()
    [0, 1, 300]
    """
    import numpy as np

    for n, term in enumerate(terms):
        if not 0 <= term < 1 << 63 or term != int(term):
            raise InputError(f"the term {term} at n = {n} is no nim-value: whole numbers from 0 on")
    largest = max(map(int, terms), default=0)
    return GivenSource(np.array(terms, dtype=np.min_scalar_type(largest)))


def source_of(rule: Rule, watcher: Watcher = no_progress, store: Store | None = None) -> Source:
    """The source that reaches furthest for this rule; values are taken from ``store`` first."""
    if run_starts(rule) is not None:
        return RunSource(rule, watcher)
    return TermSource(Computation(rule, watcher, store))


def evidence_below(rule: Rule, stop: int, watcher: Watcher = no_progress) -> Evidence:
    """The evidence of all n < stop, by the fastest means that the rule has."""
    return source_of(rule, watcher).extend(stop)
