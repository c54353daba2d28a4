"""Words cut into rows and runs: what many members have in common, and the numbers in which they
differ.

A word, the values of one period, is cut into rows of given widths, rows into shorter rows, and the
shortest into *runs* of equal values. Consecutive rows that look alike and whose numbers grow by
equal steps form one *group*. What remains when all numbers are taken away is the *shape*: members
that follow one law have the same shape, and their numbers are linear in the parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from mexplore.rules.parameters.polynomial import Polynomial

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
