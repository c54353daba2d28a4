"""Which detectors are asked, and when: looking for laws costs less than computing what they are of.

Of few terms every detector is asked each time. Of more, a detector whose claim still holds is not
asked again, nor is any while a claim holds that predicts every term; and the others get a share
of the time that has gone by, those first that were asked longest ago. Those that are left out are
asked before a study ends without a proof, so that no law is lost, only told later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discover.known import patterns

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from discover.pattern import Pattern

FEW_TERMS = 1 << 13  # of so many all detectors together take a fraction of a second
SHARE = 0.2  # of the time since the study began, for detectors
LEAST_SHARE = 0.1  # seconds: so much may be spent in any case
LONG_AGO = 1 << 10  # a detector is asked at the latest of so many times the terms


def _now() -> float:
    return time.monotonic()


def to_nobody(_: str) -> None:
    """Whoever does not want to hear what is being tried."""


@dataclass(frozen=True)
class Asked:
    """When a detector was asked last: of how many terms, and the seconds that it took."""

    stop: int = 0
    seconds: float = 0.0

    def expected(self, stop: int) -> float:
        """About how many seconds it will take, of so many terms: some detectors look at all of
        them, others at a sample, and this lies between."""
        return self.seconds * max(1.0, stop / self.stop) ** 0.5 if self.stop else 0.0


@dataclass
class Detectors:
    """What is known of the detectors in one study."""

    began: float = field(default_factory=_now)
    spent: float = 0.0  # seconds, by detectors, of many terms
    asked: dict[type[Pattern], Asked] = field(default_factory=dict)
    left_out: set[type[Pattern]] = field(default_factory=set)  # of the terms known now
    tell: Callable[[str], None] = to_nobody  # what is being tried

    def claims(
        self,
        evidence: Evidence,
        holding: Collection[Pattern] = (),
        deadline: float | None = None,
        *,
        everybody: bool = True,
    ) -> Iterator[Pattern]:
        """The claims of detectors that hold for every term known, as long as there is time.

        ``holding`` are claims that were made before and hold for these terms. ``everybody`` is
        asked, or who has time by the rules above.
        """
        everybody = everybody or not evidence.dense or evidence.stop <= FEW_TERMS
        settled = any(_settles(claim, evidence) for claim in holding)
        self.left_out = set()
        for kind in self._in_turn(everybody):
            held = [claim for claim in holding if type(claim) is kind]
            if is_over(deadline):
                return
            if self._has_said_all(kind, evidence):
                yield from held
                continue
            if not everybody and (held or settled or not self._has_time(kind, evidence.stop)):
                yield from held
                self.left_out |= set() if held else {kind}
                continue
            for claim in self._ask(kind, evidence, deadline):
                settled = settled or _settles(claim, evidence)
                yield claim

    def beside(self, evidence: Evidence, deadline: float | None) -> Iterator[Pattern]:
        """The claims that are told beside a law, as they predict no values, of those left out."""
        for kind in patterns():
            if kind in self.left_out and not kind.predicts() and not is_over(deadline):
                self.left_out.discard(kind)
                yield from self._ask(kind, evidence, deadline)

    def _in_turn(self, everybody: bool) -> list[type[Pattern]]:
        """All detectors, by name or, where there is no time for all, who was asked longest ago
        first; the cheap one before all, whose claims spare the others."""
        if everybody:
            return list(patterns())
        return sorted(patterns(), key=lambda kind: (not kind.asked_first, self._last(kind).stop))

    def _last(self, kind: type[Pattern]) -> Asked:
        return self.asked.get(kind, Asked())

    def _has_said_all(self, kind: type[Pattern], evidence: Evidence) -> bool:
        """Whether the detector saw all terms that it guesses from: a claim that failed fails."""
        return evidence.dense and kind.reads is not None and self._last(kind).stop >= kind.reads

    def _has_time(self, kind: type[Pattern], stop: int) -> bool:
        last = self._last(kind)
        if kind.asked_first or stop >= LONG_AGO * last.stop:
            return True
        share = max(LEAST_SHARE, SHARE * (time.monotonic() - self.began))
        return self.spent + last.expected(stop) <= share

    def _ask(
        self, kind: type[Pattern], evidence: Evidence, deadline: float | None
    ) -> Iterator[Pattern]:
        self.tell(f"{kind.name} laws")
        began = time.monotonic()
        found = [
            claim
            for claim in kind.detect_before(evidence, deadline)
            if claim.first_failure(evidence) is None
        ]
        seconds = time.monotonic() - began
        self.asked[kind] = Asked(evidence.stop, seconds)
        self.spent += seconds if evidence.stop > FEW_TERMS else 0.0
        yield from found

    def expected(self, stop: int) -> float:
        """The seconds that those who are left out will take, of so many terms."""
        return sum(self._last(kind).expected(stop) for kind in self.left_out)


def _settles(claim: Pattern, evidence: Evidence) -> bool:
    """Whether the claim predicts every term, and enough of them show it."""
    return claim.repeats and claim.seen_enough(evidence)


def is_over(deadline: float | None) -> bool:
    """Whether the deadline, of `time.monotonic`, has passed."""
    return deadline is not None and time.monotonic() > deadline
