"""Values from an unknown past: every possible window is followed until one is left."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mexplore.rules.engine.compiled import compiled

Windows = npt.NDArray[np.int8]
Slots = npt.NDArray[np.int64]

UNKNOWN = np.int8(-1)
MOST_WINDOWS = 1 << 12
NEVER = -1
TOO_MANY = -2
_ONE = np.uint64(1)


@compiled
def exclude_quotients(excluded, values, offset, remainder, divisor):  # type: ignore[no-untyped-def]
    """Enter the value of one quotient into the excluded values of each n of an interval.

    Bit v of excluded[t] says that v is the value of an option of start + t. ``values[offset]`` is
    the value at floor(start/divisor), and ``remainder`` is start mod divisor.
    """
    for t in range(len(excluded)):
        excluded[t] |= _ONE << np.uint64(values[offset + (remainder + t) // divisor])


def workspace(width: int) -> tuple[Windows, Slots, Slots, Slots]:
    """Room for `settle` to work in, for a largest member ``width``; the last array counts the
    windows that were followed."""
    windows = np.empty((2, MOST_WINDOWS, width), dtype=np.int8)
    slots = np.full(4 * MOST_WINDOWS, -1, dtype=np.int64)
    return windows, slots, np.empty(MOST_WINDOWS, np.int64), np.zeros(1, dtype=np.int64)


@compiled
def settle(excluded, members, values, room):  # type: ignore[no-untyped-def]
    """Fill ``values`` and return the least t from which on they are certain, or NEVER; TOO_MANY
    where more than MOST_WINDOWS windows remain possible.

    values[t] = mex of excluded[t] and {values[t - s] : s in members}, whatever stands before
    t = 0. ``members`` increases; values are at most 62.
    """
    width, count, t = members[len(members) - 1] if len(members) else 0, 1, 0
    both, slots, used, effort = room
    now = 0  # which half holds the windows that are possible at t
    for j in range(width):
        both[now, 0, j] = UNKNOWN
    while width and (count > 1 or t < width):
        if t == len(excluded):
            return NEVER
        many = _follow(both[now], count, (t, excluded[t]), members, both[1 - now])
        if many == TOO_MANY:
            return TOO_MANY
        effort[0] += many
        now = 1 - now
        count = _different(both[now], many, slots, used)
        t += 1
    known_from = t - width
    for back in range(1, width + 1):
        values[t - back] = both[now, 0, (t - back) % width]
    for n in range(t, len(excluded)):
        options = excluded[n]
        for s in members:
            options |= _ONE << np.uint64(values[n - s])
        value = 0
        while options >> np.uint64(value) & _ONE:
            value += 1
        values[n] = value
    return known_from


@compiled
def _follow(windows, count, now, members, following):  # type: ignore[no-untyped-def]
    """Every window that some filling of the unknown entries of a window leads to; how many.

    The entry of n - s, at time t, stands at (t - s) mod width. With u unknown options, v is a
    possible mex exactly if no known option has it and at most u smaller values are missing.
    """
    t, options = now
    width, many = windows.shape[1], 0
    for w in range(count):
        known, unknown = options, 0
        for s in members:
            value = windows[w, (t - s) % width]
            if value == UNKNOWN:
                unknown += 1
            else:
                known |= _ONE << np.uint64(value)
        candidate = 0
        while unknown >= 0:
            if not known >> np.uint64(candidate) & _ONE:
                if many == MOST_WINDOWS:
                    return TOO_MANY
                for j in range(width):
                    following[many, j] = windows[w, j]
                following[many, t % width] = candidate
                many += 1
                unknown -= 1
            candidate += 1
    return many


@compiled
def _different(windows, count, slots, used):  # type: ignore[no-untyped-def]
    """Move the different ones among the windows to the front; how many they are.

    ``slots`` is a table of hashes, all -1 before and after; ``used`` has room for those that are
    not.
    """
    if count == 1:
        return 1
    width, kept, size = windows.shape[1], 0, len(slots)
    for w in range(count):
        place = np.uint64(0)
        for j in range(width):
            place = place * np.uint64(1000003) + np.uint64(np.int64(windows[w, j]) + 2)
        slot = np.int64((place ^ (place >> np.uint64(29))) % np.uint64(size))
        while slots[slot] >= 0 and not _equal(windows, slots[slot], w):
            slot = (slot + 1) % size
        if slots[slot] < 0:
            for j in range(width):
                windows[kept, j] = windows[w, j]
            slots[slot] = kept
            used[kept] = slot
            kept += 1
    for w in range(kept):
        slots[used[w]] = -1
    return kept


@compiled
def _equal(windows, v, w):  # type: ignore[no-untyped-def]
    j = 0
    while j < windows.shape[1] and windows[v, j] == windows[w, j]:
        j += 1
    return j == windows.shape[1]
