"""Where runs grow like towers the last run is not a law."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mexplore.discover.heaps.check import check
from mexplore.discover.heaps.judging.last_run import is_one_more_run
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.values import answers
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.rules.engine.runs import runs_of
from mexplore.rules.notation import parse_rule

ROOTS = "leave(isqrt(isqrt(n)) .. isqrt(n))"
SQUARES = "leave(isqrt(isqrt(max(n-1, 0)))+1 .. isqrt(n))"
SIEVED = "n -> [k for k in range(isqrt(isqrt(n)), isqrt(n)+1) if k < n and k % 7 != 6]"
"""No run of it is followed; they grow as those of ROOTS do."""


@pytest.mark.parametrize("text", [ROOTS, SQUARES])
def test_no_period_ends_at_the_horizon(text: str) -> None:
    found = study(parse_rule(text), Limits(3))
    assert found.findings == () == found.candidates
    assert found.evidence.stop > 10**300


def test_nor_where_values_are_computed_one_by_one() -> None:
    found = study(parse_rule(SIEVED), Limits(None, 100_000))
    assert found.findings == () == found.candidates


def test_a_value_that_stays_is_still_seen() -> None:
    values = np.repeat([0, 1, 0, 2, 5, 3, 1, 0], [3, 1, 4, 1, 5, 9, 2, 60_000])
    assert not is_one_more_run(values)
    assert not is_one_more_run(np.zeros(100, np.uint8))
    assert not is_one_more_run(np.zeros(0, np.uint8))


def test_values_far_out() -> None:
    """777777777777 lies between 50626^2 and the next start."""
    assert answers(parse_rule(SQUARES), [777777777777]).at(777777777777) == 2


def test_a_false_period_is_refuted_far_out() -> None:
    """The runs of ROOTS begin at 2^(2^k): the claim fails at 2^32 first."""
    found = check(parse_rule(ROOTS), "G(n + 1) = G(n) for n >= 65536", (0, 100))
    assert found.failure is not None
    assert found.failure.place == 2**32 - 1


def test_periods_are_compared_with_runs() -> None:
    drawn = Random(5)
    for _ in range(300):
        lengths = [drawn.randrange(1, 12) for _ in range(drawn.randrange(1, 12))]
        values = np.repeat([drawn.randrange(3) for _ in lengths], lengths)
        runs = Evidence(values[:1], runs_of(values))
        claim = Periodic(drawn.randrange(20), drawn.randrange(1, 9), drawn.randrange(2))
        assert claim.first_failure(runs) == claim.first_failure(Evidence(values))
