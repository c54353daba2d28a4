"""Remove h to f(n) tokens, f growing slowly: runs of h equal values that return in order."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mexplore.discover.heaps.patterns.slow_interval import CLIPPED
from mexplore.discover.study.declared import Declared, Parts, whole
from mexplore.discover.study.pattern import ClosedForm, Pattern
from mexplore.rules.arithmetic.ends import clipped, first_past, grows_slowly, least
from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values


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


@dataclass(frozen=True)
class QueueForm(ClosedForm):
    """The runs, in order.

    >>> from mexplore.rules.arithmetic.forms import Floor
    >>> form = QueueForm(Queue(Floor(1, 0, 2), 2))
    >>> form.prefix(14).tolist()
    [0, 0, 0, 0, 1, 1, 2, 0, 0, 3, 3, 1, 1, 2]
    >>> form.at(10**18)
    250000000000000000
    """

    queue: Queue

    @cached_property
    def _descent(self) -> Descent | None:
        ratio = multiplier(self.queue)
        return None if ratio is None else Descent(self.queue, ratio)

    def at(self, n: int) -> int:
        if n < self.queue.begin + self.queue.length:
            return 0
        if self._descent is not None:
            return self._descent.at(n)
        starts, values = self.queue.runs(n + 1)
        return values[bisect_right(starts, n) - 1]

    def prefix(self, stop: int) -> Values:
        import numpy as np

        stop = max(stop, 1)
        if stop <= self.queue.begin:
            return np.zeros(stop, dtype=np.uint8)
        starts, values = self.queue.runs(stop)
        kind = np.min_scalar_type(max(values))
        lengths = np.diff([0, *starts[1:], stop])  # heaps below run 0 have its value
        return np.repeat(np.array(values, dtype=kind), lengths)


@dataclass(frozen=True)
class RunQueue(Declared, Pattern):
    """With f(n) = min(max(end(n), 0), n) and T(x) the least n with n - f(n) >= x: G(n) = 0 up to
    the least n1 with f(n1) >= h, and from y = n1 - h on the values come in runs of h, or fewer
    where the next run begins earlier. The first run begins at y. Each run, from a to b - 1,
    returns at max(T(b), T(a) + h), first in, first out; every other run has a new value, one more
    than the largest before.

    It is the law of 'remove h to f(n) tokens' if f steps by 0 or 1; a theorem proposes it.
    """

    name = "run-queue"
    parts = Parts(end=CLIPPED, length=whole(1))
    says = (
        "with f(n) = $end and T(x) the least n with n - f(n) >= x: G(n) = 0 for n < $settled; from "
        "n = $begin on runs of $length equal values, new ones 0, 1, 2, ..., but each run, from a "
        "to b - 1, comes again, in its turn, at n = max(T(b), T(a) + $length), and ends the run "
        "before"
    )
    typeset = (
        r"f(n) = $end, \quad T(x) = \min\{n : n - f(n) \ge x\}, \quad x_0 = $begin, \quad "
        r"x_{k+1} = \min(x_k + $length, S_q), \quad S_r = \max(T(x_{r+1}), T(x_r) + $length), "
        r"\quad q = \min\{r : S_r > x_k\}, \quad G(n) = v_k \text{ for } x_k \le n < x_{k+1}, "
        r"\quad v_k = \begin{cases} v_r & x_k = S_r \\ k - q & \text{else} \end{cases}"
    )

    end: Form
    length: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if not grows_slowly(self.end):
            raise ValueError("f grows, by steps of 0 or 1, below n")

    @property
    def queue(self) -> Queue:
        """The runs."""
        return Queue(self.end, self.length)

    @property
    def begin(self) -> int:
        """Where the first run begins."""
        return self.queue.begin

    @property
    def settled(self) -> int:
        """Where the first run ends."""
        return self.begin + self.length

    def size(self) -> int:
        return 5

    def closed_form(self, evidence: Evidence) -> QueueForm:
        del evidence
        return QueueForm(self.queue)


def multiplier(queue: Queue) -> int | None:
    """The q with T(x) = q*x + e for all large x; None if there is none.

    >>> multiplier(Queue(Floor(2, 5, 3), 2)), multiplier(Queue(Floor(1, 0, 3), 2))
    (3, None)
    """
    end = queue.end
    if not isinstance(end, Floor) or end.c % (end.c - end.a):
        return None
    return end.c // (end.c - end.a)


@dataclass(frozen=True)
class Letter:
    """A full run that begins at ``start``, and the short run of length ``short`` after it, if not
    0; the values of both; and the numbers of full runs, and of short ones of each length, before
    it."""

    start: int
    short: int
    values: tuple[int, int]
    full_before: int
    short_before: Counter[int]


@dataclass(frozen=True)
class Descent:
    """The runs of a queue whose T multiplies by ``ratio``."""

    queue: Queue
    ratio: int

    @cached_property
    def _linear(self) -> int:
        """x0: T(x) = q*x + e for all x >= x0, e = T(x) - q*x there. By `first_past` T(x) is the
        greater of x and q*x + e."""
        end = self.queue.end
        assert isinstance(end, Floor)  # ensured by `multiplier`
        e = end.b // (end.c - end.a) - self.ratio + 1
        return max(-(e // (self.ratio - 1)), 1)

    @cached_property
    def _first(self) -> tuple[int, list[int], list[int]]:
        """The first full run r with x_r + h >= x0, and the runs that begin before it returns."""
        h, stop = self.queue.length, self._linear + self.queue.length
        while True:
            starts, _ = self.queue.runs(stop)
            pairs = enumerate(pairwise(starts))
            full = (r for r, (a, b) in pairs if b == a + h and b >= self._linear)
            r = next(full, None)
            if r is not None:
                break
            stop += 4 * h
        return r, *self.queue.runs(first_past(self.queue.end, starts[r] + h))

    @cached_property
    def _top(self) -> int:
        """The start of the return of the first full run; the heaps below are listed."""
        r, starts, _ = self._first
        return first_past(self.queue.end, starts[r] + self.queue.length)

    @cached_property
    def _shorts(self) -> list[int]:
        """The short runs among those listed, from the first full one on."""
        r, starts, _ = self._first
        bounds = [*starts, self._top]
        return [k for k in range(r, len(starts)) if bounds[k + 1] - bounds[k] < self.queue.length]

    def at(self, n: int) -> int:
        """The value of a heap."""
        r, starts, values = self._first
        path = [n]
        while path[-1] >= self._top:
            m = path[-1]
            path.append(m - clipped(self.queue.end, m) - self.queue.length)
        if path[-1] < starts[r]:  # only for n itself: above, letters are looked up
            return values[max(bisect_right(starts, path[-1]) - 1, 0)]
        letter = self._listed(path.pop())
        while path:
            letter = self._above(letter, path.pop())
        return letter.values[n >= letter.start + self.queue.length]

    def _listed(self, n: int) -> Letter:
        """The letter that holds a heap below the top."""
        r, starts, values = self._first
        bounds = [*starts, self._top]
        k = bisect_right(starts, n) - 1
        if bounds[k + 1] - bounds[k] < self.queue.length:
            k -= 1
        after = bounds[k + 2] - bounds[k + 1] if k + 2 < len(bounds) else self.queue.length
        short = after % self.queue.length
        before = Counter(bounds[i + 1] - bounds[i] for i in self._shorts if i < k)
        value = values[k + 1] if short else 0
        return Letter(starts[k], short, (values[k], value), k - r - before.total(), before)

    def _returned(self, letter: Letter) -> tuple[int, Counter[int]]:
        """The full runs, and the short ones of each length, before the letter's return."""
        r, starts, _ = self._first
        h, q = self.queue.length, self.ratio
        bounds = [*starts, self._top]
        shorts = Counter(bounds[i + 1] - bounds[i] for i in self._shorts)
        full = len(starts) - r - shorts.total() + q * letter.full_before
        for s, count in letter.short_before.items():
            full += count * (q * s // h)
            if q * s % h:
                shorts[q * s % h] += count
        return full, shorts

    def _above(self, letter: Letter, n: int) -> Letter:
        """The letter that holds the heap n, which is above the given one."""
        h, q, s = self.queue.length, self.ratio, letter.short
        full, shorts = self._returned(letter)
        back = self._first[0] + letter.full_before + letter.short_before.total() + 1
        start = first_past(self.queue.end, letter.start + h)
        part, value = max(q * s, h) if s else q * h, letter.values[0]
        if n >= start + part:  # the second part
            full += part // h
            if part % h:
                shorts[part % h] += 1
            back += 1
            start, part, value = start + part, q * (h + s) - part, letter.values[1]
        ahead = min((n - start) // h, part // h - 1)
        new = self._first[0] + full + shorts.total() + ahead - back
        short = part % h if ahead == part // h - 1 else 0
        return Letter(
            start + ahead * h, short, (new if ahead else value, new + 1), full + ahead, shorts
        )
