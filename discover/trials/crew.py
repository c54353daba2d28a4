"""Trials in separate processes with a separate cache; the user's files are not changed.

Wrong machine code may end a process. Then the trial that it was running has failed, and another
process goes on with the others.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Event

from mexplore.discover.trials.listed import shares

PROCESSES = 2
_HERE = Path(__file__).parents[2]
_LOOK = 0.1  # seconds between two looks for Ctrl-C, which no lock hears on every system
_NOT_THEIRS = ("MEXPLORE_CODE_DIR", "MEXPLORE_DISABLE_JIT")


@dataclass(frozen=True)
class Outcome:
    """The outcome of one trial; ``wrong`` is empty if the trial passed."""

    name: str
    cases: int = 0
    values: int = 0
    seconds: float = 0.0
    functions: tuple[str, ...] = ()
    """The compiled functions that got machine code in it, in this process."""
    wrong: str = ""


def outcomes(processes: int = PROCESSES) -> Generator[Outcome, None, None]:
    """The outcome of every trial, as it is known; code is compiled afresh in a new folder. Close
    the generator to end the processes early."""
    waiting: Queue[list[str]] = Queue()
    for names in shares():
        waiting.put(names)
    left = sum(map(len, shares()))
    done: Queue[Outcome] = Queue()
    stop = Event()
    with TemporaryDirectory(prefix="mexplore-doctor-") as folder:
        pool = ThreadPoolExecutor(processes)
        crews = [_Crew(folder, waiting, done, stop) for _ in range(processes)]
        working = [pool.submit(crew.work) for crew in crews]
        try:
            while left:
                with suppress(Empty):
                    yield done.get(timeout=_LOOK)
                    left -= 1
                for each in working:
                    if each.done():
                        each.result()  # an error of this program is raised here
        finally:
            stop.set()
            for crew in crews:
                crew.end()
            pool.shutdown()


class _Crew:
    """One process at a time, which runs the waiting trials."""

    def __init__(
        self, folder: str, waiting: Queue[list[str]], done: Queue[Outcome], stop: Event
    ) -> None:
        self._folder, self._waiting, self._done, self._stop = folder, waiting, done, stop
        self._process: subprocess.Popen[str] | None = None

    def work(self) -> None:
        """Run trials until none is waiting."""
        try:
            while not self._stop.is_set():
                for name in self._waiting.get_nowait():
                    if not self._stop.is_set():
                        self._done.put(self._tried(name))
        except Empty:
            pass
        finally:
            self._leave()

    def _tried(self, name: str) -> Outcome:
        if self._process is None:
            self._process = _started(self._folder)
        if self._stop.is_set():  # `end` may have been called before the process was started
            self.end()
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        with suppress(OSError):  # it has ended
            stdin.write(f"{name}\n")
            stdin.flush()
        line = stdout.readline()
        if line:
            found = json.loads(line)
            if found["wrong"]:
                self._leave()  # what it has refused it would compute in plain Python from now on
            return Outcome(**found | {"functions": tuple(found["functions"])})
        return Outcome(name, wrong=f"the process ended with code {self._leave()}")

    def end(self) -> None:
        """End the process at once, from any thread."""
        if (process := self._process) is not None:
            process.kill()

    def _leave(self) -> int:
        """Wait for the end of the process; its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()  # an idle process ends at the end of its input
        return process.wait()


def _started(folder: str) -> subprocess.Popen[str]:
    """A process that runs the trials whose names it is given."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "mexplore.discover.trials.worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=environment(folder),
    )  # fmt: skip


def environment(folder: str) -> dict[str, str]:
    """This process's environment, but for a folder of its own for machine code; and functions are
    compiled in any case."""
    kept = {name: text for name, text in os.environ.items() if name not in _NOT_THEIRS}
    path = os.pathsep.join(filter(None, (str(_HERE), os.environ.get("PYTHONPATH"))))
    return kept | {"MEXPLORE_CODE_DIR": folder, "XDG_CACHE_HOME": folder, "PYTHONPATH": path}
