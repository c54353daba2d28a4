"""Conditions on several numbers as automata: linear ones, remainders, digits, multiples of roots.

A condition is read in one numeration: where nothing asks for another one, in base 2, as do xor(x,
y), x & y, v2(x) and popcount(x); vp(x, 3) and digits(x, 3) in base 3; what has sqrt(5) in it in
Fibonacci digits, and so on (`discover.automata.multiples`). The values of its parts get names of
their own, and relations of automata say what they are (`terms`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from typing import NamedTuple

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.multiples import numeration_of
from mexplore.discover.automata.numbers import written
from mexplore.discover.automata.numeration import BINARY, Base, Numeration
from mexplore.discover.automata.operations import Budget, both, either, minimal, without
from mexplore.discover.outcomes.digit_values import NOT_COMPARED, compared, digit_value
from mexplore.discover.outcomes.relations import Relation, among, at_least_zero, zero
from mexplore.discover.outcomes.terms import NotRecognised, Terms, root_of
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.operations import COMPARES
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.arithmetic.vocabulary import applied
from mexplore.rules.dataclass import dataclass

OF_BITS = ("xor", "bitand", "bitor")


class Truth(NamedTuple):
    """Where a condition holds, and where it fails; elsewhere it has no value, as v2(0) has none."""

    holds: Automaton
    fails: Automaton


def recognised(condition: tree.Node, names: tuple[str, ...], budget: Budget) -> Automaton:
    """The numbers with these names for which a condition holds; NotRecognised where it is not seen
    that an automaton says so.

    >>> from mexplore.rules.arithmetic.formulas import parse_condition
    >>> def law(text):
    ...     return recognised(parse_condition(text, ("x", "y"), text, 0), ("x", "y"), Budget())
    >>> law("xor(x, 2*y) % 4 == 1").accepts(9, 2), law("v2(x + y) % 2 == 0").accepts(5, 7)
    (True, True)
    >>> law("y == floor(x*(1 + sqrt(5))/2)").accepts(10**20, 161803398874989484820)
    True
    """
    reader = Conditions(names, numeration_asked(condition), budget)
    return minimal(reader.truth(condition).holds)


def numeration_asked(condition: tree.Node, usual: Numeration = BINARY) -> Numeration:
    """The numeration in which a condition is read, the usual one where any will do; NotRecognised
    where it asks for two."""
    asked: dict[Numeration, str] = {}
    for node in _all_nodes(condition):
        for numeration in _asked_by(node):
            asked.setdefault(numeration, str(node))
    if len(asked) > 1:
        one, other, *_ = asked.items()
        raise NotRecognised(
            f"{one[1]} is read {one[0].words()}, and {other[1]} {other[0].words()}: no numeration "
            "tells both"
        )
    return next(iter(asked), usual)


def _asked_by(node: tree.Node) -> Iterator[Numeration]:
    value = digit_value(node)
    if value is not None:
        yield Base(value.base)
    if isinstance(node, tree.Binary | tree.Call) and applied(node)[0] in OF_BITS:
        yield BINARY
    root = root_of(node)
    if root is not None and root > 1:
        numeration = numeration_of(root)
        if numeration is None:
            raise NotRecognised(f"no numeration is known that tells multiples of sqrt({root})")
        yield numeration


def _all_nodes(node: tree.Node) -> Iterator[tree.Node]:
    yield node
    for child in node.children():
        yield from _all_nodes(child)


@dataclass(frozen=True)
class Conditions:
    """Conditions on numbers with these names, in a numeration."""

    names: tuple[str, ...]
    numeration: Numeration
    budget: Budget

    @cached_property
    def everywhere(self) -> Automaton:
        """All tuples."""
        return written(len(self.names), self.numeration)

    def truth(self, node: tree.Node) -> Truth:
        """Conditions that are joined are looked at in their order, as far as they decide."""
        match node:
            case tree.Unary("not", operand):
                inner = self.truth(operand)
                return Truth(inner.fails, inner.holds)
            case tree.Logic(sign, operands):
                start = Truth(self.everywhere, self._nothing)
                if sign == "or":
                    start = Truth(start.fails, start.holds)
                join = self._and if sign == "and" else self._or
                return reduce(join, map(self.truth, operands), start)
            case tree.Comparison(left, (sign,), (right,)):
                return self._compared(left, sign, right)
        raise NotRecognised(f"{node} is no comparison")

    @cached_property
    def _nothing(self) -> Automaton:
        return without(self.everywhere, self.everywhere)

    def _and(self, one: Truth, other: Truth) -> Truth:
        late = both(one.holds, other.fails, self.budget)
        return Truth(
            both(one.holds, other.holds, self.budget), either(one.fails, late, self.budget)
        )

    def _or(self, one: Truth, other: Truth) -> Truth:
        turned = self._and(Truth(one.fails, one.holds), Truth(other.fails, other.holds))
        return Truth(turned.fails, turned.holds)

    def _compared(self, left: tree.Node, sign: str, right: tree.Node) -> Truth:
        if any(digit_value(each) for side in (left, right) for each in _all_nodes(side)):
            return self._by_digits(left, sign, right)
        if sign in CONTRARY:
            contrary = self._compared(left, CONTRARY[sign], right)
            return Truth(contrary.fails, contrary.holds)
        terms = Terms(self.numeration, self.budget)
        difference = terms.real(tree.Binary("-", left, right))
        asked: list[Relation | bool]
        if sign == "==" and difference.over == 1 and difference.root == Polynomial():
            asked = [self._zero(difference.whole)]
        else:  # 0 where it is >= 0, or <= 0, or both: rounded down, or up
            down = [terms.floor(difference)] if sign in (">=", "==") else []
            up = [terms.floor(-difference)] if sign in ("<=", "==") else []
            asked = [self._positive(form) for form in (*down, *up)]
        holds = self._of(terms, asked)
        return Truth(holds, without(self.everywhere, holds, self.budget))

    def _positive(self, form: Polynomial) -> Relation | bool:
        if form.is_constant:
            return form.constant >= 0
        return at_least_zero(form, self.numeration, self.budget)

    def _zero(self, form: Polynomial) -> Relation | bool:
        if form.is_constant:
            return form.constant == 0
        return zero(form, self.numeration, self.budget)

    def _of(self, terms: Terms, relations: list[Relation | bool]) -> Automaton:
        if False in relations:
            return self._nothing
        asked = [each for each in relations if not isinstance(each, bool)]
        return among([*terms.relations, *asked, self._all], self.names, self.budget)

    @property
    def _all(self) -> Relation:
        return Relation(self.everywhere, self.names)

    # Values of digits, compared with constants or among each other.

    def _by_digits(self, left: tree.Node, sign: str, right: tree.Node) -> Truth:
        terms = Terms(self.numeration, self.budget)
        one, other = digit_value(left), digit_value(right)
        if one is not None and other is not None:
            pair = terms.natural(one.of), terms.natural(other.of)
            sets = compared(one, sign, other)
            return Truth(*(self._of(terms, [Relation(each, pair)]) for each in sets))
        if one is None:  # a constant
            one, sign, right = other, TURNED[sign], left
        if one is None or not isinstance(right, tree.Number):
            raise NotRecognised(NOT_COMPARED)
        compare, number = COMPARES[sign], right.value
        holds = one.where(lambda j: bool(compare(j, number)), number)
        fails = one.where(lambda j: not compare(j, number), number)
        names = (terms.natural(one.of),)
        return Truth(*(self._of(terms, [Relation(a, names)]) for a in (holds, fails)))


CONTRARY = {"<": ">=", ">": "<=", "!=": "=="}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
