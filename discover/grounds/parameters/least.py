"""Landmarks for laws: places of known value, by which a solver sees that a period is the least one.

What is chosen here is a guess; the conditions of `discover.theorems.parameters.least` decide. The
landmarks are the ends of runs in the first and in the last rows of pieces.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from discover.patterns.parameters.law import DigitLaw, Landmark, Piece
from discover.patterns.parameters.pattern import FamilyLaw
from discover.solvers.script import Question
from discover.solvers.solver import Solver
from discover.theorems.parameters.least import first_wrong_form, least_conditions
from discover.theorems.parameters.proving import prove_law
from discover.theorems.parameters.symbols import Symbols
from rules.parameters.polynomial import Polynomial, Vector, total

MOST = 30  # landmarks
SECONDS_EACH = 2.0  # for a law
REACH = 2  # carries of lower digits


def with_least_periods(claim: FamilyLaw, solver: Solver, until: float) -> FamilyLaw:
    """The claim with landmarks for those laws whose period is shown to be the least before
    `time.monotonic` passes ``until``."""
    laws = []
    for each in claim.laws:
        found = each.law if time.monotonic() > until else _with_landmarks(each.law, solver, until)
        laws.append(replace(each, law=found))
    return replace(claim, laws=tuple(laws))


def _with_landmarks(law: DigitLaw, solver: Solver, until: float) -> DigitLaw:
    """The law with the landmarks that prove its period the least; the law itself without."""
    until = min(until, time.monotonic() + SECONDS_EACH)
    found = replace(law, landmarks=tuple(_landmarks(law))[:MOST], ups=tuple(_ups(law)))
    if first_wrong_form(found):
        return law
    symbols = Symbols(found)
    questions: list[Question] = list(least_conditions(symbols))
    script = symbols.script(questions[: len(found.landmarks)])
    answers = solver.answers(script, until, SECONDS_EACH)
    pairs = zip(found.landmarks, answers, strict=True)
    found = replace(found, landmarks=tuple(m for m, said in pairs if said.verdict == "unsat"))
    if not found.landmarks:
        return law
    elements = tuple(move.element for move in law.moves)
    return found if prove_law(found, elements, [solver], until, SECONDS_EACH).proved else law


def _landmarks(law: DigitLaw) -> Iterator[Landmark]:
    """The corners of periodic pieces, as they are seen from the start."""
    known = set()
    for piece in law.pieces:
        for corner in _corners(law, piece) if piece.periodic else ():
            vector = tuple(a - b for a, b in zip(corner, law.start, strict=True))
            if vector not in known:
                known.add(vector)
                yield Landmark(vector, piece.value)


def _corners(law: DigitLaw, piece: Piece) -> list[Vector]:
    """The vectors at which each digit has its largest or its least value in the piece, 0 if it has
    none; digits that count periods, rows of phases and free digits are 0."""
    lead = {i for i, entry in enumerate(law.period) if entry != 0}
    ends: list[dict[str, Polynomial]] = [{}]
    for i, digit in enumerate(law.digits):
        if i in lead or digit in law.free:
            ends = [{**end, digit: Polynomial()} for end in ends]
            continue
        values = dict.fromkeys(_ends(piece, digit))
        ends = [{**end, digit: v.with_names(end)} for end in ends for v in values]
    vectors = [tuple(end[digit] for digit in law.digits) for end in ends]
    digits = set(law.digits)
    ghosts = law.zero[len(law.digits) :]
    return [(*v, *ghosts) for v in vectors if not any(entry.names & digits for entry in v)]


def _ends(piece: Piece, digit: str) -> Iterator[Polynomial]:
    """What the piece says of the least and of the largest value of a digit."""
    for constraint in piece.where:
        c = constraint.form.coefficient(digit)
        if constraint.sign != "%" and abs(c) == 1:
            yield Polynomial.name(digit) - c * constraint.form


def _ups(law: DigitLaw) -> Iterator[Vector]:
    """Carries for sums: one period at most, lower digits a few."""
    lead = next((i for i, entry in enumerate(law.period) if entry != 0), 0)
    ranges = []
    for digit in law.bound_digits:
        usual = range(-1, REACH + 1)
        ranges.append((0, 1) if digit == law.digits[lead] else usual)
    for counts in product(*ranges):
        pairs = list(zip(counts, law.relations, strict=True))
        yield tuple(
            total(count * relation[i] for count, relation in pairs) for i in range(len(law.weights))
        )
