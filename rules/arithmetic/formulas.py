"""From a formula in n, as sympy writes it, to a tree; what is not on the list is refused."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.operations import LISTS
from mexplore.rules.arithmetic.syntax import SyntaxReader
from mexplore.rules.arithmetic.vocabulary import (
    FORMULAS,
    OF_A_LIST,
    Called,
    operation_of,
)
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.text.sentences import did_you_mean

LONGEST = 10_000  # characters
DEEPEST = 60  # nested terms
MOST_TERMS = 3_000


class FormulaSyntaxError(RuleSyntaxError):
    """A formula's text that cannot be read, with the place and the remedy."""


def is_condition(node: tree.Node) -> bool:
    """Whether the node of a formula is true or false, not a number."""
    is_not = isinstance(node, tree.Unary) and node.sign == "not"
    return is_not or isinstance(node, tree.Comparison | tree.Logic)


def parse_formula(text: str, names: tuple[str, ...] = ("n",)) -> tree.Node:
    """The formula in n, or in other names, that the text denotes, in the notation of sympy.

    Numbers, n, ``+ - * / // % **``, comparisons, ``and or not``, ``& | ~``; Mod, floor, ceiling,
    Piecewise, Max, Min, Abs, And, Or, Not, Eq, Ne, Lt, Le, Gt, Ge, sqrt, floor(log(n, b)), gcd,
    xor, v2, vp(n, p) = valuation(n, p), bit_length, popcount, odd_part, isqrt, Omega and omega (the
    number of prime factors with and without multiplicity), exponent_xor, lpf (the least prime
    factor), primepi; phi, the golden ratio (1 + sqrt(5))/2; sum, len, max, min and xor of digits(n,
    b), sum and len of divisors(n).

    >>> parse_formula("Mod(n, 4)") == parse_formula("n mod 4")
    True
    """
    if len(text) > LONGEST:
        problem = f"the text has {len(text)} characters"
        raise FormulaSyntaxError(text, LONGEST, problem, f"a formula has at most {LONGEST}")
    # Between two numbers, words are written as signs of the same width, which keeps all places.
    plain = _INFIX.sub(r"\1  ^", text)
    reader = FormulaReader(_MOD.sub(r"\1  %", plain), text, 0, names)
    reader.infix = plain != text and "^" not in text
    term = reader.read()
    if is_condition(term):
        problem = "this is a condition, not a number"
        raise FormulaSyntaxError(text, 0, problem, "write Piecewise((1, condition), (0, True))")
    return term


def parse_condition(text: str, names: tuple[str, ...], whole: str, at: int) -> tree.Node:
    """The condition that the text, which stands at ``at`` in a ``whole``, denotes.

    >>> str(parse_condition("2*y <= z", ("y", "z"), "x for 2*y <= z", 6))
    '2 * y <= z'
    """
    try:
        found = FormulaReader(_MOD.sub(r"\1  %", text), text, 0, names).read()
    except FormulaSyntaxError as error:
        place = at + error.position
        raise FormulaSyntaxError(whole, place, error.problem, error.remedy) from None
    if not is_condition(found):
        problem, remedy = "this is no condition", f"write one such as {names[0]} >= 1"
        raise FormulaSyntaxError(whole, at, problem, remedy)
    return found


_MOD = re.compile(r"(?<=[\w)])(\s+)mod\b(?=\s*[\w(+-])")
_INFIX = re.compile(
    r"(?<!\band)(?<!\bor)(?<!\bnot)(?<!\bif)(?<!\belse)(?<=[\w)])(\s+)xor\b(?=\s*[\w(+-])"
)


GOLDEN_RATIO = tree.Binary(
    "/", tree.Binary("+", tree.Number(1), tree.Call("sqrt", (tree.Number(5),))), tree.Number(2)
)
_TURNED = {">": "<", ">=": "<="}
_COMPARING_CALL = {"Lt": "<", "Le": "<=", "Gt": ">", "Ge": ">=", "Eq": "==", "Ne": "!="}
_JOINING_CALL = {"And": "and", "Or": "or"}


class FormulaReader(SyntaxReader[tree.Node]):
    """Builds trees of what Python's parser finds in a formula."""

    vocabulary = FORMULAS
    error = FormulaSyntaxError
    deepest = DEEPEST
    most_nodes = MOST_TERMS

    def __init__(self, text: str, whole: str, at: int, names: tuple[str, ...] = ("n",)) -> None:
        super().__init__(text, whole, at)
        self.names = names
        self.infix = False  # whether ^ stands for xor

    @property
    def builders(self) -> Mapping[type[ast.expr], Callable[[Any, Any], tree.Node]]:
        return FORMULA_BUILDERS

    def read(self) -> tree.Node:
        """The tree of the text."""
        if not self.text.strip():
            self.refuse(0, "the formula is empty", "write one in n")
        if "#" in self.text:  # Python's parser would pass over what follows
            self.refuse(self.text.index("#"), "unexpected '#'", _EXAMPLE)
        return self.build(self.parse(self.text.strip()))

    def refuse_parsing(self, error: Exception) -> NoReturn:
        if isinstance(error, SyntaxError):
            first = (error.lineno or 1) == 1
            place = self.margin + max((error.offset or 1) - 1, 0) if first else 0
            self.refuse(place, NO_FORMULA, _EXAMPLE)
        self.refuse(0, "this is no formula that can be read", _EXAMPLE)

    def refuse_size(self, node: ast.expr) -> NoReturn:
        self.refuse_at(node, "the formula is too large", f"nest at most {DEEPEST} deep")

    def refuse_type(self, node: ast.expr) -> NoReturn:
        self.refuse_at(node, "this is not allowed in a formula", _EXAMPLE)

    def number(self, node: ast.expr) -> tree.Node:
        term = self.build(node)
        if is_condition(term):
            self.refuse_at(node, "a number is needed here, not a condition", _EXAMPLE)
        return term

    def truth(self, node: ast.expr) -> tree.Node:
        term = self.build(node)
        if not is_condition(term):
            self.refuse_at(node, "a condition is needed here", "write one such as n < 5")
        return term

    def constant(self, node: ast.Constant) -> tree.Node:
        if isinstance(node.value, bool):
            return TRUE if node.value else FALSE
        if isinstance(node.value, float):
            self.refuse_at(node, "decimals are not exact", "write a fraction such as 1/2")
        if not isinstance(node.value, int):
            self.refuse_at(node, "this is no number", _EXAMPLE)
        return tree.Number(node.value)

    def name(self, node: ast.Name) -> tree.Node:
        if node.id in ("true", "false"):
            return TRUE if node.id == "true" else FALSE
        if node.id == "phi" and node.id not in self.names:
            return GOLDEN_RATIO
        if node.id not in self.names:
            of_board = f"the coordinates are {', '.join(self.names)}"
            remedy = "the heap size is n" if self.names == ("n",) else of_board
            if node.id in FORMULAS.calls or node.id in _CALLS:
                remedy = f"{node.id} is a function: write {node.id}(n)"
            self.refuse_at(node, f"{node.id[:40]!r} is unknown", remedy)
        return tree.Name(node.id)

    def unary(self, node: ast.UnaryOp) -> tree.Node:
        if isinstance(node.op, ast.Not | ast.Invert):
            return tree.Unary("not", self.truth(node.operand))
        operand = self.number(node.operand)
        return operand if isinstance(node.op, ast.UAdd) else tree.Unary("-", operand)

    def binary(self, node: ast.BinOp) -> tree.Node:
        operation = self.vocabulary.operation(node.op)
        if operation is None:
            self.refuse_at(node, "this operation is not allowed in a formula", _EXAMPLE)
        if operation.name in ("bitand", "bitor"):
            return self.bitwise(node, operation.sign)
        if operation.name == "xor" and not self.infix:
            self.refuse_caret(node)
        return tree.Binary(operation.sign, self.number(node.left), self.number(node.right))

    def refuse_caret(self, node: ast.BinOp) -> NoReturn:
        place = self.text.find("^", self.after(node.left.end_col_offset or 0))
        self.refuse(place, "^ is ambiguous", "write ** for a power, xor(a, b) for nim-sums")

    def bitwise(self, node: ast.BinOp, sign: str) -> tree.Node:
        sides = (self.build(node.left), self.build(node.right))
        kinds = {is_condition(side) for side in sides}
        if len(kinds) > 1:
            self.refuse_at(node, "a condition and a number do not mix", _EXAMPLE)
        if kinds == {True}:
            return tree.Logic("and" if sign == "&" else "or", sides)
        return tree.Binary(sign, *sides)

    def joined(self, node: ast.BoolOp) -> tree.Node:
        op = "and" if isinstance(node.op, ast.And) else "or"
        return tree.Logic(op, tuple(self.truth(side) for side in node.values))

    def compared(self, node: ast.Compare) -> tree.Node:
        sides = [self.number(side) for side in (node.left, *node.comparators)]
        links = []
        for i, op in enumerate(node.ops):
            sign = self.vocabulary.comparison(op)
            if sign is None:
                self.refuse_at(node, "this comparison is not allowed in a formula", _EXAMPLE)
            links.append(_comparison(sign, sides[i], sides[i + 1]))
        return links[0] if len(links) == 1 else tree.Logic("and", tuple(links))

    def conditional(self, node: ast.IfExp) -> tree.Node:
        body, other = self.number(node.body), self.number(node.orelse)
        return tree.Piecewise((body, other), (self.truth(node.test), TRUE))

    def call(self, node: ast.Call) -> tree.Node:
        name = self.called(node)
        if any(isinstance(arg, ast.Starred) for arg in node.args):
            self.refuse_keywords(node)
        special = _CALLS.get(name)
        if special is not None:
            return special(self, node)
        of_list = self.of_list(name, node)
        if of_list is not None:
            return of_list
        operation = self.call_of(name, node).operation
        return operation_of(operation.name, tuple(self.number(arg) for arg in node.args))

    def of_list(self, name: str, node: ast.Call) -> tree.Node | None:
        """What a function makes of the list of divisors or digits; None for other calls."""
        if name in LISTS:
            example = "sum(digits(n, 10))" if name == "digits" else "len(divisors(n))"
            self.refuse_at(node, f"{name}(...) is a list, not a number", f"write {example}")
        inner = node.args[0] if len(node.args) == 1 else None
        if not isinstance(inner, ast.Call) or self.called(inner) not in LISTS:
            if name in ("sum", "len"):
                self.refuse_at(node, f"{name} takes a list", f"write {name}(digits(n, 10))")
            return None
        made = OF_A_LIST.get((name, self.called(inner)))
        if made is None:
            self.refuse_at(node, f"{name} of {self.called(inner)} is not known", _OF_LISTS)
        if len(inner.args) != made.least:
            self.refuse_at(inner, "this takes another number of arguments", _OF_LISTS)
        return tree.Call(made.name, tuple(self.number(arg) for arg in inner.args))

    def refuse_function(self, node: ast.Call) -> NoReturn:
        self.refuse_at(node, "only named functions are called", _EXAMPLE)

    def refuse_keywords(self, node: ast.Call) -> NoReturn:
        self.refuse_at(node, "arguments have no names or stars here", _EXAMPLE)

    def refuse_name(self, name: str, node: ast.Call) -> NoReturn:
        known = sorted({*_CALLS, *FORMULAS.calls})
        remedy = f"{did_you_mean(name, known)}there are {', '.join(known)}"
        self.refuse_at(node, f"{name[:40]!r} is no known function", remedy)

    def refuse_count(self, name: str, found: Called, node: ast.Call) -> NoReturn:
        problem = f"{name} does not take {len(node.args)} arguments"
        self.refuse_at(node, problem, f"write {found.example}")

    def comparing_call(self, node: ast.Call) -> tree.Node:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if len(node.args) != 2:
            self.refuse_at(node, f"{name} compares two numbers", f"write {name}(n, 3)")
        left, right = (self.number(arg) for arg in node.args)
        return _comparison(_COMPARING_CALL[name], left, right)

    def joining_call(self, node: ast.Call) -> tree.Node:
        op = _JOINING_CALL[node.func.id] if isinstance(node.func, ast.Name) else ""
        if not node.args:
            self.refuse_at(node, "this joins conditions", "write And(n > 2, n < 5)")
        return tree.Logic(op, tuple(self.truth(arg) for arg in node.args))

    def not_call(self, node: ast.Call) -> tree.Node:
        if len(node.args) != 1:
            self.refuse_at(node, "Not takes one condition", "write Not(n > 2)")
        return tree.Unary("not", self.truth(node.args[0]))

    def piecewise(self, node: ast.Call) -> tree.Node:
        remedy = "write Piecewise((1, n < 2), (0, True))"
        values, tests = [], []
        for case in node.args:
            if not isinstance(case, ast.Tuple) or len(case.elts) != 2:
                self.refuse_at(case, "a case is a pair (value, condition)", remedy)
            value, condition = case.elts
            values.append(self.number(value))
            tests.append(self.truth(condition))
        if not values:
            self.refuse_at(node, "there is no case", remedy)
        return tree.Piecewise(tuple(values), tuple(tests))

    def rounded(self, node: ast.Call) -> tree.Node:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        up = name != "floor"
        if len(node.args) != 1:
            self.refuse_at(node, f"{name} takes one number", f"write {name}(n/2)")
        inner = node.args[0]
        logarithm = logarithm_of(inner)
        if logarithm is not None:
            numbers = tuple(self.number(part) for part in logarithm)
            return tree.Call("ceillog" if up else "floorlog", numbers)
        number = self.number(inner)
        if isinstance(number, tree.Call) and number.function == "sqrt" and not up:
            # floor(sqrt(x)) = floor(sqrt(floor(x)))
            return tree.Call("isqrt", (tree.Call("floor", number.arguments),))
        return tree.Call("ceiling" if up else "floor", (number,))

    def log(self, node: ast.Call) -> tree.Node:
        remedy = "write floor(log(n, 2)), with nothing else inside floor or ceiling"
        self.refuse_at(node, "a logarithm is exact only when it is rounded", remedy)


def logarithm_of(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """(x, b) if the node is log(x, b) or log(x)/log(b), as sympy prints it, or log2(x)."""

    def is_log(part: ast.expr, count: int, name: str = "log") -> bool:
        return (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id == name
            and len(part.args) == count
            and not part.keywords
        )

    if is_log(node, 2):
        assert isinstance(node, ast.Call)
        return node.args[0], node.args[1]
    if is_log(node, 1, "log2"):
        assert isinstance(node, ast.Call)
        return node.args[0], ast.copy_location(ast.Constant(2), node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        above, below = node.left, node.right
        if is_log(above, 1) and is_log(below, 1):
            assert isinstance(above, ast.Call)
            assert isinstance(below, ast.Call)
            return above.args[0], below.args[0]
    return None


def _comparison(sign: str, left: tree.Node, right: tree.Node) -> tree.Node:
    if sign in _TURNED:
        left, sign, right = right, _TURNED[sign], left
    return tree.Comparison(left, (sign,), (right,))


_OF_LISTS = "write sum(digits(n, 10)), len(digits(n, 10)), sum(divisors(n)) or len(divisors(n))"
NO_FORMULA = "this is no formula"
_EXAMPLE = "write for example Mod(n, 4) or Piecewise((1, n < 2), (floor(n/2), True))"
TRUE, FALSE = tree.Logic("and", ()), tree.Logic("or", ())
FORMULA_BUILDERS: Mapping[type[ast.expr], Callable[[Any, Any], tree.Node]] = MappingProxyType(
    {
        ast.Constant: FormulaReader.constant,
        ast.Name: FormulaReader.name,
        ast.UnaryOp: FormulaReader.unary,
        ast.BinOp: FormulaReader.binary,
        ast.BoolOp: FormulaReader.joined,
        ast.Compare: FormulaReader.compared,
        ast.IfExp: FormulaReader.conditional,
        ast.Call: FormulaReader.call,
    }
)
_CALLS: dict[str, Callable[..., tree.Node]] = {
    **dict.fromkeys(_COMPARING_CALL, FormulaReader.comparing_call),
    **dict.fromkeys(_JOINING_CALL, FormulaReader.joining_call),
    "Not": FormulaReader.not_call,
    "Piecewise": FormulaReader.piecewise,
    "floor": FormulaReader.rounded,
    "ceiling": FormulaReader.rounded,
    "ceil": FormulaReader.rounded,
    "log": FormulaReader.log,
    "log2": FormulaReader.log,
}
