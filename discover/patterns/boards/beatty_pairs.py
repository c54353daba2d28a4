"""P-positions in two Beatty sequences: (floor(alpha*n + beta), floor(gamma*n + delta))."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from discover.evidence.evidence import Evidence
from discover.patterns.beatty.fit import ceil_of
from discover.patterns.beatty.pattern import Beatty
from discover.patterns.boards.pattern import BoardLaw, NoValue, first_wrong

if TYPE_CHECKING:
    from rules.boards.board import Square
    from rules.boards.kernel import BoardValues

FEWEST_PAIRS = 32


@dataclass(frozen=True)
class BeattyPairs(BoardLaw):
    """G(x, y) = 0 exactly for (x, y) = (A_n, B_n) and (B_n, A_n), n >= 0, where A_n and B_n are
    floors of lines with slopes alpha <= gamma in one quadratic field, alpha > 1.

    >>> from rules.arithmetic.surd import square_root
    >>> from fractions import Fraction
    >>> phi = (square_root(Fraction(5)) + 1) / 2
    >>> pairs = BeattyPairs(Beatty(phi, 0), Beatty(phi + 1, 0))
    >>> pairs.value((3, 5)), pairs.complementary
    (0, True)
    """

    name: ClassVar[str] = "beatty-pairs"
    partial: ClassVar[bool] = True

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

    def statement(self) -> str:
        pair = ", ".join(f"floor({line.written('n')})" for line in (self.first, self.second))
        return f"G(x, y) = 0 exactly for (x, y) = ({pair}) and (y, x), n >= 0"

    def latex(self) -> str:
        import sympy

        n = sympy.Symbol("n", integer=True, nonnegative=True)
        a, b = (sympy.latex(line.expression(n)) for line in (self.first, self.second))
        return (
            rf"G(x, y) = 0 \iff \{{x, y\}} = \left\{{{a}, {b}\right\}}"
            r" \text{ for some } n \ge 0"
        )

    def parameters(self) -> dict[str, Any]:
        numbers = {"first": self.first.parameters(), "second": self.second.parameters()}
        return numbers | {"complementary": self.complementary}

    @classmethod
    def from_parameters(cls, parameters: dict[str, Any]) -> Self:
        lines = (Beatty.from_parameters(parameters[key]) for key in ("first", "second"))
        claim = cls(*lines)
        if claim.parameters() != parameters:
            raise ValueError("pairs have a first and a second line, complementary or not")
        return claim

    def value(self, square: Square) -> int:
        if self.holds(square):
            return 0
        raise NoValue(f"{square} is an N-position by the law, which does not give its nim-value")

    def holds(self, square: Square) -> bool:
        """Whether the square is one of the pairs."""
        x, y = min(square), max(square)
        alpha, beta = self.first.slope, self.first.intercept
        n = max(ceil_of((x - beta) / alpha), 0)
        return (self.first.at(n), self.second.at(n)) == (x, y)

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
