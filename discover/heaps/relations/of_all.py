"""What is said of all values at once, in a word: 'periodic', 'period 12', 'bounded'."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern


class OfAllValues(ABC):
    """A statement that no value alone proves or refutes: a law decides it."""

    @abstractmethod
    def by_law(self, finding: Finding, stop: int) -> Conclusion[int] | None:
        """What a proved law says of it; None where it does not decide it."""

    @abstractmethod
    def as_seen(self, claims: Sequence[Pattern], evidence: Evidence) -> Conclusion[int]:
        """What is seen of it without a proof, by claims that hold so far; TooLarge if nothing."""


def check_of_all(
    statement: OfAllValues, findings: Sequence[Finding], evidence: Evidence
) -> Conclusion[int]:
    """What the findings of a study, and the values it looked at, say of a statement."""
    for finding in findings:
        if found := statement.by_law(finding, evidence.stop):
            return found
    return statement.as_seen([finding.claim for finding in findings], evidence)
