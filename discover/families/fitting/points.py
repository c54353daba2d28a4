"""Constraints and polynomials at many points at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.parameters.constraint import Constraint
from mexplore.rules.parameters.polynomial import Polynomial

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]

Point = tuple[int, ...]


def at_points(form: Polynomial, names: Sequence[str], points: Integers) -> Integers:
    """The values of a polynomial, one for each row of ``points``; values stay below 2^62.

    >>> at_points(Polynomial({("a", "b"): 2, (): 1}), ["a", "b"], np.array([[1, 2], [3, 4]]))
    array([ 5, 25])
    """
    columns = dict(zip(names, points.T, strict=True))
    found = np.zeros(len(points), dtype=np.int64)
    for monomial, c in form.terms():
        term = np.full(len(points), c, dtype=np.int64)
        for name in monomial:
            term *= columns[name]
        found += term
    return found


def hold_at(cell: Iterable[Constraint], names: Sequence[str], points: Integers) -> Flags:
    """Whether all constraints hold, for each row of ``points``."""
    found = np.ones(len(points), dtype=bool)
    for constraint in cell:
        values = at_points(constraint.form, names, points)
        if constraint.sign == ">=":
            found &= values >= 0
        elif constraint.sign == "==":
            found &= values == 0
        else:
            found &= values % constraint.modulus == 0
    return found


def box(cell: Iterable[Constraint], names: Sequence[str], sizes: Sequence[int]) -> Integers:
    """The points of a cell with 0 <= coordinate <= size, one a row."""
    grid = np.indices([size + 1 for size in sizes], dtype=np.int64)
    points = grid.reshape(len(sizes), -1).T
    return points[hold_at(cell, names, points)]
