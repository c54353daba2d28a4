"""What there is to say of laws that are not proved: evidence, what would prove them, predictions.

A law that holds so far was suggested by a prefix of the terms, and the rest, which the detector had
not seen, agreed. It can fall at any later n: best there where another law that holds so far says
something else.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discover.evidence.evidence import Evidence
from discover.finding import Finding
from discover.known import theorems
from discover.pattern import ClosedForm
from discover.patterns.periodic import Periodic
from discover.theorem import AnyTheorem, Inapplicable

if TYPE_CHECKING:
    from discover.study import Study

PREDICTED = 10  # n where laws differ
LOOKED_THROUGH = 1 << 17  # n beyond the known ones in which they are looked for
BLOCK = 1 << 12
MOST_CANDIDATES = 4  # laws without unseen evidence that are named
MOST_PERIODS = 2000
SECONDS = 2.0  # that looking for the shortest suggesting prefix may take


@dataclass(frozen=True)
class Support:
    """A law that holds for all n < ``stop``, and was suggested by those below ``suggested``."""

    finding: Finding
    suggested: int
    stop: int

    @property
    def unseen(self) -> int:
        """How many terms agreed without having been looked at."""
        return self.stop - self.suggested


@dataclass(frozen=True)
class Prediction:
    """What each law, in the order of the findings, says of one n."""

    n: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Asked:
    """How many terms a theorem asks for to prove a law; ``found`` says whether the law was seen,
    or is an example of one that might be."""

    theorem: AnyTheorem
    statement: str
    bound: int
    found: bool


def standing(study: Study) -> tuple[Finding, ...]:
    """The laws that hold so far: those that are told, then a few that were seen in all terms only
    and have no unseen evidence."""
    told = tuple(f for f in study.findings if f.proof is None)
    return told + study.candidates[:MOST_CANDIDATES]


def is_open(study: Study) -> bool:
    """Whether no law is proved that tells every value.

    >>> from discover.evidence.limits import Limits
    >>> from discover.study import study
    >>> from rules.notation import parse_rule
    >>> is_open(study(parse_rule("0.77"))), is_open(study(parse_rule("4!.0"), Limits(max_terms=99)))
    (False, True)
    """
    return not any(f.proof is not None and f.form is not None for f in study.findings)


def support(study: Study, finding: Finding) -> Support:
    """The shortest of the prefixes, each half as long as the one before, that suggested the law
    already, found within SECONDS; the first one is the one that every law is told by."""
    evidence = study.evidence
    if finding in study.candidates:
        return Support(finding, evidence.stop, evidence.stop)
    deadline = time.monotonic() + SECONDS
    found, size = evidence.stop * 3 // 4, evidence.stop // 2
    while size > 1:
        claims = type(finding.claim).detect_before(evidence.prefix(size), deadline)
        if finding.claim not in list(claims) or time.monotonic() > deadline:
            break
        found, size = size, size // 2
    return Support(finding, found, evidence.stop)


def predictions(study: Study) -> tuple[Prediction, ...]:
    """Where the laws that tell values and hold so far differ next; where there is one law only,
    what it says of the next n."""
    forms = [f.form for f in standing(study) if f.form is not None]
    stop = study.evidence.stop
    if not forms:
        return ()
    found: list[Prediction] = []
    last = stop + (LOOKED_THROUGH if len(forms) > 1 else PREDICTED)
    for low in range(stop, last, BLOCK):
        found += _differing(forms, range(low, min(low + BLOCK, last)))
        if len(found) >= PREDICTED:
            break
    return tuple(found[:PREDICTED])


def _differing(forms: Sequence[ClosedForm], numbers: range) -> list[Prediction]:
    columns = [form.at_many(numbers) for form in forms]
    rows = zip(numbers, zip(*columns, strict=True), strict=True)
    return [Prediction(n, row) for n, row in rows if len(forms) == 1 or len(set(row)) > 1]


def asked(study: Study) -> tuple[Asked, ...]:
    """What light theorems that apply to the rule ask for, fewest terms first: for the laws that
    hold so far; where there is none of a kind, for a period as an example."""
    if study.rule is None:
        return ()
    stop, found = study.evidence.stop, []
    example = Periodic(stop, max(stop // 2, 1), 0)
    denied = any(f.proof is not None and f.claim.denies(example) for f in study.findings)
    for theorem in theorems():
        shape = None if theorem.heavy else theorem.hypotheses(study.rule)
        if shape is None or isinstance(shape, Inapplicable):
            continue
        seen = [f.claim for f in standing(study) if theorem.is_about(f.claim)]
        claims = seen or [example] * (Periodic.name in theorem.about and not denied)
        for claim in claims:
            bound = theorem.bound_of(shape, claim)
            if isinstance(bound, int):
                found.append(Asked(theorem, claim.statement(), bound, bool(seen)))
    return tuple(sorted(found, key=lambda each: (not each.found, each.bound)))


def excluded_periods(evidence: Evidence) -> tuple[int, int] | None:
    """(P, n): the values known show that no period p <= P begins at or before n, as for each of
    these p some later m has G(m + p) != G(m). None where that is not so, or not looked for.

    >>> from rules.notation import parse_rule
    >>> from rules.computing.grundy import grundy_values
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


def seconds_for(study: Study, stop: int) -> float | None:
    """About how long the terms below ``stop`` take, at the pace of the last ones; None where that
    is not known."""
    if not study.pace:
        return None
    return max(stop - study.evidence.stop, 0) / study.pace
