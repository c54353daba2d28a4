"""All smaller heaps of the residue class, as Coq reads these moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.coq.law import CoqLaw, Translation, numbers, periodic
from mexplore.discover.heaps.theorems.smaller_of_class import SmallerHeapsOfClass
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.moves.class_ranges import SmallerOfClass
    from mexplore.rules.rule import Rule

LARGEST_FIRST = 200
"""The moves of the heaps below are written out."""


class HeapsOfClass(Translation["tuple[Rule, SmallerOfClass]", "Periodic"]):
    """All smaller heaps of the class of n, and a few more, from some n on."""

    of_theorem: ClassVar[type[AnyTheorem]] = SmallerHeapsOfClass

    def needed_of(self, game: Any, shape: Any) -> tuple[Rule, SmallerOfClass]:
        return game, shape

    def law(self, shape: tuple[Rule, SmallerOfClass], claim: Periodic) -> CoqLaw | Inapplicable:
        rule, moves = shape
        p, first, n0 = moves.step, moves.first, claim.preperiod
        if (claim.period, claim.saltus) != (p, 1):
            return Inapplicable(f"it speaks of the period {p} and saltus 1 only")
        if first > LARGEST_FIRST:
            return Inapplicable(f"the moves of all heaps below {first} would have to be listed")
        small = (numbers(sorted({sum(option) for option in rule.options(n)})) for n in range(first))
        pairs = zip(moves.least, moves.others, strict=True)
        classes = (f"({least}, {numbers(sorted(others))})" for least, others in pairs)
        game = f"{p} {first} [{'; '.join(small)}] [{'; '.join(classes)}]"
        values = first * (p + 1) + p
        return CoqLaw(
            ("Evaluate", "Sets", "NumberMoves", "SmallerOfClass"),
            f"smaller_of_class {game}",
            periodic(n0, p, 1),
            f"smaller_of_class_law {game} {n0}",
            "exact (smaller_of_class_exists _ _ _ _).",
            values,
            values**2 * 1e-6,
        )
