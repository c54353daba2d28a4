"""A formula as a sympy expression, for printing: built term by term, never from text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from discover.formulas.exact import Undefined, value_at
from discover.formulas.parse import Term
from rules.language.vocabulary import FORMULAS

if TYPE_CHECKING:
    import sympy


def expression_of(term: Term, n: sympy.Symbol) -> Any:
    """The formula in sympy; functions that sympy does not have are left as applied names.

    >>> import sympy
    >>> from discover.formulas.parse import parse_formula
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

    >>> named_function("odd_part")(12)
    3
    """
    import sympy

    # The signs & and | have no name in a formula: they go by the operation's.
    op = FORMULAS.calls[name].operation.name if name in FORMULAS.calls else name

    def evaluated(cls: type, *args: Any) -> Any:
        del cls
        if not all(isinstance(arg, sympy.Integer) for arg in args):
            return None
        numbers = tuple(Term("number", value=int(arg)) for arg in args)
        try:
            value = value_at(Term(op, numbers), 0)
        except Undefined:
            return sympy.nan
        return sympy.Integer(value)

    return type(name, (sympy.Function,), {"eval": classmethod(evaluated)})


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
        "floorlog": lambda a, b: sympy.floor(sympy.log(a, b)),
        "ceillog": lambda a, b: sympy.ceiling(sympy.log(a, b)),
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
