"""Subtraction sets written as expressions: ``[n - 1, n - 3] + [n - k*k for k in ...]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.reading import read_expression

if TYPE_CHECKING:
    from mexplore.rules.families.subtraction.rule import Subtraction


def list_of_removals(rule: Subtraction) -> tree.Node | None:
    """The list of what a move leaves; None where it would be long, or a set has no such list.

    >>> from mexplore.rules.notation import parse_rule
    >>> str(list_of_removals(parse_rule("subtract(1, 4)")))
    '[n - 1, n - 4]'
    """
    if max(len(rule.members), len(rule.missing or ())) > tree.MOST_WRITTEN:
        return None
    if rule.missing is not None:
        return _all_but(rule.missing)
    texts = [part.removing for part in rule.named]
    if None in texts:
        return None
    finite = [tree.listing(map(_removed, rule.members))] if rule.members else []
    return tree.joined([*finite, *(read_expression(str(text), ("n",)) for text in texts)])


def _removed(s: int) -> tree.Node:
    return tree.Binary("-", tree.Name("n"), tree.Number(s))


def _all_but(missing: tuple[int, ...]) -> tree.Node:
    """``[n - k for k in range(1, n + 1) if k not in [...]]``"""
    every = read_expression("range(1, n + 1)", ("n",))
    listed = tree.listing(tree.Number(m) for m in missing)
    tests = (tree.Comparison(tree.Name("k"), ("not in",), (listed,)),) if missing else ()
    left = tree.Binary("-", tree.Name("n"), tree.Name("k"))
    return tree.Comprehension(left, (tree.Clause("k", every, tests),))
