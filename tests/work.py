"""A measure of work that is the same on every machine, however fast or busy: calls, not seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any


@dataclass
class Work:
    """How many functions, of Python or C, have been called."""

    calls: int = 0

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        self.calls += event in ("call", "c_call")


@contextmanager
def counted() -> Iterator[Work]:
    """The work that is done inside.

    >>> with counted() as work:
    ...     _ = [abs(n) for n in range(10)]
    >>> 10 <= work.calls < 20
    True
    """
    work, before = Work(), sys.getprofile()
    sys.setprofile(work)
    try:
        yield work
    finally:
        sys.setprofile(before)
