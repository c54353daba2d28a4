"""Boards that are one heap: G(x, y) = f(min(floor(x/a), floor(y/b)))."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from discover.patterns.boards.heap_part import HeapPart
from discover.patterns.boards.pattern import BoardLaw, first_wrong

if TYPE_CHECKING:
    from rules.boards.board import Square
    from rules.boards.kernel import BoardValues


@dataclass(frozen=True)
class OneHeap(BoardLaw):
    """G(x, y) = f(min(floor(x/a), floor(y/b))), f the value of a heap of a rule, a, b >= 1."""

    name: ClassVar[str] = "one-heap"

    heap: HeapPart
    a: int
    b: int

    def __post_init__(self) -> None:
        if min(self.a, self.b) < 1:
            raise ValueError("a step takes at least one from each coordinate")

    @property
    def whole(self) -> bool:
        return self.heap.form is not None

    @property
    def _moves(self) -> str:
        x, y = (f"{n} // {d}" if d > 1 else n for n, d in (("x", self.a), ("y", self.b)))
        return f"min({x}, {y})"

    def formula(self) -> str | None:
        return self.heap.written(self._moves)

    def statement(self) -> str:
        formula = self.formula()
        if formula is not None:
            return f"G(x, y) = {formula} for all x, y >= 0"
        return f"G(x, y) = f({self._moves}) for all x, y >= 0, where f(n) is {self.heap.words()}"

    def latex(self) -> str:
        return rf"\text{{{self.statement()}}}".replace("_", r"\_").replace("%", r"\%")

    def parameters(self) -> dict[str, Any]:
        return {"heap": self.heap.parameters(), "step": [self.a, self.b]}

    @classmethod
    def from_parameters(cls, parameters: dict[str, Any]) -> Self:
        a, b = parameters["step"]
        if set(parameters) != {"heap", "step"} or type(a) is not int or type(b) is not int:
            raise ValueError("one heap has a heap, and a step of two integers")
        return cls(HeapPart.from_parameters(parameters["heap"]), a, b)

    def value(self, square: Square) -> int:
        return self.heap.at(min(square[0] // self.a, square[1] // self.b))

    def first_failure(self, table: BoardValues) -> Square | None:
        x, y = np.indices(table.shape)
        moves = np.minimum(x // self.a, y // self.b)
        f = self.heap.values(int(moves.max(initial=0)) + 1).astype(np.int64)
        return first_wrong(table, f[moves])

    def size(self) -> int:
        return 3 + self.heap.size()
