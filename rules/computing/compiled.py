"""One place for compiling: numba's njit with a cache on disk, and whether it holds a function."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba


def njit(function: Callable[..., Any]) -> Any:
    """``numba.njit`` with the settings that every kernel uses; the machine code is cached.

    Set NUMBA_DISABLE_JIT=1 to run the same loop as plain Python (the tests do, on small inputs).
    """
    return numba.njit(cache=True, nogil=True, error_model="numpy")(function)


def is_compiled(function: Any) -> bool:
    """Whether some machine code of a compiled function is there, in memory or on disk.

    >>> is_compiled(print)
    False
    """
    folder = getattr(getattr(function, "_cache", None), "cache_path", None)
    if getattr(function, "overloads", None):
        return True
    pattern = f"*.{getattr(function, '__name__', '')}-*.nbi"
    return folder is not None and any(Path(folder).glob(pattern))
