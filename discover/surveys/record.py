"""The record of one rule in a survey: the numbers of its law, its status, and the first values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

HEAD = 64
"""The number of first values stored for every rule."""

FAILED = "failed"
"""The status of a rule whose study ended in an error or killed its worker."""

NUMBERS_OF = {"periodic": ("preperiod", "period", "saltus"), "geometric": ("ratio", "start")}
"""For each pattern, the columns with the numbers of its laws that mean the same for every law."""


@dataclass(frozen=True)
class Record:
    """The result of one study. ``rule`` is the canonical text; numbers that the law lacks are None.

    ``preperiod``, ``period`` and ``saltus`` are those of a periodic law, ``ratio`` and ``start``
    of a geometric one; laws of other patterns may have numbers of these names with a meaning of
    their own. ``largest`` is the largest of the ``computed`` values or, if ``largest_for_all``, of
    the values at all n. A record with a ``representative`` is derived: its sequence and its numbers
    follow from those of the representative by the ``reduction``, and the certificate is that of the
    representative. ``max_terms`` and ``budget`` are the limits of the study, ``trouble`` says what
    went wrong, ``version`` is that of the program.
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
    largest_for_all: bool = False

    @property
    def proved(self) -> bool:
        """Whether the reported law is proved; it need not predict every term."""
        return self.status == "proved"

    @property
    def facts(self) -> dict[str, Any]:
        """What is proved for all n, by name: the pattern and the theorem of the law, its numbers
        if they mean what their columns say, and the largest value if it is that of all n. Claims,
        records and relations may use nothing else.

        >>> seen = Record("0.104", "proved", "periodic", period=10, largest=27, computed=1000)
        >>> seen.facts
        {'pattern': 'periodic', 'period': 10}
        >>> Record("0.3", "proved", "run schedule", start=3, largest=9, largest_for_all=True).facts
        {'pattern': 'run schedule', 'largest': 9}
        """
        if not self.proved:
            return {}
        names = ["pattern", "theorem", *NUMBERS_OF.get(self.pattern or "", ())]
        names += ["largest"] if self.largest_for_all else []
        facts = {name: getattr(self, name) for name in names}
        return {name: value for name, value in facts.items() if value is not None}

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
        """Whether a law that predicts every term is proved, which ends a study."""
        return self.proved and self.ended == "proved"


@dataclass(frozen=True)
class Row:
    """A record as a member of a family: ``place`` is its number there, the smallest member first,
    and ``parameters`` are its parameters by name: ``{"a": 1, "b": 4, "S": [1, 4]}``."""

    family: str
    place: int
    record: Record
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        """The rule's canonical text."""
        return self.record.rule
