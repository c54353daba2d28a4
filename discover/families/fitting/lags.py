"""Lengths of rows that the members themselves suggest.

Where a sequence is written in rows of the right length, each row is nearly the one before: G(n) and
G(n + w) differ at few n. So linear forms w are sought for which that is so at every member.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.families.fitting.members import Values
from mexplore.discover.families.fitting.points import Point
from mexplore.rules.parameters.polynomial import Polynomial

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Numbers = npt.NDArray[np.float64]

LONGEST_LAG = 600
LARGEST_COEFFICIENT = {1: 12, 2: 6}  # for so many names
CONSTANTS = {1: 30, 2: 6}
FEW_DIFFER = 0.3  # of the values, at the lags of a form
ROWS, NUMBERS = 6, 3  # forms and numbers that are suggested


def suggested_rows(
    names: Sequence[str], members: Mapping[Point, Values]
) -> tuple[list[Polynomial], list[int]]:
    """Linear forms in the names, and numbers, by which members are nearly periodic; those that are
    most nearly so first.

    >>> words = {(k,): ([0] * k + [1] * 3) * (k + 2) for k in range(4, 9)}
    >>> members = {p: Values(len(w), 1, bytes([*w, 7])) for p, w in words.items()}
    >>> suggested_rows(["k"], members)[0][0]
    k + 3
    """
    if not members or len(names) not in CONSTANTS:
        return [], []
    rates = [_rates(values) for values in members.values()]
    points = np.array([(1, *point) for point in members], dtype=np.int64)
    forms = _forms(len(names))
    lags = forms @ points.T
    inside = (lags >= 1) & (lags <= LONGEST_LAG)
    found = np.ones(lags.shape)
    for column, known in enumerate(rates):
        kept = inside[:, column]
        found[kept, column] = known[lags[kept, column]]
    mean = np.where(inside.sum(axis=1) * 2 > len(rates), found.mean(axis=1), 1.0)
    order = np.lexsort((np.abs(forms).sum(axis=1), mean.round(6)))
    best = [index for index in order if mean[index] < FEW_DIFFER]
    growing = [i for i in best if forms[i, 1:].any()]
    constant = [i for i in best if not forms[i, 1:].any() and forms[i, 0] > 1]
    rows = [_polynomial(forms[i], names) for i in growing[:ROWS]]
    return rows, [int(forms[i, 0]) for i in constant[:NUMBERS]]


def _forms(dimension: int) -> Integers:
    """Coefficients of forms, the constant first."""
    constants = range(-CONSTANTS[dimension], CONSTANTS[dimension] + 1)
    factors = range(LARGEST_COEFFICIENT[dimension] + 1)
    return np.array(list(product(constants, *[factors] * dimension)), dtype=np.int64)


def _rates(values: Values) -> Numbers:
    """For each lag the part of the values that differ by it; 1 where the lag is too long."""
    word = np.frombuffer(values.word, dtype=np.uint8)
    rates = np.ones(LONGEST_LAG + 1)
    for lag in range(1, min(LONGEST_LAG, len(word) // 2) + 1):
        rates[lag] = (word[lag:] != word[:-lag]).mean()
    return rates


def _polynomial(form: Integers, names: Sequence[str]) -> Polynomial:
    constant, *factors = map(int, form)
    pairs = zip(names, factors, strict=True)
    return Polynomial({(name,): factor for name, factor in pairs}) + constant
