"""Values of the first members of a family of ranges."""

from __future__ import annotations

from itertools import islice

from discover.fitting.ranges import terms_of
from discover.patterns.ranges.pattern import MembersOfRanges
from rules.parameters.ranges import RangeFamily


def known_members(rule: RangeFamily, number: int, stop: int) -> MembersOfRanges:
    """The first terms of the first members."""
    chosen = islice(rule.members(60), number)
    return MembersOfRanges(rule, [(values, terms_of(rule, values, stop)) for values in chosen])
