"""Which states can be reached, and which lead to an accepting one: searches by breadth, a layer of
states at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

States = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int64]


def reached_in_order(step: States, starts: States) -> tuple[States, States]:
    """The states that can be reached, in the order of a search by breadth from the starts in turn;
    and the place of each state in it, -1 where it is not reached.

    >>> order, place = reached_in_order(np.array([[2, 0], [1, 1], [3, 0], [3, 3]]), np.array([0]))
    >>> order.tolist(), place.tolist()
    ([0, 2, 3], [0, -1, 1, 2])
    """
    place = np.full(len(step), -1, dtype=np.int32)
    layers, known = [np.zeros(0, dtype=np.int32)], 0
    layer = _once(starts)
    while len(layer):
        place[layer] = np.arange(known, known + len(layer))
        layers.append(layer)
        known += len(layer)
        ahead = step[layer].reshape(-1)
        layer = _once(ahead[place[ahead] < 0])
    return np.concatenate(layers).astype(np.int32), place


def live_states(targets: States, accepting: Flags) -> Flags:
    """Whether an accepting state can be reached: a search backwards along all edges, which lead
    from q to ``targets[q, a, k]``; to nowhere where that is -1.

    >>> targets = np.array([[[1]], [[2]], [[-1]], [[3]]])
    >>> live_states(targets, np.array([False, False, True, False])).tolist()
    [True, True, True, False]
    """
    count = len(targets)
    edges = targets.reshape(count, -1)
    there = edges >= 0
    sources = np.repeat(np.arange(count, dtype=np.int32), there.sum(axis=1))
    ends = edges[there]
    sources = sources[np.argsort(ends, kind="stable")]
    begin = np.concatenate(([0], np.cumsum(np.bincount(ends, minlength=count))))
    live = accepting.copy()
    layer = np.flatnonzero(live)
    while len(layer):
        before = sources[_ranges(begin[layer], begin[layer + 1])]
        layer = np.unique(before[~live[before]])
        live[layer] = True
    return live


def _once(states: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Each of the states once, where it occurs first."""
    _, first = np.unique(states, return_index=True)
    return states[np.sort(first)]


def _ranges(first: Indices, stop: Indices) -> Indices:
    """first[0], ..., stop[0] - 1, first[1], ..."""
    lengths = stop - first
    return np.repeat(stop - np.cumsum(lengths), lengths) + np.arange(int(lengths.sum()))
