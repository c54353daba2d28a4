"""The values of all heaps of a system, computed as far as needed.

Heaps are valued in the order of their ranks (`Tables`), those named one by one first. Schemas of
at most two parts have a compiled loop (`loops`), which is quadratic, and compares many pairs at a
time; for few heaps, for three parts or more and without machine code there are sets (`sets`). The
loop has to find the last values that sets have found once more before it is believed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mexplore.rules.engine.compiled import is_compiled, refuse
from mexplore.rules.engine.compiling import PLAINLY
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress, refuse_beyond_memory
from mexplore.rules.engine.working import Pace, working_seconds
from mexplore.rules.systems.loops import fill
from mexplore.rules.systems.sets import BySets
from mexplore.rules.systems.tables import Tables

if TYPE_CHECKING:
    from mexplore.rules.systems.system import System

    SystemArray = npt.NDArray[np.unsignedinteger[Any]]
    """values[t, n], the values of the heaps of kind t and of size n."""

COMPILED_FROM = 200
"""Heaps of each kind, by sets before the compiled loop takes over where it is there."""
COLD_FROM = 3000
"""The same where that loop is not compiled yet, which takes half a second."""
AGAIN = 32
"""Sizes whose values the loop must find once more before it is believed."""

_HELD: set[tuple[Any, Any, Any]] = set()
"""The loop with a type of values and a branch that were held against sets in this process."""


class SystemValues:
    """The values of a system as far as known; ``extend`` computes more. An exception during that
    (KeyboardInterrupt too) leaves it as it was after the last whole block.

    >>> from mexplore.rules.systems.system import Kind, Part, Schema, System
    >>> row = Kind("row", schemas=(Schema(1, (Part(0), Part(0))), Schema(2, (Part(0), Part(0)))))
    >>> ring = Kind("ring", schemas=(Schema(1, (Part(0),)), Schema(2, (Part(0),))))
    >>> SystemValues(System((row, ring))).extend(8).tolist()
    [[0, 1, 2, 3, 1, 4, 3, 2], [0, 1, 2, 0, 0, 0, 0, 0]]
    """

    def __init__(
        self, system: System, watcher: Watcher = no_progress, cold_from: int = COLD_FROM
    ) -> None:
        self.tables = Tables(system)
        self._watcher, self._cold_from = watcher, cold_from
        self._by_sets = BySets(self.tables)
        self._tick = 0
        self._array: SystemArray = np.zeros((len(system.kinds), 0), dtype=np.uint8)
        self._room = 256  # a power of 2, more than twice every value
        self._given = self.tables.for_loops()
        self._taken = None, *self.tables.branches
        self._stamps = np.zeros(0, dtype=np.int64)
        self._make_room_for(self.tables.largest)
        self._pace = Pace(1024 if self._is_held() else 64)

    @property
    def known(self) -> int:
        """The sizes below which all kinds have been valued."""
        return self.tables.sizes_before(self._tick)

    @property
    def values(self) -> SystemArray:
        """values[t, n] for all kinds t and n < ``known`` (a read-only view)."""
        view = self._array[:, : self.known]
        view.flags.writeable = False
        return view

    def extend(self, stop: int, deadline: float | None = None) -> SystemArray:
        """The values at 0 <= n < stop of all kinds; fewer if ``deadline`` (of ``working_seconds``)
        passes first."""
        end = self.tables.tick(stop)
        if end > self._tick:
            self._reserve(stop)
        while self._tick < end and not (deadline and working_seconds() > deadline):
            with self._pace.block():
                self._advance(min(end, self._tick + self._pace.size))
                self._watcher(Progress("values", min(self.known, stop), stop))
        return self.values[:, :stop]

    def _reserve(self, stop: int) -> None:
        """Room for all heaps that are valued before those of size ``stop``."""
        kinds, size = self._array.shape
        longest = max((len(kind.below) for kind in self.tables.system.kinds), default=0)
        wanted = max(stop + self.tables.most + 1, longest)
        if wanted <= size:
            return
        refuse_beyond_memory(wanted, 3 * kinds)
        self._rewrite(max(wanted, 2 * size if wanted < 1 << 20 else 0), self._array.dtype)
        if size == 0:
            for (kind, n), value in self.tables.named.items():
                if n < len(self.tables.system.kinds[kind].below):
                    self._make_room_for(value)
                    self._array[kind, n] = value

    def _rewrite(self, size: int, dtype: Any) -> None:
        """The same values in an array of this length and type."""
        old = self._array
        self._array = np.zeros((len(old), max(size, old.shape[1])), dtype=dtype)
        self._array[:, : old.shape[1]] = old

    def _make_room_for(self, value: int) -> None:
        """A type and stamps in which this value has its place."""
        dtype = self._array.dtype
        while value > np.iinfo(dtype).max:
            dtype = np.dtype(f"u{2 * dtype.itemsize}")
        if dtype != self._array.dtype:
            self._rewrite(self._array.shape[1], dtype)
        if 2 * value >= self._room:
            self._room = 4 << value.bit_length()

    def _advance(self, end: int) -> None:
        """The heaps of the ticks before ``end``, or of some of them."""
        if self._uses_sets():
            for tick in range(self._tick, end):
                self._value_by_sets(tick)
                self._tick = tick + 1
            return
        if not self._is_held():
            self._try_loop()
            return
        self._tick, self._array = self._looped(self._array, self._tick, end)

    def _uses_sets(self) -> bool:
        """Whether the next heap is valued by sets."""
        never = os.environ.get("MEXPLORE_DISABLE_JIT") or PLAINLY.get() or fill.refused
        if self.tables.wide or never:
            return True
        if self._is_held():
            return False
        return self._tick < self.tables.tick(self._first_by_loop())

    def _first_by_loop(self) -> int:
        """The size of which the loop may value the first heap, if it is believed by then."""
        if fill.is_translated:
            return min(AGAIN, COMPILED_FROM)
        return min(COMPILED_FROM, self._cold_from) if is_compiled(fill) else self._cold_from

    def _branches(self) -> set[tuple[Any, Any, Any]]:
        return {(fill, self._array.dtype, branch) for branch in self._taken}

    def _is_held(self) -> bool:
        """Whether the loop was held against sets, with values of this type, for such schemas."""
        return self._branches() <= _HELD

    def _value_by_sets(self, tick: int) -> None:
        kind, n = self.tables.heap(tick)
        if n >= len(self.tables.system.kinds[kind].below):
            value = self._by_sets.value(self._array, kind, n, self._room)
            self._make_room_for(value)
            self._array[kind, n] = value

    def _looped(self, array: SystemArray, tick: int, end: int) -> tuple[int, SystemArray]:
        """The array with the values of the ticks from one before the other by the loop, and how far
        it came: where a value needs more room, that is made."""
        if len(self._stamps) != self._room:
            self._stamps = np.full(self._room, -1, dtype=np.int64)
        largest = int(np.iinfo(array.dtype).max)
        limit = min(largest, self._room // 2 - 1)
        tick = fill(array, *self._given, (self._stamps, limit), (tick, end))
        if tick < end and limit < largest:
            self._room *= 2
        elif tick < end:
            array = array.astype(f"u{2 * array.dtype.itemsize}")
        return tick, array

    def _try_loop(self) -> None:
        """Hold the loop against the last values that are known, all of them by sets."""
        first = self.tables.tick(max(self.known - AGAIN, 0))
        again = self._array.copy()
        for tick in range(first, self._tick):
            kind, n = self.tables.heap(tick)
            if n >= len(self.tables.system.kinds[kind].below):
                again[kind, n] = 0
        tick = first
        while tick < self._tick:
            tick, again = self._looped(again, tick, self._tick)
        _HELD.update(self._branches())
        differing = np.argwhere(again != self._array)
        if len(differing):
            kind, n = differing[0].tolist()
            found, value = again[kind, n], self._array[kind, n]
            refuse([fill], f"kind {kind}, size {n}: {found}, by sets {value}")


def values(system: System, stop: int, watcher: Watcher = no_progress) -> SystemArray:
    """values[t, n] for all kinds t and n < stop.

    >>> from mexplore.rules.systems.system import Kind, Part, Schema, System
    >>> values(System((Kind("nim", schemas=(Schema(1, (Part(0),)),)),)), 5).tolist()
    [[0, 1, 0, 1, 0]]
    """
    return SystemValues(system, watcher).extend(stop)
