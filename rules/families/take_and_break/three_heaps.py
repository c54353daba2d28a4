"""Take-and-break codes of at most three heaps, through sets of pairs: O(n) words a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.engine.bitsets import (
    Rows,
    add_translates,
    clear,
    contains,
    include,
    least_absent,
    remove,
    unite,
)
from mexplore.rules.engine.compiled import compiled
from mexplore.rules.families.take_and_break.partitions import Moves, ahead
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.rule import Values

ZERO = np.uint64(1)
"""The word with the bit of the value 0; `include` would be compiled for that constant once more."""
_PAIRS = 0  # the table of `Rows` that holds P; Q, if needed, and the triples follow
_LISTED = 128  # smallest heaps a whose triples are listed where rows are wide
_WIDE = 32  # words a row, for each digit that leaves three heaps, from which on they are wide
_KINDS = ("", "!", "?")  # of three heaps: of any sizes, pairwise unequal, not all equal


class ThreeHeapsKernel(Kernel):
    """G(n) = mex { G(a) ^ G(b) ^ G(c) : the heaps that a move leaves, at most three }.

    P(s) = { G(a) ^ G(b) : a < b, a + b = s } is kept for every s, so that three heaps of s tokens
    have the values { x ^ G(a) : x in P(s - a), a <= s / 3 }, a being a smallest one, and G(a) for
    every a that leaves two equal heaps. For heaps that are not all equal a < s / 3. For pairwise
    unequal heaps the pair {a, s - 2a} must not count in P(s - a): its value is left out unless
    another pair has it too, which a second set Q(s - a), of the values found twice, remembers.

    Where rows are wide (many large values) about 128 heaps a, evenly spread, are listed so. That
    finds nearly all values up to G(n); of the others each is looked up in P(s - a) for every a,
    from the least on, until one is found nowhere: a bit for each a in place of a row.
    """

    def __init__(self, rule: TakeAndBreak) -> None:
        self._rule = rule
        places = [
            [j for j, digit in rule.digits.items() if digit.suffix(3) == kind] for kind in _KINDS
        ]
        # Where no heaps must be unequal, P serves as Q: it has all the values to be marked.
        self._twice = 1 if places[1] else _PAIRS
        kinds = [kind for kind in range(3) if places[kind]]
        # The triples that are needed: their kind, their table, the first j that leaves them.
        self._needed = np.array(
            [(kind, self._twice + 1 + i, min(places[kind])) for i, kind in enumerate(kinds)],
            dtype=np.int64,
        ).reshape(-1, 3)
        repeat = len(rule.removing) - rule.period if rule.period else None
        ever = any(repeat is not None and j >= repeat for found in places for j in found)
        self._wide = None if ever else _WIDE * sum(map(len, places))
        self._rows = Rows(1 + self._twice + len(kinds))
        self._values = np.zeros(0, dtype=np.int64)
        self._ready = 0
        self._write_moves(256)

    def _write_moves(self, stop: int) -> None:
        """The moves from heaps of n < ``stop``, and room for their values."""
        moves = Moves(self._rule, stop)
        self._single = moves.whole(), moves.removing(1)
        self._equal = moves.removing(2, "="), moves.removing(3, "=")
        split, unequal = moves.splits_in_two()
        entries = [(j, _PAIRS, not differ) for j, differ in zip(split, unequal, strict=True)]
        for kind, table, _ in self._needed:
            entries += [(j, table, False) for j in moves.removing(3, _KINDS[kind])]
        self._split = np.array(sorted(entries), dtype=np.int64).reshape(-1, 3)
        grown = np.zeros(stop, dtype=np.int64)
        grown[: len(self._values)] = self._values
        self._values = grown

    def fill(self, values: Values, start: int, stop: int) -> int:
        if stop > len(self._values):
            self._write_moves(ahead(stop))
        self._ready = min(self._ready, start)
        self._values[self._ready : start] = values[self._ready : start]
        self._rows.make_room(len(self._values) + 1, int(self._values[:start].max(initial=0)))
        largest = int(np.iinfo(values.dtype).max)
        moves = self._single, self._equal, self._split, self._needed
        while True:
            limit = min(largest, self._rows.largest)
            wide = self._wide is not None and self._rows.words >= self._wide
            listed = _LISTED if wide else stop
            rows = self._rows.table, self._rows.scratch, (self._twice, listed)
            mex = np.zeros(self._rows.words, dtype=np.uint64), limit
            reached: int = _fill(self._values, moves, rows, mex, (self._ready, start, stop))
            values[start:reached] = self._values[start:reached]
            self._ready = start = reached
            if reached == stop or limit == largest:
                return reached
            self._rows.make_room(len(self._values) + 1, limit + 1)

    def steps(self, start: int, stop: int) -> float:
        return float((stop - start) * stop * (1 + self._rows.words))


@compiled
def _fill(values, moves, rows, mex, span):  # type: ignore[no-untyped-def]
    # values[n] = mex of: 0 if whole[n]; values[n - j] for j in kept; the values of equal heaps;
    # and of the pairs or triples table[i][n - j] for (j, i, halves) in split, where halves says
    # whether two equal heaps (of value 0), which P leaves out, may be left too.
    (whole, kept), equal, split, needed = moves
    table, _, (twice, _) = rows
    excluded, limit = mex
    ready, start, stop = span
    for n in range(ready, stop):
        _pairs(table[_PAIRS, n], table[twice, n], values, n)
        for i in range(len(needed)):
            _triples(rows, needed[i, 1], needed[i, 0], values, n - needed[i, 2])
        if n < start:
            continue
        clear(excluded)
        if whole[n]:
            excluded[0] |= ZERO
        for j in kept:
            if j >= n:
                break
            include(excluded, values[n - j])
        _equal_heaps(excluded, values, n, equal)
        for i in range(len(split)):
            rest = n - split[i, 0]
            if rest < 2:
                break
            unite(excluded, table[split[i, 1], rest])
            if split[i, 2] and rest % 2 == 0:
                excluded[0] |= ZERO
        value = least_absent(excluded)
        while value <= limit and _is_triple(rows, values, split, needed, (n, value)):
            include(excluded, value)
            value = least_absent(excluded)
        if value > limit:
            return n
        values[n] = value
    return stop


@compiled
def _equal_heaps(excluded, values, n, equal):  # type: ignore[no-untyped-def]
    # Two equal heaps have the value 0; three heaps of m tokens have values[m].
    halved, thirds = equal
    for j in halved:
        if j < n and (n - j) % 2 == 0:
            excluded[0] |= ZERO
    for j in thirds:
        if j < n and (n - j) % 3 == 0:
            include(excluded, values[(n - j) // 3])


@compiled
def _pairs(once, twice, values, total):  # type: ignore[no-untyped-def]
    # once = {values[a] ^ values[b] : a < b, a + b = total}; twice: those that two pairs have.
    clear(once)
    clear(twice)
    for a in range(1, (total + 1) // 2):
        value = values[a] ^ values[total - a]
        if contains(once, value):
            include(twice, value)
        else:
            include(once, value)


@compiled
def _end_of_smallest(total, kind):  # type: ignore[no-untyped-def]
    # The smallest heap a of three has 3a <= total; 3a <= total - 3 if they are pairwise unequal
    # (at least a, a + 1, a + 2), 3a < total if they are not all equal. The first a beyond.
    if kind == 0:
        return total // 3 + 1
    return total // 3 if kind == 1 else (total + 2) // 3


@compiled
def _is_triple(rows, values, split, needed, wanted):  # type: ignore[no-untyped-def]
    # Whether value = values[a] ^ values[b] ^ values[c] for three heaps that a move from n may
    # leave, where `_triples` has not listed all of them.
    table, _, (q, listed) = rows
    pairs, twice = table[_PAIRS], table[q]
    n, value = wanted
    for i in range(len(split)):
        total = n - split[i, 0]
        if split[i, 1] <= q or total < 3 * listed:
            continue
        kind = needed[split[i, 1] - q - 1, 0]
        for a in range(1, _end_of_smallest(total, kind)):
            rest = value ^ values[a]
            if contains(pairs[total - a], rest):
                own = kind == 1 and rest == values[a] ^ values[total - 2 * a]
                if not own or contains(twice[total - a], rest):
                    return True
    return False


@compiled
def _triples(rows, out, kind, values, total):  # type: ignore[no-untyped-def]
    # table[out][total] = {values[a] ^ values[b] ^ values[c] : a + b + c = total}, the three of
    # any sizes (kind 0), pairwise unequal (1) or not all equal (2); of large totals only those
    # of every step-th a.
    if total < 3:
        return
    table, scratch, (q, listed) = rows
    row, pairs, twice = table[out, total], table[_PAIRS], table[q]
    clear(row)
    stop = _end_of_smallest(total, kind)
    step = 1 if total < 3 * listed else 1 + total // (3 * listed)
    if kind == 1:
        for a in range(1, stop, step):
            value = values[a] ^ values[total - 2 * a]
            if not contains(twice[total - a], value):
                remove(pairs[total - a], value)
    add_translates(row, pairs, values, (total, (1, stop, step)), scratch)
    if kind == 1:
        for a in range(1, stop, step):
            include(pairs[total - a], values[a] ^ values[total - 2 * a])
        return
    for a in range(2 - total % 2, total - 1, 2):  # total - a even: a and two equal heaps
        if kind == 0 or 3 * a != total:
            include(row, values[a])
