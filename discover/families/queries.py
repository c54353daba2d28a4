"""Values of many members of one family, a few heaps of each: by one law, read once."""

from __future__ import annotations

from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from mexplore.discover.families.member import LAW_SHARE, by_law
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.heaps.values import answers
from mexplore.discover.study.kind import LookedUp, Means, Warrant
from mexplore.discover.study.limits import uninterrupted
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mexplore.discover.families.study import FamilyStudy
    from mexplore.rules.parameters.family import FamilyOfRules


@dataclass
class MembersAsked:
    """The members of a family, of which values are asked for, one member after another.

    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> asked = MembersAsked(ParametricRule.parse("subtract(1, 2, k) for k >= 3"))
    >>> asked.look_up({"k": 999999999}, [10**9, 4], 1.0).values
    [0, 1]
    """

    family: FamilyOfRules
    means: Means = field(default_factory=Means)
    watcher: Watcher = no_progress

    @cached_property
    def study(self) -> FamilyStudy:
        """The laws of the family."""
        budget = LAW_SHARE * self.means.budget
        return uninterrupted(study_of_family(self.family, budget, self.watcher))

    def look_up(self, values: Mapping[str, int], heaps: list[int], seconds: float) -> LookedUp:
        """The values of these heaps of one member: by the law of the family, else as for any rule,
        in these seconds. InputError where there is no such member."""
        names = dict(values)
        self.family.refuse_no_member(names)
        found = by_law(self.study, names)
        if found is None or (found.warrant.status != "proved" and not self.means.unproved):
            means = replace(self.means, budget=seconds, law_first=False)
            return answers(self.family.member(**names), heaps, means, self.watcher).look_up(heaps)
        warrant = found.warrant
        if warrant.status == "proved":
            by = f"by {self.study.theorem.name if self.study.theorem else ''}"
            words = f"laws of {self.family}, proved for all n and all members, {by}"
            warrant = Warrant("proved", words)
        return LookedUp(found.form.at_many(heaps), (warrant,))
