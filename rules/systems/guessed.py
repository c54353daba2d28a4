"""Positions of a Python function, one of each size: a game whose system of kinds is guessed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.families.function.rule import Function
from mexplore.rules.systems.game import NoSystem, SystemGame
from mexplore.rules.systems.guessing import COMPARED, Guess
from mexplore.rules.systems.shapes import Shape
from mexplore.rules.systems.system import Heap, Heaps, System

GUESSED = (
    "a system of kinds of heaps was guessed from the function's values, with which it agrees for "
    f"sizes up to {COMPARED}; nothing is proved"
)


@dataclass(frozen=True)
class FunctionGame(SystemGame):
    """G(n) is the value of the position of size n, by a function of the user's.

    >>> from mexplore.rules.families.function.given import GivenFunction
    >>> from mexplore.rules.systems.shapes import read_shape
    >>> rule = GivenFunction.of(lambda row: [[row[:i], row[i + 2 :]] for i in range(len(row) - 1)])
    >>> flips = FunctionGame(rule, read_shape("+^n"))
    >>> str(flips), [flips.value_of_start(n) for n in range(6)], flips.describe(1)
    ('a Python function from +^n', [0, 0, 1, 1, 2, 0], '+^n')
    """

    family: ClassVar[str] = "python"
    guessed: ClassVar[str] = GUESSED

    rule: Function
    start: Shape

    def __str__(self) -> str:
        return f"{self.rule} from {self.start}"

    def words(self) -> str:
        return f"{self.rule.words().removesuffix('.')}; play begins with {self.start}."

    @cached_property
    def _guess(self) -> Guess:
        return Guess(self.rule.moves, self.rule.worth, self.start)

    @property
    def system(self) -> System:
        """The system that is guessed; NoSystem where none is seen."""
        return self._guess.system

    def describe(self, kind: int) -> str:
        return str(self._guess.shapes[kind - 1]) if kind else "heaps of Nim, in the place of values"

    def directly(self, heaps: Sequence[Heap]) -> list[int]:
        shapes = self._guess.shapes
        return [
            n if not kind else self.rule.worth(shapes[kind - 1].position(n)) for kind, n in heaps
        ]

    def value_of_start(self, n: int, watcher: Watcher = no_progress) -> int:
        del watcher
        return self.rule.worth(self.start.position(n))

    def position(self, text: str) -> Heaps:
        """None by heaps: positions are those of the function."""
        del text
        raise NoSystem(GUESSED)

    def spelled(self, text: str) -> Hashable | None:
        return self.rule.spelled(text)

    def start_of(self, n: int) -> Hashable:
        found: Hashable = self.start.position(n)
        return found

    def worth(self, position: Any) -> int:
        return self.rule.worth(position)

    def moves(self, position: Any) -> Iterable[tuple[Any, ...]]:
        return self.rule.moves(position)
