"""Other programs that are asked, such as Coq's compiler: they end when they are given up, and when
this process ends, whatever ends it."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

SHELL = "/bin/sh"
WAITING = 'read _ && exec "$@" </dev/null'
GUARD = "read _; kill -s KILL -- -{group}"


def run(command: Sequence[str], limit: float, folder: Path | None = None) -> tuple[int, str]:
    """The exit code of a program, and all that it says; subprocess.TimeoutExpired where it takes
    longer than ``limit`` seconds. It ends, with the processes that it started, as soon as an
    exception does, such as Ctrl-C.

    >>> run(["/bin/sh", "-c", "echo no; exit 3"], 60)
    (3, 'no\\n')
    """
    shells = Path(SHELL).exists()  # else the program is not guarded, as on Windows
    process = subprocess.Popen(
        [SHELL, "-c", WAITING, SHELL, *command] if shells else command,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", cwd=folder, start_new_session=True,
    )  # fmt: skip
    try:
        with _guarded(process.pid) if shells else nullcontext():
            said, _ = process.communicate("now\n", timeout=limit)
    finally:
        if process.poll() is None:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.communicate()
    return process.returncode, said


@contextmanager
def _guarded(group: int) -> Iterator[None]:
    """A shell that reads from this process, which writes nothing: it comes to the end when this
    process does, also by SIGKILL, and then kills the group of processes. The program begins when
    its guard is there."""
    guard = subprocess.Popen(
        [SHELL, "-c", GUARD.format(group=group)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        yield
    finally:
        guard.kill()
        guard.communicate()
