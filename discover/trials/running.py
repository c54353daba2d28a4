"""Each trial in a process of its own, with a cache of its own; the user's files are not changed.

Wrong machine code may end a process: then its trial has failed, and the others go on. The process
has the name of the trial as its argument, and writes one line of JSON.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import perf_counter
from typing import Any

from mexplore.discover.trials.trial import Differs, Tally, Trial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.compiled import Compiled
from mexplore.rules.engine.compiling import plainly
from mexplore.rules.members import modules_of

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
    """The compiled functions that had machine code in it."""
    wrong: str = ""


def trials() -> dict[str, Trial]:
    """Every trial by its name, found by looking into their folder.

    >>> "three heaps" in trials()
    True
    """
    import mexplore.discover.trials.kinds

    modules = modules_of(mexplore.discover.trials.kinds)
    return {trial.name: trial for module in modules for trial in module.TRIALS}


def outcomes(processes: int = PROCESSES) -> Generator[Outcome, None, None]:
    """The outcome of every trial, as it is known; code is compiled afresh in a new folder. Close
    the generator to end the processes early."""
    started: list[subprocess.Popen[str]] = []
    stop = Event()

    def outcome(name: str) -> Outcome:
        process = _started(name, folder)
        started.append(process)
        if stop.is_set():  # the others were ended before this one was there
            process.kill()
        line, _ = process.communicate()
        if process.returncode:
            return Outcome(name, wrong=f"the process ended with code {process.returncode}")
        found = json.loads(line)
        return Outcome(**found | {"functions": tuple(found["functions"])})

    with TemporaryDirectory(prefix="mexplore-doctor-") as folder:
        pool = ThreadPoolExecutor(processes)
        waiting = {pool.submit(outcome, name) for name in trials()}
        try:
            while waiting:
                done, waiting = wait(waiting, _LOOK, FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        finally:
            stop.set()
            for process in started:
                process.kill()
            pool.shutdown(cancel_futures=True)


def _started(name: str, folder: str) -> subprocess.Popen[str]:
    """A process that runs the trial of this name."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "mexplore.discover.trials.running", name],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment(folder),
    )  # fmt: skip


def environment(folder: str) -> dict[str, str]:
    """This process's environment, but for a folder of its own for machine code; and functions are
    compiled in any case."""
    kept = {name: text for name, text in os.environ.items() if name not in _NOT_THEIRS}
    path = os.pathsep.join(filter(None, (str(_HERE), os.environ.get("PYTHONPATH"))))
    return kept | {"MEXPLORE_CODE_DIR": folder, "XDG_CACHE_HOME": folder, "PYTHONPATH": path}


def tried(trial: Trial) -> dict[str, Any]:
    """What came of a trial; anything that goes wrong in it is its failure: a warning too, by which
    machine code is refused (`rules.engine.compiling.REFUSED`)."""
    tally, began, wrong = Tally(), perf_counter(), ""
    try:
        with warnings.catch_warnings(), plainly(False):  # small work is compiled, too
            warnings.simplefilter("error")
            trial.run(tally)
    except Differs as differs:
        wrong = str(differs)
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
    return {
        "name": trial.name,
        "cases": len(tally.cases),
        "values": tally.values,
        "seconds": round(perf_counter() - began, 2),
        "functions": _translated(),
        "wrong": wrong,
    }


def _translated() -> list[str]:
    """The functions of loaded modules that have machine code in this process."""
    modules = [module for name, module in sys.modules.items() if name.startswith("mexplore.")]
    members = [member for module in modules for member in vars(module).values()]
    functions = [each for each in members if isinstance(each, Compiled) and each.is_translated]
    return sorted({f"{each.__module__}.{each.__name__}" for each in functions})


if __name__ == "__main__":
    # The process that started this one handles Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.write(json.dumps(tried(trials()[sys.argv[1]])) + "\n")
