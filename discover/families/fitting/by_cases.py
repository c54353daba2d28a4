"""Claims by cases: splits in turn, and for each case of a split the laws that are found of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from mexplore.discover.families.patterns.by_cases import LawsByCases, OfCase
from mexplore.discover.families.patterns.splits import Case, Split, cases_of
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.family import FamilyOfRules

Laws = TypeVar("Laws", bound=LawsByCases)


def claims_by_cases(
    rule: FamilyOfRules,
    splits: Iterable[Split],
    laws_of: Callable[[Case], Sequence[Any] | None],
    claim: Callable[[Split, tuple[OfCase, ...]], Laws],
    until: float,
) -> Iterator[Laws]:
    """A claim for each split in which every case has laws: ``laws_of`` returns those of a case, or
    None where it finds none. Splits that do not apply to the family are passed over. Until
    `working_seconds` passes ``until``."""
    for split in splits:
        try:
            cases = cases_of(rule, split)
        except ValueError:
            continue
        laws = _laws_of_all(cases, laws_of)
        if laws:
            yield claim(split, tuple(laws))
        if working_seconds() > until:
            return


def _laws_of_all(
    cases: Sequence[Case], laws_of: Callable[[Case], Sequence[Any] | None]
) -> list[OfCase]:
    """The laws of all cases; none where one of the cases has none."""
    found = list[OfCase]()
    for number, case in enumerate(cases):
        laws = laws_of(case)
        if laws is None:
            return []
        found += [OfCase(number, law) for law in laws]
    return found
