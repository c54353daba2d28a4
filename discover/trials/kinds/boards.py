"""Boards: loops written for one board, by antidiagonals and by rows, with and without rays."""

from __future__ import annotations

from mexplore.discover.trials.trial import Tally, Trial

SIZE = (26, 31)
BOARDS = (
    "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
    " + [(x - k, y - k) for k in range(1, min(x, y) + 1)]",
    "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), (x - 2, y + 1)]",
    "(x, y) -> [(x - 1, y + 5), (x, y - 1), (x - 1, y * y % 7)]",
)


def _boards(tally: Tally) -> None:
    from mexplore.rules.boards.board import Board
    from mexplore.rules.boards.kernel import Sweep
    from mexplore.rules.boards.table import order_of, table_by_definition
    from mexplore.rules.engine.grundy import nobody

    for text in BOARDS:
        board = Board.parse(text)
        assert board is not None
        order = order_of(board, SIZE)
        assert order is not None
        found = Sweep(board, order).fill(SIZE, order.stop(SIZE), nobody, edges=True)
        if found is None:
            raise ValueError(f"no loop was written for {text}")
        right = table_by_definition(board, SIZE, edges=True)
        tally.hold(text, found.ravel().tolist(), right.ravel().tolist())


SECONDS = 3
TRIALS = (Trial("boards", _boards),)
