"""Squares of a value counted, numbered and found on lines, where automata tell them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.discover.boards.patterns.pattern import BoardLaw, NoSuchSquare, NoValue
from mexplore.discover.boards.patterns.regions import Region
from mexplore.rules.boards.board import COORDINATES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.boards.patterns.accepted import Accepted
    from mexplore.discover.boards.patterns.regions import Places
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues


class CountedByDigits(BoardLaw):
    """A law by which automata tell the squares of some values."""

    dimensions = None
    letters: ClassVar[tuple[str, ...]] = COORDINATES
    coordinates: int

    @classmethod
    def detect(cls, table: BoardValues) -> Iterable[Self]:
        """Nothing: automata are looked for by theorems, and only where no other law tells as
        much."""
        del table
        return ()

    @abstractmethod
    def _places(self, value: int) -> Accepted:
        """The squares of this value; `NoValue` where they are not told."""

    def box(self, bound: int) -> Square:
        return (bound,) * self.coordinates

    def squares_below(self, value: int, region: Region) -> int:
        if self.coordinates != 2:
            raise NoValue("regions are of squares with two coordinates")
        sides = [(0, region.width), (0, region.height)]
        all_sums = region.total >= region.width + region.height - 1
        return self._places(value).counted(sides, None if all_sums else (0, region.total))

    def count_between(self, value: int, start: int, stop: int) -> int:
        """In any number of coordinates.

        >>> from mexplore.discover.automata.numbers import equation
        >>> from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
        >>> equal = LostByDigits.of(equation((1, -1), 0))
        >>> equal.count_between(0, 10, 10**18) == 10**18 - 10
        True
        """
        return self._places(value).counted([(start, stop)] * self.coordinates)

    def nth_square(self, value: int, k: int) -> Square:
        """In any number of coordinates.

        >>> from mexplore.discover.automata.numbers import equation
        >>> from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
        >>> LostByDigits.of(equation((1, -2), 0)).nth_square(0, 10**18 + 1)
        (2000000000000000000, 1000000000000000000)
        """
        places = self._places(value)
        found = places.nth(k)
        if found is None and places.total is not None:
            raise NoSuchSquare(_only(places.total))
        if found is None:
            raise NoValue(f"square number {k} of value {value} is out of reach")
        return found

    def places(self, kind: str, number: int, value: int) -> Places:
        """On a diagonal, too: where one number is known, or the difference of two, an automaton
        tells the other number."""
        if self.coordinates != 2:
            raise NoValue("a line is one of squares with two coordinates")
        from mexplore.discover.boards.patterns.accepted import OneNumber

        accepted = self._places(value)
        if kind == "diagonal":
            return OneNumber(accepted.on_diagonal(number))
        return OneNumber(accepted.on_line(0 if kind == "row" else 1, number))

    def squares_with(self, value: int, place: int, number: int) -> Accepted:
        """The other coordinates of the squares of the value that have the number at the place.

        >>> from mexplore.discover.automata.numbers import equation
        >>> from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
        >>> sums = LostByDigits.of(equation((1, 1, -1), 0)).squares_with(0, 2, 10**30)
        >>> sums.total, sums.nth(3) == (2, 10**30 - 2)
        (1000000000000000000000000000001, True)
        """
        return self._places(value).on_line(place, number)


def _only(count: int) -> str:
    if not count:
        return "no square is a P-position"
    return f"only {count} {'square is a P-position' if count == 1 else 'squares are P-positions'}"
