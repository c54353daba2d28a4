"""The identities (I1) to (I5) of a law in digits: polynomials are expanded and compared."""

from __future__ import annotations

from collections.abc import Iterator

from mexplore.discover.families.patterns.law import DigitLaw, names_of
from mexplore.rules.parameters.polynomial import Polynomial, Vector, total


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
