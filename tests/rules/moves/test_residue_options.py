"""Options by residue classes: exactly the rule's own from the stated n on."""

from __future__ import annotations

from random import Random

import pytest
from strategies import residue_rule

from mexplore.discover.heaps.theorems.residue_window import residue_options
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.errors import MexploreError
from mexplore.rules.moves.residue_options import LARGEST_START, ResidueOptions
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule


def shape_of(text: str) -> ResidueOptions:
    shape = residue_options(parse_rule(text))
    assert not isinstance(shape, Inapplicable), (text, shape)
    return shape


def same_options(rule: Rule, shape: ResidueOptions, stop: int) -> bool:
    """Whether both say the same for start <= n < stop, heaps of 0 left away."""
    return all(
        {tuple(sorted(heaps)) for heaps in rule.options(n)}
        == {tuple(sorted(h for h in heaps if h)) for heaps in shape.options(n)}
        for n in range(shape.start, stop)
    )


@pytest.mark.parametrize(
    ("text", "modulus", "start"),
    [
        ("subtract(1, 3)", 1, 3),
        ("subtract(1, 3) or divide(2, 3)", 6, 3),
        ("divide(2, 3, ceil)", 6, 2),
        ("divide(4)", 4, 1),
        ("0.303 or divide(2)", 2, 3),
        ("leave(n // 2 .. n // 2 + 2)", 2, 7),
        ("n -> [n - 1] + ([n // 2] if n % 2 == 0 else [])", 2, 1),
        ("n -> [n - 1, n - 3] if n % 3 == 1 else [n - 2, n // 2]", 6, 2),
        ("n -> [n // 2 // 3, 2 * n // 3]", 6, 1),
        ("n -> [max(n - 3, 0), max(n - 5, 0)] if n > 0 else []", 1, 5),
        ("n -> [n - gcd(n, 6)] if n else []", 6, 1),
        ("n -> [n - 1 if n & 3 else n // 4]", 4, 1),
        ("n -> [n - [1, 2, 4][n % 3], min(5 - n, n - 1)]", 3, 6),
        ("n -> [n - k for k in range(1, 6) if k % 2 == n % 2]", 2, 4),
        ("n -> [n - 1 - n * n % 5]", 5, 4),
        ("n -> [n - k for k in [1, 4] if n % 3 in [0, k % 3]]", 3, 4),
        ("n -> [n - 1 - (n >> 1 & 1), (n ^ 1) - 2, (n | 1) - 2]", 4, 2),
        ("n -> [(n // 2, n - 1 - n // 2)] if n else []", 2, 1),
        ("n -> [n - len([k for k in range(3) if (n + k) % 2]) - sum([n % 2, 1])]", 2, 4),
        ("n -> [n - len([(1, 2), (n, 0)])]", 1, 2),
        ("n -> [n - 2 - abs(n - 9) + abs(n - 8)] if n > 1 else []", 1, 10),
    ],
)
def test_rules_of_the_shape(text: str, modulus: int, start: int) -> None:
    shape = shape_of(text)
    assert (shape.modulus, shape.start) == (modulus, start)
    assert same_options(parse_rule(text), shape, start + 200)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("remove(1 .. n // 2)", "the number of options grows with n"),
        ("subtract(squares)", "isqrt of n"),
        ("n -> [n // (n + 1)]", "a divisor is not a constant"),
        ("n -> [n % (n + 1) // 2]", "a divisor or modulus is not a constant"),
        ("n -> [n * n // (n + 1)] if n else []", "the operation * of n"),
        ("n -> [n - v2(n) - 1] if n else []", "v2 of n"),
        ("n -> [n & (n >> 1)] if n else []", "the bits of n"),
        ("n -> [n - 2 + is_square(n)] if n else []", "is_square of n"),
        ("n -> [n - 1 if n > 30000 else n - 2]", "only from n = 30001 on"),
        ("n -> [n - 1 - (n + n // 7 + n // 11 + n // 13 + n // 17) % 5]", "a modulus beyond"),
        ("n -> [n + 1 - 2**k for k in range(1, bit_length(n + 1))]", "bit_length of n"),
        ("0.7", "no list of options"),
    ],
)
def test_other_rules_are_refused_with_the_reason(text: str, reason: str) -> None:
    refusal = residue_options(parse_rule(text))
    assert isinstance(refusal, Inapplicable)
    assert reason in refusal.reason


def test_an_option_that_is_no_smaller_is_refused() -> None:
    """It shows late here: the rule is legal for all n that its reader tries."""
    refusal = residue_options(parse_rule("n -> [n - 1 if n < 100 else n]"))
    assert isinstance(refusal, Inapplicable)
    assert "not always a smaller heap" in refusal.reason


def check_random_rules(count: int, seed: int) -> None:
    pick, kept = Random(seed), 0
    while kept < count:
        text = residue_rule(pick)
        try:
            rule = parse_rule(text)
        except MexploreError:
            continue
        shape = residue_options(rule)
        if isinstance(shape, Inapplicable):
            assert "modulus beyond" in shape.reason, (text, shape)
            continue
        kept += 1
        assert shape.start < LARGEST_START
        assert all(0 <= h < n for n in range(shape.start, shape.start + 50)
                   for heaps in shape.options(n) for h in heaps), text  # fmt: skip
        assert all(shape.modulus % form.c == 0 for form in shape.forms()), text
        assert same_options(rule, shape, shape.start + 3 * shape.modulus + 20), text


def test_random_rules_have_exactly_these_options() -> None:
    check_random_rules(150, seed=1)


@pytest.mark.slow
def test_two_thousand_rules_have_exactly_these_options() -> None:
    check_random_rules(2000, seed=2)
