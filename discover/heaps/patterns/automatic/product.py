"""Automatic laws decided: windows of a claim, and its relation read from the other end."""

from __future__ import annotations

from functools import cache, cached_property, reduce
from operator import xor
from typing import TYPE_CHECKING

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.laws import Formula, Tail
from mexplore.discover.automata.operations import Budget, Choices, determined
from mexplore.discover.numerics.windows import Level, Slope, Windows
from mexplore.discover.study.theorem import Disproof, Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.rule import mex
from mexplore.rules.text.numbers import in_brief

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt

    from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
    from mexplore.discover.numerics.windows import Rows
    from mexplore.rules.moves.residue_options import ResidueOptions
    from mexplore.rules.rule import Rule

    Numbers = npt.NDArray[np.int64]


Machine = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class AutomaticTail(Tail):
    """v = outputs[state], the state that the bits of q lead to from state 0, most significant bit
    first; leading zeros change nothing.

    >>> thue_morse = AutomaticTail(((0, 1), (1, 0)), (0, 1))
    >>> graph = thue_morse.graph()
    >>> [next(v for v in range(2) if graph.accepts(q, v)) for q in range(8)]
    [0, 1, 1, 0, 1, 0, 0, 1]
    """

    transitions: Machine
    outputs: tuple[int, ...]

    def at(self, q: int) -> int:
        state = 0
        for bit in bin(q)[2:]:
            state = self.transitions[state][int(bit)]
        return self.outputs[state]

    def graph(self) -> Automaton:
        return _graph(self)

    def refined(self, factor: int, offset: int) -> AutomaticTail | None:
        return self if (factor, offset) == (1, 0) else None

    def formula(self, q: str, v: str) -> Formula | None:
        del q, v
        return None

    def words(self) -> str:
        return f"the output of an automaton with {len(self.outputs)} states"


@cache
def _graph(tail: AutomaticTail) -> Automaton:
    """Guess the last state, which determines v, and go back bit by bit to state 0, where the
    reading began. A state consists of a state of the tail and of the remaining bits of v."""
    import numpy as np

    before: dict[tuple[int, int], list[int]] = {}
    for source, steps in enumerate(tail.transitions):
        for bit, target in enumerate(steps):
            before.setdefault((target, bit), []).append(source)
    numbers = {pair: i for i, pair in enumerate(enumerate(tail.outputs))}
    rows: list[list[list[int]]] = []
    order = list(numbers)
    for state, value in order:
        row: list[list[int]] = []
        for symbol in range(4):
            sources = before.get((state, symbol & 1), []) if value & 1 == symbol >> 1 else []
            for source in sources:
                if (source, value >> 1) not in numbers:
                    numbers[source, value >> 1] = len(order)
                    order.append((source, value >> 1))
            row.append([numbers[source, value >> 1] for source in sources])
        rows.append(row)
    width = max([1, *(len(targets) for row in rows for targets in row)])
    table = [[targets + [-1] * (width - len(targets)) for targets in row] for row in rows]
    choices = Choices(
        2, np.array(table, dtype=np.int32), np.array([pair == (0, 0) for pair in order])
    )
    return determined(choices, [list(range(len(tail.outputs)))], Budget())


LARGEST_STATES = 1 << 16


@dataclass(frozen=True)
class Product:
    """The windows of a claim about a rule, explored from those of first <= n < base * first."""

    rule: Rule
    shape: ResidueOptions
    claim: Automatic

    @cached_property
    def windows(self) -> Windows:
        """The automaton of windows."""
        import numpy as np

        reach = {(1, 1): (0, 0)}  # L and R of every slope
        for form in self.shape.forms():
            if form.a:
                back, ahead = reach.get((form.a, form.c), (0, int(form.a > 1)))
                reach[form.a, form.c] = max(back, -form.shift), max(ahead, form.shift)
        slopes = tuple(Slope(*slope, *both) for slope, both in sorted(reach.items()))
        small = max(self.claim.states, self.shape.modulus) < LARGEST_STATES
        table = np.array(self.claim.transitions, dtype=np.int32)
        return Windows(table.astype(np.uint16) if small else table, self.shape.modulus, slopes)

    @cached_property
    def first(self) -> int:
        """N, the least n whose window is checked."""
        return max(self.shape.start, self.windows.first)

    def refuted_below_first(self) -> Disproof | None:
        """Check (1), by the definition."""
        value = self.claim.prefix(self.first).tolist()
        for n in range(self.first):
            options = (reduce(xor, (value[h] for h in o), 0) for o in self.rule.options(n))
            if value[n] != mex(options):
                return _false_at(n)
        return None

    def explored(self, deadline: float | None = None) -> Inapplicable | int:
        """Check (2), in every window that can be reached: below which number each occurred.

        Raises TooLarge where they are too many, or the time is over."""
        seen = 0
        for level in self.windows.levels(self.first, deadline):
            row = min(self._false_rows(level), default=None)
            if row is not None:
                return _false_at(level.number(row, self.claim.base))
            seen = int(level.least.max()) + 1
        return seen

    def _false_rows(self, level: Level) -> Iterator[int]:
        """For each class, the first row of a level in which the output is not the mex."""
        import numpy as np

        classes = level.rows[:, 0]
        own = self.windows.column(1, 1, 0)
        for residue in np.unique(classes).tolist():
            rows = np.flatnonzero(classes == residue)
            states = level.rows[rows]
            values = self._outputs[states[:, own]]
            wrong = np.flatnonzero(values != _mex(self._option_values(residue, states)))
            if len(wrong):
                yield int(rows[wrong[0]])

    def _option_values(self, residue: int, states: Rows) -> Numbers:
        """A row for each window, all of one class, and a column for each option."""
        import numpy as np

        values = np.zeros((len(states), len(self._plan[residue])), dtype=np.int64)
        for i, (constant, columns) in enumerate(self._plan[residue]):
            values[:, i] = constant
            for column in columns:
                values[:, i] ^= self._outputs[states[:, column]]
        return values

    @cached_property
    def _outputs(self) -> Numbers:
        import numpy as np

        return np.array(self.claim.outputs, dtype=np.int64)

    @cached_property
    def _plan(self) -> list[list[tuple[int, list[int]]]]:
        """For each class and option the value of its constant heaps, and the columns of others."""
        at, column = self.claim.at, self.windows.column
        return [
            [
                (
                    reduce(xor, (at(form.shift) for form in option if not form.a), 0),
                    [column(form.a, form.c, form.shift) for form in option if form.a],
                )
                for option in moves
            ]
            for moves in self.shape.classes
        ]


def _mex(values: Numbers) -> Numbers:
    """The mex of each row.

    >>> import numpy as np
    >>> _mex(np.array([[1, 0, 3], [2, 0, 0]])).tolist()
    [2, 1]
    """
    import numpy as np

    least = np.zeros(len(values), dtype=np.int64)
    for column in np.sort(values, axis=1).T:
        least += column == least
    return least


def _false_at(n: int) -> Disproof:
    at = f"at n = {in_brief(n, 200)}"
    reason = f"the claim is false: {at} its value is not the mex of the options"
    return Disproof(reason, n, exact=True)
