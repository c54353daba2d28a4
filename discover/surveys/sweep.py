"""A sweep: workers study every member of a family once; an atlas keeps the results.

If the sequence of a member follows from that of another rule, only this representative is studied.
Rules that the atlas already holds are not studied again, so a sweep that was stopped or killed
resumes where it was. A rule that kills its worker is tried once more, alone, and then recorded as
failed. What no theorem has settled by then is studied once more, further.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

from mexplore.discover.surveys.crew import ATTEMPTS, FURTHER, PATIENCE, Crew
from mexplore.discover.surveys.plan import Plan
from mexplore.discover.surveys.record import FAILED, NO_SYSTEM, Record, Row, Task
from mexplore.discover.surveys.turns import Turn
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress

if TYPE_CHECKING:
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.discover.surveys.family import Family
    from mexplore.discover.surveys.pool import Pool


WAITING_EACH = 3  # batches submitted for each worker: one running, the others queued
BATCH_SECONDS = 0.1  # that a batch takes, about
MOST_AT_ONCE = 100  # tasks in a batch
LEAST_SECONDS = 0.0005  # that a task takes
AVERAGED = 8  # tasks that count most in the average of their seconds


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


class _Work(Crew[Task, list[Record]]):
    """The studies of the rules of a plan that the atlas does not hold."""

    def __init__(
        self, plan: Plan, atlas: Atlas, pool: Pool, limits: Limits, again: bool = False
    ) -> None:
        super().__init__(pool, plan.follow, len(plan.follow))
        self.plan, self.atlas, self.limits, self.again = plan, atlas, limits, again
        self.turn = Turn(atlas, str(plan.family))
        self.each = BATCH_SECONDS  # seconds that a rule takes: those of the last ones count most
        self.longest = 0
        self.without_law: set[str] = set()
        self.known: dict[str, Record] = {}
        """What was found or met, of the members."""

    def beat(self) -> None:
        self.turn.beat()

    def found(self) -> dict[str, int]:
        return super().found() | ({"longest period": self.longest} if self.longest else {})

    def unsettled(self) -> Plan | None:
        """The plan for the representatives without a proved law; None where there are none."""
        plan = self.plan
        without = {rule: plan.follow[rule] for rule in plan.follow if rule in self.without_law}
        return Plan(plan.family, plan.members, without) if without else None

    def begin(self) -> None:
        wanted = WAITING_EACH * self.pool.size - len(self.running)
        if not self.waiting or wanted <= 0:
            return
        size = self._batch()
        taken = self.turn.take(self.waiting, wanted * size, self._is_settled)
        for first in range(0, len(taken.mine), size):
            mine = taken.mine[first : first + size]
            self.start(*(self._task(rule, taken.before.get(rule)) for rule in mine))
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

    def call(self, jobs: Sequence[Task]) -> Future[list[list[Record]]]:
        return self.pool.submit(jobs)

    def results(self, found: list[list[Record]]) -> list[list[Record]]:
        return found

    def failed(self, job: Task, trouble: str) -> list[Record]:
        from mexplore.discover.surveys.worker import failures

        return failures(job, trouble)

    def keep(self, done: Sequence[tuple[Task, list[Record]]]) -> None:
        """Store the records in one transaction, but none of a task that is tried once more."""
        good: list[Record] = []
        for task, records in done:
            self.each += (max(records[0].seconds, LEAST_SECONDS) - self.each) / AVERAGED
            alone_twice = self.attempts[task] >= ATTEMPTS
            if records[0].status == FAILED and not alone_twice and self.once_more(task):
                self.suspects.append(task)
                continue
            self._count(records[:1])
            self.studied += task.known is None
            good += records
        self.atlas.keep(good)
        self._note(good)

    def _note(self, records: Iterable[Record]) -> None:
        members = self.plan.members
        self.known.update((one.rule, one) for one in records if one.rule in members)

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
