"""Numbers in other numerations, and linear relations among them, against arithmetic."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numbers import equation, finite, inequality, residue, written
from mexplore.discover.automata.numeration import FIBONACCI, Base, Numeration, Ostrowski, numeration

NUMERATIONS = [
    *map(Base, range(2, 11)),
    FIBONACCI,
    Ostrowski((2,)),
    Ostrowski((3,)),
    Ostrowski((4,)),
    Ostrowski((1, 2)),
    Ostrowski((2, 1, 1)),
    Ostrowski((1, 3, 2, 1)),
]
each = pytest.mark.parametrize("of", NUMERATIONS, ids=lambda of: of.name)


@each
def test_digits_are_greedy_and_tell_the_number(of: Numeration) -> None:
    assert numeration(of.name) == of
    everything = written(1, of)
    seen = set()
    for n in [*range(2000), 10**40, 10**40 + 1]:
        digits = of.of(n)
        assert of.value(digits) == n
        assert everything.accepts(n)
        seen.add(tuple(digits))
        for i in range(len(digits)):
            assert of.value(digits[:i]) < of.weight(i)
    # No other word of as many digits is accepted: each is one number's.
    length = max(k for k in range(12) if of.weight(k) < 2000)
    accepted = sum(
        _accepted(everything, word) for word in product(range(of.digits), repeat=min(length, 5))
    )
    assert accepted == of.weight(min(length, 5))


def _accepted(automaton: Automaton, word: tuple[int, ...]) -> bool:
    state = int(automaton.starts[0])
    for digit in word:
        state = int(automaton.step[state, digit])
    return bool(automaton.accepting[state])


@each
@pytest.mark.parametrize("seed", range(4))
def test_linear_relations_are_those_of_arithmetic(of: Numeration, seed: int) -> None:
    pick = Random(seed)
    tracks = pick.choice([k for k in (1, 2, 3, 4) if of.digits**k <= 300])
    coefficients = [pick.choice([-3, -2, -1, 1, 1, 2]) for _ in range(tracks)]
    constant = pick.randint(-9, 9)
    equal, most = equation(coefficients, constant, of), inequality(coefficients, constant, of)
    side = {1: 300, 2: 30, 3: 11, 4: 6}[tracks]
    tuples = list(product(range(side), repeat=tracks))
    for _ in range(200):
        far = [pick.randrange(10 ** pick.randint(1, 15)) for _ in range(tracks - 1)]
        rest = constant - sum(c * n for c, n in zip(coefficients, far, strict=False))
        tuples.append((*far, max(0, rest // coefficients[-1] + pick.randint(-1, 1))))
    for numbers in tuples:
        total = sum(c * n for c, n in zip(coefficients, numbers, strict=True))
        assert equal.accepts(*numbers) == (total == constant), numbers
        assert most.accepts(*numbers) == (total <= constant), numbers


@pytest.mark.slow
@each
@pytest.mark.parametrize("tracks", [2, 3])
def test_sums_and_comparisons_of_all_small_tuples(of: Numeration, tracks: int) -> None:
    """Addition below 10^4 in two numbers, and every relation with coefficients up to 2 in three."""
    if tracks == 2:
        equal = equation((1, -1), 3, of)
        assert all(equal.accepts(n + 3, n) and not equal.accepts(n + 2, n) for n in range(10**4))
        return
    for coefficients in product((-2, -1, 1, 2), repeat=3):
        if of.digits**3 > 1000:
            return
        equal, most = equation(coefficients, 1, of), inequality(coefficients, 1, of)
        for numbers in product(range(13), repeat=3):
            total = sum(c * n for c, n in zip(coefficients, numbers, strict=True))
            assert (equal.accepts(*numbers), most.accepts(*numbers)) == (total == 1, total <= 1)


@each
def test_finite_sets_and_residues(of: Numeration) -> None:
    few = finite([(3, 7), (40, 0)], 2, of)
    accepted = {pair for pair in product(range(45), repeat=2) if few.accepts(*pair)}
    assert accepted == {(3, 7), (40, 0)}
    assert [n for n in range(40) if residue(7, 2, of).accepts(n)] == list(range(2, 40, 7))
    assert residue(7, 2, of).least() == 2
    assert finite([(40,)], 1, of).least() == 40
