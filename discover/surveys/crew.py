"""The crew of a sweep: jobs that wait, jobs that run, and suspects, which may kill their worker.

If a worker dies, every job that was at work may be the cause, and becomes a suspect: it runs alone.
One that kills its worker alone, twice, is recorded as failed. What is kept of a job, and which job
comes next, is the matter of the sweep.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mexplore.rules.engine.grundy import Progress, Watcher
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.surveys.pool import Pool

Job = TypeVar("Job")
Result = TypeVar("Result")

STAGE = "rules"
FURTHER = "rules not settled yet"
PATIENCE = 0.5  # seconds between two looks at the workers, or at other sweeps
ATTEMPTS = 2


class Crew(ABC, Generic[Job, Result]):
    """The work of a sweep on ``members`` rules, those of ``waiting`` first; ``finished`` counts
    those that need no more work."""

    def __init__(self, pool: Pool, waiting: Iterable[str], members: int) -> None:
        self.pool, self.waiting, self.members = pool, deque(waiting), members
        self.running: dict[Future[Any], tuple[Job, ...]] = {}
        self.suspects: deque[Job] = deque()
        self.attempts: Counter[Job] = Counter()
        self.counts: Counter[str] = Counter()
        self.studied = self.finished = 0

    @abstractmethod
    def begin(self) -> None:
        """Start jobs, to keep the workers busy."""

    @abstractmethod
    def call(self, jobs: Sequence[Job]) -> Future[Any]:
        """Give jobs to a worker."""

    @abstractmethod
    def results(self, found: Any) -> list[Result]:
        """The result of each of the jobs that a worker was given, in what it returned."""

    @abstractmethod
    def failed(self, job: Job, trouble: str) -> Result:
        """The result of a job that failed."""

    @abstractmethod
    def keep(self, done: Sequence[tuple[Job, Result]]) -> None:
        """Store and count what was found."""

    def beat(self) -> None:
        """Do what is done between two looks at the workers."""

    def found(self) -> dict[str, int]:
        """What progress shows."""
        return dict(self.counts)

    def run(self, watcher: Watcher, stage: str = STAGE, total: float | None = None) -> None:
        """Work until every rule is done, here or by another sweep that has taken it; or until those
        that were begun within ``total`` seconds are."""
        late = None if total is None else time.monotonic() + total
        while self.waiting or self.running or self.suspects:
            if late is not None and time.monotonic() > late:
                self.waiting.clear()
                self.running = {one: its for one, its in self.running.items() if not one.cancel()}
            self._submit()
            self._collect()
            self.beat()
            watcher(Progress(stage, self.finished, self.members, self.found()))

    def _submit(self) -> None:
        """A suspect runs alone."""
        if not self.suspects:
            self.begin()
        elif not self.running:
            self.start(self.suspects.popleft())

    def start(self, *jobs: Job) -> None:
        """Let a worker do these jobs."""
        try:
            self.running[self.call(jobs)] = jobs
        except BrokenExecutor:
            self._lost(jobs)

    def _collect(self) -> None:
        """Store the finished results together."""
        if not self.running:
            return
        finished, _ = wait(self.running, PATIENCE, FIRST_COMPLETED)
        done: list[tuple[Job, Result]] = []
        lost: list[Job] = []
        for future in finished:
            jobs = self.running.pop(future)
            try:
                results = self.results(future.result())
            except BrokenExecutor:
                lost.extend(jobs)
                continue
            except CancelledError:
                raise InputError(
                    "the cluster is gone; the atlas holds what was done before"
                ) from None
            except Exception as error:  # of a cluster that lost several workers with these jobs
                if len(jobs) > 1:
                    self.suspects.extend(jobs)
                    continue
                results = [self.failed(jobs[0], f"{type(error).__name__}: {error}")]
            done.extend(zip(jobs, results, strict=True))
        if done:
            self.keep(done)
        if lost:
            self._lost(lost)

    def _lost(self, lost: Iterable[Job]) -> None:
        """Handle the loss of workers with all running jobs. Each of these may be the cause, and
        becomes a suspect; a job that was alone is the cause, and has failed the second time."""
        good = {f: jobs for f, jobs in self.running.items() if f.done() and not f.exception()}
        unknown = (jobs for f, jobs in self.running.items() if f not in good)
        suspects = [*lost, *(job for jobs in unknown for job in jobs)]
        self.running = good
        self.pool.renew()
        if len(suspects) > 1 or self.once_more(suspects[0]):
            self.suspects.extend(suspects)
            return
        job = suspects[0]
        self.keep([(job, self.failed(job, f"its worker died, {ATTEMPTS} times"))])

    def once_more(self, job: Job) -> bool:
        """Whether a job that has failed is tried again."""
        self.attempts[job] += 1
        return self.attempts[job] < ATTEMPTS
