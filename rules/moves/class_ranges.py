"""Moves to all smaller heaps of a residue class, and to a few heaps that are always the same.

From n the moves of ``n -> [n - k for k in range(2, n, 2)] + ([0] if n % 2 else [])`` leave every
smaller heap m >= 1 with the parity of n, and, from odd n, no heap as well.
"""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.loops import Loop
from mexplore.rules.arithmetic.pruning import pruned
from mexplore.rules.arithmetic.residue_lines import (
    Budget,
    LargerModulus,
    Line,
    NoLine,
    ResidueClass,
    on_classes,
    refuse,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.moves.written import in_plain_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mexplore.rules.rule import Rule

LARGEST_MODULUS = 64
LARGEST_FIRST = 2000
MOST_LISTED = 100  # heaps below the others that are listed one by one


@dataclass(frozen=True)
class Steps:
    """The heaps m = r (mod step), least <= m <= n - gap, for every n of a class; gap >= 1."""

    step: int
    residue: int
    least: int
    gap: int


@dataclass(frozen=True)
class SmallerOfClass:
    """For n >= first every move leaves one heap, or none: every m = n (mod step) with least[n mod
    step] <= m < n, and the heaps in others[n mod step], each less than first; no others. First is
    at least as large as every ``least``."""

    step: int
    first: int
    least: tuple[int, ...]
    others: tuple[frozenset[int], ...]


def smaller_of_class(rule: Rule) -> SmallerOfClass | str:
    """The moves, or why they are not of this kind.

    >>> from mexplore.rules.notation import parse_rule
    >>> text = "n -> [n - k for k in range(2, n, 2)] + ([0] if n % 2 else [])"
    >>> smaller_of_class(parse_rule(text))
    SmallerOfClass(step=2, first=1, least=(1, 1), others=(frozenset(), frozenset({0})))
    """
    written = in_plain_words(rule) if rule.one_heap else None
    if written is None:
        return "the moves are not listed as single heaps"
    found = pruned(written)
    budget = Budget()

    def on_class(residue: int, modulus: int) -> tuple[set[Steps], set[int], int]:
        place = _Class(residue, modulus, {"n": Line(1, 0)}, budget, found.first)
        return (*place.heaps(found.body), place.first)

    try:
        classes = on_classes(on_class, LARGEST_MODULUS)
        return _joined(classes, max(found.first, *(first for _, _, first in classes)))
    except NoLine as why:
        return str(why)


def _joined(classes: list[tuple[set[Steps], set[int], int]], first: int) -> SmallerOfClass:
    """What is the same on all classes modulo the step."""
    steps = {part.step for parts, _, _ in classes for part in parts}
    whole = [{p.step for p in parts if p.gap <= p.step} for parts, _, _ in classes]
    common = set.intersection(*whole) if whole else set()
    if not common:
        refuse("not all smaller heaps of a residue class are left")
    step = min(common)
    if any(other % step for other in steps) or len(classes) % step:
        refuse("smaller heaps of another residue class are left")
    far = [first]
    seen: dict[int, tuple[int, frozenset[int]]] = {}
    for r, (parts, others, _) in enumerate(classes):
        least, more = _of_class(r % step, step, parts)
        # From there on all heaps below the least are left that a part has.
        far += [least + part.gap for part in parts if part.least < least]
        known = seen.setdefault(r % step, (least, frozenset(others | more)))
        if known != (least, frozenset(others | more)):
            refuse("what else may be left does not depend on the same residue")
    listed = [seen[r] for r in range(step)]
    most = max(*far, *(least for least, _ in listed), *(max(o, default=0) + 1 for _, o in listed))
    if most > LARGEST_FIRST:
        refuse(f"its moves are of this kind only from n = {most} on")
    return SmallerOfClass(
        step, most, tuple(least for least, _ in listed), tuple(others for _, others in listed)
    )


def _of_class(r: int, step: int, parts: set[Steps]) -> tuple[int, set[int]]:
    """From where on all smaller heaps of the class are left, and the heaps below that are."""
    if any(part.residue % step != r for part in parts):
        refuse("smaller heaps of another residue class are left")
    whole = min((p for p in parts if p.step == step and p.gap <= step), key=lambda p: p.least)
    more: set[int] = set()
    for part in parts:
        if part.least < whole.least:
            more |= set(range(part.least, whole.least)[:MOST_LISTED])
            if whole.least - part.least > MOST_LISTED:
                refuse("too many small heaps are left")
    return whole.least, {m for m in more if any(_has(part, m) for part in parts)}


def _has(part: Steps, m: int) -> bool:
    return m >= part.least and (m - part.residue) % part.step == 0


class _Class(ResidueClass):
    """The heaps that are left on one class: in steps, and those that are always the same."""

    def heaps(self, node: tree.Node) -> tuple[set[Steps], set[int]]:
        self.budget.spend()
        match node:
            case tree.Binary("+", left, right):
                one, other = self.heaps(left), self.heaps(right)
                return one[0] | other[0], one[1] | other[1]
            case tree.Choice(test, yes, no):
                return self.heaps(yes if self.truth(test) else no)
            case tree.Listing():
                return set(), set(self.constants(node))
            case tree.Comprehension(item, (tree.Clause(name, tree.Call("range") as source, ()),)):
                return {self.steps(item, name, source)}, set()
        return refuse("a list is no loop over a range without conditions")

    def constants(self, node: tree.Node) -> Iterator[int]:
        for entry in self.entries(node):
            heap = entry.constant if isinstance(entry, Line) else None
            if heap is None:
                refuse("an option depends on n, or is no single heap")
            if heap >= 0:
                yield heap
            self.first = max(self.first, heap + 1)

    def steps(self, item: tree.Node, name: str, source: tree.Call) -> Steps:
        """``[k for k in range(...)]`` or ``[n - k for k in range(...)]``."""
        low, stop, step = Loop.ends_of(source)
        if step is None or step < 1:
            refuse("the step of a range is not a constant above 0")
        begin, end = self.number(low), self.number(stop).plus(Line.of(1), -1)
        rising = item == tree.Name(name)
        if not rising and item != tree.Binary("-", tree.Name("n"), tree.Name(name)):
            refuse("an option is neither k nor n - k")
        if not rising:  # the heaps n - end, ..., n - begin
            begin, end = (Line(1, 0).plus(line, -1) for line in (end, begin))
        least, gap = begin.constant, Line(1, 0).plus(end, -1).constant
        if least is None or gap is None or gap < 1:
            refuse("the smaller heaps that are left do not run from a constant to n less one")
        # Counted from the end where the option is n - k: only those in steps from there are left.
        if not rising and self.modulus % step:
            raise LargerModulus(lcm(self.modulus, step) // self.modulus)
        anchor = least if rising else self.residue - gap
        return Steps(step, anchor % step, max(least, 0), gap)
