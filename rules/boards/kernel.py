"""Tables of boards: a loop in a given order, written for the one board from its checked tree.

A square all of whose options come earlier in the order is valued at once; the first square with
another option makes the loop stop, and the caller searches instead, so that no assumption about
the moves is ever needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mexplore.rules.boards.board import UNKNOWN
from mexplore.rules.engine.expressions.loops import compiled_loop
from mexplore.rules.engine.expressions.numbers import GROW
from mexplore.rules.engine.grundy import Progress, Watcher
from mexplore.rules.engine.working import Pace

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Grid, Square
    from mexplore.rules.boards.table import Order
    from mexplore.rules.engine.expressions.board import Ray

BoardValues = npt.NDArray[np.int32]
_STAMPS = 256  # values for which there is room at first: a multiple of 64
_Sets = npt.NDArray[np.uint64]


class Sweep:
    """The loop of one board: it fills a table completely, or returns none."""

    def __init__(self, grid: Grid, order: Order) -> None:
        self.order = order
        source = grid.loop_source(order)
        self._limit = source.loop.limit if source else 0
        self._rays: tuple[Ray, ...] = source.rays if source else ()
        self._loop: Callable[..., tuple[int, int]] | None = (
            compiled_loop(source.loop) if source else None
        )

    def fill(self, size: Square, last: int, watcher: Watcher, *, edges: bool) -> BoardValues | None:
        """The values of the squares with x < size[0], y < size[1] in the first ``last`` levels of
        the order; None where an option is none of these squares, unless ``edges`` says that beyond
        them lies no square.
        """
        if self._loop is None or max(size) >= self._limit:
            return None
        table = np.full(size, UNKNOWN, dtype=np.int32)
        stamps = np.zeros(_STAMPS, dtype=np.int64)
        lines = [np.zeros((_lines(ray, size), _STAMPS // 64), np.uint64) for ray in self._rays]
        n, pace = 0, Pace(1)
        while n < last:
            with pace.block():
                n, why = self._loop(table, stamps, n, min(n + pace.size, last), edges, *lines)
            if why == GROW:
                stamps = np.zeros(2 * len(stamps), dtype=np.int64)
                for i, sets in enumerate(lines):
                    lines[i] = _wider(sets)
            elif why:
                return None
            watcher(Progress("lines" if self.order.by_lines else "antidiagonals", n, last))
        return table


def _lines(ray: Ray, size: Square) -> int:
    """How many lines in the direction of the ray a table has."""
    return ray[1] * (size[0] - 1) + ray[0] * (size[1] - 1) + 1


def _wider(sets: _Sets) -> _Sets:
    wider = np.zeros((sets.shape[0], 2 * sets.shape[1]), dtype=np.uint64)
    wider[:, : sets.shape[1]] = sets
    return wider
