"""Whether every play of a system of kinds ends.

**Theorem.** Let a schema of a kind t have a part of kind u, and let e be its drop plus the least
sizes of its other parts: the part has at most n - e tokens. Take S = (number of kinds) + 1. If
there are integers w_t with w_u < w_t + S e for every part of every schema, then

    rank(t, n) = S n + w_t

falls with every move that a schema makes to one of its parts: S (n - e) + w_u < S n + w_t. Such w
exist exactly if no closed chain t -> u -> ... -> t of parts has a sum of e's that is 0 or less; a
chain that has one is found by the method of Bellman and Ford. The other heaps that moves lead to
are named one by one, in lists and as fixed heaps of schemas; the heaps that can be reached from
these are finitely many, since ranks fall. Play ends if none of them can be reached from itself: an
endless play goes infinitely often to a heap that is named, and so to one of them twice.

Where a schema is for some residues of n only, a chain may be no play. The system is refused all the
same; the chain is shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from mexplore.rules.errors import InputError
from mexplore.rules.systems.system import Heap, System

MOST_REACHED = 1_000_000
"""Heaps that are looked at from those that are named one by one."""
CHECKED = "ends"
"""Where it stands in a system that play was found to end."""


class Endless(InputError):
    """A system whose play need not end."""


def ranks(system: System) -> tuple[int, tuple[int, ...]]:
    """The numbers S and w_0, w_1, ...: the rank of a heap (t, n) is S n + w_t; Endless if there are
    none.

    >>> from mexplore.rules.systems.system import Kind, Part, Schema
    >>> row = Kind("row", schemas=(Schema(1, (Part(0), Part(0))),))
    >>> open_row = Kind("open row", schemas=(Schema(0, (Part(0),)), Schema(3, (Part(1),))))
    >>> ranks(System((row, open_row)))
    (3, (-1, 0))
    """
    scale = len(system.kinds) + 1
    falls = [(t, u, scale * e - 1) for t, u, e in _parts(system)]
    weights, came_from, raised = _weights(len(system.kinds), falls)
    if raised is not None:
        raise Endless(f"play need not end: {_chain(system, raised, came_from)}, and so on for ever")
    return scale, tuple(weights)


def one_rank(system: System) -> tuple[int, tuple[int, ...]] | None:
    """S and w_0, w_1, ... such that the rank falls with every move, also to heaps that are named
    one by one; None where there are none with this S.

    >>> from mexplore.rules.systems.system import Kind, Part, Schema
    >>> nim = Kind("nim", ((), (((0, 0),),)))
    >>> row = Kind("row", schemas=(Schema(1, (Part(1),), ((0, 1),)),))
    >>> one_rank(System((nim, row)))
    (3, (-4, 0))
    """
    scale = len(system.kinds) + 1
    falls = [(t, u, scale * e - 1) for t, u, e in _parts(system)]
    for t, kind in enumerate(system.kinds):
        for n, options in enumerate(kind.below):
            named = (heap for option in options for heap in option)
            falls += ((t, u, scale * (n - size) - 1) for u, size in named)
        for schema in kind.schemas:
            n = len(kind.below)  # the least size of a heap that has these options
            falls += ((t, u, scale * (n - size) - 1) for u, size in schema.beside)
    weights, _, raised = _weights(len(system.kinds), falls)
    return None if raised is not None else (scale, tuple(weights))


def _weights(
    kinds: int, falls: list[tuple[int, int, int]]
) -> tuple[list[int], list[int | None], int | None]:
    """Numbers w with w_u <= w_t + most for all (t, u, most); from which kind each was lowered last;
    and a kind that is lowered for ever, None if there is none."""
    weights = [0] * kinds
    came_from: list[int | None] = [None] * kinds
    changed = None
    for _ in range(kinds):
        changed = None
        for t, u, most in falls:
            if weights[u] > weights[t] + most:
                weights[u], came_from[u] = weights[t] + most, t
                changed = u
        if changed is None:
            break
    return weights, came_from, changed


def check_ends(system: System) -> None:
    """Endless, with a play that comes back, where play need not end. It is asked of each system
    once, and the answer kept with it."""
    if CHECKED in vars(system):
        return
    ranks(system)
    done: set[Heap] = set()
    for start in system.listed:
        if start in done:
            continue
        path = {start: _next_heaps(system, start)}
        while path:
            last = next(reversed(path))
            heap = next(path[last], None)
            if heap is None:
                done.add(last)
                del path[last]
            elif heap in path:
                back = [*path][[*path].index(heap) :]
                shown = " -> ".join(named(system, each) for each in [*back, heap])
                raise Endless(f"play need not end: {shown}, and so on for ever")
            elif heap not in done:
                path[heap] = _next_heaps(system, heap)
            if len(done) + len(path) > MOST_REACHED:
                raise InputError(f"more than {MOST_REACHED} heaps are reached from those in lists")
    vars(system)[CHECKED] = True


def _next_heaps(system: System, heap: Heap) -> Iterator[Heap]:
    return (part for option in system.options(heap) for part in option)


def named(system: System, heap: Heap) -> str:
    """A heap as people write it: the name of its kind, and its size."""
    return f"{system.kinds[heap[0]].name}({heap[1]})"


def _parts(system: System) -> Iterator[tuple[int, int, int]]:
    """Kinds t and u such that a schema of t has a part of kind u, with the least number of tokens
    by which the part is smaller."""
    for number, kind in enumerate(system.kinds):
        for schema in kind.schemas:
            least = sum(part.least for part in schema.parts)
            for part in schema.parts:
                yield number, part.kind, schema.drop + least - part.least


def _chain(system: System, kind: int, came_from: list[int | None]) -> str:
    """A closed chain of kinds that does not lower the number of tokens: going back from a kind that
    was lowered in the last round of all, one comes into it."""
    for _ in system.kinds:
        kind = came_from[kind] or 0
    chain = [kind]
    while True:
        kind = came_from[kind] or 0
        chain.append(kind)
        if kind == chain[0]:
            break
    return " -> ".join(system.kinds[each].name for each in reversed(chain))
