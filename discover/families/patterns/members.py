"""Values of some members of a family: what a law with parameters is compared with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.parameters.family import FamilyOfRules

Values = Mapping[str, int]
"""The values of the names that make a member."""


@dataclass(frozen=True)
class KnownMembers:
    """Values of G that are known: for each of some members of a family the first terms."""

    rule: FamilyOfRules
    terms: Sequence[tuple[Values, Sequence[int]]]


def known_members(rule: FamilyOfRules, members: Iterable[Values], stop: int) -> KnownMembers:
    """G(n) for n < stop, by the definition, of each of the members.

    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> rule = ParametricRule.parse("subtract(k, k + 1) for k >= 1")
    >>> known_members(rule, [{"k": 2}], 7).terms
    [({'k': 2}, [0, 0, 1, 1, 2, 0, 0])]
    """
    return KnownMembers(rule, [(values, first_terms(rule, values, stop)) for values in members])


def first_terms(rule: FamilyOfRules, values: Values, stop: int) -> list[int]:
    """G(n) for n < stop of a member: by the definition where moves take tokens and do no more, else
    by the engine of its kind of rule.

    >>> from mexplore.rules.parameters.codes import CodeFamily
    >>> first_terms(CodeFamily.parse("0.5{k}7 for k >= 1"), {"k": 1}, 8)
    [0, 1, 1, 2, 2, 1, 1, 2]
    """
    amounts = rule.amounts(values, stop)
    if amounts is not None:
        return by_definition(amounts, stop)
    terms: list[int] = grundy_values(rule.member(**values), stop).tolist()
    return terms


def by_definition(amounts: Sequence[int], stop: int) -> list[int]:
    """G(n) for n < stop of a subtraction game: the mex over the amounts s <= n."""
    values: list[int] = []
    for n in range(stop):
        options = {values[n - s] for s in amounts if s <= n}
        values.append(next(v for v in range(len(amounts) + 1) if v not in options))
    return values
