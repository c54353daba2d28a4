"""Finding a sparse space: the mask with the fewest rare positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

STRETCH = 1 << 16
"""Heaps that are looked at together: arrays of this length stay in the processor's cache."""
Counts = npt.NDArray[np.int64]
"""counts[n mod 2, v]: at how many positions n >= 1 of that parity the value is v."""


@dataclass(frozen=True)
class SparseMask:
    """The value v at position n is rare if parity(v & mask) + odd_split + n*by_position is even.

    ``by_position`` counts the parity of the position as one more bit of the value, possible where
    all numbers of tokens removed by splits have one parity, ``odd_split``. For a + b = n - j the
    positions' parities add up to that of n - j, hence rare and common still combine as they must.
    Without ``by_position``, ``odd_split`` is 0 and only the mask counts.

    >>> space = SparseMask(mask=0b110, by_position=False, odd_split=0)
    >>> [v for v in range(8) if space.is_rare(v, n=1)]
    [0, 1, 6, 7]
    """

    mask: int
    by_position: bool = False
    odd_split: int = 0

    def is_rare(self, value: int, n: int) -> bool:
        """Whether the value would be rare at position n."""
        return (value & self.mask).bit_count() % 2 == self.rare_parity(n)

    def rare_parity(self, n: int) -> int:
        """The parity of ``value & mask`` that makes a value rare at position n."""
        return (self.odd_split + n * self.by_position) % 2


def walsh_hadamard(counts: Counts) -> Counts:
    """sum over v of (-1)^parity(v & M) * counts[v], for every M; len(counts) a power of 2.

    >>> walsh_hadamard(np.array([1, 2, 0, 4])).tolist()
    [7, -5, -1, 3]
    """
    sums = counts.astype(np.int64)
    half = 1
    while half < len(sums):
        pairs = sums.reshape(-1, 2, half)
        even, odd = pairs[:, 0], pairs[:, 1]
        sums = np.stack((even + odd, even - odd), axis=1).reshape(-1)
        half *= 2
    return sums


def sparsest_space(counts: Counts, splits: tuple[int, ...]) -> tuple[SparseMask, int]:
    """The space with the fewest rare positions, and how many they are.

    At mask M the transform of the histogram is (rare positions) - (common positions). Without
    ``splits`` (unknown, or of both parities) the parity of the position plays no part.

    >>> sparsest_space(np.array([[0, 5, 4, 0], [1, 5, 4, 0]]), splits=(1, 2))
    (SparseMask(mask=3, by_position=False, odd_split=0), 1)
    """
    heaps = int(counts.sum())
    width = 1 << max(1, int(counts.shape[1] - 1).bit_length())
    table = np.zeros((2, width), dtype=np.int64)
    table[:, : counts.shape[1]] = counts
    excess = walsh_hadamard(table[0] + table[1])
    mask = int(np.argmin(excess))
    best, rare = SparseMask(mask), (heaps + int(excess[mask])) // 2
    if len({j % 2 for j in splits}) == 1:
        odd = splits[0] % 2
        excess = walsh_hadamard(table[odd] - table[1 - odd])
        mask = int(np.argmin(excess))
        if (heaps + int(excess[mask])) // 2 < rare:
            best, rare = SparseMask(mask, True, odd), (heaps + int(excess[mask])) // 2
    return best, rare


def count_values(values: Values, start: int, stop: int, counts: Counts) -> int:
    """Add values[start:stop] to counts[n mod 2, v]; a value beyond the table stops it there.

    >>> counts = np.zeros((2, 4), dtype=np.int64)
    >>> count_values(np.array([0, 1, 2, 1, 9, 1], dtype=np.uint8), 1, 6, counts), counts.tolist()
    (4, [[0, 0, 1, 0], [0, 2, 0, 0]])
    """
    width = counts.shape[1]
    for begin in range(start, stop, STRETCH):
        some = values[begin : min(begin + STRETCH, stop)]
        beyond: list[int] = np.flatnonzero(some >= width)[:1].tolist()
        for parity in (0, 1):
            held = some[: beyond[0] if beyond else None][(parity - begin) % 2 :: 2]
            counts[parity] += np.bincount(held, minlength=width)
        if beyond:
            return begin + beyond[0]
    return stop


def rare_positions(values: Values, stop: int, rare: npt.NDArray[np.bool_]) -> Counts:
    """The n with 1 <= n < stop and rare[n mod 2, values[n]].

    >>> rare = np.array([[False, True], [True, False]])
    >>> rare_positions(np.array([1, 0, 0, 1, 1], dtype=np.uint8), 5, rare).tolist()
    [1, 4]
    """
    found = [np.zeros(0, dtype=np.int64)]
    for begin in range(1, stop, STRETCH):
        some = values[begin : min(begin + STRETCH, stop)]
        hit = np.empty(len(some), dtype=np.bool_)
        for parity in (0, 1):
            first = (parity - begin) % 2
            hit[first::2] = rare[parity][some[first::2]]
        found.append(begin + np.flatnonzero(hit))
    return np.concatenate(found)
