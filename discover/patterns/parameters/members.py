"""Values of some members of a family: what a law with parameters is held against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.parameters.rule import ParametricRule

Values = Mapping[str, int]
"""The values of the names that make a member."""


@dataclass(frozen=True)
class Members:
    """Values of G that are known: for each of some members of a family the first terms."""

    rule: ParametricRule
    terms: Sequence[tuple[Values, Sequence[int]]]


def known_members(rule: ParametricRule, members: Iterable[Values], stop: int) -> Members:
    """G(n) for n < stop, by the definition, of each of the members.

    >>> rule = ParametricRule.parse("subtract(k, k + 1) for k >= 1")
    >>> known_members(rule, [{"k": 2}], 7).terms
    [({'k': 2}, [0, 0, 1, 1, 2, 0, 0])]
    """
    terms = []
    for values in members:
        amounts = [element.at(values) for element in rule.elements]
        terms.append((values, by_definition(amounts, stop)))
    return Members(rule, terms)


def by_definition(amounts: Sequence[int], stop: int) -> list[int]:
    """G(n) for n < stop of a subtraction game: the mex over the amounts s <= n."""
    values: list[int] = []
    for n in range(stop):
        options = {values[n - s] for s in amounts if s <= n}
        values.append(next(v for v in range(len(amounts) + 1) if v not in options))
    return values
