"""numba's runtime, which counts references to arrays, is made when something counts them.

numba has LLVM make it before it loads any machine code from the disk: that brings half of LLVM into
memory, twenty megabytes. Functions that make no array of their own (`Compiled.makes_arrays`) count
no references, and are loaded without it. What is compiled is linked with it: then it is made.

This relies on internals of numba.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys

from mexplore.rules.engine.compiling import COUNTS_REFERENCES

_make: Any = rtsys.initialize


@contextmanager
def counting_references(counting: bool) -> Iterator[None]:
    """Whether functions count references that are loaded or compiled within."""
    before = COUNTS_REFERENCES.set(counting)
    try:
        yield
    finally:
        COUNTS_REFERENCES.reset(before)


def _initialize(context: Any) -> None:
    if COUNTS_REFERENCES.get():
        _make(context)


def _guard() -> None:
    if not rtsys._init:
        _make(cpu_target.target_context)


def make_runtime_late() -> None:
    """Let this be so in this process from now on."""
    runtime: Any = rtsys
    runtime.initialize, runtime._init_guard = _initialize, _guard
