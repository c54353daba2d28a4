"""One line of the table, and how times are taken: CPU time, the least of a few runs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Row(NamedTuple):
    """A task, our figure and the rival's, both in ``unit``; ``aim`` is the ratio to stay below,
    or, where there is no rival, the figure."""

    task: str
    ours: float
    rival: str
    theirs: float | None
    aim: float | None
    unit: str = "s"

    @property
    def ratio(self) -> float | None:
        """Ours over theirs."""
        return self.ours / self.theirs if self.theirs else None

    def cells(self) -> tuple[str, ...]:
        """What the table shows."""
        theirs = "" if self.theirs is None else f"{self.theirs:.3g} {self.unit}"
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        unit = "" if self.theirs else f" {self.unit}"
        aim = "" if self.aim is None else f"{self.aim:g}{unit}"
        return self.task, f"{self.ours:.3g} {self.unit}", self.rival, theirs, ratio, aim


PATIENT = ("--budget", "600")
"""On a busy machine a budget passes before its share of processor time does."""
HEADS = ("task", "ours", "beside", "theirs", "ratio", "aim")


@dataclass(frozen=True)
class Task:
    """What yields rows; the names of tasks are given to choose them."""

    name: str
    rows: Callable[[], Iterator[Row]]
    slow: bool = False
    """Whether it is run only where it is named."""


def cpu(work: Callable[[], object], times: int = 1) -> float:
    """The least CPU seconds of this process that the work takes."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


LAUNCHER = """
import os, sys
nowhere = os.open(os.devnull, os.O_WRONLY)
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                       file_actions=[(os.POSIX_SPAWN_DUP2, nowhere, 1)])
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""
"""Runs a command from a small process: the memory of a child counts that of who started it."""


class Spent(NamedTuple):
    """What a command took: CPU seconds, and the most memory in megabytes."""

    seconds: float
    megabytes: float


def command(
    arguments: Sequence[str], times: int = 1, environment: dict[str, str] | None = None
) -> Spent:
    """What a command takes, at best, its output thrown away. Byte code may be kept, as it is where
    the project is installed."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    found = []
    for _ in range(times):
        done = subprocess.run(
            [sys.executable, "-S", "-c", LAUNCHER, *arguments],
            stdout=subprocess.PIPE, env={**kept, **(environment or {})}, check=True,
        )  # fmt: skip
        code, seconds, kilobytes = done.stdout.split()
        if int(code):
            raise subprocess.CalledProcessError(int(code), list(arguments))
        found.append(Spent(float(seconds), int(kilobytes) / 1024))
    return Spent(min(spent.seconds for spent in found), max(spent.megabytes for spent in found))


def mexplore(*arguments: str, times: int = 1, environment: dict[str, str] | None = None) -> Spent:
    """What one of our own commands takes at best, no values being stored from before."""
    own = [sys.executable, "-m", "mexplore", *arguments]
    found = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            found.append(command(own, 1, {"XDG_CACHE_HOME": folder, **(environment or {})}))
    return min(found)
