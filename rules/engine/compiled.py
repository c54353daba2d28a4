"""One place for compiling: a loop in Python is machine code when it is called for the first time.

To import LLVM and to load machine code takes longer than small work in plain Python. So a kernel
is an ordinary function until it is called, and where there is little to do (`Kernel.steps` says how
much), it may run as plain Python.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, update_wrapper
from importlib import import_module
from typing import Any

from mexplore.rules.engine.compiling import PLAINLY, RAN_HERE, REFUSED, WrongCode, plainly

LITTLE = 400_000
"""Plain Python takes this many steps of loops in less time than LLVM is imported and a function
compiled. The limit is for all calls together, since long work may come as many short calls."""

COPYING = 0.2
"""Steps that take as long as to make a term of an array one of a list, and to write it back."""

RAN: set[Compiled] = set()
"""The functions whose machine code was called from Python, in this process."""


class Compiled:
    """A function for compiled code: translated (`rules.engine.emitting.translation`), or its
    machine code read from the disk, when it is called for the first time.

    Machine code is compared with the function when it is new (`rules.engine.crosscheck`). Where
    it is wrong the function runs as plain Python from then on. The code of a function that was
    written by another, whose ``text`` is given, is not kept.

    >>> @compiled
    ... def halves(values):
    ...     for n in range(len(values)):
    ...         values[n] //= 2
    >>> terms = [5, 6]
    >>> halves.py_func(terms), terms
    (None, [2, 3])
    """

    def __init__(self, function: Callable[..., Any], *, text: str | None = None) -> None:
        update_wrapper(self, function)
        self.__name__: str = function.__name__
        self.py_func = function
        self.text = text
        self.is_part = False
        """Whether its text was written into that of another function, which calls it."""
        self.refused = ""
        """Why the machine code is not used, where it was found to be wrong."""
        self.example: Callable[[], tuple[Any, ...]] | None = None
        """Arguments on which plain Python takes little time, for a function whose first arguments
        are always large."""

    @cached_property
    def dispatcher(self) -> Any:
        """The machine code for the arguments that come."""
        if os.environ.get("MEXPLORE_DISABLE_JIT"):
            return self.py_func
        load_compiler()
        from mexplore.rules.engine.emitting.translation.variants import Variants

        return Variants(self)

    @property
    def is_translated(self) -> bool:
        """Whether the function was translated in this process, for Python or for a caller."""
        return self.is_part or bool(getattr(vars(self).get("dispatcher"), "overloads", None))

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


def compiled(function: Callable[..., Any]) -> Compiled:
    """Compile a function by its translation to LLVM text; the machine code is kept on disk. It
    names what it calls, and takes whole numbers, arrays, tuples of them; it returns numbers.

    Set MEXPLORE_DISABLE_JIT=1 to run the same loop as plain Python (the tests do, on small inputs).

    >>> @compiled
    ... def halves(values):
    ...     for n in range(values.size):
    ...         values[n] //= 2
    >>> import numpy as np
    >>> terms = np.array([5, 6], dtype=np.uint8)
    >>> halves(terms), terms
    (None, array([2, 3], dtype=uint8))
    """
    return Compiled(function)


class Repeated:
    """Calls of a function that differ in one number alone: writing the other arguments into a
    table takes longer than a short call.

    >>> @compiled
    ... def total(values, stop):
    ...     found = 0
    ...     for n in range(stop):
    ...         found += values[n]
    ...     return found
    >>> import numpy as np
    >>> first = Repeated(total, (np.array([5, 6, 7]), 0), 1)
    >>> first(1), first(3)
    (5, 18)
    """

    def __init__(self, function: Compiled, args: tuple[Any, ...], place: int) -> None:
        self._function, self._args, self._place = function, args, place
        self._again: Callable[[int], Any] | None = None

    def __call__(self, number: int) -> Any:
        """What the function returns with the number in its place."""
        if self._again is not None and self._is_usual(number):
            return self._again(number)
        args = (*self._args[: self._place], number, *self._args[self._place + 1 :])
        result = self._function(*args)  # found to be right, or refused
        repeated = getattr(self._function.dispatcher, "repeated", None)  # plain Python has none
        if repeated is not None and self._is_usual(number):
            self._again = repeated(args, self._place)
        return result

    def _is_usual(self, number: int) -> bool:
        """Whether it is of the first one's type, and machine code is still used."""
        is_right = not self._function.refused and not PLAINLY.get()
        return is_right and type(number) is int and -(1 << 63) <= number < 1 << 63


def refuse(functions: Iterable[Compiled], why: str) -> None:
    """Use the machine code of these functions no longer, and remove it from the disk."""
    new = [function for function in functions if not function.refused]
    for function in new:
        function.refused = why
        flush = getattr(function.dispatcher, "flush", None)
        if flush is not None:
            flush()
    if new:
        REFUSED.get()(f"{why}: this machine code is not used")


@cache
def load_compiler() -> None:
    """Import LLVM without interruption: after half an import it could not be imported again in
    this process. So a second thread imports it, and finishes even if the main thread is
    interrupted while it waits."""
    from mexplore.rules.engine.interruptible import run_interruptible

    run_interruptible(import_module, "mexplore.rules.engine.emitting.assembled")


def run(loop: Any, steps: float, *args: Any) -> Any:
    """What the loop returns; it takes about ``steps`` steps. It runs compiled, or in plain Python
    if all steps so far are few. To make lists of the arrays, and
    arrays of them again, are steps too: many short calls may take few others."""
    copied = sum(len(array) for array in _lines_in(args))
    return in_python(loop, *args) if runs_in_python(steps + COPYING * copied) else loop(*args)


def _lines_in(args: tuple[Any, ...]) -> Iterator[Any]:
    """The arrays of one dimension among arguments, and in tuples of them."""
    for arg in args:
        if isinstance(arg, tuple):
            yield from _lines_in(arg)
        elif getattr(arg, "ndim", 0) == 1:
            yield arg


def runs_in_python(steps: float) -> bool:
    """Whether a loop of this many steps runs in plain Python; if it does, its steps are counted."""
    little = is_little(steps)
    _STEPS_IN_PYTHON[0] += steps if little else 0
    return little


_STEPS_IN_PYTHON = [0.0]
"""The steps of the loops that were run in plain Python."""


def is_little(steps: float) -> bool:
    """Whether plain Python is the faster way to take this many steps; never where machine code is
    wanted."""
    return _STEPS_IN_PYTHON[0] + steps <= LITTLE and not is_never_plain()


def is_never_plain() -> bool:
    """Whether the loops that are called now are to run as machine code, however short they are."""
    return PLAINLY.get() is False


def in_python(loop: Any, *args: Any) -> Any:
    """What the loop returns, run as it stands on lists in place of arrays of one dimension, which
    are ten times as fast there; what it writes is in the arrays afterwards.

    >>> import numpy as np
    >>> @compiled
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
    machine: Any = getattr(function, "dispatcher", None)
    if not hasattr(machine, "overloads"):  # what runs as plain Python has none
        return False
    return bool(machine.overloads) or bool(machine.is_kept())
