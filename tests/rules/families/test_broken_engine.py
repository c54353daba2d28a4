"""The sparse-space engine broken on purpose: it is refused, and the values stay right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from mexplore.rules.engine.compiled import Compiled
from mexplore.rules.engine.compiling import REFUSED, WrongCode
from mexplore.rules.engine.emitting import loops
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.store import Store
from mexplore.rules.families.take_and_break import comparing, two_heaps
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse import engine as inner
from mexplore.rules.families.take_and_break.sparse import kernel as sparse
from mexplore.rules.families.take_and_break.sparse import row_code, schedules
from mexplore.rules.families.take_and_break.sparse.game import splitting_game
from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel

STOP = 6000
Break = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture
def reasons(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Why machine code was refused. The engine begins as early as it can, and what is refused here
    is used again by the tests that follow."""
    told: list[str] = []
    before = REFUSED.set(told.append)
    monkeypatch.setattr(sparse.SparseSpaceKernel, "refused", False)
    monkeypatch.setattr(sparse, "HANDOVER", 2048)
    monkeypatch.setattr(sparse, "COLD_HANDOVER", 2048)
    monkeypatch.setattr(sparse, "refuse", lambda functions, why: told.append(why))
    monkeypatch.setattr(inner, "remove_code", lambda: None)
    yield told
    REFUSED.reset(before)


def rule_of(code: str) -> TakeAndBreak:
    rule = TakeAndBreak.parse(code)
    assert rule is not None
    return rule


def by_the_plain_kernel(code: str, stop: int = STOP) -> Any:
    values = np.zeros(stop, dtype=np.uint16)
    assert TwoHeapsKernel(rule_of(code)).fill(values, 0, stop) == stop
    return values


def test_an_engine_that_is_right_is_used(reasons: list[str]) -> None:
    for code in ("0.354", "0.56", "0.16"):
        computed = Computation(rule_of(code))
        np.testing.assert_array_equal(computed.extend(STOP), by_the_plain_kernel(code))
        assert isinstance(computed._kernel, sparse.SparseSpaceKernel)
        assert "mask" in computed._kernel.notes()
    assert not reasons


def in_array(where: Callable[[Any], Any], place: int, bit: int) -> Callable[[Any], Any]:
    """One bit of one number of a table is flipped."""

    def flip(made: Any) -> Any:
        table = where(made).reshape(-1)
        table[place % len(table)] ^= table.dtype.type(1 << bit)
        return made

    return flip


def in_one_slot(made: Any) -> Any:
    """A sum goes where another one is. A flipped bit might lead beyond the last slot."""
    groups = made[0].groups
    groups[1, 0] = groups[0, 0]
    return made


def after(module: Any, name: str, change: Callable[[Any], Any]) -> Break:
    """What a function returns is changed."""

    def break_it(monkeypatch: pytest.MonkeyPatch) -> None:
        right = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *args, **more: change(right(*args, **more)))

    return break_it


def without_or(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of rare heaps are not kept, as the processor's fault had it."""
    right = schedules.schedule

    def schedule(*args: Any) -> Any:
        plan, slots = right(*args)
        plan.groups[:, 4] = 0
        plan.groups[0, 3] = 0
        return plan, slots

    monkeypatch.setattr(schedules, "schedule", schedule)


def in_value(at: int) -> Break:
    """One bit of one value that the inner loop has found is flipped."""

    def break_it(monkeypatch: pytest.MonkeyPatch) -> None:
        right = inner.Rows.run

        def run(self: Any, values: Any, n: int, *args: Any) -> Any:
            found = right(self, values, n, *args)
            if n <= at < found[0]:
                values[at] ^= 1
            return found

        monkeypatch.setattr(inner.Rows, "run", run)

    return break_it


PLACES: dict[str, tuple[str, Break]] = {
    **{f"the value at {at}": ("0.354", in_value(at)) for at in range(2100, 3060, 120)},
    "a rare heap's slot": ("0.354", after(schedules, "schedule", in_one_slot)),
    "a rare heap's distance": (
        "0.354",
        after(schedules, "schedule", in_array(lambda it: it[0].offsets, 0, 3)),
    ),
    "another rare heap's distance": (
        "0.354",
        after(schedules, "schedule", in_array(lambda it: it[0].offsets, 21, 5)),
    ),
    "the mask of an exchange": (
        "0.354",
        after(schedules, "schedule", in_array(lambda it: it[0].levels[:, 0], 2, 0)),
    ),
    "the shift of an exchange": (
        "0.354",
        after(schedules, "schedule", in_array(lambda it: it[0].levels[:, 1], 1, 1)),
    ),
    "sums that are not kept": ("0.354", without_or),
    "a near heap's value": (
        "0.354",
        after(inner, "near_tables", in_array(lambda it: it.close[:, 1], 0, 0)),
    ),
    "a near heap's distance": (
        "0.16",
        after(inner, "near_tables", in_array(lambda it: it.close[:, 0], 0, 3)),
    ),
    "a middle heap's value": (
        "0.354",
        after(inner, "near_tables", in_array(lambda it: it.late[:, 1], 0, 1)),
    ),
    "a split": ("0.354", after(inner, "near_tables", in_array(lambda it: it.splits, 0, 0))),
    "a take": ("0.354", after(inner, "near_tables", in_array(lambda it: it.takes, 0, 1))),
    "a common value": (
        "0.354",
        after(inner, "bitsets", in_array(lambda it: it.commons, 2, 0)),
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_flipped_bit_is_found_and_the_plain_kernel_goes_on(
    place: str, monkeypatch: pytest.MonkeyPatch, reasons: list[str]
) -> None:
    code, break_it = PLACES[place]
    expected = by_the_plain_kernel(code)
    break_it(monkeypatch)
    computed = Computation(rule_of(code))
    np.testing.assert_array_equal(computed.extend(STOP), expected)
    assert isinstance(computed._kernel, TwoHeapsKernel)
    assert len(reasons) == 1
    assert re.search(r"G\(\d+\) = \d+", reasons[0])


def test_there_are_twenty_places() -> None:
    assert len(PLACES) == 20


def test_a_window_that_is_wrong_later_is_found_and_all_its_values_are_given_up(
    monkeypatch: pytest.MonkeyPatch, reasons: list[str], tmp_path: Any
) -> None:
    """After the first retuning the inner loop is wrong: stretches find it."""
    right = inner.Rows.run

    def run(self: Any, values: Any, n: int, *args: Any) -> Any:
        found = right(self, values, n, *args)
        values[max(n, 65536) : found[0]] ^= 1
        return found

    monkeypatch.setattr(inner.Rows, "run", run)
    rule = rule_of("0.354")
    store = Store(tmp_path)
    computed = Computation(rule, store=store)
    computed.extend(12_000)
    computed._save()
    assert store.records()
    np.testing.assert_array_equal(computed.extend(66_500), by_the_plain_kernel("0.354", 66_500))
    assert isinstance(computed._kernel, TwoHeapsKernel)
    assert re.fullmatch(r"G\(65536\) = \d+ by rows, one by one \d+", reasons[0])
    assert not [record for record in store.records() if record.values > 12_000]


def test_a_store_that_is_lost_in_the_compiler_is_found(
    monkeypatch: pytest.MonkeyPatch, reasons: list[str]
) -> None:
    """The first store of the sums of rare heaps is left out of the code: eight heaps of 32 keep
    what was there before, as they did on the processors where it was lost."""
    right = loops.put
    lost: list[int] = []

    def put(*args: Any) -> None:
        if lost:
            right(*args)
        lost.append(1)

    monkeypatch.setattr(row_code, "put", put)
    monkeypatch.setattr(inner, "code_of", inner.code_of.__wrapped__)
    monkeypatch.setattr(inner, "usual_code", lambda: None)
    computed = Computation(rule_of("0.354"))
    np.testing.assert_array_equal(computed.extend(STOP), by_the_plain_kernel("0.354"))
    assert isinstance(computed._kernel, TwoHeapsKernel)
    assert len(reasons) == 1


def test_an_engine_that_cannot_be_compiled_rightly_is_left_out(
    monkeypatch: pytest.MonkeyPatch, reasons: list[str]
) -> None:
    """The compiler's output is suspicious, so that there is no engine at all."""

    def suspicious(*args: Any) -> Any:
        raise WrongCode("run: a store was lost when it was compiled")

    monkeypatch.setattr(inner, "code_of", suspicious)
    computed = Computation(rule_of("0.354"))
    np.testing.assert_array_equal(computed.extend(STOP), by_the_plain_kernel("0.354"))
    assert isinstance(computed._kernel, TwoHeapsKernel)
    assert reasons == ["run: a store was lost when it was compiled"]


def test_in_a_process_that_has_refused_it_the_engine_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch, reasons: list[str]
) -> None:
    monkeypatch.setattr(sparse.SparseSpaceKernel, "refused", True)
    game = splitting_game(rule_of("0.354"))
    assert game is not None
    kernel = sparse.SparseSpaceKernel(game, TwoHeapsKernel(rule_of("0.354")))
    values = np.zeros(STOP, dtype=np.uint8)
    assert kernel.fill(values, 0, STOP) == STOP
    assert kernel._engine is None
    assert not reasons


def test_a_loop_for_large_heaps_that_is_wrong_is_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    before = REFUSED.set(told.append)

    def flipped(values: Any, *args: Any) -> int:
        stop: int = comparing.fill_by_comparing.py_func(values, *args)
        values[stop - 1] ^= 1
        return stop

    try:
        wrong = Compiled(comparing.fill_by_comparing.py_func)
        wrong.__dict__["dispatcher"] = flipped
        monkeypatch.setattr(two_heaps, "fill_by_comparing", wrong)
        values = np.zeros(400, dtype=np.uint16)
        assert TwoHeapsKernel(rule_of("0.77"), large=200).fill(values, 0, 400) == 400
    finally:
        REFUSED.reset(before)
    np.testing.assert_array_equal(values, by_the_plain_kernel("0.77", 400))
    assert len(told) == 1
    assert told[0].startswith("G(199) = ")
