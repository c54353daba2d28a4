"""P-positions by a condition on x and y."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from discover.patterns.boards.pattern import BoardLaw, NoValue, first_wrong

if TYPE_CHECKING:
    from rules.boards.board import Square
    from rules.boards.kernel import BoardValues


class _Condition(NamedTuple):
    """In words, as LaTeX, and as a test of numbers or of arrays of them, by & and |."""

    words: str
    latex: str
    test: Callable[[Any, Any], Any]


CONDITIONS = {
    "golden section": _Condition(
        "x = 0 or y = 0, or x < y < phi*x or y < x < phi*y with phi = (1 + sqrt(5))/2",
        r"xy = 0 \text{ or } x < y < \varphi x \text{ or } y < x < \varphi y, "
        r"\varphi = \tfrac{1 + \sqrt 5}{2}",
        # y < phi*x says y^2 - x*y - x^2 < 0, for y > 0.
        lambda x, y: (x * y == 0) | ((x != y) & (abs(x * x - y * y) < x * y)),
    ),
    "one more below": _Condition(
        "x = y + 1, and (0, 0) and (0, 1)",
        r"x = y + 1 \text{ or } (x, y) \in \{(0, 0), (0, 1)\}",
        lambda x, y: (x == y + 1) | ((x == 0) & (y <= 1)),
    ),
}


@dataclass(frozen=True)
class Outcomes(BoardLaw):
    """G(x, y) = 0 exactly where a condition holds: one of `CONDITIONS`, by its name.

    >>> law = Outcomes("golden section")
    >>> law.value((10**20, 10**20 * 8 // 5))
    0
    """

    name: ClassVar[str] = "outcomes"
    partial: ClassVar[bool] = True

    condition: str

    def __post_init__(self) -> None:
        if self.condition not in CONDITIONS:
            raise ValueError(f"the conditions are {', '.join(CONDITIONS)}")

    def statement(self) -> str:
        return f"G(x, y) = 0 exactly where {CONDITIONS[self.condition].words}"

    def latex(self) -> str:
        return rf"G(x, y) = 0 \iff {CONDITIONS[self.condition].latex}"

    def parameters(self) -> dict[str, Any]:
        return {"condition": self.condition}

    @classmethod
    def from_parameters(cls, parameters: dict[str, Any]) -> Self:
        if set(parameters) != {"condition"}:
            raise ValueError("outcomes have a condition")
        return cls(parameters["condition"])

    def value(self, square: Square) -> int:
        if CONDITIONS[self.condition].test(*square):
            return 0
        raise NoValue(f"{square} is an N-position by the law, which does not give its nim-value")

    def first_failure(self, table: BoardValues) -> Square | None:
        x, y = np.indices(table.shape)
        zero = CONDITIONS[self.condition].test(x, y)
        return first_wrong(np.minimum(table, 1), np.where(zero, 0, 1))

    def size(self) -> int:
        return 4
