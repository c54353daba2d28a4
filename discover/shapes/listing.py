"""Rules that are one list of options in n, and what such a list is on residue classes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from discover.theorem import Inapplicable
from rules.families.subtraction.rule import as_subtraction
from rules.moves.written import as_expression

if TYPE_CHECKING:
    from rules.arithmetic import tree
    from rules.moves.residue_options import ResidueOptions
    from rules.rule import Rule


@lru_cache(maxsize=256)
def residue_options(rule: Rule) -> ResidueOptions | Inapplicable:
    """The options by residue classes, or why there are none of this shape.

    >>> from rules.notation import parse_rule
    >>> shape = residue_options(parse_rule("n -> [n - 2] + ([n // 2] if n % 2 == 0 else [])"))
    >>> shape.modulus, shape.start, shape.options(10), shape.options(11)
    (2, 2, [(8,), (5,)], [(9,)])
    >>> residue_options(parse_rule("remove(1 .. n // 2)"))
    Inapplicable(reason='the number of options grows with n')
    """
    body = listing_of(rule)
    if body is None:
        return Inapplicable("the rule is no list of options in n")
    from rules.arithmetic.lines import NoLine
    from rules.moves.residue_options import by_residues

    try:
        return by_residues(body)
    except NoLine as why:
        return Inapplicable(str(why))


def listing_of(rule: Rule) -> tree.Node | None:
    """The list of the rule's options in n; None where none is known."""
    lists = [_part(part) for part in rule.alternatives()]
    known = [node for node in lists if node is not None]
    if len(known) < len(lists):
        return None
    from rules.arithmetic import tree

    return tree.joined(known)


def _part(rule: Rule) -> tree.Node | None:
    subtraction = as_subtraction(rule)
    if subtraction is None or not subtraction.finite:
        return as_expression(rule)
    from rules.arithmetic import tree

    n, members = tree.Name("n"), subtraction.members
    return tree.listing(tree.Binary("-", n, tree.Number(s)) for s in members)
