"""Other ways to a proof, which a study tries when its detectors and theorems have found none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mexplore.rules.members import members_beside

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.heaps.judging.state import StudyState
    from mexplore.discover.study.finding import Refusal
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule


@dataclass
class Pursuit(ABC):
    """A search for a proof that computes its own values."""

    rule: Rule | None
    source: Source
    deadline: float | None
    most: int | None
    """The largest number of values that may be used; None if only the time limits it."""
    watcher: Watcher
    refusal: Refusal | None = None
    """Why nothing is proved, where it was tried."""
    late: bool = False
    """Whether the time ended before the search did."""

    @abstractmethod
    def proves(self, state: StudyState, known: int) -> bool:
        """Whether a law is proved, which is then among the findings of the state; ``known`` is the
        number of terms that the study knows."""


def pursuits() -> tuple[type[Pursuit], ...]:
    """The pursuits that wings and other packages add as ``mexplore.discover.pursuits``."""
    return members_beside("mexplore.discover.pursuits", Pursuit)
