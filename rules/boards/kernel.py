"""Tables of boards: a loop over antidiagonals, written for the one board from its checked tree.

Squares are visited in the order of x + y. A square all of whose options come earlier in this order
is valued at once; the first square with another option makes the loop stop, and the caller
searches instead, so that no assumption about the moves is ever needed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rules.boards.board import UNKNOWN
from rules.computing.grundy import Progress, Watcher
from rules.language.compiling import GROW
from rules.language.compiling_board import board_source
from rules.language.loops import compiled_loop

if TYPE_CHECKING:
    from rules.boards.board import Board, Square

BoardValues = npt.NDArray[np.int32]
_BLOCK_SECONDS = 0.1  # between two looks at the clock


class Sweep:
    """The loop of one board; None of its tables is ever half right: it fills one or gives up."""

    def __init__(self, board: Board) -> None:
        source = board_source(board.body, board.names)
        self._limit = source.limit if source else 0
        self._loop: Callable[..., tuple[int, int]] | None = (
            compiled_loop(source) if source else None
        )

    def fill(self, size: Square, last: int, watcher: Watcher, *, edges: bool) -> BoardValues | None:
        """The values of the squares with x < size[0], y < size[1] and x + y < last; None where an
        option is none of these squares, unless ``edges`` says that beyond them lies no square.
        """
        if self._loop is None or max(size) >= self._limit:
            return None
        table = np.full(size, UNKNOWN, dtype=np.int32)
        stamps = np.zeros(256, dtype=np.int64)
        s, block = 0, 1
        while s < last:
            began = time.perf_counter()
            s, why = self._loop(table, stamps, s, min(s + block, last), edges)
            quick = time.perf_counter() - began < _BLOCK_SECONDS / 2
            block = 2 * block if quick else max(block // 2, 1)
            if why == GROW:
                stamps = np.zeros(2 * len(stamps), dtype=np.int64)
            elif why:
                return None
            watcher(Progress("antidiagonals", s, last))
        return table
