"""Random rules for the properties, a strategy a family."""

from __future__ import annotations

from hypothesis import strategies as st

import rules.sets
from rules.families.division import Division
from rules.families.subtraction import Subtraction
from rules.members import members
from rules.sets.multiples import Multiples
from rules.sets.named import NamedSet
from rules.sets.powers import Powers

PLAIN = [m.make(None) for m in members(rules.sets, NamedSet) if m.least_parameter is None]
SETS = [*PLAIN, *(Powers(b) for b in (2, 3, 4, 6, 10)), *(Multiples(k) for k in (1, 3, 60))]

NUMBERS = st.lists(st.integers(1, 90), max_size=70)
NAMED = st.lists(st.sampled_from(SETS), max_size=3)
EXCEPTIONS = st.none() | st.lists(st.integers(1, 40), max_size=8)


@st.composite
def subtractions(draw: st.DrawFn) -> Subtraction:
    numbers, named, missing = draw(NUMBERS), draw(NAMED), draw(EXCEPTIONS)
    if not numbers and not named and missing is None:
        numbers = [draw(st.integers(1, 90))]
    return Subtraction.of(numbers, named, missing)


def divisions() -> st.SearchStrategy[Division]:
    divisors = st.sets(st.integers(2, 12), min_size=1, max_size=4)
    return st.builds(
        lambda chosen, ceil: Division(tuple(sorted(chosen)), ceil), divisors, st.booleans()
    )
