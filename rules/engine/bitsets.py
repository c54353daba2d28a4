"""Sets of nim-values as bitsets: bit v of the row says whether v is in the set.

A row is an array of 64-bit words, a power of two of them, so that it holds the xor of any two of
its members. All functions are compiled.
"""

from __future__ import annotations

import numpy as np

from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.grundy import refuse_beyond_memory

_ONE = np.uint64(1)
_FULL = ~np.uint64(0)


@compiled
def clear(row):  # type: ignore[no-untyped-def]
    # row = {}
    for w in range(len(row)):
        row[w] = 0


@compiled
def unite(row, other):  # type: ignore[no-untyped-def]
    # row = row | other
    for w in range(len(row)):
        row[w] |= other[w]


@compiled
def include(row, value):  # type: ignore[no-untyped-def]
    # row = row | {value}
    row[value >> 6] |= _ONE << np.uint64(value & 63)


@compiled
def remove(row, value):  # type: ignore[no-untyped-def]
    # row = row - {value}
    row[value >> 6] &= ~(_ONE << np.uint64(value & 63))


@compiled
def contains(row, value):  # type: ignore[no-untyped-def]
    # value in row
    return (row[value >> 6] >> np.uint64(value & 63)) & _ONE != 0


@compiled
def least_absent(row):  # type: ignore[no-untyped-def]
    # mex(row); 64 * len(row) if the row is full
    for w in range(len(row)):
        if row[w] != _FULL:
            value = 64 * w
            word = row[w]
            while word & _ONE:
                word >>= _ONE
                value += 1
            return value
    return 64 * len(row)


@compiled
def add_translates(out, rows, values, span, scratch):  # type: ignore[no-untyped-def]
    # out |= {x ^ values[a] : x in rows[total - a], a in range(*heaps)}, span being (total, heaps)
    #
    # Translation by g maps word w to word w ^ (g >> 6) and permutes the bits inside of it by
    # xor with g & 63. Rows are gathered by g & 63 first, so that the bits are permuted only once
    # for each of the 64: of the rows with bit k of g set, the halves of every 2 * 2^k bits swap.
    words = len(out)
    total, (first, stop, step) = span
    for low in range(64):
        clear(scratch[low])
    for a in range(first, stop, step):
        g = values[a]
        low, high = g & 63, g >> 6
        for w in range(words):
            scratch[low, w ^ high] |= rows[total - a, w]
    half = len(scratch) >> 1  # 2^k for k = 5, ..., 0
    while half:
        shift = np.uint64(half)
        lower = _FULL // ((_ONE << shift) + _ONE)  # of every 2^(k+1) consecutive bits the lower 2^k
        for low in range(half, 2 * half):
            for w in range(words):
                x = scratch[low, w]
                scratch[low - half, w] |= ((x & lower) << shift) | ((x >> shift) & lower)
        half >>= 1
    for w in range(words):
        out[w] |= scratch[0, w]


@compiled
def add_translate(out, row, value):  # type: ignore[no-untyped-def]
    # out |= {x ^ value : x in row}
    high = value >> 6
    for w in range(len(row)):
        x = row[w ^ high]
        if x:
            half = 32
            while half:
                if value & half:
                    shift = np.uint64(half)
                    lower = _FULL // ((_ONE << shift) + _ONE)
                    x = ((x & lower) << shift) | ((x >> shift) & lower)
                half >>= 1
            out[w] |= x


class Rows:
    """Tables of rows, ``table[i, s]`` a set of nim-values, that grow in both directions.

    ``s`` runs over the totals of the heaps; every row has the same number of words, a power of
    two, so that ``largest`` is the largest value that fits.
    """

    def __init__(self, tables: int) -> None:
        self.table = np.zeros((tables, 0, 1), dtype=np.uint64)
        self.scratch = np.zeros((64, 1), dtype=np.uint64)

    @property
    def words(self) -> int:
        """Words a row."""
        return self.table.shape[2]

    @property
    def largest(self) -> int:
        """The largest value of which a row has a bit."""
        return 64 * self.words - 1

    def make_room(self, stop: int, value: int) -> None:
        """Rows for all s < ``stop``, and in each a bit for this value. TooLarge if there is no
        memory for them; what was there stays."""
        tables, rows, words = self.table.shape
        while value >= 64 * words:
            words *= 2
        rows = max(rows, stop)
        if (rows, words) == self.table.shape[1:]:
            return
        # The old tables stay until the new ones hold their rows.
        refuse_beyond_memory(rows, 8 * tables * words + self.table.nbytes // max(rows, 1))
        grown = np.zeros((tables, rows, words), dtype=np.uint64)
        grown[:, : self.table.shape[1], : self.words] = self.table
        self.table = grown
        self.scratch = np.zeros((64, words), dtype=np.uint64)
