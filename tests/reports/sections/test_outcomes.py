"""Who loses, in a sentence: held against the values themselves."""

from __future__ import annotations

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.reports.sections.kinds.periodic import who_loses


@pytest.mark.parametrize(
    ("preperiod", "period", "values", "said"),
    [
        (1, 2, [0, 1, 2], "Only the empty heap is lost (a P-position, G(n) = 0)."),
        (3, 1, [0, 1, 0, 2], "Only the heaps of 0 and 2 are lost (P-positions, G(n) = 0)."),
        (
            0, 7, [0, 1, 0, 1, 2, 3, 2],
            "A heap is lost (a P-position, G(n) = 0) exactly where n mod 7 is 0 or 2.",
        ),
        (  # 0, 0, 0, then 1, 0, 1, 0, ...: of the heaps from 2 on the even ones
            3, 2, [0, 0, 0, 1, 0],
            "From n = 2 on a heap is lost (a P-position, G(n) = 0) exactly where n mod 2 is 0; "
            "of smaller heaps those of 0 and 1 are.",
        ),
    ],
)  # fmt: skip
def test_sentences(preperiod: int, period: int, values: list[int], said: str) -> None:
    form = PeriodicForm(Periodic(preperiod, period, 0), np.array(values, dtype=np.uint8))
    assert who_loses(form) == said


def test_long_periods_are_not_listed() -> None:
    form = PeriodicForm(Periodic(0, 40, 0), np.arange(40, dtype=np.uint8) % 39 % 2)
    assert who_loses(form).startswith("Who wins has period 40 from n = 0 on")
