"""Take-and-break kernels against what is published of their games."""

from __future__ import annotations

import numpy as np
import pytest
from published import (
    CODE_PERIODS,
    CODE_SALTUSES,
    CODE_VALUES,
    PublishedPeriod,
    PublishedSaltus,
    PublishedValues,
)

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule

KAYLES_EXCEPTIONS = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]  # OEIS A002186
DAWSON_EXCEPTIONS = [0, 14, 16, 17, 31, 34, 51]  # OEIS A002187


@pytest.mark.parametrize("row", CODE_VALUES, ids=lambda row: row.rule)
def test_values_as_published(row: PublishedValues) -> None:
    published = row.numbers()
    values = grundy_values(parse_rule(row.rule), row.first + len(published))
    assert values[row.first :].tolist() == published


@pytest.mark.parametrize(
    "row", [r for r in CODE_PERIODS if r.preperiod < 1000], ids=lambda row: row.rule
)
def test_preperiod_and_period_as_published(row: PublishedPeriod) -> None:
    stop = 2 * row.preperiod + 4 * row.period
    values = grundy_values(parse_rule(row.rule), stop).astype(np.int64)
    assert not (values[row.preperiod + row.period :] != values[row.preperiod : -row.period]).any()
    last = row.preperiod - 1
    assert values[last] != values[last + row.period]


@pytest.mark.parametrize(
    ("text", "period", "exceptions"),
    [("0.77", 12, KAYLES_EXCEPTIONS), ("0.137", 34, DAWSON_EXCEPTIONS)],
)
def test_exceptions_as_published(text: str, period: int, exceptions: list[int]) -> None:
    values = grundy_values(parse_rule(text), 50 * period).tolist()
    law = values[-period:]
    assert [n for n, value in enumerate(values) if value != law[n % period]] == exceptions


@pytest.mark.parametrize("row", CODE_SALTUSES, ids=lambda row: row.rule)
def test_arithmetic_period_as_published(row: PublishedSaltus) -> None:
    values = grundy_values(parse_rule(row.rule), 900).astype(np.int64)
    assert (values[300 + row.period :] - values[300 : -row.period] == row.saltus).all()


def test_ruler_regularity_of_2048() -> None:
    """Grossman and Nowakowski 2015, A ruler regularity in hexadecimal games."""
    values = grundy_values(parse_rule("0.2048"), 1300).astype(np.int64)
    n = np.arange(6, 1300 - 13)
    n = n[n % 13 != 2]
    assert (values[n + 13] == values[n] + 4).all()
    steps = {int(values[m + 13] - values[m]) for m in range(15, 1200, 13)}
    assert len(steps) > 2
