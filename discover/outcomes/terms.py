"""The parts of a condition as linear forms, with names for values that automata tell.

A part is a sum of multiples of names, and of alpha times such a sum, over a whole number, alpha
being the number of the numeration (`discover.automata.multiples`). Quotients, remainders, minima,
floors and xors become names with a relation each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import reduce
from itertools import count
from math import gcd, isqrt, lcm

from mexplore.discover.automata.multiples import floors
from mexplore.discover.automata.numeration import Numeration, Ostrowski
from mexplore.discover.automata.operations import Budget, either
from mexplore.discover.outcomes.relations import (
    Relation,
    among,
    at_least_zero,
    together,
    with_bits,
    zero,
)
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.arithmetic.vocabulary import applied
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.bits import BitwiseAnd

LARGEST_DIVISOR = 1000
LARGEST_ROOT = 10**6
LARGEST_POWER = 20


class NotRecognised(Exception):
    """No automaton is seen that tells where a condition holds; ``str()`` says why."""


def root_of(node: tree.Node) -> int | None:
    """The number without square divisors whose root sqrt(k) is a multiple of; None for other nodes.

    >>> root_of(tree.Call("sqrt", (tree.Number(20),)))
    5
    """
    match node:
        case tree.Call("sqrt", (tree.Number(k),)) if k <= LARGEST_ROOT:
            return _parts(k)[1]
    return None


def _parts(k: int) -> tuple[int, int]:
    """k = s^2 * r, r without square divisors."""
    squares = (s for s in range(isqrt(k), 0, -1) if k % (s * s) == 0)
    s = next(squares, 1)
    return s, k // (s * s)


@dataclass(frozen=True)
class Real:
    """(whole + root*alpha)/over."""

    whole: Polynomial
    root: Polynomial = Polynomial()
    over: int = 1

    @property
    def in_lowest_terms(self) -> Real:
        """The same with as small an ``over`` as can be."""
        numbers = [c for form in (self.whole, self.root) for _, c in form.terms()]
        common = gcd(self.over, *numbers)
        if common == 1:
            return self
        whole, root = (
            Polynomial({monomial: c // common for monomial, c in form.terms()})
            for form in (self.whole, self.root)
        )
        return Real(whole, root, self.over // common)

    def __add__(self, other: Real) -> Real:
        over = lcm(self.over, other.over)
        a, b = over // self.over, over // other.over
        whole, root = self.whole * a + other.whole * b, self.root * a + other.root * b
        return Real(whole, root, over).in_lowest_terms

    def __neg__(self) -> Real:
        return Real(-self.whole, -self.root, self.over)

    @property
    def is_number(self) -> bool:
        """Whether it has no names."""
        return self.whole.is_constant and self.root.is_constant


ONE = Real(Polynomial.number(1))


@dataclass
class Terms:
    """Reads parts of one condition; ``relations`` say what the new names stand for, all of which
    have one value for any values of the others."""

    numeration: Numeration
    budget: Budget
    relations: list[Relation] = field(default_factory=list)
    _fresh: Iterator[int] = field(default_factory=lambda: count(1))

    def natural(self, node: tree.Node) -> str:
        """A name for a part that is seen to be a whole number >= 0."""
        return self._named(self.whole(node))

    def _named(self, form: Polynomial) -> str:
        if not self._never_negative(form):
            raise NotRecognised(f"{form} may be negative")
        single = next((name for name in form.names if form == Polynomial.name(name)), None)
        if single is not None:
            return single
        name = self._new()
        self._say(self._zero(form - Polynomial.name(name)))
        return name

    def whole(self, node: tree.Node) -> Polynomial:
        """The form of a part that is a whole number."""
        real = self.real(node)
        if real.over > 1 or real.root != Polynomial():
            raise NotRecognised(f"{node} is not seen to be a whole number")
        return real.whole

    def real(self, node: tree.Node) -> Real:
        """The form of a part."""
        match node:
            case tree.Number(value):
                return Real(Polynomial.number(value))
            case tree.Name(name):
                return Real(Polynomial.name(name))
            case tree.Binary() | tree.Unary("-", _) | tree.Call():
                name, parts = applied(node)
                return self._applied(node, name, parts)
        raise NotRecognised(f"{node} is not linear")

    def _applied(  # noqa: PLR0911
        self, node: tree.Node, name: str, parts: tuple[tree.Node, ...]
    ) -> Real:
        match name, parts:
            case "add", (left, right):
                return self.real(left) + self.real(right)
            case "sub", (left, right):
                return self.real(left) + -self.real(right)
            case "mul", (left, right):
                return self._product(self.real(left), self.real(right), node)
            case "div", (left, right):
                return self._over(self.real(left), self.real(right), node)
            case "pow", (base, tree.Number(exponent)) if exponent <= LARGEST_POWER:
                factors = [self.real(base)] * exponent
                return reduce(lambda a, b: self._product(a, b, node), factors, ONE)
            case "sqrt", _ if (root := root_of(node)) is not None:
                return self._root(node, root)
        return Real(self._whole_value(node, name, parts))

    def _whole_value(self, node: tree.Node, name: str, parts: tuple[tree.Node, ...]) -> Polynomial:
        match name, parts:
            case "floordiv" | "mod", (left, tree.Number(d)) if 0 < d <= LARGEST_DIVISOR:
                form = self.whole(left)
                quotient = self._divided(form, d)
                return quotient if name == "floordiv" else form - quotient * d
            case "floor", (inner,):
                return self.floor(self.real(inner))
            case "ceiling", (inner,):
                return -self.floor(-self.real(inner))
            case "abs", (inner,):
                form = self.whole(inner)
                return self._positive_part(form) * 2 - form
            case "min" | "max", (first, *others):
                best = self.whole(first)
                for other in map(self.whole, others):
                    more = self._positive_part(best - other)
                    best = other + more if name == "max" else best - more
                return best
            case "xor" | "bitand" | "bitor", (first, *others):
                found = self.whole(first)
                for each in others:
                    found = self._of_bits(name, found, self.whole(each))
                return found
        raise NotRecognised(f"{node} is not linear, and no part of it is read off digits")

    # Numbers with roots.

    def _root(self, node: tree.Node, root: int) -> Real:
        """sqrt(k) = s*sqrt(r); with (2*alpha - c)^2 = c^2 + 4 = f^2*r it is s*(2*alpha - c)/f."""
        assert isinstance(node, tree.Call) and isinstance(node.arguments[0], tree.Number)
        s, _ = _parts(node.arguments[0].value)
        if root == 1:
            return Real(Polynomial.number(s))
        assert isinstance(self.numeration, Ostrowski)
        (c,) = self.numeration.period
        f, _ = _parts(c * c + 4)
        return Real(Polynomial.number(-c * s), Polynomial.number(2 * s), f)

    def _product(self, one: Real, other: Real, node: tree.Node) -> Real:
        """alpha^2 = c*alpha + 1."""
        if not one.is_number and not other.is_number:
            raise NotRecognised(f"{node} is not linear")
        square = one.root * other.root
        c = self.numeration.period[0] if isinstance(self.numeration, Ostrowski) else 0
        whole = one.whole * other.whole + square
        root = one.whole * other.root + one.root * other.whole + square * c
        return Real(whole, root, one.over * other.over).in_lowest_terms

    def _over(self, one: Real, other: Real, node: tree.Node) -> Real:
        """1/(p + q*alpha) = (p + q*c - q*alpha)/(p^2 + p*q*c - q^2)."""
        if not other.is_number:
            raise NotRecognised(f"{node} is not linear")
        c = self.numeration.period[0] if isinstance(self.numeration, Ostrowski) else 0
        p, q = other.whole.constant, other.root.constant
        norm = p * p + p * q * c - q * q
        if not norm:
            raise NotRecognised(f"{node} is divided by 0")
        sign = 1 if norm > 0 else -1
        upside = Real(
            Polynomial.number(sign * other.over * (p + q * c)),
            Polynomial.number(-sign * other.over * q),
            abs(norm),
        )
        return self._product(one, upside, node)

    def floor(self, real: Real) -> Polynomial:
        """The greatest whole number that is not above: floor((w + floor(r*alpha))/over)."""
        whole, root = real.whole, real.root
        if root == Polynomial():
            return self._divided(whole, real.over)
        if self._never_negative(root):
            return self._divided(whole + self._multiple(root), real.over)
        if self._never_negative(-root):
            # floor(-r*alpha) = -floor(r*alpha) - 1, but for r = 0.
            under = Polynomial.number(1) - self._positive_part(root + 1)
            return self._divided(whole - self._multiple(-root) - under, real.over)
        raise NotRecognised(f"a root is multiplied by {root}, which may have either sign")

    def _multiple(self, form: Polynomial) -> Polynomial:
        """floor(alpha*form), the form being >= 0."""
        assert isinstance(self.numeration, Ostrowski)
        if form.is_constant and not form.constant:
            return form
        inner, outer = self._new(), self._new()
        self._say(self._zero(form - Polynomial.name(inner)))
        self._say(Relation(floors(self.numeration), (inner, outer)))
        return Polynomial.name(outer)

    # New names.

    def _new(self) -> str:
        return f"value {next(self._fresh)}"

    def _say(self, relation: Relation) -> None:
        self.relations.append(relation)

    def _never_negative(self, form: Polynomial) -> bool:
        """Whether a form is >= 0 for all values that its names may have."""
        if min([form.constant, *form.coefficients(form.names)]) >= 0:
            return True
        if form.is_constant or max([form.constant, *form.coefficients(form.names)]) <= 0:
            return False
        negative = self._positive(-form - 1)
        names = tuple(sorted(form.names))
        return among([*self.relations, negative], names, self.budget).empty()

    def _divided(self, form: Polynomial, d: int) -> Polynomial:
        """floor(form/d): of a form with coefficients below d it is a name."""
        rest = Polynomial({monomial: c % d for monomial, c in form.terms()})
        multiple = Polynomial({monomial: c // d for monomial, c in form.terms()})
        if rest.is_constant:
            return multiple
        quotient = Polynomial.name(self._new())
        left = rest - quotient * d
        bounds = (left, d - 1 - left)
        self._say(together(map(self._positive, bounds), self.budget))
        return multiple + quotient

    def _positive_part(self, form: Polynomial) -> Polynomial:
        """max(form, 0)."""
        if self._never_negative(form):
            return form
        if self._never_negative(-form):
            return Polynomial()
        name = self._new()
        new, names = Polynomial.name(name), (*sorted(form.names), name)
        above = [self._positive(form), self._zero(form - new)]
        below = [self._positive(-form), self._zero(new)]
        parts = [among(case, names, self.budget) for case in (above, below)]
        self._say(Relation(either(parts[0], parts[1], self.budget), names))
        return new

    def _positive(self, form: Polynomial) -> Relation:
        return at_least_zero(form, self.numeration, self.budget)

    def _zero(self, form: Polynomial) -> Relation:
        return zero(form, self.numeration, self.budget)

    def _of_bits(self, name: str, one: Polynomial, other: Polynomial) -> Polynomial:
        """a + b = (a | b) + (a & b), and xor(a, b) = (a | b) - (a & b)."""
        a, b = map(self._named, (one, other))
        common = Polynomial.name(a if a == b else self._new())
        if a != b:
            bits = [BitwiseAnd(Polynomial.name(a), Polynomial.name(b), common)]
            self.relations += with_bits(bits, self.numeration, self.budget)
        times = {"bitand": 0, "bitor": 1, "xor": 2}[name]
        return one + other - common * times if times else common
