"""Candidates for laws: a shape with a linear form, found exactly, for each of its numbers.

A candidate is a law, but for its cell and carries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.families.fitting.members import at_points
from mexplore.discover.families.fitting.systems import System, row_names
from mexplore.discover.families.fitting.words import Forms, Instance, Runs, Shape, build, lengths
from mexplore.discover.families.patterns.law import DigitLaw, Move, Piece
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.arithmetic.vectors import weighed
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, Constraint, at_least, equal

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


NOTHING, ONE = Polynomial(), Polynomial.number(1)


@dataclass(frozen=True, eq=False)
class Candidate:
    """What is claimed of a member: the words of preperiod and period, whose numbers are ``forms``.

    The forms are those of the word of the preperiod (where ``before`` is not None), of the word of
    the period, the digits of the period, and those of the preperiod, as in `Instance`.
    """

    system: System
    before: Shape | None
    after: Shape
    forms: Forms
    given: Cell = ()  # what is known of the members from which the forms are

    @property
    def digits(self) -> int:
        """Of how many digits the rows and their places consist."""
        return len(self.system.weights) + 1

    @cached_property
    def parts(self) -> list[tuple[Shape, Forms]]:
        """The words with their forms: preperiod, if there is one, and period."""
        middle = 0 if self.before is None else self.before.width
        end = middle + self.after.width
        after = (self.after, self.forms[middle:end])
        return [after] if self.before is None else [(self.before, self.forms[:middle]), after]

    @cached_property
    def period_digits(self) -> Vector:
        """The period in the digits of the system."""
        at = sum(shape.width for shape, _ in self.parts)
        return tuple(self.forms[at : at + self.digits])

    @cached_property
    def preperiod_digits(self) -> Vector:
        """The preperiod in the digits of the system."""
        return (
            (NOTHING,) * self.digits if self.before is None else tuple(self.forms[-self.digits :])
        )

    @cached_property
    def period(self) -> Polynomial:
        """The period; it may be a product."""
        return self._number(self.period_digits)

    @cached_property
    def preperiod(self) -> Polynomial:
        """The preperiod; it may be a product."""
        return self._number(self.preperiod_digits)

    def _number(self, digits: Vector) -> Polynomial:
        return weighed((*self.system.weights, ONE), digits)

    @property
    def has_a_law(self) -> bool:
        """Whether the steps from row to row are constants: else pieces would not be linear."""
        return all(step.is_constant for shape, forms in self.parts for step in _steps(shape, forms))

    def natural(self) -> list[Constraint]:
        """The constraints without which the words cannot be written down."""
        needed = [form for shape, forms in self.parts for form in lengths(shape, forms)]
        needed += [*self.period_digits, *self.preperiod_digits]
        trivial = (form.is_constant and form.constant >= 0 for form in needed)
        kept = [form for form, skip in zip(needed, trivial, strict=True) if not skip]
        return [*self.given, *(at_least(form) for form in dict.fromkeys(kept))]

    def is_true_of(self, instance: Instance) -> bool:
        """Whether it says the values of this member."""
        values, environment = instance.values, instance.environment
        period, preperiod = self.period.at(environment), self.preperiod.at(environment)
        if period < 1 or period % values.period or preperiod < values.preperiod:
            return False
        parts = []
        for shape, forms in self.parts:
            numbers = [form.at(environment) for form in forms]
            most = period + preperiod
            parts.append(build(shape, numbers, instance.widths, most))
        before, after = (b"", *parts) if self.before is None else parts
        if before is None or after is None:
            return False
        if len(before) != preperiod or len(after) != period:
            return False
        return before + after == values.first(preperiod + period)

    # The law.

    @property
    def lead(self) -> int:
        """How many digits stand before those of the system: the number of the period, and where
        there is a preperiod, whether it has been passed."""
        return 1 if self.before is None else 2

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the digits."""
        return (*("q", "u")[: self.lead], *row_names(len(self.system.weights)), "j")

    @cached_property
    def relations(self) -> tuple[Vector, ...]:
        """The period, the preperiod and each weight, in digits of lower weights."""
        ahead = (NOTHING,) * self.lead
        after = (ONE, *ahead[1:], *(-d for d in self.period_digits))
        before = (NOTHING, ONE, *(-d for d in self.preperiod_digits))
        inner = []
        for at, lower in enumerate(self.system.relations):
            inner.append((*ahead, *(NOTHING,) * at, ONE, *(-d for d in lower)))
        return (after, *([] if self.before is None else [before]), *inner)

    def law(
        self, cell: Cell, carries: Sequence[tuple[Vector, ...]], successor: tuple[Vector, ...]
    ) -> DigitLaw:
        """The law on a cell, with these carries for the moves and for the step to n + 1."""
        system, lead = self.system, (NOTHING,) * self.lead
        weights = [self.period, *([] if self.before is None else [self.preperiod])]
        inside = (NOTHING,) * self.digits
        moves = zip(system.elements, system.vectors, strict=True)
        return DigitLaw(
            parameters=system.names,
            cell=cell,
            digits=self.names,
            weights=(*weights, *system.weights, ONE),
            moves=tuple(Move(element, (*lead, *vector)) for element, vector in moves),
            relations=self.relations,
            carries=tuple(carries),
            successor=successor,
            pieces=tuple(self._pieces()),
            start=(*lead, *inside) if self.before is None else (NOTHING, ONE, *inside),
            period=(ONE, *lead[1:], *inside),
        )

    def _pieces(self) -> Iterator[Piece]:
        q, inner = Polynomial.name(self.names[0]), self.names[self.lead :]
        for number, (shape, forms) in enumerate(self.parts):
            periodic = number == len(self.parts) - 1
            first = [at_least(q) if periodic else equal(q)]
            if self.before is not None:
                first.append(equal(Polynomial.name(self.names[1]), number))
            for where, value in regions(shape, forms, inner):
                yield Piece((*first, *where), value, periodic)


def regions(
    shape: Shape, forms: Forms, digits: Sequence[str]
) -> Iterator[tuple[list[Constraint], int]]:
    """For each run of each group of rows, where it lies in these digits, and its value."""
    digit, start = Polynomial.name(digits[0]), NOTHING
    if isinstance(shape, Runs):
        for value, length in zip(shape.values, forms, strict=True):
            yield [at_least(digit, start), at_least(start + length - 1, digit)], value
            start = start + length
        return
    for group, count, first, steps in shape.parts(forms):
        inside = [f + (digit - start) * s for f, s in zip(first, steps, strict=True)]
        rows = [at_least(digit, start), at_least(start + count - 1, digit)]
        if count == 1:
            rows = [equal(digit, start)]
        for where, value in regions(group, inside, digits[1:]):
            yield [*rows, *where], value
        start = start + count


def _steps(shape: Shape, forms: Forms) -> Iterator[Polynomial]:
    if isinstance(shape, Runs):
        return
    for group, _, first, steps in shape.parts(forms):
        yield from steps
        yield from _steps(group, first)
