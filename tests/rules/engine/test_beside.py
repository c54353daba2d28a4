"""A second thread beside the first: results in order, errors, and how many cores there are."""

from __future__ import annotations

import threading

import pytest

from mexplore.rules.engine.beside import Beside, available_cores, cores
from mexplore.rules.errors import InputError


def test_results_come_in_the_order_of_the_calls() -> None:
    with Beside(lambda n: (n, threading.current_thread().name)) as second:
        for n in range(100):
            second.begin(n)
        assert [second.result() for _ in range(100)] == [(n, "beside") for n in range(100)]


def test_an_error_is_raised_where_the_result_is_asked_for() -> None:
    with Beside(lambda n: 1 // n) as second:
        for n in (1, 0, 1):
            second.begin(n)
        assert second.result() == 1
        with pytest.raises(ZeroDivisionError):
            second.result()
        assert second.result() == 1


def test_an_exception_waits_for_what_has_begun_and_drops_the_rest() -> None:
    called: list[int] = []
    begun, going = threading.Event(), threading.Event()

    def call(n: int) -> None:
        begun.set()
        going.wait(60)
        called.append(n)

    with pytest.raises(KeyboardInterrupt), Beside(call) as second:
        second.begin(1)
        second.begin(2)
        begun.wait(60)
        threading.Timer(0.1, going.set).start()
        raise KeyboardInterrupt
    assert not second._thread.is_alive()
    assert called == [1]


def test_cores_are_as_many_as_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEXPLORE_CORES", "3")
    assert cores() == 3
    monkeypatch.setenv("MEXPLORE_CORES", "")
    assert cores() == available_cores() >= 1
    for wrong in ("0", "-1", "two", "1.5"):
        monkeypatch.setenv("MEXPLORE_CORES", wrong)
        with pytest.raises(InputError, match="MEXPLORE_CORES"):
            cores()
