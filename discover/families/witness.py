"""Members that are shown to people: they are members, and what is said of them was computed.

A solver answers in the parameters of a case, whose domain may hold more than the members, and the
period of a law need not be the least one. So a member at which a statement is said to be false is
asked of the family first, then of the statement, and its values are those of the definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from mexplore.discover.families.fitting.members import MOST_MOVES, sequences
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.studied import Ends
from mexplore.rules.parameters.family import FamilyOfRules, given
from mexplore.rules.parameters.statements import PeriodStatement
from mexplore.rules.rule import grundy_by_definition

LARGEST, MOST = 14, 400  # names of the members that are looked at, and members
MOST_BY_ENDS = 20  # members, where each takes longer
LONGEST = 1 << 13  # values of a member
BY_DEFINITION = 300  # values of a member whose moves are more than numbers of tokens

PeriodsOf = tuple[int, int]
"""The least preperiod and the least period."""


def small_members(
    rule: FamilyOfRules, claim: PeriodStatement, ends: Ends | None = None
) -> Iterator[tuple[dict[str, int], PeriodsOf]]:
    """Small members that the statement is about, each with its least preperiod and period."""
    chosen = (m for m in rule.members(LARGEST) if claim.concerns(m))
    yield from known_periods(rule, islice(chosen, MOST), ends)


def known_periods(
    rule: FamilyOfRules, members: Iterable[dict[str, int]], ends: Ends | None = None
) -> Iterator[tuple[dict[str, int], PeriodsOf]]:
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


def contradiction(
    rule: FamilyOfRules,
    values: Mapping[str, int],
    claim: PeriodStatement,
    ends: Ends | None = None,
) -> PeriodsOf | None:
    """The least preperiod and period of the member at which the statement is false; None where the
    values are no member, the statement is not about it, or is not seen to be false.

    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> rule = ParametricRule.parse("subtract(1, k) for k >= 2, k % 2 == 0")
    >>> claim = PeriodStatement.parse("period == 2", rule.names)
    >>> contradiction(rule, {"k": 4}, claim), contradiction(rule, {"k": 5}, claim)
    ((0, 5), None)
    """
    if set(values) != set(rule.names) or not rule.has(values) or not claim.concerns(values):
        return None
    for member, found in known_periods(rule, [dict(values)], ends):
        if not claim.holds(member, *found):
            refuse_otherwise(rule, member, found)
            return found
    return None


def refuse_otherwise(rule: FamilyOfRules, member: Mapping[str, int], found: PeriodsOf) -> None:
    """RuntimeError where the values of the definition have another preperiod or period: then an
    engine is wrong, and nothing is said."""
    n0, p = found
    amounts = rule.amounts(member)
    if amounts is None:
        terms: Sequence[int] = grundy_by_definition(rule.member(**member), BY_DEFINITION)
    else:
        terms = by_definition(amounts, n0 + 2 * p + max(amounts))
    if not _may_have(terms, n0, p):
        raise RuntimeError(f"by the definition {given(member)} has not the period {p} from {n0} on")


def _may_have(terms: Sequence[int], n0: int, p: int) -> bool:
    """Whether n0 and p are the least numbers with terms[n + p] = terms[n] for all n >= n0, as far
    as the terms go."""

    def fails(start: int, period: int) -> bool:
        return any(terms[n + period] != terms[n] for n in range(start, len(terms) - period))

    if len(terms) < n0 + 2 * p:  # too few to say more than that
        return not fails(n0, p)
    earlier = n0 > 0 and not fails(n0 - 1, p)
    return not fails(n0, p) and not earlier and all(fails(n0, q) for q in range(1, p) if p % q == 0)
