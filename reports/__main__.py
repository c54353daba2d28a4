"""The command ``mexplore``, or ``python -m reports``; Ctrl-C is heard before the first import."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # the module signal imports others
import gc
import os
import sys

INTERRUPTED = 130
LITTLE = 0.2  # seconds
COLLECTED_AFTER = 50_000  # new objects; 700, as is usual, costs a tenth of a short command


def _leave(number: int, frame: object) -> None:
    """While modules are imported there is nothing to tidy up."""
    del number, frame
    try:
        os.write(2, b"mexplore: stopped\n")
    finally:  # should nobody listen
        os._exit(INTERRUPTED)


_HEARD = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
if _HEARD:  # Ctrl-C was not switched off
    _signal.signal(_signal.SIGINT, _leave)


def _open_closed_streams() -> None:
    """Who closes a stream (``>&-``) wants nothing from it; Python has None in its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115


def _start_quickly() -> None:
    """No threads for linear algebra, which nothing here has much of: they cost as much time to
    start as a small study takes. And fewer looks for garbage: imports make none."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(COLLECTED_AFTER)


def main() -> None:
    """The entry point of the command ``mexplore``."""
    _open_closed_streams()
    _start_quickly()
    import reports.commands
    from reports.cli.app import main as run
    from reports.cli.encoding import write_in_any_encoding
    from reports.cli.interrupts import hear_interrupts, ignore_interrupts

    write_in_any_encoding()  # a stream that is stopped in this can be written to no more
    try:
        if _HEARD:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        hear_interrupts()
        try:
            run(reports.commands)
        finally:
            ignore_interrupts()
    except KeyboardInterrupt:
        ignore_interrupts()
        print("mexplore: stopped", file=sys.stderr)
        _end()
    except SystemExit as end:
        if end.code == INTERRUPTED or _is_compiling():
            _end(end.code if isinstance(end.code, int) else 0)
        raise


def _is_compiling() -> bool:
    """Whether something is compiled that nobody waits for any more."""
    work = sys.modules.get("rules.computing.beside")
    return work is not None and not work.is_settled(LITTLE)


def _end(code: int = INTERRUPTED) -> None:
    """Exit at once. An interpreter that was interrupted within ``exec`` (which makes dataclasses)
    would end by sending itself SIGINT, whoever heard of the first one; and any interpreter would
    wait for the compiler."""
    import atexit
    from contextlib import suppress

    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
