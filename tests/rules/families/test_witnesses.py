"""The choice of witnesses, and the search for one pair, as they are defined."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.rules.families.take_and_break.sparse.exact import (
    FROM,
    LONG,
    STRETCHES,
    cover,
    empty_search,
    first_rare,
    space_tables,
)
from mexplore.rules.families.take_and_break.sparse.mask import SparseMask


def served(values: list[int], splits: list[int], a: int, t: int) -> list[int]:
    """The values G(a) xor G(b) of pairs of a and a common heap b that t splits into."""
    rests = [values[t - j - a] for j in splits]
    return [values[a] ^ rest for rest in rests if is_common(rest)]


MASK = 0b1011


def is_common(value: int) -> bool:
    return (value & MASK).bit_count() % 2 == 1


def greedy(
    wants: dict[tuple[int, int], int], values: list[int], splits: list[int], pool: list[int],
    heaps: list[int], most: int,
) -> list[int]:  # fmt: skip
    """The first heap of those that serve most wants, none twice, as long as one serves any; each
    of its pairs makes one want smaller by 1."""
    chosen: list[int] = []
    while len(chosen) < most:
        gains = [
            sum(wants[t, v] > 0 for t in heaps for v in served(values, splits, a, t))
            * (a not in chosen)
            for a in pool
        ]
        if not max(gains):
            break
        best = pool[gains.index(max(gains))]
        for t in heaps:
            for v in served(values, splits, best, t):
                wants[t, v] -= wants[t, v] > 0
        chosen.append(best)
    return chosen


@pytest.mark.parametrize("seed", range(30))
def test_the_cover_is_the_greedy_one(seed: int) -> None:
    random.seed(seed)
    values = [random.randrange(32) for _ in range(400)]
    splits = random.sample(range(1, 6), random.randint(1, 3))
    pool = [a for a in range(1, random.randint(5, 150)) if is_common(values[a])]
    heaps = sorted(random.sample(range(200, 400), random.randint(1, 20)))
    tables = space_tables(SparseMask(MASK), 32)
    wanted = np.zeros((len(heaps), 16), dtype=np.int8)
    wants = {}
    for i, t in enumerate(heaps):
        for index, v in enumerate(tables.rares[0].tolist()):
            wants[t, v] = wanted[i, index] = random.choice((0, 0, 1, 2))
    chosen = np.zeros(random.randint(1, 20), dtype=np.int64)
    table = np.array([(j, 0) for j in splits]), tables.indices, tables.rare
    held = np.array(values, dtype=np.uint8)
    kept = cover(wanted, np.array(heaps), np.array(pool), table, held, chosen)
    assert chosen[:kept].tolist() == greedy(wants, values, splits, pool, heaps, len(chosen))


FAR = FROM + LONG * STRETCHES
PLACES = (1, 2, 1023, 1024, 1025, FROM - 1, FROM, FROM + LONG, FAR - 1, FAR, FAR + 1)


@pytest.mark.parametrize("n", [4096, 4097, 9001, 65_536, 80_001])
@pytest.mark.parametrize("splits", [[(0, 0)], [(0, 1)], [(1, 0), (3, 1), (4, 0)]])
def test_one_pair_is_enough_wherever_it_is(n: int, splits: list[tuple[int, int]]) -> None:
    """All values are 1 but one, so that exactly the pairs of that heap have another xor than 0."""
    search = empty_search(np.array(splits), np.array([2]), 64)
    pending = np.array([(n, 6), (n, 5), (n, 1)])
    for place in [*PLACES, n // 4, n // 2 - 1, n // 2 + 1]:
        for heap in (place, n - 3 - place):
            values = np.ones(n, dtype=np.uint8)
            values[0] = 0
            if 0 < heap < n - 4:
                values[heap] = 7
                assert first_rare(pending, 1, values, search) == -1, heap
                assert first_rare(pending, 2, values, search) == n, heap
    assert first_rare(pending[2:], 1, np.ones(n, dtype=np.uint8), search) == -1  # by a take
    search = empty_search(np.array(splits), np.array([], dtype=np.int64), 64)
    assert first_rare(pending[2:], 1, np.ones(n, dtype=np.uint8), search) == n


@pytest.mark.parametrize("n", [4098, 70_000])
def test_two_equal_heaps_are_left_only_where_they_may_be(n: int) -> None:
    """The values of all a < n/2 are 1, of all larger ones 2."""
    values = np.ones(n, dtype=np.uint8)
    values[n // 2 + 1 :] = 2
    for may_be, expected in ((1, -1), (0, n)):
        search = empty_search(np.array([(0, may_be)]), np.array([], dtype=np.int64), 64)
        assert first_rare(np.array([(n, 0)]), 1, values, search) == expected
