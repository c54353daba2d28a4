"""The first nim-values are read off the digits of the coordinates, in some numeration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.boards.patterns._counted import CountedByDigits
from mexplore.discover.boards.patterns.pattern import NoValue, first_wrong
from mexplore.discover.outcomes.law import ValuedByDigits
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.boards.patterns.accepted import Accepted
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues


@dataclass(frozen=True)
class ValuesByDigits(ValuedByDigits, CountedByDigits):
    """G(x, y, ...) is the output of the state in which an automaton is after the digits of all
    coordinates, read together, the least significant first, in a `Numeration`; the output
    ``most`` + 1 stands for all values greater than ``most``.

    >>> from mexplore.discover.automata.numeration import Base
    >>> both_even = ValuesByDigits(Base(2), 2, ((1, 2, 2, 2), (1,) * 4, (2,) * 4), 0, (0, 0, 1))
    >>> both_even.value((4, 10**30)), both_even.is_zero((4, 7))
    (0, False)
    >>> both_even.statement()  # doctest: +ELLIPSIS
    'G(x, y), as far as it is at most 0, is the output of the automaton with 3 states for x and y...
    """

    name = "values-by-digits"

    @property
    def whole(self) -> bool:
        return self.complete

    @property
    def decides_zeros(self) -> bool:
        return True

    def is_zero(self, square: Square) -> bool:
        return self.output(*square) == 0

    def value(self, square: Square) -> int:
        found = self.output(*square)
        if found <= self.most:
            return found
        raise NoValue(f"{square} has a value greater than {self.most}, which is not told")

    def lost_by_digits(self) -> Automaton:
        return self.positions_of(0)

    def first_failure(self, table: BoardValues) -> Square | None:
        from mexplore.discover.outcomes.learning import accepted_below

        if table.ndim != self.coordinates:
            return (0,) * table.ndim
        expected = np.where(table > self.most, table, self.most + 1)
        for value in range(self.most + 1):
            expected[accepted_below(self.positions_of(value), table.shape)] = value
        return first_wrong(table, expected)

    def values(self) -> Iterable[int] | None:
        return range(self.most + 1) if self.complete else None

    def _places(self, value: int) -> Accepted:
        from mexplore.discover.boards.patterns.accepted import Accepted

        if value > self.most:
            raise NoValue(f"how often the value {value} occurs does not follow: {self.statement()}")
        return Accepted(self.positions_of(value))
