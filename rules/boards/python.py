"""Boards whose moves are a Python function of the user's: ``games.py:options`` of tuples."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from mexplore.rules.boards.board import Grid, Square, Sum
from mexplore.rules.engine.foreign import short
from mexplore.rules.errors import InputError


class Moving(Protocol):
    """A game that lists the moves from any position."""

    def moves(self, position: Hashable, /) -> Sequence[tuple[Hashable, ...]]:
        """What each move leaves: positions that are played on side by side."""

    def words(self) -> str:
        """The rule as a sentence."""


@dataclass(frozen=True)
class PythonBoard(Grid):
    """The moves of a token on a square are what the function yields for the tuple of coordinates:
    tuples, lists of tuples for sums of squares. A tuple with a negative number is no move."""

    rule: Moving
    coordinates: int = 2

    @property
    def dimensions(self) -> int:
        return self.coordinates

    @property
    def runs_python(self) -> bool:
        return True

    def __str__(self) -> str:
        return str(self.rule)

    def words(self) -> str:
        return self.rule.words()

    def options(self, square: Square) -> Iterator[Sum]:
        for option in self.rule.moves(square):
            parts = tuple(self._square(part, square) for part in option)
            if all(min(part) >= 0 for part in parts):
                if square in parts:
                    raise InputError(f"the moves run in a circle: {square} -> {square}")
                yield parts

    def _square(self, option: object, square: Square) -> Square:
        right = isinstance(option, tuple) and len(option) == self.coordinates
        if right and all(isinstance(at, int) for at in option):  # type: ignore[attr-defined]
            return option  # type: ignore[return-value]
        raise InputError(
            f"{self.rule}: the option {short(option)} of {square} is no square with "
            f"{self.coordinates} coordinates; a list of squares is a sum"
        )
