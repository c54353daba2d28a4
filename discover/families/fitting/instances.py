"""Members of a family in one case of a split, and in one digit system: their words and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm

from mexplore.discover.families.fitting.members import Values, sequences
from mexplore.discover.families.fitting.points import Point
from mexplore.discover.families.fitting.systems import System
from mexplore.discover.families.fitting.words import Numbers, Shape, cut
from mexplore.rules.parameters.constraint import Cell, all_hold
from mexplore.rules.parameters.polynomial import Polynomial

MOST_PIECES = 700  # of words: longer ones are of no shape that a law could have


class Members:
    """Members of one case by their points, with their values; None for those that are too large to
    be looked at, or no game at all."""

    def __init__(
        self, names: Sequence[str], domain: Cell, elements: Sequence[Polynomial], longest: int
    ) -> None:
        self.names, self.domain, self.elements = tuple(names), domain, tuple(elements)
        self.longest = longest
        self.values: dict[Point, Values | None] = {}

    def add(self, points: Iterable[Point]) -> bool:
        """Look at these members; whether any of them is new and known."""
        fresh, sets = list[Point](), list[list[int]]()
        for point in dict.fromkeys(points):
            if point in self.values:
                continue
            self.values[point] = None
            environment = dict(zip(self.names, point, strict=True))
            amounts = [element.at(environment) for element in self.elements]
            small = min(amounts) >= 1 and 4 * max(amounts) <= self.longest
            if small and all_hold(self.domain, environment):
                fresh.append(point)
                sets.append(amounts)
        found = sequences(sets, self.longest)
        self.values.update(zip(fresh, found, strict=True))
        return any(values is not None for values in found)


@dataclass(frozen=True, eq=False)
class Instance:
    """A member at one point, its values, and the widths of its rows."""

    point: Point
    environment: dict[str, int]
    values: Values
    widths: tuple[int, ...]

    @cached_property
    def described(self) -> tuple[tuple[Shape | None, Shape] | None, Numbers]:
        """The shapes of preperiod and period, and the numbers: those of the two words, the digits
        of the period, and those of the preperiod, if there is one. No shape if it is too long."""
        values, before, numbers = self.values, None, Numbers()
        if values.preperiod:
            before, numbers = cut(values.word[: values.preperiod], self.widths)
        after, more = cut(values.word[values.preperiod :], self.widths)
        numbers = [*numbers, *more, *in_digits(values.period, self.widths)]
        if values.preperiod:
            numbers += in_digits(values.preperiod, self.widths)
        pieces = after.pieces + (before.pieces if before else 0)
        return (None if pieces > MOST_PIECES else (before, after)), numbers

    @property
    def in_whole_rows(self) -> Instance:
        """The member, with so many periods for one that they fill rows, if they are shorter."""
        values = in_whole_rows(self.values, self.widths[-1]) if self.widths else self.values
        return Instance(self.point, self.environment, values, self.widths)

    @property
    def shape(self) -> tuple[Shape | None, Shape] | None:
        """What members of one law have in common."""
        return self.described[0]

    @property
    def numbers(self) -> Numbers:
        """What changes from one member of a law to another."""
        return self.described[1]


def in_digits(number: int, widths: Sequence[int]) -> list[int]:
    """Canonical digits of a number >= 0.

    >>> in_digits(17, [6, 2])
    [2, 2, 1]
    """
    found = []
    for width in widths:
        digit, number = divmod(number, width)
        found.append(digit)
    return [*found, number]


class Instances:
    """The members of a case in one digit system."""

    def __init__(self, system: System, members: Members) -> None:
        self.system, self.members = system, members
        self.by_point: dict[Point, Instance] = {}

    @property
    def known(self) -> list[Instance]:
        """Those members whose values are known."""
        found = (self.at(point) for point in list(self.members.values))
        return [instance for instance in found if instance is not None]

    def at(self, point: Point) -> Instance | None:
        """The member at a point, if its values are known."""
        if point in self.by_point:
            return self.by_point[point]
        values = self.members.values.get(point)
        environment = dict(zip(self.system.names, point, strict=True))
        widths = tuple(weight.at(environment) for weight in self.system.weights)
        if values is None or min(widths, default=1) < 1:
            return None
        written = in_whole_rows(values, widths[-1]) if self.has_constant_rows else values
        self.by_point[point] = Instance(point, environment, written, widths)
        return self.by_point[point]

    @property
    def has_constant_rows(self) -> bool:
        """Whether the shortest rows have the same length at all members."""
        return bool(self.system.weights) and self.system.weights[-1].is_constant


def in_whole_rows(values: Values, width: int) -> Values:
    """The same sequence with several periods for one, if they are shorter than a row: as many as
    fill rows, so that a number of periods is one of rows.

    >>> list(in_whole_rows(Values(1, 2, bytes([5, 0, 1])), 6).word)
    [5, 0, 1, 0, 1, 0, 1]
    """
    period = lcm(values.period, width)
    if values.period >= width or period == values.period:
        return values
    return Values(values.preperiod, period, values.first(values.preperiod + period))
