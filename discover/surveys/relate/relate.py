"""Conjectures about a family, proposed from the laws of its members, and the proofs of some.

Conjectures about a family, proposed from the laws of its members.

For each number of a law: the form in the parameters that fits most members; if it has exceptions,
forms that fit every member that satisfies a condition; multiples of the number; and upper bounds.
For other facts: whether all members have them, or all members that satisfy a condition. The support
of each statement is counted over every member with a proved law, in exact arithmetic.

Statements that the laws of members suggest, handed to the prover of laws with parameters.

The sets of a family ``subtract`` that have k elements are the members of ``subtract(a, b, ...)``
with k names, a < b < ...; a rule with holes is a family with the names of its holes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from mexplore.discover.families.check import check_statement
from mexplore.discover.families.kind import refuse_senseless
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.families.study import FamilyStudy
from mexplore.discover.study.limits import uninterrupted
from mexplore.discover.surveys.families.template import Template
from mexplore.discover.surveys.for_all import ForAll, as_statement, family_of
from mexplore.discover.surveys.relate.forms import (
    Condition,
    Form,
    Table,
    best_forms,
    conditions,
    exact_form,
    features_of,
)
from mexplore.discover.surveys.relate.members import FACTS, NUMBERS, Member, MemberGroup, groups
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import MexploreError
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.parameters.statements import PeriodStatement

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Row
    from mexplore.rules.engine.grundy import Watcher


FEWEST = 8  # members that a statement needs
COMMON = Fraction(2, 5)  # the part of the members that must satisfy a statement with exceptions
NEARLY_ALL = Fraction(9, 10)  # the same for a statement that is not an equation
TIGHT = Fraction(1, 4)  # the part of the members that must attain a bound
MOST_CASES = 4  # statements with conditions of one number
STAGE = "families related"  # in progress reports
CHEAP = 4  # the largest complexity of a bound

Fits = Callable[[Member], bool]


@dataclass(frozen=True)
class Proposal:
    """A statement with the number of ``members`` to which it applies, the number that satisfy it
    (``support``), and the rules that do not, smallest first."""

    family: str
    statement: str
    members: int
    support: int
    exceptions: tuple[str, ...]
    cost: int
    weight: int = 0
    """0 for an equation or a fact, 1 for a divisor, 2 for a bound."""

    @property
    def consequence(self) -> str:
        """The statement without its conditions."""
        return self.statement.rpartition(" implies ")[2]

    def rank(self) -> tuple[str, bool, int, float, int, int, str]:
        """The order: no exceptions first, then the strongest kind, then support, then
        simplicity."""
        share = self.support / self.members
        return (
            self.family, self.support < self.members, self.weight,
            -share, -self.support, self.cost, self.statement,
        )  # fmt: skip


def relate(rows: Sequence[Row], watcher: Watcher = no_progress) -> list[Proposal]:
    """Statements about every family among the rows, best first.

    >>> from mexplore.discover.surveys.record import Record, Row
    >>> rows = [Row("example", a, Record(f"r{a}", "proved", "periodic", period=2 * a), {"a": a})
    ...         for a in range(1, 9)]
    >>> [(each.statement, each.support, each.members) for each in relate(rows)]
    [("pattern == 'periodic'", 8, 8), ('period == 2*a', 8, 8)]
    """
    listed = groups(rows, watcher)
    found: set[Proposal] = set()
    for number, group in enumerate(listed):
        watcher(Progress(STAGE, number, len(listed), {"statements": len(found)}))
        found.update(_of_group(group))
    known = {(each.family, each.statement) for each in found if not each.exceptions}
    statements = [
        each for each in found
        if (each.family, each.consequence) not in known or each.consequence == each.statement
    ]  # fmt: skip
    return sorted(statements, key=Proposal.rank)


def _of_group(group: MemberGroup) -> Iterator[Proposal]:
    for name in NUMBERS:
        known = [member for member in group.members if name in member.numbers]
        if len(known) >= FEWEST:
            yield from _of_number(group, name, known)
    for name in FACTS:
        known = [member for member in group.members if name in member.facts]
        if len(known) >= FEWEST:
            yield from _of_fact(group, name, known)


# Numbers.


def _of_number(group: MemberGroup, name: str, known: list[Member]) -> Iterator[Proposal]:
    features = {member.rule: features_of(member.given) for member in known}

    def equals(form: Form) -> Fits:
        return lambda member: form.at(features[member.rule]) == member.numbers[name]

    def table(members: Sequence[Member]) -> Table:
        rows = [features[member.rule] for member in members]
        return Table.of(group.names, rows, [member.numbers[name] for member in members])

    forms = best_forms(table(known)) if len(table(known)) else []
    forms = [form for form in forms if _earned(form, len(known))]
    equations = [_counted(group, form.equation(name), known, equals(form), form.cost())
                 for form in forms]  # fmt: skip
    best = min(equations, key=_by_exceptions, default=None)
    if best is not None and best.support >= COMMON * best.members:
        yield best
        if not best.exceptions:
            return
    cases = []
    for condition in conditions(group.names):
        some = [member for member in known if condition.holds(member.given)]
        if not FEWEST <= len(some) < len(known) or not len(table(some)):
            continue
        form = exact_form(table(some))
        if form is not None and _earned(form, len(some)):
            text = _implied(condition.text, form.equation(name))
            cost = condition.cost + form.cost()
            case = _counted(group, text, some, equals(form), cost)
            cases += [] if case.exceptions else [(case, some)]
    yield from _covering(cases)
    yield from _divided(group, name, known, features)
    yield from _bounded(group, name, known, features)


def _by_exceptions(proposal: Proposal) -> tuple[float, int, str]:
    """Few exceptions first, weighed against the complexity of the form."""
    share = len(proposal.exceptions) / proposal.members
    return share + 0.02 * proposal.cost, proposal.cost, proposal.statement


def _earned(form: Form, members: int) -> bool:
    """Whether there are enough members for the form not to be a result of overfitting."""
    return members >= max(FEWEST, 4 * (form.free() + 1))


def _covering(cases: list[tuple[Proposal, list[Member]]]) -> Iterator[Proposal]:
    """A few cases that together cover as many members as possible, simple ones first."""
    left = {member.rule for _, some in cases for member in some}
    rules_of = [(each, {member.rule for member in some}) for each, some in cases]
    for _ in range(MOST_CASES):
        ranked = sorted((-len(some & left), each.cost, each.statement) for each, some in rules_of)
        if not ranked or ranked[0][0] == 0:
            return
        best, covered = next(case for case in rules_of if case[0].statement == ranked[0][2])
        left -= covered
        yield best


def _divided(
    group: MemberGroup, name: str, known: list[Member], features: dict[str, dict[str, int]]
) -> Iterator[Proposal]:
    """What the number divides: a sum of two given numbers, a product, or a multiple."""
    if name not in ("period",):
        return
    found = []
    for form in _plain_forms(group.names, known, features):

        def divides(member: Member, form: Form = form) -> bool:
            total = form.at(features[member.rule])
            return total is not None and total > 0 and total % member.numbers[name] == 0

        written = f"({form})" if len(form.terms) > 1 or "*" in str(form) else str(form)
        found.append(_counted(group, f"{written} % {name} == 0", known, divides, form.cost(), 1))
    good = [each for each in found if each.support >= NEARLY_ALL * each.members]
    yield from sorted(good, key=_by_exceptions)[:1]


def _bounded(
    group: MemberGroup, name: str, known: list[Member], features: dict[str, dict[str, int]]
) -> Iterator[Proposal]:
    """The best upper bound that is attained often: the one with the least sum over the members."""
    found = []
    constant = Form((), max(member.numbers[name] for member in known))
    forms = [constant] if constant.cost() <= CHEAP else []
    for form in forms + _plain_forms(group.names, known, features):
        gaps = [_gap(member, name, form.at(features[member.rule])) for member in known]
        if min(gaps) >= 0 and gaps.count(0) >= TIGHT * len(known):
            found.append((sum(gaps), form.cost(), str(form), form))
    for _, _, text, form in sorted(found, key=lambda each: each[:3])[:1]:

        def within(member: Member, form: Form = form) -> bool:
            return _gap(member, name, form.at(features[member.rule])) >= 0

        yield _counted(group, f"{name} <= {text}", known, within, form.cost(), 2)


def _gap(member: Member, name: str, bound: int | None) -> int:
    """The bound minus the number; negative if the bound fails."""
    return -1 if bound is None else bound - member.numbers[name]


def _plain_forms(
    names: Sequence[str], known: list[Member], features: dict[str, dict[str, int]]
) -> list[Form]:
    """One feature, once or twice, and sums of two given numbers."""
    forms = [Form(((c, x),)) for x in features[known[0].rule] for c in (1, 2)]
    forms += [Form(((1, x), (1, y))) for i, x in enumerate(names) for y in names[i + 1 :]]
    return [form for form in forms if form.cost() <= CHEAP]


# Other facts.


def _of_fact(group: MemberGroup, name: str, known: list[Member]) -> Iterator[Proposal]:
    """That all members have it, or most of them, or all that satisfy a condition."""
    seen = {member.facts[name] for member in known}
    for value in sorted(seen, key=str):
        if value is False:
            continue

        def has(member: Member, value: bool | str = value) -> bool:
            return member.facts[name] == value

        text = name if value is True else f"{name} == {value!r}"
        whole = _counted(group, text, known, has, 1)
        if whole.support >= COMMON * whole.members:
            yield whole
        if not whole.exceptions:
            continue
        cases = [
            case for c in conditions(group.names) if (case := _case(group, c, text, known, has))
        ]
        yield from _covering(cases)


def _case(
    group: MemberGroup, condition: Condition, text: str, known: list[Member], fits: Fits
) -> tuple[Proposal, list[Member]] | None:
    some = [member for member in known if condition.holds(member.given)]
    if not FEWEST <= len(some) < len(known):
        return None
    stated = _implied(condition.text, text)
    case = _counted(group, stated, some, fits, 1 + condition.cost)
    return None if case.exceptions else (case, some)


def _implied(condition: str, text: str) -> str:
    return f"{condition} implies {text}"


def _counted(
    group: MemberGroup, text: str, members: Sequence[Member], fits: Fits, cost: int, weight: int = 0
) -> Proposal:
    """The statement, tested on each member."""
    exceptions = tuple(member.rule for member in members if not fits(member))
    count = len(members)
    if group.scope:
        joint = " and " if " implies " in text else " implies "
        text = f"{group.scope}{joint}{text}"
    return Proposal(group.family, text, count, count - len(exceptions), exceptions, cost, weight)


SETS = "subtract"
NAMES = "abcd"
SECONDS = 10.0  # for the laws of one family, of which each statement is asked
_SIZE = re.compile(r"len\(S\) == (\d+)(?: and )?")


@dataclass
class Prover:
    """Asks the prover, until `working_seconds` passes ``until``; each family is studied once."""

    rows: Sequence[Row]
    until: float
    watcher: Watcher
    studies: dict[ParametricRule, FamilyStudy] = field(default_factory=dict)

    def about(self, proposal: Proposal) -> ForAll | None:
        """What is known of the statement for all members; None where it is not about periods, the
        family has no notation with names, or the time has passed."""
        if proposal.support < proposal.members or working_seconds() > self.until:
            return None
        asked = next(iter(_asked(proposal, self.rows)), None)
        if asked is None:
            return None
        rule, statement = asked
        try:
            PeriodStatement.parse(statement, rule.names)
            refuse_senseless(rule)
        except MexploreError:
            return None
        return ForAll(
            rule, statement, check_statement(rule, statement, SECONDS, self.watcher, self._study)
        )

    def _study(self, rule: ParametricRule, seconds: float, watcher: Watcher) -> FamilyStudy:
        if rule not in self.studies:
            left = max(min(seconds, self.until - working_seconds()), 0.5)
            self.studies[rule] = uninterrupted(study_of_family(rule, left, watcher))
        return self.studies[rule]


def _asked(proposal: Proposal, rows: Sequence[Row]) -> Iterator[tuple[ParametricRule, str]]:
    """The family with names, and the statement in them, where there is one."""
    if proposal.family == SETS:
        size = _SIZE.search(proposal.statement)
        if size is not None and 1 <= int(size[1]) <= len(NAMES):
            statement = _SIZE.sub("", proposal.statement, count=1).strip()
            statement = statement.removeprefix("implies ")
            yield sets_of_size(int(size[1])), as_statement(statement)
        return
    given = [row.parameters for row in rows if row.family == proposal.family]
    holes = dict.fromkeys(re.findall(r"\{(\w+)\}", proposal.family))
    if not holes or any(type(each.get(name)) is not int for each in given for name in holes):
        return
    values = tuple((name, tuple({each[name] for each in given})) for name in holes)
    rule = family_of(Template(proposal.family, values))
    if rule is not None:
        yield rule, as_statement(proposal.statement)


def sets_of_size(size: int) -> ParametricRule:
    """All subtraction sets of this many elements.

    >>> str(sets_of_size(2))
    'subtract(a, b) for a >= 1, b >= a + 1'
    """
    names = NAMES[:size]
    above = [f"{later} > {name}" for name, later in pairwise(names)]
    return ParametricRule.parse(f"subtract({', '.join(names)}) for {', '.join(['a >= 1', *above])}")
