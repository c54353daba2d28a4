"""Rules whose moves choose a divisor of n, a prime factor, a number that does not divide n, or one
that is prime to n: by a sieve.

A table of least prime factors gives the divisors of each n one after the other, without trying any
other number: 10^7 values take seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.arithmetic.columns import least_prime_factors
from mexplore.rules.engine.compiled import compiled, run
from mexplore.rules.moves.number_moves import Among, Move, NumberMoves
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

MOST_DIVISORS = 4096  # no n < 2^31 has more than 1536
LARGEST = 1 << 31
_KINDS = {Among.DIVISORS: 0, Among.PRIME_DIVISORS: 1, Among.PRIME_POWERS: 2}
_MOVES = {Move.REMOVE: 0, Move.LEAVE: 1, Move.DIVIDE: 2, Move.SPLIT: 3}
_FIRST = 4  # members of each value that are kept


def factor_kernel(moves: NumberMoves) -> Kernel | None:
    """The kernel of the moves; None for those of which a heap may become itself."""
    if moves.among == Among.COPRIME:
        return CoprimeKernel(moves)
    if moves.among == Among.NON_DIVISORS:
        return OtherNumbersKernel(moves) if moves.move in (Move.REMOVE, Move.LEAVE) else None
    leaves_all = moves.move == Move.LEAVE and moves.whole
    divides = moves.move in (Move.DIVIDE, Move.SPLIT)
    divides_by_1 = divides and moves.one and moves.among == Among.DIVISORS
    return None if leaves_all or divides_by_1 else DivisorKernel(moves)


class DivisorKernel(Kernel):
    """G(n) = mex of the values of n - d, of d, of n/d or of d heaps of n/d, for divisors d of n of
    one kind."""

    def __init__(self, moves: NumberMoves) -> None:
        self._moves = moves
        self._stamps = np.zeros(MOST_DIVISORS, dtype=np.int64)
        self._found = np.zeros(MOST_DIVISORS, dtype=np.int64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        if stop > LARGEST:
            raise NotImplementedError(f"divisors are listed below {LARGEST}")
        moves, least = self._moves, least_prime_factors(1 << max(stop - 1, 1).bit_length())
        how = (_KINDS[moves.among], _MOVES[moves.move], moves.one, moves.whole)
        work = (values[:stop], least, self._stamps, self._found)
        found: int = run(_fill_by_divisors, self.steps(start, stop), *work, *how, start, stop)
        return found

    def steps(self, start: int, stop: int) -> float:
        return 40.0 * (stop - start) + 2.0 * stop


@compiled
def _list_divisors(n, least, kind, found):  # type: ignore[no-untyped-def]
    # All divisors of n, or the primes (1) or powers of primes (2) among them; how many there are.
    count = 0
    if kind == 0 and n:
        found[0] = 1
        count = 1
    rest = n
    while rest > 1:
        p = int(least[rest])
        size = count
        power = 1
        while rest % p == 0:
            rest //= p
            power *= p
            if kind == 0:
                for i in range(size):
                    found[count] = found[i] * power
                    count += 1
            elif kind == 2 or power == p:
                found[count] = power
                count += 1
    return count


@compiled
def _fill_by_divisors(  # type: ignore[no-untyped-def]
    values, least, stamps, found, kind, move, one, whole, start, stop
):
    limit = np.int64(np.iinfo(values.dtype).max)
    for n in range(start, stop):
        stamp = n + 1
        for i in range(_list_divisors(n, least, kind, found)):
            d = found[i]
            if (d > 1 or one) and (d < n or whole):
                heap = n - d
                if move == 1:
                    heap = d
                elif move >= 2:
                    heap = n // d
                # Equal heaps have the value 0 together, if they are evenly many.
                reached = 0 if move == 3 and d % 2 == 0 else values[heap]
                stamps[reached] = stamp
        value = 0
        while stamps[value] == stamp:
            value += 1
        if value > limit:
            return n
        values[n] = value
    return stop


class OtherNumbersKernel(Kernel):
    """G(n) = mex { G(n - k) : 1 <= k < n, k does not divide n }, or of the G(k).

    All heaps 1 <= m < n are options but those that belong to the divisors k < n, each to another.
    So a value is that of an option if more heaps have it than belong to divisors and have it: two
    counts, where trying all k would take n steps.
    """

    def __init__(self, moves: NumberMoves) -> None:
        self._moves = moves
        self._found = np.zeros(MOST_DIVISORS, dtype=np.int64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        if stop > LARGEST:
            raise NotImplementedError(f"divisors are listed below {LARGEST}")
        least = least_prime_factors(1 << max(stop - 1, 1).bit_length())
        # No value exceeds how many values there are below it, or the largest of the type.
        most = min(stop, int(np.iinfo(values.dtype).max)) + 2
        counts = np.bincount(values[1:start], minlength=most).astype(np.int64)
        work = (values[:stop], least, self._found, counts, np.zeros(most, dtype=np.int64))
        leaves = self._moves.move == Move.LEAVE
        reached: int = run(_fill_by_others, self.steps(start, stop), *work, leaves, start, stop)
        return reached

    def steps(self, start: int, stop: int) -> float:
        return 60.0 * (stop - start) + 2.0 * stop


@compiled
def _fill_by_others(  # type: ignore[no-untyped-def]
    values, least, found, counts, hidden, leaves, start, stop
):
    # counts[v]: how many 1 <= m < n have the value v; hidden[v]: how many of those that belong to
    # divisors do, 0 between two heaps. The mex is the least v with counts[v] == hidden[v]: the
    # least that no heap has, or a smaller one that divisors hide.
    limit = np.int64(np.iinfo(values.dtype).max)
    new = 0
    for n in range(start, stop):
        divisors = _list_divisors(n, least, 0, found)
        for i in range(divisors):
            d = found[i]
            if d < n:
                hidden[values[d if leaves else n - d]] += 1
        while counts[new] > 0:
            new += 1
        value = new
        for i in range(divisors):
            d = found[i]
            if d < n:
                v = int(values[d if leaves else n - d])
                if counts[v] == hidden[v]:
                    value = min(value, v)
        for i in range(divisors):
            d = found[i]
            if d < n:
                hidden[values[d if leaves else n - d]] = 0
        if value > limit:
            return n
        values[n] = value
        if n > 0:
            counts[value] += 1
    return stop


class CoprimeKernel(Kernel):
    """G(n) = mex { G(m) : 1 <= m < n, m prime to n }, with G(1) = 1 where ``whole``, else 0.

    Of each value the first few heaps that have it are kept, and the greatest common divisor of all
    of them. A value is that of an option if one of the few is prime to n; it is not if n has a
    factor in common with the divisor; otherwise all heaps are looked at. An option of a prime is
    any smaller heap, so that its value is the least that is new.
    """

    def __init__(self, moves: NumberMoves) -> None:
        self._moves = moves
        self._done = 0
        self._first = np.zeros((1, _FIRST), dtype=np.int64)
        self._common = np.zeros(1, dtype=np.int64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        if stop > LARGEST:
            raise NotImplementedError(f"divisors are listed below {LARGEST}")
        noted = start
        if start != self._done:
            self._first[:], self._common[:], noted = 0, 0, 0
            self._make_room(int(values[:start].max(initial=0)))
        least = least_prime_factors(1 << max(stop - 1, 1).bit_length())
        n, self._done = start, -1  # an interrupted loop leaves notes of later heaps
        while n < stop:
            self._make_room(n and int(values[:n].max()) + 1)
            known = (values[:stop], least, self._first, self._common)
            steps = self.steps(n, stop) + 20.0 * (n - noted)
            reached: int = run(_fill_coprime, steps, *known, self._moves.whole, noted, n, stop)
            self._done = reached
            if reached < stop and len(self._common) > int(values[:reached].max()) + 1:
                return reached  # the value does not fit the dtype
            n = noted = reached
        return stop

    def _make_room(self, value: int) -> None:
        """A place for each value up to this one, and as many again."""
        if len(self._common) <= value + 1:
            more = 2 * value + 64
            first, common = self._first, self._common
            self._first = np.zeros((more, _FIRST), dtype=np.int64)
            self._common = np.zeros(more, dtype=np.int64)
            self._first[: len(first)], self._common[: len(common)] = first, common

    def steps(self, start: int, stop: int) -> float:
        return 300.0 * (stop - start) + 2.0 * stop


@compiled
def _gcd(a, b):  # type: ignore[no-untyped-def]
    while b:
        a, b = b, a % b
    return a


@compiled
def _note(value, n, first, common):  # type: ignore[no-untyped-def]
    # n >= 1 has the value; entries of 0 are free.
    common[value] = _gcd(common[value], n)
    for i in range(first.shape[1]):
        if first[value, i] == 0:
            first[value, i] = n
            return


@compiled
def _is_option_value(value, values, n, first, common):  # type: ignore[no-untyped-def]
    # Whether some 1 <= m < n prime to n has the value.
    for i in range(first.shape[1]):
        if first[value, i] and _gcd(first[value, i], n) == 1:
            return True
    if _gcd(common[value], n) > 1:  # also where no heap has the value: gcd(0, n) = n
        return False
    for m in range(1, n):  # noqa: SIM110
        if values[m] == value and _gcd(m, n) == 1:
            return True
    return False


@compiled
def _fill_coprime(  # type: ignore[no-untyped-def]
    values, least, first, common, whole, noted, start, stop
):
    for n in range(max(noted, 1), start):  # the values of which there are no notes yet
        _note(values[n], n, first, common)
    limit = np.int64(np.iinfo(values.dtype).max)
    new = 0  # the least value that no heap n >= 1 has
    while new < len(common) and common[new]:
        new += 1
    for n in range(start, stop):
        value = 0
        if n == 1:
            value = 1 if whole else 0
        elif n > 1 and least[n] == n:
            value = new
        elif n > 1:
            while _is_option_value(value, values, n, first, common):
                value += 1
        if value >= len(common) or value > limit:
            return n
        values[n] = value
        if n:
            _note(value, n, first, common)
        while new < len(common) and common[new]:
            new += 1
        if new >= len(common):
            return n + 1
    return stop
