"""From a line of text to a tree of terms; everything that is not on the list is refused."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from discover.formulas.functions import FUNCTIONS
from rules.errors import RuleSyntaxError

LONGEST = 10_000  # characters
DEEPEST = 60  # nested terms
MOST_TERMS = 3_000

Sort = Literal["number", "truth"]


class FormulaSyntaxError(RuleSyntaxError):
    """A formula's text that cannot be read, with the place and the remedy."""


@dataclass(frozen=True)
class Term:
    """One operation on terms: ``op`` names it, ``value`` is that of a constant.

    Terms of sort 'number' are exact real numbers, those of sort 'truth' are conditions.
    """

    op: str
    args: tuple[Term, ...] = ()
    value: int = 0
    sort: Sort = "number"


def parse_formula(text: str) -> Term:
    """The formula in n that the text denotes, in the notation of sympy.

    Numbers, n, ``+ - * / // % **``, comparisons, ``and or not``, ``& | ~``; Mod, floor, ceiling,
    Piecewise, Max, Min, Abs, And, Or, Not, Eq, Ne, Lt, Le, Gt, Ge, sqrt, floor(log(n, b)), gcd,
    xor, v2, valuation(n, b), bit_length, popcount, odd_part, Omega, isqrt.

    >>> parse_formula("Mod(n, 4)")
    Term(op='mod', args=(Term(op='n', ...), Term(op='number', ..., value=4, ...)), ...)
    """
    if len(text) > LONGEST:
        problem = f"the text has {len(text)} characters"
        raise FormulaSyntaxError(text, LONGEST, problem, f"a formula has at most {LONGEST}")
    reader = _Reader(text)
    term = reader.read()
    if term.sort != "number":
        problem = "this is a condition, not a number"
        raise FormulaSyntaxError(text, 0, problem, "write Piecewise((1, condition), (0, True))")
    return term


_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
}
# name: (operation, whether the sides change places)
_COMPARISON: dict[type[ast.cmpop], tuple[str, bool]] = {
    ast.Lt: ("lt", False),
    ast.LtE: ("le", False),
    ast.Gt: ("lt", True),
    ast.GtE: ("le", True),
    ast.Eq: ("eq", False),
    ast.NotEq: ("ne", False),
}
_COMPARING_CALL: dict[str, type[ast.cmpop]] = {
    "Lt": ast.Lt,
    "Le": ast.LtE,
    "Gt": ast.Gt,
    "Ge": ast.GtE,
    "Eq": ast.Eq,
    "Ne": ast.NotEq,
}
_JOINING_CALL = {"And": "and", "Or": "or"}


class _Reader:
    """Walks Python's syntax tree of the text; ``visit`` returns terms and raises on the rest."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.terms = self.depth = 0

    def read(self) -> Term:
        if not self.text.strip():
            raise FormulaSyntaxError(self.text, 0, "the formula is empty", "write one in n")
        lead = len(self.text) - len(self.text.lstrip())
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(self.text.strip(), mode="eval")
        except SyntaxError as error:
            place = lead + max((error.offset or 1) - 1, 0) if (error.lineno or 1) == 1 else 0
            problem = "this is no formula"
            raise FormulaSyntaxError(self.text, place, problem, _EXAMPLE) from None
        except (ValueError, MemoryError, RecursionError):
            problem = "this is no formula that can be read"
            raise FormulaSyntaxError(self.text, 0, problem, _EXAMPLE) from None
        self.lead = lead
        return self.visit(tree.body)

    def visit(self, node: ast.expr) -> Term:
        self.terms += 1
        if self.depth > DEEPEST or self.terms > MOST_TERMS:
            raise self.bad(node, "the formula is too large", f"nest at most {DEEPEST} deep")
        visitor = _VISITORS.get(type(node))
        if visitor is None:
            raise self.bad(node, "this is not allowed in a formula", _EXAMPLE)
        self.depth += 1
        term = visitor(self, node)
        self.depth -= 1
        return term

    def bad(self, node: ast.AST, problem: str, remedy: str) -> FormulaSyntaxError:
        offset = getattr(node, "col_offset", 0)
        stripped = self.text.strip()
        characters = len(stripped.encode()[:offset].decode(errors="ignore"))
        return FormulaSyntaxError(self.text, self.lead + characters, problem, remedy)

    def number(self, node: ast.expr) -> Term:
        term = self.visit(node)
        if term.sort != "number":
            raise self.bad(node, "a number is needed here, not a condition", _EXAMPLE)
        return term

    def truth(self, node: ast.expr) -> Term:
        term = self.visit(node)
        if term.sort != "truth":
            raise self.bad(node, "a condition is needed here", "write one such as n < 5")
        return term

    def constant(self, node: ast.Constant) -> Term:
        if isinstance(node.value, bool):
            return Term("truth", value=int(node.value), sort="truth")
        if isinstance(node.value, int):
            return Term("number", value=node.value)
        if isinstance(node.value, float):
            raise self.bad(node, "decimals are not exact", "write a fraction such as 1/2")
        raise self.bad(node, "this is no number", _EXAMPLE)

    def name(self, node: ast.Name) -> Term:
        if node.id in ("true", "false"):
            return Term("truth", value=int(node.id == "true"), sort="truth")
        if node.id == "n":
            return Term("n")
        remedy = "the heap size is n"
        if node.id in FUNCTIONS or node.id in _CALLS:
            remedy = f"{node.id} is a function: write {node.id}(n)"
        raise self.bad(node, f"{node.id[:40]!r} is unknown", remedy)

    def unary(self, node: ast.UnaryOp) -> Term:
        if isinstance(node.op, ast.Not | ast.Invert):
            return Term("not", (self.truth(node.operand),), sort="truth")
        operand = self.number(node.operand)
        if isinstance(node.op, ast.UAdd):
            return operand
        return Term("sub", (Term("number"), operand))

    def binary(self, node: ast.BinOp) -> Term:
        if isinstance(node.op, ast.BitAnd | ast.BitOr):
            return self.bitwise(node)
        if isinstance(node.op, ast.BitXor):
            return self.caret(node)
        op = _BINARY.get(type(node.op))
        if op is None:
            raise self.bad(node, "this operation is not allowed in a formula", _EXAMPLE)
        return Term(op, (self.number(node.left), self.number(node.right)))

    def caret(self, node: ast.BinOp) -> Term:
        bytes_before = node.left.end_col_offset or 0
        left = self.text.strip().encode()[:bytes_before].decode(errors="ignore")
        place = self.text.find("^", self.lead + len(left))
        remedy = "write ** for a power, xor(a, b) for nim-sums"
        raise FormulaSyntaxError(self.text, place, "^ is ambiguous", remedy)

    def bitwise(self, node: ast.BinOp) -> Term:
        sides = (self.visit(node.left), self.visit(node.right))
        conjunction = isinstance(node.op, ast.BitAnd)
        if sides[0].sort != sides[1].sort:
            raise self.bad(node, "a condition and a number do not mix", _EXAMPLE)
        if sides[0].sort == "truth":
            return Term("and" if conjunction else "or", sides, sort="truth")
        return Term("bitand" if conjunction else "bitor", sides)

    def joined(self, node: ast.BoolOp) -> Term:
        op = "and" if isinstance(node.op, ast.And) else "or"
        return Term(op, tuple(self.truth(side) for side in node.values), sort="truth")

    def compared(self, node: ast.Compare) -> Term:
        sides = [self.number(side) for side in (node.left, *node.comparators)]
        links = []
        for i, op in enumerate(node.ops):
            if type(op) not in _COMPARISON:
                raise self.bad(node, "this comparison is not allowed in a formula", _EXAMPLE)
            links.append(_comparison(type(op), sides[i], sides[i + 1]))
        return links[0] if len(links) == 1 else Term("and", tuple(links), sort="truth")

    def conditional(self, node: ast.IfExp) -> Term:
        body, other = self.number(node.body), self.number(node.orelse)
        return Term("piecewise", (body, self.truth(node.test), other, _TRUE))

    def call(self, node: ast.Call) -> Term:
        if not isinstance(node.func, ast.Name):
            raise self.bad(node, "only named functions are called", _EXAMPLE)
        name = node.func.id
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            raise self.bad(node, "arguments have no names or stars here", _EXAMPLE)
        special = _CALLS.get(name)
        if special is not None:
            return special(self, node)
        function = FUNCTIONS.get(name)
        if function is None:
            known = ", ".join(sorted({*_CALLS, *FUNCTIONS}))
            raise self.bad(node, f"{name[:40]!r} is no known function", f"there are {known}")
        if not function.least <= len(node.args) <= function.most:
            remedy = f"write {function.example}"
            raise self.bad(node, f"{name} does not take {len(node.args)} arguments", remedy)
        return Term(function.op, tuple(self.number(arg) for arg in node.args))

    def comparing_call(self, node: ast.Call) -> Term:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if len(node.args) != 2:
            raise self.bad(node, f"{name} compares two numbers", f"write {name}(n, 3)")
        left, right = (self.number(arg) for arg in node.args)
        return _comparison(_COMPARING_CALL[name], left, right)

    def joining_call(self, node: ast.Call) -> Term:
        op = _JOINING_CALL[node.func.id] if isinstance(node.func, ast.Name) else ""
        if not node.args:
            raise self.bad(node, "this joins conditions", "write And(n > 2, n < 5)")
        return Term(op, tuple(self.truth(arg) for arg in node.args), sort="truth")

    def not_call(self, node: ast.Call) -> Term:
        if len(node.args) != 1:
            raise self.bad(node, "Not takes one condition", "write Not(n > 2)")
        return Term("not", (self.truth(node.args[0]),), sort="truth")

    def piecewise(self, node: ast.Call) -> Term:
        remedy = "write Piecewise((1, n < 2), (0, True))"
        args: list[Term] = []
        for case in node.args:
            if not isinstance(case, ast.Tuple) or len(case.elts) != 2:
                raise self.bad(case, "a case is a pair (value, condition)", remedy)
            value, condition = case.elts
            args += [self.number(value), self.truth(condition)]
        if not args:
            raise self.bad(node, "there is no case", remedy)
        return Term("piecewise", tuple(args))

    def rounded(self, node: ast.Call) -> Term:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        up = name != "floor"
        if len(node.args) != 1:
            raise self.bad(node, f"{name} takes one number", f"write {name}(n/2)")
        inner = node.args[0]
        logarithm = _logarithm(inner)
        if logarithm is not None:
            numbers = tuple(self.number(part) for part in logarithm)
            return Term("ceillog" if up else "floorlog", numbers)
        number = self.number(inner)
        if number.op == "sqrt" and not up:  # floor(sqrt(x)) = floor(sqrt(floor(x)))
            return Term("isqrt", (Term("floor", number.args),))
        return Term("ceiling" if up else "floor", (number,))

    def log(self, node: ast.Call) -> Term:
        remedy = "write floor(log(n, 2)), with nothing else inside floor or ceiling"
        raise self.bad(node, "a logarithm is exact only when it is rounded", remedy)


def _logarithm(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """(x, b) if the node is log(x, b) or log(x)/log(b), as sympy prints it."""

    def is_log(part: ast.expr, count: int) -> bool:
        return (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id == "log"
            and len(part.args) == count
            and not part.keywords
        )

    if is_log(node, 2):
        assert isinstance(node, ast.Call)
        return node.args[0], node.args[1]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        above, below = node.left, node.right
        if is_log(above, 1) and is_log(below, 1):
            assert isinstance(above, ast.Call)
            assert isinstance(below, ast.Call)
            return above.args[0], below.args[0]
    return None


def _comparison(kind: type[ast.cmpop], left: Term, right: Term) -> Term:
    op, swapped = _COMPARISON[kind]
    return Term(op, (right, left) if swapped else (left, right), sort="truth")


_EXAMPLE = "write for example Mod(n, 4) or Piecewise((1, n < 2), (floor(n/2), True))"
_TRUE = Term("truth", value=1, sort="truth")
_VISITORS: dict[type[ast.expr], Callable[..., Term]] = {
    ast.Constant: _Reader.constant,
    ast.Name: _Reader.name,
    ast.UnaryOp: _Reader.unary,
    ast.BinOp: _Reader.binary,
    ast.BoolOp: _Reader.joined,
    ast.Compare: _Reader.compared,
    ast.IfExp: _Reader.conditional,
    ast.Call: _Reader.call,
}
_CALLS: dict[str, Callable[..., Term]] = {
    **dict.fromkeys(_COMPARING_CALL, _Reader.comparing_call),
    **dict.fromkeys(_JOINING_CALL, _Reader.joining_call),
    "Not": _Reader.not_call,
    "Piecewise": _Reader.piecewise,
    "floor": _Reader.rounded,
    "ceiling": _Reader.rounded,
    "ceil": _Reader.rounded,
    "log": _Reader.log,
}
