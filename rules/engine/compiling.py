"""Whether kernels run as machine code, and who is informed when they are compiled or refused."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.rules.engine.compiled import Compiled


def _nobody(name: str) -> None:
    del name


COMPILING: ContextVar[Callable[[str], None]] = ContextVar("compiling", default=_nobody)
"""Called with the name of each function before it is compiled. Whoever shows progress sets it."""

NOT_KEPT: ContextVar[Callable[[str], None]] = ContextVar("not_kept", default=_nobody)
"""Called once with the reason where machine code cannot be kept for the next run."""


class WrongCode(Exception):
    """Machine code disagrees with the Python that it was made from, or with another kernel; the
    message names both values. Values at n < ``sound`` do not come from it."""

    def __init__(self, message: str, sound: int | None = None) -> None:
        super().__init__(message)
        self.sound = sound


def _warn(message: str) -> None:
    warnings.warn(message, RuntimeWarning, stacklevel=2)


REFUSED: ContextVar[Callable[[str], None]] = ContextVar("refused", default=_warn)
"""Called with a sentence where machine code is wrong: it is not used any more in this process."""

PLAINLY: ContextVar[bool | None] = ContextVar("plainly", default=None)
"""Whether kernels that are called run as plain Python: always, never, or where that is faster."""


@contextmanager
def plainly(always: bool = True) -> Iterator[None]:
    """Within, kernels that are called run as plain Python, always or never."""
    before = PLAINLY.set(always)
    try:
        yield
    finally:
        PLAINLY.reset(before)


RAN_HERE: ContextVar[set[Compiled] | None] = ContextVar("machine code that ran here", default=None)


@contextmanager
def machine_code_that_ran() -> Iterator[set[Compiled]]:
    """The functions whose machine code is called from Python meanwhile."""
    here: set[Compiled] = set()
    before = RAN_HERE.set(here)
    try:
        yield here
    finally:
        RAN_HERE.reset(before)


def is_loaded() -> bool:
    """Whether the compiler was imported in this process."""
    return "llvmlite" in sys.modules
