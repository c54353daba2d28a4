"""Boards that are products of two rows of coins: G(x, y) is the nim-product of f(x) and g(y)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from mexplore.discover.boards.patterns.pair_of_heaps import PairOfHeaps
from mexplore.discover.boards.patterns.pattern import first_wrong
from mexplore.discover.boards.patterns.regions import Counted, Places, Region
from mexplore.discover.study.pattern import EventualSteps
from mexplore.rules.arithmetic.nim_field import (
    LARGEST,
    field_digits,
    nim_inverse,
    nim_product,
    nim_products,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.pattern import AnyIntegers
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.rule import Values


@dataclass(frozen=True)
class ProductOfHeaps(PairOfHeaps):
    """G(x, y) is the nim-product of f(x) and g(y), f and g being the values of heaps of two
    rules."""

    name: ClassVar[str] = "product-of-heaps"
    operation: ClassVar[str] = "nim_product"
    of_values: ClassVar[str] = "nim_product(f(x), g(y))"
    sign: ClassVar[str] = r"\otimes"

    def joined(self, f: int, g: int) -> int:
        return nim_product(f, g)

    def written(self, f: str, g: str) -> str:
        return f"nim_product({f}, {g})"

    def closed(self, largest: int) -> range:
        """Numbers of as many binary digits are a field."""
        return range(1 << field_digits(largest))

    def places(self, kind: str, number: int, value: int) -> Places:
        """On row x, where f(x) is not 0, G(x, y) = v says that g(y) is v divided by f(x).

        >>> from mexplore.discover.boards.patterns.heap_part import HeapPart
        >>> from mexplore.rules.notation import parse_rule
        >>> nim = HeapPart.studied(parse_rule("nim"))
        >>> ProductOfHeaps(nim, nim).places("row", 10**30, nim_product(10**30, 7)).nth(1)
        7
        """
        across, along = (self.x, self.y) if kind == "row" else (self.y, self.x)
        form = along.form
        if form is None or kind == "diagonal":
            return super().places(kind, number, value)
        by = across.at(number)
        if by == 0:
            return Counted(lambda stop: 0 if value else stop)
        wanted = nim_product(value, nim_inverse(by))
        return Counted(lambda stop: form.count_of(wanted, stop) if stop else 0)

    def squares_below(self, value: int, region: Region) -> int:
        """By the numbers of heaps of each value, where values are few."""
        if min(region) <= 0:
            return 0
        if self.x.form is None or self.y.form is None:
            return super().squares_below(value, region)
        if region.total >= region.width + region.height:
            with suppress(TooLarge):
                f, g = self.x.form.counts(region.width), self.y.form.counts(region.height)
                return pairs_with_product(f, g, value)
        return super().squares_below(value, region)

    def first_failure(self, table: BoardValues) -> Square | None:
        f, g = (part.values(side) for part, side in zip((self.x, self.y), table.shape, strict=True))
        return first_wrong(table, _products(f, g))

    def line_steps(self, kind: str, number: int) -> EventualSteps | None:
        """A row goes on where g is periodic, and a diagonal where f and g are."""
        f, g = self.x.steps, self.y.steps
        del number
        used = [f, g] if kind == "diagonal" else [g if kind == "row" else f]
        known = [steps for steps in used if steps is not None and steps.saltus == 0]
        if len(known) < len(used):
            return None
        period = int(np.lcm.reduce([steps.period for steps in known], dtype=object))
        return EventualSteps(max(steps.preperiod for steps in known), period, 0)


def pairs_with_product(f: Mapping[int, int], g: Mapping[int, int], value: int) -> int:
    """How many pairs have this product, given how often each value occurs on both sides.

    >>> pairs_with_product({0: 2, 2: 1}, {0: 1, 3: 5}, 1), pairs_with_product({0: 2}, {3: 5}, 0)
    (5, 10)
    """
    if value == 0:
        zeros = f.get(0, 0)
        return zeros * sum(g.values()) + (sum(f.values()) - zeros) * g.get(0, 0)
    return sum(count * g.get(nim_product(value, nim_inverse(a)), 0) for a, count in f.items() if a)


def _products(f: Values, g: Values) -> AnyIntegers:
    """The table of the products."""
    if max(int(f.max(initial=0)), int(g.max(initial=0))) <= LARGEST:
        wide = f.astype(np.int64), g.astype(np.int64)
        return nim_products(*np.broadcast_arrays(wide[0][:, None], wide[1][None, :]))
    return np.array([[nim_product(a, b) for b in g.tolist()] for a in f.tolist()], dtype=object)
