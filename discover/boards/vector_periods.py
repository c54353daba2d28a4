"""Vector periods of a board's table: G(X + v) = G(X) for all squares X."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from discover.boards.law import BoardLaw, Untold, first_wrong
from discover.finding import Status
from rules.boards.board import Board, Square
from rules.boards.table import Tables
from rules.computing.grundy import Watcher, nobody

if TYPE_CHECKING:
    from rules.boards.kernel import BoardValues

FIRST_SIDE = 32
LAST_SIDE = 512
HELD_OUT = 4  # a vector is looked for in the first quarter of each coordinate
_PATCH = 16


@dataclass(frozen=True)
class VectorPeriod(BoardLaw):
    """G(X + v) = G(X) for all squares X = (x, y) and every v of ``vectors``.

    The vectors, with coordinates >= 0, are those that are no sum of two others.
    """

    name: ClassVar[str] = "vector-period"

    vectors: tuple[Square, ...]

    def statement(self) -> str:
        """The claim in one sentence."""
        parts = [f"G(x + {a}, y + {b})" for a, b in self.vectors]
        return f"{' = '.join(parts)} = G(x, y) for all x, y >= 0".replace(" + 0", "")

    def latex(self) -> str:
        """The claim as LaTeX mathematics, without dollar signs."""
        parts = [f"G(x + {a}, y + {b})" for a, b in self.vectors]
        law = " = ".join([*parts, "G(x, y)"]).replace(" + 0", "")
        return rf"{law} \quad\text{{for all }} x, y \ge 0"

    def parameters(self) -> dict[str, Any]:
        """As JSON prints them."""
        return {"vectors": [list(vector) for vector in self.vectors]}

    @classmethod
    def from_parameters(cls, parameters: dict[str, Any]) -> Self:
        if set(parameters) != {"vectors"}:
            raise ValueError("a vector period has vectors")
        vectors = tuple((a, b) for a, b in parameters["vectors"])
        if not vectors or any(type(c) is not int or c < 0 for v in vectors for c in v):
            raise ValueError("the coordinates of a vector are integers >= 0")
        return cls(vectors)

    def value(self, square: Square) -> int:
        raise Untold(f"the values near the edges, from which that at {square} follows, are missing")

    def first_failure(self, table: BoardValues) -> Square | None:
        failures: list[Square] = []
        width, height = table.shape
        for a, b in self.vectors:
            fixed = table[: max(width - a, 0), : max(height - b, 0)]
            wrong = first_wrong(table[a:, b:], np.where(fixed < 0, table[a:, b:], fixed))
            failures += [(wrong[0] + a, wrong[1] + b)] if wrong else []
        return min(failures, key=lambda X: (sum(X), X), default=None)

    def size(self) -> int:
        return 2 * len(self.vectors)


@dataclass(frozen=True, eq=False)
class BoardStudy:
    """A table with the claim that holds everywhere on it."""

    board: Board
    size: Square | None
    table: BoardValues
    claim: VectorPeriod | None

    @property
    def status(self) -> Status:
        return "holds so far" if self.claim else "nothing found"


def vector_period(table: BoardValues) -> VectorPeriod | None:
    """The vectors, up to a quarter of the table's sides, by which the table repeats itself.

    >>> import numpy as np
    >>> x, y = np.indices((12, 12))
    >>> vector_period((x + y) % 3)
    VectorPeriod(vectors=((0, 3), (1, 2), (2, 1), (3, 0)))
    """
    width, height = table.shape
    found = [
        (a, b)
        for a in range(width // HELD_OUT + 1)
        for b in range(height // HELD_OUT + 1)
        if (a or b) and _repeats(table, a, b)
    ]
    periods = set(found)
    least = [v for v in found if not any((v[0] - a, v[1] - b) in periods for a, b in found)]
    return VectorPeriod(tuple(least)) if least else None


def _repeats(table: BoardValues, a: int, b: int) -> bool:
    width, height = table.shape
    if width - a < 1 or height - b < 1:
        return False
    moved, fixed = table[a:, b:], table[: width - a, : height - b]
    # A corner first: most vectors fail there.
    corner = bool((moved[:_PATCH, :_PATCH] == fixed[:_PATCH, :_PATCH]).all())
    return corner and bool((moved == fixed).all())


def study_board(
    board: Board,
    size: Square | None = None,
    upto: int | None = None,
    budget: float | None = None,
    watcher: Watcher = nobody,
) -> BoardStudy:
    """Look for vector periods on a board with edges, or on larger and larger squares 0..N of the
    quarter plane, until a claim has held on twice the side on which it was first seen."""
    tables = Tables(board, watcher)
    if size is not None or upto is not None:
        side = (upto or 0) + 1
        table = tables.table(size or (side, side), edges=size is not None)
        return BoardStudy(board, size, table, vector_period(table))
    began, side, before = time.monotonic(), FIRST_SIDE, None
    while True:
        table = tables.table((side, side))
        claim = vector_period(table)
        late = budget is not None and time.monotonic() - began > budget / 4
        if (claim and claim == before) or late or 2 * side > LAST_SIDE:
            return BoardStudy(board, None, table, claim)
        side, before = 2 * side, claim
