"""'periodic', 'period 12': whether the values repeat from some n on, and with which period."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.relations.on_lines import decided
from mexplore.discover.heaps.relations.reading import read_relation
from mexplore.discover.study.conclusion import Conclusion
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.errors import TooLarge
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern
    from mexplore.rules.rule import Values

_PERIODIC = re.compile(
    r"\s*(?:(?:G|G\(n\)|it|the sequence) is )?(?:(?:eventually|ultimately) )?periodic"
    r"(?:,? (?:with|of) (?:the )?period (?P<p>[0-9]{1,9}))?\.?\s*"
)
_PERIOD = re.compile(r"\s*(?:G has )?(?:a |the )?period (?:is |= ?)?(?P<p>[0-9]{1,9})\.?\s*")


@dataclass(frozen=True)
class Repeats:
    """There are n0 and p >= 1 with G(n + p) = G(n) for all n >= n0; p is ``period``, if given."""

    period: int | None

    @classmethod
    def read(cls, text: str) -> Repeats | None:
        """The statement that a text is; None for others, and where the text says from which n on.

        >>> Repeats.read("periodic"), Repeats.read("period 12"), Repeats.read("period 12 from 71")
        (Repeats(period=None), Repeats(period=12), None)
        """
        found = _PERIODIC.fullmatch(text) or _PERIOD.fullmatch(text)
        if found is None or (found["p"] and not int(found["p"])):
            return None
        return cls(int(found["p"]) if found["p"] else None)


def check_repeats(statement: Repeats, findings: Sequence[Finding], stop: int) -> Conclusion[int]:
    """What the findings of a study, in which all n < ``stop`` were looked at, say of it.

    A law of steps s(r) on residue classes from n0 on repeats exactly if all of them are 0:
    otherwise some values grow beyond every bound (they are never negative), and what repeats is
    bounded. If it repeats, then with the period q exactly if G(n + q) = G(n) for all n >= n0: where
    that fails for one such n, it fails for n + p, n + 2p, ... too, p being the period of the law.
    """
    for finding in findings:
        if found := by_law(statement, finding, stop):
            return found
    return _seen(statement, [finding.claim for finding in findings], stop)


def check_repeats_of_terms(statement: Repeats, terms: Values) -> Conclusion[int]:
    """The same for the terms of a sequence without a rule."""
    return _seen(statement, [*Periodic.detect(Evidence(terms))], len(terms))


def _seen(statement: Repeats, claims: Sequence[Pattern], stop: int) -> Conclusion[int]:
    """A period that is seen and not proved."""
    for claim in claims:
        if isinstance(claim, Periodic) and not claim.saltus and _divides(claim, statement):
            return Conclusion(claim.preperiod, stop - 1, unproved="no theorem proves it")
    raise TooLarge(
        f"nothing decides it: in the values at n < {to_decimal(stop)} no such period is seen"
    )


def by_law(statement: Repeats, finding: Finding, stop: int) -> Conclusion[int] | None:
    """What a proved law says of it; None where it does not decide it."""
    if finding.proof is None:
        return None
    theorem, why = finding.proof.theorem, f"{finding.proof.theorem}: {finding.claim.statement()}"
    refuted: Conclusion[int] = Conclusion(0, stop - 1, refuted_by=why)
    steps = None if finding.form is None else finding.form.eventual_steps()
    grows = steps is not None and not steps.repeats
    if grows or finding.claim.denies(Periodic(0, statement.period or 1)):
        return refuted
    if steps is None or finding.form is None:
        return None
    n0, p = steps.preperiod, steps.period
    if statement.period is not None and statement.period % p:
        text = f"G(n + {statement.period}) = G(n) for n >= {n0}"
        found = decided(read_relation(text), finding.form)
        if found is None or found.failure is not None:
            return None if found is None else refuted
    return Conclusion(n0, max(n0, stop - 1), theorem=theorem, extent=f" from n = {n0} on")


def _divides(claim: Periodic, statement: Repeats) -> bool:
    return statement.period is None or not statement.period % claim.period
