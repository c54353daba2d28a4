"""The values of a system's heaps, schemas of at most two parts: the loop that is compiled.

As in `rules.families.take_and_break.comparing`, the values of few pairs are stamped, those with a
small heap; whether one of the others excludes the least value that is left is asked by comparing
all of them with this one value, many at a time. The mex is the first value that no pair has.
"""

from __future__ import annotations

import numpy as np

from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.pairs import some_pair

SAMPLE = 64
"""The least number of pairs at each end whose values are stamped."""
ROW = 1024
"""Pairs that are compared before it is asked whether one of them was found."""
SCAN = 128
"""Pairs that are stamped in the time in which the first pair with a small value is found by
comparing; a large value has fewer pairs."""


@compiled
def fill(values, heaps, rows, masks, mex, span):  # type: ignore[no-untyped-def]
    # values[t, n] for the ticks in the span (`Tables`); returns how far it came: the first tick
    # whose value is larger than the limit, or the end. A stamp marks what is excluded at a tick.
    order, shifts, below, most = heaps
    stamps, limit = mex
    start, stop = span
    sample = SAMPLE
    for tick in range(start, stop):
        kind = order[tick % len(order)]
        n = tick // len(order) - most + shifts[kind]
        if n < below[kind]:
            continue
        stamp = tick
        _stamp_single(values, kind, n, rows, masks, stamps, stamp)
        _stamp_pairs(values, kind, n, rows, masks, stamps, stamp, sample)
        value, found = 0, 0
        while stamps[value] == stamp or _occurs(values, kind, n, rows, masks, sample, value):
            found += stamps[value] != stamp
            value += 1
        if value > limit:
            return tick
        values[kind, n] = value
        scans = (SCAN + value) * found
        if scans > 2 * sample:
            sample = min(2 * sample, n)
        elif 2 * scans < sample:
            sample = max(sample // 2, SAMPLE)
    return stop


@compiled
def _stamp_single(values, kind, n, rows, masks, stamps, stamp):  # type: ignore[no-untyped-def]
    # What a heap becomes by schemas of no part or one.
    at, fixed, single, _ = rows
    for i in range(at[kind, 0], at[kind + 1, 0]):
        if masks[fixed[i, 1] + n % fixed[i, 2]]:
            stamps[fixed[i, 0]] = stamp
    for i in range(at[kind, 1], at[kind + 1, 1]):
        size = n - single[i, 0]
        if (
            size >= single[i, 2]
            and masks[single[i, 4] + n % single[i, 5]]
            and masks[single[i, 6] + size % single[i, 7]]
        ):
            stamps[np.int64(values[single[i, 1], size]) ^ single[i, 3]] = stamp


@compiled
def _first_size(pairs, i):  # type: ignore[no-untyped-def]
    # The least size of the first heap in the residue of the row.
    least, step, start = pairs[i, 2], pairs[i, 6], pairs[i, 7]
    return least + (start - least) % step


@compiled
def _last_size(pairs, i, n):  # type: ignore[no-untyped-def]
    # The largest size of the first heap that leaves enough for the second one, or a half is enough.
    rest = n - pairs[i, 0]
    return rest // 2 if pairs[i, 8] else rest - pairs[i, 4]


@compiled
def _is_for(pairs, i, n, masks):  # type: ignore[no-untyped-def]
    # Whether a row is about a heap of this size.
    place = pairs[i, 9]
    return masks[(place >> 20) + n % (place & 1048575)] != 0


@compiled
def _stamp_pairs(values, kind, n, rows, masks, stamps, stamp, sample):  # type: ignore[no-untyped-def]
    # The pairs with the ``sample`` smallest first heaps, and as many of the largest.
    at, _, _, pairs = rows
    for i in range(at[kind, 2], at[kind + 1, 2]):
        if not _is_for(pairs, i, n, masks):
            continue
        rest, step = n - pairs[i, 0], pairs[i, 6]
        one, other, beside = values[pairs[i, 1]], values[pairs[i, 3]], pairs[i, 5]
        first, last = _first_size(pairs, i), _last_size(pairs, i, n)
        count = (last - first) // step + 1 if last >= first else 0
        for k in range(min(sample, count)):
            a = first + k * step
            stamps[np.int64(one[a] ^ other[rest - a]) ^ beside] = stamp
        for k in range(max(sample, count - sample), count):
            a = first + k * step
            stamps[np.int64(one[a] ^ other[rest - a]) ^ beside] = stamp


@compiled
def _occurs(values, kind, n, rows, masks, sample, value):  # type: ignore[no-untyped-def]
    # Whether a pair that was not stamped has this value.
    at, _, _, pairs = rows
    for i in range(at[kind, 2], at[kind + 1, 2]):
        wanted = value ^ pairs[i, 5]
        if wanted > np.int64(np.iinfo(values.dtype).max) or not _is_for(pairs, i, n, masks):
            continue  # the xor of two values that fit fits
        step, rest = pairs[i, 6], n - pairs[i, 0]
        first, last = _first_size(pairs, i), _last_size(pairs, i, n)
        count = (last - first) // step + 1 if last >= first else 0
        for k in range(sample, count - sample, ROW):
            begin, end = first + k * step, first + min(k + ROW, count - sample) * step
            one, other = values[pairs[i, 1]], values[pairs[i, 3]]
            if step == 1:
                if some_pair(one, other, rest, begin, end, values.dtype.type(wanted)):
                    return True
            else:
                for a in range(begin, end, step):
                    if one[a] ^ other[rest - a] == wanted:
                        return True
    return False
