"""The laws of a family as the rows of a table: for whom, period, preperiod, values.

Cells are written as a person reads them: in the names of the family, nothing said twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mexplore.discover.families.fitting.members import points_of
from mexplore.discover.families.methods import method_of
from mexplore.discover.families.patterns.by_cases import LawsByCases, OfCase
from mexplore.discover.families.patterns.digits import digits_of
from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.patterns.splits import Blocks, Case, Residues, Split
from mexplore.discover.families.patterns.words import Word, word_of
from mexplore.discover.families.solvers.formulas import (
    holds,
    in_cell,
    none_of,
    question,
    short_names,
)
from mexplore.discover.families.solvers.solver import NotInstalled, Solver, solver_named
from mexplore.rules.arithmetic.polynomial import Polynomial, plain_of
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell, Constraint, equal
from mexplore.rules.parameters.family import FamilyOfRules

PERIODS = 5  # beyond the start, where the number of an example stands
SMALL, TRIED = 12, 8  # names of the members whose smaller periods are looked for; members


@dataclass(frozen=True)
class LawRow:
    """One law, a `LawOfCell`, of a case. ``when`` has constraints in the names of the case.

    Of laws in digits more is known. ``divisor`` is what the period has to be divided by: (a, r)
    stands for gcd(a, r). ``word`` has the values of one period, ``before`` those before it. Where
    the period is not known to be the least one, ``smaller`` may be a member, and its period.
    """

    law: Any
    case: Case
    when: tuple[str, ...]
    period: Polynomial
    preperiod: Polynomial
    saltus: Polynomial
    conditions: int
    divisor: tuple[Polynomial, Polynomial] | None = None
    word: Word | None = None
    before: Word | None = None
    smaller: tuple[dict[str, int], int] | None = None

    @property
    def least(self) -> bool:
        """Whether the period is claimed to be the least one."""
        return bool(self.law.is_least)

    @property
    def whom(self) -> str:
        return ", ".join(self.when) or "always"

    @property
    def written_period(self) -> str:
        """The period in the names of the family where they suffice."""
        if self.divisor is None:
            return plain_of(self.period)
        return f"({plain_of(self.period)})/gcd({self.divisor[0]}, {self.divisor[1]})"


def rows_of(rule: FamilyOfRules, claim: LawsByCases) -> tuple[LawRow, ...]:
    """The rows, in the order of the laws."""
    cases, theorem = claim.cases(rule), method_of(rule).theorem
    found = []
    for each in claim.laws:
        law, case = each.law, cases[each.case]
        if isinstance(law, DigitLaw):
            shorter = _shortened(beyond_the_domain(law.cell, case), case)
            cell = together(shorter, case.names, case.domain)
            when = (*case_words(claim.split, case), *map(str, cell))
        else:
            cell, when = law.cell, _when(claim, each, case)
        found.append(
            LawRow(
                law,
                case,
                when,
                in_names_of_family(law.the_period, case, cell),
                in_names_of_family(law.the_preperiod, case, cell),
                in_names_of_family(law.the_saltus, case, cell),
                len(theorem.script(rule, case, law).questions),
                **_of_digits(law, case),
            )
        )
    return tuple(found)


def _when(claim: LawsByCases, each: OfCase, case: Case) -> tuple[str, ...]:
    """Which members a law is about, less what is said of all members and of the split."""
    several = len({other.case for other in claim.laws}) > 1 and str(case)
    inside = beyond_the_domain(each.law.cell, case)
    return (*([str(case)] if several else []), *map(str, dict.fromkeys(inside)))


def _of_digits(law: object, case: Case) -> dict[str, Any]:
    """What is known of laws in digits alone."""
    if not isinstance(law, DigitLaw):
        return {}
    members = small_members(law, case)
    phase = law.phases[0] if law.reduced else None
    return {
        "divisor": (phase.modulus, phase.step) if phase else None,
        "word": word_of(law, members),
        "before": word_of(law, members, periodic=False),
        "smaller": None if law.landmarks else _smaller(law, case, members),
    }


def small_members(law: DigitLaw, case: Case) -> list[dict[str, int]]:
    """The parameters of some small members in the cell of a law."""
    return points_of((*case.domain, *law.cell), case.names, SMALL)


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
    own = short_names(names)
    known = [holds(c, own) for c in given]
    fails = none_of([in_cell(then, own)])
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


# Cells as a person reads them.


def in_names_of_family(number: Polynomial, case: Case, cell: Cell = ()) -> Polynomial:
    """The same number in names of the family instead of those of the case, where that is shorter;
    equations of the cell are used.

    >>> from mexplore.discover.families.patterns.splits import cases_of
    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> rule, a = ParametricRule.parse("subtract(a, b) for a >= 1, b > a"), Polynomial.name("a")
    >>> case = cases_of(rule, (Blocks("b", 2 * a, "h", "r"),))[1]
    >>> h, r = Polynomial.name("h"), Polynomial.name("r")
    >>> in_names_of_family(4 * a * h + a + r, case)
    a + 2*b - r
    >>> in_names_of_family(2 * a * h + a, case, (equal(r, 0),))
    a + b
    >>> in_names_of_family(4 * a * a * h + 3 * a * r, case)
    2*a*b + a*r
    """
    solved = dict(_solved(equation, case) for equation in cell if equation.sign == "==")
    number = number.with_names(solved)
    old = set(case.family)
    for name, meaning in case.meanings:
        if meaning == Polynomial.name(name):
            continue
        known = meaning.with_names(solved)
        count = _multiple(number, known, case.names)
        shorter = number - count * known + count * Polynomial.name(name)
        if (shorter.degree, len(shorter.names - old)) < (number.degree, len(number.names - old)):
            number = shorter
    return number


def _multiple(number: Polynomial, known: Polynomial, names: Sequence[str]) -> Polynomial:
    """What the other polynomial has to be multiplied by, for its leading term to be taken away."""
    lead, c = known.leading(names)
    found = Polynomial()
    for monomial, d in number.terms():
        rest = list(monomial)
        if d % c == 0 and all(rest.count(name) >= lead.count(name) for name in lead):
            for name in lead:
                rest.remove(name)
            found = found + Polynomial({tuple(rest): d // c})
    return found


def _solved(equation: Constraint, case: Case) -> tuple[str, Polynomial]:
    """The equation as a name, one of the case if possible, and what it equals; a name and itself
    where no coefficient is 1 or -1."""
    names = sorted(equation.names, key=lambda name: (name in case.family, case.names.index(name)))
    for name in names:
        c = equation.form.coefficient(name)
        if abs(c) == 1:
            return name, Polynomial.name(name) - c * equation.form
    return names[0], Polynomial.name(names[0])


def beyond_the_domain(cell: Cell, case: Case) -> Cell:
    """The constraints of a cell that the domain of its case does not state."""
    return tuple(c for c in cell if c not in case.domain)


def case_words(split: Split, case: Case) -> list[str]:
    """Which case it is: ``h == 0``, ``k = 7*k1 + 3``; nothing for the case without steps."""
    found: list[str] = []
    path = list(case.path)
    for step in split:
        if not path:
            break
        chosen = path.pop(0)
        if isinstance(step, Residues):
            found.append(f"{step.name} = {step.modulus * Polynomial.name(step.quotient) + chosen}")
        elif chosen < step.apart:
            found.append(str(equal(Polynomial.name(step.quotient), chosen)))
        else:
            found.append(f"{step.quotient} >= {step.apart}")
    return found


def split_words(split: Split) -> list[str]:
    """What the steps of a split say of all cases."""
    return [str(step) for step in split if isinstance(step, Blocks)]


def together(cell: Sequence[Constraint], names: Sequence[str], domain: Cell = ()) -> Cell:
    """The constraints of a cell; two that bound the same form from both sides, one of which may be
    of the domain, become an equation, of which the first of the names stands on the left.

    >>> from mexplore.rules.parameters.reading import read_constraints
    >>> found = together(read_constraints("h <= 2, h >= 2, a >= r, 3 == a"), "ahr")
    >>> [str(constraint) for constraint in found]
    ['h == 2', 'a >= r', 'a == 3']
    """
    found: list[Constraint] = []
    for constraint in cell:
        other = Constraint(-constraint.form) if constraint.sign == ">=" else None
        if other is not None and other in found:
            found[found.index(other)] = _equation(constraint.form, names)
        elif other in domain or constraint.sign == "==":
            found.append(_equation(constraint.form, names))
        else:
            found.append(constraint)
    return tuple(found)


def _equation(form: Polynomial, names: Sequence[str]) -> Constraint:
    """form == 0, the first name on the left."""
    _, c = form.leading(names)
    return Constraint(form if c > 0 else -form, "==")
