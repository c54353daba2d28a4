"""The clock of budgets: it stands still while code is compiled, and small work ends all the same.

How long compiling takes depends on the machine, its load and its caches, not on the question. So
a budget is of *working seconds*: those of `time.monotonic` less those that this process has spent
compiling. Every deadline is a number of working seconds, and is compared with `working_seconds`.

Some work is so small that it is finished although the budget has ended: without it there would be
no answer. How much of it has been done is measured in seconds of the processor, which do not depend
on what else the machine does.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, get_ident
from typing import NamedTuple

from mexplore.rules.errors import TimeIsUp

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
    >>> with clock_paused():
    ...     during = working_seconds()
    ...     during == working_seconds(), during >= began
    (True, True)
    """
    before, since, _ = _STANDSTILL[0]
    now = time.monotonic()
    return (now if since is None else since + max(0.0, now - since - LONGEST)) - before


def look_at_clock(deadline: float | None) -> None:
    """TimeIsUp once `working_seconds` has passed the deadline.

    >>> look_at_clock(None), look_at_clock(working_seconds() + 60)
    (None, None)
    """
    if deadline is not None and working_seconds() > deadline:
        raise TimeIsUp


@contextmanager
def clock_paused() -> Iterator[None]:
    """Pause the clock of budgets, also for other threads."""
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
"""Seconds of the processor that work in `uninterruptible_by_budget` may take; it usually takes
a fraction of a second."""

_SMALL_WORK_FROM: dict[int, list[float]] = {}
"""Where `processor_seconds` of a thread stood when it began small work."""


def processor_seconds(thread: int | None = None) -> float:
    """The seconds that the processor has worked for this thread, or another one: infinity where
    the system does not tell that."""
    if thread is None or thread == get_ident():
        return time.thread_time()
    if not hasattr(time, "pthread_getcpuclockid"):
        return math.inf
    return time.clock_gettime(time.pthread_getcpuclockid(thread))


@contextmanager
def uninterruptible_by_budget() -> Iterator[None]:
    """For small work: the end of a budget does not interrupt it, but Ctrl-C does."""
    mine = _SMALL_WORK_FROM.setdefault(get_ident(), [])
    mine.append(processor_seconds())
    try:
        yield
    finally:
        mine.pop()
        if not mine:
            _SMALL_WORK_FROM.pop(get_ident(), None)


def is_uninterruptible_by_budget(thread: int | None = None, small: float = SMALL) -> bool:
    """Whether the end of a budget has to wait for small work of this thread, or of another one.

    >>> with uninterruptible_by_budget():
    ...     is_uninterruptible_by_budget()
    True
    >>> is_uninterruptible_by_budget()
    False
    """
    begun = _SMALL_WORK_FROM.get(get_ident() if thread is None else thread) or [-math.inf]
    return processor_seconds(thread) - begun[0] < small
