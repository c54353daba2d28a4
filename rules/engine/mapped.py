"""Values in a file without a name, mapped into memory, so that only those in use occupy it.

Many values are written once and hardly read again: an engine looks back at the last ones and at
those of small heaps. So a large array lies in a file that is removed already, and its pages are
given back to the system, which keeps them in memory as long as nobody needs the room. Where such a
file grows nothing is copied, and arrays that were taken from it before stay as they are.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from mexplore.rules.rule import Values

FIRST, LAST = 1 << 22, 1 << 24
"""Bytes at the beginning, and before the place that is reached, that are in use."""


class MappedValues:
    """An array of zeros that may grow, in a file of a folder; OSError where there is no room.

    >>> import numpy as np
    >>> kept = MappedValues(10, np.dtype("u1"))
    >>> kept.array[3] = 7
    >>> kept.grow(1000)
    >>> kept.release(900)
    >>> int(kept.array[3]), len(kept.array)
    (7, 1000)
    """

    def __init__(self, size: int, dtype: np.dtype[Any], folder: Path | None = None) -> None:
        if os.name == "nt":
            raise OSError("a file that is open cannot be removed here")
        there = folder if folder is not None and folder.is_dir() else None
        self._file, path = tempfile.mkstemp(dir=there)
        weakref.finalize(self, os.close, self._file)
        Path(path).unlink()
        self._released = 0
        self._dtype = dtype
        self.grow(size)

    def grow(self, size: int) -> None:
        """Make ``array`` one of this size, with the same values in front."""
        import numpy as np

        _reserve(self._file, size * self._dtype.itemsize)
        self._mapping = mmap.mmap(self._file, size * self._dtype.itemsize)
        self._released = 0
        self.array: Values = np.frombuffer(self._mapping, dtype=self._dtype)

    def release(self, reached: int) -> None:
        """Give back the pages of the values before the one that is reached, but for the first and
        the last of them; they are in the file, and are read again where they are needed."""
        if not hasattr(mmap, "MADV_DONTNEED"):
            return
        end = (reached * self._dtype.itemsize - LAST) // LAST * LAST
        if end > max(self._released, FIRST):
            self._mapping.madvise(mmap.MADV_DONTNEED, FIRST, end - FIRST)
            self._released = end


def _reserve(file: int, size: int) -> None:
    """Make a file so long. Its room is reserved where the system can do so: without it, a disk that
    is full would end the process."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, size)
        return
    room = os.fstatvfs(file)
    if room.f_bavail * room.f_frsize < size:
        raise OSError("the disk is full")
    os.ftruncate(file, size)
