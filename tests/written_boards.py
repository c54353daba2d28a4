"""Boards of the tests, read from their notation."""

from __future__ import annotations

from mexplore.rules.boards.board import Board


def board(text: str) -> Board:
    """The board, which the text has to be."""
    found = Board.parse(text)
    assert found is not None
    return found
