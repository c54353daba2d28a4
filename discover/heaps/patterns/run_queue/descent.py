"""The value of a heap in O(log n) steps, if T multiplies by an integer q.

Let T(x) = q*x + e for x >= x0, with q >= 2. A run is *full* if its length is h, and *short*
otherwise; a short run stands between full ones. A full run with the short run after it, if there is
one, is a *letter* of length h + s, 0 <= s < h. The runs that return from a letter at x fill [T(x +
h), T(x + 2h + s)), q*(h + s) heaps: the first part of length max(q*s, h) begins with the return of
the full run, the second with that of the short one (with s = 0 there is the first part alone, of
length q*h). What is left of a part is filled by new full runs, and a short one of (q*s) mod h in
one of the two parts. So a letter has q + floor(q*s/h) full runs above it, and one short run of
(q*s) mod h if that is not 0: so the number of runs below a heap is counted exactly.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from mexplore.discover.heaps.patterns.run_queue.runs import Queue
from mexplore.rules.arithmetic.ends import clipped, first_past
from mexplore.rules.arithmetic.forms import Floor


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
