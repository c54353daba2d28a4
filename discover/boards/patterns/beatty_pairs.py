"""P-positions in two Beatty sequences: (floor(alpha*n + beta), floor(gamma*n + delta))."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from mexplore.discover.boards.patterns.pattern import NoValue, WhoWins, first_wrong
from mexplore.discover.boards.patterns.regions import Intervals, Places, Region
from mexplore.discover.heaps.patterns.beatty.pattern import Beatty
from mexplore.discover.study.declared import Declared, Part, Parts, true_or_false
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.arithmetic.ends import least_from
from mexplore.rules.arithmetic.numbers import Number, Surd, ceiling_of, sign_of
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues

FEWEST_PAIRS = 32
_LINE = Part(
    Beatty.from_parameters,
    Beatty.parameters,
    show=lambda line: f"floor({line.written('n')})",
    typeset=lambda line: line.term_in_latex,
)


@dataclass(frozen=True)
class BeattyPairs(Declared, WhoWins):
    """G(x, y) = 0 exactly for (x, y) = (A_n, B_n) and (B_n, A_n), n >= 0, where A_n and B_n are
    floors of lines with slopes alpha <= gamma in one quadratic field, alpha > 1.

    >>> from mexplore.rules.arithmetic.numbers import square_root
    >>> from fractions import Fraction
    >>> phi = (square_root(Fraction(5)) + 1) / 2
    >>> pairs = BeattyPairs(Beatty(phi, 0), Beatty(phi + 1, 0))
    >>> pairs.value((3, 5)), pairs.complementary
    (0, True)
    """

    name = "beatty-pairs"
    parts = Parts(first=_LINE, second=_LINE, complementary=true_or_false(""))
    says = "G(x, y) = 0 exactly for (x, y) = ($first, $second) and (y, x), n >= 0"
    typeset = (
        r"G(x, y) = 0 \iff \{x, y\} = \left\{$first, $second\right\} \text{ for some } n \ge 0"
    )

    first: Beatty
    second: Beatty

    def __post_init__(self) -> None:
        if (self.first.slope - 1).sign() < 0:  # type: ignore[union-attr]
            raise ValueError("the smaller slope is above 1")

    @property
    def complementary(self) -> bool:
        """Whether every n >= 1 is in exactly one of the two sequences: 1/alpha + 1/gamma = 1 where
        beta = delta = 0 (Beatty 1926)."""
        a, b = self.first.slope, self.second.slope
        return a * b == a + b and self.first.intercept == self.second.intercept == 0

    @classmethod
    def detect(cls, table: BoardValues) -> Iterator[Self]:
        pairs = _zeros(table)
        if pairs is None or len(pairs[0]) < FEWEST_PAIRS:
            return
        xs, ys = (next(iter(Beatty.detect(Evidence(part))), None) for part in pairs)
        if xs is None or ys is None or xs.values or ys.values or xs.start or ys.start:
            return
        if (xs.slope - 1).sign() > 0 and xs.slope.d == ys.slope.d:  # type: ignore[union-attr]
            yield cls(xs, ys)

    def is_zero(self, square: Square) -> bool:
        """Whether the square is one of the pairs."""
        x, y = min(square), max(square)
        alpha, beta = self.first.slope, self.first.intercept
        n = max(ceiling_of((x - beta) / alpha), 0)
        return (self.first.at(n), self.second.at(n)) == (x, y)

    def pair(self, n: int) -> Square:
        """(A_n, B_n)."""
        return self.first.at(n), self.second.at(n)

    def places(self, kind: str, number: int, value: int) -> Places:
        """Where the zeros are on a line: at most one pair has A_n = c, and one B_n = c, as both
        increase; B_n - A_n is less than 1 from (gamma - alpha)*n + delta - beta, so that few n come
        into question on a diagonal.

        >>> from mexplore.rules.arithmetic.numbers import square_root
        >>> from fractions import Fraction
        >>> phi = (square_root(Fraction(5)) + 1) / 2
        >>> pairs = BeattyPairs(Beatty(phi, 0), Beatty(phi + 1, 0))
        >>> pairs.places("row", 10**30, 0).nth(1)  # phi*10^30, rounded up
        1618033988749894848204586834366
        """
        if value:
            raise NoValue("the law says which squares have the value 0, and no other value")
        if kind == "diagonal":
            return Intervals.single(self._on_diagonal(number))
        found = []
        for line, other in ((self.first, self.second), (self.second, self.first)):
            n = max(ceiling_of((number - line.intercept) / line.slope), 0)
            if line.at(n) == number:
                found.append(other.at(n))
        return Intervals.single(found)

    def _on_diagonal(self, number: int) -> list[int]:
        """The least coordinates of the pairs (x, x + number), or of those mirrored."""
        d = abs(number)
        slope = self.second.slope - self.first.slope
        if sign_of(slope) <= 0:
            raise NoValue("the pairs do not leave the diagonals")
        least = d - (self.second.intercept - self.first.intercept)
        inverse: Number = 1 / slope if isinstance(slope, Surd) else Fraction(1, slope)
        low, high = (ceiling_of((least + c) * inverse) for c in (-1, 1))
        pairs = map(self.pair, range(max(low, 0), max(high, 0) + 1))
        return [min(x, y) for x, y in pairs if abs(y - x) == d]

    def _on_main_diagonal(self) -> list[int]:
        """The n with A_n = B_n, in increasing order."""
        equal = self._on_diagonal(0)
        indices = (
            max(ceiling_of((c - self.first.intercept) / self.first.slope), 0) for c in sorted(equal)
        )
        return list(indices)

    def squares_below(self, value: int, region: Region) -> int:
        """Each n gives two squares, or one if A_n = B_n. No other two coincide: A_n = B_m and
        B_n = A_m with n < m say A_n < A_m = B_n < B_m = A_n. A_n, B_n and their sum increase."""
        if value:
            raise NoValue("the law says which squares have the value 0, and no other value")
        found, equal = 0, self._on_main_diagonal()
        for part in (region, region.mirrored):
            below = self._below(part)
            found += below
        return found - sum(n < self._below(region) for n in equal)

    def _below(self, region: Region) -> int:
        """How many n >= 0 have A_n < width, B_n < height, A_n + B_n < total."""
        lines = ((self.first, region.width), (self.second, region.height))
        most = min(max(ceiling_of((stop - line.intercept) / line.slope), 0) for line, stop in lines)
        found = least_from(lambda n: sum(self.pair(n)) >= region.total, 0, most - 1)
        return most if found is None else found

    def nth_square(self, value: int, k: int) -> Square:
        """A_n + B_n increases with n, and (A_n, B_n) and (B_n, A_n) stand next to each other."""
        if value:
            raise NoValue("the law says which squares have the value 0, and no other value")
        n, before = 0, 0
        for equal in self._on_main_diagonal():
            if before + 2 * (equal - n) >= k:
                break
            before += 2 * (equal - n) + 1
            n = equal + 1
            if before == k:
                return self.pair(equal)
        index, second = divmod(k - before - 1, 2)
        x, y = sorted(self.pair(n + index))
        return (y, x) if second else (x, y)

    def first_failure(self, table: BoardValues) -> Square | None:
        expected = np.ones(table.shape, dtype=np.int32)
        n = 0
        while (a := self.first.at(n)) < max(table.shape):
            b = self.second.at(n)
            for x, y in ((a, b), (b, a)):
                if x < table.shape[0] and y < table.shape[1]:
                    expected[x, y] = 0
            n += 1
        return first_wrong(np.minimum(table, 1), expected)

    def size(self) -> int:
        return self.first.size() + self.second.size()


def _zeros(table: BoardValues) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]] | None:
    """The coordinates of the zeros with x <= y, as far as all of them are sure to be known: in the
    order of x; None where the zeros are not symmetric."""
    side = min(table.shape)
    zero = table[:side, :side] == 0
    if not (zero == zero.T).all():
        return None
    xs, ys = np.nonzero(np.triu(zero))
    # A pair with a small x may have a y beyond the table: the first x that is missing ends it.
    order = np.argsort(xs, kind="stable")
    xs, ys = xs[order], ys[order]
    known = np.zeros(side + 1, dtype=bool)
    known[xs] = True
    known[ys] = True
    end = int(np.argmin(known))
    return xs[xs < end], ys[xs < end]
