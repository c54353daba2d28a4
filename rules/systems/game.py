"""A game of which a system of kinds of heaps is known.

The system may be how the game is written (``kinds ...``), or it is derived from other rules: of
words, of graphs, of boards with a coordinate that takes finitely many values. What is studied,
proved and asked is the same for all of them. A derived system comes with the definition from which
it was derived, so that a check can value heaps without the system.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError
from mexplore.rules.systems.system import Heap, Heaps, System
from mexplore.rules.text.numbers import parse_number

if TYPE_CHECKING:
    from mexplore.rules.systems.sample import SampleMove

_HEAP = re.compile(r"\s*(?:([A-Za-z_]\w*)\s*\(([^()]+)\)|([^()A-Za-z_][^()]*))\s*")


class NoSystem(InputError):
    """A game that does not fall apart into finitely many kinds of heaps, as far as is seen; what
    stands in the way is said."""


class SystemGame(ABC):
    """A game that falls apart into heaps of finitely many kinds: a frozen dataclass. ``str`` of it
    is its canonical text, and is read as the same game."""

    family: ClassVar[str]
    """How JSON calls its notation."""

    guessed: ClassVar[str] = ""
    """Why nothing can be proved of it, where its system is no more than a guess."""

    joins: ClassVar[str] = ""
    """The sign between the heaps of a position, where they are written as a sum."""

    runs_python: ClassVar[bool] = False
    """Whether its moves are those of a function in a file, as of rules of heaps."""

    @abstractmethod
    def __str__(self) -> str:
        """The game in canonical notation."""

    @property
    @abstractmethod
    def system(self) -> System:
        """The kinds of heaps. The heaps of ``system.start`` are those that the game is about: G(n)
        is the value of the one of size n. Play ends."""

    @abstractmethod
    def words(self) -> str:
        """The rule as a sentence."""

    def describe(self, kind: int) -> str:
        """What heaps of this kind are, in a few words or as a picture."""
        return self.system.kinds[kind].name

    def position(self, text: str) -> Heaps:
        """The heaps of a position that a person has written: ``7`` for a heap of the start,
        ``B(7)`` for one of another kind, or what else the notation knows. InputError for others."""
        match = _HEAP.fullmatch(text)
        if match is None:
            start = self.system.kinds[self.system.start].name
            raise InputError(f"{text.strip()[:40]!r} is no heap: write 7, or {start}(7)")
        name, size = match[1], parse_number(match[2] or match[3], "heap")
        if name is not None and name not in self.system.numbers:
            names = ", ".join(self.system.numbers)
            raise InputError(f"there is no kind {name}; the kinds are {names}")
        return ((self.system.start if name is None else self.system.numbers[name], size),)

    def directly(self, heaps: Sequence[Heap]) -> list[int]:
        """The values of these heaps from the game's own definition, without the system where that
        was derived: slow, for checks."""
        from mexplore.rules.systems.definition import grundy_of_heaps

        values = grundy_of_heaps(self.system, heaps)
        return [values[heap] for heap in heaps]

    def small_values(self) -> Iterable[tuple[Heap, int]]:
        """Small heaps with their values by the definition from which the system was derived, and
        by nothing that the derivation uses: a check compares them with those of the system. None
        where the system is the definition."""
        return ()

    def value_of_start(self, n: int, watcher: Watcher = no_progress) -> int:
        """G(n) from the game's own definition, also where there is no system."""
        del watcher
        return self.directly([(self.system.start, n)])[0]

    @cached_property
    def sample(self) -> tuple[SampleMove, ...]:
        """A typical position and a move of each sort from it, to be drawn; none where the game has
        no picture."""
        return ()

    def spelled(self, text: str) -> Hashable | None:
        """The position itself, where a person has written it out and the definition of the game
        values it at once; None for heaps that are given by their sizes."""
        del text
        return None

    def start_of(self, n: int) -> Hashable:
        """The position that G(n) is the value of, as if it were written out, where the definition
        values it at once; where it does not, NoSystem of a game that has no system."""
        del n
        assert self.system
        raise InputError(f"{self}: positions are sums of heaps")

    def worth(self, position: Any) -> int:
        """The value of a position that was written out."""
        raise NotImplementedError

    def moves(self, position: Any) -> Iterable[tuple[Any, ...]]:
        """What each move from a position that was written out leaves: positions."""
        raise NotImplementedError
