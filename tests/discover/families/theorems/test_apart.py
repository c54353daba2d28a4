"""What is left out of conditions is false at every place: held against digits at random."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from mexplore.discover.families.patterns.digits import TWICE
from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.discover.families.patterns.writing import read_law
from mexplore.discover.families.theorems.identities import Apart
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.parameters.constraint import Constraint, all_hold
from mexplore.rules.parameters.reading import read_constraints


def form_at_random(chance: random.Random, names: tuple[str, ...]) -> Polynomial:
    found = Polynomial.number(chance.randint(-4, 4))
    for name in names:
        found = found + chance.choice((0, 0, 1, -1, 2)) * Polynomial.name(name)
    return found


def law_at_random(chance: random.Random) -> DigitLaw:
    law = read_law(TWICE)
    names = (*law.digits, *law.parameters)
    pieces = []
    for _ in range(8):
        where = [
            Constraint(form_at_random(chance, names), chance.choice((">=", ">=", "==")))
            for _ in range(3)
        ]
        pieces.append(Piece(tuple(where), 0))
    cell = read_constraints(chance.choice(("k >= 1", "k == 3", "2*k >= 5", "k <= 4", "k % 2 == 1")))
    return replace(law, pieces=tuple(pieces), cell=cell)


def place_at_random(chance: random.Random, law: DigitLaw) -> Vector:
    moved = [form_at_random(chance, law.parameters) for _ in law.digits]
    kept = [Polynomial.name(name) for name in law.digits]
    if chance.random() < 0.2:
        kept[0] = Polynomial.number(0)  # all whole periods at once
    return tuple(x + u for x, u in zip(kept, moved, strict=True))


@pytest.mark.parametrize("seed", range(12))
def test_a_place_lies_in_no_piece_that_is_left_out(seed: int) -> None:
    chance = random.Random(seed)
    law = law_at_random(chance)
    apart, left_out = Apart(law), 0
    for _ in range(6):
        place = place_at_random(chance, law)
        for number, piece in enumerate(law.pieces):
            possible = apart.possible(number, place)
            left_out += len(law.pieces) - len(possible)
            for _ in range(120):
                values = {name: chance.randint(-9, 9) for name in (*law.digits, *law.parameters)}
                if not all_hold((*law.cell, *piece.where), values):
                    continue
                there = {
                    **values,
                    **dict(zip(law.digits, (e.at(values) for e in place), strict=True)),
                }
                for other, target in enumerate(law.pieces):
                    assert other in possible or not target.holds(there)
    assert left_out


def test_rows_that_lie_apart_are_left_out_and_neighbours_are_not() -> None:
    law = read_law(TWICE)  # n = 2k q + j: 0 for j < k, 1 for k <= j < 2k
    q, j = map(Polynomial.name, law.digits)
    k = Polynomial.name("k")
    assert Apart(law).possible(0, (q, j - k)) == []  # j - k is negative
    assert Apart(law).possible(1, (q, j - k)) == [0]
    assert Apart(law).possible(0, (q - 1, j + k)) == [1]
    assert Apart(law).possible(0, (q, j + 1)) == [0, 1]


def test_a_parameter_without_a_lower_bound_excludes_nothing() -> None:
    law = read_law(TWICE)
    q, j = map(Polynomial.name, law.digits)
    free = replace(law, cell=read_constraints("k <= 5"))
    k = Polynomial.name("k")
    assert Apart(free).possible(1, (q, j + k)) == [0]  # k may be -3
    assert Apart(law).possible(1, (q, j + k)) == []


def test_large_coefficients_are_left_to_the_solver() -> None:
    law = read_law(TWICE)
    q, j = map(Polynomial.name, law.digits)
    assert Apart(law).possible(0, (q, j - 10**40)) == [0, 1]
