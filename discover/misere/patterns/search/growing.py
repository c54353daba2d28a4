"""The search itself: one heap after the other, until classes repeat or a limit is reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

import numpy as np

from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.search.box import reduced
from mexplore.discover.misere.patterns.search.freeing import freed
from mexplore.discover.misere.patterns.search.partial import (
    Flags,
    Integers,
    OptionTable,
    Partial,
    cheapest,
    checked,
    fitted,
    least_words,
    moves_of_word,
)
from mexplore.discover.misere.patterns.types import Type, Types, type_of_options
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import OutOfTime

POWERS = (5, 7, 9)  # of the new generator x that are told apart; then x^(k + 1) = x^(k - 1)


def extended(
    state: Partial, heaps: OptionTable, n: int, most: int, go_on: Callable[[], None]
) -> Partial | None:
    """The state with a generator x for heap n; None where that does not do. ``go_on`` raises when
    the time is over.

    The outcomes of x^k q come from the moves of x and of a least sum of class q.
    """
    words = least_words(state.table, cheapest(state, heaps, n - 1), heaps)
    moves = {q: sorted(moves_of_word(state, heaps, word)) for q, word in words.items()}
    ordered = sorted(words, key=lambda q: heaps.rank_of(words[q]))
    of_x = state.moves(heaps, n)
    for power in POWERS:
        go_on()
        if (power + 1) * state.order > 40 * most:
            return None
        lost = _outcomes(state, of_x, moves, ordered, power)
        found = _monoid(state, heaps, n, lost, most)
        if found is not None:
            return found
    return None


def _outcomes(
    state: Partial, of_x: Integers, moves: dict[int, list[int]], ordered: list[int], power: int
) -> Flags:
    """lost[k, q]: whether x^k q is lost, for k <= power."""
    lost = np.zeros((power + 1, state.order), dtype=np.bool_)
    lost[0] = state.lost
    for k in range(1, power + 1):
        by_x = lost[k - 1][state.table[of_x]].any(axis=0).tolist()
        row = [False] * state.order
        for q in ordered:
            row[q] = not by_x[q] and not any(row[to] for to in moves[q])
        lost[k] = row
    return lost


def _monoid(state: Partial, heaps: OptionTable, n: int, lost: Flags, most: int) -> Partial | None:
    power, order = len(lost) - 1, state.order
    index = np.arange(lost.size)
    k, q = index // order, index % order
    steps = [k * order + state.table[q, state.classes[g]] for g in state.generators]
    steps.append(np.where(k == power, k - 1, k + 1) * order + q)
    found = reduced(steps, lost.reshape(-1))
    if len(found.accept) > most:
        return None
    classes = np.append(found.class_of[state.classes], found.class_of[order])
    table = found.table()
    guess = Partial(table, found.accept, classes, (*state.generators, n), table > -1)
    return checked(guess, heaps)


class Taming:
    """Types of the heaps 0, ..., ``last``, as 2*value + firm.

    >>> from mexplore.rules.notation import parse_rule
    >>> search = Taming(OptionTable(parse_rule("0.77")))
    >>> search.grow(9), search.last, search.wild
    (False, 4, 5)
    """

    def __init__(self, heaps: OptionTable) -> None:
        self.heaps = heaps
        self.codes: Integers = np.zeros(1, dtype=np.int64)
        self.wild: int | None = None
        """The first wild heap, if it is known."""

    @property
    def last(self) -> int:
        """The largest heap whose type is known."""
        return len(self.codes) - 1

    def grow(self, stop: int) -> bool:
        """Find the types of the heaps below ``stop``; False where one is wild."""
        codes = np.zeros(max(stop, self.last + 1), dtype=np.int64)
        codes[: self.last + 1] = self.codes
        while self.last + 1 < stop and self.wild is None:
            n = self.last + 1
            self.heaps.learn(n)
            seen = {_type(code) for code in self.heaps.classes(n, codes, _product).tolist()}
            found = type_of_options(seen)
            if found is None:
                self.wild = n
                break
            codes[n] = 2 * found.value + found.firm
            self.codes = codes[: n + 1]
        return self.wild is None

    def claim(self, length: int, period: int) -> Types:
        """The law that says this of the first heaps, the last ``period`` of which repeat."""
        return Types(tuple(_type(code) for code in self.codes[1 : length + 1].tolist()), period)


def _type(code: int) -> Type:
    return Type(bool(code & 1), code >> 1)


def _product(a: Integers, b: Integers) -> Integers:
    """The xor of the values; firm if one is."""
    found: Integers = (a ^ b) | (a & 1) | (b & 1)
    return found


MOST_CLASSES = 1000

Bound = Callable[[int, int], int | None]
"""The number of heaps that a theorem looks at to prove a law that lists this many heaps and repeats
with such a period; None if no theorem does."""


@dataclass
class Growing:
    """Classes of the heaps 1, ..., ``state.last`` of a rule, as far as they were found.

    >>> from mexplore.rules.notation import parse_rule
    >>> search = Growing(OptionTable(parse_rule("0.75")))
    >>> search.grow(9), search.state.order, search.state.classes.tolist()[:6]
    (True, 8, [0, 1, 2, 1, 2, 3])
    """

    heaps: OptionTable
    deadline: float | None = None
    most: int = MOST_CLASSES
    watcher: Watcher = no_progress
    state: Partial = field(default_factory=Partial.empty)
    grown: list[tuple[int, int]] = field(default_factory=list)
    """The heaps at which the number of classes became another one, with this number."""
    failed: bool = False
    """Whether no monoid was found at the next heap: nothing is proved by that."""

    @property
    def last(self) -> int:
        """The largest heap whose class is known."""
        return self.state.last

    @property
    def codes(self) -> Integers:
        """The classes of the heaps 0, ..., ``last``."""
        return self.state.classes

    def claim(self, length: int, period: int) -> Quotient:
        """The law that says this of the first heaps, the last ``period`` of which repeat."""
        return self.state.claim(length, period)

    def grow(self, stop: int) -> bool:
        """Find classes of the heaps below ``stop``; False where the search comes to an end before,
        by time (`OutOfTime` is not raised) or because no monoid is found."""
        while self.state.last + 1 < stop and not self.failed:
            try:
                self._one_more(self.state.last + 1)
            except OutOfTime:
                return False
        return not self.failed

    def _one_more(self, n: int) -> None:
        self._go_on()
        self.heaps.learn(n)
        found = fitted(self.state, self.heaps, n)
        if found is None:
            found = extended(self.state, self.heaps, n, self.most, self._go_on)
            found = found or freed(self.state, self.heaps, n, self.most, self._go_on)
            if found is None:
                self.failed = True
                return
            self.grown.append((n, found.order))
        self.state = found

    def _go_on(self) -> None:
        n = self.state.last
        self.watcher(Progress("classes of heaps", n, n, {"classes": self.state.order}))
        if self.deadline is not None and working_seconds() > self.deadline:
            raise OutOfTime("the search for classes took all its time")


def least_period(classes: Integers, bound: Bound) -> tuple[int, int] | None:
    """The least number of heaps to be listed, and the period, of a law that the known classes of
    the heaps 0, 1, ..., n decide; None if there is none."""
    last = len(classes) - 1
    candidates = []
    for p in range(1, last // 2 + 1):
        differ = np.flatnonzero(classes[1 : last + 1 - p] != classes[1 + p :])
        candidates.append((int(differ[-1]) + 1 + p if len(differ) else p, p))
    for length, p in sorted(candidates):
        if length + 1 > last:
            return None
        needed = bound(length, p)
        if needed is not None and needed <= last + 1:
            return length, p
    return None
