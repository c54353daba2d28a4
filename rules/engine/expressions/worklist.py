"""A depth-first search of the positions that can be reached, for compiled loops.

A position is a number, its *key*. ``slots`` is the table of all positions met so far: row i holds
an entry, and the key of it in a second column, where keys are hashed; without this column the row
of a key is the key itself. An entry is the value of the position once it is known, ABSENT, or
-2 - i for the position that ``nodes[i]`` describes: its key, whether its options are being looked
at (it is *open*), and the rows of those below and above it on the stack. ``counts`` holds single
numbers, at the places named here.

A position whose options are not all valued stays on the stack while they are put on top of it; one
of them that waits further down is moved to the top. So each position is on the stack once, and its
options are looked at twice at most. Those that are open are the path from the first position to
the last, each an option of the one below it: an option that is open closes a circle.
"""

from __future__ import annotations

import numpy as np

from mexplore.rules.engine.compiled import compiled

ABSENT = -1
KEY, OPEN, BELOW, ABOVE = range(4)
"""The columns of ``nodes``."""
TOP, FREE, USED, REACHED, ROOM, NEXT, STAMP, CLOSING, PAUSE = range(9)
"""The places in ``counts``: the row on top of the stack, or -1; the first of the rows that are free
again, or -1; the rows that were used at all; the positions met, and how many there is room for; the
place of the next position that was asked for; the last stamp; the row that closes a circle; the
work after which the loop returns."""
LOOPS, CROWDED = 5, 6
"""Why a loop returned, beside the reasons that all loops have: a circle was met, or the table or
the stack has no room."""
UNKNOWN, CIRCLE, NO_ROOM = -1, -LOOPS, -CROWDED
"""What `meet` returns in place of a value."""


@compiled
def place_of(slots, key):  # type: ignore[no-untyped-def]
    # The row of the key: where it stands, or would stand. No product leaves 63 bits.
    rows, columns = slots.shape
    if columns == 1:
        return key
    mixed = (key & 0xFFFFFFFF) * 0x2545F491 + (key >> 32) * 0x1B873593
    at = (mixed ^ (mixed >> 31)) & (rows - 1)
    while slots[at, 0] != -1 and slots[at, 1] != key:
        at = (at + 1) & (rows - 1)
    return at


@compiled
def meet(slots, nodes, counts, key):  # type: ignore[no-untyped-def]
    # The value of a position; without one it is put on top of the stack.
    at = place_of(slots, key)
    entry = np.int64(slots[at, 0])
    if entry >= 0:
        return entry
    return waiting(slots, nodes, counts, key, at, entry)


@compiled
def waiting(slots, nodes, counts, key, at, entry):  # type: ignore[no-untyped-def]
    # A position without a value, whose entry is known, comes on top of the stack.
    top = np.int64(counts[TOP])
    if entry == ABSENT:
        if counts[REACHED] >= counts[ROOM]:
            return NO_ROOM
        row = np.int64(counts[FREE])
        if row >= 0:
            counts[FREE] = nodes[row, BELOW]
        else:
            row = np.int64(counts[USED])
            if row >= nodes.shape[0]:
                return NO_ROOM
            counts[USED] += 1
        counts[REACHED] += 1
        if slots.shape[1] > 1:
            slots[at, 1] = key
        slots[at, 0] = -2 - row
        nodes[row, KEY] = key
        nodes[row, OPEN] = 0
    else:
        row = -2 - entry
        if nodes[row, OPEN] != 0:
            counts[CLOSING] = row
            return CIRCLE
        if row == top:
            return UNKNOWN
        below, above = np.int64(nodes[row, BELOW]), np.int64(nodes[row, ABOVE])
        nodes[above, BELOW] = below
        if below >= 0:
            nodes[below, ABOVE] = above
    if top >= 0:
        nodes[top, ABOVE] = row
    nodes[row, BELOW] = top
    nodes[row, ABOVE] = -1
    counts[TOP] = row
    return UNKNOWN


@compiled
def take(slots, nodes, counts, stamps, key):  # type: ignore[no-untyped-def]
    # Stamp the value of an option that is one position; not 0 is why the loop has to return.
    known = meet(slots, nodes, counts, key)
    if known >= 0:
        stamps[known] = counts[STAMP]
        return 0
    return 0 if known == UNKNOWN else -known


@compiled
def settle(slots, nodes, counts, value):  # type: ignore[no-untyped-def]
    # The position on top of the stack has this value, and leaves it.
    row = np.int64(counts[TOP])
    slots[place_of(slots, nodes[row, KEY]), 0] = value
    counts[TOP] = nodes[row, BELOW]
    nodes[row, BELOW] = counts[FREE]
    counts[FREE] = row
    return UNKNOWN


@compiled
def move_all(slots, larger):  # type: ignore[no-untyped-def]
    # The same table with more rows.
    for i in range(slots.shape[0]):
        if slots[i, 0] != -1:
            at = place_of(larger, slots[i, 1])
            larger[at, 0] = slots[i, 0]
            larger[at, 1] = slots[i, 1]
    return UNKNOWN


@compiled
def read_all(slots, keys, found):  # type: ignore[no-untyped-def]
    # The entries of these keys.
    for i in range(len(keys)):
        found[i] = slots[place_of(slots, keys[i]), 0]
    return UNKNOWN
