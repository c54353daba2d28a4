"""Comparisons with a logarithm, made exact.

**Lemma.** For a whole number k and L = log_b(y), y > 0: k <= L iff k <= floor(L); k < L iff
k < ceil(L); L <= k iff ceil(L) <= k; L < k iff floor(L) < k; L = k iff floor(L) = k = ceil(L).

*Proof.* floor(L) is the greatest whole number that is not above L, and ceil(L) the least one that
is not below: the first and the third. The second and the fourth are the negations of the third and
the first. If L = k then both are k; if both are k then k <= L <= k. ∎

A comparison in which c*log_b(x) occurs once, with a fraction c = u/v other than 0, says for
u, v > 0 that log_b(x^u) stands in that relation to a number that is whole if what is beside it is.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NoReturn

from mexplore.rules.arithmetic import tree

LARGEST = 1000
"""Of numerator and denominator of the factor of a logarithm."""
Refuse = Callable[[str], NoReturn]
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_ROUNDED = {"<": "floorlog", ">=": "floorlog", ">": "ceillog", "<=": "ceillog"}
_WHOLE = ("floor", "ceiling", "floorlog", "ceillog", "isqrt", "gcd", "xor", "v2", "vp", "popcount")
_KEEPS_WHOLE = ("+", "-", "*", "//", "%", "&", "|", "^")


def without_logarithm(comparison: tree.Comparison, refuse: Refuse) -> tree.Node:
    """The same without logarithms that are not rounded; ``refuse`` where there is no such.

    >>> from mexplore.discover.heaps.relations.reading import read_relation
    >>> str(read_relation("G(n) <= log2(n) + 1").claim)
    'floorlog(n, 2) >= G(n) - 1'
    """
    left, (sign,), (right,) = comparison.first, comparison.signs, comparison.others
    difference = tree.Binary("-", left, right)
    logarithms = list(_logarithms(difference))
    if not logarithms:
        return comparison
    if len(logarithms) > 1:
        refuse("two logarithms are compared; state one at a time")
    factor = _factor(difference, refuse)
    u, v = abs(factor.numerator), factor.denominator
    if not u or max(u, v) > LARGEST:
        refuse(f"a logarithm is multiplied by {factor}")
    rest = _without(difference)
    if not _is_whole(rest):
        refuse("a logarithm is compared with what may not be whole; write floor(...) of one side")
    # factor*log + rest <sign> 0, so that |factor|*log <sign'> what is beside it.
    beside = rest if factor < 0 else tree.Unary("-", rest)
    if v > 1:
        beside = tree.Binary("*", tree.Number(v), beside)
    x, base = logarithms[0].arguments
    power = x if u == 1 else raised(x, u)
    return _rounded(sign if factor > 0 else _TURNED[sign], power, base, beside)


def raised(x: tree.Node, u: int) -> tree.Node:
    """x^u where x > 0, as u*log(x) has no value elsewhere."""
    return tree.Piecewise(
        (tree.Binary("**", x, tree.Number(u)),), (tree.Comparison(tree.Number(0), ("<",), (x,)),)
    )


def _rounded(sign: str, x: tree.Node, base: tree.Node, k: tree.Node) -> tree.Node:
    """log_b(x) <sign> k, by the lemma."""
    if sign in _ROUNDED:
        return tree.Comparison(tree.Call(_ROUNDED[sign], (x, base)), (sign,), (k,))
    both = tuple(
        tree.Comparison(tree.Call(name, (x, base)), ("==",), (k,))
        for name in ("floorlog", "ceillog")
    )
    equal = tree.Logic("and", both)
    return equal if sign == "==" else tree.Unary("not", equal)


def _logarithms(node: tree.Node) -> list[tree.Call]:
    if isinstance(node, tree.Call) and node.function == "log":
        return [node]
    return [found for child in node.children() for found in _logarithms(child)]


def _factor(node: tree.Node, refuse: Refuse) -> Fraction:  # noqa: PLR0911
    """What the logarithm in a sum is multiplied by."""
    if not _logarithms(node):
        return Fraction(0)
    match node:
        case tree.Call("log"):
            return Fraction(1)
        case tree.Unary("-", operand):
            return -_factor(operand, refuse)
        case tree.Binary("+", left, right):
            return _factor(left, refuse) + _factor(right, refuse)
        case tree.Binary("-", left, right):
            return _factor(left, refuse) - _factor(right, refuse)
        case tree.Binary("*", tree.Number(value), other) | tree.Binary(
            "*", other, tree.Number(value)
        ):
            return value * _factor(other, refuse)
        case tree.Binary("/", other, tree.Number(value)) if value:
            return _factor(other, refuse) / value
        case _:
            return refuse("a logarithm is exact only in a sum that is compared, or rounded")


def _without(node: tree.Node) -> tree.Node:
    """The sum with 0 in place of the logarithm."""
    match node:
        case tree.Call("log"):
            return tree.Number(0)
        case tree.Binary("+", left, right):
            one, other = _without(left), _without(right)
            zero = tree.Number(0)
            return other if one == zero else one if other == zero else tree.Binary("+", one, other)
        case _:
            return tree.with_children(node, _without)


def _is_whole(node: tree.Node) -> bool:  # noqa: PLR0911
    """Whether every value is whole: values of G and n are."""
    match node:
        case tree.Number() | tree.Name():
            return True
        case tree.Unary("-", operand):
            return _is_whole(operand)
        case tree.Binary("/", tree.Number(0), _):
            return True
        case tree.Binary("**", base, tree.Number(power)):
            return power >= 0 and _is_whole(base)
        case tree.Binary("**", base, tree.Name("n")):
            return _is_whole(base)
        case tree.Binary(sign, left, right):
            return sign in _KEEPS_WHOLE and _is_whole(left) and _is_whole(right)
        case tree.Call("min" | "max" | "abs", arguments):
            return all(map(_is_whole, arguments))
        case tree.Call(function, _):
            return function in _WHOLE
        case _:
            return False
