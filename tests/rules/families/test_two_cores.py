"""Values found by two threads are those of one, whatever ends a run in the middle of a batch."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from mexplore.rules.engine.compiling import WrongCode
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse import checks, schedules
from mexplore.rules.families.take_and_break.sparse import engine as inner
from mexplore.rules.families.take_and_break.sparse import space as spaces
from mexplore.rules.families.take_and_break.sparse.game import splitting_game
from mexplore.rules.families.take_and_break.sparse.shape import Given


def rule_of(code: str) -> TakeAndBreak:
    rule = TakeAndBreak.parse(code)
    assert rule is not None
    return rule


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Batches are short, so that many are checked beside others; the names of the threads."""
    threads: list[str] = []
    right, prepare = inner.Rows.check, inner.Rows._check_and_prepare

    def check(*args: Any) -> int | None:
        threads.append(threading.current_thread().name)
        return right(*args)

    def check_and_prepare(self: Any, *args: Any) -> int | None:
        found = prepare(self, *args)
        threads.extend(["prepared"] if self._prepared else [])
        return found

    monkeypatch.setattr(inner.Rows, "check", check)
    monkeypatch.setattr(inner.Rows, "_check_and_prepare", check_and_prepare)
    monkeypatch.setattr(inner, "LARGEST_BATCH", 512)
    monkeypatch.setattr(inner, "LARGEST_IN_PLANES", 256)
    return threads


SLOW = [pytest.param(code, marks=pytest.mark.slow) for code in ("0.354", "0.6", "4!.0")]


@pytest.mark.parametrize("code", ["0.376", *SLOW])
def test_two_threads_find_the_values_of_one(
    code: str, beside: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """0.376 has a rare heap in the middle of many batches."""
    stop = 60_000
    monkeypatch.setenv("MEXPLORE_CORES", "1")
    alone = Computation(rule_of(code)).extend(stop)
    assert "beside" not in beside
    monkeypatch.setenv("MEXPLORE_CORES", "2")
    np.testing.assert_array_equal(Computation(rule_of(code)).extend(stop), alone)
    assert beside.count("beside") > 50
    assert (beside.count("prepared") > 50) == (code != "0.354")  # words in planes


def test_far_rare_heaps_that_the_second_thread_adds_wrongly_are_noticed(
    beside: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code for them is not that of the stretches which are found once more anyway."""
    right = schedules.in_two

    def in_two(*args: Any) -> Any:
        parts = right(*args)
        if parts is not None:
            parts[1][0].offsets[:] -= 8
        return parts

    monkeypatch.setenv("MEXPLORE_CORES", "2")
    values = Computation(rule_of("4!.0")).extend(40_000).astype(np.uint16)
    assert "prepared" in beside
    game = splitting_game(rule_of("4!.0"))
    assert game is not None
    engine = spaces.SparseEngine(game, values, 30_000)
    monkeypatch.setattr(schedules, "in_two", in_two)
    with pytest.raises(WrongCode, match="by rows, one by one"):
        engine.extend(values, 40_000)


def test_an_interruption_leaves_values_that_go_on_right(
    beside: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEXPLORE_CORES", "2")
    right, counted = checks.Checks.go_on, [0]

    def go_on(self: Any, *args: Any, **more: Any) -> Any:
        counted[0] += 1
        if counted[0] % 40 == 0:
            raise KeyboardInterrupt
        return right(self, *args, **more)

    monkeypatch.setattr(checks.Checks, "go_on", go_on)
    computation, interrupted = Computation(rule_of("0.376")), 0
    while len(computation.values) < 40_000:
        try:
            computation.extend(40_000)
        except KeyboardInterrupt:
            interrupted += 1
    assert interrupted > 2
    monkeypatch.setattr(checks.Checks, "go_on", right)
    monkeypatch.setenv("MEXPLORE_CORES", "1")
    np.testing.assert_array_equal(computation.values, Computation(rule_of("0.376")).extend(40_000))
    assert "beside" in beside


def test_what_the_second_thread_is_given_is_what_the_first_one_has(beside: list[str]) -> None:
    """Sums that both write would be wrong now and then: they have tables of their own."""
    del beside
    pairs = [(40, 1), (50, 1), (60, 3)]
    shape = inner.shape_of(15)
    plan = schedules.schedule(pairs, shape)
    near = inner.near_tables([], [1], [], shape)
    commons, rares = np.arange(64).reshape(2, 2, 16)
    space = inner.bitsets(commons, rares, shape)
    rows = inner.Rows(near, plan, plan, space, inner.empty_window(near.shape, 4096), 0, 1000)
    differing = np.flatnonzero(rows._given != rows._checking).tolist()
    assert differing == [Given.sums]
