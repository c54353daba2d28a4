"""Theorems in which the moves of a board alone say the law."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable
from typing import ClassVar

from mexplore.discover.boards.theorems.theorem import BoardTheorem, Claim, Values
from mexplore.discover.study.theorem import Inapplicable, Proved


class LawOfMoves(BoardTheorem[Claim, Claim], ABC):
    """The hypotheses name the law, and the proof of the theorem is that of the law: no values are
    needed. The corner x, y < ``compared`` is compared all the same."""

    compared: ClassVar[int] = 24

    def prove(
        self, shape: Claim, claim: Claim, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        del deadline
        if claim != shape:
            return Inapplicable(f"the law of these moves is another one: {shape.statement()}")
        if claim.first_failure(values(self.compared, self.compared)) is not None:
            return Inapplicable("the claim is false")
        return Proved(claim, self.compared)

    def claims_of(self, shape: Claim) -> Iterable[Claim]:
        yield shape
