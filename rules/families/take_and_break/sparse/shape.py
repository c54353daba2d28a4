"""What the code of the inner loop is made for, and the table of what it is given."""

from __future__ import annotations

from enum import IntEnum, auto
from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.take_and_break.sparse.mask import STRETCH

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.sparse.engine import Window
    from mexplore.rules.families.take_and_break.sparse.exact import Array, SpaceTables
    from mexplore.rules.rule import Values


CHUNK = 32
"""Heaps in a row."""
VECTOR_BITS = 512


class Given(IntEnum):
    """The places of the table."""

    words = 0
    pairs = auto()
    proofs = auto()
    stride = auto()
    indices = auto()
    sums = auto()
    opened = auto()
    itself = auto()
    close = auto()
    late = auto()
    late_count = auto()
    early = auto()
    early_count = auto()
    splits = auto()
    split_count = auto()
    takes = auto()
    take_count = auto()
    commons = auto()
    rares = auto()
    below = auto()
    shift = auto()
    values = auto()
    pending = auto()
    count = auto()
    room = auto()
    rare = auto()
    rare_count = auto()
    plan = auto()
    check = 33
    later = 39
    kept = 45


PLANNED = 6
"""Places of a schedule: groups, how many, offsets, levels, swaps, the bytes of the root."""
PLACES = Given.kept + 1


Groups = tuple[tuple[int, tuple[int, ...]], ...]
"""(index g, positions r): the words at s - r are OR-ed, and then exchanged by g."""


@dataclass(frozen=True)
class Known:
    """One game: its rare heaps r < 32 and r >= 32, its witnesses, and the j of its moves."""

    near: Groups
    far: Groups
    witnesses: Groups
    splits: tuple[int, ...]
    takes: tuple[int, ...]


@dataclass(frozen=True)
class Shape:
    """What the code knows of the game: the width of words, their planes, and for one plane the
    numbers of near rare heaps, of splits and of takes that are written out."""

    width: int
    planes: int
    close: int = 0
    splits: int = 0
    takes: int = 0
    known: Known | None = None
    """What is written out, where the code is that of one game."""
    beyond: int = 0
    """The last planes, whose indices few heaps have: no sums are made of them."""

    @property
    def summed(self) -> int:
        """The planes of X(s), of proofs and of sums."""
        return self.planes - self.beyond

    @property
    def lanes(self) -> int:
        """Words in a vector."""
        return VECTOR_BITS // self.width

    @property
    def vectors(self) -> int:
        """Vectors in a row."""
        return CHUNK // self.lanes

    @property
    def row_bytes(self) -> int:
        """Bytes of a row in all planes that are summed."""
        return 64 * self.vectors * self.summed

    @property
    def indices(self) -> int:
        """How many indices there are, a power of 2."""
        return self.width * self.planes

    @property
    def index_bytes(self) -> int:
        """Bytes of an index."""
        return 1 if self.planes == 1 else 2


# The window before a position, filled from the values: the inner loop begins there.


ONE = np.uint64(1)


def fill_window(
    values: Values,
    n: int,
    since: int,
    shift: int,
    back: int,
    positions: Array,
    witnesses: Array,
    tables: SpaceTables,
    window: Window,
) -> None:
    """Set up the window before position n, whose first column, all zeros if it was never filled, is
    that of heap ``shift``: h(t) and indices from heap ``since`` on, X(s) and the proofs of the last
    ``back`` heaps, to which the moves from n on look back."""
    for begin in range(max(1, since), n, STRETCH):
        for parity in (0, 1):
            t = slice(begin + (parity - begin) % 2, min(begin + STRETCH, n), 2)
            _fill_columns(
                window, slice(t.start - shift, t.stop - shift, 2), values[t], tables, parity
            )
    for s in range(n - back, n):
        for rows, heaps in ((window.pairs, positions), (window.proofs, witnesses)):
            rows[:, s - shift] = 0
            a = heaps[heaps < s]
            b = s - a
            a = a[~tables.rare[b & 1, values[b]]]
            x = tables.indices[values[a] ^ values[s - a]]
            x = x[x // width_of(rows) < len(rows)]
            np.bitwise_or.at(rows[:, s - shift], x // width_of(rows), _bits(x, rows))


def _fill_columns(
    window: Window, columns: slice, held: Values, tables: SpaceTables, parity: int
) -> None:
    """h(t) and the indices of heaps t of one parity, which have the values ``held``."""
    common, index = ~tables.rare[parity], tables.indices
    kind, width = window.indices.dtype, width_of(window.words)
    most = width * len(window.words)
    none = most if len(window.words) > 1 else 0
    window.indices[columns] = np.where(common & (index < most), index, none).astype(kind)[held]
    for plane, words in enumerate(window.words):
        here = common & (index // width == plane)
        words[columns] = np.where(here, _bits(index, words), words.dtype.type(0))[held]


def width_of(words: Array) -> int:
    """The bits of a word."""
    return 8 * int(words.itemsize)


def _bits(indices: Array, words: Array) -> Array:
    """One bit each, within a word."""
    return (ONE << (indices % width_of(words)).astype(np.uint64)).astype(words.dtype)
