"""The laws of a family as the rows of a table: for whom, period, preperiod, word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mexplore.discover.families.cells import (
    beyond_the_domain,
    case_words,
    in_names_of_family,
    together,
)
from mexplore.discover.families.fitting.points import box
from mexplore.discover.families.patterns.digits import digits_of
from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.patterns.pattern import CaseLaw, FamilyLaw
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.patterns.words import Word, word_of
from mexplore.discover.families.solvers.formulas import all_of, holds, none_of
from mexplore.discover.families.solvers.named import solver_named
from mexplore.discover.families.solvers.script import question
from mexplore.discover.families.solvers.solver import NotInstalled, Solver
from mexplore.discover.families.theorems.proving import script_of
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.polynomial import Polynomial
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.parameters.written import plain_of

PERIODS = 5  # beyond the start, where the number of an example stands
SMALL, TRIED = 12, 8  # names of the members whose smaller periods are looked for; members


@dataclass(frozen=True)
class LawRow:
    """One law. ``when`` has constraints in the names of the case. Where the period is not known to
    be the least one, ``smaller`` may be a member, and its period.

    ``divisor`` is what the period has to be divided by: (a, r) stands for gcd(a, r).
    """

    law: DigitLaw
    case: Case
    when: tuple[str, ...]
    period: Polynomial
    divisor: tuple[Polynomial, Polynomial] | None
    preperiod: Polynomial
    word: Word | None
    before: Word | None
    smaller: tuple[dict[str, int], int] | None
    conditions: int

    @property
    def least(self) -> bool:
        """Whether the period is claimed to be the least one."""
        return bool(self.law.landmarks)

    @property
    def written_period(self) -> str:
        """The period in the names of the family where they suffice."""
        if self.divisor is None:
            return plain_of(self.period)
        return f"({plain_of(self.period)})/gcd({self.divisor[0]}, {self.divisor[1]})"


def rows_of(rule: ParametricRule, claim: FamilyLaw) -> tuple[LawRow, ...]:
    """The rows, in the order of the laws."""
    cases = claim.cases(rule)
    return tuple(_row(claim, each, cases[each.case]) for each in claim.laws)


def _row(claim: FamilyLaw, each: CaseLaw, case: Case) -> LawRow:
    law = each.law
    shortened = _shortened(beyond_the_domain(law.cell, case), case)
    cell = together(shortened, case.names, case.domain)
    members = small_members(law, case)
    phase = law.phases[0] if law.reduced else None
    return LawRow(
        law=law,
        case=case,
        when=(*case_words(claim.split, case), *map(str, cell)),
        period=in_names_of_family(law.the_period, case, cell),
        divisor=(phase.modulus, phase.step) if phase else None,
        preperiod=in_names_of_family(law.the_preperiod, case, cell),
        word=word_of(law, members),
        before=word_of(law, members, periodic=False),
        smaller=None if law.landmarks else _smaller(law, case, members),
        conditions=len(script_of(law).questions),
    )


def small_members(law: DigitLaw, case: Case) -> list[dict[str, int]]:
    """The parameters of some small members in the cell of a law."""
    names = case.names
    points = box((*case.domain, *law.cell), names, [SMALL] * len(names))
    return [dict(zip(names, map(int, point), strict=True)) for point in points]


def _shortened(cell: Cell, case: Case) -> Cell:
    """The cell without constraints that follow from the others and from the domain of the case; a
    solver decides that, and without one nothing is left out."""
    try:
        solver = solver_named("z3")
        solver.version  # noqa: B018  (raises where it is not installed)
    except NotInstalled:
        return cell
    for constraint in cell:
        rest = tuple(c for c in cell if c != constraint)
        if _follows(solver, (*case.domain, *rest), (constraint,), case.names):
            cell = rest
    return cell


def _follows(solver: Solver, given: Cell, then: Cell, names: Sequence[str]) -> bool:
    own = {name: f"k{i}" for i, name in enumerate(names)}
    known = [holds(c, own) for c in given]
    fails = none_of([all_of(holds(c, own) for c in then)])
    return solver.answer(question(tuple(own.values()), *known, fails)).verdict == "unsat"


def _smaller(
    law: DigitLaw, case: Case, members: Sequence[Mapping[str, int]]
) -> tuple[dict[str, int], int] | None:
    """A small member that has a smaller period than the law says, and this period."""
    for values in members[:: max(1, len(members) // TRIED)]:
        n0, p = law.the_preperiod.at(values), law.period_at(values)
        terms = by_definition([m.element.at(values) for m in law.moves], n0 + p)[n0:]
        for least in range(1, p):
            if p % least == 0 and terms[least:] == terms[: p - least]:
                return {name: meaning.at(values) for name, meaning in case.meanings}, least
    return None


@dataclass(frozen=True)
class Example:
    """A number of one member, its digits, and the piece that holds them."""

    placed: dict[str, int]
    n: int
    digits: tuple[int, ...]
    piece: Piece


def example_of(row: LawRow) -> Example | None:
    """A number some periods beyond the start, of a member of middle size; None without members."""
    law, members = row.law, small_members(row.law, row.case)
    if not members:
        return None
    values = members[len(members) // 2]
    period = law.period_at(values)
    n = law.the_preperiod.at(values) + PERIODS * period + period // 2
    digits = digits_of(law, values, n)
    if digits is None:
        return None
    known = {**values, **dict(zip(law.digits, digits, strict=True))}
    piece = next(piece for piece in law.pieces if piece.holds(known))
    return Example(values, n, digits, piece)
