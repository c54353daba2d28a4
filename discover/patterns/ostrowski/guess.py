"""From the beginning of a sequence to the least automaton over Fibonacci or Pell digits.

The numbers whose digits begin with those of q and have j more follow one another, from the number
of q and j zeros on. As in `discover.patterns.automatic.least_machine` two numbers are of one class
if what follows them is alike at all depths j; classes are found by their least members, from 0 on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from discover.patterns.ostrowski.numeration import Numeration

if TYPE_CHECKING:
    from rules.rule import Values

MOST_STATES = 120
LEAST_DEPTH = 5  # of what is seen of a number, or its class is not recognised


@dataclass(frozen=True)
class Guess:
    """Transitions, -1 where no digit follows, and outputs."""

    transitions: tuple[tuple[int, ...], ...]
    outputs: tuple[int, ...]


def guess(values: Values, numeration: Numeration) -> Guess | None:
    """The automaton that explains the values as far as its states are told apart; None if there
    are too few values, or too many states.

    >>> import numpy as np
    >>> word = np.array([0, 1, 0, 0, 1] * 3 + [0, 1, 0] * 2)  # begins as the Fibonacci word does
    >>> guess(word[:8], Numeration(1)) is None
    True
    """
    classes = _Classes(values.tobytes(), values.dtype.itemsize, numeration)
    if classes.of(0, largest=False) < 0:
        return None
    transitions = []
    for q, largest in classes.members:  # grows while it is read
        row = []
        for digit in range(numeration.quotient + 1):
            if largest and digit:
                row.append(-1)
                continue
            target = classes.of(classes.first(q) + digit, largest=digit == numeration.quotient)
            if target < 0:
                return None
            row.append(target)
        transitions.append(tuple(row))
    return Guess(tuple(transitions), tuple(int(values[q]) for q, _ in classes.members))


@dataclass
class _Classes:
    """The classes found so far, each by its least member and whether that ends in a largest
    digit; a class is known by the hashes of what follows, depth by depth."""

    text: bytes
    itemsize: int
    numeration: Numeration
    members: list[tuple[int, bool]] = field(default_factory=list)
    followed: list[list[int]] = field(default_factory=list)

    @cached_property
    def _firsts(self) -> list[int]:
        firsts: list[int] = self.numeration.firsts(len(self.text) // self.itemsize).tolist()
        return firsts

    def first(self, q: int) -> int:
        """The number of the digits of q and a 0."""
        return self._firsts[q] if q < len(self._firsts) else len(self.text)

    def of(self, q: int, *, largest: bool) -> int:
        """The number of the class of q, a new one where q differs from all members; -1 where too
        little is known of q, or the classes are too many."""
        shown = list(self._shown(q))
        if len(shown) < LEAST_DEPTH:
            return -1
        for number, ((_, last), known) in enumerate(zip(self.members, self.followed, strict=True)):
            if last == largest and all(a == b for a, b in zip(known, shown, strict=False)):
                return number
        if len(self.members) >= MOST_STATES:
            return -1
        self.members.append((q, largest))
        self.followed.append(shown)
        return len(self.members) - 1

    def _shown(self, q: int) -> Iterator[int]:
        """Hashes of the values at the numbers that begin with q and have 0, 1, ... more digits."""
        low, high = q, q + 1
        while high * self.itemsize <= len(self.text):
            yield hash(self.text[low * self.itemsize : high * self.itemsize])
            if high >= len(self._firsts):
                return
            low, high = self._firsts[low], self._firsts[high]
