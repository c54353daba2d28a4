"""What holds laws against members, and the judges that the detector of laws in digits asks.

A judge is the theorem `digits` with a solver, or looks at members where no solver is installed.
Laws that were found are compared with members far outside those that the detector saw, by brute
force. That is no part of the proof: it would find an error in what the proof trusts. Members are
drawn with a fixed seed, some from every cell; their values come from the definition of G alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from mexplore.discover.families.fitting.judge import Coverage, Verdict
from mexplore.discover.families.fitting.members import Point, box, hold_at, points_of
from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.members import by_definition, known_members
from mexplore.discover.families.patterns.pattern import CaseLaw, FamilyLaw
from mexplore.discover.families.patterns.splits import cases_of
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.theorems.by_cases import outside_script
from mexplore.discover.families.theorems.proving import prove_law
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.constraint import Cell, all_hold
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.rule import ParametricRule

LARGEST = 22  # of the parameters of members that are looked at without a solver
MOST, TERMS = 12, 90  # members of a law, and values of each
SIZES = 400, 80, 20  # of the parameters, largest first
DRAWN = 100_000
EACH = 4  # members of a law
LONGEST = 30_000  # values of a member
SINGLE = 300  # values of a member that are read off the digits
FIRST = 24, 200  # of the first members: how many, and values of each
LARGEST_FIRST = 60  # of the names of the first members


@dataclass(frozen=True)
class SolverJudge:
    """A `discover.families.fitting.judge.Judge` by one solver. The elements are those that the law
    names: that they are the elements of the family is seen when the claim about it is proved."""

    solver: Solver

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        """Whether the law is true for all parameters in its cell."""
        elements = tuple(move.element for move in law.moves)
        outcome = prove_law(law, elements, [self.solver], working_seconds() + seconds)
        found = dict(outcome.counterexample) or None
        return Verdict(outcome.proved, found, outcome.conditions, outcome.failed)

    def cover(
        self, names: Sequence[str], domain: Cell, cells: Sequence[Cell], seconds: float
    ) -> Coverage:
        """Whether every point of the domain is in one of the cells."""
        script = outside_script(names, domain, cells)
        answer = self.solver.answer(script, working_seconds() + seconds)
        if answer.verdict == "unsat":
            return Coverage(True)
        return Coverage(False, answer.point(names) if answer.solution else None)


class ByMembers:
    """Laws are compared with small members, and cells against small points: what passes holds so
    far, and nothing is proved."""

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        until = working_seconds() + seconds
        points = points_of(law.cell, law.parameters, LARGEST)
        for values in points[:: -max(1, len(points) // MOST)]:
            terms = by_definition([move.element.at(values) for move in law.moves], TERMS)
            if any(value_at(law, values, n) != term for n, term in enumerate(terms)):
                return Verdict(False, values, reason="a value is another one")
            if working_seconds() > until:
                return Verdict(False, reason="the time is up")
        return Verdict(len(points) > 0)

    def cover(
        self, names: Sequence[str], domain: Cell, cells: Sequence[Cell], seconds: float
    ) -> Coverage:
        del seconds
        for values in points_of(domain, names, LARGEST):
            if not any(all_hold(cell, values) for cell in cells):
                return Coverage(False, values)
        return Coverage(True)


@dataclass(frozen=True)
class Confirmation:
    """How many members were compared, with names up to ``largest`` where they were drawn far
    outside, and how many values; the first ``failure``, a member and n, if there is one."""

    members: int = 0
    values: int = 0
    largest: int | None = 0
    failure: tuple[dict[str, int], int] | None = None


def first_members(rule: FamilyOfRules, claim: LawsByCases) -> Confirmation:
    """Compare values of the first members."""
    number, stop = FIRST
    known = known_members(rule, islice(rule.members(LARGEST_FIRST), number), stop)
    values = sum(len(terms) for _, terms in known.terms)
    failure = claim.first_failure(known)
    named = None if failure is None else (dict(failure[0]), failure[1])
    return Confirmation(len(known.terms), values, None, named)


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
