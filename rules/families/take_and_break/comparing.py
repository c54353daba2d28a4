"""Take-and-break codes of at most two heaps, large heaps: many pairs are compared at a time.

A heap of n tokens splits into about n/2 pairs. The naive loop (`two_heaps._fill`) stamps the value
of every pair, a store for each. But most games have few values, and few pairs exclude nearly all
that are excluded. So only the values of a sample are stamped, those of the pairs with a <= sample;
whether some other pair excludes the least value left is asked by comparing all of them with this
one value, which a processor does for sixteen pairs and more at a time. The mex is the first value
that no pair has. Where many values are asked for, as a game has many, the sample grows until it
holds all pairs, and the loop is the naive one.
"""

from __future__ import annotations

import numpy as np

from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.pairs import some_pair

SAMPLE = 64
"""The least number of pairs whose values are stamped."""
ROW = 2048
"""Pairs that are compared before it is asked whether one of them was found."""
FEW = 2
"""Values for which pairs may be found at one heap before the sample grows."""


@compiled
def fill_by_comparing(values, single, split, mex, span):  # type: ignore[no-untyped-def]
    # The arguments, the values and what is returned are those of `two_heaps._fill`.
    stamps, limit = mex
    start, stop = span
    sample = SAMPLE
    for n in range(start, stop):
        stamp_unsplit(values, n, single, stamps)
        stamp_pairs(values, n, split, (0, sample), stamps)
        value, found = least_open(values, n, split, sample, 0, stamps)
        if value > limit:
            return n
        values[n] = value
        sample = next_sample(sample, found, n)
    return stop


@compiled
def stamp_pairs(values, n, split, span, stamps):  # type: ignore[no-untyped-def]
    # The values of the pairs a, n-j-a with after < a <= last.
    split_after, unequal = split
    after, last = span
    for i in range(len(split_after)):
        rest = n - split_after[i]
        for a in range(after + 1, min(last, (rest - unequal[i]) // 2) + 1):
            stamps[values[a] ^ values[rest - a]] = n


@compiled
def least_open(values, n, split, after, first, stamps):  # type: ignore[no-untyped-def]
    # The least value from ``first`` on that is not stamped, and that no pair with a > after has;
    # for how many smaller ones such a pair was looked for and found.
    value, found = first, 0
    while stamps[value] == n or _occurs(values, n, split, after, value):
        found += stamps[value] != n
        value += 1
    return value, found


@compiled
def next_sample(sample, found, n):  # type: ignore[no-untyped-def]
    # How many pairs are stamped at the next heap, after one where ``found`` values were compared
    # in vain.
    if found > FEW:
        return min(2 * sample, n)
    if found == 0:
        return max(sample // 2, SAMPLE)
    return sample


@compiled
def stamp_unsplit(values, n, single, stamps):  # type: ignore[no-untyped-def]
    # What a heap of n becomes as one heap or none, or as two equal ones, whose xor is 0.
    whole, kept, halved = single
    if whole[n]:
        stamps[0] = n
    for j in kept:
        if j >= n:
            break
        stamps[values[n - j]] = n
    for j in halved:
        if j >= n:
            break
        if (n - j) % 2 == 0:
            stamps[0] = n


@compiled
def _occurs(values, n, split, sample, value):  # type: ignore[no-untyped-def]
    # Whether values[a] ^ values[n-j-a] == value for a pair with sample < a.
    split_after, unequal = split
    if value > np.int64(np.iinfo(values.dtype).max):
        return False  # the xor of two values that fit fits
    wanted = values.dtype.type(value)
    for i in range(len(split_after)):
        rest = n - split_after[i]
        end = (rest - unequal[i]) // 2 + 1
        for first in range(sample + 1, end, ROW):
            if some_pair(values, values, rest, first, min(first + ROW, end), wanted):
                return True
    return False
