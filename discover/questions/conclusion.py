"""The answer to a conjecture: proved, holding so far, or refuted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from discover.evidence.difference import Difference
from discover.finding import Proof
from rules.text.long_decimals import to_decimal

Status = Literal["proved", "holds so far", "refuted"]


@dataclass(frozen=True)
class Conclusion:
    """What is known of a formula or statement for low <= n <= high, and beyond.

    ``proof`` says that it holds for every n >= low. ``later`` is a failure beyond the range.
    ``unproved`` is the reason why there is no proof. ``refuted_by`` is what shows that it fails,
    where that is no term that was computed.
    """

    low: int
    high: int
    failure: Difference | None = None
    proof: Proof | None = None
    later: Difference | None = None
    unproved: str = ""
    refuted_by: str = ""

    def __repr__(self) -> str:
        wrong = self.failure or self.later
        if wrong is not None:
            return f"<refuted: it fails at n = {to_decimal(wrong.n)}>"
        if self.refuted_by:
            return f"<refuted: {self.refuted_by}>"
        if self.proof is not None:
            return f"<proved for all n >= {to_decimal(self.low)}, by {self.proof.theorem}>"
        ends = f"{to_decimal(self.low)} <= n <= {to_decimal(self.high)}"
        return f"<holds for {ends}; {self.unproved or 'not proved'}>"

    @property
    def status(self) -> Status:
        if self.failure is not None or self.refuted_by:
            return "refuted"
        return "proved" if self.proof else "holds so far"
