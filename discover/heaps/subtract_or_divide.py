"""Rules whose moves are n -> n - s and n -> floor(n/d): the two sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class SubtractOrDivide:
    """The options of n: n - s for the s <= n of a finite set, and, for n >= 1, floor(n/d).

    Not both sets are empty; every s >= 1, every d >= 2; both increase.
    """

    subtractions: tuple[int, ...]
    divisors: tuple[int, ...]

    @property
    def largest(self) -> int:
        """The largest number of tokens to subtract, 0 if there is none."""
        return max(self.subtractions, default=0)

    def options(self, n: int) -> Iterator[int]:
        """The heaps that a move from n leaves; 0 is the empty position."""
        yield from (n - s for s in self.subtractions if s <= n)
        if n:
            yield from (n // d for d in self.divisors)


def subtract_or_divide(rule: Rule) -> SubtractOrDivide | Inapplicable:
    """The sets of a rule that is made of finite subtraction sets and floor divisions.

    >>> from mexplore.rules.notation import parse_rule
    >>> subtract_or_divide(parse_rule("subtract(1) or divide(2, 4)"))
    SubtractOrDivide(subtractions=(1,), divisors=(2, 4))
    """
    subtractions: set[int] = set()
    divisors: set[int] = set()
    for part in rule.alternatives():
        if isinstance(part, Subtraction) and part.finite:
            subtractions.update(part.members)
        elif isinstance(part, Division) and not part.ceil:
            divisors.update(part.divisors)
        else:
            return Inapplicable(_why_not(part))
    return SubtractOrDivide(tuple(sorted(subtractions)), tuple(sorted(divisors)))


def _why_not(part: Rule) -> str:
    if isinstance(part, Subtraction):
        return "the subtraction set is infinite"
    if isinstance(part, Division):
        return "the rule rounds quotients up"
    return "the rule is not made of subtraction sets and divisions"
