"""One law whose values are digits too as data of ``DigitValues.v``, with what Coq has to be shown.

The names here are those of the file, and so are the orders of all lists: Coq computes the same
inequalities again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

from mexplore.discover.coq.families.forms import (
    Form,
    Forms,
    Region,
    Unknowns,
    digits_at,
    form_of,
    later,
    minus,
    plus,
    region_of,
    there,
    zeros,
)
from mexplore.discover.coq.families.trees import (
    Finder,
    NoTree,
    Trees,
    Way,
    Ways,
    all_of,
    among,
    first_of,
    listed,
)
from mexplore.discover.coq.law import truth
from mexplore.discover.families.ranges.law import NumberSystem, ValueLaw, ValuePiece
from mexplore.rules.arithmetic.polynomial import Meanings, Polynomial, Vector
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell


@dataclass(frozen=True)
class ValueData(Unknowns[ValueLaw]):
    """A law whose values are digits."""

    all_but: bool

    @property
    def digits(self) -> int:
        """How many digits a position has."""
        return len(self.law.positions.digits)

    @property
    def value_digits(self) -> int:
        """How many digits a value has."""
        return len(self.law.values.digits)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All unknowns but the number 1: after a position come a second one or a value."""
        more = max(self.digits, self.value_digits)
        return (*self.parameters, *self.law.positions.digits, *(f"behind{i}" for i in range(more)))

    # The parts, as forms.

    def _forms(self, vector: Iterable[Polynomial], names: Sequence[str] = ()) -> Forms:
        """Of parameters, digits of a position, and digits of a value after them."""
        law = self.law
        known = (*self.parameters, *(names or (*law.positions.digits, *law.values.digits)))
        return tuple(form_of(entry, known) for entry in vector)

    def _region(self, cell: Cell, digits: Sequence[str]) -> Region:
        if any(c.sign == "%" for c in cell):
            raise ValueError("a piece has a congruence")
        return region_of(cell, (*self.parameters, *digits), {})

    @cached_property
    def cell(self) -> Region:
        """What is given of the parameters."""
        return region_of(self.law.cell, self.parameters, self.quotients)

    @cached_property
    def pieces(self) -> tuple[tuple[Region, Forms], ...]:
        """Where each is, and its value."""
        digits = self.law.positions.digits
        return tuple(
            (self._region(piece.where, digits), self._forms(piece.value))
            for piece in self.law.pieces
        )

    @cached_property
    def values_in(self) -> Region:
        """The digits of values, in place of those of a position."""
        return self._region(self.law.values_in, self.law.values.digits)

    @cached_property
    def carries(self) -> tuple[Forms, ...]:
        """What may be added to the digits of a position."""
        return ((), *map(self._forms, self.law.positions.carries))

    @cached_property
    def value_carries(self) -> tuple[Forms, ...]:
        """What may be added to the digits of a value."""
        return ((), *map(self._forms, self.law.values.carries))

    @cached_property
    def next(self) -> Forms:
        """1, as digits of a position."""
        return self._forms(self.law.positions.unit)

    @cached_property
    def next_value(self) -> Forms:
        """1, as digits of a value."""
        return self._forms(self.law.values.unit)

    @cached_property
    def ends(self) -> tuple[tuple[Forms, Forms], ...]:
        """The ranges."""
        return tuple((self._forms(low), self._forms(high)) for low, high in self.law.ends)

    @cached_property
    def witnesses(self) -> tuple[Forms, ...]:
        """Positions of smaller values."""
        return tuple(map(self._forms, self.law.witnesses))

    @cached_property
    def _x(self) -> Forms:
        return digits_at(self.known, self.digits)

    @cached_property
    def _y(self) -> Forms:
        return digits_at(self.known + self.digits, self.digits)

    @cached_property
    def _w(self) -> Forms:
        return digits_at(self.known + self.digits, self.value_digits)

    # What shows something.

    def _shows(self, vector: Forms, name: str = "{}", values: bool = False) -> Finder:
        """With some carry no entry is negative."""
        carries = self.value_carries if values else self.carries
        return among(
            Way(name.format(f"{i}%nat"), plus(vector, carry)) for i, carry in enumerate(carries)
        )

    def _has_value(self, vector: Forms, value: Forms) -> Iterator[Way]:
        """The position that is moved by the vector is of a piece and has this value."""
        for q, (where, its) in enumerate(self.pieces):
            same = zeros(minus(there(its, vector, self.known), value))
            yield Way(f"{q}%nat", (*there(where, vector, self.known), *same))

    def _inside(self, d: Forms) -> Finder:
        """The number d is in one of the ranges."""
        return first_of(
            all_of(
                (self._shows(minus(d, low)), self._shows(minus(high, d))),
                f"In_range {r}%nat {{}} {{}}",
            )
            for r, (low, high) in enumerate(self.ends)
        )

    def _outside(self, d: Forms) -> Finder:
        """The number d is in none of them."""
        return all_of(
            (
                first_of(
                    (
                        self._shows(minus(low, plus(d, self.next)), "(true, {})"),
                        self._shows(minus(d, plus(high, self.next)), "(false, {})"),
                    )
                )
                for low, high in self.ends
            ),
            f"In_none [{'; '.join(['{}'] * len(self.ends))}]",
        )

    def _taken(self, is_taken: bool, d: Forms) -> Finder:
        """d is a move, or it is none."""
        return self._inside(d) if self.all_but != is_taken else self._outside(d)

    # What is to be shown.

    def _first_goals(self) -> tuple[Ways, Ways, Ways]:
        """0 is in a piece, and a value; and the next value is one."""
        count = self.digits + self.value_digits
        origin = (*zeros(digits_at(self.known, count)), *self.cell)
        pieces = among(Way(f"{q}%nat", where) for q, (where, _) in enumerate(self.pieces))
        following = among(
            Way(f"{i}%nat", there(self.values_in, plus(self.next_value, carry), self.known))
            for i, carry in enumerate(self.value_carries)
        )
        return (
            Ways(origin, pieces),
            Ways(origin, among([Way("tt", self.values_in)])),
            Ways((*self.values_in, *self.cell), following),
        )

    def _goals(self, number: int) -> tuple[list[Ways], list[Ways], Ways]:
        """What is to be shown of a piece: of itself, for each other one, and of smaller values."""
        law, (where, value) = self.law, self.pieces[number]
        given = (*where, *self.cell)
        following = among(
            Way(f"({i}%nat, {q}%nat)", there(its, plus(self.next, carry), self.known))
            for i, carry in enumerate(self.carries)
            for q, (its, _) in enumerate(self.pieces)
        )
        saltus = plus(value, self._forms(law.saltus))
        alone = [
            Ways(given, self._shows(self._x)),
            Ways(given, self._shows(value, values=True)),
            Ways(given, following),
            Ways(given, among(self._has_value(self._forms(law.period), saltus))),
        ]
        second = partial(later, place=self.known, count=self.digits)
        others = [
            Ways((*second(region), *given), self._apart(value, second(other)))
            for region, other in self.pieces
        ]
        smaller = Ways((*second(self.values_in), *given), self._reached(value))
        return alone, others, smaller

    def _apart(self, value: Forms, other: Forms) -> Finder:
        """No move leads from x to y, or their values differ."""
        no_move = self._taken(False, minus(self._x, self._y))
        return first_of(
            (
                self._shows(minus(value, plus(other, self.next_value)), "Above {}", values=True),
                self._shows(minus(other, plus(value, self.next_value)), "Below {}", values=True),
                self._shows(minus(self._y, self._x), "Never {}"),
                all_of([no_move], "No_move ({})"),
            )
        )

    def _reached(self, value: Forms) -> Finder:
        """w is not smaller than the value, or a move leads to a witness, whose value it is."""
        return first_of(
            (
                self._shows(minus(self._w, value), "Not_smaller {}", values=True),
                *(self._by(t, witness) for t, witness in enumerate(self.witnesses)),
            )
        )

    def _by(self, number: int, witness: Forms) -> Finder:
        d = minus(self._x, witness)
        return all_of(
            (
                among(self._has_value(minus(witness, self._x), self._w)),
                self._shows(minus(d, self.next)),
                all_of([self._taken(True, d)], "({})"),
            ),
            f"By {number}%nat {{}} {{}} {{}}",
        )

    # Text.

    def definition(self) -> str:
        """The term of type ``value_law``."""
        law = self.law
        pieces = (f"({_vector(where)}, {_vector(value)})" for where, value in self.pieces)
        ends = (f"({_vector(low)}, {_vector(high)})" for low, high in self.ends)
        parts = [
            f"{self.known}%nat",
            f"{self.digits}%nat",
            f"{self.value_digits}%nat",
            _vector(self.cell),
            _list(pieces, "\n    "),
            _vector(self.values_in),
            _list(map(_vector, self.carries), "\n    "),
            _list(map(_vector, self.value_carries)),
            _vector(self.next),
            _vector(self.next_value),
            truth(self.all_but),
            _list(ends),
            _list(map(_vector, self.witnesses)),
            _vector(self._forms(law.period)),
            _vector(self._forms(law.saltus)),
        ]
        return "Values " + "\n  ".join(parts)

    def hints(self, trees: Trees) -> tuple[str, str, str, str]:
        """The ways and trees for 0, for the value 0, for the next value, and for each piece."""
        zero, zero_value, value = self._first_goals()
        first = (_shown(zero, trees), trees.tree(zero_value), _shown(value, trees))
        each = []
        for number in range(len(self.pieces)):
            try:
                alone, others, smaller = self._goals(number)
                parts = [_shown(goal, trees) for goal in alone]
                parts.append(_list((_shown(goal, trees) for goal in others), "\n    "))
                parts.append(_shown(smaller, trees))
            except NoTree as error:
                raise NoTree(f"piece {number} of {self.law.statement()}: {error}") from None
            each.append("Hints " + "\n   ".join(parts))
        return (*first, _list(each, "\n  "))


def _shown(goal: Ways, trees: Trees) -> str:
    """The ways, and the tree, which finds out which ones there are."""
    tree = trees.tree(goal)
    return f"({goal.listed}, {tree})"


def _vector(forms: Iterable[Form]) -> str:
    return _list(map(listed, forms))


def _list(items: Iterable[str], between: str = " ") -> str:
    return f"[{f';{between}'.join(items)}]"


def renamed(law: ValueLaw, names: dict[str, str]) -> ValueLaw:
    """The law with other names for its parameters, and with names of its own for digits."""
    own = dict(names)
    own |= {d: f"digit{i}" for i, d in enumerate(law.positions.digits)}
    own |= {d: f"value{i}" for i, d in enumerate(law.values.digits)}
    to = {name: Polynomial.name(other) for name, other in own.items()}

    def cell(c: Cell) -> Cell:
        return tuple(each.with_names(to) for each in c)

    def vectors(vs: Iterable[Vector]) -> tuple[Vector, ...]:
        return tuple(_at(v, to) for v in vs)

    def system(given: NumberSystem) -> NumberSystem:
        return NumberSystem(
            tuple(own[d] for d in given.digits),
            _at(given.weights, to),
            vectors(given.relations),
            vectors(given.carries),
        )

    return replace(
        law,
        parameters=tuple(own[p] for p in law.parameters),
        cell=cell(law.cell),
        positions=system(law.positions),
        values=system(law.values),
        values_in=cell(law.values_in),
        ends=tuple((_at(low, to), _at(high, to)) for low, high in law.ends),
        pieces=tuple(ValuePiece(cell(p.where), _at(p.value, to)) for p in law.pieces),
        witnesses=vectors(law.witnesses),
        period=_at(law.period, to),
        saltus=_at(law.saltus, to),
        landmarks=(),
    )


def _at(vector: Vector, to: Meanings) -> Vector:
    return tuple(entry.with_names(to) for entry in vector)
