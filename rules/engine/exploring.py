"""Values on demand: the positions that a position can reach, explored once for all that are asked.

The search is `rules.engine.search.Sums`, in plain Python, for positions of any kind. Where there is
a compiled loop for the game (`rules.engine.expressions.searching`) and the options looked at are
many, the loop goes on; what it cannot hold in 64 bits is left to plain Python again. Both give the
mex of the options' values, refuse a game that need not end, and have a limit on the positions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.search import MOST_POSITIONS, Sums
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge

P = TypeVar("P", bound=Hashable)

FEW_OPTIONS = 4_000
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


class Search(Protocol):
    """A compiled search of the positions of one game."""

    @property
    def reached(self) -> int:
        """How many positions were met."""

    def values(self, positions: Sequence[Any], most: int, clock: Clock) -> list[int] | None:
        """The values of these positions; None where the search cannot value one that they reach.
        It can be asked again after an interruption."""


class Explored(Generic[P]):
    """The values of positions of one game, each computed once. ``options`` yields what a move
    leaves as a tuple of positions; ``machine`` makes a compiled search, if there is one; ``most``
    positions may be reached; a ``clock`` may end the work; ``end`` is the value of a position
    without a move.

    >>> one_or_two = Explored(lambda n: [(n - 1,), (n - 2,)] if n > 1 else [])
    >>> [one_or_two.value(n) for n in (8, 9)], one_or_two.reached
    ([1, 2], 10)
    """

    def __init__(
        self,
        options: Callable[[P], Iterable[tuple[P, ...]]],
        machine: Callable[[], Search | None] = lambda: None,
        most: int | None = None,
        clock: Clock | None = None,
        end: int = 0,
    ) -> None:
        self._definition = options
        self._make_machine = machine
        self._most = most
        self.clock = clock or Clock()
        self._plain = Sums(self._options, MOST_POSITIONS if most is None else most, end)
        self._machine: Search | None = None
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
