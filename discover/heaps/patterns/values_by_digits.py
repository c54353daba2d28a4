"""The first nim-values of heaps are read off the digits of their sizes, in some numeration."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.outcomes.law import ValuedByDigits
from mexplore.discover.study.pattern import ClosedForm, Pattern
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values


@dataclass(frozen=True)
class HeapValuesByDigits(ValuedByDigits, Pattern):
    """G(n) is the output of the state in which an automaton is after the digits of n, the least
    significant first, in a `Numeration`; the output ``most`` + 1 stands for all values greater than
    ``most``. It is the law of boards (`ValuesByDigits`) for one coordinate; where no greater value
    is left it gives every value.

    >>> from mexplore.discover.automata.numeration import Base
    >>> law = HeapValuesByDigits(Base(2), 1, ((1, 2), (1, 1), (2, 2)), 1, (0, 0, 1))
    >>> law.statement(), HeapValuesForm(law).at(10**30 + 1)
    ('G(n) is the output of the automaton with 3 states for n in base 2', 1)
    """

    name = "heap-values-by-digits"
    letters: ClassVar[tuple[str, ...]] = ("n",)

    def first_failure(self, evidence: Evidence) -> int | None:
        import numpy as np

        known = evidence.whole()
        wrong = np.flatnonzero(np.minimum(known, self.most + 1) != self.outputs_below(len(known)))
        return int(wrong[0]) if len(wrong) else None

    def outputs_below(self, stop: int) -> Values:
        """The outputs at n < stop."""
        import numpy as np

        from mexplore.discover.outcomes.learning import accepted_below

        found = np.full(stop, self.most + 1, dtype=np.uint8)
        for value in range(self.most + 1):
            found[accepted_below(self.positions_of(value), (stop,))] = value
        return found

    def closed_form(self, evidence: Evidence) -> HeapValuesForm | None:
        del evidence
        return HeapValuesForm(self) if self.complete else None


@dataclass(frozen=True)
class HeapValuesForm(ClosedForm):
    """Every value by the automaton."""

    law: HeapValuesByDigits

    def at(self, n: int) -> int:
        return self.law.output(n)

    def prefix(self, stop: int) -> Values:
        return self.law.outputs_below(stop)

    def counts(self, stop: int) -> dict[int, int]:
        counts = {value: self.count_of(value, stop) for value in range(self.law.most + 1)}
        return {value: count for value, count in counts.items() if count}

    def count_of(self, value: int, stop: int) -> int:
        from mexplore.discover.outcomes.counting import Bound, count_within

        if not 0 <= value <= self.law.most:
            return 0
        return count_within(self.law.positions_of(value), [Bound((0,), stop)])

    def value_sets(self, budget: Budget) -> Mapping[int, Automaton]:
        del budget
        return {value: self.law.positions_of(value) for value in range(self.law.most + 1)}

    def largest_value(self) -> int | None:
        found = [value for value in range(self.law.most + 1) if self._occurs(value)]
        return max(found, default=0)

    def _occurs(self, value: int) -> bool:
        return not self.law.positions_of(value).empty()
