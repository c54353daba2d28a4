"""How families are written, and which class of families reads a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.rules.parameters.family import FamilyOfRules

_RANGE = r"\s*(?:remove\s*\(|subtract\s*\((?=.*(?:\.\.|\ball\s+but\b)))"

CODES = r"\s*[0-9A-V]?\.[0-7][^>]*\{[^}]*[A-Za-z][^}]*\}.*\sfor\b"
RANGES = rf"(?!.*->){_RANGE}.*\)\s*for\b"  # after an arrow, "for" belongs to a list of options
NUMBERS = r"(?!.*->)\s*\w+\s*\(.*\)\s*for\b"
"""How the texts begin that each class reads; one that several match belongs to the first."""


def class_of_family(text: str) -> type[FamilyOfRules]:
    """The class of families that reads a text.

    >>> class_of_family("subtract(all but a) for a >= 1").__name__
    'RangeFamily'
    """
    if re.match(CODES, text, re.DOTALL):
        from mexplore.rules.parameters.codes import CodeFamily

        return CodeFamily
    if re.match(RANGES, text, re.DOTALL):
        from mexplore.rules.parameters.ranges import RangeFamily

        return RangeFamily
    from mexplore.rules.parameters.rule import ParametricRule

    return ParametricRule
