"""Sums that are played as Nim, by the nim-values of their heaps alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.misere.patterns.pattern import MisereLaw
from mexplore.discover.misere.patterns.types import as_nim
from mexplore.discover.study.declared import Declared, Parts, another
from mexplore.discover.study.pattern import Pattern

if TYPE_CHECKING:
    from mexplore.rules.rule import Heaps, Rule


@dataclass(frozen=True)
class PlayedAsNim(Declared, MisereLaw):
    """A sum is lost exactly if some heap has a nim-value of 2 or more and the nim-sum is 0, or no
    heap has and the nim-sum is 1. ``law`` is a law of the nim-values on which a proof may rest.

    >>> from mexplore.rules.notation import parse_rule
    >>> lost = PlayedAsNim().outcomes(parse_rule("subtract(1, 2)"), 9)
    >>> lost((1, 4)), lost((2, 5)), lost((1,))
    (False, True, True)
    """

    name = "played-as-nim"
    parts = Parts(law=replace(another(Geometric), optional=True))
    says = (
        "a sum is lost exactly if some heap has nim-value >= 2 and the nim-sum is 0, or none "
        "has and the nim-sum is 1[[; $law]]"
    )
    typeset = (
        r"\bigoplus_i G(n_i) = \begin{cases} 0 & \text{if some } G(n_i) \ge 2 \\ "
        r"1 & \text{otherwise} \end{cases}"
    )

    law: Pattern | None = None

    @property
    def reach(self) -> int | None:
        return None

    def outcomes(self, rule: Rule, largest: int) -> Callable[[Heaps], bool]:
        from mexplore.rules.engine.grundy import grundy_values

        values = grundy_values(rule, largest + 1)
        return as_nim(lambda n: int(values[n]))

    def size(self) -> int:
        return 0 if self.law is None else self.law.size()
