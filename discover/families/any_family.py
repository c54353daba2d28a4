"""The study of a family, of whatever kind."""

from __future__ import annotations

from typing import Any

from mexplore.discover.families.codes.study import study_codes
from mexplore.discover.families.ranges.study import study_ranges
from mexplore.discover.families.studied import StudiedFamily
from mexplore.discover.families.study import study_family
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.ranges import RangeFamily


def study_of_family(
    rule: FamilyOfRules, budget: float | None = None, watcher: Watcher = nobody
) -> StudiedFamily:
    """What the study of its kind finds.

    >>> study_of_family(RangeFamily.parse("subtract(all but a) for a >= 1")).status
    'proved'
    """
    found: Any = study_family
    if isinstance(rule, CodeFamily):
        found = study_codes
    elif isinstance(rule, RangeFamily):
        found = study_ranges
    studied: StudiedFamily = found(rule, budget, watcher)
    return studied
