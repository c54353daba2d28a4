"""The ground of families of numbers of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from discover.grounds.parameters.domain import refuse_elements
from discover.grounds.parameters.family_ground import FamilyGround
from discover.patterns.parameters.pattern import FamilyLaw
from discover.theorems.parameters.by_cases import TheoremByCases
from discover.theorems.parameters.digits import Digits
from rules.computing.grundy import Watcher, nobody
from rules.parameters.family import FamilyOfRules
from rules.parameters.rule import ParametricRule

if TYPE_CHECKING:
    from discover.grounds.heaps.values import Warranted
    from discover.grounds.parameters.study import FamilyStudy
    from rules.rule import Rule


class Families(FamilyGround[ParametricRule]):
    """Rules with names in them, for all values that constraints allow."""

    name: ClassVar[str] = "families"
    family: ClassVar[type[FamilyOfRules]] = ParametricRule

    def parse(self, text: str) -> ParametricRule:
        """Elements that are no move for some member are refused besides."""
        rule = super().parse(text)
        refuse_elements(rule)
        return rule

    def claims(self) -> Sequence[type[FamilyLaw]]:
        return (FamilyLaw,)

    def theorems(self) -> Sequence[TheoremByCases[Any, Any]]:
        return (Digits(),)

    def law_of_member(self, rule: Rule) -> Warranted | None:
        """By the library of families, those of other grounds included."""
        from discover.grounds.parameters.member import by_library

        return by_library(rule)

    def study(
        self, rule: ParametricRule, budget: float | None = None, watcher: Watcher = nobody
    ) -> FamilyStudy:
        from discover.grounds.parameters.study import study_family

        return study_family(rule, budget, watcher)
