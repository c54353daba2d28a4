"""Words cut into rows and runs: what many members have in common, and the numbers in which they
differ.

A word, the values of one period, is cut into rows of given widths, rows into shorter rows, and the
shortest into *runs* of equal values. Consecutive rows that look alike and whose numbers grow by
equal steps form one *group*. What remains when all numbers are taken away is the *shape*: members
that follow one law have the same shape, and their numbers are linear in the parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import lcm
from typing import TypeVar

from mexplore.discover.families.fitting.members import Point, Values, sequences
from mexplore.discover.families.fitting.systems import System
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, all_hold

Numbers = list[int | None]
"""The numbers of one shape; None where any number would do (the step of a single row)."""

Forms = Sequence[Polynomial]
"""A linear form in the parameters for each number."""

Number = TypeVar("Number")


@dataclass(frozen=True)
class Runs:
    """Runs of these values, one after another. Its numbers are their lengths."""

    values: bytes

    @property
    def width(self) -> int:
        """How many numbers it has."""
        return len(self.values)

    @property
    def pieces(self) -> int:
        """How many runs."""
        return len(self.values)


@dataclass(frozen=True)
class Rows:
    """Groups of rows. The numbers of each are its count, the numbers of its first row, and the
    steps by which these change from one row to the next."""

    groups: tuple[Shape, ...]

    @cached_property
    def width(self) -> int:
        """How many numbers it has."""
        return sum(1 + 2 * group.width for group in self.groups)

    @cached_property
    def pieces(self) -> int:
        """How many runs its rows have, those of one group counted once."""
        return sum(group.pieces for group in self.groups)

    def parts(
        self, numbers: Sequence[Number]
    ) -> list[tuple[Shape, Number, Sequence[Number], Sequence[Number]]]:
        """For each group: the shape of its rows, their count, first numbers and steps."""
        found, at = [], 0
        for group in self.groups:
            first = at + 1
            steps = first + group.width
            end = steps + group.width
            found.append((group, numbers[at], numbers[first:steps], numbers[steps:end]))
            at = end
        return found


Shape = Runs | Rows


def cut(word: bytes, widths: Sequence[int]) -> tuple[Shape, Numbers]:
    """The shape of a word in rows of these widths, the longest first, and its numbers.

    >>> cut(bytes([0, 0, 1, 1, 0, 0, 1, 1, 2]), [])
    (Runs(values=b'\\x00\\x01\\x00\\x01\\x02'), [2, 2, 2, 2, 1])
    >>> cut(bytes([0, 0, 1, 1, 0, 0, 1, 1, 2]), [4])[1]  # two rows 0^2 1^2, and a row 2^1
    [2, 2, 2, 0, 0, 1, 1, None]
    """
    if not widths:
        return _runs(word)
    width, known, rows = widths[0], dict[bytes, tuple[Shape, Numbers]](), []
    for start in range(0, len(word), width):
        row = word[start : start + width]
        if row not in known:
            known[row] = cut(row, widths[1:])
        rows.append(known[row])
    return grouped(rows)


def _runs(word: bytes) -> tuple[Shape, Numbers]:
    values, lengths, start = bytearray(), list[int | None](), 0
    while start < len(word):
        value = word[start : start + 1]
        rest = word[start:].lstrip(value)
        length = len(word) - start - len(rest)
        values += value
        lengths.append(length)
        start += length
    return Runs(bytes(values)), lengths


def grouped(rows: Sequence[tuple[Shape, Numbers]]) -> tuple[Rows, Numbers]:
    """Rows with their numbers, in groups."""
    groups, numbers, at = [], list[int | None](), 0
    while at < len(rows):
        shape, first = rows[at]
        steps, last = _steps(rows, at), at
        if steps is not None:
            end = at + 1
            while end + 1 < len(rows) and _agree(_steps(rows, end), steps):
                end += 1
            if not any(steps) or end - at >= 2:  # two unequal rows are no progression
                last = end
        count = last - at + 1
        groups.append(shape)
        numbers += [count, *first]
        numbers += steps if steps is not None and count > 1 else [None] * len(first)
        at = last + 1
    return Rows(tuple(groups)), numbers


def _steps(rows: Sequence[tuple[Shape, Numbers]], at: int) -> Numbers | None:
    """By what the numbers of a row change to the next; None if that looks different."""
    if at + 1 == len(rows):
        return None
    (shape, numbers), (other, following) = rows[at], rows[at + 1]
    if numbers is following:
        return [0] * len(numbers)
    if shape != other:
        return None
    pairs = zip(numbers, following, strict=True)
    return [None if x is None or y is None else y - x for x, y in pairs]


def _agree(steps: Numbers | None, others: Numbers) -> bool:
    if steps is None:
        return False
    pairs = zip(steps, others, strict=True)
    return all(x is None or y is None or x == y for x, y in pairs)


def build(
    shape: Shape, numbers: Sequence[int], widths: Sequence[int], longest: int
) -> bytes | None:
    """The word of a shape with these numbers; None where a length is negative, a row is not full,
    or the word would be longer than ``longest``.

    >>> build(Runs(bytes([0, 1])), [2, 3], [], 10)
    b'\\x00\\x00\\x01\\x01\\x01'
    """
    if isinstance(shape, Rows):
        return _built_rows(shape, numbers, widths, longest)
    if min(numbers, default=0) < 0 or sum(numbers) > longest:
        return None
    pairs = zip(shape.values, numbers, strict=True)
    return b"".join(bytes((value,)) * length for value, length in pairs)


def _built_rows(
    shape: Rows, numbers: Sequence[int], widths: Sequence[int], longest: int
) -> bytes | None:
    width = widths[0]
    found = built_rows(shape, numbers, widths[1:], width, longest)
    if found is None:
        return None
    rows = found
    while rows and not rows[-1]:
        rows.pop()
    full = all(len(row) == width for row in rows[:-1])
    return b"".join(rows) if full else None


def built_rows(
    shape: Rows, numbers: Sequence[int], widths: Sequence[int], width: int, longest: int
) -> list[bytes] | None:
    """The rows, each in rows of ``widths`` itself and not longer than ``width``; ``longest`` is for
    all together."""
    rows, length = list[bytes](), 0
    for group, count, first, steps in shape.parts(numbers):
        if not 0 <= count <= longest:
            return None
        alike = not any(steps)
        for number in range(min(count, 1) if alike else count):
            now = [f + number * s for f, s in zip(first, steps, strict=True)]
            row = build(group, now, widths, width)
            length += 0 if row is None else len(row) * (count if alike else 1)
            if row is None or length > longest:
                return None
            rows += [row] * (count if alike else 1)
    return rows


def lengths(shape: Shape, forms: Forms) -> list[Polynomial]:
    """The forms that have to be >= 0 for the shape to be a word: lengths of runs and counts of
    rows, at the first and the last row of each group."""
    if isinstance(shape, Runs):
        return list(forms)
    found = []
    for group, count, first, steps in shape.parts(forms):
        found.append(count)
        found += lengths(group, first)
        if any(step != 0 for step in steps):
            last = [f + (count - 1) * s for f, s in zip(first, steps, strict=True)]
            found += lengths(group, last)
    return found


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
        """The member, with this many periods for one that they fill rows, if they are shorter."""
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
