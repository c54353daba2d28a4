"""Laws of one row, column or diagonal of a table: those of sequences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from mexplore.discover.boards.patterns.pattern import BoardLaw, NoValue, on_diagonal
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.declared import INTEGER, Declared, Part, Parts, another, exactly
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import ClosedForm
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues

LISTED = 3  # rows, and as many columns, whose laws are reported
FEWEST_TERMS = 32
LONGEST = 1 << 17  # terms of a line that are compared with a law of the whole board
KINDS = ("row", "column", "diagonal")


@dataclass(frozen=True)
class LineLaw(Declared, BoardLaw):
    """G(n + p) = G(n) + s along a row n -> G(A, n), a column n -> G(n, B), or a diagonal
    n -> G(n, n + D), which is n -> G(n - D, n) for D < 0.

    >>> LineLaw("row", 2, Periodic(0, 3, 3)).statement()
    'row 2: G(n + 3) = G(n) + 3 for all n >= 0'
    """

    name = "line"
    parts = Parts(kind=Part(exactly(str), key="line"), number=INTEGER, law=another(Periodic))
    says = "$kind $number: $law"
    typeset = r"\text{$kind $$number$: } $law"
    partial = True

    kind: str
    number: int
    law: Periodic
    form: ClosedForm | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.kind not in KINDS or (self.kind != "diagonal" and self.number < 0):
            raise ValueError("a line is a row, a column or a diagonal")

    @classmethod
    def detect(cls, table: BoardValues) -> Iterator[Self]:
        """The first rows, the first columns if they are others, and the main diagonal."""
        side = min(table.shape)
        symmetric = bool((table[:side, :side] == table[:side, :side].T).all())
        lines = [("row", n) for n in range(LISTED)]
        lines += [] if symmetric else [("column", n) for n in range(LISTED)]
        for kind, number in [*lines, ("diagonal", 0)]:
            claim = cls.of(table, kind, number)
            if claim is not None:
                yield claim

    @classmethod
    def of(cls, table: BoardValues, kind: str, number: int) -> Self | None:
        """The shortest law of a line of the table, provided that its period shows three times in
        full within half of the terms: where runs of equal values get longer and longer, the last
        one would otherwise be taken for a period."""
        evidence = Evidence(cut(table, kind, number))
        half = evidence.prefix(evidence.stop // 2)
        if evidence.stop < FEWEST_TERMS:
            return None
        for law in Periodic.detect(half):
            if law.objection(evidence) is None and law.seen_enough(half):
                return cls(kind, number, law)
        return None

    @property
    def subject(self) -> str:
        return "n"

    def place(self, square: Square) -> int | None:
        """The n at which the square stands on the line; None if it does not."""
        x, y = square
        if self.kind == "diagonal":
            return min(x, y) if y - x == self.number else None
        along, across = (y, x) if self.kind == "row" else (x, y)
        return along if across == self.number else None

    def value(self, square: Square) -> int:
        n = self.place(square)
        if n is None or self.form is None:
            line = f"{self.kind} {self.number}"
            raise NoValue(f"{square} is not on {line}, or the values of {line} are missing")
        return self.form.at(n)

    def first_failure(self, table: BoardValues) -> Square | None:
        if self.number >= max(table.shape):
            return None
        n = self.law.first_failure(Evidence(cut(table, self.kind, self.number)))
        return None if n is None else square_of(self.kind, self.number, n)

    def following_from(self, whole: BoardLaw) -> tuple[LineLaw, int] | Inapplicable:
        """If G(n + p) = G(n) + s along the line for n >= n0, then D(n) = G(n + q) - G(n) - t has
        D(n + p) = D(n) for n >= n0; so D = 0 from n1 on follows from D(n) = 0 for
        n1 <= n < max(n0, n1) + p.
        """
        steps = whole.line_steps(self.kind, self.number)
        if steps is None or steps.saltus is None:
            return Inapplicable("no law of the whole board is proved from which this follows")
        bound = max(steps.preperiod, self.law.preperiod) + steps.period + self.law.period
        if bound > LONGEST:
            return Inapplicable(f"it needs {bound} terms of the line")
        line = (whole.value(square_of(self.kind, self.number, n)) for n in range(bound))
        evidence = Evidence(np.fromiter(line, dtype=np.int64, count=bound))
        if reason := self.law.objection(evidence):
            return Inapplicable(reason)
        return replace(self, form=self.law.closed_form(evidence)), bound

    def box(self, bound: int) -> Square:
        width, height = square_of(self.kind, self.number, bound - 1)
        return width + 1, height + 1

    def size(self) -> int:
        return 2 + abs(self.number) + self.law.size()


def square_of(kind: str, number: int, n: int) -> Square:
    """The n-th square of a line.

    >>> square_of("row", 3, 5), square_of("diagonal", -2, 5)
    ((3, 5), (7, 5))
    """
    if kind == "diagonal":
        return on_diagonal(number, n)
    return (number, n) if kind == "row" else (n, number)


def cut(table: BoardValues, kind: str, number: int) -> npt.NDArray[np.uint32]:
    """The known terms of a line of a table."""
    if kind == "diagonal":
        line = table.diagonal(number)
    else:
        across = table if kind == "row" else table.T
        line = across[number] if number < len(across) else table[:0, 0]
    unknown = np.flatnonzero(line < 0)
    stop = int(unknown[0]) if len(unknown) else len(line)
    return line[:stop].astype(np.uint32)
