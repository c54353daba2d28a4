"""Rows that repeat up to a rotation: periods that are products, such as a (2b + r) / gcd(a, r).

The values of a member may be rows t = 0, 1, ... of about the same length c, each of which depends
on t by its *phase* f = r t mod a only: the row of phase f begins at c t + e f + d r, and lies in
blocks that begin at c t + e f. All of this is searched for: a, r and c such that the periods are
a c / gcd(a, r); e and d such that the rows of many members, in the order of their phases, have
few shapes; linear forms for the numbers of these.

The digits are t, f, and those of the system; f has the weight e and is free. A ghost s has the
invariant f - r t + a s = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import gcd

import numpy as np

from mexplore.discover.families.fitting.candidates import NOTHING, ONE, linear_forms, regions
from mexplore.discover.families.fitting.carries import Environment, combined
from mexplore.discover.families.fitting.systems import System, digits_of, row_names
from mexplore.discover.families.fitting.words import (
    Forms,
    Instance,
    Numbers,
    Rows,
    built_rows,
    cut,
    grouped,
    in_digits,
    lengths,
)
from mexplore.discover.families.patterns.law import DigitLaw, Move, Piece
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, Constraint, at_least

ABSENT = 255  # the value of what is in a row's first block, and before the row
SHIFTS = (-2, -1, 0, 1, 2)
OFFSETS = (0, -1, 1)
FEWEST = 20  # members through which the length of rows has to go
MOST_FITTED = 60  # members whose rows are cut
LARGEST_ROWS = 6000  # values of one period
MARGIN = 3  # rows that phases may shift the beginning of another row by


@dataclass(frozen=True)
class Turning:
    """The period is modulus * length / gcd(modulus, step), all of them polynomials."""

    modulus: Polynomial
    step: Polynomial
    length: Polynomial


def turnings(system: System, instances: Sequence[Instance]) -> Iterator[Turning]:
    """Products that are the periods of all these members: modulus and step are small linear forms,
    the length is a sum of multiples of the names, and of the products in the elements."""
    if len(instances) < FEWEST:
        return
    names = system.names
    products = dict.fromkeys(m for e in system.elements for m, _ in e.terms() if len(m) == 2)
    basis = [*(Polynomial.name(n) for n in names), *(Polynomial({m: 1}) for m in products)]
    columns = [f"{number}" for number in range(len(basis))]
    points = np.array([[b.at(i.environment) for b in basis] for i in instances])
    meaning = dict(zip(columns, basis, strict=True))
    for modulus, step in product(_small(names), repeat=2):
        lengths_seen = []
        for instance in instances:
            a, r = modulus.at(instance.environment), step.at(instance.environment)
            whole = instance.values.period * gcd(a, r) if instance.values.preperiod == 0 else 1
            if min(a, r) < 1 or whole % a:
                break
            lengths_seen.append([whole // a])
        if len(lengths_seen) < len(instances):
            continue
        forms = linear_forms(points, lengths_seen, columns)
        if forms is not None and digits_of(forms[0].with_names(meaning), system.weights):
            yield Turning(modulus, step, forms[0].with_names(meaning))


def _small(names: Sequence[str]) -> list[Polynomial]:
    """The names, their sums and differences."""
    single = [Polynomial.name(name) for name in names]
    return [*single, *(x - y for x in single for y in single if x != y)]


@dataclass(frozen=True, eq=False)
class PhaseCandidate:
    """Rows by their phases, whose numbers are ``forms``: a law, but for its cell and carries."""

    system: System
    turning: Turning
    shift: int
    offset: int
    shape: Rows
    forms: Forms

    @property
    def period(self) -> Polynomial:
        """A multiple of the period: the product."""
        return self.turning.modulus * self.turning.length

    def natural(self) -> list[Constraint]:
        """The constraints without which the rows cannot be written down."""
        needed = [*lengths(self.shape, self.forms), self.turning.modulus - 1, self.turning.step - 1]
        trivial = (form.is_constant and form.constant >= 0 for form in needed)
        kept = [form for form, skip in zip(needed, trivial, strict=True) if not skip]
        return [at_least(form) for form in dict.fromkeys(kept)]

    def is_true_of(self, instance: Instance) -> bool:
        """Whether the rows are those of this member."""
        numbers = [form.at(instance.environment) for form in self.forms]
        places = _Places(self.system, self.turning, self.shift, self.offset, instance.environment)
        whole = places.modulus * places.length // gcd(places.modulus, places.step)
        if whole % instance.values.period or instance.values.preperiod:
            return False
        most = 4 * places.length
        rows = built_rows(self.shape, numbers, places.widths, most, most * places.modulus)
        if rows is None or len(rows) != places.modulus:
            return False
        return all(rows[f] == row for f, row in places.rows(instance))

    # The law.

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The digits: the number of the row, its phase, and those of the system."""
        return ("t", "f", *row_names(len(self.system.weights)), "j")

    @cached_property
    def relations(self) -> tuple[Vector, ...]:
        """Of the next row, of a whole turn of the phase, and of each weight, in lower weights."""
        modulus, step = self.turning.modulus, self.turning.step
        turn = digits_of(self.shift * modulus, self.system.weights)
        assert turn is not None  # it is a multiple of a linear form
        *high, low = self._length
        after = (ONE, step, *(-d for d in high), -(low + self.shift * step), NOTHING)
        whole = (NOTHING, modulus, *(-d for d in turn), -ONE)
        return (after, whole, *self._inner)

    @property
    def _length(self) -> Vector:
        digits = digits_of(self.turning.length, self.system.weights)
        assert digits is not None  # `turnings` has looked
        return digits

    @property
    def _inner(self) -> tuple[Vector, ...]:
        found = []
        for at, lower in enumerate(self.system.relations):
            zeros = (NOTHING,) * (2 + at)
            found.append((*zeros, ONE, *(-d for d in lower), NOTHING))
        return tuple(found)

    def carries(
        self, environments: Sequence[Environment], wide: bool = False
    ) -> list[tuple[Vector, ...]]:
        """Those that are seen at these members, for each move and for the step to n + 1."""
        del wide  # they do not grow with the parameters
        seen = [set[tuple[int, ...]]() for _ in range(len(self.system.elements) + 1)]
        for environment in environments:
            places = _Places(self.system, self.turning, self.shift, self.offset, environment)
            for known, more in zip(seen, places.multiples(self.relations), strict=True):
                known.update(more)
        by_size = (sorted(each, key=lambda k: (sum(map(abs, k)), k)) for each in seen)
        number = Polynomial.number
        return [
            tuple(combined(self.relations, [number(c) for c in k]) for k in each)
            for each in by_size
        ]

    def law(
        self, cell: Cell, carries: Sequence[tuple[Vector, ...]], successor: tuple[Vector, ...]
    ) -> DigitLaw:
        """The law on a cell, with these carries."""
        system, turning, inside = self.system, self.turning, (NOTHING,) * len(self.system.relations)
        zeros = (NOTHING,) * (len(self.names) - 1)
        f = Polynomial.name(self.names[1])
        *high, low = self._length
        back = (-ONE, -f, *high, low + self.shift * f, NOTHING)
        ranges = [back]
        for relation, sign in product(self._inner, (1, -1)):
            moved = zip(back, relation, strict=True)
            ranges.append(tuple(entry + sign * more for entry, more in moved))
        moves = zip(system.elements, system.vectors, strict=True)
        return DigitLaw(
            parameters=system.names,
            cell=cell,
            digits=self.names,
            weights=(turning.length, Polynomial.number(self.shift), *system.weights, ONE, NOTHING),
            moves=tuple(Move(e, (NOTHING, NOTHING, *v, NOTHING)) for e, v in moves),
            relations=((ONE, NOTHING, *(-d for d in self._length), NOTHING), *self._inner),
            carries=tuple(carries),
            successor=successor,
            pieces=tuple(self._pieces()),
            start=(NOTHING, *zeros, NOTHING),
            period=(turning.modulus, *zeros, turning.step),
            ranges=tuple(ranges),
            free=(self.names[1],),
            ghosts=("s",),
            invariants=((-turning.step, ONE, *inside, NOTHING, turning.modulus),),
            reduced=True,
        )

    def _pieces(self) -> Iterator[Piece]:
        t, i = Polynomial.name(self.names[0]), Polynomial.name(self.names[2])
        # With an offset < 0 the first block is number -1; there is none before the first row.
        first, block = (
            ([at_least(t), at_least(t + i)], i + 1) if self.offset < 0 else ([at_least(t)], i)
        )
        for where, value in regions(self.shape, self.forms, self.names[1:]):
            if value != ABSENT:
                placed = (c.with_names({self.names[2]: block}) for c in where)
                yield Piece((*first, *placed), value)


class _Places:
    """Rows and digits of one member."""

    def __init__(
        self, system: System, turning: Turning, shift: int, offset: int, environment: Environment
    ) -> None:
        self.modulus = turning.modulus.at(environment)
        self.step = turning.step.at(environment)
        self.length = turning.length.at(environment)
        self.widths = [weight.at(environment) for weight in system.weights]
        self.amounts = [element.at(environment) for element in system.elements]
        self.vectors = [[e.at(environment) for e in vector] for vector in system.vectors]
        self.shift, self.offset, self.environment = shift, offset, environment
        self.system = system

    def start(self, t: int) -> int:
        """Where row t begins."""
        phase = self.step * t % self.modulus
        return self.length * t + self.shift * phase + self.offset * self.step

    def rows(self, instance: Instance) -> Iterator[tuple[int, bytes]]:
        """Each phase, and its row; what comes before it in its first block is absent."""
        before = self.offset * self.step
        padding = bytes([ABSENT]) * (before % self.widths[0] if self.widths and before else 0)
        values, cycle = instance.values, instance.values.period
        word = values.word * (2 + (2 * self.length) // cycle)
        for t in range(self.modulus // gcd(self.modulus, self.step)):
            start, stop = self.start(t), self.start(t + 1)
            yield (
                self.step * t % self.modulus,
                padding + word[start % cycle : start % cycle + max(0, stop - start)],
            )

    def digits(self, n: int) -> list[int]:
        """Canonical digits of an integer, and 0 for the ghost."""
        if n < 0:
            found = []
            for width in self.widths:
                digit = (-n - 1) // width
                found.append(-digit)
                n += digit * width
            return [0, 0, *found, n, 0]
        t = max(0, n // self.length - MARGIN)
        while self.start(t + 1) <= n:
            t += 1
        phase = self.step * t % self.modulus
        rest = n - self.length * t - self.shift * phase
        return [t, phase, *in_digits(rest, self.widths), 0]

    def multiples(self, relations: Sequence[Vector]) -> list[set[tuple[int, ...]]]:
        """For each move and the step to n + 1, how often relations are added."""
        table = np.array([[entry.at(self.environment) for entry in r] for r in relations])
        stop = (self.modulus + 2) * self.length
        margin = max(self.amounts)
        digits = np.array([self.digits(n) for n in range(-margin, stop + 1)])
        found = []
        for amount, vector in [*zip(self.amounts, self.vectors, strict=True), (-1, None)]:
            taken = [0, 0, *vector, 0] if vector else [0] * (digits.shape[1] - 2) + [-1, 0]
            before, after = digits[margin:-1], digits[margin - amount : len(digits) - 1 - amount]
            left = after - before + np.array(taken)
            counts = []
            for at, relation in enumerate(table):
                count = left[:, at] // relation[at]
                left = left - count[:, None] * relation
                counts.append(count)
            found.append(set(map(tuple, np.unique(np.array(counts), axis=1).T.tolist())))
        return found


def phase_candidates(
    system: System, instances: Sequence[Instance], late: Callable[[], bool]
) -> list[PhaseCandidate]:
    """Candidates by which rows repeat up to a rotation, those that most members follow first; the
    search ends where it is ``late``."""
    found = list[tuple[int, PhaseCandidate]]()
    for turning in turnings(system, instances):
        few = [i for i in instances if _is_simple(turning, i)]
        chosen = few[:: max(1, len(few) // MOST_FITTED)]
        for shift, offset in product(SHIFTS, OFFSETS):
            if late():
                return []
            groups: dict[Rows, list[tuple[Instance, Numbers]]] = {}
            for instance in chosen:
                cut_rows = _rows_of(system, turning, shift, offset, instance)
                if cut_rows is not None:
                    groups.setdefault(cut_rows[0], []).append((instance, cut_rows[1]))
            for shape, members in groups.items():
                points = np.array([instance.point for instance, _ in members], dtype=np.int64)
                if len(members) <= 2 * len(system.names):
                    continue
                forms = linear_forms(points, [numbers for _, numbers in members], system.names)
                if forms is not None:
                    candidate = PhaseCandidate(system, turning, shift, offset, shape, forms)
                    found.append((sum(map(candidate.is_true_of, chosen)), candidate))
    return [candidate for _, candidate in sorted(found, key=lambda each: -each[0])]


def _is_simple(turning: Turning, instance: Instance) -> bool:
    """Whether every phase occurs, there are some, and the period is not long."""
    a, r = turning.modulus.at(instance.environment), turning.step.at(instance.environment)
    return gcd(a, r) == 1 and a > 2 and a * turning.length.at(instance.environment) < LARGEST_ROWS


def _rows_of(
    system: System, turning: Turning, shift: int, offset: int, instance: Instance
) -> tuple[Rows, Numbers] | None:
    places = _Places(system, turning, shift, offset, instance.environment)
    known = dict(places.rows(instance))
    if any(places.start(t + 1) <= places.start(t) for t in range(places.modulus)):
        return None
    return grouped([cut(known[f], places.widths) for f in range(places.modulus)])
