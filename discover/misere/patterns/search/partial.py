"""What is known of the heaps 1, ..., n: a monoid, their classes in it, and what is promised."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.search.options import Flags, Integers, OptionTable


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
