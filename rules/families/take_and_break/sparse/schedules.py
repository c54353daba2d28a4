"""In which order rows are OR-ed, and bits of their words exchanged.

All rows of one index g are OR-ed first. These sums are then brought together by exchanging bits i
and i xor 2^k where g has bit k: every sum goes, bit by bit, to where the bit is 0, or, where fewer
move then, to where it is 1; in the end one is left, at r, and the bits of r are exchanged once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mexplore.rules.families.take_and_break.sparse.shape import Shape

Array = npt.NDArray[Any]
Pairs = list[tuple[int, int]]
Numbers = tuple[tuple[int, ...], ...]

MANY_SUMS = 32
FEW = 64
"""Rows that are not worth a schedule of their own."""


class Schedule(NamedTuple):
    """In which order to OR and to exchange bits, for a set of (position r, index g)."""

    groups: Array
    """int64 rows (bytes of the slot, plane xor, bytes of the first offset, how many, keep)."""
    offsets: Array
    """int64 [.]: -r in bytes of words, group by group."""
    levels: Array
    """uint64 rows (mask, shift, how many sums meet, how many turn), a row each bit of the index."""
    swaps: Array
    """int64 rows (bytes of the target slot, of the source slot), level by level."""
    root: int
    """The bytes of the slot that holds the sum in the end."""

    def places(self) -> tuple[int, ...]:
        """What the code is given of it."""
        data = [array.ctypes.data for array in (self.groups, self.offsets, self.levels, self.swaps)]
        return data[0], len(self.groups), data[1], data[2], data[3], self.root


def schedule(pairs: Pairs, shape: Shape) -> tuple[Schedule, int]:
    """The schedule for pairs (position, index), and how many slots it needs.

    >>> plan, slots = schedule([(40, 1), (50, 1), (60, 3)], Shape(64, 1))
    >>> len(plan.groups), len(plan.swaps), slots
    (2, 2, 2)
    """
    by_index: dict[int, list[int]] = {}
    for position, index in sorted(pairs, reverse=True):
        by_index.setdefault(index, []).append(position)
    lows = tuple(sorted({index % shape.width for index in by_index}))
    groups: list[tuple[int, ...]] = []
    offsets = [-r * (shape.width // 8) for rs in by_index.values() for r in rs] or [0]
    start = 0
    met: set[int] = set()
    for index, positions in by_index.items():
        low, plane = index % shape.width, index // shape.width
        slot, keep = lows.index(low) * shape.row_bytes, -(low in met)
        met.add(low)
        groups.append((slot, plane, start, len(positions), keep))
        start += 8 * len(positions)
    if not groups:
        groups.append((0, 0, 0, 0, 0))
    levels, swaps, root = _exchanges(lows, shape.row_bytes, shape.width)
    return Schedule(
        np.array(groups, dtype=np.int64),
        np.array(offsets, dtype=np.int64),
        np.array(levels, dtype=np.uint64),
        np.array(swaps, dtype=np.int64),
        root,
    ), max(1, len(lows))


Parts = tuple[tuple[Schedule, int], tuple[Schedule, int]]
"""The schedules of the nearer rare heaps and of those farther away."""


def in_two(pairs: Pairs, shape: Shape, alone: float, beside: float, least: int) -> Parts | None:
    """The pairs (position, index) in two parts, for two threads that are as busy then, where the
    first one has other work that takes as long as ``alone`` rows, the second one as long as
    ``beside``; None where that is not worth it. What is in the second part is at least so far
    away: its rows take four thirds of the time of nearer ones, which the caches hold.

    >>> pairs = [(100 * r, 1) for r in range(210)]
    >>> nearer, later = in_two(pairs, Shape(64, 1), 100, 30, least=8000)
    >>> nearer[0].offsets.size, later[0].offsets.size, (later[0].offsets // -8).tolist()[-1]
    (90, 120, 9000)
    """
    pairs = sorted(pairs)
    far = sum(r >= least for r, _ in pairs)
    count = min(far, int(len(pairs) + alone - beside) * 3 // 7)
    if count < FEW:
        return None
    return schedule(pairs[:-count], shape), schedule(pairs[-count:], shape)


@cache
def _exchanges(lows: tuple[int, ...], row_bytes: int, width: int) -> tuple[Numbers, Numbers, int]:
    """The levels, the exchanges of each, and the bytes of the slot that is left in the end."""
    slots = {low: i * row_bytes for i, low in enumerate(lows)}
    bits = list(range(width.bit_length() - 1))
    levels, swaps = [], []
    while bits:
        # Of many sums the order saves less than finding it takes.
        k = min(bits, key=lambda k: _cost(k, slots)) if len(slots) <= MANY_SUMS else bits[0]
        bits.remove(k)
        ones = [low for low in slots if low >> k & 1]
        zeros = [low for low in slots if not low >> k & 1]
        leave = ones if len(ones) <= len(zeros) + 1 else zeros
        meeting = [low for low in leave if low ^ (1 << k) in slots]
        turning = [low for low in leave if low ^ (1 << k) not in slots]
        for low in [*meeting, *turning]:
            source = slots.pop(low)
            swaps.append((slots.setdefault(low ^ (1 << k), source), source))
        levels.append((_low_halves(k), 1 << k, len(meeting), len(turning)))
    # Those that went to where a bit is 1.
    ((left, slot),) = slots.items() or [(0, 0)]
    for k in (k for k in range(width.bit_length() - 1) if left >> k & 1):
        levels.append((_low_halves(k), 1 << k, 0, 1))
        swaps.append((slot, slot))
    levels += [(0, 0, 0, 0)] * (2 * (width.bit_length() - 1) - len(levels))
    return tuple(levels), tuple(swaps) or ((0, 0),), slot


@cache
def _low_halves(k: int) -> int:
    """The bits of a word whose number has bit k at 0."""
    return sum(1 << b for b in range(64) if not b >> k & 1)


def _cost(k: int, lows: Iterable[int]) -> int:
    """How many exchanges bit k takes, less the sums that meet by it."""
    lows = set(lows)
    ones = sum(low >> k & 1 for low in lows)
    return min(ones, len(lows) - ones + 1) - len(lows) + len({low & ~(1 << k) for low in lows})
