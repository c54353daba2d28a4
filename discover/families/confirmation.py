"""Laws are held against members far outside those that the detector saw, by brute force.

It is no part of the proof: it would find an error in what the proof trusts. Members are drawn with
a fixed seed, some from every cell; their values come from the definition of G alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mexplore.discover.families.fitting.points import Point, box, hold_at
from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.patterns.pattern import CaseLaw, FamilyLaw
from mexplore.discover.families.patterns.splits import cases_of
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.rule import ParametricRule

SIZES = 400, 80, 20  # of the parameters, largest first
DRAWN = 100_000
EACH = 4  # members of a law
LONGEST = 30_000  # values of a member
SINGLE = 300  # values of a member that are read off the digits


@dataclass(frozen=True)
class Confirmation:
    """How many members were compared, with names up to ``largest``, and how many values; the
    first ``failure``, a member and n, if there is one."""

    members: int = 0
    values: int = 0
    largest: int = 0
    failure: tuple[dict[str, int], int] | None = None


def confirm(rule: ParametricRule, claim: FamilyLaw, until: float) -> Confirmation:
    """Compare values of members of each law, until `working_seconds` passes ``until``; of one
    member even where that is past."""
    count = values = largest = 0
    for each in claim.laws:
        for placed, member in _members(rule, claim, each):
            if count and working_seconds() > until:
                return Confirmation(count, values, largest)
            stop = _stop(each.law, placed, rule, member)
            failure = _first_failure(each.law, placed, rule, member, stop)
            if failure is not None:
                return Confirmation(count, values, largest, (member, failure))
            count, values = count + 1, values + stop
            largest = max(largest, *member.values())
    return Confirmation(count, values, largest)


def _members(
    rule: ParametricRule, claim: FamilyLaw, each: CaseLaw
) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
    """Some members in the cell of a law: in the parameters of its case, and in the names of the
    family."""
    case, law = cases_of(rule, claim.split)[each.case], each.law
    chosen = 0
    for point in _points(law):
        placed = dict(zip(law.parameters, point, strict=True))
        member = {name: meaning.at(placed) for name, meaning in case.meanings}
        short = law.period_at(placed) + law.the_preperiod.at(placed) < LONGEST // 2
        if rule.has(member) and short:
            chosen += 1
            yield placed, member
        if chosen == EACH:
            return


def _points(law: DigitLaw) -> Iterator[Point]:
    """Points of the cell, far ones first; near ones where a cell has few."""
    names = law.parameters
    for size in SIZES:
        drawn = np.random.default_rng(1).integers(0, size + 1, (DRAWN, len(names)))
        for point in drawn[hold_at(law.cell, names, drawn)][: 4 * EACH]:
            yield tuple(map(int, point))
    for point in box(law.cell, names, [SIZES[-1]] * len(names))[: -4 * EACH : -1]:
        yield tuple(map(int, point))


def _stop(
    law: DigitLaw, placed: dict[str, int], rule: ParametricRule, member: dict[str, int]
) -> int:
    """Two periods beyond the preperiod and the largest element, as far as is reasonable."""
    far = max(element.at(member) for element in rule.elements)
    return min(LONGEST, law.the_preperiod.at(placed) + 2 * law.period_at(placed) + far)


def _first_failure(
    law: DigitLaw,
    placed: dict[str, int],
    rule: ParametricRule,
    member: dict[str, int],
    stop: int,
) -> int | None:
    """The first n < stop at which the period fails, or one at which the digits give another
    value."""
    terms = np.array(by_definition([e.at(member) for e in rule.elements], stop))
    period, preperiod = law.period_at(placed), law.the_preperiod.at(placed)
    differ = np.nonzero(terms[preperiod + period :] != terms[preperiod : stop - period])[0]
    if len(differ):
        return int(differ[0]) + preperiod + period
    chosen = {*range(min(stop, SINGLE // 2)), *np.linspace(0, stop - 1, SINGLE // 2).astype(int)}
    return next((int(n) for n in sorted(chosen) if value_at(law, placed, int(n)) != terms[n]), None)
