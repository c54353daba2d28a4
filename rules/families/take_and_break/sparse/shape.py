"""What the code of the inner loop is made for, and the table of what it is given."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, auto

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


PLANNED = 6
"""Places of a schedule: groups, how many, offsets, levels, swaps, the bytes of the root."""
PLACES = Given.check + PLANNED


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
