"""The kind of families of codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mexplore.discover.families.by_cases import Kind
from mexplore.discover.families.codes.patterns.pattern import CodeLaw
from mexplore.discover.families.kind_by_cases import KindByCases
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.family import FamilyOfRules


class FamiliesOfCodes(KindByCases[CodeFamily]):
    """Octal games whose digits are repeated by name, for all values of the names."""

    name: ClassVar[str] = "families of codes"
    family: ClassVar[type[FamilyOfRules]] = CodeFamily

    def claims(self) -> Sequence[type[CodeLaw]]:
        return (CodeLaw,)

    def kind(self) -> Kind:
        from mexplore.discover.families.codes.study import CODES

        return CODES
