"""One law with parameters as data of ``Digits.v``, with what Coq has to be shown of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from mexplore.discover.coq.families.forms import (
    Form,
    Region,
    Shift,
    Unknowns,
    form_of,
    negation,
    region_of,
    scaled,
)
from mexplore.discover.coq.families.trees import Goal, NoTree, Trees, listed
from mexplore.discover.coq.law import truth
from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.arithmetic.vectors import negative, plus
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import at_least

ROWS, SHIFTS = "tau", "sigma"
"""Where a period is divided: by how many rows, and by how much of the ghost."""


@dataclass(frozen=True)
class LawData(Unknowns[DigitLaw]):
    """A law in digits."""

    @property
    def more(self) -> tuple[str, ...]:
        """Quotients, and what divides the period."""
        return (*super().more, *((ROWS, SHIFTS) if self.law.reduced else ()))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return (*self.parameters, *self.law.digits, *self.law.ghosts)

    # The parts, as forms.

    @cached_property
    def cell(self) -> Region:
        """What is given of the parameters."""
        found = region_of(self.law.cell, self.names, self.quotients)
        if self.law.reduced:
            found += region_of([at_least(Polynomial.name(ROWS), 1)], self.names, {})
        return found

    @cached_property
    def free(self) -> tuple[bool, ...]:
        """Which digits are free."""
        return tuple(digit in self.law.free for digit in self.law.digits)

    def region(self, piece: Piece) -> Region:
        """The inequalities of a piece; ValueError for a congruence."""
        if any(c.sign == "%" for c in piece.where):
            raise ValueError("a piece has a congruence")
        return region_of(piece.where, self.names, {})

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Those of all pieces."""
        return tuple(map(self.region, self.law.pieces))

    def vector(self, vector: Vector) -> tuple[Form, ...]:
        """What is added to digits and ghosts."""
        return tuple(form_of(entry, self.names) for entry in vector)

    def shift(self, vector: Vector) -> Shift:
        """What is added to all unknowns."""
        return ((),) * self.known + self.vector(vector)

    @cached_property
    def period(self) -> Vector:
        """The vector of the period that is claimed."""
        law = self.law
        if not law.reduced:
            return law.period
        (phase,) = law.phases
        entries = {phase.row: Polynomial.name(ROWS), phase.ghost: Polynomial.name(SHIFTS)}
        return tuple(entries.get(name, Polynomial()) for name in (*law.digits, *law.ghosts))

    @cached_property
    def moves(self) -> tuple[tuple[Vector, ...], ...]:
        """What may be added to digits for each move."""
        law = self.law
        return tuple(
            tuple(plus(z, negative(move.vector)) for z in carries)
            for move, carries in zip(law.moves, law.carries, strict=True)
        )

    @cached_property
    def successor(self) -> tuple[Vector, ...]:
        """What may be added to digits for the next number."""
        return tuple(plus(z, self.law.unit) for z in self.law.successor)

    @cached_property
    def phase_forms(self) -> tuple[tuple[Form, Form, Form], ...]:
        """The digits t and f, and f - a, where an invariant is f - r t + a s with a linear a."""
        return tuple(
            (
                form_of(Polynomial.name(phase.row), self.names),
                form_of(Polynomial.name(phase.free), self.names),
                form_of(Polynomial.name(phase.free) - phase.modulus, self.names),
            )
            for phase in self.law.phases
            if phase.modulus.is_linear
        )

    @cached_property
    def facts(self) -> tuple[tuple[Region, ...], ...]:
        """t <= -1, or t >= 1, or f <= -1, or f >= a, or f = 0 (``phase_clause``)."""
        return tuple(
            ((negation(t),), (negation(scaled(-1, t)),), (negation(f),), (g,), (f, scaled(-1, f)))
            for t, f, g in self.phase_forms
        )

    # What is to be shown.

    def _signs(self, negative: bool) -> Region:
        """No digit is negative, or none positive and the last negative; free ones are 0."""
        found: list[Form] = []
        digits = self.law.digits
        for i, (digit, free) in enumerate(zip(digits, self.free, strict=True)):
            unit = form_of(Polynomial.name(digit), self.names)
            minus = tuple(-c for c in unit)
            if negative and i == len(digits) - 1:
                found.append(negation(unit))
            elif free:
                found += [unit, minus]
            else:
                found.append(minus if negative else unit)
        return tuple(found)

    def _which(self, wanted: Iterable[bool]) -> tuple[Region, ...]:
        return tuple(r for r, is_in in zip(self.regions, wanted, strict=True) if is_in)

    def first_goals(self) -> tuple[Goal, Goal]:
        """0 is in a piece, and start in a periodic one."""
        origin: list[Form] = []
        for digit in self.law.digits:
            unit = form_of(Polynomial.name(digit), self.names)
            origin += [unit, tuple(-c for c in unit)]
        given = (*origin, *self.cell)
        periodic = self._which(piece.periodic for piece in self.law.pieces)
        start = self.shift(self.law.start)
        return Goal(given, ((),), self.regions), Goal(given, (start,), periodic)

    def goals(self, number: int) -> Iterator[list[Goal]]:
        """What is to be shown of one piece, in five lists."""
        law, piece = self.law, self.law.pieces[number]
        given = (*self.regions[number], *self.cell)
        ranges = tuple(self.shift(z) for z in law.range_carries)
        yield [Goal(given, ranges, (self._signs(negative=False),), ((),), self.facts)]
        targets = self._which(p.periodic or not piece.periodic for p in law.pieces)
        yield [self._goal(given, self.successor, targets)]
        others = self._which(p.value != piece.value for p in law.pieces)
        beyond = (self._signs(negative=True), *others)
        yield [self._goal(given, spots, beyond) for spots in self.moves]
        every = tuple(z for spots in self.moves for z in spots)
        yield [self._goal(given, every, self._of(w)) for w in range(piece.value)]
        same = self._of(piece.value)
        end = Goal(given, (self.shift(self.period),), same, ((),), self.facts)
        yield [end] if piece.periodic else []

    def _of(self, value: int) -> tuple[Region, ...]:
        return self._which(p.value == value for p in self.law.pieces)

    def _goal(self, given: Region, vectors: Iterable[Vector], regions: tuple[Region, ...]) -> Goal:
        spots = tuple(map(self.shift, vectors))
        return Goal(given, spots, regions, ((), *spots), self.facts)

    # Text.

    def definition(self) -> str:
        """The term of type ``digit_law``."""
        law = self.law
        pieces = [
            f"({_list(map(listed, region))}, ({piece.value}%N, {truth(piece.periodic)}))"
            for region, piece in zip(self.regions, law.pieces, strict=True)
        ]
        parts = [
            f"{self.known}%nat",
            _list(map(listed, self.cell)),
            _list(map(truth, self.free)),
            _list(pieces, "\n    "),
            _list((self._vectors(spots) for spots in self.moves), "\n    "),
            self._vectors(self.successor),
            self._vectors(law.range_carries),
            self._vector(law.start),
            self._vector(self.period),
            _list(f"phase_clause {' '.join(map(listed, forms))}" for forms in self.phase_forms),
        ]
        return "Law " + "\n  ".join(part if " " not in part else _bracketed(part) for part in parts)

    def _vector(self, vector: Vector) -> str:
        return _list(map(listed, self.vector(vector)))

    def _vectors(self, vectors: Iterable[Vector]) -> str:
        return _list(map(self._vector, vectors))

    def hints(self, trees: Trees) -> tuple[str, str, str]:
        """The trees for 0, for start, and for each piece."""
        zero, start = (trees.tree(goal) for goal in self.first_goals())
        each = []
        for number in range(len(self.law.pieces)):
            try:
                parts = [[trees.tree(goal) for goal in goals] for goals in self.goals(number)]
            except NoTree as error:
                raise NoTree(f"piece {number} of {self.law.statement()}: {error}") from None
            ranges, following, moves, values, period = parts
            end = period[0] if period else "Sum []"
            each.append(
                f"Hints ({ranges[0]})\n   ({following[0]})\n   {_list(moves)}\n"
                f"   {_list(values)}\n   ({end})"
            )
        return zero, start, _list(each, "\n  ")


def _bracketed(text: str) -> str:
    return text if text[0] in "[(" else f"({text})"


def _list(items: Iterable[str], between: str = " ") -> str:
    return f"[{f';{between}'.join(items)}]"


def renamed(law: DigitLaw, names: dict[str, str]) -> DigitLaw:
    """The law with other names for its parameters, and with names of its own for digits."""
    own = {d: f"digit{i}" for i, d in enumerate((*law.digits, *law.ghosts))} | names
    to = {name: Polynomial.name(other) for name, other in own.items()}

    def vector(v: Vector) -> Vector:
        return tuple(entry.with_names(to) for entry in v)

    def vectors(vs: tuple[Vector, ...]) -> tuple[Vector, ...]:
        return tuple(map(vector, vs))

    return replace(
        law,
        parameters=tuple(own[p] for p in law.parameters),
        cell=tuple(c.with_names(to) for c in law.cell),
        digits=tuple(own[d] for d in law.digits),
        ghosts=tuple(own[g] for g in law.ghosts),
        free=tuple(own[f] for f in law.free),
        weights=vector(law.weights),
        moves=tuple(
            replace(m, element=m.element.with_names(to), vector=vector(m.vector)) for m in law.moves
        ),
        relations=vectors(law.relations),
        carries=tuple(map(vectors, law.carries)),
        successor=vectors(law.successor),
        ranges=vectors(law.ranges),
        pieces=tuple(
            replace(p, where=tuple(c.with_names(to) for c in p.where)) for p in law.pieces
        ),
        start=vector(law.start),
        period=vector(law.period),
        invariants=vectors(law.invariants),
        landmarks=(),
        ups=(),
    )
