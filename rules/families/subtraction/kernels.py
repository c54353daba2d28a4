"""Infinite subtraction sets: sparse ones member by member, dense ones a word of positions at a
time, and sets with finitely many exceptions through their exceptions alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mexplore.rules.engine.bits import trailing_zeros
from mexplore.rules.engine.compiled import compiled, is_little, run
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.families.subtraction.rule import Subtraction
    from mexplore.rules.rule import Values


BLOCK = 4096  # positions whose forbidden bits are held at once by the dense kernel: 64 words

MANY_MEMBERS = 256
"""For a value so many places are read that the processor does not keep all of them at hand."""
ROWS = 128
"""Heaps that are looked at together then; what is seen of them stays in the cache."""


class SparseKernel(Kernel):
    """G(n) = mex { G(n - s) : s in S, s <= n }, one step a member up to n."""

    def __init__(self, rule: Subtraction) -> None:
        self._rule = rule
        self._members = np.zeros(0, dtype=np.uint64)
        self._stamps = np.zeros(2, dtype=np.uint64)
        self._rows = np.zeros((ROWS, 64), dtype=np.uint8)
        self._placed = 0  # all values below have a place in the rows
        self._known = 0  # the members up to here are listed

    def fill(self, values: Values, start: int, stop: int) -> int:
        if stop > self._known:
            self._known = len(values)
            self._members = np.array(list(self._rule.upto(self._known)), dtype=np.uint64)
            # A value is at most the number of members, so that many and two more are enough.
            self._stamps = np.zeros(len(self._members) + 2, dtype=np.uint64)
        if np.searchsorted(self._members, start) >= MANY_MEMBERS:
            return self._fill_rows(values[:stop], start, stop)
        tables = self._members, self._stamps
        reached: int = run(
            _fill_stamped, self.steps(start, stop), values[:stop], *tables, start, stop
        )
        return reached

    def _fill_rows(self, values: Values, start: int, stop: int) -> int:
        """The same for a few heaps at a time, in rows with a place for every value."""
        limit, largest = int(np.iinfo(values.dtype).max), 0
        if start > self._placed:  # values that are not from here
            largest = int(values[self._placed : start].max())
        while True:
            if self._rows.shape[1] <= largest:
                width = 1 << largest.bit_length()
                self._rows = np.zeros((ROWS, width), dtype=np.uint8)
            start = _fill_rows(values, self._members, self._rows, start, stop)
            self._placed, largest = start, self._rows.shape[1]
            if start == stop or largest > limit:
                return start

    def steps(self, start: int, stop: int) -> float:
        members = sum(1 for _ in self._rule.upto(min(stop, 10**7)))
        return float((stop - start) * (members + 1))


@compiled
def _fill_stamped(values, members, stamps, start, stop):  # type: ignore[no-untyped-def]
    # values[n] = mex({values[n - s] for s in members if s <= n}); a stamp n + 1 marks a value as
    # excluded at n, so that nothing has to be cleared between heaps.
    limit = np.uint64(np.iinfo(values.dtype).max)
    legal = 0
    for n in range(np.uint64(start), np.uint64(stop)):
        stamp = n + np.uint64(1)
        while legal < len(members) and members[legal] <= n:
            legal += 1
        for s in members[:legal]:
            stamps[np.uint64(values[n - s])] = stamp
        value = np.uint64(0)
        while stamps[value] == stamp:
            value += np.uint64(1)
        if value > limit:
            return np.int64(n)
        values[n] = value
    return stop


@compiled
def _fill_rows(values, members, seen, start, stop):  # type: ignore[no-untyped-def]
    # The same: seen[i, v] says whether the i-th of some consecutive heaps can leave v. A member is
    # subtracted from all of them, so that values next to each other are read; those that are
    # smaller than the heaps are many, from heap by heap. Returns where a value has no place.
    rows, width = np.uint64(seen.shape[0]), np.uint64(seen.shape[1])
    limit = np.uint64(np.iinfo(values.dtype).max)
    near = 0
    while near < len(members) and members[near] < rows:
        near += 1
    first = np.uint64(start)
    while first < np.uint64(stop):
        last = min(first + rows, np.uint64(stop))
        for i in range(rows):
            for v in range(width):
                seen[i, v] = 0
        for s in members[near:]:
            if s >= last:
                break
            for n in range(max(first, s), last):
                seen[n - first, np.uint64(values[n - s])] = 1
        for n in range(first, last):
            for s in members[:near]:
                if s > n:
                    break
                seen[n - first, np.uint64(values[n - s])] = 1
            value = np.uint64(0)
            while value < width and seen[n - first, value] != 0:
                value += np.uint64(1)
            if value == width or value > limit:
                return np.int64(n)
            values[n] = value
        first = last
    return np.int64(stop)


class AllButKernel(Kernel):
    """G(n) = mex { G(m) : m < n, n - m not in F } for a finite set F, one step a member of F."""

    def __init__(self, missing: tuple[int, ...]) -> None:
        self._missing = np.array(missing, dtype=np.uint64)
        self._counts = np.zeros(0, dtype=np.uint32)  # how often each value has occurred
        self._near = np.zeros(0, dtype=np.uint32)  # all 0 between calls
        self._counted = 0
        self._fresh = 0  # all smaller values have occurred

    def fill(self, values: Values, start: int, stop: int) -> int:
        if self._counted != start or len(self._counts) < len(values) + 2:
            self._counts = np.zeros(len(values) + 2, dtype=np.uint32)
            self._near = np.zeros_like(self._counts)
            found = np.bincount(values[:start]) if start else self._counts[:0]
            self._counts[: len(found)] = found
            self._fresh = 0
        counts = self._counts, self._near, self._fresh
        reached, fresh = run(
            _fill_all_but,
            self.steps(start, stop),
            values[:stop],
            self._missing,
            counts,
            start,
            stop,
        )
        self._counted, self._fresh = int(reached), int(fresh)
        return self._counted

    def steps(self, start: int, stop: int) -> float:
        return float((stop - start) * (len(self._missing) + 5))


@compiled
def _fill_all_but(values, missing, shared, start, stop):  # type: ignore[no-untyped-def]
    # values[n] = mex({values[m] for m in range(n) if n - m not in missing}). So v is not excluded
    # exactly if all positions m < n of value v are among n - f, f in F: counts[v], the number
    # of such m, equals the number of f <= n with values[n - f] == v. Besides the values that
    # occur there, only the least value that never occurred can be the mex.
    limit = np.uint64(np.iinfo(values.dtype).max)
    counts, near, least = shared
    fresh = np.uint64(least)
    for n in range(np.uint64(start), np.uint64(stop)):
        while counts[fresh] > 0:
            fresh += np.uint64(1)
        for f in missing:
            if f > n:
                break
            near[np.uint64(values[n - f])] += 1
        value = fresh
        for f in missing:
            if f > n:
                break
            candidate = np.uint64(values[n - f])
            if near[candidate] == counts[candidate] and candidate < value:
                value = candidate
            near[candidate] = 0
        if value > limit:
            return np.int64(n), np.int64(fresh)
        values[n] = value
        counts[value] += 1
    return np.int64(stop), np.int64(fresh)


class DenseKernel(Kernel):
    """G(n) = mex { G(n - s) : s in S, s <= n }, about n/64 words a position.

    G(n) = v exactly if G(n) < v is not the case and no m < n with G(m) = v has n - m in S. So
    the positions of value v are chosen greedily among those that no smaller value took, and each
    choice forbids a copy of S shifted to it: one pass of whole words a position.
    """

    def __init__(self, rule: Subtraction) -> None:
        self._rule = rule
        self._few = SparseKernel(rule)
        self._set = np.zeros(0, dtype=np.uint64)
        self._values = np.zeros(0, dtype=np.int64)
        self._done = 0
        self._words = np.zeros((2, BLOCK // 64), dtype=np.uint64)  # free, and forbidden, positions
        # Positions of value v, latest first: last[v], then previous[last[v]], ...; -1 ends.
        self._chains = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))

    def fill(self, values: Values, start: int, stop: int) -> int:
        if is_little(self._few.steps(start, stop)):
            return self._few.fill(values, start, stop)
        if len(self._values) < len(values) or self._done < start:
            self._prepare(values, start)
        while self._done < stop:
            end = min(self._done + BLOCK, stop)
            shared = self._values, self._chains, self._words
            _choose_block(self._set, shared, self._done, end)
            self._done = end
        mine = self._values[start:stop]
        unfit = np.flatnonzero(mine > np.iinfo(values.dtype).max)
        reached = start + int(unfit[0]) if len(unfit) else stop
        values[start:reached] = mine[: reached - start]
        return reached

    def _prepare(self, values: Values, start: int) -> None:
        """Tables for all of the array, with the positions below start in their chains."""
        size = len(values)
        self._set = _bitset(list(self._rule.upto(size)), size)
        self._values = np.zeros(size, dtype=np.int64)
        self._values[:start] = values[:start]
        self._chains = (np.full(size + 1, -1), np.full(size, -1))
        self._done = start
        _chain(self._values, self._chains, start)

    def steps(self, start: int, stop: int) -> float:
        return float(stop - start) * (stop / 200 + 20)


def _bitset(members: list[int], size: int) -> npt.NDArray[np.uint64]:
    """Bit 64 + s is set for each member s <= size: the first word stands for s <= 0."""
    flags = np.zeros(64 * (size // 64 + 4 + BLOCK // 64), dtype=np.uint8)
    flags[64 + np.array(members, dtype=np.int64)] = 1
    return np.packbits(flags, bitorder="little").view(np.uint64)


@compiled
def _chain(values, chains, stop):  # type: ignore[no-untyped-def]
    last, previous = chains
    for n in range(stop):
        previous[n] = last[values[n]]
        last[values[n]] = n


@compiled
def _forbid(forbidden, members, first, bit):  # type: ignore[no-untyped-def]
    # forbidden[i] |= the word of the set that starts at bit `bit` + 64*(i - first), i >= first.
    word, shift = np.uint64(bit >> 6), np.uint64(bit & 63)
    rest = np.uint64(63) - shift
    shape = members[word:]
    for i in range(np.uint64(first), np.uint64(len(forbidden))):
        j = i - np.uint64(first)
        low = shape[j] >> shift
        high = (shape[j + np.uint64(1)] << np.uint64(1)) << rest
        forbidden[i] |= low | high


@compiled
def _choose_block(shape, shared, start, stop):  # type: ignore[no-untyped-def]
    # For v = 0, 1, ...: forbid every m + s (m a position of value v, s in S), then give v to the
    # least free position that is not forbidden, forbid again, and so on, until none is free.
    values, (last, previous), sets = shared
    words = (stop - start + 63) // 64
    free, forbidden = sets[0], sets[1][:words]
    for w in range(words):
        free[w] = ~np.uint64(0)
    if (stop - start) % 64:
        free[words - 1] = (np.uint64(1) << np.uint64((stop - start) % 64)) - np.uint64(1)
    left = stop - start
    value = 0
    while left > 0:
        for w in range(words):
            forbidden[w] = 0
        position = last[value]
        while position >= 0:
            _forbid(forbidden, shape, 0, 64 + start - position)
            position = previous[position]
        for w in range(words):
            allowed = free[w] & ~forbidden[w]
            while allowed:
                bit = trailing_zeros(allowed)
                position = start + 64 * w + bit
                values[position] = value
                previous[position] = last[value]
                last[value] = position
                free[w] &= ~(np.uint64(1) << np.uint64(bit))
                left -= 1
                _forbid(forbidden, shape, w, 64 - bit)
                allowed = free[w] & ~forbidden[w]
        value += 1


# Finite subtraction sets: O(|S|) a value.


WIDEST_MASK = 63  # members whose values fit one word: a value is at most |S|


def subtraction_kernel(rule: Subtraction) -> Kernel:
    """The cheapest kernel for the shape of the set."""
    if rule.missing is not None:
        return AllButKernel(rule.missing)
    if rule.dense:
        return DenseKernel(rule)
    if rule.finite and len(rule.members) <= WIDEST_MASK:
        return FiniteKernel(rule.members)
    return SparseKernel(rule)


class FiniteKernel(Kernel):
    """G(n) = mex { G(n - s) : s in S, s <= n } for a set S of at most 63 members."""

    version = 2

    def __init__(self, members: tuple[int, ...]) -> None:
        self._members = np.array(members, dtype=np.uint64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        run(_fill_masked, self.steps(start, stop), values[:stop], self._members, start, stop)
        return stop

    def steps(self, start: int, stop: int) -> float:
        return float((stop - start) * len(self._members))


@compiled
def _fill_masked(values, members, start, stop):  # type: ignore[no-untyped-def]
    # values[n] = mex({values[n - s] for s in members if s <= n}): a set of values below 64 is a
    # word, its mex the number of its trailing ones. From max S on no member has to be compared
    # with n. Unsigned indices spare the test for negative ones.
    one = np.uint64(1)
    largest = members[len(members) - 1]
    for n in range(np.uint64(start), np.uint64(stop)):
        seen = np.uint64(0)
        if n >= largest:
            for s in members:
                seen |= one << np.uint64(values[n - s])
        else:
            for s in members:
                if s > n:
                    break
                seen |= one << np.uint64(values[n - s])
        values[n] = trailing_zeros(~seen)
