"""The schedule of detectors: searching for laws must take less time than computing the terms.

While few terms are known, every detector runs each time more terms arrive. Later

* a detector does not run again while its claim holds, and no detector runs while some claim holds
  that predicts every term;
* the other detectors share a fixed fraction of the elapsed time, and the one whose last run is
  oldest comes first.

Skipped detectors run before a study ends without a proof. So no law is lost; some are found later.

When the time is over, a detector still reads the first terms, which takes a fraction of a second,
if it has not done so yet; its claims are tested on all terms. Which detectors have not read all of
them is noted, since then it is not known that there is no law.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from mexplore.discover.heaps.known import patterns, patterns_that_run_first
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.pattern import Pattern

FEW_TERMS = 1 << 13  # up to here all detectors together take a fraction of a second
SHARE = 0.2  # of the time since the study began, that detectors may use
LEAST_SHARE = 0.1  # seconds that detectors may use in any case
LONG_AGO = 1 << 10  # a detector runs again, at the latest, when there are this many times the terms


def _now() -> float:
    return working_seconds()


def ignore_progress(_: str) -> None:
    """Ignore messages about what is being tried."""


@dataclass(frozen=True)
class LastRun:
    """The last run of a detector: the number of terms, and the seconds that it took."""

    stop: int = 0
    seconds: float = 0.0

    def expected(self, stop: int) -> float:
        """An estimate of the seconds for a run on this many terms. Some detectors read all terms,
        others a sample; the estimate, which grows like the square root, lies between."""
        return self.seconds * max(1.0, stop / self.stop) ** 0.5 if self.stop else 0.0


@dataclass
class Detectors:
    """The detectors in one study: when each ran last, and which were skipped."""

    began: float = field(default_factory=_now)
    spent: float = 0.0  # seconds that detectors used on more than FEW_TERMS terms
    last_runs: dict[type[Pattern], LastRun] = field(default_factory=dict)
    skipped: set[type[Pattern]] = field(default_factory=set)  # for the terms known now
    starved: set[type[Pattern]] = field(default_factory=set)  # of these, for lack of time alone
    spared: set[type[Pattern]] = field(default_factory=set)  # as an earlier claim of theirs holds
    report: Callable[[str], None] = ignore_progress  # what is being tried

    def claims(
        self,
        evidence: Evidence,
        holding: Collection[Pattern] = (),
        deadline: float | None = None,
        *,
        run_all: bool = True,
    ) -> Iterator[Pattern]:
        """The claims of detectors that hold for every known term; after the deadline those of the
        first terms alone.

        ``holding`` are earlier claims that hold for these terms. With ``run_all`` every detector
        runs; otherwise those that the schedule above allows.
        """
        run_all = run_all or not evidence.dense or evidence.stop <= FEW_TERMS
        settled = any(_settles(claim, evidence) for claim in holding)
        self.skipped, self.starved, self.spared = set(), set(), set()
        for kind in self._in_order(run_all):
            held = [claim for claim in holding if type(claim) is kind]
            if self._has_read_all(kind, evidence):
                yield from held
                continue
            if not run_all and (held or settled or not self._has_time(kind, evidence.stop)):
                yield from held
                self._note_skipped(kind, held=bool(held), settled=settled)
                continue
            for claim in self._in_time(kind, evidence, held, deadline):
                settled = settled or _settles(claim, evidence)
                yield claim

    def of_the_first(self, evidence: Evidence) -> Iterator[Pattern]:
        """The claims of the detectors that run first, and of no others."""
        for kind in patterns_that_run_first():
            yield from self._run(kind, evidence)

    def _note_skipped(self, kind: type[Pattern], *, held: bool, settled: bool) -> None:
        if held:
            self.spared.add(kind)
            return
        self.skipped.add(kind)
        if not settled:
            self.starved.add(kind)

    def _in_time(
        self,
        kind: type[Pattern],
        evidence: Evidence,
        held: Iterable[Pattern],
        deadline: float | None,
    ) -> Iterable[Pattern]:
        """The claims of a detector: of all terms, or after the deadline of the first ones."""
        if is_few(evidence) or not is_over(deadline):
            return self._run(kind, evidence)
        first = beginning(evidence)
        fresh = () if self._last(kind).stop >= first.stop else self._run(kind, first)
        return dict.fromkeys([*held, *(c for c in fresh if c.first_failure(evidence) is None)])

    def unread(self, evidence: Evidence) -> list[type[Pattern]]:
        """The detectors that have not read all of these terms from which they guess."""
        return [
            kind
            for kind in patterns()
            if self._last(kind).stop < evidence.stop and not self._has_read_all(kind, evidence)
        ]

    @property
    def has_skipped(self) -> bool:
        """Whether detectors were left out that have not seen these terms."""
        return bool(self.skipped or self.spared)

    def beside_a_proof(self, evidence: Evidence, deadline: float | None) -> Iterator[Pattern]:
        """The claims of skipped detectors that may be reported even if a law that predicts every
        value is proved: those that predict no values, and those that only had no time, since
        what is reported of these terms must not depend on the time."""
        for kind in patterns():
            wanted = kind in self.starved or (kind in self.skipped and not kind.predicts())
            if wanted and not is_over(deadline):
                self.skipped.discard(kind)
                yield from self._run(kind, evidence)

    def _in_order(self, run_all: bool) -> list[type[Pattern]]:
        """All detectors in the order in which they run: by name if all of them run; otherwise the
        cheap one first, as its claims make others unnecessary, then those with the oldest last
        run."""
        if run_all:
            return list(patterns())
        return sorted(patterns(), key=lambda kind: (not kind.runs_first, self._last(kind).stop))

    def _last(self, kind: type[Pattern]) -> LastRun:
        return self.last_runs.get(kind, LastRun())

    def _has_read_all(self, kind: type[Pattern], evidence: Evidence) -> bool:
        """Whether the detector has read all the terms from which it guesses; another run would
        only repeat its claims."""
        return evidence.dense and kind.reads is not None and self._last(kind).stop >= kind.reads

    def _has_time(self, kind: type[Pattern], stop: int) -> bool:
        last = self._last(kind)
        if kind.runs_first or stop >= LONG_AGO * last.stop:
            return True
        share = max(LEAST_SHARE, SHARE * (working_seconds() - self.began))
        return self.spent + last.expected(stop) <= share

    def _run(self, kind: type[Pattern], evidence: Evidence) -> list[Pattern]:
        self.report(f"{kind.name} laws")
        began = working_seconds()
        found: list[Pattern] = [
            claim for claim in kind.detect(evidence) if claim.first_failure(evidence) is None
        ]
        seconds = working_seconds() - began
        self.last_runs[kind] = LastRun(evidence.stop, seconds)
        self.spent += seconds if evidence.stop > FEW_TERMS else 0.0
        return found

    def expected(self, stop: int) -> float:
        """An estimate of the seconds that the skipped detectors will need for this many terms."""
        return sum(self._last(kind).expected(stop) for kind in self.skipped)


def is_few(evidence: Evidence) -> bool:
    """Whether so few terms, or runs of equal terms, are known that no deadline is needed."""
    return beginning(evidence).stop == evidence.stop


def beginning(evidence: Evidence) -> Evidence:
    """The first FEW_TERMS terms, or runs."""
    runs = evidence.by_runs
    if runs is None:
        return evidence.prefix(FEW_TERMS)
    return evidence if len(runs) <= FEW_TERMS else evidence.prefix(runs.starts[FEW_TERMS])


def _settles(claim: Pattern, evidence: Evidence) -> bool:
    """Whether the claim predicts every term and enough terms support it."""
    return claim.repeats and claim.seen_enough(evidence)


def is_over(deadline: float | None) -> bool:
    """Whether the deadline, of `working_seconds`, has passed."""
    return deadline is not None and working_seconds() > deadline
