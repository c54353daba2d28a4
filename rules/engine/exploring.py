"""Values on demand: the positions that a position can reach, explored once for all that are asked.

The search is `rules.engine.search.Sums`, in plain Python, for positions of any kind. Where there is
a compiled loop for the game (`rules.engine.expressions.reached`) and the options looked at are
many, the loop goes on; what it cannot hold in 64 bits is left to plain Python again. Both give the
mex of the options' values, refuse a game that need not end, and have a limit on the positions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.search import MOST_POSITIONS, Sums, circle, clip
from mexplore.rules.engine.working import Pace, working_seconds
from mexplore.rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.engine.expressions.reached import ReachSource

P = TypeVar("P", bound=Hashable)

FEW_OPTIONS = 10_000
"""Options, and parts of them, that plain Python looks at in less time than LLVM is imported and a
loop compiled."""
MOST_COMPILED = 4_000_000
"""Positions that a compiled search may reach, unless a limit is given: some 300 megabytes."""


class Deadline(Exception):
    """The time for an exploration is over."""


class Clock:
    """What ends an exploration, and is told how far it has come: ``look`` is called at each option,
    ``tell`` now and then.

    >>> clock = Clock(ends=working_seconds() + 60)
    >>> clock.look(), clock.tell(100)
    (None, None)
    """

    def __init__(self, watcher: Watcher = no_progress, ends: float | None = None) -> None:
        self.ends = ends
        self._watcher = watcher
        self._calls = 0

    def look(self) -> None:
        """`tell`, at one of many calls."""
        self._calls += 1
        if self._calls % LOOKED_EVERY == 0:
            self.tell(self._calls, "options")

    def tell(self, done: int, of: str = "positions") -> None:
        """Report how many positions were reached; Deadline once the time is over."""
        self._watcher(Progress(of, done, 0))
        if self.ends is not None and working_seconds() > self.ends:
            raise Deadline


LOOKED_EVERY = 256  # options


class TooLong(Exception):
    """More options were looked at than was asked for."""


class Explored(Generic[P]):
    """The values of positions of one game, each computed once. ``options`` yields what a move
    leaves as a tuple of positions; ``machine`` makes a compiled search, if there is one; ``most``
    positions may be reached; a ``clock`` may end the work.

    >>> one_or_two = Explored(lambda n: [(n - 1,), (n - 2,)] if n > 1 else [])
    >>> [one_or_two.value(n) for n in (8, 9)], one_or_two.reached
    ([1, 2], 10)
    """

    def __init__(
        self,
        options: Callable[[P], Iterable[tuple[P, ...]]],
        machine: Callable[[], Machine | None] = lambda: None,
        most: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._definition = options
        self._make_machine = machine
        self._most = most
        self.clock = clock or Clock()
        self._plain = Sums(self._options, MOST_POSITIONS if most is None else most)
        self._machine: Machine | None = None
        self._left: float = FEW_OPTIONS
        self._asked: dict[P, None] = {}

    @property
    def reached(self) -> int:
        """How many positions can be reached from those that were asked for, themselves included."""
        return len(self._plain) if self._machine is None else self._machine.reached

    def value(self, position: P) -> int:
        """The Grundy value; InputError where moves run in a circle, TooLarge where more positions
        are reached than the limit allows."""
        return self.values([position])[0]

    def few(self, positions: Sequence[P]) -> list[int] | None:
        """The values of all of them; None if it takes more options than are looked at at once."""
        try:
            return self._compiled(positions) or self._plainly(positions)
        except TooLong:
            return None

    def values(self, positions: Sequence[P]) -> list[int]:
        """The values of all of them."""
        if (few := self.few(positions)) is not None:
            return few
        self._asked |= dict.fromkeys(positions)
        self._machine = self._make_machine()
        if self._compiled([*self._asked]) is not None:
            return self._compiled(positions) or []
        self._left = float("inf")
        self._plainly([*self._asked])
        return self._plainly(positions)

    def _compiled(self, positions: Sequence[P]) -> list[int] | None:
        """The values by the compiled search; None where there is none, and where it gives up."""
        if self._machine is None:
            return None
        found = self._machine.values(positions, self._most or MOST_COMPILED, self.clock)
        if found is None:
            self._machine, self._make_machine = None, lambda: None
            self._left = float("inf")
            self._plainly([*self._asked])
        self._asked |= dict.fromkeys(positions)
        return found

    def _plainly(self, positions: Iterable[P]) -> list[int]:
        found = []
        for position in positions:
            found.append(self._plain.value(position))
            self._asked[position] = None
        return found

    def _options(self, position: P) -> Iterator[tuple[P, ...]]:
        self.clock.look()
        try:
            for option in self._definition(position):
                self.clock.look()
                self._left -= 1 + len(option)
                if self._left < 0:
                    raise TooLong
                yield option
        except TooLarge as why:  # for the interpreter
            if self._left < float("inf"):
                raise TooLong from why
            raise


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
        import numpy as np

        from mexplore.rules.engine.expressions import worklist
        from mexplore.rules.engine.expressions.loops import compiled_loop

        self._at = worklist
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
        return int(self._counts[self._at.REACHED])

    def values(self, positions: Sequence[Any], most: int, clock: Clock) -> list[int] | None:
        """The values of these positions; None where the loop cannot value one that they reach."""
        import numpy as np

        coordinates = [p if isinstance(p, tuple) else (p,) for p in positions]
        if any(not 0 <= at < s for c in coordinates for at, s in zip(c, self.sides, strict=True)):
            return None
        weights = self._weights.tolist()
        keys = [sum(at * w for at, w in zip(c, weights, strict=True)) for c in coordinates]
        asked = np.array(keys, dtype=np.int64)
        if not self.search(asked, most, clock):
            return None
        found = np.zeros_like(asked)
        self._at.read_all(self._slots, asked, found)
        values: list[int] = found.tolist()
        return values

    def table(self, clock: Clock) -> npt.NDArray[np.int32] | None:
        """The values of all squares of a dense search; None likewise."""
        import numpy as np

        squares = prod(self.sides)
        if not self.search(np.arange(squares, dtype=np.int64), squares, clock):
            return None
        found: npt.NDArray[np.int32] = self._slots[:, 0].reshape(self.sides)
        return found

    def search(self, asked: npt.NDArray[np.int64], most: int, clock: Clock) -> bool:
        """Value the positions with these keys; False where the loop cannot. It can be asked again
        after an interruption."""
        from mexplore.rules.engine.expressions.options import DONE, GROW, PAUSED

        counts, pace = self._counts, Pace(int(self._counts[self._at.PAUSE]))
        counts[self._at.NEXT] = 0
        why = PAUSED
        while why != DONE:
            self._set_room(most)
            counts[self._at.PAUSE] = pace.size
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
            if why == self._at.CROWDED:
                self._make_room(most, int(asked[min(counts[self._at.NEXT], len(asked) - 1)]))
            elif why == GROW:
                self._more_stamps()
            elif why == self._at.LOOPS:
                raise InputError(circle(*self._circle()))
            elif why not in (DONE, PAUSED):
                return False
        return True

    # -- room --------------------------------------------------------------------------------

    def _empty(self, rows: int) -> npt.NDArray[np.int64]:
        import numpy as np

        slots = np.empty((rows, 2), dtype=np.int64)
        slots[:] = self._at.ABSENT
        return slots

    def _set_room(self, most: int) -> None:
        """Hashed keys need some rows of the table to be empty."""
        rows = len(self._slots)
        self._counts[self._at.ROOM] = min(most, rows if self._dense else rows // 4 * 3)

    def _make_room(self, most: int, key: int) -> None:
        import numpy as np

        reached = self.reached
        if reached >= most:
            start = clip(self._position(key))
            raise TooLarge(
                f"more than {most} positions are reached from {start}: perhaps play need not end"
            )
        if reached >= self._counts[self._at.ROOM]:
            larger = self._empty(4 * len(self._slots) if reached < 10**6 else 2 * len(self._slots))
            self._at.move_all(self._slots, larger)
            self._slots = larger
        else:
            self._nodes = np.concatenate([self._nodes, np.zeros_like(self._nodes)])

    def _more_stamps(self) -> None:
        import numpy as np

        self._stamps = np.zeros(2 * len(self._stamps), dtype=np.int64)

    # -- circles -----------------------------------------------------------------------------

    def _circle(self) -> tuple[list[Any], Any]:
        """The path of positions whose options are looked at, from the one that is met again."""
        at, path = self._at, []
        row, last = int(self._counts[at.TOP]), int(self._counts[at.CLOSING])
        while True:
            if self._nodes[row, at.OPEN]:
                path.append(self._position(int(self._nodes[row, at.KEY])))
            if row == last:
                return path[::-1], path[-1]
            row = int(self._nodes[row, at.BELOW])

    def _position(self, key: int) -> Any:
        weights = self._weights.tolist()
        if len(weights) == 1:
            return key
        place = []
        for weight in weights:
            at, key = divmod(key, weight)
            place.append(at)
        return tuple(place)
