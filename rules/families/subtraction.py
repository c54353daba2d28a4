"""Subtraction games: remove s tokens, s in a set.

Notation ``subtract(1, 3, 4)``, ``subtract(1..22)``. Canonical text: the members in increasing
order, three or more consecutive ones as a range.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from rules.rule import Heaps, Rule
from rules.sets import read_members, write_members

if TYPE_CHECKING:
    from rules.kernels.kernel import Kernel


@dataclass(frozen=True)
class Subtraction(Rule):
    """Remove s tokens from a heap of n >= s, s in a finite set.

    >>> rule = Subtraction.parse("subtract(4, 1, 3)")
    >>> str(rule), list(rule.options(3))
    ('subtract(1, 3, 4)', [(2,), ()])
    """

    family: ClassVar[str] = "subtraction"
    examples: ClassVar[tuple[str, ...]] = ("subtract(1, 3, 4)", "subtract(1..22)", "subtract(2)")

    members: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Self | None:
        match = re.fullmatch(r"subtract\s*\((.*)", text, re.DOTALL)
        if match is None:
            return None
        return cls(read_members(text, match.start(1), least=1, what="a number of tokens to remove"))

    def __str__(self) -> str:
        return f"subtract({write_members(self.members)})"

    def options(self, n: int) -> Iterator[Heaps]:
        for s in self.members:
            if s > n:
                return
            yield (n - s,) if s < n else ()

    def words(self) -> str:
        return f"Remove {in_words(self.members)} from one heap."

    def kernel(self) -> Kernel:
        from rules.kernels.subtraction import SubtractionKernel

        return SubtractionKernel(self.members)


def in_words(members: Sequence[int]) -> str:
    """The members as a person would list them.

    >>> in_words((1,)), in_words((1, 3, 4))
    ('1 token', '1, 3 or 4 tokens')
    """
    if len(members) == 1:
        return f"{members[0]} token" + ("s" if members[0] > 1 else "")
    if len(members) > 3 and members[-1] - members[0] == len(members) - 1:
        return f"{members[0]} to {members[-1]} tokens"
    return f"{', '.join(map(str, members[:-1]))} or {members[-1]} tokens"
