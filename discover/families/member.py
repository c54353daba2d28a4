"""Values of one member of a family by the law of all of it: exactly, for heaps of any size."""

from __future__ import annotations

from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.families.library import families_of
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.families.patterns.by_cases import LawOfCell
from mexplore.discover.families.patterns.counting import numbers_of
from mexplore.discover.families.study import FamilyStudy, Studying
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.values import Answers, Warranted, answers
from mexplore.discover.study.kind import Means, Warrant
from mexplore.discover.study.limits import uninterrupted
from mexplore.discover.study.pattern import ClosedForm, EventualSteps
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, grundy_values, no_progress
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.reach import unreached

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values

LAW_SHARE = 0.7  # of the budget; the rest is for values where no law is about the member
FEW = 2000  # values that are read off digits one by one
FITS = 1 << 60  # numbers in rules that kernels take
MOST_COUNTED = 2000  # different values
MOST_COMPUTED = 1 << 27  # values of a first period
SMALL = 10**4  # heaps, and elements, of which values are computed at once


@dataclass(frozen=True)
class DigitForm(ClosedForm):
    """The law with the parameters of one member; its values are read off the digits of n. Its
    values repeat, or grow from period to period by the saltus, where they are vectors of digits.

    >>> from mexplore.discover.families.patterns.digits import TWICE
    >>> from mexplore.discover.families.patterns.writing import read_law
    >>> form = DigitForm(read_law(TWICE), (("k", 10**30),))
    >>> form.at(10**60 + 10**30), form.at(10**60), form.largest_value()
    (1, 0, 1)
    """

    law: LawOfCell
    placed: tuple[tuple[str, int], ...]
    rule: Rule | None = field(default=None, compare=False)
    """The member, whose first values are computed; None where it is not at hand."""

    def at(self, n: int) -> int:
        found = self.law.value_at(n, dict(self.placed))
        if found is None:  # a law that is proved has digits for every n
            raise TooLarge(f"no digits of {n} are found in the law {self.law.statement()}")
        return found

    def prefix(self, stop: int) -> Values:
        if self.rule is not None and stop > FEW and unreached(self.rule, FITS) is None:
            return grundy_values(self.rule, stop)
        return np.array([self.at(n) for n in range(stop)], dtype=np.uint64)

    def counts(self, stop: int) -> dict[int, int]:
        """Value by value, until every n has one of them."""
        counts: dict[int, int] = {}
        left = stop
        for value in range(MOST_COUNTED):
            if not left:
                return {value: count for value, count in counts.items() if count}
            counts[value] = self.count_of(value, stop)
            left -= counts[value]
        raise TooLarge(f"the n < {stop} have more than {MOST_COUNTED} values of a law")

    def intervals_of(self, value: int, low: int, high: int) -> list[range] | None:
        return self.law.intervals_of(value, (low, high), dict(self.placed))

    def count_of(self, value: int, stop: int) -> int:
        """By the regions of digits, or the intervals, in which the law gives this value; of values
        that repeat by those of one period."""
        n0, period, saltus = self._steps
        if self._period is not None:
            return self._period.count_of(value, stop)
        parts = [(1, 0, min(n0, stop)), (1, n0, stop)]
        if not saltus:
            times, rest = divmod(max(stop - n0, 0), period)
            parts[1:] = [(times, n0, n0 + period), (1, n0, n0 + rest)]
        return sum(
            factor * self._count(value, low, high) for factor, low, high in parts if low < high
        )

    def _count(self, value: int, low: int, high: int) -> int:
        """How many n, low <= n < high, have the value; all are in the periodic part, or none."""
        placed = dict(self.placed)
        regions = self.law.regions(periodic=low >= self._steps[0])
        if regions is not None and self._each_once(low, high):
            return numbers_of(regions, value, (low, high), placed)
        found = self.intervals_of(value, low, high)
        if found is None:
            raise TooLarge("the values of this law with parameters are not counted so far out")
        return _total(found)

    def _each_once(self, low: int, high: int) -> bool:
        """Whether each of these n has digits in one region only, and only once."""
        known = self._once
        if (low, high) not in known:
            regions = self.law.regions(periodic=low >= self._steps[0])
            try:
                once = regions is not None and high - low == numbers_of(
                    regions, None, (low, high), dict(self.placed)
                )
            except TooLarge:
                once = False
            known[low, high] = once
        return known[low, high]

    @cached_property
    def _once(self) -> dict[tuple[int, int], bool]:
        return {}

    @cached_property
    def _period(self) -> PeriodicForm | None:
        """The values of the first period, where they repeat, digits are free, and computing is
        possible."""
        n0, period, saltus = self._steps
        free = self.intervals_of(0, 0, 1) is None
        if saltus or not free or self.rule is None or n0 + period > MOST_COMPUTED:
            return None
        if unreached(self.rule, FITS) is not None:
            return None
        law = Periodic(n0, period)
        return PeriodicForm(law, grundy_values(self.rule, n0 + period))

    def largest_value(self) -> int | None:
        return self.law.largest_value()

    def eventual_steps(self) -> EventualSteps:
        return EventualSteps(*self._steps)

    @cached_property
    def _steps(self) -> tuple[int, int, int]:
        """The preperiod, the period and the saltus."""
        placed = dict(self.placed)
        preperiod, saltus = self.law.the_preperiod.at(placed), self.law.the_saltus.at(placed)
        return preperiod, self.law.period_at(placed), saltus


def _total(intervals: list[range]) -> int:
    """How many numbers they hold, also where these are more than Python's len can count."""
    return sum(each.stop - each.start for each in intervals)


def member_answers(
    family: FamilyOfRules,
    values: dict[str, int],
    heaps: list[int],
    means: Means,
    watcher: Watcher = no_progress,
    study_it: Studying = study_of_family,
) -> Answers:
    """What is known of a member: by a law of the family, where its numbers or these heaps are
    large; else, or where no law is about it, as for any rule of heaps. ``study_it`` finds the
    laws."""
    rule = family.member(**values)
    if max([0, *heaps, family.largest(values)]) < SMALL:
        return answers(rule, heaps, means, watcher)
    study = uninterrupted(study_it(family, LAW_SHARE * means.budget, watcher))
    found = by_law(study, values)
    if found is not None and (found.warrant.status == "proved" or means.unproved):
        return Answers(rule, (found,), None, means.budget)
    rest = replace(means, budget=max(means.budget - study.seconds, 0.1 * means.budget))
    return answers(rule, heaps, rest, watcher)


def by_library(rule: Rule) -> Warranted | None:
    """The law of a family of the library that is about a rule; None if there is none.

    >>> from mexplore.rules.notation import parse_rule
    >>> by_library(parse_rule("subtract(2, 999999999)")).form.at(10**9)
    2
    """
    for family, values in families_of(rule):
        found = family.law.law_of(family.rule, values)
        if found is not None:
            law, placed = found
            done = f"proved for all n and for all members, by {family.certificate['theorem']}"
            words = f"a member of {family.rule}, which has a law: {law.statement()}; {done}"
            library = f"({family.whence})"
            warrant = Warrant("proved", f"{words} {library}")
            return Warranted(DigitForm(law, tuple(placed.items()), rule), warrant)
    return None


def by_law(study: FamilyStudy, values: dict[str, int]) -> Warranted | None:
    """The law of a family that is about a member, for all n; None if there is none."""
    found = None if study.claim is None else study.claim.law_of(study.rule, values)
    if found is None:
        return None
    law, placed = found
    if study.proved is not None and study.proved.proof is not None:
        done = f"proved for all n and for all members, by {study.proved.theorem} ({study.solver})"
        status = "proved"
    else:
        done, status = "holds so far for some members", "holds so far"
    words = f"a member of {study.rule}, which has a law: {law.statement()}; {done}"
    form = DigitForm(law, tuple(placed.items()), _listed(study.rule, values))
    return Warranted(form, Warrant(status, words))  # type: ignore[arg-type]


def _listed(family: FamilyOfRules, values: dict[str, int]) -> Rule | None:
    """The member; None where it has too many numbers to be written as a rule."""
    try:
        return family.member(**values)
    except InputError:
        return None
