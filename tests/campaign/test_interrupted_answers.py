"""Ctrl-C at random moments: exit code 130, or the whole answer; never another one.

Each command runs in a copy of this process, whose modules are imported. The moments are seconds of
the processor, which do not depend on what else the machine does.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import traceback
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

COMMANDS = [
    ("solve", "0.77:5", "0.07:12"),
    ("solve", "0.77:8", "--misere"),
    ("solve", "0.33:4", "0.07:5", "--misere"),
    ("compare", "0.3", "0.33", "--misere", "--upto", "30"),
    ("compare", "0.3", "subtract(1)"),
    ("study", "subtract(1, 2)"),
    ("study", "0.3", "--misere"),
    ("check", "subtract(1, 2)", "Mod(n, 3)"),
    ("check", "0.77", "n"),
    ("count", "subtract(1, 2)", "--upto", "100"),
    ("positions", "0.77", "--upto", "100"),
    ("predict", "subtract(1, 2)", "10^18"),
    ("terms", "0.77", "--upto", "500"),
    ("explain", "0.7"),
]
AFTER = 1.05  # of the time that a command takes: some moments come when it has ended
UNCAUGHT = 99

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are copied")


def run(command: tuple[str, ...], moment: float | None, folder: Path) -> tuple[int, str, float]:
    """The exit code, what stands on stdout, and the seconds of the processor."""
    out = folder / "stdout"
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    pid = os.fork()
    if not pid:
        _become(command, moment, out)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    _, status, used = os.wait4(pid, 0)
    seconds = used.ru_utime + used.ru_stime
    return os.waitstatus_to_exitcode(status), out.read_text(), seconds


def _become(command: tuple[str, ...], moment: float | None, out: Path) -> NoReturn:
    code = UNCAUGHT
    try:
        atexit._clear()
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stdout, sys.stderr = (os.fdopen(to, "w", closefd=False) for to in (1, 2))
        sys.argv = ["mexplore", *command]
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from mexplore.reports.__main__ import main

        if moment is not None:
            signal.signal(signal.SIGPROF, lambda *_: os.kill(os.getpid(), signal.SIGINT))
            signal.setitimer(signal.ITIMER_PROF, max(moment, 1e-4))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except KeyboardInterrupt:  # before the program begins, or after its end
        code = 130
    except BaseException:  # it must not come to the tests, whose process this is a copy of
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


@cache
def answer(command: tuple[str, ...], folder: Path) -> tuple[int, str, float]:
    """The same without Ctrl-C, when everything is there that has to be compiled."""
    run(command, None, folder)
    return run(command, None, folder)


def shoot(seed: int, times: int, folder: Path) -> list[int]:
    """The exit codes of this many commands, each of which is right."""
    pick, codes = Random(seed), list[int]()
    for number in range(times):
        command = COMMANDS[number % len(COMMANDS)]
        right, text, seconds = answer(command, folder)
        moment = pick.random() * AFTER * seconds
        code, said, _ = run(command, moment, folder)
        # The signal may come when the whole answer is written already.
        assert code == 130 or (code, said) == (right, text), (command, moment, code, said)
        codes.append(code)
    return codes


def test_a_few_interrupts(tmp_path: Path) -> None:
    assert 130 in shoot(1, 2 * len(COMMANDS), tmp_path)


@pytest.mark.slow
def test_a_thousand_interrupts(tmp_path: Path) -> None:
    codes = shoot(2, 1000, tmp_path)
    assert codes.count(130) > 500
