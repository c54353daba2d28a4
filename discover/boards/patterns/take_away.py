"""P-positions of games that remember the last move: by the smallest part of the heap."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from mexplore.discover.boards.patterns.pattern import NoValue, WhoWins, first_wrong
from mexplore.discover.boards.patterns.regions import FURTHEST, Intervals, Places, Region
from mexplore.discover.numerics.take_away import Parts, Sums, Weight
from mexplore.discover.study.declared import Declared, Part, exactly
from mexplore.discover.study.declared import Parts as PartsOfLaw
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.polynomial import linear
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError, TooLarge

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues

K, M = "k", "m"
SHOWN = 9  # parts
MOST_KEPT = 8  # sums
MOST_NEAR = 1 << 16  # squares of a diagonal that are looked at one by one
Found = TypeVar("Found")


def _expression(name: str) -> Part:
    """An expression in this name, as text."""

    def check(given: Any) -> Any:
        try:
            evaluate(read_expression(exactly(str)(given), (name,)), {name: 1})
        except MexploreError as error:
            raise ValueError(str(error)) from None
        return given

    return Part(check, check=check)


def _heap(given: Any) -> Any:
    if given not in ("x", "y"):
        raise ValueError("the heap is x or y")
    return given


@dataclass(frozen=True)
class TakeAwayOutcomes(Declared, WhoWins):
    """From a heap of x, a move takes k, 1 <= k <= x and k <= most(y), and leaves next(k) in the
    place of y. (x, y) is lost exactly if x = 0, or most(y) is less than the smallest part of x,
    the parts being those of f(k) = most(next(k)) (`discover.numerics.take_away`). ``heap`` says
    which coordinate is the heap.

    >>> fibonacci = TakeAwayOutcomes("2 * k")
    >>> fibonacci.is_zero((89 + 8 + 3, 2)), fibonacci.is_zero((100, 3))
    (True, False)
    >>> list(fibonacci.moves_to_zero((100, 50)))  # 3; 3 + 8 leaves 22 < 89
    [(97, 6), (89, 22)]
    >>> TakeAwayOutcomes("k").statement()
    'G(x, y) = 0 exactly where x = 0, or y < the largest power of 2 that divides x'
    """

    name = "take-away-outcomes"
    parts = PartsOfLaw(
        next=_expression(K),
        most=Part(_expression(M).load, check=_expression(M).check, absent=M, optional=True),
        heap=Part(_heap, check=_heap, absent="x", optional=True),
    )
    says = "G(x, y) = 0 exactly where $heap = 0, or $condition"
    typeset = r"G(x, y) = 0 \iff $heap = 0 \text{ or } $condition_in_latex"

    next: str
    most: str = M
    heap: str = "x"

    # The game.

    @cached_property
    def _next(self) -> tree.Node:
        return read_expression(self.next, (K,))

    @cached_property
    def _most(self) -> tree.Node:
        return read_expression(self.most, (M,))

    def next_of(self, k: int) -> int:
        """What a move that takes k leaves for the next one."""
        return evaluate(self._next, {K: k})

    def most_of(self, m: int) -> int:
        """What may be taken."""
        return m if self.most == M else evaluate(self._most, {M: m})

    def f(self, k: int) -> int:
        """What may be taken after k was taken."""
        return self.most_of(self.next_of(k))

    @cached_property
    def numbers(self) -> Parts:
        """The parts."""
        return Parts(self.f)

    @property
    def _shift(self) -> int | None:
        """s, where m + s may be taken; None where it is no such number."""
        form = linear(self._most)
        return form.constant if form is not None and form.coefficient(M) == 1 else None

    def _ordered(self, square: Square) -> tuple[int, int]:
        """The heap, and the other coordinate; or back."""
        return square if self.heap == "x" else square[::-1]  # type: ignore[return-value]

    # Sentences.

    @property
    def rule_of_f(self) -> tree.Node:
        """f(k) as an expression."""
        return tree.substitute(self._most, {M: self._next})

    @property
    def limit(self) -> str:
        """most(y) in the names of the coordinates."""
        other = "y" if self.heap == "x" else "x"
        return str(tree.substitute(self._most, {M: tree.Name(other)}))

    @property
    def plain(self) -> str:
        """'k' or '2*k' where f is that; otherwise ''."""
        form = linear(self.rule_of_f)
        known = form is not None and form.names == {K} and form.constant == 0
        factor = form.coefficient(K) if form is not None and known else 0
        return {1: "k", 2: "2*k"}.get(factor, "")

    @property
    def condition(self) -> str:
        """When a position with tokens is lost, in words."""
        match self.plain:
            case "k":
                return f"{self.limit} < the largest power of 2 that divides {self.heap}"
            case "2*k":
                return (
                    f"{self.limit} < the smallest part of {self.heap} as a sum of Fibonacci "
                    "numbers no two of which are neighbours"
                )
        return (
            f"{self.limit} < the smallest part of {self.heap}, taken apart greedily into "
            f"{self.shown}: H(j + 1) = H(j) + H(i), i least with f(H(i)) >= H(j), f(k) = "
            f"{self.rule_of_f}"
        )

    @property
    def shown(self) -> str:
        """The first parts."""
        first = [part for k in range(SHOWN) if (part := self.numbers.nth(k)) is not None]
        listed = ", ".join(map(str, first))
        return listed if len(first) < SHOWN else f"{listed}, ..."

    @property
    def condition_in_latex(self) -> str:
        """The same as LaTeX."""
        match self.plain:
            case "k":
                return rf"\text{{{self.limit}}} < 2^{{v_2({self.heap})}}"
            case "2*k":
                return (
                    rf"\text{{{self.limit}}} < \min Z({self.heap}), \text{{ $Z$ the Zeckendorf "
                    "representation}"
                )
        return rf"\text{{{self.condition.replace('_', chr(92) + '_').replace('%', chr(92) + '%')}}}"

    # Values.

    def is_zero(self, square: Square) -> bool:
        n, m = self._ordered(square)
        return n == 0 or self._told(lambda: self.most_of(m) < self.numbers.smallest(n))

    def _told(self, compute: Callable[[], Found]) -> Found:
        """What is computed; NoValue where numbers are too large, or too many."""
        try:
            return compute()
        except TooLarge as why:
            raise NoValue(str(why)) from None

    def first_failure(self, table: BoardValues) -> Square | None:
        width, height = self._ordered(table.shape)
        least = np.array([self.numbers.smallest(n) for n in range(1, width)], dtype=object)
        most = np.array([self.most_of(m) for m in range(height)], dtype=object)
        lost = np.ones((width, height), dtype=bool)
        if width > 1:
            lost[1:] = (most[None, :] < least[:, None]).astype(bool)
        expected = np.where(lost if self.heap == "x" else lost.T, 0, 1)
        return first_wrong(np.minimum(table, 1), expected)

    def size(self) -> int:
        return 4

    # Winning moves: all of them.

    def moves_to_zero(self, square: Square) -> Iterator[Square]:
        """The lost squares to which a move leads, nearest first.

        **Lemma.** If n - k = 0, or f(k) < the smallest part of n - k, k is the sum of the smallest
        r parts of n, for some r.

        **Proof.** The parts q of k are at most k, so f(q) <= f(k) is less than the smallest part of
        n - k. So the parts of k and those of n - k, in order, satisfy f(p) < p' for neighbours, and
        they are the parts of n, which is taken apart in one such way only (`Schwenk`). ∎
        """
        n, m = self._ordered(square)
        if n == 0:
            return
        parts = self._told(lambda: self.numbers.of(n))
        most = min(n, self._told(lambda: self.most_of(m)))
        taken = 0
        for (part, times), after in zip(parts, [*parts[1:], (0, 0)], strict=True):
            for k in self._told(lambda: self._sums(taken, part, times, after[0])):  # noqa: B023
                if k > most:
                    return
                yield self._ordered((n - k, self._told(lambda: self.next_of(k))))  # noqa: B023
            taken += part * times

    def _sums(self, taken: int, part: int, times: int, after: int) -> Iterator[int]:
        """The k = taken + c*part, 1 <= c <= times, that win: f(k) is less than the part that
        follows, or none does (``after`` = 0 behind the last copy)."""
        for c in range(1, times):
            if self.f(taken + c * part) >= part:
                break
            yield taken + c * part
        k = taken + times * part
        if not after or self.f(k) < after:
            yield k

    # Where, and how many.

    def places(self, kind: str, number: int, value: int) -> Places:
        """
        >>> game = TakeAwayOutcomes("k")
        >>> [game.places("diagonal", -1, 0).nth(k) for k in (1, 2, 3, 100)]  # (2^j, 2^j - 1)
        [0, 1, 3, 633825300114114700748351602687]
        >>> game.places("column", 5, 0).nth(10**30), game.places("row", 24, 0).below(10**30)
        (7999999999999999999999999999992, 8)
        """
        if value:
            raise NoValue("the law says which squares have the value 0, and no other value")
        return self._told(lambda: self._places(kind, number))

    def _places(self, kind: str, number: int) -> Places:
        shift = self._shift
        if kind == "diagonal":
            if shift is None:
                raise NoValue(f"where diagonals are lost does not follow: {self.statement()}")
            return self._diagonal(number if self.heap == "x" else -number, shift)
        if (kind == "row") == (self.heap == "x") and shift is not None:
            free = None if number == 0 else self.numbers.smallest(number) - shift
            return Intervals.of([(0, free)])
        return super().places(kind, number, 0)

    def _diagonal(self, d: int, shift: int) -> Places:
        """The squares (x, x + d), x = max(-d, 0) + n, of which x + d + shift may be taken: lost
        where x - s < e, e = -d - shift, s being the smallest part of x. All parts x are; other x
        are at least 2s, so that x < 2e."""
        start, e = max(-d, 0), -d - shift
        if e <= 0:
            return Intervals.single([0] if start == 0 else [])
        if e > MOST_NEAR:
            raise NoValue(f"diagonals are looked at up to number {MOST_NEAR}")
        near = [x for x in range(start, 2 * e) if x == 0 or x - self.numbers.smallest(x) < e]
        return _Diagonal(self, tuple(x - start for x in near), start, max(2 * e, start))

    def squares_below(self, value: int, region: Region) -> int:
        """
        >>> TakeAwayOutcomes("k").count_below(0, 8)  # 8 + 1 + 2 + 1 + 4 + 1 + 2 + 1
        20
        """
        if value:
            raise NoValue("the law says which squares have the value 0, and no other value")
        inside = region if self.heap == "x" else region.mirrored
        return self._told(lambda: self._lost_in(inside))

    def _lost_in(self, region: Region) -> int:
        width, height, total = region
        if min(region) <= 0:
            return 0
        # Where the sum of the coordinates is the limit, the same sums serve for all regions.
        sums = self._sums_up_to(height if height < total else 1 << 2 * FURTHEST)
        width = min(width, total)
        if total >= width + height - 1:
            return min(height, total) + sums.below(width)
        return min(height, total) + sums.cut_below(width, total)

    def _sums_up_to(self, cap: int) -> Sums:
        """The sums over smallest parts s of how many of the numbers below ``cap`` allow less than
        s. Searches ask for the same ones again and again."""
        if cap not in self._sums_known:
            if len(self._sums_known) >= MOST_KEPT:
                self._sums_known.clear()
            shift = self._shift
            weight = Weight(cap, self.most_of if shift is None else None, shift or 0)
            self._sums_known[cap] = Sums(self.numbers, weight)
        return self._sums_known[cap]

    @cached_property
    def _sums_known(self) -> dict[int, Sums]:
        return {}


@dataclass(frozen=True)
class _Diagonal(Places):
    """Numbers n of a diagonal: some near ones, and those for which start + n >= far is a part."""

    law: TakeAwayOutcomes
    near: tuple[int, ...]
    start: int
    far: int

    @property
    def _parts(self) -> Parts:
        return self.law.numbers

    def below(self, stop: int) -> int:
        if stop + self.start <= self.far:
            return bisect_left(self.near, stop)
        beyond = self._parts.count(self.start + stop - 1) - self._parts.count(self.far - 1)
        return len(self.near) + beyond

    def nth(self, k: int) -> int | None:
        if k <= len(self.near):
            return self.near[k - 1]
        try:
            part = self._parts.nth(self._parts.count(self.far - 1) + k - len(self.near) - 1)
        except MexploreError:
            return None
        return None if part is None else part - self.start
