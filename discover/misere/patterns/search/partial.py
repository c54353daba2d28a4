"""What is known of the heaps 1, ..., n: their options, a monoid, their classes in it, what is
promised, and whether one more heap fits in."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.rules.dataclass import dataclass
from mexplore.rules.rule import Heaps

if TYPE_CHECKING:
    from mexplore.rules.rule import Heaps, Rule


Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class OptionTable:
    """Options of the heaps 0, ..., ``last``, ``count`` in all, and the *rank* of each heap: the
    longest play with it.

    >>> from mexplore.rules.notation import parse_rule
    >>> table = OptionTable(parse_rule("0.77"))
    >>> table.learn(3)
    >>> table.listed[3], table.rank
    (((1,), (1, 1), (2,)), [0, 1, 2, 3])
    """

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.listed: list[tuple[Heaps, ...]] = [()]
        self.rank = [0]
        self.count = 0
        self._arrays: list[tuple[Integers, ...]] = [()]

    @property
    def last(self) -> int:
        """The largest heap whose options are known."""
        return len(self.listed) - 1

    def learn(self, n: int) -> None:
        """List the options of the heaps up to n."""
        while self.last < n:
            found = {tuple(sorted(option)) for option in self.rule.options(self.last + 1)}
            options = tuple(sorted(found))
            self._arrays.append(_by_number_of_heaps(options))
            self.rank.append(max((1 + self.rank_of(option) for option in options), default=0))
            self.listed.append(options)
            self.count += len(options)

    def rank_of(self, heaps: Heaps) -> int:
        """The longest play with these heaps."""
        return sum(self.rank[heap] for heap in heaps)

    def terminal(self, n: int) -> bool:
        """Whether the heap has no option."""
        return not self.listed[n]

    def classes(self, n: int, classes: Integers, product: Product, one: int = 0) -> Integers:
        """The different classes of the options of n, where ``classes[h]`` is that of heap h."""
        found = []
        for options in self._arrays[n]:
            total: Any = np.full(len(options), one, dtype=np.int64)
            for column in options.T:
                total = product(total, classes[column])
            found.append(total)
        return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)


Product = Callable[[Integers, Integers], Integers]


def _by_number_of_heaps(options: tuple[Heaps, ...]) -> tuple[Integers, ...]:
    alike = {k: [o for o in options if len(o) == k] for k in sorted(set(map(len, options)))}
    return tuple(np.array(o, dtype=np.int64).reshape(len(o), k) for k, o in alike.items())


@dataclass(frozen=True)
class Partial:
    """Classes of the heaps 0, ..., n that meet the conditions of Theorem 1
    (`discover.misere.patterns.quotient`): ``answers[q, c]`` says whether c is in E(q)."""

    table: Integers
    lost: Flags
    classes: Integers
    generators: tuple[int, ...]
    answers: Flags

    @classmethod
    def empty(cls) -> Partial:
        """That of no heap at all."""
        one = np.zeros((1, 1), dtype=np.int64)
        return cls(one, np.array([False]), one[0], (), np.array([[True]]))

    @property
    def order(self) -> int:
        """The number of classes."""
        return len(self.lost)

    @property
    def last(self) -> int:
        """The largest heap whose class is known."""
        return len(self.classes) - 1

    def product(self, a: Integers, b: Integers) -> Integers:
        """The classes of sums, class by class."""
        found: Integers = self.table[a, b]
        return found

    def moves(self, heaps: OptionTable, n: int) -> Integers:
        """The classes to which a heap of n, all of whose options have classes, can be moved."""
        return heaps.classes(n, self.classes, self.product)

    def claim(self, length: int, period: int) -> Quotient:
        """The law that says this of the first heaps, the last ``period`` of which repeat."""
        return Quotient(
            tuple(tuple(row) for row in self.table.tolist()),
            tuple(np.flatnonzero(self.lost).tolist()),
            tuple(self.classes[1 : length + 1].tolist()),
            period,
            tuple(sum(1 << c for c in np.flatnonzero(row).tolist()) for row in self.answers),
        )


def winning(moves: Integers, table: Integers, lost: Flags) -> Flags:
    """W: beside which classes one of the moves leads to a lost class."""
    return np.any(lost[table[moves]], axis=0)  # type: ignore[no-any-return]


def kept(answers: Flags, moving: Iterable[int], table: Integers) -> Flags:
    """The greatest family below this one with condition 4 of Theorem 1, ``moving`` being the
    classes of heaps that are not terminal."""
    found = answers.copy()
    gens = sorted(set(moving))
    while True:
        before = int(found.sum())
        for b in gens:
            product = table[:, b]
            allowed = found[:, product] | found[b][table]
            np.logical_and.at(found, product, allowed)
        if int(found.sum()) == before:
            return found


def answered(answers: Flags, lost: Flags) -> bool:
    """Condition 5 of Theorem 1."""
    return bool(np.all(lost | answers[:, 0]))


def checked(state: Partial, heaps: OptionTable) -> Partial | None:
    """The state with the greatest ``answers``, if it meets all conditions for all of its heaps."""
    if state.lost[0]:
        return None
    losing = state.lost[state.table]
    answers = np.ones_like(losing)
    moving = set()
    for n in range(1, state.last + 1):
        if heaps.terminal(n):
            continue
        q = int(state.classes[n])
        won = winning(state.moves(heaps, n), state.table, state.lost)
        if np.any(losing[q] & won):
            return None
        answers[q] &= won
        moving.add(q)
    answers = kept(answers, moving, state.table)
    return replace(state, answers=answers) if answered(answers, state.lost) else None


def least_words(
    table: Integers, letters: Iterable[tuple[int, int]], heaps: OptionTable
) -> dict[int, Heaps]:
    """For each class that is a product of the letters, given as (heap, class), the heaps of one of
    least rank."""
    gens = list(letters)
    best: dict[int, Heaps] = {}
    queue: list[tuple[int, int, Heaps]] = [(0, 0, ())]
    while queue:
        rank, q, word = heapq.heappop(queue)
        if q in best:
            continue
        best[q] = word
        for heap, letter in gens:
            product = int(table[q, letter])
            if product not in best:
                heapq.heappush(queue, (rank + heaps.rank[heap], product, (*word, heap)))
    return best


def cheapest(state: Partial, heaps: OptionTable, last: int) -> list[tuple[int, int]]:
    """For each class of heaps up to ``last`` that can be moved one of least rank: (heap, class)."""
    found: dict[int, int] = {}
    for h in range(1, last + 1):
        q = int(state.classes[h])
        if not heaps.terminal(h) and (q not in found or heaps.rank[h] < heaps.rank[found[q]]):
            found[q] = h
    return [(h, q) for q, h in found.items()]


def moves_of_word(state: Partial, heaps: OptionTable, word: Heaps) -> set[int]:
    """The classes to which a sum of these heaps can be moved."""
    found: set[int] = set()
    for i, heap in enumerate(word):
        if heap in word[:i]:
            continue
        rest = 0
        for other in word[:i] + word[i + 1 :]:
            rest = int(state.table[rest, state.classes[other]])
        found.update(state.table[rest, state.moves(heaps, heap)].tolist())
    return found


def fitted(state: Partial, heaps: OptionTable, n: int) -> Partial | None:
    """The state with heap n = last + 1 in one of its classes; None if it is in none. Exact, by
    Theorem 2 of `discover.misere.patterns.quotient`."""
    if heaps.terminal(n):
        return _with(state, 0)
    won = winning(state.moves(heaps, n), state.table, state.lost)
    losing = state.lost[state.table]
    possible = ~np.any(losing & won, axis=1)
    answered_by_some = losing | won | state.answers.T
    answered_by_some[:, 0] = losing[:, 0] | won[0]
    possible &= np.all(answered_by_some, axis=1)
    for q in np.flatnonzero(possible).tolist():
        if not np.any(state.answers[q] & ~won):
            return _with(state, q)
        answers = state.answers.copy()
        answers[q] &= won
        answers = kept(answers, {*moving(state, heaps), q}, state.table)
        if answered(answers, state.lost):
            return replace(_with(state, q), answers=answers)
    return None


def moving(state: Partial, heaps: OptionTable) -> set[int]:
    """The classes of the heaps that are not terminal."""
    return {int(state.classes[h]) for h in range(1, state.last + 1) if not heaps.terminal(h)}


def _with(state: Partial, q: int) -> Partial:
    return replace(state, classes=np.append(state.classes, q))
