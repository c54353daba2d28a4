"""For which processor code that is emitted is made: this one, unless something else is asked for.

A compiler that makes wrong code of a program for one processor seldom makes the same mistake for
another. So a stream is checked again by code for the plainest processor of the same kind, which
this machine runs too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any


@dataclass(frozen=True)
class Processor:
    """A name, and features beside those that go with the name, both as LLVM writes them."""

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
    """The one for which code is to be made: the one asked for, else that of numba, which is this
    machine's unless NUMBA_CPU_NAME and NUMBA_CPU_FEATURES say otherwise."""
    return _ASKED.get() or _of_numba()


def _of_numba() -> Processor:
    """What numba compiles for. It is not imported for that: its settings are read where it reads
    them, from the surroundings."""
    name, features = _settings()
    return Processor(
        _this().name if name is None else name,
        _this().features if features is None else features,
    )


def _settings() -> tuple[str | None, str | None]:
    """The name and the features that are set for numba, None where this machine's are used."""
    if "numba" in sys.modules:
        from numba.core import config

        settings: Any = config
        return settings.CPU_NAME, settings.CPU_FEATURES
    name = os.environ.get("NUMBA_CPU_NAME")
    plain = "" if str(name).lower() == "generic" else None
    return name, os.environ.get("NUMBA_CPU_FEATURES", plain)


@cache
def _this() -> Processor:
    """This machine's."""
    import llvmlite.binding as llvm

    try:
        features = llvm.get_host_cpu_features()
    except RuntimeError:  # LLVM knows none of this machine
        return Processor(llvm.get_host_cpu_name(), "")
    if os.environ.get("NUMBA_ENABLE_AVX") == "0":
        features.update({each: False for each in features if each.startswith("avx")})
    return Processor(llvm.get_host_cpu_name(), features.flatten())
