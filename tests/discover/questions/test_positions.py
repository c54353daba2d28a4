"""Laws of positions that follow from the law of the values, against the positions themselves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.questions.positions import PositionsAnswer, PositionsQuery, find_positions
from mexplore.discover.questions.where import NoSuchPosition
from mexplore.discover.study.kind import Means
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

RULES = st.one_of(
    st.lists(st.integers(1, 9), min_size=1, max_size=4).map(
        lambda members: f"subtract({', '.join(map(str, members))})"
    ),
    st.sampled_from(["0.77", "0.07", "0.137", "0.52", "4.[3]"]),
)
FAR = 1200


def positions(rule: str, value: int) -> list[int]:
    values = grundy_by_definition(parse_rule(rule), FAR)
    return [n for n, found in enumerate(values) if found == value]


def claims_near(found: PositionsAnswer) -> list[Periodic]:
    own = [f.claim for f in found.study.findings if isinstance(f.claim, Periodic)] \
        if found.study else []  # fmt: skip
    changed = [
        Periodic(max(c.preperiod + a, 0), c.period + b, c.saltus + d)
        for c in own
        for a, b, d in [(-1, 0, 0), (0, 1, 0), (0, 0, 1), (3, 0, 0), (-9, 0, 0)]
    ]
    doubled = [Periodic(c.preperiod, 2 * c.period, 2 * c.saltus) for c in own]
    return [*own, *changed, *doubled]


@settings(deadline=None, max_examples=15)
@given(RULES, st.integers(0, 3))
def test_what_follows_is_true_far_out(rule: str, value: int) -> None:
    found = find_positions(parse_rule(rule), PositionsQuery(value))
    known = positions(rule, value)
    for claim in claims_near(found):
        true = all(
            known[i + claim.period] == known[i] + claim.saltus
            for i in range(claim.preperiod, len(known) - claim.period)
        )
        assert true or not found.follows(claim)


def test_what_follows_is_said_without_so_far() -> None:
    found = find_positions(parse_rule("0.07"), PositionsQuery(0))
    assert found.follows(Periodic(9, 5, 34)) and found.follows(Periodic(9, 10, 68))
    assert not found.follows(Periodic(8, 5, 34)) and not found.follows(Periodic(9, 5, 35))
    squares = find_positions(parse_rule("subtract(squares)"), PositionsQuery(0))  # of no proved law
    assert not squares.follows(Periodic(0, 1, 0))


def test_what_is_known_is_said_where_a_number_is_not_reached() -> None:
    squares = parse_rule("subtract(squares)")
    with pytest.raises(
        NoSuchPosition, match=r"number 1000000 was not reached: \d+ n < \d+ have it"
    ):
        find_positions(squares, PositionsQuery(0, nth=10**6), Means(budget=2))
