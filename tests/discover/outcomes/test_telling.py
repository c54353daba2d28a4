"""First positions, states met, and digits judged place by place, against definitions."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mexplore.discover.automata.automaton import Automaton, word_of
from mexplore.discover.automata.numbers import equation, inequality, written
from mexplore.discover.automata.numeration import FIBONACCI, Base, Numeration, Ostrowski
from mexplore.discover.automata.operations import both
from mexplore.discover.outcomes.telling import first_accepted, judged_by_place, states_met

NUMERATIONS = (Base(2), Base(3), FIBONACCI, Ostrowski((2,)))


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
def test_first_positions_come_in_the_order_of_their_sums(numeration: Numeration) -> None:
    found = first_accepted(inequality((2, -3), 1, numeration), 30)
    all_of_them = [(x, y) for x, y in product(range(40), repeat=2) if 2 * x - 3 * y <= 1]
    assert found == sorted(all_of_them, key=lambda at: (sum(at), at))[:30]


def test_what_is_far_out_is_left_out() -> None:
    assert first_accepted(equation((1, 1), 10**9), 5) == []


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
def test_the_last_state_tells(numeration: Numeration) -> None:
    less = inequality((1, -1), 0, numeration)
    for x, y in product(range(20), repeat=2):
        state = ([(0, int(less.starts[0])), *states_met(less, (x, y))])[-1][1]
        assert bool(less.accepting[state]) == (x <= y)


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_sets_that_are_judged_by_place_are_seen(numeration: Numeration, seed: int) -> None:
    """Random sets of allowed combinations, zeros among them; those that occur are found again, and
    tell every position."""
    random, d = Random(seed), numeration.digits
    allowed = {0, *(s for s in range(d**2) if random.random() < 0.5)}
    loop = [[0 if s in allowed else 1 for s in range(d**2)], [1] * d**2]
    given = both(
        Automaton.of(2, loop, [True, False], numeration=numeration), written(2, numeration)
    )
    found = judged_by_place(given)
    assert found is not None
    symbols = {x + d * y for x, y in found}
    assert symbols <= allowed
    for x, y in product(range(30), repeat=2):
        assert given.accepts(x, y) == ({*word_of((x, y), numeration)} <= symbols)


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
def test_others_are_not(numeration: Numeration) -> None:
    assert judged_by_place(inequality((1, -1), 0, numeration)) is None
    assert judged_by_place(equation((1, -1), 1, numeration)) is None
    equal = judged_by_place(equation((1, -1), 0, numeration))
    assert equal == tuple((digit, digit) for digit in range(numeration.digits))


def test_one_altered_transition_is_no_longer_judged_by_place() -> None:
    equal = equation((1, -1), 0)
    steps = equal.step.tolist()
    steps.append([len(steps), 0, 0, 0])  # after one pair 00 anything may follow
    steps[int(equal.starts[0])][0] = len(steps) - 1
    flags = [*equal.accepting.tolist(), True]
    assert judged_by_place(Automaton.of(2, steps, flags, equal.starts.tolist())) is None
