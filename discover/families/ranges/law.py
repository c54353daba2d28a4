"""A law with parameters whose values are linear in digits: positions and values in digits.

Fix integers k, the *parameters*. A *number system* has digits, of which a vector x stands for
val(x) = the sum of w_i x_i; the weights w_i are polynomials in k, and the last one is 1. A law
writes positions n in one system and values in another one. It divides positions into *pieces*; in a
piece the value of x is val(u(x)) with a vector u(x) that is linear in x and k. It claims that for
all k in its cell

    every n >= 0 is val(x) of some x in a piece, G(val(x)) = val(u(x)) for every piece that holds x,
    and G(n + p) = G(n) + s for all n >= 0, where p = val(period) and s = val(saltus).

Example. ``subtract(all but a)``, a >= 1: n = 2a i + j with 0 <= j < 2a, values in the system with
the weights (a, 1); the value is (i, j) where j < a, and (i, j - a) where j >= a.

What proves such a law is `discover.families.ranges.theorem`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.intervals import Region, Regions, intervals_of
from mexplore.discover.families.patterns.writing import (
    as_json,
    read_cell,
    read_each,
    read_list,
    read_names,
    read_vector,
)
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.arithmetic.vectors import unit, weighed, zero
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, all_hold


@dataclass(frozen=True)
class NumberSystem:
    """Digits from the highest to the last, with their weights; ``relations``, for each digit but
    the last, a vector of value 0 that is 1 there, 0 at higher digits and at most 0 at lower ones;
    ``carries``, vectors of value 0."""

    digits: tuple[str, ...]
    weights: Vector
    relations: tuple[Vector, ...]
    carries: tuple[Vector, ...]

    @property
    def here(self) -> Vector:
        """The digits themselves."""
        return tuple(map(Polynomial.name, self.digits))

    @property
    def unit(self) -> Vector:
        """The vector 1: 1 at the last digit."""
        return unit(len(self.digits), len(self.digits) - 1)

    @property
    def zero(self) -> Vector:
        """The vector 0."""
        return zero(len(self.digits))

    @property
    def all_carries(self) -> tuple[Vector, ...]:
        """The vector 0 and the carries."""
        return (self.zero, *self.carries)

    def val(self, vector: Vector) -> Polynomial:
        """The number that a vector stands for."""
        return weighed(self.weights, vector)

    def vectors(self) -> list[Vector]:
        """All vectors that the system names."""
        return [self.weights, *self.relations, *self.carries]


@dataclass(frozen=True)
class ValuePiece:
    """A region of digits and the vector of its values."""

    where: Cell
    value: Vector

    def holds(self, values: Mapping[str, int]) -> bool:
        """Whether digits and parameters with these values lie in it."""
        return all_hold(self.where, values)


@dataclass(frozen=True)
class ValueLaw:
    """One law, for all parameters in ``cell``.

    * ``ends``: for each range of the family its low and its high end as vectors of positions.
    * ``values_in``: the region of the digits of values; each number >= 0 has such digits.
    * ``witnesses``: vectors of positions, linear in x, in the digits of a smaller value and in k:
      one of them is a position of that value which a move from x leads to.
    * ``period``, a vector of positions; ``saltus``, a vector of values.
    * ``landmarks``: positions at which values tell a smaller period from none, vectors linear in x
      and k. Where there are any, the law also claims that p is the least period.
    """

    parameters: tuple[str, ...]
    cell: Cell
    positions: NumberSystem
    values: NumberSystem
    values_in: Cell
    ends: tuple[tuple[Vector, Vector], ...]
    pieces: tuple[ValuePiece, ...]
    witnesses: tuple[Vector, ...]
    period: Vector
    saltus: Vector
    landmarks: tuple[Vector, ...] = ()

    @property
    def the_period(self) -> Polynomial:
        return self.positions.val(self.period)

    @property
    def the_preperiod(self) -> Polynomial:
        return Polynomial()

    @property
    def is_least(self) -> bool:
        """Whether the law claims that p is the least period."""
        return bool(self.landmarks)

    def __len__(self) -> int:
        return len(self.pieces)

    def period_at(self, parameters: Mapping[str, int]) -> int:
        """p for these parameters."""
        return self.the_period.at(parameters)

    @property
    def the_saltus(self) -> Polynomial:
        return self.values.val(self.saltus)

    def value_of(self, x: Iterable[int], parameters: Mapping[str, int]) -> int | None:
        """The value of the first piece that holds digits x; None if none does."""
        known = {**parameters, **dict(zip(self.positions.digits, x, strict=True))}
        piece = next((piece for piece in self.pieces if piece.holds(known)), None)
        return None if piece is None else self.values.val(piece.value).at(known)

    def value_at(self, n: int, parameters: Mapping[str, int]) -> int | None:
        """The value that the law gives to G(n), n >= 0, by the whole quotients by the weights, and
        by one less at each; None where no digits of n are found in a piece."""
        weights = [weight.at(parameters) for weight in self.positions.weights]
        for x in _vectors(weights, n):
            value = self.value_of(x, parameters)
            if value is not None:
                return value
        return None

    def intervals_of(
        self, value: int, ends: tuple[int, int], parameters: Mapping[str, int]
    ) -> list[range]:
        """Where in this interval the law gives this value."""
        x = self.positions
        return intervals_of(self.regions().pieces, x.digits, x.weights, parameters, value, ends)

    def regions(self, *, periodic: bool = False) -> Regions:
        """The pieces; all are of the periodic part."""
        del periodic
        pieces = (Region(piece.where, self.values.val(piece.value)) for piece in self.pieces)
        return Regions(tuple(pieces), self.positions.digits, self.positions.weights)

    def largest_value(self) -> None:
        """None: values grow, or are bounded by forms in the parameters."""

    def statement(self) -> str:
        """The law in words."""
        named = " + ".join(
            f"({w})*{d}" if w != 1 else d
            for w, d in zip(self.positions.weights, self.positions.digits, strict=True)
        )
        values = "; ".join(
            f"{self.values.val(piece.value)} where {', '.join(map(str, piece.where)) or 'always'}"
            for piece in self.pieces
        )
        saltus = f" + {self.the_saltus}" if self.the_saltus != 0 else ""
        cell = ", ".join(map(str, self.cell)) or "always"
        return (
            f"G(n) for n = {named} is {values}; so G(n + {self.the_period}) = G(n){saltus} for all "
            f"n >= 0, where {cell}"
        )

    def refuse_misfits(self) -> None:
        """Raise ValueError where the parts do not fit together: names given twice, vectors of
        other lengths, names that are not known at their places."""
        x, w = self.positions.digits, self.values.digits
        names = (*self.parameters, *x, *w)
        if len(set(names)) < len(names) or not x or not w:
            raise ValueError("a name is given to two of parameters and digits, or there are none")
        known = set(self.parameters)
        for system in (self.positions, self.values):
            _fit(system.vectors(), len(system.digits), known)
            if len(system.relations) != len(system.digits) - 1:
                raise ValueError("there is a relation for each digit but the last")
        _fit([*(end for ends in self.ends for end in ends), self.period], len(x), known)
        _fit([self.saltus], len(w), known)
        _fit([piece.value for piece in self.pieces], len(w), known | set(x))
        _fit(self.witnesses, len(x), set(names))
        _fit(self.landmarks, len(x), known | set(x))
        _fit_names([c.names for c in self.cell], known)
        _fit_names([c.names for c in self.values_in], known | set(w))
        _fit_names([c.names for piece in self.pieces for c in piece.where], known | set(x))


def _fit(vectors: Iterable[Vector], length: int, known: set[str]) -> None:
    for vector in vectors:
        if len(vector) != length:
            raise ValueError("a vector has an entry for each digit")
        _fit_names([entry.names for entry in vector], known)


def _fit_names(names: Iterable[frozenset[str]], known: set[str]) -> None:
    if any(not each <= known for each in names):
        raise ValueError("a name is used where it is not known")


def _vectors(weights: list[int], n: int) -> Iterable[tuple[int, ...]]:
    """Digits of n: at each place the whole quotient, or one less."""
    if len(weights) == 1:
        yield (n,)
        return
    if weights[0] < 1:
        for rest in _vectors(weights[1:], n):
            yield (0, *rest)
        return
    quotient = n // weights[0]
    for digit in (quotient, quotient - 1):
        for rest in _vectors(weights[1:], n - digit * weights[0]):
            yield (digit, *rest)


Json = dict[str, Any]


def write_law(law: ValueLaw) -> Json:
    """The law as JSON; landmarks only where there are any."""
    found: Json = as_json(law)
    if not law.landmarks:
        del found["landmarks"]
    return found


def read_law(given: Json) -> ValueLaw:
    """The law that `write_law` wrote. Raises KeyError, TypeError or ValueError, or
    RuleSyntaxError if it is not one."""
    if set(given) | {"landmarks"} != set(ValueLaw.__dataclass_fields__):
        raise ValueError(f"a law has the members {', '.join(ValueLaw.__dataclass_fields__)}")
    ends = read_list(lambda pair: read_list(read_vector, pair), given["ends"])
    if any(len(pair) != 2 for pair in ends):
        raise ValueError("a range has two ends")
    pieces = read_each(given["pieces"], {"where", "value"})
    law = ValueLaw(
        read_names(given["parameters"]),
        read_cell(given["cell"]),
        _read_system(given["positions"]),
        _read_system(given["values"]),
        read_cell(given["values_in"]),
        ends,
        tuple(ValuePiece(read_cell(p["where"]), read_vector(p["value"])) for p in pieces),
        read_list(read_vector, given["witnesses"]),
        read_vector(given["period"]),
        read_vector(given["saltus"]),
        read_list(read_vector, given.get("landmarks", [])),
    )
    law.refuse_misfits()
    return law


def _read_system(given: object) -> NumberSystem:
    (found,) = read_each([given], {"digits", "weights", "relations", "carries"})
    return NumberSystem(
        read_names(found["digits"]),
        read_vector(found["weights"]),
        read_list(read_vector, found["relations"]),
        read_list(read_vector, found["carries"]),
    )


@dataclass(frozen=True)
class RangeLaw(LawsByCases):
    """Each `ValueLaw` is true for all members of its case and cell, and every member has one."""

    name: ClassVar[str] = "law of ranges"

    @staticmethod
    def read_law(given: dict[str, Any]) -> ValueLaw:
        return read_law(given)

    @staticmethod
    def write_law(law: ValueLaw) -> dict[str, Any]:
        return write_law(law)
