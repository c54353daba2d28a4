"""The command ``mexplore``, or ``python -m mexplore``. Ctrl-C is handled before imports."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # the module signal imports others
import gc
import os
import sys

INTERRUPTED = 130
LITTLE = 0.2  # seconds
COLLECTED_AFTER = 200_000  # new objects; 700, as is usual, costs a tenth of a short command


def _leave(number: int, frame: object) -> None:
    """The handler while modules are imported: there is nothing to clean up."""
    del number, frame
    try:
        os.write(2, b"mexplore: stopped\n")
    finally:  # even if stderr is closed
        os._exit(INTERRUPTED)


_HEARD = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
if _HEARD:  # Ctrl-C was not switched off
    _signal.signal(_signal.SIGINT, _leave)


def _open_closed_streams() -> None:
    """Open /dev/null in place of closed streams (``>&-``), for which Python has None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115


def _start_quickly() -> None:
    """Start no threads for linear algebra, of which there is little: they take as long to start as
    a small study. And collect garbage less often: imports make none."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(COLLECTED_AFTER)


def main() -> None:
    """The entry point of the command ``mexplore``."""
    _open_closed_streams()
    _start_quickly()
    import mexplore.reports.commands
    from mexplore.reports.cli.app import main as run
    from mexplore.reports.cli.interrupts import hear_interrupts, ignore_interrupts
    from mexplore.reports.cli.saying import write_in_any_encoding

    write_in_any_encoding()  # a stream that is stopped in this can be written to no more
    try:
        if _HEARD:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        hear_interrupts()
        try:
            run(mexplore.reports.commands)
        finally:
            ignore_interrupts()
    except KeyboardInterrupt:
        ignore_interrupts()
        print("mexplore: stopped", file=sys.stderr)
        _end()
    except SystemExit as end:
        if end.code == INTERRUPTED or _is_compiling():
            _end(end.code if isinstance(end.code, int) else 0)
        gc.freeze()  # the interpreter, as it exits, need not look for garbage among all objects
        raise


def _is_compiling() -> bool:
    """Whether a compilation is running whose result is not needed any more."""
    work = sys.modules.get("mexplore.rules.engine.interruptible")
    return work is not None and not work.is_settled(LITTLE)


def _end(code: int = INTERRUPTED) -> None:
    """Exit at once. An interpreter that was interrupted within ``exec`` (which makes dataclasses)
    would end by sending itself SIGINT again; and any interpreter would wait for the compiler."""
    import atexit
    from contextlib import suppress

    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
