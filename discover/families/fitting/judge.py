"""What the detector asks of a prover: whether a law holds, and which members no law is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell


@dataclass(frozen=True)
class Verdict:
    """Proved; or not, with the parameters at which a condition fails, where they are known."""

    proved: bool
    parameters: dict[str, int] | None = None
    conditions: int = 0
    reason: str = ""


@dataclass(frozen=True)
class Coverage:
    """Whether cells hold every point of a domain; if not, a point outside, where one is known."""

    complete: bool
    outside: dict[str, int] | None = None


class Judge(Protocol):
    """A prover. Only its word counts."""

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        """Whether the law is true for all parameters in its cell, in at most this many seconds."""

    def cover(
        self, names: Sequence[str], domain: Cell, cells: Sequence[Cell], seconds: float
    ) -> Coverage:
        """Whether every point of the domain is in one of the cells."""
