"""One value, exactly, by scalar code: the candidate, and witnesses for the rare values below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.pairs import some_pair

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.sparse.game import SplittingGame
    from mexplore.rules.families.take_and_break.sparse.mask import SparseMask
    from mexplore.rules.rule import Values


# Which pairs to try first: small heaps whose pairs exclude most of the rare values.


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
    heaps are looked at, and more witnesses taken of many rare heaps, if this is to be done
    ``well``, which takes three times as long.
    """
    heavy = len(rare) > HEAVY
    samples, times = (2048 if well else 256, 1) if heavy else (512 if well else 256, 2)
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
    most = 48 + len(rare) // (2 if well else 3) if heavy else 64
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


Array = npt.NDArray[Any]


class SpaceTables(NamedTuple):
    """A sparse space as tables, for values below ``len(indices)``, a power of 2.

    Values of one kind (common, or rare) at positions of one parity differ in more than the lowest
    bit of the mask, so that bit is dropped: ``indices[v]`` is half as long, respects xor, and keeps
    the order of the values of one kind.
    """

    indices: Array
    """int64 [v]."""
    rare: Array
    """bool [n mod 2, v]: whether v is rare at n."""
    commons: Array
    """int64 [n mod 2, i]: the common value of index i at n, increasing in i."""
    rares: Array
    """int64 [n mod 2, i]: the rare value of index i at n, increasing in i."""


def space_tables(space: SparseMask, width: int) -> SpaceTables:
    """The tables of a space with a mask > 0, for values below ``width``, a power of 2.

    >>> from mexplore.rules.families.take_and_break.sparse.mask import SparseMask
    >>> tables = space_tables(SparseMask(0b110), 8)
    >>> tables.indices.tolist(), tables.commons[0].tolist()
    ([0, 1, 0, 1, 2, 3, 2, 3], [2, 3, 4, 5])
    """
    v = np.arange(width)
    lowest = space.mask & -space.mask
    index = (v // (2 * lowest)) * lowest + v % lowest
    parity = np.array([(value & space.mask).bit_count() % 2 for value in range(width)])
    rare = np.stack([parity == space.rare_parity(n) for n in (0, 1)])
    commons = np.stack([np.flatnonzero(~rare[n]) for n in (0, 1)])
    rares = np.stack([np.flatnonzero(rare[n]) for n in (0, 1)])
    return SpaceTables(index.astype(np.int64), rare, commons, rares)


class Search(NamedTuple):
    """Where to look for a pair (a, n - j - a) that excludes a value v at n: in this order."""

    splits: Array
    """int64 rows (j, 1 if two equal heaps may be left)."""
    takes: Array
    """int64 [.]: numbers of tokens to take, leaving one heap."""
    hints: Array
    """int64 [v, h] = (a, j), the pairs that served last; a = 0: none."""
    heaps: Array
    """int32 [v, i]: small heaps a < n/4, the likeliest first."""
    partners: Array
    """int32 [v, i]: the value that the heap n - j - a must have, v xor G(a)."""
    lengths: Array
    """int64 [v]: how many of them."""


HINTS = 4
LISTED = 512
STEP = 256
STRETCHES, LONG, FROM = 8, 512, 16384
"""How many stretches of pairs (a, n - j - a) are compared first, how long each is, and where a
begins: past the heaps that witnesses are chosen from, since the pairs of those leave v open."""


def empty_search(splits: Array, takes: Array, width: int) -> Search:
    """A search that knows nothing yet of values below ``width``."""
    return Search(
        splits,
        takes,
        np.zeros((width, HINTS, 2), dtype=np.int64),
        np.zeros((width, LISTED), dtype=np.int32),
        np.zeros((width, LISTED), dtype=np.int32),
        np.zeros(width, dtype=np.int64),
    )


@compiled
def excluded(n, v, values, search):  # type: ignore[no-untyped-def]
    """Whether some move from n that leaves a heap or more has the value v. Exact.

    Naive: v in {G(n - j)} for takes j, or v in {G(a) ^ G(n - j - a): 1 <= a < n - j} for splits j.
    """
    splits, takes, hints, heaps, partners, lengths = search
    if v > np.int64(np.iinfo(values.dtype).max):
        return False  # the xor of two values that fit fits
    return (
        _hinted(n, v, values, hints)
        or _listed(n, v, values, splits, heaps, partners, lengths)
        or _searched(n, v, values, splits, takes, hints)
    )


@compiled
def _searched(n, v, values, splits, takes, hints):  # type: ignore[no-untyped-def]
    """The same by the takes, and by all pairs."""
    for i in range(takes.size):
        if n > takes[i] and values[n - takes[i]] == v:
            return True
    return _found(n, v, values, splits, hints)


@compiled
def _hinted(n, v, values, hints):  # type: ignore[no-untyped-def]
    """Whether a pair that served before does it again; the one that does moves ahead."""
    for h in range(HINTS):
        a = hints[v, h, 0]
        b = n - hints[v, h, 1] - a
        if a == 0:
            break
        if b > a and np.int64(values[a] ^ values[b]) == v:
            if h > 0:
                for c in range(2):
                    kept = hints[v, h - 1, c]
                    hints[v, h - 1, c] = hints[v, h, c]
                    hints[v, h, c] = kept
            return True
    return False


@compiled
def _listed(n, v, values, splits, heaps, partners, lengths):  # type: ignore[no-untyped-def]
    """Whether one of the listed small heaps and its partner do it."""
    row = np.uint64(v)
    for k in range(splits.shape[0]):
        rest = np.uint64(n - splits[k, 0])
        for i in range(np.uint64(lengths[v])):
            if np.int64(values[rest - np.uint64(heaps[row, i])]) == np.int64(partners[row, i]):
                return True
    return False


@compiled
def _found(n, v, values, splits, hints):  # type: ignore[no-untyped-def]
    """The full search over a < b, a whole stretch of a at a time, smallest a first."""
    if v == 0:
        for k in range(splits.shape[0]):
            s = n - splits[k, 0]
            if splits[k, 1] and s > 0 and s % 2 == 0:
                return True  # two equal heaps
    wanted = values.dtype.type(v)
    first = 1
    while True:
        going = False
        for k in range(splits.shape[0]):
            s = n - splits[k, 0]
            last = min((s - 1) // 2, first + STEP - 1)  # a < b
            if last < first:
                continue
            going = True
            if some_pair(values, values, s, first, last + 1, wanted):
                for a in range(first, last + 1):
                    if (values[a] ^ values[s - a]) == wanted:
                        for h in range(HINTS - 1, 0, -1):
                            for c in range(2):
                                hints[v, h, c] = hints[v, h - 1, c]
                        hints[v, 0, 0] = a
                        hints[v, 0, 1] = splits[k, 0]
                        return True
        if not going:
            return False
        first += STEP


@compiled
def _in_stretches(n, v, values, splits):  # type: ignore[no-untyped-def]
    """Whether one of a few thousand pairs does it, a at most 3n/8. Of the v that witnesses leave
    open about one pair in 300 does, and 500 neighbours are compared in the time of 20 look-ups."""
    wanted = values.dtype.type(v)
    first = min(n // 4, FROM)
    for i in range(min(n // (8 * LONG), STRETCHES)):
        for k in range(splits.shape[0]):
            begin = first + i * LONG
            if some_pair(values, values, n - splits[k, 0], begin, begin + LONG, wanted):
                return True
    return False


@compiled
def first_rare(pending, count, values, search):  # type: ignore[no-untyped-def]
    """The first n of the rows (n, v), increasing in n, at which v is not excluded; -1 if none."""
    splits, takes, hints, heaps, partners, lengths = search
    limit = np.int64(np.iinfo(values.dtype).max)
    for i in range(count):
        n, v = pending[i, 0], pending[i, 1]
        if v > limit:
            return n  # the xor of two values that fit fits
        if _in_stretches(n, v, values, splits) or _hinted(n, v, values, hints):
            continue
        if _listed(n, v, values, splits, heaps, partners, lengths):
            continue
        if not _searched(n, v, values, splits, takes, hints):
            return n
    return -1


@compiled
def exact_values(values, n, stop, quiet, positions, count, tables, search, stamps):  # type: ignore[no-untyped-def]
    """Fill values[n:] one by one until ``stop``, or until no heap is rare for ``quiet`` heaps.

    ``positions[:count]`` are the rare positions below n, and grow. Returns (n, count): it stops
    early where the next value does not fit the dtype, is beyond the tables, or the array of
    positions is full.
    """
    _, rare, commons, rares = tables
    limit = np.int64(np.iinfo(values.dtype).max)
    settled = n + quiet
    if count > 0:
        settled = max(n + 1, positions[count - 1] + quiet)
    while n < stop and n < settled and count < positions.size:
        parity = n & 1
        for i in range(search.takes.size):
            if n > search.takes[i]:
                stamps[values[n - search.takes[i]]] = n
        for k in range(search.splits.shape[0]):
            s = n - search.splits[k, 0]
            for i in range(count):
                r = positions[i]
                if r >= s:
                    break
                if 2 * r != s or search.splits[k, 1]:
                    stamps[values[r] ^ values[s - r]] = n
        i = 0
        while i < commons.shape[1] and stamps[commons[parity, i]] == n:
            i += 1
        if i == commons.shape[1]:
            return n, count
        value = commons[parity, i]
        for k in range(rares.shape[1]):
            v = rares[parity, k]
            if v > value:
                break
            if stamps[v] != n and not excluded(n, v, values, search):
                value = v
                break
        if value > limit:
            return n, count
        values[n] = value
        if rare[parity, value]:
            positions[count] = n
            count += 1
            settled = n + quiet
        n += 1
    return n, count
