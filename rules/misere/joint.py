"""Heaps of several rules side by side, as the heaps of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from mexplore.rules.rule import Heaps, Rule


@dataclass(frozen=True)
class Joint(Rule):
    """Heap number (m - 1)*k + i + 1 is the heap of m tokens of rule number i = 0, ..., k - 1.

    >>> from mexplore.rules.notation import parse_rule
    >>> both = Joint((parse_rule("subtract(1)"), parse_rule("0.7")))
    >>> both.number(0, 3), both.number(1, 3), sorted(both.options(6)), list(both.options(5))
    (5, 6, [(2, 2), (4,)], [(3,)])
    """

    family: ClassVar[str] = "joint"

    rules: tuple[Rule, ...]

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """It has no notation."""
        del text
        return None

    def __str__(self) -> str:
        return " with ".join(map(str, self.rules))

    def number(self, rule: int, tokens: int) -> int:
        """The number of a heap; 0 for no tokens."""
        return (tokens - 1) * len(self.rules) + rule + 1 if tokens else 0

    def options(self, n: int) -> Iterator[Heaps]:
        if n:
            tokens, rule = divmod(n - 1, len(self.rules))
            for option in self.rules[rule].options(tokens + 1):
                yield tuple(self.number(rule, part) for part in option)

    def words(self) -> str:
        return "Heaps of several rules."
