"""Random automata, and what they accept by brute force."""

from __future__ import annotations

from itertools import product

import numpy as np

from mexplore.discover.automata.automaton import Automaton

SMALL = range(14)  # every tuple of these is tried


def accepted(automaton: Automaton, start: int = 0) -> set[tuple[int, ...]]:
    """The tuples of small numbers in the relation."""
    tuples = product(SMALL, repeat=automaton.tracks)
    return {numbers for numbers in tuples if automaton.accepts(*numbers, start=start)}


def states_apart(automaton: Automaton) -> int:
    """How many states can be reached and told apart, by pairs (Myhill and Nerode), the long way."""
    reached = set(automaton.starts.tolist())
    waiting = list(reached)
    for q in waiting:
        for r in automaton.step[q].tolist():
            if r not in reached:
                reached.add(r)
                waiting.append(r)
    order = sorted(reached)
    apart = {
        (q, r) for q in order for r in order if automaton.accepting[q] != automaton.accepting[r]
    }
    while True:
        more = {
            (q, r)
            for q in order
            for r in order
            if (q, r) not in apart
            and any(
                (int(s), int(t)) in apart
                for s, t in zip(automaton.step[q], automaton.step[r], strict=True)
            )
        }
        if not more:
            break
        apart |= more
    classes: list[int] = []
    for q in order:
        if all((q, r) in apart for r in classes):
            classes.append(q)
    return len(classes)


def equal(one: Automaton, other: Automaton) -> bool:
    """Whether two minimal automata are the same, state by state."""
    return (
        np.array_equal(one.step, other.step)
        and np.array_equal(one.accepting, other.accepting)
        and np.array_equal(one.starts, other.starts)
    )
