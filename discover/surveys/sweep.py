"""A sweep: workers study every member of a family once; an atlas keeps the results.

Several sweeps on one atlas: each rule is studied by one of them.

A sweep registers itself in the atlas and renews a time stamp, its heartbeat, every few seconds. The
rules that it has taken become free again when it ends, when its process is gone (on the same
machine), or when its last heartbeat is too old.

A sweep: workers study every member of a family once; an atlas keeps the results.

If the sequence of a member follows from that of another rule, only this representative is studied.
Rules that the atlas already holds are not studied again, so a sweep that was stopped or killed
resumes where it was. A rule that kills its worker is tried once more, alone, and then recorded as
failed.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import uuid4

from mexplore.discover.surveys.family import Choice, Family, Member
from mexplore.discover.surveys.games import read_game, representative
from mexplore.discover.surveys.record import FAILED, NO_SYSTEM, Record, Row, Task
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.errors import InputError, MexploreError

if TYPE_CHECKING:
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.discover.surveys.pool import Pool


BEAT = 5.0  # seconds
DEAD_AFTER = 120.0  # seconds without a beat
_NO_PROCESS = 1 << 31
LOOKED_AT_ONCE = 1000  # rules in one transaction


@dataclass
class Taken:
    """Some rules, sorted into those ``mine`` to study now, those ``known`` already, and those that
    another sweep is studying (``elsewhere``)."""

    mine: list[str] = field(default_factory=list)
    known: list[Record] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)


class Turn:
    """The registration of one sweep in an atlas."""

    def __init__(self, atlas: Atlas, family: str) -> None:
        self._atlas, self._name = atlas, uuid4().hex
        self._beaten = time.time()
        with atlas.writing() as sql:
            _forget_dead(sql)
            row = (self._name, family, platform.node(), os.getpid(), self._beaten)
            sql.execute("INSERT INTO sweeps VALUES (?, ?, ?, ?, ?)", row)

    def take(self, rules: deque[str], wanted: int, enough: Callable[[Record], bool]) -> Taken:
        """Take up to ``wanted`` rules from the left end of ``rules``. ``enough`` says whether a
        record makes a new study unnecessary."""
        taken = Taken()
        with self._atlas.writing() as sql:
            _forget_dead(sql)
            for _ in range(LOOKED_AT_ONCE):
                if not rules or len(taken.mine) == wanted:
                    break
                rule = rules.popleft()
                record = self._atlas.record(rule)
                if record is not None and enough(record):
                    taken.known.append(record)
                elif self._is_taken(sql, rule):
                    taken.elsewhere.append(rule)
                else:
                    sql.execute("INSERT INTO taken VALUES (?, ?)", (rule, self._name))
                    taken.mine.append(rule)
        return taken

    def _is_taken(self, sql: sqlite3.Connection, rule: str) -> bool:
        return sql.execute("SELECT 1 FROM taken WHERE rule = ?", (rule,)).fetchone() is not None

    def beat(self) -> None:
        """Renew the heartbeat if the last one is BEAT seconds old. Rules that another sweep took
        meanwhile, because this one was suspended for too long, are not taken back."""
        now = time.time()
        if now - self._beaten > BEAT:
            self._beaten = now
            with self._atlas.writing() as sql:
                sql.execute("UPDATE sweeps SET beat = ? WHERE sweep = ?", (now, self._name))

    def finish(self) -> None:
        """Release the rules that were taken and not finished."""
        with self._atlas.writing() as sql:
            sql.execute("DELETE FROM sweeps WHERE sweep = ?", (self._name,))


def _forget_dead(sql: sqlite3.Connection) -> None:
    """Release the rules that dead sweeps have taken, and those that no sweep has."""
    found = sql.execute("SELECT sweep, host, process, beat FROM sweeps").fetchall()
    at_work = [name for name, *rest in found if str(name).isascii() and _is_at_work(*rest)]
    if len(at_work) < len(found):
        marks = ", ".join("?" * len(at_work))
        sql.execute(f"DELETE FROM sweeps WHERE sweep NOT IN ({marks})", at_work)
    sql.execute("DELETE FROM taken WHERE sweep NOT IN (SELECT sweep FROM sweeps)")


def _is_at_work(host: object, process: object, beat: object) -> bool:
    """Whether a sweep that is registered so still runs; damage makes cells of any kind."""
    if type(process) is not int or not 0 < process < _NO_PROCESS or not isinstance(beat, float):
        return False
    if host == platform.node() and not _is_alive(process):
        return False
    return abs(time.time() - beat) <= DEAD_AFTER


def _is_alive(process: int) -> bool:
    if os.name != "posix":
        return True  # there, signal 0 would end the process
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


STAGE = "rules"
PATIENCE = 0.5  # seconds between two checks for other sweeps at work
WAITING_EACH = 3  # tasks submitted for each worker: one running, the others queued
ATTEMPTS = 2


@dataclass
class Plan:
    """The plan of a sweep: ``members`` by canonical text, with place and parameters, and for each
    representative the rules that follow from it."""

    family: Family
    members: dict[str, tuple[int, Member]] = field(default_factory=dict)
    follow: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, family: Family, choice: Choice, watcher: Watcher = no_progress) -> Plan:
        """The plan for the chosen members; InputError names the member that is no rule."""
        plan, places = cls(family), choice.places(family)
        for done, place in enumerate(places):
            member = family.at(place)
            try:
                game = read_game(member.rule)
            except MexploreError as error:
                raise InputError(f"member {place} of {family}: {error}") from None
            text, smaller = str(game), representative(game)
            plan.members.setdefault(text, (place, member))
            others = plan.follow.setdefault(smaller, [])
            if text != smaller:
                others.append(text)
            if not done % 1000:
                watcher(Progress("listing rules", done, len(places)))
        return plan


@dataclass(frozen=True)
class Survey:
    """The result of a sweep: the rows of its members, smallest first; how many rules were
    ``studied`` now; and whether it was stopped before the end."""

    family: Family
    rows: tuple[Row, ...]
    members: int
    studied: int
    seconds: float
    interrupted: bool = False


def sweep(
    plan: Plan, atlas: Atlas, pool: Pool, limits: Limits, watcher: Watcher = no_progress, *,
    again: bool = False,
) -> Survey:  # fmt: skip
    """Study the rules that the atlas does not hold; with ``again``, all rules. A KeyboardInterrupt
    ends the sweep with the results so far.

    The pool is stopped at the end.
    """
    began = time.monotonic()
    title = plan.family.title
    atlas.enrol(title, ((rule, at, m.parameters) for rule, (at, m) in plan.members.items()))
    work = _Work(plan, atlas, pool, limits, again)
    interrupted = False
    try:
        work.run(watcher)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        pool.stop()
        work.turn.finish()
    rows = [row for row in atlas.rows(title) if row.rule in plan.members]
    seconds = time.monotonic() - began
    return Survey(plan.family, tuple(rows), len(plan.members), work.studied, seconds, interrupted)


class _Work:
    """The scheduler: rules that wait, tasks that run, and suspects that may kill their worker."""

    def __init__(self, plan: Plan, atlas: Atlas, pool: Pool, limits: Limits, again: bool) -> None:
        self.plan, self.atlas, self.pool, self.limits = plan, atlas, pool, limits
        self.turn = Turn(atlas, str(plan.family))
        self.waiting = deque(plan.follow)
        self.running: dict[Future[list[Record]], Task] = {}
        self.suspects: deque[Task] = deque()
        self.attempts: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.studied = self.finished = self.longest = 0
        self.again = again

    def run(self, watcher: Watcher) -> None:
        """Work until every rule is done, here or by another sweep that has taken it."""
        while self.waiting or self.running or self.suspects:
            self._submit()
            self._collect()
            self.turn.beat()
            found = dict(self.counts) | ({"longest period": self.longest} if self.longest else {})
            watcher(Progress(STAGE, self.finished, len(self.plan.follow), found))

    def _submit(self) -> None:
        """Submit tasks to keep the workers busy; a suspect runs alone."""
        if self.suspects:
            if not self.running:
                self._start(self.suspects.popleft())
            return
        wanted = WAITING_EACH * self.pool.size - len(self.running)
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
        """The task for a rule that is not settled. If its own record is good, only the rules that
        follow from it are missing."""
        record = self.atlas.record(rule)
        good = record if record is not None and self._is_enough(record) else None
        return Task(rule, tuple(self.plan.follow[rule]), self.limits, good)

    def _start(self, task: Task) -> None:
        try:
            self.running[self.pool.submit(task)] = task
        except BrokenExecutor:
            self._lost([task])

    def _collect(self) -> None:
        """Store the finished results in one transaction."""
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
        """Handle the loss of workers with all running tasks. Each of these may be the cause, and
        becomes a suspect; a task that was alone is the cause, and is recorded as failed the second
        time."""
        good = {f: task for f, task in self.running.items() if f.done() and not f.exception()}
        suspects = [*lost, *(task for f, task in self.running.items() if f not in good)]
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
        self.atlas.keep(records)
        self._count(records[:1])

    def _again(self, task: Task) -> bool:
        self.attempts[task.rule] += 1
        return self.attempts[task.rule] < ATTEMPTS

    def _is_settled(self, record: Record) -> bool:
        """Whether this rule and those that follow from it need no work."""
        if not self._is_enough(record):
            return False
        others = (self.atlas.record(text) for text in self.plan.follow[record.rule])
        return all(o is not None and o.status == record.status for o in others)

    def _is_enough(self, record: Record) -> bool:
        """Whether a study with these limits could not give a better result."""
        if self.again:
            return False
        if record.explained or record.status == NO_SYSTEM:
            return True
        if record.status == FAILED or record.ended == "interrupted":
            return False
        terms = _at_least(record.max_terms, self.limits.max_terms)
        return terms and (record.ended == "terms" or _at_least(record.budget, self.limits.budget))

    def _count(self, records: Iterable[Record]) -> None:
        for record in records:
            self.finished += 1
            self.longest = max(self.longest, (record.proved and record.period) or 0)
            self.counts["proved" if record.proved else _unproved(record)] += 1


def _unproved(record: Record) -> str:
    return record.status if record.status in (FAILED, NO_SYSTEM) else "open"


def _at_least(had: float | None, wanted: float | None) -> bool:
    """Whether one limit is at least the other; None means no limit."""
    return had is None or (wanted is not None and had >= wanted)


def _failures(task: Task, trouble: str) -> list[Record]:
    from mexplore.discover.surveys.worker import failures

    return failures(task, trouble)
