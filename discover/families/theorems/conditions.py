"""The conditions of the theorem `digits`, each as the question whether it fails somewhere.

A law is written in the language of solvers: its regions as definitions, its vectors as arguments.
No number below the period is a period under (K), (U0), (U); these are read only where the
conditions of the theorem hold. What all of them say, and why they suffice, stands in
`discover.families.theorems.digits`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.discover.families.solvers.formulas import (
    Question,
    Script,
    all_of,
    any_of,
    form,
    in_cell,
    none_of,
)
from mexplore.discover.families.theorems.identities import Apart
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.arithmetic.vectors import negative, plus

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
        lines = [self._define(f"P{i}", in_cell(piece.where, self.names)) for i, piece in pieces]
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
        which it cannot lie (`discover.families.theorems.identities`)."""
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
        cell = in_cell(self.law.cell, self.names)
        constants = (*self.parameters, *self.digits, FRESH)
        return Script(constants, self.definitions(), cell, tuple(questions))


def conditions(symbols: Symbols) -> Iterator[Question]:
    """All conditions of one law."""
    law = symbols.law
    yield from _weights(symbols)
    yield from _elements(symbols)
    yield _positive_period(symbols)
    yield _range(symbols)
    yield from _first_digits(symbols)
    places = _places(symbols)
    for number, piece in symbols.numbered():
        yield _successor(symbols, number)
        if piece.periodic:
            yield _period(symbols, number)
            if law.reduced:
                yield _any_number_of_rows(symbols, number)
        yield from _moves(symbols, number, places)
    if law.reduced:
        (phase,) = law.phases
        yield Question("(T) the modulus is positive", f"(< {form(phase.modulus, symbols.names)} 1)")


def _weights(symbols: Symbols) -> Iterator[Question]:
    """(W) In the relation of a digit the lower entries are <= 0."""
    law = symbols.law
    for digit, relation in zip(law.bound_digits, law.relations, strict=True):
        lower = relation[law.digits.index(digit) + 1 : len(law.digits)]
        wrong = any_of(f"(> {form(entry, symbols.names)} 0)" for entry in lower)
        yield Question(f"(W) weight {law.digits.index(digit)}", wrong)


def _positive_weights(symbols: Symbols) -> list[str]:
    """For each digit a formula that implies that its weight is at least 1: an entry of its relation
    is <= -1 at a lower digit whose weight is at least 1; "false" at free digits."""
    law, last = symbols.law, len(symbols.law.digits) - 1
    positive = ["false"] * last + ["true"]
    for digit, relation in reversed(list(zip(law.bound_digits, law.relations, strict=True))):
        i = law.digits.index(digit)
        positive[i] = any_of(
            all_of((f"(<= {form(relation[k], symbols.names)} (- 1))", positive[k]))
            for k in range(i + 1, last + 1)
            if positive[k] != "false" and relation[k] != 0
        )
    return positive


def _is_positive(symbols: Symbols, vector: Vector, carries: Iterable[Vector]) -> str:
    """A formula that implies val(vector) >= 1: with some carry, its digits are >= 0, those that are
    free are 0, and one of positive weight is >= 1; or the value is linear and >= 1."""
    law, weights = symbols.law, _positive_weights(symbols)
    ways = []
    value = law.val(vector)
    if value.is_linear:
        ways.append(f"(>= {form(value, symbols.names)} 1)")
    for z in carries:
        digits = plus(vector, z)[: len(law.digits)]
        entries = [form(entry, symbols.names) for entry in digits]
        some = any_of(
            all_of((f"(>= {entry} 1)", weight))
            for entry, weight in zip(entries, weights, strict=True)
            if weight != "false"
        )
        ways.append(all_of((f"(nonneg {' '.join(entries)})", some)))
    return any_of(ways)


def _elements(symbols: Symbols) -> Iterator[Question]:
    """(E) Elements are >= 1."""
    law = symbols.law
    for j, (move, carries) in enumerate(zip(law.moves, law.carries, strict=True)):
        plain = (z for z in carries if not _mentions_digits(law, z))
        ways = [law.zero, *map(negative, plain)]
        yield Question(f"(E) element {j}", none_of([_is_positive(symbols, move.vector, ways)]))


def _mentions_digits(law: DigitLaw, vector: Vector) -> bool:
    return any(not entry.names.isdisjoint(law.digits) for entry in vector)


def _positive_period(symbols: Symbols) -> Question:
    """(P) The period is >= 1."""
    law = symbols.law
    return Question("(P) period", none_of([_is_positive(symbols, law.period, [law.zero])]))


def _range(symbols: Symbols) -> Question:
    """(N) For x in R some x + z has digits >= 0 and free digits 0."""
    spots = [f"(nonneg {symbols.moved(z)})" for z in symbols.law.range_carries]
    here = (f"(R {symbols.here})", symbols.fact(symbols.here))
    return Question("(N) range", all_of((*here, none_of(spots))))


def _first_digits(symbols: Symbols) -> Iterator[Question]:
    """(S) 0 is in R, and start is in Per."""
    law = symbols.law
    yield Question("(S) zero", none_of([f"(R {symbols.at(law.zero)})"]))
    yield Question("(S) start", none_of([f"(Per {symbols.at(law.start)})"]))


def _successor(symbols: Symbols, number: int) -> Question:
    """(S) For x in P some x + e_0 + z is in R; in Per if P is periodic."""
    law = symbols.law
    places = [symbols.moved_vector(law.unit, z) for z in law.successor]
    spots = [symbols.at(place) for place in places]
    part = symbols.periodic if law.pieces[number].periodic else symbols.all
    none = none_of(symbols.within(part, number, place) for place in places)
    known = (symbols.piece(number), symbols.fact(*spots))
    return Question(f"(S) piece {number}", all_of((*known, none)))


def _period(symbols: Symbols, number: int) -> Question:
    """(Q) For x in P of value v, x + period is in V_v."""
    law = symbols.law
    place = symbols.moved_vector(law.period)
    same = symbols.of_value(law.pieces[number].value)
    none = none_of([symbols.within(same, number, place)])
    return Question(f"(Q) piece {number}", all_of((symbols.piece(number), none)))


def _any_number_of_rows(symbols: Symbols, number: int) -> Question:
    """(T) For x in P of value v and tau >= 1, x + tau e_t is in V_v."""
    law = symbols.law
    (phase,) = law.phases
    row = law.digits.index(phase.row)
    arguments = list(symbols.digits)
    arguments[row] = f"(+ {arguments[row]} {FRESH})"
    none = none_of([symbols.in_value(law.pieces[number].value, " ".join(arguments))])
    known = (symbols.piece(number), f"(>= {FRESH} 1)")
    return Question(f"(T) piece {number}", all_of((*known, none)))


def _moves(symbols: Symbols, number: int, places: Sequence[_Places]) -> Iterator[Question]:
    """(L) Each move lands in R or is none; (X) none has the value v; (M) some has w, if w < v."""
    value, known = symbols.law.pieces[number].value, symbols.piece(number)
    same = symbols.of_value(value)
    for j, move in enumerate(places):
        facts = symbols.fact(*move.spots)
        lands = [symbols.within(symbols.all, number, place) for place in move.vectors]
        lands += [f"(neg {spot})" for spot in move.spots]
        yield Question(f"(L) piece {number}, move {j}", all_of((known, facts, none_of(lands))))
        there = any_of(symbols.within(same, number, place) for place in move.vectors)
        yield Question(f"(X) piece {number}, move {j}", all_of((known, facts, there)))
    facts = symbols.fact(*(spot for move in places for spot in move.spots))
    every = [place for move in places for place in move.vectors]
    for w in range(value):
        part = symbols.of_value(w)
        reached = none_of(symbols.within(part, number, place) for place in every)
        yield Question(f"(M) piece {number}, value {w}", all_of((known, facts, reached)))


class _Places(NamedTuple):
    """Where one move leads, with each of its carries: x - v_j + z, and as text."""

    vectors: tuple[Vector, ...]
    spots: tuple[str, ...]


def _places(symbols: Symbols) -> list[_Places]:
    found = []
    for move, carries in zip(symbols.law.moves, symbols.law.carries, strict=True):
        vectors = tuple(symbols.moved_vector(negative(move.vector), z) for z in carries)
        found.append(_Places(vectors, tuple(map(symbols.at, vectors))))
    return found


def first_wrong_form(law: DigitLaw) -> str:
    """Why the conditions are not about such a law; empty if they are."""
    if not law.landmarks:
        return "there is no landmark"
    if law.reduced:
        zero = all(entry == 0 for entry in law.start)
        return "" if zero else "start is 0 where the period is divided"
    if sorted(str(entry) for entry in law.period if entry != 0) != ["1"]:
        return "the vector of the period is 1 at one digit"
    return "" if law.start[_lead(law)] == 0 else "start is 0 at the digit of the period"


def _lead(law: DigitLaw) -> int:
    """The place of the digit that counts periods; of rows where the period is divided."""
    if law.reduced:
        return law.digits.index(law.phases[0].row)
    return next(i for i, entry in enumerate(law.period) if entry == 1)


def least_conditions(symbols: Symbols) -> Iterator[Question]:
    """All conditions of one law, for which `first_wrong_form` found nothing wrong."""
    yield from landmark_conditions(symbols)
    if not symbols.law.reduced:
        yield _first_period(symbols)
    yield _unlike(symbols)


def landmark_conditions(symbols: Symbols) -> Iterator[Question]:
    """(K) start + landmark is in Per and has the value."""
    law = symbols.law
    for number, landmark in enumerate(law.landmarks):
        place = plus(law.start, landmark.vector)
        spot = symbols.at(place)
        there = all_of((f"(Per {spot})", symbols.in_value(landmark.value, spot)))
        yield Question(f"(K) landmark {number}", none_of([there]))


def _first_period(symbols: Symbols) -> Question:
    """(U0) For x in Per with q = 0 some x + e_0 + z is in Per with q = 0, or is start + period."""
    law, q = symbols.law, _lead(symbols.law)
    end = plus(law.start, law.period)
    ways = []
    for z in law.successor:
        vector = symbols.moved_vector(law.unit, z)
        same = all_of(
            f"(= {form(a - b, symbols.names)} 0)" for a, b in zip(vector, end, strict=False)
        )
        within = all_of((f"(Per {symbols.at(vector)})", f"(= {form(vector[q], symbols.names)} 0)"))
        ways.append(any_of((within, same)))
    known = (f"(Per {symbols.here})", f"(= {symbols.digits[q]} 0)", symbols.fact(symbols.here))
    return Question("(U0) first period", all_of((*known, none_of(ways))))


def _unlike(symbols: Symbols) -> Question:
    """(U) No x in Per but start, with q = 0, may have the value of every landmark beyond it; where
    the period is divided, no x but those that differ from start in the digit of rows alone."""
    law, lead = symbols.law, _lead(symbols.law)
    kept = range(len(law.digits))
    others = (i for i in kept if not (law.reduced and i == lead))
    start = all_of(f"(= {symbols.digits[i]} {form(law.start[i], symbols.names)})" for i in others)
    first = "true" if law.reduced else f"(= {symbols.digits[lead]} 0)"
    known = (f"(Per {symbols.here})", symbols.fact(symbols.here), first, f"(not {start})")
    unlike = []
    for landmark in law.landmarks:
        for z in law.ups or (law.zero,):
            spot = symbols.moved(landmark.vector, z)
            others_values = (w for w in symbols.values if w != landmark.value)
            unlike += [symbols.in_value(w, spot) for w in others_values]
    return Question("(U) least", all_of((*known, none_of(unlike))))
