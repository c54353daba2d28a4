"""One place for compiling: numba's njit with a cache on disk, loaded when a loop first runs.

Importing numba and loading machine code takes longer than small work in plain Python. So a kernel
is an ordinary function until it is called, and where there is little to do (`Kernel.steps` says how
much), it may run as plain Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, update_wrapper
from importlib import import_module
from typing import Any

from mexplore.rules.engine.compiling import (
    COUNTS_REFERENCES,
    PLAINLY,
    RAN_HERE,
    REFUSED,
    WrongCode,
    plainly,
)

LITTLE = 400_000
"""Plain Python takes this many steps of loops in less time than importing numba takes. The limit is
for all calls together, since long work may come as many short calls."""

COPYING = 0.2
"""Steps that take as long as to make a term of an array one of a list, and to write it back."""

RAN: set[Compiled] = set()
"""The functions whose machine code was called from Python, in this process."""


class Compiled:
    """A function for compiled code: translated, or its machine code read from the disk, when it is
    called for the first time, by Python or by compiled code.

    Machine code is compared with the function when it is new (`rules.engine.crosscheck`). Where
    it is wrong the function runs as plain Python from then on.

    >>> @njit
    ... def halves(values):
    ...     for n in range(len(values)):
    ...         values[n] //= 2
    >>> terms = [5, 6]
    >>> halves.py_func(terms), terms
    (None, [2, 3])
    """

    def __init__(
        self, function: Callable[..., Any], *, kept: bool = True, makes_arrays: bool = False
    ) -> None:
        update_wrapper(self, function)
        self.__name__: str = function.__name__
        self.py_func = function
        self._kept = kept
        self.makes_arrays = makes_arrays
        """Whether it makes arrays of its own, so that numba has to count references to them."""
        self.is_part = False
        """Whether its text was written into that of an emitted function, which calls it."""
        self.refused = ""
        """Why the machine code is not used, where it was found to be wrong."""
        self.example: Callable[[], tuple[Any, ...]] | None = None
        """Arguments on which plain Python takes little time, for a function whose first arguments
        are always large."""

    @cached_property
    def dispatcher(self) -> Any:
        """What numba makes of the function."""
        load_compiler()
        from mexplore.rules.engine.translating import translated

        return translated(self, kept=self._kept)

    @cached_property
    def callee(self) -> Any:
        """The same for compiled code that calls the function: of that no machine code is made but
        that of the caller."""
        load_compiler()
        from mexplore.rules.engine.translating import called

        return called(self, kept=self._kept)

    @property
    def _numba_type_(self) -> Any:
        """The type that numba looks up where compiled code names this function."""
        if self.makes_arrays and not COUNTS_REFERENCES.get():
            raise TypeError(f"{self.py_func.__name__} makes arrays, and so does what calls it")
        return self.callee._numba_type_

    @property
    def is_translated(self) -> bool:
        """Whether the function was translated in this process, for Python or for a caller."""
        made = (vars(self).get("dispatcher"), vars(self).get("callee"))
        return self.is_part or any(getattr(each, "overloads", None) for each in made)

    def __call__(self, *args: Any) -> Any:
        if PLAINLY.get():
            return self.py_func(*args)
        if not self.refused:
            RAN.add(self)
            if (here := RAN_HERE.get()) is not None:
                here.add(self)
            try:
                return self.dispatcher(*args)
            except WrongCode as wrong:
                refuse([self], str(wrong))
        try:
            return self.py_func(*args)
        except NotImplementedError:
            raise WrongCode(self.refused) from None

    def __reduce__(self) -> str:
        return self.py_func.__qualname__


def refuse(functions: Iterable[Compiled], why: str) -> None:
    """Use the machine code of these functions no longer, and remove it from the disk."""
    new = [function for function in functions if not function.refused]
    for function in new:
        function.refused = why
        for made in (function.dispatcher, function.callee):
            cache = getattr(made, "_cache", None)
            if cache is not None:
                cache.flush()
    if new:
        REFUSED.get()(f"{why}: this machine code is not used")


def njit(function: Callable[..., Any]) -> Compiled:
    """``numba.njit`` with the settings that every kernel uses; the machine code is kept on disk
    (`rules.engine.machine_code`).

    Set NUMBA_DISABLE_JIT=1 to run the same loop as plain Python (the tests do, on small inputs).
    """
    return Compiled(function)


def njit_making_arrays(function: Callable[..., Any]) -> Compiled:
    """The same for a function that makes arrays. To count the references to them takes numba a
    tenth of its time more."""
    return Compiled(function, makes_arrays=True)


@cache
def load_compiler() -> None:
    """Import numba without interruption: after half an import it could not be imported again in
    this process. So a second thread imports it, and finishes even if the main thread is
    interrupted while it waits."""
    from mexplore.rules.engine.beside import beside

    beside(import_module, "mexplore.rules.engine.translating")


def run(loop: Any, steps: float, *args: Any) -> Any:
    """What the loop returns; it takes about ``steps`` steps. It runs compiled, or in plain Python
    if all steps so far are few and numba is not imported yet. To make lists of the arrays, and
    arrays of them again, are steps too: many short calls may take few others."""
    copied = sum(len(array) for array in _lines_in(args))
    return in_python(loop, *args) if taken_as_little(steps + COPYING * copied) else loop(*args)


def _lines_in(args: tuple[Any, ...]) -> Iterator[Any]:
    """The arrays of one dimension among arguments, and in tuples of them."""
    for arg in args:
        if isinstance(arg, tuple):
            yield from _lines_in(arg)
        elif getattr(arg, "ndim", 0) == 1:
            yield arg


def taken_as_little(steps: float) -> bool:
    """Whether a loop of this many steps runs in plain Python; if it does, its steps are counted."""
    little = is_little(steps)
    _TAKEN[0] += steps if little else 0
    return little


_TAKEN = [0.0]
"""The steps of the loops that were run in plain Python."""


def is_little(steps: float) -> bool:
    """Whether plain Python is the faster way to take this many steps; never once numba is
    imported, nor where machine code is wanted."""
    few = "numba" not in sys.modules and _TAKEN[0] + steps <= LITTLE
    return few and not is_never_plain()


def is_never_plain() -> bool:
    """Whether the loops that are called now are to run as machine code, however short they are."""
    return PLAINLY.get() is False


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

    with plainly():
        result = loop(*map(listed, args))
    for array, terms in pairs:
        if array.flags.writeable:
            array[:] = list(map(int, terms))
    return result


class _Terms(list[Any]):
    """The terms of an array, with its type: loops read from it the largest value that fits."""

    def __init__(self, array: Any) -> None:
        super().__init__(array.tolist())
        self.dtype = array.dtype


def is_compiled(function: Any) -> bool:
    """Whether machine code of a compiled function is there, in memory or on disk.

    >>> is_compiled(print)
    False
    """
    function = getattr(function, "dispatcher", function)
    if getattr(function, "overloads", None):
        return True
    is_kept = getattr(getattr(function, "_cache", None), "is_kept", None)
    return is_kept is not None and bool(is_kept())
