"""The kind of families that are split into cases by a detector of their own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from mexplore.discover.families.by_cases import Kind, StudyByCases, study_by_cases
from mexplore.discover.families.family_kind import Family, FamilyKind
from mexplore.discover.families.studied import Ends
from mexplore.discover.families.theorems.by_cases import TheoremByCases
from mexplore.rules.engine.grundy import Watcher, nobody


class KindByCases(FamilyKind[Family]):
    """Families of one kind, for all values of their names."""

    @abstractmethod
    def kind(self) -> Kind:
        """How laws are found, and by which theorem they are proved."""

    def theorems(self) -> Sequence[TheoremByCases[Any, Any]]:
        return (self.kind().theorem,)

    def study(
        self, rule: Family, budget: float | None = None, watcher: Watcher = nobody
    ) -> StudyByCases:
        return study_by_cases(rule, self.kind(), budget, watcher)

    @property
    def ends(self) -> Ends | None:
        return self.kind().ends
