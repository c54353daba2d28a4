"""Pieces that a move cannot lead to, seen without a solver, so that conditions are short.

Let x be in a piece P and y = x + u the place that a move leads to; y is linear in x and the
parameters. y is not in a piece T if a constraint of P, f(x) >= 0, and one of T, g(y) >= 0, exclude
each other: if no digit is left in the sum of f and g, and it is negative for all parameters in the
cell. That is so where its coefficients are <= 0, and it is negative at lower bounds of the
parameters. What is not seen is left to the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.rules.parameters.constraint import Constraint
from mexplore.rules.parameters.polynomial import Polynomial, Vector

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]

LARGEST = 1 << 16  # coefficients and bounds, so that no product is too large for 64 bits
MOST_NAMES = 16
TOGETHER = 32  # pieces that are looked at together, so that others may look at the clock between

Rows = list[tuple[int, ...]]


@dataclass(frozen=True)
class _Lines:
    """Constraints of pieces, whose digits have the same coefficients: the numbers of the pieces,
    and coefficients of the parameters, the constant last."""

    pieces: Integers
    rests: Integers

    @staticmethod
    def grouped(digits: Integers, pieces: Integers, rests: Integers) -> _Groups:
        """The constraints by the coefficients of their digits."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for index, row in enumerate(digits.tolist()):
            groups.setdefault(tuple(row), []).append(index)
        return {key: _Lines(pieces[rows], rests[rows]) for key, rows in groups.items()}


_Groups = dict[tuple[int, ...], _Lines]


class Apart:
    """Where a law's pieces lie apart from each other, for all parameters in its cell."""

    def __init__(self, law: DigitLaw) -> None:
        self.law = law
        self.names = (*law.digits, *law.parameters)
        self.rows = [list(self._rows(piece.where)) for piece in law.pieces]
        lowest = [_lower_bound(law, name) for name in law.parameters]
        self.bounded = np.array([low is not None for low in lowest], dtype=bool)
        self.lowest = np.array([*(low or 0 for low in lowest), 1], dtype=np.int64)
        numbers = [abs(n) for rows in self.rows for row in rows for n in row]
        small = max([0, *numbers, *map(abs, self.lowest.tolist())]) <= LARGEST
        self.usable = small and len(self.names) <= MOST_NAMES
        self.pieces = np.array([i for i, rows in enumerate(self.rows) for _ in rows], dtype=int)
        self.table = np.array([row for rows in self.rows for row in rows] if self.usable else [])
        self.here: dict[int, _Groups] = {}
        self.there: dict[Vector, _Groups] = {}
        self.seen: dict[tuple[Vector, int], list[list[int]]] = {}

    def _rows(self, where: tuple[Constraint, ...]) -> Iterator[tuple[int, ...]]:
        """The inequalities, equations as two: the coefficients of each, the constant last."""
        for constraint in where:
            if constraint.sign in (">=", "=="):
                row = self._row(constraint.form)
                yield row
                if constraint.sign == "==":
                    yield tuple(-n for n in row)

    def _row(self, form: Polynomial) -> tuple[int, ...]:
        return (*map(form.coefficient, self.names), form.constant)

    def possible(self, number: int, place: Vector) -> list[int]:
        """The numbers of the pieces in which a place may be, for x in the piece of that number."""
        part, at = divmod(number, TOGETHER)
        if (place, part) not in self.seen:
            kept = self._kept(place, part)
            self.seen[place, part] = [np.flatnonzero(row).tolist() for row in kept]
        return self.seen[place, part][at]

    def _kept(self, place: Vector, part: int) -> Flags:
        """For each piece of a part in which x may be, one row, the pieces in which the place may
        be."""
        first = part * TOGETHER
        kept = np.ones((TOGETHER, len(self.law.pieces)), dtype=bool)
        if place not in self.there:
            usable = len(self.table) and self._is_small(place)
            self.there[place] = self._lines(place) if usable else {}
        there = self.there[place]
        for opposite, lines in self._part(part).items() if there else ():
            against = there.get(opposite)
            if against is not None:
                here, others = np.nonzero(self._exclude(lines.rests, against.rests))
                kept[lines.pieces[here] - first, against.pieces[others]] = False
        return kept

    def _part(self, part: int) -> _Groups:
        """The constraints of the pieces of a part, those of their digits negated."""
        if part not in self.here:
            digits = len(self.law.digits)
            rows = np.flatnonzero(self.pieces // TOGETHER == part)
            table = self.table[rows]
            self.here[part] = _Lines.grouped(
                -table[:, :digits], self.pieces[rows], table[:, digits:]
            )
        return self.here[part]

    def _exclude(self, rests: Integers, others: Integers) -> Flags:
        """Which rests, one a row, and which others, one a column, have a sum that is negative for
        all parameters in the cell."""
        sums = rests[:, -1:] + others[:, -1]
        falling = np.ones(sums.shape, dtype=bool)
        for name, bounded in enumerate(self.bounded.tolist()):
            column = rests[:, name : name + 1] + others[:, name]
            falling &= (column <= 0) if bounded else (column == 0)
            sums += column * int(self.lowest[name])
        return falling & (sums < 0)

    def _is_small(self, place: Vector) -> bool:
        return all(abs(n) <= LARGEST for entry in place for n in self._row(entry))

    def _lines(self, place: Vector) -> _Groups:
        """The constraints of all pieces at a place."""
        digits = len(self.law.digits)
        moved = self.table[:, :digits] @ np.array([self._row(entry) for entry in place[:digits]])
        moved[:, digits:] += self.table[:, digits:]
        return _Lines.grouped(moved[:, :digits], self.pieces, moved[:, digits:])


def _lower_bound(law: DigitLaw, name: str) -> int | None:
    """The largest number that a constraint on this name alone makes a lower bound."""
    found = list[int]()
    for constraint in law.cell:
        c = constraint.form.coefficient(name)
        is_bound = (constraint.sign == ">=" and c > 0) or (constraint.sign == "==" and c)
        if is_bound and constraint.names == {name}:
            d = constraint.form.constant if c > 0 else -constraint.form.constant
            found.append(-(d // abs(c)))
    return max(found, default=None)
