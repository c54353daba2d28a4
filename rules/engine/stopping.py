"""The end of a budget, raised in the thread that works, for work that does not look at the clock.

A program that calls the library has no timer of ours and no signals, and it may call from any
thread. So another thread waits until the budget has ended, and a little longer, since most work
ends by itself; then it has TimeIsUp raised in the thread that works, wherever that is in Python
code. It is raised as on the command line (`reports.cli.interrupts`), and handled in the same way:
a study ends with what it knows. Code that is not Python is not stopped; it runs in short blocks, or
has a limit of its own.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import TypeVar

from mexplore.rules.engine.working import is_uninterruptible_by_budget, working_seconds
from mexplore.rules.errors import TimeIsUp

AGAIN = 0.02  # seconds, until work is stopped that must not be now
PASSES = 10  # of a loop, in which the interpreter looks for exceptions
LAST_GRACE = 1.0  # for an answer that is written when the budget has ended
# Called from C, by the interpreter: what they raise is dropped.
_CALLED_FROM_C = frozenset({"__del__"})
_IMPORTING = "<frozen importlib._bootstrap>"


def grace(seconds: float) -> float:
    """The seconds after the end of a budget when work that has not ended by itself is stopped.

    >>> grace(2), grace(20)
    (0.3, 2.0)
    """
    return max(0.3, seconds / 10)


def would_be_dropped(frame: FrameType | None) -> bool:
    """Whether an exception that is raised in this frame has nowhere to go."""
    return any(each.f_code.co_name in _CALLED_FROM_C for each in _frames(frame))


def is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: after half an import it could not be imported again."""
    return any(each.f_code.co_filename == _IMPORTING for each in _frames(frame))


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


T = TypeVar("T")

_WATCHED: set[int] = set()
"""The threads whose work has a budget: what they call ends with that."""


def stopped_after(seconds: float | None, call: Callable[[], T]) -> T:
    """What the call returns. TimeIsUp is raised in it, in this thread, when it takes longer than
    the budget and its `grace`; and again a second later, should an answer still be made then.

    >>> def endless():
    ...     while True:
    ...         pass
    >>> try:
    ...     stopped_after(0.01, endless)
    ... except TimeIsUp:
    ...     "stopped"
    'stopped'
    """
    here = threading.get_ident()
    if seconds is None or here in _WATCHED:
        return call()
    watch = _Watch(here, working_seconds() + seconds + grace(seconds))
    try:
        watch.begin()
        return call()
    finally:  # in this function, not in a context of its own, whose end could be missed
        try:
            watch.end()
        except TimeIsUp:  # raised on the way there; the next one would come a second later
            watch.end()


class _Watch:
    """A thread that waits for the end of a budget of another one."""

    def __init__(self, thread: int, ends: float) -> None:
        self._thread, self._ends = thread, ends
        self._over = threading.Event()
        self._raising = threading.Lock()

    def begin(self) -> None:
        """Wait from now on. Where the system gives no more threads work has to end by itself."""
        _WATCHED.add(self._thread)
        with suppress(RuntimeError):
            threading.Thread(target=self._wait, name="budget", daemon=True).start()

    def end(self) -> None:
        """Raise nothing any more, whatever is raised meanwhile. An exception that was sent and has
        not arrived arrives in the loop. To take it back, as C can, would leave CPython 3.11 with
        the mark that one is there, and every traced function would wait for it for ever."""
        ended = False
        while not ended:
            try:
                with self._raising:
                    self._over.set()
                for _ in range(PASSES):
                    pass
                _WATCHED.discard(self._thread)
                ended = True
            except TimeIsUp:
                continue

    def _wait(self) -> None:
        while not self._over.wait(max(self._ends - working_seconds(), AGAIN)):
            with self._raising:
                if not self._over.is_set() and working_seconds() >= self._ends:
                    self._stop()

    def _stop(self) -> None:
        frame = sys._current_frames().get(self._thread)
        small = is_uninterruptible_by_budget(self._thread, LAST_GRACE)
        if small or would_be_dropped(frame) or is_importing(frame):
            self._ends = working_seconds() + AGAIN
            return
        self._ends = working_seconds() + LAST_GRACE
        _raise_in(self._thread, TimeIsUp)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Have an exception raised in a thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
