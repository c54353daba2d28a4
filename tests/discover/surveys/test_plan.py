"""The plan of a sweep: the same whether this process reads the rules, or workers that may fail."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import Any

import pytest
from odd_workers import ThreadedPool, usual

import mexplore.discover.surveys.plan as plans
from mexplore.discover.surveys.family import Choice
from mexplore.discover.surveys.plan import Plan
from mexplore.discover.surveys.reading import read_family
from mexplore.rules.errors import InputError

FAMILY = "subtract(max=6)"
CHOSEN = Choice(sample=40, seed=2)


class Failing(ThreadedPool):
    """A pool whose worker is lost with the last of ``good`` + 1 parts: while it reads, or before it
    is given any (``at_once``)."""

    def __init__(self, good: int, *, at_once: bool) -> None:
        super().__init__(usual)
        self.good, self.at_once = good, at_once

    def call(self, work: Callable[[Any], Any], given: Any) -> Future[Any]:
        self.good -= 1
        if self.good >= 0:
            return super().call(work, given)
        if self.at_once:
            raise BrokenExecutor("gone")
        lost: Future[Any] = Future()
        lost.set_exception(BrokenExecutor("gone"))
        return lost


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers read three rules at once, however few there are."""
    monkeypatch.setattr(plans, "READ_AT_ONCE", 3)
    monkeypatch.setattr(plans, "READ_HERE", 0)


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("good", [0, 1, 5, 13, 14, 99])
def test_workers_read_the_same(few: None, good: int, at_once: bool) -> None:
    family, pool = read_family(FAMILY, {}), Failing(good, at_once=at_once)
    here, theirs = Plan.of(family, CHOSEN), Plan.of(family, CHOSEN, pool=pool)
    assert here == theirs
    assert list(here.follow) == list(theirs.follow)
    assert pool.renewed == (good < 14)
    pool.stop()


def test_workers_name_the_member_that_is_no_rule(few: None) -> None:
    family, pool = read_family("divide({a})", {"a": "3, 2, 1"}), ThreadedPool(usual)
    with pytest.raises(InputError, match=r"member 2 of divide.*: .*1 is not a divisor"):
        Plan.of(family, Choice(), pool=pool)
    assert pool.stopped == 1


def test_no_worker_is_asked_for_few_rules() -> None:
    pool = Failing(0, at_once=True)
    assert len(Plan.of(read_family(FAMILY, {}), CHOSEN, pool=pool).members) == 40
    assert not pool.renewed
