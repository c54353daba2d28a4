"""Normal forms of ends of intervals: floor((a*n + b)/c) and isqrt(a*n + b) + k, by shape alone.

An end is first written as a sum of multiples of n, of 1, and of floors and square roots; a sum with
at most one floor, or one root, has a normal form. Two ends of equal normal form are equal at every
n >= 0; an end without one may still equal another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd, isqrt

from rules.arithmetic import tree

LONGEST_POWER = 4096  # bits of a power of two literals that is worked out


@dataclass(frozen=True)
class Floor:
    """floor((a*n + b)/c), c >= 1, in lowest terms where that is the same for every n.

    >>> Floor(1, 1, 2)(7), Floor(0, 3, 1)(7)
    (4, 3)
    """

    a: int
    b: int
    c: int = 1

    def __call__(self, n: int) -> int:
        return (self.a * n + self.b) // self.c

    @property
    def constant(self) -> int | None:
        """The value, where it does not depend on n."""
        return self.b // self.c if self.a == 0 else None


@dataclass(frozen=True)
class Root:
    """isqrt(a*n + b) + k, a >= 1, b >= 0.

    >>> Root(1, 0, 2)(10)
    5
    """

    a: int
    b: int = 0
    k: int = 0

    def __call__(self, n: int) -> int:
        return isqrt(self.a * n + self.b) + self.k


Form = Floor | Root


def normal_form(node: tree.Node, name: str = "n") -> Form | None:
    """The normal form of the expression as a function of the name, or None.

    >>> from rules.arithmetic.reading import read_expression
    >>> form = lambda text: normal_form(read_expression(text, ("n",)))
    >>> form("n - ceil(n/2)"), form("(3*n + 6)//9 - 1"), form("1 + isqrt(n)"), form("n*n")
    (Floor(a=1, b=0, c=2), Floor(a=1, b=-1, c=3), Root(a=1, b=0, k=1), None)
    """
    total = _sum(node, name)
    return None if total is None else total.form()


@dataclass(frozen=True)
class _Sum:
    """a*n + b and a number of times each of some floors and roots."""

    a: int = 0
    b: int = 0
    terms: tuple[tuple[Form, int], ...] = ()

    @property
    def constant(self) -> bool:
        return self.a == 0 and not self.terms

    def plus(self, other: _Sum, times: int = 1) -> _Sum:
        counted: Counter[Form] = Counter(dict(self.terms))
        for term, count in other.terms:
            counted[term] += times * count
        terms = tuple((term, count) for term, count in counted.items() if count)
        return _Sum(self.a + times * other.a, self.b + times * other.b, terms)

    def form(self) -> Form | None:
        """The normal form, if there is at most one term and it can take in the rest."""
        if not self.terms:
            return Floor(self.a, self.b)
        (term, count), *others = self.terms
        if others:
            return None
        if isinstance(term, Root):
            simple = count == 1 and self.a == 0
            return Root(term.a, term.b, term.k + self.b) if simple else None
        if count == 1:
            return _floor(term.a + self.a * term.c, term.b + self.b * term.c, term.c)
        if count == -1:  # -floor(x/c) = floor((-x + c - 1)/c)
            above = self.b * term.c - term.b + term.c - 1
            return _floor(self.a * term.c - term.a, above, term.c)
        return None


_ONE = _Sum(b=1)


def _floor(a: int, b: int, c: int) -> Floor:
    """floor((a*n + b)/c) in lowest terms, c != 0: a common factor g of a and c leaves
    floor((a/g*n + floor(b/g))/(c/g))."""
    a, b, c = (a, b, c) if c > 0 else (-a, -b, -c)
    g = gcd(a, c)
    return Floor(a // g, b // g, c // g)


def _sum(node: tree.Node, name: str) -> _Sum | None:  # noqa: PLR0911
    match node:
        case tree.Number(value):
            return _Sum(b=value)
        case tree.Name(own) if own == name:
            return _Sum(a=1)
        case tree.Unary("-", operand):
            inner = _sum(operand, name)
            return inner and _Sum().plus(inner, -1)
        case tree.Binary(sign, left, right) if sign in _SIGNS:
            first, second = _sum(left, name), _sum(right, name)
            return _SIGNS[sign](first, second) if first and second else None
        case tree.Call("ceil_div", (above, below)):  # ceil(x/y) = -floor(-x/y)
            return _sum(tree.Unary("-", tree.Binary("//", tree.Unary("-", above), below)), name)
        case tree.Call("isqrt", (inside,)):
            inner = _sum(inside, name)
            if inner is None or inner.terms or inner.a < 1 or inner.b < 0:
                return None
            return _Sum(terms=((Root(inner.a, inner.b), 1),))
        case _:
            return None


def _product(left: _Sum, right: _Sum) -> _Sum | None:
    if right.a or right.terms:
        left, right = right, left
    return None if right.a or right.terms else _Sum().plus(left, right.b)


def _quotient(above: _Sum, below: _Sum) -> _Sum | None:
    """floor(above/below), below a constant; floor(floor(x/c)/d) = floor(x/(c*d)) for d > 0."""
    form = above.form()
    if below.a or below.terms or below.b == 0 or not isinstance(form, Floor):
        return None
    if form.c > 1 and below.b < 0:
        return None
    return _as_sum(_floor(form.a, form.b, form.c * below.b))


def _remainder(left: _Sum, right: _Sum) -> _Sum | None:
    """A remainder of constants."""
    if not (left.constant and right.constant) or right.b == 0:
        return None
    return _Sum(b=left.b % right.b)


def _power(base: _Sum, exponent: _Sum, times: _Sum = _ONE) -> _Sum | None:
    """A power of constants, times another one."""
    if not (base.constant and times.constant and exponent.constant):
        return None
    if not 0 <= exponent.b * base.b.bit_length() <= LONGEST_POWER:
        return None
    return _Sum(b=times.b * int(base.b**exponent.b))


def _as_sum(form: Floor) -> _Sum:
    """The floor with its whole parts taken out: 0 <= a < c and 0 <= b < c remain inside."""
    whole = _Sum(form.a // form.c, form.b // form.c)
    inside = Floor(form.a % form.c, form.b % form.c, form.c)
    return whole if inside.a == 0 else whole.plus(_Sum(terms=((inside, 1),)))


_SIGNS: dict[str, Callable[[_Sum, _Sum], _Sum | None]] = {
    "+": lambda left, right: left.plus(right),
    "-": lambda left, right: left.plus(right, -1),
    "*": _product,
    "//": _quotient,
    "%": _remainder,
    "**": _power,
    "<<": lambda left, right: _power(_Sum(b=2), right, left),
}


def tree_of(form: Form, name: str = "n") -> tree.Node:
    """The expression that the form is.

    >>> str(tree_of(Floor(3, -1, 2))), str(tree_of(Root(1, 0, 2)))
    ('(3 * n - 1) // 2', 'isqrt(n) + 2')
    """
    if isinstance(form, Root):
        return _plus(tree.Call("isqrt", (_linear(form.a, form.b, name),)), form.k)
    inside = _linear(form.a, form.b, name)
    return inside if form.c == 1 else tree.Binary("//", inside, tree.Number(form.c))


def _linear(a: int, b: int, name: str) -> tree.Node:
    if a == 0:
        return _literal(b)
    variable: tree.Node = tree.Name(name)
    multiple = variable if a == 1 else tree.Binary("*", _literal(a), variable)
    return _plus(multiple, b)


def _plus(node: tree.Node, number: int) -> tree.Node:
    if number == 0:
        return node
    return tree.Binary("+" if number > 0 else "-", node, tree.Number(abs(number)))


def _literal(number: int) -> tree.Node:
    return tree.Number(number) if number >= 0 else tree.Unary("-", tree.Number(-number))
