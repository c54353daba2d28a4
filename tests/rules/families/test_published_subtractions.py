"""Subtraction sets against published values and periods."""

from __future__ import annotations

import pytest
from published import (
    SUBTRACTION_PERIODS,
    SUBTRACTION_VALUES,
    PublishedPeriod,
    PublishedValues,
)

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule


@pytest.mark.parametrize("row", SUBTRACTION_VALUES, ids=lambda row: row.rule)
def test_values(row: PublishedValues) -> None:
    numbers = row.numbers()
    values = grundy_values(parse_rule(row.rule), row.first + len(numbers))
    assert values[row.first :].tolist() == numbers


@pytest.mark.parametrize("row", SUBTRACTION_PERIODS, ids=lambda row: row.rule)
def test_periods(row: PublishedPeriod) -> None:
    finding = study(parse_rule(row.rule)).findings[0]
    assert finding.proof is not None
    assert finding.claim == Periodic(row.preperiod, row.period)
