"""One place for compiling: numba's njit with a cache on disk, and whether it holds a function."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import event

from rules.computing.compiling import COMPILING
from rules.computing.machine_code import keep


def njit(function: Callable[..., Any]) -> Any:
    """``numba.njit`` with the settings that every kernel uses; the machine code is kept on disk
    (`rules.computing.machine_code`).

    Set NUMBA_DISABLE_JIT=1 to run the same loop as plain Python (the tests do, on small inputs).
    """
    return keep(numba.njit(nogil=True, error_model="numpy")(function))


class _Compilations(event.Listener):
    """Hears of every function that is translated to machine code, not of those that are loaded."""

    def on_start(self, event: Any) -> None:
        COMPILING.get()(event.data["dispatcher"].__name__)

    def on_end(self, event: Any) -> None:
        """Nobody is told."""


event.register("numba:compile", _Compilations())  # type: ignore[no-untyped-call]


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
