"""Laws by the Fibonacci or Pell digits of n: G(n) is what an automaton outputs after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from discover.numerics.digit_counts import outputs_below
from discover.pattern import ClosedForm, Json, Pattern
from discover.patterns.automatic.pattern import eventually_periodic
from discover.patterns.ostrowski.guess import guess
from discover.patterns.ostrowski.numeration import Numeration

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from discover.patterns.ostrowski.numeration import Numbers
    from rules.rule import Values

FEWEST_TERMS = 64
QUOTIENTS = (1, 2)  # Fibonacci and Pell
PREFIXES = (1 << 10, 1 << 14)
NUMERATION = 12  # for its size: what has to be said of it; a formula in a surd is told before it
FIRST_CHECK = 1 << 12
LONGEST_PIECE = 1 << 20  # terms that are compared at once
LEAST_SPARE = 8  # terms a state, or the automaton explains no more than it was made from


@dataclass(frozen=True)
class OstrowskiAutomatic(Pattern):
    """G(n) = outputs[state], the state reached from 0 by the digits of n, most significant first,
    in the numeration of ``quotient`` a (`numeration`). A target -1 stands where no digit follows:
    after a digit a stands 0.

    The Fibonacci word, whether the last digit of n is 1:

    >>> claim = OstrowskiAutomatic(1, ((0, 1), (0, -1)), (0, 1))
    >>> claim.at(4), claim.prefix(8).tolist()
    (1, [0, 1, 0, 0, 1, 0, 1, 0])

    Source: J. Shallit, The Logical Approach to Automatic Sequences, 2022, chapter 2.
    """

    name: ClassVar[str] = "ostrowski-automatic"

    quotient: int
    transitions: tuple[tuple[int, ...], ...]
    outputs: tuple[int, ...]

    def __post_init__(self) -> None:
        numbers = [self.quotient, *self.outputs, *(t for row in self.transitions for t in row)]
        if not all(type(number) is int and number >= -1 for number in numbers):
            raise ValueError("an automaton is given by integers")
        if self.quotient < 1 or min(self.outputs) < 0:
            raise ValueError("a largest digit is at least 1, an output at least 0")
        if not 1 <= len(self.outputs) == len(self.transitions):
            raise ValueError("an automaton has a row of transitions and an output a state")
        if any(len(row) != self.quotient + 1 for row in self.transitions):
            raise ValueError("a row of transitions has an entry a digit")
        if any(max(row) >= self.states for row in self.transitions):
            raise ValueError("a transition leads to no state")
        if self.transitions[0][0] != 0:
            raise ValueError("leading zeros must change nothing: transitions[0][0] is not 0")
        self._refuse_dead_ends()

    def _refuse_dead_ends(self) -> None:
        """Each state stands after a largest digit, or after none; and only there -1 stands."""
        after = {0: False}
        waiting = [0]
        for state in waiting:  # grows while it is read
            for digit, target in enumerate(self.transitions[state]):
                if (target < 0) != (after[state] and digit > 0):
                    raise ValueError("a digit is missing, or follows a largest one")
                if target < 0:
                    continue
                largest = digit == self.quotient
                if after.setdefault(target, largest) != largest:
                    raise ValueError("a state stands after a largest digit and after another")
                if target not in waiting:
                    waiting.append(target)

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.outputs)

    @cached_property
    def numeration(self) -> Numeration:
        """How n is written."""
        return Numeration(self.quotient)

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        known = evidence.values
        if not evidence.dense or len(known) < FEWEST_TERMS or eventually_periodic(known):
            return
        for quotient in QUOTIENTS:
            claim = cls._guessed(evidence, quotient)
            if claim is not None:
                yield claim
                return

    @classmethod
    def _guessed(cls, evidence: Evidence, quotient: int) -> Self | None:
        """The automaton that is guessed from at most half of the evidence and fits all of it."""
        for prefix in PREFIXES:
            stop = min(prefix, evidence.stop // 2)
            machine = guess(evidence.values[:stop], Numeration(quotient))
            if machine is None or LEAST_SPARE * len(machine.outputs) > evidence.stop:
                continue
            claim = cls(quotient, machine.transitions, machine.outputs)
            if claim.first_failure(evidence) is None:
                return claim
        return None

    def first_failure(self, evidence: Evidence) -> int | None:
        known = evidence.values
        start = 0
        while start < len(known):
            # False claims mostly fail early; pieces keep the memory bounded.
            part = known[start : start + min(max(FIRST_CHECK, 3 * start), LONGEST_PIECE)]
            wrong = (self._slice(start, start + len(part)) != part).nonzero()[0]
            if len(wrong):
                return start + int(wrong[0])
            start += len(part)
        for run in () if evidence.dense else evidence.runs:
            start = max(run.start, len(known))
            if start < run.stop and not self._constant(start, run.stop, run.value):
                return self._first_other(start, run.stop, run.value)
        return None

    def _constant(self, start: int, stop: int, value: int) -> bool:
        return self.counted(stop)[value] - self.counted(start)[value] == stop - start

    def _first_other(self, start: int, stop: int, value: int) -> int:
        """The first start <= n < stop with another value: there is one."""
        low, high = start, stop - 1
        while low < high:
            middle = (low + high) // 2
            if self._constant(start, middle + 1, value):
                low = middle + 1
            else:
                high = middle
        return low

    def at(self, n: int) -> int:
        """The output at n."""
        state = 0
        for digit in self.numeration.digits(n):
            state = self.transitions[state][digit]
        return self.outputs[state]

    def prefix(self, stop: int) -> Values:
        """The outputs at 0 <= n < stop."""
        return self._slice(0, stop)

    def _slice(self, start: int, stop: int) -> Values:
        """The outputs at start <= n < stop."""
        import numpy as np

        outputs = np.array(self.outputs, dtype=np.min_scalar_type(max(self.outputs)))
        piece: Values = outputs[self._span(start, stop)[0]] if start < stop else outputs[:0]
        return piece

    def _span(self, start: int, stop: int) -> tuple[Numbers, Numbers]:
        """The states and the last digits of start <= n < stop, start < stop: those of the numbers
        without their last digits, each followed by the digits that may follow it."""
        import numpy as np

        if stop == 1:
            return np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        number, digits = self.numeration.number, self.numeration.digits
        first = number(digits(start)[:-1])
        states, last = self._span(first, number(digits(stop - 1)[:-1]) + 1)
        parents, following = self.numeration.with_one_more(last)
        before = start - number([*digits(first), 0])  # children of the first parent left out
        kept = slice(before, before + stop - start)
        parents, following = parents[kept], following[kept]
        table = np.array(self.transitions, dtype=np.int64)
        return table[states[parents], following], following

    def counted(self, stop: int) -> Counter[int]:
        """How many n < stop have each value, from how many numbers lead to each state."""
        return outputs_below(self.numeration.digits(stop), self.transitions, self.outputs)

    def parameters(self) -> Json:
        return {
            "quotient": self.quotient,
            "states": self.states,
            "transitions": [list(row) for row in self.transitions],
            "outputs": list(self.outputs),
        }

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        transitions = tuple(tuple(row) for row in parameters["transitions"])
        claim = cls(parameters["quotient"], transitions, tuple(parameters["outputs"]))
        if len(parameters) != 4 or parameters["states"] != claim.states:
            raise ValueError("the number of states is not that of the outputs")
        return claim

    def statement(self) -> str:
        return (
            f"G(n) is the output of an automaton with {self.states} "
            f"state{'s' if self.states > 1 else ''} that reads the {self.numeration.words()} "
            "digits of n, most significant digit first"
        )

    def latex(self) -> str:
        return (
            r"G(n) = \tau\bigl(\delta^*(0, (n)_U)\bigr),\quad U_0 = 1,\ "
            rf"U_1 = {self.quotient + 1},\ U_{{i+1}} = "
            rf"{'' if self.quotient == 1 else self.quotient}U_i + U_{{i-1}},\quad "
            rf"|Q| = {self.states}"
        )

    def size(self) -> int:
        return NUMERATION + self.states * (self.quotient + 2)

    def table(self) -> list[tuple[int | str, ...]]:
        """A row a state: the state, its output, and the next state for each digit."""
        rows = zip(range(self.states), self.outputs, self.transitions, strict=True)
        return [(s, out, *("" if t < 0 else t for t in row)) for s, out, row in rows]

    def closed_form(self, evidence: Evidence) -> OstrowskiForm:
        del evidence
        return OstrowskiForm(self)


@dataclass(frozen=True)
class OstrowskiForm(ClosedForm):
    """The automaton itself answers for every n.

    >>> form = OstrowskiForm(OstrowskiAutomatic(1, ((0, 1), (0, -1)), (0, 1)))
    >>> form.counts(10**12)
    {0: 618033988750, 1: 381966011250}
    """

    claim: OstrowskiAutomatic

    def at(self, n: int) -> int:
        return self.claim.at(n)

    def prefix(self, stop: int) -> Values:
        return self.claim.prefix(stop)

    def counts(self, stop: int) -> dict[int, int]:
        counted = self.claim.counted(stop)
        return dict(sorted(counted.items()))
