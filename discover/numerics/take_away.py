"""Numbers written with the parts of a take-away game, greedily, and their smallest parts.

Let f(k), k >= 1, be whole numbers that never fall. The *parts* are H(1) = 1 and H(j + 1) =
H(j) + H(i), i the least with f(H(i)) >= H(j); if there is none, which says f(H(j)) < H(j), H(j) is
the last part. f(k) = k gives 1, 2, 4, 8, ..., f(k) = 2k the Fibonacci numbers 1, 2, 3, 5, 8, ...

Every n >= 0 is a sum of parts: of the largest one <= n, and of those of the rest. The last part, if
there is one, may stand there many times.

The i is the same for all j with f(H(i - 1)) < H(j) <= f(H(i)), so that such H(j) go up by equal
steps H(i). The parts are kept as such runs: f(k) = 2^k has some 200 runs of parts below 10^100.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from mexplore.rules.arithmetic.ends import least_from
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

MOST_RUNS = 100_000
MOST_ALONE = 100_000  # parts of a run that are looked at one by one
MOST_STEPS = 50_000  # of a sum that is cut off


@dataclass(frozen=True)
class Run:
    """The parts first + t*step, 0 <= t < count, numbered from ``index`` on; the step is the part
    number ``lower``. The last part of all is a run of its own, with the step 0."""

    index: int
    first: int
    step: int
    count: int
    lower: int


class Parts:
    """The parts for f, as far as they are asked for; numbered from 0 on.

    >>> fibonacci = Parts(lambda k: 2 * k)
    >>> fibonacci.upto(34), fibonacci.of(100), fibonacci.smallest(832040 + 8)
    ([1, 2, 3, 5, 8, 13, 21, 34], [(3, 1), (8, 1), (89, 1)], 8)
    >>> seven = Parts(lambda k: 7)
    >>> seven.upto(20), seven.of(10**30 + 5), seven.smallest(16)
    ([1, 2, 3, 4, 5, 6, 7, 8], [(5, 1), (8, 125000000000000000000000000000)], 8)
    """

    def __init__(self, f: Callable[[int], int]) -> None:
        self.f = f
        self.runs: list[Run] = []
        self._firsts: list[int] = []
        self._indices: list[int] = []

    @property
    def last(self) -> int | None:
        """The last part of all; None where it is not known that there is one."""
        return self.runs[-1].first if self.runs and not self.runs[-1].step else None

    def reach(self, n: int) -> None:
        """Find the parts up to n, and the next one. TooLarge where they are too many."""
        while not self.runs or (self.runs[-1].step and self._next <= n):
            self._add()

    @property
    def _next(self) -> int:
        """The first part after the last run."""
        run = self.runs[-1]
        return run.first + run.count * run.step

    def _add(self) -> None:
        """The next run."""
        if len(self.runs) >= MOST_RUNS:
            raise TooLarge(
                f"the parts of so large numbers are in more than {MOST_RUNS} runs of equal steps"
            )
        index, first, least = 0, 1, 0
        if self.runs:
            before = self.runs[-1]
            index, first, least = before.index + before.count, self._next, before.lower + 1
        values: dict[int, int] = {}

        def reaches(i: int) -> bool:
            # The part itself, number ``index``, is the last one whose f is asked for.
            values[i] = self.f(first if i == index else self.part(i))
            return values[i] >= first

        lower = least_from(reaches, least, index)
        if lower is None:
            run = Run(index, first, 0, 1, index)
        else:
            step = first if lower == index else self.part(lower)
            run = Run(index, first, step, (values[lower] - first) // step + 1, lower)
        self.runs.append(run)
        self._firsts.append(first)
        self._indices.append(index)

    def part(self, index: int) -> int:
        """The part of this number, which is known."""
        run = self.runs[bisect_right(self._indices, index) - 1]
        return run.first + (index - run.index) * run.step

    def place(self, n: int) -> tuple[Run, int]:
        """The run of the largest part <= n, n >= 1, and its place there."""
        self.reach(n)
        run = self.runs[bisect_right(self._firsts, n) - 1]
        return run, min((n - run.first) // run.step, run.count - 1) if run.step else 0

    def count(self, n: int) -> int:
        """How many parts are at most n."""
        if n < 1:
            return 0
        run, t = self.place(n)
        return run.index + t + 1

    def nth(self, index: int) -> int | None:
        """The part of this number, which is found if need be; None where there are fewer."""
        while not self.runs or index >= self.runs[-1].index + self.runs[-1].count:
            if self.last is not None:
                return None
            self._add()
        return self.part(index)

    def upto(self, n: int) -> list[int]:
        """The parts <= n; TooLarge where they are many."""
        if n < 1:
            return []
        run, t = self.place(n)
        if run.index + t >= MOST_ALONE:
            raise TooLarge(f"there are more than {MOST_ALONE} parts up to {_clip(n)}")
        return [self.part(i) for i in range(run.index + t + 1)]

    def of(self, n: int) -> list[tuple[int, int]]:
        """The parts of n, the smallest first, each with how often it stands there."""
        found = []
        while n:
            run, t = self.place(n)
            part = run.first + t * run.step
            times = 1 if run.step else n // part
            found.append((part, times))
            n -= times * part
        return found[::-1]

    def smallest(self, n: int) -> int:
        """The smallest part of n >= 1."""
        return self.of(n)[0][0]


@dataclass(frozen=True)
class Weight:
    """What is summed over smallest parts s: how many of the numbers 0 <= y < cap have h(y) < s, h
    being one that never falls; h(y) = y + shift where ``h`` is None."""

    cap: int
    h: Callable[[int], int] | None = None
    shift: int = 0

    def of(self, s: int) -> int:
        """
        >>> Weight(10).of(7), Weight(5).of(7), Weight(50, lambda y: y // 2).of(7)
        (7, 5, 14)
        """
        if self.h is None:
            return max(min(s - self.shift, self.cap), 0)
        h = self.h
        found = least_from(lambda y: h(y) >= s, 0, self.cap - 1) if self.cap > 0 else 0
        return self.cap if found is None else found

    def along(self, run: Run, count: int) -> int:
        """The sum over the first parts of a run."""
        if self.h is not None or count <= 2:
            if count > MOST_ALONE:
                raise TooLarge(f"a sum over more than {MOST_ALONE} parts")
            return sum(self.of(run.first + t * run.step) for t in range(count))
        step = run.step or 1  # of the last part, there is one
        # s - shift >= 0 from ``low`` on, and >= cap from ``high`` on.
        low = min(max(-((run.first - self.shift) // step), 0), count)
        high = min(max(-((run.first - self.shift - self.cap) // step), low), count)
        between = (high - low) * (run.first - self.shift)
        between += step * ((high * (high - 1) - low * (low - 1)) // 2)
        return between + (count - high) * max(self.cap, 0)


class Sums:
    """Sums of a weight w over the smallest parts of numbers.

    For x < H(j + 1) = H(j) + H(i): x < H(j), or x = H(j), or x = H(j) + r with 0 < r < H(i), whose
    smallest part is that of r. So the sums A(j) over 0 < x < H(j) have
    A(j + 1) = A(j) + w(H(j)) + A(i).
    """

    def __init__(self, parts: Parts, weight: Weight) -> None:
        self.parts, self.weight = parts, weight
        self._starts: list[int] = []  # the sums below the first part of each run
        self._lower: list[int] = []  # the sums below the step of each run

    def _at_run(self, number: int) -> None:
        while len(self._starts) <= number:
            k = len(self._starts)
            run = self.parts.runs[k]
            if k:
                before = self.parts.runs[k - 1]
                self._starts.append(self._within(k - 1, before.count))
            else:
                self._starts.append(0)
            # A run may step by its own first part.
            lower = self._starts[k] if run.lower == run.index else self._at(run.lower)
            self._lower.append(lower)

    def _within(self, number: int, t: int) -> int:
        """The sum below the part number t of a run."""
        run = self.parts.runs[number]
        return self._starts[number] + self.weight.along(run, t) + t * self._lower[number]

    def _at(self, index: int) -> int:
        """The sum below a part that is before the run at hand."""
        number = bisect_right(self.parts._indices, index) - 1
        return self._within(number, index - self.parts.runs[number].index)

    def below(self, n: int) -> int:
        """The sum of w(smallest part of x) over 0 < x < n.

        >>> Sums(Parts(lambda k: k), Weight(10**9)).below(8)  # 1 + 2 + 1 + 4 + 1 + 2 + 1
        12
        """
        total, rest = 0, n
        while rest > 1:
            run, t = self.parts.place(rest)
            part = run.first + t * run.step
            number = bisect_right(self.parts._firsts, part) - 1
            self._at_run(number)
            here = self._within(number, t)
            times = 1 if run.step else rest // part
            rest -= times * part
            # The multiples of the part below n, and what is below the first, and between them.
            total += times * here + (times if rest else times - 1) * self.weight.of(part)
        return total

    def cut_below(self, n: int, total: int) -> int:
        """The sum of min(w(smallest part of x), total - x) over 0 < x < n, n <= total. TooLarge.

        Nothing is cut off for x < n if total - n >= w(n), as smallest parts are at most x. Else n
        is taken apart at its largest part H < n: what is below H, H itself, and what is above, with
        total - H for the total.
        """
        found, steps, tasks = 0, 0, [(n, total)]
        while tasks:
            n, total = tasks.pop()
            if n <= 1:
                continue
            steps += 1
            if steps > MOST_STEPS:
                raise TooLarge("too many squares are on the edge of the region")
            if total - n >= self.weight.of(n - 1):
                found += self.below(n)
                continue
            run, t = self.parts.place(n - 1)
            part = run.first + t * run.step
            times = 1 if run.step else (n - 1) // part
            # Of many copies of the last part, those are taken together that are far from the end.
            whole = max(min(times - 1, (total - self.weight.of(part)) // part - 1), 0)
            if whole:
                found += self.below(whole * part + 1)
                tasks.append((n - whole * part, total - whole * part))
                continue
            found += min(self.weight.of(part), total - part)
            tasks += [(part, total), (n - part, total - part)]
        return found


def _clip(n: int) -> str:
    return str(n) if n.bit_length() < 100 else f"a number of {n.bit_length()} bits"
