"""Who wins is read off the digits of the coordinates, in some numeration, by an automaton."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from mexplore.discover.boards.patterns.pattern import (
    BoardLaw,
    NoSuchSquare,
    NoValue,
    WhoWins,
    first_wrong,
)
from mexplore.discover.boards.patterns.regions import Region
from mexplore.discover.outcomes.law import AcceptedByDigits
from mexplore.rules.boards.board import COORDINATES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.boards.patterns.accepted import Accepted
    from mexplore.discover.boards.patterns.regions import Places
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues


@dataclass(frozen=True)
class LostByDigits(AcceptedByDigits, WhoWins):
    """G(x, y, ...) = 0 exactly where an automaton accepts that reads the digits of all coordinates
    together, the least significant first, in a `Numeration`. In the state s it goes on, after the
    digits a of x, b of y, ..., to ``transitions[s][a + b*d + ...]``, d being the number of digits
    that there are; it begins in the state 0 and accepts in the states that are ``lost``. Zeros at
    the end change nothing. (`discover.outcomes.law` has what such laws share.)

    >>> from mexplore.discover.automata.numeration import Base
    >>> equal = LostByDigits(Base(2), 2, ((0, 1, 1, 0), (1, 1, 1, 1)), (0,))
    >>> equal.is_zero((10**1000, 10**1000)), equal.is_zero((10**1000, 1))
    (True, False)
    >>> equal.statement()
    'G(x, y) = 0 exactly where the automaton with 2 states accepts x and y in base 2'
    """

    name = "lost-by-digits"
    dimensions = None
    letters: ClassVar[tuple[str, ...]] = COORDINATES

    @classmethod
    def detect(cls, table: BoardValues) -> Iterable[Self]:
        """Nothing: its automata are looked for only where no other law tells who wins."""
        del table
        return ()

    def is_zero(self, square: Square) -> bool:
        return self.automaton.accepts(*square)

    def lost_by_digits(self) -> Automaton:
        return self.automaton

    def other_zero(self, other: BoardLaw) -> Square | None:
        """One with few digits, where both laws read them in the same numeration: what one
        automaton accepts and the other does not is recognised by an automaton.

        >>> from mexplore.discover.automata.numbers import equation, inequality
        >>> equal = LostByDigits.of(equation((1, -1), 0))
        >>> equal.other_zero(LostByDigits.of(inequality((1, -1), 0))), equal.other_zero(equal)
        ((0, 1), None)
        """
        from mexplore.discover.outcomes.deciding import told_apart

        if not isinstance(other, LostByDigits) or self.written_in != other.written_in:
            return super().other_zero(other)
        if self.coordinates != other.coordinates:
            return super().other_zero(other)
        difference = told_apart(self.automaton, other.automaton)
        return None if difference is None else difference.position

    def first_failure(self, table: BoardValues) -> Square | None:
        from mexplore.discover.outcomes.learning import accepted_below

        if table.ndim != self.coordinates:
            return (0,) * table.ndim
        lost = accepted_below(self.automaton, table.shape)
        return first_wrong(table, np.where(lost, 0, np.where(table == 0, 1, table)))

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
        >>> equal = LostByDigits.of(equation((1, -1), 0))
        >>> equal.count_between(0, 10, 10**18) == 10**18 - 10
        True
        """
        return self._places(value).counted([(start, stop)] * self.coordinates)

    def nth_square(self, value: int, k: int) -> Square:
        """In any number of coordinates.

        >>> from mexplore.discover.automata.numbers import equation
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
        >>> sums = LostByDigits.of(equation((1, 1, -1), 0)).squares_with(0, 2, 10**30)
        >>> sums.total, sums.nth(3) == (2, 10**30 - 2)
        (1000000000000000000000000000001, True)
        """
        return self._places(value).on_line(place, number)

    def _places(self, value: int) -> Accepted:
        from mexplore.discover.boards.patterns.accepted import Accepted

        if value:
            raise NoValue(f"how often the value {value} occurs does not follow: {self.statement()}")
        return Accepted(self.automaton)


def _only(count: int) -> str:
    if not count:
        return "no square is a P-position"
    return f"only {count} {'square is a P-position' if count == 1 else 'squares are P-positions'}"
