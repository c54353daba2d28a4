"""The schedule of detectors: searching for laws must take less time than computing the terms.

While few terms are known, every detector runs each time more terms arrive. Later

* a detector does not run again while its claim holds, and no detector runs while some claim holds
  that predicts every term;
* the other detectors share a fixed fraction of the elapsed time, and the one whose last run is
  oldest comes first.

Skipped detectors run before a study ends without a proof. So no law is lost; some are found later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discover.known import patterns
from rules.computing.working import working_seconds

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from discover.pattern import Pattern

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
    report: Callable[[str], None] = ignore_progress  # what is being tried

    def claims(
        self,
        evidence: Evidence,
        holding: Collection[Pattern] = (),
        deadline: float | None = None,
        *,
        run_all: bool = True,
    ) -> Iterator[Pattern]:
        """The claims of detectors that hold for every known term, until the deadline.

        ``holding`` are earlier claims that hold for these terms. With ``run_all`` every detector
        runs; otherwise those that the schedule above allows.
        """
        run_all = run_all or not evidence.dense or evidence.stop <= FEW_TERMS
        settled = any(_settles(claim, evidence) for claim in holding)
        self.skipped = set()
        for kind in self._in_order(run_all):
            held = [claim for claim in holding if type(claim) is kind]
            if is_over(deadline):
                return
            if self._has_read_all(kind, evidence):
                yield from held
                continue
            if not run_all and (held or settled or not self._has_time(kind, evidence.stop)):
                yield from held
                self.skipped |= set() if held else {kind}
                continue
            for claim in self._run(kind, evidence, deadline):
                settled = settled or _settles(claim, evidence)
                yield claim

    def non_predicting(self, evidence: Evidence, deadline: float | None) -> Iterator[Pattern]:
        """The claims of skipped detectors whose patterns predict no values: such a claim is
        reported even if a law that predicts every value is proved."""
        for kind in patterns():
            if kind in self.skipped and not kind.predicts() and not is_over(deadline):
                self.skipped.discard(kind)
                yield from self._run(kind, evidence, deadline)

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

    def _run(
        self, kind: type[Pattern], evidence: Evidence, deadline: float | None
    ) -> Iterator[Pattern]:
        self.report(f"{kind.name} laws")
        began = working_seconds()
        found = [
            claim
            for claim in kind.detect_before(evidence, deadline)
            if claim.first_failure(evidence) is None
        ]
        seconds = working_seconds() - began
        self.last_runs[kind] = LastRun(evidence.stop, seconds)
        self.spent += seconds if evidence.stop > FEW_TERMS else 0.0
        yield from found

    def expected(self, stop: int) -> float:
        """An estimate of the seconds that the skipped detectors will need for this many terms."""
        return sum(self._last(kind).expected(stop) for kind in self.skipped)


def _settles(claim: Pattern, evidence: Evidence) -> bool:
    """Whether the claim predicts every term and enough terms support it."""
    return claim.repeats and claim.seen_enough(evidence)


def is_over(deadline: float | None) -> bool:
    """Whether the deadline, of `working_seconds`, has passed."""
    return deadline is not None and working_seconds() > deadline
