"""Linear forms through the numbers of many members, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.families.fitting.points import at_points
from mexplore.rules.parameters.polynomial import Polynomial

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]

NEARLY = 1e-6
LARGEST = 1 << 40  # numbers that a float has room for, with margin


def linear_forms(
    points: Integers, rows: Sequence[Sequence[int | None]], names: Sequence[str]
) -> list[Polynomial] | None:
    """For each column of ``rows`` (a row for each point) the linear form with whole coefficients
    through it; None if some column has none. Numbers that are None are free.

    Where the points span less than the whole space, the last names are left out.

    >>> points = np.array([[1, 2], [2, 2], [3, 5]])
    >>> linear_forms(points, [[3, 1], [4, None], [8, 1]], ["a", "b"])
    [a + b, 1]
    """
    table = np.array([[np.nan if n is None else n for n in row] for row in rows], dtype=float)
    if not table.size:
        return []
    if np.nanmax(np.abs(table), initial=0) > LARGEST:
        return None
    ones = np.ones((len(points), 1))
    design = np.hstack([ones, points]).astype(float)
    found: list[Polynomial | None] = [None] * table.shape[1]
    missing = np.isnan(table)
    patterns: dict[bytes, list[int]] = {}
    for column, pattern in enumerate(missing.T):
        patterns.setdefault(pattern.tobytes(), []).append(column)
    for columns in patterns.values():
        known = ~missing[:, columns[0]]
        fitted = _fit(design[known], table[known][:, columns])
        if fitted is None:
            return None
        for column, coefficients in zip(columns, fitted.T, strict=True):
            found[column] = _form(coefficients, names)
    return [form for form in found if form is not None]


def agreeing(
    forms: Sequence[Polynomial],
    points: Integers,
    rows: Sequence[Sequence[int | None]],
    names: Sequence[str],
) -> npt.NDArray[np.bool_]:
    """At which points all forms have the values that ``rows`` says.

    >>> a = Polynomial.name("a")
    >>> agreeing([2 * a, a], np.array([[1], [2]]), [[2, None], [4, 3]], ["a"])
    array([ True, False])
    """
    table = np.array([[np.nan if n is None else n for n in row] for row in rows], dtype=float)
    values = np.array([at_points(form, names, points) for form in forms], dtype=float).T
    same: npt.NDArray[np.bool_] = ((table == values) | np.isnan(table)).all(axis=1)
    return same


def _fit(design: npt.NDArray[np.float64], table: npt.NDArray[np.float64]) -> Integers | None:
    """Whole coefficients, one column for each of the table; None where a column has none."""
    result = np.zeros((design.shape[1], table.shape[1]), dtype=np.int64)
    if not len(design):
        return result
    used: list[int] = []
    for column in range(design.shape[1]):
        if np.linalg.matrix_rank(design[:, [*used, column]]) > len(used):
            used.append(column)
    solution = np.linalg.lstsq(design[:, used], table, rcond=None)[0]
    whole = np.rint(solution)
    if np.abs(solution - whole).max() > NEARLY or (design[:, used] @ whole != table).any():
        return None
    result[used] = whole.astype(np.int64)
    return result


def _form(coefficients: Integers, names: Sequence[str]) -> Polynomial:
    constant, *others = map(int, coefficients)
    return Polynomial({(name,): c for name, c in zip(names, others, strict=True)}) + constant
