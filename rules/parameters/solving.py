"""Linear equations between names, solved in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mexplore.rules.parameters.polynomial import Polynomial


def solution_of(zeros: Sequence[Polynomial], names: Sequence[str]) -> dict[str, int] | None:
    """The integers at which all of these linear forms are 0, by elimination; None where there are
    none, or several.

    >>> a, b = Polynomial.name("a"), Polynomial.name("b")
    >>> solution_of([a - 3, a + b - 10], "ab"), solution_of([2 * a - 3], "a")
    ({'a': 3, 'b': 7}, None)
    """
    rows = [[Fraction(form.coefficient(name)) for name in names] for form in zeros]
    ends = [Fraction(-form.constant) for form in zeros]
    for place in range(len(names)):
        pivot = next((i for i in range(place, len(rows)) if rows[i][place]), None)
        if pivot is None:
            return None
        rows[place], rows[pivot] = rows[pivot], rows[place]
        ends[place], ends[pivot] = ends[pivot], ends[place]
        for i, row in enumerate(rows):
            if i != place and row[place]:
                factor = row[place] / rows[place][place]
                rows[i] = [a - factor * b for a, b in zip(row, rows[place], strict=True)]
                ends[i] -= factor * ends[place]
    if any(ends[len(names) :]):
        return None
    found = {name: ends[i] / rows[i][i] for i, name in enumerate(names)}
    if any(value.denominator != 1 for value in found.values()):
        return None
    return {name: int(value) for name, value in found.items()}
