"""The runs of a queue, computed one after the other."""

from __future__ import annotations

from typing import NamedTuple

from mexplore.rules.arithmetic.ends import clipped, first_past, least
from mexplore.rules.arithmetic.forms import Form
from mexplore.rules.errors import TooLarge

MOST_RUNS = 4_000_000  # runs that are computed one by one


class Queue(NamedTuple):
    """Let f(n) = min(max(end(n), 0), n), T(x) the least n with n - f(n) >= x, and y = n1 - h with
    n1 the least n with f(n1) >= h. Run 0 begins at y, run 1 at y + h. A run that begins at x ends
    where the next one *returns*, at x + h at the latest. Run r, from a to b - 1, returns at
    max(T(b), T(a) + h), and every run that is not a return has a new value: 0, 1, 2, ...

    >>> from mexplore.rules.arithmetic.forms import Floor
    >>> Queue(Floor(1, 0, 2), 2).runs(14)
    ([2, 4, 6, 7, 9, 11, 13], [0, 1, 2, 0, 3, 1, 2])
    """

    end: Form
    length: int

    @property
    def begin(self) -> int:
        """y, the start of run 0."""
        return first_reaching(self.end, self.length) - self.length

    def returns(self, a: int, b: int) -> int:
        """The start of the return of the run from a to b - 1."""
        return max(first_past(self.end, b), first_past(self.end, a) + self.length)

    def runs(self, stop: int) -> tuple[list[int], list[int]]:
        """The starts and the values of the runs that begin before stop, run 0 at least."""
        begin = self.begin
        if stop - begin > MOST_RUNS * self.length:
            raise TooLarge(
                f"the runs below this heap are followed one by one, and are more than {MOST_RUNS}; "
                "ask for a smaller one"
            )
        starts, values = [begin], [0]
        x, back, new = begin + self.length, 0, 1
        returning = self.returns(begin, x)
        while x < stop:
            starts.append(x)
            if x == returning:
                values.append(values[back])
                back += 1
                returning = self.returns(starts[back], starts[back + 1])
            else:
                values.append(new)
                new += 1
            x = min(x + self.length, returning)
        return starts, values


def first_reaching(end: Form, height: int) -> int:
    """The least n with f(n) >= height."""
    return least(lambda n: clipped(end, n) >= height, height)
