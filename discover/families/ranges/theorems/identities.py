"""The identities (I1) to (I4) of the theorem `digit values`: polynomials are expanded."""

from __future__ import annotations

from collections.abc import Iterator

from mexplore.discover.families.ranges.patterns.law import NumberSystem, ValueLaw
from mexplore.rules.parameters.ranges import Range


def first_wrong_identity(law: ValueLaw, ranges: tuple[Range, ...]) -> str:
    """The first identity that does not hold, in words; empty if all do. ``ranges`` are those of
    the family, in the parameters of the law."""
    return next(_wrong(law, ranges), "")


def _wrong(law: ValueLaw, ranges: tuple[Range, ...]) -> Iterator[str]:
    given = tuple(tuple(law.positions.val(end) for end in ends) for ends in law.ends)
    if given != ranges:
        yield "the ends are those of the ranges of the family"
    for system in (law.positions, law.values):
        yield from _wrong_system(system)
    yield from _wrong_degrees(law)


def _wrong_system(system: NumberSystem) -> Iterator[str]:
    """(I2) and (I3)."""
    if system.weights[-1] != 1:
        yield "the last digit has the weight 1"
    if any(system.val(z) != 0 for z in (*system.carries, *system.relations)):
        yield "every carry and every relation has the value 0"
    for i, relation in enumerate(system.relations):
        if relation[i] != 1 or any(entry != 0 for entry in relation[:i]):
            yield "a relation is 1 at its digit and 0 at higher ones"


def _wrong_degrees(law: ValueLaw) -> Iterator[str]:
    """(I4): what a solver sees is linear."""
    seen = [
        *law.positions.relations,
        *law.positions.carries,
        *law.values.relations,
        *law.values.carries,
        *(end for ends in law.ends for end in ends),
        *(piece.value for piece in law.pieces),
        *law.witnesses,
        *law.landmarks,
        law.period,
        law.saltus,
    ]
    if any(not entry.is_linear for vector in seen for entry in vector):
        yield "carries, relations, ends, values, witnesses, landmarks, period, saltus are linear"
    if law.landmarks and law.the_saltus != 0:
        yield "the saltus of a law with landmarks is 0"
    cells = [law.cell, law.values_in, *(piece.where for piece in law.pieces)]
    if any(not constraint.form.is_linear for cell in cells for constraint in cell):
        yield "cells and pieces are linear"
