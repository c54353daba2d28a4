"""Games that turn coins over, in a row of coins at the places 1, 2, 3, ...

A move turns over some coins, of which the rightmost has to show heads and shows tails afterwards.
The heads are the heaps: a coin at the place n that shows heads is a heap of n, and turning a coin
at a place a < n adds a heap of a, since two equal heaps cancel each other. So a move from a heap of
n leaves the places of the other coins that are turned.

Notation: how many coins may be turned, then, if not any coins may be turned together, which.
``turn(1..3)``: one, two or three coins (Mock Turtles). ``turn(any in a row)``: any number of
neighbours (the Ruler game). ``turn(2 at gaps squares)``: two coins whose places differ by a square;
of more coins this is said of neighbours among those turned. ``turn(1, 3 evenly spaced)``: all gaps
are equal, of one size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.turning.numbers import ANY, NEXT
from mexplore.rules.rule import Heaps, Rule
from mexplore.rules.sets.listing import read_set

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Kernel

_TAIL = re.compile(
    r"\s*(?P<row>\bin\s+a\s+row\b)|\s*(?P<even>\bevenly\s+spaced\b)?\s*(?P<gaps>\bat\s+gaps?\b)?"
)
_EXAMPLE = "write turn(1..3), turn(any in a row), turn(2 at gaps 1, 4) or turn(3 evenly spaced)"


@dataclass(frozen=True)
class Turn(Rule):
    """Turn over ``counts`` coins, with ``gaps`` between neighbours among them, all of one size if
    ``even``.

    >>> rule = Turn.parse("turn(1..3)")
    >>> str(rule), list(rule.options(3))
    ('turn(1..3)', [(), (1,), (2,), (1, 2)])
    >>> list(Turn.parse("turn(any in a row)").options(3))
    [(), (2,), (2, 1)]
    >>> list(Turn.parse("turn(3 at gaps 1, 2)").options(5)), str(Turn.parse("turn(2 at gaps 1)"))
    ([(4, 3), (4, 2), (3, 2), (3, 1)], 'turn(2 in a row)')
    >>> list(Turn.parse("turn(3 evenly spaced)").options(5))
    [(4, 3), (3, 1)]
    """

    family: ClassVar[str] = "turning"
    keywords: ClassVar[tuple[str, ...]] = ("turn",)
    examples: ClassVar[tuple[str, ...]] = (
        "turn(1..3)",
        "turn(1..5)",
        "turn(3)",
        "turn(any in a row)",
        "turn(squares in a row)",
        "turn(1..4 in a row)",
        "turn(2, 3 at gaps 1, 3)",
        "turn(1..3 evenly spaced)",
        "turn(1, 3 evenly spaced at gaps odd)",
    )

    counts: Subtraction
    gaps: Subtraction = ANY
    even: bool = False

    @classmethod
    def of(cls, counts: Subtraction, gaps: Subtraction = ANY, *, even: bool = False) -> Self:
        """In canonical shape: with two coins there is one gap, and where one size of gaps is
        allowed they are equal anyway."""
        one_gap = counts.finite and counts.largest <= 2
        if counts == Subtraction((1,)):
            gaps = ANY
        several = not one_gap and not (gaps.finite and len(gaps.members) == 1)
        return cls(counts, gaps, even and several)

    @classmethod
    def parse(cls, text: str) -> Self | None:
        match = re.match(r"turn\s*\(", text)
        if match is None:
            return None
        tail = re.search(r"\b(in\s+a\s+row|evenly\s+spaced|at\s+gaps?)\b", text)
        if tail is None:
            return cls.of(_set(text, match.end(), len(text), "a number of coins to turn"))
        counts = _set(text, match.end(), tail.start(), "a number of coins to turn")
        found = _TAIL.match(text, tail.start())
        assert found is not None
        if found["gaps"]:
            gaps = _set(text, found.end(), len(text), "a gap between two coins")
            return cls.of(counts, gaps, even=bool(found["even"]))
        _end(text, found.end())
        return cls.of(counts, NEXT if found["row"] else ANY, even=bool(found["even"]))

    def __str__(self) -> str:
        shown = [_written(self.counts)]
        if self.even:
            shown.append("evenly spaced")
        if self.gaps == NEXT:
            shown.append("in a row")
        elif self.gaps != ANY:
            shown.append(f"at gaps {_written(self.gaps)}")
        return f"turn({' '.join(shown)})"

    def options(self, n: int) -> Iterator[Heaps]:
        if n >= 1:
            yield from self._with(n, [count - 1 for count in self.counts.upto(n)])

    def _with(self, n: int, others: Sequence[int]) -> Iterator[Heaps]:
        """The options with these numbers of other coins."""
        if self.gaps == ANY and not self.even:
            for count in others:
                yield from combinations(range(1, n), count)
            return
        if 0 in others:
            yield ()
        most = max(others, default=0)
        for gap in self.gaps.upto(n - 1) if self.even or self.gaps == NEXT else ():
            chain = tuple(range(n - gap, 0, -gap))
            yield from (chain[:count] for count in others if 0 < count <= len(chain))
        if not self.even and self.gaps != NEXT:
            wanted = set(others)
            yield from (c for c in self._chains(n, most) if len(c) in wanted)

    def _chains(self, n: int, most: int) -> Iterator[Heaps]:
        """Up to this many coins left of n, with the gaps that are allowed."""
        if most == 0:
            return
        for gap in self.gaps.upto(n - 1):
            yield (n - gap,)
            yield from ((n - gap, *rest) for rest in self._chains(n - gap, most - 1))

    def may_leave(self, n: int, heaps: Sequence[int]) -> bool:
        places = [n, *sorted(heaps, reverse=True)]
        between = {a - b for a, b in pairwise(places)}
        few = not self.even or len(between) <= 1
        return few and len(places) in self.counts and all(gap in self.gaps for gap in between)

    @property
    def one_heap(self) -> bool:
        return self.counts.finite and self.counts.largest <= 2

    def simplest(self) -> Rule:
        """One coin, or two: the second one is a smaller heap."""
        if not self.one_heap:
            return self
        from mexplore.rules.families.turning.written import one_other_coin

        return one_other_coin(self) or self

    def as_expression(self) -> tree.Node | None:
        from mexplore.rules.families.turning.written import list_of_coins

        return list_of_coins(self)

    def turned_values(self, start: int, stop: int, watcher: Watcher) -> Mapping[int, int] | None:
        """Of coins in a row."""
        if self.gaps != NEXT:
            return None
        from mexplore.rules.families.turning.kernel import runs_by_value

        return runs_by_value(self, start, stop, watcher)

    def words(self) -> str:
        how_many = _in_words(self.counts)
        if self.gaps == NEXT:
            which = " in a row"
        elif self.gaps == ANY:
            which = ", all gaps between them being equal" if self.even else ""
        else:
            equal = "all gaps being equal and of" if self.even else "the gaps between them being of"
            which = f", {equal} a size among {_written(self.gaps)}"
        return (
            f"Coins lie at the places 1, 2, 3, ...; a heap of n is a coin at the place n that "
            f"shows heads. Turn over {how_many}{which}, of which the rightmost shows heads."
        )

    def kernel(self) -> Kernel:
        from mexplore.rules.families.turning.kernel import turning_kernel

        return turning_kernel(self)


def _in_words(counts: Subtraction) -> str:
    if counts == ANY:
        return "any number of coins"
    if counts == Subtraction((1,)):
        return "one coin"
    return f"{_written(counts)} coins"


def _written(numbers: Subtraction) -> str:
    return "any" if numbers == ANY else str(numbers).removeprefix("subtract(")[:-1]


def _set(text: str, at: int, stop: int, what: str) -> Subtraction:
    """The numbers that the text from ``at`` on lists; up to ``stop``, or to the closing bracket."""
    if found := re.compile(r"\s*any\s*").match(text, at):
        if stop == len(text):
            _end(text, found.end())
        if stop == len(text) or found.end() >= stop:
            return ANY
    part = text if stop == len(text) else text[:stop].rstrip() + ")"
    try:
        listed = read_set(part, at, what=what)
    except RuleSyntaxError as error:
        remedy = _EXAMPLE if "begins no number" in error.problem else error.remedy
        raise RuleSyntaxError(text, error.position, error.problem, remedy) from None
    return Subtraction.of(listed.numbers, listed.named, listed.missing)


def _end(text: str, at: int) -> None:
    """The bracket that ends the text."""
    rest = text[at:].lstrip()
    place = len(text) - len(rest)
    if not rest:
        raise RuleSyntaxError(text, place, "the closing bracket is missing", "end with )")
    if rest[0] != ")":
        raise RuleSyntaxError(text, place, f"unexpected {rest[0]!r}", _EXAMPLE)
    if rest[1:].strip():
        place = len(text) - len(rest[1:].lstrip())
        raise RuleSyntaxError(text, place, "more text follows the closing bracket", "remove it")
