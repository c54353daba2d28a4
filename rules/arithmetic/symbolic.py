"""A formula as a sympy expression, for printing: built term by term, never from text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.exact import Undefined, value_at
from mexplore.rules.arithmetic.vocabulary import FORMULAS, applied, operation_of

if TYPE_CHECKING:
    import sympy


def expression_of(term: tree.Node, n: sympy.Symbol) -> Any:
    """The formula in sympy; functions that sympy does not have are left as applied names.

    >>> import sympy
    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> n = sympy.Symbol("n", integer=True, nonnegative=True)
    >>> expression_of(parse_formula("floor(n/2) + v2(n + 1)"), n)
    v2(n + 1) + floor(n/2)
    """
    import sympy

    match term:
        case tree.Number(value):
            return sympy.Integer(value)
        case tree.Name():
            return n
        case tree.Piecewise(values, tests):
            pairs = zip(values, tests, strict=True)
            return sympy.Piecewise(*((expression_of(v, n), expression_of(t, n)) for v, t in pairs))
        case tree.Unary("not") | tree.Logic() | tree.Comparison():
            return _condition(term, n)
    name, parts = applied(term)
    known = builders().get(name) or named_function(_NAMES.get(name, name))
    return known(*(expression_of(part, n) for part in parts))


def _condition(term: tree.Node, n: sympy.Symbol) -> Any:
    import sympy

    parts = [expression_of(part, n) for part in term.children()]
    signs = {"not": sympy.Not, "and": sympy.And, "or": sympy.Or}
    signs |= {"<": sympy.Lt, "<=": sympy.Le, "==": sympy.Eq, "!=": sympy.Ne}
    sign = term.signs[0] if isinstance(term, tree.Comparison) else getattr(term, "sign", "")
    return signs[sign](*parts)


@cache
def named_function(name: str) -> Any:
    """A function of whole numbers for sympy, which evaluates it where the arguments are numbers.

    It is exact, unlike sympy's floor(log(n)/log(4)), which is 15 at n = 4^15 - 1.

    >>> named_function("odd_part")(12), named_function("floorlog")(4**15 - 1, 4)
    (3, 14)
    """
    import sympy

    # The signs & and | have no name in a formula: they go by the operation's.
    op = FORMULAS.calls[name].operation.name if name in FORMULAS.calls else name

    def evaluated(cls: type, *args: Any) -> Any:
        del cls
        if not all(isinstance(arg, sympy.Rational) for arg in args):
            return None
        numbers = tuple(_quotient(int(arg.p), int(arg.q)) for arg in args)
        try:
            value = value_at(operation_of(op, numbers), 0)
        except Undefined:
            return sympy.nan
        return sympy.Integer(value)

    members = {"eval": classmethod(evaluated), "is_integer": True, "_latex": _latex_of(name)}
    return type(name, (sympy.Function,), {k: v for k, v in members.items() if v is not None})


def _quotient(numerator: int, denominator: int) -> tree.Node:
    above: tree.Node = tree.Number(abs(numerator))
    if denominator != 1:
        above = tree.Binary("/", above, tree.Number(denominator))
    return above if numerator >= 0 else tree.Unary("-", above)


def _latex_of(name: str) -> Any:
    """How the function is written in LaTeX, where that is not its name."""
    if name not in _BRACKETS:
        return None
    left, right = _BRACKETS[name]

    def latex(function: Any, printer: Any, **more: Any) -> str:
        number, base = (printer._print(arg) for arg in function.args)
        raised = f"^{{{more['exp']}}}" if "exp" in more else ""
        return rf"\left\{left} \log_{{{base}}}\left({number}\right) \right\{right}{raised}"

    return latex


_BRACKETS = {"floorlog": ("lfloor", "rfloor"), "ceillog": ("lceil", "rceil")}


def __getattr__(name: str) -> Any:
    """The functions above by name: pickle looks for classes in their module."""
    if name in FORMULAS.calls:
        return named_function(name)
    raise AttributeError(f"{__name__} has no {name!r}")


_NAMES = {"omega": "Omega", "distinct_primes": "omega", "vp": "valuation"}


def builders() -> dict[str, Callable[..., Any]]:
    import sympy

    return {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul": lambda a, b: a * b,
        "div": lambda a, b: a / b,
        "floordiv": lambda a, b: sympy.floor(a / b),
        "mod": sympy.Mod,
        "pow": lambda a, b: a**b,
        "floor": sympy.floor,
        "ceiling": sympy.ceiling,
        "sqrt": sympy.sqrt,
        "isqrt": lambda a: sympy.floor(sympy.sqrt(a)),
        "abs": sympy.Abs,
        "max": sympy.Max,
        "min": sympy.Min,
    }
