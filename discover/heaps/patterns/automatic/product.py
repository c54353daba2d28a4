"""The exploration of the windows of an automatic claim: in each, is the output the mex?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import TYPE_CHECKING

from mexplore.discover.numerics.windows import Level, Slope, Windows
from mexplore.discover.study.theorem import Disproof, Inapplicable
from mexplore.rules.rule import mex

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt

    from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
    from mexplore.discover.numerics.windows import Rows
    from mexplore.rules.moves.residue_options import ResidueOptions
    from mexplore.rules.rule import Rule

    Numbers = npt.NDArray[np.int64]

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
    shown = str(n) if n.bit_length() < 200 else f"a number of {n.bit_length()} bits"
    reason = f"the claim is false: at n = {shown} its value is not the mex of the options"
    return Disproof(reason, n, exact=True)
