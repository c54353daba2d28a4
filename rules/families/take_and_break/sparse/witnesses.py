"""Which pairs to try first: small heaps whose pairs exclude most of the rare values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rules.families.take_and_break.sparse.exact import LISTED, Array, Search, SpaceTables

if TYPE_CHECKING:
    from rules.families.take_and_break.sparse.game import SplittingGame
    from rules.rule import Values

HEAVY = 300  # rare positions; beyond, one round over the witnesses costs more than it saves
NEAR = 65536  # heaps before n that stand for those to come
BLOCK = 64  # heaps of the pool that are looked at together


def common_below(values: Values, stop: int, tables: SpaceTables) -> Array:
    """The positions n, 1 <= n < stop, of common value."""
    rare = tables.rare[np.arange(stop) & 1, values[:stop]]
    rare[:1] = True
    return np.flatnonzero(~rare)


def list_witnesses(search: Search, values: Values, n: int, rare: int, tables: SpaceTables) -> None:
    """Fill the lists of ``search``: for each v the heaps a with the likeliest v xor G(a)."""
    far = min(n // 4, 65536 if rare > HEAVY else 8192)
    heaps = common_below(values, far, tables)
    held = values[heaps].astype(np.int64)
    kinds = np.unique(held)
    first = {int(u): heaps[held == u][:64] for u in kinds}
    often = np.bincount(values[max(1, n - NEAR) : n], minlength=2 * len(tables.indices))
    top = int(values[max(1, n - NEAR) : n].max())
    for v in range(min(len(tables.indices), 2 * top + 2)):
        likely = often[kinds ^ v]
        order = np.argsort(-likely, kind="stable")[: np.count_nonzero(likely)]
        length = 0
        for u in kinds[order].tolist():
            chosen = first[u][: LISTED - length]
            search.heaps[v, length : length + len(chosen)] = chosen
            search.partners[v, length : length + len(chosen)] = v ^ u
            length += len(chosen)
            if length == LISTED:
                break
        search.lengths[v] = length


def choose_witnesses(
    game: SplittingGame, values: Values, n: int, rare: Array, tables: SpaceTables, *, well: bool
) -> list[int]:
    """Small common heaps a whose pairs with b = s - a exclude most rare values at recent heaps.

    A greedy set cover: the sampled heaps t each want their rare values below G(t) excluded (twice,
    where that is cheap), and each turn takes the a that serves most of what is left. More
    heaps are looked at if this is to be done ``well``, which takes three times as long.
    """
    heavy = len(rare) > HEAVY
    samples, times = (256, 1) if heavy else (512 if well else 256, 2)
    low = max(n // 2, n - 200_000)
    heaps = low + (n - low) * np.arange(samples) // samples
    last = min(4096, int(rare[-1])) if heavy else 1024 if well else 512
    pool = common_below(values, max(2, min(last, n // 8)) + 1, tables)
    wanted = np.zeros((samples, len(tables.indices) // 2), dtype=np.int8)
    for i, t in enumerate(heaps.tolist()):
        if not tables.rare[t & 1, values[t]]:
            below = tables.rares[t & 1] < values[t]
            wanted[i, : len(below)][below] = times
            for j in game.takes:
                v = int(values[t - j])
                if tables.rare[t & 1, v]:
                    wanted[i, tables.indices[v]] = 0
    most = 48 + len(rare) // 3 if heavy else 64
    chosen = np.zeros(min(most, len(pool)), dtype=np.int64)
    table = game.split_table, tables.indices, tables.rare
    kept = cover(wanted, heaps, pool, table, values, chosen)
    return sorted(chosen[:kept].tolist()) or [int(a) for a in pool[:1]]


def cover(
    wanted: Array, heaps: Array, pool: Array, table: Any, values: Values, chosen: Array
) -> int:
    """Fill ``chosen`` with heaps of the pool that serve what is wanted; how many there are.

    Greedy: while something is wanted, take the first a of largest gain. Gains only shrink, so an
    old gain is an upper bound, and only those that lead need to be looked at again.
    """
    if not len(pool):
        return 0
    wants = np.append(wanted.reshape(-1), np.int8(0))
    served = _served(wants, heaps, pool, table, values)
    gains = np.array([np.count_nonzero(wants.take(places)) for places in served])
    few = min(BLOCK, len(pool))
    fresh = np.ones(len(pool), dtype=bool)
    count = 0
    while count < len(chosen) and gains.any():
        while not fresh[lead := int(gains.argmax())]:
            again = np.append(np.argpartition(gains, -few)[-few:], lead)
            gains[again] = np.count_nonzero(wants.take(served[again]), axis=(1, 2))
            fresh[again] = True
        if not gains[lead]:
            break
        for places in served[lead]:  # those of one split differ
            wants[places] -= wants[places] > 0
        fresh[:] = False
        chosen[count] = pool[lead]
        count += 1
    return count


def _served(wants: Array, heaps: Array, pool: Array, table: Any, values: Values) -> Array:
    """For each of the pool which wants it can serve, a row for each split: places in ``wants``, the
    last of which is always 0 and stands for none."""
    splits, index, rare = table
    each, none = len(wants) // len(heaps), len(wants) - 1
    low = int(heaps.min() - pool.max() - splits[:, 0].max())
    window = values[low : int(heaps.max())]
    index = index.astype(np.int32)
    held = index[window]  # indices respect xor, and this bit tells those of rare heaps:
    for place in (0, 1):
        held[place::2][rare[(low + place) & 1, window[place::2]]] = each
    first = (np.arange(len(heaps)) * each).astype(np.int32)
    mine = index[values[pool]]
    served = np.empty((len(pool), len(splits), len(heaps)), dtype=np.int32)
    for begin in range(0, len(pool), BLOCK):
        block = slice(begin, begin + BLOCK)
        for k, j in enumerate(splits[:, 0].tolist()):
            found = held[heaps - (pool[block, None] + (j + low))]
            found ^= mine[block, None]
            served[block, k] = np.where(found < each, found + first, none)
    return served
