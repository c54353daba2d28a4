"""Boards: games of tokens on squares, their tables, and the sequences in a table.

``board`` is the rule of such a game, read from ``(x, y) -> [...]``, or a function of the user's;
``table`` has its values, by definition (`table_by_definition`, the oracle)
or by the loop that ``kernel`` has compiled for the one board, in an ``order`` in which every option
of a square comes before it; ``lines`` reads sequences off a table: rows, columns, diagonals, the
squares of a value. ``products`` are boards ``R x S`` of coins, of two rules of heaps;
`rules.notation.parse_board` reads these too. ``several`` has boards of heaps, in several of which a
move takes at once.
To add a kind of sequence, add it to `rules.boards.lines.Kind`, with the part of the plane that it
needs and how it is cut from a table.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Board


_WORDS = "if|else|and|or|not|in|for|is"
_STEP = re.compile(
    r"[()\[\]{}]"
    rf"|(?<=[\w)\]}}])(?<!\bif)(?<!\belse)(?<!\band)(?<!\bor)(?<!\bnot)(?<!\bin)(?<!\bfor)"
    rf"\s+[x×]\s+(?!(?:{_WORDS})\b)(?=[\w(])"
    r"|(?<=[)\]])\s*[x×]\s*(?=[a-z]+\s*\()"
)
_BOARD = re.compile(r"\s*\([^()]*\)\s*->")
_MISERE = re.compile(r"\s*mis[eè]re\s+")
_NIM = re.compile(r"\s*(nim|cyclic\s+nimhoff)\s*\(")


def times_places(text: str) -> list[tuple[int, int]]:
    """Where the signs ``x`` or ``×`` between rules stand, outside all brackets.

    >>> times_places("turn(1, 2) x 0.77"), times_places("(x, y) -> [(x - 1, y) for a in x ]")
    ([(10, 13)], [])
    >>> times_places("x -> [x - 1] if 3 <= x else []")
    []
    """
    if _BOARD.match(text):
        return []
    depth, places = 0, []
    for step in _STEP.finditer(text):
        if step[0][-1] in "([{" or step[0][-1] in ")]}":
            depth = max(0, depth + (1 if step[0] in "([{" else -1))
        elif depth == 0:
            places.append(step.span())
    return places


def looks_like_board(text: str) -> bool:
    """Whether a text begins as a board does, or is a product of rules."""
    return _begins(text) or (bool(times_places(text)) and not _MISERE.match(text))


def looks_like_misere_board(text: str) -> bool:
    """Whether a text begins as a board does, after the word ``misere``."""
    word = _MISERE.match(text)
    return word is not None and _begins(text[word.end() :])


def _begins(text: str) -> bool:
    return text.lstrip().startswith("(") or bool(_NIM.match(text))


def read_board(text: str) -> Board | None:
    """The board that a text denotes; None if it is in another notation, which costs nothing.

    >>> str(read_board("(x, y) -> [(x - 1, y)]")), read_board("0.77")
    ('(x, y) -> [(x - 1, y)]', None)
    >>> str(read_board("nim(3 heaps; exactly  2)"))
    'nim(3 heaps; exactly 2)'
    """
    nim = _NIM.match(text)
    if nim is not None:
        from mexplore.rules.boards.several import SeveralHeaps

        return SeveralHeaps.read(text, nim[1], nim.end())
    if "->" not in text:
        return None
    from mexplore.rules.boards.board import Board

    return Board.parse(text)
