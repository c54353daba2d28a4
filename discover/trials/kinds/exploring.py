"""What positions can reach: the search with a hash table, and with a table of all squares."""

from __future__ import annotations

from itertools import product

from mexplore.discover.trials.trial import Tally, Trial

STOP = 1500
HEAPS = (
    "n -> [n // 2, n // 3, n - 1]",
    "n -> [(a, n - 2 - a) for a in range(1, n // 40)] + [n - 3, n // 2]",
    "n -> [n - k*k for k in range(1, isqrt(n) + 1)]",
)
SIZE = (23, 29)
BOARDS = (
    "(x, y) -> [(x - 1, y + x), (x, y - 3)] + ([(x // 2, y)] if x else [])",
    "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), (x - 2, y + 1)]",
    "(x, y) -> [((a, y), (x - a, y)) for a in range(1, x // 2 + 1)] + [(x, y - 2)]",
)


def _heaps(tally: Tally) -> None:
    from mexplore.rules.engine.exploring import MOST_COMPILED, Clock
    from mexplore.rules.engine.expressions.reached import reach_source
    from mexplore.rules.engine.expressions.searching import Machine
    from mexplore.rules.moves.written import as_expression
    from mexplore.rules.notation import parse_rule
    from mexplore.rules.rule import grundy_by_definition

    for text in HEAPS:
        rule = parse_rule(text)
        body = as_expression(rule)
        source = None if body is None else reach_source(body, ("n",), heaps=True)
        if source is None:
            raise ValueError(f"no search was written for {text}")
        found = Machine(source).values(range(STOP), MOST_COMPILED, Clock())
        tally.hold(text, found or [], grundy_by_definition(rule, STOP))


def _squares(tally: Tally) -> None:
    """With edges, where both tables have an answer."""
    from mexplore.rules.boards.board import Board
    from mexplore.rules.boards.table import table_by_definition
    from mexplore.rules.engine.exploring import MOST_COMPILED, Clock
    from mexplore.rules.engine.expressions.searching import Machine

    for text in BOARDS:
        board = Board.parse(text)
        source = None if board is None else board.reach_source()
        if board is None or source is None:
            raise ValueError(f"no search was written for {text}")
        right = table_by_definition(board, SIZE, edges=True).ravel().tolist()
        dense = Machine(source, SIZE, edges=True, dense=True).table(Clock())
        tally.hold(f"{text}, all squares", [] if dense is None else dense.ravel().tolist(), right)
        squares = list(product(*map(range, SIZE)))
        found = Machine(source, SIZE, edges=True).values(squares, MOST_COMPILED, Clock())
        tally.hold(text, found or [], right)


TRIALS = (Trial("heaps that are reached", _heaps), Trial("squares that are reached", _squares))
