"""What is known of a sequence, as values and as runs."""

from __future__ import annotations

import pytest

from mexplore.discover.heaps.evidence.sources import DENSE_BESIDE_RUNS, evidence_below
from mexplore.discover.study.evidence import MOST_WRITTEN_OUT
from mexplore.rules.errors import TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


@pytest.mark.parametrize("stop", [1, 74, DENSE_BESIDE_RUNS, DENSE_BESIDE_RUNS + 1, 6000])
def test_runs_are_written_out_to_all_values(stop: int) -> None:
    rule = parse_rule("divide(2, 3, ceil)")
    evidence = evidence_below(rule, stop)
    assert not evidence.dense
    assert evidence.whole().tolist() == grundy_by_definition(rule, stop)


def test_long_runs_are_not_written_out() -> None:
    evidence = evidence_below(parse_rule("divide(2)"), 10**400)
    with pytest.raises(TooLarge, match="not on runs"):
        evidence.whole()
    assert len(evidence.prefix(MOST_WRITTEN_OUT).whole()) == MOST_WRITTEN_OUT
