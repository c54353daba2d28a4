"""A sweep: workers study every member of a family once; an atlas keeps the results.

If the sequence of a member follows from that of another rule, only this representative is studied.
Rules that the atlas already holds are not studied again, so a sweep that was stopped or killed
resumes where it was. A rule that kills its worker is tried once more, alone, and then recorded as
failed. What no theorem has settled by then is studied once more, further.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mexplore.discover.surveys.plan import Plan
from mexplore.discover.surveys.record import FAILED, NO_SYSTEM, Record, Row, Task
from mexplore.discover.surveys.turns import Turn
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.discover.surveys.family import Family
    from mexplore.discover.surveys.pool import Pool


STAGE = "rules"
FURTHER = "rules not settled yet"
PATIENCE = 0.5  # seconds between two checks for other sweeps at work
WAITING_EACH = 3  # batches submitted for each worker: one running, the others queued
BATCH_SECONDS = 0.1  # that a batch takes, about
MOST_AT_ONCE = 100  # tasks in a batch
LEAST_SECONDS = 0.0005  # that a task takes
AVERAGED = 8  # tasks that count most in the average of their seconds
ATTEMPTS = 2


@dataclass(frozen=True)
class Further:
    """The last part of a sweep: each rule that is not settled is studied for up to ``budget``
    seconds, with as many values as memory holds; no study begins after ``total`` seconds of it."""

    budget: float
    total: float | None = None


@dataclass(frozen=True)
class Beyond:
    """What the last part of a sweep came to: rules ``studied`` further, those that are ``settled``
    by it, and those that were ``left`` for another time."""

    budget: float
    studied: int = 0
    settled: int = 0
    left: int = 0


@dataclass(frozen=True)
class Survey:
    """The result of a sweep: the rows of its members, smallest first; how many rules were
    ``studied`` now; and whether it was stopped before the end. ``beyond`` is the last part of it;
    None where there was nothing to study further."""

    family: Family
    rows: tuple[Row, ...]
    members: int
    studied: int
    seconds: float
    interrupted: bool = False
    beyond: Beyond | None = None


def sweep(
    plan: Plan, atlas: Atlas, pool: Pool, limits: Limits, watcher: Watcher = no_progress, *,
    again: bool = False, further: Further | None = None,
) -> Survey:  # fmt: skip
    """Study the rules that the atlas does not hold; with ``again``, all rules; then, where that is
    wanted, those that are not settled ``further``. A KeyboardInterrupt ends the sweep with the
    results so far.

    The pool is stopped at the end.
    """
    began = time.monotonic()
    title = plan.family.title
    atlas.enrol(title, ((rule, at, m.parameters) for rule, (at, m) in plan.members.items()))
    work = _Work(plan, atlas, pool, limits, again)
    last: _Work | None = None
    interrupted = False
    try:
        work.run(watcher)
        if further is not None and (unsettled := work.unsettled()):
            last = _Work(
                unsettled, atlas, pool, replace(limits, budget=further.budget, max_terms=None)
            )
            last.run(watcher, FURTHER, further.total)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        pool.stop()
        work.turn.finish()
        if last is not None:
            last.turn.finish()
    rows = _rows(plan, atlas, work.known | (last.known if last is not None else {}))
    seconds = time.monotonic() - began
    beyond = None
    if further is not None and last is not None:
        settled, left = last.counts["proved"], len(last.plan.follow) - last.finished
        beyond = Beyond(further.budget, last.studied, settled, left)
    return Survey(
        plan.family, tuple(rows), len(plan.members), work.studied, seconds, interrupted, beyond
    )


def _rows(plan: Plan, atlas: Atlas, known: dict[str, Record]) -> list[Row]:
    """The rows of the members with a record: one that is ``known``, or that the atlas has by now
    from another sweep."""
    missing = (rule for rule in plan.members if rule not in known)
    known |= atlas.known(missing) if len(known) < len(plan.members) else {}
    title = plan.family.title
    rows = (
        Row(title, place, known[rule], member.parameters)
        for rule, (place, member) in plan.members.items()
        if rule in known
    )
    return sorted(rows, key=lambda row: (row.place, row.rule))


class _Work:
    """The scheduler: rules that wait, tasks that run, and suspects that may kill their worker."""

    def __init__(
        self, plan: Plan, atlas: Atlas, pool: Pool, limits: Limits, again: bool = False
    ) -> None:
        self.plan, self.atlas, self.pool, self.limits = plan, atlas, pool, limits
        self.turn = Turn(atlas, str(plan.family))
        self.waiting = deque(plan.follow)
        self.running: dict[Future[list[list[Record]]], tuple[Task, ...]] = {}
        self.each = BATCH_SECONDS  # seconds that a rule takes: those of the last ones count most
        self.suspects: deque[Task] = deque()
        self.attempts: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.studied = self.finished = self.longest = 0
        self.again = again
        self.without_law: set[str] = set()
        self.known: dict[str, Record] = {}
        """What was found or met, of the members."""

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
            self.turn.beat()
            found = dict(self.counts) | ({"longest period": self.longest} if self.longest else {})
            watcher(Progress(stage, self.finished, len(self.plan.follow), found))

    def unsettled(self) -> Plan | None:
        """The plan for the representatives without a proved law; None where there are none."""
        plan = self.plan
        without = {rule: plan.follow[rule] for rule in plan.follow if rule in self.without_law}
        return Plan(plan.family, plan.members, without) if without else None

    def _submit(self) -> None:
        """Submit tasks to keep the workers busy; a suspect runs alone."""
        if self.suspects:
            if not self.running:
                self._start(self.suspects.popleft())
            return
        wanted = WAITING_EACH * self.pool.size - len(self.running)
        if not self.waiting or wanted <= 0:
            return
        size = self._batch()
        taken = self.turn.take(self.waiting, wanted * size, self._is_settled)
        for first in range(0, len(taken.mine), size):
            mine = taken.mine[first : first + size]
            self._start(*(self._task(rule, taken.before.get(rule)) for rule in mine))
        self._count(taken.known)
        if taken.elsewhere and not self.running and not taken.mine:
            time.sleep(PATIENCE)
        self.waiting.extend(taken.elsewhere)

    def _batch(self) -> int:
        """How many rules a worker is given at once: as many as take little time together, but so
        few that at the end no worker waits for another one."""
        shared = len(self.waiting) // (WAITING_EACH * self.pool.size)
        return max(1, min(shared, MOST_AT_ONCE, int(BATCH_SECONDS / self.each)))

    def _task(self, rule: str, record: Record | None) -> Task:
        """The task for a rule that is not settled. If its own record is good, only the rules that
        follow from it are missing."""
        good = record if record is not None and self._is_enough(record) else None
        return Task(rule, tuple(self.plan.follow[rule]), self.limits, good)

    def _start(self, *tasks: Task) -> None:
        try:
            self.running[self.pool.submit(tasks)] = tasks
        except BrokenExecutor:
            self._lost(tasks)

    def _collect(self) -> None:
        """Store the finished results in one transaction."""
        if not self.running:
            return
        done, _ = wait(self.running, PATIENCE, FIRST_COMPLETED)
        good: list[Record] = []
        lost: list[Task] = []
        for future in done:
            tasks = self.running.pop(future)
            try:
                results = future.result()
            except BrokenExecutor:
                lost.extend(tasks)
                continue
            except CancelledError:
                raise InputError(
                    "the cluster is gone; the atlas holds what was done before"
                ) from None
            except Exception as error:  # of a cluster that lost several workers with these tasks
                if len(tasks) > 1:
                    self.suspects.extend(tasks)
                    continue
                results = [_failures(tasks[0], f"{type(error).__name__}: {error}")]
            for task, records in zip(tasks, results, strict=True):
                good.extend(self._taken_in(task, records))
        if good:
            self._keep(good)
        if lost:
            self._lost(lost)

    def _taken_in(self, task: Task, records: list[Record]) -> list[Record]:
        """The records that are kept: none of a task that failed and is tried once more."""
        self.each += (max(records[0].seconds, LEAST_SECONDS) - self.each) / AVERAGED
        if records[0].status == FAILED and self._again(task):
            self.suspects.append(task)
            return []
        self._count(records[:1])
        self.studied += task.known is None
        return records

    def _lost(self, lost: Iterable[Task]) -> None:
        """Handle the loss of workers with all running tasks. Each of these may be the cause, and
        becomes a suspect; a task that was alone is the cause, and is recorded as failed the second
        time."""
        good = {f: tasks for f, tasks in self.running.items() if f.done() and not f.exception()}
        unknown = (tasks for f, tasks in self.running.items() if f not in good)
        suspects = [*lost, *(task for tasks in unknown for task in tasks)]
        self.running = good
        self.pool.renew()
        if len(suspects) > 1:
            self.suspects.extend(suspects)
            return
        task = suspects[0]
        if self._again(task):
            self.suspects.append(task)
            return
        records = _failures(task, f"its worker died, {ATTEMPTS} times")
        self._keep(records)
        self._count(records[:1])

    def _keep(self, records: Iterable[Record]) -> None:
        self.atlas.keep(records)
        self._note(records)

    def _note(self, records: Iterable[Record]) -> None:
        members = self.plan.members
        self.known.update((one.rule, one) for one in records if one.rule in members)

    def _again(self, task: Task) -> bool:
        self.attempts[task.rule] += 1
        return self.attempts[task.rule] < ATTEMPTS

    def _is_settled(self, record: Record) -> bool:
        """Whether this rule and those that follow from it need no work."""
        if not self._is_enough(record):
            return False
        found = (self.atlas.record(text) for text in self.plan.follow[record.rule])
        others = [each for each in found if each is not None and each.status == record.status]
        self._note([record, *others])
        return len(others) == len(self.plan.follow[record.rule])

    def _is_enough(self, record: Record) -> bool:
        """Whether a study with these limits could not give a better result."""
        if self.again:
            return False
        if record.explained or record.status == NO_SYSTEM:
            return True
        if record.status == FAILED or record.ended == "interrupted":
            return False
        if self._saw_more(record):
            return True
        terms = _at_least(record.max_terms, self.limits.max_terms)
        return terms and (record.ended == "terms" or _at_least(record.budget, self.limits.budget))

    def _saw_more(self, record: Record) -> bool:
        """Whether a study without a limit on its values has seen all that are allowed here."""
        most = self.limits.max_terms
        return record.max_terms is None and most is not None and record.computed >= most

    def _count(self, records: Iterable[Record]) -> None:
        for record in records:
            self.finished += 1
            self.longest = max(self.longest, (record.proved and record.period) or 0)
            self.counts["proved" if record.proved else _unproved(record)] += 1
            if not record.proved and record.status not in (FAILED, NO_SYSTEM):
                self.without_law.add(record.rule)


def _unproved(record: Record) -> str:
    return record.status if record.status in (FAILED, NO_SYSTEM) else "not settled"


def _at_least(had: float | None, wanted: float | None) -> bool:
    """Whether one limit is at least the other; None means no limit."""
    return had is None or (wanted is not None and had >= wanted)


def _failures(task: Task, trouble: str) -> list[Record]:
    from mexplore.discover.surveys.worker import failures

    return failures(task, trouble)
