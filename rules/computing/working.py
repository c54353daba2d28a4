"""The clock of budgets: it stands still while code is compiled, and small work ends all the same.

How long compiling takes depends on the machine, its load and its caches, not on the question. So
a budget is of *working seconds*: those of `time.monotonic` less those that this process has spent
compiling. Every deadline is a number of working seconds, and is compared with `working_seconds`.

Some work is so small that it is finished although the budget has ended: without it there would be
no answer. How much of it has been done is measured in seconds of the processor, which do not depend
on what else the machine does.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import NamedTuple

LONGEST = 120.0
"""Seconds that the clock stands still for one piece of work at most: a compiler may hang."""


class _Standstill(NamedTuple):
    """How long the clock has stood still."""

    before: float = 0.0  # seconds, without the present time
    since: float | None = None  # `time.monotonic` when it last stopped; None while it goes
    depth: int = 0  # how many pieces of work hold it


_STANDSTILL = [_Standstill()]  # replaced as a whole: a signal handler may read it at any moment
_CHANGING = RLock()


def working_seconds() -> float:
    """The seconds of `time.monotonic` at which this process was not compiling.

    >>> began = working_seconds()
    >>> with standing_still():
    ...     during = working_seconds()
    ...     during == working_seconds(), during >= began
    (True, True)
    """
    before, since, _ = _STANDSTILL[0]
    now = time.monotonic()
    return (now if since is None else since + max(0.0, now - since - LONGEST)) - before


@contextmanager
def standing_still() -> Iterator[None]:
    """Within, the clock of budgets stands still, also for other threads."""
    with _CHANGING:
        before, since, depth = _STANDSTILL[0]
        now = time.monotonic() if since is None else since
        _STANDSTILL[0] = _Standstill(before, now, depth + 1)
    try:
        yield
    finally:
        with _CHANGING:
            before, since, depth = _STANDSTILL[0]
            assert since is not None
            if depth == 1:
                before, since = before + min(time.monotonic() - since, LONGEST), None
            _STANDSTILL[0] = _Standstill(before, since, depth - 1)


SMALL = 10.0
"""Seconds of the processor that `finished_first` may take: usually it takes a fraction of one."""

_SMALL_WORK_FROM: list[float] = []  # where `processor_seconds` stood when it began


def processor_seconds() -> float:
    """The seconds that the processor has worked for this thread."""
    return time.thread_time()


@contextmanager
def finished_first() -> Iterator[None]:
    """Small work, which the end of a budget does not interrupt; Ctrl-C does."""
    _SMALL_WORK_FROM.append(processor_seconds())
    try:
        yield
    finally:
        _SMALL_WORK_FROM.pop()


def is_finished_first() -> bool:
    """Whether the end of a budget has to wait for small work, of the main thread.

    >>> with finished_first():
    ...     is_finished_first()
    True
    >>> is_finished_first()
    False
    """
    return bool(_SMALL_WORK_FROM) and processor_seconds() - _SMALL_WORK_FROM[0] < SMALL
