"""Interval rules: leave, or remove, any number of tokens in an interval that depends on n.

Notation ``leave(ceil(n/2) .. n - 1)``, ``remove(1 .. n // 2)``; the ends are expressions in n, both
included. A result outside 0..n-1 is not a move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.forms import Floor, Form, normal_form
from mexplore.rules.arithmetic.reading import read_number
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError, RuleSyntaxError, TooLarge
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.moves.option_sets import AnyOf, OptionSet
from mexplore.rules.moves.pieces import Pieces, interval, interval_between
from mexplore.rules.moves.relations import Leaving, Relations, Unlisted, removing
from mexplore.rules.rule import Heaps, Rule
from mexplore.rules.sets.listing import LARGEST_MEMBER, MOST_MEMBERS

if TYPE_CHECKING:
    from mexplore.rules.reach import Unreached
    from mexplore.rules.rule import Kernel

_TRIED = 12  # heaps at which the ends are evaluated while a rule is read, with at most
_STEPS = 4000  # nodes visited at each
_HEAP = tree.Name("n")


@dataclass(frozen=True)
class Interval(Rule):
    """From a heap of n, leave m tokens (or, if not ``leaving``, remove m) for any m in the interval
    from ``low`` to ``high``, as long as 0 to n - 1 tokens are left.

    >>> rule = Interval.parse("remove(1 .. n//2)")
    >>> str(rule), list(rule.options(5))
    ('remove(1 .. n // 2)', [(3,), (4,)])
    >>> rule.removed_forms(), rule.left_forms()
    ((Floor(a=0, b=1, c=1), Floor(a=1, b=0, c=2)), (Floor(a=1, b=1, c=2), Floor(a=1, b=-1, c=1)))
    """

    family: ClassVar[str] = "interval"
    keywords: ClassVar[tuple[str, ...]] = ("leave", "remove")
    examples: ClassVar[tuple[str, ...]] = (
        "remove(1 .. n // 2)",
        "leave(ceil(n/2) .. n - 1)",
        "remove(1 .. isqrt(n))",
        "leave(0 .. n // 2)",
        "leave(n // 4 .. n // 2 - 1)",
        "remove(n % 3 .. n - 2)",
        "leave((n - 1)**2 % 7 .. n - 1)",
        "remove(n - gcd(n, 6) .. n)",
    )

    leaving: bool
    low: tree.Node
    high: tree.Node

    @classmethod
    def parse(cls, text: str) -> Self | None:
        match = re.fullmatch(r"(leave|remove)\s*\((.*)", text, re.DOTALL)
        if match is None:
            return None
        start = match.start(2)
        stop = _closing(text, start)
        dots = text.find("..", start, stop)
        if dots < 0:
            remedy = f"write {match[1]}(1 .. n // 2)"
            raise RuleSyntaxError(text, stop, "'..' between the ends is missing", remedy)
        low = read_number(text[start:dots], ("n",), whole=text, at=start)
        high = read_number(text[dots + 2 : stop], ("n",), whole=text, at=dots + 2)
        for node, place in ((low, start), (high, dots + 2)):
            _try(node, text, place + len(text[place:]) - len(text[place:].lstrip()))
        return cls(match[1] == "leave", low, high)

    def simplest(self) -> Rule:
        """Constant numbers removed are a subtraction set, and so are all numbers."""
        low, high = self.removed_forms()
        if not isinstance(low, Floor) or not isinstance(high, Floor) or low.a:
            return self
        least = max(low(0), 1)
        if high.a == 0 and high(0) <= LARGEST_MEMBER:
            members = range(least, high(0) + 1)
            return Subtraction.of(members) if 0 < len(members) <= MOST_MEMBERS else self
        whole = high.a >= high.c and high.b >= 0  # no fewer than n
        return Subtraction((), (), ()) if least == 1 and whole else self

    def __str__(self) -> str:
        return f"{'leave' if self.leaving else 'remove'}({self.low} .. {self.high})"

    def options(self, n: int) -> Iterator[Heaps]:
        return ((m,) if m else () for m in self.results(n))

    def fewest_options(self, n: int) -> int:
        left = self.results(n)
        return max(0, left.stop - left.start)  # `len` is below 2^63

    def results(self, n: int) -> range:
        """The numbers of tokens that a move from a heap of n may leave."""
        low, high = (evaluate(node, {"n": n}) for node in (self.low, self.high))
        left = (low, high) if self.leaving else (n - high, n - low)
        return range(max(left[0], 0), min(left[1], n - 1) + 1)

    def left_forms(self) -> tuple[Form | None, Form | None]:
        """The least and the greatest number of tokens left, before clipping to 0..n-1, in
        normal form; None if there is none."""
        return self._forms(as_written=self.leaving)

    def removed_forms(self) -> tuple[Form | None, Form | None]:
        """The least and the greatest number of tokens removed, before clipping to 1..n, in
        normal form; None if there is none."""
        return self._forms(as_written=not self.leaving)

    def _forms(self, *, as_written: bool) -> tuple[Form | None, Form | None]:
        if as_written:
            return normal_form(self.low), normal_form(self.high)
        others = (tree.Binary("-", _HEAP, end) for end in (self.high, self.low))
        first, second = map(normal_form, others)
        return first, second

    @property
    def one_heap(self) -> bool:
        return True

    def may_leave(self, n: int, heaps: Sequence[int]) -> bool:
        return len(heaps) <= 1 and sum(heaps) in self.results(n)

    def option_sets(self, n: int) -> Iterable[OptionSet]:
        return [AnyOf(self.results(n))]

    def as_expression(self) -> tree.Node:
        low, high = self.low, self.high
        if not self.leaving:
            low, high = (tree.Binary("-", _HEAP, end) for end in (self.high, self.low))
        first = tree.Call("max", (low, tree.Number(0)))
        last = tree.Call("min", (high, tree.Binary("-", _HEAP, tree.Number(1))))
        span = tree.Call("range", (first, tree.Binary("+", last, tree.Number(1))))
        return tree.Comprehension(tree.Name("k"), (tree.Clause("k", span, ()),))

    def relations(self) -> Relations:
        low, high = self.left_forms()
        if not (isinstance(low, Floor) and isinstance(high, Floor)):
            return Unlisted("an end of the interval is not linear in n, rounded")
        if low.a <= 0 and low.b <= 0 and (high.a, high.c) == (1, 1):
            return removing(max(-high.b, 1), 1)  # this many tokens, or more
        return (Leaving(low, high),)

    def unreached(self, last: int) -> Unreached | None:
        from mexplore.rules.arithmetic.reach import unreached_part

        return unreached_part(self.as_expression(), ("n",), last)

    def words(self) -> str:
        verb = "Leave" if self.leaving else "Remove"
        return f"{verb} between {self.low} and {self.high} tokens of one heap of n, both included."

    def kernel(self) -> Kernel:
        from mexplore.rules.families.interval.kernel import IntervalKernel

        return IntervalKernel(self)

    def pieces(self) -> Pieces | None:
        if self.leaving:
            return interval_between(self.low, self.high)
        return interval(*self.left_forms())


def _closing(text: str, start: int) -> int:
    """The place of the bracket that ends the text."""
    depth = 1
    for i in range(start, len(text)):
        depth += (text[i] in "([") - (text[i] in ")]")
        if depth == 0:
            rest = text[i + 1 :].lstrip()
            if rest:
                place = len(text) - len(rest)
                problem = "more text follows the closing bracket"
                raise RuleSyntaxError(text, place, problem, "remove it")
            return i
    raise RuleSyntaxError(text, len(text), "the closing bracket is missing", "end with )")


def _try(node: tree.Node, text: str, place: int) -> None:
    """Refuse an end that has no value at small heaps."""
    try:
        for n in range(_TRIED):
            evaluate(node, {"n": n}, _STEPS)
    except TooLarge:
        return
    except MexploreError as error:
        raise RuleSyntaxError(text, place, str(error), "write an end for every n >= 0") from None
