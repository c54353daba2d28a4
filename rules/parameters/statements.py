"""Statements about the members of a family: ``period == a + b when b % (2*a) != a``.

They compare the least period, or the least preperiod, of every member with a polynomial in the
names; conditions after ``when`` are those of claims (`rules.arithmetic.conditions`): comparisons,
joined by commas, ``and``, ``or``, ``not``, ``implies`` and ``iff``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from typing import NamedTuple

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.conditions import read_conditions
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.polynomial import Polynomial, polynomial_of, times
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.parameters.reading import HIGHEST_POWER, PolynomialReader

SIGNS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
WHAT = ("period", "preperiod")
_EXAMPLE = "period == a + b when b % (2*a) != a"
_HEAD = re.compile(r"\s*(\w+)\s*([<>=!]=|[<>])?")
_TURNED = {"==": "==", "!=": "!=", "<=": ">=", ">=": "<=", "<": ">", ">": "<"}


@dataclass(frozen=True)
class PeriodStatement:
    """That ``what``, the least period or preperiod, compares to ``bound`` like this for every
    member that satisfies the conditions.

    >>> claim = PeriodStatement.parse("period == a + b when b % (2*a) != a, b > 3", ("a", "b"))
    >>> claim.concerns({"a": 2, "b": 6}), claim.holds({"a": 2, "b": 5}, 0, 7)
    (False, True)
    """

    what: str
    sign: str
    bound: Polynomial
    when: tuple[tree.Node, ...]

    @classmethod
    def parse(cls, text: str, names: tuple[str, ...]) -> PeriodStatement:
        """The statement that a text makes about a family with these names; RuleSyntaxError with the
        place of a mistake."""
        head = _HEAD.match(text)
        if head is None or head[1] not in WHAT:
            place = 0 if head is None else head.start(1)
            problem = "this is no statement about the members of a family"
            raise RuleSyntaxError(text, place, problem, f"write {_EXAMPLE}")
        if head[2] is None:
            remedy = f"write {' '.join(SIGNS)}"
            raise RuleSyntaxError(text, head.end(), "a comparison is missing", remedy)
        parted = re.search(r"\b(when|where|if)\b", text)
        end = len(text) if parted is None else parted.start()
        remedy = f"write {_EXAMPLE}"
        reader = PolynomialReader(
            text[head.end() : end], text, head.end(), linear=False, known=names, remedy=remedy
        )
        bound = reader.read()
        if parted is None:
            return cls(head[1], head[2], bound, ())
        when = read_conditions(text[parted.end() :], names, whole=text, at=parted.end())
        return cls(head[1], head[2], bound, when)

    def concerns(self, values: Mapping[str, int]) -> bool:
        """Whether a member satisfies the conditions. Where one has no value, as a remainder by 0
        has none, the statement is not about the member."""
        try:
            return all(evaluate(condition, dict(values)) for condition in self.when)
        except InputError:
            return False

    def holds(self, values: Mapping[str, int], preperiod: int, period: int) -> bool:
        """Whether it is true of a member that has these least numbers."""
        number = period if self.what == "period" else preperiod
        return not self.concerns(values) or bool(SIGNS[self.sign](number, self.bound.at(values)))


# Conditions as solvers see them.


class Comparison(NamedTuple):
    """``left sign right``, or ``left % modulus sign right``, of polynomials."""

    left: Polynomial
    sign: str
    right: Polynomial
    modulus: Polynomial | None = None


def comparisons_of(node: tree.Comparison) -> list[Comparison] | None:
    """The neighbouring pairs of a chain; None where a side is neither a polynomial nor the
    remainder of one.

    >>> (condition,) = read_conditions("1 <= a < b % 3", ("a", "b"))
    >>> comparisons_of(condition)[1]
    Comparison(left=b, sign='>', right=a, modulus=3)
    """
    found = []
    left = node.first
    for sign, right in zip(node.signs, node.others, strict=True):
        pair = _compared(left, sign, right)
        if pair is None:
            return None
        found.append(pair)
        left = right
    return found


def _compared(left: tree.Node, sign: str, right: tree.Node) -> Comparison | None:
    one, other = polynomial_in(left), polynomial_in(right)
    if sign not in SIGNS:
        return None
    if one is None and other is not None:
        match left:
            case tree.Binary("%", number, modulus):
                parts = polynomial_in(number), polynomial_in(modulus)
                if parts[0] is not None and parts[1] is not None:
                    return Comparison(parts[0], sign, other, parts[1])
        return None
    if other is None:
        return None if one is None else _compared(right, _TURNED[sign], left)
    return None if one is None else Comparison(one, sign, other)


def polynomial_in(node: tree.Node) -> Polynomial | None:
    """The polynomial that an expression is, powers and quotients of numbers included; None for
    others.

    >>> (condition,) = read_conditions("2a(b + 1) - 7 % 4 == 0", ("a", "b"))
    >>> polynomial_in(condition.first)
    2*a*b + 2*a - 3
    """
    return polynomial_of(node, _of_numbers)


def _of_numbers(node: tree.Node) -> Polynomial | None:
    match node:
        case tree.Binary(sign, left, right):
            one, other = polynomial_in(left), polynomial_in(right)
            if one is None or other is None or not other.is_constant:
                return None
            number = other.constant
            if sign in ("%", "//") and one.is_constant and number:
                return Polynomial.number(divmod(one.constant, number)[sign == "%"])
            if sign == "**" and 0 <= number <= HIGHEST_POWER:
                return _power(one, number)
    return None


def _power(one: Polynomial, exponent: int) -> Polynomial | None:
    result: Polynomial | None = Polynomial.number(1)
    for _ in range(exponent):
        result = None if result is None else times(result, one)
    return result
