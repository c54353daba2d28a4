"""Tests of a rule as linear inequalities joined by and, or: exactly what the test says.

Every number is whole, so that floor(f/d) + a >= 0 says f + d*a >= 0, and so on: minima, maxima,
absolute values and quotients by constants go into the inequalities without loss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.polynomial import Polynomial, linear
from mexplore.rules.dataclass import dataclass

LARGEST = 1 << 40  # of coefficients
Affine = Polynomial
"""A linear form in the coordinates and the names of a rule."""


def affine(node: tree.Node) -> Affine | None:
    """The expression as a linear one of moderate coefficients, or None.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> affine(read_expression("x + max(2, 3)", ("x",)))
    x + 3
    """
    found = linear(node, _of_numbers)
    if found is None or any(abs(c) >= LARGEST for _, c in found.terms()):
        return None
    return found


_FUNCTIONS: dict[str, Callable[[list[int]], int]] = {
    "abs": lambda numbers: abs(numbers[0]),
    "min": min,
    "max": max,
}


def _of_numbers(node: tree.Node) -> Affine | None:
    """A function of constants."""
    if not isinstance(node, tree.Call) or node.function not in _FUNCTIONS:
        return None
    parts = [affine(part) for part in node.arguments]
    numbers = [part.constant for part in parts if part is not None and part.is_constant]
    known = len(numbers) == len(parts) and len(numbers) >= (1 if node.function == "abs" else 2)
    return Affine.number(_FUNCTIONS[node.function](numbers)) if known else None


@dataclass(frozen=True)
class AtLeastZero:
    """The expression is >= 0."""

    form: Affine


@dataclass(frozen=True)
class All:
    """Every part holds; without parts: always."""

    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Any:
    """Some part holds; without parts: never."""

    parts: tuple[Condition, ...] = ()


Condition = AtLeastZero | All | Any
ALWAYS, NEVER = All(), Any()


def both(conditions: Iterable[Condition]) -> All:
    """All of them."""
    return All(tuple(conditions))


def at_least(node: tree.Node, plus: Affine) -> Condition | None:
    """node + plus >= 0; None where that is not seen to be linear inequalities.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> at_least(read_expression("min(x//2, 3)", ("x",)), Affine()).parts[0]
    AtLeastZero(form=x)
    """
    return _judged(1, node, plus)


def at_most(node: tree.Node, most: Affine) -> Condition | None:
    """node <= most; None where that is not seen to be linear inequalities.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> at_most(read_expression("min(x//2, 3)", ("x",)), Affine()).parts[0]
    AtLeastZero(form=-x + 1)
    """
    return _judged(-1, node, most)


def _judged(sign: int, node: tree.Node, plus: Affine) -> Condition | None:
    """sign * node + plus >= 0, the sign being 1 or -1."""
    form = affine(node)
    if form is not None:
        return AtLeastZero(form * sign + plus)
    for_all, for_any = (All, Any) if sign > 0 else (Any, All)
    match node:
        case tree.Call("min" | "max" as function, parts) if len(parts) > 1:
            joined = for_all if function == "min" else for_any
            return _of_all(joined, parts, lambda part: _judged(sign, part, plus))
        case tree.Call("abs", (inner,)):
            both_signs = inner, tree.Unary("-", inner)
            return _of_all(for_any, both_signs, lambda part: _judged(sign, part, plus))
        case tree.Binary("//" as function, above, tree.Number(d)) | tree.Call(
            "ceil_div" as function, (above, tree.Number(d))
        ) if d > 0:
            # floor(f/d) >= a says f >= d*a; floor(f/d) <= a says f <= d*a + d - 1.
            exact = (function == "//") == (sign > 0)
            return _judged(sign, above, plus * d if exact else (plus + 1) * d - 1)
        case _:
            return _peeled(sign, node, plus)


def _peeled(sign: int, node: tree.Node, plus: Affine) -> Condition | None:
    """The same after linear summands and minus signs of the node have been moved away."""
    match node:
        case tree.Binary("+", left, right):
            for kept, moved in ((left, right), (right, left)):
                form = affine(moved)
                if form is not None:
                    return _judged(sign, kept, plus + form * sign)
        case tree.Binary("-", left, right):
            form = affine(right)
            if form is not None:
                return _judged(sign, left, plus - form * sign)
            form = affine(left)
            if form is not None:
                return _judged(-sign, right, plus + form * sign)
        case tree.Unary("-", inner):
            return _judged(-sign, inner, plus)
    return None


def _of_all(
    joined: type[All] | type[Any],
    parts: tuple[tree.Node, ...],
    judge: Callable[[tree.Node], Condition | None],
) -> Condition | None:
    judged = [judge(part) for part in parts]
    known = [condition for condition in judged if condition is not None]
    return joined(tuple(known)) if len(known) == len(judged) else None


def condition_of(test: tree.Node, *, negated: bool = False) -> Condition | None:
    """What a test says, or its negation; None where that is not seen."""
    match test:
        case tree.Unary("not", operand):
            return condition_of(operand, negated=not negated)
        case tree.Logic(sign, operands):
            joined = All if (sign == "and") != negated else Any
            return _of_all(joined, operands, lambda part: condition_of(part, negated=negated))
        case tree.Comparison(first, signs, others):
            triples = zip((first, *others[:-1]), signs, others, strict=True)
            pairs = [_compared(*triple, negated=negated) for triple in triples]
            known = [pair for pair in pairs if pair is not None]
            if len(known) < len(pairs):
                return None
            return Any(tuple(known)) if negated else All(tuple(known))
        case _:
            return _compared(test, "==" if negated else "!=", tree.Number(0), negated=False)


_NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def _compared(left: tree.Node, sign: str, right: tree.Node, *, negated: bool) -> Condition | None:
    if sign not in _NEGATED:
        return None
    sign = _NEGATED[sign] if negated else sign
    match left, right:
        case (tree.Binary("*", a, b), tree.Number(0)) | (tree.Number(0), tree.Binary("*", a, b)):
            if sign in ("==", "!=") and affine(tree.Binary("*", a, b)) is None:  # a*b == 0
                joined = Any if sign == "==" else All
                zero = tree.Number(0)
                return _of_all(joined, (a, b), lambda n: _compared(n, sign, zero, negated=False))
    if sign in ("==", "!="):
        joined, signs = (All, ("<=", ">=")) if sign == "==" else (Any, ("<", ">"))
        pair = [_compared(left, s, right, negated=False) for s in signs]
        known = [one for one in pair if one is not None]
        return joined(tuple(known)) if len(known) == 2 else None
    strict = -1 if sign in ("<", ">") else 0
    if sign in ("<", "<="):
        left, right = right, left
    # Now: left - right + strict >= 0.
    form = affine(right)
    if form is not None:
        return at_least(left, strict - form)
    form = affine(left)
    return None if form is None else at_most(right, form + strict)
