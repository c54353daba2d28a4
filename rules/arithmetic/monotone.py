"""Expressions that never fall as n grows, with exact inverses: roots of roots, products, quotients.

An end of an interval such as isqrt(isqrt(n)) is a composition of functions that never fall. Let e
be one. The least n >= 0 with e(n) >= m is found from the outside inwards, since for whole numbers

    isqrt(x) >= m  iff  x >= m^2            (m >= 1),
    floor(x/c) >= m  iff  x >= c m          (c >= 1),
    c x + b >= m  iff  x >= ceil((m - b)/c) (c >= 1),
    bit_length(x) >= m  iff  x >= 2^(m-1) (m >= 1),
    max(x, y) >= m  iff  x >= m or y >= m,
    min(x, y) >= m  iff  x >= m and y >= m,

and a sum of several parts that depend on n, by halving: it never falls either. So an end reaches a
height of a thousand digits at a heap that is known exactly, without a step in between.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import isqrt

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.ends import least_from
from mexplore.rules.arithmetic.forms import Floor, normal_form
from mexplore.rules.dataclass import dataclass

FURTHEST = 1 << 4096
"""Heights that are not reached below are not told from those that are never reached."""
BEYOND = FURTHEST << 1
"""What stands for all of them."""
_LONGEST = 1 << 17  # bits of a number that is written down


class Monotone(ABC):
    """A function of n >= 0 that never falls.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> end = monotone(read_expression("isqrt(isqrt(max(n - 1, 0))) + 1", ("n",)))
    >>> end(16), end(17), end.first_at(3), end.first_at(10**100 + 1) == 10**400 + 1
    (2, 3, 17, True)
    """

    @abstractmethod
    def __call__(self, n: int) -> int:
        """The value at n."""

    @abstractmethod
    def first_at(self, height: int) -> int | None:
        """The least n >= 0 with a value of at least ``height``, or, where it is not below FURTHEST,
        perhaps BEYOND; None if there is none."""


@dataclass(frozen=True)
class _Constant(Monotone):
    value: int

    def __call__(self, n: int) -> int:
        del n
        return self.value

    def first_at(self, height: int) -> int | None:
        return 0 if self.value >= height else None


@dataclass(frozen=True)
class _Heap(Monotone):
    def __call__(self, n: int) -> int:
        return n

    def first_at(self, height: int) -> int:
        return max(height, 0)


@dataclass(frozen=True)
class _Line(Monotone):
    """floor((a x + b)/c), a >= 1, c >= 1."""

    inside: Monotone
    a: int
    b: int
    c: int

    def __call__(self, n: int) -> int:
        return (self.a * self.inside(n) + self.b) // self.c

    def first_at(self, height: int) -> int | None:
        return self.inside.first_at(-((self.b - self.c * height) // self.a))


@dataclass(frozen=True)
class _Root(Monotone):
    """isqrt(x), where x >= 0 for all n."""

    inside: Monotone

    def __call__(self, n: int) -> int:
        return isqrt(self.inside(n))

    def first_at(self, height: int) -> int | None:
        return 0 if height <= 0 else self.inside.first_at(height * height)


@dataclass(frozen=True)
class _Bits(Monotone):
    """The number of binary digits of x, where x >= 0 for all n."""

    inside: Monotone

    def __call__(self, n: int) -> int:
        return self.inside(n).bit_length()

    def first_at(self, height: int) -> int | None:
        if height > _LONGEST:
            return BEYOND
        return 0 if height <= 0 else self.inside.first_at(1 << (height - 1))


@dataclass(frozen=True)
class _Largest(Monotone):
    parts: tuple[Monotone, ...]

    def __call__(self, n: int) -> int:
        return max(part(n) for part in self.parts)

    def first_at(self, height: int) -> int | None:
        reached = (part.first_at(height) for part in self.parts)
        return min((n for n in reached if n is not None), default=None)


@dataclass(frozen=True)
class _Least(Monotone):
    parts: tuple[Monotone, ...]

    def __call__(self, n: int) -> int:
        return min(part(n) for part in self.parts)

    def first_at(self, height: int) -> int | None:
        reached = [part.first_at(height) for part in self.parts]
        known = [n for n in reached if n is not None]
        return max(known) if len(known) == len(reached) else None


@dataclass(frozen=True)
class _Sum(Monotone):
    parts: tuple[Monotone, ...]

    def __call__(self, n: int) -> int:
        return sum(part(n) for part in self.parts)

    def first_at(self, height: int) -> int | None:
        found = least_from(lambda n: self(n) >= height, 0, FURTHEST)
        return BEYOND if found is None else found


def monotone(node: tree.Node) -> Monotone | None:
    """The expression in n as a function that never falls and has a value for every n >= 0; None
    where that is not seen from its shape.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> texts = "isqrt(n//3) + n", "n - isqrt(n)", "min(isqrt(n), 9)", "isqrt(n - 1)", "n*n"
    >>> [monotone(read_expression(text, ("n",))) is not None for text in texts]
    [True, False, True, False, False]
    """
    constant = _constant(node)
    if constant is not None:
        return _Constant(constant)
    match node:
        case tree.Name("n"):
            return _Heap()
        case tree.Binary(sign, left, right):
            return _operation(sign, left, right)
        case tree.Call(function, arguments):
            read = _FUNCTIONS.get(function)
            return None if read is None else read(arguments)
    return None


def _constant(node: tree.Node) -> int | None:
    form = normal_form(node)
    return form.constant if isinstance(form, Floor) else None


def _operation(sign: str, left: tree.Node, right: tree.Node) -> Monotone | None:
    if sign == "+" and _constant(left) is None and _constant(right) is None:
        return _all_of(_Sum, (left, right))
    if sign in ("+", "*") and _constant(right) is None:
        left, right = right, left
    inside, c = monotone(left), _constant(right)
    if inside is None or c is None:
        return None
    if sign in ("+", "-"):
        return _Line(inside, 1, c if sign == "+" else -c, 1)
    if sign == "*" and c >= 1:
        return _Line(inside, c, 0, 1)
    return _Line(inside, 1, 0, c) if sign == "//" and c >= 1 else None


def _quotient_up(arguments: Sequence[tree.Node]) -> Monotone | None:
    """ceil(x/c) = floor((x + c - 1)/c)."""
    inside, c = monotone(arguments[0]), _constant(arguments[1])
    return _Line(inside, 1, c - 1, c) if inside is not None and c is not None and c >= 1 else None


def _of_natural(
    make: Callable[[Monotone], Monotone], arguments: Sequence[tree.Node]
) -> Monotone | None:
    """A function of x, where x >= 0 for all n, as it is for n = 0."""
    inside = monotone(arguments[0])
    return make(inside) if inside is not None and inside(0) >= 0 else None


def _all_of(
    make: Callable[[tuple[Monotone, ...]], Monotone], arguments: Sequence[tree.Node]
) -> Monotone | None:
    parts = [part for part in map(monotone, arguments) if part is not None]
    return make(tuple(parts)) if len(parts) == len(arguments) else None


_FUNCTIONS: dict[str, Callable[[Sequence[tree.Node]], Monotone | None]] = {
    "ceil_div": _quotient_up,
    "isqrt": lambda arguments: _of_natural(_Root, arguments),
    "bit_length": lambda arguments: _of_natural(_Bits, arguments),
    "max": lambda arguments: _all_of(_Largest, arguments),
    "min": lambda arguments: _all_of(_Least, arguments),
}
