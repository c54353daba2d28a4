"""The law of a rule whose sequence follows from that of its representative.

Let E(n) = H(floor((n - s) / t)) for n >= s and E(n) = 0 below, and let H(n + p) = H(n) + k for all
n >= m, with m and p least. Then E(n + t p) = E(n) + k for all n >= s + t m. If m > 0 the law of H
fails at m - 1, so that of E fails at n = s + t m - 1: s + t m is least. If m = 0 it goes on below s
as far as E(n + t p) = k there, which the values show. If t > 1 the values of E change at multiples
of t alone (up to s), infinitely often unless H is constant in the end: a period of E maps changes
on changes, is a multiple t q of t, and q is a period of H; if H is constant in the end, the least
period of E is 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mexplore.discover.heaps.known import patterns
from mexplore.discover.surveys.record import HEAD, Record
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.reduction import Reduction, reduced
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule


def derived(text: str, known: Record) -> Record:
    """The record of a rule, derived from that of its representative.

    >>> from mexplore.discover.surveys.worker import record_of
    >>> found = derived("0.07", record_of(parse_rule("0.137")))
    >>> found.preperiod, found.period, found.representative, found.reduction
    (53, 34, '0.137', 'G(n) = H(n - 1)')
    """
    rule = parse_rule(text)
    smaller, reduction = reduced(rule)
    if str(smaller) != known.rule:
        raise ValueError(f"{text} follows from {smaller}, not from {known.rule}")
    return replace(
        known,
        rule=str(rule),
        **_law(known, smaller, reduction),
        ratio=None,
        start=None,
        head=_head(known, reduction),
        computed=reduction.shift + reduction.times * known.computed,
        seconds=0.0,
        representative=known.rule,
        reduction=str(reduction),
    )


def _head(known: Record, reduction: Reduction) -> tuple[int, ...]:
    length = min(HEAD, reduction.shift + reduction.times * len(known.head))
    return tuple(reduction.value(n, known.head.__getitem__) for n in range(length))


def _law(known: Record, smaller: Rule, reduction: Reduction) -> dict[str, Any]:
    """The numbers and the statement of the law; for a law without a period, its origin."""
    if known.repeats is None:
        said = known.law and f"{reduction}, where for {known.rule} {known.law}"
        return {"preperiod": None, "period": None, "saltus": None, "law": said}
    n0, p, saltus = known.repeats
    constant = p == 1 and not saltus
    period = 1 if constant else reduction.times * p
    preperiod = reduction.shift + reduction.times * n0
    if n0 == 0:
        at = _values(known, smaller)
        while preperiod and reduction.value(preperiod - 1 + period, at) == saltus:
            preperiod -= 1
    law: dict[str, Any] = {"preperiod": preperiod, "period": period, "saltus": saltus}
    kind = next(pattern for pattern in patterns() if pattern.name == known.pattern)
    return law | {"law": kind.from_parameters(law).statement()}


def _values(known: Record, rule: Rule) -> Callable[[int], int]:
    """H(n), computed if it is not among the stored values."""

    def at(n: int) -> int:
        return known.head[n] if n < len(known.head) else int(grundy_values(rule, n + 1)[n])

    return at
