"""The options of every heap as one expression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.rule import Rule


@view("as_expression")
def as_expression(rule: Rule) -> tree.Node | None:
    """The list of the options of n as an expression in n; None where none is known, or where it
    would be too long.

    >>> from mexplore.rules.notation import parse_rule
    >>> str(as_expression(parse_rule("divide(2) or subtract(2, squares)")))
    '[n - 2] + [n - k * k for k in range(1, isqrt(n) + 1)] + [n // 2]'
    """
    del rule
    return None


@view("in_plain_words")
def in_plain_words(rule: Rule) -> tree.Node | None:
    """The same in the plainest words known: without conditions that always hold, and so on.

    >>> from mexplore.rules.notation import parse_rule
    >>> str(in_plain_words(parse_rule("n -> [d for d in divisors(n) if n >= d and d != n]")))
    '[k for k in divisors(n) if k != n]'
    """
    return as_expression(rule)


def lists_of(body: tree.Node) -> Iterator[tree.Node]:
    """The lists that a list is joined from."""
    from mexplore.rules.arithmetic import tree

    match body:
        case tree.Binary("+", left, right):
            yield from lists_of(left)
            yield from lists_of(right)
        case _:
            yield body
