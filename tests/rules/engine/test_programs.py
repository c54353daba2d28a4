"""Other programs end when they are given up, and when the process that asks them ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from own_clock import NEVER

from mexplore.rules.engine.programs import run

WAITS = "exec 4>{fifo}; echo started >&4; sleep 600 & wait"
ASKS = "from mexplore.rules.engine.programs import run; run(['/bin/sh', '-c', {program!r}], 600)"


def test_what_a_program_says_is_told_with_its_code() -> None:
    assert run(["/bin/sh", "-c", "echo one; echo two >&2; exit 4"], NEVER) == (4, "one\ntwo\n")


def test_the_time_is_limited() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        run(["/bin/sh", "-c", "sleep 600 & wait"], 0.1)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_program_ends_with_the_process_that_asked_it(number: int, tmp_path: Path) -> None:
    """It has a pipe open, which comes to its end when the program does, and what that started."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    program = ASKS.format(program=WAITS.format(fifo=fifo))
    asking = subprocess.Popen([sys.executable, "-c", program])
    with fifo.open() as running:
        assert running.readline() == "started\n"
        asking.send_signal(number)
        assert asking.wait(NEVER) == -number
        assert running.read() == ""
