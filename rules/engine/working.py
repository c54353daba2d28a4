"""The clock of budgets, how much is computed between two looks at it, and the end of a budget.

The clock of budgets: it stands still while code is compiled, and small work ends all the same.

How long compiling takes depends on the machine, its load and its caches, not on the question. So
a budget is of *working seconds*: those of `time.monotonic` less those that this process has spent
compiling. Every deadline is a number of working seconds, and is compared with `working_seconds`.

Some work is so small that it is finished although the budget has ended: without it there would be
no answer. How much of it has been done is measured in seconds of the processor, which do not depend
on what else the machine does.

How much is computed between two looks at the clock: about a tenth of a second of the processor.

The clock on the wall would say how busy the machine is: beside many processes small blocks take
long by it, are halved, and cost more than the values in them. So the seconds are those of the
processor for this thread. And smaller blocks help only while they take less time: what a call costs
besides its values (an array that is looked through, a table that is set up) stays the same.

The end of a budget, raised in the thread that works, for work that does not look at the clock.

A program that calls the library has no timer of ours and no signals, and it may call from any
thread. So another thread waits until the budget has ended, and a little longer, since most work
ends by itself; then it has TimeIsUp raised in the thread that works, wherever that is in Python
code. It is raised as on the command line (`reports.cli.interrupts`), and handled in the same way:
a study ends with what it knows. Code that is not Python is not stopped; it runs in short blocks, or
has a limit of its own.
"""

from __future__ import annotations

import ctypes
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import RLock, get_ident
from types import FrameType
from typing import NamedTuple, TypeVar

from mexplore.rules.dataclass import dataclass
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


BLOCK_SECONDS = 0.1
LARGEST_BLOCK = 1 << 22
SAVED = 0.8
"""Of the time of a block, what half of it takes at most where smaller blocks help."""


@dataclass
class Pace:
    """The size of the next block; `block` times the work on it and settles the size of another.

    >>> pace = Pace(256)
    >>> pace.after(0.01), pace.after(0.01), pace.after(0.2), pace.after(0.09)
    (512, 1024, 512, 512)

    What half a block does not make quicker is not halved again, while it is slow:

    >>> pace = Pace(256)
    >>> pace.after(1.0), pace.after(0.9), pace.after(1.0), pace.after(0.01)
    (128, 256, 256, 512)
    """

    size: int
    may_wait: bool = False
    """Whether the work may wait for something, as a function of the user's own: the clock on the
    wall is the right one for that."""
    seconds: float = 0.0
    """Of all blocks together."""
    _halved: float | None = None  # what a block took before it was halved
    _least: int = 1  # smaller blocks do not pay

    @contextmanager
    def block(self) -> Iterator[None]:
        """The work on one block of this size."""
        clock = time.perf_counter if self.may_wait else processor_seconds
        began = clock()
        yield
        seconds = clock() - began
        self.seconds += seconds
        self.after(seconds)

    def after(self, seconds: float) -> int:
        """The size of the next block, after one of this size that took so long: twice, the same or
        half as much."""
        before, self._halved = self._halved, None
        if seconds < BLOCK_SECONDS / 2:
            self.size, self._least = min(2 * self.size, LARGEST_BLOCK), 1
        elif before is not None and seconds > SAVED * before:
            self.size = self._least = 2 * self.size
        elif seconds > BLOCK_SECONDS and self.size > self._least:
            self.size, self._halved = self.size // 2, seconds
        return self.size


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
