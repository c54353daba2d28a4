"""Whether a statement about periods is true of every member of a family.

First small members are looked at by brute force: the first that contradicts it is named. Then the
laws of the family decide, cell by cell: a solver is asked for parameters in the cell that satisfy
the conditions and at which the period of the law compares otherwise. Where the period of a law is
not known to be the least, or where something is not linear, nothing is said beyond the members.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from discover.fitting.members import MOST_MOVES, sequences
from discover.ground import ConclusionOf
from discover.grounds.parameters.any_family import study_of_family
from discover.grounds.parameters.parts import is_least_where_asked, reduced
from discover.grounds.parameters.studied import Ends, StudiedFamily, Studying
from discover.patterns.parameters.by_cases import LawOfCell
from discover.patterns.parameters.law import DigitLaw
from discover.patterns.parameters.splits import Case
from discover.solvers.formulas import all_of, any_of, form, holds, none_of
from discover.solvers.named import solver_named
from discover.solvers.script import question
from discover.solvers.solver import Answer
from rules.computing.grundy import Watcher, nobody
from rules.arithmetic import tree
from rules.parameters.family import FamilyOfRules
from rules.parameters.polynomial import Polynomial
from rules.parameters.statements import Comparison, PeriodStatement, comparisons_of

LARGEST, MOST = 14, 400  # names of the members that are looked at, and members
MOST_BY_ENDS = 20  # members, where each takes longer
LONGEST = 1 << 13  # values of a member
WRAPS = range(-4, 5)  # multiples of a modulus by which a remainder may differ from a linear form
_SIGNS = {"==": "=", "<=": "<=", ">=": ">=", "<": "<", ">": ">"}

Member = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class FamilyConclusion(ConclusionOf[Member]):
    """What is known of a statement about every member. ``low`` and ``high`` bound the names of the
    ``members`` that were looked at; ``failure`` is one that contradicts it, with its preperiod and
    period; ``undecided`` is why there is no proof."""

    rule: FamilyOfRules
    low: int
    high: int
    members: int
    failure: Member | None = None
    found: tuple[int, int] | None = None
    proof: str = ""
    laws: int = 0
    undecided: str = ""
    solver: str = ""
    is_empty: bool = False
    """Whether it is about no member at all: then it is true, and says nothing."""

    def __repr__(self) -> str:
        if self.failure is not None:
            return f"<refuted at {_named(self.failure)}>"
        if self.proof:
            return f"<proved for all {', '.join(map(str, self.rule.where))}>"
        return f"<holds for {self.members} members; {self.undecided}>"

    @property
    def first_failure(self) -> Member | None:
        return self.failure

    @property
    def theorem(self) -> str:
        return self.proof

    def words(self, conjecture: str) -> str:
        if self.failure is not None and self.found is not None:
            where = _named(self.failure)
            n0, p = self.found
            member = self.rule.member(**dict(self.failure))
            return f"{conjecture} is false at {where}: {member} has period {p}, preperiod {n0}"
        whom = ", ".join(map(str, self.rule.where))
        if self.proof:
            by = f"{self.proof}, {self.laws} law{'s' * (self.laws != 1)}; {self.solver}"
            empty = ", none of which satisfies its condition" * self.is_empty
            return f"{conjecture}: proved for all {whom}{empty} ({by})"
        looked = f"{self.members} members with names up to {self.high}"
        return f"{conjecture} holds for {looked}; not proved: {self.undecided}"


def check_statement(
    rule: FamilyOfRules,
    text: str,
    seconds: float,
    watcher: Watcher = nobody,
    study: Studying = study_of_family,
    ends: Ends | None = None,
) -> FamilyConclusion:
    """Whether the statement is true of every member; the search for laws takes at most these
    seconds. ``study`` finds the laws. ``ends`` gives the least preperiod and period of a member
    whose moves are more than numbers of tokens.

    >>> from rules.parameters.rule import ParametricRule
    >>> rule = ParametricRule.parse("subtract(k) for k >= 1")
    >>> check_statement(rule, "period == 2*k", 20.0)
    <proved for all k >= 1>
    >>> check_statement(rule, "period == 2*k when k % 3 != 0", 20.0).status
    'proved'
    >>> check_statement(rule, "period == k + 1", 20.0).failure
    (('k', 2),)
    """
    claim = PeriodStatement.parse(text, rule.names)
    looked = list(_members(rule, claim, ends))
    names = [value for member, _ in looked for value in member.values()]
    low, high = min(names, default=0), max(names, default=0)
    for member, found in looked:
        if not claim.holds(member, *found):
            return FamilyConclusion(rule, low, high, len(looked), _key(member), found)
    studied = study(rule, seconds, watcher)
    return _by_laws(studied, claim, FamilyConclusion(rule, low, high, len(looked)), ends)


def _key(member: Mapping[str, int]) -> Member:
    return tuple(sorted(member.items()))


def _named(member: Member) -> str:
    return ", ".join(f"{name} = {value}" for name, value in member)


def _members(
    rule: FamilyOfRules, claim: PeriodStatement, ends: Ends | None
) -> Iterator[tuple[dict[str, int], tuple[int, int]]]:
    """Small members that the statement is about, each with its least preperiod and period."""
    chosen = (m for m in rule.members(LARGEST) if claim.concerns(m))
    yield from _known(rule, islice(chosen, MOST), ends)


def _known(
    rule: FamilyOfRules, members: Iterable[dict[str, int]], ends: Ends | None
) -> Iterator[tuple[dict[str, int], tuple[int, int]]]:
    """Each member of which they are seen, with its least preperiod and period."""
    if ends is not None:
        seen = ((member, ends(rule, member)) for member in islice(members, MOST_BY_ENDS))
        yield from ((member, found) for member, found in seen if found is not None)
        return
    sets = [(m, amounts) for m in members if (amounts := rule.amounts(m))]
    sets = [(m, amounts) for m, amounts in sets if len(amounts) <= MOST_MOVES]
    width = max((len(amounts) for _, amounts in sets), default=0)
    rows = [amounts + amounts[-1:] * (width - len(amounts)) for _, amounts in sets]
    found = sequences(rows, LONGEST)
    for (member, _), values in zip(sets, found, strict=True):
        if values is not None:
            yield member, (values.preperiod, values.period)


# By the laws.


class _Undecided(Exception):
    """Why the laws do not decide."""


def _by_laws(
    study: StudiedFamily,
    claim: PeriodStatement,
    so_far: FamilyConclusion,
    ends: Ends | None,
) -> FamilyConclusion:
    if study.family_status != "proved" or study.claim is None:
        why = "no proved law covers every member"
        return replace(so_far, undecided=f"{why}; {study.remedy}" if study.remedy else why)
    cases = study.claim.cases(study.rule)
    try:
        for each in study.claim.laws:
            member = _contradiction(each.law, cases[each.case], claim)
            if member is not None:
                return _refuted(study.rule, member, claim, so_far, ends)
        empty = not so_far.members and not any(
            _concerns(each.law, cases[each.case], claim) for each in study.claim.laws
        )
    except _Undecided as why:
        return replace(so_far, undecided=str(why))
    theorem = study.proved.theorem if study.proved else ""
    count = len(study.claim.laws)
    proof = theorem or ""
    return replace(so_far, proof=proof, laws=count, solver=study.solver, is_empty=empty)


def _refuted(
    rule: FamilyOfRules,
    member: dict[str, int],
    claim: PeriodStatement,
    so_far: FamilyConclusion,
    ends: Ends | None,
) -> FamilyConclusion:
    """A member at which a law says otherwise is looked at by brute force, as its period may be
    smaller than that of the law."""
    for values, found in _known(rule, [member], ends):
        if not claim.holds(values, *found):
            return replace(so_far, failure=_key(values), found=found)
    where = _named(_key(member))
    return replace(so_far, undecided=f"the law says otherwise at {where}, which was not computed")


def _contradiction(
    law: DigitLaw | LawOfCell, case: Case, claim: PeriodStatement
) -> dict[str, int] | None:
    """A member in the cell of the law at which the law contradicts the statement; None if there is
    none. _Undecided where it is not known."""
    names = _short_names(case)
    number = law.the_period if claim.what == "period" else law.the_preperiod
    try:
        there = _there(law, case, claim)
    except _Undecided:
        _refuse_larger(law, case, claim, number)  # the better reason, where there is one
        raise
    if _answer(names, *there).verdict == "unsat":
        return None  # the statement is about no member in the cell
    _refuse_larger(law, case, claim, number)
    wrong = _comparison(number - claim.bound.with_names(case.family), claim.sign, names)
    found = _answer(names, *there, none_of([wrong]))
    if found.verdict == "unsat":
        return None
    point = {name: found.solution[own] for name, own in names.items()}
    return {name: meaning.at(point) for name, meaning in case.meanings}


def _concerns(law: DigitLaw | LawOfCell, case: Case, claim: PeriodStatement) -> bool:
    """Whether the statement is about some member in the cell of the law."""
    return _answer(_short_names(case), *_there(law, case, claim)).verdict != "unsat"


def _short_names(case: Case) -> dict[str, str]:
    return {name: f"k{i}" for i, name in enumerate(case.names)}


def _there(law: DigitLaw | LawOfCell, case: Case, claim: PeriodStatement) -> list[str]:
    """What members in the cell satisfy that the statement is about, for a solver."""
    names = _short_names(case)
    domain = all_of(holds(c, names) for c in (*case.domain, *law.cell))
    return [domain, *(_condition(c, case, names, domain) for c in claim.when)]


def _refuse_larger(
    law: DigitLaw | LawOfCell, case: Case, claim: PeriodStatement, number: Polynomial
) -> None:
    """A law may say more than the least number; then it decides upper bounds only."""
    if isinstance(law, DigitLaw) and claim.what == "period" and law.reduced:
        raise _Undecided("the period of a law is divided by a greatest common divisor")
    least = law.is_least if claim.what == "period" else number == 0
    if least or claim.sign in ("<=", "<"):
        return
    if isinstance(law, DigitLaw) and claim.what == "period":
        least = is_least_where_asked(law, case, claim, solver_named("z3"))
    if not least:
        cell = ", ".join(map(str, law.cell))
        raise _Undecided(f"the {claim.what} {number} is not known to be the least where {cell}")


def _answer(names: Mapping[str, str], *parts: str) -> Answer:
    found = solver_named("z3").answer(question(tuple(names.values()), *parts))
    if found.verdict == "unknown":
        raise _Undecided("the solver did not finish")
    return found


def _comparison(difference: Polynomial, sign: str, names: Mapping[str, str]) -> str:
    """difference (sign) 0."""
    if not difference.is_linear:
        raise _Undecided(f"{difference} is not linear")
    text = form(difference, names)
    return none_of([f"(= {text} 0)"]) if sign == "!=" else f"({_SIGNS[sign]} {text} 0)"


def _condition(node: tree.Node, case: Case, names: Mapping[str, str], domain: str) -> str:
    """The condition in the names of the case."""
    part = partial(_condition, case=case, names=names, domain=domain)
    match node:
        case tree.Logic(sign, operands):
            return (all_of if sign == "and" else any_of)(map(part, operands))
        case tree.Unary("not", operand):
            return none_of([part(operand)])
        case tree.Comparison(tree.Unary("not", one), ("==",), (tree.Unary("not", other),)):
            return f"(= {part(one)} {part(other)})"
        case tree.Comparison():
            pairs = comparisons_of(node)
            if pairs is not None:
                return all_of(_pair(pair, case, names, domain) for pair in pairs)
    raise _Undecided(f"laws do not decide where {node}")


def _pair(condition: Comparison, case: Case, names: Mapping[str, str], domain: str) -> str:
    """One comparison of a chain."""
    left = condition.left.with_names(case.family)
    right = condition.right.with_names(case.family)
    if condition.modulus is None:
        return _comparison(left - right, condition.sign, names)
    modulus = condition.modulus.with_names(case.family)
    rest = reduced(left, modulus)
    if not rest.is_linear or not modulus.is_linear:
        raise _Undecided(f"a remainder of {condition.left} is not linear")
    ways, every = [], []
    for wraps in WRAPS:
        remainder = rest - wraps * modulus
        inside = all_of(
            (
                _comparison(remainder, ">=", names),
                _comparison(modulus - remainder, ">", names),
            )
        )
        every.append(inside)
        ways.append(all_of((inside, _comparison(remainder - right, condition.sign, names))))
    if _answer(names, domain, none_of(every)).verdict != "unsat":
        if modulus.is_constant and modulus.constant >= 1:
            return _constant(rest, modulus.constant, right, condition.sign, names)
        raise _Undecided(f"remainders of {condition.left} are not bounded")
    return any_of(ways)


def _constant(
    rest: Polynomial, modulus: int, right: Polynomial, sign: str, names: Mapping[str, str]
) -> str:
    """A remainder by a number."""
    if not right.is_linear:
        raise _Undecided(f"{right} is not linear")
    text = f"(mod {form(rest, names)} {modulus})"
    equal = f"(= {text} {form(right, names)})"
    if sign == "!=":
        return none_of([equal])
    return equal if sign == "==" else f"({sign} {text} {form(right, names)})"
