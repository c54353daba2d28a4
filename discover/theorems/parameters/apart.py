"""Pieces that a move cannot lead to, seen without a solver, so that conditions are short.

Let x be in a piece P and y = x + u the place that a move leads to; y is linear in x and the
parameters. y is not in a piece T if a constraint of P, f(x) >= 0, and one of T, g(y) >= 0, exclude
each other: if no digit is left in the sum of f and g, and it is negative for all parameters in the
cell. That is so where its coefficients are <= 0, and it is negative at lower bounds of the
parameters. What is not seen is left to the solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from discover.patterns.parameters.law import DigitLaw
from rules.parameters.constraint import Constraint
from rules.parameters.polynomial import Polynomial, Vector

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]

LARGEST = 1 << 16  # coefficients and bounds, so that no product is too large for 64 bits
MOST_NAMES = 16

Rows = list[tuple[int, ...]]


@dataclass(frozen=True)
class _Lines:
    """Constraints of pieces at one place, whose digits have the same coefficients: the numbers of
    the pieces, and coefficients of the parameters, the constant last."""

    pieces: Integers
    rests: Integers


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
        digits = len(law.digits)
        self.tables = [  # for each row of a piece: its digits, negated, and the rest
            [(tuple(-n for n in row[:digits]), np.array(row[digits:])) for row in rows]
            for rows in (self.rows if self.usable else [[] for _ in self.rows])
        ]
        self.owners = [i for i, rows in enumerate(self.rows) for _ in rows]
        self.table = np.array([row for rows in self.rows for row in rows] if self.usable else [])
        self.seen: dict[Vector, Mapping[tuple[int, ...], _Lines]] = {}

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
        pieces = len(self.law.pieces)
        if place not in self.seen:
            usable = self.usable and self._is_small(place)
            self.seen[place] = self._lines(place) if usable else {}
        lines = self.seen[place]
        kept = np.ones(pieces, dtype=bool)
        for opposite, rest in self.tables[number]:
            against = lines.get(opposite)
            if against is not None:
                sums = against.rests + rest
                names = sums[:, :-1]
                falling = ((names <= 0) & (self.bounded | (names == 0))).all(axis=1)
                kept[against.pieces[falling & (sums @ self.lowest < 0)]] = False
        return [int(i) for i in np.flatnonzero(kept)]

    def _is_small(self, place: Vector) -> bool:
        return all(abs(n) <= LARGEST for entry in place for n in self._row(entry))

    def _lines(self, place: Vector) -> dict[tuple[int, ...], _Lines]:
        """The constraints of all pieces at a place."""
        digits = len(self.law.digits)
        table = self.table
        if not len(table):
            return {}
        moved = table[:, :digits] @ np.array([self._row(entry) for entry in place[:digits]])
        moved[:, digits:] += table[:, digits:]
        groups: dict[tuple[int, ...], list[int]] = {}
        for index, row in enumerate(moved[:, :digits].tolist()):
            groups.setdefault(tuple(row), []).append(index)
        numbers = np.array(self.owners, dtype=np.int64)
        return {
            key: _Lines(numbers[indices], moved[indices, digits:])
            for key, indices in groups.items()
        }


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
