"""Laws of single rules of heaps, by the library of families."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.heaps.published import LawsOfMembers

if TYPE_CHECKING:
    from mexplore.discover.heaps.values import Warranted
    from mexplore.rules.rule import Rule


class ByLibrary(LawsOfMembers):
    """By the library of families, of whatever kind."""

    def law_of(self, rule: Rule) -> Warranted | None:
        from mexplore.discover.families.member import by_library

        return by_library(rule)
