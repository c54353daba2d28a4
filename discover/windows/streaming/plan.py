"""The constants of one game's machine code: which words are OR-ed, how far back, how exchanged.

A word has one bit for each index; H[t] is the bit of the index of G(t). The indices of the common
values excluded at n are those of H[n - j - r] with index(G(r)) added (xor), r rare, j a split: the
word H[n - j - r] with its bits exchanged. Where n - j - r is

* *near*, less than a chunk back, the word is taken from the registers of the last blocks;
* *middle*, less than two chunks back, it is read when the chunk begins;
* *far*, it is read while the chunk before is worked on, so that memory need not be waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.take_and_break.sparse.exact import cover

if TYPE_CHECKING:
    from mexplore.discover.windows.streaming.frame import Frame


LANES = 32
"""Heaps whose rare values are shown excluded together; a chunk has no more."""
VECTOR_BITS = 512
EIGHT = 8
"""Words of a vector in which blocks follow each other."""
WIDTHS = (16, 32, 64)
WITNESSES = 96
SAMPLES = 1024
TIMES = 3
WITNESS_BYTES = 1 << 15
"""Witnesses are looked for among words that the first cache holds: one line of each is read for
every vector of heaps, and from the second cache that takes half as long again."""

Groups = tuple[tuple[int, tuple[int, ...]], ...]
"""(index g, distances): the words at these distances, OR-ed, and then exchanged by g."""


@dataclass(frozen=True)
class Plan:
    """Everything that the emitted code knows of a game."""

    width: int
    """Bits of a word: 16, 32 or 64."""
    block: int
    chunk: int
    splits: tuple[int, ...]
    takes: tuple[int, ...]
    """The takes whose value is common at n; ``rare_takes`` are the others."""
    rare_takes: tuple[int, ...]
    near: tuple[tuple[int, int], ...]
    """(distance from n, index)."""
    middle: Groups
    far: Groups
    witnesses: Groups
    """Distances from n - j, j a split, as in ``middle`` and ``far``."""
    low: int
    """The position of the lowest bit of the mask."""
    above: tuple[int, int]
    """For even n and for odd n, the indices i whose rare value is below the common one."""

    @property
    def first_split(self) -> int:
        """The least j of a split."""
        return self.splits[0]

    @property
    def lanes(self) -> int:
        """Words in a vector."""
        return VECTOR_BITS // self.width

    @property
    def vectors(self) -> int:
        """Vectors in LANES words."""
        return LANES // self.lanes

    @property
    def blocks(self) -> int:
        """Blocks in a chunk."""
        return self.chunk // self.block

    @property
    def together(self) -> int:
        """Blocks whose heaps fit one vector of eight words."""
        return max(1, EIGHT // self.block)

    @property
    def near_several(self) -> tuple[tuple[int, int], ...]:
        """Those of ``near`` that are so far back that they are looked up for all these blocks at
        once, and that they need not wait for the block before."""
        least = (self.together + 1) * self.block
        return tuple((d, g) for d, g in self.near if d >= least and self.together > 1)

    @property
    def near_one(self) -> tuple[tuple[int, int], ...]:
        """The others, looked up for each block."""
        return tuple(pair for pair in self.near if pair not in self.near_several)

    @property
    def kept(self) -> int:
        """Blocks before the chunk that are needed in registers."""
        distances = [*(d for d, _ in self.near), *self.takes, self.block]
        return max((d - self.block) // self.block + 1 for d in distances)

    @property
    def carried(self) -> int:
        """Bytes that one chunk leaves for the next."""
        return 64 * (self.vectors + 2 * self.kept + 1)


def planned(frame: Frame, width: int) -> Plan:
    """The plan of a game for words of this many bits."""
    index = frame.tables.indices
    block = frame.block
    chunk = LANES // block * block
    splits = tuple(sorted(frame.game.splits))
    pairs = [(r, int(index[frame.values[r]])) for r in frame.rare if _fits(frame, r, width)]
    first = splits[0]
    near = tuple((r + first, g) for r, g in pairs if r + first < chunk)
    middle = [(r, g) for r, g in pairs if chunk <= r + first < 2 * chunk]
    far = [(r, g) for r, g in pairs if r + first >= 2 * chunk]
    witnesses = _witnesses(frame, width)
    return Plan(
        width,
        block,
        chunk,
        splits,
        frame.common_takes,
        frame.rare_takes,
        near,
        _grouped(middle),
        _grouped(far),
        _grouped([(a, int(index[frame.values[a]])) for a in witnesses]),
        (frame.space.mask & -frame.space.mask).bit_length() - 1,
        (_above(frame, 0, width), _above(frame, 1, width)),
    )


def _fits(frame: Frame, n: int, width: int) -> bool:
    """Whether the index of G(n) is one of a word; a larger one leads to larger ones only."""
    value = int(frame.values[n])
    return value < len(frame.tables.indices) and int(frame.tables.indices[value]) < width


def _grouped(pairs: list[tuple[int, int]]) -> Groups:
    indices = sorted({g for _, g in pairs})
    return tuple((g, tuple(sorted(r for r, x in pairs if x == g))) for g in indices)


def _above(frame: Frame, parity: int, width: int) -> int:
    tables = frame.tables
    below = tables.rares[parity, :width] < tables.commons[parity, :width]
    return sum(1 << i for i, it in enumerate(below.tolist()) if it)


def _witnesses(frame: Frame, width: int) -> list[int]:
    """Common heaps a, multiples of the lanes of a vector, that exclude most rare values: a greedy
    set cover over heaps from the last half of those known."""
    tables, values = frame.tables, frame.values
    stop = len(values)
    heaps = stop // 2 + (stop - stop // 2) * np.arange(SAMPLES) // SAMPLES
    lanes = VECTOR_BITS // width
    pool = np.arange(lanes, WITNESS_BYTES * 8 // width, lanes)
    pool = pool[frame.indices(0, int(pool[-1]) + 1)[pool] < width]
    wanted = np.zeros((SAMPLES, len(tables.indices) // 2), dtype=np.int8)
    for i, n in enumerate(heaps.tolist()):
        below = tables.rares[n & 1] < values[n]
        wanted[i, : len(below)][below] = TIMES
        for j in frame.rare_takes:
            wanted[i, tables.indices[values[n - j]]] = 0
    chosen = np.zeros(min(WITNESSES, len(pool)), dtype=np.int64)
    table = frame.game.split_table, tables.indices, tables.rare
    kept = cover(wanted, heaps, pool, table, values, chosen)
    return sorted(chosen[:kept].tolist()) or [int(a) for a in pool[:1]]


FACTORS = (0x9E37, 0x85EB, 0xC2B3, 0x27D5, 0x1657, 0xD3A3, 0xB5C1, 0x68E3)
"""Odd 16-bit numbers: a state is marked by their sum with the last eight words, last one first."""


def factor(width: int, i: int) -> int:
    """The odd factor of the word i + 1 back, of as many bits as a word has.

    >>> factor(16, 0) % 2, factor(8, 3) < 256
    (1, True)
    """
    return FACTORS[i] * 0x0001_9E37_79B9_7F4A_7C15 % (1 << width) | 1
