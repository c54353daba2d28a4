"""Who wins alone with a heap is read off the digits of its size, in some numeration."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.outcomes.law import AcceptedByDigits
from mexplore.discover.study.pattern import Pattern
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values


@dataclass(frozen=True)
class HeapsLostByDigits(AcceptedByDigits, Pattern):
    """G(n) = 0 exactly where an automaton accepts that reads the digits of n, the least significant
    one first, in a `Numeration`: in the state s it goes on, after the digit a, to
    ``transitions[s][a]``; it begins in the state 0 and accepts in the states that are ``lost``.
    Zeros at the end change nothing. It is the law of boards (`LostByDigits`) for one coordinate,
    and says nothing of other values: it tells who wins with one heap, not with several.

    >>> from mexplore.discover.automata.numeration import Base
    >>> even = HeapsLostByDigits(Base(2), 1, ((0, 1), (1, 0)), (0,))  # evenly many digits 1
    >>> even.is_zero(2**1000 + 1), [n for n in range(13) if even.is_zero(n)]
    (True, [0, 3, 5, 6, 9, 10, 12])
    >>> even.statement()
    'G(n) = 0 exactly where the automaton with 2 states accepts n in base 2'
    """

    name = "lost-heaps-by-digits"
    letters: ClassVar[tuple[str, ...]] = ("n",)

    def is_zero(self, n: int) -> bool:
        return self.automaton.accepts(n)

    def first_failure(self, evidence: Evidence) -> int | None:
        import numpy as np

        known = evidence.whole()
        wrong = np.flatnonzero((known != 0) != self.outputs_below(len(known)))
        return int(wrong[0]) if len(wrong) else None

    def outputs_below(self, stop: int) -> Values:
        """0 at the n < stop with G(n) = 0, 1 at the others."""
        import numpy as np

        from mexplore.discover.outcomes.learning import accepted_below

        return np.where(accepted_below(self.automaton, (stop,)), 0, 1).astype(np.uint8)
