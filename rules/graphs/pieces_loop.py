"""The search for the values of pieces of a strip: the loop that is compiled.

A piece is a connected set of vertices of a strip, a number whose bits are its vertices, column by
column from the first one that it meets. Pieces that a symmetry of the strip maps to each other are
one, the least of these numbers.

The value of a piece is k if no move leaves k and for each j < k some move leaves j. So whether
the value *is* k is asked, not which one it is: one move that leaves k says no, and most options are
never valued (J. Lemoine, S. Viennot, Nimbers are inevitable, Theoret. Comput. Sci. 462 (2012)).
What was found out is kept: the value, or the numbers that it is not. Moves near the middle are
tried first, and before any of them is looked into, all are whose parts have known values.
"""

from __future__ import annotations

import numpy as np

from mexplore.rules.engine.bits import trailing_zeros
from mexplore.rules.engine.compiled import compiled

DONE, PAUSED, FULL, TOO_LARGE = 0, 1, 2, 3
"""Why the search returned: at its end, for the clock, for a longer table, for a value above 61."""
LARGEST = 61
EXACT = -1
"""In the place of the value that is asked for: which one it is."""
PIECE, ASKED, TRIED, LEFT, LOOKED, PLACE, MOVE = range(7)
"""Columns of the stack: a piece; the value that is asked for; the one that is tried now; whether
some move may leave the one that is asked for; whether moves with known parts have been tried;
which column, from the middle, and which of the moves there comes next."""


@compiled
def place_of(piece, keys):  # type: ignore[no-untyped-def]
    # Where a piece stands in the table, or the place where it would.
    mask = np.uint64(len(keys) - 1)
    word = np.uint64(piece)
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    place = (word ^ (word >> np.uint64(32))) & mask
    while keys[place] != 0 and keys[place] != piece:
        place = (place + np.uint64(1)) & mask
    return np.int64(place)


@compiled
def entry_of(piece, table, entered):  # type: ignore[no-untyped-def]
    # The same of a piece that is entered where it is new.
    keys, values, excluded = table
    place = place_of(piece, keys)
    if keys[place] == 0:
        keys[place] = piece
        values[place] = -1
        excluded[place] = 0
        entered[0] += 1
    return place


@compiled
def _columns(piece, rows):  # type: ignore[no-untyped-def]
    # How many columns a piece meets, the first one included.
    columns = np.int64(0)
    while piece >> (rows * columns) != 0:
        columns += 1
    return columns


@compiled
def least_image(piece, strip):  # type: ignore[no-untyped-def]
    # The least number among the images of a piece by the symmetries, moved to the first column.
    rows, images, reverses, _ = strip
    full = (1 << rows) - 1
    while piece & full == 0:
        piece >>= rows
    columns = _columns(piece, rows)
    least = piece
    for g in range(len(images)):
        image, rest = np.int64(0), piece
        for c in range(columns):
            at = columns - 1 - c if reverses[g] else c
            image |= images[g, rest & full] << (rows * at)
            rest >>= rows
        least = min(least, image)
    return least


@compiled
def split(left, strip, parts):  # type: ignore[no-untyped-def]
    # The parts of what is left, as least images, two equal ones left out; returns how many parts
    # there are (for digits of codes) and how many stand in the array.
    near = strip[3]
    apart, kept = np.int64(0), np.int64(0)
    while left != 0:
        part = left & -left
        fresh = part
        while fresh != 0:
            around = np.int64(0)
            while fresh != 0:
                around |= near[trailing_zeros(fresh)]
                fresh &= fresh - 1
            fresh = around & left & ~part
            part |= fresh
        left &= ~part
        apart += 1
        least = least_image(part, strip)
        twin = np.int64(-1)
        for i in range(kept):
            if parts[i] == least:
                twin = np.int64(i)
        if twin >= 0:
            kept -= 1
            parts[twin] = parts[kept]
        else:
            parts[kept] = least
            kept += 1
    return apart, kept


@compiled
def _next_tried(excluded):  # type: ignore[no-untyped-def]
    # The least value that is not excluded.
    k = np.int64(0)
    while excluded >> k & 1:
        k += 1
    return k


@compiled
def _try_next(stack, d, table, slot):  # type: ignore[no-untyped-def]
    # Go on with the least value that is not excluded, from the first move.
    _, values, excluded = table
    k = _next_tried(excluded[slot])
    if stack[d, LEFT] == 0 and k == stack[d, ASKED]:
        values[slot] = k  # no move leaves it, and some moves leave all smaller ones
    stack[d, TRIED] = k
    stack[d, LOOKED], stack[d, PLACE], stack[d, MOVE] = 0, 0, 0


@compiled
def _answer(tried, parts, kept, table, asks):  # type: ignore[no-untyped-def]
    # Whether parts have the xor ``tried``: 1 or 0; -1 where it is not known, and what is to be
    # asked first: the value of a part that is not the largest, or whether the largest has one.
    keys, values, excluded = table
    largest = np.int64(0)
    for i in range(kept):
        if parts[i] > parts[largest]:
            largest = np.int64(i)
    wanted = np.int64(tried)
    for i in range(kept):
        if i != largest:
            slot = place_of(parts[i], keys)
            if keys[slot] == 0 or values[slot] < 0:
                asks[0], asks[1] = parts[i], EXACT
                return -1
            wanted ^= np.int64(values[slot])
    if kept == 0:
        return np.int64(wanted == 0)
    slot = place_of(parts[largest], keys)
    if keys[slot] != 0 and values[slot] >= 0:
        return np.int64(values[slot] == wanted)
    if wanted > LARGEST or (keys[slot] != 0 and excluded[slot] >> wanted & 1):
        return 0
    asks[0], asks[1] = parts[largest], wanted
    return -1


@compiled
def _push(stack, depth, asks, table, entered):  # type: ignore[no-untyped-def]
    # Ask for the value of a piece, or whether it has a value, before the path goes on.
    slot = entry_of(asks[0], table, entered)
    stack[depth, PIECE], stack[depth, ASKED], stack[depth, LEFT] = asks[0], asks[1], 1
    stack[depth, TRIED] = asks[1] if asks[1] >= 0 else _next_tried(table[2][slot])
    stack[depth, LOOKED], stack[depth, PLACE], stack[depth, MOVE] = 0, 0, 0


@compiled
def _step(stack, d, columns, table, strip, moves, room):  # type: ignore[no-untyped-def]
    # Try the next move of a piece with this many columns. Whether it leaves the value that is
    # tried: 1 or 0, or -1 where something is to be asked first.
    needs, takes, digits, at, order = moves
    column = order[columns, stack[d, PLACE]]
    if stack[d, MOVE] >= at[column + 1] - at[column]:
        stack[d, PLACE] += 1
        stack[d, MOVE] = 0
        return np.int64(0)
    i = at[column] + stack[d, MOVE]
    stack[d, MOVE] += 1
    piece = stack[d, PIECE]
    if needs[i] & ~piece != 0:
        return np.int64(0)
    apart, kept = split(piece & ~takes[i], strip, room[0])
    if not digits[i] >> min(apart, 2) & 1:
        return np.int64(0)
    known = _answer(stack[d, TRIED], room[0], kept, table, room[1])
    if known >= 0:
        return known
    if stack[d, LOOKED] == 0:  # it comes again
        return np.int64(0)
    stack[d, MOVE] -= 1
    return np.int64(-1)


@compiled
def search(depth, stack, table, entered, strip, moves, room, steps):  # type: ignore[no-untyped-def]
    # Goes on with the search whose path is in the stack; returns why it stopped, and the depth.
    _, values, excluded = table
    while depth > 0:
        if steps <= 0:
            return PAUSED, depth
        if 2 * entered[0] > len(values) - 2:
            return FULL, depth
        d = depth - 1
        slot = entry_of(stack[d, PIECE], table, entered)
        asked = stack[d, ASKED]
        if values[slot] >= 0 or (asked >= 0 and excluded[slot] >> asked & 1):
            depth -= 1
            continue
        columns = _columns(stack[d, PIECE], strip[0])
        found = np.int64(0)
        while found == 0 and stack[d, PLACE] < columns:
            found = _step(stack, d, columns, table, strip, moves, room)
            steps -= 1
        tried = stack[d, TRIED]
        if found == 1:
            excluded[slot] |= 1 << tried
            if tried != asked:
                _try_next(stack, d, table, slot)
        elif found == -1:
            _push(stack, depth, room[1], table, entered)
            depth += 1
        elif stack[d, LOOKED] == 0:
            stack[d, LOOKED], stack[d, PLACE], stack[d, MOVE] = 1, 0, 0
        elif tried > LARGEST:
            return TOO_LARGE, depth
        elif _next_tried(excluded[slot]) == tried:  # no move leaves it, some leave all below it
            values[slot] = tried
        else:
            stack[d, LEFT] = 0
            _try_next(stack, d, table, slot)
    return DONE, depth


@compiled
def enter_again(old, table, entered):  # type: ignore[no-untyped-def]
    # The entries of a table in a longer one.
    keys, values, excluded = old
    for i in range(len(keys)):
        if keys[i] != 0:
            slot = entry_of(keys[i], table, entered)
            table[1][slot] = values[i]
            table[2][slot] = excluded[i]
