"""The ground of families of codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discover.grounds.parameters.by_cases import Kind
from discover.grounds.parameters.ground_by_cases import GroundByCases
from discover.patterns.codes.pattern import CodeLaw
from rules.parameters.codes import CodeFamily
from rules.parameters.family import FamilyOfRules


class FamiliesOfCodes(GroundByCases[CodeFamily]):
    """Octal games whose digits are repeated by name, for all values of the names."""

    name: ClassVar[str] = "families of codes"
    family: ClassVar[type[FamilyOfRules]] = CodeFamily

    def claims(self) -> Sequence[type[CodeLaw]]:
        return (CodeLaw,)

    def kind(self) -> Kind:
        from discover.grounds.codes.study import CODES

        return CODES
