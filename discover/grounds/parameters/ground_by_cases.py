"""The ground of families that are split into cases by a detector of their own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from discover.grounds.parameters.by_cases import Kind, StudyByCases, study_by_cases
from discover.grounds.parameters.family_ground import Family, FamilyGround
from discover.grounds.parameters.studied import Ends
from discover.theorems.parameters.by_cases import TheoremByCases
from rules.computing.grundy import Watcher, nobody


class GroundByCases(FamilyGround[Family]):
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
