"""Whether two rules have the same values: as far as computed, and for all n where laws allow.

**Proposition.** Let a(n + p) = a(n) + s and b(n + q) = b(n) + t for all n >= n0. If a(n) = b(n) for
n0 <= n < n0 + p + q, then a(n) = b(n) for all n >= n0.

Proof by induction on n >= n0 + p + q; all indices below are at least n0, and less than n:
a(n) = a(n - p) + s = b(n - p) + s = b(n - p - q) + t + s = a(n - p - q) + s + t = a(n - q) + t
= b(n - q) + t = b(n). ∎

(For s = t = 0 this is, with p + q in place of p + q - gcd(p, q), the theorem of N. J. Fine and
H. S. Wilf, Uniqueness theorems for periodic functions, Proc. Amer. Math. Soc. 16 (1965) 109-114.)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discover.evidence.evidence import Evidence
from discover.evidence.sources import Source, TermSource, source_of
from discover.patterns.periodic import PeriodicForm
from discover.study import DEFAULT_MAX_TERMS, Limits, study
from rules.computing.grundy import Watcher, nobody

if TYPE_CHECKING:
    from rules.computing.runs import Runs
    from rules.rule import Rule

FIRST_STOP = 512
BESIDE_RUNS = 10**7  # so many values are written out to compare runs with terms
FOR_A_LAW = 2.0  # seconds for each of the laws


@dataclass(frozen=True)
class Comparison:
    """The first n at which the values differ, if any; that n < ``stop`` were compared; and
    whether the values are proved to be equal for all n."""

    first_difference: int | None
    stop: int
    for_all: bool = False


def compare(
    first: Rule, second: Rule, last: int, budget: float, watcher: Watcher = nobody
) -> Comparison:
    """Compare the values at n <= last, or at as many n as can be computed in the time.

    >>> from rules.notation import parse_rule
    >>> compare(parse_rule("0.3"), parse_rule("subtract(1)"), 100, budget=10)
    Comparison(first_difference=None, stop=101, for_all=True)
    >>> compare(parse_rule("0.3"), parse_rule("0.33"), 100, budget=10)
    Comparison(first_difference=2, stop=101, for_all=False)
    """
    sources = (source_of(first, watcher), source_of(second, watcher))
    result = _as_computed(sources, last + 1, time.monotonic() + budget)
    if result.first_difference is not None:
        return result
    forms = [_law(rule, s, last) for rule, s in zip((first, second), sources, strict=True)]
    if forms[0] is None or forms[1] is None:
        return result
    difference = _by_laws(forms[0], forms[1])
    if difference is None:
        return Comparison(None, result.stop, for_all=True)
    # The laws differ further on: perhaps within the range, where it was too long to compute.
    return Comparison(difference, difference + 1) if difference <= last else result


def _as_computed(sources: Sequence[Source], stop: int, deadline: float) -> Comparison:
    """In steps, so that a difference near the beginning is found without the rest."""
    target = min(stop, FIRST_STOP)
    while True:
        one, other = (source.extend(target, deadline) for source in sources)
        known = min(one.stop, other.stop, target)
        difference = first_difference(one, other)
        if difference is not None:
            return Comparison(difference, known)
        limit = _reach(sources, stop)
        if target >= limit or known < target:
            return Comparison(None, known)
        target = min(limit, target * 8)


def _reach(sources: Sequence[Source], stop: int) -> int:
    """How many values can be compared at all."""
    dense = any(isinstance(source, TermSource) for source in sources)
    return min(stop, BESIDE_RUNS) if dense else stop


def first_difference(one: Evidence, other: Evidence) -> int | None:
    """The least n that both know and at which they differ."""
    stop = min(one.stop, other.stop)
    if one.by_runs is not None and other.by_runs is not None:
        return _among_runs(one.by_runs.prefix(stop), other.by_runs.prefix(stop))
    differ = (_dense(one, stop) != _dense(other, stop)).nonzero()[0]
    return int(differ[0]) if len(differ) else None


def _dense(evidence: Evidence, stop: int):  # type: ignore[no-untyped-def]
    return evidence.values[:stop] if evidence.by_runs is None else evidence.by_runs.dense(stop)


def _among_runs(one: Runs, other: Runs) -> int | None:
    """Maximal runs of equal sequences are equal, so the first that differ tell."""
    for a, b in zip(one, other, strict=False):
        if a.value != b.value:
            return a.start
        if a.stop != b.stop:
            return min(a.stop, b.stop)
    return None


def _law(rule: Rule, source: Source, last: int) -> PeriodicForm | None:
    """The proved periodic law of the rule, if there is one."""
    terms = min(max(last + 1, source.first()), DEFAULT_MAX_TERMS)
    best = study(rule, Limits(FOR_A_LAW, terms), source=source).best
    if best is None or best.proof is None or not isinstance(best.form, PeriodicForm):
        return None
    return best.form


def _by_laws(one: PeriodicForm, other: PeriodicForm) -> int | None:
    """The first n at which the two forms differ, by the proposition."""
    n0 = max(one.law.preperiod, other.law.preperiod)
    stop = n0 + one.law.period + other.law.period
    differ = (one.prefix(stop) != other.prefix(stop)).nonzero()[0]
    return int(differ[0]) if len(differ) else None
