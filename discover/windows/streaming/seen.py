"""States that come again: distinguished ones are kept by their hashes, and looked up."""

from __future__ import annotations

import numpy as np

from mexplore.discover.windows.streaming.memory import (
    ALL,
    AT,
    MOST_SEEN,
    OFTEN,
    SELDOM,
    SLOTS,
    ZERO,
)
from mexplore.discover.windows.streaming.plan import LANES
from mexplore.rules.engine.compiled import compiled


@compiled
def note(buffers, constants, count):  # type: ignore[no-untyped-def]
    """Keep the distinguished states among those that were marked, or find one again."""
    words, at, factors = buffers.words, buffers.at, constants.factors
    ones = ALL >> np.uint64(64 - constants.width)
    for m in range(count):
        first = buffers.marks[m]
        bits = OFTEN if first & 0x3FFF_FFFF < 0x400_0000 else SELDOM
        limit = np.uint64(1) << np.uint64(constants.width - bits)
        for i in range(LANES):
            t = first + i - at[AT.shift]
            mark = ZERO
            for k in range(factors.size):
                mark += np.uint64(words[t - 1 - k]) * factors[k]
            if mark & ones < limit:
                odd = (first + i) & 1 & constants.by_position
                _keep(buffers, first + i, _hash(words, t, constants.state, odd))
                if at[AT.first] > 0:
                    return


@compiled
def _hash(words, t, state, odd):  # type: ignore[no-untyped-def]
    """A number for the state before column t, hardly ever the same for two."""
    half = np.uint64(32)
    low, high = np.uint64(1 + odd), np.uint64(2)
    for i in range(np.uint64(t - state), np.uint64(t - 1), np.uint64(2)):
        low = (low ^ np.uint64(words[i])) * np.uint64(0xFF51AFD7ED558CCD)
        low ^= low >> half
        high = (high ^ np.uint64(words[i + np.uint64(1)])) * np.uint64(0xC4CEB9FE1A85EC53)
        high ^= high >> half
    if state % 2:
        low = (low ^ np.uint64(words[t - 1])) * np.uint64(0xFF51AFD7ED558CCD)
    found = (low ^ (low >> np.uint64(29)) ^ high) * np.uint64(0x9E3779B97F4A7C15)
    found ^= found >> half
    return found if found != ZERO else np.uint64(1)


@compiled
def _keep(buffers, n, key):  # type: ignore[no-untyped-def]
    at, keys, heaps = buffers.at, buffers.keys, buffers.heaps
    slot = _slot(keys, key)
    if keys[slot] == key:
        at[AT.first], at[AT.again] = heaps[slot], n
        return
    if key & np.uint64(at[AT.thin]) != ZERO:
        return
    keys[slot], heaps[slot] = key, n
    at[AT.seen] += 1
    if at[AT.seen] > MOST_SEEN:
        at[AT.thin] = 2 * at[AT.thin] + 1
        _thin(buffers)


@compiled
def _slot(keys, key):  # type: ignore[no-untyped-def]
    slot = np.int64((key >> np.uint64(40)) & np.uint64(SLOTS - 1))
    while keys[slot] != ZERO and keys[slot] != key:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@compiled
def _thin(buffers):  # type: ignore[no-untyped-def]
    """Drop about half of the states seen."""
    keys, heaps, at = buffers.keys, buffers.heaps, buffers.at
    old_keys, old_heaps = buffers.spare_keys, buffers.spare_heaps
    for i in range(SLOTS):
        old_keys[i], old_heaps[i] = keys[i], heaps[i]
        keys[i] = 0
    at[AT.seen] = 0
    for i in range(SLOTS):
        key = old_keys[i]
        if key != ZERO and key & np.uint64(at[AT.thin]) == ZERO:
            slot = _slot(keys, key)
            keys[slot], heaps[slot] = key, old_heaps[i]
            at[AT.seen] += 1
