"""Values of games that turn coins: of runs and evenly spaced coins by xors along them, of others by
sets of the xors that a given number of coins can have."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.engine.grundy import Computation, Progress
from mexplore.rules.errors import TooLarge
from mexplore.rules.families.turning.numbers import ANY, NEXT
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.families.turning.rule import Turn
    from mexplore.rules.rule import Values

LARGEST = 1 << 22  # a value of a game whose sets of values are kept
Bits = int
"""A set of numbers: digit v is 1 if v is in it."""


def least_missing(held: Bits) -> int:
    """
    >>> least_missing(0b1011), least_missing(0)
    (2, 0)
    """
    return (~held & (held + 1)).bit_length() - 1


def translated(held: Bits, by: int) -> Bits:
    """The set of v xor ``by``, v in the set: digit after digit of ``by``, blocks change places.

    >>> bin(translated(0b0011, 2)), bin(translated(0b1000, 3))
    ('0b1100', '0b1')
    """
    size = max(held.bit_length(), 1)
    digit = 0
    while by >> digit:
        if by >> digit & 1:
            block = 1 << digit
            mask = _low_blocks(block, size + block)
            held = (held & mask) << block | held >> block & mask
            size += block
        digit += 1
    return held


def _low_blocks(block: int, size: int) -> Bits:
    """The first, third, fifth, ... block of this many digits, below ``size``."""
    mask, width = (1 << block) - 1, 2 * block
    while width < size:
        mask |= mask << width
        width *= 2
    return mask


class TurningKernel(Kernel):
    """G(n) = mex of the xors of the values of the other coins that are turned."""

    def __init__(self, rule: Turn) -> None:
        self._rule = rule
        self._reached = 0

    def fill(self, values: Values, start: int, stop: int) -> int:
        largest = np.iinfo(values.dtype).max
        if start != self._reached or not start:
            self._begin()
            for n in range(1, start):
                self._append(n, int(values[n]))
        self._reached = -1  # until it ends well
        for n in range(start, stop):
            value = self._value(values, n) if n else 0
            if value >= 1 << 64:
                raise TooLarge(f"the value of {n} in {self._rule} has more than 64 binary digits")
            if value > largest:
                self._reached = n
                return n
            values[n] = value
            if n:
                self._append(n, value)
        self._reached = stop
        return stop

    @abstractmethod
    def _value(self, values: Values, n: int) -> int:
        """The mex at n >= 1."""

    def _begin(self) -> None:
        """Before the first coin."""

    def _append(self, n: int, value: int) -> None:
        """A coin more, whose value is known."""

    def steps(self, start: int, stop: int) -> float:
        return 20.0 * stop * (stop - start)


def _mex(found: Values) -> int:
    """The mex of an array."""
    held = np.zeros(len(found) + 1, dtype=bool)
    held[found[found < len(held)]] = True
    return int(np.argmin(held))


class RunsKernel(TurningKernel):
    """Coins in a row: their xor is that of two beginnings of the row."""

    def _begin(self) -> None:
        self._beginnings = np.zeros(64, dtype=np.uint64)
        self._counts = np.zeros(0, dtype=np.int64)
        self._upto = 0

    def _append(self, n: int, value: int) -> None:
        if n == len(self._beginnings):
            self._beginnings = np.concatenate([self._beginnings, 0 * self._beginnings])
        self._beginnings[n] = int(self._beginnings[n - 1]) ^ value

    def _value(self, values: Values, n: int) -> int:
        del values
        if n > self._upto:
            self._upto = 2 * n
            self._counts = np.array(list(self._rule.counts.upto(self._upto)), dtype=np.int64)
        counts = self._counts[: np.searchsorted(self._counts, n, side="right")]
        return _mex(self._beginnings[n - 1] ^ self._beginnings[n - counts])


class EvenKernel(TurningKernel):
    """Coins with equal gaps: all gaps at once, one coin after the other."""

    def _value(self, values: Values, n: int) -> int:
        gaps = np.array(list(self._rule.gaps.upto(n - 1)), dtype=np.int64)
        xors = np.zeros(len(gaps), dtype=values.dtype)
        parts = [xors[:0]]
        if 1 in self._rule.counts:
            parts.append(np.zeros(1, dtype=values.dtype))
        most = self._rule.counts.largest if self._rule.counts.finite else n
        for count in range(2, most + 1):
            fit = int(np.searchsorted(gaps, (n - 1) // (count - 1), side="right"))
            if not fit:
                break
            xors = xors[:fit] ^ values[n - (count - 1) * gaps[:fit]]
            if count in self._rule.counts:
                parts.append(xors)
        return _mex(np.concatenate(parts))


class PowersKernel(TurningKernel):
    """Any number of any coins: the options of n are all sets of coins before n, whose values are
    1, 2, 4, ..., 2^(n - 2), so that the xors are the numbers below 2^(n - 1)."""

    def _value(self, values: Values, n: int) -> int:
        del values
        return 1 << (n - 1)


class AnyCoinsKernel(TurningKernel):
    """Any coins together: the xors of each number of coins so far."""

    def _begin(self) -> None:
        self._xors: list[Bits] = [1]

    def _append(self, n: int, value: int) -> None:
        counts = self._rule.counts
        most = min(n, counts.largest - 1) if counts.finite else n
        if len(self._xors) <= most:
            self._xors.append(0)
        for count in range(len(self._xors) - 1, 0, -1):
            self._xors[count] |= translated(self._xors[count - 1], value)

    def _value(self, values: Values, n: int) -> int:
        del values
        held = 0
        for count, xors in enumerate(self._xors, 1):
            if count in self._rule.counts:
                held |= xors
        return _not_too_large(least_missing(held), self._rule, n)


class GapsKernel(TurningKernel):
    """Gaps of a set: the xors of so many coins of which the rightmost is at a place."""

    def _begin(self) -> None:
        self._ending: list[list[Bits]] = [[]]

    def _append(self, n: int, value: int) -> None:
        before = self._before(n)
        counts = self._rule.counts
        most = counts.largest - 1 if counts.finite else n
        self._ending.append([translated(xors, value) for xors in [1, *before][:most]])

    def _before(self, n: int) -> list[Bits]:
        """The xors of one, two, ... coins of which the rightmost is followed by n."""
        found: list[Bits] = []
        for gap in self._rule.gaps.upto(n - 1):
            ending = self._ending[n - gap]
            found += [0] * (len(ending) - len(found))
            for i, xors in enumerate(ending):
                found[i] |= xors
        return found

    def _value(self, values: Values, n: int) -> int:
        del values
        held = 0
        for count, xors in enumerate([1, *self._before(n)], 1):
            if count in self._rule.counts:
                held |= xors
        return _not_too_large(least_missing(held), self._rule, n)


def _not_too_large(value: int, rule: Turn, n: int) -> int:
    if value >= LARGEST:
        raise TooLarge(f"the values of {rule} grow fast: that of {n} is more than {LARGEST - 1}")
    return value


def runs_by_value(rule: Turn, start: int, stop: int, watcher: Watcher) -> dict[int, int]:
    """How many runs of coins that may be turned, with the rightmost at start, ..., stop - 1, have
    each xor: all runs of one length at once."""
    values = Computation(rule, watcher).extend(stop)
    beginnings = np.bitwise_xor.accumulate(values) if stop else values
    counts = np.zeros(1 << int(beginnings.max(initial=0)).bit_length(), dtype=np.int64)
    for length in rule.counts.upto(stop - 1):
        last = max(start, length)
        xors = beginnings[last:] ^ beginnings[last - length : stop - length]
        counts += np.bincount(xors, minlength=len(counts))
        watcher(Progress("lengths", length, stop))
    return {value: int(count) for value, count in enumerate(counts.tolist()) if count}


def turning_kernel(rule: Turn) -> TurningKernel:
    """The kernel for the shape of the rule."""
    if rule.gaps == NEXT:
        return RunsKernel(rule)
    if rule.even:
        return EvenKernel(rule)
    if rule.gaps != ANY:
        return GapsKernel(rule)
    return PowersKernel(rule) if rule.counts == ANY else AnyCoinsKernel(rule)
