"""Grundy values of positions of any kind, by memory and depth-first search.

A position is anything that can be compared and hashed. Its value is the mex of the values of its
options; an option is a sum of positions, mostly of one, whose value is the xor of theirs. The
search remembers every value, needs no recursion however long a game may be, and detects moves that
lead back to an earlier position.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Generic, TypeVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.rule import mex
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

MOST_POSITIONS = 1_000_000
_SHOWN = 8  # positions of a cycle that an error message lists

P = TypeVar("P", bound=Hashable)


class Sums(Generic[P]):
    """The values of the positions of one game, each computed once; ``options`` yields what a move
    leaves as a tuple of positions, which are played on side by side.

    >>> halves = Sums(lambda n: [(n // 2, n // 2), (n - 1,)] if n else [])
    >>> [halves.value(n) for n in range(6)], len(halves)
    ([0, 1, 2, 1, 2, 1], 6)
    """

    def __init__(
        self,
        options: Callable[[P], Iterable[tuple[P, ...]]],
        most: int = MOST_POSITIONS,
        end: int = 0,
    ) -> None:
        self._options = options
        self._end = end  # the value of a position without a move: 1 under misère play
        self._most = most
        self._values: dict[P, int] = {}

    def __len__(self) -> int:
        """How many positions have been valued."""
        return len(self._values)

    def __iter__(self) -> Iterator[P]:
        """The positions that have been valued."""
        return iter(self._values)

    def value(self, position: P) -> int:
        """The Grundy value; InputError where moves run in a circle, TooLarge where more than
        ``most`` positions can be reached."""
        if position not in self._values:
            self._search(position)
        return self._values[position]

    def _search(self, start: P) -> None:
        # The path from the start: positions, the options that are left, values seen.
        self._refuse_too_many(start, 0)
        path, on_path = [_Open(start, iter(self._options(start)))], {start}
        while path:
            unknown = self._first_unknown(path[-1])
            if unknown is None:
                done = path.pop()
                on_path.remove(done.position)
                self._values[done.position] = mex(done.seen) if done.seen else self._end
                continue
            position = unknown[0]
            if position in on_path:
                raise InputError(circle([entry.position for entry in path], position))
            self._refuse_too_many(start, len(path))
            path.append(_Open(position, iter(self._options(position))))
            on_path.add(position)

    def _first_unknown(self, entry: _Open[P]) -> tuple[P] | None:
        """The first position without a value in an option, which is looked at again later; None
        when all options have been seen."""
        values, option = self._values, entry.waiting
        while option is not None or (option := next(entry.rest, None)) is not None:
            total = 0
            for part in option:
                value = values.get(part)
                if value is None:
                    entry.waiting = option
                    return (part,)
                total ^= value
            entry.seen.add(total)
            option = None
        return None

    def _refuse_too_many(self, start: P, depth: int) -> None:
        if len(self._values) + depth >= self._most:
            raise TooLarge(
                f"more than {self._most} positions are reached from {clip(start)}: "
                "perhaps play need not end"
            )


@dataclass
class _Open(Generic[P]):
    """A position on the path: the options that are left, the one that waits for a value, and the
    values seen."""

    position: P
    rest: Iterator[tuple[P, ...]]
    waiting: tuple[P, ...] | None = None
    seen: set[int] = field(default_factory=set)


class Positions(Sums[P]):
    """The values of positions whose options are positions.

    >>> moves = Positions(lambda heaps: [(heaps[0] - 1, heaps[1])] if heaps[0] else [])
    >>> moves.value((3, 5)), len(moves)
    (1, 4)
    """

    def __init__(self, options: Callable[[P], Iterable[P]], most: int = MOST_POSITIONS) -> None:
        super().__init__(lambda position: ((option,) for option in options(position)), most)


def circle(path: list[P], again: P) -> str:
    """The circle in words: the path from the first visit to the second."""
    circle = [*path[path.index(again) :], again]
    if len(circle) > _SHOWN:
        shown = [*map(clip, circle[: _SHOWN - 2]), "...", *map(clip, circle[-2:])]
    else:
        shown = [clip(position) for position in circle]
    return f"the moves run in a circle: {' -> '.join(shown)}"


def clip(position: object) -> str:
    """A position as messages show it."""
    text = " ".join(repr(position).split())
    return text if len(text) <= 60 else text[:57] + "..."


@view("valuing_at_most")
def valuing_at_most(rule: Rule, positions: int) -> Rule:
    """The same rule with a limit on the number of positions that are valued; InputError for rules
    without such a limit: only functions of the user's own have one."""
    del rule, positions
    raise InputError("--max-positions goes with a rule such as games.py:options")
