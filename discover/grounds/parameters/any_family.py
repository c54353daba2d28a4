"""The study of a family, of whatever kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from discover.ground import ground_of
from discover.grounds.parameters.studied import StudiedFamily
from rules.computing.grundy import Watcher, nobody
from rules.parameters.family import FamilyOfRules

if TYPE_CHECKING:
    from discover.grounds.parameters.family_ground import FamilyGround


def study_of_family(
    rule: FamilyOfRules, budget: float | None = None, watcher: Watcher = nobody
) -> StudiedFamily:
    """What the study of its kind finds.

    >>> from rules.parameters.ranges import RangeFamily
    >>> study_of_family(RangeFamily.parse("subtract(all but a) for a >= 1")).status
    'proved'
    """
    return cast("FamilyGround[Any]", ground_of(str(rule))).study(rule, budget, watcher)
