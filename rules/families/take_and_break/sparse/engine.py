"""The inner loop: 32 heaps at once, rare values assumed excluded for a batch and verified after it.

For position s let X(s) = {G(r) xor G(s - r) : r rare, s - r common}, all common. Naive, with sets:

    E(n) = union of X(n - j) for splits j and {G(n - j)} (if common) for takes j
    G(n) = least common value not in E(n), if all rare values below it are excluded

Sets are bitsets over the indices of `exact.SpaceTables`, in one word of 16, 32 or 64 bits, or in
several *planes* of 64. With
h(t) = {G(t)} if G(t) is common, else {}, the set X(s) is the union of h(s - r) xor G(r): all r with
one G(r) are OR-ed first, for 32 consecutive s at once and without any shift, since h is stored as
an array of words; these sums are then brought together by exchanging bits i and i xor 2^k where
G(r) has bit k. Rare heaps r < 32 reach into the 32 heaps being found, and are added eight heaps
(r >= 8) or one heap (r < 8) at a time. The rare values excluded are collected in the same way,
from a few common witnesses in place of the rare r.

The code is `emitted`; here are the tables that it is given, and the loop over batches of columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mexplore.rules.engine.beside import cores
from mexplore.rules.engine.compiled import Repeated
from mexplore.rules.engine.emitting import assembled
from mexplore.rules.engine.emitting.words import has_affine
from mexplore.rules.engine.kept_code import digest_of_module, usual_code
from mexplore.rules.engine.processors import Processor, processor
from mexplore.rules.families.take_and_break.sparse import emitted
from mexplore.rules.families.take_and_break.sparse.checks import Checks
from mexplore.rules.families.take_and_break.sparse.exact import first_rare
from mexplore.rules.families.take_and_break.sparse.planes_code import MARKED_TOGETHER
from mexplore.rules.families.take_and_break.sparse.schedules import (
    Pairs,
    Parts,
    Schedule,
    schedule,
)
from mexplore.rules.families.take_and_break.sparse.shape import (
    CHUNK,
    PLACES,
    PLANNED,
    Given,
    Groups,
    Known,
    Shape,
)

if TYPE_CHECKING:
    from mexplore.rules.engine.emitting.assembled import Assembled
    from mexplore.rules.families.take_and_break.sparse.exact import Search
    from mexplore.rules.rule import Values

Array = npt.NDArray[Any]

FIRST_BATCH = 256
LARGEST_BATCH = 32768
LARGEST_IN_PLANES = 2048
PENDING = 4096
DONE, RARE, OVERFLOW, WIDEN = 0, 1, 2, 3
WIDTHS = (16, 32, 64)


def shape_of(largest: int) -> Shape:
    """Words, and planes of them, that hold indices up to this one.

    >>> shape_of(15).width, shape_of(16).width, shape_of(64).planes
    (16, 32, 2)
    """
    for width in WIDTHS:
        if largest < width:
            return Shape(width, 1)
    return Shape(64, 1 << (largest // 64).bit_length())


def grouped(pairs: Pairs) -> Groups:
    """Pairs (position, index) by their indices.

    >>> grouped([(40, 3), (50, 1), (60, 3)])
    ((1, (50,)), (3, (40, 60)))
    """
    indices = sorted({g for _, g in pairs})
    return tuple((g, tuple(sorted(r for r, x in pairs if x == g))) for g in indices)


def known(
    near: Pairs, far: Pairs, witnesses: Pairs, splits: Iterable[int], takes: Iterable[int]
) -> Known:
    """What stands in the code of one game."""
    groups = grouped(near), grouped(far), grouped(witnesses)
    return Known(*groups, tuple(splits), tuple(takes))


class Near(NamedTuple):
    """The rare heaps r < 32, and the moves, as tables of one shape for every game."""

    close: Array
    """int64 rows (64 - 8r, g) for r < 8."""
    early: Array
    """int64 rows (8*(r - 8), g) for 8 <= r < 16."""
    late: Array
    """int64 rows (r, g) for r >= 16; for all r < 32 where there are several planes. The largest r
    comes first."""
    splits: Array
    """int64 [.]: the j > 0 of splits."""
    itself: int
    """-1 if 0 is among the splits, else 0."""
    takes: Array
    """int64 [.]: the j of takes that keep a value common."""
    rare: Array
    """int32 rows (r, g): all rare heaps, where heaps are found by themselves (`planes_code`)."""
    shape: Shape
    """The shape of the code that these are for."""


def near_tables(
    pairs: Pairs,
    splits: list[int],
    takes: list[int],
    shape: Shape,
    *,
    far: Pairs | None = None,
) -> Near:
    """The tables of `Near`, for rare pairs (r, index) with r < 32, the others, ``far``, and the
    moves' numbers j.

    >>> near = near_tables([(1, 5), (9, 2), (20, 3)], [1], [], Shape(16, 1))
    >>> near.close.tolist(), near.early.tolist(), near.late.tolist(), near.splits.tolist()
    ([[56, 5]], [[8, 2]], [[20, 3]], [1])
    """
    single = shape.planes == 1
    close = [(64 - 8 * r, g) for r, g in pairs if r < 8 and single]
    early = [(8 * (r - 8), g) for r, g in pairs if 8 <= r < 16 and single]
    late = [(r, g) for r, g in pairs if r >= 16 or not single]
    late.sort(reverse=True)
    later = [j for j in splits if j > 0]
    if single:
        shape = replace(shape, close=len(close), splits=len(later), takes=len(takes))
    return Near(
        np.array(close, dtype=np.int64).reshape(-1, 2),
        np.array(early, dtype=np.int64).reshape(-1, 2),
        np.array(late, dtype=np.int64).reshape(-1, 2),
        np.array(later, dtype=np.int64),
        -1 if 0 in splits else 0,
        np.array(takes, dtype=np.int64),
        np.array(
            _filled_up([*pairs, *(far or ())]) if shape.beyond else [], dtype=np.int32
        ).reshape(-1, 2),
        shape,
    )


def _filled_up(pairs: Pairs) -> Pairs:
    """The pairs, the last one as often as their number is the multiple that the code wants."""
    return pairs + pairs[-1:] * (-len(pairs) % MARKED_TOGETHER)


class Window(NamedTuple):
    """The heaps from ``n - reach`` on, at columns n - shift."""

    words: Array
    """[plane, t]: h(t), a bitset of at most one index."""
    pairs: Array
    """[plane, s]: X(s), indices of common values; the planes that are summed alone."""
    proofs: Array
    """[plane, s]: indices of rare values that the witnesses exclude; the same planes."""
    indices: Array
    """uint8 or uint16 [t]: the index of G(t), where it is common. With several planes, as many as
    there are indices where it is rare or has none of them."""


def empty_window(shape: Shape, columns: int) -> Window:
    """A window of zeros."""
    word = np.dtype(f"u{shape.width // 8}")
    counts = shape.planes, shape.summed, shape.summed
    words, pairs, proofs = (np.zeros((count, columns), dtype=word) for count in counts)
    return Window(words, pairs, proofs, np.zeros(columns, dtype=f"u{shape.index_bytes}"))


class Space(NamedTuple):
    """What the values of indices are, at positions of either parity."""

    commons: Array
    """int64 [n mod 2, i]."""
    rares: Array
    """int64 [n mod 2, i]."""
    below: Array
    """[n mod 2, i, plane]: indices of the rare values below the common one of index i."""


def bitsets(commons: Array, rares: Array, shape: Shape) -> Space:
    """The tables for the indices of a shape, from those of `exact.SpaceTables`. Every rare value
    below a common one has an index in them: it would never be asked for otherwise."""
    assert shape.indices <= commons.shape[1]
    common, rare = (np.ascontiguousarray(it[:, : shape.indices]) for it in (commons, rares))
    if (rares[:, shape.indices :] < common[:, -1:]).any():
        raise ValueError("the words are too short for the rare values below a common one")
    below = rare[:, None, :] < common[:, :, None]
    packed = np.packbits(below, axis=2, bitorder="little").view(f"u{shape.width // 8}")
    return Space(common, rare, np.ascontiguousarray(packed))


@cache
def code_of(shape: Shape, wanted: Processor) -> Assembled:
    """The machine code of a shape for this processor, from the disk or made now."""
    assert wanted == processor()
    key = repr((shape, has_affine(), digest_of_module(emitted.__name__)))
    text = emitted.Emitter(shape).text
    return assembled.assembled(emitted.NAMES, text, key, usual_code(), "sparse")


def remove_code() -> None:
    """Remove what this process has used from the disk: it is wrong."""
    for code in USED:
        code.remove()


USED: list[Assembled] = []


def largest_batch(shape: Shape) -> int:
    """Columns that are found before any is verified, at most."""
    return LARGEST_BATCH if shape.planes == 1 else LARGEST_IN_PLANES


class Rows:
    """The inner loop of one game: its tables, and its window at position n."""

    def __init__(
        self, near: Near, plan: tuple[Schedule, int], check: tuple[Schedule, int], space: Space,
        window: Window, shift: int, back: int, parts: Parts | None = None,
    ) -> None:  # fmt: skip
        shape = near.shape
        self.window, self.shift, self.near = window, shift, near
        self.back, self._space = back, space
        self._from = back - int(near.splits.max(initial=0))
        self.left = 0  # how many (n, v) were left open
        self._largest = largest_batch(shape)
        self._batch = min(FIRST_BATCH, self._largest)  # columns that are found next
        self.by_two: int | None = None  # where the first batch of the run began that had such sums
        most = CHUNK * shape.indices  # what one row may leave open
        self._pending = np.zeros((PENDING + most, 2), dtype=np.int64)
        self._asked: tuple[Values, Search, Repeated] | None = None
        self._largest_value: list[int] = space.commons.max(axis=0).tolist()
        nearer, later = parts or (plan, schedule([], shape))
        slots = max(plan[1], check[1], nearer[1], later[1])
        sums, sums_of_checks = np.zeros((2, slots, shape.row_bytes // 8), dtype=np.uint64)
        opened = np.zeros((shape.planes, CHUNK * shape.width // 64), dtype=np.uint64)
        table = self._given = np.zeros(PLACES, dtype=np.int64)
        # The code has their addresses.
        self._kept = near, plan, check, space, sums, sums_of_checks, opened, nearer, later
        at = {
            Given.words: window.words, Given.pairs: window.pairs, Given.proofs: window.proofs,
            Given.indices: window.indices, Given.sums: sums, Given.opened: opened,
            Given.close: near.close, Given.late: near.late, Given.early: near.early,
            Given.splits: near.splits, Given.takes: near.takes, Given.commons: space.commons,
            Given.rare: near.rare, Given.rares: space.rares, Given.below: space.below,
            Given.pending: self._pending,
        }  # fmt: skip
        for place, array in at.items():
            assert array.flags.c_contiguous
            table[place] = array.ctypes.data
        table[Given.stride] = window.words.strides[0] if shape.planes > 1 else 0
        table[Given.itself] = near.itself
        table[Given.late_count], table[Given.early_count] = len(near.late), len(near.early)
        table[Given.split_count], table[Given.take_count] = len(near.splits), len(near.takes)
        table[Given.rare_count] = len(near.rare)
        table[Given.room] = PENDING
        for place, each in (
            (Given.plan, plan[0]), (Given.check, check[0]), (Given.later, later[0]),
        ):  # fmt: skip
            table[place : place + len(each.places())] = each.places()
        self._parted = table.copy() if parts else None
        if self._parted is not None:
            self._parted[Given.plan : Given.plan + PLANNED] = nearer[0].places()
            self._parted[Given.kept] = -1
        self._checking = table.copy()  # checks may run beside the rest
        self._checking[Given.sums] = sums_of_checks.ctypes.data
        self._code = code_of(shape, processor())
        if self._code not in USED:
            USED.append(self._code)

    def run(self, values: Values, n: int, stop: int, search: Search) -> tuple[int, int]:
        """Fill values[n:stop]: the n that is reached, and why it ends there.

        RARE: n seems to be rare, and it or what follows needs `exact.exact_values`. OVERFLOW: its
        index is beyond the planes. WIDEN: the value at n does not fit the dtype.
        """
        assert values.flags.c_contiguous and n <= stop <= len(values)
        self.by_two = None
        check = partial(self.check, values, search)
        with Checks(check, self._sum_far if cores() > 1 else None) as checks:
            n, event = self._find(values, n, stop, checks)
            rare = checks.first_rare()
        return (n, event) if rare is None else (rare, RARE)

    def _find(self, values: Values, n: int, stop: int, checks: Checks) -> tuple[int, int]:
        """The same, but for rare heaps among those that are not checked yet."""
        table, given = self._given, int(self._given.ctypes.data)
        parted = given if self._parted is None else int(self._parted.ctypes.data)
        advance, write = self._code.functions[0], self._write(values)
        table[Given.values] = values.ctypes.data
        while n < stop:
            batch = self._batch
            room = batch if self._parted is None else 3 * batch
            if n - self.shift + room + 4 * CHUNK > self.window.words.shape[1]:
                if checks.first_rare() is not None:
                    break
                self._slide(n)
            table[Given.shift] = shift = self.shift
            first = n - shift
            last = first + min(batch, stop - n)
            is_prepared = checks.is_prepared(n)
            self._prepare(checks, first, stop)
            if is_prepared and self.by_two is None:
                self.by_two = n
            end = advance(parted if is_prepared else given, first, last)
            fits = self._fitting(values, first, end, write(given, first, end))
            if fits == end == last:
                self._prepare(checks, last, stop)
            if checks.go_on(first, fits, large=batch == self._largest) is not None:
                break
            n = fits + shift
            if fits < end:
                return n, WIDEN
            if end < last:
                return n, OVERFLOW
            self._batch = min(2 * batch, self._largest)
        return n, DONE

    def _prepare(self, checks: Checks, first: int, stop: int) -> None:
        """Sum far rare heaps for the batch after the one from column ``first`` on, by the second
        thread: they lead to heaps before that column. No batch begins at heap ``stop`` or later."""
        begin, end = first + self._largest, first + 2 * self._largest
        fits = end + CHUNK <= self.window.words.shape[1] and begin + self.shift < stop
        if self._parted is not None and self._batch == self._largest and fits:
            checks.prepare(begin + self.shift, begin, end)

    def _sum_far(self, begin: int, end: int) -> None:
        """What far rare heaps give to X(s) of these columns."""
        self._code.functions[-1](int(self._checking.ctypes.data), begin, end)

    def check(self, values: Values, search: Search, first: int, stop: int) -> int | None:
        """The first heap of these columns that is rare. Nothing is read or written that `advance`
        writes for later ones."""
        table, given = self._checking, int(self._checking.ctypes.data)
        table[Given.shift] = self.shift
        check, first_open = self._code.functions[1], self._first_open(values, search)
        while first < stop:
            first = check(given, first, stop)
            count = int(table[Given.count])
            self.left += count
            rare = int(first_open(count)) if count else -1
            if rare >= 0:
                return rare
        return None

    def _first_open(self, values: Values, search: Search) -> Repeated:
        """The call of `exact.first_rare`, but for the number of rows."""
        if self._asked is None or self._asked[0] is not values or self._asked[1] is not search:
            first_open = Repeated(first_rare, (self._pending, 0, values, search), 1)
            self._asked = values, search, first_open
        return self._asked[2]

    def _write(self, values: Values) -> Any:
        return self._code.functions[2 + emitted.SIZES.index(values.itemsize)]

    def _limit(self, values: Values) -> int:
        return int((1 << 8 * values.itemsize - (values.dtype.kind == "i")) - 1)

    def _fitting(self, values: Values, first: int, end: int, largest: int) -> int:
        """The first of the columns whose value does not fit the array; ``end`` if all do."""
        limit, commons = self._limit(values), self._space.commons
        if self._largest_value[largest] <= limit:
            return end
        columns = np.arange(first, end)
        found = commons[(columns + self.shift) & 1, self.window.indices[first:end]]
        beyond = np.flatnonzero(found > limit)
        return first + int(beyond[0]) if len(beyond) else end

    def _slide(self, n: int) -> None:
        """Move the last columns before position n to the front; of X(s) and of the proofs those to
        which splits look back, and of X(s) what is prepared."""
        low, high = n - self.shift - self.back, n - self.shift
        words, pairs, proofs, indices = self.window
        beyond = min(2 * self._largest, pairs.shape[1] - high) if self._parted is not None else 0
        for rows, first, more in (
            (words, 0, 0), (pairs, self._from, beyond), (proofs, self._from, 0),
        ):  # fmt: skip
            rows[:, first : self.back + more] = rows[:, low + first : high + more]
        indices[: self.back] = indices[low:high]
        self.shift += low
