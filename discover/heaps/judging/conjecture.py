"""Laws that are not proved: the evidence for them, what would prove them, and what they predict.

A law that holds so far was found in a prefix of the terms, and the held-out terms, which the
detector had not seen, agree with it. It may fail at any later n. The best n to test it are those
where another law that holds so far predicts another value. Where no law is found, the growth of the
number of runs of equal values is what there is to say.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING

from mexplore.discover.heaps.known import theorems
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding
from mexplore.discover.study.pattern import ClosedForm
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.rules.engine.runs import Runs
    from mexplore.rules.rule import Rule

PREDICTED = 10  # predictions that are listed
LOOKED_THROUGH = 1 << 17  # n beyond the known terms that are searched for differing predictions
BLOCK = 1 << 12
MOST_CANDIDATES = 4  # laws without held-out evidence that are named
MOST_PERIODS = 2000
_PARTS = (8, 4, 2, 1)  # of the digits, in which runs are counted
FEWEST_RUNS = 32
SECONDS = 2.0  # for finding the shortest prefix in which a law is found


@dataclass(frozen=True)
class Support:
    """A law that holds for all n < ``stop`` and is found in the terms below ``suggested`` alone."""

    finding: Finding
    suggested: int
    stop: int

    @property
    def unseen(self) -> int:
        """The number of held-out terms that agree with the law."""
        return self.stop - self.suggested


@dataclass(frozen=True)
class Prediction:
    """The values that the laws, in the order of the findings, predict at one n."""

    n: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Demand:
    """The number of terms with which a theorem would prove a law. ``found`` is False if the law was
    not found and only serves as an example."""

    theorem: AnyTheorem
    statement: str
    bound: int
    found: bool


@dataclass(frozen=True, eq=False)
class Conjectures:
    """What there is to say of the laws of a study that are not proved, computed when it is first
    used: ``candidates`` are laws that are found only when the detector sees all terms.

    >>> from mexplore.discover.study.limits import Limits
    >>> from mexplore.discover.heaps.study import study
    >>> from mexplore.rules.notation import parse_rule
    >>> from mexplore.rules.rule import grundy_by_definition
    >>> rule = parse_rule("0.07")
    >>> found = study(rule, Limits(budget=None, max_terms=160)).conjectures
    >>> [found.findings[0].claim.statement()], [each.stop for each in found.supports]
    (['G(n + 34) = G(n) for all n >= 53'], [160])
    >>> found.predictions[0].values[0] == grundy_by_definition(rule, 161)[160]
    True
    """

    rule: Rule | None
    evidence: Evidence
    findings: tuple[Finding, ...]
    candidates: tuple[Finding, ...]

    @cached_property
    def laws(self) -> tuple[Finding, ...]:
        """The laws that hold so far: those that are reported, then a few of the candidates, which
        no held-out term supports."""
        reported = tuple(f for f in self.findings if f.proof is None)
        return reported + self.candidates[:MOST_CANDIDATES]

    @cached_property
    def supports(self) -> tuple[Support, ...]:
        """The evidence for each of the laws."""
        return tuple(map(self._support, self.laws))

    def _support(self, finding: Finding) -> Support:
        """The shortest prefix in which the law is found, among three quarters of the terms (in
        which every reported law is found), a half, a quarter and so on; searched for at most
        SECONDS."""
        evidence = self.evidence
        if finding in self.candidates:
            return Support(finding, evidence.stop, evidence.stop)
        deadline = working_seconds() + SECONDS
        found, size = evidence.stop * 3 // 4, evidence.stop // 2
        while size > 1:
            claims = type(finding.claim).detect(evidence.prefix(size))
            if finding.claim not in list(claims) or working_seconds() > deadline:
                break
            found, size = size, size // 2
        return Support(finding, found, evidence.stop)

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        """The next n at which the laws predict different values; if there is only one law, its
        predictions for the next n."""
        forms = [f.form for f in self.laws if f.form is not None]
        stop = self.evidence.stop
        if not forms:
            return ()
        found: list[Prediction] = []
        last = stop + (LOOKED_THROUGH if len(forms) > 1 else PREDICTED)
        for low in range(stop, last, BLOCK):
            found += _differing(forms, range(low, min(low + BLOCK, last)))
            if len(found) >= PREDICTED:
                break
        return tuple(found[:PREDICTED])

    @cached_property
    def demands(self) -> tuple[Demand, ...]:
        """The numbers of terms with which light theorems that apply to the rule would prove the
        laws, fewest first; for theorems about periods, if no period was found, an example."""
        if self.rule is None:
            return ()
        stop, found = self.evidence.stop, []
        example = Periodic(stop, max(stop // 2, 1), 0)
        denied = any(f.proof is not None and f.claim.denies(example) for f in self.findings)
        for theorem in theorems():
            shape = None if theorem.heavy else theorem.shape_of(self.rule)
            if shape is None or isinstance(shape, Inapplicable):
                continue
            seen = [f.claim for f in self.laws if theorem.is_about(f.claim)]
            claims = seen or [example] * (Periodic.name in theorem.about and not denied)
            for claim in claims:
                bound = theorem.decided(shape, claim)
                if isinstance(bound, int):
                    found.append(Demand(theorem, claim.statement(), bound, bool(seen)))
        return tuple(sorted(found, key=lambda each: (not each.found, each.bound)))

    @cached_property
    def excluded_periods(self) -> tuple[int, int] | None:
        """The periods that the known terms exclude, as `excluded_periods` says."""
        return excluded_periods(self.evidence)


def _differing(forms: Sequence[ClosedForm], numbers: range) -> list[Prediction]:
    columns = [form.at_many(numbers) for form in forms]
    rows = zip(numbers, zip(*columns, strict=True), strict=True)
    return [Prediction(n, row) for n, row in rows if len(forms) == 1 or len(set(row)) > 1]


def excluded_periods(evidence: Evidence) -> tuple[int, int] | None:
    """(P, n) such that no period p <= P begins at or before n, because for each of these p some
    later m with G(m + p) != G(m) is known. None if the known values show no such thing.

    >>> from mexplore.rules.notation import parse_rule
    >>> from mexplore.rules.engine.grundy import grundy_values
    >>> excluded_periods(Evidence(grundy_values(parse_rule("0.77"), 200)))
    (50, 70)
    """
    most = min(evidence.stop // 4, MOST_PERIODS)
    if not evidence.dense or most < 1:
        return None
    values, last = evidence.values, evidence.stop
    for p in range(1, most + 1):
        differing = (values[p:] != values[:-p]).nonzero()[0]
        if not len(differing) or differing[-1] < evidence.stop // 4:
            return None
        last = min(last, int(differing[-1]))
    return most, last


# Where no law is found.


@dataclass(frozen=True)
class Growth:
    """Numbers of runs that begin before powers of 10: ``counts`` is ((digits, runs), ...).

    A geometric law makes the number of runs below N grow like log N, a multiple of the number of
    digits; without one it may grow like a higher power of it.
    """

    counts: tuple[tuple[int, int], ...]

    @property
    def exponent(self) -> float:
        """The exponent e for which the number of runs grows like the number of digits to the power
        e, estimated from the last doubling of the number of digits."""
        (_, before), (_, now) = self.counts[-2:]
        return log2(now / before)

    def statement(self) -> str:
        """The growth in a sentence."""
        listed = ", ".join(f"{runs} below 10^{digits}" for digits, runs in self.counts)
        return (
            f"The number of runs grows like the number of digits to the power "
            f"{self.exponent:.2f}: {listed}."
        )


def growth_of(runs: Runs) -> Growth | None:
    """The growth of the runs, counted below 10^(d/8), 10^(d/4), 10^(d/2) and 10^d; None if there
    are too few runs or digits.

    >>> from mexplore.rules.families.division.runs import division_starts
    >>> from mexplore.rules.engine.runs import RunStream
    >>> growth = growth_of(RunStream(division_starts((2, 5, 10))).extend(10**64))
    >>> growth.counts, round(growth.exponent)
    (((8, 49), (16, 99), (32, 197), (64, 396)), 1)
    """
    digits = len(str(runs.stop)) - 1
    if len(runs) < FEWEST_RUNS or digits < max(_PARTS):
        return None
    below = (digits // part for part in _PARTS)
    counts = tuple((d, bisect_left(runs.starts, 10**d)) for d in below)
    return Growth(counts) if counts[0][1] else None
