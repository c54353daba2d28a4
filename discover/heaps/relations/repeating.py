"""'periodic', 'period 12': whether the values repeat from some n on, and with which period."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.relations.of_all import OfAllValues
from mexplore.discover.heaps.relations.on_lines import decided
from mexplore.discover.heaps.relations.reading import read_relation
from mexplore.discover.study.conclusion import Conclusion
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern

_PERIODIC = re.compile(
    r"\s*(?:(?:G|G\(n\)|it|the sequence|the (?:nim-)?values)(?: is| are)? )?"
    r"(?:(?:eventually|ultimately) )?(?:periodic|repeats?)"
    r"(?:,? (?:with|of) (?:the )?period (?P<p>[0-9]{1,9}))?\.?\s*",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"\s*(?:(?:G|it) has )?(?:a |the )?period (?:is |of |= ?)?(?P<p>[0-9]{1,9})\.?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Repeats(OfAllValues):
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

    def by_law(self, finding: Finding, stop: int) -> Conclusion[int] | None:
        """A law of steps s(r) on residue classes from n0 on repeats exactly if all of them are 0.
        If it repeats, then with the period q exactly if G(n + q) = G(n) for all n >= n0: where that
        fails for one such n, it fails for n + p, n + 2p, ... too, p being the period of the law.
        """
        if finding.proof is None:
            return None
        theorem, form = finding.proof.theorem, finding.form
        why = f"{theorem}: {finding.claim.statement()}"
        refuted: Conclusion[int] = Conclusion(0, stop - 1, refuted_by=why)
        never = form is not None and form.never_repeats()
        if never or finding.claim.denies(Periodic(0, self.period or 1)):
            return refuted
        steps = None if form is None else form.eventual_steps()
        if steps is None or form is None:
            return None
        n0, p = steps.preperiod, steps.period
        if self.period is not None and self.period % p:
            text = f"G(n + {self.period}) = G(n) for n >= {n0}"
            found = decided(read_relation(text), form)
            if found is None or found.failure is not None:
                return None if found is None else refuted
        return Conclusion(n0, max(n0, stop - 1), theorem=theorem, extent=f" from n = {n0} on")

    def as_seen(self, claims: Sequence[Pattern], evidence: Evidence) -> Conclusion[int]:
        for claim in claims or [*Periodic.detect(evidence)]:
            if isinstance(claim, Periodic) and not claim.saltus and self._is_multiple(claim.period):
                last = evidence.stop - 1
                return Conclusion(claim.preperiod, last, unproved="no theorem proves it")
        raise TooLarge(
            f"nothing decides it: in the values at n < {to_decimal(evidence.stop)} no such period "
            "is seen"
        )

    def _is_multiple(self, period: int) -> bool:
        return self.period is None or not self.period % period
