"""The law that there is no period: no detector finds it, only a theorem proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from mexplore.discover.study.declared import Declared
from mexplore.discover.study.pattern import Pattern
from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.sentences import begins, read

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.pattern import ClosedForm


@dataclass(frozen=True)
class NotPeriodic(Declared, Pattern):
    """There are no p >= 1 and n0 with G(n + p) = G(n) for all n >= n0.

    It says nothing about outcomes and nothing about a saltus > 0. No finite evidence supports or
    contradicts it, so no detector claims it; only theorems do.
    """

    name = "not-periodic"
    says = "G is not eventually periodic: no p and n0 have G(n + p) = G(n) for all n >= n0"
    typeset = (
        r"\text{for no } p \ge 1 \text{ and } n_0 \text{ is } G(n + p) = G(n) "
        r"\text{ for all } n \ge n_0"
    )

    def first_failure(self, evidence: Evidence) -> int | None:
        del evidence
        return None

    def follows_from(self, form: ClosedForm) -> bool:
        return form.never_repeats()

    def denies(self, other: Pattern) -> bool:
        return other.repeats

    @classmethod
    def guess_from(cls, text: str) -> Self | None:
        return None if begins("G is not", text) is None else cls()

    @classmethod
    def from_short_notation(cls, text: str) -> Self | None:
        """
        >>> NotPeriodic.from_short_notation("aperiodic")
        NotPeriodic()
        """
        why = r": no p and n0 have G\(n \+ p\) = G\(n\) for all n >= n0"
        subject = r"(?:(?:G|G\(n\)|it|the sequence) is )?"
        never = r"(?:not|never) (?:eventually |ultimately )?periodic|aperiodic|non-?periodic"
        found = read(rf"(?i:{subject}(?:{never}))(?:{why})?", text)
        return None if found is None else cls()

    def size(self) -> int:
        return 10**6  # it predicts no value: laws that do are listed before it
