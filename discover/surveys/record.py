"""What a survey keeps of one rule: the law in numbers, how it is known, and the first values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

HEAD = 64
"""First values that are kept of every rule."""

FAILED = "failed"
"""The status of a rule whose study ended in an error, or took its worker with it."""


@dataclass(frozen=True)
class Record:
    """One study. ``rule`` is the canonical text; what the law does not have is None.

    ``preperiod``, ``period`` and ``saltus`` are those of a periodic law, ``ratio`` and ``start``
    of a geometric one; ``largest`` is the largest value seen, of ``computed`` values. A record
    with a ``representative`` was not studied itself: its sequence follows from that of the
    representative by the ``reduction``, and so do its numbers; the certificate is the other's.
    ``max_terms`` and ``budget`` say how far the study was allowed to go, ``trouble`` what happened
    to it; ``version`` is the program's.
    """

    rule: str
    status: str = "nothing found"
    pattern: str | None = None
    theorem: str | None = None
    law: str | None = None
    preperiod: int | None = None
    period: int | None = None
    saltus: int | None = None
    ratio: int | None = None
    start: int | None = None
    largest: int | None = None
    computed: int = 0
    seconds: float = 0.0
    ended: str = ""
    head: tuple[int, ...] = ()
    certificate: str | None = None
    representative: str | None = None
    reduction: str | None = None
    max_terms: int | None = None
    budget: float | None = None
    trouble: str | None = None
    version: str = ""

    @property
    def proved(self) -> bool:
        """Whether what is told is proved; it need not predict every term."""
        return self.status == "proved"

    @property
    def repeats(self) -> tuple[int, int, int] | None:
        """Preperiod, period and saltus, if the law is G(n + period) = G(n) + saltus; laws of other
        patterns may have a period of their own kind."""
        if self.pattern != "periodic":
            return None
        n0, p, saltus = self.preperiod, self.period, self.saltus
        return None if n0 is None or p is None or saltus is None else (n0, p, saltus)

    @property
    def explained(self) -> bool:
        """Whether a law is proved that predicts every term: that is where a study ends."""
        return self.proved and self.ended == "proved"


@dataclass(frozen=True)
class Row:
    """A record as a member of a family: ``place`` is its number there, smallest member first, and
    ``parameters`` are what the family calls its numbers: ``{"a": 1, "b": 4, "S": [1, 4]}``."""

    family: str
    place: int
    record: Record
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        """The rule's canonical text."""
        return self.record.rule
