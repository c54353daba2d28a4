"""Automatic sequences: the least automaton is found, extrapolated, refuted."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mexplore.discover.heaps.patterns.automatic.least_machine import least_machine
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic, eventually_periodic
from mexplore.discover.numerics.digits import digits
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.runs import Runs, runs_of
from mexplore.rules.families.division.rule import Division
from mexplore.rules.notation import parse_rule

THUE_MORSE = Automatic(2, ((0, 1), (1, 0)), (0, 1))
# G of {n - 1, floor(n/2)}: five states, least and in canonical order.
HALVE_OR_TAKE_ONE = Automatic(2, ((0, 3), (3, 4), (4, 3), (1, 4), (2, 3)), (0, 0, 0, 1, 2))


@st.composite
def automata(draw: st.DrawFn) -> Automatic:
    """Least automata with at most six states."""
    base = draw(st.integers(2, 3))
    states = draw(st.integers(2, 6))
    state = st.integers(0, states - 1)
    rows = [draw(st.tuples(*[state] * base)) for _ in range(states)]
    rows[0] = (0, *rows[0][1:])
    outputs = tuple(draw(st.lists(st.integers(0, 3), min_size=states, max_size=states)))
    least = least_machine(tuple(rows), outputs)
    return Automatic(base, least.transitions, least.outputs)


@settings(max_examples=60, deadline=None)
@given(automata())
def test_planted_automaton_is_found_with_least_parameters(planted: Automatic) -> None:
    values = planted.prefix(20_000)
    assume(not eventually_periodic(values))
    claims = list(Automatic.detect(Evidence(values)))
    assert claims == [planted]
    assert planted.not_least(Evidence(values)) is None


@settings(max_examples=60, deadline=None)
@given(automata(), st.integers(0, 300))
def test_at_prefix_and_counts_agree(planted: Automatic, stop: int) -> None:
    values = planted.prefix(stop).tolist()
    assert values == [planted.at(n) for n in range(stop)]
    counts = planted.counts(stop)
    assert counts == {value: values.count(value) for value in sorted(set(values))}


@settings(max_examples=60, deadline=None)
@given(automata(), st.integers(4000, 19_999))
def test_one_late_wrong_term_refutes(planted: Automatic, n: int) -> None:
    values = planted.prefix(20_000)
    assume(not eventually_periodic(values))
    values[n] += 1
    evidence = Evidence(values)
    assert planted.first_failure(evidence) == n
    assert planted not in list(Automatic.detect(evidence))


@settings(max_examples=60, deadline=None)
@given(automata(), st.integers(0, 40), st.integers(0, 999), st.integers(0, 3))
def test_failure_among_runs_is_that_among_values(
    planted: Automatic, dense: int, n: int, wrong: int
) -> None:
    values = planted.prefix(1000)
    values[n] = wrong
    failures = np.flatnonzero(values != planted.prefix(1000))
    expected = int(failures[0]) if len(failures) else None
    assert planted.first_failure(Evidence(values[:dense], runs_of(values))) == expected


def test_runs_far_beyond_any_array() -> None:
    """Powers of two in binary: 0...010...0 gives 1, everything else 0."""
    powers = Automatic(2, ((0, 2), (1, 1), (2, 1)), (0, 0, 1))
    assert [n for n in range(100) if powers.at(n)] == [1, 2, 4, 8, 16, 32, 64]
    pairs = [(0, 0), (1, 1), (3, 0)]
    for j in range(2, 300):
        pairs += [(2**j, 1), (2**j + 1, 0)]
    starts, values = zip(*pairs, strict=True)
    runs = Runs(starts, values, 2**300)
    assert powers.first_failure(Evidence(runs.dense(50), runs)) is None
    for index in (-1, -2, -101):
        changed = [
            1 - value if i == len(values) + index else value for i, value in enumerate(values)
        ]
        wrong = Runs(starts, tuple(changed), 2**300)
        assert powers.first_failure(Evidence(runs.dense(50), wrong)) == starts[index]


@pytest.mark.parametrize("stop", [0, 1, 2, 31, 32, 100, 5000])
def test_noise_has_no_automaton(stop: int) -> None:
    generator = np.random.default_rng(stop)
    for most in (1, 2, 3, 9, 300):
        values = generator.integers(0, most, stop).astype(np.uint16)
        assert list(Automatic.detect(Evidence(values))) == []


def test_primes_and_squares_have_no_automaton() -> None:
    numbers = np.arange(1 << 17)
    squares = np.isin(numbers, numbers[:400] ** 2)
    primes = np.ones(len(numbers), dtype=bool)
    for p in range(2, 400):
        primes[2 * p :: p] = False
    for indicator in (squares, primes):
        assert list(Automatic.detect(Evidence(indicator.astype(np.uint8)))) == []


@pytest.mark.parametrize("text", ["subtract(1, 3, 4)", "subtract(2, 4, 7)", "subtract(1..9)"])
def test_periodic_sequences_are_left_to_their_own_pattern(text: str) -> None:
    for stop in (100, 1000, 100_000):
        assert list(Automatic.detect(Evidence(grundy_values(parse_rule(text), stop)))) == []


@pytest.mark.parametrize(
    ("text", "base", "states"),
    [
        ("subtract(1) or divide(2)", 2, 5),
        ("subtract(1, 2) or divide(2)", 2, 19),
        ("subtract(1) or divide(3)", 3, 8),
        ("subtract(1, 3) or divide(2)", 2, 5),
        ("subtract(2) or divide(2)", 2, 17),
        ("subtract(2, 3) or divide(2)", 2, 136),
    ],
)
def test_games_of_subtraction_and_division(text: str, base: int, states: int) -> None:
    values = grundy_values(parse_rule(text), 1 << 18)
    (claim,) = Automatic.detect(Evidence(values))
    assert (claim.base, claim.states) == (base, states)


def test_blocks_that_keep_growing_have_no_automaton() -> None:
    values = grundy_values(parse_rule("subtract(1) or divide(2, 3)"), 1 << 20)
    assert list(Automatic.detect(Evidence(values))) == []


def test_canonical_order_and_huge_heaps() -> None:
    values = grundy_values(parse_rule("subtract(1) or divide(2)"), 1000)
    (claim,) = Automatic.detect(Evidence(values))
    assert claim == HALVE_OR_TAKE_ONE
    assert claim.at(10**1000) == 1
    assert sum(claim.counts(10**1000).values()) == 10**1000
    assert Automatic.from_parameters(claim.parameters()) == claim


def test_others_than_the_least_are_named() -> None:
    nothing = Evidence(np.zeros(0, dtype=np.uint8))
    doubled = Automatic(2, ((0, 1), (3, 2), (0, 3), (1, 2)), (0, 1, 0, 1))
    assert doubled.not_least(nothing) == "2 states are enough"
    renamed = Automatic(2, ((0, 2), (1, 0), (2, 1)), (0, 1, 0))
    assert renamed.not_least(nothing) is not None
    assert THUE_MORSE.not_least(nothing) is None


@pytest.mark.parametrize(
    "change",
    [
        {"base": 1},
        {"base": 3},
        {"base": True},
        {"states": 3},
        {"outputs": [0]},
        {"outputs": [0, -1]},
        {"outputs": [0, 1.0]},
        {"transitions": [[0, 1], [1, 2]]},
        {"transitions": [[1, 0], [1, 0]]},
        {"transitions": [[0, 1]]},
        {"transitions": 7},
        {"more": 1},
    ],
)
def test_wrong_parameters_are_refused(change: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        Automatic.from_parameters(THUE_MORSE.parameters() | change)


def test_geometric_laws_are_automatic_in_their_ratio() -> None:
    """G of divide(2, 8) depends on the digits in base 2; runs are compared to 10^60."""
    rule = Division((2, 8))
    starts = rule.run_starts()
    listed = list(islice(starts, 300))
    runs = Runs(tuple(n for n, _ in listed), tuple(g for _, g in listed), listed[-1][0] + 1)
    (claim,) = Automatic.detect(Evidence(runs.dense(5000), runs))
    assert claim.base == 2
    assert all(claim.at(n) == value for n, value in listed)


@given(st.integers(0, 10**60), st.integers(2, 12))
def test_digits_are_those_of_n(n: int, base: int) -> None:
    read = digits(n, base)
    assert sum(d * base**i for i, d in enumerate(reversed(read))) == n
    assert all(0 <= d < base for d in read)
    assert not read or read[0]
