"""What a study found, of a game of any kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from mexplore.discover.study.certificate import Certificate, certificate_of
from mexplore.discover.study.finding import FindingOf, Status
from mexplore.discover.study.theorem import AnyTheoremOf, theorem_named
from mexplore.rules.arithmetic.reach import Unreached

Found = TypeVar("Found", bound=FindingOf[Any])
Proving = TypeVar("Proving", bound=AnyTheoremOf)


class StudyOf(ABC, Generic[Found, Proving]):
    """What was found of a game of any kind. ``findings`` are sorted, the best first."""

    play: ClassVar[str] = ""
    """The word before a game that says how it is played; empty for normal play."""

    findings: tuple[Found, ...]

    unreached: Unreached | None = None
    """What the game speaks of and the values do not reach, where a law of all values is not
    proved: then nothing is said to hold so far."""

    @property
    @abstractmethod
    def game(self) -> object | None:
        """The game that is named in certificates; None where there is none, as for bare numbers."""

    @abstractmethod
    def theorems(self) -> Sequence[Proving]:
        """The theorems about games of this kind."""

    @property
    def status(self) -> Status:
        return self.findings[0].status if self.findings else "nothing found"

    @property
    def proved(self) -> Found | None:
        """The best finding that has a proof."""
        return next((f for f in self.findings if f.proof is not None), None)

    @property
    def theorem(self) -> Proving | None:
        """The theorem by which the best proved finding is proved."""
        if self.proved is None or self.game is None:
            return None
        return theorem_named(self.proved.theorem, self.theorems())

    def without_unseen(self, unreached: Unreached | None) -> Self:
        """The study with the laws that are proved alone, where the game speaks of what the values
        do not reach: that others hold for these says nothing of them. This is where all studies
        decide what holds so far."""
        if unreached is None:
            return self
        proved = tuple(finding for finding in self.findings if finding.proof is not None)
        return replace(self, findings=proved, unreached=unreached)  # type: ignore[type-var]

    @cached_property
    def certificate(self) -> Certificate | None:
        """The certificate of the best proof, which `discover.verifying.verify` checks again."""
        found = self.proved
        if found is None or self.game is None:
            return None
        return certificate_of(self.game, found, self.play)
