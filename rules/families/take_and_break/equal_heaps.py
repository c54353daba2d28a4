"""The moves of a digit that leaves no heap, one, or equal ones, as options in n."""

from __future__ import annotations

from collections.abc import Iterator

from mexplore.rules.arithmetic import tree
from mexplore.rules.families.take_and_break.digit import Digit

_N = tree.Name("n")
_NO_MOVE = tree.Unary("-", tree.Number(1))  # a negative heap is no move


def left_by(removed: int, digit: Digit) -> Iterator[tree.Node]:
    """The options after ``removed`` tokens are removed (added, where it is negative); each count
    of two or more heaps has the suffix ``=``.

    >>> [str(option) for option in left_by(2, Digit.from_mask(2))]
    ['n - 2 if n > 2 else -1']
    """
    counts = {count for count, _ in digit.listed}
    sign, number = ("+", -removed) if removed < 0 else ("-", removed)
    rest = tree.Binary(sign, _N, tree.Number(number)) if number else _N
    if {0, 1} <= counts:
        yield rest
        counts -= {0, 1}
    for count in sorted(counts):
        if count == 0:
            yield tree.Choice(_compared("==", number), tree.Number(0), _NO_MOVE)
        elif count == 1:
            yield tree.Choice(_compared(">", number), rest, _NO_MOVE)
        else:
            yield _equal(rest, count, removed)


def _equal(rest: tree.Node, count: int, removed: int) -> tree.Node:
    """``count`` equal heaps, where the rest is a positive multiple of it."""
    part = tree.Binary("//", rest, tree.Number(count))
    remainder = tree.Binary("%", rest, tree.Number(count))
    divides = tree.Comparison(remainder, ("==",), (tree.Number(0),))
    some = _compared(">", max(removed, 0))
    return tree.Choice(tree.Logic("and", (some, divides)), tree.Heap((part,) * count), _NO_MOVE)


def _compared(sign: str, number: int) -> tree.Node:
    return tree.Comparison(_N, (sign,), (tree.Number(number),))
