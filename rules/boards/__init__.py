"""Boards: games of tokens on squares, their tables, and the sequences in a table.

``board`` is the rule of such a game, read from ``(x, y) -> [...]``, or a function of the user's;
``table`` has its values, by definition (`table_by_definition`, the oracle)
or by the loop that ``kernel`` has compiled for the one board, in an ``order`` in which every option
of a square comes before it; ``lines`` reads sequences off a table: rows, columns, diagonals, the
squares of a value.
To add a kind of sequence, add it to `rules.boards.lines.Kind`, with the part of the plane that it
needs and how it is cut from a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Board


def read_board(text: str) -> Board | None:
    """The board that a text denotes; None if it is in another notation, which costs nothing.

    >>> str(read_board("(x, y) -> [(x - 1, y)]")), read_board("0.77")
    ('(x, y) -> [(x - 1, y)]', None)
    """
    if "->" not in text:
        return None
    from mexplore.rules.boards.board import Board

    return Board.parse(text)
