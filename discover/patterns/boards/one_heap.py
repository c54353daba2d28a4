"""Boards that are one heap: G(x, y) = f(min(floor(x/a), floor(y/b)))."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from discover.patterns.boards.heap_part import HeapPart
from discover.patterns.boards.pattern import BoardLaw, first_wrong
from discover.patterns.boards.places import Counted, Places

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

    def places(self, kind: str, number: int, value: int) -> Places:
        """On row x the heap grows by one every b squares, up to X = floor(x/a), and stays there."""
        form = self.heap.form
        if form is None or kind == "diagonal":
            return super().places(kind, number, value)
        a, b = (self.a, self.b) if kind == "row" else (self.b, self.a)
        most = number // a

        def below(stop: int) -> int:
            heap, rest = divmod(min(stop, b * most), b)
            growing = b * form.count_of(value, heap) if heap else 0
            if rest and form.at(heap) == value:
                growing += rest
            return growing + max(stop - b * most, 0) * (form.at(most) == value)

        return Counted(below)

    def count_below(self, value: int, stop: int) -> int:
        """C(m) = (N - a*m)*(N - b*m) squares have a heap of at least m, for m <= M, the largest
        heap; C(m) - C(m + 1) is a line in m, summed over each class of heaps of the value."""
        steps = self.heap.steps
        if steps is None or steps.saltus != 0:
            return super().count_below(value, stop)
        most = min((stop - 1) // self.a, (stop - 1) // self.b)
        if most < 0:
            return 0

        def at_least(heap: int) -> int:
            return (stop - self.a * heap) * (stop - self.b * heap)

        def of_heap(heap: int) -> int:
            return at_least(heap) - at_least(heap + 1)

        total = at_least(most) if self.heap.at(most) == value else 0
        n0, p = steps.preperiod, steps.period
        for heap in range(min(n0 + p, most)):
            if self.heap.at(heap) == value:
                count = 1 if heap < n0 else (most - 1 - heap) // p + 1
                # of_heap is a line: the mean of its first and last value, count times.
                total += count * (of_heap(heap) + of_heap(heap + (count - 1) * p)) // 2
        return total

    def first_failure(self, table: BoardValues) -> Square | None:
        x, y = np.indices(table.shape)
        moves = np.minimum(x // self.a, y // self.b)
        f = self.heap.values(int(moves.max(initial=0)) + 1).astype(np.int64)
        return first_wrong(table, f[moves])

    def size(self) -> int:
        return 3 + self.heap.size()
