"""Grundy values of positions of any kind, by memory and depth-first search.

A position is anything that can be compared and hashed. Its value is the mex of the values of the
positions that a move leads to; the search remembers every value, needs no recursion however long
a game may be, and finds out when moves lead back to where they came from.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from rules.errors import InputError, TooLarge
from rules.rule import mex

MOST_POSITIONS = 1_000_000
_SHOWN = 8  # positions of a cycle that an error message lists

P = TypeVar("P", bound=Hashable)


class Positions(Generic[P]):
    """The values of the positions of one game, each computed once.

    >>> moves = Positions(lambda heaps: [(heaps[0] - 1, heaps[1])] if heaps[0] else [])
    >>> moves.value((3, 5)), len(moves)
    (1, 4)
    """

    def __init__(self, options: Callable[[P], Iterable[P]], most: int = MOST_POSITIONS) -> None:
        self._options = options
        self._most = most
        self._values: dict[P, int] = {}

    def __len__(self) -> int:
        """How many positions have been valued."""
        return len(self._values)

    def value(self, position: P) -> int:
        """The Grundy value; InputError where moves run in a circle, TooLarge where more than
        ``most`` positions can be reached."""
        if position not in self._values:
            self._search(position)
        return self._values[position]

    def _search(self, start: P) -> None:
        # The path from the start: positions, what is left of their options, values seen.
        self._refuse_too_many(start, 0)
        path, on_path = [(start, *self._opened(start))], {start}
        while path:
            position, rest, seen = path[-1]
            for option in rest:
                value = self._values.get(option)
                if value is not None:
                    seen.add(value)
                    continue
                if option in on_path:
                    raise InputError(_circle([entry[0] for entry in path], option))
                self._refuse_too_many(start, len(path))
                path.append((option, *self._opened(option)))
                on_path.add(option)
                break
            else:
                path.pop()
                on_path.remove(position)
                self._values[position] = mex(seen)
                if path:
                    path[-1][2].add(self._values[position])

    def _opened(self, position: P) -> tuple[Iterator[P], set[int]]:
        return iter(self._options(position)), set()

    def _refuse_too_many(self, start: P, depth: int) -> None:
        if len(self._values) + depth >= self._most:
            raise TooLarge(
                f"more than {self._most} positions are reached from {_clip(start)}: "
                "perhaps play need not end"
            )


def _circle(path: list[P], again: P) -> str:
    """The circle in words: the path from the first visit to the second."""
    circle = [*path[path.index(again) :], again]
    if len(circle) > _SHOWN:
        shown = [*map(_clip, circle[: _SHOWN - 2]), "...", *map(_clip, circle[-2:])]
    else:
        shown = [_clip(position) for position in circle]
    return f"the moves run in a circle: {' -> '.join(shown)}"


def _clip(position: object) -> str:
    text = " ".join(repr(position).split())
    return text if len(text) <= 60 else text[:57] + "..."
