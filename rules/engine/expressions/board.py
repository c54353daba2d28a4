"""From a checked list of squares to the source of a loop over a board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import gcd
from typing import Protocol

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import linear
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.expressions.numbers import DONE, GROW, STOPPED, BoundedCode
from mexplore.rules.engine.expressions.options import LoopSource, LoopWriter, first_that_fits

# Rays in lists of squares: all squares in one direction, as a rook or a bishop moves.


Ray = tuple[int, int]
"""(i, j) != (0, 0), i and j >= 0 without a common divisor: the squares (x - i*k, y - j*k), k >= 1,
as long as no coordinate is negative."""

_Line = tuple[int, ...]  # cx, cy, ck, c of cx*x + cy*y + ck*k + c
_ZERO: _Line = (0, 0, 0, 0)


def parts_of(body: tree.Node) -> Iterator[tree.Node]:
    """The lists that the list is joined from."""
    if isinstance(body, tree.Binary):
        yield from parts_of(body.left)
        yield from parts_of(body.right)
    else:
        yield body


def ray_of(part: tree.Node, names: tuple[str, ...]) -> Ray | None:
    """The ray that a list of squares in two coordinates is, at every square (x, y) and with nothing
    left out; None if it is none, or is not seen to be one.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> def ray(text):
    ...     body = read_options(text, ("x", "y"), whole=text, at=0, squares=True)
    ...     return ray_of(body, ("x", "y"))
    >>> ray("[(x, b) for b in range(y)]"), ray("[(x - k, y - 2*k) for k in range(1, y + 1)]")
    ((0, 1), (1, 2))
    >>> ray("[(x - k, y - k) for k in range(1, 4)]") is None
    True
    """
    match part:
        case tree.Comprehension(
            tree.Heap((first, second)),
            (tree.Clause(k, tree.Call("range", (_, _) | (_,) as ends), ()),),
        ):
            low, high = (tree.Number(0), *ends) if len(ends) == 1 else ends
            variables = (*names, k)
            lines = _line(first, variables), _line(second, variables)
            start = _line(low, variables)
        case _:
            return None
    if lines[0] is None or lines[1] is None or start is None:
        return None
    if (lines, start, _line(high, variables)) in (_TO_THE_LEFT, _DOWNWARDS):
        return (1, 0) if lines == _TO_THE_LEFT[0] else (0, 1)
    i, j = -lines[0][2], -lines[1][2]
    steps = lines == ((1, 0, -i, 0), (0, 1, -j, 0)) and start == (0, 0, 0, 1)
    if not steps or min(i, j) < 0 or gcd(i, j) != 1:
        return None
    return (i, j) if _reaches(high, 0, (i, j), variables) else None


# (a, y) for a in range(x), and (x, b) for b in range(y).
_TO_THE_LEFT = (((0, 0, 1, 0), (0, 1, 0, 0)), _ZERO, (1, 0, 0, 0))
_DOWNWARDS = (((1, 0, 0, 0), (0, 0, 1, 0)), _ZERO, (0, 1, 0, 0))


def _line(node: tree.Node, names: tuple[str, ...]) -> _Line | None:
    found = linear(node)
    return None if found is None else (*found.coefficients(names), found.constant)


def _reaches(high: tree.Node, more: int, ray: Ray, names: tuple[str, ...]) -> bool:
    """Whether high + more exceeds, for all x, y >= 0, every k for which (x - i*k, y - j*k) has no
    negative coordinate: the least of floor(x/i) and floor(y/j), of those with a positive step."""
    match high:
        case tree.Binary("+", inner, tree.Number(value)):
            return _reaches(inner, more + value, ray, names)
        case tree.Call("min", (_, _, *_) as parts):
            return all(_reaches(part, more, ray, names) for part in parts)
        case tree.Call("max", (_, _, *_) as parts):
            return any(_reaches(part, more, ray, names) for part in parts)
        case tree.Binary("//", tree.Name(name), tree.Number(divisor)) if name in names[:2]:
            return more >= 1 and 1 <= divisor <= ray[names.index(name)]
    line = _line(high, names)
    if line is None or line[2] or min(line[0], line[1]) < 0 or line[3] + more < 1:
        return False
    return any(step and slope for step, slope in zip(ray, line[:2], strict=True))


Square = tuple[int, ...]


class Weights(Protocol):
    """The order of a*x + b*y; of a = 1, b = 0 that of x, then y; of a = 0, b = 1 of y, then x."""

    @property
    def a(self) -> int: ...

    @property
    def b(self) -> int: ...


@dataclass(frozen=True)
class BoardSource:
    """The source of the loop, and the rays for which it keeps sets of values."""

    loop: LoopSource
    rays: tuple[Ray, ...]


def board_source(
    node: tree.Node,
    names: tuple[str, ...],
    poisoned: tuple[Square, ...],
    order: Weights,
    *,
    misere: bool = False,
) -> BoardSource | None:
    """The source of a loop that fills a table by the list of squares, with misère values if that is
    asked for; None where 64 bits are not proved enough."""
    rays, others = [], []
    for part in parts_of(node):
        ray = ray_of(part, names)
        if ray is None:
            others.append(part)
        elif ray not in rays:
            rays.append(ray)

    def write(exponent: int) -> str:
        writer = BoardWriter(names, exponent, poisoned, tuple(rays), misere=misere)
        return writer.board(others, order)

    loop = first_that_fits(write)
    return None if loop is None else BoardSource(loop, tuple(rays))


class BoardWriter(LoopWriter):
    """The function ``fill(table, stamps, start, stop, edges, lines0, lines1, ...)``; n is the
    level a*x + b*y, the row or the column.

    Where ``edges`` is false, an option beyond the table stops the loop; so does, always, one on it
    that has no value yet. Squares that have a value are left alone, so that a loop that stopped
    for more room can go on.

    For each ray there is a set of values a line: as all squares of a line in the direction of the
    ray are options of its next one, and are valued in order, the set is that of the next one. It
    is a row of words of 64 bits, and the mex the first bit that is missing in all of them.

    A misère value is 1 where there is no option: where no square is marked, and no set of a line
    has an element.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        exponent: int,
        poisoned: tuple[Square, ...],
        rays: tuple[Ray, ...],
        *,
        misere: bool = False,
    ) -> None:
        super().__init__(names[0], exponent)
        most = (1 << exponent) - 1
        self.poisoned = poisoned
        self.rays = rays
        self.misere = misere
        self.variables = {
            names[0]: BoundedCode("column", 0, most),
            names[1]: BoundedCode("row", 0, most),
        }

    def board(self, lists: list[tree.Node], order: Weights) -> str:
        lines = "".join(f", lines{i}" for i in range(len(self.rays)))
        with self.block(f"def fill(table, stamps, start, stop, edges{lines}):"):
            self.line("width, height = table.shape")
            self.line("size = len(stamps)")
            self.line("wide, high = np.uint64(width), np.uint64(height)")
            self.line("most = np.uint64(size)")
            with self.block("for n in range(start, stop):"), self.squares(order):
                with self.block("if table[column, row] >= 0:"):
                    self.line("continue")
                self.square(lists)
            self.line(f"return stop, {DONE}")
        return "\n".join(self.lines) + "\n"

    @contextmanager
    def squares(self, order: Weights) -> Iterator[None]:
        """The squares of one level, row or column."""
        a, b = order.a, order.b
        if not b:
            self.line("column = n")
            with self.block("for row in range(height):"):
                yield
        elif not a:
            self.line("row = n")
            with self.block("for column in range(width):"):
                yield
        else:
            low = f"max(0, -(({b} * (height - 1) - n) // {a}))"
            with self.block(f"for column in range({low}, min(width, n // {a} + 1)):"):
                self.line(f"row = (n - {a} * column) // {b}")
                with self.block(f"if {a} * column + {b} * row != n:"):
                    self.line("continue")
                yield

    def square(self, lists: list[tree.Node]) -> None:
        self.line("steps = 0")
        self.line("stamp = column * height + row + 1")
        if self.misere:
            self.line("over = True")
        for part in lists:
            self.each(part, self.mark)
        if self.rays:
            self.mex_of_lines(marked=bool(lists))
        else:
            self.line("value = 0")
            with self.block("while value < size and stamps[value] == stamp:"):
                self.line("value += 1")
            with self.block("if value == size:"):
                self.line(f"return n, {GROW}")
        if self.misere:
            self.without_options()
        self.line("table[column, row] = value")
        self.add_to_lines()

    def without_options(self) -> None:
        """The misère value of a square from which there is no move."""
        with self.block("if value == 0 and over:"):
            if self.rays:
                words = " | ".join(f"line{i}[word]" for i in range(len(self.rays)))
                with self.block("for word in range(size >> 6):"), self.block(f"if {words} != 0:"):
                    self.line("over = False")
            with self.block("if over:"):
                self.line("value = 1")

    # -- rays ------------------------------------------------------------------------------

    def mex_of_lines(self, *, marked: bool) -> None:
        """The least value that is in no set of a line, and not marked."""
        for i, (dx, dy) in enumerate(self.rays):
            self.line(f"place{i} = {dy} * column - {dx} * row + {dx} * (height - 1)")
            self.line(f"line{i} = lines{i}[np.uint64(place{i})]")
        self.line("value = np.int64(-1)")
        with self.block("for word in range(size >> 6):"):
            words = " | ".join(f"line{i}[word]" for i in range(len(self.rays)))
            self.line(f"free = ~({words})")
            with self.block("if free != 0:" if not marked else "while free != 0:"):
                self.line("found = 64 * np.int64(word) + np.int64(trailing_zeros(free))")
                if marked:
                    with self.block("if stamps[found] == stamp:"):
                        self.line("free &= free - np.uint64(1)")
                        self.line("continue")
                self.line("value = found")
                self.line("break")
            if marked:
                with self.block("if value >= 0:"):
                    self.line("break")
        with self.block("if value < 0:"):
            self.line(f"return n, {GROW}")

    def add_to_lines(self) -> None:
        """The square is an option of those behind it, unless no token may move there."""
        if not self.rays:
            return
        allowed = " and ".join(f"not (column == {x} and row == {y})" for x, y in self.poisoned)
        with self.block(f"if {allowed or 'True'}:"):
            self.line("bit = np.uint64(1) << np.uint64(value & 63)")
            for i in range(len(self.rays)):
                self.line(f"line{i}[np.uint64(value >> 6)] |= bit")

    # -- options ---------------------------------------------------------------------------

    def mark(self, item: tree.Node | BoundedCode) -> None:
        match item:
            case tree.Choice():
                super().mark(item)
            case tree.Heap() if not tree.of_squares(item):
                self.mark_square(item)
            case tree.Heap() | tree.Repeated() | tree.Together() | tree.Gathered():
                self.mark_sum(item)
            case _:
                raise TypeError("an option of a board is a square, or several")

    def mark_square(self, item: tree.Heap) -> None:
        """Numbers below 0 are large ones without a sign: one comparison sees both."""
        x, y = self.corner(item)
        with self.block(
            f"if {self.inside(x, 'wide')} and {self.inside(y, 'high')}{self.poison(x, y)}:"
        ):
            self.line(f"known = table[np.uint64({x}), np.uint64({y})]")
            if self.misere:
                self.line("over = False")
            with self.block(f"if {self.inside('known', 'most')}:"):
                self.line("stamps[np.uint64(known)] = stamp")
            with self.block("elif known < 0:"):
                self.line(f"return n, {STOPPED}")
        with self.block(f"elif not edges and {self.on_board(x, y)}:"):
            self.line(f"return n, {STOPPED}")

    def inside(self, number: str, limit: str) -> str:
        """The condition 0 <= number < limit."""
        return f"np.uint64(np.int64({number})) < {limit}"

    def corner(self, item: tree.Heap) -> tuple[str, str]:
        """The coordinates of a square, in variables."""
        x, y = (self.number(part).text for part in item.items)
        return x, y

    def on_board(self, x: str, y: str) -> str:
        """The condition that a token may stand there."""
        return f"{x} >= 0 and {y} >= 0{self.poison(x, y)}"

    def poison(self, x: str, y: str) -> str:
        """The condition that the square is not poisoned, to follow others."""
        return "".join(f" and not ({x} == {a} and {y} == {b})" for a, b in self.poisoned)

    def mark_sum(self, item: tree.Node) -> None:
        legal, total = self.fresh(), self.fresh()
        self.line(f"{legal} = True")
        self.line(f"{total} = np.int64(0)")
        self.gather(item, legal, total)
        with self.block(f"if {legal} and {total} < size:"):
            self.line(f"stamps[np.uint64({total})] = stamp")

    def gather_one(self, item: tree.Node | BoundedCode, legal: str, total: str) -> None:
        if isinstance(item, tree.Choice):
            with self.block(f"if {self.test(item.test)}:"):
                self.gather_one(item.yes, legal, total)
            with self.block("else:"):
                self.gather_one(item.no, legal, total)
            return
        assert isinstance(item, tree.Heap)
        x, y = self.corner(item)
        with self.block(f"if not ({self.on_board(x, y)}):"):
            self.line(f"{legal} = False")
        # Of another type than what one square is worth (`mark_square`), so of another name.
        with self.block(f"elif {x} < width and {y} < height:"):
            self.line(f"worth = np.int64(table[np.uint64({x}), np.uint64({y})])")
            with self.block("if worth >= 0:"):
                self.line(f"{total} ^= worth")
            with self.block(f"elif {legal}:"):
                self.line(f"return n, {STOPPED}")
        with self.block("elif edges:"):
            self.line(f"{legal} = False")
        with self.block(f"elif {legal}:"):
            self.line(f"return n, {STOPPED}")
