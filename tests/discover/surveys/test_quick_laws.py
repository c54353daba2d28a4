"""Sweeps of quick rules: one law is enough, and workers are given several rules at once."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from odd_workers import Records, ThreadedPool, usual

from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.family import Choice
from mexplore.discover.surveys.plan import Plan
from mexplore.discover.surveys.reading import read_family
from mexplore.discover.surveys.record import FAILED, Task
from mexplore.discover.surveys.sweep import Survey, sweep
from mexplore.discover.surveys.worker import record_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

LIMITS = Limits(100.0, 2000)
ONE_LAW = replace(LIMITS, one_law=True)
FAMILY = "subtract(max=7)"
LATE = "subtract(2, 7)"  # its worker is lost while it studies others as well


@given(st.sets(st.integers(1, 20), min_size=1, max_size=6))
@settings(max_examples=25, deadline=None)
def test_one_law_is_that_of_the_whole_study(members: set[int]) -> None:
    rule = parse_rule(f"subtract({', '.join(map(str, sorted(members)))})")
    quick, whole = study(rule, ONE_LAW), study(rule, LIMITS)
    one, first = quick.findings[0], whole.findings[0]
    assert (one.claim, one.proof) == (first.claim, first.proof)
    assert quick.ended == whole.ended == "proved"
    assert quick.certificate == whole.certificate
    known = grundy_by_definition(rule, 300)
    assert one.form is not None
    assert one.form.prefix(300).tolist() == known


@pytest.mark.parametrize("text", ["0.14", "0.6", "subtract(squares)", "divide(2..6)", "grundy"])
def test_rules_without_a_period_lose_nothing_by_it(text: str) -> None:
    quick, whole = (study(parse_rule(text), limits) for limits in (ONE_LAW, LIMITS))
    assert [f.claim for f in quick.findings] == [f.claim for f in whole.findings]
    assert [f.proof for f in quick.findings] == [f.proof for f in whole.findings]


class Noted(ThreadedPool):
    """A pool that notes how many rules it was given at once. Each takes a millisecond of its clock,
    and the worker is ``lost`` that often while it studies LATE with others."""

    def __init__(self, lost: int = 0) -> None:
        super().__init__(usual)
        self.given: list[int] = []
        self.lost = lost

    def submit(self, tasks: Sequence[Task]) -> Future[list[Records]]:
        self.given.append(len(tasks))
        return super().submit(tasks)

    def _carry_out(self, tasks: Sequence[Task]) -> list[Records]:
        if len(tasks) > 1 and self.lost and any(task.rule == LATE for task in tasks):
            self.lost -= 1
            raise BrokenExecutor("gone")
        done = super()._carry_out(tasks)
        return [[replace(one, seconds=0.001) for one in records] for records in done]


def swept(path: Path, pool: ThreadedPool) -> Survey:
    with Atlas.create(path) as atlas:
        return sweep(Plan.of(read_family(FAMILY, {}), Choice()), atlas, pool, LIMITS)


def test_a_worker_is_given_several_quick_rules_at_once(tmp_path: Path) -> None:
    pool = Noted()
    survey = swept(tmp_path / "a.sqlite", pool)
    assert len(survey.rows) == survey.members == 127
    assert max(pool.given) > 1 and pool.given[-1] == 1
    assert sum(pool.given) == len(pool.tried) == survey.studied
    for row in survey.rows[::9]:
        direct = record_of(parse_rule(row.rule), LIMITS)
        assert (row.record.law, row.record.head) == (direct.law, direct.head)


def test_rules_whose_worker_was_lost_are_studied_one_by_one(tmp_path: Path) -> None:
    pool = Noted(lost=1)
    survey = swept(tmp_path / "a.sqlite", pool)
    assert pool.renewed == 1 and pool.lost == 0
    assert len(survey.rows) == 127
    assert not any(row.record.status == FAILED for row in survey.rows)
