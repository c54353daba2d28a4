"""Values of many small members at once, each with its least preperiod and period.

They suggest lengths of rows: where a sequence is written in rows of the right length, each row is
nearly the one before, G(n) and G(n + w) differ at few n. So linear forms w are sought for which
that is so at every member.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Constraint

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]
    Bytes = npt.NDArray[np.uint8]
    Numbers = npt.NDArray[np.float64]


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


def points_of(cell: Iterable[Constraint], names: Sequence[str], size: int) -> list[dict[str, int]]:
    """The same points with names, where all sizes are equal.

    >>> from mexplore.rules.parameters.reading import read_constraints
    >>> points_of(read_constraints("b > a"), ("a", "b"), 2)
    [{'a': 0, 'b': 1}, {'a': 0, 'b': 2}, {'a': 1, 'b': 2}]
    """
    points = box(cell, names, [size] * len(names)).tolist()
    return [dict(zip(names, point, strict=True)) for point in points]


FEWEST_VALUES = 512
MOST_CELLS = 1 << 24  # values that are held at once: 16 megabytes
MOST_IN_A_WORD = 7  # moves whose values fit into the bits of a byte
MOST_MOVES = 63


@dataclass(frozen=True)
class Values:
    """The sequence of one member: G(n + period) = G(n) for all n >= preperiod, both least.

    ``word`` has the values at 0 <= n < preperiod + period, one byte each.
    """

    preperiod: int
    period: int
    word: bytes

    @property
    def length(self) -> int:
        """How many values decide all others."""
        return self.preperiod + self.period

    def first(self, count: int) -> bytes:
        """The values at 0 <= n < count.

        >>> Values(1, 2, bytes([7, 0, 1])).first(6)
        b'\\x07\\x00\\x01\\x00\\x01\\x00'
        """
        cycle = self.word[self.preperiod :]
        repeats = -(-max(0, count - self.preperiod) // self.period)
        return (self.word[: self.preperiod] + cycle * repeats)[:count]


def grundy_values(sets: Integers, stop: int) -> Bytes:
    """The values at 0 <= n < stop of many subtraction games, one row a game.

    Each row of ``sets`` lists the amounts that a move may take, all >= 1. All games advance
    together: the value of n is the lowest bit that no option has.

    >>> grundy_values(np.array([[1, 2], [2, 3]]), 6).tolist()
    [[0, 1, 2, 0, 1, 2], [0, 0, 1, 1, 2, 0]]
    """
    games, moves = sets.shape
    if moves > MOST_MOVES:
        raise ValueError(f"{moves} moves are too many: their values have to fit into one word")
    bits: npt.DTypeLike = np.uint8 if moves <= MOST_IN_A_WORD else np.uint64
    before = int(sets.max())  # rows of no values, so that each move has somewhere to lead
    found: npt.NDArray[Any] = np.zeros((before + stop) * games, dtype=bits)
    options = [(before - column) * games + np.arange(games) for column in sets.T]
    one = found.dtype.type(1)
    for n in range(stop):
        seen = found[options[0] + n * games]
        for option in options[1:]:
            seen |= found[option + n * games]
        found[(before + n) * games : (before + n + 1) * games] = ~seen & (seen + one)
    table = found[before * games :].reshape(stop, games)
    return np.ascontiguousarray(np.log2(table).astype(np.uint8).T)


def least_law(values: npt.NDArray[Any], largest: int) -> tuple[int, int] | None:
    """(preperiod, period), both least, of a subtraction game whose largest move is ``largest``.

    As many values determine all that follow, so two equal windows of this length prove a period
    from the first one on; the nearest one before the end shows the least. None if there is none.

    >>> least_law(np.array([0, 1, 2, 0, 1, 2, 0], dtype=np.uint8), 2)
    (0, 3)
    """
    size = values.itemsize
    backwards = values[::-1].tobytes()
    last, at = backwards[: largest * size], size
    while (at := backwards.find(last, at)) > 0 and at % size:  # not where a value begins
        at += 1
    period = at // size
    if period < 1 or len(values) < period + largest:
        return None
    different = np.flatnonzero(values[period:] != values[:-period])
    return (int(different[-1]) + 1 if len(different) else 0), period


def sequences(sets: Sequence[Sequence[int]], longest: int) -> list[Values | None]:
    """The values of each game; None where preperiod and period are not seen in ``longest`` values.

    The games have equally many moves, among which may be equal ones.

    >>> [(v.preperiod, v.period) for v in sequences([(1, 2, 2), (2, 5, 9), (2, 5, 14)], 999) if v]
    [(0, 3), (0, 7), (22, 16)]
    """
    found: list[Values | None] = [None] * len(sets)
    waiting = sorted(range(len(sets)), key=lambda index: max(sets[index]))
    stop = FEWEST_VALUES
    while waiting and stop <= longest:
        room = max(1, MOST_CELLS // stop)
        for start in range(0, len(waiting), room):
            part = waiting[start : start + room]
            table = np.array([sets[index] for index in part], dtype=np.int64)
            fits = table.max(axis=1) * 2 < stop
            part = [index for index, fit in zip(part, fits, strict=True) if fit]
            if part:
                rows = grundy_values(table[fits], stop)
                for index, row in zip(part, rows, strict=True):
                    law = least_law(row, max(sets[index]))
                    if law is not None:
                        found[index] = Values(*law, row[: sum(law)].tobytes())
        waiting = [index for index in waiting if found[index] is None]
        stop = stop * 4 if stop * 4 <= longest or stop == longest else longest
    return found


LONGEST_LAG = 600
LARGEST_COEFFICIENT = {1: 12, 2: 6}  # for this many names
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
