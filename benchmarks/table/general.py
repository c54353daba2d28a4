"""The kernels of rules that have no engine of their own, against the same loops written by hand in
C and C++: lists of options, and boards."""

from __future__ import annotations

import ctypes
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks import boards
from benchmarks.table import limit
from benchmarks.table.row import Row, Task
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.library import shipped

LISTS = (
    ("n -> [n - k*k for k in range(1, isqrt(n) + 1)]", "squares", 10**6),
    ("n -> [n - 1, n // 2, n // 3]", "three", 10**7),
    ("n -> [n - 1] + [n//k for k in range(2, 7)]", "two_lists", 10**7),
    ("n -> [(a, n - a) for a in range(1, n) if 2*a != n]", "unequal", 30_000),
)
SQUARES = (
    ("wythoff", "queen", 4096),
    ("knight", "knight", 4096),
    ("cutting-game", "cutting", 1024),
)
AIM = 1.5
TURNS = 5
"""Ours and theirs by turns, each with its array, of which the fastest counts."""


def lists() -> Iterator[Row]:
    library = limit.general()
    for text, name, stop in LISTS:
        rule = Expression.parse(text)
        assert rule is not None
        known = Computation(rule)
        known.extend(20_000)  # compiles
        theirs = None if library is None else partial(_list_in_c, getattr(library, name), stop)
        yield _row(f"{stop} values of {text}", partial(_list, known, stop), "C", theirs)


def tables() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        library = boards.compiled(Path(folder))
        for name, function, side in SQUARES:
            board = Board.parse(shipped()[name].rule)
            assert board is not None
            known = Tables(board)
            known.table((40, 40))  # compiles
            theirs = None
            if library is not None:
                theirs = partial(_table_in_c, getattr(library, function), side, function == "queen")
            task = f"{name}, {side} x {side} squares"
            yield _row(task, partial(_table, board, side, name == "knight"), "C++", theirs)


def _list(known: Computation, stop: int) -> np.ndarray:
    fresh = Computation(known.rule)
    fresh._kernel = known._kernel  # a kernel rebuilds its tables from any start
    return fresh.extend(stop)


def _list_in_c(function: Callable[..., object], stop: int) -> np.ndarray:
    values, stamps = np.zeros(stop, dtype=np.uint16), np.zeros(1 << 16, dtype=np.int64)
    function(_pointer(values), ctypes.c_long(stop), _pointer(stamps))
    return values


def _table(board: Board, side: int, triangle: bool) -> np.ndarray:
    tables = Tables(board)
    return tables.triangle(side) if triangle else tables.table((side, side))


def _table_in_c(function: Callable[..., object], side: int, by_sets: bool) -> np.ndarray:
    table = np.full((side, side), -1, dtype=np.int32)
    numbers = (side, boards.WORDS) if by_sets else (side,)
    function(_pointer(table), *map(ctypes.c_long, numbers))
    return table


def _pointer(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _row(
    task: str, ours: Callable[[], np.ndarray], rival: str, theirs: Callable[[], np.ndarray] | None
) -> Row:
    """The least times of a few turns, in which both find the same."""
    if theirs is None:
        return Row(task, min(_timed(ours)[0] for _ in range(TURNS)), "", None, None)
    turns = [(_timed(ours), _timed(theirs)) for _ in range(TURNS)]
    assert all(np.array_equal(one, other) for (_, one), (_, other) in turns)
    return Row(task, min(a for (a, _), _ in turns), rival, min(b for _, (b, _) in turns), AIM)


def _timed(work: Callable[[], np.ndarray]) -> tuple[float, np.ndarray]:
    began = time.process_time()
    found = work()
    return time.process_time() - began, found


TASKS = (Task("lists", lists), Task("boards", tables))
