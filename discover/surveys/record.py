"""The record of one rule in a survey: the numbers of its law, its status, and the first values.

The law of a rule whose sequence follows from that of its representative.

Let E(n) = H(floor((n - s) / t)) for n >= s and E(n) = 0 below, and let H(n + p) = H(n) + k for all
n >= m, with m and p least. Then E(n + t p) = E(n) + k for all n >= s + t m. If m > 0 the law of H
fails at m - 1, so that of E fails at n = s + t m - 1: s + t m is least. If m = 0 it goes on below s
as far as E(n + t p) = k there, which the values show. If t > 1 the values of E change at multiples
of t alone (up to s), infinitely often unless H is constant in the end: a period of E maps changes
on changes, is a multiple t q of t, and q is a period of H; if H is constant in the end, the least
period of E is 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from mexplore.discover.heaps.known import patterns
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.reduction import Reduction, reduced
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    from mexplore.discover.study.limits import Limits


HEAD = 64
"""The number of first values stored for every rule."""

FAILED = "failed"
"""The status of a rule whose study ended in an error or killed its worker."""

NO_SYSTEM = "no finite system"
"""The status of a game of words or graphs that has no system of finitely many kinds of heaps."""

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
    went wrong, or why there is no finite system, ``version`` is that of the program.
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


def derived(text: str, known: Record) -> Record:
    """The record of a rule, derived from that of its representative.

    >>> from mexplore.discover.surveys.worker import record_of
    >>> found = derived("0.07", record_of(parse_rule("0.137")))
    >>> found.preperiod, found.period, found.representative, found.reduction
    (53, 34, '0.137', 'G(n) = H(n - 1)')
    """
    rule = parse_rule(text)
    smaller, reduction = reduced(rule)
    if str(smaller) != known.rule:
        raise ValueError(f"{text} follows from {smaller}, not from {known.rule}")
    return replace(
        known,
        rule=str(rule),
        **_law(known, smaller, reduction),
        ratio=None,
        start=None,
        head=_head(known, reduction),
        computed=reduction.shift + reduction.times * known.computed,
        seconds=0.0,
        representative=known.rule,
        reduction=str(reduction),
    )


def _head(known: Record, reduction: Reduction) -> tuple[int, ...]:
    length = min(HEAD, reduction.shift + reduction.times * len(known.head))
    return tuple(reduction.value(n, known.head.__getitem__) for n in range(length))


def _law(known: Record, smaller: Rule, reduction: Reduction) -> dict[str, Any]:
    """The numbers and the statement of the law; for a law without a period, its origin."""
    if known.repeats is None:
        said = known.law and f"{reduction}, where for {known.rule} {known.law}"
        return {"preperiod": None, "period": None, "saltus": None, "law": said}
    n0, p, saltus = known.repeats
    constant = p == 1 and not saltus
    period = 1 if constant else reduction.times * p
    preperiod = reduction.shift + reduction.times * n0
    if n0 == 0:
        at = _values(known, smaller)
        while preperiod and reduction.value(preperiod - 1 + period, at) == saltus:
            preperiod -= 1
    law: dict[str, Any] = {"preperiod": preperiod, "period": period, "saltus": saltus}
    kind = next(pattern for pattern in patterns() if pattern.name == known.pattern)
    return law | {"law": kind.from_parameters(law).statement()}


def _values(known: Record, rule: Rule) -> Callable[[int], int]:
    """H(n), computed if it is not among the stored values."""

    def at(n: int) -> int:
        return known.head[n] if n < len(known.head) else int(grundy_values(rule, n + 1)[n])

    return at


@dataclass(frozen=True)
class Task:
    """Study ``rule`` within the limits, unless its record is ``known``, and derive the records of
    the ``others``, whose representative it is; all in canonical notation."""

    rule: str
    others: tuple[str, ...]
    limits: Limits
    known: Record | None = None
