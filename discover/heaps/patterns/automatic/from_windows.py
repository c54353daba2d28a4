"""The search for automata of a rule with quotients, from windows of its values.

Let the options of n be constants, n - s, and floor(n/k^i) + j, by the residue of n modulo m. The
values G(p - L), ..., G(p) and the residue of p give the options floor(n/k) of every
k*(p - L) <= n < k*p + k, and if the windows of G *coalesce*, that is, if values far enough before n
do not matter, then they give G(n - L), ..., G(n) for n = k*p, ..., k*p + k - 1. So
such windows are the states of an automaton that reads n in base k, most significant digit first;
with quotients by k^2, .. the values around floor(p/k), .. belong to them.

Here the window of k*p + r is computed from that of p and from substitutes for the values before it:
if G(q), G(q + 1), .. agree with G(p - L), G(p - L + 1), .. and q has the same residue, the values
before k*q are used. This is correct if L is large enough. In any case it is only a guess, which the
theorem on windows proves or refutes. Values near 0 are the true ones. No large n is needed, and the
least automaton may have very many states.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.automatic.least_machine import classes_of, in_order
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge
from mexplore.rules.moves.residue_options import FloorForm, ResidueOptions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.rule import Values

    Numbers = npt.NDArray[np.int64]
    Bytes = npt.NDArray[np.uint8]

LOOK_BACKS = (6, 12, 25, 50, 100, 200)
MOST_EFFORT = 400_000_000  # values computed for one rule
WORTH_COMPILING = 20_000  # values computed at once
MOST_WINDOWS = 300_000
LARGEST_BASE = 128
LARGEST_START = 4096
LARGEST_VALUE = 62
MOST_STATES = 30_000
MOST_HASHED = 1 << 25  # values, in windows that overlap
CONTEXTS = (12, 4)  # lengths of the contexts that are compared to find substitutes


@dataclass
class Guesses:
    """Automata that fit the first values, from longer and longer windows.

    >>> from mexplore.rules.engine.grundy import grundy_values
    >>> from mexplore.rules.notation import parse_rule
    >>> from mexplore.discover.heaps.theorems.residue_window import residue_options
    >>> rule = parse_rule("subtract(3, 4) or divide(3)")
    >>> guesses = Guesses(residue_options(rule), grundy_values(rule, 1 << 16))
    >>> [claim.states for length in LOOK_BACKS[:3] if (claim := guesses.of_length(length))]
    [99]
    """

    options: ResidueOptions
    values: Values
    effort: int = MOST_EFFORT
    exploded: int = 0  # the number of lengths with too many windows
    begun: _Windows | None = None  # an exploration that a deadline stopped

    def of_length(self, length: int, deadline: float | None = None) -> Automatic | None:
        """The guess from windows of this length. Raises TooLarge after the deadline."""
        base = self.options.base
        small = self.options.start <= LARGEST_START and int(self.values.max()) <= LARGEST_VALUE
        if base is None or base > LARGEST_BASE or not small:
            return None
        windows = self.begun
        if windows is None or windows.asked != length:
            windows = _Windows(self.options, self.values, base, length, self.effort // 2)
        self.begun = windows
        found = windows.explored(deadline)
        self.begun = None
        self.effort -= windows.spent
        self.exploded += windows.too_many
        return windows.automaton() if found else None


@dataclass
class _Windows:
    """The windows of one length."""

    options: ResidueOptions
    values: Values
    base: int
    length: int
    effort: int
    spent: int = 0
    too_many: bool = False

    def __post_init__(self) -> None:
        self.asked = self.length
        shifts = [form.shift for form in self.options.forms() if form.a and form.c > 1]
        self.behind = max(0, -min(shifts, default=0))
        self.ahead = top = max(0, *shifts)
        while (self.base - 1 + self.ahead) // self.base + top > self.ahead:
            self.ahead += 1
        self.length += self.behind
        backs = [-f.shift for f in self.options.forms() if f.c == 1 and f.a]
        self._numbers: dict[bytes, int] = {}
        self._parts: list[Numbers] = []  # of the table of transitions
        self.chain = max([1, *backs])  # the number of substitutes before the first value
        self.first = self.length + self.chain + self.options.start + 1

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The distances back and ahead up to which a window has the values around p, floor(p/k),
        floor(p/k^2), .."""
        spans, power = [(self.length, self.ahead)], 1
        while power * self.base < max(form.c for form in self.options.forms()):
            power *= self.base
            back = min(spans[-1][0], -(-self.length // power) + self.behind + 1)
            spans.append((back, self.ahead))
        return spans

    @cached_property
    def steps(self) -> int:
        """The number of values computed from one window: from n = k*(p - length + behind) on."""
        return self.base * (self.length - self.behind) + self.base + self.ahead

    @cached_property
    def columns(self) -> Numbers:
        """For p mod m, a step, an option and a heap: the column of its value. The columns are 0, a
        value that no mex attains, the constants, the window, the values before it, and the computed
        ones."""
        import numpy as np

        m, k = self.options.modulus, self.base
        moves = self.options.classes
        shape = (max(1, *map(len, moves)), max(1, *(len(o) for c in moves for o in c)))
        table = np.zeros((m, self.steps, *shape), dtype=np.int64)
        table[:, :, :, 0] = 1  # no option
        for residue in range(m):
            first = k * (residue - self.length + self.behind)
            for step in range(self.steps):
                for i, option in enumerate(moves[(first + step) % m]):
                    for j, heap in enumerate(option or (FloorForm(0, 1, 0),)):
                        table[residue, step, i, j] = self._column(heap, residue, step)
        return table

    @cached_property
    def constants(self) -> list[int]:
        """The constant heaps."""
        return sorted({form.shift for form in self.options.forms() if not form.a})

    @cached_property
    def width(self) -> int:
        """The number of values of a window."""
        return sum(back + 1 + ahead for back, ahead in self.spans)

    def _column(self, heap: FloorForm, residue: int, step: int) -> int:
        at = 2
        if not heap.a:
            return at + self.constants.index(heap.shift) if heap.shift else 0
        at += len(self.constants)
        if heap.c == 1:
            return at + self.width + self.chain + step + heap.shift
        # With n = k*(p - length + behind) + step: floor(n/k^i) = floor((p + x)/k^(i - 1)).
        x = step // self.base - self.length + self.behind
        power = heap.c // self.base
        level, reached = 0, power
        while reached > 1:
            level, reached = level + 1, reached // self.base
        at += sum(back + 1 + ahead for back, ahead in self.spans[:level])
        return at + self.spans[level][0] + (residue % power + x) // power + heap.shift

    def _true(self, numbers: Numbers) -> tuple[Numbers, Bytes]:
        """The residues and the windows of numbers >= first, from the values."""
        import numpy as np

        rows, power = [], 1
        for back, ahead in self.spans:
            near = numbers[:, None] // power + np.arange(-back, ahead + 1)
            rows.append(self.values[near].astype(np.uint8))
            power *= self.base
        return numbers % self.options.modulus, np.concatenate(rows, axis=1)

    def _computed(self, residues: Numbers, rows: Bytes) -> Bytes:
        """The values at n = k*(p - length + behind), ..., k*p + k - 1 + ahead, a row each."""
        import numpy as np

        from mexplore.discover.heaps.patterns.automatic.window_kernel import fill, fill_compiled

        fixed = [0, LARGEST_VALUE + 1, *(int(self.values[c]) for c in self.constants)]
        start = len(fixed) + self.width + self.chain
        room = np.zeros((len(rows), start + self.steps), dtype=np.uint8)
        room[:, : len(fixed)] = fixed
        room[:, len(fixed) : len(fixed) + self.width] = rows
        room[:, start - self.chain : start] = self._before(residues, rows)
        quick = len(rows) * self.steps > WORTH_COMPILING
        (fill_compiled if quick else fill)(room, start, self.columns, residues)
        return room[:, start:]

    def _before(self, residues: Numbers, rows: Bytes) -> Bytes:
        """The substitutes for the values before n = k*(p - length + behind), a row for each
        window."""
        import numpy as np

        m, starts = self.options.modulus, np.full(len(rows), -1, dtype=np.int64)
        places = (residues - self.length) % m
        for size, (keys, first) in self._contexts.items():
            wanted = _key(places, rows[:, :size].T)
            at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            starts = np.where((starts < 0) & (keys[at] == wanted), first[at], starts)
        before = self.base * (starts[:, None] + self.behind) - np.arange(self.chain, 0, -1)
        known = self.values[np.maximum(before, 0)].astype(np.uint8)
        return np.where((starts[:, None] >= 0) & (before >= 0), known, 0).astype(np.uint8)

    @cached_property
    def _contexts(self) -> dict[int, tuple[Numbers, Numbers]]:
        """For each length, the contexts that occur, with the first place of each."""
        import numpy as np

        sizes = [self.length + 1, *(size for size in CONTEXTS if size <= self.length)]
        last = len(self.values) // self.base - self.behind - max(sizes)
        last = min(last, self.chain + MOST_HASHED // max(sizes))
        numbers = np.arange(self.chain, last)
        found = {}
        for size in sizes:
            near = (self.values[self.chain + i : last + i] for i in range(size))
            keys, first = np.unique(_key(numbers % self.options.modulus, near), return_index=True)
            found[size] = keys, numbers[first]
        return found

    def _children(self, residues: Numbers, rows: Bytes) -> tuple[Numbers, Bytes]:
        """The residues and windows of k*p, ..., k*p + k - 1 for each p."""
        import numpy as np

        computed, children = self._computed(residues, rows), []
        origin = self.base * (self.length - self.behind)  # the column of k*p
        (length, ahead), *_ = self.spans
        inner, at = [], 0
        for (back, _), (kept, onward) in zip(self.spans, self.spans[1:], strict=False):
            centre = at + back
            inner.append(rows[:, centre - kept : centre + onward + 1])
            at += back + 1 + self.ahead
        for digit in range(self.base):
            own = computed[:, origin + digit - length : origin + digit + ahead + 1]
            children.append(np.concatenate([own, *inner], axis=1))
        digits = np.arange(self.base)
        following = (residues[:, None] * self.base + digits) % self.options.modulus
        return following.ravel(), np.stack(children, axis=1).reshape(-1, self.width)

    def explored(self, deadline: float | None) -> bool:
        """Find all windows, and so transitions and outputs, if the effort allows it. Raises
        TooLarge after the deadline; the next call resumes the exploration."""
        import numpy as np

        # The window of k*p begins with the value at k*p - length, which must be computed.
        begins_too_early = self.length > self.base * (self.length - self.behind)
        if begins_too_early or self.base * self.first + self.ahead >= len(self.values):
            return False
        if not self._parts:
            self._begin()
        while len(self._residues):
            self.spent += len(self._rows) * self.steps
            self.too_many = len(self._numbers) > MOST_WINDOWS
            if self.spent > self.effort or self.too_many:
                return False
            if deadline is not None and working_seconds() > deadline:
                raise TooLarge("there was no time to look for an automaton")
            self._enter(*self._children(self._residues, self._rows))
        self.transitions = np.concatenate(self._parts)
        return True

    def _begin(self) -> None:
        """Enter smaller numbers as states of their own, then the windows of the least numbers that
        have one."""
        import numpy as np

        first, k = self.first, self.base
        self.outputs: list[int] = self.values[:first].tolist()
        self._enter(*self._true(np.arange(first, k * first)))
        small = np.arange(k * first)
        small[first:] = self._parts.pop().ravel()
        self._parts.append(small.reshape(first, k))

    def _enter(self, residues: Numbers, rows: Bytes) -> None:
        """Number these windows: the first ones, or the k successors of each window."""
        places, new = self._number(residues, rows)
        self._parts.append(places.reshape(-1, self.base) if self._parts else places)
        self._residues, self._rows = residues[new], rows[new]

    def _number(self, residues: Numbers, rows: Bytes) -> tuple[Numbers, Numbers]:
        """The numbers of the windows, and the places of the new ones."""
        import numpy as np

        both = np.concatenate([residues[:, None].astype("<u2").view(np.uint8), rows], axis=1)
        keys: list[bytes] = np.ascontiguousarray(both).view(f"V{both.shape[1]}").ravel().tolist()
        places, new = [], []
        for i, key in enumerate(keys):
            known = len(self._numbers)
            places.append(self._numbers.setdefault(key, known) + self.first)
            if len(self._numbers) > known:
                new.append(i)
        self.outputs += rows[new, self.spans[0][0]].tolist()
        return np.array(places, dtype=np.int64), np.array(new, dtype=np.int64)

    def automaton(self) -> Automatic | None:
        """The least automaton, if it fits the values and is not too large."""
        import numpy as np

        outputs = np.array(self.outputs, dtype=np.int64)
        if not self._fits(outputs):
            return None
        labels = classes_of(self.transitions, outputs)
        count = int(labels.max()) + 1
        if count > MOST_STATES:
            return None
        members = np.zeros(count, dtype=np.int64)
        members[labels[::-1]] = np.arange(len(labels))[::-1]  # the first of each class
        rows = labels[self.transitions[members]].tolist()
        machine = in_order(tuple(map(tuple, rows)), tuple(outputs[members].tolist()), labels[0])
        return Automatic(self.base, machine.transitions, machine.outputs)

    def _fits(self, outputs: Numbers) -> bool:
        """Whether the windows yield all values that are known."""
        import numpy as np

        states = np.zeros(1, dtype=np.int64)
        while len(states) < len(self.values):
            states = self.transitions[states].ravel()
            states[0] = 0
        return bool((outputs[states[: len(self.values)]] == self.values).all())


def _key(residues: Numbers, columns: Iterable[Values]) -> Numbers:
    """A hash of the residue and the values of each row."""
    keys = residues.copy()
    for column in columns:
        keys = keys * 1_000_000_007 + column.astype("int64")  # modulo 2^64
        keys ^= keys >> 31
    return keys
