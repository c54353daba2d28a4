"""Ctrl-C is always heard, within the fraction of a second.

Python raises KeyboardInterrupt wherever the interpreter happens to be. In a callback from C, in a
destructor, in the garbage collector an exception has nowhere to go: Python prints a warning and
drops it, and the program would run on, or find a half-made object later. So a Ctrl-C that comes in
such a place is put off for a moment, and one that was dropped all the same is delivered again.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

AGAIN = 0.02  # seconds
# Called from C, by the compiler or by the interpreter: what they raise is dropped.
_CALLED_FROM_C = frozenset({"__del__", "_raw_object_cache_notify", "_raw_object_cache_getbuffer"})


def hear_interrupts() -> None:
    """Install the handlers; nothing is done where Ctrl-C was switched off (``nohup``, ``&``)."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    if not hasattr(signal, "setitimer"):
        return  # no timer on this system: Python's own handler stays
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _terminate)
    signal.signal(signal.SIGALRM, _interrupt)
    sys.unraisablehook = _dropped


def ignore_interrupts() -> None:
    """Once the answer is out: only the interpreter's own tidying is left to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _terminate(number: int, frame: FrameType | None) -> None:
    """SIGTERM ends as Ctrl-C does, drafts are tidied away; the exit code is that of the signal."""
    del frame
    raise SystemExit(128 + number)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """The handler: raise KeyboardInterrupt, now or as soon as somebody can hear it."""
    del number
    if _nobody_would_hear(frame):
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
        return
    raise KeyboardInterrupt


def _nobody_would_hear(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name in _CALLED_FROM_C:
            return True
        frame = frame.f_back
    return False


def _dropped(unraisable: sys.UnraisableHookArgs) -> None:
    """What Python does with an exception that it drops; a Ctrl-C is delivered again."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
        return
    sys.__unraisablehook__(unraisable)
