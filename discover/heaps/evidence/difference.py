"""Where a formula differs from values: the least n, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from mexplore.discover.study.conclusion import Difference
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formula_values import value_at
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.text.numbers import to_decimal

Block = Callable[[int, int], Iterable[int]]
"""The values at low <= n < high."""
_BLOCK = 1 << 16


def first_difference(
    term: tree.Node, values: Block, low: int, high: int, watcher: Watcher = no_progress
) -> Difference[int] | None:
    """The least n, low <= n < high, at which the formula is not the value."""
    for begin in range(low, high, _BLOCK):
        end = min(begin + _BLOCK, high)
        found = _in_block(term, values(begin, end), begin)
        if found is not None:
            return found
        watcher(Progress("comparison", end - low, high - low))
    return None


def _in_block(term: tree.Node, values: Iterable[int], begin: int) -> Difference[int] | None:
    import numpy as np

    from mexplore.rules.arithmetic.columns import Exactly
    from mexplore.rules.arithmetic.formula_values import equals

    if isinstance(values, np.ndarray):
        try:
            wrong = np.flatnonzero(~equals(term, values, begin))
        except Exactly:
            pass
        else:
            return _at(term, begin + int(wrong[0]), int(values[wrong[0]])) if len(wrong) else None
    for n, value in enumerate(values, begin):
        found = _at(term, n, int(value))
        if found is not None:
            return found
    return None


def _at(term: tree.Node, n: int, value: int) -> Difference[int] | None:
    try:
        given = value_at(term, n)
    except Undefined as reason:
        return Difference(n, value, "", undefined=str(reason))
    if isinstance(given, int | Fraction) and given == value:
        return None
    if not isinstance(given, int | Fraction):
        return Difference(n, value, "irrational")
    below = "" if given.denominator == 1 else f"/{to_decimal(given.denominator)}"
    return Difference(n, value, to_decimal(given.numerator) + below)
