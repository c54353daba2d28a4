"""From the beginning of a sequence to the least automaton that outputs it.

Fix a base k. Two numbers p and q are *equivalent* if G(k^j p + r) = G(k^j q + r) for all j >= 0
and 0 <= r < k^j: whatever digits follow, the same values come out. The sequence is k-automatic
exactly when there are finitely many classes, and then the classes are the states of the least
automaton that reads digits most significant first (Myhill and Nerode).

Values at n < N show the class of q down to a depth of about log(N/q): which is largest for small
numbers. So classes are found by their least members, from 0 on: a successor k*p + r of a
representative p joins the first class from which the known values do not distinguish it, or else
begins a class. When all classes have successors, the result is a guess, which must be tested on
further values. Most significant first: read from the other end, automata of the same sequence can
be far larger.

Source: A. Nerode, Linear automaton transformations, 1958; E. F. Moore, Gedanken-experiments on
sequential machines, 1956 (the least automaton); J.-P. Allouche and J. Shallit, Automatic
Sequences, 2003, chapters 4 and 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.rule import Values

    Numbers = npt.NDArray[np.int64]

Transitions = tuple[tuple[int, ...], ...]

MOST_STATES = 2000
LEAST_SHOWN = 8  # values that must be known at the last depth to recognise a class


@dataclass(frozen=True)
class Machine:
    """An automaton with output: state 0 is the start, ``transitions[state][digit]`` the next
    state, ``outputs[state]`` the value."""

    transitions: Transitions
    outputs: tuple[int, ...]


class TooManyClasses(Exception):
    """More than MOST_STATES classes: more values will not make them fewer."""


def guess_machine(values: Values, base: int) -> Machine | None:
    """The least automaton whose states the known values distinguish and which outputs the values,
    or None if there are too few values for the number of classes.

    Raises TooManyClasses if more values would not help.

    >>> import numpy as np
    >>> thue_morse = np.array([n.bit_count() % 2 for n in range(256)], dtype=np.uint8)
    >>> guess_machine(thue_morse, 2)
    Machine(transitions=((0, 1), (1, 0)), outputs=(0, 1))
    """
    classes = _Classes(values.tobytes(), values.dtype.itemsize, base)
    if classes.of(0) < 0:
        return None
    transitions = []
    for p in classes.representatives:  # grows while it is read
        row = tuple(classes.of(base * p + digit) for digit in range(base))
        if min(row) < 0:
            return None
        transitions.append(row)
    outputs = tuple(int(values[p]) for p in classes.representatives)
    return least_machine(tuple(transitions), outputs)


@dataclass
class _Classes:
    """The classes found so far, each by its least member, in a tree of depths.

    ``text`` is the values as bytes. A branch of the tree is a node and the hash of the next
    block of values, k^j q + r for 0 <= r < k^j; a wrong guess by a collision is refuted later.
    ``classes[node]`` is the first class that was entered below the node.
    """

    text: bytes
    itemsize: int
    base: int
    representatives: list[int] = field(default_factory=list)
    branches: dict[tuple[int, int], int] = field(default_factory=dict)
    classes: list[int] = field(default_factory=lambda: [0])

    def of(self, q: int) -> int:
        """The number of the class of q, a new one if q differs from all representatives; -1 if too
        few values are known to decide."""
        blocks = [hash(block) for block in self._blocks(q)]
        if self.base ** len(blocks) < LEAST_SHOWN * self.base:
            return -1
        node = 0
        for depth, block in enumerate(blocks):
            following = self.branches.get((node, block))
            if following is None:
                return self._enter(q, node, blocks[depth:])
            node = following
        return self.classes[node]

    def _enter(self, q: int, node: int, blocks: list[int]) -> int:
        number = len(self.representatives)
        if number >= MOST_STATES:
            raise TooManyClasses
        self.representatives.append(q)
        for block in blocks:
            self.branches[node, block] = node = len(self.classes)
            self.classes.append(number)
        return number

    def _blocks(self, q: int) -> Iterator[bytes]:
        """The values at k^j q + r, 0 <= r < k^j, for j = 0, 1, ... as long as all are known."""
        width = self.itemsize
        while (q + 1) * width <= len(self.text):
            yield self.text[q * width : (q + 1) * width]
            width *= self.base


def least_machine(transitions: Transitions, outputs: tuple[int, ...], start: int = 0) -> Machine:
    """The least automaton with the same outputs, its states in the canonical order: the start
    first, then by output, then by the least number that leads to the state.

    >>> least_machine(((0, 1), (2, 3), (1, 2), (3, 1)), (0, 1, 1, 1))
    Machine(transitions=((0, 1), (1, 1)), outputs=(0, 1))
    """
    reached = _reached(transitions, start)
    classes = _moore(transitions, outputs, reached)
    found: dict[int, int] = {}  # a class, and the first state reached in it
    for state in reached:
        found.setdefault(classes[state], state)
    number = {c: i for i, c in enumerate(found)}
    return in_order(
        tuple(tuple(number[classes[t]] for t in transitions[state]) for state in found.values()),
        tuple(outputs[state] for state in found.values()),
        number[classes[start]],
    )


def in_order(transitions: Transitions, outputs: tuple[int, ...], start: int = 0) -> Machine:
    """The same automaton, without states that no number leads to, its states in the canonical
    order.

    >>> in_order(((0, 2), (1, 1), (2, 2)), (1, 0, 0))
    Machine(transitions=((0, 1), (1, 1)), outputs=(1, 0))
    """
    reached = _reached(transitions, start)
    place = {state: i for i, state in enumerate(reached)}
    order = sorted(reached, key=lambda state: (state != start, outputs[state], place[state]))
    number = {state: i for i, state in enumerate(order)}
    return Machine(
        tuple(tuple(number[t] for t in transitions[state]) for state in order),
        tuple(outputs[state] for state in order),
    )


def _reached(transitions: Transitions, start: int) -> list[int]:
    """The states that some number leads to, by the least such number."""
    reached = [start]
    seen = {start}
    for state in reached:
        for following in transitions[state]:
            if following not in seen:
                seen.add(following)
                reached.append(following)
    return reached


def _moore(
    transitions: Transitions, outputs: tuple[int, ...], reached: list[int]
) -> dict[int, int]:
    """A label for each state; equivalent states have the same label."""
    labels = {state: outputs[state] for state in reached}
    count = len(set(labels.values()))
    while True:
        names: dict[tuple[int, ...], int] = {}
        labels = {
            state: names.setdefault(
                (labels[state], *(labels[t] for t in transitions[state])), len(names)
            )
            for state in reached
        }
        if len(names) == count:
            return labels
        count = len(names)


def classes_of(transitions: Numbers, outputs: Numbers) -> Numbers:
    """A label for each state, the same for states that no further digits distinguish.

    >>> import numpy as np
    >>> classes_of(np.array([[0, 1], [1, 2], [2, 1]]), np.array([0, 1, 1])).tolist()
    [0, 1, 1]
    """
    import numpy as np

    labels = np.unique(outputs, return_inverse=True)[1].ravel()
    while True:
        count, finer = int(labels.max()) + 1, labels
        for column in transitions.T:
            finer = np.unique(finer * (count + 1) + labels[column], return_inverse=True)[1].ravel()
        if int(finer.max()) + 1 == count:
            return labels
        labels = finer
