"""The same rule in other words has the same law, by the same theorem."""

from __future__ import annotations

import pytest
from other_words import in_other_words, rules

from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.rules.notation import parse_rule

RULES = rules()


def law_of(text: str) -> tuple[str, str]:
    """The statement that is proved, and by which theorem."""
    found = study(parse_rule(text), Limits(max_terms=6000, budget=60))
    best = found.proved
    assert best is not None and best.proof is not None, text
    return best.claim.statement(), best.proof.theorem


def check(texts: list[str], ways: slice) -> int:
    checked = 0
    for text in texts:
        law = law_of(f"n -> {text}")
        for way, other in list(in_other_words(text))[ways]:
            assert law_of(other) == law, (way, other)
            checked += 1
    return checked


def test_a_few_rules_in_other_words() -> None:
    assert check(RULES[::50], slice(1, None, 3)) == 12


@pytest.mark.slow
def test_two_hundred_rules_in_ten_ways_have_the_same_law() -> None:
    assert check(RULES, slice(None)) == 2000
