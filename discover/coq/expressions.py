"""Lists of options in n as terms of the Coq library (``Expression.v``).

Python and the library agree on what the signs mean: quotients round down, remainders have the sign
of the divisor, a comparison is the number 1 or 0, and a choice looks whether its test is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from mexplore.rules.arithmetic import tree


class Untranslated(Exception):
    """A part of an expression for which the library has no term."""


_SIGNS = {"+": "Plus", "-": "Minus", "*": "Times", "//": "Quotient", "%": "Remainder"}
_SHIFTS = {"<<": "Times", ">>": "Quotient"}
_CALLS = {"min": "Least", "max": "Greatest"}
LONGEST_SHIFT = 64
ONE, ZERO = "(Const 1)", "(Const 0)"


def options_term(node: tree.Node) -> str:
    """A list of options in n, as a term of type ``options``; Untranslated where there is none.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> def shown(text):
    ...     return options_term(read_options(text, ("n",), whole=text, at=0))
    >>> shown("[n - 1, (n // 2, n % 2)]")
    '(Listed [[(Minus Heap (Const 1))]; [(Quotient Heap (Const 2)); (Remainder Heap (Const 2))]])'
    >>> shown("[n - 1] if n > 3 else []")
    '(Either (Below (Const 3) Heap) (Listed [[(Minus Heap (Const 1))]]) (Listed []))'
    """
    match node:
        case tree.Listing(items) if not any(isinstance(item, tree.Choice) for item in items):
            return f"(Listed [{'; '.join(map(_heaps, items))}])"
        case tree.Listing(items):
            return _joined([_item(item) for item in items])
        case tree.Binary("+", left, right):
            return _joined([options_term(left), options_term(right)])
        case tree.Choice(test, yes, no):
            return f"(Either {_truth(test)} {options_term(yes)} {options_term(no)})"
    raise Untranslated(f"the list {node} is not written out option by option")


def _joined(lists: list[str]) -> str:
    return reduce(lambda left, right: f"(Both {left} {right})", lists)


def _item(node: tree.Node) -> str:
    """The list of this option alone."""
    if isinstance(node, tree.Choice):
        return f"(Either {_truth(node.test)} {_item(node.yes)} {_item(node.no)})"
    return f"(Listed [{_heaps(node)}])"


def _heaps(node: tree.Node) -> str:
    heaps = node.items if isinstance(node, tree.Heap) else (node,)
    if not heaps:
        raise Untranslated("an option without heaps is written 0")
    return f"[{'; '.join(map(number_term, heaps))}]"


def number_term(node: tree.Node) -> str:  # noqa: PLR0911
    """A number in n, as a term of type ``number``."""
    match node:
        case tree.Number(value):
            return f"(Const {value})"
        case tree.Name("n"):
            return "Heap"
        case tree.Unary("-", tree.Number(value)):
            return f"(Const (-{value}))"
        case tree.Unary("-", operand):
            return f"(Minus {ZERO} {number_term(operand)})"
        case tree.Binary("*", left, right) if tree.names_in(left) and tree.names_in(right):
            raise Untranslated(f"{node} is a product of two numbers that depend on n")
        case tree.Binary(sign, left, right) if sign in _SIGNS:
            return f"({_SIGNS[sign]} {number_term(left)} {number_term(right)})"
        case tree.Binary(sign, left, tree.Number(shift)) if sign in _SHIFTS:
            if shift > LONGEST_SHIFT:
                raise Untranslated(f"{node} shifts by more than {LONGEST_SHIFT} places")
            return f"({_SHIFTS[sign]} {number_term(left)} (Const {1 << shift}))"
        case tree.Call("ceil_div", (above, below)):  # ceil(a/b) = -floor(-a/b)
            rounded = f"(Quotient (Minus {ZERO} {number_term(above)}) {number_term(below)})"
            return f"(Minus {ZERO} {rounded})"
        case tree.Call(function, (first, second, *others)) if function in _CALLS:
            terms = map(number_term, (first, second, *others))
            return reduce(lambda left, right: f"({_CALLS[function]} {left} {right})", terms)
        case tree.Choice(test, yes, no):
            return f"(Choose {_truth(test)} {number_term(yes)} {number_term(no)})"
        case tree.Comparison() | tree.Logic() | tree.Unary("not"):
            return _truth(node)
    raise Untranslated(f"{node} has no term")


def _truth(node: tree.Node) -> str:
    """A condition, as a number that is 0 where it does not hold."""
    match node:
        case tree.Comparison(first, signs, others):
            return _all(_pairs(first, signs, others))
        case tree.Logic("and", operands):
            return _all(map(_truth, operands))
        case tree.Logic(_, operands):
            return _none([_none([_truth(operand) for operand in operands])])
        case tree.Unary("not", operand):
            return _none([_truth(operand)])
    return number_term(node)


def _pairs(
    first: tree.Node, signs: tuple[str, ...], others: tuple[tree.Node, ...]
) -> Iterator[str]:
    """The comparisons of neighbours."""
    left = first
    for sign, right in zip(signs, others, strict=True):
        if sign in ("in", "not in"):
            raise Untranslated("a test that looks into a list has no term")
        a, b = number_term(left), number_term(right)
        yield {
            "<": f"(Below {a} {b})",
            ">": f"(Below {b} {a})",
            "<=": f"(Choose (Below {b} {a}) {ZERO} {ONE})",
            ">=": f"(Choose (Below {a} {b}) {ZERO} {ONE})",
            "==": f"(Same {a} {b})",
            "!=": f"(Choose (Same {a} {b}) {ZERO} {ONE})",
        }[sign]
        left = right


def _all(terms: Iterable[str]) -> str:
    *first, last = terms
    return reduce(lambda rest, term: f"(Choose {term} {rest} {ZERO})", reversed(first), last)


def _none(terms: Sequence[str]) -> str:
    """1 if none of them holds."""
    return reduce(lambda rest, term: f"(Choose {term} {ZERO} {rest})", reversed(terms), ONE)
