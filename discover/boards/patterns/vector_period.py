"""Vector periods of a board's table: G(X + v) = G(X) for all squares X, from a corner on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from mexplore.discover.boards.patterns.pattern import BoardLaw, NoValue, first_wrong
from mexplore.discover.boards.patterns.regions import Region
from mexplore.discover.boards.patterns.strips import Strips
from mexplore.discover.study.declared import Declared, Part, Parts, listed
from mexplore.discover.study.pattern import EventualSteps
from mexplore.rules.boards.board import Square
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.rules.boards.kernel import BoardValues

HELD_OUT = 4  # a vector is looked for in the first quarter of each coordinate
MOST_FOUND = 12  # vectors, among which the one with the smallest corner is taken
_PATCH = 16


def _square(given: Any) -> Square:
    if not isinstance(given, list) or len(given) != 2:
        raise ValueError("a square or a vector has two coordinates")
    if any(type(c) is not int or c < 0 for c in given):
        raise ValueError("the coordinates of a square or a vector are integers >= 0")
    return given[0], given[1]


def _some_but_0(vectors: Sequence[Square]) -> None:
    if not vectors or (0, 0) in vectors:
        raise ValueError("there is a vector, and none is (0, 0)")


_SQUARE = Part(_square, list, absent=(0, 0))


@dataclass(frozen=True)
class VectorPeriod(Declared, BoardLaw):
    """G(X + v) = G(X) for all squares X = (x, y) with x >= c, y >= d and every v of ``vectors``;
    ``corner`` is (c, d).

    The vectors have coordinates >= 0. For the corner (0, 0) they are those that are no sum of two
    others; beyond another corner there is one. The values themselves follow from ``strips`` along
    the edges, where these are known.
    """

    name = "vector-period"
    parts = Parts(
        vectors=replace(listed(_SQUARE), check=_some_but_0), corner=replace(_SQUARE, optional=True)
    )
    says = "$law for all $where"
    typeset = r"$law \quad\text{for all } $where_in_latex"

    vectors: tuple[Square, ...]
    corner: Square = (0, 0)
    strips: Strips | None = field(default=None, compare=False, repr=False)

    @classmethod
    def detect(cls, table: BoardValues) -> Iterator[Self]:
        found = vector_period(table)
        if found is not None:
            yield cls(found.vectors)
        later = next(eventual_vectors(table), None)
        if later is not None and later[0] != (0, 0):
            yield cls((later[1],), later[0])

    @property
    def law(self) -> str:
        """The equation."""
        parts = [f"G(x + {a}, y + {b})" for a, b in self.vectors]
        return " = ".join([*parts, "G(x, y)"]).replace(" + 0", "")

    @property
    def where(self) -> str:
        """The squares for which it holds."""
        (c, d) = self.corner
        return f"x, y >= {c}" if c == d else f"x >= {c}, y >= {d}"

    @property
    def where_in_latex(self) -> str:
        """The same in LaTeX."""
        return self.where.replace(">=", r"\ge")

    def value(self, square: Square) -> int:
        if self.strips is not None:
            return self.strips.at(square)
        raise NoValue(f"the values near the edges, which decide that at {square}, are missing")

    def first_failure(self, table: BoardValues) -> Square | None:
        failures: list[Square] = []
        (c, d), (width, height) = self.corner, table.shape
        for a, b in self.vectors:
            fixed = table[c : max(width - a, 0), d : max(height - b, 0)]
            moved = table[c + a :, d + b :]
            wrong = first_wrong(moved, np.where(fixed < 0, moved, fixed)) if fixed.size else None
            failures += [(wrong[0] + c + a, wrong[1] + d + b)] if wrong else []
        return min(failures, key=lambda X: (sum(X), X), default=None)

    def squares_below(self, value: int, region: Region) -> int:
        found = None if self.strips is None else self.strips.squares_of_value(value, region)
        return super().squares_below(value, region) if found is None else found

    def values(self) -> set[int] | None:
        if self.strips is None:
            return None
        lines = (*self.strips.rows, *self.strips.columns)
        return {value for line in lines for value in line.values}

    def line_steps(self, kind: str, number: int) -> EventualSteps | None:
        return None if self.strips is None else self.strips.line_steps(kind, number)

    def size(self) -> int:
        return 2 * len(self.vectors) + sum(self.corner)


def vector_period(table: BoardValues) -> VectorPeriod | None:
    """The vectors, up to a quarter of the table's sides, by which the table repeats itself.

    >>> import numpy as np
    >>> x, y = np.indices((12, 12))
    >>> vector_period((x + y) % 3).vectors
    ((0, 3), (1, 2), (2, 1), (3, 0))
    """
    width, height = table.shape
    found = [
        (a, b)
        for a in range(width // HELD_OUT + 1)
        for b in range(height // HELD_OUT + 1)
        if (a or b) and _repeats(table, a, b)
    ]
    periods = set(found)
    least = [v for v in found if not any((v[0] - a, v[1] - b) in periods for a, b in found)]
    return VectorPeriod(tuple(least)) if least else None


def _repeats(table: BoardValues, a: int, b: int) -> bool:
    width, height = table.shape
    if width - a < 1 or height - b < 1:
        return False
    moved, fixed = table[a:, b:], table[: width - a, : height - b]
    # A corner first: most vectors fail there.
    corner = bool((moved[:_PATCH, :_PATCH] == fixed[:_PATCH, :_PATCH]).all())
    return corner and bool((moved == fixed).all())


def eventual_vectors(table: BoardValues) -> Iterator[tuple[Square, Square]]:
    """Pairs (corner, vector), the vector without a zero, such that the table repeats itself by the
    vector from the corner on; the smallest first, all within a quarter of the sides.

    >>> import numpy as np
    >>> x, y = np.indices((64, 64))
    >>> next(eventual_vectors(np.where(x < 2, 5, (x + y) % 2)))
    ((2, 0), (1, 1))
    """
    side = min(table.shape)
    most = side // HELD_OUT
    patches = [(most, most), (most, 2 * most), (2 * most, most)]
    found = []
    for total in range(2, 2 * most + 1):
        for a in range(max(1, total - most), min(most, total - 1) + 1):
            b = total - a
            if all(_patch_repeats(table, x, y, a, b) for x, y in patches):
                corner = _corner(table, a, b)
                if max(corner) <= most:
                    found.append((sum(corner) + total, corner, (a, b)))
        if len(found) >= MOST_FOUND:
            break
    for _, corner, vector in sorted(found):
        yield corner, vector


def _patch_repeats(table: BoardValues, x: int, y: int, a: int, b: int) -> bool:
    moved = table[x + a : x + a + _PATCH, y + b : y + b + _PATCH]
    fixed = table[x : x + len(moved), y : y + moved.shape[1]]
    return bool((moved == fixed).all())


def _corner(table: BoardValues, a: int, b: int) -> Square:
    """The corner with the least sum of coordinates from which the vector is a period."""
    wrong = table[a:, b:] != table[: len(table) - a, : table.shape[1] - b]
    below = np.where(wrong.any(axis=1), wrong.shape[1] - np.argmax(wrong[:, ::-1], axis=1), 0)
    # rows[x]: the least d for the corner (x, d), from the irregular squares at x and beyond.
    rows = np.append(np.maximum.accumulate(below[::-1])[::-1], 0)
    c = int(np.argmin(rows + np.arange(len(rows))))
    return c, int(rows[c])
