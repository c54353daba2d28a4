"""The pieces of the detector: values of members, words, fits, cells, carries."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mexplore.discover.families.fitting.candidates import linear_forms
from mexplore.discover.families.fitting.carries import RowCandidate
from mexplore.discover.families.fitting.cells import learned_cell
from mexplore.discover.families.fitting.codes import proved_period
from mexplore.discover.families.fitting.members import sequences
from mexplore.discover.families.fitting.systems import digits_of, elements_in, in_family, system_of
from mexplore.discover.families.fitting.words import Instances, Members, build, cut
from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.patterns.splits import Blocks, Residues, cases_of
from mexplore.rules.arithmetic.polynomial import Polynomial, total
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.parameters.constraint import all_hold
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.rule import grundy_by_definition

WORDS = st.lists(st.integers(0, 3), min_size=1, max_size=60).map(bytes)
SETS = st.lists(st.integers(1, 12), min_size=1, max_size=8)


@given(WORDS, WORDS, st.integers(1, 7), st.integers(10, 80), st.sampled_from([1, 1000]))
def test_periods_are_the_least_that_terms_prove(
    first: bytes, again: bytes, largest: int, count: int, factor: int
) -> None:
    """Those that 2 (n0 + p) + largest terms show; values may need more than one byte."""
    terms = np.array([*first, *again * count][:count]) * factor
    fits = (
        (n0, p)
        for p in range(1, count // 2)
        for n0 in [max(1, *(n + 1 for n in range(count - p) if terms[n] != terms[n + p]), 1)]
        if 2 * (n0 + p) + largest <= count
    )
    assert proved_period(terms, largest) == next(fits, None)


@given(SETS)
def test_values_of_members_are_those_of_the_definition(amounts: list[int]) -> None:
    """And their preperiods and periods are least."""
    (values,) = sequences([amounts], 5000)
    if values is None:
        return
    stop = min(values.length + values.period + max(amounts), 400)
    terms = grundy_by_definition(Subtraction.of(amounts), stop)
    assert list(values.first(stop)) == list(terms)
    word = values.first(values.preperiod + 3 * values.period)
    tail = word[values.preperiod :]
    shorter = (d for d in range(1, values.period) if values.period % d == 0)
    assert not any(tail[d:] == tail[:-d] for d in shorter)
    before = values.preperiod - 1
    assert before < 0 or word[before] != word[before + values.period]


@given(WORDS, st.lists(st.integers(1, 9), max_size=2))
def test_what_is_cut_can_be_built_again(word: bytes, factors: list[int]) -> None:
    widths = [7 * factors[0], factors[0]][2 - len(factors) :] if factors else []
    shape, numbers = cut(word, widths)
    assert len(numbers) == shape.width
    assert build(shape, [n or 0 for n in numbers], widths, len(word)) == word
    assert build(shape, [n or 0 for n in numbers], widths, len(word) - 1) is None


@given(st.lists(st.integers(-9, 9), min_size=3, max_size=3), st.integers(0, 8))
def test_linear_forms_are_found_and_nothing_else(coefficients: list[int], wrong: int) -> None:
    a, b = Polynomial.name("a"), Polynomial.name("b")
    form = coefficients[0] * a + coefficients[1] * b + coefficients[2]
    points = np.array([[i, j] for i in range(3) for j in range(3)])
    numbers = [[form.at({"a": int(i), "b": int(j)})] for i, j in points]
    assert linear_forms(points, numbers, ["a", "b"]) == [form]
    numbers[wrong][0] += 1
    assert linear_forms(points, numbers, ["a", "b"]) is None


@given(st.lists(st.integers(-6, 6), min_size=4, max_size=4))
def test_digits_stand_for_the_number(coefficients: list[int]) -> None:
    a, h = Polynomial.name("a"), Polynomial.name("h")
    number = coefficients[0] * (2 * a + 1) * h + coefficients[1] * a + coefficients[2]
    weights = [2 * a + 1]
    digits = digits_of(number, weights)
    assert digits is not None
    assert all(digit.is_linear for digit in digits)
    ones = (*weights, Polynomial.number(1))
    assert total(w * d for w, d in zip(ones, digits, strict=True)) == number


@given(st.lists(st.integers(-6, 6), min_size=4, max_size=4))
def test_digits_may_have_products_for_weights(coefficients: list[int]) -> None:
    """Rows of about a period, within them rows of the blocks b = (2a + 1) h + r."""
    a, h, r = map(Polynomial.name, "ahr")
    width = 2 * a + 1
    b = width * h + r
    weights = [2 * b + 3 * a + 2, width]
    w, x, y, z = coefficients
    number = w * weights[0] + x * a + y * b + z
    digits = digits_of(number, weights)
    if digits is not None:
        ones = (*weights, Polynomial.number(1))
        assert total(w * d for w, d in zip(ones, digits, strict=True)) == number
        assert all(digit.is_linear for digit in digits)
    expected = tuple(map(Polynomial.number, (w, 0, x)))
    assert digits_of(w * weights[0] + x, weights) == expected


def test_weights_are_the_same_in_other_residues() -> None:
    """A row of 3a + 2b + 2 in one case is one in all others."""
    rule = ParametricRule.parse("subtract(2, a + b, 2a + b + 2) for b > a >= 1")
    cases = cases_of(rule, (Residues("a", 4, "i"), Residues("b", 4, "j")))
    a, b = map(Polynomial.name, "ab")
    weights = (3 * a + 2 * b + 2, Polynomial.number(4))
    for case in cases:
        assert in_family(case, [w.with_names(case.family) for w in weights]) == weights
    blocks = cases_of(rule, (Blocks("b", a, "h", "r"),))[-1]
    assert in_family(blocks, [a]) is None


def fitted(text: str, weights: list[int], smallest: int) -> tuple[RowCandidate, Instances]:
    """The candidate that all members from ``smallest`` on suggest."""
    rule = ParametricRule.parse(text)
    (case,) = cases_of(rule, ())
    system = system_of(case, rule.elements, [Polynomial.number(w) for w in weights])
    assert system is not None
    members = Members(case.names, case.domain, rule.elements, 2000)
    members.add((k,) for k in range(25))
    instances = Instances(system, members)
    group = [i for i in instances.known if i.point[0] >= smallest]
    points = np.array([i.point for i in group])
    forms = linear_forms(points, [i.numbers for i in group], case.names)
    assert forms is not None
    assert group[0].shape is not None
    return RowCandidate(system, *group[0].shape, forms), instances


def test_a_cell_is_learned_where_a_candidate_is_true() -> None:
    """subtract(k, k + 1, 3k) has the period 4k + 1 for k >= 2, and k = 1 another."""
    candidate, instances = fitted("subtract(k, k + 1, 3k) for k >= 1", [], 2)
    learned = learned_cell(candidate, instances.known, {i.point for i in instances.known})
    assert learned is not None
    cell, good = learned
    assert str(candidate.period) == "4*k + 1"
    assert all(all_hold(cell, i.environment) == candidate.is_true_of(i) for i in instances.known)
    assert len(good) == sum(all_hold(cell, i.environment) for i in instances.known)


def test_of_two_sides_on_which_a_candidate_is_true_one_is_kept() -> None:
    """subtract(a, 2a, a + 2b + 1), b = 3a h + r: the period 3a where r < a/2, where it is a half
    more, and nowhere between."""
    rule = ParametricRule.parse("subtract(a, 2a, a + 2b + 1) for b > a >= 1")
    a = Polynomial.name("a")
    case = cases_of(rule, (Blocks("b", 3 * a, "h", "r"),))[-1]
    system = system_of(case, elements_in(rule, case), [3 * a])
    assert system is not None
    members = Members(case.names, case.domain, system.elements, 4000)
    members.add((i, 2, r) for i in range(1, 22) for r in range(3 * i))
    instances = Instances(system, members)
    pure = [i for i in instances.known if (i.values.preperiod, i.values.period) == (0, i.widths[0])]
    group = [i for i in pure if i.shape == pure[-1].shape]
    points = np.array([i.point for i in group])
    forms = linear_forms(points, [i.numbers for i in group], case.names)
    assert forms is not None and pure[-1].shape is not None
    candidate = RowCandidate(system, *pure[-1].shape, forms)
    learned = learned_cell(candidate, instances.known, {i.point for i in group})
    assert learned is not None
    cell, good = learned
    assert 3 * len(good) > len(group)
    for i in instances.known:
        assert candidate.is_true_of(i) or not all_hold(cell, i.environment)


def test_the_law_of_a_candidate_gives_the_values_of_members_far_outside() -> None:
    """subtract(k, k + 1, 3k) at k = 2, ..., 60; the members seen have k < 25."""
    candidate, instances = fitted("subtract(k, k + 1, 3k) for k >= 2", [], 2)
    carries = candidate.carries([i.environment for i in instances.known[:6]])
    assert carries is not None
    *moves, successor = carries
    law = candidate.law(instances.system.domain, moves, successor)
    law.refuse_misfits()
    assert all(law.val(z) == 0 for z in law.all_carries())
    for k in range(2, 61, 7):
        terms = grundy_by_definition(Subtraction.of([k, k + 1, 3 * k]), 10 * k)
        assert [value_at(law, {"k": k}, n) for n in range(10 * k)] == list(terms)
