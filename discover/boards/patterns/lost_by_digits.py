"""Who wins is read off the digits of the coordinates, in some numeration, by an automaton."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.boards.patterns._counted import CountedByDigits
from mexplore.discover.boards.patterns.pattern import BoardLaw, NoValue, WhoWins, first_wrong
from mexplore.discover.outcomes.law import AcceptedByDigits
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.boards.patterns.accepted import Accepted
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues


@dataclass(frozen=True)
class LostByDigits(AcceptedByDigits, CountedByDigits, WhoWins):
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

    def _places(self, value: int) -> Accepted:
        from mexplore.discover.boards.patterns.accepted import Accepted

        if value:
            raise NoValue(f"how often the value {value} occurs does not follow: {self.statement()}")
        return Accepted(self.automaton)
