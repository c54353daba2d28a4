"""Processes killed and stopped at random moments, and pairs of them that write the same values."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import numpy as np
import pytest
from campaign.scale import COLD, chance, finish, numbers, write_down
from campaign.server import run

from mexplore.rules.engine import grundy, store, working
from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.engine.store import Store
from mexplore.rules.notation import parse_rule

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
STORED = "0.354"
COMMANDS = [
    ["terms", STORED, "--upto", "60000", "--format", "plain", "--out", "t.txt", "--store", "kept"],
    ["terms", "0.77", "--upto", "2000", "--json"],
    ["study", "0.77", "--write", "r.md", "--write", "c.json", "--write", "r.html"],
    ["study", "subtract(1, 3, 4)", "--json"],
    ["predict", "divide(2..6)", "10^1000"],
    ["check", "subtract(1..9)", "Mod(n, 10)"],
    ["runs", "divide(2, 3)", "--upto", "10^60"],
    ["solve", "0.77", "20", "31", "77"],
    ["explain", "0.3F", "9"],
    ["terms", "n -> [n - 1, n // 2, n - isqrt(n)]", "--upto", "500"],
]
BEFORE_OR_AFTER = 77  # of a forked process that did not come to its command, or back from it
PATIENCE = 120.0
OURS = "mexplore/reports/"


@dataclass
class Running:
    """A process that runs a command: started afresh (``cold``), or forked from this one, where all
    modules are loaded, so that the moments of the work itself are met more often."""

    args: list[str]
    folder: Path
    cold: bool

    def __post_init__(self) -> None:
        self._out, self._err = (self.folder / name for name in ("stdout", "stderr"))
        environment = {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(self.folder / "cache")}
        with self._out.open("wb") as out, self._err.open("wb") as err:
            if self.cold:
                command = [sys.executable, "-m", "mexplore", *self.args]
                self._process = subprocess.Popen(
                    command, cwd=self.folder, env=os.environ | environment, stdout=out, stderr=err,
                    preexec_fn=_heed_interrupts,  # noqa: PLW1509
                )  # fmt: skip
                self.pid = self._process.pid
            else:
                signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
                self.pid = os.fork()
                if self.pid:
                    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
                else:
                    os.environ.update(environment)
                    _become(self.args, self.folder, out.fileno(), err.fileno())

    def ended(self, patience: float) -> int | None:
        """The exit code, the number of a signal being negative; None if it does not end."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return self._noted(os.waitstatus_to_exitcode(status))
            time.sleep(0.005)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self._noted(-signal.SIGKILL)
        return None

    def _noted(self, code: int) -> int:
        if self.cold:
            self._process.returncode = code
        return code

    @property
    def error(self) -> str:
        return self._err.read_text(errors="replace")


def _heed_interrupts() -> None:
    """What runs in the background has been told to ignore Ctrl-C, and would tell its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _become(args: list[str], folder: Path, out: int, err: int) -> NoReturn:
    """Run the command in this process, which is a copy made for it, and end it."""
    code = BEFORE_OR_AFTER
    try:
        atexit._clear()
        warnings.simplefilter("ignore", ResourceWarning)  # as where no test is run
        os.chdir(folder)
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
        sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
        sys.argv = ["mexplore", *args]
        signal.signal(signal.SIGINT, signal.default_int_handler)
        grundy.NOTICEABLE_SECONDS, working.BLOCK_SECONDS, grundy.FEWEST_STORED = 0.0, 0.002, 1
        store.BLOCK_VALUES = 5000
        from mexplore.reports.__main__ import main  # hears Ctrl-C from here on

        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # it must not come to the tests, whose process this is a copy of
        os.write(2, traceback.format_exc().encode())
    finally:
        if sys.exc_info()[0] is not None:  # raised by what stands above
            os.write(2, b"between: " + traceback.format_exc().encode())
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


@cache
def _durations() -> list[tuple[float, float]]:
    """About how long each command takes here, forked and afresh."""
    with tempfile.TemporaryDirectory() as folder:
        return [(_seconds(args, Path(folder), False), _seconds(args, Path(folder), True))
                for args in COMMANDS]  # fmt: skip


def _seconds(args: list[str], folder: Path, cold: bool) -> float:
    began = time.monotonic()
    Running(args, folder, cold).ended(PATIENCE)
    return time.monotonic() - began


def _interrupted(pick: Random, folder: Path, number: int) -> dict[str, Any]:
    """One command, and the signal at a random moment; what came of it."""
    which = pick.choice((0, pick.randrange(len(COMMANDS))))
    cold = pick.random() < COLD
    delay = pick.random() * 1.1 * _durations()[which][cold]
    running = Running(COMMANDS[which], folder, cold)
    time.sleep(delay)
    os.kill(running.pid, number)
    began = time.monotonic()
    code = running.ended(PATIENCE)
    said = {"args": COMMANDS[which], "cold": cold, "delay": delay, "code": code}
    problem = "does not end" if code is None else None
    return said | {"after": time.monotonic() - began, "err": running.error, "problem": problem}


@cache
def _true_values() -> np.ndarray[Any, Any]:
    return grundy_values(parse_rule(STORED), 60_001)


def _store_fault(folder: Path) -> str | None:
    """What is in the store is right, and whole."""
    for record in Store(folder / "kept").records():
        if record.trouble:
            return record.trouble
    computation = Computation(parse_rule(STORED), store=Store(folder / "kept"))
    if not np.array_equal(computation.extend(60_001), _true_values()):
        return "wrong values from the store"
    return None


def _warm() -> None:
    """Load all modules and machine code that the commands use, for the forked processes."""
    with tempfile.TemporaryDirectory() as name:
        before = Path.cwd()
        os.chdir(name)
        try:
            for args in COMMANDS:
                run([*args, "--no-store"] if args[0] == "study" else args)
        finally:
            os.chdir(before)
    _true_values()


def test_killed_at_random_moments() -> None:
    _warm()
    failures, codes, done, kept, most = [], Counter[str](), 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for trial in numbers(1000):
            if trial % 10 == 0:
                shutil.rmtree(folder / "kept", ignore_errors=True)
                kept = 0
            said = _interrupted(chance("SIGKILL", trial), folder, signal.SIGKILL)
            done += 1
            codes[str(said["code"])] += 1
            problem = said["problem"]
            if said["code"] not in (0, -signal.SIGKILL):
                problem = f"exit code {said['code']}"
            stored = sum(record.values for record in Store(folder / "kept").records())
            if stored < kept:
                problem = f"{stored} values are kept, and were {kept}"
            kept, most = stored, max(most, stored)
            problem = problem or (_store_fault(folder) if trial % 10 == 9 else None)
            if problem:
                failures.append(f"{trial}: {problem}")
                write_down(said | {"part": "SIGKILL", "number": trial, "problem": problem})
        assert _store_fault(folder) is None
    finish("SIGKILL", done, failures, codes=dict(codes), most_kept=most)


def test_stopped_at_random_moments() -> None:
    _warm()
    failures, codes, done, slowest, early = [], Counter[str](), 0, 0.0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for trial in numbers(1000):
            said = _interrupted(chance("SIGINT", trial), folder, signal.SIGINT)
            done += 1
            codes[str(said["code"])] += 1
            slowest = max(slowest, said["after"])
            if said["code"] in (1, -signal.SIGINT) and said["cold"] and OURS not in said["err"]:
                early += 1  # the interpreter itself was starting
            elif problem := _not_as_it_should(said, folder):
                failures.append(f"{trial}: {problem}")
                write_down(said | {"part": "SIGINT", "number": trial, "problem": problem})
        assert _store_fault(folder) is None
    finish("SIGINT", done, failures, codes=dict(codes), slowest=round(slowest, 2), early=early)


def _not_as_it_should(said: dict[str, Any], folder: Path) -> str | None:
    """What is wrong with the end of a command that was stopped by Ctrl-C."""
    drafts = [path for path in folder.iterdir() if path.name.startswith(".")]
    for path in drafts:
        path.unlink()
    if said["problem"]:
        return str(said["problem"])
    if said["code"] not in (0, 130):
        return f"exit code {said['code']}"
    if "Traceback" in said["err"]:
        return "a traceback"
    return f"drafts are left: {drafts}" if drafts else None


def test_pairs_of_writers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grundy, "NOTICEABLE_SECONDS", 0.0)
    monkeypatch.setattr(working, "BLOCK_SECONDS", 0.002)
    monkeypatch.setattr(grundy, "FEWEST_STORED", 1)
    monkeypatch.setattr(store, "BLOCK_VALUES", 5000)
    failures, done = [], 0
    truth = _true_values()
    for trial in numbers(100):
        pick = chance("writers", trial)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            writers = []
            for _ in range(2):
                stops = sorted(pick.randrange(1000, 60_000) for _ in range(4))
                time.sleep(pick.random() * 0.02)
                child = os.fork()
                if child == 0:
                    _write(folder, stops, truth)
                writers.append(child)
            codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in writers]
            problem = None if codes == [0, 0] else f"writers ended with {codes}"
            records = Store(folder).records()
            if len(records) != 1 or records[0].trouble:
                problem = f"{records}"
            values = Computation(parse_rule(STORED), store=Store(folder)).extend(60_001)
            if not np.array_equal(values, truth):
                problem = "wrong values"
        done += 1
        if problem:
            failures.append(f"{trial}: {problem}")
            write_down({"part": "writers", "number": trial, "problem": problem})
    finish("pairs of writers", done, failures)


def _write(folder: Path, stops: list[int], truth: np.ndarray[Any, Any]) -> None:
    """The work of one writer, and the end of its process: 0 if all values were right."""
    code = 1
    try:
        computation = Computation(parse_rule(STORED), store=Store(folder))
        right = [np.array_equal(computation.extend(stop), truth[:stop]) for stop in stops]
        code = 0 if all(right) else 3
    finally:
        os._exit(code)
