"""Take-and-break codes of any kind, by dynamic programming over sets of nim-values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from mexplore.rules.engine.bitsets import (
    Rows,
    add_translate,
    add_translates,
    clear,
    include,
    least_absent,
    unite,
)
from mexplore.rules.engine.compiled import Repeated, compiled
from mexplore.rules.families.take_and_break.partitions import Moves, Tokens, ahead
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.code import Digit
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.rule import Values

Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint64]


class Split(NamedTuple):
    """Two heaps or more that some digit allows: exactly ``heaps``, or ``more``: at least."""

    heaps: int
    suffix: str
    more: bool


def splits_of(digit: Digit) -> Iterator[Split]:
    """What a digit allows beyond none or one heap.

    >>> from mexplore.rules.families.take_and_break.code import Digit
    >>> list(splits_of(Digit.of({1: "", 2: "!"}, more=(4, ""))))
    [Split(heaps=2, suffix='!', more=False), Split(heaps=4, suffix='', more=True)]
    """
    for count, suffix in digit.listed:
        if count >= 2:
            yield Split(count, suffix, more=False)
    if digit.more:
        least, suffix = digit.more
        yield Split(max(least, 2), suffix, more=True)


def places(moves: Moves, split: Split) -> Tokens:
    """The numbers of tokens removed before such a split."""
    return moves.where(lambda digit: split in splits_of(digit))


class XorSetsKernel(Kernel):
    """G(n) = mex of what the rests n - j may become, j tokens removed (-j added if j < 0).

    Every way of splitting s tokens has its table of sets of nim-values, a row for each s: heaps
    of any sizes (`_AnySizes`), pairwise unequal (`_Unequal`), not all equal or all equal
    (`_Conditions`).
    """

    def __init__(self, rule: TakeAndBreak) -> None:
        self._rule = rule
        self._first: dict[Split, int] = {}  # the least j after which such a split is a move
        for j, digit in rule.digits.items():
            for split in splits_of(digit):
                self._first.setdefault(split, j)
        self._splits: list[Split] | None = None  # those that the tables are for
        self._values: Ints = np.zeros(0, dtype=np.int64)
        self._stop = 0
        self._sound = False

    def fill(self, values: Values, start: int, stop: int) -> int:
        if stop > self._stop or not self._sound or start < self._advanced - 1:
            self._reach(max(ahead(stop), self._stop))
        self._sound = False  # until the end: an interruption leaves the tables half done
        self._values[:start] = values[:start]
        self._make_room(int(self._values[:start].max(initial=0)))
        reached = stop
        for n in range(min(self._advanced, start), stop):
            self._advance(n)
            if n >= start:
                value = self._value(n)
                if value > np.iinfo(values.dtype).max:
                    reached = n
                    break
                values[n] = self._values[n] = value
        self._sound = True
        return reached

    def steps(self, start: int, stop: int) -> float:
        return 10.0 * stop * (stop - start)

    def _reach(self, stop: int) -> None:
        """Tables for heaps of n < ``stop``: the old ones made longer if that will do."""
        totals, moves = stop + len(self._rule.adding), Moves(self._rule, stop)
        splits = [split for split in sorted(self._first) if split.heaps < totals]
        # A new size of pairwise unequal heaps has been added to all the rows there were.
        longer = self._sound and splits == self._splits and all(s.suffix != "!" for s in splits)
        if not longer:
            any_sizes = _AnySizes(splits, len(self._rule.adding))
            conditions = _Conditions(splits, self._first, any_sizes)
            self._ways = (any_sizes, _Unequal(splits, totals), conditions)
            self._splits = splits
            self._advanced = 0
        for way in self._ways:
            pairs = [
                np.column_stack((np.full_like(tokens, table), tokens))
                for split in splits
                for tokens in [places(moves, split)]
                for table in way.tables(split)
            ]
            way.moves = np.concatenate([np.zeros((0, 2), dtype=np.int64), *pairs])
        self._whole, self._kept = moves.whole(), moves.removing(1)
        grown = np.zeros(totals, dtype=np.int64)
        grown[: len(self._values)] = self._values
        self._values = grown
        self._stop = stop

    def _make_room(self, value: int) -> None:
        """In every row a bit for this value."""
        for way in self._ways:
            way.prepare(self._values, value)
        row = np.zeros(self._ways[0].rows.words, dtype=np.uint64)
        one_heap = self._whole, self._kept, self._values
        splits = tuple((way.rows.table, way.moves) for way in self._ways)
        self._least = Repeated(_least_not_left, (row, one_heap, splits, 0), 3)

    def _advance(self, n: int) -> None:
        """What the values at heaps < n say about the tables."""
        if n >= self._advanced:
            for way in self._ways:
                way.advance(n)
            self._advanced = n + 1

    def _value(self, n: int) -> int:
        """G(n): the mex of all rows that the moves from n lead to."""
        value = int(self._least(n))
        if value > self._ways[0].rows.largest:
            self._make_room(value)
        return value


class _Way(ABC):
    """The tables of some ways of splitting: rows of sets, one for each total of the heaps."""

    rows: Rows
    values: Ints
    moves: Ints
    """Which tables the moves lead to, each with the number of tokens removed before."""

    def prepare(self, values: Ints, value: int) -> None:
        """In every row a bit for this value; the values are in this array from now on."""
        self.rows.make_room(len(values), value)
        self.values = values

    @abstractmethod
    def tables(self, split: Split) -> Iterable[int]:
        """The tables whose union is this split's; none if it is another way's."""

    @abstractmethod
    def advance(self, n: int) -> None:
        """Use values[:n] for the rows that a move from n may need."""


class _AnySizes(_Way):
    """E_c(s) = { G(a_1) ^ ... ^ G(a_c) : a_1 + ... + a_c = s }, c = 2, ..., top.

    It is the union of E_{c-1}(s - a) ^ G(a) over the smallest heap a <= s / c. If ``more``, the
    top one stands for top heaps or more, and the rest may be a row of its own.
    """

    def __init__(self, splits: Sequence[Split], added: int) -> None:
        self._added = added
        # Heaps not all equal are one heap and the rest of any sizes, so the rest is needed only.
        needed = [(s.heaps - (s.suffix == "?"), s.more) for s in splits if s.suffix in ("", "?")]
        exact = [heaps for heaps, more in needed if not more]
        least = [heaps for heaps, more in needed if more]
        self.more = bool(least)
        self.top = max([2, *least, *(c + 1 for c in exact)] if least else [1, *exact])
        self.rows = Rows(self.top - 1)

    def tables(self, split: Split) -> Iterable[int]:
        return () if split.suffix else self.levels(split.heaps, more=split.more)

    def levels(self, count: int, *, more: bool) -> range:
        """The tables of ``count`` heaps, or if ``more`` of at least as many, two or more."""
        first = max(count, 2) - 2
        return range(first, self.top - 1) if more else range(first, first + 1)

    def prepare(self, values: Ints, value: int) -> None:
        super().prepare(values, value)
        shape = self.top, self._added, self.more
        given = self.rows.table, values, self.rows.scratch, shape, 0
        self._add = Repeated(_add_any_sizes, given, 4)

    def advance(self, n: int) -> None:
        self._add(n)

    def translate(self, out: Bits, level: int, values: Ints, span: tuple[int, int, int]) -> None:
        """Add to ``out`` a heap of a tokens and the other heaps by table ``level``; the span is
        the total, the first a and the end of the a's."""
        total, first, stop = span
        heaps = total, (first, stop, 1)
        add_translates(out, self.rows.table[level], values, heaps, self.rows.scratch)


class _Unequal(_Way):
    """D_c(s) = { G(a_1) ^ ... ^ G(a_c) : a_1 < ... < a_c, of sum s }, c = 0, ..., top.

    Sizes come one by one: with a, D_c(s) gains D_{c-1}(s - a) ^ G(a), larger c first. If
    ``more``, the top one stands for top heaps or more, and gains from itself, larger s first.
    """

    def __init__(self, splits: Sequence[Split], totals: int) -> None:
        def possible(count: int) -> bool:
            return count * (count + 1) // 2 < totals

        wanted = [s for s in splits if s.suffix == "!" and possible(s.heaps)]
        exact = [s.heaps for s in wanted if not s.more]
        least = [s.heaps for s in wanted if s.more]
        self._wanted = frozenset(wanted)
        self._more = bool(least)
        self._top = max([0, *exact, *least, *([max(exact) + 1] if least and exact else [])])
        self.rows = Rows(self._top + 1)

    def tables(self, split: Split) -> Iterable[int]:
        if split not in self._wanted:
            return ()
        return range(split.heaps, (self._top if split.more else split.heaps) + 1)

    def advance(self, n: int) -> None:
        self.rows.table[0, 0, 0] = 1
        if self._top and n >= 2:
            _add_size(self.rows.table, n - 1, self.values[n - 1], self._more)


class _Conditions(_Way):
    """Heaps not all equal or all equal: a table a split, a row filled when it is first needed."""

    def __init__(
        self, splits: Sequence[Split], first: Mapping[Split, int], any_sizes: _AnySizes
    ) -> None:
        self._any_sizes = any_sizes
        conditions = [split for split in splits if split.suffix in ("?", "=")]
        self._table = {split: i for i, split in enumerate(conditions)}
        self._first = first
        self.rows = Rows(len(conditions))

    def tables(self, split: Split) -> Iterable[int]:
        return (self._table[split],) if split in self._table else ()

    def advance(self, n: int) -> None:
        values = self.values
        for split, table in self._table.items():
            total = n - self._first[split]
            if total < split.heaps:
                continue
            row = self.rows.table[table, total]
            row[:] = 0
            if split.suffix == "=":
                add_equal_heaps(row, values, total, split.heaps, split.more)
            elif split.more:
                self._not_all_equal_or_more(row, values, total, split.heaps)
            else:
                self._not_all_equal(row, values, total, split.heaps)

    def _not_all_equal(self, row: Bits, values: Ints, total: int, count: int) -> None:
        """Exactly ``count``: the smallest heap is smaller than total / count."""
        span = total, 1, (total - 1) // count + 1
        if count == 2:
            add_pairs(row, values, span)
        else:
            self._any_sizes.translate(row, count - 3, values, span)

    def _not_all_equal_or_more(self, row: Bits, values: Ints, total: int, count: int) -> None:
        """At least ``count``: some heap is no possible size of ``count`` or more equal heaps,
        and the rest is anything; or else two of those sizes occur, and the rest is anything."""
        sizes = [a for a in range(1, total // count + 1) if total % a == 0]
        for before, after in pairwise([0, *sizes, total - count + 2]):
            span = total, before + 1, max(after, before + 1)
            if count == 2:
                add_pairs(row, values, span)
            for level in self._any_sizes.levels(count - 1, more=True):
                self._any_sizes.translate(row, level, values, span)
        for a, b in combinations(sizes, 2):
            rest, value = total - a - b, values[a] ^ values[b]
            if rest == 0 and count == 2:
                include(row, value)
            if rest > 0 and count <= 3:
                include(row, value ^ values[rest])
            for level in self._any_sizes.levels(count - 2, more=True) if rest > 0 else ():
                add_translate(row, self._any_sizes.rows.table[level, rest], value)


@compiled
def _least_not_left(row, one_heap, splits, n):  # type: ignore[no-untyped-def]
    # mex({0 if whole[n]} | {values[n - j] : j in kept} | the union of tables[t, n - j] : (t, j) in
    # moves, for each (tables, moves) of splits), of all j < n
    whole, kept, values = one_heap
    any_sizes, unequal, conditions = splits
    clear(row)
    if whole[n]:
        include(row, 0)
    for j in kept:
        if j < n:
            include(row, values[n - j])
    _add_splits(row, any_sizes, n)
    _add_splits(row, unequal, n)
    _add_splits(row, conditions, n)
    return least_absent(row)


@compiled
def _add_splits(row, splits, n):  # type: ignore[no-untyped-def]
    # row |= the union of tables[t, n - j] : (t, j) in moves, j < n
    tables, moves = splits
    for i in range(len(moves)):
        if moves[i, 1] < n:
            unite(row, tables[moves[i, 0], n - moves[i, 1]])


@compiled
def add_pairs(row, values, span):  # type: ignore[no-untyped-def]
    # row |= {values[a] ^ values[total - a] : first <= a < end}
    total, first, end = span
    for a in range(first, end):
        include(row, values[a] ^ values[total - a])


@compiled
def _add_any_sizes(table, values, scratch, shape, n):  # type: ignore[no-untyped-def]
    # The rows of `_AnySizes` that values[:n] allow. If a tokens are added, at least a + 2 heaps are
    # left, each smaller than n.
    top, added, more = shape
    for count in range(2, min(top, n + added) + 1):
        total = n + min(count - 2, added)
        end = 1 + total // count
        row = table[count - 2, total]
        clear(row)
        if count == 2:
            add_pairs(row, values, (total, 1, end))
        else:
            add_translates(row, table[count - 3], values, (total, (1, end, 1)), scratch)
        if more and count == top:
            add_translates(row, table[count - 2], values, (total, (1, end, 1)), scratch)


@compiled
def add_equal_heaps(row, values, total, count, more):  # type: ignore[no-untyped-def]
    # row |= {values[m] ^ ... ^ values[m], h times : h * m == total, h == count (or h >= count)}
    for heaps in range(count, total + 1 if more else count + 1):
        if total % heaps == 0:
            include(row, values[total // heaps] if heaps % 2 else 0)


@compiled
def _add_size(table, size, value, more):  # type: ignore[no-untyped-def]
    # table[c][s] |= {x ^ value : x in table[c - 1][s - size], or table[c][s - size] for the top
    # c if more}; larger c and larger s first, so that no size is used twice.
    top, totals = table.shape[0] - 1, table.shape[1]
    for count in range(top, 0, -1):
        for total in range(totals - 1, size - 1, -1):
            add_translate(table[count, total], table[count - 1, total - size], value)
            if more and count == top:
                add_translate(table[count, total], table[count, total - size], value)
