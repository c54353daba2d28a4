"""Goals that may be reached in very many ways, of which Coq is told those that were needed.

A way is text for Coq, with inequalities that show the goal where they hold. Ways of several parts
are as many as the products of the parts; at one point each part is looked for alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from mexplore.discover.coq.families.forms import Region, holds, negation


class Way(NamedTuple):
    """How Coq names it, and where it shows the goal."""

    text: str
    region: Region


Finder = Callable[[Sequence[int]], Way | None]
"""The first way that shows something at a point, if there is one."""


@dataclass
class Ways:
    """From ``given`` it follows that some way holds."""

    given: Region
    finder: Finder
    used: dict[str, Region] = field(default_factory=dict)

    def cases(self, point: Sequence[int]) -> tuple[Sequence[Region], str] | None:
        """One of the inequalities of the way that holds at the point is false."""
        found = self.finder(point)
        if found is None:
            return None
        self.used.setdefault(found.text, found.region)
        number = list(self.used).index(found.text)
        return [(negation(form),) for form in found.region], f"false 0 {number}"

    @property
    def listed(self) -> str:
        """The ways that were used."""
        return f"[{'; '.join(self.used)}]"


def among(ways: Iterable[Way]) -> Finder:
    """One of these."""
    known = list(ways)

    def find(point: Sequence[int]) -> Way | None:
        return next((way for way in known if holds(way.region, point)), None)

    return find


def first_of(finders: Iterable[Finder]) -> Finder:
    """What the first finds that finds something."""
    known = list(finders)

    def find(point: Sequence[int]) -> Way | None:
        found = (finder(point) for finder in known)
        return next((way for way in found if way is not None), None)

    return find


def all_of(finders: Iterable[Finder], text: str) -> Finder:
    """A way of each; their texts are put into this one."""
    known = list(finders)

    def find(point: Sequence[int]) -> Way | None:
        found = list(_until_none(finder(point) for finder in known))
        if len(found) < len(known):
            return None
        region = tuple(chain.from_iterable(way.region for way in found))
        return Way(text.format(*(way.text for way in found)), region)

    return find


def _until_none(ways: Iterable[Way | None]) -> Iterator[Way]:
    for way in ways:
        if way is None:
            return
        yield way
