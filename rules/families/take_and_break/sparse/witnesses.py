"""Which pairs to try first: small heaps whose pairs exclude most of the rare values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.rules.engine.compiled import compiled
from mexplore.rules.families.take_and_break.sparse.exact import LISTED, Array, Search, SpaceTables

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.sparse.game import SplittingGame
    from mexplore.rules.rule import Values

HEAVY = 300  # rare positions; beyond, one round over the witnesses costs more than it saves
NEAR = 65536  # heaps before n that stand for those to come


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
    """Fill ``chosen`` with heaps of the pool that serve what is wanted; how many there are."""
    splits, index, rare = table
    wants = np.append(wanted.reshape(-1), np.int8(0))
    served = np.empty((len(pool), len(splits) * len(heaps)), dtype=np.int32)
    _serve(served, wants, heaps, pool, splits, index, rare, values)
    bounds = np.full(len(pool), 4 * wanted.size, dtype=np.int64)
    kept: int = _greedy(served, wants, bounds, pool, chosen)
    return kept


@compiled
def _serve(served, wants, heaps, pool, splits, index, rare, values):  # type: ignore[no-untyped-def]
    # For each of the pool which wants it can serve, one for each split and heap: places in
    # ``wants``, the last of which is always 0 and stands for none.
    each = wants.size // heaps.size
    for p in range(pool.size):
        held = values[pool[p]]
        for k in range(splits.shape[0]):
            for i in range(heaps.size):
                b = heaps[i] - splits[k, 0] - pool[p]
                common = not rare[b & 1, values[b]]
                place = i * each + index[held ^ values[b]]
                served[p, k * heaps.size + i] = place if common else wants.size - 1


@compiled
def _greedy(served, wants, bounds, pool, chosen):  # type: ignore[no-untyped-def]
    # While something is wanted, take the first a of largest gain. Gains only shrink, so that an
    # old gain is an upper bound (``bounds``), and only the a that leads has to be looked at again.
    count = 0
    while count < chosen.size:
        lead = 0
        for i in range(pool.size):
            if bounds[i] > bounds[lead]:
                lead = i
        if bounds[lead] == 0:
            break
        gain = 0
        for i in range(served.shape[1]):
            gain += wants[served[lead, i]] > 0
        bounds[lead] = gain
        ahead = 0
        for i in range(pool.size):
            ahead += bounds[i] > gain or (bounds[i] == gain and i < lead)
        if ahead == 0 and gain > 0:
            for i in range(served.shape[1]):
                wants[served[lead, i]] -= wants[served[lead, i]] > 0
            bounds[lead] = 0  # chosen again, it would exclude nothing more
            chosen[count] = pool[lead]
            count += 1
    return count
