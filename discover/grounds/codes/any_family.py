"""The study of a family, of whatever kind."""

from __future__ import annotations

from discover.grounds.codes.study import study_codes
from discover.grounds.parameters.by_cases import StudyByCases
from discover.grounds.parameters.study import FamilyStudy, study_family
from discover.grounds.ranges.study import study_ranges
from rules.computing.grundy import Watcher, nobody
from rules.parameters.codes import CodeFamily
from rules.parameters.family import FamilyOfRules
from rules.parameters.ranges import RangeFamily
from rules.parameters.rule import ParametricRule


def study_of_family(
    rule: FamilyOfRules, budget: float | None = None, watcher: Watcher = nobody
) -> FamilyStudy | StudyByCases:
    """What the study of its kind finds.

    >>> study_of_family(RangeFamily.parse("subtract(all but a) for a >= 1")).status
    'proved'
    """
    if isinstance(rule, RangeFamily):
        return study_ranges(rule, budget, watcher)
    if isinstance(rule, CodeFamily):
        return study_codes(rule, budget, watcher)
    assert isinstance(rule, ParametricRule)
    return study_family(rule, budget, watcher)
