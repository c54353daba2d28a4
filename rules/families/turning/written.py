"""The moves of games that turn coins as lists of options."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.reading import read_options
from mexplore.rules.families.turning.numbers import ANY, NEXT
from mexplore.rules.families.union.rule import union_of

if TYPE_CHECKING:
    from mexplore.rules.families.turning.rule import Turn
    from mexplore.rules.rule import Rule

MOST_COINS = 4  # beside each other, of any gaps, that are written as loops
MOST_LISTED = 64  # sets of coins that are written one by one


def one_other_coin(rule: Turn) -> Rule | None:
    """Where at most one other coin is turned: a rule of one heap."""
    from mexplore.rules.families.expression.rule import Expression
    from mexplore.rules.families.interval.rule import Interval
    from mexplore.rules.families.subtraction.rule import Subtraction

    alone, another = 1 in rule.counts, 2 in rule.counts
    nothing = Interval(leaving=True, low=tree.Number(0), high=tree.Number(0))
    if alone:
        return union_of([rule.gaps, nothing]) if another else nothing
    if rule.gaps == ANY:
        last = tree.Binary("-", tree.Name("n"), tree.Number(1))
        return Interval(leaving=True, low=tree.Number(1), high=last)
    if not isinstance(rule.gaps, Subtraction) or not rule.gaps.finite:
        return None
    written = list_of_coins(rule)
    return None if written is None else Expression("n", written)


def list_of_coins(rule: Turn) -> tree.Node | None:
    """The options of n as a list; None where it would be too long, or is not written as one."""
    if rule.gaps == NEXT and rule.counts == ANY:
        return _read("[tuple(range(n - a, n)) for a in range(n)]")
    if not rule.counts.finite:
        return None
    if rule.gaps == ANY and not rule.even:
        few = rule.counts.largest <= MOST_COINS
        return tree.joined([_any_coins(count) for count in rule.counts.members]) if few else None
    if not rule.gaps.finite:
        return None
    far = rule.gaps.largest * (rule.counts.largest - 1) + 1
    chains = list(islice(rule.options(far), MOST_LISTED + 1))
    if len(chains) > MOST_LISTED:
        return None
    return tree.Listing(tuple(_shifted(chain, far) for chain in chains))


def _any_coins(count: int) -> tree.Node:
    """That many coins: loops over the places of the others."""
    if count == 1:
        return _read("[0]")
    if count == 2:
        return _read("[a for a in range(1, n)]")
    names = "abc"[: count - 1]
    starts = ["1", *(f"{name} + 1" for name in names)]
    loops = (f"for {k} in range({start}, n)" for k, start in zip(names, starts, strict=False))
    return _read(f"[({', '.join(names)}) {' '.join(loops)}]")


def _shifted(chain: tuple[int, ...], n: int) -> tree.Node:
    """The option that leaves the coins at these places of n; no move where one is not there."""
    if not chain:
        return _item("0")
    less = [n - place for place in chain]
    parts = [f"n - {s}" for s in less]
    shown = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
    return _item(f"{shown} if n > {max(less)} else -1")


def _item(text: str) -> tree.Node:
    """One option."""
    listed = _read(f"[{text}]")
    assert isinstance(listed, tree.Listing)
    return listed.items[0]


def _read(text: str) -> tree.Node:
    return read_options(text, ("n",), whole=text, at=0)
