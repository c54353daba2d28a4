"""What each use of the operations allows: expressions of rules (`rules.arithmetic.reading`), of
whole numbers, written as in Python; formulas (`rules.arithmetic.formulas`), of exact real numbers,
written as sympy prints them. What the operations are, `rules.arithmetic.operations` says."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.operations import BY_SIGN, COMPARES, OPERATIONS, Operation
from mexplore.rules.dataclass import dataclass

OF_A_LIST: Mapping[tuple[str, str], Operation] = MappingProxyType(
    {made: row for row in OPERATIONS.values() for made in row.of_list}
)
"""What a formula makes of a list, by the name of the function and that of the list."""

_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
}


@dataclass(frozen=True)
class Called:
    """What a name calls, with how many arguments; ``example`` is a call."""

    operation: Operation
    least: int
    most: int
    example: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """What one use allows: the signs between two numbers, the comparisons, the names to call."""

    signs: frozenset[str]
    comparisons: frozenset[str]
    calls: Mapping[str, Called]

    def operation(self, node: ast.operator) -> Operation | None:
        """What the sign between two numbers stands for; None if it is not allowed."""
        sign = _SIGNS.get(type(node), "")
        return BY_SIGN[sign] if sign in self.signs else None

    def comparison(self, node: ast.cmpop) -> str | None:
        """How two numbers are compared; None if it is not allowed."""
        sign = _COMPARISONS.get(type(node))
        return sign if sign in self.comparisons else None


ARGUMENTS = {1: "n", 2: "n, 4"}  # of an example
_MOST_ARGUMENTS = 9  # in an expression
_IN_EXPRESSIONS = {
    row.expression: Called(
        row,
        row.least,
        min(row.most, _MOST_ARGUMENTS),
        f"{row.expression}({row.example or ARGUMENTS.get(row.least, 'n')})",
    )
    for row in OPERATIONS.values()
    if row.expression
}
_IN_FORMULAS = {
    name: Called(row, row.least, row.most, f"{name}({row.example or ARGUMENTS[row.least]})")
    for row in OPERATIONS.values()
    for name in row.formula
}
EXPRESSIONS = Vocabulary(
    frozenset(BY_SIGN) - {"/"},
    frozenset(_COMPARISONS.values()),
    MappingProxyType(_IN_EXPRESSIONS),
)
FORMULAS = Vocabulary(
    frozenset(BY_SIGN) - {"<<", ">>"},
    frozenset(COMPARES),
    MappingProxyType(_IN_FORMULAS),
)


def applied(node: tree.Node) -> tuple[str, tuple[tree.Node, ...]]:
    """The operation at the top of a tree, by its name, and the parts of which it is taken; -x is
    0 - x. TypeError for what is no operation on numbers.

    >>> applied(tree.Binary("%", tree.Name("n"), tree.Number(4)))[0]
    'mod'
    """
    match node:
        case tree.Binary(sign, left, right):
            return BY_SIGN[sign].name, (left, right)
        case tree.Unary("-", operand):
            return "sub", (tree.Number(0), operand)
        case tree.Call(function, arguments):
            return function, arguments
        case _:
            raise TypeError(f"{type(node).__name__} is no operation on numbers")


def operation_of(name: str, parts: tuple[tree.Node, ...]) -> tree.Node:
    """The tree of an operation by its name: with its sign, where it has one, between two parts.

    >>> str(operation_of("mod", (tree.Name("n"), tree.Number(4))))
    'n % 4'
    """
    sign = OPERATIONS[name].sign
    return tree.Binary(sign, *parts) if sign and len(parts) == 2 else tree.Call(name, parts)
