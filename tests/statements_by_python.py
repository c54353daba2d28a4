"""Statements about values, evaluated by Python itself: nothing here reads them by the code of the
project."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt, log2, sqrt

from mexplore.discover.heaps.relations.on_lines import Decision
from mexplore.discover.study.pattern import ClosedForm


class NoValue(Exception):
    """The statement says nothing there."""


def truth(claim: str, conditions: list[str], law: Callable[[int], int], n: int) -> bool | None:
    """By Python itself; None where a value is missing."""

    def g(at: object) -> int:
        exact = Fraction(at) if isinstance(at, float) else at  # n / 2 and n / 3 of small n
        if exact != int(exact) or exact < 0:  # type: ignore[operator, call-overload]
            raise NoValue
        return law(int(exact))  # type: ignore[call-overload]

    def log(x: int) -> float:
        if x <= 0:
            raise NoValue
        return log2(x)

    names = {"G": g, "n": n, "log2": log, "isqrt": isqrt, "sqrt": sqrt}
    try:
        return not all(eval(c, names) for c in conditions) or bool(eval(claim, names))
    except NoValue:
        return None


def least_failure(claim: str, conditions: list[str], law: ClosedForm, stop: int) -> int | None:
    values = law.prefix(25 * stop + 90).tolist()
    found = (n for n in range(stop) if truth(claim, conditions, values.__getitem__, n) is False)
    return next(found, None)


def verdict_of(
    decision: Decision | None,
    claim: str,
    conditions: list[str],
    law: ClosedForm,
    failure: int | None,
    stop: int,
) -> str:
    """What was decided about a statement, after it was held against the `least_failure` below stop,
    and against the n at which it is said to fail beyond, by Python."""
    if decision is None:
        return "open"
    text = (claim, conditions)
    if decision.failure is not None and decision.failure >= stop:
        value = truth(claim, conditions, law.at, decision.failure)
        assert (value, failure) == (False, None), (law, text, decision)
        return "refuted"
    assert decision.failure == failure, (law, text, decision, failure)
    return "proved" if failure is None else "refuted"
