"""A sweep under misère play: which members of a family are tame, and the quotients of the others.

Each rule is studied for itself, by worker processes; the atlas keeps a row a rule in a table of its
own, besides those of normal play. Rules that it holds already are not studied again, unless they
were given less time, so a sweep that was stopped resumes where it was. What no theorem has settled
by then is studied once more, further.
"""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import astuple, fields, replace
from typing import TYPE_CHECKING, Any

from mexplore.discover.surveys.crew import FURTHER, Crew
from mexplore.discover.surveys.record import FAILED
from mexplore.discover.surveys.sweep import Beyond
from mexplore.discover.surveys.table import Cells, Table, readable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError
from mexplore.rules.systems.reading import read_system

if TYPE_CHECKING:
    from mexplore.discover.misere.study import MisereStudy
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.discover.surveys.plan import Plan
    from mexplore.discover.surveys.pool import Pool
    from mexplore.discover.surveys.sweep import Further

WORD = 63  # bits
WAITING_EACH = 2  # rules given to each worker: one at work, one waiting


@dataclass(frozen=True)
class MisereRecord:
    """What is known of one rule under misère play. ``kind`` is tame, wild or unknown; ``wild_from``
    the first wild heap; ``quotient`` the order of the misère quotient, or of the classes of heaps
    up to ``reach``, where one was computed, and ``lost`` how many classes are lost; ``preperiod``
    and ``period`` are those of the classes of heaps. A law of all heaps has no ``reach``."""

    rule: str
    status: str
    kind: str = "unknown"
    wild_from: int | None = None
    quotient: int | None = None
    lost: int | None = None
    preperiod: int | None = None
    period: int | None = None
    reach: int | None = None
    theorem: str | None = None
    statement: str | None = None
    seconds: float = 0.0
    ended: str = ""
    budget: float | None = None
    certificate: str | None = None
    trouble: str | None = None
    version: str = ""

    @property
    def proved(self) -> bool:
        """Whether a law of all heaps is proved."""
        return self.status == "proved"


MISERE = Table(
    "misere",
    tuple(entry.name for entry in fields(MisereRecord)),
    real=frozenset({"seconds", "budget"}),
)


@dataclass(frozen=True)
class MisereRow:
    """A record as a member of a family: its number there, the smallest member first."""

    place: int
    record: MisereRecord


@dataclass(frozen=True)
class MisereSurvey:
    """The result of a sweep: the rows of its members, and how many rules were studied now;
    ``beyond`` is the last part of it, None where there was nothing to study further."""

    family: str
    rows: tuple[MisereRow, ...]
    members: int
    studied: int
    seconds: float
    interrupted: bool = False
    beyond: Beyond | None = None

    @property
    def kinds(self) -> dict[str, int]:
        """How many rules are of which kind, in words."""
        return dict(sorted(Counter(_kind(row.record) for row in self.rows).items()))


def _kind(record: MisereRecord) -> str:
    if record.status == FAILED:
        return FAILED
    if record.kind == "wild":
        return "wild, with a law of all heaps" if record.proved else "wild, without a law"
    return record.kind if record.proved else "undecided"


# One rule.


def misere_record_of(text: str, limits: Limits) -> MisereRecord:
    """Study a rule under misère play and make its record.

    >>> from mexplore.discover.study.limits import Limits
    >>> found = misere_record_of("0.123", Limits(10))
    >>> found.status, found.kind, found.wild_from, found.quotient, found.preperiod, found.period
    ('proved', 'wild', 8, 20, 5, 5)
    """
    from mexplore.discover.misere.study import study_misere
    from mexplore.discover.study.certificate import write_certificate
    from mexplore.discover.surveys.worker import program_version
    from mexplore.rules.misere.game import Misere
    from mexplore.rules.notation import parse_rule

    found = study_misere(Misere(parse_rule(text)), limits)
    law, proof = found.law, found.findings[0].proof if found.findings else None
    status = "proved" if found.whole else "partial" if found.reach else "nothing found"
    return MisereRecord(
        text,
        status,
        found.kind,
        found.wild_from,
        **_numbers(found),
        reach=found.reach,
        theorem=None if proof is None else proof.theorem,
        statement=None if law is None else law.statement(),
        seconds=round(found.seconds, 6),
        ended=found.ended,
        budget=limits.budget,
        certificate=None if found.certificate is None else write_certificate(found.certificate),
        version=program_version(),
    )


def _numbers(found: MisereStudy) -> dict[str, Any]:
    """Order and period. Where sums are played as Nim by the nim-values, classes repeat as these."""
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
    from mexplore.discover.misere.patterns.quotient import Quotient

    law = found.law
    if isinstance(law, ClassesOfHeaps):
        known: dict[str, Any] = {}
        if law.repeats_with:
            known |= _of_words(law.preperiod, law.repeats_with)
        if isinstance(law, Quotient):
            known |= {"quotient": law.order, "lost": len(law.lost_classes)}
        return known
    for finding in found.values.findings if found.values is not None else ():
        claim = finding.claim
        if isinstance(claim, Periodic) and finding.proof is not None and not claim.saltus:
            return _of_words(claim.preperiod, claim.period)
    return {}


def _of_words(preperiod: int, period: int) -> dict[str, Any]:
    """Numbers that a table can hold; of longer ones the statement of the law tells."""
    fit = preperiod.bit_length() < WORD and period.bit_length() < WORD
    return {"preperiod": preperiod, "period": period} if fit else {}


def carried_out(task: tuple[str, Limits]) -> MisereRecord:
    """The record of a rule, or that of a failure with the reason."""
    text, limits = task
    try:
        return misere_record_of(text, limits)
    except MemoryError:
        return failure(task, "it needs more memory than there is")
    except Exception as error:
        return failure(task, f"{type(error).__name__}: {error}")


def failure(task: tuple[str, Limits], trouble: str) -> MisereRecord:
    """The record of a rule that could not be studied."""
    said = " ".join(trouble.split())[:500]
    return MisereRecord(task[0], FAILED, ended=FAILED, budget=task[1].budget, trouble=said)


# The table.


def keep(atlas: Atlas, records: Iterable[MisereRecord]) -> None:
    """Store records; each replaces an older one of its rule."""
    with atlas.writing() as sql:
        MISERE.put(sql, map(astuple, records))


def misere_rows(atlas: Atlas, family: str | None = None) -> list[MisereRow]:
    """The members of a family, or of all, that were studied under misère play, sorted by family,
    the smallest first."""
    known = {record.rule: record for record in misere_records(atlas)}
    members = atlas.members(family)
    return [MisereRow(place, known[rule]) for _, rule, place, _ in members if rule in known]


def misere_records(atlas: Atlas) -> list[MisereRecord]:
    """All rules that were studied under misère play, of whatever family."""
    with atlas.reading() as sql:
        found = sorted(MISERE.rows(sql, atlas.damage))
        return list(readable(found, record_of_row, MISERE, atlas.damage))


def record_of_row(cells: Cells) -> MisereRecord:
    """The record of a row; ValueError where a cell is none that was stored."""
    record = MisereRecord(*cells)
    if record.certificate is not None and not isinstance(json.loads(record.certificate), dict):
        raise ValueError("a certificate is an object")
    return record


# The sweep.


def sweep_misere(
    plan: Plan, atlas: Atlas, pool: Pool, limits: Limits, watcher: Watcher = no_progress, *,
    again: bool = False, further: Further | None = None,
) -> MisereSurvey:  # fmt: skip
    """Study the rules that the atlas does not hold; with ``again``, all rules; then, where that is
    wanted, those that are not settled ``further``. A KeyboardInterrupt ends the sweep with the
    results so far. The pool is stopped at the end."""
    began, title = time.monotonic(), plan.family.title
    refuse_kinds(plan.members)
    atlas.enrol(title, ((rule, at, m.parameters) for rule, (at, m) in plan.members.items()))
    known = {record.rule: record for record in misere_records(atlas)}
    wanted = [rule for rule in plan.members if again or not _enough(known.get(rule), limits)]
    work = _Work(pool, atlas, limits, deque(wanted), len(plan.members))
    last: _Work | None = None
    interrupted = False
    try:
        work.run(watcher)
        if further is not None:
            more = replace(limits, budget=further.budget, max_terms=None)
            if unsettled := _unsettled(plan, atlas, more):
                last = _Work(pool, atlas, more, unsettled, len(unsettled))
                last.run(watcher, FURTHER, further.total)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        pool.stop()
    rows = [row for row in misere_rows(atlas, title) if row.record.rule in plan.members]
    seconds = time.monotonic() - began
    beyond = None
    if further is not None and last is not None:
        left = last.members - last.finished
        beyond = Beyond(further.budget, last.studied, last.counts["proved"], left)
    return MisereSurvey(
        str(plan.family), tuple(rows), len(plan.members), work.studied, seconds, interrupted, beyond
    )


def _unsettled(plan: Plan, atlas: Atlas, limits: Limits) -> deque[str]:
    """The rules without a law of all heaps of which a study within these limits could give more."""
    known = {record.rule: record for record in misere_records(atlas) if not record.proved}
    return deque(
        rule
        for rule in plan.members
        if rule in known and known[rule].status != FAILED and not _enough(known[rule], limits)
    )


def _enough(record: MisereRecord | None, limits: Limits) -> bool:
    """Whether a study within these limits could not give more."""
    if record is None or record.status == FAILED or record.ended == "interrupted":
        return False
    if record.proved or record.ended in ("failed", "heaps"):
        return True
    return record.budget is None or (limits.budget or float("inf")) <= record.budget


def refuse_kinds(rules: Iterable[str]) -> None:
    """InputError where one of the games has heaps of several kinds."""
    for rule in rules:
        if read_system(rule) is not None:
            raise InputError(f"misère play is known of rules of heaps only, not of {rule}")


class _Work(Crew[str, MisereRecord]):
    """The studies of rules, one at a time to a worker."""

    def __init__(
        self, pool: Pool, atlas: Atlas, limits: Limits, waiting: deque[str], members: int
    ) -> None:
        super().__init__(pool, waiting, members)
        self.atlas, self.limits = atlas, limits
        self.finished = members - len(waiting)

    def begin(self) -> None:
        while self.waiting and len(self.running) < WAITING_EACH * self.pool.size:
            self.start(self.waiting.popleft())

    def call(self, jobs: Sequence[str]) -> Future[MisereRecord]:
        (rule,) = jobs
        return self.pool.call(carried_out, (rule, self.limits))

    def results(self, found: MisereRecord) -> list[MisereRecord]:
        return [found]

    def failed(self, job: str, trouble: str) -> MisereRecord:
        return failure((job, self.limits), trouble)

    def keep(self, done: Sequence[tuple[str, MisereRecord]]) -> None:
        found = [record for _, record in done]
        keep(self.atlas, found)
        self.studied += len(found)
        self.finished += len(found)
        self.counts.update(record.status for record in found)
