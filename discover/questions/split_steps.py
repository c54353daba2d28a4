"""Splits of a huge heap in two, where values go on by equal steps: counted bit by bit.

Let G(n + p) = G(n) + s for all n >= n0 >= 1, s > 0. Of a split of m into a + b with a, b >= n0 let
a = r + p*i and b = t + p*j with n0 <= r, t < n0 + p; then i + j = K = (m - r - t)/p is a whole
number, and the value of the split is (G(r) + s*i) xor (G(t) + s*j). With the binary digits of i and
j known below 2^k, three carries say the rest: of i + j, of G(r) + s*i and of G(t) + s*j. A digit of
i decides that of j, as their sum is that of K. So the splits of a value v are the paths through at
most 2*(number of carries) states a digit, and their number is found without going through them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.rule import Heaps

MOST_CLASSES = 1 << 12

State = tuple[int, int, int]
"""The carries of i + j, of c + s*i and of d + s*j."""


@dataclass(frozen=True)
class Pairs:
    """The i with 0 <= i <= total and (c + step*i) xor (d + step*(total - i)) = value.

    >>> pairs = Pairs(total=9, step=2, c=1, d=0, value=3)
    >>> pairs.count, sorted(pairs) == [i for i in range(10) if (1 + 2*i) ^ 2*(9 - i) == 3]
    (2, True)
    """

    total: int
    step: int
    c: int
    d: int
    value: int

    def _after(self, k: int, state: State) -> Iterator[tuple[int, State]]:
        """The digits number k of i that are possible, with the carries after them."""
        carry, a, b = state
        wanted = self.total >> k & 1
        for digit in (0, 1):
            other = (wanted - digit - carry) & 1
            mine, theirs = a + self.step * digit, b + self.step * other
            if (mine ^ theirs ^ self.value >> k) & 1 == 0:
                yield digit, ((digit + other + carry) >> 1, mine >> 1, theirs >> 1)

    @cached_property
    def _ways(self) -> list[dict[State, int]]:
        """How many ways to go on each state has, number of digits by number of digits."""
        length = self.total.bit_length()
        layers: list[set[State]] = [{(0, self.c, self.d)}]
        for k in range(length):
            layers.append({after for state in layers[k] for _, after in self._after(k, state)})
        rest = self.value >> length
        ways = [{s: int(s[0] == 0 and s[1] ^ s[2] == rest) for s in layers[length]}]
        for k in reversed(range(length)):
            later = ways[-1]
            ways.append({s: sum(later[t] for _, t in self._after(k, s)) for s in layers[k]})
        return ways[::-1]

    @property
    def count(self) -> int:
        """How many there are."""
        return self._ways[0][0, self.c, self.d]

    def __iter__(self) -> Iterator[int]:
        """In the order of the last digits first; the first one comes at once."""
        stack = [(0, 0, (0, self.c, self.d))]
        while stack:
            k, i, state = stack.pop()
            if not self._ways[k][state]:
                continue
            if k == len(self._ways) - 1:
                yield i
                continue
            stack += [(k + 1, i | digit << k, after) for digit, after in self._after(k, state)]


@dataclass(frozen=True)
class SplitsInTwo:
    """The splits of ``total`` into r + p*i and t + p*j, the smaller one first."""

    total: int
    r: int
    t: int
    period: int
    pairs: Pairs
    unequal: bool

    @property
    def _equal(self) -> bool:
        """Whether the two halves of the total are one of those counted by `pairs`."""
        return self.r == self.t and self.total % 2 == 0 and self.pairs.value == 0

    @property
    def count(self) -> int:
        """Where r = t, each split of different heaps is counted twice by `pairs`."""
        if self.r != self.t:
            return self.pairs.count
        equal = self._equal and (self.total // 2 - self.r) % self.period == 0
        return (self.pairs.count - equal) // 2 + (equal and not self.unequal)

    def __iter__(self) -> Iterator[Heaps]:
        for i in self.pairs:
            a = self.r + self.period * i
            b = self.total - a
            if self.r != self.t or a < b or (a == b and not self.unequal):
                yield min(a, b), max(a, b)


def splits_by_steps(
    form: ClosedForm, total: int, suffix: str, value: int
) -> Iterator[SplitsInTwo | Heaps] | None:
    """The splits of ``total`` in two of this value: single ones with a heap below the preperiod,
    and sets that are not empty. None where the values do not go on by equal steps, or the total is
    too small for that. ``suffix``: ``!`` and ``?`` say that the heaps are unequal."""
    law = form.eventual_steps()
    if law is None or law.saltus is None or law.saltus <= 0:
        return None
    n0, p = max(law.preperiod, 1), law.period
    if n0 + p > MOST_CLASSES or total < 2 * (n0 + p):
        return None
    return _splits(form, total, value, n0, p, law.saltus, unequal=suffix in ("!", "?"))


def _splits(
    form: ClosedForm, total: int, value: int, n0: int, p: int, step: int, *, unequal: bool
) -> Iterator[SplitsInTwo | Heaps]:
    for a in range(1, n0):
        if form.at(a) ^ form.at(total - a) == value:
            yield a, total - a
    for r in range(n0, n0 + p):
        t = n0 + (total - r - n0) % p
        if r <= t:
            pairs = Pairs((total - r - t) // p, step, form.at(r), form.at(t), value)
            found = SplitsInTwo(total, r, t, p, pairs, unequal)
            if found.count:
                yield found
