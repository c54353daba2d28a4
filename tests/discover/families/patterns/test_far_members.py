"""Values of members far outside every box from which laws were guessed, by digits and by hand."""

from __future__ import annotations

import random

import pytest
from laws_with_parameters import NAMES, stored

from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.patterns.members import by_definition


def compared(name: str, members: int, each: int, seed: int) -> int:
    """How many values agree: of random members with names from 60 to 400, at random n."""
    rng, (rule, claim) = random.Random(seed), stored(name)
    done = 0
    while members:
        values = {each_name: rng.randint(60, 400) for each_name in rule.names}
        found = claim.law_of(rule, values)
        if found is None:
            assert not claim.complete or not rule.has(values)
            continue
        law, placed = found
        terms = by_definition([e.at(values) for e in rule.elements], 20 * each)
        for n in rng.sample(range(len(terms)), each):
            assert value_at(law, placed, n) == terms[n], (values, n)
        done += each
        members -= 1
    return done


@pytest.mark.parametrize("name", NAMES)
def test_far_members(name: str) -> None:
    assert compared(name, 5, 300, 1) == 1500


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_very_many_values_of_far_members(name: str) -> None:
    assert compared(name, 125, 2000, 2) == 250_000  # 10^6 for the four families
