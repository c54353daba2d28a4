"""The window before a position, filled from the values: the inner loop begins there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.families.take_and_break.sparse.mask import STRETCH

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.sparse.engine import Window
    from mexplore.rules.families.take_and_break.sparse.exact import Array, SpaceTables
    from mexplore.rules.rule import Values

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
