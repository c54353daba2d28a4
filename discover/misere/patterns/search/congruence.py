"""Finite commutative monoids as automata: one step a generator; and the least of those that accept
the same sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mexplore.discover.misere.patterns.search.options import Flags, Integers


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
