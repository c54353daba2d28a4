"""The conditions of the theorem `digits`, each as the question whether it fails somewhere.

The question has digits x and parameters in the cell as unknowns; the condition holds for all of
them if the answer is no. They are named as in `discover.families.theorems.digits`: (W), (E), (N),
(S), (L), (X), (M), (Q), (P), and (T) for a period that is divided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.solvers.formulas import all_of, any_of, form, none_of
from mexplore.discover.families.solvers.script import Question
from mexplore.discover.families.theorems.symbols import FRESH, Symbols
from mexplore.rules.parameters.polynomial import Vector


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


def _negative(vector: Vector) -> Vector:
    return tuple(-entry for entry in vector)


def _sum(*vectors: Vector) -> Vector:
    return reduce(lambda v, w: tuple(a + b for a, b in zip(v, w, strict=True)), vectors)


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
        digits = _sum(vector, z)[: len(law.digits)]
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
        ways = [law.zero, *map(_negative, plain)]
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
        vectors = tuple(symbols.moved_vector(_negative(move.vector), z) for z in carries)
        found.append(_Places(vectors, tuple(map(symbols.at, vectors))))
    return found
