"""Which heaps are lost alone, by a law of who wins: what answers ask where no law of the values is
proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mexplore.discover.study.kind import NotKnown
from mexplore.discover.study.pattern import ClosedForm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    from mexplore.discover.study.finding import Finding
    from mexplore.rules.rule import Values


@dataclass(frozen=True)
class ZerosForm(ClosedForm):
    """The n with G(n) = 0 by a law of who wins; NotKnown where another value is asked for.

    >>> from mexplore.discover.automata.numeration import BINARY
    >>> from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    >>> form = ZerosForm(HeapsLostByDigits(BINARY, 1, ((0, 1), (1, 0)), (0,)))
    >>> form.count_of(0, 2**1000) == 2**999, form.at(6)
    (True, 0)
    """

    law: HeapsLostByDigits

    def at(self, n: int) -> int:
        if self.law.is_zero(n):
            return 0
        raise NotKnown(f"G({n}) is not 0, and no law that is proved tells it")

    def prefix(self, stop: int) -> Values:
        """With 1 in the place of all values that are not 0."""
        import numpy as np

        from mexplore.discover.outcomes.learning import accepted_below

        return np.where(accepted_below(self.law.automaton, (stop,)), 0, 1).astype(np.uint8)

    def counts(self, stop: int) -> dict[int, int]:
        raise NotKnown(f"no law that is proved tells the values below {stop}, only which are 0")

    def count_of(self, value: int, stop: int) -> int:
        return self.law.zeros_below(stop) if value == 0 else self.counts(stop)[value]


def law_of_zeros(findings: Iterable[Finding]) -> tuple[ZerosForm, Finding] | None:
    """The first proved law of who wins, with its form; None where there is none."""
    from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits

    for finding in findings:
        if finding.proof is not None and isinstance(finding.claim, HeapsLostByDigits):
            return ZerosForm(finding.claim), finding
    return None
