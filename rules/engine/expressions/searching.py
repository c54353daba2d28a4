"""The compiled search of what can be reached: room for its table, its stack and its stamps."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.rules.engine.exploring import Clock
from mexplore.rules.engine.expressions import worklist
from mexplore.rules.engine.expressions.loops import compiled_loop
from mexplore.rules.engine.expressions.numbers import DONE, GROW, PAUSED
from mexplore.rules.engine.search import circle, clip
from mexplore.rules.engine.working import Pace
from mexplore.rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.rules.engine.expressions.reached import ReachSource


class Machine:
    """A compiled search of the positions of one game, by the loop that was written for it.

    Positions are heaps, or squares with the number of coordinates that the loop has. With ``size``
    squares beyond it are no moves. ``low`` holds the values of the heaps below its length. A
    ``dense`` search keeps a table of all squares of that size, and is quick where most of them are
    reached; without ``edges`` it has no answer where a move leaves them.
    """

    def __init__(
        self,
        source: ReachSource,
        size: Sequence[int] | None = None,
        low: npt.NDArray[Any] | None = None,
        *,
        edges: bool = False,
        dense: bool = False,
    ) -> None:
        self._loop = compiled_loop(source.loop)
        self._limit = source.loop.limit
        self.sides = tuple(size) if size is not None else (self._limit,) * source.dimensions
        widths = self.sides if dense else (self._limit,) * source.dimensions
        weights = [prod(widths[i + 1 :]) for i in range(source.dimensions)]
        self._weights = np.array(weights, dtype=np.int64)
        self._sides = np.array(self.sides, dtype=np.int64)
        self._low = np.zeros(1, dtype=np.uint8) if low is None else low  # nothing is worth 0
        self._edges, self._dense = edges, dense
        self._stamps = np.zeros(64, dtype=np.int64)
        self._nodes = np.zeros((64, 4), dtype=np.int64)
        if dense:
            self._slots: npt.NDArray[Any] = np.full((prod(widths), 1), worklist.ABSENT, np.int32)
        else:
            self._slots = self._empty(1 << 9)
        counts = np.zeros(9, dtype=np.int64)
        counts[[worklist.TOP, worklist.FREE]] = -1
        counts[worklist.PAUSE] = 64  # so that plain Python is quick enough to be compared with
        self._counts = counts

    @property
    def reached(self) -> int:
        """How many positions were met."""
        return int(self._counts[worklist.REACHED])

    def values(self, positions: Sequence[Any], most: int, clock: Clock) -> list[int] | None:
        """The values of these positions; None where the loop cannot value one that they reach."""
        coordinates = [p if isinstance(p, tuple) else (p,) for p in positions]
        if any(not 0 <= at < s for c in coordinates for at, s in zip(c, self.sides, strict=True)):
            return None
        weights = self._weights.tolist()
        keys = [sum(at * w for at, w in zip(c, weights, strict=True)) for c in coordinates]
        asked = np.array(keys, dtype=np.int64)
        if not self.search(asked, most, clock):
            return None
        found = np.zeros_like(asked)
        worklist.read_all(self._slots, asked, found)
        values: list[int] = found.tolist()
        return values

    def table(self, clock: Clock) -> npt.NDArray[np.int32] | None:
        """The values of all squares of a dense search; None likewise."""
        squares = prod(self.sides)
        if not self.search(np.arange(squares, dtype=np.int64), squares, clock):
            return None
        found: npt.NDArray[np.int32] = self._slots[:, 0].reshape(self.sides)
        return found

    def search(self, asked: npt.NDArray[np.int64], most: int, clock: Clock) -> bool:
        """Value the positions with these keys; False where the loop cannot. It can be asked again
        after an interruption."""
        counts, pace = self._counts, Pace(int(self._counts[worklist.PAUSE]))
        counts[worklist.NEXT] = 0
        why = PAUSED
        while why != DONE:
            self._set_room(most)
            counts[worklist.PAUSE] = pace.size
            with pace.block():
                why = self._loop(
                    self._slots,
                    self._nodes,
                    self._stamps,
                    counts,
                    asked,
                    self._low,
                    self._sides,
                    self._weights,
                    self._edges,
                )
            clock.tell(self.reached)
            if why == worklist.CROWDED:
                self._make_room(most, int(asked[min(counts[worklist.NEXT], len(asked) - 1)]))
            elif why == GROW:
                self._more_stamps()
            elif why == worklist.LOOPS:
                raise InputError(circle(*self._circle()))
            elif why not in (DONE, PAUSED):
                return False
        return True

    # -- room --------------------------------------------------------------------------------

    def _empty(self, rows: int) -> npt.NDArray[np.int64]:
        slots = np.empty((rows, 2), dtype=np.int64)
        slots[:] = worklist.ABSENT
        return slots

    def _set_room(self, most: int) -> None:
        """Hashed keys need some rows of the table to be empty."""
        rows = len(self._slots)
        self._counts[worklist.ROOM] = min(most, rows if self._dense else rows // 4 * 3)

    def _make_room(self, most: int, key: int) -> None:
        reached = self.reached
        if reached >= most:
            start = clip(self._position(key))
            raise TooLarge(
                f"more than {most} positions are reached from {start}: perhaps play need not end"
            )
        if reached >= self._counts[worklist.ROOM]:
            larger = self._empty(4 * len(self._slots) if reached < 10**6 else 2 * len(self._slots))
            worklist.move_all(self._slots, larger)
            self._slots = larger
        else:
            self._nodes = np.concatenate([self._nodes, np.zeros_like(self._nodes)])

    def _more_stamps(self) -> None:
        self._stamps = np.zeros(2 * len(self._stamps), dtype=np.int64)

    # -- circles -----------------------------------------------------------------------------

    def _circle(self) -> tuple[list[Any], Any]:
        """The path of positions whose options are looked at, from the one that is met again."""
        path = list[Any]()
        row, last = (int(self._counts[at]) for at in (worklist.TOP, worklist.CLOSING))
        while True:
            if self._nodes[row, worklist.OPEN]:
                path.append(self._position(int(self._nodes[row, worklist.KEY])))
            if row == last:
                return path[::-1], path[-1]
            row = int(self._nodes[row, worklist.BELOW])

    def _position(self, key: int) -> Any:
        weights = self._weights.tolist()
        if len(weights) == 1:
            return key
        place = []
        for weight in weights:
            at, key = divmod(key, weight)
            place.append(at)
        return tuple(place)
