"""P-positions by a condition on x and y."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mexplore.discover.boards.patterns.counting import euclid_squares
from mexplore.discover.boards.patterns.pattern import WhoWins, first_wrong
from mexplore.discover.boards.patterns.regions import Intervals, Places, Region
from mexplore.discover.study.declared import Declared, Part, Parts
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues


class _Condition(NamedTuple):
    """In words, as LaTeX, and as a test of numbers or of arrays of them, by & and |. Where it holds
    on row x, and on column y."""

    words: str
    latex: str
    test: Callable[[Any, Any], Any]
    row: Callable[[int], Intervals]
    column: Callable[[int], Intervals]
    diagonal: Callable[[int], Places]
    """The n with the square (n, n + D), or (n - D, n) for D < 0."""
    squares: Callable[[Region], int]
    """How many squares of a region there are."""


def _golden_row(x: int) -> Intervals:
    """The y with y = 0, or x/phi < y < phi*x and y != x; all y for x = 0. Here floor(phi*x) =
    floor((x + sqrt(5*x^2))/2), and x/phi = phi*x - x."""
    if x == 0:
        return Intervals.of([(0, None)])
    top = (x + isqrt(5 * x * x)) // 2
    return Intervals.of([(0, 1), (top - x + 1, x), (x + 1, top + 1)])


def _golden_diagonal(d: int) -> Intervals:
    """n = 0, or d > 0 and n + d < phi*n, which says n > (1 + sqrt(5))/2*d."""
    d = abs(d)
    return Intervals.of([(0, 1), ((d + isqrt(5 * d * d)) // 2 + 1, None)] if d else [(0, 1)])


def _one_more_squares(region: Region) -> int:
    corner = sum(region.width > 0 and y < min(region.height, region.total) for y in (0, 1))
    return region.mirrored.along_diagonal(1) + corner


def _one_more_row(x: int) -> Intervals:
    return Intervals.of([(0, 2)]) if x == 0 else Intervals.single([x - 1])


def _one_more_column(y: int) -> Intervals:
    return Intervals.single([y + 1, 0] if y < 2 else [y + 1])


CONDITIONS = {
    "golden section": _Condition(
        "x = 0 or y = 0, or x < y < phi*x or y < x < phi*y with phi = (1 + sqrt(5))/2",
        r"xy = 0 \text{ or } x < y < \varphi x \text{ or } y < x < \varphi y, "
        r"\varphi = \tfrac{1 + \sqrt 5}{2}",
        # y < phi*x says y^2 - x*y - x^2 < 0, for y > 0.
        lambda x, y: (x * y == 0) | ((x != y) & (abs(x * x - y * y) < x * y)),
        _golden_row,
        _golden_row,
        _golden_diagonal,
        # Those where Euclid's formula is 0, but for x = y > 0.
        lambda region: euclid_squares(0, region) - max(region.along_diagonal(0) - 1, 0),
    ),
    "one more below": _Condition(
        "x = y + 1, and (0, 0) and (0, 1)",
        r"x = y + 1 \text{ or } (x, y) \in \{(0, 0), (0, 1)\}",
        lambda x, y: (x == y + 1) | ((x == 0) & (y <= 1)),
        _one_more_row,
        _one_more_column,
        lambda d: Intervals.of([(0, None if d == -1 else int(d in (0, 1)))]),
        _one_more_squares,
    ),
}


def _condition(name: Any) -> Any:
    if name not in CONDITIONS:
        raise ValueError(f"the conditions are {', '.join(CONDITIONS)}")
    return name


_CONDITION = Part(
    _condition,
    check=_condition,
    show=lambda name: CONDITIONS[name].words,
    typeset=lambda name: CONDITIONS[name].latex,
)


@dataclass(frozen=True)
class Outcomes(Declared, WhoWins):
    """G(x, y) = 0 exactly where a condition holds: one of `CONDITIONS`, by its name.

    >>> law = Outcomes("golden section")
    >>> law.value((10**20, 10**20 * 8 // 5))
    0
    """

    name = "outcomes"
    parts = Parts(condition=_CONDITION)
    says = "G(x, y) = 0 exactly where $condition"
    typeset = r"G(x, y) = 0 \iff $condition"

    condition: str

    def is_zero(self, square: Square) -> bool:
        return bool(CONDITIONS[self.condition].test(*square))

    def places(self, kind: str, number: int, value: int) -> Places:
        condition = CONDITIONS[self.condition]
        along = {"row": condition.row, "column": condition.column}.get(kind, condition.diagonal)
        return super().places(kind, number, value) if value else along(number)

    def squares_below(self, value: int, region: Region) -> int:
        """
        >>> Outcomes("one more below").count_below(0, 10**18) == 10**18 + 1
        True
        """
        if value:
            return super().squares_below(value, region)
        return CONDITIONS[self.condition].squares(region)

    def first_failure(self, table: BoardValues) -> Square | None:
        x, y = np.indices(table.shape)
        zero = CONDITIONS[self.condition].test(x, y)
        return first_wrong(np.minimum(table, 1), np.where(zero, 0, 1))

    def size(self) -> int:
        return 4
