"""Interval rules whose ends stay below a fraction of the heap: runs, not terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.computing.runs import Start
from rules.language.forms import Floor, Form, Root
from rules.rule import mex

FEW = 4096  # heaps that are computed one by one before the runs take over


def interval_starts(low: Form, high: Form) -> Iterator[Start] | None:
    """The starts of the maximal runs of G(n) = mex { G(m) : max(low(n), 0) <= m <= high(n),
    m < n }, with their values; None where the ends are not of the kind below.

    Both ends never fall; high(n) = floor((a*n + b)/c) with a < c, or a root, so that high(n) < n
    from some n on; and from some n on the interval is not empty. Then the window of options
    changes only where an end enters the next run of values: at most twice for each run, whatever
    its length.

    >>> from itertools import islice
    >>> starts = interval_starts(Floor(1, 0, 3), Floor(1, 0, 2))
    >>> list(islice(starts, 6))
    [(0, 0), (1, 1), (2, 2), (3, 0), (6, 1), (12, 2)]
    """
    first = _settled(low, high)
    if first is None or not _never_falls(low) or not _never_falls(high):
        return None
    return _starts(low, high, first)


def first_at(form: Form, height: int) -> int | None:
    """The least n >= 0 with form(n) >= height, for a form that never falls; None if none.

    >>> first_at(Floor(2, 1, 3), 5), first_at(Root(1, 0, 2), 5), first_at(Floor(0, 4), 5)
    (7, 9, None)
    """
    if isinstance(form, Root):
        root = height - form.k
        return max(0, -(-(root * root - form.b) // form.a)) if root > 0 else 0
    if form.a == 0:
        return 0 if form.b // form.c >= height else None
    return max(0, -(-(form.c * height - form.b) // form.a))


def _never_falls(form: Form) -> bool:
    return isinstance(form, Root) or form.a >= 0


def _settled(low: Form, high: Form) -> int | None:
    """An n >= 1 from which on max(low, 0) <= high < n; None if there is none below FEW, or none
    that is seen from the shape."""
    below, above = _stays_below_heap(high), _stays_above(low, high)
    if below is None or above is None:
        return None
    first = max(1, below, above)
    return first if first < FEW else None


def _stays_below_heap(high: Form) -> int | None:
    """An n from which on high(n) < n."""
    if isinstance(high, Floor):
        # (a*n + b)/c < n is n*(c - a) > b
        return max(0, high.b // (high.c - high.a) + 1) if high.a < high.c else None
    # (n - 1 - k)^2 > a*n + b: the difference of the sides grows from n = a + k + 1 on.
    n = max(0, high.a + high.k + 1)
    while n < FEW and (n - 1 - high.k) ** 2 <= high.a * n + high.b:
        n += 1
    return n if n < FEW else None


def _stays_above(low: Form, high: Form) -> int | None:
    """An n from which on max(low(n), 0) <= high(n)."""
    positive = first_at(high, 0)
    if positive is None:
        return None
    if isinstance(low, Root):
        return _line_above_root(low, high)
    if low.a <= 0 and low.b // low.c <= 0:
        return positive
    if isinstance(high, Root):
        # A constant: low.a > 0 would outgrow the root.
        reached = first_at(high, low.b // low.c) if low.a == 0 else None
        return None if reached is None else max(positive, reached)
    # (a*n + b)/c <= (a'*n + b')/c' is n*(a'*c - a*c') >= b*c' - b'*c
    slope = high.a * low.c - low.a * high.c
    gap = low.b * high.c - high.b * low.c
    if slope > 0:
        return max(positive, -(-gap // slope))
    return positive if slope == 0 and gap <= 0 else None


def _line_above_root(low: Root, high: Form) -> int | None:
    """An n from which on the root is at most the line.

    With L(n) = a'*n + b' - c'*(k + 1) it is if L(n) >= 0 and L(n)^2 >= c'^2*(a*n + b), and where
    L(n) >= c'^2*a the left side of the latter grows faster than the right.
    """
    if isinstance(high, Root) or high.a <= 0:
        return None
    for n in range(FEW):
        line = high.a * n + high.b - high.c * (low.k + 1)
        if line >= high.c**2 * low.a and line**2 >= high.c**2 * (low.a * n + low.b):
            return n
    return None


class _Window:
    """The runs that the options of n meet, and how often each value occurs among them."""

    def __init__(self, low: Form, high: Form) -> None:
        self.low, self.high = low, high
        self.starts: list[int] = []
        self.values: list[int] = []
        self.left = self.right = 0
        self.counted: Counter[int] = Counter()

    def add(self, start: int, value: int) -> None:
        """A run, unless its value is that of the last."""
        if not self.values or value != self.values[-1]:
            self.starts.append(start)
            self.values.append(value)

    def open(self, n: int) -> None:
        """The window of n, from nothing."""
        self.left = self._run_of(max(self.low(n), 0))
        self.right = self._run_of(self.high(n))
        self.counted = Counter(self.values[self.left : self.right + 1])

    def _run_of(self, position: int) -> int:
        return max(i for i, start in enumerate(self.starts) if start <= position)

    def event(self) -> int | None:
        """The next n at which an end enters the next run; None if neither ever does."""
        ahead = [
            first_at(end, self.starts[run + 1])
            for end, run in ((self.low, self.left), (self.high, self.right))
            if run + 1 < len(self.starts)
        ]
        return min((n for n in ahead if n is not None), default=None)

    def move(self, n: int) -> None:
        """The window of n, from that of a smaller heap."""
        while self.right + 1 < len(self.starts) and self.starts[self.right + 1] <= self.high(n):
            self.right += 1
            self.counted[self.values[self.right]] += 1
        while self.left + 1 < len(self.starts) and self.starts[self.left + 1] <= self.low(n):
            self.counted[self.values[self.left]] -= 1
            if not self.counted[self.values[self.left]]:
                del self.counted[self.values[self.left]]
            self.left += 1


def _starts(low: Form, high: Form, first: int) -> Iterator[Start]:
    window = _Window(low, high)
    values: list[int] = []
    for heap in range(first):
        values.append(mex(values[max(low(heap), 0) : max(0, min(high(heap), heap - 1) + 1)]))
        window.add(heap, values[-1])
    yield from zip(window.starts, window.values, strict=True)
    n: int | None = first
    window.open(first)
    while n is not None:
        known = len(window.starts)
        window.add(n, mex(window.counted))
        if len(window.starts) > known:
            yield window.starts[-1], window.values[-1]
        n = window.event()
        if n is not None:
            window.move(n)
