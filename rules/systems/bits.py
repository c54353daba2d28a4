"""Expressions with the binary digits of two numbers: a & b, a | b, a ^ b.

One relation says it all, that c has the digits 1 that a and b have in common: a & b = c. For whole
a, b >= 0 the other two follow digit by digit, a | b = a + b - c and a ^ b = a + b - 2*c. A number
below 0 has, as in Python, infinitely many digits 1 in front, so that ~a = -a - 1 has the digits 0
where a has 1. Where a < 0 <= b the digits of b are those that it shares with a, and with ~a, so
that a & b = b - (~a & b); where both are below 0, a & b = ~(~a | ~b).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.expressions import Piece, Quotient
from mexplore.rules.systems.facts import AtLeastZero, Facts, Unread
from mexplore.rules.systems.named import NamedQuotients

LARGEST_SHIFT = 40


@dataclass(frozen=True)
class BitwiseAnd:
    """left & right = value, where left and right are >= 0.

    >>> a, b, c = map(Polynomial.name, "abc")
    >>> relation = BitwiseAnd(a - 1, b, c)
    >>> [relation.holds({"a": 7, "b": 3, "c": c}) for c in (2, 3)]
    [True, False]
    """

    left: Polynomial
    right: Polynomial
    value: Polynomial

    @property
    def forms(self) -> tuple[Polynomial, Polynomial, Polynomial]:
        return self.left, self.right, self.value

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for form in self.forms for name in form.names)

    def with_names(self, meanings: Mapping[str, Polynomial | int]) -> BitwiseAnd:
        return BitwiseAnd(*(form.with_names(meanings) for form in self.forms))

    def holds(self, values: Mapping[str, int]) -> bool:
        left, right, value = (form.at(values) for form in self.forms)
        return left >= 0 and right >= 0 and left & right == value

    def __str__(self) -> str:
        return f"({self.left}) & ({self.right}) = {self.value}"


class NamedBits(NamedQuotients):
    """Reads expressions with &, |, ^ and shifts by constants, too: every & of two forms is one
    name, and `relations` says of what.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> reader = NamedBits("kn")
    >>> (facts,) = reader.alternatives(read_expression("k & n == 0", ("n", "k")))
    >>> print(*(fact.form for fact in facts), sep="; ")
    common 1; -common 1 + k; -common 1 + n; -common 1
    >>> print(*reader.relations({"common 1"}))
    (k) & (n) = common 1
    """

    def __init__(self, not_negative: Iterable[str] = ()) -> None:
        super().__init__(not_negative)
        self._common: dict[frozenset[Polynomial], Polynomial] = {}

    def relations(self, names: Iterable[str]) -> tuple[BitwiseAnd, ...]:
        """What the names among these stand for, and those in what they stand for."""
        wanted, found = set(names), list[BitwiseAnd]()
        for pair, name in reversed(self._common.items()):  # those within others came before them
            if name.names & wanted:
                left, right = sorted(pair, key=str)
                found.append(BitwiseAnd(left, right, name))
                wanted |= left.names | right.names
        return tuple(found[::-1])

    def _pieces(self, node: tree.Node) -> Iterator[Piece]:
        match node:
            case tree.Binary("<<" | ">>" as sign, number, tree.Number(by)) if by <= LARGEST_SHIFT:
                operation = "*" if sign == "<<" else "//"
                yield from self.pieces(tree.Binary(operation, number, tree.Number(1 << by)))
            case tree.Binary("&" | "|" | "^" as sign, left, right) if tree.names_in(node):
                pairs = product(self.pieces(left), self.pieces(right))
                for (one, facts), (other, more) in pairs:
                    a, b = _whole(one, left), _whole(other, right)
                    for common, own in self._and(a, b):
                        times = {"&": 0, "|": 1, "^": 2}[sign]
                        form = common if sign == "&" else a + b - times * common
                        yield Quotient(form), (*facts, *more, *own)
            case _:
                yield from super()._pieces(node)

    def _and(self, a: Polynomial, b: Polynomial) -> Iterator[tuple[Polynomial, Facts]]:
        """The digits that two numbers have in common, by their signs."""
        for (x, below, fact), (y, under, other) in product(self._signs(a), self._signs(b)):
            for common, own in self._of_two_naturals(x, y):
                form = common
                if below and under:
                    form = common - x - y - 1
                elif below:
                    form = y - common
                elif under:
                    form = x - common
                yield form, (*fact, *other, *own)

    def _signs(self, form: Polynomial) -> Iterator[tuple[Polynomial, bool, Facts]]:
        """The form where it is >= 0, and its complement where it is not."""
        if form.is_constant:
            below = form.constant < 0
            yield (-form - 1 if below else form), below, ()
            return
        known = {name for each in self._known for name in each.names}
        terms = {m: c for m, c in form.terms() if m}
        if min([*terms.values(), form.constant, 0]) == 0 and form.names <= known:
            yield form, False, ()
            return
        yield form, False, (AtLeastZero(form),)
        yield -form - 1, True, (AtLeastZero(-form - 1),)

    def _of_two_naturals(self, x: Polynomial, y: Polynomial) -> Iterator[tuple[Polynomial, Facts]]:
        for one, other in ((x, y), (y, x)):
            if other.is_constant and not other.constant & (other.constant + 1):  # 0, 1, 3, 7, ...
                for _, rest, facts in self._divided(Quotient(one), other.constant + 1):
                    yield rest.form, facts
                return
        if x == y or (x.is_constant and y.is_constant):
            yield (x if x == y else Polynomial.number(x.constant & y.constant)), ()
            return
        fresh = Polynomial.name(f"common {len(self._common) + 1}")
        name = self._common.setdefault(frozenset({x, y}), fresh)
        yield name, (AtLeastZero(name), AtLeastZero(x - name), AtLeastZero(y - name))


def _whole(quotient: Quotient, node: tree.Node) -> Polynomial:
    if quotient.below != 1:
        raise Unread(f"the binary digits of {node}, a quotient, are not read")
    return quotient.form
