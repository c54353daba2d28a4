"""A law in the language of solvers: its regions as definitions, its vectors as arguments."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.discover.families.solvers.formulas import all_of, any_of, form, holds
from mexplore.discover.families.solvers.script import Question, Script
from mexplore.discover.families.theorems.apart import Apart
from mexplore.rules.parameters.polynomial import Polynomial, Vector

FRESH = "t0"
"""A further constant, for conditions that speak of one more integer."""


class Symbols:
    """The names of a law's parameters (k0, k1, ...) and digits (x0, x1, ...) in scripts, and what
    is said with them. Arguments are texts of linear forms, one a digit; ghosts are not seen."""

    def __init__(self, law: DigitLaw) -> None:
        self.law = law
        self.parameters = tuple(f"k{i}" for i in range(len(law.parameters)))
        self.digits = tuple(f"x{i}" for i in range(len(law.digits)))
        self.names = {
            **dict(zip(law.parameters, self.parameters, strict=True)),
            **dict(zip(law.digits, self.digits, strict=True)),
        }
        self.values = sorted({piece.value for piece in law.pieces})
        self.apart = Apart(law)
        self.possible: dict[tuple[int, Vector], list[int]] = {}

    # Arguments.

    @cached_property
    def here(self) -> str:
        """The digits x themselves."""
        return " ".join(self.digits)

    def at(self, vector: Vector) -> str:
        """A vector without x."""
        return " ".join(form(entry, self.names) for entry in vector[: len(self.digits)])

    def moved(self, *vectors: Vector) -> str:
        """x + the sum of the vectors."""
        return self.at(self.moved_vector(*vectors))

    def moved_vector(self, *vectors: Vector) -> Vector:
        """x + the sum of the vectors."""
        found = [Polynomial.name(digit) for digit in self.law.digits]
        for vector in vectors:
            found = [a + b for a, b in zip(found, vector[: len(found)], strict=True)]
        return tuple(found)

    # Regions.

    def definitions(self) -> tuple[str, ...]:
        """Each piece P0, P1, ...; V0, V1, ..., the union of those of a value; Per, of those of the
        periodic part; R, of all; signs of digits, and what the invariants say of them."""
        law, pieces = self.law, enumerate(self.law.pieces)
        lines = [
            self._define(f"P{i}", all_of(holds(c, self.names) for c in piece.where))
            for i, piece in pieces
        ]
        for value in self.values:
            lines.append(self._union(f"V{value}", (p.value == value for p in law.pieces)))
        lines.append(self._union("Per", (piece.periodic for piece in law.pieces)))
        lines.append(self._union("R", (True for _ in law.pieces)))
        lines.append(self._define("nonneg", self._signs(">=")))
        lines.append(self._define("neg", all_of((self._signs("<="), f"(< {self.digits[-1]} 0)"))))
        lines.append(self._define("fact", all_of(self._facts())))
        return tuple(lines)

    def _define(self, name: str, body: str) -> str:
        arguments = " ".join(f"({digit} Int)" for digit in self.digits)
        return f"(define-fun {name} ({arguments}) Bool {body})"

    def _union(self, name: str, which: Iterable[bool]) -> str:
        chosen = (f"(P{i} {self.here})" for i, is_in in enumerate(which) if is_in)
        return self._define(name, any_of(chosen))

    def _signs(self, sign: str) -> str:
        """Every digit has this sign; free digits are 0."""
        names = zip(self.law.digits, self.digits, strict=True)
        return all_of(f"({'=' if n in self.law.free else sign} {x} 0)" for n, x in names)

    def _facts(self) -> list[str]:
        """What follows from f - r t + a s = 0: where t = 0 and 0 <= f < a, f is 0."""
        facts = []
        for phase in self.law.phases:
            if phase.modulus.is_linear:
                f, t = self.names[phase.free], self.names[phase.row]
                a = form(phase.modulus, self.names)
                facts.append(f"(=> (and (= {t} 0) (>= {f} 0) (< {f} {a})) (= {f} 0))")
        return facts

    def fact(self, *spots: str) -> str:
        """The facts at these arguments."""
        return all_of(f"(fact {spot})" for spot in spots) if self._facts() else "true"

    def in_value(self, value: int, spot: str) -> str:
        """The arguments lie in a piece of this value."""
        return f"(V{value} {spot})" if value in self.values else "false"

    # Places that moves lead to.

    @cached_property
    def all(self) -> frozenset[int]:
        """The numbers of all pieces."""
        return frozenset(range(len(self.law.pieces)))

    @cached_property
    def periodic(self) -> frozenset[int]:
        """The numbers of those of the periodic part."""
        return frozenset(i for i, piece in self.numbered() if piece.periodic)

    @cached_property
    def by_value(self) -> dict[int, frozenset[int]]:
        """The numbers of those of each value."""
        pieces = self.numbered()
        return {v: frozenset(i for i, piece in pieces if piece.value == v) for v in self.values}

    def of_value(self, value: int) -> frozenset[int]:
        """The numbers of those of one value."""
        return self.by_value.get(value, frozenset())

    def within(self, part: frozenset[int], number: int, place: Vector) -> str:
        """For x in the piece of that number, a place lies in one of these pieces; without those in
        which it cannot lie (`discover.families.theorems.apart`)."""
        if (number, place) not in self.possible:
            self.possible[number, place] = self.apart.possible(number, place)
        possible = [i for i in self.possible[number, place] if i in part]
        spot = self.at(place) if possible else ""
        return any_of(f"(P{i} {spot})" for i in possible)

    def piece(self, i: int) -> str:
        """x lies in the i-th piece, and what is known of x."""
        return all_of((f"(P{i} {self.here})", self.fact(self.here)))

    def numbered(self) -> list[tuple[int, Piece]]:
        """The pieces with their numbers."""
        return list(enumerate(self.law.pieces))

    def script(self, questions: Iterable[Question]) -> Script:
        """The questions, asked where the parameters lie in the cell."""
        cell = all_of(holds(constraint, self.names) for constraint in self.law.cell)
        constants = (*self.parameters, *self.digits, FRESH)
        return Script(constants, self.definitions(), cell, tuple(questions))
