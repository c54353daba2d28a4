"""Compiling runs in a second thread, so that Ctrl-C and the end of a budget interrupt it at once.

Python raises KeyboardInterrupt in the main thread alone, and not before a call of C returns: LLVM
works on one large function for seconds. So the compiler runs in a thread of its own; the main
thread waits for it and can be interrupted at any moment. No exception is raised in the middle of
the compiler's work, since that would leave its tables half made: when the main thread has stopped
waiting, the work ends by itself before its next step, as it does after an error in the source.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from typing import Any

from mexplore.rules.engine.working import clock_paused

STACK = 16 << 20
"""Bytes: some systems give half a megabyte to threads, and LLVM calls itself."""
AGAIN = 0.05
"""Seconds between two looks for a signal that another thread has received."""


class Abandoned(BaseException):
    """Ends work for which the main thread no longer waits. Derives from BaseException, because the
    compiler treats any Exception as an error in the source."""


class _Work:
    """One call, in a thread of its own."""

    def __init__(self, call: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self._call, self._args = call, args
        self._context = copy_context()
        self._result: Any = None
        self._error: BaseException | None = None
        self.thread = threading.Thread(target=self._do, name="compiling")
        # `Thread.join` is not what to wait with: interrupted, it takes the thread for ended.
        self.done = threading.Event()
        self.abandoned = False

    def result(self) -> Any:
        """What the call returns, or raises; the work is abandoned where waiting is interrupted."""
        try:
            _start(self.thread)
            while not self.done.wait(AGAIN):
                pass
        except BaseException:
            self.abandoned = True
            raise
        if self._error is not None:
            raise self._error
        return self._result

    def _do(self) -> None:
        _UNDER_WAY.add(self)
        try:
            self._context.run(_WORK.set, self)
            self._result = self._context.run(self._call, *self._args)
        except BaseException as error:
            self._error = error
        finally:
            del self._call, self._args, self._context
            _UNDER_WAY.discard(self)
            self.done.set()


_WORK: ContextVar[_Work | None] = ContextVar("work", default=None)
_UNDER_WAY: set[_Work] = set()


def run_interruptible(call: Callable[..., Any], *args: Any) -> Any:
    """What ``call(*args)`` returns or raises. It runs in a second thread, so that Ctrl-C can
    interrupt the wait. If the caller is not the main thread, which alone receives signals, it runs
    in the caller's. The clock of budgets is paused meanwhile.

    >>> run_interruptible(divmod, 7, 2)
    (3, 1)
    >>> run_interruptible(lambda: threading.current_thread() is threading.main_thread())
    False
    """
    with clock_paused():
        if threading.current_thread() is not threading.main_thread():
            return call(*args)
        return _Work(call, args).result()


def go_on() -> None:
    """Called where the work may end: raises Abandoned if the main thread no longer waits for it."""
    work = _WORK.get()
    if work is not None and work.abandoned:
        raise Abandoned


def is_settled(seconds: float) -> bool:
    """Whether all work has ended, or ends within this many seconds: an interpreter that exits
    would wait for it."""
    until = time.monotonic() + seconds
    for work in _elsewhere():
        work.done.wait(max(0.0, until - time.monotonic()))
    return not _elsewhere()


def _elsewhere() -> list[_Work]:
    return [work for work in tuple(_UNDER_WAY) if work.thread is not threading.current_thread()]


def _let_end() -> None:
    """A forked process would have the compiler's lock, and no thread to release it."""
    for work in _elsewhere():
        work.done.wait()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_let_end)


def _start(thread: threading.Thread) -> None:
    before = threading.stack_size(STACK)
    try:
        thread.start()
    finally:
        threading.stack_size(before)
