"""Outcomes of all products of a few generators, by the moves of the rule.

A *box* has the sums u·g1^e1·g2^e2·..., where u is an element of a submonoid of classes that are
trusted to stay whole, the g are heaps that are free, and each exponent goes up to a cap, after
which the powers are taken to repeat. Other heaps have *words*: products of generators that they are
guessed to be equal to. The outcomes of the box are computed from the ends of play; the classes are
the monoid that tells no more sums apart than they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from mexplore.discover.misere.patterns.search.partial import (
    Flags,
    Integers,
    OptionTable,
    Partial,
    cheapest,
    least_words,
    moves_of_word,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.rule import Heaps


def coarsest(steps: Sequence[Integers], accept: Flags) -> Integers:
    """A label for every state: equal for states that no sequence of steps tells apart.

    The congruence of J. Myhill and A. Nerode, refined step by step as E. F. Moore did (1956).
    """
    labels: Integers = accept.astype(np.int64)
    count = len(np.unique(labels))
    while True:
        finer = labels
        for step in steps:
            _, finer = np.unique(finer * (labels.max() + 1) + labels[step], return_inverse=True)
        found = int(finer.max()) + 1
        if found == count:
            return labels
        labels, count = finer.reshape(-1).astype(np.int64), found


@dataclass(frozen=True)
class Reduced:
    """The classes of states that can be reached, the first one that of state 0: steps, which are
    accepted, and the class of every state (-1 where it cannot be reached)."""

    steps: list[Integers]
    accept: Flags
    class_of: Integers

    def table(self) -> Integers:
        """The table of products: every class is reached from the first by steps."""
        order = len(self.accept)
        table = np.zeros((order, order), dtype=np.int64)
        table[:, 0] = np.arange(order)
        queue, done = [0], {0}
        for a in queue:
            for step in self.steps:
                b = int(step[a])
                if b not in done:
                    done.add(b)
                    table[:, b] = step[table[:, a]]
                    queue.append(b)
        return table


def reduced(steps: Sequence[Integers], accept: Flags) -> Reduced:
    """The monoid of the classes, numbered in the order in which they are reached from state 0."""
    labels = coarsest(steps, accept)
    number = np.full(int(labels.max()) + 1, -1, dtype=np.int64)
    number[labels[0]] = 0
    states = [0]
    for state in states:
        for step in steps:
            target = int(step[state])
            if number[labels[target]] < 0:
                number[labels[target]] = len(states)
                states.append(target)
    class_of = number[labels]
    chosen = np.array(states)
    return Reduced([class_of[step[chosen]] for step in steps], accept[chosen], class_of)


LARGEST = 60_000_000  # moves of all sums of a box together

Words = Mapping[int, Heaps]
"""For each heap that is no generator the generators that it is guessed to be equal to."""


@dataclass(frozen=True)
class Cap:
    """Powers x^0, ..., x^(index + period - 1); x^(index + period) is taken to be x^index."""

    index: int
    period: int

    @property
    def length(self) -> int:
        return self.index + self.period

    def folded(self, exponents: Integers) -> Integers:
        """The exponents, brought below ``length``."""
        folded = self.index + (exponents - self.index) % self.period
        return np.where(exponents >= self.length, folded, exponents)


class Box:
    """The sums of a box, numbered; number 0 is the empty one."""

    def __init__(
        self,
        state: Partial,
        heaps: OptionTable,
        whole: Sequence[int],
        free: Sequence[int],
        caps: Sequence[Cap],
        words: Words,
    ) -> None:
        self.state, self.heaps, self.whole, self.free = state, heaps, list(whole), list(free)
        self.caps, self.words = caps, words
        self.sub = generated_by(state, self.whole)
        self.place_in_sub = {q: i for i, q in enumerate(self.sub)}
        self.strides = [len(self.sub)]
        for cap in caps:
            self.strides.append(self.strides[-1] * cap.length)
        self.size = self.strides.pop()

    def monoid(self) -> Reduced | None:
        """The monoid of the outcomes; None if the box is too large, or some outcome depends on
        itself, as sums beyond the caps are not shorter."""
        self.index = np.arange(self.size)
        self.base = self.index % len(self.sub)
        self.exponents = [
            self.index // stride % cap.length
            for stride, cap in zip(self.strides, self.caps, strict=True)
        ]
        self.product_in_sub = np.array(
            [[self.place_in_sub[int(self.state.table[a, b])] for b in self.sub] for a in self.sub]
        )
        moves = self._moves()
        lost = None if moves is None else _from_the_ends(moves)
        return None if lost is None else reduced(self._steps(), lost)

    def class_of_free(self, found: Reduced, heap: int) -> int:
        """The class of one of the free heaps."""
        return int(found.class_of[self.strides[self.free.index(heap)]])

    def class_of_whole(self, found: Reduced, heap: int) -> int:
        """The class of one of the generators that are kept whole."""
        return int(found.class_of[self.place_in_sub[int(self.state.classes[heap])]])

    def _steps(self) -> list[Integers]:
        """The product with each generator, the free ones first."""
        steps = [
            self.index + stride * (cap.folded(exponents + 1) - exponents)
            for stride, cap, exponents in zip(self.strides, self.caps, self.exponents, strict=True)
        ]
        for heap in self.whole:
            place = self.place_in_sub[int(self.state.classes[heap])]
            steps.append(self.index - self.base + self.product_in_sub[self.base, place])
        return steps

    def _moves(self) -> Integers | None:
        """A row for each kind of move: the number of the sum that it leads to, ``size`` where there
        is none."""
        by_free = [
            (i, option)
            for i, heap in enumerate(self.free)
            for option in sorted({self._split(option) for option in self.heaps.listed[heap]})
        ]
        by_whole = self._moves_of_whole() if self.whole else []
        if (len(by_free) + len(by_whole)) * self.size > LARGEST:
            return None
        rows = [self._by_free(i, place, powers) for i, (place, powers) in by_free]
        for column in by_whole:
            target = column[self.base]
            rows.append(np.where(target >= 0, self.index - self.base + target, self.size))
        return np.array(rows, dtype=np.int64).reshape(-1, self.size)

    def _by_free(self, i: int, place: int, powers: tuple[int, ...]) -> Integers:
        """The i-th free heap is replaced by an element of the submonoid and free heaps."""
        target = self.product_in_sub[self.base, place]
        for j, (stride, cap) in enumerate(zip(self.strides, self.caps, strict=True)):
            target = target + stride * cap.folded(self.exponents[j] + powers[j] - (i == j))
        return np.where(self.exponents[i] >= 1, target, self.size)

    def _split(self, option: Heaps) -> tuple[int, tuple[int, ...]]:
        """An option as an element of the submonoid and exponents of the free heaps."""
        q, free = 0, Counter[int]()
        for part in option:
            if self.heaps.terminal(part):
                continue
            for heap in self.words.get(part, (part,)):
                if heap in self.free:
                    free[heap] += 1
                else:
                    q = int(self.state.table[q, self.state.classes[heap]])
        return self.place_in_sub[q], tuple(free[heap] for heap in self.free)

    def _moves_of_whole(self) -> list[Integers]:
        """For each element of the submonoid the places to which its least sum can be moved, in
        columns; -1 where there are no more."""
        letters = cheapest(self.state, self.heaps, max(self.whole))
        inside = [(h, q) for h, q in letters if q in self.place_in_sub]
        words = least_words(self.state.table, inside, self.heaps)
        targets = [
            sorted(
                self.place_in_sub[to]
                for to in moves_of_word(self.state, self.heaps, words[q])
                if to in self.place_in_sub
            )
            for q in self.sub
        ]
        return [
            np.array([row[j] if j < len(row) else -1 for row in targets], dtype=np.int64)
            for j in range(max(map(len, targets)))
        ]


def generated_by(state: Partial, generators: Sequence[int]) -> list[int]:
    """The products of the classes of these heaps."""
    found, reached = [0], {0}
    for q in found:
        for heap in generators:
            product = int(state.table[q, state.classes[heap]])
            if product not in reached:
                reached.add(product)
                found.append(product)
    return found


def _from_the_ends(moves: Integers) -> Flags | None:
    """Which sums are lost; None if play among them need not end."""
    size = moves.shape[1]
    unknown, lost, won = 0, 1, 2
    outcome = np.zeros(size + 1, dtype=np.int8)
    outcome[0] = outcome[size] = won
    open_sums = np.arange(1, size)
    targets = moves[:, 1:]
    while len(open_sums):
        reached = outcome[targets]
        is_won = np.any(reached == lost, axis=0)
        is_lost = ~np.any((reached == lost) | (reached == unknown), axis=0)
        outcome[open_sums[is_won]] = won
        outcome[open_sums[is_lost]] = lost
        left = ~(is_won | is_lost)
        if left.all():
            return None
        open_sums, targets = open_sums[left], targets[:, left]
    found: Flags = outcome[:size] == lost
    return found
