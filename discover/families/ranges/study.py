"""The study of a family of ranges."""

from __future__ import annotations

from mexplore.discover.families.by_cases import Kind, StudyByCases, study_by_cases
from mexplore.discover.families.fitting.ranges import find_range_law
from mexplore.discover.families.ranges.theorems.digit_values import DigitValues
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.parameters.ranges import RangeFamily

RANGES = Kind(find_range_law, DigitValues())


def study_ranges(
    rule: RangeFamily, budget: float | None = None, watcher: Watcher = nobody
) -> StudyByCases:
    """Look for laws that cover the family, and prove them. A KeyboardInterrupt ends the study.

    >>> found = study_ranges(RangeFamily.parse("remove(k .. m) for 1 <= k <= m"))
    >>> found.status, found.theorem.name
    ('proved', 'digit values')
    >>> found
    <remove(k .. m) for k >= 1, m >= k: 1 law; proved>
    """
    return study_by_cases(rule, RANGES, budget, watcher)
