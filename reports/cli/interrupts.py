"""Ctrl-C always ends a command, within a fraction of a second.

Python raises KeyboardInterrupt wherever the interpreter happens to be. In a callback from C, in a
destructor, in the garbage collector an exception has nowhere to go: Python prints a warning and
drops it, and the program would continue, or meet a half-made object later. So a Ctrl-C that comes
in such a place is delayed for a moment, and one that was dropped all the same is raised again.

The end of a budget is handled in the same way: work that checks the clock ends by itself, and other
work is stopped a little later by `within`. Such places delay it too.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from mexplore.rules.engine.working import (
    AGAIN,
    LAST_GRACE,
    grace,
    is_uninterruptible_by_budget,
    working_seconds,
    would_be_dropped,
)
from mexplore.rules.errors import OutOfTime, TimeIsUp, was_out_of_time


def hear_interrupts() -> None:
    """Install the handlers; those of Ctrl-C and of budgets only where Ctrl-C was not switched off
    (``nohup``, ``&``)."""
    if not hasattr(signal, "setitimer"):
        return  # no timer on this system: Python's own handlers stay
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:  # SIGHUP is ignored under nohup
            signal.signal(number, _terminate)
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    _Limit.stopped = _Limit.pressed = False
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGALRM, _alarm)
    sys.unraisablehook = _dropped
    _Limit.heard = True


def ignore_interrupts() -> None:
    """Ignore Ctrl-C after the answer is printed, while the interpreter exits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def was_stopped() -> bool:
    """Whether Ctrl-C was pressed in this process, whatever became of the exception."""
    return _Limit.stopped or _Limit.pressed


@contextmanager
def nothing_swallowed() -> Iterator[None]:
    """An answer that is made within is stopped by Ctrl-C, also where other code, such as a library
    that takes any exception for a failure of its own, swallowed the KeyboardInterrupt and went on:
    what came of that is no answer."""
    yield
    refuse_swallowed()


def refuse_swallowed() -> None:
    """KeyboardInterrupt once more, where Ctrl-C was pressed and work went on."""
    if was_stopped():
        raise KeyboardInterrupt


def _terminate(number: int, frame: FrameType | None) -> None:
    """SIGTERM, and SIGHUP of a terminal that is closed, end the program as Ctrl-C does: drafts are
    removed; the exit code is that of the signal."""
    del frame
    raise SystemExit(128 + number)


class _Limit:
    """What the one timer of the process is set for."""

    heard = False  # whether the handlers are there
    ends: float | None = None  # when the budget does, by time.monotonic
    pressed = False  # whether a Ctrl-C was delayed
    stopped = False  # whether one was raised


@contextmanager
def within(seconds: float | None, *, ends_itself: bool = True) -> Iterator[None]:
    """Stop work that takes longer than the budget, and a little more where it ``ends_itself``, by
    OutOfTime, unless the work returns an answer when it is stopped. Nothing is stopped where the
    system has no timer, or where `hear_interrupts` was not called."""
    if seconds is None or not _Limit.heard or _Limit.ends is not None:
        yield
        return
    _Limit.ends = working_seconds() + seconds + grace(seconds) * ends_itself
    _set_alarm()
    try:
        yield
    except (KeyboardInterrupt, Exception) as error:
        if not was_out_of_time(error):
            raise
        raise OutOfTime(
            f"this was not answered within the budget of {seconds:g} seconds; --budget gives more"
        ) from None
    finally:
        _Limit.ends = None
        _set_alarm()


def _set_alarm() -> None:
    left = 0.0 if _Limit.ends is None else max(_Limit.ends - working_seconds(), AGAIN)
    signal.setitimer(signal.ITIMER_REAL, AGAIN if _Limit.pressed else left)


def _alarm(number: int, frame: FrameType | None) -> None:
    """A Ctrl-C that was delayed, or the end of the budget."""
    if _Limit.pressed:
        _interrupt(number, frame)
    elif _Limit.ends is not None and working_seconds() < _Limit.ends:
        _set_alarm()  # code was compiled meanwhile, which does not count
    elif _Limit.ends is not None:
        put_off = is_uninterruptible_by_budget() or would_be_dropped(frame)
        # Again later, in case the first does not end it: an answer is being written.
        _Limit.ends = working_seconds() + (AGAIN if put_off else LAST_GRACE)
        _set_alarm()
        if not put_off:
            raise TimeIsUp


def _interrupt(number: int, frame: FrameType | None) -> None:
    """The handler: raise KeyboardInterrupt, now or as soon as it is not dropped."""
    del number
    _Limit.pressed = would_be_dropped(frame)
    if _Limit.pressed:
        _set_alarm()
        return
    _Limit.stopped = True
    raise KeyboardInterrupt


def _dropped(unraisable: sys.UnraisableHookArgs) -> None:
    """The hook for exceptions that Python drops; a Ctrl-C is raised again."""
    if issubclass(unraisable.exc_type, TimeIsUp):
        return  # the alarm is set again already
    if _Limit.stopped and issubclass(unraisable.exc_type, AttributeError):
        return  # of an object that Ctrl-C left half made, when it is taken away
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _Limit.pressed = True
        _set_alarm()
        return
    sys.__unraisablehook__(unraisable)
