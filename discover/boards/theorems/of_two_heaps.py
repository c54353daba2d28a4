"""Theorems whose laws are made of the values of two heaps, one for each coordinate."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

import numpy as np

from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.boards.patterns.pair_of_heaps import PairOfHeaps
from mexplore.discover.boards.theorems.moves.one_coordinate import TwoHeaps
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.errors import MexploreError

OTHER_HEAPS = "the claim is about other heaps than those of the coordinates"

Pair = TypeVar("Pair", bound=PairOfHeaps)


class OfTwoHeaps(BoardTheorem[TwoHeaps, Pair], ABC):
    """The hypotheses name the rules of the two heaps. That their values have the laws that are
    given with them is proved by theorems about heaps; their certificates are part of the claim, and
    checked again with it."""

    compared: ClassVar[int]
    """The side of the corner on which the claim is tested all the same."""

    def prove(
        self, shape: TwoHeaps, claim: Pair, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        del deadline
        if (claim.x.rule, claim.y.rule) != (shape.x, shape.y):
            return Inapplicable(OTHER_HEAPS)
        for part in (claim.x, claim.y):
            if reason := part.objection():
                return Inapplicable(reason)
        if claim.first_failure(values(self.compared, self.compared)) is not None:
            return Inapplicable("the claim is false")
        return Proved(claim, self.compared)

    def claims_of(self, shape: TwoHeaps) -> Iterable[Pair]:
        try:
            law: Any = self.laws[0]
            claim: Pair = law(HeapPart.studied(shape.x), HeapPart.studied(shape.y))
            claim.first_failure(np.zeros((self.compared, self.compared), dtype=np.int32))
        except MexploreError:
            # A heap gets larger, or play does not end, at some n that was reached.
            return
        yield claim
