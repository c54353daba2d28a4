"""Boards that are two heaps side by side: G(x, y) = f(x) xor g(y)."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from discover.pattern import EventualSteps
from discover.patterns.boards.heap_part import HeapPart
from discover.patterns.boards.pattern import BoardLaw, first_wrong
from discover.patterns.boards.places import Counted, Places
from rules.errors import TooLarge

if TYPE_CHECKING:
    from rules.boards.board import Square
    from rules.boards.kernel import BoardValues


MOST_LINES = 1000  # of the values of one coordinate


@dataclass(frozen=True)
class XorOfHeaps(BoardLaw):
    """G(x, y) = f(x) xor g(y), f and g being the values of heaps of two rules."""

    name: ClassVar[str] = "xor-of-heaps"

    x: HeapPart
    y: HeapPart

    @property
    def whole(self) -> bool:
        """Whether both heaps have laws; else the values far out are not known."""
        return self.x.form is not None and self.y.form is not None

    def formula(self) -> str | None:
        f, g = self.x.written("x"), self.y.written("y")
        if self.y.is_zero or self.x.is_zero:
            return f if self.y.is_zero else g
        return None if f is None or g is None else f"{_atom(f)} xor {_atom(g)}"

    def statement(self) -> str:
        formula = self.formula()
        if formula is not None:
            return f"G(x, y) = {formula} for all x, y >= 0"
        return (
            f"G(x, y) = f(x) xor g(y) for all x, y >= 0, where f(n) is {self.x.words()}, and g(n) "
            f"is {self.y.words()}"
        )

    def latex(self) -> str:
        f, g = self.x.written("x") or "f(x)", self.y.written("y") or "g(y)"
        return rf"G(x, y) = {_tex(f)} \oplus {_tex(g)} \quad\text{{for all }} x, y \ge 0"

    def parameters(self) -> dict[str, Any]:
        return {"x": self.x.parameters(), "y": self.y.parameters()}

    @classmethod
    def from_parameters(cls, parameters: dict[str, Any]) -> Self:
        if set(parameters) != {"x", "y"}:
            raise ValueError("two heaps are called x and y")
        return cls(*(HeapPart.from_parameters(parameters[name]) for name in ("x", "y")))

    def value(self, square: Square) -> int:
        return self.x.at(square[0]) ^ self.y.at(square[1])

    def places(self, kind: str, number: int, value: int) -> Places:
        """G(x, y) = v on row x says g(y) = f(x) xor v.

        >>> from rules.notation import parse_rule
        >>> nim = HeapPart.studied(parse_rule("nim"))
        >>> XorOfHeaps(nim, nim).places("row", 10**30, 3).nth(1) == 10**30 ^ 3
        True
        """
        across, along = (self.x, self.y) if kind == "row" else (self.y, self.x)
        form = along.form
        if form is None or kind == "diagonal":
            return super().places(kind, number, value)
        wanted = across.at(number) ^ value
        return Counted(lambda stop: form.count_of(wanted, stop) if stop else 0)

    def count_below(self, value: int, stop: int) -> int:
        """By the numbers of heaps of each value, where values are few; where they go on by equal
        steps and v = 0, class by class: those that both coordinates share."""
        if self.x.form is None or self.y.form is None or stop == 0:
            return super().count_below(value, stop) if stop else 0
        try:
            f, g = self.x.form.counts(stop), self.y.form.counts(stop)
        except TooLarge:
            f_lines, g_lines = (_lines(part, stop) for part in (self.x, self.y))
            if value or f_lines is None or g_lines is None:
                return super().count_below(value, stop)
            return sum(shared(one, other) for one in f_lines for other in g_lines)
        return sum(count * g.get(v ^ value, 0) for v, count in f.items())

    def nth_square(self, value: int, k: int) -> Square:
        if value or not (self.x.is_identity and self.y.is_identity):
            return super().nth_square(value, k)
        return k - 1, k - 1

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

    def size(self) -> int:
        return 2 + self.x.size() + self.y.size()


@dataclass(frozen=True)
class Line:
    """The numbers start + step*i, 0 <= i < count."""

    start: int
    step: int
    count: int


def _lines(part: HeapPart, stop: int) -> list[Line] | None:
    """The values of the heaps below ``stop`` as lines; None where there is no such law."""
    steps = part.steps
    if steps is None or steps.saltus is None or steps.preperiod + steps.period > MOST_LINES:
        return None
    n0, p = steps.preperiod, steps.period
    return [
        Line(part.at(n), steps.saltus, 1 if n < n0 else (stop - 1 - n) // p + 1)
        for n in range(min(n0 + p, stop))
    ]


def shared(one: Line, other: Line) -> int:
    """How many pairs of a number of one line and one of the other are equal.

    >>> shared(Line(1, 4, 10**18), Line(5, 6, 10**18))  # 1 + 4*(1 + 3*t) = 5 + 6*2*t
    333333333333333333
    """
    u, s, m, w, t, n = one.start, one.step, one.count, other.start, other.step, other.count
    if s == 0 or t == 0:
        if s:
            u, s, m, w, t, n = w, t, n, u, s, m
        if t == 0:
            return m * n if u == w else 0
        j, rest = divmod(u - w, t)
        return m if rest == 0 and 0 <= j < n else 0
    g = gcd(s, t)
    if (w - u) % g:
        return 0
    step = t // g
    # u + s*i = w + t*j: i is fixed modulo t/g, and w <= u + s*i <= w + t*(n - 1).
    first = (w - u) // g * pow(s // g, -1, step) % step if step > 1 else 0
    low = max(-((u - w) // s), 0)
    high = min((w + t * (n - 1) - u) // s, m - 1)
    first += -((first - low) // step) * step if first < low else 0
    return max((high - first) // step + 1, 0)


def _atom(formula: str) -> str:
    plain = formula.isidentifier() or (formula.endswith(")") and formula[:4] in ("Mod(", "floo"))
    return formula if plain else f"({formula})"


def _tex(formula: str) -> str:
    return formula if len(formula) == 1 else rf"\text{{{formula}}}"
