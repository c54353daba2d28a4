"""Maximal runs of equal values: the form in which division games are computed and read."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import most_values
from mexplore.rules.errors import TooFar, TooLarge

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

RUN_BYTES = 64  # of a run whose start is a short number

Start = tuple[int, int]
"""The first n of a maximal run of equal values, and the value."""

Enough = Callable[[int, int], bool]
"""Called now and then with (number of runs, n reached); returns whether to stop early."""


class Run(NamedTuple):
    """G(n) == value for start <= n < stop, and for no larger interval that was computed."""

    start: int
    stop: int
    value: int


@dataclass(frozen=True)
class Runs:
    """A sequence on 0 <= n < stop as its maximal runs of equal values.

    ``starts`` increases from 0; run i is [starts[i], starts[i+1]), the last one ends at ``stop``
    (where it may go on). Ends are Python ints: 10^200 is as good as 10.

    >>> runs = Runs((0, 1, 2), (0, 1, 2), 4)
    >>> [tuple(run) for run in runs]
    [(0, 1, 0), (1, 2, 1), (2, 4, 2)]
    >>> runs.at(3)
    2
    """

    starts: tuple[int, ...]
    values: tuple[int, ...]
    stop: int

    def __iter__(self) -> Iterator[Run]:
        ends = (*self.starts[1:], self.stop) if self.starts else ()
        return (Run(*run) for run in zip(self.starts, ends, self.values, strict=True))

    def __len__(self) -> int:
        return len(self.starts)

    def index(self, n: int) -> int:
        """The number of the run that holds n; IndexError outside 0 <= n < stop."""
        if not 0 <= n < self.stop:
            raise IndexError(f"{n} is outside 0..{self.stop - 1}")
        return bisect_right(self.starts, n) - 1

    def at(self, n: int) -> int:
        """The value at n; IndexError outside 0 <= n < stop."""
        return self.values[self.index(n)]

    def prefix(self, stop: int) -> Runs:
        """The runs on 0 <= n < min(stop, self.stop)."""
        stop = min(stop, self.stop)
        kept = self.index(stop - 1) + 1 if stop > 0 else 0
        return Runs(self.starts[:kept], self.values[:kept], stop)

    def dense(self, stop: int) -> Values:
        """The values at 0 <= n < min(stop, self.stop) as an array."""
        import numpy as np

        runs = self.prefix(stop)
        ends = [*runs.starts, runs.stop] if len(runs) else []
        lengths = [b - a for a, b in pairwise(ends)]
        largest = max(runs.values, default=0)
        return np.repeat(np.array(runs.values, dtype=np.min_scalar_type(largest)), lengths)

    def first_difference(self, other: Runs) -> int | None:
        """The least n below both stops at which the values differ; None if there is none.

        Equal sequences have equal maximal runs, so the first runs that differ decide.

        >>> Runs((0, 1), (0, 1), 9).first_difference(Runs((0, 1, 3), (0, 1, 2), 5))
        3
        """
        stop = min(self.stop, other.stop)
        for mine, theirs in zip(self.prefix(stop), other.prefix(stop), strict=False):
            if mine.value != theirs.value:
                return mine.start
            if mine.stop != theirs.stop:
                return min(mine.stop, theirs.stop)
        return None


def runs_of(values: Values) -> Runs:
    """The maximal runs of an array of values.

    >>> import numpy as np
    >>> runs_of(np.array([0, 1, 1, 0], dtype=np.uint8))
    Runs(starts=(0, 1, 3), values=(0, 1, 0), stop=4)
    """
    import numpy as np

    if len(values) == 0:
        return Runs((), (), 0)
    starts = np.concatenate(([0], np.flatnonzero(values[1:] != values[:-1]) + 1))
    return Runs(tuple(starts.tolist()), tuple(values[starts].tolist()), len(values))


def number_of_runs(values: Values) -> int:
    """How many maximal runs an array has, without writing them down.

    >>> import numpy as np
    >>> number_of_runs(np.array([0, 1, 1, 0], dtype=np.uint8))
    3
    """
    import numpy as np

    changes, chunk = 0, 1 << 20
    for low in range(0, len(values) - 1, chunk):
        part = values[low : low + chunk + 1]
        changes += int(np.count_nonzero(part[1:] != part[:-1]))
    return changes + (len(values) > 0)


def refuse_long_runs(count: int, reached: int, stop: int) -> None:
    """TooLarge where the runs below stop do not fit into memory, ``count`` of them being below
    ``reached``: their number grows at least as the number of digits does, and each holds a number
    of up to as many digits.

    >>> refuse_long_runs(10, 10**6, 10**400)
    """
    far, here = stop.bit_length(), max(reached.bit_length(), 1)
    need = count * far // here * (RUN_BYTES + far // 16)
    if need > most_values():
        raise TooLarge(
            f"the runs of equal values of all n below a number of {far} bits need at least "
            f"{need // 10**9 + 1} GB of memory; ask for fewer (`mexplore predict` answers for "
            "single huge heaps where a law is proved)"
        )


class RunStream:
    """The runs of one sequence, drawn from an endless stream of starts as far as needed.

    >>> stream = RunStream(iter([(0, 0), (1, 1), (2, 0), (4, 1)]))
    >>> stream.extend(3)
    Runs(starts=(0, 1, 2), values=(0, 1, 0), stop=3)
    """

    def __init__(self, stream: Iterator[Start]) -> None:
        self._stream = stream
        self._starts: list[int] = []
        self._values: list[int] = []
        self._ended = False
        self._far: TooFar | None = None

    def extend(self, stop: int, enough: Enough | None = None) -> Runs:
        """The runs on 0 <= n < stop; on fewer n, up to the last start drawn, if ``enough``
        says so first. Raises TooLarge where the stream does not reach so far."""
        while not self._ended and (not self._starts or self._starts[-1] < stop):
            try:
                if self._far is not None:
                    raise self._far
                start, value = next(self._stream)
            except TooFar as far:
                self._far = far
                if stop > far.below:
                    raise
                break
            except StopIteration:
                self._ended = True
                break
            self._starts.append(start)
            self._values.append(value)
            if enough and len(self._starts) % 64 == 0 and enough(len(self._starts), start):
                return self._until(min(stop, start))
        return self._until(stop)

    def _until(self, stop: int) -> Runs:
        kept = bisect_left(self._starts, stop)
        return Runs(tuple(self._starts[:kept]), tuple(self._values[:kept]), stop)
