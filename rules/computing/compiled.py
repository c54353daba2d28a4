"""One place for compiling: numba's njit with a cache on disk, asked for when a loop is first run.

Importing numba and loading machine code takes longer than small work in plain Python. So a kernel
is an ordinary function until it is called; and where there is little to do, it may be run as it
stands (`Kernel.steps` tells how much there is).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, cached_property, update_wrapper
from importlib import import_module
from pathlib import Path
from typing import Any

LITTLE = 400_000
"""Steps of loops that plain Python takes in less time than numba needs to be imported: so many
are taken in all, since long work comes in many calls, each of them little."""

_PLAINLY: ContextVar[bool] = ContextVar("plainly", default=False)
"""Whether kernels that are called run as they stand."""


class Compiled:
    """A function for compiled code: translated, or its machine code read from the disk, when it is
    called for the first time, by Python or by compiled code.

    >>> @njit
    ... def halves(values):
    ...     for n in range(len(values)):
    ...         values[n] //= 2
    >>> terms = [5, 6]
    >>> halves.py_func(terms), terms
    (None, [2, 3])
    """

    def __init__(self, function: Callable[..., Any], *, kept: bool = True) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._kept = kept

    @cached_property
    def dispatcher(self) -> Any:
        """What numba makes of the function."""
        load_compiler()
        from rules.computing.translating import translated

        return translated(self.py_func, kept=self._kept)

    @property
    def _numba_type_(self) -> Any:
        """What numba asks for where compiled code names this function."""
        return self.dispatcher._numba_type_

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args) if _PLAINLY.get() else self.dispatcher(*args)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__


def njit(function: Callable[..., Any]) -> Compiled:
    """``numba.njit`` with the settings that every kernel uses; the machine code is kept on disk
    (`rules.computing.machine_code`).

    Set NUMBA_DISABLE_JIT=1 to run the same loop as plain Python (the tests do, on small inputs).
    """
    return Compiled(function)


@cache
def load_compiler() -> None:
    """Import numba, in one piece: interrupted in the middle, it could not be imported again in this
    process. So it is done beside the main thread, and goes on where nobody waits for it."""
    from rules.computing.beside import beside

    beside(import_module, "rules.computing.translating")


def run(loop: Any, steps: float, *args: Any) -> Any:
    """What the loop returns, having taken about so many steps: compiled, or in plain Python where
    they are few, with those before, and numba is not imported yet."""
    return in_python(loop, *args) if taken_as_little(steps) else loop(*args)


def taken_as_little(steps: float) -> bool:
    """Whether so many steps are taken in plain Python; they are counted then."""
    little = is_little(steps)
    _TAKEN[0] += steps if little else 0
    return little


_TAKEN = [0.0]
"""The steps of the loops that were run in plain Python."""


def is_little(steps: float) -> bool:
    """Whether so many steps are better taken in plain Python: where numba is imported already,
    none are."""
    return "numba" not in sys.modules and _TAKEN[0] + steps <= LITTLE


def in_python(loop: Any, *args: Any) -> Any:
    """What the loop returns, run as it stands on lists in place of arrays of one dimension, which
    are ten times as fast there; what it writes is in the arrays afterwards.

    >>> import numpy as np
    >>> @njit
    ... def squares(values, stop):
    ...     for n in range(stop):
    ...         values[n] = n * n
    >>> terms = np.zeros(4, dtype=np.uint8)
    >>> in_python(squares, terms, 3), terms
    (None, array([0, 1, 4, 0], dtype=uint8))
    """
    import numpy as np

    pairs: list[tuple[Any, _Terms]] = []

    def listed(arg: Any) -> Any:
        if isinstance(arg, tuple):
            return tuple(map(listed, arg))
        if not isinstance(arg, np.ndarray) or arg.ndim != 1:
            return arg
        pairs.append((arg, _Terms(arg)))
        return pairs[-1][1]

    before = _PLAINLY.set(True)
    try:
        result = loop(*map(listed, args))
    finally:
        _PLAINLY.reset(before)
    for array, terms in pairs:
        if array.flags.writeable:
            array[:] = list(map(int, terms))
    return result


class _Terms(list[Any]):
    """The terms of an array; loops ask for its type, to know the largest value that fits."""

    def __init__(self, array: Any) -> None:
        super().__init__(array.tolist())
        self.dtype = array.dtype


def is_compiled(function: Any) -> bool:
    """Whether some machine code of a compiled function is there, in memory or on disk.

    >>> is_compiled(print)
    False
    """
    function = getattr(function, "dispatcher", function)
    folder = getattr(getattr(function, "_cache", None), "cache_path", None)
    if getattr(function, "overloads", None):
        return True
    pattern = f"*.{getattr(function, '__name__', '')}-*.nbi"
    return folder is not None and any(Path(folder).glob(pattern))
