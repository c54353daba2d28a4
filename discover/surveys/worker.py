"""The work of a worker: it studies one rule and returns a record. It does not access the atlas."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from mexplore.discover.heaps.study import study
from mexplore.discover.study.certificate import Certificate, write_certificate
from mexplore.discover.study.finding import Finding
from mexplore.discover.study.limits import Limits
from mexplore.discover.surveys.games import read_game, source_of, studied
from mexplore.discover.surveys.record import FAILED, HEAD, NO_SYSTEM, Record, Task, derived
from mexplore.rules.engine.beside import SETTING
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule
from mexplore.rules.systems.game import NoSystem

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from mexplore.discover.questions.known import HeapGame
    from mexplore.discover.study.evidence import Evidence

LONGEST_TROUBLE = 500
LAW = ("preperiod", "period", "saltus", "ratio", "start")  # the parameters that are stored
WARMING = ("subtract(1, 2)", "0.77", "divide(2, 3)")


def begin(lifeline: Connection) -> None:
    """Prepare a worker process. It ignores Ctrl-C, which the main process handles. When the main
    process ends, for whatever reason, the other end of the ``lifeline`` closes, and the worker ends
    too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(lifeline,), daemon=True).start()
    alone()
    for text in WARMING:
        study(parse_rule(text), Limits(1.0, 500))


def alone() -> None:
    """From now on this process computes on one core: other workers have the others."""
    os.environ.setdefault(SETTING, "1")


def _follow(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)


def all_carried_out(tasks: Sequence[Task]) -> list[list[Record]]:
    """The records of each task. Rules whose law is a short period are settled together; the others
    are studied one after another."""
    games = _games(task for task in tasks if task.known is None)
    settled = _settled(tasks, games)
    return [
        carried_out(replace(task, known=settled.get(task.rule, task.known)), games.get(task.rule))
        for task in tasks
    ]


def _games(tasks: Iterable[Task]) -> dict[str, HeapGame]:
    """The games of the tasks, each read once; a text that is none is the trouble of its task."""
    found: dict[str, HeapGame] = {}
    for task in tasks:
        with suppress(MexploreError):
            found[task.rule] = read_game(task.rule)
    return found


def _settled(tasks: Sequence[Task], games: Mapping[str, HeapGame]) -> dict[str, Record]:
    """The records of those rules that are settled together. Where anything goes wrong there are
    none: each rule is studied for itself then, and the trouble is that of one rule."""
    from mexplore.discover.surveys.together import first_values_suffice, settled_together

    able = [task for task in tasks if task.rule in games and first_values_suffice(task.limits)]
    began = working_seconds()
    try:
        most = able[0].limits.max_terms if able else None  # one sweep has one limit
        found = settled_together([games[task.rule] for task in able], most)
    except Exception:
        return {}
    each = (working_seconds() - began) / max(len(able), 1)
    return {
        task.rule: _record(str(games[task.rule]), task.limits, law, evidence, each, certificate)
        for task, known in zip(able, found, strict=True)
        if known is not None
        for law, evidence, certificate in [known]
    }


def carried_out(task: Task, game: HeapGame | None = None) -> list[Record]:
    """The records of the task's rule, of the ``game`` if it has been read, and of those that follow
    from it; if the study fails, records of failures with the reason."""
    try:
        known = task.known or record_of(game or read_game(task.rule), task.limits)
        return [known, *(derived(text, known) for text in task.others)]
    except MemoryError:
        return failures(task, "it needs more memory than there is")
    except Exception as error:
        return failures(task, f"{type(error).__name__}: {error}")


def failures(task: Task, trouble: str) -> list[Record]:
    """The records of failure for the task's rule and for those that would follow from it."""
    failed = Record(
        task.rule,
        FAILED,
        ended=FAILED,
        trouble=" ".join(trouble.split())[:LONGEST_TROUBLE],
        max_terms=task.limits.max_terms,
        budget=task.limits.budget,
        version=program_version(),
    )
    others = (replace(failed, rule=text, representative=task.rule) for text in task.others)
    return [failed, *others]


def record_of(game: HeapGame, limits: Limits | None = None) -> Record:
    """Study a game and make its record for the atlas.

    >>> found = record_of(parse_rule("0.77"))
    >>> found.status, found.preperiod, found.period, found.theorem, found.head[:5]
    ('proved', 71, 12, 'Guy-Smith', (0, 1, 2, 3, 1))
    >>> found = record_of(read_game("word(o^n; oo -> aa)"))
    >>> found.status, found.head[:8]
    ('proved', (0, 0, 1, 1, 2, 0, 3, 1))
    """
    limits = limits or Limits()
    try:
        work = studied(game, replace(limits, one_law=True))
    except NoSystem as why:
        return _without_system(game, str(why), limits)
    found = work.of_values
    best = reported_finding(found.findings)
    certificate, seconds = work.certificate(best), found.seconds
    return _record(str(game), limits, best, found.evidence, seconds, certificate, found.ended)


def _record(
    rule: str,
    limits: Limits,
    best: Finding | None,
    evidence: Evidence,
    seconds: float,
    known: Certificate | None,
    ended: str = "proved",
) -> Record:
    """The record of a rule whose best law is this one."""
    numbers = best.claim.parameters() if best is not None else {}
    named = {name: numbers.get(name) for name in LAW}
    law: dict[str, Any] = {name: n if type(n) is int else None for name, n in named.items()}
    largest = best.form.largest_value() if best and best.proof and best.form else None
    return Record(
        rule,
        best.status if best else "nothing found",
        best.claim.name if best else None,
        best.proof.theorem if best and best.proof else None,
        best.claim.statement() if best else None,
        **law,
        largest=evidence.largest if largest is None else largest,
        computed=evidence.stop - 1 if evidence.by_runs else evidence.stop,
        seconds=round(seconds, 6),
        ended=ended,
        head=tuple(evidence.values[:HEAD].tolist()),
        certificate=None if known is None else write_certificate(known),
        max_terms=limits.max_terms,
        budget=limits.budget,
        version=program_version(),
        largest_for_all=largest is not None,
    )


def _without_system(game: HeapGame, why: str, limits: Limits) -> Record:
    """The record of a game of which there is no finite system: its first values, and why."""
    began = working_seconds()
    source = source_of(game)
    late = None if limits.budget is None else began + limits.budget
    known = source.extend(source.first(), late)
    return Record(
        str(game),
        NO_SYSTEM,
        largest=known.largest,
        computed=known.stop,
        seconds=round(working_seconds() - began, 6),
        ended=NO_SYSTEM,
        head=tuple(known.values.tolist()),
        max_terms=limits.max_terms,
        budget=limits.budget,
        trouble=" ".join(why.split())[:LONGEST_TROUBLE],
        version=program_version(),
    )


def reported_finding(findings: Sequence[Finding]) -> Finding | None:
    """The finding that the record states: the first proved law that predicts every term; if there
    is none, the first proved law; then the first law that predicts every term; then the first."""
    return next(
        (
            finding
            for proved, predicts in ((True, True), (True, False), (False, True), (False, False))
            for finding in findings
            if (finding.proof is not None) >= proved and (finding.form is not None) >= predicts
        ),
        None,
    )


@cache
def program_version() -> str:
    """The installed version of this program."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("mexplore")
    except PackageNotFoundError:
        return ""
