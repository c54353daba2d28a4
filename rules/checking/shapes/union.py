"""Unions: the values of the options of all parts together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mexplore.rules.checking.checker import OptionsChecker
from mexplore.rules.families.union.rule import Union

if TYPE_CHECKING:
    from mexplore.rules.checking.checker import OptionValues
    from mexplore.rules.rule import Rule, Values


class UnionChecker(OptionsChecker):
    """Each part by the cheapest checker that writes down the values of its options."""

    def __init__(self, parts: list[OptionsChecker], values: Values) -> None:
        self._parts, self.values = parts, values

    @classmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        if not isinstance(rule, Union):
            return None
        from mexplore.rules.checking.checker import checkers_of

        listed = [
            [c for c in checkers_of(part, values) if isinstance(c, OptionsChecker)]
            for part in rule.parts
        ]
        return cls([min(found, key=lambda c: c.nanoseconds()) for found in listed], values)

    def nanoseconds(self) -> float:
        return sum(part.nanoseconds() for part in self._parts)

    def spot_nanoseconds(self, heaps: int) -> float:
        return sum(part.spot_nanoseconds(heaps) for part in self._parts)

    def mark(self, seen: OptionValues) -> None:
        for part in self._parts:
            part.mark(seen)
