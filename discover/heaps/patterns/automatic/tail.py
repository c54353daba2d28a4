"""An automatic law in base 2 as a relation that automata read from the other end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.laws import Formula, Tail
from mexplore.discover.automata.operations import Budget, Choices, determined

Machine = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class AutomaticTail(Tail):
    """v = outputs[state], the state that the bits of q lead to from state 0, most significant bit
    first; leading zeros change nothing.

    >>> thue_morse = AutomaticTail(((0, 1), (1, 0)), (0, 1))
    >>> graph = thue_morse.graph()
    >>> [next(v for v in range(2) if graph.accepts(q, v)) for q in range(8)]
    [0, 1, 1, 0, 1, 0, 0, 1]
    """

    transitions: Machine
    outputs: tuple[int, ...]

    def at(self, q: int) -> int:
        state = 0
        for bit in bin(q)[2:]:
            state = self.transitions[state][int(bit)]
        return self.outputs[state]

    def graph(self) -> Automaton:
        return _graph(self)

    def refined(self, factor: int, offset: int) -> AutomaticTail | None:
        return self if (factor, offset) == (1, 0) else None

    def formula(self, q: str, v: str) -> Formula | None:
        del q, v
        return None

    def words(self) -> str:
        return f"the output of an automaton with {len(self.outputs)} states"


@cache
def _graph(tail: AutomaticTail) -> Automaton:
    """Guess the last state, which determines v, and go back bit by bit to state 0, where the
    reading began. A state consists of a state of the tail and of the remaining bits of v."""
    import numpy as np

    before: dict[tuple[int, int], list[int]] = {}
    for source, steps in enumerate(tail.transitions):
        for bit, target in enumerate(steps):
            before.setdefault((target, bit), []).append(source)
    numbers = {pair: i for i, pair in enumerate(enumerate(tail.outputs))}
    rows: list[list[list[int]]] = []
    order = list(numbers)
    for state, value in order:
        row: list[list[int]] = []
        for symbol in range(4):
            sources = before.get((state, symbol & 1), []) if value & 1 == symbol >> 1 else []
            for source in sources:
                if (source, value >> 1) not in numbers:
                    numbers[source, value >> 1] = len(order)
                    order.append((source, value >> 1))
            row.append([numbers[source, value >> 1] for source in sources])
        rows.append(row)
    width = max([1, *(len(targets) for row in rows for targets in row)])
    table = [[targets + [-1] * (width - len(targets)) for targets in row] for row in rows]
    choices = Choices(
        2, np.array(table, dtype=np.int32), np.array([pair == (0, 0) for pair in order])
    )
    return determined(choices, [list(range(len(tail.outputs)))], Budget())
