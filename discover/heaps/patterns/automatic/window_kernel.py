"""The values after many windows, computed together: one mex after the other."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mexplore.rules.engine.compiled import compiled

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


def fill(room: Bytes, start: int, columns: Numbers, residues: Numbers) -> None:
    """Fill room[:, start:] from left to right: room[i, start + t] is the mex, over the options o,
    of the xor of room[i, columns[residues[i], t, o, h]] over the heaps h.

    This is the formula by arrays; `fill_compiled` is the same loop. Values are below 64.
    """
    each = np.arange(len(room))[:, None, None]
    for step in range(columns.shape[1]):
        options = np.bitwise_xor.reduce(room[each, columns[residues, step]], axis=2)
        missing = np.full(len(room), ~np.uint64(0))
        for i in range(options.shape[1]):
            missing &= ~(np.uint64(1) << options[:, i].astype(np.uint64))
        lowest = missing & (~missing + np.uint64(1))
        room[:, start + step] = np.log2(lowest.astype(np.float64)).astype(np.uint8)


@compiled
def fill_compiled(room, start, columns, residues):  # type: ignore[no-untyped-def]
    """`fill`, compiled: for tens of thousands of windows."""
    _, steps, options, heaps = columns.shape
    for i in range(len(room)):
        row, table = room[i], columns[residues[i]]
        for step in range(steps):
            taken = np.uint64(0)
            for option in range(options):
                value = 0
                for heap in range(heaps):
                    value ^= row[table[step, option, heap]]
                taken |= np.uint64(1) << np.uint64(value)
            least = 0
            while taken & np.uint64(1):
                taken >>= np.uint64(1)
                least += 1
            row[start + step] = least


def _example() -> tuple[Bytes, int, Numbers, Numbers]:
    """Two windows of three values that are followed for two steps, with two options each."""
    room = np.array([[0, 1, 2, 0, 0], [1, 0, 3, 0, 0]], dtype=np.uint8)
    columns = np.array([[[[0, 1], [2, 2]], [[3, 0], [1, 1]]]], dtype=np.int64)
    return room, 3, columns, np.zeros(2, dtype=np.int64)


fill_compiled.example = _example
