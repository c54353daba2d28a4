"""Questions about heaps of several kinds: their values, and the moves from them that win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice, product
from math import comb
from operator import xor
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.classes import NIM, Classes, Monoid
from mexplore.discover.questions.remembered import Shown
from mexplore.discover.questions.winning_moves import Found, alone
from mexplore.discover.study.kind import Warrant
from mexplore.rules.errors import TooManyMoves
from mexplore.rules.systems.ends import named

if TYPE_CHECKING:
    from mexplore.discover.systems.values import KnownKinds
    from mexplore.rules.systems.system import Heap, Heaps, Kind, Schema, System

MOST_TRIED = 100_000  # options of one heap


def shown(system: System, heap: Heap) -> Shown:
    """A heap, and how people write it: its kind and its size."""
    return Shown(named(system, heap), heap)


class NimKinds(Classes):
    """Heaps of the kinds of a system: the class of a heap is its nim-value."""

    monoid: Monoid = NIM

    def __init__(self, known: KnownKinds) -> None:
        self.rule, self.known = known.game, known

    def of(self, place: Shown) -> int:
        return self.known.at(place.position)

    def of_all(self, places: Sequence[Shown]) -> list[int]:
        return self.known.at_all([place.position for place in places])

    def warrants(self, places: Sequence[Shown]) -> Sequence[Warrant]:
        return self.known.look_up([place.position for place in places]).warrants

    def winning(self, place: Shown, rest: Any) -> Found:
        """The options of value ``rest``: all where they can be tried one by one, else those of
        splits in which all heaps but one are small."""
        system, (kind, size) = self.rule.system, place.position
        options, complete = tried_options(system.kinds[kind], size)
        heaps = list({heap for option in options for heap in option})
        found = self.known.look_up(heaps)
        values = dict(zip(heaps, found.values, strict=True))
        winning = {
            tuple(sorted(option))
            for option in options
            if None not in (parts := [values[heap] for heap in option])
            and reduce(xor, (part or 0 for part in parts), 0) == rest
        }
        results = (tuple(shown(system, heap) for heap in option) for option in sorted(winning))
        missing = None
        if found.missing:
            missing = TooManyMoves(found.missing)
        elif not complete:
            missing = TooManyMoves("the moves are too many to be tried one by one")
        return Found(alone(results), missing)


def tried_options(kind: Kind, n: int) -> tuple[list[Heaps], bool]:
    """The options of a heap of n of a kind, each once, and whether these are all.

    >>> from mexplore.rules.systems.system import Kind, Part, Schema
    >>> row = Kind("row", schemas=(Schema(1, (Part(0), Part(0))),))
    >>> tried_options(row, 3)
    ([((0, 0), (0, 2)), ((0, 1), (0, 1))], True)
    >>> options, whole = tried_options(row, 10**18)
    >>> options[1], whole
    (((0, 1), (0, 999999999999999998)), False)
    """
    if n < len(kind.below):
        return list(dict.fromkeys(tuple(sorted(option)) for option in kind.below[n])), True
    found: dict[Heaps, None] = {}
    complete = True
    for schema in kind.schemas:
        k = len(schema.parts)
        many = k > 1 and comb(max(n - schema.drop, 0) + k - 1, k - 1) > MOST_TRIED
        complete = complete and not many
        listed = _unbalanced(schema, n) if many else schema.options(n)
        found |= {tuple(sorted(option)): None for option in islice(listed, MOST_TRIED)}
    return list(found), complete


def _unbalanced(schema: Schema, n: int) -> Iterator[Heaps]:
    """Options in which all parts but one are small."""
    if n not in schema.when:
        return
    parts = schema.parts
    small = max(2, int((MOST_TRIED // len(parts)) ** (1 / (len(parts) - 1))))
    for large in range(len(parts)):
        others = [part for number, part in enumerate(parts) if number != large]
        ranges = [range(part.least, part.least + small) for part in others]
        for sizes in product(*ranges):
            rest = n - schema.drop - sum(sizes)
            whole = [*sizes[:large], rest, *sizes[large:]]
            if rest >= parts[large].least and all(
                size in part.sizes for size, part in zip(whole, parts, strict=True)
            ):
                heaps = ((part.kind, size) for part, size in zip(parts, whole, strict=True))
                yield (*heaps, *schema.beside)
