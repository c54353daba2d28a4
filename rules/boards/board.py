"""Boards: one token on a grid, moved by turns; a position is a square (x, y), x and y >= 0.

Notation ``(x, y) -> [(x - 2, y - 1), (x - 1, y - 2)]``: the list of the squares to which the token
may move. One with a negative coordinate is no move. On the quarter plane there is no other
edge; on a board of so many columns and rows a square beyond them is no move either, which makes
it another game: a knight in the far corner of a chessboard has fewer moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from rules.errors import InputError, MexploreError, RuleSyntaxError, TooLarge
from rules.language import tree
from rules.language.evaluating import STEPS, evaluate_options
from rules.language.reading import check_name, read_options

Square = tuple[int, int]
UNKNOWN = -1  # in the place of a value in tables

_HEAD = re.compile(r"\(\s*([A-Za-z_]\w*)\s*,\s*([A-Za-z_]\w*)\s*,?\s*\)\s*->")
_TRIED = 6  # rows and columns whose options are listed while a text is read, with at most
_STEPS = 1000  # turns of loops at each square


@dataclass(frozen=True)
class Board:
    """From a square, move to any square of the list ``body``; its coordinates are ``names``.

    >>> rook = Board.parse("(x, y)->[(a,y) for a in range(x)]+[(x,b) for b in range(y)]")
    >>> str(rook)
    '(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]'
    >>> list(rook.options((1, 2)))
    [(0, 2), (1, 0), (1, 1)]
    """

    family: ClassVar[str] = "board"

    names: tuple[str, str]
    body: tree.Node

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The board that the text denotes; None if it is in another notation."""
        match = _HEAD.match(text)
        if match is None:
            return None
        names = match[1], match[2]
        for group in (1, 2):
            check_name(match[group], text, match.start(group))
        if names[0] == names[1]:
            problem = f"both coordinates are called {names[0]!r}"
            raise RuleSyntaxError(text, match.start(2), problem, "write (x, y) -> ...")
        at = match.end()
        board = cls(names, read_options(text[at:], names, whole=text, at=at))
        board._check(text, at + len(text[at:]) - len(text[at:].lstrip()))
        return board

    def _check(self, text: str, place: int) -> None:
        """Refuse options that are no squares, and a list that has no value near the corner."""
        for item in _items(self.body):
            if not isinstance(item, tree.Heap) or len(item.items) != 2:
                problem = f"the option {item} is no square"
                remedy = "write two coordinates: (x - 1, y)"
                raise RuleSyntaxError(text, _find(item, text, place), problem, remedy)
        try:
            for x in range(_TRIED):
                for y in range(_TRIED):
                    for _ in self._legal((x, y), _STEPS):
                        pass
        except TooLarge:
            return
        except MexploreError as error:
            remedy = "write a list for every square"
            raise RuleSyntaxError(text, place, str(error), remedy) from None

    def __str__(self) -> str:
        return f"({self.names[0]}, {self.names[1]}) -> {self.body}"

    def options(self, square: Square) -> Iterator[Square]:
        """THE definition: the squares to which a move leads, on the quarter plane."""
        return self._legal(square, STEPS)

    def _legal(self, square: Square, steps: int) -> Iterator[Square]:
        named = dict(zip(self.names, square, strict=True))
        for option in evaluate_options(self.body, named, steps):
            assert isinstance(option, tuple)
            a, b = option
            if a < 0 or b < 0:
                continue
            if option == square:
                raise InputError(f"the moves run in a circle: {square} -> {square}")
            yield a, b

    def options_within(self, size: Square | None, square: Square) -> Iterator[Square]:
        """The options on a board of ``size`` (columns x, rows y); None is the quarter plane."""
        for a, b in self.options(square):
            if size is None or (a < size[0] and b < size[1]):
                yield a, b

    def words(self) -> str:
        """The rule as a sentence."""
        return (
            f"One token on a square ({self.names[0]}, {self.names[1]}); move it to any square of "
            f"{self.body} that is on the board."
        )


def _find(item: tree.Node, text: str, start: int) -> int:
    """Where the item stands in the text, whatever its blanks; ``start`` if it is not found."""
    signs = str(item).replace(" ", "")
    match = re.compile(r"\s*".join(map(re.escape, signs))).search(text, start)
    return match.start() if match else start


def _items(node: tree.Node) -> Iterator[tree.Node]:
    """The parts of the text that denote an option each."""
    match node:
        case tree.Listing(items):
            for item in items:
                yield from _alternatives(item)
        case tree.Comprehension(item, _):
            yield from _alternatives(item)
        case tree.Binary(_, left, right) | tree.Choice(_, left, right):
            yield from _items(left)
            yield from _items(right)
        case _:  # a bare range
            yield node


def _alternatives(item: tree.Node) -> Iterator[tree.Node]:
    if isinstance(item, tree.Choice):
        yield from _alternatives(item.yes)
        yield from _alternatives(item.no)
    else:
        yield item
