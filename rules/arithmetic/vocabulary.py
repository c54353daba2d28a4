"""The operations that a text may name: one table, for expressions of rules and for formulas.

A row says what an operation is called, how it is written and how many arguments it takes. A
vocabulary is what one use allows of it: expressions of rules (`rules.arithmetic.reading`), of whole
numbers, written as in Python; formulas (`rules.arithmetic.formulas`), of exact real numbers,
written as sympy prints them. What an operation means is said once for each way to compute it, in a
table by the same names, and a test holds them against each other:

=============================  ==========================================================
`rules.arithmetic.evaluating`  whole numbers, the definition of expressions
`rules.engine.expressions.options`      64-bit integers; the text of the row is written into a loop
`rules.arithmetic.exact`       fractions and square roots, the definition of formulas
`rules.arithmetic.vector`      many n at once
`rules.arithmetic.symbolic`    sympy
=============================  ==========================================================

To add an operation, add a row here and its meaning in each of those that shall know it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from mexplore.rules.arithmetic import tree

MANY = 1000  # arguments


@dataclass(frozen=True)
class Operation:
    """What is done with ``least`` to ``most`` numbers; ``sign`` is how it stands between two.

    ``expression`` is the name by which an expression calls it, ``formula`` are the names by which
    a formula does, ``example`` is such a call. ``compiled`` is its text in a loop of 64-bit
    integers, where it is one call or one sign; ``takes_list`` says that a list of numbers is taken
    in the place of numbers (always, or where there is one argument).
    """

    name: str
    least: int = 2
    most: int = 2
    sign: str = ""
    expression: str = ""
    formula: tuple[str, ...] = ()
    example: str = ""
    compiled: str = ""
    takes_list: bool = False


_TABLE = (
    Operation("add", sign="+", compiled="({} + {})"),
    Operation("sub", sign="-", compiled="({} - {})"),
    Operation("mul", sign="*", compiled="({} * {})"),
    Operation("div", sign="/"),
    Operation("floordiv", sign="//", compiled="({} // {})"),
    Operation("mod", sign="%", formula=("Mod",), example="Mod(n, 4)", compiled="({} % {})"),
    Operation("pow", sign="**", compiled="power({}, {})"),
    Operation("bitand", sign="&", compiled="({} & {})"),
    Operation("bitor", sign="|", compiled="({} | {})"),
    Operation(
        "xor", 2, MANY, sign="^", formula=("xor",), example="xor(n, 1)", compiled="({} ^ {})"
    ),
    Operation("shl", sign="<<", compiled="({} << {})"),
    Operation("shr", sign=">>", compiled="({} >> min(np.int64({}), np.int64(62)))"),
    Operation("range", 1, 3, expression="range"),
    Operation("isqrt", 1, 1, "", "isqrt", ("isqrt",), "isqrt(n)", "isqrt({})"),
    Operation("gcd", 2, 2, "", "gcd", ("gcd",), "gcd(n, 6)", "gcd({}, {})"),
    Operation("min", 1, MANY, "", "min", ("Min", "min"), "{}(n, 4)", takes_list=True),
    Operation("max", 1, MANY, "", "max", ("Max", "max"), "{}(n, 4)", takes_list=True),
    Operation("abs", 1, 1, "", "abs", ("Abs", "abs"), "{}(n - 4)", "distance({})"),
    Operation("ceil_div", expression="ceil_div", compiled="ceil_div({}, {})"),
    Operation("is_prime", 1, 1, expression="is_prime", compiled="is_prime({})"),
    Operation("is_square", 1, 1, expression="is_square", compiled="is_square({})"),
    Operation("v2", 1, 1, "", "v2", ("v2",), "v2(n)", "v2({})"),
    Operation(
        "bit_length", 1, 1, "", "bit_length", ("bit_length",), "bit_length(n)", "bit_length({})"
    ),
    Operation("vp", 2, 2, "", "vp", ("valuation", "vp"), "{}(n, 3)", "vp({}, {})"),
    Operation("divisors", 1, 1, expression="divisors"),
    Operation("digits", expression="digits"),
    Operation("sum", 1, 1, expression="sum", takes_list=True),
    Operation("len", 1, 1, expression="len", takes_list=True),
    Operation("sqrt", 1, 1, formula=("sqrt",), example="floor(sqrt(n))"),
    Operation("popcount", 1, 1, formula=("popcount",), example="popcount(n)"),
    Operation("odd_part", 1, 1, formula=("odd_part",), example="odd_part(n)"),
    Operation("omega", 1, 1, formula=("Omega",), example="Omega(n)"),
    Operation("distinct_primes", 1, 1, formula=("omega",), example="omega(n)"),
    Operation("exponent_xor", 1, 1, formula=("exponent_xor",), example="exponent_xor(n)"),
    Operation("lpf", 1, 1, formula=("lpf",), example="lpf(n)"),
    Operation("primepi", 1, 1, formula=("primepi",), example="primepi(n)"),
    # A formula has lists only inside of what is made of them: sum(digits(n, 10)).
    Operation("digit_sum", formula=("digit_sum",), example="digit_sum(n, 10)"),
    Operation("digit_xor", formula=("digit_xor",), example="digit_xor(n, 10)"),
    Operation("digit_max", formula=("digit_max",), example="digit_max(n, 10)"),
    Operation("digit_min", formula=("digit_min",), example="digit_min(n, 10)"),
    Operation("digit_count", formula=("digit_count",), example="digit_count(n, 10)"),
    Operation("divisor_sum", 1, 1, formula=("divisor_sum",), example="divisor_sum(n)"),
    Operation("divisor_count", 1, 1, formula=("divisor_count",), example="divisor_count(n)"),
    # Operations that formulas write in a way of their own: floor(x), floor(log(x, b)).
    Operation("floor", 1, 1),
    Operation("ceiling", 1, 1),
    Operation("floorlog", formula=("floorlog",), example="floorlog(n, 4)"),
    Operation("ceillog", formula=("ceillog",), example="ceillog(n, 4)"),
)
OPERATIONS: Mapping[str, Operation] = MappingProxyType({row.name: row for row in _TABLE})

LISTS: Mapping[str, str] = MappingProxyType({"divisors": "divisor", "digits": "digit"})
"""The operations that make a list of a number, with what one entry is called."""

OF_A_LIST: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("sum", "digits"): "digit_sum",
        ("xor", "digits"): "digit_xor",
        ("max", "digits"): "digit_max",
        ("Max", "digits"): "digit_max",
        ("min", "digits"): "digit_min",
        ("Min", "digits"): "digit_min",
        ("len", "digits"): "digit_count",
        ("sum", "divisors"): "divisor_sum",
        ("len", "divisors"): "divisor_count",
    }
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
COMPARISONS: Mapping[type[ast.cmpop], str] = MappingProxyType(
    {
        ast.Lt: "<",
        ast.LtE: "<=",
        ast.Gt: ">",
        ast.GtE: ">=",
        ast.Eq: "==",
        ast.NotEq: "!=",
        ast.In: "in",
        ast.NotIn: "not in",
    }
)
BY_SIGN: Mapping[str, Operation] = MappingProxyType({o.sign: o for o in _TABLE if o.sign})


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
        sign = COMPARISONS.get(type(node))
        return sign if sign in self.comparisons else None


_MOST_ARGUMENTS = 9  # in an expression
_IN_EXPRESSIONS = {
    row.expression: Called(row, row.least, min(row.most, _MOST_ARGUMENTS))
    for row in _TABLE
    if row.expression
}
_IN_FORMULAS = {
    name: Called(row, row.least, row.most, row.example.format(name))
    for row in _TABLE
    for name in row.formula
}
EXPRESSIONS = Vocabulary(
    frozenset(BY_SIGN) - {"/"},
    frozenset(COMPARISONS.values()),
    MappingProxyType(_IN_EXPRESSIONS),
)
FORMULAS = Vocabulary(
    frozenset(BY_SIGN) - {"<<", ">>"},
    frozenset(COMPARISONS.values()) - {"in", "not in"},
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
