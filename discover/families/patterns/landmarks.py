"""Landmarks of a law are suggested: places of the first period by which no smaller one is possible.

They are the first and the last numbers of the runs in the first and the last rows of each piece.
Whether they have the values that they should, and suffice, is for a theorem to decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import product

from mexplore.discover.families.patterns.law import DigitLaw, Landmark, Piece
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.arithmetic.vectors import minus, plus
from mexplore.rules.parameters.constraint import Constraint

MOST = 40  # landmarks
LEAST_COEFFICIENT, MOST_COEFFICIENT = -1, 2  # of inner relations in the vectors of value 0


def with_landmarks(law: DigitLaw) -> DigitLaw:
    """The law with landmarks that may show its period to be least.

    >>> from mexplore.discover.families.patterns.digits import TWICE
    >>> from mexplore.discover.families.patterns.writing import read_law
    >>> [str(mark.vector[1]) for mark in with_landmarks(read_law(TWICE)).landmarks]
    ['0', 'k - 1', 'k', '2*k - 1']
    """
    marks: dict[Vector, int] = {}
    for piece in law.pieces:
        for place in _ends(law, piece) if piece.periodic else ():
            vector = minus(place, law.start)
            marks.setdefault(vector, piece.value)
    chosen = [Landmark(vector, value) for vector, value in marks.items()][:MOST]
    return replace(law, landmarks=tuple(chosen), ups=tuple(_ups(law)))


def _ends(law: DigitLaw, piece: Piece) -> Iterator[Vector]:
    """The corners of a piece: each digit, from the highest on, at a bound that the piece gives it
    in parameters and higher digits; rows and free digits at 0. None where there is no bound."""
    fixed = {digit: Polynomial() for digit in law.free}
    fixed |= {phase.row: Polynomial() for phase in law.phases}
    corners: list[dict[str, Polynomial]] = [{}]
    for digit in law.digits:
        corners = [
            {**corner, digit: value}
            for corner in corners
            for value in (
                [fixed[digit]] if digit in fixed else _bounds(piece.where, digit, corner, law)
            )
        ]
    ghosts = (Polynomial(),) * len(law.ghosts)
    for corner in corners:
        yield (*(corner[digit] for digit in law.digits), *ghosts)


def _bounds(
    where: tuple[Constraint, ...], digit: str, corner: dict[str, Polynomial], law: DigitLaw
) -> list[Polynomial]:
    """The last lower and the last upper bound of a digit; of one that is not bounded above, the
    lower one alone."""
    low, high = [], []
    for constraint in where:
        c = constraint.form.coefficient(digit)
        if abs(c) != 1 or constraint.sign == "%":
            continue
        rest = (Polynomial.name(digit) - c * constraint.form).with_names(corner)
        if rest.names <= set(law.parameters):
            if c == 1 or constraint.sign == "==":
                low.append(rest)
            if c == -1 and constraint.sign != "==":
                high.append(rest)
    return list(dict.fromkeys(low[-1:] + high[-1:]))


def _ups(law: DigitLaw) -> Iterator[Vector]:
    """Sums of few vectors of value 0, of which at most one goes up a period, or a row."""
    lead = next((i for i, entry in enumerate(law.period) if entry != 0), 0)
    basis = _differences(law, lead) if law.invariants else list(law.relations)
    inner = range(LEAST_COEFFICIENT, MOST_COEFFICIENT + 1)
    ranges = [(0, 1) if vector[lead] != 0 else inner for vector in basis]
    for coefficients in product(*ranges):
        pairs = zip(coefficients, basis, strict=True)
        yield reduce(plus, (tuple(c * e for e in vector) for c, vector in pairs), law.zero)


def _differences(law: DigitLaw, lead: int) -> list[Vector]:
    """The carries of the successor, on which invariants vanish: one that goes up a row, the
    differences of the others that do, and those that do not."""
    found = [z for z in law.successor if any(entry != 0 for entry in z)]
    up = [z for z in found if z[lead] != 0]
    inner = [z for z in found if z[lead] == 0]
    more = [minus(up[0], z) for z in up[1:]]
    return [*up[:1], *more, *inner]
