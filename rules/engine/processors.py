"""For which processor code that is emitted is made: this one, unless something else is asked for.

A compiler that makes wrong code of a program for one processor seldom makes the same mistake for
another. So a stream is checked again by code for the plainest processor of the same kind, which
this machine runs too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache

from mexplore.rules.dataclass import dataclass


@dataclass(frozen=True)
class Processor:
    """A name, and features besides those that go with the name, both as LLVM writes them."""

    name: str
    features: str

    def has(self, feature: str) -> bool:
        """Whether this feature is listed.

        >>> Processor("znver4", "+gfni,-fma4").has("gfni"), GENERIC.has("gfni")
        (True, False)
        """
        return f"+{feature}" in self.features.split(",")


GENERIC = Processor("generic", "")
_ASKED: ContextVar[Processor | None] = ContextVar("processor", default=None)


@contextmanager
def compiled_for(processor: Processor | None) -> Iterator[None]:
    """Code that is emitted inside is made for this processor; for the usual one if None.

    >>> with compiled_for(GENERIC):
    ...     processor().name
    'generic'
    """
    before = _ASKED.set(processor)
    try:
        yield
    finally:
        _ASKED.reset(before)


def processor() -> Processor:
    """The one for which code is to be made: the one asked for, else the usual one."""
    return _ASKED.get() or _usual()


@cache
def _usual() -> Processor:
    """This machine's, unless MEXPLORE_CPU_NAME names another one, and MEXPLORE_CPU_FEATURES other
    features; of the plainest one there are none. What numba calls NUMBA_CPU_NAME and
    NUMBA_CPU_FEATURES is obeyed too, since test benches set these."""
    import llvmlite.binding as llvm

    name, given = _setting("CPU_NAME"), _setting("CPU_FEATURES")
    if given is None and str(name).lower() != GENERIC.name:
        with suppress(RuntimeError):  # LLVM knows none of this machine
            given = llvm.get_host_cpu_features().flatten()
    return Processor(name or llvm.get_host_cpu_name(), given or "")


def _setting(name: str) -> str | None:
    return os.environ.get(f"MEXPLORE_{name}", os.environ.get(f"NUMBA_{name}"))
