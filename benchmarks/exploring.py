"""Positions that are explored one after the other, against the same ones in a table, in one run.

    python -m benchmarks.exploring

The squares of each board within 1000 x 1000 are valued by the search whose table is hashed, from
the far corner, and by the loop that fills a table in an order. To reach: 10^6 positions in 5
seconds, compiling left aside. The ratio says what the search costs where a table would do.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.engine.exploring import Clock
from mexplore.rules.engine.expressions.searching import Machine

SIDE = 1000
MOST = 2 * SIDE * SIDE
BOARDS = [
    "(x, y) -> [(x - 1, y), (x, y - 1), (x - 2, y - 2)]",
    "(x, y) -> [(x - k, y) for k in range(1, min(x, 9) + 1)] "
    "+ [(x, y - k) for k in range(1, min(y, 9) + 1)]",
    "(x, y) -> [((x - k, y), (k - 1, y)) for k in range(1, min(x, 9) + 1)] + [(x, y - 1)]",
]


def seconds(work: Callable[[], object]) -> float:
    """The least of three times, after one that compiles."""
    times = []
    for _ in range(4):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times[1:])


def main() -> None:
    for text in BOARDS:
        board = Board.parse(text)
        assert board is not None
        source = board.reach_source()
        assert source is not None
        corner = (SIDE - 1, SIDE - 1)

        def searched() -> int:
            machine = Machine(source)  # noqa: B023
            machine.values([corner], MOST, Clock())  # noqa: B023
            return machine.reached

        reached = searched()
        tables = Tables(board)
        ours, table = seconds(searched), seconds(lambda: tables.table((SIDE, SIDE)))  # noqa: B023
        print(f"{text}: {reached} positions in {ours:.2f} s, a table {table:.3f} s, "
              f"ratio {ours / table:.1f}")  # fmt: skip


if __name__ == "__main__":
    main()
