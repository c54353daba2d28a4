"""The clock of budgets stands still while code is compiled, and no longer."""

from __future__ import annotations

import time
from threading import Thread

import pytest
from own_clock import Clock

from mexplore.rules.engine import working
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.interruptible import run_interruptible
from mexplore.rules.engine.working import clock_paused, working_seconds
from mexplore.rules.notation import parse_rule


def test_the_clock_goes_as_the_time_does(clock: Clock) -> None:
    began, at = working_seconds(), clock.now
    clock.now += 5
    assert working_seconds() - began == pytest.approx(clock.now - at)


def test_it_stands_still_within_and_goes_on_from_there(clock: Clock) -> None:
    clock.tick = 0.0
    began = working_seconds()
    with clock_paused():
        clock.now += 50
        assert working_seconds() == began
        with clock_paused():
            clock.now += 30
        assert working_seconds() == began
    assert working_seconds() == began
    clock.now += 1
    assert working_seconds() == pytest.approx(began + 1)


def test_it_goes_on_where_the_work_fails_or_hangs(clock: Clock) -> None:
    clock.tick = 0.0
    began = working_seconds()
    with pytest.raises(ZeroDivisionError), clock_paused():
        clock.now += 10
        raise ZeroDivisionError
    with clock_paused():
        clock.now += working.LONGEST + 7
        assert working_seconds() == pytest.approx(began + 7)
    assert working_seconds() == pytest.approx(began + 7)


def test_compiling_is_not_counted_in_any_thread(clock: Clock) -> None:
    clock.tick = 0.0
    began = working_seconds()

    def compiled() -> None:
        clock.now += 40

    run_interruptible(compiled)
    thread = Thread(target=run_interruptible, args=(compiled,))
    thread.start()
    thread.join()
    assert time.monotonic() - began >= 80
    assert working_seconds() == pytest.approx(began)


def test_a_budget_shorter_than_compiling_takes_computes_values(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It computed none before: the deadline passed while its kernel was compiled."""
    clock.tick = 0.0
    rule = parse_rule("0.77")
    computation = Computation(rule)
    kernel = rule.kernel()
    assert kernel is not None
    fill = kernel.fill

    def compiling_first(*args: object) -> int:
        def compiled() -> None:
            clock.now += 60

        run_interruptible(compiled)
        return fill(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(kernel, "fill", compiling_first)
    monkeypatch.setattr(type(rule), "kernel", lambda self: kernel)
    assert len(computation.extend(600, working_seconds() + 10)) == 600
