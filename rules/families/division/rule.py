"""Division games: replace a heap of n by floor(n/d) or ceil(n/d), d in a set.

Notation ``divide(2..6)``, ``divide(2, 3, ceil)``. A heap of 0 has no move; a move must change the
heap, so under ceil a heap of 1 has none either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.moves.relations import Leaving, Relations
from mexplore.rules.rule import Heaps, Rule
from mexplore.rules.sets.listing import read_members, write_members

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.engine.runs import Start
    from mexplore.rules.moves.pieces import Pieces
    from mexplore.rules.rule import Kernel


@dataclass(frozen=True)
class Division(Rule):
    """Replace n >= 1 by floor(n/d), or by ceil(n/d) if that is less than n; d in a finite set.

    >>> rule = Division.parse("divide(3, 2)")
    >>> str(rule), list(rule.options(7)), list(rule.options(1))
    ('divide(2, 3)', [(3,), (2,)], [(), ()])
    """

    family: ClassVar[str] = "division"
    keywords: ClassVar[tuple[str, ...]] = ("divide",)
    examples: ClassVar[tuple[str, ...]] = ("divide(2..6)", "divide(2, 3, ceil)", "divide(7)")

    divisors: tuple[int, ...]
    ceil: bool = False

    @classmethod
    def parse(cls, text: str) -> Self | None:
        match = re.fullmatch(r"divide\s*\((.*)", text, re.DOTALL)
        if match is None:
            return None
        rounding = re.search(r",\s*(floor|ceil)\s*\)\s*$", text)
        # Blanks keep every column of an error message in its place.
        listed = text
        if rounding:
            gap = " " * (rounding.end(1) - rounding.start())
            listed = text[: rounding.start()] + gap + text[rounding.end(1) :]
        divisors = read_members(listed, match.start(1), least=2, what="a divisor")
        return cls(divisors, ceil=bool(rounding and rounding[1] == "ceil"))

    def __str__(self) -> str:
        return f"divide({write_members(self.divisors)}{', ceil' if self.ceil else ''})"

    def options(self, n: int) -> Iterator[Heaps]:
        for d in self.divisors:
            quotient = -(-n // d) if self.ceil else n // d
            if quotient < n:
                yield (quotient,) if quotient else ()

    def relations(self) -> Relations:
        from mexplore.rules.arithmetic.forms import Floor

        quotients = (Floor(1, d - 1 if self.ceil else 0, d) for d in self.divisors)
        return tuple(Leaving(quotient, quotient) for quotient in quotients)

    def words(self) -> str:
        *others, last = (str(d) for d in self.divisors)
        divisors = f"{', '.join(others)} or {last}" if others else last
        rounded = "up" if self.ceil else "down"
        return f"Divide one heap by {divisors}, rounding {rounded}; the heap must change."

    @property
    def one_heap(self) -> bool:
        return True

    def joined_with(self, other: Rule) -> Rule | None:
        if not isinstance(other, Division) or other.ceil != self.ceil:
            return None
        return Division(tuple(sorted({*self.divisors, *other.divisors})), self.ceil)

    def as_expression(self) -> tree.Node | None:
        from mexplore.rules.arithmetic import tree

        if len(self.divisors) > tree.MOST_WRITTEN:
            return None
        n = tree.Name("n")
        divisors = map(tree.Number, self.divisors)
        if not self.ceil:
            return tree.listing(tree.Binary("//", n, d) for d in divisors)
        listed = tree.listing(tree.Call("ceil_div", (n, d)) for d in divisors)
        movable = tree.Comparison(n, (">",), (tree.Number(1),))  # a heap of 1 has no move
        return tree.Choice(movable, listed, tree.Listing(()))

    def kernel(self) -> Kernel:
        from mexplore.rules.families.division.runs import DivisionKernel

        return DivisionKernel(self)

    def pieces(self) -> Pieces | None:
        from mexplore.rules.arithmetic.forms import Floor
        from mexplore.rules.moves.pieces import joined, point

        shift = [d - 1 if self.ceil else 0 for d in self.divisors]
        return joined(point(Floor(1, b, d)) for b, d in zip(shift, self.divisors, strict=True))

    def run_starts(self) -> Iterator[Start]:
        from mexplore.rules.families.division.runs import division_starts

        return division_starts(self.divisors, ceil=self.ceil)
