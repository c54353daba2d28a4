"""One residue class that follows the ruler function, as a relation that automata read."""

from __future__ import annotations

from functools import cache

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.laws import Branch, Formula, Tail
from mexplore.discover.automata.numbers import equation, lowest_bit, power_of_two
from mexplore.discover.automata.operations import both, either, exists, without
from mexplore.rules.dataclass import dataclass


@dataclass(frozen=True)
class RulerTail(Tail):
    """v = slope*m + constant - factor * 2^v2(m) with m = q - origin >= 1; and slope*m + at_powers
    where m is a power of 2, unless that is None.

    >>> [RulerTail(4, 1, 2, 8, 5).at(q) for q in range(2, 9)]
    [9, 13, 6, 21, 14, 10, 22]
    """

    slope: int
    origin: int
    constant: int
    factor: int
    at_powers: int | None

    def at(self, q: int) -> int:
        m = q - self.origin
        lowest = m & -m  # 2^v2(m)
        if m == lowest and self.at_powers is not None:
            return self.slope * m + self.at_powers
        return self.slope * m + self.constant - self.factor * lowest

    def graph(self) -> Automaton:
        return _graph(self)

    def refined(self, factor: int, offset: int) -> RulerTail | None:
        return self if (factor, offset) == (1, 0) else None

    def formula(self, q: str, v: str) -> Formula:
        shift = (((q, 1), ("m", -1)), self.origin)
        line = (((v, 1), ("m", -self.slope), ("u", self.factor)), self.constant)
        regular = Branch(("m", "u"), (shift, line), (("lowest bit", "m", "u"),))
        if self.at_powers is None:
            return Formula((regular,))
        conditions = (*regular.conditions, ("not power", "m"))
        at_powers = (((v, 1), ("m", -self.slope)), self.at_powers)
        powers = Branch(("m",), (shift, at_powers), (("power", "m"),))
        return Formula((Branch(("m", "u"), (shift, line), conditions), powers))

    def words(self) -> str:
        law = f"{self.slope}*m {self.constant:+d} {-self.factor:+d}*2^v2(m), m = q - {self.origin}"
        return law if self.at_powers is None else f"{law}; {self.at_powers} at powers of 2"


@cache
def _graph(tail: RulerTail) -> Automaton:
    """The tracks are q, v, m, u; the last two are guessed."""
    shift = equation((1, 0, -1, 0), tail.origin)
    line = equation((0, 1, -tail.slope, tail.factor), tail.constant)
    regular = both(both(shift, line), lowest_bit().on((2, 3), 4))
    if tail.at_powers is not None:
        regular = without(regular, power_of_two().on((2,), 4))
    found = exists(exists(regular, 3), 2)
    if tail.at_powers is None:
        return found
    powers = both(equation((1, 0, -1), tail.origin), equation((0, 1, -tail.slope), tail.at_powers))
    powers = both(powers, power_of_two().on((2,), 3))
    return either(found, exists(powers, 2))
