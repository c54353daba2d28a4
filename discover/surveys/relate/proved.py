"""Statements that the laws of members suggest, handed to the prover of laws with parameters.

The sets of a family ``subtract`` that have k elements are the members of ``subtract(a, b, ...)``
with k names, a < b < ...; a rule with holes is a family with the names of its holes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from mexplore.discover.families.check import check_statement
from mexplore.discover.families.domain import refuse_senseless
from mexplore.discover.families.study import FamilyStudy, study_family
from mexplore.discover.study.limits import uninterrupted
from mexplore.discover.surveys.families.template import Template
from mexplore.discover.surveys.for_all import ForAll, as_statement, family_of
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import MexploreError
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.parameters.statements import PeriodStatement

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Row
    from mexplore.discover.surveys.relate.relate import Proposal
    from mexplore.rules.engine.grundy import Watcher

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
            self.studies[rule] = uninterrupted(study_family(rule, left, watcher))
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
    """All subtraction sets of so many elements.

    >>> str(sets_of_size(2))
    'subtract(a, b) for a >= 1, b >= a + 1'
    """
    names = NAMES[:size]
    above = [f"{later} > {name}" for name, later in pairwise(names)]
    return ParametricRule.parse(f"subtract({', '.join(names)}) for {', '.join(['a >= 1', *above])}")
