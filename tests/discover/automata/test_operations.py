"""Every operation on automata against brute force over all small numbers."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from random_automata import (
    SMALL,
    accepted,
    equal,
    states_apart,
)

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numbers import (
    equation,
    finite,
    inequality,
    lowest_bit,
    power_of_two,
    residue,
)
from mexplore.discover.automata.operations import (
    Budget,
    Choices,
    Undecided,
    both,
    determined,
    either,
    exists,
    minimal,
    without,
)
from mexplore.discover.trials.kinds.automata import random_automaton

FAR = range(1 << 7)  # a witness of a projection may be larger than the numbers tried


@pytest.mark.parametrize("seed", range(40))
def test_boolean_operations(seed: int) -> None:
    pick = Random(seed)
    tracks = pick.randint(1, 2)
    one, other = random_automaton(pick, tracks), random_automaton(pick, tracks)
    left, right = accepted(one), accepted(other)
    everything = set(product(SMALL, repeat=tracks))
    assert accepted(both(one, other)) == left & right
    assert accepted(either(one, other)) == left | right
    assert accepted(without(one, other)) == left - right
    assert accepted(one.complement()) == everything - left
    assert accepted(minimal(one)) == left


@pytest.mark.parametrize("seed", range(40))
def test_the_minimal_automaton_has_no_state_too_many(seed: int) -> None:
    pick = Random(seed)
    automaton = random_automaton(pick, pick.randint(1, 2), states=9, starts=pick.randint(1, 3))
    least = minimal(automaton)
    assert least.size == states_apart(automaton) == states_apart(least)
    assert equal(minimal(least), least)
    for start in range(len(automaton.starts)):
        assert accepted(least, start) == accepted(automaton, start)


def in_rounds(automaton: Automaton) -> int:
    """How many states are told apart, by words of length 0, 1, ... (E. F. Moore 1956)."""
    steps, kind, count = automaton.step.tolist(), automaton.accepting.tolist(), 0
    while count < (count := len({*kind})):
        numbers: dict[tuple[int, ...], int] = {}
        kind = [
            numbers.setdefault((kind[q], *(kind[r] for r in row)), len(numbers))
            for q, row in enumerate(steps)
        ]
    return count


@pytest.mark.parametrize("shape", ["any", "chain", "cycles", "tree", "none", "late"])
@pytest.mark.parametrize("size", [1, 2, 7, 150])
def test_classes_of_equal_states_are_those_of_the_definition(shape: str, size: int) -> None:
    """Classes that are split in halves, a state at a time, all at once and not at all."""
    draw, here = np.random.default_rng(size), np.arange(size)
    ahead = {
        "any": draw.integers(size, size=size),
        "chain": np.minimum(here + 1, size - 1),
        "cycles": draw.permutation(size),
        "tree": here // 2,
        "none": draw.permutation(size),
        "late": np.minimum(here + 1 + here % 3, size - 1),
    }[shape]
    other = here if shape == "chain" else np.maximum(here - 1, 0)
    accepting = draw.random(size) < {"any": 0.5, "cycles": 0.1, "none": 0}.get(shape, 0.02)
    accepting[-1] |= shape in ("chain", "late")
    automaton = Automaton.of(
        1, np.stack([other, ahead], 1).tolist(), accepting.tolist(), here.tolist()
    )
    least = minimal(automaton)
    assert least.size == in_rounds(automaton) == in_rounds(least)
    for n, start in draw.integers((1 << 20, size), size=(40, 2)).tolist():
        assert least.accepts(n, start=start) == automaton.accepts(n, start=start)


@pytest.mark.parametrize("seed", range(40))
def test_there_is(seed: int) -> None:
    pick = Random(seed)
    automaton = random_automaton(pick, 2, states=5, starts=2)
    for track in range(2):
        projected = exists(automaton, track)
        for start, n in product(range(2), SMALL):
            pairs = ((m, n) if track == 0 else (n, m) for m in FAR)
            found = any(automaton.accepts(*pair, start=start) for pair in pairs)
            assert projected.accepts(n, start=start) == found


def test_there_is_in_the_middle() -> None:
    between = both(inequality((1, -1, 0), -1), inequality((0, 1, -1), -1))  # x < y < z
    some = exists(between, 1)
    for x, z in product(SMALL, SMALL):
        assert some.accepts(x, z) == (z - x >= 2)


@pytest.mark.parametrize("seed", range(30))
def test_choices(seed: int) -> None:
    """The deterministic automaton against all ways of reading, zeros at the end included."""
    pick = Random(seed)
    states, tracks = 5, 1
    targets = np.array(
        [[[pick.choice([-1, *range(states)]) for _ in range(2)] for _ in range(2)]
         for _ in range(states)], dtype=np.int32
    )  # fmt: skip
    accepting = np.array([pick.random() < 0.3 for _ in range(states)])
    sets = [[pick.randrange(states) for _ in range(pick.randint(0, 3))] for _ in range(3)]
    found = determined(Choices(tracks, targets, accepting), sets, Budget())
    for start, chosen in enumerate(sets):
        for n in SMALL:
            now = set(chosen)
            ends = []
            for j in range(n.bit_length() + states + 1):
                if j >= n.bit_length():
                    ends.append(any(accepting[q] for q in now))
                now = {int(r) for q in now for r in targets[q, n >> j & 1] if r >= 0}
            assert found.accepts(n, start=start) == any(ends)


@pytest.mark.parametrize("seed", range(40))
def test_linear_relations(seed: int) -> None:
    pick = Random(seed)
    coefficients = [pick.randint(-5, 5) for _ in range(pick.randint(1, 3))]
    constant = pick.randint(-20, 20)
    equal_to, at_most = equation(coefficients, constant), inequality(coefficients, constant)
    for numbers in product(range(9), repeat=len(coefficients)):
        total = sum(c * n for c, n in zip(coefficients, numbers, strict=True))
        assert equal_to.accepts(*numbers) == (total == constant)
        assert at_most.accepts(*numbers) == (total <= constant)


def test_numbers_by_name() -> None:
    powers, lowest = power_of_two(), lowest_bit()
    for n in range(200):
        assert powers.accepts(n) == (n > 0 and n & (n - 1) == 0)
        assert residue(7, 3).accepts(n) == (n % 7 == 3)
        for u in range(40):
            assert lowest.accepts(n, u) == (n > 0 and u == n & -n)
    few = finite([(3, 100), (0, 0), (77, 5)], 2)
    assert [p for p in product(range(128), repeat=2) if few.accepts(*p)] == [
        (0, 0),
        (3, 100),
        (77, 5),
    ]


@pytest.mark.parametrize("seed", range(60))
def test_the_least_number(seed: int) -> None:
    pick = Random(seed)
    automaton = random_automaton(pick, 1, states=7, starts=2)
    for start in range(2):
        accepts = [n for n in range(1 << 8) if automaton.accepts(n, start=start)]
        least = automaton.least(start)
        assert least == (accepts[0] if accepts else None)
        assert automaton.empty(start) == (least is None)


def test_a_least_number_far_out() -> None:
    deep = both(inequality((-1,), -(10**40)), residue(7, 3))
    least = deep.least()
    assert least is not None
    assert least >= 10**40 > least - 7
    assert least % 7 == 3


def test_a_very_deep_automaton_overflows_nothing() -> None:
    """5,000 states in a row, none equal to another."""
    length = 5_000
    step = [[q + 1, length + 1] for q in range(length)] + [[length, length], [length + 1] * 2]
    accepting = [False] * length + [True, False]
    # 2^length is read as `length` zeros and a one.
    step[length - 1] = [length + 1, length]
    step[0] = [1, length + 1]
    automaton = Automaton.of(1, step, accepting)
    assert automaton.least() == 1 << (length - 1)
    assert exists(automaton.on((1,), 2), 0).size == minimal(automaton).size == length + 2


def test_a_budget_ends_in_no_verdict() -> None:
    pick = Random(1)  # 20 sets of states are not enough
    large = random_automaton(pick, 2, states=60)
    with pytest.raises(Undecided, match="undecided within 20 states") as raised:
        exists(large, 0, Budget(20))
    assert raised.value.for_good
    with pytest.raises(Undecided, match="time given") as late:
        exists(large, 0, Budget(deadline=0.0))
    assert not late.value.for_good
