"""A formula as a sympy expression, for printing: built term by term, never from text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from rules.arithmetic.exact import Undefined, value_at
from rules.arithmetic.formulas import Term
from rules.arithmetic.vocabulary import FORMULAS

if TYPE_CHECKING:
    import sympy


def expression_of(term: Term, n: sympy.Symbol) -> Any:
    """The formula in sympy; functions that sympy does not have are left as applied names.

    >>> import sympy
    >>> from rules.arithmetic.formulas import parse_formula
    >>> n = sympy.Symbol("n", integer=True, nonnegative=True)
    >>> expression_of(parse_formula("floor(n/2) + v2(n + 1)"), n)
    v2(n + 1) + floor(n/2)
    """
    import sympy

    if term.op == "number":
        return sympy.Integer(term.value)
    if term.op == "n":
        return n
    if term.op == "truth":
        return sympy.true if term.value else sympy.false
    args = [expression_of(arg, n) for arg in term.args]
    if term.op == "piecewise":
        return sympy.Piecewise(*zip(args[::2], args[1::2], strict=True))
    known = builders().get(term.op)
    return known(*args) if known else named_function(_NAMES.get(term.op, term.op))(*args)


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
            value = value_at(Term(op, numbers), 0)
        except Undefined:
            return sympy.nan
        return sympy.Integer(value)

    members = {"eval": classmethod(evaluated), "is_integer": True, "_latex": _latex_of(name)}
    return type(name, (sympy.Function,), {k: v for k, v in members.items() if v is not None})


def _quotient(numerator: int, denominator: int) -> Term:
    above, below = (Term("number", value=value) for value in (numerator, denominator))
    return above if denominator == 1 else Term("div", (above, below))


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


_NAMES = {"omega": "Omega"}


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
        "and": sympy.And,
        "or": sympy.Or,
        "not": sympy.Not,
        "lt": sympy.Lt,
        "le": sympy.Le,
        "eq": sympy.Eq,
        "ne": sympy.Ne,
    }
