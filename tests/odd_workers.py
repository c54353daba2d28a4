"""Workers that fail in known ways, for sweeps: importable by processes that tests start."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

from mexplore.discover.surveys.pool import LocalPool, Pool
from mexplore.discover.surveys.record import Record, Task
from mexplore.discover.surveys.worker import carried_out

Records = list[Record]


def deadly(tasks: Sequence[Task]) -> list[Records]:
    """Studies, but at subtract(2, 3) the process is killed, as a system without memory kills it."""
    if any(task.rule == "subtract(2, 3)" for task in tasks):
        os.kill(os.getpid(), signal.SIGKILL)
    return [carried_out(task) for task in tasks]


class DeadlyPool(LocalPool):
    """Processes one of which is killed at each attempt at subtract(2, 3)."""

    def submit(self, tasks: Sequence[Task]) -> Future[list[Records]]:
        return self.executor().submit(deadly, tasks)


class ThreadedPool(Pool):
    """One thread of this process, which does what it is told: ``studies`` takes a task and how
    often that rule was tried before. A BrokenExecutor from it breaks the whole pool."""

    def __init__(self, studies: Callable[[Task, int], Records], size: int = 1) -> None:
        self.size, self.renewed, self.stopped = size, 0, 0
        self.tried: Counter[str] = Counter()
        self._studies = studies
        self._pool: Executor | None = None

    def executor(self) -> Executor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1)
        return self._pool

    def submit(self, tasks: Sequence[Task]) -> Future[list[Records]]:
        return self.executor().submit(self._carry_out, tasks)

    def _carry_out(self, tasks: Sequence[Task]) -> list[Records]:
        return [self._carry_one_out(task) for task in tasks]

    def _carry_one_out(self, task: Task) -> Records:
        self.tried[task.rule] += 1
        return self._studies(task, self.tried[task.rule] - 1)

    def renew(self) -> None:
        self.renewed += 1

    def stop(self) -> None:
        self.stopped += 1
        if self._pool is not None:
            self._pool.shutdown()
        self._pool = None


def usual(task: Task, tried: int) -> Records:
    """What a good worker does."""
    del tried
    return carried_out(task)


def breaking(rule: str, times: int) -> Callable[[Task, int], Records]:
    """A worker that is lost at a rule, this many times."""

    def studies(task: Task, tried: int) -> Any:
        if task.rule == rule and tried < times:
            raise BrokenExecutor("gone")
        return carried_out(task)

    return studies
