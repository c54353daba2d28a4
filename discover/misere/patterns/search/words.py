"""Least words: every class as a sum of few heaps of low rank."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from mexplore.discover.misere.patterns.search.options import Integers, OptionTable
from mexplore.discover.misere.patterns.search.partial import Partial
from mexplore.rules.rule import Heaps


def least_words(
    table: Integers, letters: Iterable[tuple[int, int]], heaps: OptionTable
) -> dict[int, Heaps]:
    """For each class that is a product of the letters, given as (heap, class), the heaps of one of
    least rank."""
    gens = list(letters)
    best: dict[int, Heaps] = {}
    queue: list[tuple[int, int, Heaps]] = [(0, 0, ())]
    while queue:
        rank, q, word = heapq.heappop(queue)
        if q in best:
            continue
        best[q] = word
        for heap, letter in gens:
            product = int(table[q, letter])
            if product not in best:
                heapq.heappush(queue, (rank + heaps.rank[heap], product, (*word, heap)))
    return best


def cheapest(state: Partial, heaps: OptionTable, last: int) -> list[tuple[int, int]]:
    """For each class of heaps up to ``last`` that can be moved one of least rank: (heap, class)."""
    found: dict[int, int] = {}
    for h in range(1, last + 1):
        q = int(state.classes[h])
        if not heaps.terminal(h) and (q not in found or heaps.rank[h] < heaps.rank[found[q]]):
            found[q] = h
    return [(h, q) for q, h in found.items()]


def moves_of_word(state: Partial, heaps: OptionTable, word: Heaps) -> set[int]:
    """The classes to which a sum of these heaps can be moved."""
    found: set[int] = set()
    for i, heap in enumerate(word):
        if heap in word[:i]:
            continue
        rest = 0
        for other in word[:i] + word[i + 1 :]:
            rest = int(state.table[rest, state.classes[other]])
        found.update(state.table[rest, state.moves(heaps, heap)].tolist())
    return found
