"""Questions about positions of any kind: strings, tuples, whatever a function of the user's takes.

Their values are computed by memory; the moves from a position are tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import field
from functools import reduce
from operator import xor
from typing import Any

from mexplore.discover.questions.classes import NIM, Classes, Monoid
from mexplore.discover.questions.winning_moves import Found, alone
from mexplore.discover.study.kind import Warrant
from mexplore.rules.dataclass import dataclass
from mexplore.rules.views import view


@dataclass(frozen=True, order=True)
class Shown:
    """A position, and how people write it."""

    name: str
    position: Any = field(compare=False)

    @classmethod
    def of(cls, position: Hashable) -> Shown:
        return cls(position if isinstance(position, str) else repr(position), position)

    def __str__(self) -> str:
        return self.name or "nothing"


@dataclass(frozen=True)
class OnePosition:
    """The game that a position belongs to. It is written as the game, and is none of its heaps."""

    game: Any

    def __str__(self) -> str:
        return str(self.game)


@view("spelled")
def spelled(game: Any, text: str) -> Hashable | None:
    """The position that a text writes out; None where the game takes sizes of heaps and squares
    only, or where the text is one of these."""
    del game, text
    return None


class NimPositions(Classes):
    """Positions whose value ``value`` computes, and from which ``options`` lists the moves: what
    each leaves, as a tuple of positions.

    >>> from mexplore.rules.engine.search import Sums
    >>> flips = lambda row: [(row[:i], row[i + 2 :]) for i in range(len(row) - 1)]
    >>> known = NimPositions("flips", Sums(flips).value, flips)
    >>> known.of(Shown.of("ooooo")), known.of(Shown.of("oooo"))
    (0, 2)
    >>> found = known.winning(Shown.of("oooo"), 0)
    >>> [[str(part) for part in to] for group in found.groups for to in group]
    [['o', 'o']]
    """

    monoid: Monoid = NIM

    def __init__(
        self,
        rule: Any,
        value: Callable[[Any], int],
        options: Callable[[Any], Iterable[tuple[Any, ...]]],
    ) -> None:
        self.rule, self._value, self._options = rule, value, options

    def of(self, place: Shown) -> int:
        return self._value(place.position)

    def warrants(self, places: Sequence[Shown]) -> Sequence[Warrant]:
        del places
        return [Warrant("computed", "computed from the rule, with memory for parts")]

    def winning(self, place: Shown, rest: Any) -> Found:
        found = {
            tuple(Shown.of(part) for part in option)
            for option in self._options(place.position)
            if reduce(xor, map(self._value, option), 0) == rest
        }
        return Found(alone(sorted(found)))
