"""The conditions of the theorem `digit values`, each as the question whether it fails somewhere.

Unknowns are the parameters in the cell (k0, k1, ...), the digits of a position (x0, ...), of a
second position (y0, ...) and of a value (w0, ...). A condition holds if there is no solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from mexplore.discover.families.ranges.law import NumberSystem, ValueLaw, ValuePiece
from mexplore.discover.families.solvers.formulas import (
    Question,
    Script,
    all_of,
    any_of,
    form,
    in_cell,
    none_of,
)
from mexplore.rules.arithmetic.polynomial import Meanings, Polynomial, Vector
from mexplore.rules.arithmetic.vectors import minus, plus
from mexplore.rules.parameters.constraint import with_names
from mexplore.rules.parameters.family import MARK


def script_of(law: ValueLaw, all_but: bool) -> Script:
    """All conditions of a law, for all parameters in its cell."""
    return ValueConditions(law, all_but).script()


class ValueConditions:
    """What is asked of one law. ``all_but``: moves are what lies in none of the ranges."""

    def __init__(self, law: ValueLaw, all_but: bool) -> None:
        self.law, self.all_but = law, all_but
        marked = {digit: f"{digit}{MARK}" for digit in law.positions.digits}
        self.second: Meanings = {d: Polynomial.name(m) for d, m in marked.items()}
        self.names = {
            **{name: f"k{i}" for i, name in enumerate(law.parameters)},
            **{digit: f"x{i}" for i, digit in enumerate(law.positions.digits)},
            **{marked[digit]: f"y{i}" for i, digit in enumerate(law.positions.digits)},
            **{digit: f"w{i}" for i, digit in enumerate(law.values.digits)},
        }

    def script(self) -> Script:
        cell = in_cell(self.law.cell, self.names)
        return Script(tuple(self.names.values()), (), cell, tuple(self.questions()))

    def questions(self) -> Iterator[Question]:
        """All of them, in the order of the theorem."""
        law = self.law
        yield from self._weights("positions", law.positions)
        yield from self._weights("values", law.values)
        positive = self.shown(law.positions, minus(law.period, law.positions.unit))
        yield Question("(P) period", none_of([positive]))
        yield Question("(S) zero", none_of([self.in_region(law.positions.zero)]))
        yield Question("(T) zero", none_of([self.is_value(law.values.zero)]))
        yield self._values_successor()
        for number, piece in enumerate(law.pieces):
            yield from self._of_piece(number, piece)

    def _of_piece(self, number: int, piece: ValuePiece) -> Iterator[Question]:
        law, x = self.law, self.law.positions.here
        known = self.holds(piece)
        next_to = (plus(x, law.positions.unit, z) for z in law.positions.all_carries)
        conditions = {
            "(N)": self.shown(law.positions, x),
            "(S)": any_of(map(self.in_region, next_to)),
            "(V)": self.shown(law.values, piece.value),
            "(Q)": self.has_value(plus(x, law.period), plus(piece.value, law.saltus)),
        }
        for name, condition in conditions.items():
            yield Question(f"{name} piece {number}", all_of((known, none_of([condition]))))
        for other, second in enumerate(law.pieces):
            yield self._no_move(number, other, piece, second)
        yield self._reached(number, piece)
        if law.landmarks:
            yield self._least(number, piece)

    # The conditions.

    def _weights(self, name: str, system: NumberSystem) -> Iterator[Question]:
        """(W) Lower entries of relations are <= 0."""
        for i, relation in enumerate(system.relations):
            wrong = any_of(f"(> {form(entry, self.names)} 0)" for entry in relation[i + 1 :])
            yield Question(f"(W) {name}, weight {i}", wrong)

    def _values_successor(self) -> Question:
        """(T) For w among the digits of values some w + e_0 + z is."""
        values = self.law.values
        next_to = (plus(values.here, values.unit, z) for z in values.all_carries)
        found = any_of(map(self.is_value, next_to))
        return Question("(T) successor", all_of((self.is_value(values.here), none_of([found]))))

    def _no_move(self, number: int, other: int, piece: ValuePiece, second: ValuePiece) -> Question:
        """(X) No move leads from x to y if their values are equal."""
        law = self.law
        y = _at(law.positions.here, self.second)
        theirs = _at(second.value, self.second)
        one = law.values.unit
        above = self.shown(law.values, minus(minus(piece.value, theirs), one))
        below = self.shown(law.values, minus(minus(theirs, piece.value), one))
        no_move = self.is_no_move(minus(law.positions.here, y))
        known = (self.holds(piece), self.holds(second, self.second))
        body = all_of((*known, none_of((above, below, no_move))))
        return Question(f"(X) pieces {number} and {other}", body)

    def _reached(self, number: int, piece: ValuePiece) -> Question:
        """(M) A smaller value w is that of a witness, to which a move leads."""
        law, w = self.law, self.law.values.here
        ways = [self.shown(law.values, minus(w, piece.value))]
        for witness in law.witnesses:
            move = self.is_move(minus(law.positions.here, witness))
            ways.append(all_of((self.has_value(witness, w), move)))
        body = all_of((self.holds(piece), self.is_value(w), none_of(ways)))
        return Question(f"(M) piece {number}", body)

    def _least(self, number: int, piece: ValuePiece) -> Question:
        """(U) x is 0 or less, or the period or more, or a landmark has another value after x."""
        law, x = self.law, self.law.positions.here
        ways = [self.shown(law.positions, minus(law.positions.zero, x))]
        ways.append(self.shown(law.positions, minus(x, law.period)))
        ways += [self._differs(landmark) for landmark in law.landmarks]
        return Question(f"(U) piece {number}", all_of((self.holds(piece), none_of(ways))))

    def _differs(self, landmark: Vector) -> str:
        """The values at the landmark and at x + the landmark are shown to differ."""
        law, one, ways = self.law, self.law.values.unit, []
        there = dict(zip(law.positions.digits, landmark, strict=True))
        for z in law.positions.all_carries:
            vector = plus(law.positions.here, landmark, z)
            after = dict(zip(law.positions.digits, vector, strict=True))
            for first, second in product(law.pieces, repeat=2):
                difference = minus(_at(first.value, there), _at(second.value, after))
                apart = (
                    self.shown(law.values, minus(difference, one)),
                    self.shown(law.values, minus(minus(law.values.zero, difference), one)),
                )
                ways.append(
                    all_of((self.holds(first, there), self.holds(second, after), any_of(apart)))
                )
        return any_of(ways)

    # Formulas.

    def shown(self, system: NumberSystem, vector: Vector) -> str:
        """With some carry all entries are >= 0: then the number is >= 0."""
        sums = (plus(vector, z) for z in system.all_carries)
        return any_of(all_of(f"(>= {form(e, self.names)} 0)" for e in each) for each in sums)

    def holds(self, piece: ValuePiece, at: Meanings | None = None) -> str:
        """The piece holds x, or what stands in the places of its digits."""
        where = with_names(piece.where, at) if at else piece.where
        return in_cell(where, self.names)

    def in_region(self, vector: Vector) -> str:
        """A piece holds this position."""
        at = dict(zip(self.law.positions.digits, vector, strict=True))
        return any_of(self.holds(piece, at) for piece in self.law.pieces)

    def has_value(self, vector: Vector, value: Vector) -> str:
        """A piece holds this position, and its value is this vector, entry by entry."""
        at = dict(zip(self.law.positions.digits, vector, strict=True))
        ways = []
        for piece in self.law.pieces:
            differences = minus(_at(piece.value, at), value)
            same = (f"(= {form(entry, self.names)} 0)" for entry in differences)
            ways.append(all_of((self.holds(piece, at), *same)))
        return any_of(ways)

    def is_value(self, vector: Vector) -> str:
        """The vector is in the region of the digits of values."""
        at = dict(zip(self.law.values.digits, vector, strict=True))
        return in_cell(with_names(self.law.values_in, at), self.names)

    def is_move(self, d: Vector) -> str:
        """Implies that val(d) is a number of tokens that may be taken."""
        system = self.law.positions
        positive = self.shown(system, minus(d, system.unit))
        inside = [self._inside(d, low, high) for low, high in self.law.ends]
        outside = [self._outside(d, low, high) for low, high in self.law.ends]
        return all_of((positive, all_of(outside) if self.all_but else any_of(inside)))

    def is_no_move(self, d: Vector) -> str:
        """Implies that val(d) is not a number of tokens that may be taken."""
        system = self.law.positions
        negative = self.shown(system, minus(system.zero, d))
        inside = [self._inside(d, low, high) for low, high in self.law.ends]
        outside = [self._outside(d, low, high) for low, high in self.law.ends]
        return any_of((negative, any_of(inside) if self.all_but else all_of(outside)))

    def _inside(self, d: Vector, low: Vector, high: Vector) -> str:
        system = self.law.positions
        return all_of((self.shown(system, minus(d, low)), self.shown(system, minus(high, d))))

    def _outside(self, d: Vector, low: Vector, high: Vector) -> str:
        system, one = self.law.positions, self.law.positions.unit
        below = self.shown(system, minus(minus(low, d), one))
        return any_of((below, self.shown(system, minus(minus(d, high), one))))


def _at(vector: Vector, meanings: Meanings) -> Vector:
    return tuple(entry.with_names(meanings) for entry in vector)
