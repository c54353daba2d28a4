"""Normal forms of ends of intervals: floor((a*n + b)/c) and isqrt(a*n + b) + k, by shape alone.

An end is first written as a sum of multiples of n, of 1, and of floors and square roots; a sum with
at most one floor, or one root, has a normal form. Two ends of equal normal form are equal at every
n >= 0; an end without one may still equal another.
"""

from __future__ import annotations

from math import gcd, isqrt

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import Polynomial, linear
from mexplore.rules.dataclass import dataclass

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

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> form = lambda text: normal_form(read_expression(text, ("n",)))
    >>> form("n - ceil(n/2)"), form("(3*n + 6)//9 - 1"), form("1 + isqrt(n)"), form("n*n")
    (Floor(a=1, b=0, c=2), Floor(a=1, b=-1, c=3), Root(a=1, b=0, k=1), None)
    """
    return _Reader(name).form(node)


class _Reader:
    """Reads an expression as a sum of multiples of the name, of 1, of floors and of square roots,
    each of which has its own text as a name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: dict[str, Form] = {}

    def form(self, node: tree.Node) -> Form | None:
        """The normal form, if there is at most one floor or root and it can take in the rest."""
        total = self.sum(node)
        if total is None:
            return None
        a, b = total.coefficient(self.name), total.constant
        parts = [(self.parts.get(n), c) for n, c in total.slopes.items() if n != self.name]
        match parts:
            case []:
                return Floor(a, b)
            case [(Root() as root, 1)] if a == 0:
                return Root(root.a, root.b, root.k + b)
            case [(Floor() as inner, 1)]:
                return _floor(inner.a + a * inner.c, inner.b + b * inner.c, inner.c)
            case [(Floor() as inner, -1)]:  # -floor(x/c) = floor((-x + c - 1)/c)
                above = b * inner.c - inner.b + inner.c - 1
                return _floor(a * inner.c - inner.a, above, inner.c)
            case _:
                return None

    def sum(self, node: tree.Node) -> Polynomial | None:
        return linear(node, self.part)

    def constant(self, node: tree.Node) -> int | None:
        found = self.sum(node)
        return found.constant if found is not None and found.is_constant else None

    def part(self, node: tree.Node) -> Polynomial | None:
        """A floor, a root, or an operation on constants."""
        match node:
            case tree.Binary("//", above, below):
                divisor = self.constant(below)
                return self.quotient(above, divisor) if divisor else None
            case tree.Call("ceil_div", (above, below)):  # ceil(x/y) = -floor(-x/y)
                minus = tree.Unary("-", above)
                return self.sum(tree.Unary("-", tree.Binary("//", minus, below)))
            case tree.Binary(sign, left, right):
                return _of_constants(sign, self.constant(left), self.constant(right))
            case tree.Call("isqrt", (inside,)):
                form = self.form(inside)
                whole = isinstance(form, Floor) and form.c == 1 and form.a >= 1 and form.b >= 0
                return self.named(Root(form.a, form.b)) if form is not None and whole else None
            case _:
                return None

    def quotient(self, above: tree.Node, divisor: int) -> Polynomial | None:
        """floor(above/divisor), with its whole parts taken out: 0 <= a < c and 0 <= b < c remain
        inside. floor(floor(x/c)/d) = floor(x/(c*d)) for d > 0."""
        form = self.form(above)
        if not isinstance(form, Floor) or (form.c > 1 and divisor < 0):
            return None
        form = _floor(form.a, form.b, form.c * divisor)
        whole = form.a // form.c * Polynomial.name(self.name) + form.b // form.c
        inside = Floor(form.a % form.c, form.b % form.c, form.c)
        return whole if inside.a == 0 else whole + self.named(inside)

    def named(self, form: Form) -> Polynomial:
        text = repr(form)  # with brackets in it, which no name of a rule has
        self.parts[text] = form
        return Polynomial.name(text)


def _floor(a: int, b: int, c: int) -> Floor:
    """floor((a*n + b)/c) in lowest terms, c != 0: a common factor g of a and c leaves
    floor((a/g*n + floor(b/g))/(c/g))."""
    a, b, c = (a, b, c) if c > 0 else (-a, -b, -c)
    g = gcd(a, c)
    return Floor(a // g, b // g, c // g)


def _of_constants(sign: str, left: int | None, right: int | None) -> Polynomial | None:
    if left is None or right is None:
        return None
    base = 2 if sign == "<<" else left
    small = 0 <= right * base.bit_length() <= LONGEST_POWER and right >= 0
    match sign:
        case "%" if right:
            return Polynomial.number(left % right)
        case "**" if small:
            return Polynomial.number(left**right)
        case "<<" if small:
            return Polynomial.number(left << right)
        case _:
            return None


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
        return tree.integer(b)
    variable: tree.Node = tree.Name(name)
    multiple = variable if a == 1 else tree.Binary("*", tree.integer(a), variable)
    return _plus(multiple, b)


def _plus(node: tree.Node, number: int) -> tree.Node:
    if number == 0:
        return node
    return tree.Binary("+" if number > 0 else "-", node, tree.Number(abs(number)))
