"""Take-and-break codes of at most two heaps, large heaps, by several threads.

The pairs of a heap n, of a block from heap f on, that have a heap in the block are among those with
a <= n - f, if a is the smaller one of a pair. So the others are known for all heaps of the block
at once. Naive, with sets:

    open(n)  = mex { G(a) ^ G(n - j - a) : a > n - f }         by the thread that is free next
    G(n)     = least v >= open(n) that no pair has             one after the other

The second is open(n) itself unless one of the few pairs a <= n - f, or a move to one heap or none,
has this value; only then are all pairs compared once more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.rules.engine.beside import Beside
from mexplore.rules.engine.compiled import compiled
from mexplore.rules.families.take_and_break.comparing import (
    SAMPLE,
    least_open,
    next_sample,
    stamp_pairs,
    stamp_unsplit,
)

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

BLOCK = 256
"""Heaps of a block."""
PIECE = 32
"""Heaps that a thread takes at a time: one thread may be slower than another."""
Piece = tuple[int, int, int]
"""The first heap of a block; a range of its heaps."""


def fill_by_blocks(
    values: Values, single: Any, split: Any, mex: Any, span: tuple[int, int], threads: int = 1
) -> int:
    """Fill values[start:stop] for a ``span`` (start, stop); the arguments and what is returned are
    those of `comparing.fill_by_comparing`."""
    start, stop = span
    stamps, limit = mex
    opened, samples = np.zeros(BLOCK, dtype=np.int64), np.full(threads, SAMPLE)
    todo: deque[Piece] = deque()
    parts = [
        partial(find_open, values, split, (np.full_like(stamps, -1), limit), opened, samples[i:])
        for i in range(threads)
    ]
    with ExitStack() as stack:
        beside = [
            stack.enter_context(Beside(partial(_find_pieces, part, todo))) for part in parts[1:]
        ]
        for first in range(start, stop, BLOCK):
            last = min(first + BLOCK, stop)
            if first == start:  # what is to be compiled is compiled by this thread
                parts[0]((first, first, min(first + 1, last)))
            todo.extend((first, n, min(n + PIECE, last)) for n in range(first, last, PIECE))
            for second in beside:
                second.begin()
            _find_pieces(parts[0], todo)
            for second in beside:
                second.result()
            reached: int = settle(values, single, split, mex, opened, (first, last))
            if reached < last:
                return reached
    return stop


def _find_pieces(part: Callable[[Piece], Any], todo: deque[Piece]) -> None:
    """Do the pieces that are left, one after the other, as other threads do."""
    while todo:
        try:
            piece = todo.popleft()
        except IndexError:  # another thread was quicker
            return
        part(piece)


@compiled
def find_open(values, split, mex, opened, samples, part):  # type: ignore[no-untyped-def]
    # open(n) for start <= n < stop, of the block that begins at ``first``, into opened[n - first];
    # limit + 1 stands for all that is larger. samples[0] pairs are stamped at first.
    stamps, limit = mex
    first, start, stop = part
    sample = samples[0]
    for n in range(start, stop):
        near = n - first
        stamp_pairs(values, n, split, (near, near + sample), stamps)
        value, found = least_open(values, n, split, near + sample, 0, stamps)
        opened[n - first] = min(value, limit + 1)
        sample = next_sample(sample, found, n)
    samples[0] = sample
    return stop


@compiled
def settle(values, single, split, mex, opened, span):  # type: ignore[no-untyped-def]
    # The values of a block from its open(n).
    stamps, limit = mex
    first, last = span
    for n in range(first, last):
        stamp_unsplit(values, n, single, stamps)
        near = n - first
        stamp_pairs(values, n, split, (0, near), stamps)
        value = opened[near]
        if value <= limit and stamps[value] == n:
            value, _ = least_open(values, n, split, near, value + 1, stamps)
        if value > limit:
            return n
        values[n] = value
    return last
