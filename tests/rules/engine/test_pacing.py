"""How much is computed between two looks at the clock does not depend on other processes."""

from __future__ import annotations

import time

import numpy as np
import pytest

from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.engine import compiled, working
from mexplore.rules.engine.compiled import COPYING, LITTLE, run
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.working import BLOCK_SECONDS, LARGEST_BLOCK, Pace
from mexplore.rules.notation import parse_rule


class Slow:
    """A clock that shows, whenever it is looked at, that much time has passed."""

    def __init__(self, seconds: float) -> None:
        self.now, self.seconds = 0.0, seconds

    def __call__(self) -> float:
        self.now += self.seconds
        return self.now


@pytest.fixture
def _busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock on the wall every block takes ten seconds: other processes are at work."""
    monkeypatch.setattr(time, "perf_counter", Slow(10))


def fills(rule: str, stop: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many calls of the kernel the values at n < stop take."""
    computation = Computation(parse_rule(rule))
    computation.extend(300)  # whatever has to be compiled is
    assert computation._kernel is not None
    calls = []
    fill = computation._kernel.fill

    def counted(*args: object) -> int:
        calls.append(args)
        return fill(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(computation._kernel, "fill", counted)
    computation.extend(stop)
    return len(calls)


@pytest.mark.usefixtures("_busy_machine")
@pytest.mark.parametrize("rule", ["0.07", "0.137", "subtract(1, 3, 4)", "divide(2)"])
def test_blocks_are_as_large_on_a_busy_machine(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "processor_seconds", Slow(0.001))  # each block is quick work
    assert fills(rule, 20_000, monkeypatch) <= 12


@pytest.mark.usefixtures("_busy_machine")
def test_so_are_those_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "processor_seconds", Slow(0.001))
    seen: list[int] = []
    wythoff = Board.parse("(x, y) -> [(x - 1, y), (x, y - 1)]")
    assert wythoff is not None
    Tables(wythoff, lambda progress: seen.append(progress.done)).table((300, 300), edges=False)
    assert len(set(seen)) <= 12


def test_blocks_shrink_where_the_work_is_slow_and_recover() -> None:
    pace = Pace(1024)
    sizes = [pace.after(pace.size * 0.001) for _ in range(10)]  # a millisecond each
    assert sizes[-1] * 0.001 <= BLOCK_SECONDS
    assert [pace.after(0.001) for _ in range(40)][-1] == LARGEST_BLOCK


def test_blocks_do_not_shrink_where_that_saves_nothing() -> None:
    """A call that takes half a second besides a microsecond for each value."""
    pace = Pace(1 << 16)
    sizes = [pace.after(0.5 + pace.size * 1e-6) for _ in range(50)]
    assert min(sizes) >= 1 << 15


def test_a_function_that_waits_is_timed_by_the_clock_on_the_wall(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, "perf_counter", Slow(1))
    waiting, working = Pace(64, may_wait=True), Pace(64)
    for pace in (waiting, working):
        with pace.block():
            pass
    assert (waiting.size, working.size) == (32, 128)


def test_many_short_calls_with_long_arrays_are_not_little_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To make lists of arrays is work, too, whatever little the loop itself has to do."""
    monkeypatch.setattr(compiled, "_STEPS_IN_PYTHON", [0.0])
    monkeypatch.setattr(
        compiled, "is_little", lambda steps: compiled._STEPS_IN_PYTHON[0] + steps <= LITTLE
    )
    plainly: list[int] = []
    monkeypatch.setattr(compiled, "in_python", lambda loop, *args: plainly.append(1))
    values, moves = np.zeros(50_000, dtype=np.uint8), (np.zeros(50_000, dtype=np.int64), 3)
    for _ in range(1000):
        run(lambda *args: None, 0, values, moves)
    assert len(plainly) == LITTLE // (COPYING * 100_000)
