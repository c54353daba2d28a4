"""The moves of a rule as relations between numbers, for what is proved of all heaps at once.

`Rule.options` says what a move from one heap leaves; `relations_of` says the same of all heaps in a
finite list of kinds, each a condition on sums, order and residues alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.arithmetic.forms import Floor
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Splitting:
    """Remove k tokens and leave exactly ``heaps`` nonempty heaps, for k = ``first``, first + step,
    first + 2*step, ...; for k = first alone where the step is 0. A negative k adds -k tokens.

    The suffix is that of take-and-break codes: ``!`` the heaps are pairwise unequal, ``?`` not all
    equal, ``=`` all equal, and none where they are of any sizes. With no heap left, all of the heap
    is taken.
    """

    first: int
    step: int = 0
    heaps: int = 1
    suffix: str = ""

    @property
    def ends(self) -> bool:
        """Whether every heap that is left is smaller than the one played on, by its shape: of h
        heaps of n - k tokens the largest has at most n - k - (h - 1)."""
        return self.first > 0 or self.heaps >= 2 - self.first

    def __str__(self) -> str:
        k = str(self.first)
        if self.step:
            k = f"{k}, {self.first + self.step}, {self.first + 2 * self.step}, ..."
        condition = {"": "", "!": " unequal", "?": " not all equal", "=": " equal"}[self.suffix]
        return f"remove {k} and leave {self.heaps}{condition} heap{'s' if self.heaps != 1 else ''}"


@dataclass(frozen=True)
class Leaving:
    """Leave one heap of m tokens (none if m = 0), for every m from low(n) to high(n), both
    included, as long as 0 <= m <= n - 1."""

    low: Floor
    high: Floor

    @property
    def ends(self) -> bool:
        """Always: only m < n are moves."""
        return True

    def __str__(self) -> str:
        return f"leave m with {_written(self.low)} <= m <= {_written(self.high)} and 0 <= m < n"


def _written(form: Floor) -> str:
    return f"floor(({form.a}*n + {form.b})/{form.c})"


Move = Splitting | Leaving


@dataclass(frozen=True)
class Unlisted:
    """Why the moves of a rule are not such a list."""

    reason: str


Relations = tuple[Move, ...] | Unlisted


@view("relations")
def relations_of(rule: Rule) -> Relations:
    """The moves from all heaps as a finite list of relations, which says exactly what `options`
    says; or why there is none."""
    del rule
    return Unlisted("its moves are not described by sums, order and residues")


def removing(first: int, step: int = 0) -> tuple[Splitting, Splitting]:
    """Remove k tokens, whatever is left: no heap or one."""
    return Splitting(first, step, 0), Splitting(first, step, 1)
