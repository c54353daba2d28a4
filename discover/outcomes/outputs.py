"""One automaton with outputs in place of several that accept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mexplore.discover.automata.automaton import Automaton, digits_of_symbols
from mexplore.rules.errors import TooLarge

MOST_STATES = 2000


def with_outputs(
    sets: Sequence[Automaton],
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Transitions and outputs of the automaton that tells which of these sets a position is in,
    with the fewest states; the output after the last set is that of none.

    >>> from mexplore.discover.automata.numbers import residue
    >>> with_outputs([residue(2, 1)])
    (((1, 2), (1, 1), (2, 2)), (1, 1, 0))
    """
    order, numbers = [tuple(int(s.starts[0]) for s in sets)], dict[tuple[int, ...], int]()
    numbers[order[0]] = 0
    rows: list[list[int]] = []
    symbols = range(len(digits_of_symbols(sets[0].tracks, sets[0].numeration.digits)))
    for state in order:
        rows.append([])
        for symbol in symbols:
            to = tuple(int(s.step[q, symbol]) for s, q in zip(sets, state, strict=True))
            if to not in numbers:
                numbers[to] = len(order)
                order.append(to)
            rows[-1].append(numbers[to])
        if len(order) > MOST_STATES:
            raise TooLarge(f"an automaton of the values has more than {MOST_STATES} states")
    outputs = [
        next((w for w, q in enumerate(state) if sets[w].accepting[q]), len(sets)) for state in order
    ]
    return _fewest(rows, outputs)


def _fewest(
    rows: list[list[int]], outputs: list[int]
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Equal states once (E. F. Moore 1956), in the order in which they are met."""
    kind, count = outputs, 0
    while count < (count := len({*kind})):
        seen: dict[Any, int] = {}
        kind = [
            seen.setdefault((kind[s], *(kind[q] for q in row)), len(seen))
            for s, row in enumerate(rows)
        ]
    first = {k: s for s, k in reversed(list(enumerate(kind)))}
    states = range(len(first))
    return (
        tuple(tuple(kind[q] for q in rows[first[k]]) for k in states),
        tuple(outputs[first[k]] for k in states),
    )
