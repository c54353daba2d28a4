"""Inequalities between expressions in n and in the names of loops, decided for all large n.

A *scope* holds names in an order, each with bounds: d*k <= P or d*k >= P for polynomials P in n and
earlier names, d >= 1. A name may be that of a loop, or stand for a part of an expression that is no
polynomial: q = n // 3 has 3*q <= n and 3*q >= n - 2.

    **Lemma.** Let e = c*k + r, where k is the last name in e, c a number and r without k. If c > 0
    and d*k >= P is a bound of k, e >= 0 follows from d*r + c*P > -d; if c < 0 and d*k <= P is one,
    likewise. *Proof.* d*e = d*r + c*(d*k) >= d*r + c*P > -d in both cases; so e > -1, and e is a
    whole number. ∎ Where e = c*k*k + r, c < 0 and k*k <= P, e >= 0 follows from r + c*P >= 0.

So names are taken away, the last one first, until n alone is left; a polynomial in n has one sign
from some n on.
"""

from __future__ import annotations

from dataclasses import field

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.polynomial import Polynomial, polynomial_of
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError

FARTHEST = 1 << 200  # from where on an inequality may hold
MOST_TRIED = 200  # ways to take away names
_N = Polynomial.name("n")

_ONE = Polynomial.number(1)
Bound = tuple[int, Polynomial]
"""(d, P) for d*k <= P, or for d*k >= P."""


_POSITIVE = ((1, Polynomial()),)


@dataclass(frozen=True)
class Bounds:
    """What is known of a name: d*k >= P for the pairs ``below``, d*k <= P for those ``above``."""

    below: tuple[Bound, ...] = ()
    above: tuple[Bound, ...] = ()
    square: Polynomial | None = None
    """P, if k*k <= P is known."""


@dataclass
class Scope:
    """Names with their bounds, in the order in which they came.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> scope = Scope().with_name("k", Bounds(((1, Polynomial.number(2)),), ((1, _N - 1),)))
    >>> difference = scope.polynomial(read_expression("n // 2 - k // 2 - 5", ("n", "k")))
    >>> scope.since(_N - Polynomial.name("k") - 1), scope.since(difference)
    (0, None)
    >>> scope.since(scope.polynomial(read_expression("n - n // 2 - 5", ("n", "k"))))
    9
    """

    bounds: dict[str, Bounds] = field(default_factory=dict)

    def with_name(self, name: str, bounds: Bounds) -> Scope:
        """A scope with a name more."""
        return Scope({**self.bounds, name: bounds})

    def since(self, expression: Polynomial | None) -> int | None:
        """An N >= 0 such that the expression is >= 0 for all n >= N and all values of the names;
        None where none is seen."""
        if expression is None:
            return None
        return _Elimination(self.bounds).since(expression)

    def polynomial(self, node: tree.Node) -> Polynomial | None:
        """A number as a polynomial in names; what is no polynomial gets a name here.
        It is defined wherever the names are within their bounds."""
        return polynomial_of(node, self._part)

    def _part(self, node: tree.Node) -> Polynomial | None:
        if (value := constant_of(node)) is not None:
            return Polynomial.number(value)
        name = f"({node})"
        if name not in self.bounds:
            bounds = self._bounds_of(node)
            if bounds is None:
                return None
            self.bounds[name] = bounds
        return Polynomial.name(name)

    def _bounds_of(self, node: tree.Node) -> Bounds | None:  # noqa: PLR0911
        match node:
            case tree.Binary("//", above, tree.Number(d)) if d:
                found = self.polynomial(above)
                return None if found is None else Bounds(((d, found - (d - 1)),), ((d, found),))
            case tree.Call("ceil_div", (above, tree.Number(d))) if d:
                found = self.polynomial(above)
                return None if found is None else Bounds(((d, found),), ((d, found + (d - 1)),))
            case tree.Binary("%", left, right) if self.is_at_least(right, 1):
                most = self.polynomial(right)
                if self.polynomial(left) is None or most is None:
                    return None
                return Bounds(_POSITIVE, ((1, most - 1),))
            case tree.Binary("//" | ">>" as sign, left, right):
                found = self.polynomial(left) if self.is_at_least(left, 0) else None
                if found is None or not self.is_at_least(right, int(sign == "//")):
                    return None
                return Bounds(_POSITIVE, ((1, found),))
            case tree.Binary("**", tree.Number(base), exponent) if base:
                return Bounds(((1, _ONE),)) if self.is_at_least(exponent, 0) else None
            case tree.Call("min" | "max" as function, arguments) if len(arguments) > 1:
                parts = [self.polynomial(argument) for argument in arguments]
                known = tuple((1, part) for part in parts if part is not None)
                if len(known) < len(parts):
                    return None
                return Bounds(above=known) if function == "min" else Bounds(below=known)
            case tree.Call("isqrt" | "bit_length" as function, (inside,)):
                found = self.polynomial(inside)
                if found is None or self.since(found) != 0:
                    return None  # it might be undefined
                root = function == "isqrt"
                return Bounds(_POSITIVE, ((1, found),), found if root else None)
            case tree.Call("gcd", parts) if all(self.polynomial(p) is not None for p in parts):
                return Bounds(_POSITIVE)
        return None

    def is_at_least(self, node: tree.Node, least: int) -> bool:
        """Whether a number is that or more for all n, as far as is seen."""
        found = self.polynomial(node)
        return found is not None and self.since(found - least) == 0


def constant_of(node: tree.Node) -> int | None:
    """The value of a number without names; None where it has names, or no value."""
    if not isinstance(node, tree.Number | tree.Unary | tree.Binary) or tree.names_in(node):
        return None
    if tree.holds(node, tree.Comprehension, tree.Listing, tree.Call):
        return None
    try:
        return evaluate(node, {"n": 0})
    except MexploreError:
        return None


@dataclass
class _Elimination:
    """Takes names away, in at most MOST_TRIED ways."""

    bounds: dict[str, Bounds]
    tried: int = 0

    def since(self, expression: Polynomial) -> int | None:
        self.tried += 1
        names = expression.names - {"n"}
        if not names:
            return positive_from(expression)
        last = next((name for name in reversed(self.bounds) if name in names), None)
        if last is None or self.tried > MOST_TRIED:
            return None
        c = expression.coefficient(last)
        rest = expression - c * Polynomial.name(last)
        if last in rest.names:
            return self._square(last, expression)
        known = self.bounds[last].below if c > 0 else self.bounds[last].above
        found = [self.since(d * rest + c * bound + (d - 1)) for d, bound in known]
        return min((n for n in found if n is not None), default=None)

    def _square(self, name: str, expression: Polynomial) -> int | None:
        """The same where the name occurs in products: as a square alone, of which less is more."""
        c, most = expression.coefficient(name, name), self.bounds[name].square
        rest = expression - c * Polynomial.name(name) * Polynomial.name(name)
        if c >= 0 or most is None or name in rest.names:
            return None
        return self.since(rest + c * most)


def positive_from(expression: Polynomial) -> int | None:
    """An N >= 0 such that a polynomial in n is >= 0 for all n >= N, for lines the least; None where
    it is negative in the end.

    >>> [positive_from(e) for e in (_N - 7, 2 * _N - 7, 3 - _N, Polynomial(), _N * _N - 9 * _N)]
    [7, 4, None, 0, 9]
    """
    degree = expression.degree
    coefficients = [expression.coefficient(*["n"] * power) for power in range(degree + 1)]
    leading = coefficients[-1]
    if degree == 0:
        return 0 if leading >= 0 else None
    if leading < 0:
        return None
    if degree == 1:
        found = max(0, -(coefficients[0] // leading))
    else:  # Cauchy: every root is less than 1 + max |c_i / leading|
        found = 2 + max(abs(c) // leading for c in coefficients[:-1])
        while found and found <= MOST_TRIED and expression.at({"n": found - 1}) >= 0:
            found -= 1
    return found if found <= FARTHEST else None
