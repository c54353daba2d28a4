"""Numerations by the sequences U(0) = 1, U(1) = a + 1, U(i + 1) = a*U(i) + U(i - 1).

Every n >= 0 is in one way a sum of d(i)*U(i) with digits 0 <= d(i) <= a in which a digit a is
followed by 0 (towards the least significant, if any follows): the greedy one. a = 1 is
Zeckendorf's numeration by Fibonacci numbers 1, 2, 3, 5, ...; a = 2 is that by Pell's 1, 3, 7, 17.

Source: E. Zeckendorf, Bull. Soc. Roy. Sci. Liege 41 (1972); A. Ostrowski, Abh. Math. Sem. Hamburg 1
(1922); J.-P. Allouche and J. Shallit, Automatic Sequences, 2003, sections 3.8 and 3.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Numeration:
    """The numeration with largest digit ``quotient``.

    >>> Numeration(1).digits(12), Numeration(2).digits(6)
    ([1, 0, 1, 0, 1], [2, 0])
    """

    quotient: int

    @cached_property
    def _units(self) -> list[int]:
        return [1, self.quotient + 1]

    def units(self, count: int) -> list[int]:
        """U(0), ..., U(count - 1).

        >>> Numeration(2).units(5)
        [1, 3, 7, 17, 41]
        """
        while len(self._units) < count:
            self._units.append(self.quotient * self._units[-1] + self._units[-2])
        return self._units[:count]

    def digits(self, n: int) -> list[int]:
        """The digits of n >= 0, most significant first; none of 0."""
        while self._units[-1] <= n:
            self.units(len(self._units) + 1)
        found: list[int] = []
        for unit in reversed(self._units):
            digit, n = divmod(n, unit)
            if digit or found:
                found.append(digit)
        return found

    def number(self, digits: Sequence[int]) -> int:
        """The number of these digits, most significant first; 0 of none.

        >>> Numeration(1).number([1, 0, 1, 0, 1])
        12
        """
        return sum(map(mul, reversed(digits), self.units(len(digits))))

    def children(self, stop: int) -> tuple[Numbers, Numbers]:
        """For each n < stop, the number whose digits are those of n but for the last, and the
        last. Numbers are listed in order: after a digit a only 0 follows, else 0, ..., a.

        >>> parents, last = Numeration(1).children(8)
        >>> parents.tolist(), last.tolist()
        ([0, 0, 1, 2, 2, 3, 3, 4], [0, 1, 0, 0, 1, 0, 1, 0])
        """
        import numpy as np

        parents, last = self.with_one_more(np.zeros(1, dtype=np.int64))
        while len(parents) < stop:
            parents, last = self.with_one_more(last)
        return parents[:stop], last[:stop]

    def with_one_more(self, last: Numbers) -> tuple[Numbers, Numbers]:
        """Of numbers in a row with these last digits, all that have one digit more, in order: the
        place in the row of each, and its last digit."""
        import numpy as np

        many = np.where(last == self.quotient, 1, self.quotient + 1)
        places = np.repeat(np.arange(len(last)), many)
        return places, np.arange(len(places)) - (np.cumsum(many) - many)[places]

    def firsts(self, stop: int) -> Numbers:
        """For q = 0, 1, ..., the number of the digits of q and one more 0, as long as it is at
        most ``stop``."""
        import numpy as np

        return np.flatnonzero(self.children(stop + 1)[1] == 0)

    def words(self) -> str:
        """As a sentence calls its digits.

        >>> Numeration(1).words(), Numeration(4).words()
        ('Fibonacci', 'Ostrowski (4)')
        """
        return {1: "Fibonacci", 2: "Pell"}.get(self.quotient, f"Ostrowski ({self.quotient})")
