"""Sums under misère play of which no law is known: who loses them, from all sums that they reach.

The class of a sum is the sum itself, as a multiset of heaps; their product is the union, and
whether one is lost is decided by its misère value (`rules.misere.game`), which is explored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.questions.classes import HeapClasses
from mexplore.discover.study.kind import Means, NotKnown, reached_warrant
from mexplore.rules.engine.exploring import Clock, Deadline, Explored
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.discover.questions.where import Places
    from mexplore.discover.study.kind import Warrant
    from mexplore.rules.rule import Rule

Sum = tuple[tuple[int, int], ...]
"""The number of a rule and a size, of each heap."""


class SumsOfHeaps:
    """Multisets of heaps of some rules.

    >>> from mexplore.rules.notation import parse_rule
    >>> sums = SumsOfHeaps([parse_rule("0.77")], Means())
    >>> [n for n in range(1, 13) if sums.is_lost(((0, n),))], sums.is_lost(((0, 2), (0, 2)))
    ([1, 4, 9, 12], True)
    """

    one: ClassVar[Sum] = ()

    def __init__(
        self,
        rules: Sequence[Rule],
        means: Means,
        watcher: Watcher = no_progress,
        why: str = "no law of misère play is known",
    ) -> None:
        self.rules, self._why = rules, why
        self._clock = Clock(watcher, working_seconds() + means.budget)
        self._explored: Explored[Sum] = Explored(
            self._options, most=means.positions, clock=self._clock, end=1
        )

    def product(self, a: Sum, b: Sum) -> Sum:
        return tuple(sorted(a + b))

    def is_lost(self, a: Sum) -> bool:
        try:
            return self._explored.value(a) == 0
        except TooLarge as why:
            raise NotKnown(f"{self._why}; {why}") from None
        except Deadline:
            late = "what they reach was not explored within the budget; --budget gives more"
            raise NotKnown(f"{self._why}; {late}") from None

    @property
    def reached(self) -> int:
        """How many sums were explored."""
        return self._explored.reached

    def _options(self, heaps: Sum) -> Iterator[tuple[Sum]]:
        for i, (number, size) in enumerate(heaps):
            if i and heaps[i - 1] == heaps[i]:
                continue
            rest = heaps[:i] + heaps[i + 1 :]
            for option in self.rules[number].options(size):
                yield (tuple(sorted(rest + tuple((number, heap) for heap in option))),)


class BySearch(HeapClasses):
    """The heaps of one of the rules, as sums."""

    def __init__(self, sums: SumsOfHeaps, number: int) -> None:
        self.rule, self.monoid, self._number = sums.rules[number], sums, number
        self._sums = sums

    def of(self, place: int) -> Sum:
        return ((self._number, place),) if place else ()

    def name_of(self, a: Any) -> str:
        del a
        return "not known"

    def warrants(self, places: Sequence[int]) -> Sequence[Warrant]:
        del places
        return [reached_warrant(self._sums.reached)]

    def lost_alone(self, stop: int | None) -> Places:
        del stop
        raise NotKnown(f"no law of misère play is known for {self.rule}")
