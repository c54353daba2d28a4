"""'bounded', 'unbounded': whether the values stay below some number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mexplore.discover.heaps.relations.of_all import OfAllValues
from mexplore.discover.study.conclusion import Conclusion
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern

_BOUNDED = re.compile(
    r"\s*(?:(?:G|G\(n\)|it|the sequence|the (?:nim-)?values?)(?: is| are)? )?"
    r"(?P<not>not |un)?bounded\.?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Bounded(OfAllValues):
    """There is a number that no value exceeds; or there is none."""

    true: bool = True

    @classmethod
    def read(cls, text: str) -> Bounded | None:
        """The statement that a text is; None for others.

        >>> Bounded.read("G is bounded"), Bounded.read("unbounded."), Bounded.read("bounded by 9")
        (Bounded(true=True), Bounded(true=False), None)
        """
        found = _BOUNDED.fullmatch(text)
        return None if found is None else cls(not found["not"])

    def by_law(self, finding: Finding, stop: int) -> Conclusion[int] | None:
        """A law tells its largest value, or goes on by equal steps some of which are positive."""
        if finding.form is None or finding.proof is None:
            return None
        largest, steps = finding.form.largest_value(), finding.form.eventual_steps()
        theorem = finding.proof.theorem
        if largest is None and (steps is None or steps.repeats):
            return None
        if (largest is not None) != self.true:
            why = f"{theorem}: {finding.claim.statement()}"
            return Conclusion(0, stop - 1, refuted_by=why)
        extent = f" (the largest value is {largest})" if largest is not None else ""
        return Conclusion(0, stop - 1, theorem=theorem, extent=extent)

    def as_seen(self, claims: Sequence[Pattern], evidence: Evidence) -> Conclusion[int]:
        del claims
        known = evidence.values
        raise TooLarge(
            f"nothing decides it: the largest of the values at n < {to_decimal(len(known))} is "
            f"{int(known.max(initial=0))}, and no proved law tells whether later ones are larger"
        )
