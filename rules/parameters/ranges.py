"""Families of rules whose moves are ranges of numbers: a set of moves that grows with the names.

Notation ``remove(k .. m) for k >= 1, m >= k``; ``subtract(1..k, m) for ...``, numbers and ranges;
``subtract(all but a) for a >= 1``, every number but those listed. The ends are linear forms. A
range whose low end is above its high end is empty, and no move takes fewer than 1.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import groupby, permutations
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.forms import Floor
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.families.interval.rule import Interval
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.union.rule import Union
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.family import MOST_ORDERED, FamilyOfRules
from mexplore.rules.parameters.reading import Part, constraints_after, parts_of_list, refuse_empty

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

_HEAD = re.compile(r"\s*(remove|subtract)\s*\(\s*(all\s+but\b)?")
_EXAMPLE = "remove(k .. m) for k >= 1, m >= k"
_REMEDY = f"write ranges of linear forms, as in {_EXAMPLE}"
MOST_RANGES = 8
MOST_LISTED = 10**5
"""Numbers of a range that a member lists; a longer one is a range of the member too."""

Range = tuple[Polynomial, Polynomial]
"""The least and the greatest number of a range."""


@dataclass(frozen=True)
class RangeFamily(FamilyOfRules):
    """From a heap of n take s, 1 <= s <= n, that lies in one of the ranges; where ``all_but``, one
    that lies in none of them.

    >>> rule = RangeFamily.parse("remove(k..m) for 1 <= k <= m")
    >>> str(rule), str(rule.member(k=2, m=5))
    ('remove(k .. m) for k >= 1, m >= k', 'subtract(2..5)')
    >>> rule.takes({"k": 2, "m": 5}, 5), rule.takes({"k": 2, "m": 5}, 6)
    (True, False)
    >>> str(RangeFamily.parse("subtract(all but a) for a >= 1").member(a=3))
    'subtract(all but 3)'
    """

    taken: ClassVar[frozenset[str]] = frozenset({"n"})  # the heap, as in remove(1 .. n // 2)

    ranges: tuple[Range, ...]
    all_but: bool
    where: Cell

    @classmethod
    def parse(cls, text: str) -> Self:
        """The family that a text describes; RuleSyntaxError with the place of a mistake."""
        head = _HEAD.match(text)
        if head is None:
            raise RuleSyntaxError(text, 0, "this is no family of ranges", f"write {_EXAMPLE}")
        start = head.end()
        parts, end = parts_of_list(text, start)
        ranges = [_range(part, text) for part in parts]
        if end == len(text):
            raise RuleSyntaxError(text, end, "something is missing here", _REMEDY)
        remedy = f"say for which names: {_EXAMPLE}"
        where = constraints_after(text, end + 1, "the constraints are missing", remedy, _EXAMPLE)
        if head[1] == "remove" and (head[2] or len(ranges) != 1):
            raise RuleSyntaxError(text, start, "remove has one range", f"write {_EXAMPLE}")
        if len(ranges) > MOST_RANGES:
            problem = f"{len(ranges)} ranges are too many"
            raise RuleSyntaxError(text, start, problem, f"at most {MOST_RANGES} are studied")
        rule = cls(tuple(dict.fromkeys(ranges)), bool(head[2]), where)
        if not rule.all_but and all(low == high for low, high in rule.ranges):
            numbers = ", ".join(str(low) for low, _ in rule.ranges)
            remedy = f"write subtract({numbers}) for finitely many numbers"
            raise RuleSyntaxError(text, start, "these ranges have one number each", remedy)
        if not rule.names:
            raise RuleSyntaxError(text, start, "no range has a name in it", f"write {_EXAMPLE}")
        rule.refuse_free_names(text, start, "is in no range")
        return rule

    @property
    def notation(self) -> str:
        """The rule without its constraints."""
        if len(self.ranges) == 1 and not self.all_but and self.ranges[0][0] != self.ranges[0][1]:
            return "remove({} .. {})".format(*self.ranges[0])
        parts = (str(low) if low == high else f"{low}..{high}" for low, high in self.ranges)
        return f"subtract({'all but ' * self.all_but}{', '.join(parts)})"

    @property
    def forms(self) -> tuple[Polynomial, ...]:
        return tuple(end for ends in self.ranges for end in ends)

    def takes(self, values: Mapping[str, int], s: int) -> bool:
        """Whether s tokens may be taken from a heap that has them."""
        inside = any(low.at(values) <= s <= high.at(values) for low, high in self.ranges)
        return s >= 1 and inside != self.all_but

    def equations(self, game: Rule) -> Iterator[list[Polynomial]]:
        listed = _missing(game) if self.all_but else _removed(game)
        if listed is None or len(self.ranges) > MOST_ORDERED:
            return
        for runs in _cut(listed, len(self.ranges)):
            for order in permutations(runs):
                ends = zip(self.ranges, order, strict=True)
                yield [p - q for pair, run in ends for p, q in zip(pair, run, strict=True)]

    def amounts(self, values: Mapping[str, int], stop: int | None = None) -> list[int] | None:
        if stop is None:
            if self.all_but:
                return None
            stop = self.largest(values) + 1
        return [s for s in range(1, stop) if self.takes(values, s)]

    @property
    def moves(self) -> Hashable:
        return frozenset(self.ranges), self.all_but

    def largest(self, values: Mapping[str, int]) -> int:
        return max(high.at(values) for _, high in self.ranges)

    def member(self, **values: int) -> Rule:
        self.refuse_no_member(values)
        ends = [(max(low.at(values), 1), high.at(values)) for low, high in self.ranges]
        ends = [(low, high) for low, high in ends if low <= high]
        if not ends:
            raise InputError(f"the member {values} of {self} lists no number")
        short = [(low, high) for low, high in ends if high - low < MOST_LISTED]
        listed = [s for low, high in short for s in range(low, high + 1)]
        if self.all_but and len(short) < len(ends):
            raise InputError(f"a member lists at most {MOST_LISTED} numbers after 'all but'")
        if self.all_but:
            return Subtraction.of((), missing=listed)
        long = [Interval(False, *map(tree.Number, pair)) for pair in ends if pair not in short]
        parts: list[Rule] = [*([Subtraction.of(listed)] if listed else []), *long]
        return parts[0] if len(parts) == 1 else Union(tuple(parts))


def _range(part: Part, text: str) -> Range:
    """Two linear forms with two points between them, or one, which is both ends."""
    low, points, high = part.text.partition("..")
    ends = [Part(low, part.at)]
    if points:
        ends.append(Part(high, part.at + len(low) + len(points)))
    for each in ends:
        refuse_empty(each, text, _REMEDY)
    found = [each.linear(text) for each in ends]
    return found[0], found[-1]


def _missing(game: Rule) -> list[tuple[int, int]] | None:
    """The numbers of tokens that are no move, as runs; None where they are not finitely many."""
    listed = game.missing if isinstance(game, Subtraction) else None
    return None if listed is None else list(_runs(listed))


def _removed(game: Rule) -> list[tuple[int, int]] | None:
    """The numbers of tokens that a move takes, as runs; None where they are not finitely many and
    the same for every heap.

    >>> from mexplore.rules.notation import parse_rule
    >>> _removed(parse_rule("subtract(1, 2) or remove(10**6 .. 10**9)"))
    [(1, 2), (1000000, 1000000000)]
    """
    found: list[tuple[int, int]] = []
    for part in game.alternatives():
        if isinstance(part, Subtraction) and part.finite:
            found += _runs(part.members)
        elif isinstance(part, Interval) and (ends := _constant_ends(part)) is not None:
            found.append(ends)
        else:
            return None
    return sorted(found)


def _constant_ends(rule: Interval) -> tuple[int, int] | None:
    low, high = rule.removed_forms()
    if not isinstance(low, Floor) or not isinstance(high, Floor) or low.a or high.a:
        return None
    return max(low(0), 1), high(0)


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of consecutive numbers.

    >>> list(_runs([2, 3, 4, 9]))
    [(2, 4), (9, 9)]
    """
    for _, run in groupby(enumerate(sorted(numbers)), key=lambda each: each[1] - each[0]):
        first, *rest = (number for _, number in run)
        yield first, (rest or [first])[-1]


def _cut(runs: list[tuple[int, int]], count: int) -> Iterator[list[tuple[int, int]]]:
    """The runs as this many ranges: some begin or end with a range of one number.

    >>> list(_cut([(1, 4)], 2))
    [[(1, 1), (2, 4)], [(1, 3), (4, 4)]]
    """
    if len(runs) == count:
        yield runs
    elif len(runs) < count:
        for place, (low, high) in enumerate(runs):
            for end in sorted({low, high - 1}) if low < high else ():
                yield from _cut(
                    [*runs[:place], (low, end), (end + 1, high), *runs[place + 1 :]], count
                )
