"""What is said of laws that are not proved is true of the values."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mexplore.discover.heaps.evidence.sources import given_terms
from mexplore.discover.heaps.judging.conjecture import excluded_periods
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

DAWSON = parse_rule("0.07")  # Guy and Smith: period 34 from n = 53 on


def test_a_true_law_that_too_few_terms_prove() -> None:
    found = study(DAWSON, Limits(budget=None, max_terms=160))
    assert found.is_open
    (law,) = found.conjectures.laws
    assert law.claim == Periodic(53, 34, 0)
    (seen,) = found.conjectures.supports
    assert seen.suggested <= 120
    assert seen.unseen == 160 - seen.suggested
    # Guy and Smith's theorem, for at most two heaps and two tokens: 2*(53 + 34) + 2.
    wanted = {each.theorem.name: each.bound for each in found.conjectures.demands if each.found}
    assert wanted["Guy-Smith"] == 176
    values = grundy_by_definition(DAWSON, 170)
    assert [(each.n, each.values[0]) for each in found.conjectures.predictions] == [
        (n, values[n]) for n in range(160, 170)
    ]


def test_rivals_are_told_apart_where_they_differ() -> None:
    """Of the numbers alone: of the rule a law is published, which leaves no rivals."""
    values = grundy_by_definition(DAWSON, 800)
    limits = Limits(budget=None, max_terms=120)
    found = study(None, limits, source=given_terms(values[:120]))
    assert found.findings == ()
    assert len(study(DAWSON, limits).conjectures.laws) == 1
    claims = [each.claim for each in found.conjectures.laws]
    assert Periodic(53, 34, 0) in claims
    assert all(each.unseen == 0 for each in found.conjectures.supports)
    right = claims.index(Periodic(53, 34, 0))
    told = found.conjectures.predictions
    assert len(told) == 10
    for each in told:
        assert len(set(each.values)) > 1
        assert each.values[right] == values[each.n]


def test_what_is_proved_is_not_open() -> None:
    assert not study(DAWSON).is_open


@given(
    st.lists(st.integers(0, 2), max_size=12),
    st.lists(st.integers(0, 2), min_size=1, max_size=6),
    st.integers(4, 80),
)
def test_excluded_periods_are_excluded(head: list[int], cycle: list[int], stop: int) -> None:
    values = (head + cycle * stop)[:stop]
    found = excluded_periods(Evidence(np.array(values, dtype=np.uint8)))
    if found is None:
        return
    most, last = found
    for p in range(1, most + 1):
        assert any(values[m] != values[m + p] for m in range(last, stop - p))


def test_no_period_is_asked_for_where_none_can_be() -> None:
    # A square is a multiple of every p, so the values are proved not to be periodic.
    found = study(parse_rule("subtract(squares)"), Limits(budget=None, max_terms=600))
    assert found.is_open
    assert found.findings[0].status == "proved"
    assert not any("G(n + " in each.statement for each in found.conjectures.demands)
