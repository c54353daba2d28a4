"""The inner loop: 32 heaps at once, rare values assumed excluded for a batch and verified after it.

For position s let X(s) = {G(r) xor G(s - r) : r rare, s - r common}, all common. Naive, with sets:

    E(n) = union of X(n - j) for splits j and {G(n - j)} (if common) for takes j
    G(n) = least common value not in E(n), if all rare values below it are excluded

Sets are bitsets over the indices of `exact.SpaceTables`, in one or more *planes* of 64 bits. With
h(t) = {G(t)} if G(t) is common, else {}, the set X(s) is the union of h(s - r) xor G(r): all r with
one G(r) are OR-ed first, for 32 consecutive s at once and without any shift, since h is stored as
an array of words; these sums are then brought together by exchanging bits i and i xor 2^k where
G(r) has bit k. Rare heaps r < 32 reach into the 32 heaps being found, and are added eight heaps
(r >= 8) or one heap (r < 8) at a time. The rare values excluded are collected in the same way,
from a few common witnesses in place of the rare r.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rules.computing.compiled import njit
from rules.families.take_and_break.sparse.exact import first_rare
from rules.families.take_and_break.sparse.vectors import (
    ROW_BYTES,
    add_one_hot,
    copy_row,
    load_word,
    look_up,
    open_row,
    or_rows,
    store_indices,
    swap_bits,
    trailing_zeros,
)

Array = npt.NDArray[Any]

CHUNK = 32
LARGEST_BATCH = 4096
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
ONE = np.uint64(1)
_LOW_HALVES = (
    0x5555555555555555,
    0x3333333333333333,
    0x0F0F0F0F0F0F0F0F,
    0x00FF00FF00FF00FF,
    0x0000FFFF0000FFFF,
    0x00000000FFFFFFFF,
)

DONE, RARE, OVERFLOW, WIDEN = 0, 1, 2, 3


class Schedule(NamedTuple):
    """In which order to OR and to exchange bits, for a set of (position r, index g)."""

    groups: Array
    """uint64 rows (slot, plane xor, address of the first offset, how many, keep)."""
    swaps: Array
    """uint64 rows (target slot, source slot, mask, shift, keep)."""
    offsets: Array
    """uint64 [.]: 8*r, group by group."""
    root: int
    """The slot that holds the sum in the end."""


def schedule(pairs: list[tuple[int, int]]) -> tuple[Schedule, int]:
    """The schedule for pairs (position, index), and how many slots it needs.

    >>> plan, slots = schedule([(40, 1), (50, 1), (60, 3)])
    >>> len(plan.groups), len(plan.swaps), slots
    (2, 2, 2)
    """
    whole = int(ALL)
    by_index: dict[int, list[int]] = {}
    for position, index in sorted(pairs, reverse=True):
        by_index.setdefault(index, []).append(position)
    slots: dict[int, int] = {}
    groups, swaps = [], []
    offsets = np.array([8 * r for rs in by_index.values() for r in rs] or [0], dtype=np.uint64)
    address = int(offsets.ctypes.data)
    for index, positions in by_index.items():
        low, plane = index % 64, index // 64
        keep = whole if low in slots else 0
        slot = slots.setdefault(low, len(slots))
        groups.append((slot, plane, address, len(positions), keep))
        address += 8 * len(positions)
    count = max(1, len(slots))
    # Every sum goes, bit by bit, to where the bit is 0, or, where fewer move then, to where it is
    # 1; in the end one is left, at r, and the bits of r are exchanged once.
    bits = list(range(len(_LOW_HALVES)))
    while bits and slots:
        k = min(bits, key=lambda k: _cost(k, slots))
        bits.remove(k)
        ones = [low for low in slots if low >> k & 1]
        zeros = [low for low in slots if not low >> k & 1]
        for low in ones if len(ones) <= len(zeros) + 1 else zeros:
            source = slots.pop(low)
            meets = low ^ (1 << k) in slots
            target = slots.setdefault(low ^ (1 << k), source)
            swaps.append((target, source, _LOW_HALVES[k], 1 << k, whole if meets else 0))
    for left, slot in slots.items():
        for k in (k for k in range(len(_LOW_HALVES)) if left >> k & 1):
            swaps.append((slot, slot, _LOW_HALVES[k], 1 << k, 0))
    root = next(iter(slots.values()), 0)
    if not groups:
        groups.append((0, 0, address, 0, 0))
    table = np.array(swaps, dtype=np.uint64).reshape(-1, 5)
    return Schedule(np.array(groups, dtype=np.uint64), table, offsets, root), count


def _cost(k: int, lows: Iterable[int]) -> int:
    """How many exchanges bit k takes, less the sums that meet by it."""
    lows = set(lows)
    ones = sum(low >> k & 1 for low in lows)
    return min(ones, len(lows) - ones + 1) - len(lows) + len({low & ~(1 << k) for low in lows})


class Near(NamedTuple):
    """The rare heaps r < 32, and the moves, as tables of one shape for every game."""

    close: Array
    """uint64 rows (64 - 8r, g, 1) for r < 8, at least two; the last 0 in rows that fill up."""
    middle: Array
    """uint64 rows for `vectors.add_one_hot`: r >= 16 first, then 8 <= r < 16."""
    late: int
    """How many rows have r >= 16."""
    early: int
    """How many have 8 <= r < 16."""
    heaps: Array
    """int64 rows (r, g), all r < 32."""
    splits: Array
    """uint64 [.]: the j > 0 of splits, at least two (repeated)."""
    itself: np.uint64
    """~0 if 0 is among the splits."""
    takes: Array
    """uint64 rows (j, ~0) for takes that keep a value common; at least two, filled by (1, 0)."""


def near_tables(pairs: list[tuple[int, int]], splits: list[int], takes: list[int]) -> Near:
    """The tables of `Near`, for rare pairs (r, index) with r < 32 and the moves' numbers j.

    >>> near = near_tables([(1, 5), (9, 2), (20, 3)], splits=[1], takes=[])
    >>> near.close.tolist()[:2], near.late, near.early, near.splits.tolist()
    ([[56, 5, 1], [0, 0, 0]], 1, 1, [1, 1])
    """
    close = [(64 - 8 * r, g, 1) for r, g in pairs if r < 8]
    close += [(0, 0, 0)] * (2 - len(close))
    late = [(2 * r, g, 0, 0) for r, g in pairs if 16 <= r < CHUNK]
    early = [(0, g, 8 * (r - 8), 8 * (16 - r)) for r, g in pairs if 8 <= r < 16]
    later = [j for j in splits if j > 0]
    later = (later + later[:1] * 2)[: max(2, len(later))]
    kept = [(j, int(ALL)) for j in takes]
    kept += [(1, 0)] * (2 - len(kept))
    return Near(
        np.array(close, dtype=np.uint64),
        np.array(late + early, dtype=np.uint64).reshape(-1, 4),
        len(late),
        len(early),
        np.array(pairs, dtype=np.int64).reshape(-1, 2),
        np.array(later, dtype=np.uint64),
        ALL if 0 in splits else np.uint64(0),
        np.array(kept, dtype=np.uint64),
    )


class Window(NamedTuple):
    """The heaps from ``n - reach`` on, at columns n - shift."""

    words: Array
    """uint64 [plane, t]: h(t), a bitset of at most one index."""
    pairs: Array
    """uint64 [plane, s]: X(s), indices of common values."""
    proofs: Array
    """uint64 [plane, s]: indices of rare values that the witnesses exclude."""
    indices: Array
    """uint16 [t]: the index of G(t), where it is common."""


class Space(NamedTuple):
    """What the values of indices are, at positions of either parity."""

    commons: Array
    """int64 [n mod 2, i]."""
    rares: Array
    """int64 [n mod 2, i]."""
    below: Array
    """uint64 [n mod 2, i, plane]: indices of the rare values below the common one of index i."""


@njit
def _plan_words(plan):  # type: ignore[no-untyped-def]
    """What `_accumulate` reads of a schedule: addresses and counts. Arrays would be counted in and
    out at every call, which takes as long as the work."""
    groups, swaps, _, root = plan
    return (
        np.uint64(groups.ctypes.data),
        np.uint64(groups.shape[0]),
        np.uint64(swaps.ctypes.data),
        np.uint64(swaps.shape[0]),
        np.uint64(root),
    )


@njit
def _accumulate(plan, words, stride, planes, sums, target):  # type: ignore[no-untyped-def]
    """row[target + w*stride] = union over (r, g) of (plane w of h(s - r) xor g), s of the row.

    ``plan`` is from `_plan_words`, ``words`` the address of h at the row's first s, ``sums`` that
    of the slots.
    """
    groups, group_count, swaps, swap_count, root = plan
    wide = np.uint64(ROW_BYTES) * planes
    row, word, entry = np.uint64(ROW_BYTES), np.uint64(8), np.uint64(40)
    at = groups
    for _ in range(group_count):
        slot = sums + load_word(at) * wide
        plane, offsets = load_word(at + word), load_word(at + np.uint64(16))
        count, keep = load_word(at + np.uint64(24)), load_word(at + np.uint64(32))
        for w in range(planes):
            or_rows(slot + w * row, words + (w ^ plane) * stride, offsets, count, keep)
        at += entry
    at = swaps
    for _ in range(swap_count):
        to, origin = sums + load_word(at) * wide, sums + load_word(at + word) * wide
        mask, shift = load_word(at + np.uint64(16)), load_word(at + np.uint64(24))
        keep = load_word(at + np.uint64(32))
        for w in range(planes):
            swap_bits(to + w * row, origin + w * row, mask, shift, keep)
        at += entry
    for w in range(planes):
        copy_row(target + w * stride, sums + root * wide + w * row)


@njit
def _advance_one_plane(window, near, plan, sums, first, stop):  # type: ignore[no-untyped-def]
    """Columns first..stop-1 under the assumption that none is rare, in one plane of 64 bits.

    Returns ``stop``, or the column at which no index below 64 is left.
    """
    words, pairs, indices = window.words[0], window.pairs[0], window.indices
    close, splits, takes = near.close, near.splits, near.takes
    s0, g0, b0 = close[0, 0], close[0, 1], close[0, 2]
    s1, g1, b1 = close[1, 0], close[1, 1], close[1, 2]
    more_close = np.uint64(close.shape[0])
    m0 = splits[0] if splits.size > 0 else ONE
    m1 = splits[1] if splits.size > 0 else ONE
    has = ALL if splits.size > 0 else np.uint64(0)
    more_splits = np.uint64(splits.size)
    k0, c0, k1, c1 = takes[0, 0], takes[0, 1], takes[1, 0], takes[1, 1]
    more_takes = np.uint64(takes.shape[0])
    itself = near.itself
    late, early = np.uint64(near.late), np.uint64(near.early)
    table = np.uint64(near.middle.ctypes.data)
    word_at = np.uint64(words.ctypes.data)
    pair_at = np.uint64(pairs.ctypes.data)
    index_at = np.uint64(indices.ctypes.data)
    recent, before = np.uint64(0), np.uint64(0)
    for i in range(8):
        recent |= np.uint64(indices[first - 8 + i]) << np.uint64(8 * i)
        before |= np.uint64(indices[first - 16 + i]) << np.uint64(8 * i)
    low6, eight, two = np.uint64(63), np.uint64(8), np.uint64(2)
    end = np.uint64(stop)
    t = np.uint64(first)
    plan_words = _plan_words(plan)
    while t < end:
        _accumulate(plan_words, word_at + t * eight, np.uint64(0), ONE, sums, pair_at + t * eight)
        chunk_end = min(end, t + np.uint64(CHUNK))
        while t < chunk_end:
            add_one_hot(pair_at + t * eight, index_at + t * two, recent, before, table, late, early)
            older = recent
            block_end = min(chunk_end, t + eight)
            while t < block_end:
                x = pairs[t]
                x |= b0 << (((recent >> s0) ^ g0) & low6)
                x |= b1 << (((recent >> s1) ^ g1) & low6)
                k = two
                while k < more_close:
                    x |= ONE << (((recent >> close[k, 0]) ^ close[k, 1]) & low6)
                    k += ONE
                pairs[t] = x
                gone = (x & itself) | ((pairs[t - m0] | pairs[t - m1]) & has)
                gone |= (words[t - k0] & c0) | (words[t - k1] & c1)
                k = two
                while k < more_splits:
                    gone |= pairs[t - splits[k]]
                    k += ONE
                k = two
                while k < more_takes:
                    gone |= words[t - takes[k, 0]]
                    k += ONE
                left = ~gone
                words[t] = left & (~left + ONE)
                if left == np.uint64(0):
                    store_indices(index_at + (t - eight) * two, recent)
                    return np.int64(t)
                recent = (recent >> eight) | (trailing_zeros(left) << np.uint64(56))
                t += ONE
            store_indices(index_at + (t - eight) * two, recent)
            before = older
    return stop


@njit
def _advance_planes(window, near, plan, sums, first, stop):  # type: ignore[no-untyped-def]
    """The same in several planes."""
    words, pairs, indices = window.words, window.pairs, window.indices
    heaps, splits, takes = near.heaps, near.splits, near.takes
    planes = np.uint64(words.shape[0])
    stride = np.uint64(8 * words.shape[1])
    word_at, pair_at = np.uint64(words.ctypes.data), np.uint64(pairs.ctypes.data)
    six, low6, eight = np.uint64(6), np.uint64(63), np.uint64(8)
    end = np.uint64(stop)
    t = np.uint64(first)
    plan_words = _plan_words(plan)
    while t < end:
        _accumulate(plan_words, word_at + t * eight, stride, planes, sums, pair_at + t * eight)
        chunk_end = min(end, t + np.uint64(CHUNK))
        while t < chunk_end:
            for i in range(np.uint64(heaps.shape[0])):
                x = np.uint64(indices[t - np.uint64(heaps[i, 0])]) ^ np.uint64(heaps[i, 1])
                if x >> six < planes:
                    pairs[x >> six, t] |= ONE << (x & low6)
            found = False
            for w in range(planes):
                gone = pairs[w, t] & near.itself
                for i in range(np.uint64(splits.size)):
                    gone |= pairs[w, t - splits[i]]
                for i in range(np.uint64(takes.shape[0])):
                    gone |= words[w, t - takes[i, 0]] & takes[i, 1]
                left = ~gone
                if found or left == np.uint64(0):
                    words[w, t] = np.uint64(0)
                else:
                    words[w, t] = left & (~left + ONE)
                    indices[t] = np.uint16(np.uint64(64) * w + trailing_zeros(left))
                    found = True
            if not found:
                return np.int64(t)
            t += ONE
    return stop


@njit
def _unproved(window, near, plan, sums, space, first, stop, shift, pending):  # type: ignore[no-untyped-def]
    """The (n, v), v rare below G(n), that no witness excludes, at columns first..stop-1.

    They are written to ``pending`` in order of n. Returns (column reached, how many): less than
    ``stop`` where ``pending`` might not hold one more chunk.
    """
    words, proofs, below = window.words, window.proofs, space.below
    planes = np.uint64(words.shape[0])
    stride = np.uint64(8 * words.shape[1])
    word_at, proof_at = np.uint64(words.ctypes.data), np.uint64(proofs.ctypes.data)
    index_at = np.uint64(window.indices.ctypes.data)
    splits_at, split_count = np.uint64(near.splits.ctypes.data), np.uint64(near.splits.size)
    below_at, one_parity = np.uint64(below.ctypes.data), np.uint64(8 * below.shape[1]) * planes
    itself, scale = near.itself, trailing_zeros(planes) + np.uint64(3)
    eight, zero, odd = np.uint64(8), np.uint64(0), np.uint64(shift & 1)
    end = np.uint64(stop)
    plan_words = _plan_words(plan)
    t = np.uint64(first)
    count = 0
    room = pending.shape[0] - CHUNK * 64 * words.shape[0]
    while t < end and count <= room:
        row = proof_at + t * eight
        _accumulate(plan_words, word_at + t * eight, stride, planes, sums, row)
        parity = (t ^ odd) & ONE
        heaps = zero
        for w in range(planes):
            this = below_at + parity * one_parity + w * eight
            other = below_at + (parity ^ ONE) * one_parity + w * eight
            heaps |= open_row(
                sums + w * np.uint64(ROW_BYTES), row + w * stride, splits_at, split_count, itself,
                index_at + t * np.uint64(2), this, other, scale,
            )  # fmt: skip
        if end - t < np.uint64(CHUNK):
            heaps &= (ONE << (end - t)) - ONE
        while heaps != zero:
            i = trailing_zeros(heaps)
            heaps &= heaps - ONE
            for w in range(planes):
                open_ = load_word(sums + w * np.uint64(ROW_BYTES) + i * eight)
                while open_ != zero:
                    bit = np.uint64(64) * w + trailing_zeros(open_)
                    open_ &= open_ - ONE
                    pending[count, 0] = np.int64(t + i) + shift
                    pending[count, 1] = space.rares[parity ^ (i & ONE), bit]
                    count += 1
        t += np.uint64(CHUNK)
    return min(np.int64(t), stop), count


@njit
def _slide(window, shift, first, reach):  # type: ignore[no-untyped-def]
    """Move the last ``reach`` columns before column ``first`` to the front; the new shift."""
    away = first - reach
    for w in range(window.words.shape[0]):
        for i in range(reach):
            window.words[w, i] = window.words[w, i + away]
        for i in range(reach):
            window.pairs[w, i] = window.pairs[w, i + away]
        for i in range(reach):
            window.proofs[w, i] = window.proofs[w, i + away]
    for i in range(reach):
        window.indices[i] = window.indices[i + away]
    return shift + away


@njit
def _write(values, window, commons, first, stop, shift):  # type: ignore[no-untyped-def]
    """Write the values of columns first..stop-1; the first column whose value does not fit."""
    limit = np.int64(np.iinfo(values.dtype).max)
    indices, ahead = window.indices, np.uint64(shift)
    largest = np.uint16(0)
    for t in range(np.uint64(first), np.uint64(stop)):
        largest = max(largest, indices[t])
    eight, two, size = np.uint64(8), np.uint64(2), np.uint64(values.itemsize)
    this = np.uint64(commons.ctypes.data)
    other = this + eight * np.uint64(commons.shape[1])
    if (first + shift) & 1:
        this, other = other, this
    value_at, index_at = np.uint64(values.ctypes.data), np.uint64(indices.ctypes.data)
    column, end = np.uint64(first), np.uint64(stop)
    while column + eight <= end:
        to = value_at + (column + ahead) * size
        look_up(to, index_at + column * two, this, other, values[0])
        column += eight
    while column < end:
        values[column + ahead] = commons[(column + ahead) & ONE, indices[column]]
        column += ONE
    if max(commons[0, largest], commons[1, largest]) > limit:
        for t in range(first, stop):
            if commons[(t + shift) & 1, window.indices[t]] > limit:
                return t
    return stop


def _run_by(advance: Any) -> Any:
    """The loop over batches of columns that ``advance`` finds: ``run(values, n, stop, ...)`` fills
    values[n:stop]; it returns (n, shift, why it stopped, pairs that witnesses left open).

    RARE: n seems to be rare, and it or what follows needs `exact.exact_values`. OVERFLOW: index
    beyond the planes. WIDEN: the value at n does not fit the dtype.
    """

    @njit
    def run(values, n, stop, shift, reach, window, near, plan, check, sums, space, search, pending):  # type: ignore[no-untyped-def]
        batch = 256
        left_open = 0
        sum_at = np.uint64(sums.ctypes.data)
        while n < stop:
            if n - shift + batch + 2 * CHUNK > window.words.shape[1]:
                shift = _slide(window, shift, n - shift, reach)
            first = n - shift
            last = first + min(batch, stop - n)
            end = advance(window, near, plan, sum_at, first, last)
            fits = _write(values, window, space.commons, first, end, shift)
            at = first
            while at < fits:
                at, count = _unproved(window, near, check, sum_at, space, at, fits, shift, pending)
                left_open += count
                rare = first_rare(pending, count, values, search)
                if rare >= 0:
                    return rare, shift, RARE, left_open
            n = fits + shift
            if fits < end:
                return n, shift, WIDEN, left_open
            if end < last:
                return n, shift, OVERFLOW, left_open
            batch = min(2 * batch, LARGEST_BATCH)
        return n, shift, DONE, left_open

    return run


run_one_plane = _run_by(_advance_one_plane)
run_planes = _run_by(_advance_planes)
