"""Polynomials with whole coefficients in names: exact, immutable, equal if they are equal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import gcd

from mexplore.rules.arithmetic import tree

Monomial = tuple[str, ...]
"""The names of a product, sorted, each as often as it occurs; () is 1."""


class Polynomial:
    """A sum of products of names with whole coefficients.

    Numbers are taken for constants wherever a polynomial may stand.

    >>> a, b = Polynomial.name("a"), Polynomial.name("b")
    >>> (a + b) * (a - b) + 1
    a*a - b*b + 1
    >>> (a + b) * (a - b) == a * a - b * b, (2 * a + b - 3).at({"a": 10**50, "b": 4}) - 2 * 10**50
    (True, 1)
    """

    __slots__ = ("_hash", "_terms")

    def __init__(self, terms: Mapping[Monomial, int] | None = None) -> None:
        self._terms: dict[Monomial, int] = {m: c for m, c in (terms or {}).items() if c}
        self._hash: int | None = None

    @staticmethod
    def number(value: int) -> Polynomial:
        """A constant."""
        return Polynomial({(): value})

    @staticmethod
    def name(name: str) -> Polynomial:
        """The name itself."""
        return Polynomial({(name,): 1})

    @staticmethod
    def of(value: Polynomial | int) -> Polynomial:
        """The polynomial, or the constant."""
        return value if isinstance(value, Polynomial) else Polynomial.number(value)

    # What it consists of.

    def terms(self) -> Iterator[tuple[Monomial, int]]:
        """The monomials with their coefficients, none of which is 0, those of highest degree
        first, and those of one degree by the alphabet."""
        return iter(sorted(self._terms.items(), key=lambda term: (-len(term[0]), term[0])))

    def leading(self, names: Sequence[str]) -> tuple[Monomial, int]:
        """A monomial of highest degree with its coefficient: of several that which has the first of
        these names; (), 1 where there is none.

        >>> a, b = Polynomial.name("a"), Polynomial.name("b")
        >>> (3 * a + 2 * b).leading(("b", "a"))
        (('b',), 2)
        """
        place = {name: number for number, name in enumerate(names)}

        def rank(term: tuple[Monomial, int]) -> tuple[int, list[int]]:
            return -len(term[0]), sorted(place.get(name, len(place)) for name in term[0])

        return min(self.terms(), key=rank, default=((), 1))

    @property
    def size(self) -> int:
        """The number of terms."""
        return len(self._terms)

    @property
    def degree(self) -> int:
        """The largest number of factors of a monomial; 0 for constants."""
        return max(map(len, self._terms), default=0)

    @property
    def is_linear(self) -> bool:
        """Whether it is a sum of multiples of names and a number: a *linear form*."""
        return self.degree <= 1

    @property
    def names(self) -> frozenset[str]:
        """The names that occur."""
        return frozenset(name for monomial in self._terms for name in monomial)

    @property
    def constant(self) -> int:
        """The term without names."""
        return self._terms.get((), 0)

    @property
    def is_constant(self) -> bool:
        """Whether no name occurs."""
        return self.degree == 0

    def coefficient(self, *names: str) -> int:
        """The coefficient of a product of names.

        >>> (3 * Polynomial.name("a") + 1).coefficient("a")
        3
        """
        return self._terms.get(tuple(sorted(names)), 0)

    def coefficients(self, names: Iterable[str]) -> tuple[int, ...]:
        """Those of several names."""
        return tuple(self._terms.get((name,), 0) for name in names)

    @property
    def slopes(self) -> dict[str, int]:
        """The names that occur alone, by the alphabet, each with its coefficient: of a linear form
        all that is not constant.

        >>> (3 * Polynomial.name("b") - Polynomial.name("a") + 1).slopes
        {'a': -1, 'b': 3}
        """
        return {m[0]: self._terms[m] for m in sorted(self._terms) if len(m) == 1}

    @property
    def content(self) -> int:
        """The greatest common divisor of the coefficients of all terms with names; 0 without."""
        return gcd(*(c for monomial, c in self._terms.items() if monomial))

    @property
    def in_lowest_terms(self) -> Polynomial:
        """The form with coprime coefficients that is >= 0 for the same whole numbers: all is
        divided by the content, and the constant rounded down (Gomory 1958).

        >>> (2 * Polynomial.name("a") - 1).in_lowest_terms
        a - 1
        """
        factor = self.content
        if factor <= 1:
            return self
        return Polynomial({monomial: c // factor for monomial, c in self._terms.items()})

    # Arithmetic.

    def __add__(self, other: Polynomial | int) -> Polynomial:
        total = dict(self._terms)
        for monomial, c in Polynomial.of(other)._terms.items():
            total[monomial] = total.get(monomial, 0) + c
        return Polynomial(total)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -c for monomial, c in self._terms.items()})

    def __sub__(self, other: Polynomial | int) -> Polynomial:
        return self + -Polynomial.of(other)

    def __rsub__(self, other: int) -> Polynomial:
        return -self + other

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        total: dict[Monomial, int] = {}
        others = Polynomial.of(other)._terms
        for monomial, c in self._terms.items():
            for another, d in others.items():
                product = tuple(sorted(monomial + another))
                total[product] = total.get(product, 0) + c * d
        return Polynomial(total)

    __rmul__ = __mul__

    def with_names(self, meanings: Mapping[str, Polynomial | int]) -> Polynomial:
        """The polynomial with others in the places of names, all at once.

        >>> a, b = Polynomial.name("a"), Polynomial.name("b")
        >>> (a + 2 * b).with_names({"a": b, "b": a * a})
        2*a*a + b
        """
        if self.names.isdisjoint(meanings):
            return self
        total = Polynomial()
        for monomial, c in self._terms.items():
            product = Polynomial.number(c)
            for name in monomial:
                product = product * meanings.get(name, Polynomial.name(name))
            total = total + product
        return total

    def renamed(self, new: Callable[[str], str]) -> Polynomial:
        """The polynomial with other names, different ones for different ones.

        >>> (Polynomial.name("a") * Polynomial.name("b")).renamed({"a": "m", "b": "k"}.__getitem__)
        k*m
        """
        return Polynomial({tuple(sorted(map(new, m))): c for m, c in self._terms.items()})

    def at(self, values: Mapping[str, int]) -> int:
        """The value where each name has one, exactly."""
        total = 0
        for monomial, c in self._terms.items():
            for name in monomial:
                c *= values[name]  # noqa: PLW2901  (the product, factor by factor)
            total += c
        return total

    # Equality and text.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polynomial | int):
            return NotImplemented
        return self._terms == Polynomial.of(other)._terms

    def __hash__(self) -> int:
        if self._hash is None:
            # A constant is equal to its number, and so has the hash of it.
            plain = self.is_constant
            self._hash = hash(self.constant) if plain else hash(frozenset(self._terms.items()))
        return self._hash

    def __str__(self) -> str:
        text = ""
        for monomial, c in self.terms():
            product = "*".join(monomial if abs(c) == 1 and monomial else (str(abs(c)), *monomial))
            sign = "-" if c < 0 else "+"
            text = f"{text} {sign} {product}" if text else product if c > 0 else f"-{product}"
        return text or "0"

    __repr__ = __str__


Vector = tuple[Polynomial, ...]
"""One polynomial for each digit."""

Meanings = Mapping[str, Polynomial | int]
"""What stands in the places of names."""


# Expressions that are polynomials.

Reader = Callable[[tree.Node], "Polynomial | None"]
MOST_TERMS = 400  # of a product
MOST_BITS = 4096  # of a coefficient


def polynomial_of(node: tree.Node, other: Reader = lambda _: None) -> Polynomial | None:
    """The polynomial that an expression is, or None; what is no sum and no product is read by
    ``other``."""
    match node:
        case tree.Number(value):
            return Polynomial.number(value)
        case tree.Name(name):
            return Polynomial.name(name)
        case tree.Unary("-", operand):
            found = polynomial_of(operand, other)
            return None if found is None else -found
        case tree.Binary("+" | "-" | "*" as sign, left, right):
            one, two = polynomial_of(left, other), polynomial_of(right, other)
            if one is None or two is None:
                return None
            return times(one, two) if sign == "*" else one + two if sign == "+" else one - two
    return other(node)


def linear(node: tree.Node, other: Reader = lambda _: None) -> Polynomial | None:
    """The same, if it is a linear form.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> linear(read_expression("2*(x - k) + 1", ("x", "k")))
    -2*k + 2*x + 1
    >>> linear(read_expression("x*k", ("x", "k"))) is None
    True
    """
    found = polynomial_of(node, other)
    return found if found is not None and found.is_linear else None


def times(one: Polynomial, other: Polynomial) -> Polynomial | None:
    """The product; None where it has too many terms, or digits."""
    if one.size * other.size > MOST_TERMS:
        return None
    found = one * other
    return found if all(c.bit_length() <= MOST_BITS for _, c in found.terms()) else None


def total(polynomials: Iterable[Polynomial]) -> Polynomial:
    found = Polynomial()
    for each in polynomials:
        found = found + each
    return found


def latex_of(polynomial: Polynomial) -> str:
    r"""A polynomial as LaTeX: products without stars, powers, names of several letters upright.

    >>> a, k = Polynomial.name("a"), Polynomial.name("k1")
    >>> latex_of(2 * a * a * k - a + 3)
    '2a^{2}k_{1} + 3 - a'
    """
    parts = []
    for monomial, c in _positive_first(polynomial):
        names = "".join(
            with_exponent(_name(name), str(len(list(group)))) for name, group in groupby(monomial)
        )
        parts.append((c, (str(abs(c)) if abs(c) != 1 or not monomial else "") + names))
    return _sum(parts)


def plain_of(polynomial: Polynomial) -> str:
    """A polynomial as text, what is positive first.

    >>> a, r = Polynomial.name("a"), Polynomial.name("r")
    >>> plain_of(r - 2 * a * a), plain_of(-a), plain_of(Polynomial())
    ('r - 2*a*a', '-a', '0')
    """
    parts = []
    for monomial, c in _positive_first(polynomial):
        factors = [str(abs(c))] * (abs(c) != 1 or not monomial)
        parts.append((c, "*".join((*factors, *monomial))))
    return _sum(parts)


def _positive_first(polynomial: Polynomial) -> list[tuple[tuple[str, ...], int]]:
    return sorted(polynomial.terms(), key=lambda term: term[1] < 0)


def _sum(parts: Sequence[tuple[int, str]]) -> str:
    text = "".join((" - " if c < 0 else " + ") + part for c, part in parts).removeprefix(" + ")
    return f"-{text[3:]}" if text.startswith(" - ") else text or "0"


def _name(name: str) -> str:
    letter, rest = name[:1], name[1:]
    if not rest:
        return letter
    return f"{letter}_{{{rest}}}" if rest.isdigit() else rf"\mathit{{{name.replace('_', '')}}}"


def with_exponent(text: str, exponent: str) -> str:
    """A power in LaTeX.

    >>> with_exponent("a", "2"), with_exponent("a", "1")
    ('a^{2}', 'a')
    """
    return text if exponent == "1" else f"{text}^{{{exponent}}}"


def solution_of(zeros: Sequence[Polynomial], names: Sequence[str]) -> dict[str, int] | None:
    """The integers at which all of these linear forms are 0, by elimination; None where there are
    none, or several.

    >>> a, b = Polynomial.name("a"), Polynomial.name("b")
    >>> solution_of([a - 3, a + b - 10], "ab"), solution_of([2 * a - 3], "a")
    ({'a': 3, 'b': 7}, None)
    """
    rows = [[Fraction(form.coefficient(name)) for name in names] for form in zeros]
    ends = [Fraction(-form.constant) for form in zeros]
    for place in range(len(names)):
        pivot = next((i for i in range(place, len(rows)) if rows[i][place]), None)
        if pivot is None:
            return None
        rows[place], rows[pivot] = rows[pivot], rows[place]
        ends[place], ends[pivot] = ends[pivot], ends[place]
        for i, row in enumerate(rows):
            if i != place and row[place]:
                factor = row[place] / rows[place][place]
                rows[i] = [a - factor * b for a, b in zip(row, rows[place], strict=True)]
                ends[i] -= factor * ends[place]
    if any(ends[len(names) :]):
        return None
    found = {name: ends[i] / rows[i][i] for i, name in enumerate(names)}
    if any(value.denominator != 1 for value in found.values()):
        return None
    return {name: int(value) for name, value in found.items()}
