"""Closed forms of every kind: told apart at the first n, or proved equal."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.heaps.patterns.automatic.least_machine import least_machine
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic, AutomaticForm
from mexplore.discover.heaps.patterns.geometric import Geometric, GeometricForm
from mexplore.discover.heaps.patterns.named.pattern import Named, NamedForm
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.patterns.split import SplitForm, SplitPeriodic
from mexplore.discover.heaps.patterns.threshold import Threshold, ThresholdForm
from mexplore.discover.heaps.statements import first_difference_of
from mexplore.discover.numerics.integers import common_power, root_and_exponent
from mexplore.discover.questions.compare import compare
from mexplore.discover.study.pattern import ClosedForm, Undecided
from mexplore.rules.arithmetic.forms import Floor
from mexplore.rules.engine.runs import runs_of
from mexplore.rules.notation import parse_rule

SMALL = st.integers(0, 2)


@st.composite
def periodic(draw: st.DrawFn) -> ClosedForm:
    n0, p, s = draw(st.integers(0, 3)), draw(st.integers(1, 4)), draw(SMALL)
    values = draw(st.lists(SMALL, min_size=n0 + p, max_size=n0 + p))
    return PeriodicForm(Periodic(n0, p, s), np.array(values, dtype=np.uint8))


@st.composite
def split(draw: st.DrawFn) -> ClosedForm:
    n0, p = draw(st.integers(0, 3)), draw(st.integers(1, 4))
    slopes = draw(st.lists(SMALL, min_size=p, max_size=p))
    first = draw(st.lists(SMALL, min_size=n0 + p, max_size=n0 + p))
    return SplitForm(SplitPeriodic(n0, p, tuple(slopes)), tuple(first))


@st.composite
def geometric(draw: st.DrawFn) -> ClosedForm:
    ratio, start = draw(st.sampled_from([2, 3, 4, 8, 9])), draw(st.integers(1, 4))
    head = draw(st.lists(SMALL, min_size=start, max_size=start))
    law = Geometric(ratio, start, draw(st.booleans()))
    if law.ceil and start == 1:
        head = [*head, 0]  # G(1) is no earlier term's: ceil(1/c) = 1
        law = Geometric(ratio, 2, True)
    return GeometricForm(law, runs_of(np.array(head, dtype=np.uint8)))


@st.composite
def automatic(draw: st.DrawFn) -> ClosedForm:
    base, states = draw(st.sampled_from([2, 2, 3, 4])), draw(st.integers(1, 4))
    target = st.integers(0, states - 1)
    rows = [draw(st.lists(target, min_size=base, max_size=base)) for _ in range(states)]
    rows[0][0] = 0
    outputs = draw(st.lists(SMALL, min_size=states, max_size=states))
    machine = least_machine(tuple(map(tuple, rows)), tuple(outputs))
    return AutomaticForm(Automatic(base, machine.transitions, machine.outputs))


FORMS = st.one_of(periodic(), split(), geometric(), automatic())
N = 3000


def by_enumeration(one: ClosedForm, other: ClosedForm) -> int | None:
    differing = np.flatnonzero(one.prefix(N).astype(np.int64) != other.prefix(N).astype(np.int64))
    return int(differing[0]) if len(differing) else None


@given(FORMS, FORMS)
@settings(max_examples=400, deadline=None)
def test_the_first_difference_is_that_of_enumeration(one: ClosedForm, other: ClosedForm) -> None:
    expected = by_enumeration(one, other)
    try:
        found = first_difference_of(one, other)
    except Undecided:
        assert expected is None
        return
    assert found == expected


@pytest.mark.parametrize("kind", [periodic(), split(), geometric(), automatic()])
def test_forms_of_one_kind_equal_themselves(kind: st.SearchStrategy[ClosedForm]) -> None:
    @given(kind)
    @settings(max_examples=40, deadline=None)
    def equals_itself(form: ClosedForm) -> None:
        assert first_difference_of(form, form) is None

    equals_itself()


def test_one_law_under_two_ratios_two_bases_two_kinds() -> None:
    runs = runs_of(np.array([0, 1, 1], dtype=np.uint8))
    threes = GeometricForm(Geometric(3, 3), runs)
    nines = GeometricForm(Geometric(9, 9), threes.runs(9))
    assert first_difference_of(threes, nines) is None
    thue_morse = Automatic(2, ((0, 1), (1, 0)), (0, 1))
    fours = AutomaticForm(thue_morse.in_power(2))
    assert first_difference_of(AutomaticForm(thue_morse), fours) is None
    nim = ThresholdForm(Threshold(Floor(1, -1)))
    counting = PeriodicForm(Periodic(0, 1, 1), np.array([0], dtype=np.uint8))
    assert first_difference_of(nim, counting) is None


def test_a_difference_far_out_is_found_without_the_terms_between() -> None:
    """Two automata that differ at 2^39 first, and two thresholds."""
    chain = [(s + 1, 41) for s in range(1, 40)]
    seen = Automatic(2, ((0, 1), *chain, (40, 40), (41, 41)), tuple([0] * 42))
    marked = Automatic(2, seen.transitions, (*[0] * 40, 1, 0))
    zero = AutomaticForm(Automatic(2, ((0, 0),), (0,)))
    assert first_difference_of(AutomaticForm(marked), zero) == 2**39
    assert first_difference_of(AutomaticForm(seen), zero) is None
    halves, nearly = (
        ThresholdForm(Threshold(Floor(a, 0, c))) for a, c in ((1, 2), (10**6, 2 * 10**6 + 1))
    )
    first = first_difference_of(halves, nearly)
    assert first is not None
    assert halves.at(first) != nearly.at(first)
    assert halves.runs(first) == nearly.runs(first)


def test_named_formulas() -> None:
    one, other = (NamedForm(Named("v2(n)", s), (0, 0)[:s]) for s in (1, 2))
    assert first_difference_of(one, other) is None
    assert first_difference_of(one, NamedForm(Named("v2(n)", 1), (3,))) == 0
    with pytest.raises(Undecided):
        first_difference_of(one, NamedForm(Named("valuation(n, 2)", 1), (0,)))


@pytest.mark.parametrize(
    ("one", "other"),
    [("divide(2..6)", "divide(2..6)"), ("subtract(1) or divide(2)", "n -> [n - 1, n // 2]"),
     ("remove(1 .. n//2)", "n -> [n - k for k in range(1, n // 2 + 1)]"),
     ("subtract(primes)", "subtract(primes)")],
)  # fmt: skip
def test_equal_rules_are_equal(one: str, other: str) -> None:
    assert compare(parse_rule(one), parse_rule(other), 1000, budget=5).for_all


def test_equal_laws_of_different_rules_are_equal_for_all_n() -> None:
    """The second is found with a loop over terms, and has an automaton for a law, or none."""
    two = compare(parse_rule("divide(4)"), parse_rule("n -> [n // 2 // 2]"), 10**4, budget=5)
    assert two.equal_by in ("rule", "laws")


@given(st.integers(2, 40), st.integers(1, 6))
def test_roots_and_powers(root: int, exponent: int) -> None:
    found, power = root_and_exponent(root**exponent)
    assert found**power == root**exponent
    assert power % exponent == 0
    assert common_power(root**exponent, root) == (1, exponent)
