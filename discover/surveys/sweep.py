"""A sweep: every member of a family is studied once, by workers, and kept in an atlas.

Members whose sequences follow from that of another rule are not studied: their representative is.
What the atlas holds already is left alone; a sweep that is stopped, or killed, goes on where it
was. A rule that takes its worker with it is tried once more, alone, and then kept as failed.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discover.surveys.family import Choice, Family, Member
from discover.surveys.record import FAILED, Record, Row
from discover.surveys.shared import Turn
from discover.surveys.task import Task
from rules.computing.grundy import Progress, Watcher, nobody
from rules.errors import InputError, MexploreError
from rules.notation import parse_rule

if TYPE_CHECKING:
    from discover.evidence.limits import Limits
    from discover.surveys.atlas import Atlas
    from discover.surveys.crew import Crew

STAGE = "rules"
PATIENCE = 0.5  # seconds between two looks at who else is at work
WAITING_EACH = 3  # tasks for each worker, one at work and others waiting
ATTEMPTS = 2


@dataclass
class Plan:
    """What there is to do: ``members`` by canonical text with place and parameters, and for each
    representative the rules that follow from it."""

    family: Family
    members: dict[str, tuple[int, Member]] = field(default_factory=dict)
    follow: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, family: Family, choice: Choice, watcher: Watcher = nobody) -> Plan:
        """The plan for the chosen members; InputError names the member that is no rule."""
        plan, places = cls(family), choice.places(family)
        for done, place in enumerate(places):
            member = family.at(place)
            try:
                rule = parse_rule(member.rule)
            except MexploreError as error:
                raise InputError(f"member {place} of {family}: {error}") from None
            text, representative = str(rule), str(rule.reduced()[0])
            plan.members.setdefault(text, (place, member))
            others = plan.follow.setdefault(representative, [])
            if text != representative:
                others.append(text)
            if not done % 1000:
                watcher(Progress("listing rules", done, len(places)))
        return plan


@dataclass(frozen=True)
class Survey:
    """What a sweep came to: the rows of its members, smallest first; how many rules were
    ``studied`` now, and whether it was stopped before the end."""

    family: Family
    rows: tuple[Row, ...]
    members: int
    studied: int
    seconds: float
    interrupted: bool = False


def sweep(
    plan: Plan, atlas: Atlas, crew: Crew, limits: Limits, watcher: Watcher = nobody, *,
    again: bool = False,
) -> Survey:  # fmt: skip
    """Study what the atlas does not hold. A KeyboardInterrupt ends it with what is known by then;
    ``again`` studies everything anew.

    The crew is stopped in the end.
    """
    began = time.monotonic()
    title = plan.family.title
    atlas.enrol(title, ((rule, at, m.parameters) for rule, (at, m) in plan.members.items()))
    work = _Work(plan, atlas, crew, limits, again)
    interrupted = False
    try:
        work.run(watcher)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        crew.stop()
        work.turn.finish()
    rows = [row for row in atlas.rows(title) if row.rule in plan.members]
    seconds = time.monotonic() - began
    return Survey(plan.family, tuple(rows), len(plan.members), work.studied, seconds, interrupted)


class _Work:
    """The scheduling: what waits, what is at work, what is suspected of ending its worker."""

    def __init__(self, plan: Plan, atlas: Atlas, crew: Crew, limits: Limits, again: bool) -> None:
        self.plan, self.atlas, self.crew, self.limits = plan, atlas, crew, limits
        self.turn = Turn(atlas, str(plan.family))
        self.waiting = deque(plan.follow)
        self.running: dict[Future[list[Record]], Task] = {}
        self.suspects: deque[Task] = deque()
        self.attempts: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.studied = self.finished = self.longest = 0
        self.again = again

    def run(self, watcher: Watcher) -> None:
        """Until nothing is left to do, here or in another sweep that has taken some of it."""
        while self.waiting or self.running or self.suspects:
            self._submit()
            self._collect()
            self.turn.beat()
            found = dict(self.counts) | ({"longest period": self.longest} if self.longest else {})
            watcher(Progress(STAGE, self.finished, len(self.plan.follow), found))

    def _submit(self) -> None:
        """Keep the workers busy; a suspect works alone."""
        if self.suspects:
            if not self.running:
                self._start(self.suspects.popleft())
            return
        wanted = WAITING_EACH * self.crew.size - len(self.running)
        if not self.waiting or wanted <= 0:
            return
        taken = self.turn.take(self.waiting, wanted, self._is_settled)
        for rule in taken.mine:
            self._start(self._task(rule))
        self._count(taken.known)
        if taken.elsewhere and not self.running and not taken.mine:
            time.sleep(PATIENCE)
        self.waiting.extend(taken.elsewhere)

    def _task(self, rule: str) -> Task:
        """The task for a rule that is not settled; its own record may be good all the same."""
        record = self.atlas.record(rule)
        good = record if record is not None and self._is_enough(record) else None
        return Task(rule, tuple(self.plan.follow[rule]), self.limits, good)

    def _start(self, task: Task) -> None:
        try:
            self.running[self.crew.submit(task)] = task
        except BrokenExecutor:
            self._lost([task])

    def _collect(self) -> None:
        """Keep what is done, in one transaction."""
        if not self.running:
            return
        done, _ = wait(self.running, PATIENCE, FIRST_COMPLETED)
        good: list[Record] = []
        lost: list[Task] = []
        for future in done:
            task = self.running.pop(future)
            try:
                records = future.result()
            except BrokenExecutor:
                lost.append(task)
                continue
            except CancelledError:
                raise InputError(
                    "the cluster is gone; the atlas holds what was done before"
                ) from None
            except Exception as error:  # of a cluster that lost several workers with this task
                records = _failures(task, f"{type(error).__name__}: {error}")
            if records[0].status == FAILED and self._again(task):
                self.suspects.append(task)
            else:
                good.extend(records)
                self._count(records[:1])
                self.studied += task.known is None
        if good:
            self.atlas.keep(good)
        if lost:
            self._lost(lost)

    def _lost(self, lost: Iterable[Task]) -> None:
        """Workers are gone, and with them all that was at work: any of it may be the reason, if it
        was not alone. What was is kept as failed at the second time."""
        good = {f: task for f, task in self.running.items() if f.done() and not f.exception()}
        suspects = [*lost, *(task for f, task in self.running.items() if f not in good)]
        self.running = good
        self.crew.renew()
        if len(suspects) > 1:
            self.suspects.extend(suspects)
            return
        task = suspects[0]
        if self._again(task):
            self.suspects.append(task)
            return
        records = _failures(task, f"its worker died, {ATTEMPTS} times")
        self.atlas.keep(records)
        self._count(records[:1])

    def _again(self, task: Task) -> bool:
        self.attempts[task.rule] += 1
        return self.attempts[task.rule] < ATTEMPTS

    def _is_settled(self, record: Record) -> bool:
        """Whether there is nothing to do for this rule, nor for those that follow from it."""
        if not self._is_enough(record):
            return False
        others = (self.atlas.record(text) for text in self.plan.follow[record.rule])
        return all(o is not None and o.status == record.status for o in others)

    def _is_enough(self, record: Record) -> bool:
        """Whether a study with these limits could not know more."""
        if self.again:
            return False
        if record.explained:
            return True
        if record.status == FAILED or record.ended == "interrupted":
            return False
        terms = _at_least(record.max_terms, self.limits.max_terms)
        return terms and (record.ended == "terms" or _at_least(record.budget, self.limits.budget))

    def _count(self, records: Iterable[Record]) -> None:
        for record in records:
            self.finished += 1
            self.longest = max(self.longest, (record.proved and record.period) or 0)
            self.counts["proved" if record.proved else FAILED if _failed(record) else "open"] += 1


def _failed(record: Record) -> bool:
    return record.status == FAILED


def _at_least(had: float | None, wanted: float | None) -> bool:
    """Whether the one limit is no smaller than the other; None is no limit at all."""
    return had is None or (wanted is not None and had >= wanted)


def _failures(task: Task, trouble: str) -> list[Record]:
    from discover.surveys.worker import failures

    return failures(task, trouble)
