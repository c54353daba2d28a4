"""Values found by two threads are those of one, whatever ends a run in the middle of a batch."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.rules.engine.compiled import Compiled
from mexplore.rules.engine.compiling import REFUSED, WrongCode
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.families.take_and_break import blocks, two_heaps
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse import checks, schedules
from mexplore.rules.families.take_and_break.sparse import engine as inner
from mexplore.rules.families.take_and_break.sparse import space as spaces
from mexplore.rules.families.take_and_break.sparse.game import splitting_game
from mexplore.rules.families.take_and_break.sparse.shape import Given
from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel
from mexplore.rules.rule import grundy_by_definition


def rule_of(code: str) -> TakeAndBreak:
    rule = TakeAndBreak.parse(code)
    assert rule is not None
    return rule


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Batches are short, so that many are checked beside others; the names of the threads."""
    threads: list[str] = []
    right, prepare = inner.Rows.check, inner.Rows._sum_far

    def check(*args: Any) -> int | None:
        threads.append(threading.current_thread().name)
        return right(*args)

    def sum_far(self: Any, *args: Any) -> None:
        prepare(self, *args)
        threads.append("prepared")

    monkeypatch.setattr(inner.Rows, "check", check)
    monkeypatch.setattr(inner.Rows, "_sum_far", sum_far)
    monkeypatch.setattr(inner, "LARGEST_BATCH", 512)
    monkeypatch.setattr(inner, "LARGEST_IN_PLANES", 256)
    return threads


SLOW_BLOCKS = [pytest.param(code, marks=pytest.mark.slow) for code in ("0.{1,2!}7", "4!.33")]
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


@pytest.mark.slow
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


def test_the_first_thread_goes_on_while_batches_are_checked() -> None:
    going, checked = threading.Event(), []

    def check(first: int, stop: int) -> int | None:
        assert going.wait(600)
        checked.append(first)
        return 25 if first <= 25 < stop else None

    def prepare(first: int, stop: int) -> None:
        prepared.append((first, stop))

    prepared: list[tuple[int, int]] = []
    with checks.Checks(check, prepare) as ahead:
        ahead.prepare(70, 7, 8)
        assert ahead.is_prepared(70) and prepared == [(7, 8)]
        for first in range(0, 10 * checks.BEHIND, 10):  # waits for none
            assert ahead.go_on(first, first + 10, large=True) is None
        assert not ahead.is_prepared(80) and not checked
        going.set()
        ahead.prepare(70, 7, 8)  # once only
        ahead.prepare(80, 8, 9)
        assert ahead.is_prepared(80) and prepared == [(7, 8), (8, 9)]
        assert ahead.go_on(60, 70, large=True) == 25 == ahead.first_rare()
    assert checked == [0, 10, 20]  # what was found beyond a rare heap is not


def test_one_thread_checks_each_batch_at_once() -> None:
    checked: list[int] = []
    with checks.Checks(lambda first, stop: checked.append(first), None) as alone:
        alone.prepare(5, 5, 9)
        assert not alone.is_prepared(5)
        for first in (0, 5):
            assert alone.go_on(first, first + 5, large=True) is None
            assert checked[-1] == first
    assert alone._beside is None


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


@pytest.mark.parametrize("code", ["0.007", *SLOW_BLOCKS])
def test_large_heaps_by_several_threads_have_the_values_of_one(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """0.007 has hundreds of values, which take wider arrays; blocks end anywhere."""
    monkeypatch.setattr(two_heaps, "FROM", 300)
    found = []
    for threads in (1, 2, 3):
        monkeypatch.setenv("MEXPLORE_CORES", str(threads))
        values = compute(TwoHeapsKernel(rule_of(code), large=200), 4000, block=777)
        found.append(values)
    assert not blocks.settle.refused
    for values in found[1:]:
        np.testing.assert_array_equal(values, found[0])
    assert found[0][:200].tolist() == grundy_by_definition(rule_of(code), 200)


CODES = st.builds(
    "{}.{}{}".format,
    st.sampled_from("04"),
    st.text(alphabet="01234567", min_size=2, max_size=5).filter(
        lambda text: set(text) & set("4567")
    ),
    st.sampled_from(["", "!"]),
)


@settings(max_examples=6, derandomize=True, database=None, deadline=None)
@given(CODES, st.integers(1, 99))
def test_random_codes_by_blocks_are_those_of_the_definition(code: str, block: int) -> None:
    stop = 420
    with pytest.MonkeyPatch.context() as here:
        here.setattr(two_heaps, "FROM", 1)
        here.setenv("MEXPLORE_CORES", "2")
        values = compute(TwoHeapsKernel(rule_of(code), large=0), stop, block=block)
    assert values.tolist() == grundy_by_definition(rule_of(code), stop)


def test_blocks_that_are_wrong_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    before = REFUSED.set(told.append)

    def flipped(values: Any, *args: Any) -> int:
        stop: int = blocks.settle.py_func(values, *args)
        values[stop - 1] ^= 1
        return stop

    try:
        wrong = Compiled(blocks.settle.py_func)
        wrong.__dict__["dispatcher"] = flipped
        monkeypatch.setattr(blocks, "settle", wrong)
        monkeypatch.setattr(two_heaps, "FROM", 300)
        monkeypatch.setenv("MEXPLORE_CORES", "2")
        values = compute(TwoHeapsKernel(rule_of("0.77"), large=200), 900, block=400)
    finally:
        REFUSED.reset(before)
    assert len(told) == 1 and "by the naive loop" in told[0]
    monkeypatch.setenv("MEXPLORE_CORES", "1")
    np.testing.assert_array_equal(values, compute(TwoHeapsKernel(rule_of("0.77")), 900))


def compute(kernel: TwoHeapsKernel, stop: int, block: int = 1 << 20) -> Any:
    """values[:stop] by calls of at most ``block`` heaps, widened where the kernel asks for it."""
    values: Any = np.zeros(stop, dtype=np.uint8)
    n = 0
    while n < stop:
        goal = min(stop, n + block)
        n = kernel.fill(values, n, goal)
        if n < goal:
            values = values.astype(f"u{2 * values.itemsize}")
    return values
