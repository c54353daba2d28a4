"""A law with parameters: positions in digits, regions of digits with their values.

Fix integers k, the *parameters*. A vector x of *digits* stands for the number
val(x) = the sum of w_i x_i; the weights w_i are polynomials in k, and the last one is 1. A law
names for each element s_j of the subtraction set a vector v_j of this value, so that a move takes x
to x - v_j. As a digit of the result may be out of place, *carries* may be added: vectors of value
0. The law divides the vectors into *pieces*, each with one value; pieces of the periodic part are
marked. It claims that for all k in its cell

    G(val(x)) is the value of the piece that holds x, every n >= 0 is val(x) of some x in a piece,
    and G(n + p) = G(n) for all n >= n0, where p = val(period) and n0 = val(start).

Example. ``subtract(k)``, k >= 1: n = 2k q + j; the value is 0 for j < k and 1 for k <= j < 2k.

Besides digits, a law may have *ghosts*: coordinates of weight 0, which no piece mentions. *Free*
digits may have weights of any sign. An *invariant* is a row of polynomials whose product with every
vector of the law is 0; it ties a ghost to a free digit (`DigitLaw.phases`).

What proves such a law is `discover.families.theorems.digits`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import gcd

from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.patterns.intervals import Region, Regions, intervals_of
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.arithmetic.vectors import unit, weighed, zero
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, all_hold


@dataclass(frozen=True)
class Move:
    """An element of the subtraction set, and the vector of digits that is taken with it."""

    element: Polynomial
    vector: Vector


@dataclass(frozen=True)
class Piece:
    """A region of digits (constraints on digits and parameters) on which G has one value, an
    integer >= 0; ``periodic`` if it belongs to the periodic part."""

    where: Cell
    value: int
    periodic: bool = True

    def holds(self, values: Mapping[str, int]) -> bool:
        """Whether digits and parameters with these values lie in it."""
        return all_hold(self.where, values)


@dataclass(frozen=True)
class Phase:
    """What an invariant says of a free digit f: f = r t (mod a), for 0 <= f < a.

    The invariant is f - r t + a s = 0, with a ghost s: ``free`` is f, ``row`` is t, ``step`` is r
    and ``modulus`` is a.
    """

    free: str
    row: str
    ghost: str
    step: Polynomial
    modulus: Polynomial


@dataclass(frozen=True)
class Landmark:
    """A place of the first period whose value is known: start + ``vector`` has this value."""

    vector: Vector
    value: int


@dataclass(frozen=True)
class DigitLaw:
    """One law, for all parameters in ``cell``. Vectors have an entry for each digit, from the
    highest to the last, whose weight is 1, and then for each ghost.

    * ``relations``: for each digit that is not free, but the last, a vector of value 0 that is 1
      there, 0 at higher and at free digits, and at most 0 at lower ones: the weight as a sum of
      lower ones.
    * ``carries``: for each move, vectors of value 0; ``successor``: the same for the step from n to
      n + 1; ``ranges``: the same to show that digits stand for numbers >= 0.
    * ``start``, ``period``: the vectors of the preperiod and of the period.
    * ``reduced``: there is one invariant, f - r t + a s, ``period`` is a at t, r at s and 0
      elsewhere, and the period is claimed to be val(period) / gcd(a, r).
    * ``landmarks``, ``ups``: places of the first period with their values, and vectors of value 0,
      from which it is seen that no number below the period is one; none if that is not claimed.
    """

    parameters: tuple[str, ...]
    cell: Cell
    digits: tuple[str, ...]
    weights: Vector
    moves: tuple[Move, ...]
    relations: tuple[Vector, ...]
    carries: tuple[tuple[Vector, ...], ...]
    successor: tuple[Vector, ...]
    pieces: tuple[Piece, ...]
    start: Vector
    period: Vector
    ranges: tuple[Vector, ...] = ()
    free: tuple[str, ...] = ()
    ghosts: tuple[str, ...] = ()
    invariants: tuple[Vector, ...] = ()
    reduced: bool = False
    landmarks: tuple[Landmark, ...] = ()
    ups: tuple[Vector, ...] = ()

    # Vectors.

    @property
    def zero(self) -> Vector:
        """The vector 0."""
        return zero(len(self.weights))

    @property
    def unit(self) -> Vector:
        """The vector 1: 1 at the last digit."""
        return unit(len(self.weights), len(self.digits) - 1)

    @property
    def range_carries(self) -> tuple[Vector, ...]:
        """The vector 0, and ``ranges``."""
        return (self.zero, *self.ranges)

    @property
    def bound_digits(self) -> tuple[str, ...]:
        """The digits that have a relation: all that are not free, but the last."""
        return tuple(d for d in self.digits[:-1] if d not in self.free)

    def val(self, vector: Vector) -> Polynomial:
        """The number that a vector stands for."""
        return weighed(self.weights, vector)

    @cached_property
    def the_period(self) -> Polynomial:
        """val(period): the period, or the multiple of it that ``reduced`` divides."""
        return self.val(self.period)

    @cached_property
    def the_preperiod(self) -> Polynomial:
        return self.val(self.start)

    @property
    def the_saltus(self) -> Polynomial:
        return Polynomial()

    def __len__(self) -> int:
        """How many pieces it has."""
        return len(self.pieces)

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """What the invariants say: those of the form f - r t + a s, each with its own f and s."""
        found = (self._phase(row) for row in self.invariants)
        return tuple(phase for phase in found if phase is not None)

    def _phase(self, row: Vector) -> Phase | None:
        names = (*self.digits, *self.ghosts)
        if len(row) != len(names):
            return None
        entries = {name: entry for name, entry in zip(names, row, strict=True) if entry != 0}
        free = [name for name in entries if name in self.free and entries[name] == 1]
        ghost = [name for name in entries if name in self.ghosts]
        rows = [name for name in entries if name in self.bound_digits]
        if not len(free) == len(ghost) == len(rows) == 1 or len(entries) != 3:
            return None
        t, s = rows[0], ghost[0]
        return Phase(free[0], t, s, -entries[t], entries[s])

    # A member.

    def period_at(self, values: Mapping[str, int]) -> int:
        """The period of a member in the cell."""
        period = self.the_period.at(values)
        if self.reduced:
            (phase,) = self.phases
            period //= gcd(phase.modulus.at(values), phase.step.at(values))
        return period

    def value_at(self, n: int, parameters: Mapping[str, int]) -> int | None:
        """The value that the law gives to G(n), n >= 0; None where no digits of n are found."""
        return value_at(self, parameters, n)

    def intervals_of(
        self, value: int, ends: tuple[int, int], parameters: Mapping[str, int]
    ) -> list[range] | None:
        """Where in this interval the law gives this value; None where digits are free."""
        found = self.regions()
        if found is None:
            return None
        regions = (each for each in found.pieces if each.value == value)
        return intervals_of(regions, self.digits, self.weights, parameters, value, ends)

    def regions(self, *, periodic: bool = False) -> Regions | None:
        """The pieces; None where digits are free."""
        if self.free or self.ghosts:
            return None
        pieces = (
            Region(each.where, Polynomial.number(each.value))
            for each in self.pieces
            if each.periodic or not periodic
        )
        return Regions(tuple(pieces), self.digits, self.weights)

    def largest_value(self) -> int | None:
        """Of the pieces."""
        return max((piece.value for piece in self.pieces), default=None)

    def value_of(self, x: Iterable[int], values: Mapping[str, int]) -> int | None:
        """The value of the first piece that holds digits x, for these parameters; None if none
        does."""
        known = {**values, **dict(zip(self.digits, x, strict=True))}
        return next((piece.value for piece in self.pieces if piece.holds(known)), None)

    def keeps_invariants(self, x: Iterable[int], values: Mapping[str, int]) -> bool:
        """Whether there are ghosts that make every invariant 0 at digits x: a law with invariants
        says nothing of other digits. False where two invariants share a ghost, or one has two: such
        a law is not read so far.

        >>> law = DigitLaw((), (), ("f", "j"), (), (), (), (), (), (), (), (), ghosts=("s",),
        ...     invariants=((Polynomial.number(1), Polynomial(), Polynomial.number(4)),))
        >>> law.keeps_invariants((8, 1), {}), law.keeps_invariants((6, 1), {})
        (True, False)
        """
        digits, seen = tuple(x), set[int]()
        for row in self.invariants:
            entries = [entry.at(values) for entry in row]
            rest = sum(a * b for a, b in zip(entries, digits, strict=False))
            ghosts = [i for i in range(len(digits), len(entries)) if entries[i]]
            if len(ghosts) > 1 or not seen.isdisjoint(ghosts):
                return False
            seen.update(ghosts)
            if rest % entries[ghosts[0]] if ghosts else rest:
                return False
        return True

    @property
    def written_period(self) -> str:
        """The period as text."""
        if not self.reduced or not self.phases:
            return str(self.the_period)
        phase = self.phases[0]
        return f"({self.the_period})/gcd({phase.modulus}, {phase.step})"

    @property
    def is_least(self) -> bool:
        """Whether the law claims that its period is the least."""
        return bool(self.landmarks)

    def statement(self) -> str:
        """The periodicity in words, with the cell."""
        least = "least period" if self.landmarks else "period"
        cell = ", ".join(map(str, self.cell)) or "always"
        return f"{least} {self.written_period} from {self.the_preperiod} on where {cell}"

    def refuse_misfits(self) -> None:
        """Raise ValueError where the parts do not fit together: names given twice, vectors of
        other lengths, names that are not known, values that are no integers >= 0."""
        names = (*self.parameters, *self.digits, *self.ghosts)
        if len(set(names)) < len(names):
            raise ValueError("a name is given to two of parameters, digits and ghosts")
        if not self.digits or not set(self.free) <= set(self.digits[:-1]):
            raise ValueError("free digits are digits, and not the last one")
        if len(self.carries) != len(self.moves):
            raise ValueError("each move has a list of carries")
        for vector in self.vectors():
            if len(vector) != len(self.digits) + len(self.ghosts):
                raise ValueError("a vector has an entry for each digit and each ghost")
            if not names_of(vector) <= {*self.parameters, *self.digits}:
                raise ValueError("vectors have parameters and digits in them, and no other name")
        for piece in self.pieces:
            if not {n for c in piece.where for n in c.names} <= {*self.parameters, *self.digits}:
                raise ValueError("pieces have parameters and digits in them, and no other name")
        for value in (*(p.value for p in self.pieces), *(m.value for m in self.landmarks)):
            if type(value) is not int or not 0 <= value <= len(self.moves):
                raise ValueError(f"{value!r} is no value: they are 0 to the number of moves")
        if not {n for c in self.cell for n in c.names} <= set(self.parameters):
            raise ValueError("a cell has parameters in it, and no other name")

    def vectors(self) -> list[Vector]:
        """All vectors of the law."""
        return [
            *(move.vector for move in self.moves),
            *self.all_carries(),
            *self.ranges,
            *self.relations,
            *self.invariants,
            *self.ups,
            *(landmark.vector for landmark in self.landmarks),
            self.weights,
            self.start,
            self.period,
        ]

    def all_carries(self) -> list[Vector]:
        """The carries of moves and of the successor."""
        return [*(z for zs in self.carries for z in zs), *self.successor]


def names_of(vector: Vector) -> set[str]:
    """The names in the entries of a vector."""
    return {name for entry in vector for name in entry.names}
