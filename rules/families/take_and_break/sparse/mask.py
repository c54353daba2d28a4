"""Finding a sparse space: the mask with the fewest rare positions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rules.computing.compiled import njit

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


@njit
def count_values(values, start, stop, counts):  # type: ignore[no-untyped-def]
    """Add values[start:stop] to counts[n mod 2, v]; a value beyond the table stops it there."""
    for n in range(start, stop):
        v = np.int64(values[n])
        if v >= counts.shape[1]:
            return n
        counts[n & 1, v] += 1
    return stop


@njit
def rare_positions(values, stop, rare, positions):  # type: ignore[no-untyped-def]
    """Write the n with 1 <= n < stop and rare[n mod 2, values[n]]; return how many there are.

    No more than len(positions) are written, all are counted.
    """
    found = 0
    for n in range(1, stop):
        if rare[n & 1, values[n]]:
            if found < positions.size:
                positions[found] = n
            found += 1
    return found
