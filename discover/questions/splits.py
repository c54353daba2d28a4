"""Splits of a huge heap that leave a given value, counted class by class.

Let G(n + p) = G(n) for all n >= n0 >= 1. Put the sizes n >= 1 into *classes*: each n < n0 alone,
and for 0 <= i < p the n = n0 + i + p*k, k >= 0. The value of a heap depends on its class alone.
Take a multiset of c classes, mu parts of each, whose values have the xor asked for. It holds the
splits of m into c heaps of these classes: their sum fixes K, the sum of the k of all parts in
infinite classes,

    m = (sum of the least sizes of the classes) + p*K,

so there are none unless K is a whole number >= 0, and otherwise as many as ways to write K as a sum
in which the mu parts of one class are a multiset: the coefficient of x^K in

    product over the infinite classes of 1/((1 - x)(1 - x^2) ... (1 - x^mu)),

by conjugation of partitions. If the heaps must be pairwise unequal, the k of a class are different,
which takes mu(mu - 1)/2 from K, and no finite class is used twice. If they must not all be equal,
the split into c equal heaps is taken off.

**Equal steps.** Let G(n + p) = G(n) + s for all n >= n0 >= 1, s > 0. Of a split of m into a + b
with a, b >= n0 let
a = r + p*i and b = t + p*j with n0 <= r, t < n0 + p; then i + j = K = (m - r - t)/p is a whole
number, and the value of the split is (G(r) + s*i) xor (G(t) + s*j). With the binary digits of i and
j known below 2^k, three carries say the rest: of i + j, of G(r) + s*i and of G(t) + s*j. A digit of
i decides that of j, as their sum is that of K. So the splits of a value v are the paths through at
most 2*(number of carries) states a digit, and their number is found without going through them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import comb, lcm
from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.rule import Heaps


MOST_CANDIDATES = 1_000_000  # multisets of classes that are looked at


@dataclass(frozen=True)
class Splits:
    """The splits of ``total`` into heaps of these classes, given by their least sizes, in
    increasing order; ``finite`` classes hold only their least size; ``suffix`` as in a code."""

    total: int
    least: tuple[int, ...]
    finite: int
    period: int
    suffix: str = ""

    @property
    def _k(self) -> int | None:
        """K; None if it is no whole number >= 0."""
        k, rest = divmod(self.total - sum(self.least), self.period)
        return k if k >= 0 and rest == 0 else None

    def count(self) -> int:
        """How many there are."""
        if (k := self._k) is None:
            return 0
        infinite = Counter(self.least[self.finite :])
        if self.suffix == "!":
            if len(set(self.least[: self.finite])) < self.finite:
                return 0
            k -= sum(mu * (mu - 1) // 2 for mu in infinite.values())
        steps = tuple(sorted(j for mu in infinite.values() for j in range(1, mu + 1)))
        return partitions_into(k, steps) - self._equal(k)

    def _equal(self, k: int) -> int:
        """How many of those counted have heaps that must not, but are, all equal."""
        alike = self.suffix == "?" and len(set(self.least)) == 1
        return int(alike and k % len(self.least) == 0)

    def __iter__(self) -> Iterator[Heaps]:
        """The splits, heaps in increasing order; the first one comes at once."""
        k = self._k
        if k is None or self.count() == 0:
            return
        for heaps in self._from(self.finite, k, list(self.least[: self.finite])):
            split = tuple(sorted(heaps))
            if not (self.suffix == "?" and split[0] == split[-1]):
                yield split

    def _from(self, part: int, k: int, heaps: list[int]) -> Iterator[list[int]]:
        """Completions of the first parts; parts of one class do not decrease."""
        least = self.least[part]
        twin = part > self.finite and self.least[part - 1] == least
        low = (heaps[-1] - least) // self.period + (self.suffix == "!") if twin else 0
        if part == len(self.least) - 1:
            if k >= low:
                yield [*heaps, least + self.period * k]
            return
        alike = self.least[part:].count(least)  # this part and later ones take at least as much
        for mine in range(low, k // alike + 1):
            yield from self._from(part + 1, k - mine, [*heaps, least + self.period * mine])


def classes_of_value(
    form: ClosedForm, total: int, count: int, suffix: str, value: int
) -> Iterator[Splits] | None:
    """The non-empty classes of splits of ``total`` into ``count`` heaps of this value; None if
    there are too many classes to look at, or the values do not repeat.

    total >= count * (n0 + 1)."""
    law = form.eventual_steps()
    if law is None or not law.repeats:
        return None
    n0, p = max(law.preperiod, 1), law.period
    if comb(n0 - 1 + p + count - 2, count - 1) > MOST_CANDIDATES:
        return None
    sizes = range(1, n0 + p)
    values = [0, *form.at_many(sizes)]
    return _classes(Splits(total, (), 0, p, suffix), n0, values, count, value)


def _classes(
    pattern: Splits, n0: int, values: Sequence[int], count: int, value: int
) -> Iterator[Splits]:
    """All but the last class are chosen; the sum modulo p is that of one last class, infinite as
    the total is too large for finite ones alone."""
    p, total = pattern.period, pattern.total
    for chosen in combinations_with_replacement(range(1, n0 + p), count - 1):
        last = n0 + (total - sum(chosen) - n0) % p
        if chosen[-1] > last:
            continue
        xor = values[last]
        for size in chosen:
            xor ^= values[size]
        if xor == value:
            finite = sum(size < n0 for size in chosen)
            found = Splits(total, (*chosen, last), finite, p, pattern.suffix)
            if found.count():
                yield found


@cache
def _numerator(steps: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """L = lcm(steps), and the coefficients of the product of (1 - x^L)/(1 - x^j), j in steps."""
    common = lcm(*steps)
    product = [1]
    for j in steps:
        longer = [0] * (len(product) + common - j)
        for shift in range(0, common, j):
            for e, coefficient in enumerate(product):
                longer[e + shift] += coefficient
        product = longer
    return common, tuple(product)


def partitions_into(k: int, steps: tuple[int, ...]) -> int:
    """The coefficient of x^k in the product of 1/(1 - x^j), j in steps, exactly for any k.

    By definition it is the number of ways to write k as a sum of multiples of the steps; with L a
    common multiple the product is a polynomial over (1 - x^L)^c.

    >>> partitions_into(10, (1, 2, 3)), partitions_into(10**18, (1, 2)) == 5 * 10**17 + 1
    (14, True)
    """
    if k < 0:
        return 0
    common, numerator = _numerator(steps)
    c = len(steps)
    return sum(
        coefficient * comb((k - e) // common + c - 1, c - 1)
        for e, coefficient in enumerate(numerator)
        if e <= k and (k - e) % common == 0
    )


# Values that go on by equal steps: splits in two, counted bit by bit.

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
