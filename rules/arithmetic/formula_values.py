"""The values of formulas: exact at one n; in machine integers at many n; in sympy, for printing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.columns import (
    MOST,
    Column,
    Exactly,
    Integers,
    Truths,
    common,
    natural,
)
from mexplore.rules.arithmetic.numbers import (
    MixedRoots,
    NotWhole,
    Number,
    Undefined,
    plain,
    quotient,
    sign_of,
    whole,
)
from mexplore.rules.arithmetic.operations import COMPARES, OPERATIONS, Operation
from mexplore.rules.arithmetic.spans import Span
from mexplore.rules.arithmetic.vocabulary import FORMULAS, applied

if TYPE_CHECKING:
    import sympy

Named = Callable[[str], Number]
"""What a name in a formula is."""


def value_at(term: tree.Node, n: int) -> Number:
    """The exact value of the formula at n >= 0.

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> value_at(parse_formula("Piecewise((n/2, Eq(Mod(n, 2), 0)), (floor(log(n, 3)), True))"), 81)
    4
    >>> value_at(parse_formula("floor(n*(1 + sqrt(5))/2)"), 10**20)
    161803398874989484820

    Raises Undefined where it has none.
    """
    with _explained():
        return plain(_value(term, lambda _: n))


def truth_where(condition: tree.Node, named: Named) -> bool:
    """Whether a condition holds where its names have these values, each looked at when it is
    needed; Undefined where that is not known.

    >>> from mexplore.rules.arithmetic.formulas import parse_condition
    >>> condition = parse_condition("a < 2*b or b < 0", ("a", "b"), "", 0)
    >>> truth_where(condition, {"a": 5, "b": 3}.__getitem__)
    True
    """
    with _explained():
        return _truth(condition, named)


@contextmanager
def _explained() -> Iterator[None]:
    """Undefined for every way in which a formula has no value."""
    try:
        yield
    except ZeroDivisionError:
        raise Undefined("a division by zero") from None
    except MixedRoots:
        raise Undefined("a sum of roots that has no exact form here") from None


def _value(node: tree.Node, named: Named) -> Number:
    match node:
        case tree.Number(number):
            return number
        case tree.Name(name):
            return named(name)
        case tree.Piecewise(values, tests):
            for value, test in zip(values, tests, strict=True):
                if _truth(test, named):
                    return _value(value, named)
            raise Undefined("no case of the Piecewise applies")
        case _:
            name, parts = applied(node)
            return real_value(OPERATIONS[name], [_value(part, named) for part in parts])


def real_value(operation: Operation, arguments: list[Number]) -> Number:
    """What an operation makes of real numbers; Undefined where it has no value."""
    if operation.real is not None:
        return operation.of(operation.real, arguments)
    try:
        taken = list(map(whole, arguments, operation.naturals))
    except NotWhole as why:
        raise Undefined(f"{_written(operation)} {why}") from None
    return operation.of(operation.whole, taken)


def _written(operation: Operation) -> str:
    """How a formula calls the operation."""
    return operation.formula[0] if operation.formula else operation.sign


def truth_at(node: tree.Node, n: int) -> bool:
    """Whether a condition holds at n."""
    return _truth(node, lambda _: n)


def _truth(node: tree.Node, named: Named) -> bool:
    match node:
        case tree.Unary("not", operand):
            return not _truth(operand, named)
        case tree.Logic(sign, operands):
            return (all if sign == "and" else any)(_truth(part, named) for part in operands)
        case tree.Comparison(left, (sign,), (right,)):
            return bool(COMPARES[sign](sign_of(_value(left, named) - _value(right, named)), 0))
        case _:
            raise TypeError(f"{type(node).__name__} is no condition")


# At many n.


class Places:
    """Many n, which are below ``stop``, and what names in formulas are there."""

    def __init__(self, ns: Integers, stop: int) -> None:
        self.ns, self.stop = ns, stop

    def __len__(self) -> int:
        return len(self.ns)

    def __getitem__(self, chosen: npt.NDArray[Any]) -> Self:
        """Some of them."""
        part = copy(self)
        part.ns = self.ns[chosen]
        return part

    def column(self, name: str) -> Column:
        """What the name is at each; n itself here, whatever it is called."""
        del name
        return Column(self.ns, 1, self.stop)

    @classmethod
    def between(cls, start: int, stop: int) -> Places:
        """All start <= n < stop."""
        if stop >= MOST:
            raise Exactly
        return Places(np.arange(start, stop, dtype=np.int64), stop)


def column_of(term: tree.Node, start: int, stop: int) -> Integers:
    """The formula at start <= n < stop, where its values are whole numbers.

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> column_of(parse_formula("popcount(n)"), 6, 9).tolist()
    [2, 3, 1]
    """
    return column_at(term, Places.between(start, stop)).whole()


def equals(term: tree.Node, values: npt.NDArray[Any], start: int) -> Truths:
    """Where the formula at n = start, start + 1, ... equals values[0], values[1], ...

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> equals(parse_formula("Mod(n, 2)"), np.array([1, 0, 0]), 5).tolist()
    [True, True, False]
    """
    column = column_at(term, Places.between(start, start + len(values)))
    whole, rest = np.divmod(column.numerators, column.denominator)
    found: Truths = (rest == 0) & (whole == values.astype(np.int64))
    return found


def column_at(node: tree.Node, places: Places) -> Column:
    """The formula at these places."""
    match node:
        case tree.Number(value):
            if abs(value) >= MOST:
                raise Exactly
            return Column(np.full(len(places), value, dtype=np.int64), 1, abs(value))
        case tree.Name(name):
            return places.column(name)
        case tree.Piecewise():
            return _piecewise(node, places)
        case _:
            name, parts = applied(node)
            return _of_columns(OPERATIONS[name], [column_at(part, places) for part in parts])


def _of_columns(operation: Operation, parts: list[Column]) -> Column:
    if operation.column is not None:
        return operation.of(operation.column, parts)
    if operation.array is None:
        raise Exactly
    if not len(parts[0].numerators):
        return Column(parts[0].numerators, 1, 0)
    arrays = list(map(natural, parts, operation.naturals))
    bounds = operation.bounds(*(Span(int(each.min()), int(each.max())) for each in arrays))
    return Column(operation.of(operation.array, arrays), 1, bounds.size)


def truths_at(node: tree.Node, places: Places) -> Truths:
    """Whether a condition holds at each of the places."""
    match node:
        case tree.Unary("not", operand):
            return ~truths_at(operand, places)
        case tree.Logic(sign, operands):
            return _joined(sign == "and", operands, places)
        case tree.Comparison(first, (sign,), (second,)):
            left, right = common(column_at(first, places), column_at(second, places))
            found: Truths = COMPARES[sign](left.numerators, right.numerators)
            return found
        case _:
            raise TypeError(f"{type(node).__name__} is no condition")


def _joined(conjunction: bool, operands: tuple[tree.Node, ...], places: Places) -> Truths:
    """Like `all` and `any`: a condition is looked at only where those before it left it open."""
    found = np.full(len(places), conjunction)
    open_at = np.arange(len(places))
    for operand in operands:
        truths = truths_at(operand, places[open_at])
        found[open_at] = truths
        open_at = open_at[truths == conjunction]
    return found


def _piecewise(node: tree.Piecewise, places: Places) -> Column:
    """Each case is evaluated only at the places that reach it."""
    left = np.arange(len(places))
    parts: list[tuple[Integers, Column]] = []
    for value, test in zip(node.values, node.tests, strict=True):
        if len(left) == 0:
            break
        truths = truths_at(test, places[left])
        if truths.any():
            parts.append((left[truths], column_at(value, places[left[truths]])))
        left = left[~truths]
    if len(left):
        raise Exactly
    if not parts:
        return Column(places.ns, 1, places.stop)
    columns = common(*[column for _, column in parts])
    whole = np.empty(len(places), dtype=np.int64)
    for (where, _), column in zip(parts, columns, strict=True):
        whole[where] = column.numerators
    return Column(whole, columns[0].denominator, max(column.bound for column in columns))


# In sympy.


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
    operation, given = OPERATIONS[name], [expression_of(part, n) for part in parts]
    if operation.sympy is not None:
        return operation.sympy(sympy, *given)
    return named_function(operation.formula[0] if operation.formula else name)(*given)


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
    operation = FORMULAS.calls[name].operation if name in FORMULAS.calls else OPERATIONS[name]

    def evaluated(cls: type, *args: Any) -> Any:
        del cls
        if not all(isinstance(arg, sympy.Rational) for arg in args):
            return None
        try:
            return sympy.Integer(
                real_value(operation, [quotient(int(arg.p), int(arg.q)) for arg in args])
            )
        except Undefined:
            return sympy.nan

    members = {"eval": classmethod(evaluated), "is_integer": True, "_latex": _latex_of(name)}
    return type(name, (sympy.Function,), {k: v for k, v in members.items() if v is not None})


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
