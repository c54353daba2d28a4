"""Automatic sequences: G(n) is what a finite automaton outputs after reading the digits of n.

The automaton reads n in base k, most significant digit first, from state 0; leading zeros change
nothing. Automata are least: no two states give the same outputs whatever digits follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self

from mexplore.discover.heaps.patterns.automatic.least_machine import (
    Machine,
    TooManyClasses,
    guess_machine,
    least_machine,
)
from mexplore.discover.numerics.digits import Reader, digits, outputs_below
from mexplore.discover.numerics.integers import common_power
from mexplore.discover.study.declared import Declared, Parts, listed, whole
from mexplore.discover.study.pattern import ClosedForm, Pattern, Undecided
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.laws import Law
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values

    Labels = npt.NDArray[np.int64]

_LONGEST_TAIL = 1 << 24
BASES = (2, 3, 5, 6, 7, 10)
"""The bases that the detector tries; 4, 8 and 9 are not needed beside 2 and 3."""

FEWEST_TERMS = 32
FIRST_PREFIX = 1 << 12
LONGEST_PREFIX = 1 << 21
MOST_COMPARED_CELLS = 1 << 22  # transitions of the product of two automata
LARGEST_TABLE = 1 << 16  # outputs after some digits, kept for all states
FIRST_CHECK = 1 << 12
WORD_BITS = 60
FEWEST_TOGETHER = 8  # fewer numbers are read one by one,
LONGEST_TOGETHER = 10  # and so are those of 2^10 words or more


@dataclass(frozen=True)
class Automatic(Declared, Pattern):
    """G(n) = outputs[state], the state reached from 0 by the digits of n in the base.

    The Thue-Morse sequence, the parity of the number of binary digits 1:

    >>> claim = Automatic(2, ((0, 1), (1, 0)), (0, 1))
    >>> claim.prefix(8).tolist(), claim.at(2**1000 - 1)
    ([0, 1, 1, 0, 1, 0, 0, 1], 0)

    Source: J.-P. Allouche and J. Shallit, Automatic Sequences, 2003, section 5.1.
    """

    name = "automatic"
    parts = Parts(
        base=whole(2),
        states=whole(1),
        transitions=listed(listed(whole())),
        outputs=listed(whole()),
    )
    says = (
        "G(n) is the output of an automaton with $states_in_words that reads the digits of n in "
        "base $base, most significant digit first"
    )
    typeset = r"G(n) = \tau\bigl(\delta^*(0, (n)_{$base})\bigr),\quad |Q| = $states"

    base: int
    transitions: tuple[tuple[int, ...], ...]
    outputs: tuple[int, ...]

    def __post_init__(self) -> None:
        numbers = [self.base, *self.outputs, *(t for row in self.transitions for t in row)]
        if not all(type(number) is int and number >= 0 for number in numbers):
            raise ValueError("an automaton is given by non-negative integers")
        if self.base < 2:
            raise ValueError("a base is at least 2")
        if not 1 <= len(self.outputs) == len(self.transitions):
            raise ValueError("an automaton has a row of transitions and an output a state")
        if any(len(row) != self.base for row in self.transitions):
            raise ValueError("a row of transitions has an entry a digit")
        if any(target >= self.states for row in self.transitions for target in row):
            raise ValueError("a transition leads to no state")
        if self.transitions[0][0] != 0:
            raise ValueError("leading zeros must change nothing: transitions[0][0] is not 0")

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.outputs)

    @property
    def states_in_words(self) -> str:
        """Such as '2 states'."""
        return f"{self.states} state{'s' if self.states > 1 else ''}"

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        if evidence.stop < FEWEST_TERMS or eventually_periodic(evidence.values):
            return
        for base in BASES:
            claim = cls.in_base(evidence, base)
            if claim is not None:
                yield claim
                return  # by Cobham (1969) only periodic sequences have another base as well

    @classmethod
    def in_base(cls, evidence: Evidence, base: int) -> Self | None:
        """The automaton that is guessed from at most half of the evidence and fits all of it."""
        for stop in _prefixes(len(evidence.values) // 2):
            try:
                machine = guess_machine(evidence.values[:stop], base)
            except TooManyClasses:
                return None
            if machine is not None:
                claim = cls(base, machine.transitions, machine.outputs)
                if claim.first_failure(evidence) is None:
                    return claim
        return None

    def in_power(self, exponent: int) -> Self:
        """The same sequence, read in base^exponent: ``exponent`` digits at a time.

        >>> Automatic(2, ((0, 1), (1, 0)), (0, 1)).in_power(2).transitions
        ((0, 1, 1, 0), (1, 0, 0, 1))
        """
        rows = self.transitions
        for _ in range(exponent - 1):
            rows = tuple(tuple(t for s in row for t in self.transitions[s]) for row in rows)
        return type(self)(self.base**exponent, rows, self.outputs)

    def first_difference(self, other: Self) -> int | None:
        """The least n at which the outputs differ; None if there is none.

        For each pair of states that some n reaches, the least such n is compared, in increasing
        order; there are finitely many pairs. Raises Undecided if no powers of the bases agree (by
        Cobham (1969) the sequences are then equal only if both are eventually periodic), or if
        there are too many pairs.
        """
        powers = common_power(self.base, other.base)
        if powers is None:
            raise Undecided(f"no power of {self.base} is one of {other.base}")
        base = self.base ** powers[0]
        if self.states * other.states * base > MOST_COMPARED_CELLS:
            raise Undecided("the product of the two automata is too large")
        one, two = self.in_power(powers[0]), other.in_power(powers[1])
        waiting, seen = [(0, 0, 0)], {(0, 0)}
        for n, a, b in waiting:  # grows while it is read
            if one.outputs[a] != two.outputs[b]:
                return n
            pairs = zip(one.transitions[a], two.transitions[b], strict=True)
            for digit, pair in enumerate(pairs):
                if pair not in seen:
                    seen.add(pair)
                    waiting.append((base * n + digit, *pair))
        return None

    def first_failure(self, evidence: Evidence) -> int | None:
        known = evidence.values
        start = 0
        while start < len(known):
            part = known[start : max(FIRST_CHECK, 4 * start)]  # false claims mostly fail early
            wrong = (self._slice(start, start + len(part)) != part).nonzero()[0]
            if len(wrong):
                return start + int(wrong[0])
            start += len(part)
        if evidence.dense:
            return None
        return self._failure_among_runs(evidence)

    def _failure_among_runs(self, evidence: Evidence) -> int | None:
        """The first failure beyond the dense prefix, run by run and digit by digit."""
        width = len(digits(evidence.stop, self.base))
        for run in evidence.runs:
            if run.stop > len(evidence.values):
                alike = self._only(run.value, width)
                first = max(run.start, len(evidence.values))
                failure = self._reader.first_unlike(first, width, alike)
                if failure is not None and failure < run.stop:
                    return failure
        return None

    def _only(self, value: int, width: int) -> Callable[[int, int], bool]:
        """Whether from a state all continuations of a number of digits have this value."""
        levels = self._constant.setdefault(value, [{s for s in self._all if self._is(s, value)}])
        while len(levels) < width:
            levels.append({s for s in self._all if levels[-1].issuperset(self.transitions[s])})
        return lambda state, level: state in levels[level]

    @cached_property
    def _constant(self) -> dict[int, list[set[int]]]:
        return {}

    @property
    def _all(self) -> range:
        return range(self.states)

    def _is(self, state: int, value: int) -> bool:
        return self.outputs[state] == value

    @cached_property
    def _reader(self) -> Reader[int]:
        return Reader(self.base, 0, lambda state, digit: self.transitions[state][digit])

    def at(self, n: int) -> int:
        """The output at n."""
        return self.outputs[self.state(n)]

    def state(self, n: int) -> int:
        """The state after the digits of n."""
        return self._reader.state(n)

    def prefix(self, stop: int) -> Values:
        """The outputs at 0 <= n < stop."""
        return self._slice(0, stop)

    def _slice(self, start: int, stop: int) -> Values:
        """The outputs at start <= n < stop: a row of base^j outputs for each n // base^j."""
        import numpy as np

        table = np.array(self.transitions, dtype=np.int64)
        rows = np.arange(self.states)[:, None]  # rows[s] = the states after s and j more digits
        while rows.size * self.base <= LARGEST_TABLE:
            rows = table[rows].reshape(self.states, -1)
        width = rows.shape[1]
        outputs = np.array(self.outputs, dtype=np.min_scalar_type(max(self.outputs)))[rows]
        first, last = start // width, -(-stop // width)
        states = _states(table, last)[first:]
        piece: Values = outputs[states].ravel()[start - first * width : stop - first * width]
        return piece

    def counts(self, stop: int) -> dict[int, int]:
        """How many n < stop have each value, from how many numbers lead to each state."""
        counted = outputs_below(digits(stop, self.base), self.transitions, self.outputs)
        return dict(sorted(counted.items()))

    def size(self) -> int:
        return 1 + self.states * (self.base + 1)

    def not_least(self, evidence: Evidence) -> str | None:
        del evidence
        least = least_machine(self.transitions, self.outputs)
        if len(least.outputs) < self.states:
            return f"{len(least.outputs)} states are enough"
        if least != Machine(self.transitions, self.outputs):
            return "the states are not in their order: the start, by output, by least number"
        return None

    def closed_form(self, evidence: Evidence) -> AutomaticForm:
        del evidence
        return AutomaticForm(self)

    def table(self) -> list[tuple[int, ...]]:
        """One row for each state: the state, its output, and the next state for each digit.

        >>> Automatic(2, ((0, 1), (1, 0)), (0, 1)).table()
        [(0, 0, 0, 1), (1, 1, 1, 0)]
        """
        rows = zip(self._all, self.outputs, self.transitions, strict=True)
        return [(state, output, *row) for state, output, row in rows]

    def dot(self) -> str:
        """The automaton as text in the DOT language of Graphviz: states as ``name/output``.

        >>> print(Automatic(2, ((0, 1), (1, 0)), (0, 1)).dot())
        digraph automaton {
          rankdir=LR;
          node [shape=circle];
          start [shape=point];
          start -> 0;
          0 [label="0/0"];
          1 [label="1/1"];
          0 -> 0 [label="0"];
          0 -> 1 [label="1"];
          1 -> 1 [label="0"];
          1 -> 0 [label="1"];
        }
        """
        lines = ["rankdir=LR;", "node [shape=circle];", "start [shape=point];", "start -> 0;"]
        lines += [f'{state} [label="{state}/{self.outputs[state]}"];' for state in self._all]
        for state, row in enumerate(self.transitions):
            for target in dict.fromkeys(row):
                read = ", ".join(str(digit) for digit, t in enumerate(row) if t == target)
                lines.append(f'{state} -> {target} [label="{read}"];')
        return "\n".join(["digraph automaton {", *(f"  {line}" for line in lines), "}"])


@dataclass(frozen=True)
class AutomaticForm(ClosedForm):
    """The automaton gives the value at every n.

    >>> form = AutomaticForm(Automatic(2, ((0, 1), (1, 0)), (0, 1)))
    >>> form.counts(2**100) == {0: 2**99, 1: 2**99}
    True
    """

    claim: Automatic

    def at(self, n: int) -> int:
        return self.claim.at(n)

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        alike: dict[int, list[int]] = {}  # grouped by their approximate lengths
        for i, n in enumerate(numbers):
            alike.setdefault((n.bit_length() // WORD_BITS).bit_length(), []).append(i)
        values = [0] * len(numbers)
        for size, places in alike.items():
            chosen = [numbers[i] for i in places]
            many = len(places) >= FEWEST_TOGETHER and size <= LONGEST_TOGETHER
            found = self._together(chosen) if many else [self.at(n) for n in chosen]
            for i, value in zip(places, found, strict=True):
                values[i] = value
        return values

    def _together(self, numbers: list[int]) -> list[int]:
        """`at` of each: the digits are taken off in words of as many as 64 bits hold, and all
        numbers are read digit by digit at once. Leading zeros change nothing, so numbers
        of different lengths can be read together."""
        import numpy as np

        base = self.claim.base
        width = next(j for j in range(1, 64) if base ** (j + 1) > 1 << WORD_BITS)
        columns = []
        while any(numbers):
            split = [divmod(n, base**width) for n in numbers]
            numbers = [quotient for quotient, _ in split]
            columns.append(np.array([rest for _, rest in split], dtype=np.int64))
        table = np.array(self.claim.transitions, dtype=np.int64)
        states = np.zeros(len(numbers), dtype=np.int64)
        for column in reversed(columns):
            for position in reversed(range(width)):
                states = table[states, column // base**position % base]
        found: list[int] = np.array(self.claim.outputs, dtype=np.int64)[states].tolist()
        return found

    def first_difference(self, other: Self) -> int | None:
        return self.claim.first_difference(other.claim)

    def prefix(self, stop: int) -> Values:
        return self.claim.prefix(stop)

    def counts(self, stop: int) -> dict[int, int]:
        return self.claim.counts(stop)

    def value_sets(self, budget: Budget) -> Mapping[int, Automaton]:
        from mexplore.discover.automata.from_the_top import value_sets_of

        claim = self.claim
        return value_sets_of(claim.base, claim.transitions, claim.outputs, budget)

    def by_residues(self) -> Law | None:
        if self.claim.base != 2:
            return None
        from mexplore.discover.automata.laws import Law, ResidueLaw
        from mexplore.discover.heaps.patterns.automatic.product import AutomaticTail

        tail = AutomaticTail(self.claim.transitions, self.claim.outputs)
        return Law((ResidueLaw((), tail),), FEWEST_TERMS)


def _states(table: Labels, stop: int) -> Labels:
    """The states of 0 <= n < stop: those of n // base, each followed by the digits."""
    import numpy as np

    states: Labels = np.zeros(1, dtype=np.int64)
    while len(states) < stop:
        states = table[states].ravel()
    return states[:stop]


def _prefixes(most: int) -> Iterator[int]:
    """The lengths of the prefixes from which an automaton is guessed, short ones first."""
    stop = min(FIRST_PREFIX, most)
    yield stop
    while stop < min(most, LONGEST_PREFIX):
        stop = min(8 * stop, most, LONGEST_PREFIX)
        yield stop


def eventually_periodic(values: Values) -> bool:
    """Whether all but the first sixteenth of the values (of very many, the last ones) repeats a
    period at least four times.

    Only the distance to the last earlier copy of the last 64 values is tried: that is
    enough to leave periodic sequences to the periodic pattern.
    """
    tail = values[max(len(values) // 16, len(values) - _LONGEST_TAIL) :]
    block = tail[-min(64, max(1, len(tail) // 8)) :].tobytes()
    text = tail.tobytes()
    size = values.dtype.itemsize
    found = text.rfind(block, 0, len(text) - size)
    while found >= 0 and found % size:
        found = text.rfind(block, 0, found + len(block) - 1)
    if found < 0:
        return False
    period = len(tail) - (found + len(block)) // size
    return 4 * period <= len(tail) and bool((tail[period:] == tail[:-period]).all())
