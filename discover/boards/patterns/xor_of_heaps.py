"""Boards that are two heaps side by side: G(x, y) = f(x) xor g(y)."""

from __future__ import annotations

from contextlib import suppress
from math import lcm
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from mexplore.discover.boards.patterns.counting import Apart, xor_pairs
from mexplore.discover.boards.patterns.heap_lines import classes_of, pairs_of_value
from mexplore.discover.boards.patterns.pair_of_heaps import PairOfHeaps, atom
from mexplore.discover.boards.patterns.pattern import first_wrong
from mexplore.discover.boards.patterns.regions import Counted, Places, Region
from mexplore.discover.study.pattern import EventualSteps
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues


@dataclass(frozen=True)
class XorOfHeaps(PairOfHeaps):
    """G(x, y) = f(x) xor g(y), f and g being the values of heaps of two rules."""

    name: ClassVar[str] = "xor-of-heaps"
    operation: ClassVar[str] = "xor"
    of_values: ClassVar[str] = "f(x) xor g(y)"
    sign: ClassVar[str] = r"\oplus"

    def joined(self, f: int, g: int) -> int:
        return f ^ g

    def written(self, f: str, g: str) -> str:
        if self.y.is_zero or self.x.is_zero:
            return f if self.y.is_zero else g
        return f"{atom(f)} xor {atom(g)}"

    def closed(self, largest: int) -> range:
        return range(1 << largest.bit_length())

    def places(self, kind: str, number: int, value: int) -> Places:
        """G(x, y) = v on row x says g(y) = f(x) xor v.

        >>> from mexplore.rules.notation import parse_rule
        >>> from mexplore.discover.boards.patterns.heap_part import HeapPart
        >>> nim = HeapPart.studied(parse_rule("nim"))
        >>> XorOfHeaps(nim, nim).places("row", 10**30, 3).nth(1) == 10**30 ^ 3
        True
        """
        across, along = (self.x, self.y) if kind == "row" else (self.y, self.x)
        form = along.form
        if kind == "diagonal" and self.x.is_identity and self.y.is_identity:
            return Apart(value, 1, {0: abs(number)})
        if form is None or kind == "diagonal":
            return super().places(kind, number, value)
        wanted = across.at(number) ^ value
        return Counted(lambda stop: form.count_of(wanted, stop) if stop else 0)

    def squares_below(self, value: int, region: Region) -> int:
        """By the numbers of heaps of each value, where values are few; where they go on by equal
        steps class by class."""
        if self.x.form is None or self.y.form is None or min(region) <= 0:
            return super().squares_below(value, region) if min(region) > 0 else 0
        if self.x.is_identity and self.y.is_identity:
            return xor_pairs(value, region)
        if region.total >= region.width + region.height:
            with suppress(TooLarge):
                f, g = self.x.form.counts(region.width), self.y.form.counts(region.height)
                return sum(count * g.get(v ^ value, 0) for v, count in f.items())
        f_classes, g_classes = classes_of(self.x), classes_of(self.y)
        if f_classes is None or g_classes is None:
            return super().squares_below(value, region)
        found = pairs_of_value(f_classes, g_classes, value, region)
        return super().squares_below(value, region) if found is None else found

    def first_failure(self, table: BoardValues) -> Square | None:
        f, g = (
            part.values(side).astype(np.int64)
            for part, side in zip((self.x, self.y), table.shape, strict=True)
        )
        return first_wrong(table, f[:, None] ^ g[None, :])

    def line_steps(self, kind: str, number: int) -> EventualSteps | None:
        """A row is g xor a number c < 2^k: where g goes on by p and s, it goes on by a multiple of
        the period that adds a multiple of 2^k. A diagonal goes on where f and g are periodic."""
        f, g = self.x.steps, self.y.steps
        if kind == "diagonal":
            if f is None or g is None or f.saltus != 0 or g.saltus != 0:
                return None
            return EventualSteps(max(f.preperiod, g.preperiod), lcm(f.period, g.period), 0)
        along, across = (g, self.x) if kind == "row" else (f, self.y)
        if along is None or along.saltus is None:
            return None
        if along.saltus == 0:
            return EventualSteps(along.preperiod, along.period, 0)
        power = 1 << across.at(number).bit_length()
        times = lcm(along.saltus, power) // along.saltus
        return EventualSteps(along.preperiod, along.period * times, along.saltus * times)
