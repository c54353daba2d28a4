"""The kind of families of numbers of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.families.domain import refuse_elements
from mexplore.discover.families.family_kind import FamilyKind
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.theorems.by_cases import TheoremByCases
from mexplore.discover.families.theorems.digits import Digits
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.rule import ParametricRule

if TYPE_CHECKING:
    from mexplore.discover.families.study import FamilyStudy


class Families(FamilyKind[ParametricRule]):
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

    def study(
        self, rule: ParametricRule, budget: float | None = None, watcher: Watcher = nobody
    ) -> FamilyStudy:
        from mexplore.discover.families.study import study_family

        return study_family(rule, budget, watcher)
