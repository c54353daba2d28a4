"""Intervals: ends in normal form, kernel against the definition, places of errors."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import intervals, numbers

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.forms import Floor, Root, normal_form
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.families.interval.rule import Interval
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


@settings(deadline=None, max_examples=8)  # each example compiles a loop
@given(intervals())
def test_round_trip_and_values(rule: Interval) -> None:
    assert Interval.parse(str(rule)) == rule
    assert grundy_values(rule, 90).tolist() == grundy_by_definition(rule, 90)
    simple = rule.simplest()
    assert parse_rule(str(simple)) == simple
    assert grundy_by_definition(simple, 40) == grundy_by_definition(rule, 40)


@settings(deadline=None)
@given(intervals(), st.integers(0, 10**12))
def test_forms_are_the_ends(rule: Interval, n: int) -> None:
    low, high = (evaluate(end, {"n": n}) for end in (rule.low, rule.high))
    left = (low, high) if rule.leaving else (n - high, n - low)
    removed = (n - left[1], n - left[0])
    for forms, ends in ((rule.left_forms(), left), (rule.removed_forms(), removed)):
        for form, end in zip(forms, ends, strict=True):
            assert form is None or form(n) == end


SUMS = st.recursive(
    st.one_of(st.integers(0, 20).map(tree.Number), st.just(tree.Name("n"))),
    lambda inner: st.one_of(
        st.builds(tree.Binary, st.sampled_from("+-"), inner, inner),
        st.builds(tree.Binary, st.just("*"), st.integers(0, 5).map(tree.Number), inner),
        st.builds(tree.Binary, st.just("//"), inner, st.integers(1, 6).map(tree.Number)),
        st.builds(tree.Binary, st.just("//"), inner, st.just(read_expression("-3", ()))),
        st.builds(
            lambda a, b: tree.Call("ceil_div", (a, tree.Number(b))), inner, st.integers(1, 6)
        ),
    ),
    max_leaves=8,
)


@settings(deadline=None, max_examples=300)
@given(SUMS)
def test_linear_forms_are_right_at_every_heap(node: tree.Node) -> None:
    form = normal_form(node)
    assert form is None or all(form(n) == evaluate(node, {"n": n}) for n in range(60))


@settings(deadline=None)
@given(numbers(("n",), 3))
def test_written_expression_reads_the_same(node: tree.Node) -> None:
    assert read_expression(str(node), ("n",)) == node


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("n", Floor(1, 0)),
        ("0", Floor(0, 0)),
        ("n // 2", Floor(1, 0, 2)),
        ("(2*n + 3) // 4", Floor(1, 1, 2)),
        ("ceil(n/3)", Floor(1, 2, 3)),
        ("floor(n/3)", Floor(1, 0, 3)),
        ("n - ceil(n/2)", Floor(1, 0, 2)),
        ("n // 2 // 3 + 1", Floor(1, 6, 6)),
        ("3*n // 4 - n", Floor(-1, 0, 4)),
        ("isqrt(n) - 1", Root(1, 0, -1)),
        ("isqrt(2*n + 1)", Root(2, 1)),
        ("n // 2 + n // 3", None),
        ("n * n", None),
        ("n - isqrt(n)", None),
        ("isqrt(n) // 2", None),
        ("min(n, 5)", None),
    ],
)
def test_forms_by_hand(text: str, form: Floor | Root | None) -> None:
    assert normal_form(read_expression(text, ("n",))) == form


def test_at_most_half() -> None:
    # Remove at most half (Levine, Fractal sequences and restricted Nim, 2006): G(2n) = n and
    # G(2n + 1) = G(n).
    values = grundy_values(parse_rule("remove(1 .. n // 2)"), 4001)
    assert values[0::2].tolist() == list(range(2001))
    assert values[1::2].tolist() == values[:2000].tolist()


@pytest.mark.parametrize("text", Interval.examples)
def test_resumed_computation_gives_the_same(text: str) -> None:
    rule = parse_rule(text)
    whole = grundy_values(rule, 3000)
    kernel = rule.kernel()
    assert kernel is not None
    resumed = whole.copy()
    resumed[1700:] = 0
    assert kernel.fill(resumed, 1700, 3000) == 3000
    assert resumed.tolist() == whole.tolist()
    computation = Computation(rule)
    for stop in (1, 70, 500, 3000):
        computation.extend(stop)
    assert computation.values.tolist() == whole.tolist()


def test_constant_removals_are_a_subtraction_set() -> None:
    assert str(parse_rule("remove(2 .. 10 // 2)")) == "subtract(2..5)"
    assert str(parse_rule("leave(n - 4 .. n + 7)")) == "subtract(1..4)"
    assert str(parse_rule("remove(3 .. 2)")) == "remove(3 .. 2)"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("leave()", 6),
        ("leave(1 .. )", 11),
        ("leave( .. n)", 7),
        ("remove(1 .. n", 13),
        ("remove(1, n)", 11),
        ("remove(1 .. n) x", 15),
        ("remove(1 .. m)", 12),
        ("remove(1 .. n / 2)", 16),
        ("remove(1 .. [n])", 12),
        ("remove(1 .. 7 // n)", 12),
        ("leave(isqrt(n - 1) .. n - 1)", 6),
        ("remove(1 .. n.real)", 12),
    ],
)
def test_malformed_interval_names_the_place(text: str, place: int) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    assert caught.value.position == place, str(caught.value)
