"""The law of a line from a law of the whole board: what follows, and what does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np
import pytest
from written_boards import board

from mexplore.discover.boards.line_study import study_line
from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.patterns.line import LineLaw
from mexplore.discover.boards.patterns.outcomes import Outcomes
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.known_outcomes import EuclidToZero
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.verifying import verify
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.kernel import BoardValues
from mexplore.rules.boards.lines import BoardSequence

WHOLE = FormulaLaw("x ^ y")


class OneLaw(BoardTheorem[str, FormulaLaw]):
    """It suggests two laws, and proves the second one."""

    name: ClassVar[str] = "one law"
    source: ClassVar[str] = "this test"
    statement: ClassVar[str] = "The values are x xor y."
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (FormulaLaw,)

    def hypotheses(self, board: Board) -> str | Inapplicable:
        return str(board)

    def claims_of(self, shape: str) -> Iterator[FormulaLaw]:
        yield FormulaLaw("max(x, y)")
        yield WHOLE

    def prove(
        self, shape: str, claim: FormulaLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        return Proved(claim, 1) if claim == WHOLE else Inapplicable("another law")


ROOK = board("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]")


def values(width: int, height: int) -> BoardValues:
    x, y = np.indices((width, height))
    table: BoardValues = (x ^ y).astype(np.int32)
    return table


@pytest.mark.parametrize("deadline", [None, float("inf")])
def test_a_line_follows_from_the_law_that_is_proved(deadline: float | None) -> None:
    # Row 2 is 2, 3, 0, 1, 6, 7, 4, 5: it goes on by 4. Compared are 0 + 4 + 4 terms.
    found = OneLaw().proved(ROOK, LineLaw("row", 2, Periodic(0, 4, 4)), values, deadline)
    assert isinstance(found, Proved)
    assert found.bound == 8
    assert [found.claim.value((2, n)) for n in range(64)] == [2 ^ n for n in range(64)]


@pytest.mark.parametrize(
    "law", [Periodic(0, 2, 2), Periodic(0, 4, 0), Periodic(0, 8, 8), Periodic(1, 4, 4)]
)
def test_false_laws_and_those_that_are_not_least_do_not_follow(law: Periodic) -> None:
    assert isinstance(OneLaw().proved(ROOK, LineLaw("row", 2, law), values), Inapplicable)


def test_nothing_follows_when_the_time_is_up() -> None:
    claim = LineLaw("row", 2, Periodic(0, 4, 4))
    assert isinstance(OneLaw().proved(ROOK, claim, values, -1.0), Inapplicable)


def test_laws_of_other_kinds_and_laws_of_p_positions_give_no_line() -> None:
    other = OneLaw().proved(ROOK, Outcomes("golden section"), values)
    assert other == Inapplicable("the claim is a law of another kind")
    euclid = board(
        "(x, y) -> [(x - k * y, y) for k in range(1, x // y + 1)] if 0 < y <= x else "
        "([(x, y - k * x) for k in range(1, y // x + 1)] if 0 < x < y else [])"
    )
    found = EuclidToZero().proved(euclid, LineLaw("row", 0, Periodic(0, 1, 0)), values)
    assert found == Inapplicable("it says nothing of all values")


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), (x - 2, y + 1)]", "column", 1),
        ("(x, y) -> [(x - 1, y), (x - 2, y), (x, y - 3)]", "row", 2),
    ],
)
def test_certificates_of_lines_are_verified(text: str, kind: str, number: int) -> None:
    found = study_line(BoardSequence(board(text), None, kind, number), Limits())  # type: ignore[arg-type]
    assert found.certificate is not None
    assert verify(found.certificate).valid
    assert not verify(found.certificate | {"bound": found.certificate["bound"] + 1}).valid
