"""The windows of an automaton at the heaps floor(a*n/c) + j: a finite automaton of their own.

Let an automaton read n in base k, most significant digit first, with leading zeros changing
nothing, and let [x] be its state at x. For finitely many *slopes* a/c in lowest terms,
1 <= a <= c, and numbers L, R >= 0 for each (R >= 1 where 1 < a < c), and a modulus m that every c
divides, the **window** of n is n mod m and the states [floor(a*n/c) + j], -L <= j <= R. It is
defined where floor(a*n/c) >= L for all of them.

**Lemma.** The window of k*q + r, 0 <= r < k, depends on the window of q and on r only.

*Proof.* (k*q + r) mod m does. Let e = a*q mod c, which is that of q mod m, as c | m. Then
a*(k*q + r) = k*c*floor(a*q/c) + (k*e + a*r), so floor(a*(k*q + r)/c) = k*floor(a*q/c) + t with
t = floor((k*e + a*r)/c) >= 0. For -L <= j <= R write t + j = k*i + d with 0 <= d < k: then
floor(a*(k*q + r)/c) + j = k*(floor(a*q/c) + i) + d, and its state is delta([floor(a*q/c) + i], d),
for delta([x], d) = [k*x + d] for all x >= 0 where leading zeros change nothing. It remains to see
that -L <= i <= R. i >= floor(-L/k) >= -L. If a = c = 1, e = 0 and t = r <= k - 1. If a = 1,
t <= (k*(c-1) + k - 1)/c < k, so t <= k - 1. Then i <= floor((k - 1 + R)/k) <= R, for R = 0 too. If
1 < a < c, then e <= c - 1 and t <= (k*(c-1) + (c-1)*(k-1))/c < 2k - 1, so t <= 2k - 2 and
i <= floor((2k - 2 + R)/k) <= R, as R >= 1 and k >= 2. ∎

So all windows from some n on are found from those of first <= n < k*first: by levels, in the order
of the least n that has the window. Entries are taken by arrays; windows are compared exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rows = npt.NDArray[np.integer[Any]]
    Numbers = npt.NDArray[np.int64]

MOST_CELLS = 30_000_000
"""The search ends when the windows have more entries than this in all."""

LARGEST_COUNTED = 1 << 40
"""The least n of a window is known up to this number."""

_AT_ONCE = 1 << 21  # entries computed at once


@dataclass(frozen=True)
class Slope:
    """The states at floor(a*n/c) + j for -back <= j <= ahead."""

    a: int
    c: int
    back: int
    ahead: int

    @property
    def width(self) -> int:
        """How many states there are."""
        return self.back + 1 + self.ahead


@dataclass(frozen=True, eq=False)
class Level:
    """New windows, a row each: n mod m, then the states of the slopes one after the other.

    ``least`` is the least n that has the window (LARGEST_COUNTED where it is greater), and
    ``places`` the place of each row among the first numbers, or among the children of the rows of
    the level ``before``.
    """

    rows: Rows
    least: Numbers
    places: Numbers
    before: Level | None = None

    def number(self, row: int, base: int) -> int:
        """The least n that has the window of a row, exactly."""
        level: Level = self
        digits: list[int] = []
        while level.before is not None:
            row, digit = divmod(int(level.places[row]), base)
            digits.append(digit)
            level = level.before
        n = int(level.least[row])
        for digit in reversed(digits):
            n = n * base + digit
        return n


@dataclass(frozen=True, eq=False)
class Windows:
    """The windows of an automaton, given by its table of transitions, for some slopes."""

    transitions: Rows
    modulus: int
    slopes: tuple[Slope, ...]

    def __post_init__(self) -> None:
        if any(slope.ahead < int(slope.a > 1) or slope.back < 0 for slope in self.slopes):
            raise ValueError("a window reaches ahead where 1 < a, and never starts ahead")
        if any(self.modulus % slope.c for slope in self.slopes):
            raise ValueError("the denominator of a slope divides the modulus")

    @property
    def base(self) -> int:
        """The base in which the automaton reads."""
        return int(self.transitions.shape[1])

    @property
    def width(self) -> int:
        """How many entries a window has."""
        return 1 + sum(slope.width for slope in self.slopes)

    @property
    def first(self) -> int:
        """The least n >= 1 from which on every window is defined."""
        return max([1, *(-(-slope.back * slope.c // slope.a) for slope in self.slopes)])

    def column(self, a: int, c: int, shift: int) -> int:
        """Where the state at floor(a*n/c) + shift stands."""
        at = 1
        for slope in self.slopes:
            if (slope.a, slope.c) == (a, c) and -slope.back <= shift <= slope.ahead:
                return at + slope.back + shift
            at += slope.width
        raise KeyError((a, c, shift))

    def levels(self, first: int, deadline: float | None = None) -> Iterator[Level]:
        """All windows of n >= first, each once, in the order of the least n that has it: first
        those of first <= n < k*first, then those that need one digit more, and so on.

        Raises TooLarge beyond MOST_CELLS entries, or after the deadline.
        """
        import numpy as np

        if (self.base - 1) * first * self.width > MOST_CELLS:
            raise TooLarge(_TOO_MANY)
        seen: set[bytes] = set()
        numbers = np.arange(first, self.base * first, dtype=np.int64)
        rows, places = _new(self._at(numbers), seen)
        level = Level(rows, numbers[places], places)
        while len(level.rows):
            yield level
            pieces = []
            for low, children in self._children(level.rows):
                if deadline is not None and working_seconds() > deadline:
                    raise TooLarge("there was no time to explore the product of the automata")
                found, places = _new(children, seen)
                pieces.append((found, places + low * self.base))
                if len(seen) * self.width > MOST_CELLS:
                    raise TooLarge(_TOO_MANY)
            rows = np.concatenate([found for found, _ in pieces])
            places = np.concatenate([places for _, places in pieces])
            parents, digits = np.divmod(places, self.base)
            least = np.minimum(level.least[parents] * self.base + digits, LARGEST_COUNTED)
            level = Level(rows, least, places, level)

    def _at(self, numbers: Numbers) -> Rows:
        """The windows of the numbers, from the numbers themselves."""
        import numpy as np

        most = max((s.a * int(numbers[-1]) // s.c + s.ahead for s in self.slopes), default=0)
        states: Rows = np.zeros(1, dtype=self.transitions.dtype)
        while len(states) <= most:
            states = self.transitions[states].ravel()
            states[0] = 0  # no digit is read of 0
        columns = [(numbers % self.modulus).astype(self.transitions.dtype)]
        for slope in self.slopes:
            quotients = slope.a * numbers // slope.c
            columns += [states[quotients + j] for j in range(-slope.back, slope.ahead + 1)]
        return np.stack(columns, axis=1)

    def _children(self, rows: Rows) -> Iterator[tuple[int, Rows]]:
        """Of parts of the rows, from which on, the windows of k*q, ..., k*q + k - 1 of each."""
        import numpy as np

        sources, digits = self._steps
        size = max(1, _AT_ONCE // (self.base * self.width))
        for low in range(0, len(rows), size):
            part = rows[low : low + size]
            classes = part[:, 0]
            children = np.empty((len(part), self.base, self.width), self.transitions.dtype)
            children[:, :, 0] = (
                classes[:, None].astype(np.int64) * self.base + np.arange(self.base)
            ) % self.modulus
            states = part[np.arange(len(part))[:, None, None], sources[classes]]
            children[:, :, 1:] = self.transitions[states, digits[classes]]
            yield low, children.reshape(-1, self.width)

    @cached_property
    def _steps(self) -> tuple[Numbers, Numbers]:
        """For n mod m, a digit and an entry beyond the first: the entry of the window of q that
        is followed, and the digit that it reads."""
        import numpy as np

        shape = (self.modulus, self.base, self.width - 1)
        sources, digits = np.empty(shape, np.int64), np.empty(shape, np.int64)
        residues = np.arange(self.modulus, dtype=np.int64)[:, None]
        at = 0
        for slope in self.slopes:
            rests = slope.a * residues % slope.c
            steps = (self.base * rests + slope.a * np.arange(self.base)) // slope.c
            for j in range(-slope.back, slope.ahead + 1):
                back, digit = np.divmod(steps + j, self.base)
                entry = at + slope.back + j
                sources[:, :, entry] = 1 + at + slope.back + back
                digits[:, :, entry] = digit
            at += slope.width
        return sources, digits


_TOO_MANY = (
    f"the product of the automata has more than {MOST_CELLS} entries; "
    "it was not explored to its end"
)


def _new(rows: Rows, seen: set[bytes]) -> tuple[Rows, Numbers]:
    """The rows that were not seen before, each once, and their places; now they are seen."""
    import numpy as np

    keys = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.itemsize * rows.shape[1])))
    texts: list[bytes] = keys.ravel().tolist()  # type: ignore[assignment]
    kept = []
    for place, key in enumerate(texts):
        if key not in seen:
            seen.add(key)
            kept.append(place)
    places = np.array(kept, dtype=np.int64)
    return rows[places], places
