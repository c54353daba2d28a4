"""Who is told when a kernel is compiled, which takes seconds, once on a machine."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar


def _nobody(name: str) -> None:
    del name


COMPILING: ContextVar[Callable[[str], None]] = ContextVar("compiling", default=_nobody)
"""Called with the name of each function before it is compiled. Whoever shows progress sets it."""

NOT_KEPT: ContextVar[Callable[[str], None]] = ContextVar("not_kept", default=_nobody)
"""Called once with the reason where machine code cannot be kept for the next run."""
