"""Automata guessed from windows of values: what comes out of true windows is the truth."""

from __future__ import annotations

import time
from random import Random

import numpy as np
import pytest
from strategies import residue_rule, values_of_text

from discover.evidence.evidence import Evidence
from discover.patterns.automatic.from_windows import LOOK_BACKS, Guesses
from discover.shapes.residue_classes import ResidueOptions, residue_options
from discover.theorem import Inapplicable
from discover.theorems.window_product import WindowProduct
from rules.errors import MexploreError, TooLarge
from rules.notation import parse_rule

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
    assert theorem.claims_before(shape, time.monotonic() - 1) == []
    (claim,) = theorem.claims_of(shape)
    assert claim.base == 6
    assert theorem.claims_before(shape, time.monotonic() - 1) == [claim]
    guesses = Guesses(shape[1], np.array(claim.prefix(1 << 14), dtype=np.uint8))
    with pytest.raises(TooLarge, match="time"):
        guesses.of_length(12, time.monotonic() - 1)
