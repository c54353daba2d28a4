"""Boards that are one heap: G(x, y) = f(min(floor(x/a), floor(y/b)))."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from mexplore.discover.boards.patterns.heap_lines import classes_of
from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.boards.patterns.pattern import BoardLaw, first_wrong
from mexplore.discover.boards.patterns.regions import Counted, Places, Region, triangles
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues


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

    def values(self) -> range | None:
        largest = None if self.heap.form is None else self.heap.form.largest_value()
        return None if largest is None else range(largest + 1)

    def places(self, kind: str, number: int, value: int) -> Places:
        """On row x the heap grows by one every b squares, up to X = floor(x/a), and stays there."""
        form = self.heap.form
        if form is None:
            return super().places(kind, number, value)
        if kind == "diagonal":
            return Counted(partial(self._counted_on_diagonal, form, number, value))
        a, b = (self.a, self.b) if kind == "row" else (self.b, self.a)
        most = number // a

        def below(stop: int) -> int:
            heap, rest = divmod(min(stop, b * most), b)
            growing = b * form.count_of(value, heap) if heap else 0
            if rest and form.at(heap) == value:
                growing += rest
            return growing + max(stop - b * most, 0) * (form.at(most) == value)

        return Counted(below)

    def _counted_on_diagonal(self, form: ClosedForm, number: int, value: int, stop: int) -> int:
        """How many n < stop have the value at (n, n + D), or (n - D, n): the heap is at least m
        from n = max(0, a*m - |D|, b*m) on, or with a and b exchanged, which is a line in m on each
        of at most three parts."""
        a, b = (self.a, self.b) if number < 0 else (self.b, self.a)
        lines = ((0, 0), (a, -abs(number)), (b, 0))

        def start(heap: int) -> int:
            return max(slope * heap + at for slope, at in lines)

        def steps(slope: int, low: int, high: int) -> int:
            before = form.count_of(value, low) if low else 0
            return slope * (form.count_of(value, high) - before) if low < high and slope else 0

        if stop == 0:
            return 0
        last = bisect_right(range(stop + abs(number) + 1), stop - 1, key=start) - 1
        whole = sorted({0, last, *(min(max(turn, 0), last) for turn in self._turns(lines))})
        total = 0
        for low, high in pairwise(whole):
            # Between two turns one line is the largest, but for the step that a turn is in.
            if high - low <= 2:
                total += sum(
                    start(m + 1) - start(m) for m in range(low, high) if form.at(m) == value
                )
            else:
                total += steps(start(low + 1) - start(low), low, high)
        return total + (stop - start(last)) * (form.at(last) == value)

    @staticmethod
    def _turns(lines: Sequence[tuple[int, int]]) -> Iterator[int]:
        """The whole numbers on both sides of where two of the lines meet."""
        for (slope, at), (other, its) in combinations(lines, 2):
            if slope != other:
                meet = (its - at) // (slope - other)
                yield from (meet, meet + 1)

    def squares_below(self, value: int, region: Region) -> int:
        """Those with a heap of at least m are the region without m*a columns and m*b rows: A(m).
        The sum of A(m) - A(m + 1) over the heaps m of the value, class by class."""
        classes = classes_of(self.heap)
        if classes is None:
            return super().squares_below(value, region)
        heaps = max(min(-(-region.width // self.a), -(-region.height // self.b)), 0)
        total = 0
        for each in classes:
            count = each.below(heaps)
            if each.single:
                heap = each.heap_of(value)
                first, count = (heap, int(heap < heaps)) if heap is not None else (0, 0)
            elif each.value == value:
                first = each.start
            else:
                continue
            total += self._at_least(region, first, each.step, count)
            total -= self._at_least(region, first + 1, each.step, count)
        return total

    def _at_least(self, region: Region, heap: int, step: int, count: int) -> int:
        """The sum of A(m) over m = heap + step*i, i < count; the sides stay >= 0, but for the last
        m, perhaps. See `Region.area` for the four triangles."""
        a, b = self.a, self.b
        while count and min(self._beyond(region, heap + step * (count - 1))) <= 0:
            count -= 1
        w, h, s = self._beyond(region, heap)
        whole, right, above, both = (
            triangles(side, step * fall, count)
            for side, fall in ((s, a + b), (s - w, b), (s - h, a), (s - w - h, 0))
        )
        return whole - right - above + both

    def _beyond(self, region: Region, heap: int) -> Region:
        """The region without ``heap`` steps."""
        a, b, (w, h, s) = self.a, self.b, region
        return Region(w - a * heap, h - b * heap, s - (a + b) * heap)

    def first_failure(self, table: BoardValues) -> Square | None:
        x, y = np.indices(table.shape)
        moves = np.minimum(x // self.a, y // self.b)
        f = self.heap.values(int(moves.max(initial=0)) + 1).astype(np.int64)
        return first_wrong(table, f[moves])

    def size(self) -> int:
        return 3 + self.heap.size()
