"""The study of a system of kinds: the values of all kinds, a law of each, and their common proof.

Values of all kinds are computed, more and more. Of each kind the first period that shows is taken;
a theorem says how many values of all kinds decide, and that many are computed. What is known of the
heaps with which play starts is a study of a sequence, G(n), as of any game: its law follows from
that of all kinds.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from mexplore.discover.heaps.evidence.sources import GivenSource
from mexplore.discover.heaps.study import Study
from mexplore.discover.heaps.study import study as study_of_terms
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, Proof, Refusal
from mexplore.discover.study.limits import Ending, Limits
from mexplore.discover.study.study import Search, StudyOf, run
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.systems.known import system_theorems
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues, SystemFinding
from mexplore.discover.systems.theorems.theorem import SystemTheorem
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import was_out_of_time
from mexplore.rules.systems.ends import check_ends
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.values import SystemValues

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import PeriodicForm

FIRST_SIZES = 128
COMPUTING = 0.7  # of the budget, for values; the rest is for considering them
MOST_SIZES = 1 << 22


@dataclass(frozen=True, eq=False)
class SystemStudy(StudyOf[SystemFinding, SystemTheorem]):
    """What is known of a system. ``of_start`` is the study of G(n), the values of the heaps with
    which play starts."""

    system_game: SystemGame
    known: KindValues
    findings: tuple[SystemFinding, ...]
    refusals: tuple[Refusal, ...]
    ended: Ending
    seconds: float
    of_start: Study

    @property
    def game(self) -> SystemGame:
        return self.system_game

    def theorems(self) -> Sequence[SystemTheorem]:
        return system_theorems()

    @cached_property
    def forms(self) -> dict[str, PeriodicForm]:
        """What gives all values of a kind, for those whose law is proved."""
        found: dict[str, PeriodicForm] = {}
        for finding in self.findings:
            if finding.proof is not None and isinstance(finding.claim, KindLaws):
                found = (finding.claim.forms(self.known) or {}) | found
        return found

    def finding_of(self, kind: str) -> Finding | None:
        """The law of one kind, as one of a sequence, where there is one."""
        for finding in self.findings:
            law = finding.claim.of.get(kind) if isinstance(finding.claim, KindLaws) else None
            if law is not None:
                form = law.closed_form(self.known.of[kind])
                return Finding(law, finding.checked_to, finding.proof, form)
        return None


def study_system(
    game: SystemGame, limits: Limits | None = None, watcher: Watcher = no_progress
) -> SystemStudy:
    """Look for laws of all kinds until those of the start are proved, or the limits are reached.

    A KeyboardInterrupt ends the search with what is known by then; InputError where play need not
    end.
    """
    began = time.monotonic()
    limits = limits or Limits()
    check_ends(game.system)
    search = _Kinds(game, limits, watcher)
    known, ended = run(search)
    findings = tuple(sorted(search.findings, key=lambda finding: finding.rank()))
    study = _with_start(game, known, findings, ended)
    seconds, refusals = time.monotonic() - began, tuple(search.refusals.values())
    study = replace(study, refusals=refusals, seconds=seconds)
    return replace(study, of_start=_of_start(study, search, watcher))


def known_study(game: SystemGame, findings: Sequence[SystemFinding], stop: int) -> SystemStudy:
    """The study of a game whose laws are known; nothing is looked for. The heaps below ``stop`` of
    all kinds are valued."""
    table = SystemValues(game.system)
    table.extend(stop)
    return study_of_laws(game, all_kinds(table), findings)


def study_of_laws(
    game: SystemGame, known: KindValues, findings: Sequence[SystemFinding]
) -> SystemStudy:
    """The same where the values are known, too."""
    ended: Ending = "proved" if findings else "terms"
    study = _with_start(game, known, tuple(findings), ended)
    found = study.finding_of(_start(game))
    laws = () if found is None else (found,)
    return replace(study, of_start=replace(study.of_start, findings=laws))


def _with_start(
    game: SystemGame, known: KindValues, findings: tuple[SystemFinding, ...], ended: Ending
) -> SystemStudy:
    """A study with the values of the start, and no law of them yet."""
    values = Evidence(known.of[_start(game)].values)
    of_start = Study(None, values, (), (), (), ended, 0, str(game))
    return SystemStudy(game, known, findings, (), ended, 0.0, of_start)


def all_kinds(table: SystemValues) -> KindValues:
    """The values that are known, by the names of kinds."""
    system = table.tables.system
    arrays = (Evidence(row.copy()) for row in table.values)
    return KindValues(system, dict(zip((k.name for k in system.kinds), arrays, strict=True)))


def _start(game: SystemGame) -> str:
    return game.system.kinds[game.system.start].name


def _of_start(study: SystemStudy, search: _Kinds, watcher: Watcher) -> Study:
    """The study of G(n): its law where that of all kinds is known, else what bare numbers show."""
    bare = study.of_start
    found = study.finding_of(_start(study.game))
    if found is not None:
        return replace(bare, findings=(found,), seconds=study.seconds)
    if study.ended == "interrupted" or not bare.evidence.stop:
        return bare
    left = None if search.end is None else max(search.end - working_seconds(), 1.0)
    shown = study_of_terms(None, Limits(left), watcher, GivenSource(bare.evidence.values))
    return replace(shown, name=bare.name, ended=study.ended, seconds=study.seconds)


class _Kinds(Search[KindValues, SystemFinding]):
    """The study of a system while it runs: more and more sizes of all kinds."""

    def __init__(self, game: SystemGame, limits: Limits, watcher: Watcher) -> None:
        super().__init__(limits, watcher)
        self.game, self.system = game, game.system
        self.values = SystemValues(self.system, watcher)
        most = limits.max_terms if limits.upto is None else limits.upto + 1
        self.most = most or MOST_SIZES
        self.stop = min(FIRST_SIZES, self.most) if limits.upto is None else self.most
        self.wanted = 0
        """The number of sizes that would decide the laws that were found last."""
        self.refusals: dict[tuple[str, str], Refusal] = {}

    def first_values(self) -> tuple[str, Iterable[int]]:
        return "G(0), G(1), ...", self.values.values[self.system.start]

    def compute(self) -> KindValues | None:
        try:
            self.values.extend(self.stop, self.deadline(COMPUTING))
        except KeyboardInterrupt as error:
            if not was_out_of_time(error) or not self.values.known:
                raise
        return self.computed()

    def computed(self) -> KindValues | None:
        return all_kinds(self.values) if self.values.known else None

    def unconsidered(self) -> KindValues:
        return all_kinds(self.values)

    def consider(self, known: KindValues) -> None:
        self.findings, self.wanted, self.refusals = [], 0, {}
        for claim in KindLaws.detect(known):
            found = judged(self.game, claim, known)
            self.findings = [*self.findings, found.finding]
            self.wanted = max(self.wanted, found.wanted)
            for refusal in found.refusals:
                self.refusals[refusal.theorem, claim.statement()] = refusal

    def ending(self, known: KindValues) -> Ending | None:
        if known.stop < self.stop:
            return "time"
        if known.stop >= self.most:
            return "terms"
        late = self.deadline(COMPUTING)
        if late is not None and working_seconds() > late:
            return "time"
        self.stop = min(next_sizes(self.stop, self.wanted), self.most)
        return None


class Judged(NamedTuple):
    """A claim with its proof, if there is one; how many sizes of each kind would decide it, where
    more are needed; and what each theorem lacks."""

    finding: SystemFinding
    wanted: int
    refusals: list[Refusal]


def judged(game: SystemGame, claim: KindLaws, known: KindValues) -> Judged:
    """The claim, which holds for the known values, and its proof where these decide."""
    wanted, refusals = 0, list[Refusal]()
    for theorem in system_theorems():
        bound = theorem.bound(game, claim, known)
        if isinstance(bound, Inapplicable):
            refusals.append(Refusal(theorem.name, bound.reason, claim, "claim"))
            continue
        if bound <= known.stop:
            assert claim.objection(known) is None
            proof = Proof(theorem.name, bound)
            return Judged(SystemFinding(claim, known.stop, proof), wanted, refusals)
        wanted = max(wanted, bound)
        lacking = f"it needs {bound} sizes of each kind"
        refusals.append(Refusal(theorem.name, lacking, claim, "terms"))
    return Judged(SystemFinding(claim, known.stop), wanted, refusals)


def next_sizes(stop: int, wanted: int) -> int:
    """How many sizes are valued next: as many as would decide the laws that were found, or twice as
    many as before."""
    return wanted if wanted > stop else 2 * stop
