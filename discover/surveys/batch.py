"""The games of a batch, considered together whenever they have come to the same number of values.

A study looks for periods in the first values of a game, asks the theorems how many values decide,
and goes on with so many, or with twice as many. What of this a game of a batch does for itself, as
in its study, is an `InBatch`; the search for the periods of all of them is one call (`periods`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from mexplore.discover.surveys.periods import periods_of

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.surveys.games import Settled
    from mexplore.rules.rule import Values

LONGEST = 2048
"""Values of a sequence that are looked at in a batch; a game that needs more is studied alone."""


class InBatch(ABC):
    """A game of a batch, as far as it is known."""

    @property
    @abstractmethod
    def first(self) -> int:
        """How many values a study considers first."""

    @abstractmethod
    def is_cheap(self, stop: int) -> bool:
        """Whether the values at n < ``stop`` take little time."""

    @abstractmethod
    def rows(self, stop: int) -> Sequence[Values]:
        """The sequences whose periods are looked for, at n < ``stop``."""

    @abstractmethod
    def considered(self, periods: list[list[Periodic]]) -> Settled | None:
        """What is proved by these values, of each of whose rows these are the candidates."""

    @abstractmethod
    def further(self, stop: int) -> int:
        """How many values the study considers after ``stop`` that were not enough."""


def settled_of(
    games: Mapping[int, InBatch], most: int | None = None
) -> Iterator[tuple[int, Settled]]:
    """The games that are settled by their first values, by number; by ``most`` of them, if a study
    may consider no more."""
    last = LONGEST if most is None else most
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    for i, game in games.items():
        waiting[min(game.first, last)].append(i)
    while waiting:
        stop = min(waiting)
        rows = {i: games[i].rows(stop) for i in waiting.pop(stop) if games[i].is_cheap(stop)}
        periods = iter(periods_of([row for each in rows.values() for row in each]))
        for i, each in rows.items():
            settled = games[i].considered([*islice(periods, len(each))])
            if settled is not None:
                yield i, settled
                continue
            further = min(games[i].further(stop), last)
            if stop < further <= LONGEST:
                waiting[further].append(i)
