"""What a law of a system is: a claim about the values of heaps of several kinds."""

from __future__ import annotations

from collections.abc import Mapping

from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import FindingOf
from mexplore.discover.study.pattern import Claim
from mexplore.rules.dataclass import dataclass
from mexplore.rules.systems.system import System


@dataclass(frozen=True, eq=False)
class KindValues:
    """The first values of each kind, by its name, and which kinds lead to which."""

    system: System
    of: Mapping[str, Evidence]

    @property
    def stop(self) -> int:
        """How many sizes of every kind are known: 0, 1, ..., stop - 1."""
        return min((each.stop for each in self.of.values()), default=0)

    def prefix(self, stop: int) -> KindValues:
        """The same of the sizes below ``stop``."""
        return KindValues(self.system, {name: each.prefix(stop) for name, each in self.of.items()})


class SystemLaw(Claim[KindValues, tuple[str, int]]):
    """A claim about the values of heaps; a place is the name of a kind, and a size."""


SystemFinding = FindingOf[SystemLaw]
"""A law that holds for the heaps below ``checked_to`` of all kinds of which it speaks."""
