"""The sparse space of one game: its mask, its rare positions, and the engine that runs on them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mexplore.rules.engine.beside import cores
from mexplore.rules.engine.compiling import WrongCode
from mexplore.rules.families.take_and_break.sparse import engine as inner
from mexplore.rules.families.take_and_break.sparse import schedules
from mexplore.rules.families.take_and_break.sparse.exact import (
    Array,
    choose_witnesses,
    empty_search,
    exact_values,
    list_witnesses,
    space_tables,
)
from mexplore.rules.families.take_and_break.sparse.mask import (
    SparseMask,
    count_values,
    rare_positions,
    sparsest_space,
)
from mexplore.rules.families.take_and_break.sparse.schedules import Parts
from mexplore.rules.families.take_and_break.sparse.shape import CHUNK, Shape, fill_window

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.sparse.game import SplittingGame
    from mexplore.rules.rule import Values

WIDEST = 1 << 13
"""Values from here on are left to the plain kernel."""
DENSE = 3
"""There is no sparse space if more than one position in this many is rare."""
CROWDED = 1 / 24
"""More rare positions than this share of the last half of all heaps: the engine would begin anew
all the time, and waits until there are twice as many heaps."""
MARGIN = 32 + 16
"""Columns that the inner loop reads beyond the farthest heap of a schedule."""
OFTEN = 1 / 40
"""Rare values a heap that witnesses leave open: more are worth better witnesses."""
RECENT = 65536
ROOM = 1 << 17
"""Columns that a window in planes has for what is found, at least: before it slides both threads
have to be done with it."""
LATELY = 8192
"""Heaps before n whose indices are looked at for planes that few of them need."""
A_SUM, A_PAIR, A_HEAP = 0.1, 0.6, 400.0
"""Nanoseconds, about: a rare heap or a witness, a plane and a heap by rows; a pair by itself; what
else a heap by itself costs, whose rare values beyond the sums are all left open."""
ROWS_OF_COLUMNS, ROWS_A_PAIR, ROWS_A_WITNESS = 200, 4.0, 1.6
"""What takes as long as so many rare heaps by rows: the columns of a row; a pair by itself; a
witness, with the search for pairs that exclude what witnesses leave open."""
STRETCH = 64
"""Heaps that are found by rows and once more one by one, where the witnesses or the mask are new,
and again after every quarter more heaps."""
SETTLED = 1 << 20
"""From here on, and from four times the last rare position on, these and the witnesses are in the
code as well, if they are at most WRITTEN_OUT."""
WRITTEN_OUT = 256
SELDOM = 1 << 18
"""Heaps between two such stretches, at most: one stretch takes as long as 2^13 values."""
ALONE = 4
"""Heaps found by themselves that are found once more whenever rows end: a stretch may have none."""


class SparseEngine:
    """What is known of one game's sparse space at position n, and the tables built on it."""

    def __init__(self, game: SplittingGame, values: Values, n: int, settled: int = SETTLED) -> None:
        self.game = game
        self.n = n
        self.refused = False
        self._settled = settled
        self._width = 0
        self._counted = 1
        self._counts = np.zeros((2, 0), dtype=np.int64)
        self._positions = np.zeros(1024, dtype=np.int64)
        self._rare = 0
        self._top = int(values[:n].max())
        self._left = 0  # how many (n, v) witnesses have left open
        self._exact = 0  # heaps below this one go one by one
        self.space = SparseMask(0)
        self._witnesses: list[int] = []
        self._rows: inner.Rows | None = None
        self._last: Filled | None = None  # the window of the rows before these
        self._renew_at = 0  # where words may be narrower: there are twice as many heaps
        self._compared: set[Shape] = set()
        self._compare_at = 0  # where the next stretch is found in both ways
        self._look_at = 0  # the same for heaps that two threads find together
        self._choose_space(values)

    @property
    def rare(self) -> Array:
        """The rare positions n >= 1 so far."""
        return self._positions[: self._rare]

    def notes(self) -> dict[str, int]:
        last = int(self.rare[-1]) if self._rare else 0
        return {"mask": self.space.mask, "rare positions": self._rare, "last rare": last}

    def extend(self, values: Values, stop: int) -> int:
        """Fill values[self.n:stop]; the n reached, less than ``stop`` where a value does not fit
        the dtype or ``refused`` is set."""
        while self.n < stop and not self.refused:
            before = self.n
            if self.n < self._exact:
                widen = self._by_scalar_code(values, stop)
            else:
                widen = self._by_rows(values, stop)
            if self.n > before:
                self._top = max(self._top, int(values[before : self.n].max()))
            if self._top.bit_length() > self._bits or self._rare > self._rechoose:
                self._choose_space(values)
            if widen:
                break
        return self.n

    # -- the space -----------------------------------------------------------------------------

    def _choose_space(self, values: Values) -> None:
        """Choose the mask anew from all values so far; rebuild what depends on it."""
        self._bits = self._top.bit_length()
        width = max(128, 4 << self._bits)
        if width > WIDEST:
            self.refused = True
            return
        if width > self._width:
            counts = np.zeros((2, width), dtype=np.int64)
            counts[:, : self._counts.shape[1]] = self._counts
            self._counts = counts
        self._counted = count_values(values, self._counted, self.n, self._counts)
        space, rare = sparsest_space(self._counts, self.game.splits)
        if rare * DENSE > self.n:
            self.refused = True
            return
        if width > self._width or space != self.space:
            self.space = space
            self._width = width
            self._tables = space_tables(space, width)
            self._find_rare(values)
            table = self.game.split_table, self.game.take_table
            self._search = empty_search(*table, width)
            self._stamps = np.full(width, -1, dtype=np.int64)
            self._witnesses = []
            self._retune = 0
            self._settle()
        recent = self._rare - int(np.searchsorted(self.rare, self.n // 2))
        self.refused = recent > CROWDED * (self.n - self.n // 2)
        self._rechoose = self._rare + 8 + self._rare // 8

    def _find_rare(self, values: Values) -> None:
        found = rare_positions(values, self.n, self._tables.rare)
        self._rare = len(found)
        self._positions = np.zeros(2 * self._rare + 1024, dtype=np.int64)
        self._positions[: self._rare] = found

    def _settle(self) -> None:
        """Heaps go one by one until no rare one is within reach of a row."""
        quiet = self.game.reach + 33
        self._exact = max(self.n + 1, int(self.rare[-1]) + quiet if self._rare else 0)
        self._rows = self._last = None

    # -- one by one ----------------------------------------------------------------------------

    def _by_scalar_code(self, values: Values, stop: int) -> bool:
        """Advance to ``self._exact`` or beyond; whether the dtype is too narrow."""
        if self._rare == len(self._positions):
            self._positions = np.concatenate((self._positions, np.zeros_like(self._positions)))
        quiet = self.game.reach + 33
        goal = min(stop, self._exact) if self._rare == 0 else stop
        n, rare = exact_values(
            values, self.n, goal, quiet, self._positions, self._rare,
            self._tables, self._search, self._stamps,
        )  # fmt: skip
        stuck = bool(n == self.n)
        self.n, self._rare = n, rare
        last = int(self.rare[-1]) + quiet if rare else 0
        self._exact = max(last, self._exact)
        return stuck

    # -- by rows -------------------------------------------------------------------------------

    def _by_rows(self, values: Values, stop: int) -> bool:
        """Advance by the inner loop; whether the dtype is too narrow."""
        if not self._witnesses or self.n >= self._retune:
            self._tune(values)
        if self._rows is None or (self.n >= self._renew_at and self._may_be_narrower(values)):
            self._set_up(values)
        if self.n >= self._compare_at:
            return self._by_both(values, stop)
        return self._run(values, min(stop, self._retune, self._compare_at, self._renew_at))

    def _by_both(self, values: Values, stop: int) -> bool:
        """Advance by a stretch of rows, and find the same values one by one: WrongCode where they
        differ."""
        first = self.n
        widen = self._run(values, min(stop, self._retune, first + STRETCH))
        self._compare_at = self.n + min(SELDOM, self.n // 4)
        self._once_more(values, first, self.n)
        return widen

    def _once_more(self, values: Values, first: int, stop: int) -> None:
        """Find values[first:stop] one by one: WrongCode where they differ."""
        found = values[first:stop].copy()
        last = int(self.rare[-1]) if self._rare else 0
        n, rare = exact_values(
            values, first, stop, stop - last, self._positions, self._rare,
            self._tables, self._search, self._stamps,
        )  # fmt: skip
        differing = np.flatnonzero(found != values[first:stop])
        if n < stop or rare > self._rare or len(differing):
            at = int(differing[0]) if len(differing) else n - first
            raise WrongCode(
                f"G({first + at}) = {found[at]} by rows, one by one {values[first + at]}"
            )

    def _run(self, values: Values, goal: int) -> bool:
        """The inner loop; whether the dtype is too narrow."""
        rows, self._rows = self._rows, None
        assert rows is not None
        first, before, shape = self.n, rows.left, rows.near.shape
        self.n, event = rows.run(values, first, goal, self._search)
        self._left += rows.left - before
        if shape.beyond:
            indices = self._tables.indices[values[first : self.n]]
            for at in np.flatnonzero(indices >= shape.width * shape.summed)[:ALONE].tolist():
                self._once_more(values, first + at, first + at + 1)
        self._look_at_two(values, rows)
        self._last = Filled(rows.window, rows.shift, self.n)
        if event in (inner.RARE, inner.OVERFLOW):
            self._exact = self.n + 1
        else:
            self._rows = rows
        return bool(event == inner.WIDEN)

    def _look_at_two(self, values: Values, rows: inner.Rows) -> None:
        """Heaps that two threads have found are found once more, a stretch as often as others."""
        first = rows.by_two
        if first is not None and self._look_at <= first < self.n:
            self._once_more(values, first, min(first + STRETCH, self.n))
            self._look_at = self.n + min(SELDOM, self.n // 4)

    def _tune(self, values: Values) -> None:
        """Choose witnesses, and when to choose them again."""
        n = self.n
        list_witnesses(self._search, values, n, self._rare, self._tables)
        well = self._left > OFTEN * n and n >= SETTLED
        self._witnesses = choose_witnesses(self.game, values, n, self.rare, self._tables, well=well)
        self._retune = 65536 if n < 65536 else 1 << 20 if n < 1 << 20 else 16 * n
        self._rows = None
        self._compare_at = n

    def _shape(self, values: Values, back: int) -> Shape:
        """Words that hold the indices of the recent heaps, and of all rare values below theirs.

        With the lowest bit L of the mask, these indices are at most i | (L - 1) below a common
        value of index i, and so are those of all smaller values.
        """
        low = max(1, self.n - max(RECENT, back))
        largest = int(self._tables.indices[values[low : self.n].max()])
        return inner.shape_of(largest | (self.space.mask & -self.space.mask) - 1)

    def _beyond(self, values: Values, shape: Shape) -> int:
        """Number of top planes to skip. A heap with an index there is handled by itself, from all
        rare heaps, in about as many steps as there are pairs of them and splits.
        """
        if shape.planes == 1:
            return 0
        pairs = self._rare * len(self.game.splits)

        def cost(summed: int) -> float:
            share = self._share_beyond(values, replace(shape, beyond=shape.planes - summed))
            sums = (self._rare + len(self._witnesses) + 20) * summed
            return sums * A_SUM + share * (pairs * A_PAIR + A_HEAP)

        return shape.planes - min(range(1, shape.planes + 1), key=cost)

    def _share_beyond(self, values: Values, shape: Shape) -> float:
        """How many of the heaps before n have an index in the planes that are not summed."""
        recent = self._tables.indices[values[max(1, self.n - LATELY) : self.n]]
        return float(np.mean(recent >= shape.width * shape.summed)) if shape.beyond else 0.0

    def _parts(self, values: Values, shape: Shape, distant: schedules.Pairs) -> Parts | None:
        """The far rare heaps in two parts, for two threads."""
        if shape.planes == 1 or cores() == 1:
            return None
        alone = ROWS_OF_COLUMNS + ROWS_A_PAIR * self._share_beyond(values, shape) * self._rare
        beside = ROWS_A_WITNESS * len(self._witnesses)
        least = 2 * inner.largest_batch(shape)
        return schedules.in_two(distant, shape, alone, beside, least)

    def _may_be_narrower(self, values: Values) -> bool:
        """Whether shorter words would do by now."""
        assert self._rows is not None
        self._renew_at = 2 * self.n
        shape = self._shape(values, self._rows.back)
        return shape.indices < self._rows.near.shape.indices

    def _set_up(self, values: Values) -> None:
        """Schedules, and the window of the heaps before n."""
        game, index = self.game, self._tables.indices
        rare = self.rare
        far = max([64, *self._witnesses, *rare[-1:].tolist()])
        back = min(far + game.reach + MARGIN, self.n)
        shape = self._shape(values, back)
        shape = replace(shape, beyond=self._beyond(values, shape))
        most = shape.indices
        pairs = [
            (r, g)
            for r, g in zip(rare.tolist(), index[values[rare]].tolist(), strict=True)
            if g < most
        ]
        proofs = [(a, int(index[values[a]])) for a in self._witnesses]
        distant = [pair for pair in pairs if pair[0] >= CHUNK]
        proofs = [pair for pair in proofs if pair[1] < most]
        plan, check = schedules.schedule(distant, shape), schedules.schedule(proofs, shape)
        takes = [j for j in game.takes if not (self.space.by_position and j % 2)]
        close = [pair for pair in pairs if pair[0] < CHUNK]
        few = len(distant) + len(proofs) <= WRITTEN_OUT and shape.planes == 1
        if few and self.n >= max(self._settled, 4 * int(rare[-1]) if len(rare) else 0):
            shape = replace(shape, known=inner.known(close, distant, proofs, game.splits, takes))
        near = inner.near_tables(close, list(game.splits), takes, shape, far=distant)
        space = inner.bitsets(self._tables.commons, self._tables.rares, shape)
        parts = self._parts(values, shape, distant)
        window, shift = self._window(values, shape, back)
        self._renew_at, self._look_at = 2 * self.n, self.n
        self._rows = inner.Rows(near, plan, check, space, window, shift, back, parts)
        if near.shape not in self._compared:  # this code is new here
            self._compared.add(near.shape)
            self._compare_at = self.n

    def _window(self, values: Values, shape: Shape, back: int) -> tuple[inner.Window, int]:
        """The window of the heaps before n, and the heap of its first column. Where there is room
        in that of the rows before these, only what is new is filled in."""
        most = inner.largest_batch(shape)
        last, self._last = self._last, None
        first = since = self.n - back
        if last is not None and last.serves(
            shape, first, self.n + max(most, back // 2) + 8 * CHUNK
        ):
            window, first, since = last
        else:
            more = max(back, most, ROOM if shape.planes > 1 else 0)
            window = inner.empty_window(shape, back + more + 8 * CHUNK + most)
        witnesses = np.array(self._witnesses, dtype=np.int64)
        fill_window(
            values,
            self.n,
            since,
            first,
            self.game.reach,
            self.rare,
            witnesses,
            self._tables,
            window,
        )
        return window, first


class Filled(NamedTuple):
    """A window that begins at heap ``first`` and is filled before heap ``stop``."""

    window: inner.Window
    first: int
    stop: int

    def serves(self, shape: Shape, first: int, stop: int) -> bool:
        """Whether words of this shape for these heaps are in it, or may be written there."""
        planes, columns = self.window.words.shape
        summed, size = len(self.window.pairs), self.window.words.itemsize
        return (
            (planes, summed, 8 * size) == (shape.planes, shape.summed, shape.width)
            and self.first <= first
            and stop - self.first <= columns
        )
