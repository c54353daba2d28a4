"""The options of a rule as one expression in n, of codes that split a heap as well."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic import tree
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.moves.written import as_expression

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

LONGEST = 500  # characters of an expression
_N, _I, _J = tree.Name("n"), tree.Name("i"), tree.Name("j")


class Unwritten(Exception):
    """There are no words for a part of the expression."""


def options_of(rule: Rule) -> tree.Node | None:
    """The list of the options of a heap of n; None where it is not one short expression.

    >>> from mexplore.rules.notation import parse_rule
    >>> str(options_of(parse_rule("0.37")))
    '[n - 1, n - 2] + [(i, n - 2 - i) for i in range(1, (n - 2) // 2 + 1)]'
    >>> str(options_of(parse_rule("4!.0")))
    '[(i, n - i) for i in range(1, (n + 1) // 2)]'
    """
    found = as_expression(rule)
    if found is None and isinstance(rule, TakeAndBreak):
        found = _of_code(rule)
    return None if found is None or len(str(found)) > LONGEST else _whole(found)


def _of_code(rule: TakeAndBreak) -> tree.Node | None:
    """That of a code whose digits leave at most three heaps; from three, without conditions."""
    if rule.period > 1 or rule.most_heaps is None or rule.most_heaps > 3:
        return None
    finite = range(-len(rule.adding), len(rule.removing) - rule.period)
    try:
        parts = list(chain.from_iterable(_moves(rule, j, tree.Number(j)) for j in finite))
        if rule.period:
            first, taken = len(rule.removing) - 1, tree.Name("k")
            clause = _loop("k", tree.Number(first), _plus(_N, 1))
            parts += [_within(part, clause) for part in _moves(rule, first, taken)]
    except Unwritten:
        return None
    alone = [part for part in parts if isinstance(part, tree.Listing)]
    once = [tree.listing(item for part in alone for item in part.items)] if alone else []
    others = [part for part in parts if not isinstance(part, tree.Listing)]
    return tree.joined([*once, *others]) if parts else None


def _moves(rule: TakeAndBreak, j: int, taken: tree.Node) -> Iterator[tree.Node]:
    """Lists of what is left where j tokens are removed, or -j added, by the number of heaps."""
    counts = dict(rule.digit(j).listed)
    rest = _minus(_N, taken, j)
    if 1 in counts:
        alone = tree.listing([rest])
        yield alone if 0 in counts else _choice(_compare(rest, ">"), alone)
    elif 0 in counts:
        yield _choice(_compare(rest, "=="), tree.listing([tree.Heap(())]))
    if 2 in counts:
        yield _in_two(rest, counts[2])
    if 3 in counts:
        if counts[3]:
            raise Unwritten
        last = tree.Binary("-", tree.Binary("-", rest, _I), _J)
        third = _loop("i", tree.Number(1), _plus(_half(rest, 3), 1))
        second = _loop("j", _I, _plus(_half(tree.Binary("-", rest, _I)), 1))
        yield tree.Comprehension(tree.Heap((_I, _J, last)), (third, second))


def _in_two(rest: tree.Node, suffix: str) -> tree.Node:
    if suffix == "=":
        half = _half(rest)
        even = tree.Comparison(tree.Binary("%", rest, tree.Number(2)), ("==",), (tree.Number(0),))
        both = tree.Logic("and", (_compare(rest, ">"), even))
        return _choice(both, tree.listing([tree.Heap((half, half))]))
    stop = _plus(_half(rest), 1) if not suffix else _half(_plus(rest, 1))
    return tree.Comprehension(
        tree.Heap((_I, tree.Binary("-", rest, _I))), (_loop("i", tree.Number(1), stop),)
    )


def _within(part: tree.Node, clause: tree.Clause) -> tree.Node:
    """The list of a k as one for all k of a loop."""
    if isinstance(part, tree.Comprehension):
        return tree.Comprehension(part.item, (clause, *part.clauses))
    if isinstance(part, tree.Listing) and len(part.items) == 1:
        return tree.Comprehension(part.items[0], (clause,))
    raise Unwritten


def _minus(left: tree.Node, right: tree.Node, number: int) -> tree.Node:
    if isinstance(right, tree.Number):
        return left if not number else _plus(left, -number)
    return tree.Binary("-", left, right)


def _plus(node: tree.Node, number: int) -> tree.Node:
    return tree.Binary("+" if number > 0 else "-", node, tree.Number(abs(number)))


def _half(node: tree.Node, of: int = 2) -> tree.Node:
    return tree.Binary("//", node, tree.Number(of))


def _loop(name: str, first: tree.Node, stop: tree.Node) -> tree.Clause:
    return tree.Clause(name, tree.Call("range", (first, stop)), ())


def _choice(test: tree.Node, yes: tree.Node) -> tree.Node:
    return tree.Choice(test, yes, tree.listing([]))


def _compare(node: tree.Node, sign: str) -> tree.Node:
    """How n - j compares with 0, as n with j."""
    match node:
        case tree.Binary("-", left, tree.Number() as right):
            return tree.Comparison(left, (sign,), (right,))
        case _:
            return tree.Comparison(node, (sign,), (tree.Number(0),))


def _whole(node: tree.Node) -> tree.Node:
    """With ``-(-a // b)`` for a/b, rounded up: the division of Python is not exact."""
    node = tree.with_children(node, _whole)
    match node:
        case tree.Call("ceil_div", (above, below)):
            return tree.Unary("-", tree.Binary("//", tree.Unary("-", above), below))
        case _:
            return node
