"""Systems of kinds as they are written: ``kinds A(n) -> B(i) + A(n - 2 - i); B(n) -> ...``.

Each kind has a name, and a rule for its heaps of n tokens: options, with ``|`` between them. An
option is a sum of heaps. Their sizes are written in n and in *letters*: a letter is any whole
number from 0 on such that no size is negative, and the conditions after ``for`` and ``if`` hold.
So ``A(i) + A(n - 1 - i)`` takes a token and splits the rest in all ways. ``0`` is nothing,
``none`` no option. Rules for one size, such as ``A(3) -> A(1) | 0``, go before that for n.

    kinds R(n) -> L(n - 1) | L(n - 2); L(n) -> L(i) + L(n - 1 - i) | L(i) + L(n - 2 - i); start R(n)

is Kayles on a ring.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.kind_rules import KindRule, N, system_of_rules
from mexplore.rules.systems.kinds_text import KindsReader
from mexplore.rules.systems.system import Heaps, System


@dataclass(frozen=True)
class WrittenSystem(SystemGame):
    """Kinds of heaps with a rule for each, and the kind that play starts with.

    >>> ring = WrittenSystem.parse(
    ...     "kinds R(n)->L(n-1)|L(n-2); L(n) -> L(i)+L(n-1-i) | L(i)+L(n-2-i); start R(n)"
    ... )
    >>> str(ring).removeprefix("kinds R(n) -> L(n - 1) | L(n - 2); ")
    'L(n) -> L(i) + L(n - 1 - i) | L(i) + L(n - 2 - i); start R(n)'
    >>> [kind.name for kind in ring.system.kinds], ring.position("7 + L(2)")
    (['R', 'L'], ((0, 7), (1, 2)))
    """

    family: ClassVar[str] = "kinds"
    joins: ClassVar[str] = "+"

    rules: tuple[KindRule, ...]
    start: str

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The system that the text denotes; None if it is in another notation. RuleSyntaxError
        where it is malformed, where play need not end, and where it is no system."""
        reader = KindsReader.of(text)
        if reader is None:
            return None
        rules, start = reader.read()
        game = cls(rules, start)
        vars(game)["system"] = reader.checked(rules, start)
        return game

    def __str__(self) -> str:
        return f"kinds {'; '.join(map(str, self.rules))}; start {self.start}({N})"

    @cached_property
    def system(self) -> System:
        return system_of_rules(self.rules, self.start)

    def words(self) -> str:
        moves = []
        for rule in self.rules:
            options = [str(option) if option.heaps else "nothing" for option in rule.options]
            if options:
                moves.append(f"{rule.head} into {' or '.join(options)}")
        turned = "; ".join(moves) or "no heap into others"
        return f"A move turns {turned}; play starts with {self.start}({N})."

    def position(self, text: str) -> Heaps:
        """A sum of heaps, ``7 + L(2)``."""
        heaps_of = super().position
        return tuple(heap for part in text.split(self.joins) for heap in heaps_of(part))
