"""Expressions in whole numbers, piece by piece: linear forms, and facts under which they are the
value.

A *piece* is a quotient of a linear form and a number with the facts under which the expression has
that value. The pieces of an expression cover all cases: max(0, n - 3) is n - 3 where n - 3 >= 0,
and 0 where n - 3 < 0. A test is a list of alternatives, each a conjunction of facts. Both say
exactly what the expression says, for all whole numbers in place of its names; what cannot be
said in this way is refused (`Unread`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial, reduce
from itertools import islice, product
from typing import ClassVar, TypeVar

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError
from mexplore.rules.systems.facts import (
    AtLeastZero,
    Facts,
    Remainder,
    Unread,
    check_modulus,
    together,
)

MOST_PIECES = 2000
"""Cases of one expression."""


@dataclass(frozen=True)
class Quotient:
    """form / below, which is whole where the facts of its piece hold; below >= 1."""

    form: Polynomial
    below: int = 1

    def __add__(self, other: Quotient) -> Quotient:
        return Quotient(self.form * other.below + other.form * self.below, self.below * other.below)

    def __neg__(self) -> Quotient:
        return Quotient(-self.form, self.below)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + -other

    def times(self, number: int) -> Quotient:
        return Quotient(self.form * number, self.below)

    def at_least(self, other: Quotient) -> AtLeastZero:
        """That this is at least the other."""
        return AtLeastZero((self - other).form)

    def reduced(self) -> Quotient:
        """The same with a form in place of a quotient that has whole coefficients."""
        whole = all(c % self.below == 0 for _, c in self.form.terms())
        if not whole:
            return self
        return Quotient(Polynomial({m: c // self.below for m, c in self.form.terms()}))


Piece = tuple[Quotient, Facts]


_Case = TypeVar("_Case")


def _few(cases: Iterable[_Case], node: tree.Node) -> list[_Case]:
    """The cases of an expression, if they are not too many."""
    found = list(islice(cases, MOST_PIECES + 1))
    if len(found) > MOST_PIECES:
        raise Unread(f"{node} has more than {MOST_PIECES} cases")
    return found


def _joined(found: list[tuple[Quotient, Facts]]) -> list[Piece]:
    """Pieces with simple facts, without those that do not occur."""
    kept = []
    for quotient, facts in found:
        simple = together(facts)
        if simple is not None:
            kept.append((quotient.reduced(), simple))
    return kept


def _number(node: tree.Node) -> int:
    try:
        return evaluate(node, {"": 0})
    except MexploreError:
        raise Unread(f"{node} has no value") from None


_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="} | {
    "in": "not in",
    "not in": "in",
}


def _membership(left: tree.Node, source: tree.Node) -> tree.Node:
    """That a number is in a list, as comparisons."""
    match source:
        case tree.Listing(items):
            return tree.Logic("or", tuple(tree.Comparison(left, ("==",), (i,)) for i in items))
        case tree.Call("range", (stop,)):
            return tree.Comparison(tree.Number(0), ("<=", "<"), (left, stop))
        case tree.Call("range", (start, stop)):
            return tree.Comparison(start, ("<=", "<"), (left, stop))
    raise Unread(f"{source} is no list of numbers")


def _of_factors(left: tree.Node, sign: str, right: tree.Node) -> tree.Node | None:
    """That a product is 0, or is not, as tests of its factors; None of other comparisons."""
    match left, right:
        case (tree.Binary("*", a, b), tree.Number(0)) | (tree.Number(0), tree.Binary("*", a, b)):
            if sign in ("==", "!="):
                each = tuple(tree.Comparison(part, (sign,), (tree.Number(0),)) for part in (a, b))
                return tree.Logic("or" if sign == "==" else "and", each)
    return None


class Expressions:
    """Reads expressions. The remainders of what is divided by a constant are cases;
    `rules.systems.named` gives the quotient a name instead.
    """

    lists_constants: ClassVar[bool] = True
    """Whether a loop between constants is written out, number by number, in any case."""

    def pieces(self, node: tree.Node) -> list[Piece]:
        """What a number is, in all cases.

        >>> from mexplore.rules.arithmetic.reading import read_expression
        >>> for quotient, facts in pieces(read_expression("max(0, n - 3)", ("n",))):
        ...     print(quotient.form, *(fact.form for fact in facts))
        0 -n + 3
        n - 3 n - 4
        """
        return _joined(_few(self._pieces(node), node))

    def _pieces(self, node: tree.Node) -> Iterator[Piece]:  # noqa: PLR0912
        match node:
            case tree.Number(value):
                yield Quotient(Polynomial.number(value)), ()
            case tree.Name(name):
                yield Quotient(Polynomial.name(name)), ()
            case tree.Unary("-", operand):
                yield from ((-q, facts) for q, facts in self.pieces(operand))
            case tree.Binary("+" | "-" | "*" | "//" | "%" as sign, left, right):
                for (one, facts), (other, more) in product(self.pieces(left), self.pieces(right)):
                    yield from self._of_two(sign, one, other, (*facts, *more), node)
            case tree.Call("ceil_div", (above, below)):
                floor = tree.Unary("-", tree.Binary("//", tree.Unary("-", above), below))
                yield from self.pieces(floor)
            case tree.Call("max" | "min" as function, arguments) if len(arguments) > 1:
                larger = partial(self._larger, function=function, node=node)
                yield from reduce(larger, map(self.pieces, arguments))
            case tree.Call("abs", (inner,)):
                yield from self._larger(
                    self.pieces(inner), self.pieces(tree.Unary("-", inner)), "max", node
                )
            case tree.Choice(test, yes, no):
                for chosen, holds in ((yes, True), (no, False)):
                    for facts in self.alternatives(test, holds):
                        yield from ((q, (*facts, *more)) for q, more in self.pieces(chosen))
            case tree.Comparison() | tree.Unary("not"):
                for holds in (True, False):
                    truth = Quotient(Polynomial.number(int(holds)))
                    yield from ((truth, facts) for facts in self.alternatives(node, holds))
            case _ if not tree.names_in(node):
                yield Quotient(Polynomial.number(_number(node))), ()
            case tree.Pick(entries, index):
                yield from self._picked(entries, index)
            case _:
                raise Unread(f"{node} is no sum of multiples of names, and no case of one")

    def _of_two(
        self, sign: str, one: Quotient, other: Quotient, facts: Facts, node: tree.Node
    ) -> Iterator[Piece]:
        one, other = one.reduced(), other.reduced()
        if sign in ("+", "-"):
            yield one + other if sign == "+" else one - other, facts
            return
        number = other.form.constant if other.form.is_constant and other.below == 1 else None
        if sign == "*":
            if number is None and one.form.is_constant and one.below == 1:
                one, number = other, one.form.constant
            if number is None:
                raise Unread(f"{node} is a product of two numbers that vary")
            yield one.times(number), facts
            return
        if number is None or number < 1:
            raise Unread(f"{node} is divided by what is no positive constant")
        for quotient, remainder, more in self._divided(one, number):
            yield remainder if sign == "%" else quotient, (*facts, *more)

    def _divided(self, one: Quotient, number: int) -> Iterator[tuple[Quotient, Quotient, Facts]]:
        """The quotient, rounded down, and the remainder, in all cases."""
        below = one.below * number
        check_modulus(below)
        for r in range(number):
            remainder = Remainder(one.form, below, frozenset({one.below * r}))
            quotient = Quotient(one.form - one.below * r, below)
            yield quotient, Quotient(Polynomial.number(r)), (remainder,)

    def _larger(
        self, one: list[Piece], other: list[Piece], function: str, node: tree.Node
    ) -> list[Piece]:
        """The pieces of the maximum, or the minimum, of two numbers."""
        found: list[Piece] = []
        for (a, facts), (b, more) in _few(product(one, other), node):
            both = (*facts, *more)
            high, low = (a, b) if function == "max" else (b, a)
            found.append((a, (*both, high.at_least(low))))
            found.append((b, (*both, AtLeastZero(low.at_least(high).form - 1))))
        return _joined(found)

    def _picked(self, entries: tuple[int, ...], index: tree.Node) -> Iterator[Piece]:
        for quotient, facts in self.pieces(index):
            if not quotient.form.is_constant or quotient.below != 1:
                raise Unread(f"the place {index} of an entry varies with no remainder")
            place = quotient.form.constant
            if not -len(entries) <= place < len(entries):
                raise Unread(f"there is no entry {place} of {len(entries)}")
            yield Quotient(Polynomial.number(entries[place])), facts

    def alternatives(self, node: tree.Node, holds: bool = True) -> list[Facts]:
        """When a test holds, or does not: in each of these cases, and in no other.

        >>> from mexplore.rules.arithmetic.reading import read_expression
        >>> for facts in alternatives(read_expression("n != 3", ("n",))):
        ...     print(*(fact.form for fact in facts))
        -n + 2
        n - 4
        """
        simple = map(together, _few(self._alternatives(node, holds), node))
        return list(dict.fromkeys(facts for facts in simple if facts is not None))

    def _alternatives(self, node: tree.Node, holds: bool) -> Iterator[Facts]:
        match node:
            case tree.Unary("not", operand):
                yield from self.alternatives(operand, not holds)
            case tree.Logic(sign, operands) if (sign == "and") == holds:
                yield from self._all(operands, holds)
            case tree.Logic(_, operands):
                yield from (facts for each in operands for facts in self.alternatives(each, holds))
            case tree.Comparison(first, signs, others):
                triples = list(zip((first, *others[:-1]), signs, others, strict=True))
                pairs = [self._compared(*triple, holds) for triple in triples]
                if holds:
                    yield from (
                        tuple(f for facts in each for f in facts) for each in product(*pairs)
                    )
                else:
                    yield from (facts for pair in pairs for facts in pair)
            case tree.Choice(test, yes, no):
                for value, taken in ((yes, True), (no, False)):
                    for facts in self.alternatives(test, taken):
                        yield from ((*facts, *more) for more in self.alternatives(value, holds))
            case _:
                yield from self._compared(node, "!=", tree.Number(0), holds)

    def _all(self, operands: tuple[tree.Node, ...], holds: bool) -> list[Facts]:
        """All of the tests; what comes after one that never holds is not read, as in Python."""
        found: list[Facts] = [()]
        for operand in operands:
            cases = _few(product(found, self.alternatives(operand, holds)), operand)
            joined = (together((*facts, *more)) for facts, more in cases)
            found = [facts for facts in joined if facts is not None]
            if not found:
                break
        return found

    def _compared(self, left: tree.Node, sign: str, right: tree.Node, holds: bool) -> list[Facts]:
        sign = sign if holds else _OPPOSITE[sign]
        if sign in ("in", "not in"):
            return self.alternatives(_membership(left, right), sign == "in")
        factors = _of_factors(left, sign, right)
        if factors is not None:
            return self.alternatives(factors)
        found: list[Facts] = []
        for (one, facts), (other, more) in _few(
            product(self.pieces(left), self.pieces(right)), left
        ):
            below, above = other.at_least(one).form, one.at_least(other).form  # one <= other, >=
            cases = {
                "<": [[below - 1]],
                "<=": [[below]],
                ">": [[above - 1]],
                ">=": [[above]],
                "==": [[below, above]],
                "!=": [[below - 1], [above - 1]],
            }[sign]
            both = (*facts, *more)
            found += [(*both, *(AtLeastZero(form) for form in case)) for case in cases]
        return found


_BY_RESIDUES = Expressions()
pieces = _BY_RESIDUES.pieces
alternatives = _BY_RESIDUES.alternatives
