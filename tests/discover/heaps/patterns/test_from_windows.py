"""Automata guessed from windows of values: what comes out of true windows is the truth."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import residue_rule, values_of_text

from mexplore.discover.heaps.patterns.automatic.from_windows import LOOK_BACKS, Guesses
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.discover.heaps.patterns.automatic.window_kernel import fill, fill_compiled
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.residue_window import residue_options
from mexplore.discover.heaps.theorems.window_product import WindowProduct
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import MexploreError, TooLarge
from mexplore.rules.moves.residue_options import ResidueOptions
from mexplore.rules.notation import parse_rule

FAR = 1 << 14


def shape_of(text: str) -> ResidueOptions:
    shape = residue_options(parse_rule(text))
    assert not isinstance(shape, Inapplicable)
    return shape


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("subtract(1) or divide(2)", 2),
        ("subtract(1) or divide(4, 8)", 2),
        ("subtract(1) or divide(9, 81)", 9),
        ("subtract(1) or divide(6)", 6),
        ("subtract(1) or divide(2, 3)", None),
        ("subtract(1) or divide(12, 18)", None),
        ("subtract(1, 2)", None),
        ("n -> [n - 1] + ([2 * n // 3] if n % 2 and n > 1 else [])", None),
        ("n -> [n - 1] + ([n // 2] if n % 3 == 1 else [])", 2),
    ],
)
def test_the_base_is_the_largest_of_which_all_divisors_are_powers(
    text: str, base: int | None
) -> None:
    assert shape_of(text).base == base


def rules_with_a_base(count: int, seed: int) -> list[str]:
    pick = Random(seed)
    found: list[str] = []
    while len(found) < count:
        text = residue_rule(pick)
        try:
            shape = residue_options(parse_rule(text))
        except MexploreError:
            continue
        if isinstance(shape, ResidueOptions) and shape.base and shape.modulus <= 60:
            found.append(text)
    return found


def check_guesses(count: int, seed: int) -> int:
    """Each guess fits the values that it was not made from, or the theorem refutes it."""
    proved = 0
    for text in rules_with_a_base(count, seed):
        shape, values = shape_of(text), np.array(values_of_text(text, FAR), dtype=np.uint8)
        guesses, told = Guesses(shape, values[: FAR // 2]), set()
        for length in LOOK_BACKS[:4]:
            claim = guesses.of_length(length)
            if claim is None or claim in told:
                continue
            told.add(claim)
            assert claim.first_failure(Evidence(values[: FAR // 2])) is None
            verdict = WindowProduct().bound(parse_rule(text), claim)
            if isinstance(verdict, int):
                assert claim.first_failure(Evidence(values)) is None, text
                assert claim.not_least(Evidence(values)) is None, text
                proved += 1
                break
    return proved


@pytest.mark.slow
def test_most_rules_with_a_base_have_an_automaton() -> None:
    assert check_guesses(12, seed=1) >= 8


@pytest.mark.slow
def test_most_of_five_hundred_rules_have_an_automaton() -> None:
    assert check_guesses(500, seed=2) >= 400


def test_more_than_500_states() -> None:
    text = "n -> [(n - 1) // 2, n - 2, n - 4] + ([n - 3] if n % 5 < 1 else [n - 5])"
    rule = parse_rule(text)
    (claim,) = WindowProduct().claims(rule)
    assert claim.size() > 500 * 3
    assert isinstance(WindowProduct().bound(rule, claim), int)
    values = np.array(values_of_text(text, 100_000), dtype=np.uint8)
    assert claim.first_failure(Evidence(values)) is None


def test_a_search_that_is_stopped_goes_on_later() -> None:
    rule, theorem = parse_rule("subtract(1, 6) or divide(6)"), WindowProduct()
    shape = theorem.hypotheses(rule)
    assert not isinstance(shape, Inapplicable)
    assert theorem.claims_before(shape, working_seconds() - 1) == []
    (claim,) = theorem.claims_of(shape)
    assert claim.base == 6
    assert theorem.claims_before(shape, working_seconds() - 1) == [claim]
    guesses = Guesses(shape[1], np.array(claim.prefix(1 << 14), dtype=np.uint8))
    with pytest.raises(TooLarge, match="time"):
        guesses.of_length(12, working_seconds() - 1)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_compiled_values_after_windows_are_those_by_arrays(seed: int) -> None:
    random = np.random.default_rng(seed)
    start, steps = int(random.integers(2, 9)), int(random.integers(1, 9))
    rows, classes, options, heaps = (int(random.integers(1, 5)) for _ in range(4))
    room = np.zeros((rows, start + steps), dtype=np.uint8)
    room[:, :start] = random.integers(0, 16, (rows, start))
    columns = random.integers(0, start, (classes, steps, options, heaps))
    for step in range(steps):  # some options are values computed before
        columns[:, step, 0, 0] = random.integers(0, start + step, classes)
    residues = random.integers(0, classes, rows)
    plain, compiled = room.copy(), room.copy()
    fill(plain, start, columns, residues)
    fill_compiled(compiled, start, columns, residues)
    assert (plain == compiled).all()


def test_an_exploration_goes_on_where_a_deadline_stopped_it() -> None:
    rule = parse_rule("subtract(3, 4) or divide(3)")
    options = residue_options(rule)
    assert not isinstance(options, Inapplicable)
    values = grundy_values(rule, 1 << 16)
    guesses = Guesses(options, values)
    for _ in range(3):
        with pytest.raises(TooLarge):
            guesses.of_length(25, working_seconds() - 1)
    begun = guesses.begun
    assert begun is not None
    assert guesses.of_length(25) == Guesses(options, values).of_length(25)
    assert guesses.begun is None


def test_a_law_of_many_states_is_found_and_proved() -> None:
    rule = parse_rule("subtract(1, 8) or divide(3)")
    found = study(rule, Limits(math.inf, max_terms=4096)).findings[0]
    assert found.proof is not None
    assert isinstance(found.claim, Automatic)
    assert found.claim.states == 868
    assert (found.claim.prefix(300_000) == grundy_values(rule, 300_000)).all()


@pytest.mark.parametrize(
    "text",
    ["n -> [n // 2 - 10, n - 2]", "n -> [n // 2 - 25, n - 1]", "n -> [n // 3 - 40, n - 1]",
     "n -> [n // 3 - 40, n // 9 - 7, n - 1]", "n -> [n // 5 - 3, n - 4]"],
)  # fmt: skip
def test_windows_that_begin_too_late_for_their_children_are_passed_over(text: str) -> None:
    """n // k - j asks for values that stand j before floor(n/k), in a window of k*p those about
    k*j before k*p: a window of 6 values has none of them. Longer ones may."""
    shape, values = shape_of(text), np.array(values_of_text(text, FAR), dtype=np.uint8)
    for length in LOOK_BACKS[:3]:
        claim = Guesses(shape, values[: FAR // 2]).of_length(length)
        assert claim is None or claim.first_failure(Evidence(values[: FAR // 2])) is None


def test_rules_with_shifted_quotients_are_studied() -> None:
    pick = Random(4)
    for _ in range(12):
        k, j, s = pick.choice((2, 2, 3, 4)), pick.randint(0, 60), pick.randint(1, 4)
        text = f"n -> [n // {k} - {j}, n - {s}]"
        values = values_of_text(text, 500)
        result = study(parse_rule(text), Limits(budget=None, max_terms=1000))
        assert result.evidence.values[:500].tolist() == list(values)
