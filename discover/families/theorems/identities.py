"""The identities (I1) to (I5) of a law in digits, and pieces that are seen to be apart.

Polynomials are expanded and compared; nothing is asked of a solver. Conditions are shorter where
pieces are seen to be apart: let x be in a piece P and y = x + u the place that a move leads to; y
is linear in x and the parameters. y is not in a piece T if a constraint of P, f(x) >= 0, and one of
T, g(y) >= 0, exclude each other: if no digit is left in the sum of f and g, and it is negative for
all parameters in the cell. That is so where its coefficients are <= 0, and it is negative at lower
bounds of the parameters. What is not seen is left to the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.families.patterns.law import DigitLaw, names_of
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector, total
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Constraint

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]


def first_wrong_identity(law: DigitLaw, elements: tuple[Polynomial, ...]) -> str:
    """The first identity that does not hold, in words; empty if all do. ``elements`` are those of
    the family, in the parameters of the law."""
    return next(_wrong(law, elements), "")


def _wrong(law: DigitLaw, elements: tuple[Polynomial, ...]) -> Iterator[str]:
    yield from _wrong_values(law, elements)
    yield from _wrong_relations(law)
    yield from _wrong_invariants(law)
    yield from _wrong_names(law)
    yield from _wrong_degrees(law)
    if law.reduced:
        yield from _wrong_reduction(law)


def _wrong_values(law: DigitLaw, elements: tuple[Polynomial, ...]) -> Iterator[str]:
    """(I1), (I2) and (I3)."""
    if tuple(move.element for move in law.moves) != elements:
        yield "the moves are those of the family"
    for move in law.moves:
        if law.val(move.vector) != move.element:
            yield f"the vector of the move {move.element} has its value"
    for z in [*law.all_carries(), *law.ranges, *law.relations, *law.ups]:
        if law.val(z) != 0:
            yield "every carry and every relation has the value 0"
    if law.weights[len(law.digits) - 1] != 1:
        yield "the last digit has the weight 1"
    if any(weight != 0 for weight in law.weights[len(law.digits) :]):
        yield "ghosts have the weight 0"


def _wrong_relations(law: DigitLaw) -> Iterator[str]:
    """The form of the relations, of (I3)."""
    if len(law.relations) != len(law.bound_digits):
        yield "there is a relation for each digit that is not free, but the last"
        return
    free = [law.digits.index(digit) for digit in law.free]
    for digit, relation in zip(law.bound_digits, law.relations, strict=True):
        i = law.digits.index(digit)
        zeros = [*relation[:i], *(relation[f] for f in free)]
        if relation[i] != 1 or any(entry != 0 for entry in zeros):
            yield f"the relation of the digit {digit} is 1 there, 0 at higher and free digits"


def _wrong_invariants(law: DigitLaw) -> Iterator[str]:
    """(I4)."""
    kept: list[Vector] = [
        *(move.vector for move in law.moves),
        *law.all_carries(),
        *law.ups,
        *(landmark.vector for landmark in law.landmarks),
        law.start,
        law.period,
        law.unit,
    ]
    for row in law.invariants:
        for vector in kept:
            if total(a * b for a, b in zip(row, vector, strict=True)) != 0:
                yield "every invariant is 0 on every vector of the law"


def _wrong_names(law: DigitLaw) -> Iterator[str]:
    """Where digits may occur: in carries alone, and ghosts nowhere."""
    plain: list[Vector] = [
        *(move.vector for move in law.moves),
        *law.relations,
        *law.invariants,
        *(landmark.vector for landmark in law.landmarks),
        *law.ups,
        law.weights,
        law.start,
        law.period,
    ]
    known = set(law.parameters)
    if any(not names_of(vector) <= known for vector in plain):
        yield "weights, moves, relations, invariants, start and period have parameters only"
    if any(not move.element.names <= known for move in law.moves):
        yield "elements have parameters only"


def _wrong_degrees(law: DigitLaw) -> Iterator[str]:
    """(I5): what a solver sees is linear."""
    seen: list[Vector] = [
        *(move.vector for move in law.moves),
        *law.all_carries(),
        *law.ranges,
        *law.relations,
        *law.ups,
        *(landmark.vector for landmark in law.landmarks),
        law.start,
        law.period,
    ]
    if any(not entry.is_linear for vector in seen for entry in vector):
        yield "moves, carries, relations, start and period are linear"
    constraints = [*law.cell, *(c for piece in law.pieces for c in piece.where)]
    if any(not constraint.form.is_linear for constraint in constraints):
        yield "cells and pieces are linear"


def _wrong_reduction(law: DigitLaw) -> Iterator[str]:
    """The form that the law of phases has, where the period is divided by a divisor."""
    if len(law.phases) != 1 or len(law.invariants) != 1:
        yield "a law whose period is divided has one invariant, f - r t + a s"
        return
    (phase,) = law.phases
    wanted = {phase.row: phase.modulus, phase.ghost: phase.step}
    names = (*law.digits, *law.ghosts)
    for name, entry in zip(names, law.period, strict=True):
        if entry != wanted.get(name, 0):
            yield "the vector of the period is a at t, r at s and 0 elsewhere"


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
